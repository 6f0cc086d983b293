"""Shared by the fault tests: counted cases, commands in this process and as processes, the form of a refusal."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import Result
from tests_support import TOY, run, write

FULL = os.environ.get("FAULTS") == "all"
ROOT = Path(__file__).parent.parent
POSITION = re.compile(r"^.*:(\d+:|[A-Z]+)\d+: error\[E\d{3}\]: \S", re.MULTILINE)
WHOLE = re.compile(r"^.+: error\[E(105|5\d\d)\]: \S", re.MULTILINE)
"""Errors on the command line and in an output folder have no line."""


def many(full: int, fast: int) -> int:
    """Return the number of cases to try: all under `make faults`, a few in `make test`."""
    return full if FULL else fast


LONGEST = 300.0
"""Seconds on the wall after which a case has hung, however busy the machine is."""


class Hang(BaseException):
    """A case took far too long."""


@dataclass
class Cases:
    """Counts cases, continues after a lost one, and remembers which were lost."""

    tried: int = 0
    lost: list[str] = field(default_factory=list)

    @contextmanager
    def __call__(self, name: object, seconds: float = 30) -> Iterator[None]:
        """Run one case; it is lost if its block raises, or takes more processor time, children included.

        Time on the wall depends on what else the machine does; it only ends a case that waits without end.
        """
        wall = max(LONGEST, 20 * seconds)

        def slow(*_: Any) -> None:
            raise Hang(f"took more than {seconds:g} s of processor time")

        def hang(*_: Any) -> None:
            raise Hang(f"still running after {wall:g} s")

        self.tried += 1
        begun = processor_time()
        before = {
            number: signal.signal(number, answer) for number, answer in ((signal.SIGPROF, slow), (signal.SIGALRM, hang))
        }
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, wall)
        try:
            yield
            if processor_time() - begun > seconds:
                slow()
        except (Exception, Hang) as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            said = " | ".join(str(error).splitlines()[:4])[:600]
            place = f"{Path(frame.filename).name}:{frame.lineno}"
            self.lost.append(f"{name}: {type(error).__name__}: {said} ({place})")
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            for number, answer in before.items():
                signal.signal(number, answer)


def processor_time() -> float:
    """Return the processor time of this process and of its children, in seconds.

    That of a child counts while it runs: a helper that served a hundred cases may end in the next.
    """
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system + sum(map(_used, _children()))


def _children() -> Iterator[int]:
    """Yield the children that have not been waited for, where the system tells of them."""
    for listed in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            yield from map(int, listed.read_text(encoding="utf-8").split())


def _used(pid: int) -> float:
    """Return the processor time of a process and of its children that have ended, in seconds."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return float(sum(map(int, fields[11:15]))) / os.sysconf("SC_CLK_TCK")


def command(*args: object, answers: str | None = None) -> Result:
    """Run a command in this process; an internal error raises with the traceback from its crash report."""
    result = run(*args, answers=answers)
    if result.exit_code == 70:
        found = re.search(r"(\S+rcwkit-crash-\S+)", result.stderr)
        report = Path(found[1]) if found else None
        text = report.read_text(encoding="utf-8") if report else ""
        if report:
            report.unlink()
        raise AssertionError(f"crashed: {result.stderr.splitlines()[0]} | {' | '.join(text.strip().splitlines()[-5:])}")
    return result


def refused(result: Any, code: str = "") -> None:
    """Assert that wrong input was refused: exit code 2, at least one error with its position, no traceback."""
    assert result.exit_code == 2, f"exit code {result.exit_code}: {result.stderr[-300:]}"
    assert "Traceback" not in result.stdout + result.stderr
    assert POSITION.search(result.stderr) or WHOLE.search(result.stderr), result.stderr[:300]
    if code:
        assert f"error[{code}]" in result.stderr, result.stderr[:400]


@dataclass(frozen=True)
class Ended:
    """A finished process: exit code (negative for a signal), output, CPU seconds, and peak memory in MiB."""

    exit_code: int
    stdout: str
    stderr: str
    seconds: float
    peak: float


def environment(**more: str) -> dict[str, str]:
    """Return this environment with the tool on the path."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "generator"), **more}


def start(
    *args: object, cwd: Path, script: tuple[str, ...] = ("-m", "rcwkit"), **options: Any
) -> subprocess.Popen[str]:
    """Start a command in its own session, so that signals reach only it and its workers."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment(), **options}
    return subprocess.Popen(
        [sys.executable, *script, *map(str, args)], cwd=cwd, text=True, start_new_session=True, **options
    )


def timely(seconds: float, limit: float) -> bool:
    """Return whether so much processor time is within a limit, which is longer where the machine is slow just now."""
    return seconds < limit or seconds < limit * _slowness()


PLAIN = 0.49
"""Seconds of processor time in which a small game is checked on the machine on which the limits were set."""


def _slowness() -> float:
    """Return how much slower this machine is now than the one on which the limits were set; at least 1.

    Like the work it is compared with, it starts Python, imports the tool, reads a game and ends.
    """
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder) / "toy", TOY)
        return max(1, min(spawn("check", "toy", cwd=Path(folder)).seconds for _ in range(3)) / PLAIN)


def spawn(*args: object, cwd: Path, limit: float = LONGEST, **options: Any) -> Ended:
    """Run a command as a process and wait for its end; after `limit` seconds on the wall, it hangs."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = start(*args, cwd=cwd, **{"stdout": out, "stderr": err, **options})
        deadline, peak = time.monotonic() + limit, 0.0
        while (ended := os.wait4(process.pid, os.WNOHANG))[0] == 0:
            if time.monotonic() > deadline:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                raise Hang(f"still running after {limit:g} s")
            peak = max(peak, _peak(process.pid))
            time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(ended[1])
        usage = ended[2]
        out.seek(0)
        err.seek(0)
        return Ended(process.returncode, out.read(), err.read(), usage.ru_utime + usage.ru_stime, peak)


def _peak(pid: int) -> float:
    """Return a running process's peak memory in MiB.

    `wait4` would include what its parent had used before the start.
    """
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def gone(session: int, seconds: float = 60) -> bool:
    """Return whether every process of a session ends within some seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not members(session):
            return True
        time.sleep(0.05)
    return False


def members(session: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                if int(fields[3]) == session and fields[0] != "Z":
                    found.append(int(entry.name))
    return found


def picture(folder: Path) -> Mapping[str, str]:
    """Return every path below a folder with the hash of its contents, without the lock."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.name != ".lock":
            found[path.relative_to(folder).as_posix()] = (
                hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "other"
            )
    return found


class Watch:
    """Records what Python opens and connects to while active (an audit hook cannot be removed)."""

    _installed: Watch | None = None

    def __init__(self) -> None:
        self.active = False
        self.opened: list[str] = []
        self.network: list[str] = []

    @classmethod
    def get(cls) -> Watch:
        if cls._installed is None:
            cls._installed = cls()
            sys.addaudithook(cls._installed._hear)
        return cls._installed

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.active:
            return
        if event == "open" and isinstance(args[0], (str, bytes)):
            self.opened.append(os.fsdecode(args[0]))
        elif event.startswith("socket.") and event != "socket.__new__":
            self.network.append(f"{event} {args[1:]!r}")
        elif (event == "urllib.Request" and not str(args[0]).startswith("data:")) or event in (
            "subprocess.Popen",
            "os.system",
        ):
            self.network.append(f"{event} {args[0]}")

    @contextmanager
    def __call__(self) -> Iterator[Watch]:
        self.opened, self.network, self.active = [], [], True
        try:
            yield self
        finally:
            self.active = False
