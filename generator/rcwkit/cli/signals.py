"""Let SIGINT and SIGTERM end a command like an exception, so that partial files are removed.

On Windows, only the first of them exists.
"""

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
    """A signal arrived. Neither handlers of ordinary exceptions nor click's prompts catch this."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__(number)
        self.number = number


class Signals:
    """While entered, a signal raises Stopped, and more are ignored until it is handled; later ones end the process."""

    number: signal.Signals | None = None
    """The signal that arrived, if any."""

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
        # A local of the raising frame would keep the exception alive.
        self.number, stopped = number, Stopped(number)
        self._raised = ref(stopped)
        return stopped

    def _lost(self, lost: sys.UnraisableHookArgs) -> None:
        """Send the signal again a moment later if it arrived in a callback, where the interpreter cannot raise it."""
        if isinstance(lost.exc_value, Stopped):
            threading.Timer(_AGAIN, _send, [lost.exc_value.number]).start()
        else:
            sys.__unraisablehook__(lost)


def _send(number: signal.Signals) -> None:
    if os.name == "nt":  # os.kill would end the process
        _thread.interrupt_main(number)
    else:  # this also interrupts system calls of the main thread
        os.kill(os.getpid(), number)
