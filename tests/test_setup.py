"""Set-up sheets and roll sheets: their contents, and how their lines and rolls are set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from blocks_support import said, told
from hypothesis import given, settings
from hypothesis import strategies as st
from log_support import describe
from rcwkit.art.theme import HOUSE, THEMES, Ink
from rcwkit.bundled import bundled
from rcwkit.dice.counters import Counter
from rcwkit.dice.model import Procedure
from rcwkit.dice.roll import prepare, rolled, seeded
from rcwkit.dice.settle import settle
from rcwkit.dice.setups import Scenario, Track
from rcwkit.dice.sources import Typed, code_of
from rcwkit.document.blocks import Block, Paragraph, Roll, Rolls, TextDocument
from rcwkit.document.deployed import Arrivals, Deployment, Key, Placed, arrivals, deployment, placed
from rcwkit.document.forms import rolls
from rcwkit.document.look import PageLook, Slab
from rcwkit.document.pages import sheets
from rcwkit.faces.counters import chip, numbered
from rcwkit.frame import MM, Frame, Item, Line, Rect, Text
from rcwkit.game.catalogue import games, locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.setup.say import roll_sheet, setup_sheet
from rcwkit.kinds.setup.say import rolls as said_of
from rcwkit.kit.checks import check
from rcwkit.sheets.paper import PAPERS
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import TOY, Golden, WriteGame, run, shipped, text_of
from ways_support import ways

COLUMN = 88 * MM


@pytest.fixture
def toy(write_game: WriteGame) -> Game:
    return load(write_game(TOY))


def sheet(game: Game, scenario: str = "campaign") -> TextDocument:
    return setup_sheet(game, settle(game, scenario), Setter())


def lines(blocks: tuple[Block, ...]) -> list[Placed]:
    return [line for block in blocks if isinstance(block, Deployment) for line in block.lines]


def deployments(blocks: tuple[Block, ...]) -> list[Deployment]:
    return [block for block in blocks if isinstance(block, Deployment)]


def words_of(frame: Frame) -> str:
    return " ".join(item.text for item in frame.items if isinstance(item, Text))


def words(slab: Slab) -> str:
    return " ".join(item.text.strip() for item, _ in extents(slab.items) if isinstance(item, Text))


def test_a_set_up_in_blocks(toy: Game, golden: Golden) -> None:
    golden("setup/blocks.txt", told(sheet(toy)))


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_set_up_as_drawn(toy: Game, golden: Golden, ink: Ink) -> None:
    setter = Setter(THEMES[ink])
    drawn = sheets(setup_sheet(toy, settle(toy, "campaign"), setter), PAPERS["a4"], setter, toy.owners, screen=True)
    assert setter.found == []
    golden(f"setup/{ink}.txt", "".join(map(describe, drawn)))


def test_a_set_up_has_a_page_for_each_side_and_a_bar_for_each_region(triumph: Game) -> None:
    pages = sheet(triumph).parts
    titles = ["Red sets up; all markers", "White sets up; Faction Control Table", "Central Powers; reinforcements"]
    assert [page.title for page in pages] == titles
    assert [page.page for page in pages] == ["1", "2", "3"], "as the index calls them"
    red = deployments(pages[0].blocks)
    assert [(block.title, block.aside) for block in red if block.owner] == [
        ("North", "7 counters"),
        ("East", "13 counters"),
        ("Urals North and Far East", "5 counters"),
        ("Central", "10 counters"),
        ("Don and Kuban", "7 counters"),
        ("Strategic reserve", "5 counters"),
    ]
    first, second = lines(pages[0].blocks)[:2]
    assert (first.number, first.text, first.about) == ("715", "Petrozavodsk", "Red · North: 715 Petrozavodsk")
    assert (len(second.chips), second.signs) == (2, ":resource::resource:")
    titles = [block.title for block in deployments(pages[1].blocks)]
    assert titles[:2] == ["Urals Central", "Urals North and East"] and "Czech Legion · Far East" in titles
    (box,) = (line for line in lines(pages[1].blocks) if line.about == "Faction Control Table: Red Influence")
    assert box.text == "**Red Influence:** Belarus, Turkistan"
    assert all("heading" not in text for text in said(pages)), "what was audited is for study"


def test_a_page_has_its_emblem_in_the_colour_of_its_side(triumph: Game) -> None:
    setter = triumph.setter()
    drawn = sheets(sheet(triumph), PAPERS["a4"], setter, triumph.owners, screen=False)
    emblems = [describe(page).split("polygon")[1] for page in drawn]
    colours = [triumph.owners[owner].colour for owner in ("red", "white", "central_powers")]
    assert [colour in emblem for colour, emblem in zip(colours, emblems, strict=True)] == [True] * 3


def test_the_key_shows_each_type_and_state_once(triumph: Game) -> None:
    (key,) = (block for page in sheet(triumph).parts for block in page.blocks if isinstance(block, Key))
    assert [name for name, _ in key.chips] == [
        "corps",
        "army",
        "reduced: on its back",
        "arrested",
        "wounded",
        "leader",
        "elite corps",
    ]
    assert ":victory:" in key.text and ":resource:" in key.text


def test_lines_have_a_map_of_their_places_where_the_game_says_where_they_are(triumph: Game, toy: Game) -> None:
    mapped = [block for page in sheet(triumph).parts for block in deployments(page.blocks) if block.owner]
    unknown = {"Socialist Revolutionaries · Urals North"}  # a single one
    assert {block.title for block in mapped if block.locator is None and not block.open} == unknown
    assert all(block.locator is None for block in deployments(sheet(toy).parts[0].blocks))


def test_a_set_up_takes_a_page_for_each_side_even_on_the_lower_paper(triumph: Game) -> None:
    setter = triumph.setter()
    made = setup_sheet(triumph, settle(triumph, "campaign"), setter)
    assert len(sheets(made, PAPERS["letter"], setter, triumph.owners)) == len(made.parts) == 3


def test_reserves_have_the_title_that_the_set_up_gives_them(write_game: WriteGame) -> None:
    named = TOY["setup.yaml"] + "reserve_title: Force pool\n"
    blocks = sheet(load(write_game({**TOY, "setup.yaml": named}))).parts[0].blocks
    assert [block.title for block in deployments(blocks) if block.open] == ["Red · Force pool"]


def test_lines_are_located_in_the_list_or_else_at_the_scenario(
    write_game: WriteGame,
) -> None:
    scenario = (
        TOY["scenarios.yaml"] + "  moved: {title: Moved, setup: campaign, change: {place: {701 Petrograd: [Ra2]}}}\n"
    )
    game = load(write_game({**TOY, "scenarios.yaml": scenario}))
    places = {line.text: line.at for line in lines(sheet(game, "moved").parts[0].blocks)}
    assert [(name, at.file.rpartition("/")[2], at.line) for name, at in places.items() if at] == [
        ("Petrozavodsk", "setup.yaml", 10),
        ("Petrograd", "setup.yaml", 11),
        ("", "setup.yaml", 14),
        ("**VP:** box 0", "setup.yaml", 16),
        ("**Neutral:** Ukraine", "setup.yaml", 18),
    ]
    scenario = scenario.replace("701 Petrograd: [Ra2]", "638 Norlinsk: [Ra1]")
    setup = TOY["setup.yaml"].replace("638 Norlinsk: [(Ra2)]", "701 Petrograd: [(Ra2)]")
    game = load(write_game({**TOY, "scenarios.yaml": scenario, "setup.yaml": setup}))
    (norlinsk,) = (line.at for line in lines(sheet(game, "moved").parts[0].blocks) if line.text == "Norlinsk")
    assert norlinsk and norlinsk.file.endswith("scenarios.yaml")


def test_a_set_up_says_its_note_and_counts_equal_counters(write_game: WriteGame) -> None:
    setup = (
        TOY["setup.yaml"]
        .replace("title: Campaign\n", "title: Campaign\nnote: After the thaw.\n")
        .replace("[Rc16]\n", "[Rc16 x2, Ra1]\n", 1)
    )
    game = load(write_game({**TOY, "setup.yaml": setup.replace("701 Petrograd: [Ra1]", "701 Petrograd: [Ra1, (Ra1)]")}))
    part, _ = sheet(game).parts
    assert part.note == "After the thaw."
    chips = [[frame.name for frame in line.chips] for line in lines(part.blocks)[:3]]
    assert chips == [["Rc16 chip", "Ra1 chip"], ["Ra1 chip", "Ra1 chip"], ["Ra2 chip"]]


ARRIVING = """kind: counters
id: more
title: More
source: Toy rules
side: red
counters:
  Ra8: {type: army, name: 8 Army, arrives: turn 12}
  Rc2: {type: corps, name: c2, copies: 3, arrives: turn 3}
  Ra9: {type: army, name: 9 Army, arrives: by choice}
  Rc4: {type: corps, name: c4, copies: 3, arrives: turn 12}
