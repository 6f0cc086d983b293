"""Work is broken off once it took its processor time, and nothing is raised after it has ended."""

from __future__ import annotations

import threading
import time

import pytest

from generator import limits
from generator.limits import OverTime, timed


def work(seconds: float) -> None:
    """Take so much processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_only_work_that_takes_too_long_is_broken_off() -> None:
    with timed(30):
        work(0.01)
    with pytest.raises(OverTime), timed(0.01):
        work(30)


def test_the_limit_is_raised_again_until_it_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_AGAIN", 0.001)
    heard = 0
    with pytest.raises(OverTime), timed(0.001):
        while True:
            try:
                work(30)
            except OverTime:
                heard += 1
                if heard == 3:
                    raise


def test_nothing_is_raised_while_the_watch_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: what was raised again as the watch was told to end left it running, and it went on raising in whatever came next."""

    class Slow(threading.Event):
        def set(self) -> None:
            work(0.05)
            super().set()

    monkeypatch.setattr(limits, "Event", Slow)
    monkeypatch.setattr(limits, "_AGAIN", 0.001)
    before = threading.active_count()
    with pytest.raises(OverTime), timed(0.001):
        work(30)
    assert threading.active_count() == before
    with timed(0.01):
        pass
    work(0.05)


def test_a_busy_machine_has_time_to_clear_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: raised again while the work was left, the limit was lost in a destructor, which said so on stderr."""
    monkeypatch.setattr(limits, "_AGAIN", 0.05)
    waited = 0
    with pytest.raises(OverTime), timed(0.01):
        try:
            work(30)
        finally:
            for _ in range(40):
                time.sleep(0.005)
                waited += 1
    assert waited == 40
