"""Measure the tool as a whole process, beside Typst and plain WeasyPrint on the same cards; `make bench` runs it.

python tests/bench/speed.py [--runs 5] [--only WORD] [--against FOLDER] [--json build/bench.json]

`--against` names a checkout of an older version, to be run on the same decks and data in turn with this one:
`git worktree add ../older 56fed66`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from compileall import compile_dir
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench import decks
from bench.measure import Job, measured, said, summed

ROOT = Path(__file__).resolve().parents[2]
RCWKIT = [sys.executable, "-m", "rcwkit"]
PEERS = [sys.executable, str(Path(__file__).with_name("peers.py"))]
OLDER = "older version"
SLOW = 1000
"""From this many cards on, plain WeasyPrint is left out: it takes minutes and gigabytes."""


def main() -> None:
    """Measure, print a table, and write the results as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="groups whose name has this word")
    parser.add_argument("--against", type=Path, help="the checkout of an older version to compare with")
    parser.add_argument("--json", type=Path, default=ROOT / "build" / "bench.json")
    chosen = parser.parse_args()
    if not find_spec("typst"):
        print("Typst's binding is not installed: no ratios (pip install -e '.[bench]')", file=sys.stderr)
    results: dict[str, dict[str, Any]] = {}
    for home in (ROOT, chosen.against):
        if home:  # with its bytecode, as installed programs are
            compile_dir(home / "generator", quiet=1)
    with TemporaryDirectory(prefix="rcwkit-bench-") as name:
        print(f"{'':<34}{'CPU s min/med/max':>20}{'wall s':>20}{'MiB':>8}{'PDF MB':>8}")
        older = since(Path(name), chosen.against) if chosen.against else ()
        for group, jobs in chain(groups(Path(name)), older):
            if chosen.only not in group:
                continue
            runs = measured(jobs, chosen.runs, ROOT)
            facts = {job: summed(found) for job, found in runs.items()}
            results[group] = {"jobs": facts, "ratios": ratios(facts)}
            print("\n".join(said(f"{group}: {job}", fact) for job, fact in facts.items()))
            for peer, ratio in results[group]["ratios"].items():
                print(
                    f"{group}: rcwkit / {peer}".ljust(34)
                    + "   ".join(f"{measure} {value:.2f}" for measure, value in ratio.items())
                )
    chosen.json.parent.mkdir(parents=True, exist_ok=True)
    chosen.json.write_text(json.dumps(results, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def ratios(facts: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """Return rcwkit's medians as ratios to those of each peer."""
    ours = facts.get("rcwkit")
    peers = {name: fact for name, fact in facts.items() if name in ("typst", "weasyprint", "1,000 cards", OLDER)}
    if "10,000 cards" in facts:
        ours = facts["10,000 cards"]
    return {
        name: {
            part: ours[part]["median"] / fact[part]["median"]
            for part in ("cpu", "wall", "peak", "size")
            if fact[part]["median"]
        }
        for name, fact in peers.items()
        if ours is not None
    }


def groups(folder: Path) -> Iterator[tuple[str, list[Job]]]:
    """Yield the groups of jobs, each prepared when its turn comes."""
    for count in (60, 600, 6000):
        game = decks.deck(folder / f"cards{count}", count)
        jobs = [_build("rcwkit", [str(game)], folder / f"out{count}", ["cards-deck.pdf"], *_LIKE_PEERS)]
        for peer in ("typst", "weasyprint"):
            out = folder / f"{peer}{count}.pdf"
            if find_spec(peer) and (peer == "typst" or count < SLOW):
                jobs.append(Job(peer, [*PEERS, peer, str(game), str(out)], made=[out]))
        yield f"{count:,} cards", jobs
    game = decks.pictured(folder / "pictured", 600)
    jobs = [_build("rcwkit", [str(game)], folder / "outp", ["cards-deck.pdf"], *_LIKE_PEERS)]
    if find_spec("typst"):
        out = folder / "pictured.pdf"
        jobs.append(Job("typst", [*PEERS, "typst", str(game), str(out)], made=[out]))
    yield "600 cards with pictures, signs and a layout", jobs
    for count in (400, 4000):
        game = decks.counters(folder / f"counters{count}", count)
        yield f"{count:,} counters", [_build("rcwkit", [str(game)], folder / f"outc{count}", ["counters.pdf"])]
    grown = [(f"{count:,} cards", decks.deck(folder / f"grown{count}", count)) for count in (1000, 10_000)]
    yield (
        "growth",
        [
            _build(name, [str(game)], folder / f"out-{game.name}", ["cards-deck.pdf"], *_LIKE_PEERS)
            for name, game in grown
        ],
    )
    yield "one card of 600", [_edited(folder)]
    out = folder / "kits"
    build = [*RCWKIT, "build", "all", "--out", str(out)]
    yield (
        "five kits",
        [Job("cold", build, lambda: shutil.rmtree(out, ignore_errors=True)), Job("nothing changed", build)],
    )
    yield (
        "commands",
        [
            Job("check, five games", [*RCWKIT, "check", "all"]),
            Job("--help", [*RCWKIT, "--help"]),
            Job("odds white_general entrench", [*RCWKIT, "odds", "white_general", "entrench"]),
            Job(
                "odds triumph_of_chaos ukraine",
                [*RCWKIT, "odds", "triumph_of_chaos", "ukraine", "--set", "controller=red"],
            ),
        ],
    )


def since(folder: Path, older: Path) -> Iterator[tuple[str, list[Job]]]:
    """Yield groups that compare this version with an older one: decks without pictures, and checks of its data."""

    def both(name: str, *arguments: str) -> tuple[str, list[Job]]:
        out = folder / "out-since"
        return f"since, {name}", [
            Job(
                job,
                ["env", f"PYTHONPATH={home / 'generator'}", *RCWKIT, *arguments],
                lambda: shutil.rmtree(out, ignore_errors=True),
            )
            for job, home in (("rcwkit", ROOT), (OLDER, older.resolve()))
        ]

    for count in (60, 600):
        game = decks.deck(folder / f"since{count}", count)
        yield both(f"{count} cards", "build", str(game), "--out", str(folder / "out-since"), *_LIKE_PEERS)
    yield both("check soviet_dawn", "check", str(older.resolve() / "data" / "soviet_dawn"))


_LIKE_PEERS = ("--bleed", "1", "--backs", "none")
"""Return the job for nine cards to a sheet, fronts only, as the peers draw them."""


def _build(name: str, games: Sequence[str], out: Path, made: Sequence[str], *options: str) -> Job:
    """Return the job for a fresh build."""
    command = [*RCWKIT, "build", *games, "--out", str(out), *options]
    return Job(name, command, lambda: shutil.rmtree(out, ignore_errors=True), [out / "bench" / file for file in made])


def _edited(folder: Path) -> Job:
    """Return the job for a build of 600 cards of which one has changed since the last build."""
    game, out = decks.deck(folder / "edited", 600), folder / "out-edited"
    numbers = iter(range(1, 601))
    decks.edit(game, next(numbers))
    command = [*RCWKIT, "build", str(game), "--out", str(out), *_LIKE_PEERS]
    built = Job("rcwkit", command, lambda: decks.edit(game, next(numbers)), [out / "bench" / "cards-deck.pdf"])
    measured([built], 1, ROOT)
    return built


if __name__ == "__main__":
    main()
