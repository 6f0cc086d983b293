"""I3: what is wrong in silence. Each entry changes one thing of the small game, and `check` says what is lost by it."""

from __future__ import annotations

from pathlib import Path

import pytest
import rcwkit
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.kit.build import checked
from rcwkit.source.project import Project
from tests_support import TOY, pointed, write


def rolled(steps: str, inputs: str = "", more: str = "") -> tuple[str, str, str]:
    """Return the change that adds a procedure with these steps."""
    asked = f"    inputs: {{{inputs}}}\n" if inputs else ""
    listed = "".join(f"      - {{{step}}}\n" for step in steps.splitlines())
    end = "      - {id: roll, table: turn9, column: red}\n"
    return "procedures.yaml", end, f"{end}  own:\n    title: Own\n{asked}{more}    steps:\n{listed}"


A, B = 'a: {title: "A?", range: 1-6}', 'b: {title: "B?", choices: {x: X, y: Y}}'
ROLL = "id: r, roll: 1d6, rows: {1-3: low, 4-6: high}"
MAP = ("map.yaml", "ways: {rail:")
HEXES = """hexes: {size: 12mm, columns: 5, rows: 3}
terrain: {woods: {title: Woods, hexes: ['0102', '0103']}, hills: {title: Hills}, town: {title: Town}}
places: {'0101': {terrain: [woods, hills, town]}, '0102': hills, '0201': {terrain: [woods, hills]}, '0103': town}
spaces:"""
CARD = ("cards.yaml", "{title: Ukraine,", "{title: Ukraine, layout: plain,")

ODDS = "{{odds: {{form: columns, procedure: turn9, given: {{lead: red}}, shown: {}}}}}"

