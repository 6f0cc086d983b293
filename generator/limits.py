"""Bounds on what work may take: a template from a stranger may loop without end, and data may ask for more than the memory holds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread, get_ident

__all__ = ["MEMORY", "SECONDS", "OverTime", "bound_memory", "memory_bounded", "timed"]

SECONDS = 120.0
"""The most processor time that setting one document may take: the longest takes some five seconds."""
MEMORY = 3 * 2**30
"""The most memory, in bytes of address space, that a process at work may take."""
_AGAIN = 0.5


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


@contextmanager
def memory_bounded() -> Iterator[None]:
    """The memory of this process is bounded while this lasts."""
    before = bound_memory()
    try:
        yield
    finally:
        bound_memory(before)
