"""A small valid game for tests: every kind in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner, Result
from pypdfium2 import PdfDocument
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.dice.plan import Plan
from rcwkit.dice.record import claims, difference, rebuild
from rcwkit.dice.sources import code_of
from rcwkit.frame import Sheet
from rcwkit.game.game import Game
from rcwkit.game.loader import load, validate
from rcwkit.kinds.kind import files_of
from rcwkit.kit import build
from rcwkit.kit.options import Options
from rcwkit.sheets.paper import Paper
from rcwkit.source.project import Project
from rcwkit.source.yaml import parse
from rcwkit.type.text import Setter

Golden = Callable[[str, str], None]
"""The fixture `golden`: compares a text with a named golden."""
WriteGame = Callable[[dict[str, str]], Project]
"""The fixture `write_game`: writes a game's files and returns its project."""

FACTS = {
    "tool": "rcwkit 0",
    "game": "toy",
    "scenario": None,
    "data": "0",
    "seed": code_of(b"tests"),
    "seed_from": "given",
}
"""The provenance in a record of `Seeded(b"tests")`."""


def differs(plan: Plan, record: Mapping[str, Any]) -> str:
    """Return what differs between a record rolled with `FACTS` and the same record rebuilt; '' if nothing does."""
    return difference(record, rebuild(plan, FACTS, claims(record)).record)


MARKED = """\
kind: tables
id: marked
title: Marked
source: Rules
tables:
  raid:
    title: Raid
    roll: 1d6
    beyond: clamp
    drm:
      - {add: night, text: "at *night*"}
    rows:
      1-4: "{mark red}"
      5-6: "**Loss** at a :port:"
"""
"""A rolled table whose texts have markup."""

TOY = {
    "game.yaml": """kind: game
id: toy
title: Toy
source: {title: Toy rules}
credits: Nobody's.
sides:
  red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}
  white: {title: White, short: W, colour: "#27425F", mark: diamond, plays: true}
unit_types:
  army: {title: army, plural: armies, symbol: infantry, reverse: reduced}
  corps: {title: corps, plural: corps, symbol: infantry}
  marker: {title: marker, plural: markers, symbol: disc}
""",
    "red.yaml": """kind: counters
id: red
title: Red
source: Toy rules
side: red
counters:
  Ra1: {type: army, name: 1 Army}
  Ra2: {type: army, name: 2 Army}
  Rc16: {type: corps, name: c16, copies: 2}
""",
    "white.yaml": """kind: counters
id: white
title: White
source: Toy rules
side: white
counters:
  Wa1: {type: army, name: 1 Army, arrives: turn 2}
  VP: {type: marker, name: VP}
""",
    "values.yaml": """kind: values
id: strengths
source: our copy
type: corps
values: [attack]
counters: {Rc16: {attack: }}
""",
    "folder.yaml": """kind: folder
id: turn
title: Player folder
source: Toy rules
shelf: study
pages:
  one:
    title: A turn
    note: both sides
    look: rail
    ribbon: [{title: Politics, here: true}, {title: War, text: page 2}]
    sections:
      - head: Resolve
        number: "1"
        note: one die
        rule: "9"
        bands:
          - - {steps: ["Roll {die 1 6}.", "Read the row."], ticks: [Rolled], width: 2}
            - {look: boxed, head: Red, aside: first, owner: red, text: "{mark red} leads :victory:", arrow: true}
            - {look: tinted, head: Then, points: [Stop.]}
          - - {table: turn9, bare: true, grid: true, shown: {RED: ":flag: RED"}}
            - {modifiers: {"+1": [at war], "−1": [Red leads]}}
      - - head: Left
          bands: [[{look: label, head: Notes}, {look: tinted, text: None.}]]
        - head: Right
          colour: "#27425F"
          bands:
            - - worksheet:
                  columns: [{head: Faction, align: left}, {head: Red, under: box, group: Sums},
                    {head: Net, group: Sums, shaded: true}]
                  rows: [{head: Ukraine, cells: ["{box} W5"], group: All}, {copies: 2, group: All}]
    foot: ":victory: is a victory point."
""",
    "places.yaml": """kind: places
id: map
title: Map
source: Toy rules
regions:
  north: {title: North, places: {715: Petrozavodsk, 701: Petrograd}}
  east: {title: East, places: {638: Norlinsk}}
""",
    "map.yaml": """kind: maps
id: front
title: The front
source: Toy rules
size: 120x80mm
spaces:
  701: {at: [25, 30]}
  715: {at: [62, 18], owner: red}
  638: {at: [96, 50], shape: box, label: inside, size: [30, 20]}
ways: {rail: {title: Railway, routes: ["701 715 638"]}}
""",
    "setup.yaml": """kind: setup
id: campaign
title: Campaign
source: Toy rules
forces:
  red:
    declared: {army: 2, corps: 1}
    at:
      North:
        715 Petrozavodsk: [Rc16]
        701 Petrograd: [Ra1]
      East:
        638 Norlinsk: [(Ra2)]
    reserve: [Rc16]
markers:
  - {marker: VP, at: box 0}
tracks:
  control: {ukraine: neutral}
""",
    "tracks.yaml": """kind: tracks
id: boards
title: Boards
source: Toy rules
tracks:
  control:
    title: Control
    layout: table
    boxes: {red: {title: Red}, neutral: {title: Neutral}, white: {title: White}}
    rows: {ukraine: {title: Ukraine, start: neutral, gates: [{box: white, side: white, text: W5}]}}
""",
    "tables.yaml": """kind: tables
id: charts
title: Charts
source: Toy rules
tables:
  turn9:
    title: Turn 9
    roll: 1d6
    drm: [{add: -1, when: {lead: red}, text: Red leads}]
    beyond: clamp
    columns: {red: Red, neutral: Neutral}
    rows: {1: [RED, RED], 2-6: [neutral, neutral]}
""",
    "procedures.yaml": """kind: procedures
id: rolls
title: Rolls
source: Toy rules
procedures:
  reductions:
    title: Reductions
    steps:
      - id: armies
        for_each: {units: [army], exceptions: {Wa1: not on the map}}
        roll: 1d6
        rows: {1-3: full, 4-6: reduced}
        then: {reduced: [{reduce: item}]}
    report: {any: {title: Any reduced, when: {any: {armies: reduced}}}}
  turn9:
    title: Turn 9
    inputs: {lead: {title: "Who leads?", choices: {red: Red, none: None}}}
    steps:
      - {id: roll, table: turn9, column: red}
""",
    "scenarios.yaml": """kind: scenarios
id: scenarios
source: Toy rules
scenarios:
  campaign: {title: Campaign, setup: campaign, options: [reductions],
    checklist: [{head: Begin, tasks: [{do: Deal the cards, rule: "1"}]}]}
""",
    "aids.yaml": """kind: aids
id: aids
source: Toy rules
aids:
  quick: {title: Quick, sections: [{head: Turn 9, table: turn9}]}
  sheet: {title: Sheet, columns: 3, pages: 2, sections: [{head: Turn 9, table: turn9}, {head: End, points: [Stop.]}]}
""",
    "german.yaml": """kind: translation
language: de
texts:
  Toy: Spielzeug
""",
    "rulings.yaml": """kind: rulings
id: rulings
source: Toy rules
rulings:
  totals: {type: total, title: Totals, places: [{rule: "1", says: two}], prints: The list., moment: Set-up}
  tow: {type: misprint, title: Tow, places: [{rule: "2", says: tow}], prints: Two., slip: true}
""",
    "pieces.yaml": """kind: pieces
id: tiles
title: Terrain tiles
source: Toy rules
shape: hex
size: 40mm
back: tile
fields: {cost: {type: number, default: 1}}
pieces:
  wood: {title: Wood, owner: red, text: "Costs **2** to enter :forest:", copies: 3, fields: {cost: 2}}
  steppe: {title: Steppe, copies: 2}
""",
    "gauges.yaml": """kind: gauges
id: gauges
title: Gauges
source: Toy rules
gauges:
  rifle: {title: Rifle, form: stick, length: 120, reaches: [{at: 60, text: close}, {at: 120, text: long}]}
""",
    "booklet.yaml": """kind: booklet
id: notes
title: Notes
source: Toy rules
format: a5
text: |
  # Play

  Move, then **fight**.[^dice] See [the end](#the-end).

  [^dice]: With one die.

  ## The end

  | Side | Armies |
  | --- | ---: |
  | Red | 2[](ruling:totals) |
""",
    "layouts.yaml": """kind: layouts
id: layouts
layouts:
  plain:
    extends: blank
    let: {loud: "{{ card.title | upper }}"}
    boxes:
      band: {at: [0, 0, "100%", 12], fill: "{{ owner.colour }}", over: bleed}
      title: {at: [4, 2, -4, 8], text: "{{ loud }}", lines: 1, size: [14, 8], valign: middle}
""",
    "cards.yaml": """kind: cards
id: factions
title: Factions
source: Toy rules
back: {title: Factions}
cards:
  ukraine: {title: Ukraine, owner: red, strip: {track: control, row: ukraine}}
""",
}

