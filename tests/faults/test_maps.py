"""M1: hostile maps are refused, or drawn, within 2 s and 300 MiB."""

from __future__ import annotations

from pathlib import Path

import pytest
from faults_support import many, spawn, timely
from map_support import BASE, HEAD
from tests_support import write

GRID = "hexes: {size: 16mm, columns: 100, rows: 100, first: '000000'}\n"
ALL = ", ".join(['"000000-099099"'] * 4000)
ACROSS = "'000000" + " - 099099 - 000000" * 6 + "'"
ALONG = "'000000/000001" + " - 099098/099099 - 000000/000001" * 3 + "'"
HOSTILE = {
    "a million hexes": "hexes: {size: 16mm, columns: 1000, rows: 1000}\n",
    "columns past counting": "hexes: {size: 16mm, columns: 99999999999999999999, rows: 1}\n",
    "hexes of no size": "hexes: {size: .nan, columns: 9, rows: 9}\n",
    "hexes of endless size": "hexes: {size: .inf, columns: 9, rows: 9}\n",
    "a map of no size": "size: [.nan, 10]\n",
    "a space nowhere": "size: 100x100mm\nspaces: {a: {at: [.nan, 5]}}\n",
    "a space at infinity": "size: 100x100mm\nspaces: {a: {at: [.inf, 5]}}\n",
    "a label that turns for ever": "size: 100x100mm\nlabels: [{text: X, at: [5, 5], turn: .inf}]\n",
    "runs of everything": f"{GRID}terrain: {{woods: {{title: W, hexes: [{ALL}]}}}}\n",
    "everything left out again and again": GRID.replace("}", f", without: [{ALL}]}}"),
    "roads across all of it": GRID + f"ways: {{road: {{title: R, routes: [{', '.join([ACROSS] * 900)}]}}}}\n",
    "rivers across all of it": GRID + f"edges: {{river: {{title: R, sides: [{', '.join([ALONG] * 4900)}]}}}}\n",
    "a way that leaves the map": GRID + "ways: {road: {title: R, routes: ['000000 n n n']}}\n",
    "a way back and forth": GRID
    + f"ways: {{road: {{title: R, routes: [{', '.join(['000000 s n s n s n'] * 900)}]}}}}\n",
    "thousands of wrong hexes": GRID + "places: {" + ", ".join(f"x{at}: woods" for at in range(20_000)) + "}\n",
    "thousands of labels": GRID + "labels: [" + ", ".join(["{text: X, at: [5, 5]}"] * 20_000) + "]\n",
    "links from all to all": "size: 2000x2000mm\nspaces: {"
    + ", ".join(f"s{at}: {{at: [{at * 13 % 2000}, {at * 7 % 2000}]}}" for at in range(300))
    + "}\nways: {sea_link: {title: S, routes: ["
    + ", ".join(f"{' '.join(f's{(at * step) % 300}' for at in range(20))}" for step in range(1, 900))
    + "]}}\n",
    "a zone without end": "size: 100x100mm\nzones: {z: {outline: [" + ", ".join(["[1, 1]"] * 50_000) + "]}}\n",
    "a drawing that is a device": "size: 100x100mm\npicture: /dev/zero\n",
    "a drawing outside": "size: 100x100mm\npicture: ../../etc/passwd\n",
}


GAMES = {
    **{name: {"map.yaml": HEAD + text} for name, text in HOSTILE.items()},
    "six large maps": {f"map{at}.yaml": HEAD.replace("valley", f"m{at}") + GRID for at in range(6)},
}
REFUSED = {
    "a million hexes": "E124",
    "runs of everything": "E365",
    "roads across all of it": "E365",
    "rivers across all of it": "E365",
    "six large maps": "E365",
    "a zone without end": "E124",
}


@pytest.mark.row("M1")
@pytest.mark.parametrize("name", list(GAMES)[:: many(1, 2)])
def test_a_hostile_map_takes_little_time_and_memory(tmp_path: Path, name: str) -> None:
    write(tmp_path / "toy", BASE | GAMES[name])
    done = spawn("check", "toy", cwd=tmp_path)
    assert done.exit_code in (0, 2), done.stderr[-300:]
    assert REFUSED.get(name, "") in done.stderr
    assert timely(done.seconds, 2), f"{done.seconds:.1f} s"
    assert done.peak < 300, f"{done.peak:.0f} MiB"
