"""Triumph of Chaos: what one page says agrees with what the others say, and with what its scenario allows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rcwkit.dice.counters import Counter, owner_of
from rcwkit.dice.model import Procedure
from rcwkit.dice.settle import settle
from rcwkit.dice.setups import Scenario, Setup, Track
from rcwkit.dice.tables import Table
from rcwkit.document.deployed import Arrivals
from rcwkit.game.game import Game
from rcwkit.kinds.aids.kind import Ruling
from rcwkit.kinds.cards.model import Card, Deck
from rcwkit.kinds.folder.kind import Folder
from rcwkit.kinds.setup.say import setup_sheet
from rcwkit.type.text import Setter

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
    return triumph[Scenario]["intro_1918"].value


def arrivals(game: Game, scenario: str) -> Iterator[str]:
    """Yield what a scenario's set-up sheet says of arrivals: times, and what its chips cannot say."""
    for table in expected(game, scenario):
        yield from (f"{owner.title}: {table.title}" + " waits" * owner.waits for owner in table.owners)
        yield from (f"{text} {cell.text}" for _, text, cells in table.rows for cell in cells if cell.chips)


def expected(game: Game, scenario: str) -> list[Arrivals]:
    """Return the table of arrivals of a scenario's set-up sheet."""
    parts = setup_sheet(game, settle(game, scenario), Setter()).parts
    return [block for part in parts for block in part.blocks if isinstance(block, Arrivals)]


def said(card: Card) -> str:
    """Return all that one face of a card says."""
    texts = (f"{one.head or ''}: {' '.join(filter(None, (one.aside, *one.said)))}" for one in card.sections)
    beside = (chip.text or "" for one in card.sections for chip in one.chips)
    return " ".join((card.foot or "", *texts, *beside))


def faces(game: Game, deck: str, owner: str) -> str:
    """Return all that both faces of an owner's cards say."""
    cards = [card for card in game[Deck][deck].value.cards.values() if card.owner == owner]
    return " ".join(said(face) for card in cards for face in (card, *([card.turned] if card.reverse else [])))


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
    never = re.compile(
        "|".join(("withdraw", "Baltic", "Peasant", r"(?<!West )(?<!W. )Ukraine", *(set(out) - {"Ukraine"})))
    )
    printed = list(arrivals(triumph, "intro_1918"))
    assert len(printed) > 20
    assert [text for text in printed if never.search(text) or "waits" in text] == []
    assert len([text for text in arrivals(triumph, "campaign") if never.search(text) or "waits" in text]) > 10


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
        for card in triumph[Deck][deck].value.cards.values()
        if "1918 deck" in (card.subtitle or "")
    }
    assert of_1918 == FIRST_YEAR


def test_the_campaign_sheet_says_when_units_come_in_1918(triumph: Game, brief: Scenario) -> None:
    late = {name for name, item in triumph[Counter].items() if "after CP withdrawal" in (item.value.enters or "")}
    out = {*brief.change.without_units, *brief.change.without_forces}
    mine = {name for name in late if not {name, owner_of(triumph, name)} & out}
    assert mine == set(brief.change.arrives)
    for name, when in brief.change.arrives.items():
        assert when == str(triumph[Counter][name].value.enters).replace(" after CP withdrawal", "")


@pytest.mark.parametrize("deck", ["factions", "leaders"])
def test_cards_that_wait_for_the_withdrawal_say_what_holds_in_1918(triumph: Game, brief: Scenario, deck: str) -> None:
    held = re.compile("(?i)(before|after) the central powers")
    cards = triumph[Deck][deck].value.cards
    owners = {card.owner for card in cards.values() if card.owner and held.search(said(card))}
    assert {"makhno", "west_ukraine", "ukraine"} <= owners
    out = re.compile(r"1918(?: scenario)?: [^.]*?(?:not in the conflict|no units|Not used)")
    for owner in owners - {None}:
        text = faces(triumph, deck, str(owner)).replace("**", "")
        assert bool(out.search(text)) == (owner in brief.change.without_forces), owner
        assert ("1918 at once" in text) == (owner in {"makhno", "west_ukraine"}), owner


def test_leaders_that_are_out_of_1918_say_so(triumph: Game, brief: Scenario) -> None:
    cards = triumph[Deck]["leaders"].value.cards
    unused = {name for name, card in cards.items() if "1918 scenario: Not used." in said(card)}
    out = {name for name, card in cards.items() if card.owner in brief.change.without_forces}
    assert unused == out | {"tsar"}
    assert "Tsar" in brief.change.without_units


