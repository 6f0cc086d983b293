"""A game with a hex map for benchmarks: terrain, rivers and roads of 600 hexes in a CSV, counters on their hexes."""

from __future__ import annotations

import random
from pathlib import Path

from bench.decks import GAME

__all__ = ["COLUMNS", "ROWS", "hex_game"]

COLUMNS, ROWS = 30, 20
MAP = f"""kind: maps
id: front
title: The front
source: Bench rules
hexes: {{size: 19mm, columns: {COLUMNS}, rows: {ROWS}}}
ground: clear
terrain:
  clear: {{title: Clear}}
  woods: {{title: Woods, note: 2 MP}}
  rough: {{title: Rough, note: 2 MP}}
  marsh: {{title: Marsh, note: 3 MP}}
  hills: {{title: Hills}}
  water: {{title: Lake}}
  town: {{title: Town}}
places: {{from: {{file: hexes.csv, id: Hex}}}}
edges: {{river: {{title: River, note: +1 MP}}}}
ways: {{road: {{title: Road, note: ½ MP}}}}
setups: [campaign]
"""
SETUP = """kind: setup
id: campaign
title: Campaign
source: Bench rules
forces: {red: {}, white: {}}
"""
SCENARIO = """kind: scenarios
id: scenarios
source: Bench rules
scenarios: {campaign: {title: Campaign, setup: campaign}}
"""


def hex_game(folder: Path, units: int = 50) -> Path:
    """Write a game of a map of 30 by 20 hexes of 19 mm, and counters of 16 mm on hexes of their own."""
    dice = random.Random(units)
    rows = ["Hex,Name,Terrain,edges.river,ways.road"]
    numbers = [f"{column:02}{row:02}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
    kinds = ("", "", "", "", "woods", "woods", "rough", "marsh", "hills", "water")
    for number in numbers:
        column, row = int(number[:2]), int(number[2:])
        town = dice.random() < 0.04
        terrain = "; ".join(filter(None, (dice.choice(kinds), "town" if town else "")))
        odd = column % 2 == 1
        river = ("nw; n; ne" if odd else "n") if row in (6, 14) else ""
        across, along = ("sw", "se") if odd else ("nw", "ne"), ("n", "s")
        road = "; ".join([*(across if row == 10 else ()), *(along if column in (5, 20) else ())])
        rows.append(f"{number},{f'Town {number}' if town else ''},{terrain},{river},{road}")
    files = {"game.yaml": GAME.replace("unit_types:", "counter_size: 16mm\nunit_types:", 1), "map.yaml": MAP}
    for side, half in (("red", numbers[: len(numbers) // 2]), ("white", numbers[len(numbers) // 2 :])):
        chosen = dice.sample(half, units // 2)
        starts = enumerate(chosen, 1)
        entries = [f'  {side}{at}: {{type: army, name: {at} Army, setup: "{number}"}}' for at, number in starts]
        head = f"kind: counters\nid: {side}\ntitle: {side.title()}\nsource: Bench rules\nside: {side}\ncounters:\n"
        files[f"{side}.yaml"] = head + "\n".join(entries) + "\n"
    files |= {"hexes.csv": "\n".join(rows) + "\n", "setup.yaml": SETUP, "scenarios.yaml": SCENARIO}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
