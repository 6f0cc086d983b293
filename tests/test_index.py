from __future__ import annotations

from pathlib import Path

import pytest
from rcwkit.dice.places import place_names
from rcwkit.document.blocks import Entry, Heading
from rcwkit.frame import Group, Sheet, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.guide.index import index_sheet
from rcwkit.kinds.guide.say import Component, PageWords
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import INDEX, make, words_of
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import indexed, last
from rcwkit.source.project import Project
from tests_support import TOY, WriteGame, write

TERMS = "credits: Nobody's.\nterms: {Loss: [VP loss, death], Army: [], Nowhere: [gone]}\n"


@pytest.fixture
def toy(tmp_path: Path) -> Game:
    places = TOY["places.yaml"].replace("715: Petrozavodsk", "715: {name: Petrozavodsk, port: true}")
    places = places.replace("638: Norlinsk", "638: {name: Norlinsk, vc: true}")
    files = {**TOY, "game.yaml": TOY["game.yaml"].replace("credits: Nobody's.\n", TERMS), "places.yaml": places}
    return load(Project(write(tmp_path / "toy", files), shown="toy"))


def component(name: str, *pages: tuple[str, ...]) -> Component:
    return Component(f"{name}.pdf", name, "document", len(pages), 1, words=tuple(PageWords(*page) for page in pages))


def entries(game: Game, *components: Component) -> dict[str, str]:
    blocks = [block for part in index_sheet(game, components).parts for block in part.blocks]
    return {block.name: block.where.replace("\xa0", " ") for block in blocks if isinstance(block, Entry)}


def test_a_name_is_listed_with_every_page_that_says_it(toy: Game) -> None:
    found = entries(
        toy,
        component("aids", ("", "at petrozavodsk"), ("", "not there")),
        component("folder-turn", ("", "petrozavodsk.")),
    )
    assert found["Petrozavodsk"] == "aids 1 · turn 1"


def test_files_are_in_the_order_of_the_kit_and_pages_with_a_heading_are_bold(toy: Game) -> None:
    found = entries(
        toy,
        component("rolls", ("", "turn 9")),
        component("aids", ("", "turn 9 comes", "", "turn 9"), ("turn 9", "turn 9")),
        component("charts", ("", "turn 9", "", "turn 9")),
    )
    assert found["Turn 9"] == "aids 1, **2** · charts 1"


def test_what_lies_at_the_seat_stands_before_what_is_put_away(triumph: Game) -> None:
    """Bug: of a term of play the index named the checklist of the set-up first."""
    found = entries(
        triumph,
        component("setup-campaign", ("", "petliura")),
        component("checklists", ("", "petliura")),
        component("folder-folder", ("", "petliura")),
    )
    assert found["Petliura"].split(" · ")[0] == "folder 1"


def test_counters_are_not_in_the_index() -> None:
    sheet, mix = (component(name, ("", "a"))._replace(pages=9) for name in ("a", "b"))
    assert [one.name for one in indexed([sheet, mix._replace(form="counters")])] == ["a.pdf"]


def test_cards_are_in_an_index_but_ask_for_none() -> None:
    sheet, deck = (component(name, ("", "a")) for name in ("a", "b"))
    cards = deck._replace(pages=20, form="cards")
    assert indexed([sheet, cards]) == ()
    assert [one.name for one in indexed([sheet._replace(pages=9), cards])] == ["a.pdf", "b.pdf"]


def test_a_page_over_two_sheets_asks_for_an_index_once() -> None:
    large = component("a", ("", "a"))._replace(pages=10, labels=("1a", "1b", "2a", "2b", *("",) * 6))
    assert large.told == 8 and indexed([large]) == ()


def test_beside_a_heading_pages_that_only_mention_a_name_are_left_out(tmp_path: Path) -> None:
    """Bug: the mines of an order of battle, a box to tick, stood before the page that explains them."""
    game = named(tmp_path, "Mines: []", "Officer: []")
    found = entries(
        game,
        component("sheets", ("", "breakdowns, mines officer"), ("", "an officer", "", "officer")),
        component("rules", ("mines", "mines"), ("", "mines: a die each", "", "mines:")),
    )
    assert found == {"Mines": "rules **1**, 2", "Officer": "sheets 1–2"}


def test_pages_in_a_row_with_a_heading_count_once(tmp_path: Path) -> None:
    """Bug: where gauges took one page more, as on Letter, cavalry was found on them alone."""
    told = ("", "cavalry moves", "", "cavalry")
    found = entries(
        named(tmp_path, "Cavalry: []"),
        component("rules", told, told),
        component("sheets", told, ("", ""), told),
        component("gauges", *[("cavalry", "cavalry")] * 3),
    )
    assert found == {"Cavalry": "gauges **1–3** · rules 1–2 · sheets 1, 3"}


