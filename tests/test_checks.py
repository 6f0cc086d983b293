"""The checks: each mistake gives its diagnostic at its place, and a valid game gives none."""

from __future__ import annotations

import re

import pytest
from rcwkit.diagnostics import Diagnostic, Severity, frame, sort
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.game.references import repeated_ids
from rcwkit.kit.checks import check
from rcwkit.source.kinds import KINDS
from rcwkit.source.project import Project
from tests_support import TOY, WriteGame, pointed

# (file, old text, new text, code, the text pointed at, part of the hint)
MISTAKES = [
    (
        "procedures.yaml",
        "none: None}",
        "none: None}, known: {track: contorl}",
        "E222",
        "contorl",
        "'control'",
    ),
    (
        "procedures.yaml",
        "none: None}",
        "none: None}, known: {track: control, row: ukrane}",
        "E222",
        "ukrane",
        "did you mean 'ukraine'?",
    ),
    (
        "procedures.yaml",
        "none: None}",
        "none: None}, known: {track: control, row: ukraine, boxes: {nuetral: none}}",
        "E222",
        "nuetral",
        "did you mean 'neutral'?",
    ),
    (
        "procedures.yaml",
        "none: None}",
        "none: None}, known: {track: control, row: ukraine, boxes: {neutral: nobody}}",
        "E222",
        "nobody",
        "one of: red, none",
    ),
    (
        "procedures.yaml",
        "none: None}",
        "none: None}, known: {track: control, row: ukraine, off: blue}",
        "E222",
        "blue",
        "one of: red, none",
    ),
    ("procedures.yaml", "none: None}", "none: None}, known: {track: control}", "E222", "control", ""),
    (
        "procedures.yaml",
        "report: {any: {title: Any reduced, when: {any: {armies: reduced}}}}",
        "report: {one: {title: Reduced, of: {count: {armies: reduced}}, scores: {track: control, to: red}}}",
        "E222",
        "red",
        "",
    ),
    (
        "procedures.yaml",
        "report: {any: {title: Any reduced, when: {any: {armies: reduced}}}}",
        "report: {one: {title: Reduced, of: {count: {armies: reduced}}, answers: ukraine}}",
        "E222",
        "ukraine",
        "",
    ),
    (
        "procedures.yaml",
        "none: None}",
        "none: None}, known: {track: control, row: ukraine, face: true}",
        "E222",
        "true",
        "give the track 'faces'",
    ),
    ("procedures.yaml", "none: None}", "none: None}, known: {in_a_row: true}", "E222", "true", "counts: turns"),
    ("procedures.yaml", "none: None}", "none: None}, known: {played: [R1]}", "E222", "[R1]", "one of: red, none"),
    (
        "procedures.yaml",
        "none: None}",
        "none: None}, known: {roll: [reductions], report: any, answers: {else: some}}",
        "E222",
        "some",
        "one of: red, none",
    ),
    (
        "procedures.yaml",
        "none: None}",
        "none: None}, known: {track: control, rows: [ukriane], count: red}",
        "E222",
        "ukriane",
        "did you mean 'ukraine'?",
    ),
    (
        "procedures.yaml",
        "none: None}",
        "none: None}, known: {scenario: {campaign: blue}}",
        "E222",
        "blue",
        "one of: red, none",
    ),
    (
        "procedures.yaml",
        "none: None}",
        "none: None}, known: {roll: reductions, report: many}",
        "E222",
        "many",
        "any",
    ),
    ("setup.yaml", "[Rc16]\n        701", "[Rc61]\n        701", "E210", "Rc61", "did you mean 'Rc16'?"),
    ("setup.yaml", "reserve: [Rc16]", "reserve: [Rc16 x2]", "E215", "Rc16 x2", ""),
    ("setup.yaml", "[Ra1]", "[(Rc16)]", "E214", "(Rc16)", "without brackets"),
    ("setup.yaml", "[Ra1]", "[Wa1]", "E213", "Wa1", ""),
    ("setup.yaml", "701 Petrograd:", "702 Petrograd:", "E211", "702 Petrograd", "did you mean '701 Petrograd'?"),
    ("setup.yaml", "701 Petrograd:", "701 Petrogard:", "E211", "701 Petrogard", "write '701 Petrograd'"),
    ("setup.yaml", "638 Norlinsk:", "638 Norlinsk: [Ra1]\n        701 Petrograd:", "E212", "701 Petrograd", ""),
    ("setup.yaml", "East:", "Eats:", "E212", "Eats", "did you mean 'East'?"),
    ("setup.yaml", "army: 2", "army: 3", "W217", "3", "cite the ruling"),
    ("setup.yaml", "army: 2", "amry: 2", "E221", "amry", "did you mean 'army'?"),
    ("setup.yaml", "  red:\n    declared", "  rde:\n    declared", "E220", "rde", "did you mean 'red'?"),
    ("setup.yaml", "marker: VP", "marker: PV", "E210", "PV", "did you mean 'VP'?"),
    ("setup.yaml", "ukraine: neutral", "ukraine: nuetral", "E222", "nuetral", "did you mean 'neutral'?"),
    ("setup.yaml", "control:", "contorl:", "E222", "contorl", "did you mean 'control'?"),
    ("white.yaml", ", arrives: turn 2", "", "W216", "Wa1", "arrives"),
    ("white.yaml", "type: army", "type: amry", "E221", "amry", "did you mean 'army'?"),
    ("white.yaml", "side: white", "side: wihte", "E220", "wihte", "did you mean 'white'?"),
    ("white.yaml", "Wa1:", "Ra1:", "E201", "Ra1", "rename"),
    ("tracks.yaml", "start: neutral", "start: nuetral", "E222", "nuetral", "did you mean 'neutral'?"),
    ("tracks.yaml", "box: white", "box: wihte", "E222", "wihte", "did you mean 'white'?"),
    ("tables.yaml", "2-6: [neutral, neutral]", "3-6: [neutral, neutral]", "E230", "3-6", ""),
    ("tables.yaml", "2-6: [neutral, neutral]", "1-6: [neutral, neutral]", "E231", "1-6", ""),
    ("tables.yaml", "2-6: [neutral, neutral]", "2-5: [neutral, neutral]", "E230", "2-5", "1d6 goes up to 6"),
    ("tables.yaml", "2-6: [neutral, neutral]", "6-2: [neutral, neutral]", "E230", "6-2", ""),
    ("tables.yaml", "2-6: [neutral, neutral]", "2-6: [neutral, neutral], 7: [neutral, neutral]", "E232", "7", ""),
    ("tables.yaml", "[neutral, neutral]", "[neutral]", "E233", "[", ""),
    ("tables.yaml", "beyond: clamp", "beyond: rows", "E230", "1", ""),
    ("procedures.yaml", "{1-3: full, 4-6: reduced}", "{1-2: full, 4-6: reduced}", "E230", "4-6", ""),
    ("procedures.yaml", "then: {reduced:", "then: {redcued:", "E241", "redcued", "did you mean 'reduced'?"),
    ("procedures.yaml", "any: {armies: reduced}", "any: {amries: reduced}", "E240", "{", "did you mean 'armies'?"),
    ("procedures.yaml", "any: {armies: reduced}", "any: {armies: redcued}", "E241", "{", "did you mean 'reduced'?"),
    ("procedures.yaml", "units: [army]", "units: [amry]", "E221", "amry", "did you mean 'army'?"),
    ("procedures.yaml", "exceptions: {Wa1:", "exceptions: {Wa2:", "E210", "Wa2", "did you mean 'Wa1'?"),
    ("procedures.yaml", "table: turn9", "table: trun9", "E223", "trun9", "did you mean 'turn9'?"),
    ("procedures.yaml", "column: red}", "column: rde}", "E235", "rde", "did you mean 'red'?"),
    ("procedures.yaml", "inputs: {lead:", "inputs: {laed:", "E240", "turn9", "add it to the inputs"),
    ("scenarios.yaml", "setup: campaign", "setup: campagin", "E227", "campagin", "did you mean 'campaign'?"),
    (
        "scenarios.yaml",
        "options: [reductions]",
        "options: [reductons]",
        "E224",
        "reductons",
        "did you mean 'reductions'?",
    ),
    ("scenarios.yaml", "options: [reductions]", "change: {without_units: [Ra3]}", "E228", "Ra3", "did you mean 'Ra"),
    ("aids.yaml", "table: turn9", "table: turn8", "E223", "turn8", "did you mean 'turn9'?"),
    ("cards.yaml", "row: ukraine", "row: ukriane", "E222", "ukriane", "did you mean 'ukraine'?"),
    ("cards.yaml", "owner: red", "owner: rde", "E220", "rde", "did you mean 'red'?"),
    ("cards.yaml", "owner: red", "owner: red, rulings: [total]", "E225", "total", "did you mean 'totals'?"),
]