"""


def test_what_arrives_is_listed_by_side_in_the_order_of_turns(write_game: WriteGame) -> None:
    setup = TOY["setup.yaml"].replace("715 Petrozavodsk: [Rc16]", "715 Petrozavodsk: [Rc16, Rc4 x2]")
    scenario = (
        TOY["scenarios.yaml"]
        + "  alone: {title: Alone, setup: campaign, change: {without_forces: [white], without_units: [Ra9]}}\n"
    )
    game = load(write_game({**TOY, "more.yaml": ARRIVING, "setup.yaml": setup, "scenarios.yaml": scenario}))
    assert [found for found in check(game) if found.code[0] == "E"] == []

    def listed(scenario: str) -> dict[str, list[tuple[str, list[str]]]]:
        found: dict[str, list[tuple[str, list[str]]]] = {}
        for block in deployments(sheet(game, scenario).parts[1].blocks):
            found[block.title] = [(line.text, [words_of(frame) for frame in line.chips]) for line in block.lines]
        return found

    red = [("Turn 3", ["3 × c2"]), ("Turn 12", ["8 Army", "4 c"]), ("By choice", ["9 Army"])]
    assert listed("campaign") == {"Red": red, "White": [("Turn 2", ["1 Army"])]}
    assert listed("alone") == {"Red": red[:2]}


def test_a_set_up_of_everything_has_no_reinforcements(write_game: WriteGame) -> None:
    assert (
        len(sheet(load(write_game({**TOY, "white.yaml": TOY["white.yaml"].replace(", arrives: turn 2", "")}))).parts)
        == 1
    )


def test_a_set_up_takes_twice_its_pages_in_large_print(triumph: Game) -> None:
    """Bug: the last columns of what comes later took a seventh sheet."""
    setter = triumph.setter(large=True)
    made = sheets(setup_sheet(triumph, settle(triumph, "campaign"), setter), PAPERS["a4"], setter, triumph.owners)
    assert ([page.page for page in made], setter.found) == (["1a", "1b", "2a", "2b", "3a", "3b"], [])


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("title", ["Poland", "The army of the far south and of the mountains beyond it"])
def test_the_count_in_the_bar_of_a_region_is_never_crossed_by_its_edge(title: str, large: bool) -> None:
    """Bug: in large print a count of two lines rose out of its bar, whose rule crossed the second."""
    block = Deployment(
        title, (Placed("", "Kyiv", "Red: Kyiv"),), "6 armies · 21 corps · 2 leaders · 9 assets · 11 markers", "red"
    )
    theme = THEMES["full"].enlarged if large else THEMES["full"]
    first = next(iter(deployment(block, PageLook(Setter(theme)), 60 * MM)))
    ((_, top, _, bottom),) = [area for item, area in extents(first.items) if isinstance(item, Rect)][:1]
    said = [area for item, area in extents(first.items) if isinstance(item, Text) and item.text != "Kyiv"]
    assert len({round(area[1]) for area in said}) > 1, "more than a line"
    assert all(top <= above < below <= bottom for _, above, _, below in said)


def test_chips_grow_in_large_print(triumph: Game) -> None:
    frame = chip(triumph, triumph[Counter]["Ra1"], Setter())
    usual, large = (PageLook(Setter(theme), 0).chip(frame) for theme in (THEMES["full"], THEMES["full"].enlarged))
    assert large.width / usual.width == pytest.approx(large.height / usual.height) == pytest.approx(1.26, abs=0.1)


@pytest.mark.parametrize("name", [*games(), "new"])
def test_a_set_up_sheet_has_names_and_no_ids(name: str) -> None:
    game = load(locate(name) if name != "new" else Project(bundled("templates") / "new", shown="new"))
    setter = game.setter()
    scenarios = (scenario for scenario, item in game[Scenario].items() if item.value.setup is not None)
    found = [setup_sheet(game, settle(game, scenario), setter) for scenario in scenarios]
    for procedure, item in game[Procedure].items():
        for answers, _ in ways(item.value)[:1]:
            code, dice = seeded(code_of(bytes(16)))
            result, settled = rolled(prepare(game, procedure, answers), dice, code)
            found.append(
                setup_sheet(game, settled, setter) if settled else roll_sheet(game, result.record, result.results)
            )
    # A word that the author wrote in a name, title or text is not printed as an id.
    models = [model for document in game.documents for _, model in document.models]
    values = (
        getattr(model, field, None)
        for model in models
        for field in ("name", "full_name", "title", "text", "note", "at", "state")
    )
    written = {word for value in values if isinstance(value, str) for word in re.findall(r"\w+", value)}
    ids = {*game[Counter], *(row for item in game[Track].values() for row in item.value.rows)} - written
    printed = {word for one in found for text in said(one.parts) for word in re.findall(r"\w+", text)}
    assert found
    assert printed & ids == set()


def test_a_marker_on_a_track_without_rows_has_its_name(write_game: WriteGame) -> None:
    tracks = TOY["tracks.yaml"] + "  losses: {title: Losses, layout: line, boxes: {0: {title: 0}, 1: {title: 1}}}\n"
    counters = TOY["red.yaml"] + "  FrLoss: {type: marker, name: Losses, full_name: French losses}\n"
    setup = TOY["setup.yaml"] + '  losses: {FrLoss: "0"}\n'
    game = load(write_game({**TOY, "tracks.yaml": tracks, "red.yaml": counters, "setup.yaml": setup}))
    assert lines(sheet(game).parts[0].blocks)[-1].text == "**0:** French losses"


CODES: dict[str, Any] = {"seed": None, "faces_code": "F-1", "history": []}


def test_a_record_has_names_for_ids(toy: Game) -> None:
    events = [
        {"do": "place", "what": "Ra1", "at": "715"},
        {"do": "place", "what": "Ra2", "reserve": "red"},
        {"do": "convert", "what": "Rc16", "to": "white"},
        {"do": "marker", "what": "ukraine", "on": "control", "to": "white"},
    ]
    data = {
        "procedure": "turn9",
        "title": "Turn 9",
        "rolls": [],
        "inputs": {"lead": "red", "other_thing": 3},
        "outcome": events,
        **CODES,
    }
    found = said_of(toy, data, ())
    assert found.inputs == "Who leads? Red · other thing: 3"
    assert found.texts == (
        "**Placed (Petrozavodsk 715):** 1 Army",
        "**Placed (Red reserve):** 2 Army",
        "**Changes sides (White):** c16",
        "**Marker (Control and White):** Ukraine",
    )


def test_notes_follow_the_name_of_their_step_and_results_that_begin_alike_share_a_line(toy: Game) -> None:
    events = [
        {"do": "note", "what": "Attack on c16.", "for": ["Attacks", "1"]},
        {"do": "note", "what": "It goes ahead.", "for": ["Attacks", "1"]},
        {"do": "note", "what": "It is aborted.", "for": ["Attacks", "2"]},
        {"do": "note", "what": "The end."},
    ]
    results = [("Column of A", "2"), ("Column of B", "3"), ("Attacks made", "1"), ("Won", "")]
    data: dict[str, Any] = {"title": "T", "procedure": "t", "rolls": [], "inputs": {}, "outcome": events, **CODES}
    assert said_of(toy, data, results).texts == (
        "**Attacks, 1:** Attack on c16. It goes ahead.",
        "**Attacks, 2:** It is aborted.",
        "The end.",
        "Column of A: **2** · Column of B: **3**",
        "Attacks made: **1**",
        "**Won**",
    )


def test_rolls_are_on_the_sheet_with_every_face(triumph: Game) -> None:
    prepared = prepare(triumph, "reductions", {})
    assert prepared.settled is not None
    result, settled = rolled(prepared, Typed([1 + index % 6 for index in range(27)]), None)
    assert settled is not None
    part = setup_sheet(triumph, settled, Setter()).parts[-1]
    found = part.blocks[-1]
    assert isinstance(found, Rolls)
    ((_, made),) = found.steps
    assert [roll.faces for roll in made] == [(1 + index % 6,) for index in range(27)]
    assert all(roll.typed and roll.six for roll in made)
    assert [roll.changed for roll in made] == [index % 6 >= 3 for index in range(27)]
    assert any("Si a1" in text for text in found.notes)
    assert found.texts[0].startswith("**Reduced:** ")
    assert f"1 in {2**27:,}" in found.notes[-1]
    assert part.note.endswith(f"as rolled, code {result.record['faces_code']}")


def set_up(look: PageLook, width: float, **more: Any) -> Slab:
    return placed(Placed(**{"number": "7", "text": "Moscow", "about": "Red: Moscow", **more}), look, width)


def boxes(slab: Slab) -> Iterator[tuple[float, float, float, float]]:
    """Yield the areas of a slab's texts and frames."""
    yield from (area for item, area in extents(slab.items) if isinstance(item, Text | Rect))


