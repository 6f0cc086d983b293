"""Charts of virtual tables: which documents go along, the names of their pages, and the pages of the help menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from exports_support import SHELF, shelf
from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings
from rcwkit.dice.settle import settle
from rcwkit.export import table as charts
from rcwkit.export.make import helps_of, told
from rcwkit.export.table import Charts, TablePage, charts_of
from rcwkit.game.loader import load
from rcwkit.kinds.guide.say import Component, PageWords
from rcwkit.kit.build import About, Made
from rcwkit.kit.pipeline import kit_of
from rcwkit.sheets.pictures import Bookmark
from rcwkit.source.project import Project
from tests_support import write

Documents = Callable[[int, Sequence[Bookmark]], None]
TITLES = ["All charts", "Checklists", "Sheet", "Quick references", "Player folder"]
RULINGS = """kind: rulings
id: rulings
source: Toy rules
rulings:
  totals:
    type: total
    title: Totals & sums
    places: [{rule: "1", says: two *or* <b>}, {rule: "2 & 3", says: "{mark red} three"}]
    prints: The :port:.
  gap: {type: gap, title: Gap, places: [{rule: "9", says: none}], prints: Agree.}
"""


def document(title: str, **made: Any) -> Callable[..., Any]:
    component = Component(f"{title}.pdf", title, "document", 2, 2)
    diagnostics = made.pop("diagnostics", ())
    about = About(component, diagnostics=diagnostics)
    return lambda planned: Made(about, **{"contents": title.encode(), **made})


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Documents:
    """Return a function that makes documents of so many pages with these bookmarks, without setting any."""
    monkeypatch.setattr(charts, "setup_sheet", lambda game, settled, options: settled.id.encode())
    monkeypatch.setattr(charts, "do", lambda one: document(kit_of(one).file(one).title)(one))
    monkeypatch.setattr(charts, "png", lambda page, dpi: f"{page}, {dpi}".encode())

    def set_them(count: int, marks: Sequence[Bookmark]) -> None:
        numbers = range(1, count + 1)
        monkeypatch.setattr(charts, "pages", lambda data, dpi: [f"{data.decode()} {one} at {dpi}" for one in numbers])
        monkeypatch.setattr(charts, "bookmarks", lambda data: marks)

    return set_them


def test_pages_know_the_part_of_their_document(tmp_path: Path, drawn: Documents) -> None:
    project = shelf(tmp_path)
    drawn(4, [Bookmark(0, "Turn", 0), Bookmark(1, "Sky", 0), Bookmark(0, "Odds", 2), Bookmark(1, "Dice", 3)])
    assert [page.part for page in charts_of(project, load(project), ()).pages["Sheet"]] == [0, 0, 1, 1]


def names(project: Project, title: str = "All charts") -> list[str]:
    return [page.name for page in charts_of(project, load(project), ()).pages[title]]


def test_charts_are_the_set_up_and_all_that_is_looked_up_in_play(tmp_path: Path, drawn: Documents) -> None:
    project = shelf(tmp_path)
    game = load(project)
    drawn(2, [])
    found = charts_of(project, game, ())
    assert [*found.pages] == TITLES
    assert [one.name for one in found.components] == TITLES
    assert found.pages["Sheet"] == (
        TablePage("Page", b"Sheet 1 at 110, 110"),
        TablePage("Page (2)", b"Sheet 2 at 110, 110"),
    )
    settled = settle(game, "campaign")
    begun = charts_of(project, game, [settled]).pages
    assert [*begun] == ["Set-up sheet", *TITLES]
    assert begun["Set-up sheet"][1] == TablePage("Page (2)", b"campaign 2 at 110, 110")
    assert [*charts_of(project, game, [settled, settled]).pages] == ["Set-up sheet: Campaign", *TITLES]


def test_charts_stand_alone_if_that_is_all_of_them(tmp_path: Path, drawn: Documents) -> None:
    files = {name: text for name, text in SHELF.items() if name not in ("aids.yaml", "folder.yaml")}
    project = Project(write(tmp_path / "few", files), shown="few")
    drawn(1, [])
    assert [*charts_of(project, load(project), ()).pages] == ["Charts", "Checklists"]


def test_documents_that_were_not_set_have_no_pages(
    tmp_path: Path, drawn: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = shelf(tmp_path)
    drawn(1, [])
    warned = [Diagnostic("W310", "wide", Span("charts.yaml", 3))]
    monkeypatch.setattr(charts, "do", document("Note", contents=b"", diagnostics=warned))
    assert set(charts_of(project, load(project), ()).pages.values()) == {()}


def test_charts_that_cannot_be_made_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = shelf(tmp_path)
    monkeypatch.setattr(charts, "do", document("", contents=b"", missing="install Pango"))
    with pytest.raises(Surroundings, match=r"^install Pango$"):
        charts_of(project, load(project), ())
    found = [Diagnostic("E310", "too long", Span("charts.yaml", 3))]
    monkeypatch.setattr(charts, "do", document("", contents=b"", diagnostics=found))
    with pytest.raises(InputError) as caught:
        charts_of(project, load(project), ())
    assert caught.value.diagnostics == found


def test_charts_are_the_same_in_several_processes(tmp_path: Path) -> None:
    project = shelf(tmp_path)
    game = load(project)
    assert charts_of(project, game, (), 2) == charts_of(project, game, ())


def test_a_page_is_named_by_what_begins_on_it(tmp_path: Path, drawn: Documents) -> None:
    long = "W" * 32
    extra = f"""kind: tables
