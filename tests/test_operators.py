"""Small sheets as the operators of their PDF: what a printer gets, read back from the file, uncompressed."""

from __future__ import annotations

from pathlib import Path

import pytest
from map_support import BASE
from operators_support import readable
from pictures_support import picture, saved
from rcwkit.game.loader import load
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import make
from rcwkit.kit.options import Options
from rcwkit.source.project import Project
from tests_support import TOY, Golden, write

GAME = {"game.yaml": TOY["game.yaml"]}
CARDS = """kind: cards
id: factions
title: Factions
source: Toy rules
back: {title: Factions, art: back.png}
cards:
  ukraine:
    title: Ukraine
    owner: red
    copies: 2
    sections: [{head: Roll, text: "On {die 5} put [red]one[/] army into a port, :port: or :flag:."}]
    note: As **both** lists count it. {ruling totals}
"""
COUNTERS = """kind: counters
id: red
title: Red
source: Toy rules
side: red
counters:
  Ra1: {type: army, name: 1 Army}
  Vp: {type: marker, name: Victory, reverse: {name: Defeat, side: white}}
"""
CHARTS = """kind: tables
id: charts
title: Charts
source: Toy rules
tables:
  turn9:
    title: Turn 9
    rule: "9.1"
    roll: 1d6
    rulings: [totals]
    drm: [{add: -1, text: Red leads}]
    beyond: clamp
    columns: {red: Red, neutral: Neutral}
    rows: {1: [RED, RED], 2-6: [neutral, "{blank}"]}
    note: Only once.
"""
MAP = """kind: maps
id: valley
title: The valley
source: Toy rules
hexes: {size: 20mm, columns: 2, rows: 2}
ground: clear
terrain:
  clear: {title: Clear}
  woods: {title: Woods, hexes: ["0101"]}
places:
  "0202": {name: Oldham, ways: {road: [n]}}
edges: {river: {title: River, sides: ["0201 se"]}}
ways: {road: {title: Road, routes: ["0202 n"]}}
"""
FORM = """kind: folder
id: turn
title: Turn
source: Toy rules
pages:
  main:
    title: Each turn
    sections:
      - head: Orders
        bands: [[{steps: ["Roll {box}, then write ____ and tick."], ticks: [Rolled]}]]
      - head: Losses
        bands:
          - - worksheet:
                columns: [{head: Army, align: left}, {head: Losses, under: box}]
                rows: [{head: 1 Army}, {head: 2 Army, cells: ["{box} R2"]}]
"""
SHEETS: dict[str, tuple[dict[str, str], str, Options]] = {
    "card": ({"cards.yaml": CARDS, "rulings.yaml": TOY["rulings.yaml"]}, "cards-factions", Options()),
    "counters": ({"red.yaml": COUNTERS}, "counters", Options()),
    "chart": ({"tables.yaml": CHARTS, "rulings.yaml": TOY["rulings.yaml"]}, "charts", Options(ink="low")),
    "map": (BASE | {"map.yaml": MAP}, "map-valley", Options(paper="letter")),
    "form": ({"folder.yaml": FORM}, "folder-turn", Options(screen=True)),
}


@pytest.mark.parametrize("name", SHEETS)
def test_sheets_are_drawn_with_the_same_operators(tmp_path: Path, name: str, golden: Golden) -> None:
    files, stem, options = SHEETS[name]
    folder = write(tmp_path / "toy", GAME | files)
    (folder / "back.png").write_bytes(saved(picture(1632, 1088)))
    game = load(Project(folder, shown="toy"))
    files_by_stem = {file.stem: file for file in files_of(game)}
    made = make(game, files_by_stem[stem], options)
    assert [one.message for one in made.about.diagnostics if one.severity != "note"] == []
    golden(f"operators/{name}.txt", readable(made.data))
