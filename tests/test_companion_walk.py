"""The page's walk equals Python's: the same answers give the same results, to the byte.

For every procedure and rolled chart of all games.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from answers_support import answered
from effects_support import GAME
from faults_support import many
from rcwkit.bundled import bundled
from rcwkit.dice.sources import code_of
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.screens.companion.page import bundle
from rcwkit.screens.companion.plans import kit, offer
from rcwkit.source.project import Project
from tests_support import MARKED, TOY, shipped, write

NODE = shutil.which("node")
GAMES = sorted(path.name for path in bundled("data").iterdir() if (path / "game.yaml").is_file())
DRIVER = """
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
const document = { getElementById: () => ({ textContent: input.kit }) };
%s
(async () => {
  const answers = [];
  const { ask } = modules["kit.js"];
  const refused = (error) => ({ error: error.message });
  for (const [address, data] of input.asked) answers.push(await ask(address, data).catch(refused));
  process.stdout.write(JSON.stringify(answers));
})();
"""
pytestmark = pytest.mark.skipif(
    NODE is None, reason="Node.js is missing: the page's scripts cannot run (Debian: apt-get install nodejs)"
)


def scripts() -> dict[str, str]:
    home = bundled("templates")
    paths = [home / "preview" / "say.js", *(home / "companion").glob("*.js")]
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


def asked_of_the_page(game: Game, asked: list[tuple[str, Mapping[str, Any]]]) -> list[Any]:
    """Return the answers of the page's script, run in Node."""
    assert NODE is not None
    sent = json.dumps({"kit": json.dumps(kit(game)), "asked": asked})
    script = DRIVER % bundle(["kit.js"], scripts())
    done = subprocess.run([NODE, "-e", script], input=sent, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


def answered_by_python(game: Game, address: str, data: Mapping[str, Any]) -> Any:
    found = answered(game, address, data)
    return {"error": found["error"]} if "error" in found else found


def answer(question: Mapping[str, Any], chance: Random) -> str:
    if "choices" in question:
        return str(chance.choice(question["choices"])["value"])
    if question.get("free"):
        return str(chance.randint(-2, 3))
    low, high = question["low"], question["high"]
    if question["many"]:
        return (
            "+".join(str(number) for number in sorted(chance.sample(range(low, high + 1), min(2, high - low)))) or "-"
        )
    return str(chance.randint(low, high))


def inputs(one: Mapping[str, Any], chance: Random) -> list[dict[str, str]]:
    """Return answers as a game begins, if any, then random ones."""
    plain = {
        question["name"]: answer(question, chance) if question["default"] is None else question["default"]
        for question in one["questions"]
    }
    return [
        plain,
        *({question["name"]: answer(question, chance) for question in one["questions"]} for _ in range(many(2, 1))),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_roll_of_the_page_is_that_of_python(name: str) -> None:
    """Records with every die, hash and chance; outcomes in words; set-ups; what each face would mean; odds."""
    compare(shipped(name), Random(name))


def test_a_game_of_ones_own_is_rolled_alike(tmp_path: Path) -> None:
    compare(load(Project(write(tmp_path / "toy", TOY))), Random(1))


def test_markup_is_said_alike(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path, {**TOY, "marked.yaml": MARKED})))
    assert "Loss at a port" in str(answered(game, "odds", {"procedure": "raid", "given": {"night": "0"}}))
    compare(game, Random(1))


def test_effects_change_a_set_up_alike(tmp_path: Path) -> None:
    """Positions after every kind of effect; test_roll.py holds Python's answers to the expected ones."""
    compare(load(Project(write(tmp_path, GAME), shown="effects")), Random(1))


