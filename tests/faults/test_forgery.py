"""Forged records and mails with every public hash recomputed are refused, and nothing crashes on them."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from faults_support import Cases, command, many, refused
from forgery_support import GAMES, Record, chained, changes, forged, honest, once_more, refusal
from rcwkit.diagnostics import InputError
from rcwkit.dice.mail import MailError, answer, commit, reveal, seed_from
from rcwkit.dice.roll import again, rollable
from rcwkit.dice.sources import code_of, face, seed_of
from rcwkit.game.game import Game
from second_support import accepts, opened, revealed, well_formed
from tests_support import shipped

ROLLING = [name for name in GAMES if rollable(shipped(name))]


def sample(found: list[Any], number: int, chance: Random) -> list[Any]:
    return chance.sample(found, min(number, len(found)))


@pytest.mark.row("V1")
@pytest.mark.parametrize("name", ROLLING)
def test_every_field_of_a_record_counts(cases: Cases, name: str) -> None:
    """Fields are changed, retyped, removed or added at every depth, by a forger who knows how the hashes are made."""
    game, chance = shipped(name), Random(f"forged {name}")
    for record in honest(game, chance, many(30, 6)):
        with cases(f"{record['procedure']}, honest"):
            assert refusal(game, record) == ""
            assert chained(record) == record
        for told, other in forged(record, many(50, 15), chance):
            with cases(f"{record['procedure']}, {told}"):
                assert refusal(game, other) != "", "a forged record agrees"


def lies(game: Game, record: Record, chance: Random) -> Iterator[tuple[str, Record]]:
    """Yield forged histories instead of small changes."""
    code = code_of(chance.randbytes(5))
    dice = [entry for entry in record["rolls"] if not any(entry["typed"])]
    best = [{**entry, "faces": [1] * len(entry["faces"])} for entry in record["rolls"]]
    if dice and best != record["rolls"]:
        yield "all ones", {**record, "rolls": best}
    if dice:
        seeded = {**record, "seed": code, "seed_from": "given"}
        if any(
            face(seed_of(code), f"{entry['path']}.0", 6) != entry["faces"][0]
            for entry in dice
            if "card" not in entry and entry["dice"] == "1d6"
        ):
            yield "another seed", seeded
        # The first roll may have been typed, and only the reroll of a step been seeded.
        if record["seed"] is not None:
            yield "no seed", {**record, "seed": None, "seed_from": "faces alone"}
        attempt = {
            **record,
            "rolls": [
                {**entry, "attempt": entry["attempt"] + 1} if entry is dice[0] else entry for entry in record["rolls"]
            ],
        }
        yield "another attempt", attempt
        yield (
            "typed after all",
            {**record, "rolls": [{**entry, "typed": [True] * len(entry["faces"])} for entry in record["rolls"]]},
        )
    past = {"again": "x", "kept": [], "seed": code, "before": record["hash"]}
    yield "a history that was not", {**record, "history": [*record["history"], past]}
    if record["history"]:
        yield "no history", {**record, "history": []}
        yield "half a history", {**record, "history": record["history"][1:]}
    yield "a roll twice", {**record, "rolls": [*record["rolls"], *record["rolls"][-1:], {"path": "p/s"}]}
    yield (
        "another outcome",
        {**record, "outcome": [*record["outcome"], {"do": "note", "what": "The enemy surrenders."}]},
    )
    yield "certain", {**record, "chance": "1/1" if record["chance"] != "1/1" else "1/2"}


@pytest.mark.row("V1")
@pytest.mark.parametrize("name", ROLLING)
def test_a_story_in_place_of_the_dice_is_found(cases: Cases, name: str) -> None:
    game, chance = shipped(name), Random(f"story {name}")
    for record in honest(game, chance, many(30, 5), most_again=1):
        for told, other in lies(game, record, chance):
            with cases(f"{record['procedure']}, {told}"):
                assert refusal(game, chained(other)) != ""


@pytest.mark.row("V1")
@pytest.mark.parametrize("name", ROLLING)
def test_a_second_implementation_takes_and_refuses_the_same(cases: Cases, name: str) -> None:
    game, chance = shipped(name), Random(f"second {name}")
    for record in honest(game, chance, many(250, 5)):
        with cases(f"{record['procedure']}, honest"):
            assert accepts(game, record)
            assert refusal(game, record) == ""
        for told, other in forged(record, 10, chance):
            with cases(f"{record['procedure']}, {told}"):
                assert not accepts(game, other), "the second implementation is deceived"
                assert refusal(game, other) != "", "a forged record agrees"


HERS, HIS = bytes(range(16)), bytes(range(50, 66))
SEALED = commit("Anna", "Boris", "Ukraine", HERS)
ANSWERED = answer(SEALED, HIS)
REVEALED = reveal(SEALED, ANSWERED, HERS)
SEED = seed_from(REVEALED, ANSWERED)


def text(message: dict[str, Any], names: tuple[str, ...]) -> bytes:
    found = {name: message[name] for name in names if name in message}
    return json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")


def signed(message: dict[str, Any], secret: bytes | None) -> dict[str, Any]:
    """Return a message with its digest recomputed, and its seal if the forger has the secret."""
    four = ("scheme", "first", "second", "context")
    found = dict(message)
    if secret is not None and "seal" in found:
        found["seal"] = hmac.digest(secret, b"rcw-mail/2 seal|" + text(found, four), hashlib.sha256).hex()
    if "digest" in found:
        found["digest"] = hashlib.sha256(b"rcw-mail/2 answer|" + text(found, (*four, "seal", "answer"))).hexdigest()
    return found


def forged_mails(message: dict[str, str], secret: bytes | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield messages with each field changed, retyped, removed: as they are, with a new digest, and with a new seal."""
    for name in [*message, "more"]:
        options = [*changes(message.get(name, "")), "é", "\ud800", "0" * 64, code_of(bytes(16)), ...]
        for change in options:
            other: dict[str, Any] = copy.deepcopy(message) | ({} if change is ... else {name: change})
            if change is ...:
                other.pop(name, None)
            told = f"{name}: {'left out' if change is ... else ascii(change)[:60]}"
            for how, made in (
                ("", other),
                (" with its digest", signed(other, None)),
                (" with its seal", signed(other, secret)),
            ):
                if made != message:
                    yield told + how, made


