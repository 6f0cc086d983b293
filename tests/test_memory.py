"""Garbage is left alone while work goes on, but not for ever."""

from __future__ import annotations

import gc
from pathlib import Path
from weakref import ref

import pytest
from click.testing import CliRunner
from tests_support import TOY, write

from generator.cli import main
from generator.memory import uncollected


class Ring:
    """Garbage that only a search finds."""

    def __init__(self) -> None:
        self.own = self


def test_nothing_is_looked_for_while_work_goes_on() -> None:
    assert gc.isenabled()
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            ring = ref(Ring())
        assert not gc.isenabled()
        assert ring() is not None
    assert gc.isenabled()


def test_work_within_work_clears_a_lot_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: the process that sets documents kept the garbage of all of them, and so had no memory left after some hundreds."""
    monkeypatch.setattr("generator.memory.LOT", 100)
    with uncollected():
        with uncollected():
            rings = [ref(Ring()) for _ in range(200)]
        assert not any(ring() for ring in rings)


@pytest.mark.parametrize("command", ["preview", "watch"])
def test_commands_that_stay_look_for_garbage_again(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process does not until then: other commands end before that is worth while."""
    seen: list[bool] = []
    monkeypatch.setattr("generator.preview.watching.watching", lambda folders, changed: seen.append(gc.isenabled()))
    options = ["--port", "0"] if command == "preview" else ["--out", str(tmp_path / "out")]
    gc.disable()
    try:
        result = CliRunner().invoke(main, [command, str(write(tmp_path / "toy", TOY)), *options])
    finally:
        gc.enable()
    assert (result.exit_code, seen) == (0, [True]), result.output
