"""Triumph of Chaos: what one page says agrees with what the others say, and with what its scenario allows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rcwkit.blocks.playing import Placed
from rcwkit.blocks.setup import setup_sheet
from rcwkit.dice.settle import settle
from rcwkit.look.text import Setter
from rcwkit.models.cards import Card
from rcwkit.models.folders import Folder
from rcwkit.models.scenarios import Scenario
from rcwkit.models.tables import Table
from rcwkit.reading.game import Game

WITHDRAWALS = {
    "2": "Central Powers",
    "3": "Central Powers",
    "4": "Central Powers, France",
    "5": "Central Powers, France",
    "6": "France, USA",
    "7": "France, USA",
    "8": "Czech Legion, USA, Britain",
    "9": "Czech Legion, USA, Britain",
}
"""Turn → powers that may withdraw, in the order of the source (15.51)."""
FIRST_YEAR = {"R1", "R2", "R10", "R11", "R12", "R13", "W1", "W2", "W3", "W5", "W7", "W9", "W13", "W14"}
"""Action cards that the source names as of the 1918 deck (14.2, 16)."""


@pytest.fixture(scope="module")
def brief(triumph: Game) -> Scenario:
    return triumph.scenarios["intro_1918"].value


def arrivals(game: Game, scenario: str) -> Iterator[str]:
    """Yield the times of arrival that a scenario's set-up sheet prints."""
    for block in setup_sheet(game, settle(game, scenario), Setter()).parts[1].blocks:
        if isinstance(block, Placed):
            yield block.text


def said(card: Card) -> str:
    """Return all that one face of a card says."""
    return " ".join(
        (card.foot or "", *(f"{one.head}: {one.text or ' '.join(one.items)}" for one in card.sections)),
    )


def faces(game: Game, deck: str, owner: str) -> str:
    """Return all that an owner's cards say."""
    return " ".join(said(card) for card in game.decks[deck].value.cards.values() if card.owner == owner)


def cells(table: Table) -> dict[str, tuple[str, ...]]:
    """Return the cells of a chart by row."""
    return {str(row): tuple(map(str, line if isinstance(line, tuple) else (line,))) for row, line in table.rows.items()}


def worksheet_powers(folder: Folder) -> dict[str, list[str]]:
    """Return the powers of the withdrawal worksheet by turn."""
    found: dict[str, list[str]] = {}
    (first, *_), *_ = folder.model_dump()["pages"]["rolls"]["sections"]
    assert first["head"] == "Withdrawals"
    for row in first["bands"][0][0]["worksheet"]["rows"]:
        found.setdefault(row["group"], []).append(row["head"])
    return found


def test_no_arrival_in_1918_waits_for_what_cannot_come(triumph: Game, brief: Scenario) -> None:
    out = [triumph.owners[owner].title for owner in brief.change.without_forces]
    never = re.compile("|".join(("withdraw", "Baltic", "Peasant", r"(?<!West )Ukraine", *(set(out) - {"Ukraine"}))))
    printed = list(arrivals(triumph, "intro_1918"))
    assert len(printed) > 30
    assert [text for text in printed if never.search(text)] == []
    assert len([text for text in arrivals(triumph, "campaign") if never.search(text)]) > 30


def test_cards_that_bring_units_in_1918_are_of_that_deck_or_doubted(triumph: Game, brief: Scenario) -> None:
    named = {card for text in arrivals(triumph, "intro_1918") for card in re.findall(r"\b[RW]\d+", text)}
    (reminder,) = brief.change.reminders
    details = " ".join(line for part in brief.checklist for task in part.tasks for line in task.detail)
    for text in (reminder, details):
        assert set(re.findall(r"\b[RW]\d+", text)) == named - FIRST_YEAR
    decks = ("action_red", "action_white")
    of_1918 = {
        card.number
        for deck in decks
        for card in triumph.decks[deck].value.cards.values()
        if "1918 deck" in (card.subtitle or "")
    }
    assert of_1918 == FIRST_YEAR


def test_the_campaign_sheet_says_when_units_come_in_1918(triumph: Game, brief: Scenario) -> None:
    late = {name for name, item in triumph.counters.items() if "after CP withdrawal" in (item.value.enters or "")}
    out = {*brief.change.without_units, *brief.change.without_forces}
    mine = {name for name in late if not {name, triumph.owner_of(name)} & out}
    assert mine == set(brief.change.arrives)
    for name, when in brief.change.arrives.items():
        assert when == str(triumph.counters[name].value.enters).replace(" after CP withdrawal", "")


@pytest.mark.parametrize("deck", ["factions", "leaders"])
def test_cards_that_wait_for_the_withdrawal_say_what_holds_in_1918(triumph: Game, brief: Scenario, deck: str) -> None:
    held = re.compile("(?i)(before|after) the central powers withdraw")
    cards = triumph.decks[deck].value.cards
    owners = {card.owner for card in cards.values() if card.owner and held.search(said(card))}
    assert {"makhno", "west_ukraine", "ukraine"} <= owners
    out = re.compile(r"1918(?: scenario)?: (?:not in the conflict|no units|Not used)")
    for owner in owners - {None}:
        text = faces(triumph, deck, str(owner)).replace("**", "")
        assert bool(out.search(text)) == (owner in brief.change.without_forces), owner
        assert ("in 1918 at once" in text) == (owner in {"makhno", "west_ukraine"}), owner


