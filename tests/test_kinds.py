"""Every kind has an example in data/, a row in data/README.md, and a golden of what it prints."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import rcwkit.kinds
from blocks_support import told
from log_support import describe
from rcwkit.art.theme import HOUSE
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Severity
from rcwkit.document.pages import sheets
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.booklet.draw import Volume
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.checks import check
from rcwkit.sheets.imposition import impose, whole_pages
from rcwkit.sheets.marks import Foot
from rcwkit.sheets.paper import PAPERS, Edition
from rcwkit.source import kinds
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


MODEL = """\"\"\"Chronicles.\"\"\"

from __future__ import annotations

from typing import Literal

from rcwkit.kinds.kind import Kind
from rcwkit.source.base import Entries, Entry, Id, Model, Text


class Event(Entry):
    text: Text


class Chronicle(Model):
    kind: Literal["chronicle"]
    id: Id
    chronicle: Entries[Id, Event]


KIND = Kind(Chronicle)
"""


@pytest.fixture
def chronicle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The module of a kind that a contributor adds."""
    module = tmp_path / "chronicle" / "kind.py"
    module.parent.mkdir()
    (module.parent / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(kinds, "_HOME", tmp_path)
    monkeypatch.setattr(rcwkit.kinds, "__path__", [str(tmp_path)])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield module
    for name in [name for name in sys.modules if name.startswith("rcwkit.kinds.chronicle")]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("written", "wrong", "line", "said"),
    [
        ("Entries[Id, Event]", "Entries[Id, Evnt]", 18, "PydanticUndefinedAnnotation: name 'Evnt' is not defined"),
        ("Entries[Id, Event]", "Entries[Event]", 15, "TypeError: Too few arguments"),
        ("Event(Entry)", "Event(Entri)", 11, "NameError: name 'Entri' is not defined"),
        ("KIND = Kind(Chronicle)", "KIND = Kind(Chronicle, draws=1)", 21, "TypeError: "),
    ],
)
def test_a_kind_that_cannot_be_loaded_is_told_with_its_line(
    chronicle: Path, written: str, wrong: str, line: int, said: str
) -> None:
    """Bug: the command ended with an internal error, and the line was in a file of its own."""
    chronicle.write_text(MODEL.replace(written, wrong), encoding="utf-8")
    with pytest.raises(InputError) as error:
        type(KINDS)()["chronicle"]
    (found,) = error.value.diagnostics
    assert (found.code, found.span.file, found.span.line) == ("E109", str(chronicle), line)
    assert found.message.startswith(f"the kind 'chronicle' cannot be loaded: {said}")


def test_texts_of_a_new_kind_have_styles_and_signs(chronicle: Path) -> None:
    """Bug: bold words and signs were an error in every kind that the checks did not list."""
    chronicle.write_text(MODEL, encoding="utf-8")
    markup = type(KINDS)()["chronicle"].markup
    assert [markup.runs(field) for field in ("text", "title")] == [True, False]
    assert all(markup.draws(sort, "text") for sort in ("sign", "die", "ruling", "box"))


def test_a_kind_says_where_its_texts_have_signs() -> None:
    tracks, counters = KINDS["tracks"].markup, KINDS["counters"].markup
    assert [field for field in ("hatched", "legend", "note", "title") if tracks.draws("sign", field)] == [
        "hatched",
        "legend",
        "note",
    ]
    assert [field for field in ("hatched", "legend", "note") if tracks.draws("ruling", field)] == ["legend", "note"]
    assert [field for field in ("hatched", "legend", "note") if tracks.draws("box", field)] == ["legend"]
    assert not counters.runs("note")


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