def honest_answer(message: dict[str, Any]) -> bool:
    """Return whether this is an honest answer with another number, which is as good as the first."""
    return message == signed({**ANSWERED, "answer": code_of(bytes(16))}, None)


def secrets_in(said: str) -> bool:
    return code_of(HERS)[:9] in said


@pytest.mark.row("V2")
def test_the_second_player_cannot_forge_an_answer(cases: Cases, tmp_path: Path) -> None:
    """She reveals her secret only to a well-formed answer to what she sent; a refusal does not leak it."""
    for told, other in forged_mails(ANSWERED, None):
        if honest_answer(other):
            continue
        with cases(told):
            try:
                reveal(SEALED, other, HERS)
            except MailError as error:
                assert not secrets_in(str(error))
            else:
                raise AssertionError("the secret was laid open")
    sealed, answered = tmp_path / "1.json", tmp_path / "2.json"
    sealed.write_text(json.dumps(SEALED), encoding="utf-8")
    for told, other in sample([*forged_mails(ANSWERED, None)], many(200, 20), Random("reveal")):
        if honest_answer(other):
            continue
        with cases(f"{told}, as a command"):
            answered.write_text(json.dumps(other), encoding="utf-8")
            result = command("mail", "reveal", sealed, answered, code_of(HERS))
            refused(result)
            assert result.stdout == ""
            assert not secrets_in(result.stderr)


