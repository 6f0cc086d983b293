"""Verification: honest records of every kind agree, forged ones do not, and the verdict says what is proved."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from faults_support import command, refused
from forgery_support import Record, chained, honest, once_more, refusal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rcwkit.dice.record import Walker
from rcwkit.dice.roll import prepare, rolled, verify
from rcwkit.dice.sources import FaceSource, Seeded, Typed, code_of, new_code, seed_of
from rcwkit.game.game import Game
from tests_support import TOY, each, shipped, write

SEED = b"12345"


def seeded(game: Game, name: str = "ukraine", **given: str) -> Record:
    found = rolled(prepare(game, name, given or {"controller": "red"}), Seeded(SEED), code_of(SEED), "given")[0].record
    return dict(json.loads(json.dumps(found)))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_honest_records_agree(triumph: Game, number: int) -> None:
    """With seeded, typed and mixed dice, face codes, draws, and repeated rerolls."""
    (record,) = honest(triumph, Random(number), 1)
    assert refusal(triumph, record) == ""
    assert record == chained(record)


@pytest.mark.parametrize("name", ["rcw_solitaire", "soviet_dawn", "white_general"])
def test_honest_records_of_other_games_agree(name: str) -> None:
    game = shipped(name)
    found = list(honest(game, Random(name), 12))
    assert [refusal(game, record) for record in found] == [""] * 12
    assert name != "soviet_dawn" or any("card" in entry for record in found for entry in record["rolls"])


def test_the_order_of_keys_does_not_matter(triumph: Game) -> None:
    record = seeded(triumph)
    assert refusal(triumph, {name: record[name] for name in sorted(record, reverse=True)}) == ""


class Ones:
    """Return dice that all show a one."""

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        return 1, True

    def close(self) -> None:
        pass


def forged_walk(game: Game, source: FaceSource, attempts: dict[str, int]) -> Record:
    """Return a record as a forger makes it with the tool's own code: typed dice passed off as seeded, hashes valid."""
    prepared = prepare(game, "ukraine", {"controller": "red"})
    walker = Walker(prepared.plan, source, attempts)
    walker.run()
    rolls = [{**entry, "typed": [False] * len(entry["faces"])} for entry in walker.rolls]
    honest_one = rolled(prepared, Typed([face for face, _ in walker.faces]), None)[0].record
    said = {**honest_one, "seed": code_of(SEED), "seed_from": "given", "typed_faces": []}
    return dict(json.loads(json.dumps(chained({**said, "rolls": rolls}))))


def test_all_ones_do_not_follow_from_an_honest_seed(triumph: Game) -> None:
    assert refusal(triumph, forged_walk(triumph, Seeded(SEED), {})) == ""
    record = forged_walk(triumph, Ones(), {})
    assert {face for entry in record["rolls"] for face in entry["faces"]} == {1}
    assert "faces is [1] but should be" in refusal(triumph, record)


def test_attempts_picked_by_hand_need_their_history(triumph: Game) -> None:
    first = seeded(triumph)["rolls"][0]["path"]
    for attempt in range(2, 30):
        found = refusal(triumph, forged_walk(triumph, Seeded(SEED), {first: attempt}))
        assert found.startswith(f"roll 1 ({first}):"), found


def test_history_cannot_be_invented_left_out_or_moved(triumph: Game) -> None:
    record = seeded(triumph)
    entry = {"again": "peasants", "kept": [], "seed": code_of(SEED), "before": record["hash"]}
    assert refusal(triumph, chained({**record, "history": [entry]}))
    assert "history 1 follows record" in refusal(
        triumph, chained({**record, "history": [{**entry, "before": "0" * 64}]})
    )
    chance = Random(3)
    thrice = record
    while len(thrice["history"]) < 3:
        thrice = once_more(triumph, thrice, chance)
    assert refusal(triumph, thrice) == ""
    past = thrice["history"]
    for other in ([], past[:2], past[1:], past[::-1], [*past, past[-1]], [past[0], past[2]]):
        assert refusal(triumph, chained({**thrice, "history": other}))
    for number in range(3):
        # Among random codes, one in some hundred rolls the same faces again; that history is valid.
        for name, value in (
            ("seed", code_of(b"another history")),
            ("kept", ["UkrPeas9"]),
            ("again", "nothing"),
            ("before", "f" * 64),
        ):
            changed = [{**one, name: value} if at == number else one for at, one in enumerate(past)]
            assert refusal(triumph, chained({**thrice, "history": changed}))