def test_rulebook_numbers_of_leaders_are_those_of_the_index(triumph: Game) -> None:
    table = triumph[Table]["leaders"].value
    book = list(table.columns).index("book")
    listed = {re.sub(r" \(.*| leader", "", head): line[book].split(", ") for head, line in cells(table).items()}
    for card in triumph[Deck]["leaders"].value.cards.values():
        found = re.findall(r"\d+\.\d+", " ".join(one.text or "" for one in card.sections if one.head == "Rulebook"))
        if card.title in listed and "8.42" not in listed[card.title]:
            assert found == [one for one in listed[card.title] if one != "–"], card.title


def test_withdrawals_stand_in_the_order_of_the_source_everywhere(triumph: Game) -> None:
    table = triumph[Table]["withdrawal"].value
    titles = list(table.columns.values())
    rows = {
        turn: [title for title, cell in zip(titles, line, strict=True) if cell != "–"]
        for turn, line in cells(table).items()
    }
    wanted = {turn: powers.split(", ") for turn, powers in WITHDRAWALS.items()}
    assert {turn: powers for turn, powers in rows.items() if powers} == wanted
    steps = [step.title for step in triumph[Procedure]["withdrawal"].value.steps]
    assert steps == titles
    for turn, box in triumph[Track]["turn"].value.boxes.items():
        line = ", ".join(what for what in box.chances if "withdraw" in what)
        found = sorted((title for title in titles if title in line), key=line.index)
        if turn != "7":
            assert found == wanted.get(str(turn), []), turn
    sheet = worksheet_powers(triumph[Folder]["worksheets"].value)
    assert sheet == {**wanted, "7": ["USA"]}


def test_france_on_turn_7_is_gone_wherever_it_is_printed(triumph: Game) -> None:
    assert cells(triumph[Table]["withdrawal"].value)["7"][1] == "A"
    folder = triumph[Folder]["folder"].value.model_dump_json()
    sheet = triumph[Folder]["worksheets"].value.model_dump_json()
    track = triumph[Track]["turn"].value
    assert track.boxes["6"].chances["France withdraws"] == "automatic" and "withdrawal_table" in track.rulings
    assert list(track.boxes["7"].chances) == ["USA withdraws"]
    assert "**France** is gone on turn 6; its A on turn 7 is void. {ruling withdrawal_table}" in folder
    assert "as France is on turn 7 {ruling withdrawal_table}" in sheet


def test_ukraine_is_set_up_in_the_order_of_its_chart(triumph: Game) -> None:
    chart = cells(triumph[Table]["ukraine_setup"].value)
    rows = list(chart)
    order = ["Petliura", "Republic", "Peasant", "Corps 1", "Corps 2", "Red CPBu", "Archduke"]
    assert [next(name for name in order if row.startswith(name)) for row in rows] == order
    steps = [step.id for step in triumph[Procedure]["ukraine"].value.steps[1:]]
    assert steps == ["petliura", "armies", "peasants", "corps_1", "corps", "cpbu", "intervention"]
    roll, result = chart[rows[2]]
    assert roll == "1d6 each" and "{ruling peasant_rolls}" in result


def test_one_that_is_read_out_of_sums_is_not_called_told(triumph: Game) -> None:
    note = triumph[Table]["victory_cities"].value.note
    assert note and "{ruling vc_spaces}" in note and "Poland and Ukraine" in note


def test_the_red_army_of_transcaucasia_waits_wherever_baku_is_named(triumph: Game) -> None:
    charts = [line for item in triumph[Table].values() for cell in cells(item.value).values() for line in cell]
    texts = [*charts, faces(triumph, "factions", "transcaucasia")]
    texts += re.findall(r'"([^"]*)"', triumph[Folder]["folder"].value.model_dump_json())
    named = [text for text in texts if "Baku" in text and "Trans" in text]
    assert len(named) > 3
    assert [text for text in named if "{ruling red_transcaucasia_cp}" not in text] == []


def test_ports_of_the_baltics_that_the_source_does_not_name_are_flagged(triumph: Game) -> None:
    for country in ("estonia", "lithuania"):
        assert "Port: If your map has one {ruling yudenich_ports}" in faces(triumph, "factions", country)
    assert "{ruling yudenich_ports}" in faces(triumph, "factions", "finland")


def worksheet(game: Game, page: str, head: str) -> dict[str, list[str]]:
    """Return the written cells of the first worksheet in a section of the worksheets, by its row's heading."""
    found = game[Folder]["worksheets"].value.model_dump()["pages"][page]["sections"]
    flat = [one for part in found for one in (part if isinstance(part, tuple | list) else (part,))]
    (section,) = (one for one in flat if one["head"] == head)
    rows = section["bands"][0][0]["worksheet"]["rows"]
    return {row["head"]: [str(cell) for cell in row["cells"]] for row in rows}