def test_a_name_within_a_word_is_not_found(toy: Game) -> None:
    assert "Ukraine" not in entries(toy, component("aids", ("", "in all ukrainelands red")))


def test_terms_are_found_by_their_other_words_which_lead_to_them(toy: Game) -> None:
    found = entries(toy, component("aids", ("", "a vp loss"), ("", "death")))
    assert found["Loss"] == "aids 1–2"
    assert (found["death"], found["VP loss"]) == ("see Loss", "see Loss")
    assert not {"Nowhere", "gone", "Army"} & set(found)


def test_a_name_in_two_spellings_has_one_entry(tmp_path: Path) -> None:
    files = {**TOY, "game.yaml": TOY["game.yaml"].replace("credits:", "terms: {PETROZAVODSK: []}\ncredits:")}
    game = load(Project(write(tmp_path / "two", files), shown="two"))
    found = entries(game, component("aids", ("", "petrozavodsk")))
    assert [name for name in found if name.casefold() == "petrozavodsk"] == ["PETROZAVODSK"]


def test_pages_22_every_page_is_listed_once_however_many(toy: Game) -> None:
    """Bug: entries of more than six pages ended in "…"."""
    found = entries(
        toy, component("aids", *[("", "norlinsk")] * 9, *[("", "")] * 20), component("charts", ("", "norlinsk"))
    )
    assert found["Norlinsk"] == "aids 1–9 · charts 1"


def test_a_file_stays_on_one_line_with_its_first_page(toy: Game) -> None:
    (part,) = index_sheet(toy, [component("folder-turn", ("", "norlinsk")), component("aids", ("", "norlinsk"))]).parts
    (where,) = (block.where for block in part.blocks if isinstance(block, Entry) and block.name == "Norlinsk")
    assert where.split(" ") == ["turn\xa01\xa0·", "aids\xa01"]


def test_sheets_of_one_page_are_listed_as_they_are_numbered(toy: Game) -> None:
    """Bug: in large print the index named sheets by their place in the file, which no sheet says."""
    words = [PageWords("", "there", "1a"), PageWords("", "petrozavodsk", "1b"), PageWords("", "petrozavodsk", "2")]
    found = entries(toy, Component("folder-turn.pdf", "Turn", "document", 3, 3, words=tuple(words)))
    assert found["Petrozavodsk"] == "turn 1b, 2"


def test_entries_stand_under_their_letters_in_order(tmp_path: Path) -> None:
    terms = ", ".join(f"{letter}{number}xx: []" for letter in "abc" for number in range(30))
    files = {**TOY, "game.yaml": TOY["game.yaml"].replace("credits:", f"terms: {{{terms}}}\ncredits:")}
    game = load(Project(write(tmp_path / "many", files), shown="many"))
    (part,) = index_sheet(game, [component("aids", ("", terms.replace(":", " ")))]).parts
    assert [block.text for block in part.blocks if isinstance(block, Heading)] == ["A", "B", "C"]
    assert part.columns == 3


def test_a_short_index_is_a_block_without_letters(toy: Game) -> None:
    (part,) = index_sheet(toy, [component("aids", ("", "red white petrozavodsk death"))]).parts
    assert [block.name for block in part.blocks if isinstance(block, Entry)] == [
        "death",
        "Loss",
        "Petrozavodsk",
        "VP loss",
    ]
    assert (len(part.blocks), part.columns) == (4, 3)


def named(tmp_path: Path, *terms: str) -> Game:
    """Return the small game with these terms."""
    files = {**TOY, "game.yaml": TOY["game.yaml"].replace("credits:", f"terms: {{{', '.join(terms)}}}\ncredits:")}
    return load(Project(write(tmp_path / "named", files), shown="named"))


def test_singular_and_plural_are_one_entry(tmp_path: Path) -> None:
    found = entries(
        named(tmp_path, "Sniper: []", "Snipers: []", "City: []", "Cities: []"),
        component("a", ("", "a sniper")),
        component("b", ("", "snipers of cities")),
    )
    assert {name: where for name, where in found.items() if name[0] in "SC"} == {"Sniper": "a 1 · b 1", "City": "b 1"}


def test_what_stands_in_brackets_does_not_make_another_entry(tmp_path: Path) -> None:
    found = entries(
        named(tmp_path, "Belarus: []", "'Belarus (2)': []", "'Losses (to fill in)': []"),
        component("a", ("", "belarus losses")),
    )
    assert found == {"Belarus": "a 1", "Losses": "a 1"}


def test_a_name_within_a_longer_one_is_not_meant(tmp_path: Path) -> None:
    game = named(tmp_path, "Ukraine: []", "West Ukraine: []")
    found = entries(game, component("a", ("", "west ukraine")), component("b", ("", "ukraine and west ukraine")))
    assert (found["Ukraine"], found["West Ukraine"]) == ("b 1", "a 1 · b 1")


