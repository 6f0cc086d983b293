"""What the kits print against what their sources say: readings, claims that no source has, and whose turn it is."""

from __future__ import annotations

import re
from functools import cache

import pytest
from rcwkit.bundled import bundled
from rcwkit.dice.tables import Table
from rcwkit.document.blocks import Ladder
from rcwkit.document.form_blocks import forms
from rcwkit.kinds.aids.kind import Ruling
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.maps.model import Map
from tests_support import shipped

GAMES = ("white_general", "rcw_solitaire", "soviet_dawn", "axis_allies_1914")


@cache
def written(name: str) -> str:
    """Return all files of a game's data as one text, without line breaks."""
    files = sorted((bundled("data") / name).rglob("*.yaml"))
    return " ".join(" ".join(path.read_text(encoding="utf-8").split()) for path in files)


def ruling(name: str, which: str) -> Ruling:
    return shipped(name)[Ruling][which].value


@pytest.mark.parametrize("name", GAMES)
def test_pages_19_rulings_are_in_the_language_of_the_game(name: str) -> None:
    """Bug: players were to tick what they could not understand: "preset to yes", "the procedure asks", "Policy 3."."""
    program = re.compile(
        r"\b(procedures?|preset|asked for|rolls ask|can be set|checklists?|tabs|(?<!card )index|mix|line to write)\b"
    )
    found = {
        which: one.value.prints
        for which, one in shipped(name)[Ruling].items()
        if program.search(one.value.prints.casefold()) or len(one.value.prints.split()) < 2 and one.value.decide
    }
    assert found == {}


@pytest.mark.parametrize(
    ("name", "which"),
    [
        ("white_general", "extreme_shift"),  # 36: both are 1 right
        ("white_general", "overrun"),  # 38: two cases
        ("white_general", "heavy_rate"),  # 50: direct and off-table fire
        ("white_general", "russian_cars"),  # 60: both hold
        ("white_general", "emergency_smoke"),  # 83: infantry's in both places
        ("rcw_solitaire", "low_odds"),  # 24: the table never asks for less than 1-1
        ("axis_allies_1914", "once_only"),  # 19: once a game
    ],
)
def test_truth_4b_what_does_not_contradict_itself_has_no_ruling(name: str, which: str) -> None:
    """Bug: rulings called these contradictory or unclear, and players were to decide on them."""
    assert which not in shipped(name)[Ruling]
    assert not re.search(rf"\bruling:? {which}\b|\brulings: \[[^]]*\b{which}\b", written(name))


def test_truth_4b_rulings_that_stay_say_what_is_unclear() -> None:
    assert ruling("white_general", "tchanka_formation").type == "unclear"
    moscow = ruling("axis_allies_1914", "moscow_victory_city")
    assert "second time" in moscow.title and "even then" in moscow.prints, "only this case is not in the source"


def test_truth_wg_4_two_guns_are_not_a_twin_mount() -> None:
    """Bug: the reading was "Both factors. A model is a twin: 8."."""
    assert "not a twin" in ruling("white_general", "tripod_models").prints