@settings(max_examples=25)
@given(
    st.integers(0, 40),
    st.booleans(),
    st.integers(0, 2),
    st.sampled_from(["", "Moscow", "A town with rather a long name " * 3]),
)
def test_lines_hold_their_chips_and_words(triumph: Game, count: int, plain: bool, density: int, text: str) -> None:
    setter = Setter()
    chips = tuple(chip(triumph, item, setter) for item in list(triumph[Counter].values())[:count])
    slab = set_up(
        PageLook(setter, density), COLUMN, number="7" if text else "", text=text, chips=chips, plain=plain, note=text
    )
    assert setter.found == []
    assert all(
        -0.1 <= left <= right <= COLUMN + 0.1 and -0.1 <= top <= bottom <= slab.height + 0.5
        for left, top, right, bottom in boxes(slab)
    )
    assert all(frame.items[-1].text in words(slab) for frame in chips if isinstance(frame.items[-1], Text))
    (field,) = slab.fields
    assert field.said == "Red: Moscow"


def record(count: int) -> Rolls:
    made = tuple(
        Roll(f"unit {number:03}", (number % 6 + 1,), True, "", "full", False, number % 2 == 0)
        for number in range(count)
    )
    return Rolls("Rolled: Losses", "Who? Red", (("Losses", made),), ("**Reduced:** all",), ("Code **ABC**.",))