SILENT: dict[str, tuple[tuple[str, str, str], list[str]]] = {
    # Procedures
    "a default beyond the range": (
        rolled(ROLL, A.replace("1-6", "1-6, default: 9")),
        ["E241 '9' is no answer to 'a' @ procedures.yaml:22 9"],
    ),
    "a default that is no choice": (
        rolled(ROLL, B.replace("{x:", "{x:").replace("Y}}", "Y}, default: z}")),
        ["E241 'z' is no answer to 'b' @ procedures.yaml:22 z"],
    ),
    "a default of one item": (
        rolled(ROLL, 'a: {title: "A?", range: 1-6, for_each: [p], defaults: {p: 0}}'),
        ["E241 '0' is no answer to 'a' @ procedures.yaml:22 0"],
    ),
    "a default with a number that cannot be listed": (
        rolled(ROLL, 'l: {title: "L?", list: 1-6, default: [2, 7]}'),
        ["E241 '7' is no answer to 'l' @ procedures.yaml:22 7"],
    ),
    "an answer beyond the range": (
        rolled(ROLL.replace("roll:", "when: {a: 7}, roll:"), A),
        ["E241 'a' is never '7' @ procedures.yaml:24 {"],
    ),
    "a bound beyond the range": (
        rolled(ROLL.replace("roll:", "when: {a: {at_least: 7}}, roll:"), A),
        ["E241 'a' is never at least 7 @ procedures.yaml:24 {"],
    ),
    "bounds that exclude one another": (
        rolled(ROLL.replace("roll:", "when: {a: {at_least: 4, at_most: 3}}, roll:"), A),
        ["E241 'a' is never at least 4 and at most 3 @ procedures.yaml:24 {"],
    ),
    "bounds between two choices": (
        rolled(
            ROLL.replace("roll:", "when: {c: {at_least: 3, at_most: 4}}, roll:"),
            'c: {title: "C?", choices: {2: Two, 5: Five}}',
        ),
        ["E241 'c' is never at least 3 and at most 4 @ procedures.yaml:24 {"],
    ),
    "a sum that two dice never give": (
        rolled("id: r, roll: 2d6\nid: n, when: {r: 1}, do: [{note: N}]"),
        ["E241 'r' is never '1' @ procedures.yaml:24 {"],
    ),
    "more items than there are": (
        rolled(
            "id: r, for_each: [p, q], roll: 1d6, rows: {1-6: x}\n"
            "id: n, when: {count: {r: x}, at_least: 3}, do: [{note: N}]"
        ),
        ["E241 this count is never at least 3 @ procedures.yaml:24 {"],
    ),
    "more cards than are drawn": (
        rolled(
            "id: d, draw: {deck: k, count: 2}\nid: n, when: {count: {d: e}, at_least: 3}, do: [{note: N}]",
            more="    decks: {k: {title: K, cards: 1-9, classes: {e: [1, 2, 3]}}}\n",
        ),
        ["E241 this count is never at least 3 @ procedures.yaml:25 {"],
    ),
    "a class that no card has": (
        rolled(
            "id: d, draw: {deck: k}, then: {f: [{note: N}]}",
            more="    decks: {k: {title: K, cards: 1-3, classes: {e: [1]}}}\n",
        ),
        ["E241 'f' is not a result of step 'd' @ procedures.yaml:24 f"],
    ),
    "a result that comes later": (
        rolled(f"id: n, when: {{r: low}}, do: [{{note: N}}]\n{ROLL}"),
        ["E240 'r' has no result before this step @ procedures.yaml:23 {"],
    ),
    "a result of the step itself": (
        rolled(ROLL.replace("roll:", "when: {r: low}, roll:")),
        ["E240 'r' has no result before this step @ procedures.yaml:23 {"],
    ),
    "a counter without a back": (
        rolled(f"{ROLL}, then: {{low: [{{reduce: Rc16}}]}}"),
        ["E214 'Rc16' has no reverse side @ procedures.yaml:23 Rc16"],
    ),
    "a counter that goes to two places": (
        rolled(f"{ROLL}, then: {{low: [{{place: Ra1, at: '638', reserve: red}}]}}"),
        ["E247 'Ra1' goes to 2 places @ procedures.yaml:23 Ra1"],
    ),
    "a counter with no new owner": (
        rolled(f"{ROLL}, then: {{low: [{{convert: Ra1}}]}}"),
        ["E247 'Ra1' has no new owner @ procedures.yaml:23 Ra1"],
    ),
    "a marker to a box that is none": (
        rolled(f"{ROLL}, then: {{low: [{{marker: ukraine, on: control, to: rde}}]}}"),
        ["E210 unknown unit 'ukraine' @ procedures.yaml:23 ukraine", "E222 unknown box 'rde' @ procedures.yaml:23 rde"],
    ),
    "a marker on no row": (
        rolled(f"{ROLL}, then: {{low: [{{marker: VP, on: control, to: red}}]}}"),
        ["E222 unknown row 'VP' @ procedures.yaml:23 VP"],
    ),
    "a marker to nowhere": (
        rolled(f"{ROLL}, then: {{low: [{{marker: VP, to: red}}]}}"),
        ["E247 'VP' goes to no place @ procedures.yaml:23 VP"],
    ),
    "a marker to no box": (
        rolled(f"{ROLL}, then: {{low: [{{marker: ukraine, on: control}}]}}"),
        [
            "E210 unknown unit 'ukraine' @ procedures.yaml:23 ukraine",
            "E247 'ukraine' goes to no box @ procedures.yaml:23 ukraine",
        ],
    ),
    "a roll that never succeeds": (
        rolled("id: r, roll: 1d6, test: {at_least: 7}"),
        ["E232 1d6 never succeeds @ procedures.yaml:23 7"],
    ),
    "a roll that always succeeds": (
        rolled("id: r, roll: 2d6, test: {above: 1}"),
        ["E232 2d6 always succeeds @ procedures.yaml:23 1"],
    ),
    "a test with one result": (
        rolled("id: r, roll: 1d6, test: {above: 1, success: s, failure: s}"),
        ["E124 success and failure are two results, and need two names @ procedures.yaml:23 {"],
    ),
    "a column without columns": (
        rolled(f"{ROLL}, column: red"),
        ["E235 step 'r' has no columns to choose from @ procedures.yaml:23 red"],
    ),
    "a column that is never one": (
        rolled("id: r, table: turn9, column: b", f'{B}, lead: {{title: "L?", choices: {{red: R}}}}'),
        ["E235 'b' is never a column of 'turn9' @ procedures.yaml:24 b"],
    ),
    "a step that is never taken": (
        rolled(f"{ROLL}, times: 0"),
        ["E241 step 'r' is never taken @ procedures.yaml:23 0"],
    ),
    "effects of what is not rolled": (
        rolled("id: r, do: [{note: N}], then: {low: [{note: M}]}"),
        ["W242 `then` changes nothing without `roll`, `table`, `draw` or `slide` @ procedures.yaml:23 then"],
    ),
    "answers to nothing that is run": (
        rolled(f"{ROLL}, given: {{a: 1}}"),
        ["W242 `given` changes nothing without `run` @ procedures.yaml:23 given"],
    ),
    "two ways to slide": (
        rolled("id: s, slide: {track: control, row: ukraine, points: 1, boxes: 1}"),
        ["W242 `boxes` changes nothing beside `points` @ procedures.yaml:23 boxes"],
    ),
    "more cards than the deck has": (
        rolled("id: d, draw: {deck: k, count: 4}", more="    decks: {k: {title: K, cards: 1-3}}\n"),
        ["E246 4 cards of 'k', which has 3 @ procedures.yaml:24 4"],
    ),
    "a card that is in a deck twice": (
        rolled("id: d, draw: {deck: k}", more="    decks: {k: {title: K, cards: [1, 2, 1]}}\n"),
        ["E246 card '1' is in the deck twice @ procedures.yaml:22 1"],
    ),
    "a card of a class that is not in the deck": (
        rolled("id: d, draw: {deck: k}", more="    decks: {k: {title: K, cards: 1-3, classes: {e: [4]}}}\n"),
        ["E246 card '4' is not in the deck 'k' @ procedures.yaml:22 4"],
    ),
    "a card of two classes": (
        rolled("id: d, draw: {deck: k}", more="    decks: {k: {title: K, cards: 1-3, classes: {e: [1], f: [1]}}}\n"),
        ["E246 card '1' is of class 'e' already @ procedures.yaml:22 1"],
    ),
    "a class called like the cards without one": (
        rolled("id: d, draw: {deck: k}", more="    decks: {k: {title: K, cards: 1-3, classes: {other: [1]}}}\n"),
        ["E246 'other' are the cards without a class @ procedures.yaml:22 other"],
    ),
    # Charts
    "a meaning of no cell": (
        ("tables.yaml", "beyond: clamp", "beyond: clamp\n    results: {RDE: Red}"),
        ["W242 `RDE` changes nothing as no cell says so @ tables.yaml:11 RDE"],
    ),
    "a tint of no cell": (
        ("tables.yaml", "beyond: clamp", "beyond: clamp\n    tints: {RDE: '#FF0000'}"),
        ["W242 `RDE` changes nothing as no cell says so @ tables.yaml:11 RDE"],
    ),
    "steps of tint for words": (
        ("tables.yaml", "beyond: clamp", "beyond: clamp\n    heat: true"),
        ["W242 `heat` changes nothing without a number in a cell @ tables.yaml:11 heat"],
    ),
    "a column in two groups": (
        ("tables.yaml", "beyond: clamp", "beyond: clamp\n    groups: {G: [red, neutral], H: [neutral]}"),
        ["E223 column 'neutral' is under 'G' already @ tables.yaml:11 neutral"],
    ),
    "an empty cell of a roll": (
        ("tables.yaml", "[RED, RED]", "[RED, '']"),
        ["E233 row '1' has an empty cell under 'Neutral', which is no result @ tables.yaml:12 ''"],
    ),
    "totals that never come up": (
        ("tables.yaml", "beyond: clamp", "beyond: clamp\n    totals: 5-9"),
        ["E232 the modifiers never add up to 5-9 @ tables.yaml:11 5-9"],
    ),
    "modifiers of no roll": (
        ("tables.yaml", "    roll: 1d6\n", ""),
        ["E124 only a chart with a `roll` has drm, natural or totals @ tables.yaml:6 turn9"],
    ),
    "a chart without rows": (
        ("tables.yaml", "tables:\n", "tables:\n  empty: {title: Empty, columns: {a: A}}\n"),
        ["E230 chart 'empty' has no rows @ tables.yaml:6 empty"],
    ),
    "a result in short that is not explained": (
        ("tables.yaml", "beyond: clamp", "beyond: clamp\n    results: {RED: Red}\n    natural: {6: D2}"),
        ["W238 `results` do not explain 'D2', as they do others @ tables.yaml:12 D2"],
    ),
    "other words for what no cell says": (
        ("folder.yaml", 'shown: {RED: ":flag: RED"}', 'shown: {RED: ":flag: RED", BLUE: Blue}'),
        ["W242 `BLUE` changes nothing as the chart does not say so @ folder.yaml:21 BLUE"],
    ),
    "no words for one of the columns of odds": (
        ("folder.yaml", "{look: tinted, text: None.}", ODDS.format("{RED: Red}")),
        ["W238 `shown` has no words for 'neutral', as it has for others @ folder.yaml:24 {"],
    ),
    "words for what is no column of odds": (
        ("folder.yaml", "{look: tinted, text: None.}", ODDS.format("{RED: Red, neutral: Neither, BLUE: Blue}")),
        ["W242 `BLUE` changes nothing as no column is called so @ folder.yaml:24 BLUE"],
    ),
    # Set-ups
    "a side that a marker does not have": (
        ("setup.yaml", "at: box 0}", "at: box 0, side: red}"),
        ["E213 'VP' has no side of red @ setup.yaml:16 red"],
    ),
    "a track without a start": (
        ("setup.yaml", "at: box 0}", "at: box 0, track: control}"),
        ["E222 track 'control' has no box where its marker starts @ setup.yaml:16 control"],
    ),
    "a marker left out as a unit": (
        ("scenarios.yaml", "setup: campaign,", "setup: campaign, change: {without_units: [VP]},"),
        ["E228 unknown name 'VP' @ scenarios.yaml:5 VP"],
    ),
    "changes to no set-up": (
        ("scenarios.yaml", "setup: campaign,", "change: {without_units: [Ra1]},"),
        ["W242 `change` changes nothing without `setup` @ scenarios.yaml:5 change"],
    ),
    "a roll offered twice": (
        ("scenarios.yaml", "[reductions]", "[reductions, reductions]"),
        ["W243 'reductions' is named twice @ scenarios.yaml:5 reductions"],
    ),
    "two turns of entry": (
        ("white.yaml", "arrives: turn 2", "arrives: turn 2, turn: 3"),
        ["W263 'Wa1' enters on turn 2, but has turn 3 on it @ white.yaml:7 3"],
    ),
    # Maps
    "a hex of two kinds of terrain": (
        ("map.yaml", "spaces:", HEXES),
        ["W360 0101 is Woods and Hills @ map.yaml:8 [", "W360 0201 is Woods and Hills @ map.yaml:8 ["],
    ),
    "words beside the map": (
        (*MAP, "labels: [{text: SEA, at: [130, 10]}]\nways: {rail:"),
        ["E363 130, 10 is beside the map @ map.yaml:10 ["],
    ),
    "a zone beside the map": (
        (*MAP, "zones: {z: {outline: [[0, 0], [130, 0], [10, 10]]}}\nways: {rail:"),
        ["E363 130, 0 is beside the map @ map.yaml:10 ["],
    ),
    "a colour beside an owner": (
        ("map.yaml", "owner: red", "owner: red, colour: '#123456'"),
        ["W242 `colour` changes nothing beside `owner` @ map.yaml:8 colour"],
    ),
    "a space over another": (
        ("map.yaml", "638: {at: [96, 50]", "638: {at: [60, 20]"),
        ["E363 '638' is drawn over the middle of '715' @ map.yaml:9 ["],
    ),
    "a route of one place": (
        ("map.yaml", '["701 715 638"]', '["701 715 638", "701"]'),
        ['E361 a route of one place is no way @ map.yaml:10 "701"'],
    ),
    "a note below a map that has nothing below": (
        ("map.yaml", "size: 120x80mm", "size: 120x80mm\nkey: false\nnote: No way."),
        ["W242 `note` changes nothing with `key: false`, as it stands below the map @ map.yaml:7 note"],
    ),
    "a bar below a map that has nothing below": (
        ("map.yaml", "size: 120x80mm", "size: 120x80mm\nkey: false\nscale_bar: {length: 50, reads: 10, unit: km}"),
        ["W242 `scale_bar` changes nothing with `key: false`, unless it stands on the map: at @ map.yaml:7 scale_bar"],
    ),
    "hexes beyond the size": (
        ("map.yaml", "size: 120x80mm", "size: 120x80mm\nhexes: {size: 30mm, columns: 4, rows: 4, first: A1}"),
        ["E363 hex A4 is beside the map: 17.32, 105 @ map.yaml:5 120x80mm"],
    ),
    # Counters, cards and layouts
    "a designation that a counter does not show": (
        ("red.yaml", "name: c16,", "name: c16, designation: '16',"),
        [
            "W294 the `designation` of 'Rc16' is not printed: layout 'standard' does not show it"
            " @ red.yaml:9 designation"
        ],
    ),
    "a date for a value of a counter": (
        ("values.yaml", "attack: }", "attack: 4-Mar}"),
        ["E284 '4-Mar' is a date, and no value @ values.yaml:6 4-Mar"],
    ),
    "dashes without an outline": (
        ("layouts.yaml", "over: bleed}", "over: bleed, dash: [1, 1]}"),
        ["W242 `dash` changes nothing without `stroke` or `part` @ layouts.yaml:8 dash"],
    ),
    "a language that is none": (
        ("german.yaml", "language: de", "language: ge"),
        ["W386 no language has the code 'ge' @ german.yaml:2 ge"],
    ),
    "a link to one of two headings": (
        ("booklet.yaml", "  ## The end\n", "  ## The end\n\n  Of one.\n\n  ## The end\n"),
        ["W133 2 headings are called so, and '#the-end' is the first @ booklet.yaml:9 #the-end"],
    ),
    "a text that the layout does not show": (
        (*CARD[:2], "{title: Ukraine, layout: plain, text: Lost,"),
        [
            "W294 the `strip` of 'ukraine' is not printed: layout 'plain' does not show it @ cards.yaml:7 strip",
            "W294 the `text` of 'ukraine' is not printed: layout 'plain' does not show it @ cards.yaml:7 text",
            'W293 the title in #1B1A18 on #B3201F has a contrast of 2.6 @ layouts.yaml:9 "{{ loud }}"',
        ],
    ),
    "a foot that the layout does not show": (
        (*CARD[:2], "{title: Ukraine, layout: plain, foot: Lost,"),
        [
            "W294 the `strip` of 'ukraine' is not printed: layout 'plain' does not show it @ cards.yaml:7 strip",
            "W294 the `foot` of 'ukraine' is not printed: layout 'plain' does not show it @ cards.yaml:7 foot",
            'W293 the title in #1B1A18 on #B3201F has a contrast of 2.6 @ layouts.yaml:9 "{{ loud }}"',
        ],
    ),
    "pictures that no layout shows": (
        ("cards.yaml", "cards:\n", "layout: plain\ntopics: {train: locomotive}\ncards:\n"),
        [
            "W294 the `strip` of 'ukraine' is not printed: layout 'plain' does not show it @ cards.yaml:9 strip",
            "W294 the `topics` of 'factions' is not printed: no layout of its cards shows posters"
            " @ cards.yaml:7 topics",
            'W293 the title in #1B1A18 on #B3201F has a contrast of 2.6 @ layouts.yaml:9 "{{ loud }}"',
        ],
    ),
    "a picture of a back without a layout": (
        ("cards.yaml", "{title: Factions}", "{title: Factions, symbol: ship}"),
        ["W242 `symbol` changes nothing without `layout` @ cards.yaml:5 symbol"],
    ),
    "the largest size last": (
        ("layouts.yaml", "size: [14, 8]", "size: [8, 14]"),
        ["E124 the largest size stands first: size: [14, 8] @ layouts.yaml:9 {"],
    ),
    "a note that a tile does not show": (
        ("pieces.yaml", "steppe: {title: Steppe,", "steppe: {title: Steppe, note: Lost,"),
        ["W294 the `note` of 'steppe' is not printed: layout 'tile' does not show it @ pieces.yaml:11 note"],
    ),
    "a sign of a flag that is misspelt": (
        ("aids.yaml", "points: [Stop.]", "points: ['Stop at {flagg red}.']"),
        ["W245 '{flagg red}' is no sign, and is printed as it is written @ aids.yaml:6 'Stop at {flagg red}.'"],
    ),
    "bold words without an end": (
        ("aids.yaml", "points: [Stop.]", "points: ['**Stop at once.']"),
        ["W245 '**' has no other, and is printed as it is written @ aids.yaml:6 '**Stop at once.'"],
    ),
    "an expression in one pair of braces": (
        ("layouts.yaml", 'text: "{{ loud }}"', 'text: "{ card.title | upper }"'),
        ["W245 '{ card.title | upper }' is printed as it is written @ layouts.yaml:9 \"{ card.title | upper }\""],
    ),
    "a turn that is misspelt": (
        ("white.yaml", "arrives: turn 2", "arrives: trun 2"),
        ["W263 'trun 2' is no turn, so that nothing enters then @ white.yaml:7 trun 2"],
    ),
    "a sign that is none": (
        ("aids.yaml", "points: [Stop.]", "points: ['Stop on {dye 6}.']"),
        ["W245 '{dye 6}' is no sign, and is printed as it is written @ aids.yaml:6 'Stop on {dye 6}.'"],
    ),
    "exceptions of others": (
        rolled("id: r, for_each: {units: [army], exceptions: {Rc16: never}}, roll: 1d6, rows: {1-6: x}"),
        ["W242 'Rc16' would not roll without this exception @ procedures.yaml:23 Rc16"],
    ),
    "a roll for nobody": (
        rolled("id: r, for_each: {units: [marker], owners: [red]}, roll: 1d6, rows: {1-6: x}"),
        ["W242 no counter of this game rolls here @ procedures.yaml:23 ["],
    ),
    "a marker on two rows": (
        ("tracks.yaml", "rows: {ukraine: {", "rows: {don: {title: Don, marker: VP}, ukraine: {marker: VP, "),
        [
            "W243 'VP' is the marker of row 'don' already @ tracks.yaml:10 VP",
            "E571 'VP' is set up 2 times, and there is one @ setup.yaml:16 VP",
        ],
    ),
    # Pages, tracks, gauges
    "part of a chart that is not there": (
        ("folder.yaml", "head: Then,", "head: Then, grid: true,"),
        ["W242 `grid` changes nothing without `table` or `form` @ folder.yaml:20 grid"],
    ),
    "an arrow from the last pane": (
        ("folder.yaml", "head: Then,", "head: Then, arrow: true,"),
        ["W242 `arrow` changes nothing in the last pane of a band @ folder.yaml:20 arrow"],
    ),
    "turns of a section that is no step": (
        ("folder.yaml", "      - - head: Left\n", "      - - head: Left\n          turns: ['1']\n"),
        [
            "W242 `turns` changes nothing without `number` @ folder.yaml:24 turns",
            "E222 unknown box of a turn track '1' @ folder.yaml:24 '1'",
        ],
    ),
    "words beside a heading that is not there": (
        ("folder.yaml", "{look: tinted, text: None.}", "{look: tinted, aside: Lost, text: None.}"),
        ["W242 `aside` changes nothing without `head` @ folder.yaml:24 aside"],
    ),
    "an empty section": (
        ("aids.yaml", "{head: End, points: [Stop.]}", "{head: End}"),
        ["E124 a section has text, steps, points or a table @ aids.yaml:6 {"],
    ),
    "rows of a line": (
        ("tracks.yaml", "layout: table", "layout: line"),
        ["E124 a track with layout table, and no other, has rows @ tracks.yaml:6 control"],
    ),
    "a number of columns of a table": (
        ("tracks.yaml", "layout: table", "layout: table\n    columns: 2"),
        ["W242 `columns` changes nothing with `layout: table` @ tracks.yaml:9 columns"],
    ),
    "reaches of a circle": (
        ("gauges.yaml", "form: stick", "form: circle"),
        ["W242 `reaches` changes nothing with `form: circle` @ gauges.yaml:6 reaches"],
    ),
}


