"""Run a module's tests against its mutants, each in a fork that the first failing test ends.

A mutant of a function is tried in a fork of a process that has already collected the tests: the function's code is
replaced, and the tests that run its lines are run, first those that have killed the most. Any other mutant needs a
process that imports the module with it, and all tests.
"""

from __future__ import annotations

import contextlib
import gc
import mmap
import os
import pickle
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.machinery import SourceFileLoader
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Literal, NamedTuple

import hypothesis
import pytest
from mutants.mutations import Mutant

Verdict = Literal["killed", "survived", "timeout"]

MEMORY = 4 << 30
"""Address space limit of a mutant, in bytes."""
MOST_TESTS = 1 << 16
SLOWER, SPARE = 10, 3
"""A test may take this many times the CPU time that it takes without a mutant, plus this many seconds."""
BUSY = 8
"""On a busy machine a second of CPU time may take this many."""


class UnsoundError(Exception):
    """The tests fail without a mutant."""


class Baseline(NamedTuple):
    """The tests without a mutant: CPU seconds of each, and the lines of the module's functions that each runs."""

    seconds: dict[str, float]
    lines: dict[str, set[int]]

    def reaching(self, mutant: Mutant) -> list[str]:
        """Return the tests that run the mutant's lines."""
        return [name for name, lines in self.lines.items() if not lines.isdisjoint(mutant.lines)]

    @property
    def limit(self) -> float:
        """Return the seconds after which the whole run is stopped."""
        return BUSY * SLOWER * sum(self.seconds.values()) + 60


def trial(path: str, files: Sequence[str], tried: Sequence[Mutant], jobs: int) -> Iterator[tuple[int, Verdict]]:
    """Yield, as it is found, the verdict on each mutant of the module at `path` under the tests in `files`, by index.

    Raises UnsoundError before the first.
    """
    receive, send = Pipe(duplex=False)
    waiting = set(range(len(tried)))
    kills = mmap.mmap(-1, MOST_TESTS)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        collected = os.fork()
        if collected == 0:
            _child(partial(_pytest, files, _Collected(path, tried, jobs, kills, send)), folder, apart=False)
        send.close()
        try:
            baseline: Baseline = receive.recv()
            while (found := receive.recv()) is not None:
                waiting.discard(found[0])
                yield found
        except EOFError:
            raise UnsoundError(
                f"these tests do not pass without a mutant, alone or in another order: {' '.join(files)}"
            ) from None
        finally:
            os.waitpid(collected, 0)
    late = {index: partial(_imported, path, files, tried[index], baseline, kills) for index in sorted(waiting)}
    yield from _forked(late, jobs, baseline.limit)


