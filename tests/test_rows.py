"""`from:` puts the rows of a sheet in place of entries: fields by heading, ids, counts, lists, nested fields."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from rcwkit.diagnostics import Diagnostic, InputError, Span, frame, sort
from rcwkit.dice.counters import Counter, Reverse, mixes, owner_of
from rcwkit.dice.plan import plan_table
from rcwkit.dice.setups import Place, Setup, Track, UnitLine
from rcwkit.dice.tables import Table
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kit.checks import check
from rcwkit.source.patterns import plural
from rcwkit.source.project import Project
from rcwkit.source.yaml import parse
from tests_support import TOY, write
from workbooks_support import ods, xlsx

DECK = """kind: cards
id: skills
title: Skills
source: Toy rules
back: {title: Skills}
cards:
  from: {file: skills.csv%s}
"""


def game(folder: Path, files: Mapping[str, str | bytes], overlay: Mapping[str, str] | None = None) -> Game:
    write(folder / "toy", TOY)
    for name, data in files.items():
        (folder / "toy" / name).parent.mkdir(exist_ok=True)
        (folder / "toy" / name).write_bytes(data.encode() if isinstance(data, str) else data)
    laid = (Project(write(folder / "ours", dict(overlay)), shown="ours"),) if overlay else ()
    return load(Project(folder / "toy", shown="toy", overlays=laid))


def cards(folder: Path, sheet: str, more: str = "") -> Any:
    """Return the deck of a sheet, with more said of it in `from:`."""
    return game(folder, {"skills.csv": sheet, "skills.yaml": DECK % more})[Deck]["skills"].value.cards


def refusals(folder: Path, sheet: str, more: str = "") -> list[str]:
    with pytest.raises(InputError) as error:
        cards(folder, sheet, more)
    return [f"{one.code} {one.span} {one.message} | {one.hint}" for one in error.value.diagnostics]


def test_headings_are_fields_in_any_case_and_ids_are_made_from_titles(tmp_path: Path) -> None:
    found = cards(
        tmp_path, "Title,WRITE IN,Qty,number\nNoise & Smoke,2,3,7\n,,,\nЁж,,,\nNoise smoke,,0,\nNoise smoke,,,8\n"
    )
    assert [(name, one.title, one.write_in, one.copies, one.number) for name, one in found.items()] == [
        ("noise_smoke", "Noise & Smoke", 2, 3, "7"),
        ("row_4", "Ёж", 0, 1, None),
        ("noise_smoke_2", "Noise smoke", 0, 1, "8"),
    ]


def test_dots_lead_into_nested_fields_and_sections_are_named_by_their_headings(tmp_path: Path) -> None:
    sheet = """id,title,strip.track,strip.row,sections.Effect,Needs
N,Noise,control,ukraine,Draw.,"a, b; c"
M,Move,,,,"one
 two; three"