@settings(max_examples=25)
@given(st.integers(1, 300), st.sampled_from([COLUMN, 184 * MM]))
def test_what_was_rolled_is_whole_where_it_is_short_and_divided_where_it_is_long(count: int, width: float) -> None:
    slabs = list(rolls(record(count), PageLook(Setter()), width))
    found = " ".join(map(words, slabs))
    assert [f"unit {number:03}" in found for number in range(count)] == [True] * count
    whole = sum(slab.height for slab in slabs) < 115 * MM
    assert all(slab.keep for slab in slabs[:-1]) or not whole
    assert max(slab.height for slab in slabs) < 20 * MM
    assert [slab.again for slab in slabs] == ["", *["Rolled: Losses, continued"] * (len(slabs) - 1)]


def test_faces_without_pips_are_numbered() -> None:
    roll = Roll("fire", (17, 3), False, "= 20", "hit", True, True)
    slabs = list(rolls(replace(record(1), steps=(("Fire", (roll,)),)), PageLook(Setter()), COLUMN))
    assert "17 3 fire = 20 hit (typed)" in " ".join(map(words, slabs))


def test_a_sheet_marks_what_another_scenario_leaves_out(write_game: WriteGame) -> None:
    short = (
        TOY["scenarios.yaml"]
        + "  brief: {title: The short game, short: short, marked_on: campaign, setup: campaign,\n"
        + "    change: {without_units: [Ra1, Wa1], without_markers: [VP]}}\n"
        + "  alone: {title: Alone, setup: campaign, marked_on: campaign, change: {without_forces: [red]}}\n"
    )
    setup = TOY["setup.yaml"].replace("638 Norlinsk: [(Ra2)]", "638 Norlinsk: [(Ra2)]\n        715: [Ra1, Rc16]")
    setup = setup.replace("715 Petrozavodsk: [Rc16]", "715 Petrozavodsk: []")
    game = load(write_game({**TOY, "scenarios.yaml": short, "setup.yaml": setup}))
    part, later = sheet(game).parts
    noted = {line.text or line.about: line.note for line in (*lines(part.blocks), *lines(later.blocks)) if line.note}
    assert noted == {
        "Petrograd": "Not in short",
        "Petrozavodsk": "short: without 1 Army",
        "**VP:** box 0": "Not in short",
        "Turn 2": "Not in short",
    }
    asides = [block.aside for block in deployments(part.blocks) if block.owner]
    assert asides[0] == "not in Alone · 1 counter" and "not in" not in " ".join(asides[1:])
    assert not any(line.note for line in lines(sheet(game, "brief").parts[0].blocks))


