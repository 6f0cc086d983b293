"""Run the tests against mutants of the modules they belong to; `make mutants` runs it.

    PYTHONPATH=tests python -m mutants [generator/rcwkit/dice/settle.py | generator/rcwkit/export] [--sample 80]

`modules.toml` names the tests of each module. `equivalent.toml` lists the mutants that behave like the original, each
with the reason; they are left out. With a sample, so many of each module's are tried: the same ones in each run.

Exit code 1: a module's tests kill less than 95 % of its mutants, or fail without one; or an entry of
`equivalent.toml` matches no mutant.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mutants.mutations import Mutant, mutants
from mutants.trial import UnsoundError, Verdict, trial

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WANTED = 0.95
OFTEN = 30
"""Seconds between two lines that say how far it is."""


class Score(NamedTuple):
    """The figures of a module, or of all."""

    name: str
    verdicts: Counter[Verdict]
    made: int

    @property
    def share(self) -> float:
        """The share of mutants that a test killed. A timeout counts, since the test would have failed."""
        return 1 - self.verdicts["survived"] / max(self.verdicts.total(), 1)

    def row(self) -> str:
        """Return a line of the table."""
        found = self.verdicts
        counts = f"{self.made:>9}{found.total():>7}{found['killed']:>9}{found['survived']:>10}{found['timeout']:>10}"
        return f"{self.name:<38}{counts}{self.share:>9.1%}"


def main() -> int:
    """Try the chosen modules; print survivors as they are found, then the table."""
    parser = argparse.ArgumentParser(prog="mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="*", help="modules or folders of modules.toml; all unless named")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--sample", type=int, metavar="N", help="try N mutants of each module, chosen by its name")
    asked = parser.parse_args()
    tests: dict[str, list[str]] = tomllib.loads((HERE / "modules.toml").read_text("utf-8"))
    chosen = [
        name
        for name in tests
        if not asked.modules or any(f"{name}/".startswith(f"{part.rstrip('/')}/") for part in asked.modules)
    ]
    if not chosen:
        parser.error(f"not in {HERE.relative_to(ROOT)}/modules.toml: {' '.join(asked.modules)}")
    equivalent = tomllib.loads((HERE / "equivalent.toml").read_text("utf-8"))
    stale = [f"{name}: not in modules.toml" for name in equivalent if name not in tests]
    scores, unsound = [], []
    for name in chosen:
        excused = {(one["inside"], one["line"], one["change"]) for one in equivalent.get(name, ())}
        found = list(mutants((ROOT / name).read_text("utf-8"), str(ROOT / name)))
        stale += [f"{name}: {' | '.join(one)}" for one in sorted(excused - {one.identity for one in found})]
        tried = [one for one in found if one.identity not in excused]
        made = len(tried)
        if asked.sample and asked.sample < made:
            tried = [tried[index] for index in sorted(random.Random(name).sample(range(made), asked.sample))]
        try:
            scores.append(Score(name, _tried(name, tests[name], tried, asked.jobs), made))
        except UnsoundError as error:
            unsound.append(f"{name}: {error}")
            continue
        print(scores[-1].row(), flush=True)
    total = Score("all", sum((one.verdicts for one in scores), Counter()), sum(one.made for one in scores))
    print(f"\n{'module':<38}{'mutants':>9}{'tried':>7}{'killed':>9}{'survived':>10}{'timeouts':>10}{'score':>9}")
    print("\n".join(one.row() for one in (*scores, total)))
    for head, wrong in (("equivalent.toml has entries that fit no mutant", stale), ("not tried", unsound)):
        if wrong:
            print(f"\n{head}:", *wrong, sep="\n  ", file=sys.stderr)
    weak = [one.name for one in scores if one.share < WANTED]
    if weak:
        print(f"\nless than {WANTED:.0%} killed: {', '.join(weak)}", file=sys.stderr)
    return 1 if stale or unsound or weak else 0


def _tried(name: str, files: Sequence[str], tried: Sequence[Mutant], jobs: int) -> Counter[Verdict]:
    """Count the verdicts on a module's mutants; print what is not killed, and now and then how far it is."""
    verdicts: Counter[Verdict] = Counter()
    said = time.monotonic()
    for index, verdict in trial(str(ROOT / name), files, tried, jobs):
        verdicts[verdict] += 1
        if verdict != "killed":
            one = tried[index]
            before, _, after = one.change.partition(" → ")
            print(
                f"\n{verdict}: {name}:{one.line} {one.inside}\n  {one.text}\n    - {before}\n    + {after}", flush=True
            )
        if time.monotonic() - said > OFTEN:
            said = time.monotonic()
            print(f"{name}: {verdicts.total()} of {len(tried)}, {verdicts['survived']} survived", flush=True)
    return verdicts


if __name__ == "__main__":
    sys.exit(main())
