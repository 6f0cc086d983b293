"""Workers: what they leave to the main process, and how they end with it."""

from __future__ import annotations

import _thread
import mmap
import os
import sys
import threading
import time
from pathlib import Path
from threading import Event, Thread

import pytest
from faults_support import gone, start
from rcwkit.diagnostics import Surroundings
from rcwkit.workers import MEMORY, OverTime, Workers, confined, here, memory_limit, pooled, result_of, timed

BROKEN_OFF = """
import os, threading, time
from rcwkit import cli
from rcwkit.workers import Workers, confined

def task(data):
    time.sleep(0.05)
    return data

def main(**_):
{body}

cli.main = main
cli.run()
"""
ENDED = "ended; no partial files were left behind\n"


def assert_ends_in_silence(folder: Path, body: str) -> None:
    """Assert that SIGTERM ends a command that does this, with one line of output and no process left."""
    script = BROKEN_OFF.format(body="\n".join(f"    {line}" for line in body.splitlines()))
    process = start(cwd=folder, script=("-c", script))
    assert (process.communicate(timeout=300)[1], process.returncode) == (ENDED, 143)
    assert gone(process.pid)


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert list(pooled(abs, range(-9, 0), 2)) == list(range(9, 0, -1))
    assert confined(abs, -3) == 3


def test_after_one_was_killed_others_are_started() -> None:
    """Bug: a task submitted after that was an internal error, and a preview could print nothing more."""
    with Workers(2) as workers:
        killed = workers.submit(os._exit, 1)
        with pytest.raises(Surroundings, match="lack of memory"):
            result_of(killed)
        assert result_of(workers.submit(abs, -3)) == 3
        assert list(workers.map(abs, [-1, 2])) == [1, 2]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_task_raises_is_raised(jobs: int) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        list(pooled(int, ["1", "x", "2"], jobs))


def test_workers_that_nobody_closed_are_shut_down() -> None:
    """Bug: at the interpreter's end a pool called back into modules that were gone, which printed an exception."""
    workers = Workers(1)
    assert workers.submit(abs, -3).result() == 3
    pool = vars(workers)["_started"]
    del workers
    with pytest.raises(RuntimeError, match="after shutdown"):
        pool.submit(abs, -3)


def test_a_process_that_ends_by_itself_is_an_error_of_the_surroundings() -> None:
    with pytest.raises(Surroundings, match="--jobs 1"):
        list(pooled(os._exit, [1, 1], 2))
    with pytest.raises(Surroundings, match="lack of memory"):
        confined(os._exit, 1)
    assert confined(abs, -3) == 3


@pytest.mark.row("S1")
@pytest.mark.parametrize("jobs", [1, 2])
def test_more_memory_than_the_bound_is_refused_wherever_the_work_is_done(jobs: int) -> None:
    """Bug: with one job, a deck of 10,000 cards, 99 copies each, used up all memory."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(MemoryError):
        list(pooled(bytes, [1, 2 * MEMORY], jobs))
    assert resource.getrlimit(resource.RLIMIT_AS) == before


@pytest.mark.parametrize("jobs", [1, 2])
def test_work_has_its_room_in_a_process_that_holds_much(jobs: int) -> None:
    """Bug: a build in a process that held 3 GiB of address space ended for lack of memory."""
    pytest.importorskip("resource")
    with mmap.mmap(-1, MEMORY, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ):
        assert [len(made) for made in pooled(bytes, [2**25, 2**26], jobs)] == [2**25, 2**26]


def test_a_lower_limit_of_the_user_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: it was raised while work was done."""
    resource = pytest.importorskip("resource")
    before, lower = resource.getrlimit(resource.RLIMIT_AS), MEMORY * 100
    monkeypatch.setattr("rcwkit.workers.MEMORY", 2 * lower)
    resource.setrlimit(resource.RLIMIT_AS, (lower, before[1]))
    try:
        assert [*pooled(lambda _: memory_limit(), [1], 1), memory_limit()] == [lower, lower]
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.row("O2")
@pytest.mark.parametrize("whom", ["os.kill(os.getpid(), 15)", "os.killpg(0, 15)"], ids=["one", "group"])
@pytest.mark.parametrize(
    "body",
    [
        "with Workers(2) as work:\n    for _ in work.map(task, [bytes(10**6)] * 40):\n        {}",
        "with Workers(2) as work:\n    found = work.map(task, [bytes(10**7)] * 40)\n    {}",
        "threading.Timer(0.2, lambda: {}).start()\n"
        "with Workers(2) as work:\n    list(work.map(time.sleep, [100, 100, 100]))",
        "threading.Timer(0.2, lambda: {}).start()\nconfined(time.sleep, 100)",
    ],
    ids=["at work", "giving tasks", "long tasks", "one task"],
)
def test_work_that_is_broken_off_ends_at_once_and_in_silence(tmp_path: Path, body: str, whom: str) -> None:
    """Bugs: after workers ended, the pool's threads wrote tracebacks about tasks that were unsent or not awaited."""
    assert_ends_in_silence(tmp_path, body.format(whom))


@pytest.mark.row("O2")
def test_a_signal_while_processes_start_waits_until_they_have(tmp_path: Path) -> None:
    """Bug: the signal was raised in the interpreter's fork hooks and lost, or handled by the new process too."""
    fork = "os.register_at_fork(after_in_parent=lambda: os.killpg(0, 15))\n"
    assert_ends_in_silence(tmp_path, fork + "with Workers(2) as work:\n    list(work.map(task, range(9)))")


