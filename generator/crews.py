"""Tasks done by as many processes as there are for them; those are only thought of when there is work for more than one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from generator.limits import memory_bounded

if TYPE_CHECKING:
    from generator.workers import Pool

__all__ = ["Crew", "crew", "here", "pooled"]

T = TypeVar("T")
R = TypeVar("R")

Crew = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]
"""Gives the results of a function in the order of its tasks."""


@contextmanager
def crew(jobs: int) -> Iterator[Crew]:
    """Work for so many processes, which start with the first of several tasks; for one, all is done in this process.

    Memory is bounded wherever it is done. What breaks off the work does not wait for the processes; they begin nothing more. Raises
    what a function raises, and Surroundings when the system ends a process.
    """
    jobs = min(jobs, os.cpu_count() or 1)
    pool: list[Pool] = []

    def work(function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
        if min(jobs, len(tasks)) <= 1:
            return here(function, tasks)
        if not pool:
            from generator.workers import Pool

            pool.append(Pool(jobs))
        return pool[0].results(function, tasks)

    done = False
    try:
        yield work
        done = True
    finally:
        for one in pool:
            one.shutdown(wait=done, cancel_futures=not done)


def here(function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """The results in the order of the tasks, by this process, whose memory is bounded meanwhile."""
    with memory_bounded():
        yield from map(function, tasks)


def pooled(function: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """The results in the order of the tasks, by so many processes. Raises as `crew` does."""
    with crew(jobs) as work:
        yield from work(function, tasks)