def found(write_game: WriteGame, files: dict[str, str]) -> tuple[Project, list[Diagnostic]]:
    project = write_game(files)
    return project, sort(check(load(project)))


def test_a_sound_game_has_nothing_to_say(write_game: WriteGame) -> None:
    assert found(write_game, TOY)[1] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "at", "hint"), MISTAKES, ids=[f"{m[3]}-{m[4]}" for m in MISTAKES]
)
def test_each_mistake_is_reported_at_its_place(
    write_game: WriteGame, file: str, old: str, new: str, code: str, at: str, hint: str
) -> None:
    assert old in TOY[file]
    project, diagnostics = found(write_game, {**TOY, file: TOY[file].replace(old, new, 1)})
    wanted = [d for d in diagnostics if d.code == code]
    assert wanted, [str(d) for d in diagnostics]
    lines = [(project.line(d.span) or "")[d.span.column - 1 :] for d in wanted]
    (first,) = [d for d, line in zip(wanted, lines, strict=True) if line.startswith(at) and hint in d.hint][:1]
    assert first.span.file == f"game/{file}"
    assert all(d.severity is not Severity.NOTE for d in wanted)


TWO_OWNERS = ("white.yaml", "arrives: turn 2}", "arrives: turn 2, reverse: {side: red, state: Red}}")
LINE = ("setup.yaml", "[Ra1]", "{units: [Ra1], note: N}")
CHANGE = ("scenarios.yaml", "options: [reductions]", "options: [reductions], change: {CHANGE}")
DO = ("procedures.yaml", "procedures:\n", "procedures:\n  more:\n    title: More\n    steps: [STEPS]\n")
RC17 = ("red.yaml", "copies: 2}", "copies: 2}\n  Rc17: {type: corps, name: c17}")
MARKER = ("white.yaml", "name: VP}", "name: VP}\n  T: {type: marker, name: T}")
SECOND_TRACK = ("tracks.yaml", "tracks:\n", "tracks:\n  turn: {title: Turn, layout: line, boxes: {t1: {title: One}}}\n")


