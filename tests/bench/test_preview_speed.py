"""Benchmark of the preview: the time from a save until the pages are told; `make bench` prints it.

Without timing (in `make test`) each body runs once.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from rcwkit.bundled import bundled
from rcwkit.screens.preview.server import watching
from rcwkit.screens.preview.workshop import Workshop

EDITS = {
    "a row of a chart": ("tables_arrivals.yaml", "Army in the region", "all-charts"),
    "a ruling": ("rulings.yaml", "look it up in ", "all-rulings"),
}


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Watch the largest game."""
    folder = Path(shutil.copytree(bundled("data") / "triumph_of_chaos", tmp_path_factory.mktemp("preview") / "triumph"))
    made = Workshop(folder.as_posix())
    made.refresh()
    stop = threading.Event()
    watcher = threading.Thread(target=watching, args=(made.folders, made.refresh, stop))
    watcher.start()
    time.sleep(1)  # the watch begins
    yield made
    stop.set()
    watcher.join()


@pytest.mark.benchmark(group="from a save to the event")
@pytest.mark.parametrize("what", EDITS)
def test_from_a_save_to_the_event(benchmark: Any, workshop: Workshop, what: str) -> None:
    name, words, stem = EDITS[what]
    path = Path(workshop.name) / name
    text, edits = path.read_text(encoding="utf-8"), count(1)
    assert words in text

    def ready() -> tuple[tuple[Callable[[], None], Queue[dict[str, Any]], str], dict[str, Any]]:
        with workshop._changing:  # wait until the save before has been drawn
            before = workshop.components[stem].hash
        return (lambda: edit(next(edits)), workshop.listen(), before), {}

    def edit(number: int) -> None:
        path.write_text(text.replace(words, f"{words}{'abc'[number % 3]} ", 1), encoding="utf-8")

    def saved(save: Callable[[], None], heard: Queue[dict[str, Any]], before: str) -> None:
        began = time.process_time()
        save()
        while {one["stem"]: one["hash"] for one in heard.get(timeout=60)["components"]}[stem] == before:
            pass
        workshop.leave(heard)
        assert time.process_time() - began < 1, "seconds of work"

    benchmark.pedantic(saved, setup=ready, rounds=10)
