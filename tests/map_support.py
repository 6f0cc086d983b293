"""Small games with maps."""

from __future__ import annotations

from pathlib import Path

from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from tests_support import TOY, write

HEAD = "kind: maps\nid: valley\ntitle: The valley\nsource: Toy rules\n"
BASE = {name: text for name, text in TOY.items() if name in ("game.yaml", "red.yaml", "white.yaml")}
SET_UP = {
    "setup.yaml": """kind: setup
id: dawn
title: Dawn
source: Toy rules
forces:
  red: {at: {The valley: {"0203": [Ra1, Rc16], "0304 Oldham": [(Ra2)]}}, reserve: [Rc16]}
""",
    "scenarios.yaml": """kind: scenarios
id: scenarios
source: Toy rules
scenarios: {dawn: {title: Dawn, setup: dawn}}
""",
}
VALLEY = """hexes: {size: 20mm, columns: 6, rows: 5}
ground: clear
terrain:
  clear: {title: Clear}
  woods: {title: Woods, hexes: ["0101-0202", "0505"]}
  rough: {title: Rough, note: 2 MP}
  town: {title: Town, hexes: ["0202"]}
places:
  "0304": {name: Oldham, terrain: [town], edges: {river: [n, ne]}, ways: {road: [s]}}
  "0305": rough
edges: {river: {title: River, sides: ["0304 ne se", "0203/0303"]}}
ways: {road: {title: Road, routes: ["0304 n nw nw", "0304 ne 0503"]}}
zones: {north: {title: The North, owner: red, hexes: ["0401-0602"]}}
labels: [{text: HIGH MOOR, at: "0603"}]
"""


def mapped(folder: Path, text: str = VALLEY, **more: str) -> Game:
    """Return a game with a map, and more documents by name."""
    files = BASE | {"map.yaml": HEAD + text} | {f"{name}.yaml": one for name, one in more.items()}
    return load(Project(write(folder, files), shown="toy"))


def played(folder: Path, text: str = VALLEY) -> Game:
    """Return a game with a map and a set-up on it."""
    return load(Project(write(folder, BASE | SET_UP | {"map.yaml": HEAD + text + "setups: [dawn]\n"}), shown="toy"))