def changing(text: str) -> tuple[str, str, str]:
    """Return a change to the scenario's set-up."""
    return (*CHANGE[:2], CHANGE[2].replace("CHANGE", text))


def doing(text: str) -> tuple[str, str, str]:
    """Return a new procedure with these steps."""
    return (*DO[:2], DO[2].replace("STEPS", text))


# (changes to the small game's files, all resulting diagnostics with their places)
SAID: list[tuple[list[tuple[str, str, str]], list[str]]] = [
    # Counters of set-ups: in the mix, on their side, on a face that they have, no more copies than printed.
    ([("setup.yaml", "[Ra1]", "[Ra1, Rx1]")], ["E210 setup.yaml:11 Rx1"]),
    ([("setup.yaml", "[Ra1]", "{units: [Ra1, Rx1]}")], ["E210 setup.yaml:11 Rx1"]),
    ([("setup.yaml", "reserve: [Rc16]", "reserve: [Rc16, Rx1]")], ["E210 setup.yaml:14 Rx1"]),
    (
        [("setup.yaml", "[Rc16]\n        701", "[Rc16 x2]\n        701"), ("setup.yaml", "corps: 1", "corps: 2")],
        ["E215 setup.yaml:14 Rc16"],
    ),
    ([("setup.yaml", "reserve: [Rc16]", "reserve: [(Rc16)]")], ["E214 setup.yaml:14 (Rc16)"]),
    ([("setup.yaml", "reserve: [Rc16]", "reserve: [Rc16, Wa1]")], ["E213 setup.yaml:14 Wa1"]),
    # The back of a counter may belong to another owner.
    ([("setup.yaml", "reserve: [Rc16]", "reserve: [Rc16, (Wa1)]"), TWO_OWNERS], []),
    ([("setup.yaml", "  red:\n    declared", "  rde:\n    declared")], ["E220 setup.yaml:6 rde"]),
    # The faces of a counter of unknown type are unknown, but not its owner.
    (
        [("white.yaml", "type: army", "type: amry"), ("setup.yaml", "reserve: [Rc16]", "reserve: [Rc16, (Wa1)]")],
        ["E213 setup.yaml:14 (Wa1)", "E221 white.yaml:7 amry"],
    ),
    ([("setup.yaml", "corps: 1}", "corps: 1, amry: 0}")], ["E221 setup.yaml:7 amry"]),
    ([("setup.yaml", "    at:\n", "    reserve_declared: {amry: 0}\n    at:\n")], ["E221 setup.yaml:8 amry"]),
    # Counters of scenarios.
    ([changing("place: {715: [Ra1, Rx1]}")], ["E210 scenarios.yaml:5 Rx1"]),
    ([changing("place: {715: [Wa1]}")], []),
    ([changing("place: {715: [Rc16, Rc16 x2]}")], ["E215 scenarios.yaml:5 Rc16 x2"]),
    ([changing("place: {715: [Rc16]}, reserve: {red: [Rc16]}")], []),
    ([changing("reserve: {red: [Ra1, Rx1]}")], ["E210 scenarios.yaml:5 Rx1"]),
    ([changing("reserve: {red: [Ra1, Wa1]}")], ["E213 scenarios.yaml:5 Wa1"]),
    ([changing("reserve: {rde: []}")], ["E220 scenarios.yaml:5 rde"]),
    # Counters of procedures at any depth: effects, and items that effects act on.
    ([doing("{id: s, do: [{note: N}, {reduce: Rx1}]}")], ["E210 procedures.yaml:8 Rx1"]),
    (
        [doing("{id: a, do: [{note: N}]}, {id: s, roll: 1d6, rows: {1-6: x}, then: {x: [{note: N}, {place: Rx1}]}}")],
        ["E210 procedures.yaml:8 Rx1"],
    ),
    ([doing("{id: o, steps: [{id: a, do: [{note: N}]}, {id: s, do: [{move: Rx1}]}]}")], ["E210 procedures.yaml:8 Rx1"]),
    ([doing("{id: s, do: [{remove: red}]}")], []),
    ([doing("{id: s, do: [{remove: rde}]}")], ["E210 procedures.yaml:8 rde"]),
    ([doing("{id: s, do: [{flip: red}]}")], ["E210 procedures.yaml:8 red"]),
    ([doing("{id: s, for_each: [Ra1, Rx1], do: [{restore: item}]}")], ["E210 procedures.yaml:8 Rx1"]),
    (
        [
            doing(
                "{id: s, for_each: [Ra1, Rx1], steps: ["
                "{id: a, do: [{note: N}]}, {id: i, do: [{convert: item, to: red}]}]}"
            )
        ],
        ["E210 procedures.yaml:8 Rx1"],
    ),
    (
        [
            doing(
                "{id: o, steps: ["
                "{id: a, do: [{note: N}]}, {id: s, for_each: [Ra1, Rx1], do: [{marker: item, where: W}]}]}"
            )
        ],
        ["E210 procedures.yaml:8 Rx1"],
    ),
    ([doing("{id: s, for_each: [plain, words], do: [{note: N}]}")], []),
    ([doing("{id: s, for_each: 1-3, do: [{note: N}]}")], []),
    # Units of the set-up that a step iterates over.
    ([("procedures.yaml", "units: [army]", "units: [army, amry]")], ["E221 procedures.yaml:10 amry"]),
    ([("procedures.yaml", "units: [army]", "units: [army], owners: [red, rde]")], ["E220 procedures.yaml:10 rde"]),
    ([("procedures.yaml", "{Wa1: not on the map}", "{Wa1: not on the map, white: nor others}")], []),
    (
        [("procedures.yaml", "{Wa1: not on the map}", "{Wa1: not on the map, wihte: nor others}")],
        ["E210 procedures.yaml:10 wihte"],
    ),
    (
        [doing("{id: o, steps: [{id: a, do: [{note: N}]}, {id: s, for_each: {units: [amry]}, do: [{note: N}]}]}")],
        ["E221 procedures.yaml:8 amry"],
    ),
    # Places and regions of set-ups, scenarios and procedures.
    ([("setup.yaml", "East:\n", "Eats:\n")], ["E212 setup.yaml:12 Eats"]),
    ([("setup.yaml", "638 Norlinsk:", "715:")], ["E212 setup.yaml:13 715"]),
    ([("setup.yaml", "638 Norlinsk:", "639 Norlinsk:")], ["E211 setup.yaml:13 639 Norlinsk"]),
    ([("setup.yaml", "at: box 0}", "at: box 0, places: [715, 639]}")], ["E211 setup.yaml:16 639"]),
    ([changing("place: {639: [Ra1]}")], ["E211 scenarios.yaml:5 639"]),
    ([doing("{id: s, do: [{note: N}, {move: Ra1, at: 639 Norlinsk}]}")], ["E211 procedures.yaml:8 639 Norlinsk"]),
    # Unused counters: not in a set-up, a scenario or a roll, not on a track, and without an arrival.
    ([RC17], ["W216 red.yaml:10 Rc17"]),
    ([RC17, changing("place: {638: [Rc17]}")], []),
    ([RC17, changing("reserve: {red: [Rc17]}")], []),
    ([RC17, doing("{id: s, do: [{place: Rc17}]}")], []),
    ([MARKER], ["W216 white.yaml:9 T"]),
    (
        [
            ("white.yaml", "name: VP}", "name: VP}\n  finland: {type: marker, name: T}"),
            ("tracks.yaml", "rows: {", "rows: {finland: {title: F}, "),
        ],
        [],
    ),
    ([MARKER, ("tracks.yaml", "title: Ukraine,", "title: Ukraine, marker: T,")], []),
    ([MARKER, SECOND_TRACK, changing("tracks: {turn: {T: t1}}")], []),
    (
        [
            MARKER,
            SECOND_TRACK,
            ("setup.yaml", "tracks:\n", "tracks:\n  turn: {T: t1}\n"),
        ],
        [],
    ),
    ([("setup.yaml", "  - {marker: VP, at: box 0}", "  - {marker: Wa1, at: box 0}")], ["W216 white.yaml:8 VP"]),
    # Totals: of the map by type, with copies and lines of units; of the reserve.
    ([LINE], []),
    ([("setup.yaml", "corps: 1", "corps: 2")], ["W217 setup.yaml:7 2"]),
    ([("setup.yaml", "corps: 1", "marker: 0, corps: 1")], []),
    ([("setup.yaml", "corps: 1", "marker: 1, corps: 1")], ["W217 setup.yaml:7 1"]),
    ([("setup.yaml", "    at:\n", "    reserve_declared: {corps: 1}\n    at:\n")], []),
    ([("setup.yaml", "    at:\n", "    reserve_declared: {corps: 2}\n    at:\n")], ["W217 setup.yaml:8 2"]),
    (
        [("setup.yaml", "    at:\n", "    reserve_declared: {corps: 2}\n    rulings: [totals]\n    at:\n")],
        ["N218 setup.yaml:8 2"],
    ),
    (
        [
            ("setup.yaml", "[Rc16]\n        701", "[Rc16 x2]\n        701"),
            ("setup.yaml", "corps: 1", "corps: 2"),
            ("setup.yaml", "[Rc16]\nmark", "[]\nmark"),
        ],
        [],
    ),
    # Gaps in the source.
    (
        [
            (
                "game.yaml",
                "title: Toy\n",
                'title: Toy\nmissing: [{what: A, rule: "1", supply: S}, {what: B, rule: "2", supply: S}]\n',
            )
        ],
        ["N290 game.yaml:4 {", "N290 game.yaml:4 {"],
    ),
    # Owners and colours, wherever they are named.
    ([("places.yaml", "title: North,", "title: North, home: rde,")], ["E220 places.yaml:6 rde"]),
    ([("tracks.yaml", "red: {title: Red}", "red: {title: Red, colour: rde}")], ["E220 tracks.yaml:9 rde"]),
    ([("red.yaml", "type: corps", "type: crops")], ["E221 red.yaml:9 crops", "W217 setup.yaml:7 1"]),
    # Rulings, by their place in the list.
    ([("setup.yaml", "    at:\n", "    rulings: [totals, total]\n    at:\n")], ["E225 setup.yaml:8 total"]),
    # Tables, tracks and rows that are displayed.
    ([("aids.yaml", "{head: End, points: [Stop.]}", "{head: End, table: turn8}")], ["E223 aids.yaml:6 turn8"]),
    (
        [("cards.yaml", "strip: {track: control, row: ukraine}", "strip: {track: contorl, row: ukraine}")],
        ["E222 cards.yaml:7 contorl"],
    ),
    (
        [
            ("cards.yaml", "ukraine: {title", "finland: {title: Finland}\n  ukraine: {title"),
            ("cards.yaml", "row: ukraine", "row: ukriane"),
        ],
        ["E222 cards.yaml:8 ukriane"],
    ),
    # Boxes, rows and counters of tracks.
    (
        [("tracks.yaml", "layout: table", "layout: table\n    start: rde")],
        ["W242 tracks.yaml:9 start", "E222 tracks.yaml:9 rde"],
    ),
    ([("tracks.yaml", "layout: table", "layout: table\n    start: red")], ["W242 tracks.yaml:9 start"]),
    ([("tracks.yaml", "start: neutral,", "")], []),
    ([("tracks.yaml", "title: Ukraine,", "title: Ukraine, marker: PV,")], ["E210 tracks.yaml:10 PV"]),
    ([("tracks.yaml", "text: W5}]", "text: W5}, {box: wihte, side: white, text: W6}]")], ["E222 tracks.yaml:10 wihte"]),
    ([("setup.yaml", "control: {ukraine: neutral}", "contorl: {ukraine: neutral}")], ["E222 setup.yaml:18 contorl"]),
    ([("setup.yaml", "ukraine: neutral", "ukraine: neutral, finland: red")], ["E222 setup.yaml:18 finland"]),
    (
        [
            ("setup.yaml", "tracks:\n", "tracks:\n  turn: {VP: t1}\n"),
            ("setup.yaml", "markers:\n  - {marker: VP, at: box 0}\n", ""),
            SECOND_TRACK,
        ],
        [],
    ),  # a track without rows takes any marker
    ([("setup.yaml", "tracks:\n", "tracks:\n  turn: {VP: t2}\n"), SECOND_TRACK], ["E222 setup.yaml:18 t2"]),
    ([("setup.yaml", "at: box 0}", "at: box 0}\n  - {marker: PV, at: box 1}")], ["E210 setup.yaml:17 PV"]),
    (
        [("setup.yaml", "control: {ukraine: neutral}", "contorl: {ukraine: neutral}\n  control: {ukraine: nuetral}")],
        ["E222 setup.yaml:18 contorl", "E222 setup.yaml:19 nuetral"],
    ),
    # References of scenarios.
    (
        [
            ("scenarios.yaml", "scenarios:\n  campaign", "scenarios:\n  read_me: {title: Read me}\n  campaign"),
            changing("without_units: [Rx1]"),
        ],
        ["E228 scenarios.yaml:6 Rx1"],
    ),
    (
        [("scenarios.yaml", "options: [reductions]", "options: [reductions, reductons]")],
        ["E224 scenarios.yaml:5 reductons"],
    ),
    (
        [("scenarios.yaml", "setup: campaign, options: [reductions]", "options: [reductons]")],
        ["E224 scenarios.yaml:5 reductons"],
    ),
    (
        [("scenarios.yaml", "setup: campaign,", "setup: campagin, change: {without_units: [Rx1]},")],
        ["E227 scenarios.yaml:5 campagin"],
    ),
    ([changing("without_forces: [red, rde]")], ["E228 scenarios.yaml:5 rde"]),
    (
        [("white.yaml", ", arrives: turn 2", ""), changing("without_forces: [white]")],
        ["E228 scenarios.yaml:5 white", "W216 white.yaml:7 Wa1"],
    ),
    ([changing("without_units: [Ra1, Rx1]")], ["E228 scenarios.yaml:5 Rx1"]),
    ([changing("without_tracks: [control, turn]")], ["E228 scenarios.yaml:5 turn"]),
    ([changing("without_markers: [VP, Ra1]")], ["E228 scenarios.yaml:5 Ra1"]),
    (
        [("scenarios.yaml", "setup: campaign,", "setup: campaign, marked_on: campaign,")],
        ["E228 scenarios.yaml:5 campaign"],
    ),
    ([changing("arrives: {Wa1: turn 3, Rx1: turn 3}")], ["E210 scenarios.yaml:5 Rx1"]),
    ([changing("arrives: {Ra1: turn 3}")], ["E228 scenarios.yaml:5 Ra1"]),
    ([changing("without_forces: [white], arrives: {Wa1: turn 3}")], ["E228 scenarios.yaml:5 Wa1"]),
    ([changing("tracks: {control: {ukraine: rde}}")], ["E222 scenarios.yaml:5 rde"]),
]


