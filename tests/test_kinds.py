"""Every kind has an example in data/, a row in data/README.md, and a golden of what it prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from blocks_support import told
from log_support import describe
from rcwkit.art.theme import HOUSE
from rcwkit.bundled import bundled
from rcwkit.diagnostics import Severity
from rcwkit.document.pages import sheets
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.booklet.draw import Volume
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.checks import check
from rcwkit.sheets.imposition import impose, whole_pages
from rcwkit.sheets.marks import Foot
from rcwkit.sheets.paper import PAPERS, Edition
from rcwkit.source.kinds import KINDS
from rcwkit.source.project import Project
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from tests_support import TOY, Golden, write

README = (Path(__file__).parent.parent / "data" / "README.md").read_text(encoding="utf-8")
STEMS = (
    *("aid-sheet", "aids", "all-charts", "all-rulings", "booklet-notes", "cards-factions", "checklists", "counters"),
    *(
        "folder-turn",
        "gauges",
        "map-front",
        "odds",
        "pieces-tiles",
        "rolls",
        "rulings",
        "setup-campaign",
        "storage",
        "tracks",
    ),
)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Game:
    game = load(Project(write(tmp_path_factory.mktemp("toy"), TOY), shown="toy"))
    assert [d for d in check(game) if d.severity is not Severity.NOTE] == []
    return game


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_an_example_and_a_row_in_the_docs(kind: str) -> None:
    found = [
        path
        for root in (bundled("data"), bundled("templates") / "new")
        for path in root.rglob("*.yaml")
        if re.search(rf"^kind: {kind}$", path.read_text(encoding="utf-8"), re.M)
    ]
    assert found, f"no bundled file is of kind {kind}"
    assert f"| `{kind}` |" in README, f"the table of kinds in data/README.md lacks `{kind}`"


@pytest.mark.parametrize("kind", KINDS)
def test_the_toy_game_has_every_kind(toy: Game, kind: str) -> None:
    found = [document for document in toy.documents if document.kind == kind]
    assert found, f"TOY in tests_support.py has no document of kind {kind}"


def test_every_file_is_one_of_the_goldens(toy: Game) -> None:
    assert tuple(sorted(file.stem for file in files_of(toy))) == STEMS, "list the new file in STEMS"


@pytest.mark.parametrize("stem", STEMS)
def test_what_a_kind_prints_is_its_golden(toy: Game, stem: str, golden: Golden) -> None:
    (file,) = [file for file in files_of(toy) if file.stem == stem]
    setter, paper = Setter(), PAPERS["a4"]
    contents = file.lay_out(setter, paper)
    if isinstance(contents, Cut):
        foot = Foot(toy.info.title, file.title, toy.info.credits, HOUSE, FontBook())
        made = (
            whole_pages(contents.boards, Edition(paper), foot)
            if contents.boards
            else impose(contents.pieces, Edition(paper), foot)
        )
    elif isinstance(contents, Volume):
        golden(f"kinds/{stem}.html", contents.html)
        made = []
    else:
        golden(f"blocks/{stem}.txt", told(contents))
        made = sheets(contents, paper, setter, toy.owners)
    if made:
        golden(f"kinds/{stem}.txt", "\n".join(describe(sheet) for sheet in made))
    assert [d for d in setter.found if d.severity is not Severity.NOTE] == []