"""
    found = cards(tmp_path, sheet, ", columns: {needs: sections.Needs.items}")
    assert (found["N"].strip.track, found["N"].strip.row) == ("control", "ukraine")
    assert [(one.head, one.text, one.items) for one in found["N"].sections] == [
        ("Effect", "Draw.", ()),
        ("Needs", None, ("a, b", "c")),
    ]
    assert [one.items for one in found["M"].sections] == [("one", "two; three")]


def test_counters_without_names_are_called_by_designations_and_armies_apart_by_a_prefix(tmp_path: Path) -> None:
    army = TOY["red.yaml"].partition("counters:\n")[0] + (
        "counters: {from: {file: all.csv, where: {Side: %s}, prefix: %s, columns: {ID: designation}}}\n"
    )
    sheet = (
        "Side,ID,type,unit_size,note\nRed,16,army,KG,\nRed,16,army,,\nRed,,army,,\n"
        "White,16,army,[III],\nWhite,,,,blank!\n"
    )
    found = game(
        tmp_path,
        {
            "red.yaml": army.replace("columns:", "skip: [note], columns:") % ("Red", "red_"),
            "white.yaml": army.replace("columns:", "skip: [note], columns:").replace("id: red", "id: white", 1)
            % ("White", "white_"),
            "all.csv": sheet,
        },
    )[Counter]
    assert {name: (one.value.name, one.value.unit_size) for name, one in found.items()} == {
        "red_16": ("16", "KG"),
        "red_16_2": ("16", None),
        "red_row_4": ("army", None),
        "white_16": ("16", "[III]"),
    }


def test_columns_headed_alike_are_told_apart_by_the_heading_over_them(tmp_path: Path) -> None:
    """As where cells of a workbook are merged: Front over two columns, Back over two."""
    heads = "Order of battle,,,,\n,,Front,,Back\nid,title,Foot,Note,Foot\nA,One,f,n,b\n"
    found = cards(tmp_path, heads, ", header: 3, columns: {Front Foot: foot, back foot: subtitle}")
    assert (found["A"].title, found["A"].foot, found["A"].note, found["A"].subtitle) == ("One", "f", "n", "b")
    alike = "id,title,Foot,Foot\nA,One,f,b\n"
    assert [one.partition(" | ")[0] for one in refusals(tmp_path, f",,Front\n{alike}", ", header: 2")] == [
        "E286 toy/skills.csv:2:15 a second column 'Front Foot'"
    ]


def test_a_column_of_counters_that_is_no_field_may_be_a_value(tmp_path: Path) -> None:
    army = TOY["red.yaml"].partition("counters:\n")[0] + "counters: {from: all.csv}\n"
    for heading, name in (("Back attack", "back_attack"), ("Nr.", "attack")):
        with pytest.raises(InputError) as error:
            game(tmp_path, {"all.csv": f"id,type,{heading}\nR1,army,4\n", "red.yaml": army})
        (found,) = error.value.diagnostics
        assert found.hint.startswith(f"`columns: {{{heading}: values.{name}}}` makes it a value, ")


def test_an_id_of_several_words_becomes_one(tmp_path: Path) -> None:
    sheet = "Block,title\nJerusalem Templars,Templars\nReynald (Sidon),Reynald\nQara-Qush,Qara-Qush\nRa1,Ra\n"
    assert [*cards(tmp_path, sheet, ", id: Block, skip: [Block]")] == [
        "jerusalem_templars",
        "reynald_sidon",
        "Qara-Qush",
        "Ra1",
    ]


def test_columns_are_renamed_left_out_and_chosen_by(tmp_path: Path) -> None:
    sheet = (
        "Deck\nour skills\nNo.,Name,Text,Deck,Draft\n1,Noise,Draw.,skill,x\n2,Move,Go.,event,\n3,Duck,Stay.,skill,\n"
    )
    more = ", header: 3, id: No., columns: {Name: title, Text: foot}, skip: [Draft, no.], where: {Deck: [skill, none]}"
    found = cards(tmp_path, sheet, more)
    assert {name: (one.title, one.foot) for name, one in found.items()} == {
        "1": ("Noise", "Draw."),
        "3": ("Duck", "Stay."),
    }
    assert cards(
        tmp_path, sheet, ", header: 3, id: No., columns: {Name: title}, skip: rest, where: {deck: event}"
    ).keys() == {"2"}


def test_fields_that_a_deck_declares_are_headings_too(tmp_path: Path) -> None:
    own = "fields: {cost: {type: number, needed: true}, Lacks: list, rare: flag, art: picture}\n"
    deck = DECK.replace("cards:\n", f"{own}cards:\n")
    sheet = "title,COST,lacks,fields.rare,reverse.fields.cost,art\nNoise,2.5,a; b,yes,3,7.png\nMove,1,c,,,\n"
    noise, move = game(tmp_path, {"skills.csv": sheet, "skills.yaml": deck % ""})[Deck]["skills"].value.cards.values()
    assert noise.fields == {"cost": 2.5, "Lacks": ("a", "b"), "rare": True, "art": "7.png"}
    assert noise.reverse is not None
    assert noise.reverse.fields == {"cost": 3}
    assert move.fields == {"cost": 1, "Lacks": ("c",)}


def test_fields_that_a_deck_declares_go_before_those_of_any_card(tmp_path: Path) -> None:
    deck = DECK.replace("cards:\n", "fields: {type: text, title: text}\ncards:\n")
    sheet = 'title,type,number\nShield,"Player, Enemy Buff",7\n'
    (shield,) = game(tmp_path, {"skills.csv": sheet, "skills.yaml": deck % ""})[Deck]["skills"].value.cards.values()
    assert (shield.title, shield.type, shield.number) == ("Shield", None, "7")
    assert shield.fields == {"type": "Player, Enemy Buff"}


def test_a_number_may_have_a_sign_where_no_text_may_stand(tmp_path: Path) -> None:
    found = cards(tmp_path, "title,write_in,number\n+1,+2,+3\n")
    assert [(one.title, one.write_in, one.number) for one in found.values()] == [("+1", 2, "+3")]


def test_a_column_that_names_all_rows_alike_is_told_with_one_that_does_not(tmp_path: Path) -> None:
    text = "kind: tables\nid: more\ntitle: T\ntables: {roster: {title: Roster, rows: {from: roster.csv}}}\n"
    with pytest.raises(InputError) as error:
        game(tmp_path, {"more.yaml": text, "roster.csv": "Side;Name\nred;A\nred;B\nred;C\nred;D\n"})
    (found,) = sort(error.value.diagnostics)
    assert (found.message, found.hint[-10:]) == ("repeated key 'red', in 3 cells", "`id: Name`")
    assert [str(span)[-3:] for _, span in found.related] == ["2:1", "4:1", "5:1"]


def test_a_turn_among_the_starts_is_that_of_entry(tmp_path: Path) -> None:
    army(tmp_path, "Army,Name,Type,Start\nRed,1 Guards,army,0304\nRed,2 Guards,army,Turn 3\n")
    found = load(Project(tmp_path / "toy", shown="toy"))[Counter]
    starts = [(found[name].value.setup, found[name].value.arrives) for name in ("1_guards", "2_guards")]
    assert starts == [("0304", None), (None, "Turn 3")]


def test_a_text_stays_one_although_it_looks_like_a_number(tmp_path: Path) -> None:
    (one,) = cards(tmp_path, "title,number,rule\n1918,007,15.30\n").values()
    assert (one.title, one.number, one.rule) == ("1918", "007", "15.30")


@pytest.mark.parametrize("write_book", [xlsx, ods])
def test_a_number_in_a_workbook_becomes_what_its_field_takes(tmp_path: Path, write_book: Any) -> None:
    rows = [["title", "rule", "copies", "write_in"], [1918, 15.3, 2.0, 1]]
    deck = (
        DECK.replace("skills.csv", "sheets/skills.xlsx" if write_book is xlsx else "sheets/skills.ods") % ", sheet: S"
    )
    name = "sheets/skills.xlsx" if write_book is xlsx else "sheets/skills.ods"
    (one,) = game(tmp_path, {name: write_book({"S": rows}), "skills.yaml": deck})[Deck]["skills"].value.cards.values()
    assert (one.title, one.rule, one.copies, one.write_in) == ("1918", "15.3", 2, 1)


def test_counters_tables_places_boxes_and_setups_are_read_alike(tmp_path: Path) -> None:
    found = game(
        tmp_path,
        {
            "white.yaml": TOY["white.yaml"].partition("counters:\n")[0] + "counters: {from: white.csv}\n",
            "white.csv": "id;type;name;copies;reverse;reverse.state;rulings\nWa1;army;1 Army;;reduced;;\n"
            "VP;marker;VP;2;;spent;\n",
            "places.yaml": TOY["places.yaml"].replace(
                "{715: Petrozavodsk, 701: Petrograd}", "{from: {file: north.csv, id: No}}"
            ),
            "north.csv": "No,name,port\n715,Petrozavodsk,\n701,Petrograd,yes\n",
            "setup.yaml": TOY["setup.yaml"].partition("    at:\n")[0] + "    at: {from: at.csv}\n    reserve: [Rc16]\n",
            "at.csv": "Region,Place,Units,Note\nNorth,715 Petrozavodsk,Rc16,\nNorth,701 Petrograd,Ra1,first\n"
            "East,638 Norlinsk,(Ra2),\n",
            "wind.yaml": "kind: tables\nid: wind\ntitle: Wind\nsource: Toy\ntables:\n  wind:\n    title: Wind\n"
            "    roll: 1d6\n    columns: {sea: Sea, land: Land}\n    rows: {from: wind.csv}\n",
            "wind.csv": "Die,Sea,Land\n1,2,calm\n2-6,wind,wind\n",
        },
    )
    assert [error for error in check(found) if error.code[0] == "E"] == []
    assert found[Counter]["Wa1"].value.reverse == "reduced"
    assert found[Counter]["VP"].value.reverse == Reverse(state="spent")
    assert [found[Place][place].value.port for place in ("715", "701")] == [False, True]
    assert found[Setup]["campaign"].value.forces["red"].at["North"]["701 Petrograd"].note == "first"  # type: ignore[union-attr]
    assert found[Table]["wind"].value.rows == {1: (2, "calm"), "2-6": ("wind", "wind")}


def test_entries_beside_it_follow_the_rows_and_may_not_repeat_them(tmp_path: Path) -> None:
    more = "}\n  extra: {title: Extra"
    assert list(cards(tmp_path, "id,title\nN,Noise\n", more)) == ["N", "extra"]
    assert refusals(tmp_path, "id,title\nextra,Noise\nextra,More\n", more) == [
        "E117 toy/skills.csv:3:1 repeated key 'extra' | remove one of the two"
    ]
    (said,) = refusals(tmp_path, "id,title\nextra,Noise\n", more)
    assert said.startswith("E117 toy/skills.yaml:8:3")


def test_a_chart_may_have_a_row_named_from(tmp_path: Path) -> None:
    head = "kind: tables\nid: t\ntitle: T\nsource: s\ntables: {t: {title: T, columns: {a: A, b: B}, rows: "
    for row in ("[here, there]", "3", "north"):
        found = game(tmp_path, {"t.yaml": f"{head}{{from: {row}, to: [x, y]}}}}}}\n"})
        assert list(found[Table]["t"].value.rows) == ["from", "to"]


def test_an_overlay_has_sheets_of_its_own_and_may_replace_one(tmp_path: Path) -> None:
    files = {"skills.csv": "id,title\nN,Noise\nM,Move\n", "skills.yaml": DECK % ""}
    ours = {"skills.csv": "id,title\nN,Silence\n", "b.yaml": "kind: cards\nid: skills\ncards: {from: more.csv}\n"}
    found = game(tmp_path, files, {**ours, "more.csv": "id,title\nX,Extra\n"})
    assert {name: card.title for name, card in found[Deck]["skills"].value.cards.items()} == {
        "N": "Silence",
        "X": "Extra",
    }


def test_cells_may_mean_something_else_than_they_say(tmp_path: Path) -> None:
    sheet = "Name,Type,Needs,Note\nNoise,EV,A; B; -,-\nMove,skill,,Go.\n"
    more = ", columns: {Name: title, Needs: sections.Needs.items, Note: note}"
    more += ', values: {Type: {EV: event}, needs: {A: Wind, "-": ~}, Note: {"-": ~}, Name: {Noise: Loud noise}}'
    found = cards(tmp_path, sheet, more)
    assert [(name, one.type, [part.items for part in one.sections], one.note) for name, one in found.items()] == [
        ("loud_noise", "event", [("Wind", "B")], None),
        ("move", "skill", [], "Go."),
    ]
    (found,) = refusals(tmp_path, sheet, more.replace("{Type:", "{Tpye:"))
    assert found == "E282 toy/skills.yaml:7:102 no column 'Tpye' in toy/skills.csv | did you mean 'Type'?"


AT = TOY["setup.yaml"].partition("    at:\n")
SETUP = AT[0] + "    at: {from: units.csv}\n" + "    reserve:" + AT[2].partition("    reserve:")[2]


def test_rows_of_a_set_up_that_name_one_place_add_up(tmp_path: Path) -> None:
    sheet = "region,place,units,note\nNorth,701,Ra1,\nNorth,701,Rc16 x2; (Ra2),As rolled.\nNorth,701,Rc16,As rolled.\n"
    lines = game(tmp_path, {"setup.yaml": SETUP, "units.csv": sheet})[Setup]["campaign"].value.forces["red"].at
    line = lines["North"]["701"]
    assert isinstance(line, UnitLine)
    assert [str(one) for one in line.units] == ["Ra1", "Rc16 x2", "(Ra2)", "Rc16"]
    assert line.note == "As rolled."
    with pytest.raises(InputError) as error:
        game(tmp_path / "again", {"setup.yaml": SETUP, "units.csv": sheet.replace("Rc16,As", "Rc16,Not as")})
    assert [(one.code, str(one.span)) for one in error.value.diagnostics] == [("E117", "toy/units.csv:4:7")]


def test_a_column_that_chooses_rows_is_not_the_region(tmp_path: Path) -> None:
    sheet = "side,region,place,units\nRed,North,701,Ra1\nWhite,North,701,Wa1\n"
    setup = SETUP.replace("from: units.csv", "from: {file: units.csv, where: {side: Red}}")
    forces = game(tmp_path, {"setup.yaml": setup, "units.csv": sheet})[Setup]["campaign"].value.forces
    assert [*forces["red"].at["North"]] == ["701"]


def test_a_sheet_with_one_heading_may_hold_the_ids(tmp_path: Path) -> None:
    places = "kind: places\nid: map\ntitle: Map\nsource: S\nregions: {map: {title: Map, places: {from: hexes.csv}}}\n"
    with pytest.raises(InputError) as error:
        game(tmp_path, {"places.yaml": places, "hexes.csv": "Hex\n0503\n"})
    (found,) = error.value.diagnostics
    assert found.hint == (
        "`id: Hex` takes ids from it, declare it as one of the `fields:`, `columns:` names its field, "
        "`skip:` leaves it out"
    )


def test_errors_name_the_cell_and_quote_it(tmp_path: Path) -> None:
    rows: list[list[object]] = [["title", "copies"], ["Noise", 2], ["Move", "two"]]
    with pytest.raises(InputError) as error:
        game(tmp_path, {"s.xlsx": xlsx({"Skills": rows}), "skills.yaml": DECK.replace("skills.csv", "s.xlsx") % ""})
    project = Project(tmp_path / "toy", shown="toy")
    with pytest.raises(InputError):
        load(project)
    (found,) = error.value.diagnostics
    assert frame(found, project.line(found.span)).splitlines() == [
        "toy/s.xlsx!Skills:B3: error[E124]: 'two' is not a whole number",
        "  |",
        "3 | two",
        "  | ^^^ `values: {copies: {two: …}}` beside `from:` says what it means",
    ]


WRONG = """
titel|A||E282 .csv:1:1 'titel' is not a field of a card|did you mean 'title'?
owner|A||E282 .csv:1:1 no column 'id' or 'title' in toy/skills.csv|head one so, or name the column
title,copeis|A,1||E282 .csv:1:7 'copeis' is not a field of a card|did you mean 'copies'?
title,strip|A,1||E282 .csv:1:7 'strip' has several values|one of: strip.track, strip.row
title|A|columns: {Name: title}|E282 .yaml:7:38 no column 'Name' in toy/skills.csv|its headings: title
Name|A|columns: {Name: titel}|E282 .yaml:7:44 'titel' is not a field of a card|did you mean 'title'?
title|A|skip: [titles]|E282 .yaml:7:35 no column 'titles' in toy/skills.csv|did you mean 'title'?
title,Cost|A,1||E282 .csv:1:7 'Cost' is not a field of a card|`id: Cost` takes ids from it, declare it
Our cards|~title,copies,foot~A,1,x||E287 .csv:1:1 the first row of toy/skills.csv is a title|the headings seem
title|A|where: {side: red}|E282 .yaml:7:36 no column 'side' in toy/skills.csv|its headings: title
title|A|id: [title, title]|E282 .yaml:7:32 one column of ids is needed here|name their headings
title|A|sheet: S|E281 .yaml:7:35 'skills.csv' is one sheet without a name|leave `sheet:` out
title,Title|A,B||E286 .csv:1:7 a second column 'Title'|rename or remove one
title,qty,copies|A,1,2||E286 .csv:1:11 'copies' and 'qty' are the same field|rename or remove one
title,sections.E,sections.E.text|A,b,c||E286 .csv:1:18 'sections.E.text' and 'sections.E' are the same field|rename
||||E287 .yaml:7:9 no row of headings in toy/skills.csv|its first row names the fields
title|~A|header: 2|E287 .yaml:7:36 no row of headings in toy/skills.csv|its first row names the fields
title|A|header: 9|E287 .yaml:7:36 no row of headings in toy/skills.csv|its first row names the fields
a,b|1,2|id: a, skip: rest|E123 .csv:2:1 missing key 'title'|title: heading on the component
id,title|n,A,B||E282 .csv:2:5 a cell beyond the last heading|put a cell into quotes
id,title|,A||E288 .csv:2:2 the row has nothing in the column 'id', which gives the id|write it, or clear the row
id,title|1,A~1,B||E117 .csv:3:1 repeated key '1'|remove one of the two
id,title|a b,A||E124 .csv:2:1 'a b' is not an id|begin with a letter a to z or a digit, then letters,
"""


@pytest.mark.parametrize("line", WRONG.strip().splitlines())
def test_what_is_wrong_is_told_at_its_place(tmp_path: Path, line: str) -> None:
    head, rows, more, said, hint = line.replace("||||", "|||", 1).split("|", 4)
    rows = rows.replace("~", "\n")
    (found,) = refusals(tmp_path, f"{head}\n{rows}\n", f", {more}" if more else "")
    assert found.startswith(said.replace(" .", " toy/skills.", 1) + " | " + hint)


NAMES = {
    "skill.csv": ("E103", "did you mean 'skills.csv'?"),
    "../skills.csv": ("E101", "name a file of the game: pictures/map.png"),
    "skills.xls": ("E280", "save it as one of: .csv, .tsv, .xlsx, .ods"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_in_the_folder_of_the_game(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as error:
        game(tmp_path, {"skills.csv": "title\nA\n", "skills.yaml": (DECK % "").replace("skills.csv", name)})
    (found,) = error.value.diagnostics
    assert ((found.code, found.hint), str(found.span)) == (NAMES[name], "toy/skills.yaml:7:16")


def test_another_encoding_than_utf_8_is_told_with_a_way_out(tmp_path: Path) -> None:
    for encoding in ("cp1252", "utf-16"):
        with pytest.raises(InputError) as error:
            game(tmp_path, {"skills.csv": "title\nGroß\n".encode(encoding), "skills.yaml": DECK % ""})
        (found,) = error.value.diagnostics
        assert found.code == "E104"
        assert 'save it as "CSV UTF-8"' in found.hint


def test_the_rows_of_sheets_count_among_the_values_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"skills.csv": "title,write_in\n" + "A,1\n" * 200, "skills.yaml": DECK % ""}
    few = sum(parse(text, name).count for name, text in ({**TOY, **files}).items() if name.endswith(".yaml"))
    monkeypatch.setattr("rcwkit.game.loader.VALUES", few + 800)  # a row: its id, its mapping, two keys, two values
    with pytest.raises(InputError) as error:
        game(tmp_path, files)
    assert [(one.code, one.span.file) for one in error.value.diagnostics] == [("E106", "toy/skills.yaml")]
    monkeypatch.setattr("rcwkit.game.loader.VALUES", few + 1200)
    assert len(game(tmp_path, files)[Deck]["skills"].value.cards) == 200


def test_an_unchanged_document_and_sheet_are_validated_once(tmp_path: Path) -> None:
    files = {"skills.csv": "title\nA\n", "skills.yaml": DECK % ""}
    decks = [game(tmp_path, files)[Deck]["skills"].value for _ in range(2)]
    assert isinstance(decks[0], Deck)
    assert decks[0] is decks[1]
    assert game(tmp_path, {**files, "skills.csv": "title\nB\n"})[Deck]["skills"].value is not decks[0]


ARMY = """kind: counters
id: all
title: Units
source: Toy rules
counters: {from: {file: all.csv%s}}
"""
STRONG = TOY["game.yaml"].replace("plural: armies,", "plural: armies, values: [attack, move],")


def army(folder: Path, sheet: str, more: str = "", **others: str) -> Mapping[str, Counter]:
    """Return the counters of one sheet of both sides."""
    files = {"all.csv": sheet, "red.yaml": ARMY % more, "game.yaml": STRONG}
    found = game(folder, files | {name.replace("_", "."): text for name, text in others.items()})[Counter]
    return {name: item.value for name, item in found.items() if item.document.file == "toy/red.yaml"}


def test_one_sheet_has_the_counters_of_all_sides_by_their_titles(tmp_path: Path) -> None:
    """Headings that name values of a type are values; what a cell calls a side or a type is its id."""
    sheet = (
        "Army,Name,Type,Size,Attack,Move,Back Attack,Start\n"
        "Red,1 Guards,Armies,Bn,4,3,2,715\nW,5 Foot,army,Bde.,3,4,,701\n"
    )
    found = army(tmp_path, sheet)
    assert {name: (one.side, one.type, one.unit_size, dict(one.values), one.setup) for name, one in found.items()} == {
        "1_guards": ("red", "army", "II", {"attack": "4", "move": "3"}, "715"),
        "5_foot": ("white", "army", "X", {"attack": "3", "move": "4"}, "701"),
    }
    assert isinstance(found["1_guards"].reverse, Reverse)
    assert found["1_guards"].reverse.values == {"attack": "2"}
    loaded = load(Project(tmp_path / "toy", shown="toy"))
    assert [(mix.title, mix.owner, mix.units) for mix in mixes(loaded)][:2] == [
        ("Red", "red", ("1_guards",)),
        ("White", "white", ("5_foot",)),
    ]
    assert owner_of(loaded, "5_foot") == "white"


def test_a_counter_needs_an_owner_of_its_own_or_its_documents(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        army(tmp_path, "Army,Name,Type\nRed,1 Guards,army\n,5 Foot,army\n")
    (found,) = error.value.diagnostics
    assert (found.code, found.message) == ("E124", "whose is counter '5_foot'?")


def test_what_all_rows_have_is_said_once_and_a_cell_goes_before_it(tmp_path: Path) -> None:
    sheet = "id,copies,attack\nA,,4\nB,3,\n"
    found = army(tmp_path, sheet, ", all: {type: army, side: red, copies: 2, attack: 1, values.move: 5}")
    assert [(one.type, one.copies, dict(one.values)) for one in found.values()] == [
        ("army", 2, {"attack": "4", "move": "5"}),
        ("army", 3, {"attack": "1", "move": "5"}),
    ]
    with pytest.raises(InputError) as error:
        army(tmp_path / "wrong", sheet, ", all: {typ: army}")
    (wrong,) = error.value.diagnostics
    assert (wrong.code, str(wrong.span), wrong.hint) == ("E282", "toy/red.yaml:5:40", "did you mean 'type'?")


def test_a_second_sheet_says_more_of_what_a_column_names(tmp_path: Path) -> None:
    sheet = "id,Class,Army,move\nA,T34,Red,\nB,BT,White,9\n,,,\n"
    tanks = "Class,Type,Attack,Move\nT34,army,7,5\nBT,army,3,6\n"
    found = army(tmp_path, sheet, ", skip: [Class], lookup: {Class: tanks.csv}", tanks_csv=tanks)
    assert [(one.side, dict(one.values)) for one in found.values()] == [
        ("red", {"attack": "7"}),
        ("white", {"move": "9", "attack": "3"}),
    ]
    some = ", skip: [Class], lookup: {Class: {file: tanks.csv, optional: true}}, all: {type: army}"
    found = army(tmp_path, sheet, some, tanks_csv=tanks.replace("T34,", "KV,"))
    assert [dict(one.values) for one in found.values()] == [{}, {"move": "9", "attack": "3"}]
    other = ", skip: [Class], lookup: {Class: {file: tanks.csv, column: Code}}"
    renamed = tanks.replace("Class", "Code").replace("BT,", "KV,")
    for more, text, said in (
        (other, renamed, "toy/all.csv:3:3 no row 'BT' in toy/tanks.csv"),
        (other, tanks, "toy/red.yaml:5:58 no column 'Code' in toy/tanks.csv"),
        (", lookup: {Tank: tanks.csv}", tanks, "toy/red.yaml:5:43 no column 'Tank' in toy/all.csv"),
        (", lookup: {Class: tanks.csv}", "\n", "toy/tanks.csv no row of headings in toy/tanks.csv"),
    ):
        with pytest.raises(InputError) as error:
            army(tmp_path, sheet, more, tanks_csv=text)
        (wrong,) = error.value.diagnostics
        assert f"{wrong.span} {wrong.message}" == said


def test_formations_come_from_a_column_and_have_colours(tmp_path: Path) -> None:
    sheet = "Army,Name,Type,Corps\nRed,1 Guards,army,I Corps\nRed,2 Guards,army,I Corps\nWhite,5 Foot,army,Don\n"
    formations = "formations: {from: {file: all.csv, id: Corps, once: true}}\n"
    found = army(tmp_path, sheet, ", columns: {Corps: formation}", game_yaml=STRONG + formations)
    assert [one.formation for one in found.values()] == ["i_corps", "i_corps", "Don"]
    known = load(Project(tmp_path / "toy", shown="toy")).info.formations
    assert [(name, one.title) for name, one in known.items()] == [("i_corps", "I Corps"), ("Don", "Don")]
    assert len({one.colour for one in known.values()}) == 2


def test_words_where_a_field_has_numbers_are_one_error_with_its_cure(tmp_path: Path) -> None:
    """Bug: a column that has A1 below 24 was an error for each such row, and nothing said what to declare."""
    deck = """kind: cards