def said(folder: Path, changed: tuple[str, str, str] | None = None) -> list[str]:
    """Return what `check` says of the small game, with one file changed."""
    files = dict(TOY)
    if changed is not None:
        name, old, new = changed
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)
    project = Project(write(folder, files), shown="toy")
    found: list[Diagnostic]
    try:
        found = checked(project)
    except InputError as error:
        found = error.diagnostics
    return [f"{one.code} {one.message} @ {pointed(project, one.span)}" for one in found]


@pytest.mark.row("I3")
@pytest.mark.parametrize("name", SILENT)
def test_what_was_lost_in_silence_is_told(tmp_path: Path, name: str) -> None:
    changed, expected = SILENT[name]
    before = said(tmp_path / "before")
    assert [one for one in said(tmp_path / "after", changed) if one not in before] == expected


TWICE = {
    "a name of two places": (
        {
            "places.yaml": TOY["places.yaml"].replace("701: Petrograd", "701: Petrograd, 702: Petrograd"),
            "setup.yaml": TOY["setup.yaml"].replace("701 Petrograd:", "Petrograd:"),
        },
        ("E211", "2 places are called 'Petrograd'", "say which: 701 Petrograd, 702 Petrograd"),
    ),
    "a value in two lists": (
        {
            "values.yaml": TOY["values.yaml"].replace("attack: }", "attack: 3}"),
            "more.yaml": TOY["values.yaml"].replace("strengths", "others").replace("attack: }", "attack: 4}"),
        },
        ("E258", "'Rc16' has attack 3 here, and 4 in another list", "keep one"),
    ),
    "a face of two directions": (
        {
            "gauges.yaml": TOY["gauges.yaml"].replace(
                "form: stick, length: 120, reaches: [{at: 60, text: close}, {at: 120,",
                "form: compass, length: 120, reaches: [{at: 1, text: close}, {at: 1,",
            )
        },
        ("E124", "each direction of a compass has a die face of its own", ""),
    ),
}


