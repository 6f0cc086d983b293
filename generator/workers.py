"""Processes that work at tasks beside one another, and end with what they work for."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import InvalidStateError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing.process import BaseProcess
from typing import Any, ParamSpec, TypeVar

from generator.diagnostics import Surroundings
from generator.limits import bound_memory

__all__ = ["Crew", "begin", "confined", "crew", "pooled"]

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")


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
    except Exception:
        raise
    except BaseException:  # whoever stops the work does not wait for it
        _end(multiprocessing.active_children())
        _helper.cache_clear()
        raise


@lru_cache(maxsize=1)
def _helper() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, initializer=begin)


Crew = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]
"""Gives the results of a function in the order of its tasks."""


@contextmanager
def crew(jobs: int) -> Iterator[Crew]:
    """Work for so many processes, which start with the first of several tasks; for one, all is done in this process.

    Whatever breaks off the work ends the processes at once. Raises what a function raises, and Surroundings when the system ends a process.
    """
    jobs = min(jobs, os.cpu_count() or 1)
    others = multiprocessing.active_children()
    pool: list[ProcessPoolExecutor] = []

    def work(function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
        if min(jobs, len(tasks)) <= 1:
            return map(function, tasks)
        if not pool:
            pool.append(ProcessPoolExecutor(jobs, initializer=begin))
        return pool[0].map(function, tasks)

    try:
        yield work
    except BrokenProcessPool as error:
        raise Surroundings("the system ended a process at work, perhaps for lack of memory; try --jobs 1") from error
    except BaseException:
        _end([process for process in multiprocessing.active_children() if process not in others])
        raise
    finally:
        if pool:
            pool[0].shutdown(cancel_futures=True)


def pooled(function: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """The results in the order of the tasks, by so many processes. Raises as `crew` does."""
    with crew(jobs) as work:
        yield from work(function, tasks)


def _end(processes: Sequence[BaseProcess]) -> None:
    # The pool's own thread, which finds its workers gone, may fail at tasks that nobody waits for any more (Python before 3.12).
    threading.excepthook = _told
    for process in processes:
        process.terminate()


def _told(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_type is not InvalidStateError:
        threading.__excepthook__(failure)


def begin() -> None:
    """What a worker starts with. Signals are for the process that gave the work; when it is gone, whatever ended it, so is this one."""
    bound_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