def test_a_scenario_says_when_units_enter_in_it_and_on_the_sheet_that_it_is_marked_on(write_game: WriteGame) -> None:
    brief = (
        TOY["scenarios.yaml"]
        + "  brief: {title: Brief, short: short, marked_on: campaign, setup: campaign,\n"
        + "    change: {arrives: {Ra8: turn 4}}}\n"
    )
    game = load(write_game({**TOY, "more.yaml": ARRIVING, "scenarios.yaml": brief}))
    assert [found for found in check(game) if found.code[0] == "E"] == []

    def times(scenario: str) -> list[tuple[str, str, int]]:
        return [(line.text, line.note, len(line.chips)) for line in lines(sheet(game, scenario).parts[1].blocks)]

    red = [("Turn 3", "", 1), ("Turn 12", "short: turn 4", 1), ("Turn 12", "", 1), ("By choice", "", 1)]
    assert times("campaign") == [*red, ("Turn 2", "", 1)]
    assert times("brief") == [
        ("Turn 3", "", 1),
        ("Turn 4", "", 1),
        ("Turn 12", "", 1),
        ("By choice", "", 1),
        ("Turn 2", "", 1),
    ]


def test_a_marker_shows_the_side_that_its_line_names(write_game: WriteGame) -> None:
    white = TOY["white.yaml"].replace("name: VP}", "name: VP, reverse: {side: red, name: PV, state: Red}}")
    setup = TOY["setup.yaml"].replace("at: box 0}", "at: box 0}\n  - {marker: VP, at: box 1, side: red}")
    game = load(write_game({**TOY, "white.yaml": white, "setup.yaml": setup}))
    markers = [line for line in lines(sheet(game).parts[0].blocks) if line.about.startswith("Markers")]
    shown = [item.text for line in markers for item in line.chips[0].items if isinstance(item, Text)]
    assert shown == []