class _Plugin:
    """Runs tests up to the first failure, and counts, for all forks, how many mutants each has killed."""

    def __init__(self, kills: mmap.mmap) -> None:
        self._kills = kills

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Make properties try the same examples each time, without shrinking failures."""
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        quiet = list(hypothesis.HealthCheck)
        hypothesis.settings.register_profile(
            "mutants", deadline=None, derandomize=True, database=None, phases=phases, suppress_health_check=quiet
        )
        hypothesis.settings.load_profile("mutants")

    def run(self, session: pytest.Session, baseline: Baseline, order: Iterable[str]) -> int:
        """Return 0 if all tests pass."""
        found = {item.nodeid: item for item in session.items}
        items = [found[name] for name in order]
        for item, following in zip(items, [*items, None][1:], strict=True):
            seconds = time.process_time() + SPARE + SLOWER * baseline.seconds[item.nodeid]
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, resource.RLIM_INFINITY))
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                # What pytest still says takes no part in the verdict, however long it takes on a busy machine.
                resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                at = list(found).index(item.nodeid)
                self._kills[at] = min(self._kills[at] + 1, 255)
                return 1
        return 0

    def likely(self, session: pytest.Session, baseline: Baseline, names: Iterable[str]) -> list[str]:
        """Return tests in another order: those that have killed many first, then fast ones before slow ones."""
        kills = {
            item.nodeid: count for item, count in zip(session.items, self._kills[: len(session.items)], strict=True)
        }
        return sorted(names, key=lambda name: (-kills[name], baseline.seconds[name]))


class _Imported(_Plugin):
    """Tries one mutant in a process that has imported nothing yet."""

    def __init__(self, baseline: Baseline, kills: mmap.mmap) -> None:
        super().__init__(kills)
        self._baseline = baseline

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.run(session, self._baseline, self.likely(session, self._baseline, self._baseline.seconds))
        return True


class _Collected(_Plugin):
    """Once the tests are collected, sends the baseline, the verdicts on mutants of functions, and None."""

    def __init__(self, path: str, tried: Sequence[Mutant], jobs: int, kills: mmap.mmap, send: Connection) -> None:
        super().__init__(kills)
        self._path, self._tried, self._jobs, self._send = path, tried, jobs, send
        self._tracer = _Tracer(path)
        self._tracer.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        early = self._tracer.stop()
        note = Path(tempfile.gettempdir(), "note")
        if session.testsfailed or dict(_forked({0: partial(self._plain, session, note)}, 1)) != {0: "survived"}:
            return True
        baseline: Baseline = pickle.loads(note.read_bytes())
        # The control run has no mutant and must survive, however busy the machine is.
        control = partial(self.run, session, baseline, list(baseline.seconds)[::-1])
        if dict(_forked({0: control}, 1, baseline.limit)) != {0: "survived"}:
            return True
        self._send.send(baseline)
        functions = _functions(self._path)
        runs: dict[int, Callable[[], int]] = {}
        for index, mutant in enumerate(self._tried):
            code = mutant.function_code()
            changed = [
                one
                for one in functions.get(mutant.function, ())
                if code and one.__code__.co_freevars == code.co_freevars
            ]
            # What a function did during collection can no longer be changed.
            if code and changed and not any(early & _lines(one.__code__) for one in changed):
                runs[index] = partial(self._changed, session, baseline, mutant, changed, code)
        for found in _forked(runs, self._jobs, baseline.limit):
            self._send.send(found)
        self._send.send(None)
        return True

    def _plain(self, session: pytest.Session, note: Path) -> int:
        baseline = Baseline({}, {})
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            began = time.process_time()
            self._tracer.start()
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            baseline.lines[item.nodeid] = self._tracer.stop()
            baseline.seconds[item.nodeid] = time.process_time() - began
        if not session.testsfailed:
            note.write_bytes(pickle.dumps(baseline))
        return session.testsfailed

    def _changed(
        self, session: pytest.Session, baseline: Baseline, mutant: Mutant, functions: list[FunctionType], code: CodeType
    ) -> int:
        for function in functions:
            function.__code__ = code
        return self.run(session, baseline, self.likely(session, baseline, baseline.reaching(mutant)))


class _Tracer:
    """Records which lines of the functions in a file are run."""

    def __init__(self, path: str) -> None:
        self._path = path
        os.register_at_fork(after_in_child=partial(sys.settrace, None))

    def start(self) -> None:
        self._lines: set[int] = set()
        sys.settrace(self._called)

    def stop(self) -> set[int]:
        sys.settrace(None)
        return self._lines

    def _called(self, frame: FrameType, event: str, value: Any) -> Any:
        # The bodies of modules and classes have no replaceable code of their own.
        ours = frame.f_code.co_filename == self._path and frame.f_code.co_flags & 1
        return self._ran(frame, event, value) if ours else None

    def _ran(self, frame: FrameType, event: str, value: Any) -> Any:
        self._lines.add(frame.f_lineno)
        return self._ran


def _imported(path: str, files: Sequence[str], mutant: Mutant, baseline: Baseline, kills: mmap.mmap) -> int:
    read = SourceFileLoader.get_code

    def mutated(loader: SourceFileLoader, name: str) -> CodeType | None:
        return mutant.code if loader.path == path else read(loader, name)

    SourceFileLoader.get_code = mutated  # type: ignore[assignment,method-assign]
    return _pytest(files, _Imported(baseline, kills))


def _pytest(files: Sequence[str], plugin: _Plugin) -> int:
    options = [
        "-q",
        "--capture=no",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-W",
        "ignore:Module already imported",
    ]
    return int(pytest.main([*options, *files], plugins=[plugin]))


def _forked(
    runs: Mapping[int, Callable[[], int]], jobs: int, limit: float | None = None
) -> Iterator[tuple[int, Verdict]]:
    """Call functions in forks, several at a time, and yield the verdict on each: survived if it returned 0.

    With a limit in seconds, each gets its own process group.
    """
    waiting = list(runs.items())[::-1]
    running: dict[int, tuple[int, float, str]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                index, run = waiting.pop()
                folder = tempfile.mkdtemp(prefix="mutant-")
                pid = os.fork()
                if pid == 0:
                    _child(run, folder, apart=limit is not None)
                running[pid] = index, time.monotonic() + (limit or 1e9), folder
            for pid, (index, until, folder) in list(running.items()):
                late = time.monotonic() > until
                if late:
                    _end(pid)
                done, status = os.waitpid(pid, 0 if late else os.WNOHANG)
                if done:
                    del running[pid]
                    _end(pid)
                    shutil.rmtree(folder, ignore_errors=True)
                    slow = late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU)
                    yield index, "timeout" if slow else "killed" if status else "survived"
            time.sleep(0.002)
    finally:
        for pid in running:
            _end(pid)


def _child(run: Callable[[], int], folder: str, *, apart: bool) -> None:
    """End this process, with 0 if the function returns 0."""
    status = 1
    try:
        if apart:
            os.setsid()
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
        os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["TMPDIR"] = tempfile.tempdir = folder
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        status = min(run(), 1)
    finally:
        os._exit(status)


def _end(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _functions(path: str) -> dict[tuple[str, int] | None, list[FunctionType]]:
    """Return all functions defined in a file, by name and first line."""
    found: dict[tuple[str, int] | None, list[FunctionType]] = defaultdict(list)
    gc.unfreeze()  # the tests freeze what they have collected, and what is frozen is not listed
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename == path:
            found[one.__code__.co_qualname, one.__code__.co_firstlineno].append(one)
    gc.freeze()
    return found


def _lines(code: CodeType) -> set[int]:
    """Return the lines of a function and of the functions in it."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return {line for _, _, line in code.co_lines() if line is not None}.union(*map(_lines, inner))