@pytest.mark.parametrize(
    ("changes", "wanted"), SAID, ids=[" ".join(new for _, _, new in changes) for changes, _ in SAID]
)
def test_a_change_is_described_in_full(
    write_game: WriteGame, changes: list[tuple[str, str, str]], wanted: list[str]
) -> None:
    files = dict(TOY)
    for file, old, new in changes:
        assert old in files[file]
        files[file] = files[file].replace(old, new, 1)
    project, diagnostics = found(write_game, files)
    assert [f"{d.code} {pointed(project, d.span)}" for d in diagnostics] == wanted


# (the repeated document, the definition that is then repeated)
TWICE = [
    ("red.yaml", ["counter 'Ra1'", "counter 'Ra2'", "counter 'Rc16'"]),
    ("places.yaml", ["region 'north'", "region 'east'", "place '715'", "place '701'", "place '638'"]),
    ("setup.yaml", ["set-up 'campaign'"]),
    ("cards.yaml", ["deck 'factions'"]),
    ("tracks.yaml", ["track 'control'"]),
    ("tables.yaml", ["table 'turn9'"]),
    ("procedures.yaml", ["procedure 'reductions'", "procedure 'turn9'"]),
    ("scenarios.yaml", ["scenario 'campaign'"]),
    ("aids.yaml", ["aid 'quick'", "aid 'sheet'"]),
    ("gauges.yaml", ["gauge 'rifle'"]),
    ("rulings.yaml", ["ruling 'totals'", "ruling 'tow'"]),
]