def test_the_turn_log_keeps_a_cell_for_polish_peace_on_turn_16(triumph: Game) -> None:
    assert worksheet(triumph, "influence", "Turn log")["16"] == ["", "", "–", "–"]


def test_net_points_lead_to_boxes_at_2_each_and_3_out_of_control(triumph: Game) -> None:
    found = triumph[Folder]["worksheets"].value.model_dump()["pages"]["influence"]["sections"]
    sheet = found[0][0]["bands"][1][0]["worksheet"]
    points = [int(column["head"]) for column in sheet["columns"][1:]]
    boxes, out = (row["cells"] for row in sheet["rows"])
    assert points[-1] == 9
    assert [int(cell) for cell in boxes] == [min(point // 2, 3) for point in points]
    assert [str(cell) for cell in out] == ["–", *(str(min((point - 1) // 2, 4)) for point in points[1:])]


def test_totals_below_1_withdraw_on_the_worksheet_too(triumph: Game) -> None:
    chart = triumph[Table]["withdrawal"].value
    titles = list(chart.columns.values())
    found = triumph[Folder]["worksheets"].value.model_dump()["pages"]["rolls"]["sections"][0][0]
    for row in found["bands"][0][0]["worksheet"]["rows"]:
        number = cells(chart)[row["group"]][titles.index(row["head"])]
        assert row["cells"][6] == ("always" if number == "A" else f"≤ {number}"), row


def test_the_influence_worksheet_flags_its_readings(triumph: Game) -> None:
    text = triumph[Folder]["worksheets"].value.pages["influence"].model_dump_json()
    for ruling in ("ukraine_gate", "lock_w8_czech", "allied_fcm", "intro_not_in_conflict", "ip_cost_out_of_control"):
        assert f"{{ruling {ruling}}}" in text
    assert "either card opens it" in text and "as an event" in text and "or of its factions" in text


ONE_SIDE = {
    "makhno": "Red",
    "turkistan": "Red",
    "britain": "White",
    "usa": "White",
    "france": "White",
    "poland": "White",
}
"""Factions whose forces one side alone may use (15.23, 15.35, 15.37, 15.44, 15.51)."""


def test_units_that_come_by_control_name_the_only_side_that_may_use_them(triumph: Game, brief: Scenario) -> None:
    late = {name: str(item.value.enters) for name, item in triumph[Counter].items() if item.value.enters}
    late |= {f"{name} in 1918": when for name, when in brief.change.arrives.items()}
    found = dict.fromkeys(ONE_SIDE, 0)
    for name, when in late.items():
        owner = owner_of(triumph, name.removesuffix(" in 1918"))
        if re.match(r"(?i)on \w* ?control", when):
            assert when.startswith(f"on {ONE_SIDE[owner]} control" if owner in ONE_SIDE else "on control"), name
            if owner in found:
                found[owner] += 1
    assert min(found.values()) > 2


@pytest.mark.parametrize(
    ("unit", "place"),
    [
        ("Cza4", "a controlled VC or a friendly one in Urals North or Central"),
        ("Maka3", "any space of the region"),
        ("Tuka3", "its Victory City"),
        ("Fin3", "its Victory City"),
        ("Fin4", "its Victory City"),
        ("Esta2", "its Victory City"),
        ("Lata2", "its Victory City"),
        ("Lita2", "its Victory City"),
        ("Greek", "controlled Black Sea port"),
        ("RedTurkistan", "linked to it by friendly rail"),
    ],
)
def test_units_brought_by_a_card_say_where_they_come(triumph: Game, unit: str, place: str) -> None:
    assert place in str(triumph[Counter][unit].value.enters)


def test_sudden_death_is_ruled_out_in_1918_wherever_it_might_be_rolled(triumph: Game, brief: Scenario) -> None:
    tasks = [task for part in brief.checklist for task in part.tasks if "No sudden death." in task.detail]
    assert [task.rulings for task in tasks] == [("sudden_death_timing",)]
    assert "In 1918 count the VPs of 14.3, but do not roll." in triumph[Ruling]["sudden_death_timing"].value.prints
    assert "turns 1–15, not in 1918" in triumph[Folder]["folder"].value.model_dump_json()
    assert "turns 1–15; not in 1918" in triumph[Track]["victory_points"].value.model_dump_json()
    for roll in ("sudden_death", "moskva_petrograd"):
        assert "turns 1 to 15 (not in 1918)" in str(triumph[Procedure][roll].value.note)


def test_the_central_powers_stay_in_1918_whatever_is_played(triumph: Game, brief: Scenario) -> None:
    (task,) = (task for part in brief.checklist for task in part.tasks if "do not withdraw" in task.do)
    assert "R9" in task.do and "R9" in triumph[Ruling][task.rulings[0]].value.prints
    boxes = triumph[Track]["turn"].value.boxes
    told = [str(triumph[Procedure]["withdrawal"].value.note), *(boxes[turn].lines[0] for turn in ("2", "3"))]
    assert [text for text in told if not re.search(r"not in (the )?1918", text, re.I)] == []
    assert "Not in 1918. {ruling intro_cp_marker}" in triumph[Folder]["worksheets"].value.model_dump_json()


def test_the_1918_checklist_sends_to_its_own_set_up_sheet(brief: Scenario) -> None:
    assert any("Set-up: 1918" in (part.note or "") for part in brief.checklist)


def test_all_control_markers_lie_ready(triumph: Game) -> None:
    (line,) = (line for line in triumph[Setup]["campaign"].value.markers if line.marker == "Control")
    assert line.count == triumph[Counter]["Control"].value.copies > 1


def test_kolchak_has_a_counter_that_may_come_in_1918(triumph: Game) -> None:
    assert triumph[Counter]["Kolchak"].value.rulings == ("kolchak_on_board",)
    assert "Kolchak" in str(expected(triumph, "intro_1918"))


def test_a_leader_who_is_removed_costs_vps_like_one_who_is_lost(triumph: Game) -> None:
    cards = triumph[Deck]["leaders"].value.cards
    costs = {name for name, card in cards.items() if "leadership rating" in said(card)}
    assert costs == {"lenin", "stalin", "trotsky", "denikin", "krasnov", "kolchak"}
    assert {name for name, card in cards.items() if "Lost or removed" in said(card)} == costs
    assert "Leader lost or removed" in triumph[Folder]["folder"].value.model_dump_json()


def test_leaders_of_major_powers_are_whites_alone(triumph: Game) -> None:
    powers = {"central_powers", "czech_legion", "britain", "france", "usa"}
    cards = [card for card in triumph[Deck]["leaders"].value.cards.values() if card.owner in powers]
    assert len(cards) == 6
    assert [card.title for card in cards if card.users != ("white",)] == []


def test_the_leader_cards_say_what_else_the_source_says_of_them(triumph: Game) -> None:
    cards = triumph[Deck]["leaders"].value.cards
    assert "Latvian Rifle Corps 2" in said(cards["lenin"])
    assert "R38 ends it" in said(cards["kolchak"]) and "11.51, 12.4" in said(cards["kolchak"])
    assert "14.3" in cards["kappel"].rule
    assert "a Czech unit or leader" in faces(triumph, "factions", "czech_legion")


def test_the_roll_forms_say_what_follows_and_what_counts_nothing(triumph: Game) -> None:
    (last,) = (step for step in triumph[Procedure]["turn9"].value.steps if step.id == "gained")
    assert "West Ukraine" in str(last.do) and "15.39" in str(last.do)
    assert "A Bluff or Influence card counts 0." in str(triumph[Procedure]["replacement_bid"].value.note)


def test_the_folder_says_what_turn_1_comes_to(triumph: Game) -> None:
    """Three cards in the boxes leave fewer than there are rounds (16); the source miscounts cities (14.3)."""
    folder = triumph[Folder]["folder"].value.model_dump_json()
    assert (
        "7 cards for 5 Action Rounds; 3 of them placed leave 4" in folder and "special action (rulebook 7.3)" in folder
    )
    assert "8 to 11 and 3 VPs, gives White Perm, which Red holds. {ruling vc_example_turn1}" in folder


def test_factions_come_in_one_order(triumph: Game) -> None:
    """Bug: Finland stood behind Lithuania on the folder, and before Latvia on the worksheet and the control table."""
    (table,) = (track for track in (item.value for item in triumph[Track].values()) if "astrakhan" in track.rows)
    assert len(table.rows) == 18
    for name in ("folder", "worksheets"):
        text = triumph[Folder][name].value.model_dump_json().replace("\xa0", " ")
        first = {faction: text.find(f'"head":"{{mark {faction}}} {row.title}') for faction, row in table.rows.items()}
        assert -1 not in first.values()
        assert sorted(first, key=lambda faction: first[faction]) == list(table.rows)
