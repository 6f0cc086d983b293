"""Python's search for cyclic garbage, put off while large trees grow."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["uncollected"]

LOT = 4_000_000
"""Objects made and not cleared away: some 800 MiB. Clearing them away takes as long as making a document."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Leaves cyclic garbage alone until the work is done: looking for it in trees that still grow took a third of the time.

    Work within such work clears garbage away at its end once there is a LOT.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
        elif gc.get_count()[0] > LOT:
            gc.collect()