id: deck
title: Deck
source: Toy rules
back: {title: Deck}
fields: {order: number, cost: number}
cards: {from: deck.csv}
"""
    sheet = "Name,Order,Cost\nFog,A1,x\nRain,A2,1\nSnow,B1,2\nWind,4,3\n"
    loaded = game(tmp_path, {"deck.yaml": deck, "deck.csv": sheet})
    found = [one for one in sort(check(loaded)) if one.code == "E253"]
    assert [(str(one.span), one.message, one.hint) for one in found] == [
        ("toy/deck.csv:2:5", "'A1' is not a number, in 3 cells", "a number, unless `fields:` says `order: text`"),
        ("toy/deck.csv:2:8", "'x' is not a number", "a number, unless `fields:` says `cost: text`"),
    ]


def test_files_that_are_missing_in_many_cells_are_one_error() -> None:
    """Bug: a sheet whose pictures were elsewhere was an error for each of its rows."""

    def missing(line: int, hint: str = "") -> Diagnostic:
        message = f"'u{line}.png' cannot be read: No such file or directory"
        return Diagnostic("E103", message, Span("toy/all.csv", line, 9), hint)

    first, meant, other = sort(
        [missing(2), missing(3), missing(4), missing(5, "did you mean 'art/u5.png'?"), missing(6, "x")]
    )
    assert first.message == "'u2.png' and 2 more cannot be read: No such file or directory"
    assert [str(span) for _, span in first.related] == ["toy/all.csv:3:9", "toy/all.csv:4:9"]
    assert [meant.span.line, other.span.line] == [5, 6]
    (alike,) = sort(missing(line, f"did you mean 'art/u{line}.png'?") for line in (2, 3, 4))
    assert alike.hint == "did you mean 'art/u2.png'?"


def test_what_is_wrong_alike_in_many_cells_is_one_error_with_its_cure(tmp_path: Path) -> None:
    sheet = "Army,Name,Type,Size\n" + "Red,1 Guards,army,Abt.\n" * 5 + "Red,Horse,armie,Bn\n"
    with pytest.raises(InputError) as error:
        army(tmp_path, sheet)
    (found,) = sort(error.value.diagnostics)
    assert (found.message, str(found.span)) == ("unknown unit size 'Abt.', in 5 cells", "toy/all.csv:2:19")
    assert found.hint.endswith("; or `values: {Size: {Abt.: …}}` beside `from:` says what it means")
    assert [str(span) for _, span in found.related] == [f"toy/all.csv:{line}:19" for line in (3, 4, 5, 6)]
    army(tmp_path, sheet.replace("Abt.", "coy"))
    (unknown,) = [one for one in sort(check(load(Project(tmp_path / "toy", shown="toy")))) if one.code == "E221"]
    assert unknown.hint == "did you mean 'army'? Or `values: {Type: {armie: …}}` beside `from:` says what it means"


TRACK = "kind: tracks\nid: tracks\ntitle: Tracks\ntracks:\n  vp: {title: VP, layout: line, boxes: %s}\n"


@pytest.mark.parametrize(
    ("boxes", "wanted"),
    [
        ("0-3", {"0": "0", "1": "1", "2": "2", "3": "3"}),
        ("1--1", {"1": "1", "0": "0", "m1": "−1"}),
        ("1–2", {"1": "1", "2": "2"}),
        ("1..2", {"1": "1", "2": "2"}),
        ("{1: 8 Sep, 2: {title: 9 Sep}}", {"1": "8 Sep", "2": "9 Sep"}),
        ("[Calm, High Wind, {title: Calm}]", {"calm": "Calm", "high_wind": "High Wind", "calm_2": "Calm"}),
    ],
)
def test_boxes_may_be_a_range_a_list_or_bare_titles(tmp_path: Path, boxes: str, wanted: dict[str, str]) -> None:
    """A document without a source has that of the game."""
    loaded = game(tmp_path, {"more.yaml": TRACK % boxes})
    assert {name: box.title for name, box in loaded[Track]["vp"].value.boxes.items()} == wanted
    assert loaded[Track]["vp"].document.model.source == "Toy rules"


@pytest.mark.parametrize(
    ("boxes", "said"), [("0-900", "'0-900' is more than 200 boxes"), ("many", "'many' is no boxes"), ("[]", "")]
)
def test_boxes_that_are_none_are_refused(tmp_path: Path, boxes: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        game(tmp_path, {"more.yaml": TRACK % boxes})
    assert [one.code for one in error.value.diagnostics] == ["E124"]
    assert said in error.value.diagnostics[0].message


def test_a_deck_may_be_a_list_of_titles_with_a_back_called_after_it(tmp_path: Path) -> None:
    deck = (
        "kind: cards\nid: a\ntitle: Action\nlayouts: {event: house}\nlayout: house\n"
        "cards: [Rain, {title: Sun, type: x}]\n"
    )
    loaded = game(tmp_path, {"deck.yaml": deck})
    assert [(name, card.title) for name, card in loaded[Deck]["a"].value.cards.items()] == [
        ("rain", "Rain"),
        ("sun", "Sun"),
    ]
    assert loaded[Deck]["a"].value.back.title == "Action"
    assert [one for one in check(loaded) if one.code == "E257"] == [], "`layout` is that of other types"
    bare = game(tmp_path, {"deck.yaml": deck.replace("\nlayout: house", "")})
    assert [one.message for one in check(bare) if one.code == "E257"] == ["no layout for cards of type 'x'"]


def test_columns_of_a_chart_may_be_a_list_of_heads(tmp_path: Path) -> None:
    text = (
        "kind: tables\nid: more\ntitle: T\ntables: {crt: {title: CRT, roll: 1d6, columns: %s, rows: {1-6: [A, B]}}}\n"
    )
    for columns in ('["1:2", "1:1"]', "{1:2, 1:1}"):
        loaded = game(tmp_path, {"more.yaml": text % columns})
        assert dict(loaded[Table]["crt"].value.columns) == {"1_2": "1:2", "1_1": "1:1"}
        assert {plan_table(loaded, "crt", {"column": one}).inputs["column"] for one in ("1:1", "1_1")} == {"1_1"}


def test_types_have_english_plurals() -> None:
    words = ("army", "day", "corps", "branch", "unit")
    assert [plural(word) for word in words] == ["armies", "days", "corps", "branches", "units"]


def test_a_cards_text_needs_no_heading(tmp_path: Path) -> None:
    found = cards(tmp_path, "Name,Count,Side,Text\nRain,2,White,It **rains**.\n")["rain"]
    assert (found.copies, found.owner, found.text, found.sections) == (2, "white", "It **rains**.", ())


def test_an_empty_cell_of_a_chart_is_told_at_its_place(tmp_path: Path) -> None:
    """Bug: it was told at the first cell of its row."""
    text = "kind: tables\nid: more\ntitle: T\ntables: {crt: {title: CRT, roll: 1d6, rows: {from: crt.csv}}}\n"
    loaded = game(tmp_path, {"more.yaml": text, "crt.csv": 'Die,X,Y\n1-3,,b\n"4-5","x, y",\n6,d\n'})
    found = [(one.span.line, one.span.column) for one in check(loaded) if one.code == "E233"]
    assert found == [(2, 5), (3, 14), (4, 5)]


def test_places_too_wide_for_counters_are_one_error_and_a_coarse_picture_one_warning() -> None:
    """Bug: each start was an error of its own, and a map was told once for each of its set-ups."""
    wide = [
        Diagnostic("E310", f"'{name}' does not fit: 0.{n} mm too wide for the start", Span("units.csv", n, 5), "larger")
        for n, name in enumerate(("Riga", "Narva", "Visby"), 1)
    ]
    coarse = [Diagnostic("W270", f"'sea.png' has only 215 dpi, on {page}", Span("map.yaml", 6)) for page in ("a", "b")]
    told = sort([*wide, *coarse])
    assert [(one.code, one.message) for one in told] == [
        ("W270", "'sea.png' has only 215 dpi, on a"),
        ("E310", "'Riga' does not fit: 0.1 mm too wide for the start, in 3 cells"),
    ]


def test_coarse_pictures_of_many_files_in_a_folder_are_one_warning() -> None:
    """Bug: an imported module had 247 equal warnings."""
    single = [Diagnostic("W270", f"'{n}.png' has only 90 dpi", Span(f"maps/{n}.yaml", 6)) for n in range(4)]
    assert sort(single) == single
    more = "; 12 more pictures have fewer than 300 dpi, too"
    many = [*single, Diagnostic("W270", f"'z.png' has only 90 dpi{more}", Span("maps/z.yaml", 6))]
    other = Diagnostic("W270", "'a.png' has only 90 dpi", Span("cards/a.yaml", 6))
    kept, one = sort([*many, other])
    assert kept == other
    assert one.message == "'0.png' has only 90 dpi; 16 more pictures of this folder are as coarse"
    assert [span.file for _, span in one.related] == ["maps/1.yaml", "maps/2.yaml", "maps/3.yaml", "maps/z.yaml"]