@pytest.mark.parametrize(("file", "names"), TWICE, ids=[file for file, _ in TWICE])
def test_what_is_defined_twice_is_named_with_both_places(write_game: WriteGame, file: str, names: list[str]) -> None:
    project = write_game({**TOY, "zz.yaml": TOY[file]})
    diagnostics = list(repeated_ids(load(project)))
    assert [(d.code, d.message) for d in diagnostics] == [("E201", f"{name} is defined twice") for name in names]
    for diagnostic, name in zip(diagnostics, names, strict=True):
        ((label, first),) = diagnostic.related
        there = pointed(project, diagnostic.span)
        assert label == "first here"
        assert there.startswith("zz.yaml:")
        assert there.endswith(" " + name.split("'")[1])
        assert pointed(project, first) == there.replace("zz.yaml", file)


def test_without_a_set_up_no_counter_is_called_unused(write_game: WriteGame) -> None:
    files = {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml")}
    assert found(write_game, files)[1] == []


def test_a_scenario_may_leave_out_who_only_enters_later(write_game: WriteGame) -> None:
    text = TOY["scenarios.yaml"].replace("setup: campaign,", "setup: campaign, change: {without_forces: [OWNER]},")
    for owner, codes in (("white", []), ("green", ["E228"])):
        assert [d.code for d in found(write_game, {**TOY, "scenarios.yaml": text.replace("OWNER", owner)})[1]] == codes


@pytest.mark.parametrize(
    ("place", "message", "hint"),
    [
        ("701 Petrogard", "place 701 is 'Petrograd', not 'Petrogard'", "write '701 Petrograd'"),
        ("701 New Petrograd", "place 701 is 'Petrograd', not 'New Petrograd'", "write '701 Petrograd'"),
        ("702 Petrograd", "unknown place '702 Petrograd'", "did you mean '701 Petrograd'?"),
        ("Petrogard", "unknown place 'Petrogard'", "did you mean 'Petrograd'?"),
        ("70l", "unknown place '70l'", "did you mean '701'?"),
        ("elsewhere", "unknown place 'elsewhere'", ""),
    ],
)
def test_an_unknown_place_is_told_apart_from_a_misnamed_one(
    write_game: WriteGame, place: str, message: str, hint: str
) -> None:
    (diagnostic,) = found(write_game, {**TOY, "setup.yaml": TOY["setup.yaml"].replace("701 Petrograd", place)})[1]
    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == ("E211", message, hint)


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "message"),
    [
        # The name of a place is that of a place alone.
        ("cards.yaml", "owner: red", "owner: red, rulings: ['715']", "E225", "unknown ruling '715'"),
        ("scenarios.yaml", "setup: campaign", "setup: '701'", "E227", "unknown set-up '701'"),
        # A field may say what kind of unit it means.
        ("setup.yaml", "marker: VP", "marker: PV", "E210", "unknown counter 'PV'"),
        ("procedures.yaml", "exceptions: {Wa1:", "exceptions: {Wa2:", "E210", "unknown unit or faction 'Wa2'"),
    ],
)
def test_what_is_unknown_is_called_by_its_kind(
    write_game: WriteGame, file: str, old: str, new: str, code: str, message: str
) -> None:
    diagnostics = found(write_game, {**TOY, file: TOY[file].replace(old, new, 1)})[1]
    assert (code, message) in [(one.code, one.message) for one in diagnostics]


