"""Cases of fault tests: counted, and limited in processor time, their children's included."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

from faults_support import Cases

BUSY = "import time\nwhile time.process_time() < 0.6: pass"


def test_a_case_that_takes_more_processor_time_is_lost() -> None:
    cases = Cases()
    with cases("ours", 0.2):
        while True:
            pass
    with cases("a child's", 0.5):
        subprocess.run([sys.executable, "-c", BUSY], check=True)
    with cases("in time", 30):
        subprocess.run([sys.executable, "-c", BUSY], check=True)
    assert cases.tried == 3
    assert [lost.partition(" (")[0] for lost in cases.lost] == [
        "ours: Hang: took more than 0.2 s of processor time",
        "a child's: Hang: took more than 0.5 s of processor time",
    ]


def test_time_spent_waiting_does_not_count() -> None:
    cases, begun = Cases(), time.monotonic()
    with cases("waiting", 0.2):
        threading.Event().wait(0.4)
    assert time.monotonic() - begun >= 0.4
    assert (cases.tried, cases.lost) == (1, [])
    assert signal.getitimer(signal.ITIMER_PROF) == signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_what_a_child_did_before_a_case_does_not_count() -> None:
    """Bug: a helper that had served many cases ended within one, which was lost for the time of them all."""
    cases = Cases()
    waits = f"{BUSY}\nprint(flush=True)\ninput()"
    with subprocess.Popen([sys.executable, "-c", waits], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        with cases("in which it ends", 0.4):
            child.communicate(b"\n")
    assert cases.lost == []
