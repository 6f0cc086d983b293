"""A kind of one's own is one folder: all that checks, prints, shows or exports kinds knows it by that alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests_support import TOY, write

ROOT = Path(__file__).parent.parent
MODEL = '''"""`kind: chronicle`: what happened when."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from rcwkit.source.base import Id, Model, Name, OwnerId, Text
from rcwkit.source.symbols import Scene


class Event(Model):
    """One event."""

    date: Name = Field(description="When it happened.", examples=["1918"])
    text: Text = Field(description="What happened.")
    side: OwnerId | None = Field(default=None, description="Whose event it is.")
    picture: Scene | None = Field(default=None, description="What is seen beside the text.")


class Chronicle(Model):
    """Events in order."""

    kind: Literal["chronicle"]
    id: Id
    title: Name = Field(description="Title of the page.")
    chronicle: Mapping[Id, Event] = Field(description="Event id → event.")
'''
KIND = '''"""A page of events in their order."""

from rcwkit.diagnostics import Diagnostic
from rcwkit.document.blocks import DocumentPart, Pane, Paragraph, document
from rcwkit.document.blocks import Section as Titled
from rcwkit.kinds.kind import File, Kind, Rows, Section, made_from
from rcwkit.kinds.chronicle.model import Event, Chronicle


def _check(game):
    for source, chronicle in game.all(Chronicle):
        for name, event in chronicle.chronicle.items():
            if not event.date[:1].isdecimal():
                yield Diagnostic("W200", f"'{event.date}' is not a year", source.at("chronicle", name, "date"))


def _files(game):
    def lay_out(one):
        blocks = []
        for event in one.chronicle.values():
            pane = Pane((Paragraph(event.text),), picture=event.picture or "")
            blocks.append(Titled(event.date, ((pane,),)))
        return document(game, one.title, (DocumentPart(one.title, tuple(blocks)),))

    return [
        File(f"chronicle-{one.id}", one.title, lambda setter, paper, one=one: lay_out(one), made_from("chronicle"))
        for _, one in game.all(Chronicle)
    ]


def _sections(game, book):
    parts = [
        DocumentPart(one.title, tuple(Paragraph(event.text) for event in one.chronicle.values()))
        for _, one in game.all(Chronicle)
    ]
    yield Section("chronicle", "Chronicle", document(game, "Chronicle", parts))


