"""A small game in memory, without files, for tests of words, steps and forms; procedures are given as YAML."""

from __future__ import annotations

from functools import cache

from rcwkit.dice.model import Procedure
from rcwkit.game.game import Game, GameItem, assemble
from rcwkit.game.loader import validate
from rcwkit.source.yaml import parse

__all__ = ["DOCUMENTS", "game", "procedure", "procedures"]

DOCUMENTS = (
    """kind: game
id: toy
title: Toy
source: {title: Toy rules}
credits: Nobody's.
sides:
  red: {title: The Reds, short: R, colour: "#B3201F", mark: star, plays: true}
  white: {title: The Whites, short: W, colour: "#27425F", mark: diamond, plays: true}
unit_types:
  army: {title: army, plural: armies, symbol: infantry, reverse: reduced}
  marker: {title: marker, plural: markers, symbol: disc}
""",
    """kind: counters
id: red
title: Red
source: Toy rules
side: red
counters:
  Ra1: {type: army, name: 1 Army, full_name: First Army}
  Ra2: {type: army, name: 2 Army}
  Ra3: {type: army, name: 3 Army}
  VP: {type: marker, name: VP}
""",
    """kind: places
id: map
title: Map
source: Toy rules
regions:
  north: {title: North, places: {715: Petrozavodsk, port: Odessa}}
""",
    """kind: tracks
id: boards
title: Boards
source: Toy rules
tracks:
  control:
    title: Control
    layout: table
    boxes: {red: {title: Red box}, neutral: {title: Neutral}, white: {title: White box}}
    rows:
      ukraine: {title: Ukraine, start: neutral, gates: [{box: white, side: white, text: W5}]}
      finland: {title: Finland, start: neutral}
  turns:
    title: Turns
    layout: table
    boxes:
      a: {title: A, leave: 2}
      b: {title: B, leave: 1}
      c: {title: C, leave: 3}
      d: {title: D, leave: 0}
      e: {title: E, leave: 2}
      f: {title: F, leave: 3}
      g: {title: G, leave: 2}
    rows: {turn: {title: Turn, start: b}}
""",
    """kind: tables
id: charts
title: Charts
source: Toy rules
tables:
  shifts:
    title: Shifts
    columns: {near: Near, far: Far}
    groups: {Range: [near]}
    rows: {woods: [-1, 2], open: [0, 4-5], 3: [5, 6]}
  lone:
    title: Lone
    rows: {woods: -2, open: 3}
  single:
    title: Single
    columns: {only: Only}
    rows: {woods: [7]}
  turned:
    title: Turned
    head: Class
    roll: 1d6
    turned: true
    columns: {tank: Tank, car: Car}
    rows: {1-3: [hit, miss], 4-6: [miss, hit]}
""",
)


@cache
def game(*more: str) -> Game:
    """Return the small game with more documents."""
    texts = (*DOCUMENTS, *more)
    return assemble([validate(parse(text, f"{number}.yaml"), f"{number}.yaml") for number, text in enumerate(texts)])


def procedures(text: str, *more: str) -> Game:
    """Return the small game with these procedures, the YAML below `procedures:`, and more documents."""
    lines = "".join(f"  {line}\n" for line in text.strip("\n").splitlines())
    return game(f"kind: procedures\nid: rolls\ntitle: Rolls\nsource: Toy rules\nprocedures:\n{lines}", *more)


def procedure(text: str, *more: str) -> tuple[Game, GameItem[Procedure]]:
    """Return the game with these procedures and more documents, and the procedure `p`."""
    made = procedures(text, *more)
    return made, made[Procedure]["p"]