TABLE = """arrivals:
  triggers:
    turn: {title: Turn, sure: true}
    card: {title: A card, says: [choice]}
  waits: not before the thaw
  bands:
    - title: Sides
      owners:
        red: {waits: true, by: {turn: [Rc3, Rc4, Rc5, Ra8], card: {units: [Ra9], text: R2}}}
        white: {by: {turn: [Wa1]}}
  foot: ["**Late:** never."]
"""
COMING = """kind: counters
id: more
title: More
source: Toy rules
side: red
counters:
  Ra8: {type: army, name: 8 Army, arrives: turn 12}
  Ra9: {type: army, name: 9 Army, copies: 2, arrives: by choice}
  Rc3: {type: corps, name: c3, arrives: turn 3}
  Rc4: {type: corps, name: c4, arrives: turn 3}
  Rc5: {type: corps, name: c5, arrives: turn 3}
"""


def tabled(write_game: WriteGame, table: str = TABLE) -> Game:
    brief = (
        "  brief: {title: Brief, short: short, marked_on: campaign, setup: campaign,\n"
        "    change: {at_once: [red], without_forces: [white]}}\n"
    )
    files = {"setup.yaml": TOY["setup.yaml"] + table, "scenarios.yaml": TOY["scenarios.yaml"] + brief}
    return load(write_game({**TOY, **files, "more.yaml": COMING}))