id: more
title: More
source: Toy rules
tables:
  sea: {{title: Turn 9 at sea, rows: {{1: one}}}}
  wide: {{title: {long}, rows: {{1: one}}}}
"""
    project = Project(write(tmp_path / "shelf", SHELF | {"extra.yaml": extra}), shown="shelf")
    marks = [
        *(Bookmark(0, "All charts", 1), Bookmark(2, "Weather8.1", 1), Bookmark(1, "Turn 9", 1), Bookmark(1, "No", 1)),
        *(Bookmark(0, "All again", 3), Bookmark(1, "Turn 9 at sea12.3", 4), Bookmark(1, f"{long}4", 5)),
        *(Bookmark(1, f"New {long}", 6), Bookmark(1, "The last line to be cut at a gap here", 7)),
    ]
    drawn(9, marks)
    # The highest section counts, but for the title of the document if there are others.
    assert names(project) == [
        *("Page", "Turn 9", "Turn 9 (2)", "All again", "Turn 9 at sea", long),
        *(f"New {'W' * 27}…", "The last line to be cut at a ga…", "The last line to be cut at a ga… (2)"),
    ]


def test_pages_of_one_name_are_numbered(tmp_path: Path, drawn: Documents) -> None:
    turns = ["Weather", "Weather at sea", "Turn 9", "Weather", "Turn 9", "Weather"]
    drawn(6, [Bookmark(1, title, page) for page, title in enumerate(turns)])
    project = shelf(tmp_path)
    wanted = ["Weather", "Weather (2)", "Turn 9", "Weather (3)", "Turn 9 (2)", "Weather (4)"]
    assert names(project) == wanted


def test_names_that_only_begin_alike_are_not_numbered(tmp_path: Path, drawn: Documents) -> None:
    drawn(3, [Bookmark(1, title, page) for page, title in enumerate(["Raid", "Raiders", "Raid on Baku"])])
    assert names(shelf(tmp_path)) == ["Raid", "Raiders", "Raid on Baku"]


def test_a_tab_cuts_a_long_name_before_a_space(tmp_path: Path, drawn: Documents) -> None:
    drawn(1, [Bookmark(1, f"{'W' * 30} and more", 0)])
    assert names(shelf(tmp_path)) == [f"{'W' * 30}…"]


def test_charts_are_those_of_the_game_that_is_at_hand(tmp_path: Path, drawn: Documents) -> None:
    project = shelf(tmp_path)
    drawn(1, [])
    game = load(project)
    aids = tmp_path / "shelf" / "aids.yaml"
    aids.write_text(aids.read_text(encoding="utf-8").replace("title: Sheet", "title: Other"), encoding="utf-8")
    assert charts_of(project, game, ()).pages["Sheet"] == (TablePage("Page", b"Sheet 1 at 110, 110"),)


def test_the_help_menu_has_an_index_of_the_charts(tmp_path: Path) -> None:
    # "weather" stands in a heading, so its page is bold on paper.
    words = (PageWords("", "pskov"), PageWords("weather", "weather north"))
    files = {name: text for name, text in SHELF.items() if name != "rulings.yaml"}
    game = load(Project(write(tmp_path / "shelf", files), shown="shelf"))
    component = Component("R & D", "All charts", "document", 2, 2, words=words)
    assert helps_of(game, Charts({}, [component])) == {
        "Index": "<p>Window and tab of the charts.</p><table><tr><td>North</td><td>R\xa0&amp;\xa0D\xa02</td></tr>"
        "<tr><td>Pskov</td><td>R\xa0&amp;\xa0D\xa01</td></tr>"
        "<tr><td>Weather</td><td>R\xa0&amp;\xa0D\xa02</td></tr></table>",
    }
    assert helps_of(game, Charts()) == {}


def test_the_help_menu_has_the_rulings(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path / "shelf", SHELF | {"rulings.yaml": RULINGS}), shown="shelf"))
    assert helps_of(game, Charts()) == {
        "Rulings": "<h3>1. Totals &amp; sums</h3><ul><li>1: two or &lt;b&gt;</li>"
        "<li>2 &amp; 3: red three</li></ul><p>The port.</p>"
        "<h3>2. Gap</h3><ul><li>9: none</li></ul><p>Agree.</p>"
    }


def test_pages_of_the_help_menu_can_be_plain_text() -> None:
    page = "<h3>1. A &amp; B</h3><ul><li>1: two</li><li>2: x &lt; y</li></ul><p>So <b>be</b> it.</p>"
    assert told(page) == "1. A & B\n1: two\n2: x < y\nSo be it."
    rows = "<table><tr><td>Pskov</td><td>Map 1</td></tr><tr><td>Weather</td><td>Charts 2</td></tr></table>"
    assert told(f"<p>Index</p>{rows}") == "Index\nPskov: Map 1\nWeather: Charts 2"
