"""Measure whole processes: CPU and wall seconds, peak memory of the largest process, and summaries of several runs."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Job", "Run", "measured", "said", "summed"]


@dataclass(frozen=True)
class Job:
    """A command to measure, its preparation before each run, and the files whose size counts."""

    name: str
    command: Sequence[str]
    before: Callable[[], object] = lambda: None
    made: Sequence[Path] = ()


@dataclass(frozen=True)
class Run:
    """One run: CPU and wall seconds, MiB, MB of PDF."""

    cpu: float
    wall: float
    peak: float
    size: float


def measured(jobs: Sequence[Job], runs: int, cwd: Path) -> dict[str, list[Run]]:
    """Run every job several times, in turn, so that other load on the machine affects all alike."""
    found: dict[str, list[Run]] = {job.name: [] for job in jobs}
    for _ in range(runs):
        for job in jobs:
            job.before()
            found[job.name].append(_run(job, cwd))
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def _run(job: Job, cwd: Path) -> Run:
    began = time.perf_counter()
    process = subprocess.Popen(job.command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # Its own usage, and that of the processes it waited for; the peak is that of the largest.
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{job.name}: exit code {process.returncode}: {' '.join(job.command)}")
    peak = used.ru_maxrss / (1024 if sys.platform != "darwin" else 2**20)
    return Run(used.ru_utime + used.ru_stime, wall, peak, sum(path.stat().st_size for path in job.made) / 1e6)


def summed(runs: Iterable[Run]) -> dict[str, dict[str, float]]:
    """Return the minimum, median and maximum of each measure."""
    listed = list(runs)
    return {
        name: {"min": min(values), "median": statistics.median(values), "max": max(values)}
        for name in ("cpu", "wall", "peak", "size")
        for values in [[getattr(run, name) for run in listed]]
    }


def said(name: str, facts: Mapping[str, Any]) -> str:
    """Return one row of the table."""
    cpu, wall = ("/".join(f"{facts[part][one]:.2f}" for one in ("min", "median", "max")) for part in ("cpu", "wall"))
    size = f"{facts['size']['median']:8.2f}" if facts["size"]["median"] else " " * 8
    return f"{name:<34}{cpu:>20}{wall:>20}{facts['peak']['median']:>8.0f}{size}"
