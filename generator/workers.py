"""Processes that work at tasks for another one, and end with it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing.context import BaseContext
from multiprocessing.util import _run_finalizers  # type: ignore[attr-defined]
from typing import ParamSpec, TypeVar

from generator.diagnostics import Surroundings
from generator.limits import bound_memory

__all__ = ["Pool", "abandon", "confined"]

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Pool(ProcessPoolExecutor):
    """Processes with bounded memory that leave signals to the one that gives them work; when it is gone, whatever ended it, so are they."""

    def __init__(self, processes: int, context: BaseContext | None = None) -> None:
        super().__init__(processes, context, initializer=_begin)

    def submit(self, function: Callable[P, R], /, *args: P.args, **options: P.kwargs) -> Future[R]:
        """Give a task, which may start processes: those inherit that signals wait, until they know how to take them."""
        with _waiting():
            return super().submit(function, *args, **options)

    def results(self, function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """The results in the order of the tasks. Raises what the function raises, and Surroundings when the system ends a process."""
        try:
            yield from self.map(function, tasks)
        except BrokenProcessPool as error:
            raise Surroundings("the system ended a process at work, perhaps for lack of memory; try --jobs 1") from error


def confined(function: Callable[P, R], /, *args: P.args, **options: P.kwargs) -> R:
    """The function's result, from a process whose memory is bounded: this one if it is a worker, else one that is kept for the next call.

    Raises what the function raises, and Surroundings when the system ends the process.
    """
    if multiprocessing.parent_process() is not None:
        return function(*args, **options)
    try:
        return _helper().submit(function, *args, **options).result()
    except BrokenProcessPool as error:
        _helper.cache_clear()
        raise Surroundings("the system ended the process that sets documents, perhaps for lack of memory") from error


@lru_cache(maxsize=1)
def _helper() -> Pool:
    return Pool(1)


def abandon() -> None:
    """Before this process ends without waiting for the others: clear away what it shares with them, where the system does not."""
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
    bound_memory()
    gc.freeze()  # what comes from the one that gives the work is no garbage
    if hasattr(os, "setpgrp"):  # what is sent to the whole group is for the process that gives the work
        os.setpgrp()
    for answer in (signal.SIG_IGN, signal.SIG_DFL):  # what has come until now is passed over
        signal.signal(signal.SIGTERM, answer)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