@pytest.mark.row("O2")
def test_resources_shared_with_spawned_processes_leave_no_warning(tmp_path: Path) -> None:
    """Bug: on macOS, and in the preview, Python warned of leaked semaphores."""
    spawned = "from multiprocessing import get_context\npool = Workers(1, get_context('spawn'))\n"
    assert_ends_in_silence(tmp_path, spawned + "pool.submit(abs, -3).result()\nos.kill(os.getpid(), 15)")


STARTING = """
import os, signal, sys
from multiprocessing import get_context
from rcwkit.workers import Workers

if __name__ == "__main__":
    signal.signal(signal.{name}, lambda *_: None)
    pool = Workers(1, get_context(sys.argv[1]))
    found = pool.submit(abs, -3)
    os.killpg(0, signal.{name})
    print(found.result())
    os.killpg(0, signal.{name})
    print(pool.submit(abs, -4).result())
"""


@pytest.mark.row("O2")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("how", ["fork", "spawn"])
def test_a_signal_to_all_is_not_for_the_workers(tmp_path: Path, how: str, name: str) -> None:
    """Bug: Ctrl-C while the preview's own process started was a traceback from there."""
    (tmp_path / "starting.py").write_text(STARTING.format(name=name), encoding="utf-8")
    process = start(how, cwd=tmp_path, script=("starting.py",))
    assert (*process.communicate(timeout=300), process.returncode) == ("3\n4\n", "", 0)
    assert gone(process.pid)


def work(seconds: float) -> None:
    """Use this much CPU time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_only_work_that_takes_too_long_is_broken_off() -> None:
    with timed(30):
        work(0.01)
    with pytest.raises(OverTime), timed(0.01):
        work(30)


def test_the_limit_is_raised_again_until_it_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcwkit.workers._AGAIN", 0.001)
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
    """Bug: a signal raised again while the watch stopped left it running, and it was raised in later code."""

    class Slow(threading.Event):
        def set(self) -> None:
            work(0.05)
            super().set()

    monkeypatch.setattr("rcwkit.workers.Event", Slow)
    monkeypatch.setattr("rcwkit.workers._AGAIN", 0.001)
    before = _thread._count()
    with pytest.raises(OverTime), timed(0.001):
        work(30)
    assert _thread._count() <= before  # threads of other tests may end meanwhile
    with timed(0.01):
        pass
    work(0.05)


def test_a_busy_machine_has_time_to_clear_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: when raised again while the pool closed, the limit was lost in a destructor, which printed it on stderr."""
    monkeypatch.setattr("rcwkit.workers._AGAIN", 0.05)
    waited = 0
    with pytest.raises(OverTime), timed(0.01):
        try:
            work(30)
        finally:
            for _ in range(40):
                time.sleep(0.005)
                waited += 1
    assert waited == 40


def test_a_time_limit_lost_in_a_destructor_is_raised_again(capsys: pytest.CaptureFixture[str]) -> None:
    ended: list[str] = []

    class Slow:
        def __del__(self) -> None:
            work(1.2)
            ended.append("destructor")

    before = sys.unraisablehook
    with pytest.raises(OverTime), timed(0.05):
        Slow()
        ended.append("after")
        work(30)
    assert ended == ["after"]
    assert "Exception ignored" not in capsys.readouterr().err
    assert sys.unraisablehook is before


def test_a_watch_without_memory_to_begin_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: Thread.start() waits for its thread, which may have ended at once: a build with 106 MiB hung."""
    monkeypatch.setattr(_thread, "start_new_thread", lambda *_: 0)
    ended = False
    with timed(10):
        ended = True
    assert ended


def _printed() -> str:
    """Return where a worker prints what the interpreter has to say."""
    return str(sys.stderr.name)


def test_a_worker_answers_by_its_results_alone() -> None:
    """Bug: short of memory, a worker printed a traceback between its parent's messages."""
    assert confined(_printed) == os.devnull


def test_memory_is_limited_only_while_a_task_is_done() -> None:
    """Bug: work that failed kept its limit for as long as its exception was kept, and no browser started meanwhile."""
    pytest.importorskip("resource")
    before = memory_limit()
    made = here(lambda fails: int("") if fails else memory_limit(), [False, True])
    assert next(made) not in (None, before)
    assert memory_limit() == before
    with pytest.raises(ValueError, match="invalid literal"):
        next(made)
    assert memory_limit() == before


def test_work_of_threads_leaves_no_limit_whichever_ends_first() -> None:
    """Bug: the one that ended last set the limit again that it had found, for good."""
    pytest.importorskip("resource")
    before, limits, first, second = memory_limit(), list[object](), Event(), Event()

    def lead(_: int) -> None:
        other.start()
        first.wait(10)

    def follow(_: int) -> None:
        first.set()
        second.wait(10)
        limits.append(memory_limit())

    other = Thread(target=lambda: [*here(follow, [1])])
    list(here(lead, [1]))
    second.set()
    other.join()
    assert limits != [before]
    assert memory_limit() == before


class _Large:
    """A task that a worker has no memory to take."""

    def __reduce__(self) -> tuple[object, ...]:
        return _short, ()


def _short() -> None:
    raise MemoryError


def test_a_worker_short_of_memory_prints_no_frames() -> None:
    """Bug: with 110 MiB, a worker looked for the lines of its own traceback for more than 20 minutes."""
    with pytest.raises(MemoryError) as raised:
        confined(_short)
    assert "in _done" in str(raised.value.__cause__)
    assert "in _short" not in str(raised.value.__cause__)
    with pytest.raises(Surroundings, match="lack of memory"):
        confined(abs, _Large())  # type: ignore[arg-type]
    assert confined(abs, -3) == 3


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_other_exceptions_in_destructors_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda one: lost.append(one.exc_type))

    class Broken:
        def __del__(self) -> None:
            raise ValueError

    with timed(10):
        Broken()
    assert lost == [ValueError]