def compare(game: Game, chance: Random) -> None:
    """Ask the page and Python the same about everything that can be rolled, with random answers and dice."""
    asked: list[tuple[str, Mapping[str, Any]]] = []
    for one in offer(game)["procedures"]:
        ways = inputs(one, chance)
        asked.append(("odds", {"procedure": one["id"], "given": ways[0]}))
        asked += [
            ("roll", {"procedure": one["id"], "given": given, "code": code_of(chance.randbytes(5)), "faces": None})
            for given in ways
        ]
    answers = [answered_by_python(game, *one) for one in asked]
    more: list[tuple[str, Mapping[str, Any]]] = []
    for (address, data), known in zip(asked, answers, strict=True):
        if address != "roll" or "record" not in known:
            continue
        record = known["record"]
        faces = [face for entry in record["rolls"] for face in entry["faces"]]
        typed = {"procedure": data["procedure"], "given": data["given"], "code": None}
        more.append(("roll", {**typed, "faces": faces}))
        more.append(("roll", {**typed, "code": record["faces_code"], "faces": None}))
        # Dice are asked for one by one; a few points in each roll are enough, the middle one in a quick run.
        more += [
            ("roll", {**typed, "code": data["code"], "faces": faces[:count]})
            for count in {len(faces) // 2, *range(many(2, 0))}
            if count < len(faces)
        ]
        more.append(
            (
                "roll",
                {**typed, "code": data["code"], "faces": [None if at % 2 else face for at, face in enumerate(faces)]},
            )
        )
        more += [("again", {"record": record, "step": step["id"], "kept": []}) for step in known["steps"][-1:]]
    answers += [answered_by_python(game, *one) for one in more]
    # Records rerolled once more with an item kept, and some changed records.
    third: list[tuple[str, Mapping[str, Any]]] = []
    records = [known for known in answers if "record" in known and known["steps"]]
    for known in chance.sample(records, min(many(40, 15), len(records))):
        data = {"record": known["record"], "step": chance.choice(known["steps"])["id"], "kept": []}
        items = [
            path
            for path in (entry["path"] for entry in known["rolls"])
            if path.split("/")[1] == data["step"] and path.count("/") > 1
        ]
        # Records of typed faces alone have no seed for new dice, and a fresh seed differs.
        if known["record"]["seed"]:
            third += [("again", data), ("again", {**data, "kept": [item.rpartition("/")[2] for item in items[:1]]})]
        third += [("again", {**data, "record": changed}) for changed in changes(known["record"], chance)]
    assert len(third) > 20 or len(answers) < 40
    more += third
    answers += [answered_by_python(game, *one) for one in third]
    refused = sum("error" in one for one in answers[: -len(third) or None])
    assert refused <= len(answers) / 20, "answers by chance may contradict one another, but not often"
    for one, expected, found in zip([*asked, *more], answers, asked_of_the_page(game, [*asked, *more]), strict=True):
        assert same(found, expected), f"{one}\nthe page: {found}\nPython: {expected}"


def changes(record: Mapping[str, Any], chance: Random) -> list[dict[str, Any]]:
    """Return variants of a record: of an older version, with a field removed, added, or malformed."""
    name = chance.choice(sorted(record))
    rolls = [{**record["rolls"][0], "faces": [0]}, *record["rolls"][1:]]
    changed: list[dict[str, Any]] = [
        {"format": "rcw-record/1"},
        {"more": 1},
        {name: {"a": [True]}},
        {"rolls": rolls},
        {"rolls": []},
        {"seed": "5"},
        {"history": 5},
    ]
    return [{key: value for key, value in record.items() if key != name}, *({**record, **one} for one in changed)]


def same(found: Any, expected: Any) -> bool:
    """Return whether both answers, or refusals, agree; fresh codes differ."""
    if "need" in expected:
        return {**found, "code": None} == {**expected, "code": None}
    return bool(found == expected)


MANY = """kind: procedures
id: many
title: Many
source: none
procedures:
  thousand:
    title: A thousand dice
    variables: {n: 0}
    steps: [{id: a, times: 999, roll: 1d6, then: {6: [{add: {n: 2}}]}}]
    report:
      sum: {title: Sum, of: {sum: a, times: 2, plus: 1, least: 6000}}
      added: {title: Added, of: n}
      any: {title: Any, when: {any: {a: 6}}}
      every: {title: Every, when: {every: {a: [1, 2, 3, 4, 5]}}}
  deck:
    title: A deck
    decks: {d: {title: D, cards: 1-500, classes: {CLASSES}}}
    steps: [{id: a, draw: {deck: d, count: 5}}, {id: s, roll: 2d10, rows: {2-10: low, 11-20: high}}]
    report:
      some: {title: Some, when: {any: {a: [c1, c2]}}}
      count: {title: Count, of: {count: {a: [c2, c3], s: low}}}
      word: {title: Word, of: s}
      both: {title: Both, when: {all: [{s: low}, {none: [{any: {a: c4}}]}]}}
  tally:
    title: A tally
    steps: [{id: a, times: 3, roll: 1d2}, {id: b, when: {value: {sum: a}, at_least: 5}, roll: 1d6}]
    report: {all: {title: All, of: a}, later: {title: Later, of: {sum: a, plus: b}}}
  lost:
    title: A mean below zero
    variables: {v: 0}
    steps: [{id: a, roll: 1d3, rows: {1: x, 2-3: y}, then: {x: [{add: {v: -2}}], y: [{add: {v: -3}}]}}]
    report: {v: {title: V, of: v}}
  large: {title: Too large, steps: [{id: a, times: 999, roll: 1d20}], report: {r: {title: R, of: a}}}
  often:
    title: Too often
    variables: {v: 1001}
    steps: [{id: a, times: v, roll: 1d20}]
    report: {r: {title: R, of: {sum: a}}}
""".replace("CLASSES", ", ".join(f"c{number}: [{number}]" for number in range(1, 501)))


DIGITS = """kind: procedures
id: digits
title: Digits
source: none
procedures:
  events:
    title: Events
    steps:
      - {id: a, roll: d66, rows: {11-16: calm, 21-36: gale, 41-66: rain}, natural: {35: wreck}, again: {rain: {b: 1}}}
      - {id: c, for_each: [x, y], roll: d444, drm: [{add: 1, text: One}], test: {at_least: 333}}
    variables: {b: 0}
    report: {a: {title: A, of: a}, c: {title: C, of: {count: {c: "yes"}}}}
"""


def test_dice_that_are_digits_are_read_alike(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path / "toy", {**TOY, "digits.yaml": DIGITS})))
    data: dict[str, Any] = {"procedure": "events", "given": {}, "code": None, "faces": [3, 5, 4, 1, 2, 4]}
    (asked,) = asked_of_the_page(game, [("roll", data)])
    assert [entry["total"] for entry in asked["rolls"]] == [35, 413]
    assert asked["need"]["totals"][-1] == {"from": 411, "to": 444, "text": "yes", "effects": []}
    compare(game, Random(1))


def test_the_page_answers_odds_of_many_dice_too(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path / "toy", {**TOY, "many.yaml": MANY})))
    asked: list[tuple[str, dict[str, Any]]] = [
        ("odds", {"procedure": name, "given": {}}) for name in ("thousand", "deck", "tally", "lost", "often")
    ]
    *found, large = asked_of_the_page(game, [*asked, ("odds", {"procedure": "large", "given": {}})])
    assert found == [answered_by_python(game, *one) for one in asked]
    assert found[-1] == {"error": "too many: step 'a' is repeated 1,001 times"}
    assert large == {"error": "the exact odds are too large for a page at step 'a': rcwkit odds can do more"}
