"""The state of a game in the companion: facts, the steps that led to them, and what a roll changes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from answers_support import answered
from effects_support import GAME
from hypothesis import given, settings
from hypothesis import strategies as st
from rcwkit.bundled import bundled
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.screens.companion.page import bundle
from rcwkit.screens.companion.plans import kit, turn
from rcwkit.source.project import Project
from tests_support import shipped, write

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(
    NODE is None, reason="Node.js is missing: the page's scripts cannot run (Debian: apt-get install nodejs)"
)
STEPS = """
const { FRESH, redone, taken, undone } = modules["steps.js"];
const does = { step: (state, facts) => taken(state, facts, { text: "t" }), undo: undone, redo: redone };
const told = (games) => games.map((played) => {
  let state = FRESH;
  return played.map(([what, facts]) => (state = does[what](state, facts)));
});
process.stdout.write(JSON.stringify(told(input)));
"""
ASK = """(async () => {
  const { ask } = modules["kit.js"];
  const answers = [];
  for (const [address, data] of input.asked) answers.push(await ask(address, data));
  process.stdout.write(JSON.stringify(answers));
})();"""


def run(main: list[str], script: str, sent: Any) -> Any:
    """Return what a script makes of `input` with the page's modules, in Node."""
    assert NODE is not None
    home = bundled("templates")
    paths = [home / "preview" / "say.js", *(home / "companion").glob("*.js")]
    modules = bundle(main, {path.name: path.read_text(encoding="utf-8") for path in paths})
    head = 'const input = JSON.parse(require("fs").readFileSync(0, "utf8"));\n'
    head += "const document = { getElementById: () => ({ textContent: input.kit }) };\n"
    done = subprocess.run(
        [NODE, "-e", f"{head}{modules}\n{script}"],
        input=json.dumps(sent),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def asked(game: Game, questions: list[tuple[str, dict[str, Any]]]) -> Any:
    return run(["kit.js"], ASK, {"kit": json.dumps(kit(game)), "asked": questions})


PHONES = """
const { FRESH, merged, taken, undone } = modules["steps.js"];
const play = (state, all) => all.reduce((now, facts) => taken(now, facts, { text: JSON.stringify(facts) }), state);
process.stdout.write(JSON.stringify(input.map(([both, here, there]) => {
  const base = play(FRESH, both);
  const [mine, theirs] = [play(base, here), play(base, there)];
  const met = merged(mine, theirs, base.steps.length);
  let back = met;
  while (back.steps.length) back = undone(back);
  return { mine, theirs, met, begun: back.facts };
})));
"""
KEYS = st.sampled_from(["at|turn|", "at|control|ukraine", "tick|a", "card|R1", "units"])
VALUES = st.none() | st.sampled_from(["1", "2", "played"]) | st.lists(st.integers(0, 3), max_size=2)
STEP = st.tuples(st.just("step"), st.dictionaries(KEYS, VALUES, max_size=3))
MOVES = st.lists(STEP | st.tuples(st.sampled_from(["undo", "redo"]), st.just({})), max_size=16)


@settings(max_examples=20, deadline=None)
@given(st.lists(MOVES, max_size=12))
def test_state_log_and_undo_agree_after_any_play(games: list[Any]) -> None:
    """The facts are those of the steps that stand, in order, whatever was taken back and done again."""
    for played, states in zip(games, run(["steps.js"], STEPS, games), strict=True):
        stand: list[dict[str, Any]] = []
        back: list[dict[str, Any]] = []
        for (what, facts), state in zip(played, states, strict=True):
            if what == "step":
                stand, back = [*stand, facts], []
            elif what == "undo" and stand:
                back.append(stand.pop())
            elif what == "redo" and back:
                stand.append(back.pop())
            expected: dict[str, Any] = {}
            for one in stand:
                expected = {key: value for key, value in {**expected, **one}.items() if value is not None}
            assert state["facts"] == expected
            assert (len(state["steps"]), len(state["undone"])) == (len(stand), len(back))


FACTS = st.lists(st.dictionaries(KEYS, st.none() | st.sampled_from(["1", "2"]), max_size=3), max_size=4)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(FACTS, FACTS, FACTS), max_size=12))
def test_two_phones_agree_and_no_step_is_lost(games: list[Any]) -> None:
    """What the others set stands, what only we set is added, and what both set otherwise is told."""
    for (both, here, there), found in zip(games, run(["steps.js"], PHONES, games), strict=True):
        theirs, met = found["theirs"], found["met"]
        after = met["steps"][len(theirs["steps"]) :]
        assert met["steps"][: len(theirs["steps"])] == theirs["steps"]
        assert found["begun"] == {}, "every step can be taken back"
        theirs_set = {key for facts in there for key in facts}
        told = [json.loads(step["text"]) for step in after]
        lost = [step["lost"] for step in after if "lost" in step]
        for facts in here:
            assert facts in told or all(theirs["facts"].get(key) == value for key, value in facts.items())
        for key in theirs_set:
            assert met["facts"].get(key) == theirs["facts"].get(key)
        for key in {key for facts in here for key in facts} - theirs_set - {key for facts in lost for key in facts}:
            assert met["facts"].get(key) == found["mine"]["facts"].get(key)
        assert len(both) + len(there) == len(theirs["steps"])


