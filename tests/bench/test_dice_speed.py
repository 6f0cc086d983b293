"""Benchmarks of dice: rolls of a table, and every odds question of every procedure; `make bench` compares them.

Without timing (in `make test`) each body runs once, so that it stays correct.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest
from rcwkit.bundled import bundled
from rcwkit.dice.model import Procedure
from rcwkit.dice.roll import answers, prepare
from rcwkit.dice.sources import face
from rcwkit.game.game import Game
from tests_support import shipped
from ways_support import ways

ROLLS = 100_000
GAMES = sorted(path.parent.name for path in bundled("data").glob("*/game.yaml"))


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {name: shipped(name) for name in GAMES}


@pytest.mark.benchmark(group="100,000 rolls")
def test_the_bare_digests_of_100_000_rolls(benchmark: Any) -> None:
    """The baseline: one HMAC per roll and nothing else."""
    benchmark.pedantic(
        lambda: [hmac.digest(b"seed", b"%d" % number, hashlib.sha256) for number in range(ROLLS)], rounds=3
    )


@pytest.mark.benchmark(group="100,000 rolls")
def test_100_000_rolls_of_a_table(benchmark: Any, games: dict[str, Game]) -> None:
    prepared = prepare(games["triumph_of_chaos"], "chart.turn9", {"column": "neutral", "vp_lead": "red"})
    reader = prepared.plan.nodes[0].reader
    assert reader is not None
    results = benchmark.pedantic(
        lambda: [reader.read(face(b"seed", f"turn9/{number}.0", 6), -1, "neutral").result for number in range(ROLLS)],
        rounds=3,
    )
    assert abs(results.count("RED") - ROLLS / 3) < 1000


@pytest.mark.benchmark(group="exact odds")
@pytest.mark.parametrize("game", GAMES)
def test_every_odds_question_of_a_game(benchmark: Any, games: dict[str, Game], game: str) -> None:
    """All procedures of a game at their defaults, with every combination of the other answers."""
    prepared = [
        prepare(games[game], name, given)
        for name, item in games[game][Procedure].items()
        for given, _ in ways(item.value)
    ]

    def all_of_them() -> list[int]:
        return [len(answers(one)) for one in prepared]

    assert all(benchmark.pedantic(all_of_them, rounds=1))