def test_a_table_of_arrivals_has_series_as_piles_and_what_chips_cannot_say(write_game: WriteGame) -> None:
    game = tabled(write_game)
    assert [found for found in check(game) if found.code[0] in "EW"] == []
    (part,) = sheet(game).parts
    (band,) = (block for block in part.blocks if isinstance(block, Arrivals))
    assert [(owner.title, owner.waits) for owner in band.owners] == [("Red", True), ("White†", False)]
    chips = [[[words_of(chip) for chip in cell.chips] for cell in cells] for _, _, cells in band.rows]
    assert chips == [[["3–5 corps", "8 Army"], ["1 Army"]], [["2 × 9 Army"], []]]
    assert band.rows[1][2][0].text == "R2"
    under = [block.text for block in part.blocks if isinstance(block, Paragraph)]
    assert under == [":hourglass: not before the thaw · † not in short · short: Red at once", "**Late:** never."]


def test_a_scenario_has_only_the_arrivals_that_may_come_in_it(write_game: WriteGame) -> None:
    (part,) = sheet(tabled(write_game), "brief").parts
    (band,) = (block for block in part.blocks if isinstance(block, Arrivals))
    assert [(owner.title, owner.waits) for owner in band.owners] == [("Red", False)]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Ra8], card", "Ra8], cart", "E222"),
        ("Rc5, Ra8]", "Rc5]", "W216 'Ra8' enters later, but does not stand in the table of arrivals"),
        ("Rc5, Ra8]", "Rc5, Ra8, Rc3]", "W216 'Rc3' enters later, but stands 2 times in the table of arrivals"),
        ("Rc5, Ra8]", "Rc5, Ra8, Ra1]", "E228 'Ra1' does not enter later"),
        ("waits: true, ", "", "E228"),
        ("says: [choice]", "says: [Turn 1]", "W228 'Ra8' stands under ‘Turn’, but says ‘turn 12’"),
    ],
)
def test_a_table_of_arrivals_is_checked(write_game: WriteGame, old: str, new: str, told: str) -> None:
    found = [f"{one.code} {one.message}" for one in check(tabled(write_game, TABLE.replace(old, new)))]
    assert [one for one in found if one.startswith(told)], found


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_table_of_arrivals_is_as_wide_as_its_page_and_holds_its_chips(triumph: Game, ink: Ink) -> None:
    setter = Setter(THEMES[ink])
    pages = setup_sheet(triumph, settle(triumph, "campaign"), setter).parts
    bands = [block for page in pages for block in page.blocks if isinstance(block, Arrivals)]
    look, width = PageLook(setter, owners=triumph.owners), 184 * MM
    for band in bands:
        (slab,) = arrivals(band, look, width)
        assert all(left >= -0.1 and right <= width + 0.1 for left, _, right, _ in boxes(slab)), band.title
    assert len(bands) == 3 and setter.found == []