@pytest.mark.row("V2")
def test_the_first_player_cannot_forge_a_reveal(cases: Cases) -> None:
    for told, other in forged_mails(REVEALED, HERS):
        for kept in (ANSWERED, ANSWERED["digest"]):
            with cases(f"{told}, kept {'whole' if kept is ANSWERED else 'as a digest'}"), pytest.raises(MailError):
                seed_from(other, kept)


@pytest.mark.row("V2")
def test_a_commitment_of_another_form_is_not_answered(cases: Cases) -> None:
    for told, other in forged_mails(SEALED, HERS):
        try:
            made = answer(other, HIS)
        except MailError:
            with cases(told):
                pass
        else:
            with cases(f"{told}, answered"):
                # Another name, context or seal is another commitment; the first player sees that it is not hers.
                with pytest.raises(MailError):
                    reveal(SEALED, made, HERS)
                with pytest.raises(MailError):
                    seed_from(REVEALED, made)


OTHERS = ["Ukraine ", "ukraine", "Ukraine\u0301", "", "U\u212araine", "Ukraine\n", "\ud800", "Don", 7, None, ["x"]]
HER_CODE = code_of(HERS)
CODES = [HER_CODE, code_of(HIS), HER_CODE.lower(), HER_CODE.replace("-", ""), code_of(bytes(5)), "", "O" * 33]


def tampered(message: dict[str, str], secret: bytes, chance: Random) -> tuple[dict[str, Any], bytes]:
    """Return a message with up to three random changes, the digest and seal recomputed or not, and a secret for it."""
    other: dict[str, Any] = dict(message)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        name = chance.choice([*message, "more"])
        match chance.randrange(5):
            case 0:
                other.pop(name, None)
            case 1 if name in ("answer", "secret"):
                secret = chance.choice([HIS, HERS, chance.randbytes(16)])
                other[name] = code_of(secret)
            case 2 if name in ("answer", "secret"):
                other[name] = chance.choice(CODES)
            case 3 if name in ("seal", "digest"):
                at, digit = chance.randrange(64), chance.choice("0123456789abcdefA")
                other[name] = f"{message[name][:at]}{digit}{message[name][at + 1 :]}"
            case 4:
                other[name] = message[chance.choice([*message])]
            case _:
                other[name] = chance.choice(OTHERS)
    if chance.random() < 0.7:
        with suppress(TypeError):
            other = signed(other, secret if chance.random() < 0.6 else None)
    return other, secret


def said(step: Callable[..., Any], *args: Any) -> str:
    """Return the seed that a step of the mail yields, '' if it refuses."""
    try:
        return str(step(*args))
    except MailError:
        return ""


@pytest.mark.row("V2")
@pytest.mark.parametrize("part", range(4))
def test_no_partner_gets_other_dice_in_many_tries(cases: Cases, part: int) -> None:
    """Whatever they send, both have the honest seed or none, by this implementation and by a second one."""
    chance, held = Random(f"attack {part}"), 0
    for number in range(many(125_000, 1_000)):
        # She sends him another reveal than the one that belongs to the answer he kept, whole or as a digest.
        message, _ = tampered(REVEALED, HERS, chance)
        kept: dict[str, str] | str = ANSWERED if chance.random() < 0.5 else ANSWERED["digest"]
        with cases(f"{part}/{number} reveal {ascii(message)}"):
            found = said(seed_from, message, kept)
            assert found in ("", SEED) and opened(message, kept) == found
            assert not found or message == REVEALED
            held += bool(found)
        # He answers her commitment otherwise: she goes on only with his number in her own exchange.
        message, secret = tampered(ANSWERED, HERS, chance)
        secret = chance.choice([HERS, HERS, HERS, secret])
        with cases(f"{part}/{number} answer {ascii(message)}"):
            found = said(lambda *args: seed_from(reveal(*args), args[1]), SEALED, message, secret)
            assert revealed(SEALED, message, secret) == found
            assert not found or (secret == HERS and message == {**SEALED, **signed({**ANSWERED, **message}, None)})
            held += bool(found)
    assert held > 0.02 * many(125_000, 1_000)