def test_rulings_of_a_booklet_are_known(write_game: WriteGame) -> None:
    text = "kind: booklet\nid: more\ntitle: More\nsource: x\ntext: |\n  All.[](ruling:totals) None.[](ruling:total)\n"
    (one,) = found(write_game, {**TOY, "more.yaml": text})[1]
    assert (one.code, one.message, one.hint) == ("E225", "unknown ruling 'total'", "did you mean 'totals'?")


def test_a_scenario_is_marked_on_one_of_its_own_set_up(write_game: WriteGame) -> None:
    other, same = (f"{{title: T, setup: {setup}, marked_on: campaign}}" for setup in ("second", "campaign"))
    files = {
        **TOY,
        "second.yaml": TOY["setup.yaml"].replace("id: campaign", "id: second", 1),
        "scenarios.yaml": f"{TOY['scenarios.yaml']}  other: {other}\n  same: {same}\n",
    }
    wrong = [one for one in found(write_game, files)[1] if one.code == "E228"]
    assert [(one.message, one.span.line) for one in wrong] == [("unknown scenario of the same set-up 'campaign'", 7)]


def test_a_ruling_turns_a_wrong_total_into_a_note(write_game: WriteGame) -> None:
    text = TOY["setup.yaml"].replace("army: 2", "army: 3").replace("    at:", "    rulings: [totals]\n    at:", 1)
    diagnostics = found(write_game, {**TOY, "setup.yaml": text})[1]
    assert [(d.code, d.message) for d in diagnostics] == [("N218", "the source declares 3 army, its list has 2")]