def test_another_seed_is_found(triumph: Game) -> None:
    record = seeded(triumph)
    assert sum(refusal(triumph, chained({**record, "seed": new_code()})) == "" for _ in range(20)) == 0


@pytest.mark.parametrize("field", ["format", "scheme", "title", "rule", "data", "game", "tool"])
def test_every_field_of_a_record_is_compared(triumph: Game, field: str) -> None:
    record = seeded(triumph)
    assert refusal(triumph, chained({**record, field: "other"}))
    assert refusal(triumph, chained({name: value for name, value in record.items() if name != field}))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"attempt": True}, "attempt is true but should be 1"),
        ({"attempt": 1.0}, "attempt is 1.0 but should be 1"),
        ({"typed": [0]}, "typed is [0] but should be [false]"),
        ({"typed": False}, "typed is false"),
        ({"label": ""}, 'label is ""'),
        ({"chance": "2/12"}, 'chance is "2/12"'),
        ({"note": "x"}, "unexpected field 'note'"),
        ({"rolled_again": False}, "unexpected field 'rolled_again'"),
    ],
)
def test_the_type_of_a_value_counts(triumph: Game, change: dict[str, Any], said: str) -> None:
    record = seeded(triumph)
    rolls = [{**record["rolls"][0], **change}, *record["rolls"][1:]]
    assert f"roll 1 ({record['rolls'][0]['path']}): {said}" in refusal(triumph, chained({**record, "rolls": rolls}))


def test_an_older_record_gets_one_clear_line(triumph: Game) -> None:
    assert refusal(triumph, {**seeded(triumph), "format": "rcw-record/1"}).startswith(
        "this record is in rcw-record/1, from another version"
    )
    assert refusal(triumph, {}) == "this is not a record of a roll"


MALFORMED: dict[str, list[Any]] = {
    "seed": [5, "", "x", "\ud800", code_of(SEED).lower(), True],
    "history": [5, None, {}, [5], [{}], [None]],
    "typed_faces": [5, None, [0], [True], ["1"], [1.0]],
    "inputs": [5, None, [], {"controller": 1.5}, {"controller": None}, {"controller": [[1]]}],
    "tool": [5, "rcwkit", "rcwkit \ud800", "other 1", "rcwkit 1\n"],
    "game": [5, "/", "../x", "", "x" * 300],
    "scenario": [5, "", {}],
    "procedure": [None, 5, [], "/"],
    "seed_from": ["faces alone"],
}


@pytest.mark.parametrize(("field", "value"), each(MALFORMED))
def test_claims_that_cannot_be_checked_are_well_formed(triumph: Game, field: str, value: Any) -> None:
    assert refusal(triumph, {**seeded(triumph), field: value})


def test_the_verdict_lists_the_proofs(triumph: Game) -> None:
    verdict = verify(triumph, seeded(triumph))
    code = code_of(SEED)
    faces = [face for entry in seeded(triumph)["rolls"] for face in entry["faces"]]
    assert (verdict.seeded, verdict.typed) == (len(faces), 0)
    assert verdict.proved[0] == f"{len(faces)} dice follow from the seed {code} and their paths"
    assert verdict.taken[0] == f"the seed {code}, said to be given by a player"
    assert verdict.unprovable[0].startswith("that no other seed was tried")
    prepared = prepare(triumph, "ukraine", {"controller": "red"})
    typed = verify(triumph, rolled(prepared, Typed([*faces]), None)[0].record)
    assert (typed.seeded, typed.typed) == (0, len(faces))
    assert not any("seed" in line for line in (*typed.proved, *typed.taken, *typed.unprovable))
    assert typed.taken[0].startswith(f"{len(faces)} typed faces: ")
    mixed = rolled(prepared, Typed([faces[0], *[None] * (len(faces) - 1)], Seeded(SEED)), code)[0].record
    again = verify(triumph, once_more(triumph, mixed, Random(1)))
    assert any(line.startswith("each reroll") for line in again.proved)
    assert any("both players agreed" in line for line in again.unprovable)
    assert again.as_json()["agrees"] is True


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[Any], str]:
    def save(record: Any) -> str:
        path = tmp_path / "record.json"
        path.write_text(record if isinstance(record, str) else json.dumps(record), encoding="utf-8")
        return str(path)

    return save