def test_truth_wg_17_and_39_agree_on_row_3() -> None:
    """Bug: halves went up "as in column B", whose row 3 goes down."""
    column = {row: int(shipped("white_general")[Table]["final_factors"].value.cell(row, "B")) for row in range(1, 17)}
    down = [row for row, factor in column.items() if row % 2 and factor != (3 * row + 1) // 2]
    assert down == [3]
    assert "but for its row 3" in ruling("white_general", "halving").prints


def test_truth_wg_80_a_demolition_charge_is_flagged_on_sheets_and_charts() -> None:
    """Bug: that its effect is a reading was flagged on a roll form only."""
    tables = shipped("white_general")[Table]
    assert "demolition_hit" in tables["engineering"].value.rulings
    assert "demolition_hit" in tables["strike"].value.rulings
    assert "Bunker by charge {ruling demolition_hit}" in written("white_general")


def test_truth_b7_the_lead_in_counter_battery_fire_is_taken_off_the_target() -> None:
    """Bug: "its next activation" could be the firer's, in the quick reference and on a card."""
    said = re.findall(r"lead comes off[^.;|:\"]*", written("white_general"))
    assert len(said) >= 4
    assert all("the target’s" in text.replace("*", "") for text in said), said


def test_truth_b2_forms_do_not_quote_questions_beside_a_note() -> None:
    """Bug: "Modifier of the die (gas or bombardment): ‘Modifier of the die?’. With the final factor."."""
    texts = [
        rung.text
        for part in forms(shipped("white_general")).parts
        for block in part.blocks
        if isinstance(block, Ladder)
        for rung in block.rungs
        if rung.text.startswith("Go on with the form")
    ]
    assert len(texts) > 5
    assert [text for text in texts if "?’" in text] == []


def test_truth_b14_the_card_on_fire_at_armour_has_the_ranges() -> None:
    """Bug: it sent to the quick reference for centimetres."""
    deck = shipped("white_general")[Deck]["phases"].value
    (grid,) = (one.grid for one in deck.cards["armour"].sections if one.grid and "PB" in one.grid.columns)
    table = shipped("white_general")[Table]["ranges_armour"].value
    shown = {"HMGs and auto cannon": "HMG, auto cannon"}
    for weapon in ("Rifle grenades", "AT rifles", "HMGs and auto cannon", "Field artillery", "Hand grenades"):
        row = next(cells for name, cells in grid.rows.items() if name.lower() == shown.get(weapon, weapon).lower())
        cells = [str(table.cell(weapon, column)).removesuffix(" cm") for column in table.columns]
        assert list(row) == cells, weapon


def test_truth_sd_13_says_that_it_is_beyond_the_source() -> None:
    assert "Beyond the source" in ruling("soviet_dawn", "natural_one").prints


def test_truth_5_2_the_solitaire_article_names_no_publisher() -> None:
    """Bug: title and feet of every page named SPI."""
    assert "SPI" not in written("rcw_solitaire")
    assert any("RCW" in one.what for one in shipped("rcw_solitaire").info.missing)


def test_truth_5_4_supply_leads_to_logistics() -> None:
    terms = shipped("white_general").info.terms
    assert "supply" in terms["Logistics"] and "supply" not in terms["Ammunition"]


def test_truth_5_5_the_area_of_bombs_is_a_reading() -> None:
    assert "10 × 10 cm" in ruling("white_general", "bomb_area").prints
    assert "bomb_area" in shipped("white_general")[Table]["bomb_factors"].value.rulings


def test_truth_5_6_days_count_for_sustained_bombardments_only() -> None:
    """Bugs: "an intense one has no extra days" was printed as a fact; a ruling, a card and a roll said "slow"."""
    assert "one has no extra days" not in written("white_general")
    assert "sustained bombardments only" in ruling("white_general", "bombardment_table").prints


def test_a_ruling_for_the_table_says_itself_what_a_footnote_of_a_chart_says() -> None:
    """Bug: "Mixed; the other two in a footnote" stood under a chart that is for study."""
    rulings = [(name, which) for name in GAMES for which in shipped(name)[Ruling]]
    assert [one for one in rulings if "footnote" in ruling(*one).prints] == []
    (sheet,) = re.findall(r"If you agree on other kinds, an [^\"]*", written("white_general"))
    for text in (sheet, ruling("white_general", "mine_types").prints):
        assert re.search(r"anti-personnel.* armour.*anti-tank.* foot and cavalry", text), text


def test_pages_for_play_say_what_a_unit_tests_for() -> None:
    """Bug: only a chart for study said which units need no test: those that do not advance, fire or rally (8)."""
    assert "tests to advance, fire or rally" in written("white_general")
    assert "tests motivation to move forward, fire at located enemies or rally" in written("white_general")


def test_no_act_says_what_it_bars_for_others() -> None:
    """Bug: that spaces of the Socialist Revolutionaries are entered only by attack stood on a proxy track (15.27)."""
    (term,) = re.findall(r'"NO ACT": "([^"]*)"', written("triumph_of_chaos"))
    assert "only by attack and advance after combat" in term


def test_territories_go_to_the_power_that_retakes_moscow() -> None:
    """Bug: "The Allies hand back" Romania and Serbia, which seemed to mean to those that held them before."""
    assert "hand back" not in written("axis_allies_1914")
    assert "to Imperial Russia" in ruling("axis_allies_1914", "romania_serbia").prints


@pytest.mark.parametrize("name", ["white_general", "axis_allies_1914"])
def test_truth_5_7_examples_are_marked_as_the_kit_s_own(name: str) -> None:
    heads = re.findall(r"head: (?:Example note|Example number|Fire, an example).{0,60}", written(name))
    assert heads and all("this kit" in text for text in heads), heads


def test_truth_5_12_the_sketch_map_says_what_is_its_own() -> None:
    assert "drawn by this kit" in (next(iter(shipped("soviet_dawn")[Map].values())).value.note or "")


@pytest.mark.parametrize("name", [*GAMES, "triumph_of_chaos"])
def test_pages_26_legends_say_what_is_printed_in_both_inks(name: str) -> None:
    """Bug: they spoke of gold flags, which were black outlines in low ink."""
    legends = re.findall(r"(?:A small raised number is|\{ruling \w+\} marks) a reading of this kit", written(name))
    assert legends
    assert not re.search(r"\b(gold|goldene|numbered)\b.{0,10}\b(flag|flagge)\b", written(name).casefold())


ON_ITS_PAGE = {
    ("soviet_dawn", "Decisive Red Victories"): "13.2.1",
    ("soviet_dawn", "Decisive Red Defeats"): "13.2.2",
    ("white_general", "each day after the first (3 days: +2)"): "7",
    ("white_general", "planned ones first, others with the unit that asks"): "Game and Move Sequence, 17",
    ("white_general", "a die each for 15s and rest"): "12",
    ("white_general", "armoured trains never, immobilised or not"): "13",
    ("rcw_solitaire", "aborted, no marker moves; it counts, not replaced"): "Attack Consideration",
    ("axis_allies_1914", "in every Russian turn from round 4 on"): "Opening",
    ("triumph_of_chaos", "no VC outside Poland, such as Minsk"): "14.3",
    ("triumph_of_chaos", "No gate: Belarus, Khiva, Makhno, Turkistan, Major Powers"): "15.13",
    ("triumph_of_chaos", "French corps only; never CP"): "15.55",
    ("triumph_of_chaos", "Bluff or Influence, too, which bring nothing"): "14.1",
}
"""What readers looked for on other pages, or in vain, and the rule that says it."""


@pytest.mark.parametrize(("name", "text"), ON_ITS_PAGE)
def test_a_page_says_all_of_an_outcome(name: str, text: str) -> None:
    """Bug: readers had to open the rulings, or a second page, to know the whole of it."""
    folders = [path.read_text(encoding="utf-8") for path in sorted((bundled("data") / name).glob("*.yaml"))]
    assert any(text in folder for folder in folders if "kind: folder\n" in folder)


def test_cavalry_never_enters_what_is_impassable() -> None:
    """Bug: wire was as impassable to cavalry as swamp to infantry, which pays 3 penalties for it (11)."""
    terrain = shipped("white_general")[Table]["terrain"].value
    for cells in (terrain.rows["Swamp, cliff"], terrain.rows["Barbed wire"]):
        assert isinstance(cells, tuple) and cells[1] == "N/A"