@pytest.mark.row("I3")
@pytest.mark.parametrize("name", TWICE)
def test_what_is_said_twice_is_told(tmp_path: Path, name: str) -> None:
    changed, expected = TWICE[name]
    project = Project(write(tmp_path, {**TOY, **changed}), shown="toy")
    try:
        found = checked(project)
    except InputError as error:
        found = error.diagnostics
    assert [(one.code, one.message, one.hint) for one in found if one.code[0] == "E"] == [expected]


def test_a_counter_that_changes_sides_stays_where_it_stands(tmp_path: Path) -> None:
    """It went into the reserve of its new owner."""
    name, old, new = rolled(f"{ROLL}, then: {{low: [{{convert: Ra1, to: white}}]}}")
    files = {**TOY, name: TOY[name].replace(old, new)}
    settled = rcwkit.open(write(tmp_path, files)).roll("own", faces=[1]).settled
    assert settled is not None
    white = next(force for force in settled.forces if force.owner == "white")
    stands = [(spot.place, [one.unit for one in spot.pieces]) for region in white.regions for spot in region.spots]
    assert (stands, white.reserve) == ([("701", ["Ra1"])], ())


def test_what_changes_nothing_has_codes_of_its_own() -> None:
    told = {one.split(" ")[0] for _, expected in SILENT.values() for one in expected}
    assert told >= {"W133", "W238", "W242", "W243", "W245", "E246", "E247", "W294"}


@pytest.mark.row("I3")
@pytest.mark.parametrize("name", ["more.YAML", "more.yaml.txt", "more.yml.TXT"])
def test_a_file_that_is_named_almost_as_a_document_is_told(tmp_path: Path, name: str) -> None:
    project = Project(write(tmp_path, {**TOY, name: TOY["rulings.yaml"]}), shown="toy")
    found = [(one.code, str(one.span), one.hint) for one in checked(project) if one.code == "W107"]
    assert found == [("W107", f"toy/{name}", "name it more.yaml")]