def test_verify_answers_as_text_and_as_data(triumph: Game, saved: Callable[[Any], str]) -> None:
    path, dice = saved(seeded(triumph)), len(seeded(triumph)["rolls"])
    text = command("verify", path).stdout
    assert text.startswith(
        f"{path}: agrees\n  proved: {dice} dice follow from the seed {code_of(SEED)} and their paths\n"
    )
    assert "  cannot be proved: that no other roll was made and discarded\n" in text
    data = json.loads(command("verify", path, "--json").stdout)
    assert (data["agrees"], data["difference"], data["dice"]) == (True, "", {"from_seed": dice, "typed": 0})
    forged = command("verify", saved({**seeded(triumph), "title": "Other"}), "--json")
    assert forged.exit_code == 2
    assert json.loads(forged.stdout)["difference"] == 'title is "Other" but should be "Variable Ukrainian set-up"'
    assert json.loads(forged.stdout)["proved"] == []


@pytest.mark.parametrize(
    "text",
    [
        '{"format": "rcw-record/2", "format": "rcw-record/2"}',
        '{"a": {"outcome": [], "outcome": [1]}}',
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": ' + "9" * 5000 + "}",
        '{"a": ' + "[" * 100 + "]" * 100 + "}",
        '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"a": "\\ud800"}',
        '{"\\udfff": 1}',
        "[]",
        "5",
        "{",
        "",
    ],
)
def test_files_are_read_strictly(saved: Callable[[Any], str], text: str) -> None:
    for words in (("verify",), ("again",), ("mail", "answer")):
        refused(command(*words, saved(text), *(["peasants"] if words == ("again",) else [])), "E531")


def test_anything_but_a_plain_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", tmp_path, "/dev/zero", "/dev/null"):
        refused(command("verify", path), "E531")


def test_a_record_names_no_path(
    triumph: Game, saved: Callable[[Any], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    for name in ("/", "..", ".", "folder", str(tmp_path), "../toy"):
        refused(command("verify", saved({**seeded(triumph), "game": name})), "E530")


def test_a_game_of_ones_own_is_named_or_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saved: Callable[[Any], str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "games" / "toy", TOY)
    record = saved(command("roll", "games/toy", "reductions", "--json").stdout)
    unknown = command("verify", record)
    refused(unknown, "E530")
    assert "name its folder: rcwkit verify record.json FOLDER" in unknown.stderr
    assert command("verify", record, "games/toy").exit_code == 0
    assert (
        command(
            "again", record, json.loads(Path(record).read_text())["rolls"][0]["path"].split("/")[1], "games/toy"
        ).exit_code
        == 0
    )
    other = command("verify", record, "triumph_of_chaos")
    assert (other.exit_code, "it is a record of toy, not of triumph_of_chaos" in other.stdout) == (2, True)
    monkeypatch.chdir(tmp_path / "games")
    assert command("verify", record).exit_code == 0


def test_again_refuses_what_verify_refuses(triumph: Game, saved: Callable[[Any], str]) -> None:
    record = seeded(triumph)
    refused(command("again", saved({**record, "seed": 5}), "peasants"), "E530")
    refused(command("again", saved({**record, "history": 5}), "peasants"), "E530")
    refused(command("again", saved({**record, "format": "rcw-record/1"}), "peasants"), "E530")
    refused(command("again", saved(forged_walk(triumph, Ones(), {})), "peasants"), "E532")
    refused(command("again", saved(record), "peasants", "--keep", "\udcff"), "E525")
    for code in ("", "\udcff", "x" * 100_000):
        refused(command("again", saved(record), "peasants", "--seed", code), "E521")
        refused(command("roll", "triumph_of_chaos", "greek_serb", "--seed", code), "E521")


def test_a_new_seed_of_again_is_proved(triumph: Game, saved: Callable[[Any], str]) -> None:
    code = code_of(b"other")
    again = command("again", saved(seeded(triumph)), "peasants", "--seed", code.lower(), "--json")
    record = json.loads(again.stdout)
    assert record["history"][0]["seed"] == code
    verdict = command("verify", saved(record)).stdout
    assert f"dice follow from the seeds {code_of(SEED)}, {code} and their paths" in verdict
    assert seed_of(record["history"][0]["seed"]) == b"other"