SMALL = {
    name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "cards.yaml", "tracks.yaml", "rulings.yaml")
}
"""The small game with few kinds, which is built in a third of the time."""
UNMAPPED = {name: text for name, text in TOY.items() if name != "map.yaml"}
"""The small game without its map, so that its board has all places."""


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a game's files into a folder, and return the folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@cache
def shipped(name: str) -> Game:
    """Return a game of the data folder: one for all tests, with all that it has worked out."""
    return load(Project(bundled("data") / name, shown=f"data/{name}"))


class Laid(NamedTuple):
    """A file of a kit: what it holds, its pages, and what is wrong with them."""

    contents: Any
    sheets: Sequence[Sheet]
    found: Sequence[Diagnostic]


@cache
def laid(name: str, stem: str, options: Options) -> Laid:
    """Lay out a file of a game of the data folder, once for all tests."""
    game, contents = shipped(name), list[Any]()
    (file,) = (file for file in files_of(game) if file.stem == stem)

    def kept(setter: Setter, paper: Paper) -> Any:
        made = file.lay_out(setter, paper)
        contents.append(made)
        return made

    made, found = build.laid_out(game, file._replace(lay_out=kept), options)
    return Laid(contents[0] if contents else None, made, found)


def extended(game: Game, text: str) -> Game:
    """Return the game with one more document."""
    return Game((*game.documents, validate(parse(text, "more.yaml"), "more.yaml")), game.info)


def run(*args: object, answers: str | None = None) -> Result:
    """Run a command in this process; an exception of its own is raised."""
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=answers)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def pointed(project: Project, span: Span) -> str:
    """Return the file, line and text that a span points at: `setup.yaml:10 Rc61`."""
    line = project.line(span)
    assert line is not None
    return f"{Path(span.file).name}:{span.line} {line[span.column - 1 :][: span.length]}"


def each(table: Mapping[str, Iterable[Any]]) -> list[tuple[str, Any]]:
    """Return each name with each of its values, for `parametrize`."""
    return [(name, value) for name, values in table.items() for value in values]


def text_of(data: bytes) -> str:
    """Return all text of a PDF, with each page on lines of its own."""
    return "\n".join(page.get_textpage().get_text_range() for page in PdfDocument(data))