KIND = Kind(
    Chronicle,
    _check,
    _files,
    names=lambda game: [item.value.text for item in game[Event].values()],
    holds=lambda game: {"events": len(game[Event])},
    sections=_sections,
    listed=lambda one: [Rows(f"chronicle-{one.id}", ("chronicle",))],
    on_table=True,
)
'''
DOCUMENT = """\
kind: chronicle
id: year
title: The year 1918
chronicle:
  march: {date: "1918", text: Peace at Brest., picture: tower}
  later: {date: soon, text: Something happens.}
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program with a kind of its own, and a small game that uses it."""
    home = tmp_path_factory.mktemp("own")
    shutil.copytree(ROOT / "generator", home / "generator", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("templates", "fonts"):
        (home / name).symlink_to(ROOT / name)
    (home / "data").mkdir()
    package = home / "generator" / "rcwkit" / "kinds" / "chronicle"
    package.mkdir()
    (package / "__init__.py").write_text('"""What happened when."""\n', encoding="utf-8")
    (package / "model.py").write_text(MODEL, encoding="utf-8")
    (package / "kind.py").write_text(KIND, encoding="utf-8")
    write(home / "toy", {"game.yaml": TOY["game.yaml"], "chronicle.yaml": DOCUMENT})
    return home


def run(checkout: Path, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rcwkit", *arguments]
    environment = {"PYTHONPATH": str(checkout / "generator"), "PATH": "/usr/bin:/bin", "HOME": str(checkout)}
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done


def test_its_page_is_in_the_kit(checkout: Path) -> None:
    run(checkout, "build", "toy", "--out", "out")
    assert (checkout / "out" / "toy" / "chronicle-year.pdf").read_bytes().startswith(b"%PDF")
    facts = json.loads((checkout / "out" / "toy" / "manifest.json").read_text("utf-8"))
    assert "chronicle-year.pdf" in facts["outputs"]
    script = """
from rcwkit.document.look import PageLook
from rcwkit.document.setting import slabs
from rcwkit.kinds.kind import files_of
(file,), setter = files_of(game, "chronicle"), game.setter()
for block in file.lay_out(setter, None).parts[0].blocks:
    print("Path(" in repr([*slabs(block, PageLook(setter), 300.0)]))
"""
    assert said_by(checkout, script).split() == ["True", "False"], "the picture of the first event is drawn"


def test_its_check_is_run(checkout: Path) -> None:
    said = run(checkout, "check", "toy", "--strict", code=1).stderr
    assert "toy/chronicle.yaml:6:17: warning[W200]: 'soon' is not a year" in said


def test_its_references_and_ids_are_checked(checkout: Path) -> None:
    wrong = DOCUMENT.replace("text: Peace", "side: nobody, text: Peace")
    again = DOCUMENT.replace("id: year", "id: other")
    write(checkout / "wrong", {"game.yaml": TOY["game.yaml"], "a.yaml": wrong, "b.yaml": again})
    said = run(checkout, "check", "wrong", code=2).stderr
    assert "a.yaml:5:31: error[E220]: unknown side or faction 'nobody'" in said
    assert "error[E201]: chronicle 'march' is defined twice" in said


def test_its_schema_is_that_of_its_model(checkout: Path) -> None:
    schema = json.loads(run(checkout, "schema", "chronicle").stdout)
    assert set(schema["properties"]) == {"kind", "id", "title", "chronicle"}
    assert schema["$defs"]["Event"]["properties"]["date"]["description"] == "When it happened."


def test_its_keys_are_in_the_reference(checkout: Path) -> None:
    pages = said_by(checkout, "from rcwkit.screens.manual import reference\nprint(reference())")
    _, _, page = pages.partition("<summary><code>kind: chronicle</code> – ")
    assert page.startswith("Events in order.</summary>")
    assert "| **`date`** | line | When it happened." in page


def said_by(checkout: Path, script: str) -> str:
    """Return what a script prints that runs with the program's copy, with the game as `game`."""
    head = "from pathlib import Path\nfrom rcwkit.game.loader import load\nfrom rcwkit.source.project import Project\n"
    command = [sys.executable, "-c", f"{head}project = Project(Path('toy'))\ngame = load(project)\n{script}"]
    environment = {"PYTHONPATH": str(checkout / "generator"), "PATH": "/usr/bin:/bin", "HOME": str(checkout)}
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_its_entries_are_in_the_index_and_counted(checkout: Path) -> None:
    script = """
from rcwkit.game.catalogue import describe
from rcwkit.kinds.guide.index import index_sheet
from rcwkit.kinds.guide.say import Component, PageWords
words = (PageWords("", "march: peace at brest."),)
(part,) = index_sheet(game, [Component("chronicle-year.pdf", "", "document", 1, 1, words=words)]).parts
print(*(getattr(block, "name", "") for block in part.blocks), describe(game)["holds"])
"""
    assert said_by(checkout, script).split("\n")[0].strip() == "Peace at Brest. {'events': 2}"


def test_it_is_a_section_of_the_companion(checkout: Path) -> None:
    run(checkout, "companion", "toy", "--out", "companion.html")
    page = (checkout / "companion.html").read_text("utf-8")
    assert '<a href="#chronicle">Chronicle</a>' in page
    assert "Peace at Brest." in page.partition('<section class="page" id="chronicle"')[2]


def test_the_workbench_shows_its_pages(checkout: Path) -> None:
    script = """
from rcwkit.screens.preview.workshop import Workshop
workshop = Workshop("toy")
workshop.refresh()
print(*(one["stem"] for one in workshop.state()["components"]))
"""
    assert "chronicle-year" in said_by(checkout, script).split()


def test_its_entries_are_exported_as_a_sheet_and_its_pages_to_virtual_tables(checkout: Path) -> None:
    run(checkout, "export", "csv", "toy", "--out", "sheets")
    (sheet,) = (checkout / "sheets").rglob("chronicle-year.csv")
    assert sheet.read_text("utf-8-sig").splitlines()[1] == "march,1918,Peace at Brest.,tower"
    script = "from rcwkit.export.table import charts_of\nprint(*charts_of(project, game, []).pages)"
    assert said_by(checkout, script) == "The year 1918\n"


def test_a_misspelt_kind_is_told_of_it(checkout: Path) -> None:
    game = {"game.yaml": TOY["game.yaml"], "chronicle.yaml": DOCUMENT.replace("kind: chronicle", "kind: chronicl")}
    write(checkout / "misspelt", game)
    assert "did you mean 'chronicle'?" in run(checkout, "check", "misspelt", code=2).stderr