def test_a_region_stands_in_one_piece_if_a_column_can_hold_it(triumph: Game) -> None:
    (page, *_) = sheet(triumph).parts
    blocks = deployments(page.blocks)
    look = PageLook(Setter(), owners=triumph.owners)
    assert all(len(list(deployment(block, look._replace(room=250 * MM), COLUMN))) == 1 for block in blocks)
    east = next(block for block in blocks if block.title == "East")
    parts = list(deployment(east, look._replace(room=60 * MM), COLUMN))
    assert len(parts) > 1 and [part.again for part in parts[1:]] == ["East, continued"] * (len(parts) - 1)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ra7", ("Ra", "7")),
        ("Ger a8A", ("Ger a", "8A")),
        ("Latvian", ("Latvian", "")),
        ("12", ("", "12")),
        ("3rd Guards", ("Guards", "3")),
    ],
)
def test_a_chip_shows_the_number_at_the_end_of_a_name(name: str, shown: tuple[str, str]) -> None:
    assert numbered(name) == shown


def test_what_a_roll_did_not_bring_is_struck_out(triumph: Game) -> None:
    def ukraine(faces: list[int | None] | None) -> list[tuple[str, bool]]:
        settled = settle(triumph, "campaign")
        if faces:
            result = rolled(prepare(triumph, "ukraine", {"controller": "red"}), Typed(faces), None)[1]
            assert result is not None
            settled = result
        blocks = setup_sheet(triumph, settled, Setter()).parts[-1].blocks
        band = next(block for block in blocks if isinstance(block, Arrivals))
        column = [owner.owner for owner in band.owners].index("ukraine")
        (cell,) = (cells[column] for title, _, cells in band.rows if title == "A roll")
        return [(words_of(one).split()[-1], any(map(strikes, one.items))) for one in cell.chips]

    def strikes(item: Item) -> bool:
        return isinstance(item, Line) and item.stroke == HOUSE.hairline

    assert [struck for _, struck in ukraine(None)] == [False] * 6
    assert ukraine([6, 1, 1, 1, 1, 6]) == [(name, True) for name in ("corps", "Petliura", "Wilhelm", "Interv", "CPBu")]


def test_a_roll_alone_is_a_sheet_without_the_set_up(tmp_path: Path) -> None:
    whole, alone = tmp_path / "whole.pdf", tmp_path / "alone.pdf"
    asked = ("roll", "triumph_of_chaos", "black_guards", "--faces", "5", "--sheet")
    assert run(*asked, str(whole)).exit_code == run(*asked, str(alone), "--alone").exit_code == 0
    assert "Petrozavodsk" in text_of(whole.read_bytes()) and "Petrozavodsk" not in text_of(alone.read_bytes())
    assert run("roll", "triumph_of_chaos", "black_guards", "--alone").exit_code == 2


@pytest.mark.parametrize("ink", ["full", "low"])
def test_silhouettes_have_a_box_each_on_a_page_in_blocks(ink: str) -> None:
    game = shipped("axis_allies_1914")
    setter = game.setter("low" if ink == "low" else "full")
    made = setup_sheet(game, settle(game, "revolution"), setter)
    (page,) = sheets(made, PAPERS["a4"], setter, game.owners, screen=True)
    assert setter.found == []
    lines = [item.text.strip() for item, _ in extents(page.items) if isinstance(item, Text)]
    assert "Sea zone 12" in lines and "12" not in lines, "a number that its name has is not said twice"
    assert lines.count("units") == 3, "a total says of what"
    said = [field.said for field in page.fields]
    units = [text for text in said if text.endswith(("infantry", "artillery", "cruiser"))]
    assert len(units) == 11, "as many as are set up"
    assert sum("control marker" in text for text in said) == 3, "one beside each territory, not again in the list"
    assert len(said) == 11 + 3 + 3
    boxes = {(round(field.x, 1), round(field.y, 1)) for field in page.fields}
    assert len(boxes) == len(said), "each in a place of its own"