def test_a_set_up_after_the_changes_of_a_roll_is_the_rolled_one(tmp_path: Path) -> None:
    """The page settles what it keeps of rolls as Python settles the roll itself."""
    game = load(Project(write(tmp_path, GAME), shown="effects"))
    given: dict[str, Any] = {"given": {}, "code": None, "faces": None}
    found = [answered(game, "roll", {"procedure": name, **given}) for name in kit(game)["procedures"]]
    rolls = [roll for roll in found if roll.get("record") and roll.get("setup")]
    assert rolls
    meanings = asked(game, [("meaning", {"record": roll["record"]}) for roll in rolls])
    kept = [[event for change in one["changes"] for event in change["event"]] for one in meanings]
    assert any(kept)
    again = [
        ("setup", {"scenario": roll["record"]["scenario"], "events": events})
        for roll, events in zip(rolls, kept, strict=True)
    ]
    assert asked(game, again) == [roll["setup"] for roll in rolls]


def test_a_roll_of_triumph_says_what_it_changes() -> None:
    game = shipped("triumph_of_chaos")
    dice = {"code": None, "faces": None}
    net = {"procedure": "net_influence", "given": {"ip.belarus": "-4"}, **dice}
    gone = {"procedure": "withdrawal", "given": {"turn": "9"}, "code": "0000-0000-0", "faces": None}
    records = [answered(game, "roll", one)["record"] for one in (net, gone)]
    moved, left = asked(game, [("meaning", {"record": record}) for record in records])
    assert {"at|faction_control|belarus": "red_control"} in [change["facts"] for change in moved["changes"]]
    powers = [power for power, holds in left["reports"] if holds is True]
    assert [change["facts"] for change in left["changes"]] == [{f"at|faction_control|{power}": ""} for power in powers]
    assert "britain" in powers


def test_cards_that_were_drawn_lie_in_their_discard_piles() -> None:
    """Bug: they had to be typed before the next draw."""
    game = shipped("triumph_of_chaos")
    boxes = {f"{side}_value.{box}_box": "3" for side in ("red", "white") for box in ("red", "white", "other")}
    chosen = {**boxes, "red_value.red_box": "4", "red_selected": "7", "red_discards": "1+2"}
    few = {"red_discards": "1+2", "white_discards": "+".join(map(str, range(23, 43)))}
    last = {"red_discards": "1+2", "other_discards": "+".join(map(str, range(45, 66)))}
    found = []
    random = "random_political_cards"
    for procedure, told in ("political_cards", chosen), (random, few), (random, last):
        dice = {"given": told, "code": "0000-0000-0", "faces": None}
        record = answered(game, "roll", {"procedure": procedure, **dice})["record"]
        [meaning] = asked(game, [("meaning", {"record": record})])
        red = [roll for roll in record["rolls"] if "card" in roll and roll["card"] < 23]
        pile = next(one["value"] for one in meaning["piles"] if one["question"] == "red_discards")
        found.append((pile.split("+"), [str(roll["card"]) for roll in red], [roll["label"] for roll in red]))
    pile, drawn, _ = found[0]
    assert drawn
    assert set(pile) == {"1", "2", "7", *drawn}, "with those that were selected"
    pile, drawn, _ = found[1]
    assert set(pile) == {*drawn}, "a deck ran out: all others lie in it again"
    pile, drawn, labels = found[2]
    anew = {card for card, label in zip(drawn, labels, strict=True) if label.endswith("anew")}
    assert set(pile) == anew != set(drawn), "card 66: all are shuffled, and others drawn"


def test_the_turn_has_the_phases_of_the_folder_and_their_rolls() -> None:
    found = turn(shipped("triumph_of_chaos"))
    phases = ["Political phase", "Action phase", "Logistics phase", "Victory check"]
    assert [phase["title"] for phase in found["phases"]] == phases
    rolled = {roll["id"] for phase in found["phases"] for step in phase["steps"] for roll in step["rolls"]}
    assert {"net_influence", "withdrawal", "sudden_death"} <= rolled
    assert found["rounds"] == "rounds|"
    assert "R24" in found["cards"]
    (only,) = turn(shipped("white_general"))["phases"]
    assert [step["number"] for step in only["steps"]] == ["1", "2", "3", "4", "5"]