def test_leaders_that_are_out_of_1918_say_so(triumph: Game, brief: Scenario) -> None:
    cards = triumph.decks["leaders"].value.cards
    unused = {name for name, card in cards.items() if "1918 scenario: Not used." in said(card)}
    out = {name for name, card in cards.items() if card.owner in brief.change.without_forces}
    assert unused == out | {"tsar"}
    assert "Tsar" in brief.change.without_units


def test_rulebook_numbers_of_leaders_are_those_of_the_index(triumph: Game) -> None:
    table = triumph.tables["leaders"].value
    book = list(table.columns).index("book")
    listed = {re.sub(r" \(.*| leader", "", head): line[book].split(", ") for head, line in cells(table).items()}
    for card in triumph.decks["leaders"].value.cards.values():
        found = re.findall(r"\d+\.\d+", " ".join(one.text or "" for one in card.sections if one.head == "Rulebook"))
        if card.title in listed and "8.42" not in listed[card.title]:
            assert found == [one for one in listed[card.title] if one != "–"], card.title


def test_withdrawals_stand_in_the_order_of_the_source_everywhere(triumph: Game) -> None:
    table = triumph.tables["withdrawal"].value
    titles = list(table.columns.values())
    rows = {
        turn: [title for title, cell in zip(titles, line, strict=True) if cell != "–"]
        for turn, line in cells(table).items()
    }
    wanted = {turn: powers.split(", ") for turn, powers in WITHDRAWALS.items()}
    assert {turn: powers for turn, powers in rows.items() if powers} == wanted
    steps = [step.title for step in triumph.procedures["withdrawal"].value.steps]
    assert steps == titles
    for turn, box in triumph.tracks["turn"].value.boxes.items():
        line = next((line for line in box.lines if line.startswith("Withdraws")), "")
        found = sorted((title for title in titles if title in line), key=line.index)
        if turn != "7":
            assert found == wanted.get(str(turn), []), turn
    sheet = worksheet_powers(triumph.folders["worksheets"].value)
    assert sheet == {**wanted, "7": ["USA"]}


def test_france_on_turn_7_is_gone_wherever_it_is_printed(triumph: Game) -> None:
    assert cells(triumph.tables["withdrawal"].value)["7"][1] == "A"
    folder = triumph.folders["folder"].value.model_dump_json()
    sheet = triumph.folders["worksheets"].value.model_dump_json()
    track = triumph.tracks["turn"].value
    (line,) = (line for line in track.boxes["7"].lines if "France" in line)
    assert "gone on turn 6" in line and "withdrawal_table" in track.rulings
    assert "France is gone on turn 6, its A on turn 7 void. {ruling withdrawal_table}" in folder
    assert "as France is on turn 7 {ruling withdrawal_table}" in sheet


def test_ukraine_is_set_up_in_the_order_of_its_chart(triumph: Game) -> None:
    chart = cells(triumph.tables["ukraine_setup"].value)
    rows = list(chart)
    order = ["Petliura", "Republic", "Peasant", "Corps 1", "Corps 2", "Red CPBu", "Archduke"]
    assert [next(name for name in order if row.startswith(name)) for row in rows] == order
    steps = [step.id for step in triumph.procedures["ukraine"].value.steps[1:]]
    assert steps == ["petliura", "armies", "peasants", "corps_1", "corps", "cpbu", "intervention"]
    roll, result = chart[rows[2]]
    assert roll == "1d6" and "{ruling peasant_rolls}" in result


def test_one_that_is_read_out_of_sums_is_not_called_told(triumph: Game) -> None:
    note = triumph.tables["victory_cities"].value.note
    assert note and "{ruling vc_spaces}" in note and "Poland and Ukraine" in note


def test_the_red_army_of_transcaucasia_waits_wherever_baku_is_named(triumph: Game) -> None:
    charts = [line for item in triumph.tables.values() for cell in cells(item.value).values() for line in cell]
    texts = [*charts, *faces(triumph, "factions", "transcaucasia").split("**")]
    texts += re.findall(r'"([^"]*)"', triumph.folders["folder"].value.model_dump_json())
    named = [text for text in texts if "Baku" in text and "Trans" in text or "place it in Baku" in text]
    assert len(named) > 3
    assert [text for text in named if "{ruling red_transcaucasia_cp}" not in text] == []


def test_ports_of_the_baltics_that_the_source_does_not_name_are_flagged(triumph: Game) -> None:
    for country in ("estonia", "lithuania"):
        assert "**Port,** if your map has one {ruling yudenich_ports}" in faces(triumph, "factions", country)
    assert "{ruling yudenich_ports}" in faces(triumph, "factions", "finland")
