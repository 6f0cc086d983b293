"""Worker processes, and limits on the time and memory that work may take in any process.

Data and templates may come from strangers: they may ask for too much memory, or never finish.
"""

from __future__ import annotations

import _thread
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from functools import lru_cache
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast
from weakref import WeakSet, finalize

from rcwkit.diagnostics import Surroundings

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.context import BaseContext

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

SECONDS = 120.0
"""Limit on the processor time of one booklet or page."""
MEMORY = 3 * 2**30
"""Limit on the memory that work may take, in bytes of address space beyond what its process held before."""
LEAST = 192 * 2**20
"""Room for memory, in bytes, without which strangers' data is not worked on: libraries loaded with less may hang."""
_AGAIN = 0.5
"""Seconds after which OverTime is raised again in work that ignored it."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_OVER = getattr(signal, "SIGVTALRM", signal.SIGFPE)
"""The signal by which a thread tells the main one that its time is over; Windows has only a few to choose from."""
_pools: WeakSet[ProcessPoolExecutor] = WeakSet()
"""Pools that were started."""


class Workers:
    """A pool of processes with limited memory, started when needed; a lone task runs in this process, limited too.

    Workers leave signals to their parent, and exit when it does, however it ended. As a context manager, an exception
    cancels pending tasks without waiting for running ones.
    """

    def __init__(self, jobs: int, context: BaseContext | None = None) -> None:
        self.jobs, self._context = min(jobs, os.cpu_count() or 1), context
        self._started: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(wait=kind is None)

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """Yield results in task order. Raises what the function does, or Surroundings if the system kills a worker."""
        if min(self.jobs, len(tasks)) <= 1:
            return here(function, tasks)
        return self._results([self.submit(function, task) for task in tasks])

    def submit(self, function: Callable[P, R], /, *args: P.args, **options: P.kwargs) -> Future[R]:
        """Submit a task. Processes that this starts inherit blocked signals until they have set their own handlers.

        A pool of which the system has killed a process takes no more tasks: another is started.
        """
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool

        if self._started is None:
            _heed()
            self._started = ProcessPoolExecutor(self.jobs, _ending(self._context), initializer=_begin)
            # One that nobody closed would call back into modules that the ending interpreter has cleared.
            finalize(self, self._started.shutdown, wait=False)
            _pools.add(self._started)
        try:
            with _waiting():
                return self._started.submit(_done, function, *args, **options)
        except BrokenProcessPool:
            self._started = None
            return self.submit(function, *args, **options)

    def close(self, *, wait: bool = True) -> None:
        """Let running tasks finish, cancel the rest, and shut the processes down."""
        if self._started is not None:
            self._started.shutdown(wait=wait, cancel_futures=True)

    def _results(self, futures: Sequence[Future[R]]) -> Iterator[R]:
        for future in futures:
            yield result_of(future, "; try --jobs 1")


def here(function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """Yield results in task order, computed in this process with its memory limited while each task is done."""
    for task in tasks:
        with _bounded_memory():
            done = function(task)
        yield done


@contextmanager
def _bounded_memory() -> Iterator[None]:
    """Limit the memory of this process until the last of its threads that does such work has done it."""
    with _bounding:
        _found.append(memory_limit())
        bound_memory()
    try:
        yield
    finally:
        with _bounding:
            first = _found.pop()
            if not _found:
                _limit(first)


_bounding = threading.Lock()
_found: list[int | None] = []
"""The limits on memory that work now being done has found, the first of them from outside."""


def pooled(function: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """Yield results in task order, computed by that many processes."""
    with Workers(jobs) as workers:
        yield from workers.map(function, tasks)


def confined(function: Callable[P, R], /, *args: P.args, **options: P.kwargs) -> R:
    """Call a function in a process with limited memory: this one if it is a worker, else one kept for the next call.

    Raises what the function raises, or Surroundings if the system kills the process, or memory is short from the start.
    """
    import multiprocessing

    if multiprocessing.parent_process() is not None:
        return function(*args, **options)
    limit = memory_limit()
    if limit is not None and limit - _held() < LEAST:
        raise Surroundings(f"not enough memory: {max(limit - _held(), 0) >> 20} MiB left of {limit >> 20}")
    return result_of(_helper().submit(function, *args, **options))


_CONFINE = """
import sys
sys.path.insert(0, sys.argv[1])
given = sys.stdin.buffer.read()
seconds, memory, files = {limits}
def confine():
    try:
        import resource
    except ImportError:
        return
    limits = dict(RLIMIT_CPU=seconds, RLIMIT_AS=memory, RLIMIT_CORE=0, **({{}} if files else dict(RLIMIT_NOFILE=0)))
    for name, most in limits.items():
        try:
            resource.setrlimit(getattr(resource, name), (most, most))
        except (ValueError, OSError):
            pass
