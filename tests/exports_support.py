"""A small game with everything that exports tell apart.

Counters with and without owner, reverses, places in words, markers placed in several ways, tracks, decks.
"""

from __future__ import annotations

from pathlib import Path

from rcwkit.export.table import TableCard
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from tests_support import TOY, UNMAPPED, write

DECK = """kind: cards
id: events
title: Events
source: Toy rules
size: 63x88mm
back: {title: Events}
fields: {}
layout: safe
cards:
  storm: {title: Storm, copies: 2}
  calm: {title: Calm}
"""
"""A deck for a print shop; the layout is for the test to add."""
SHELF = UNMAPPED | {
    "game.yaml": TOY["game.yaml"].replace(
        "unit_types:", '  neutral: {title: No one, short: N, colour: "#6B655A", mark: ring, plays: false}\nunit_types:'
    ),
    "red.yaml": """kind: counters
id: red
title: Red
source: Toy rules
side: red
counters:
  Ra1: {type: army, name: 1 Army, full_name: First Army}
  Ra2: {type: army, name: 2 Army, reverse: {name: Guards, state: elite}}
  Ra3: {type: army, name: 3 Army, reverse: {state: lost}}
  Rc16: {type: corps, name: c16, copies: 3}
""",
    "neutral.yaml": """kind: counters
id: markers
title: Markers
source: Toy rules
side: neutral
size: 1/2in
counters:
  VP: {type: marker, name: VP, copies: 11}
  ukraine: {type: marker, name: Ukraine}
""",
    "white.yaml": """kind: counters
id: white
title: White
source: Toy rules
side: white
counters:
  Wa1: {type: army, name: 1 Army, arrives: turn 2}
  Wc1: {type: corps, name: c1, copies: 2, arrives: turn 3}
""",
    "places.yaml": """kind: places
id: map
title: Map
source: Toy rules
regions:
  north:
    title: North
    home: red
    places:
      701: {name: Petrograd, vc: true, resource: 2, port: true}
      702: {name: Pskov, resource: 1}
      703: Novgorod
      lake: Ladoga
  east: {title: East, places: {638: Norlinsk}}
""",
    "setup.yaml": """kind: setup
id: campaign
title: Campaign
source: Toy rules
forces:
  red:
    at:
      North:
        701 Petrograd: [Ra1, (Ra2), Rc16]
    reserve: [Rc16, (Ra3)]
  white:
    title: The Whites
    at:
      East:
        638 Norlinsk: [Wa1]
markers:
  - {marker: VP, at: anywhere, count: 2}
  - {marker: VP, at: two of them, places: [701, 702], count: 4}
  - {marker: VP, at: as White likes, places: [701, 702], count: 3}
tracks:
  control: {ukraine: neutral}
  turn: {VP: t2}
""",
    "turns.yaml": """kind: tracks
id: turns
title: Turns
source: Toy rules
tracks:
  turn:
    title: Turns
    layout: line
    boxes: {"""
    + ", ".join(f't{number}: {{title: "{number}"}}' for number in range(1, 13))
    + """}
  pools:
    title: Pools
    layout: display
    columns: 2
    boxes: {red: {title: Red, colour: red, takes: stack}, lost: {title: Lost}, won: {title: Won}}
""",
    "cards.yaml": """kind: cards
id: factions
title: Factions
source: Toy rules
back: {title: Factions, colour: red}
cards:
  ukraine: {title: Ukraine, owner: red, strip: {track: control, row: ukraine}}
  poland: {title: Poland, number: "7", copies: 2}
""",
    "events.yaml": """kind: cards
id: events
title: Events
source: Toy rules
size: mini
back: {title: Events}
cards:
  truce: {title: Truce}
""",
    "tables.yaml": TOY["tables.yaml"]
    .replace("roll: 1d6\n    drm", "roll: 2d6\n    drm")
    .replace("1: [RED, RED], 2-6:", "2: [RED, RED], 3-12:")
    + """  weather:
    title: Weather
    roll: 1d10
    beyond: error
    columns: {north: North}
    rows: {1-10: [clear]}
""",
}


def shelf(folder: Path) -> Project:
    """Write the game into a folder."""
    return Project(write(folder / "shelf", SHELF), shown="shelf")


def shelf_game(folder: Path) -> Game:
    """Load the game."""
    return load(shelf(folder))


def cards(count: int) -> tuple[TableCard, ...]:
    """Return as many different cards."""
    return tuple(
        TableCard(f"c{number}", f"{number} Card", f"c{number}.png", 1 + number % 2) for number in range(1, count + 1)
    )
