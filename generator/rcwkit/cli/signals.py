"""SIGINT and SIGTERM end a command as an exception does, so that whatever is half-made is cleared away; Windows sends the first alone."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from typing import Any
from weakref import ref

__all__ = ["Signals", "Stopped"]

_AGAIN = 0.01


class Stopped(BaseException):
    """A signal came: no handler of ordinary exceptions stops this, nor does click take it for a slip at a prompt."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__(number)
        self.number = number


class Signals:
    """While this is entered, a signal raises Stopped, and more are passed over while that is on its way; afterwards one ends the process at once."""

    number: signal.Signals | None = None
    """The signal that came, if one did."""

    def __enter__(self) -> Signals:
        self._over = False
        self._raised: ref[Stopped] | None = None
        sys.unraisablehook = self._lost
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._answer)
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True

    def _answer(self, number: int, _: Any) -> None:
        if self._over:
            os._exit(128 + number)
        if self._raised is None or self._raised() is None:
            raise self._stopped(signal.Signals(number))

    def _stopped(self, number: signal.Signals) -> Stopped:
        # Not among the names of the frame that raises it, which would keep it alive.
        self.number, stopped = number, Stopped(number)
        self._raised = ref(stopped)
        return stopped

    def _lost(self, lost: sys.UnraisableHookArgs) -> None:
        """Inside callbacks of its own the interpreter cannot raise: there, the signal comes again a moment later."""
        if isinstance(lost.exc_value, Stopped):
            threading.Timer(_AGAIN, _send, [lost.exc_value.number]).start()
        else:
            sys.__unraisablehook__(lost)


def _send(number: signal.Signals) -> None:
    if os.name == "nt":  # which would end the process
        _thread.interrupt_main(number)
    else:  # this also ends what the main thread waits for
        os.kill(os.getpid(), number)