@pytest.mark.row("V3")
@pytest.mark.parametrize("name", ROLLING)
def test_rolling_again_is_proved_step_by_step(cases: Cases, name: str) -> None:
    game, chance = shipped(name), Random(f"again {name}")
    for record in honest(game, chance, many(20, 4), most_again=0):
        for _ in range(3):
            record = json.loads(json.dumps(once_more(game, record, chance)))
        with cases(f"{record['procedure']}, honest"):
            assert refusal(game, record) == ""
        for at, entry in enumerate(record["history"]):
            told = [
                {**entry, field: change}
                for field in entry
                for change in changes(entry[field])
                if json.dumps(change) != json.dumps(entry[field])
            ]
            told += [{key: value for key, value in entry.items() if key != field} for field in entry] + [
                {**entry, "more": 1}
            ]
            for other in sample(told, many(8, 3), chance):
                past = [*record["history"][:at], other, *record["history"][at + 1 :]]
                with cases(f"{record['procedure']}, history {json.dumps(other)[:80]}"):
                    assert refusal(game, chained({**record, "history": past})) != ""
        for told_of, other in forged(record, many(5, 2), chance):
            with cases(f"{record['procedure']}, rolled again from {told_of}"):
                step = record["rolls"][0]["path"].split("/")[1] if record["rolls"] else "x"
                with pytest.raises(InputError) as caught:
                    again(game, other, step, (), None)
                assert {found.code for found in caught.value.diagnostics} <= {"E530", "E532"}


SEEN = "Ukraine, our third game"
HIDDEN = [
    0x34F,
    0x115F,
    0x1160,
    0x17B4,
    0x17B5,
    0x180B,
    0x180D,
    0x180F,
    0x3164,
    0xFE00,
    0xFE0F,
    0xFFA0,
    0xE0100,
    0xE01EF,
]
NOT_ASSIGNED = (0xE000, 0xF8FF, 0x100000, 0x378, 0xFFFF, 0x10FFFF, 0xD800)
LOOK_THE_SAME = [
    ("Boris", "boris"),
    ("Boris", "\u0412\u043er\u0456\u0455"),
    ("Anna", "\u0410nn\u0430"),
    ("Anna", "\uff21nna"),
    ("Tono", "\u03a4\u03bfn\u03bf"),
    ("Caf\u00e9", "Cafe\u0301"),
    ("An na", "An\u00a0na"),
    ("An na", "An  na"),
]


@pytest.mark.row("V2")
def test_a_context_may_not_differ_from_another_by_what_cannot_be_seen(cases: Cases) -> None:
    """A second player answers each context once: one that only looks the same would get a second answer."""
    secret = bytes(range(16))
    sealed = commit("Anna", "Boris", SEEN, secret)
    formats = (code for code in range(0x110000) if unicodedata.category(chr(code)) in ("Cf", "Zl", "Zp", "Cc"))
    for code in (*formats, *HIDDEN, *NOT_ASSIGNED):
        for field in ("context", "first", "second"):
            with cases(f"U+{code:04X} in {field}"):
                text = sealed[field][:4] + chr(code) + sealed[field][4:]
                with pytest.raises(MailError):
                    commit(
                        **{name: sealed[name] for name in ("first", "second", "context")} | {field: text}, secret=secret
                    )
                forged = sealed | {field: text}
                with pytest.raises(MailError):
                    answer(forged, secret)
                assert not well_formed(forged)
    for first, other in LOOK_THE_SAME:
        with cases(f"{first} and {ascii(other)}"), pytest.raises(MailError, match="both players"):
            commit(first, other, SEEN, secret)
    spaced = commit("An\u00a0na", "Boris", f" {SEEN}\u3000", secret)
    assert (spaced["first"], spaced["context"]) == ("An na", SEEN)
