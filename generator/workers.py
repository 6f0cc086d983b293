"""Processes that work at tasks beside one another, and end with what they work for."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from generator.diagnostics import Surroundings

__all__ = ["pooled"]

T = TypeVar("T")
R = TypeVar("R")


def pooled(function: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """The results in the order of the tasks. Whatever breaks off the work ends the processes at once.

    Raises what the function raises, and Surroundings when the system ends a process.
    """
    pool = ProcessPoolExecutor(jobs, initializer=_begin)
    try:
        yield from pool.map(function, tasks)
    except BrokenProcessPool as error:
        raise Surroundings("the system ended a process at work, perhaps for lack of memory; try --jobs 1") from error
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Signals are for the process that gave the work; when it is gone, whatever ended it, so is this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
