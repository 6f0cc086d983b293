"""Measure the preview of each game as its page sees it, over HTTP: first picture, save to picture, a click meanwhile.

python tests/bench/preview.py [--only GAME] [--stem WORD] [--json build/bench-preview.json]

Where Chromium is, also how long a companion takes to open on a slow phone: a processor throttled to a quarter.

For each component, one text of its sources is changed in a copy of the game. Wall time runs from the save until the
page has the new drawings; CPU time is that of the server meanwhile, and says more on a busy machine. Clicks ask for the
drawings of another component while the kit is drawn.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright
from rcwkit.game.catalogue import games
from rcwkit.game.loader import load
from rcwkit.screens.companion.page import page
from rcwkit.source.project import Project
from rcwkit.source.splicing import spliced
from rcwkit.source.yaml import known_path, parse

ROOT = Path(__file__).resolve().parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
TRIES = 40
"""How many texts of a component are tried until one changes its picture and nothing is wrong."""
PATIENCE = 60.0
"""Seconds to wait for an event."""


class Took(NamedTuple):
    """Seconds by the clock, and of the server's CPU."""

    wall: float
    cpu: float


class Server:
    """A running preview of a folder, and a page that listens to it."""

    def __init__(self, folder: Path) -> None:
        began = time.perf_counter()
        command = [sys.executable, "-m", "rcwkit", "preview", str(folder), "--no-open", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        found = re.search(r"http://([\d.:]+)(/\S+/)", self.process.stdout.readline())
        assert found is not None, "the preview did not start"
        self.host, self.base = found.groups()
        self.states: queue.Queue[dict[str, Any]] = queue.Queue()
        self.state: dict[str, Any] = {"components": []}
        threading.Thread(target=self._listen, daemon=True).start()
        while not self.state["components"]:
            self.next()
        self.fetch(self.state["components"][0]["stem"])
        self.first = Took(time.perf_counter() - began, self.cpu())
        while self.state["left"]:
            self.next()
        self.settle()
        self.drawn = Took(time.perf_counter() - began, self.cpu())

    def close(self) -> None:
        """Stop the preview."""
        self.process.terminate()
        self.process.wait()

    def cpu(self) -> float:
        """Return the seconds of CPU that the server has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def settle(self) -> None:
        """Wait until the server does nothing more."""
        used, quiet = self.cpu(), 0
        while quiet < 3:
            time.sleep(0.1)
            used, before = self.cpu(), used
            quiet = quiet + 1 if used - before <= 1 / TICKS else 0
        while not self.states.empty():
            self.state = self.states.get()

    def next(self) -> dict[str, Any]:
        """Return the next state."""
        self.state = self.states.get(timeout=PATIENCE)
        return self.state

    def hashes(self) -> dict[str, str]:
        """Return the hash of each component as last heard."""
        return {one["stem"]: one["hash"] for one in self.state["components"]}

    def ask(self, address: str, data: Any = None) -> Any:
        """Return the answer of one request, as the page makes it; None for an error."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        body = None if data is None else json.dumps(data).encode()
        headers = {"Content-Type": "application/json"}
        connection.request("GET" if data is None else "POST", self.base + address, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return json.loads(text) if answer.status == 200 else None

    def fetch(self, stem: str, known: Mapping[str, str] | None = None) -> dict[str, str]:
        """Fetch a component as the page does: its pieces, and the drawings that it has not yet."""
        faces = [face for piece in self.ask(f"pieces/{stem}") for face in (piece["front"], piece["back"]) if face]
        had = known or {}
        wanted = sorted({face["hash"] for face in faces} - had.keys())
        sent: dict[str, str] = self.ask("drawings", {"stem": stem, "hashes": wanted}) if wanted else {}
        if len(sent) < len(wanted):  # drawn again between the two questions
            return self.fetch(stem, known)
        return {face["hash"]: had.get(face["hash"]) or sent[face["hash"]] for face in faces}

    def _listen(self) -> None:
        connection = http.client.HTTPConnection(self.host)
        connection.request("GET", self.base + "events")
        for line in connection.getresponse():
            if line.startswith(b"data: "):
                self.states.put(json.loads(line.removeprefix(b"data: ")))


def places(server: Server, stem: str, drawn: Mapping[str, str]) -> Iterator[str]:
    """Yield the places (file:line) of what a component shows, those on its first pieces first."""
    for piece in server.ask(f"pieces/{stem}"):
        for face in filter(None, (piece["front"], piece["back"])):
            numbers = re.findall(r'data-at="(\d+)"', drawn[face["hash"]])
            if face["at"]:
                yield face["at"]
            for number in numbers:
                yield server.ask("place", {"stem": stem, "key": piece["key"], "number": int(number)})["at"]


def changes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield paths with other values: texts that are no ids, markup or file names, with a letter more; units turned."""
    if isinstance(value, str):
        if re.fullmatch(r"[A-Z][^{}_:.*]*", value):
            yield path, f"{value}x"
    elif isinstance(value, dict | list):
        if isinstance(value, list) and len(set(map(str, value))) > 1 and all(isinstance(one, str) for one in value):
            yield path, value[::-1]
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from changes(inner, (*path, step))


def candidates(server: Server, folder: Path, stem: str, drawn: Mapping[str, str]) -> Iterator[tuple[Path, str, str]]:
    """Yield a file, its text, and its text with one value changed, for values that a component may show."""
    seen: set[tuple[str, tuple[Any, ...]]] = set()
    for at in dict.fromkeys(places(server, stem, drawn)):
        entry = server.ask("entry", {"at": at})
        for path, other in changes(entry["value"]) if entry else ():
            whole = (*entry["path"], *path)
            if (entry["file"], whole) in seen or not whole or whole[-1] in ("source", "id", "kind"):
                continue
            seen.add((entry["file"], whole))
            source = folder / Path(entry["file"]).relative_to(folder.as_posix())
            text = source.read_text(encoding="utf-8")
            wanted = parse(text, "").plain()
            holder, (*above, last) = wanted, known_path(wanted, whole)
            for step in above:
                holder = holder[step]
            holder[last] = other
            yield source, text, spliced(text, wanted)


def saved(server: Server, stem: str, file: Path, text: str, drawn: Mapping[str, str]) -> Took | None:
    """Save a file, and return how long the page waited for the new picture; None if it stays or there are errors."""
    before = server.hashes()[stem]
    server.ask(f"pieces/{stem}")  # the page shows this component, and not the one of the last click
    server.settle()
    began, used = time.perf_counter(), server.cpu()
    file.write_text(text, encoding="utf-8")
    while server.hashes()[stem] == before:
        try:
            server.state = server.states.get(timeout=0.3)
        except queue.Empty:
            if server.cpu() - used < 0.05 or time.perf_counter() - began < 1:
                continue
            server.settle()
            if server.hashes()[stem] == before:
                return None
    server.fetch(stem, drawn)
    took = Took(time.perf_counter() - began, server.cpu() - used)
    server.settle()
    return None if any(one["severity"] == "error" for one in server.state["problems"]) else took


def clicked(server: Server, other: str, file: Path, text: str) -> float:
    """Save a file, and return the longest that a click on another component took while the kit was drawn (s)."""
    server.settle()
    before, longest = server.state["version"], 0.0
    file.write_text(text, encoding="utf-8")
    deadline = time.perf_counter() + 3
    while server.state["version"] == before and time.perf_counter() < deadline:
        began = time.perf_counter()
        server.fetch(other)
        longest = max(longest, time.perf_counter() - began)
        while not server.states.empty():
            server.state = server.states.get()
    server.settle()
    return longest


def measured(server: Server, folder: Path, stem: str, other: str) -> tuple[Took, float] | None:
    """Return how long one component took, and a click on another meanwhile; None if no text of it was found."""
    drawn = server.fetch(stem)
    for number, (file, text, changed) in enumerate(candidates(server, folder, stem, drawn)):
        took = saved(server, stem, file, changed, drawn) if number < TRIES else None
        click = clicked(server, other, file, text)
        if took or number >= TRIES:
            return (took, click) if took else None
    return None


SLOW = 4.0
"""How many times slower than this machine a phone is taken to be."""
OPENED = """requestAnimationFrame(function look() {
  if (document.querySelector("#turn.shown #due h2")) setTimeout(() => (window.painted = performance.now()));
  else requestAnimationFrame(look);
})"""
"""Notes when what is due is painted."""


def opening(game: str, times: int = 5) -> Took | None:
    """Return how long a companion takes until what is due is painted: by the clock on a slow phone, and in seconds
    of the main thread at this machine's full speed, each the middle one of several; None without Chromium."""
    found = (shutil.which(one) for one in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))
    program = next(filter(None, found), None)
    if program is None:
        return None
    with TemporaryDirectory(prefix="rcwkit-bench-") as name, sync_playwright() as playwright:
        path = Path(name) / "companion.html"
        path.write_text(page(load(Project(ROOT / "data" / game))), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=program, args=["--disable-gpu", "--no-sandbox"])
        slow = [_opened(browser, path, SLOW) for _ in range(times)]
        fast = [_opened(browser, path, 1.0) for _ in range(times)]
        browser.close()
    return Took(median(one.wall for one in slow), median(one.cpu for one in fast))


def _opened(browser: Any, path: Path, throttled: float) -> Took:
    """Open a page on a phone, throttled so many times."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    shown = context.new_page()
    shown.add_init_script(OPENED)
    session = context.new_cdp_session(shown)
    session.send("Emulation.setCPUThrottlingRate", {"rate": throttled})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    shown.goto(path.as_uri(), wait_until="commit")
    milliseconds = shown.wait_for_function("() => window.painted").json_value()
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    context.close()
    return Took(milliseconds / 1000, metrics["TaskDuration"])


def main() -> None:
    """Measure each game, print the components from the slowest on, and write the results as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="games whose id has this word")
    parser.add_argument("--stem", default="", help="components whose id has this word")
    parser.add_argument("--json", type=Path, default=ROOT / "build" / "bench-preview.json")
    chosen = parser.parse_args()
    found: dict[str, Any] = {}
    for game in (name for name in games() if chosen.only in name):
        with TemporaryDirectory(prefix="rcwkit-bench-") as name:
            folder = Path(shutil.copytree(ROOT / "data" / game, Path(name) / game))
            server = Server(folder)
            try:
                stems = [one["stem"] for one in server.state["components"]]
                others = dict(zip(stems, [*stems[1:], stems[0]], strict=True))
                made = {stem: measured(server, folder, stem, others[stem]) for stem in stems if chosen.stem in stem}
            finally:
                server.close()
        print(f"\n{game}: first picture {_said(server.first)}, all drawn {_said(server.drawn)}")
        print(f"{'save → picture':<34}{'wall s':>8}{'CPU s':>8}{'click s':>9}")
        rows = sorted(((stem, one) for stem, one in made.items() if one), key=lambda row: -row[1][0].cpu)
        for stem, (took, click) in rows:
            print(f"  {stem:<32}{took.wall:8.2f}{took.cpu:8.2f}{click:9.2f}")
        if lacking := [stem for stem, one in made.items() if one is None]:
            print(f"  no text changed: {', '.join(lacking)}")
        components = {stem: {**took._asdict(), "click": click} for stem, (took, click) in rows}
        found[game] = {"first": server.first._asdict(), "drawn": server.drawn._asdict(), "components": components}
        if opened := opening(game):
            print(f"  companion opens in {opened.wall:.2f} s at {SLOW:g} × throttle (main thread {opened.cpu:.2f} s)")
            found[game]["companion"] = opened._asdict()
    chosen.json.parent.mkdir(parents=True, exist_ok=True)
    chosen.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def _said(took: Took) -> str:
    return f"{took.wall:.2f} s (CPU {took.cpu:.2f} s)"


if __name__ == "__main__":
    main()
