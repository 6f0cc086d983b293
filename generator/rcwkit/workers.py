"""Worker processes, and bounds on the time and memory that work may take, wherever it is done.

Data and templates may come from strangers: they may ask for more memory than there is, or never end.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from threading import Event, Thread, get_ident
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from rcwkit.diagnostics import Surroundings

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.context import BaseContext

__all__ = ["MEMORY", "SECONDS", "OverTime", "Workers", "abandon", "bound_memory", "confined", "here", "pooled", "timed"]

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

SECONDS = 120.0
"""The most processor time that one booklet or page may take."""
MEMORY = 3 * 2**30
"""The most memory, in bytes of address space, that a process at work may take."""
_AGAIN = 0.5
"""Seconds after which work that takes too long is told so again."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Workers:
    """So many processes, which start with the first of several tasks; their memory is bounded, and so is that of work done in this process.

    Signals are left to the process that gives the work; when it is gone, whatever ended it, so are they. As a context: what breaks off
    the work does not wait for the processes, which begin nothing more.
    """

    def __init__(self, jobs: int, context: BaseContext | None = None) -> None:
        self.jobs, self._context = min(jobs, os.cpu_count() or 1), context
        self._started: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(wait=kind is None)

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """The results in the order of the tasks. Raises what the function raises, and Surroundings when the system ends a process."""
        if min(self.jobs, len(tasks)) <= 1:
            return here(function, tasks)
        return self._results([self.submit(function, task) for task in tasks])

    def submit(self, function: Callable[P, R], /, *args: P.args, **options: P.kwargs) -> Future[R]:
        """Give a task, which may start processes: those inherit that signals wait, until they know how to take them."""
        from concurrent.futures import ProcessPoolExecutor

        if self._started is None:
            self._started = ProcessPoolExecutor(self.jobs, self._context, initializer=_begin)
        with _waiting():
            return self._started.submit(function, *args, **options)

    def close(self, *, wait: bool = True) -> None:
        """End the processes once they have done what they have begun; nothing more is begun."""
        if self._started is not None:
            self._started.shutdown(wait=wait, cancel_futures=True)

    def _results(self, futures: Sequence[Future[R]]) -> Iterator[R]:
        from concurrent.futures.process import BrokenProcessPool

        try:
            for future in futures:
                yield future.result()
        except BrokenProcessPool as error:
            raise Surroundings(
                "the system ended a process at work, perhaps for lack of memory; try --jobs 1"
            ) from error


def here(function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """The results in the order of the tasks, by this process, whose memory is bounded meanwhile."""
    before = bound_memory()
    try:
        yield from map(function, tasks)
    finally:
        bound_memory(before)


def pooled(function: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """The results in the order of the tasks, by so many processes."""
    with Workers(jobs) as workers:
        yield from workers.map(function, tasks)


def confined(function: Callable[P, R], /, *args: P.args, **options: P.kwargs) -> R:
    """The function's result, from a process whose memory is bounded: this one if it is a worker, else one that is kept for the next call.

    Raises what the function raises, and Surroundings when the system ends the process.
    """
    import multiprocessing
    from concurrent.futures.process import BrokenProcessPool

    if multiprocessing.parent_process() is not None:
        return function(*args, **options)
    try:
        return _helper().submit(function, *args, **options).result()
    except BrokenProcessPool as error:
        _helper.cache_clear()
        raise Surroundings("the system ended the process that sets booklets, perhaps for lack of memory") from error


@lru_cache(maxsize=1)
def _helper() -> Workers:
    return Workers(1)


def bound_memory(most: int = MEMORY) -> int:
    """Past `most` bytes this process gets MemoryError instead of more; gives the bound before. Windows, and in part macOS, know none."""
    try:
        import resource
    except ImportError:
        return most
    before, hardest = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hardest))
    return before


class OverTime(BaseException):
    """The work takes too long; no handler of ordinary exceptions stops it."""


@contextmanager
def timed(seconds: float) -> Iterator[None]:
    """Raises OverTime in this thread when the process has worked that long inside the block: processor time, so that a busy machine is no fault.

    It is raised between two steps of Python, again until it is heard; signals would do the same on some systems only.
    """
    import ctypes

    worker, done, end = ctypes.c_ulong(get_ident()), Event(), time.process_time() + seconds
    ended = False

    def watch() -> None:
        due = end
        while not done.wait(max(_AGAIN, due - time.process_time())):
            if time.process_time() >= due and not ended:
                due = time.process_time() + _AGAIN
                ctypes.pythonapi.PyThreadState_SetAsyncExc(worker, ctypes.py_object(OverTime))

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended = True  # in one step, within which nothing is raised; what was raised just before may be heard only now
        while watcher.is_alive():
            with suppress(OverTime):
                done.set()
                watcher.join()


def abandon() -> None:
    """Before this process ends without waiting for the others: clear away what it shares with them, where the system does not."""
    from multiprocessing.util import _run_finalizers  # type: ignore[attr-defined]

    _run_finalizers(0)


@contextmanager
def _waiting() -> Iterator[None]:
    """Signals to this thread wait. Windows cannot have them wait."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Make this process a worker."""
    bound_memory()
    gc.freeze()  # what comes from the process that gives the work is no garbage
    if hasattr(os, "setpgrp"):  # what is sent to the whole group is for the process that gives the work
        os.setpgrp()
    for answer in (signal.SIG_IGN, signal.SIG_DFL):  # what has come until now is passed over
        signal.signal(signal.SIGTERM, answer)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """End with the process that gives the work."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