def test_parts_of_one_thing_are_set_in_below_it(tmp_path: Path) -> None:
    game = named(
        tmp_path, "APT: [Priority Table]", "'Priority Table (APT), Red': []", "'Priority Table (APT), White': []"
    )
    pages = component("a", ("", "priority table , red"), ("", "priority table, red"), ("", "priority table, white apt"))
    (part,) = index_sheet(game, [pages]).parts
    found = [
        (block.name, block.where.replace("\xa0", " "), block.within)
        for block in part.blocks
        if isinstance(block, Entry)
    ]
    assert found == [
        ("APT", "a 1–3", False),
        ("Red", "a 2", True),
        ("White", "a 3", True),
        ("Priority Table", "see APT", False),
    ]


def test_an_entry_begins_with_a_word(tmp_path: Path) -> None:
    assert set(entries(named(tmp_path, "1918 scenario: []"), component("a", ("", "the 1918 scenario")))) == {
        "scenario 1918"
    }


def test_a_name_on_most_pages_without_a_heading_tells_nothing(tmp_path: Path) -> None:
    game = named(tmp_path, "Army: []", "Dead box: []")
    pages = [("", "army dead box")] * 11 + [("dead box", "army dead box")]
    assert entries(game, component("a", *pages)) == {"Dead box": "a **12**"}


def test_marks_of_cards_are_found_where_they_are_told_of_in_their_order(write_game: WriteGame) -> None:
    """Bug: players could not look up W8: names of less than three letters were left out, and cards have only titles."""
    cards = "\n".join(f"  {mark}: {{title: A card, number: {mark}}}" for mark in ("W10", "W8", "7b", "12"))
    deck = f"kind: cards\nid: d\ntitle: D\nsource: s\nback: {{title: B}}\ncards:\n{cards}\n"
    found = entries(
        load(write_game({**TOY, "cards.yaml": deck})),
        component("sheets", ("", "w8 w10 7b 12"), ("w8", "w8")),
        component("rules", ("", "w10, 7b, 12; w8 locks", "", "w8")),
    )
    assert [*found.items()] == [("W8", "sheets 2 · rules 1"), ("W10", "sheets 1 · rules 1")]


def test_what_only_set_ups_list_needs_no_entry(tmp_path: Path) -> None:
    game = named(tmp_path, "Kazan: []", "Perm: []")
    found = entries(game, component("setup-x", ("kazan", "kazan perm")), component("rules", ("", "perm counts")))
    assert found == {"Perm": "set-up 1 · rules 1"}


def test_other_words_that_begin_alike_need_no_entry(tmp_path: Path) -> None:
    found = entries(named(tmp_path, "Withdrawal: [withdraw, go home]"), component("a", ("", "withdraw")))
    assert found == {"Withdrawal": "a 1", "go home": "see Withdrawal"}


def test_places_are_those_that_rules_speak_of(write_game: WriteGame) -> None:
    game = load(
        write_game(
            {**TOY, "places.yaml": TOY["places.yaml"].replace("Petrozavodsk", "{name: Petrozavodsk, port: true}")}
        )
    )
    names = [*place_names(game)]
    assert "Petrozavodsk" in names
    assert all(not name.isdecimal() for name in names)


def test_a_bare_chart_is_found_on_its_page(toy: Game) -> None:
    assert entries(toy, component("folder-turn", ("", "")))["Turn 9"] == "turn **1**"


def test_words_of_a_page_are_those_drawn_and_large_bold_or_italic_ones_are_headings() -> None:
    inner = Group((Text(0, 0, "SMALL  Head", "narrow-bold", 6, "#000000"),), scale=2)
    rest = [
        ("Words", "sans", 12),
        ("Told", "sans-bold", 9),
        ("Caption", "serif-italic", 9.4),
        ("aside", "sans-italic", 8),
    ]
    sheet = Sheet(100, 100, (*(Text(0, 0, *one, "#000000") for one in rest), inner), "sheet 1 of 1")
    said = PageWords("caption small head", "words told caption aside small head", strong="told small head")
    assert words_of([sheet]) == (said,)


def test_a_kit_has_an_index_of_its_files_for_the_table(toy: Game) -> None:
    made = [
        make(toy, file, Options())
        for file in files_of(toy)
        if file.kind in ("aids", "counters", "rulings", "tracks", "procedures")
    ]
    listed = [one.about.component._replace(pages=4) for one in made]
    index = last(toy, INDEX, index_sheet(toy, indexed(listed)), Options())
    assert (index.name, index.about.component.pages) == ("index.pdf", 1)
    assert not any(component.name == "rolls.pdf" for component in indexed(listed))
    assert indexed(listed[:1]) == ()
