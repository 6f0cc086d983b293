"""Run commands in forks of a process that has already loaded the tool.

Reads one JSON list of arguments per line and writes one result per line. Previews and watches are ended once they have
started and wait; whatever still runs after `LONGEST` is killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from rcwkit.cli import run
from rcwkit.dice import roll  # noqa: F401  what most commands load anyway

LONGEST = 300
"""Seconds on the wall after which a command hangs, however busy the machine is."""


def _waits(child: int) -> bool:
    """Return whether a process waits for something, instead of for the processor."""
    return Path(f"/proc/{child}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "S"


def ended(arguments: list[str]) -> dict[str, object]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            os.setsid()
            for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), out.fileno(), err.fileno())):
                os.dup2(file, number)
            # Arguments arrive as the bytes of a command line do.
            sys.argv = ["rcwkit", *(os.fsdecode(word.encode("utf-8", "surrogateescape")) for word in arguments)]
            run()
        begun = time.monotonic()
        while (found := os.waitpid(child, os.WNOHANG))[0] == 0:
            time.sleep(0.01)
            spent = time.monotonic() - begun
            if spent > LONGEST or (spent > 2 and {"preview", "watch"} & set(arguments[:1]) and _waits(child)):
                os.killpg(child, signal.SIGKILL if spent > LONGEST else signal.SIGTERM)
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
    return {"code": os.waitstatus_to_exitcode(found[1]), "stdout": texts[0][-2000:], "stderr": texts[1][-2000:]}


if __name__ == "__main__":
    for line in sys.stdin:
        result = ended(json.loads(line))
        print(json.dumps(result), flush=True)