def test_a_total_of_unlisted_units_is_none(write_game: WriteGame) -> None:
    files = {**TOY, "setup.yaml": TOY["setup.yaml"].replace("corps: 1", "corps: 1, marker: 2")}
    assert [(d.code, d.message) for d in found(write_game, files)[1]] == [
        ("W217", "the source declares 2 marker, its list has 0")
    ]


def test_what_the_source_lacks_is_listed(write_game: WriteGame) -> None:
    text = TOY["game.yaml"] + 'missing:\n  - {what: Unit ratings, rule: "3.22", supply: write them on}\n'
    diagnostics = found(write_game, {**TOY, "game.yaml": text})[1]
    assert [(d.code, d.message, d.hint) for d in diagnostics] == [
        ("N290", "not in the source: Unit ratings (3.22)", "write them on")
    ]


def test_the_frame_shows_the_line_and_a_caret_under_it(write_game: WriteGame) -> None:
    project, diagnostics = found(write_game, {**TOY, "setup.yaml": TOY["setup.yaml"].replace("[Rc16]", "[Rc61]", 1)})
    (unknown,) = [d for d in diagnostics if d.code == "E210"]
    assert frame(unknown, project.line(unknown.span)) == (
        "game/setup.yaml:10:28: error[E210]: unknown unit 'Rc61'\n"
        "   |\n"
        "10 |         715 Petrozavodsk: [Rc61]\n"
        "   |                            ^^^^ did you mean 'Rc16'?"
    )


