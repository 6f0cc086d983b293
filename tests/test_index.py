from __future__ import annotations

from pathlib import Path

import pytest
from rcwkit.document.blocks import Entry, Heading
from rcwkit.frame import Group, Sheet, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.guide.index import index_sheet
from rcwkit.kinds.guide.say import Component, PageWords
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import INDEX, Options, make, words_of
from rcwkit.kit.pipeline import indexed, last
from rcwkit.source.project import Project
from tests_support import TOY, write

TERMS = "credits: Nobody's.\nterms: {Loss: [VP loss, death], Army: [], Nowhere: [gone]}\n"


@pytest.fixture
def toy(tmp_path: Path) -> Game:
    files = {**TOY, "game.yaml": TOY["game.yaml"].replace("credits: Nobody's.\n", TERMS)}
    return load(Project(write(tmp_path / "toy", files), shown="toy"))


def component(name: str, *pages: tuple[str, str]) -> Component:
    return Component(f"{name}.pdf", name, "document", len(pages), 1, words=tuple(PageWords(*page) for page in pages))


def entries(game: Game, *components: Component) -> dict[str, str]:
    (part,) = index_sheet(game, components).parts
    return {block.name: block.where.replace("\xa0", " ") for block in part.blocks if isinstance(block, Entry)}


def test_a_name_is_listed_with_every_page_that_says_it(toy: Game) -> None:
    found = entries(
        toy,
        component("aids", ("", "at petrozavodsk"), ("", "not there")),
        component("folder-turn", ("", "petrozavodsk.")),
    )
    assert found["Petrozavodsk"] == "aids 1 · turn 1"


def test_files_with_a_name_in_a_heading_come_first_and_their_pages_are_in_order(toy: Game) -> None:
    found = entries(
        toy,
        component("rolls", ("", "turn 9")),
        component("aids", ("", "turn 9 comes"), ("turn 9", "turn 9")),
        component("charts", ("", "turn 9")),
    )
    assert found["Turn 9"] == "aids 1, 2 · rolls 1 · charts 1"


def test_a_name_within_a_word_is_not_found(toy: Game) -> None:
    assert "Ukraine" not in entries(toy, component("aids", ("", "in all ukrainelands red")))


def test_terms_are_found_by_their_other_words_which_lead_to_them(toy: Game) -> None:
    found = entries(toy, component("aids", ("", "a vp loss"), ("", "death")))
    assert found["Loss"] == "aids 1, 2"
    assert (found["death"], found["VP loss"]) == ("see Loss", "see Loss")
    assert not {"Nowhere", "gone", "Army"} & set(found)


def test_a_name_in_two_spellings_has_one_entry(tmp_path: Path) -> None:
    files = {**TOY, "game.yaml": TOY["game.yaml"].replace("credits:", "terms: {PETROZAVODSK: []}\ncredits:")}
    game = load(Project(write(tmp_path / "two", files), shown="two"))
    found = entries(game, component("aids", ("", "petrozavodsk")))
    assert [name for name in found if name.casefold() == "petrozavodsk"] == ["PETROZAVODSK"]


def test_pages_22_every_page_is_listed_once_however_many(toy: Game) -> None:
    """Bug: entries of more than six pages ended in "…"."""
    found = entries(toy, component("aids", *[("", "norlinsk")] * 9), component("charts", ("", "norlinsk")))
    assert found["Norlinsk"] == "aids 1, 2, 3, 4, 5, 6, 7, 8, 9 · charts 1"


def test_a_file_stays_on_one_line_with_its_first_page(toy: Game) -> None:
    (part,) = index_sheet(toy, [component("folder-turn", ("", "norlinsk")), component("aids", ("", "norlinsk"))]).parts
    (where,) = (block.where for block in part.blocks if isinstance(block, Entry) and block.name == "Norlinsk")
    assert where.split(" ") == ["turn\xa01\xa0·", "aids\xa01"]


def test_sheets_of_one_page_are_listed_as_they_are_numbered(toy: Game) -> None:
    """Bug: in large print the index named sheets by their place in the file, which no sheet says."""
    words = [PageWords("", "there", "1a"), PageWords("", "petrozavodsk", "1b"), PageWords("", "petrozavodsk", "2")]
    found = entries(toy, Component("folder-turn.pdf", "Turn", "document", 3, 3, words=tuple(words)))
    assert found["Petrozavodsk"] == "turn 1b, 2"


def test_entries_stand_under_their_letters_in_order(toy: Game) -> None:
    (part,) = index_sheet(toy, [component("aids", ("", "red white petrograd"))]).parts
    said = [
        block.text if isinstance(block, Heading) else block.name
        for block in part.blocks
        if isinstance(block, Heading | Entry)
    ]
    assert said == ["P", "Petrograd", "R", "Red", "W", "White"]


def test_a_short_index_has_wider_columns(toy: Game) -> None:
    (part,) = index_sheet(toy, [component("aids", ("", "red white petrograd"))]).parts
    assert part.columns == 2


def test_a_bare_chart_is_found_on_its_page(toy: Game) -> None:
    assert entries(toy, component("folder-turn", ("", "")))["Turn 9"] == "turn 1"


def test_words_of_a_page_are_those_drawn_and_large_bold_ones_are_headings() -> None:
    inner = Group((Text(0, 0, "SMALL  Head", "narrow-bold", 6, "#000000"),), scale=2)
    sheet = Sheet(100, 100, (Text(0, 0, "Words", "sans", 12, "#000000"), inner), "sheet 1 of 1")
    assert words_of([sheet]) == (PageWords("small head", "words small head"),)


def test_a_kit_has_an_index_of_its_files_for_the_table(toy: Game) -> None:
    made = [
        make(toy, file, Options())
        for file in files_of(toy)
        if file.kind in ("aids", "counters", "rulings", "tracks", "procedures")
    ]
    listed = [one.about.component for one in made]
    index = last(toy, INDEX, listed, Options())
    assert (index.name, index.about.component.pages) == ("index.pdf", 1)
    assert not any(component.name == "rolls.pdf" for component in indexed(listed))
    assert indexed(listed[:2]) == ()