"""


def apart(
    program: str, given: bytes, arguments: Sequence[str], seconds: int, memory: int, *, files: bool = False
) -> bytes:
    """Return what a Python program writes in a process of its own, for libraries that no exception stops.

    It has its input in `given`, imports what it needs, from the folder that is its first argument, and calls
    `confine()`. From then on it has so many seconds of processor time and bytes of memory, and opens no files but with
    `files`. Raises ValueError with what it said last, or for what it did not keep to.
    """
    import subprocess

    head = _CONFINE.format(limits=(seconds, memory, files))
    known = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    try:
        done = subprocess.run(  # -S: what is installed is in the folder named
            [sys.executable, "-I", "-S", "-c", head + program, *arguments],
            input=given,
            capture_output=True,
            timeout=10 * seconds,
            env=known,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"it takes more than {seconds} s") from None
    if done.returncode < 0:
        raise ValueError(f"it takes more than {seconds} s, or {memory >> 20} MiB")
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise ValueError(last[:200] or "it cannot be read")
    return done.stdout


def result_of(future: Future[R], advice: str = "") -> R:
    """Return the result of a task.

    Raises what the task does; Surroundings if the system killed its process, or the thread that would bring it ended.
    """
    from concurrent.futures import wait
    from concurrent.futures.process import BrokenProcessPool

    while not wait([future], _AGAIN).done:
        if _lost:
            raise Surroundings(f"the system starts no more threads: {_lost[0]}; perhaps memory is short")
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise Surroundings(f"the system killed a worker, perhaps for lack of memory{advice}") from error


_lost: list[BaseException] = []
"""What ended the threads that bring results from processes: they would be waited for without end."""


@lru_cache(maxsize=1)
def _heed() -> None:
    """Note from now on what ends such a thread, instead of printing it."""
    before = threading.excepthook

    def note(args: threading.ExceptHookArgs) -> None:
        if _keeps_pool(args.thread) and args.exc_value is not None:
            _lost.append(args.exc_value)
        else:
            before(args)

    threading.excepthook = note


@lru_cache(maxsize=1)
def _helper() -> Workers:
    return Workers(1)


def bound_memory() -> None:
    """Let this process take at most MEMORY bytes more, past which it gets MemoryError; a lower limit stays.

    Does nothing on Windows, and not everything on macOS.
    """
    most, limit = _held() + MEMORY, memory_limit()
    _limit(most if limit is None else min(most, limit))


def memory_limit() -> int | None:
    """Return the limit on this process's memory in bytes, if there is one."""
    try:
        import resource
    except ImportError:
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit


def _limit(most: int | None) -> None:
    """Limit this process's memory to that many bytes, if the system can; None: no limit."""
    try:
        import resource
    except ImportError:
        return
    _, hardest = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY if most is None else most, hardest))


def _held() -> int:
    """Return the bytes of address space that this process has, 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


class OverTime(BaseException):
    """The work takes too long. Not an Exception, so that no ordinary handler swallows it."""


@contextmanager
def timed(seconds: float) -> Iterator[None]:
    """Raise OverTime in the block once it has used that many seconds of processor time.

    Wall-clock time would punish a busy machine. The exception comes between bytecodes, again and again until the block
    ends. For the main thread only, as others get no signals: elsewhere, have the work done by `confined`.
    """
    done, watched, end, ended = Event(), _thread.allocate_lock(), time.process_time() + seconds, False

    def watch() -> None:
        due = end
        with watched:
            while not done.wait(max(_AGAIN, due - time.process_time())):
                if time.process_time() >= due:
                    due = time.process_time() + _AGAIN
                    signal.raise_signal(_OVER)

    def stop(*_: object) -> None:
        if not ended:
            raise OverTime

    before = signal.signal(_OVER, stop)
    with unreported():
        _thread.start_new_thread(watch, ())  # Thread.start() waits without end for one that finds no memory to begin
        try:
            try:
                yield
            finally:
                ended = True
        finally:  # also if the time was over just before
            ended = True
            done.set()
            with watched:  # after which it raises no signal: none would be there to handle it
                signal.signal(_OVER, before)


@contextmanager
def unreported() -> Iterator[None]:
    """Keep what a destructor lost for lack of time or memory from being printed: it is raised again."""
    before = sys.unraisablehook

    def report(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type not in (OverTime, MemoryError):
            before(lost)

    sys.unraisablehook = report
    try:
        yield
    finally:
        sys.unraisablehook = before


def abandon() -> None:
    """End all workers, so that what this process shares with them is released before it exits."""
    import multiprocessing

    for pool in tuple(_pools):
        pool.shutdown(wait=False, cancel_futures=True)
    for worker in multiprocessing.active_children():
        worker.kill()
    for thread in filter(_keeps_pool, threading.enumerate()):
        thread.join(_AGAIN)


def _keeps_pool(thread: Thread | None) -> bool:
    """Return whether a thread is one that a pool started to look after its processes; some are daemons, others not."""
    return type(thread).__module__ == "concurrent.futures.process"


@contextmanager
def _waiting() -> Iterator[None]:
    """Block signals to this thread; does nothing on Windows."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ending(context: BaseContext | None) -> BaseContext:
    """Return a context whose processes end when memory is short: to print why, the interpreter may take for ever."""
    import multiprocessing

    started: Any = copy(context or multiprocessing.get_context())
    process = started.Process
    started.Process = lambda *, target, args: process(target=_run, args=(target, args))
    return cast("BaseContext", started)


def _run(target: Callable[..., None], args: Sequence[Any]) -> None:
    try:
        target(*args)
    except MemoryError:  # the parent says so
        os._exit(1)


def _done(function: Callable[P, R], /, *args: P.args, **options: P.kwargs) -> R:
    """Do a task. Raises what it does; MemoryError without the frames that hold the memory, which would be printed."""
    with suppress(MemoryError):
        return function(*args, **options)
    raise MemoryError


def _begin() -> None:
    """Set up this process as a worker."""
    gc.freeze()  # objects inherited from the parent are never garbage
    if hasattr(os, "setpgrp"):  # signals to the process group are for the parent
        os.setpgrp()
    for answer in (signal.SIG_IGN, signal.SIG_DFL):  # ignoring first discards pending signals
        signal.signal(signal.SIGTERM, answer)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    try:
        # A worker answers by its results; what the interpreter prints when memory is short would be a second voice.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        # Started before the limit, under which a fork of a large process might not get room for a thread.
        _thread.start_new_thread(_follow, ())
    except (RuntimeError, MemoryError):  # the parent says so
        os._exit(1)
    bound_memory()


def _follow() -> None:
    """Exit when the parent process does."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