def test_triumph_of_chaos_has_no_errors_and_no_warnings(triumph: Game) -> None:
    assert [str(d) for d in check(triumph) if d.severity is not Severity.NOTE] == []


def test_codes_are_used_for_one_thing_each() -> None:
    from pathlib import Path

    sources = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (Path(__file__).parent.parent / "generator" / "rcwkit").rglob("*.py")
    )
    codes = set(re.findall(r'"([EWN]\d{3})"', sources))
    assert {code for *_, code, _, _ in MISTAKES} <= codes


@pytest.mark.parametrize("kind", sorted({*KINDS} - {"game", "translation"}))
def test_two_documents_of_one_id_are_an_error_in_every_kind(write_game: WriteGame, kind: str) -> None:
    """A new kind, too: nothing has to be told of it. (A second game is E200; translations are known by languages.)"""
    (first,) = (name for name, text in TOY.items() if re.match(rf"kind: {kind}\n", text) and name != "white.yaml")
    found = list(repeated_ids(load(write_game({**TOY, "zz.yaml": TOY[first]}))))
    assert {one.code for one in found} == {"E201"}
    assert {one.span.file.rpartition("/")[2] for one in found} == {"zz.yaml"}
    assert {one.related[0][1].file.rpartition("/")[2] for one in found} == {first}
