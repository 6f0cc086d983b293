"""Dice by mail: the refusals at each step, and that neither player can choose the seed."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from faults_support import command, refused
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.dice.mail import LONGEST, MailError, answer, commit, reveal, seed_from
from rcwkit.dice.sources import code_of, face, seed_of

HERS, HIS = bytes(range(16)), bytes(range(100, 116))
SEALED = commit("Anna", "Boris", "Ukraine, game 7", HERS)
ANSWERED = answer(SEALED, HIS)
REVEALED = reveal(SEALED, ANSWERED, HERS)


def text(message: dict[str, str], *names: str) -> str:
    return json.dumps(
        {name: message[name] for name in names}, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )


def with_digest(message: dict[str, str]) -> dict[str, str]:
    """Return the message with its public digest recomputed."""
    six = ("scheme", "first", "second", "context", "seal", "answer")
    return {**message, "digest": hashlib.sha256(f"rcw-mail/2 answer|{text(message, *six)}".encode()).hexdigest()}


def test_the_bytes_are_those_of_the_protocol() -> None:
    four = ("scheme", "first", "second", "context")
    assert text(SEALED, *four) == '{"context":"Ukraine, game 7","first":"Anna","scheme":"rcw-mail/2","second":"Boris"}'
    assert SEALED["seal"] == hmac.digest(HERS, f"rcw-mail/2 seal|{text(SEALED, *four)}".encode(), "sha256").hex()
    assert with_digest(ANSWERED) == ANSWERED
    whole = text(ANSWERED, *four, "seal", "answer")
    assert seed_from(REVEALED, ANSWERED) == code_of(
        hmac.digest(HERS, f"rcw-mail/2 seed|{whole}".encode(), "sha256")[:16]
    )
    assert SEALED["seal"] == "95de98754154830f2d3305e877bc0f330f841a5a6e621a11d5b0c0328ca5afbf"
    assert seed_from(REVEALED, ANSWERED) == "15RE-92FP-G17E-7X41-CEKS-EV5F-XDE"


def test_letters_stand_in_the_bytes_as_they_are_and_quotes_escaped() -> None:
    sealed = commit("Zoë", "Boris", 'a "b" \\', HERS)
    told = '{"context":"a \\"b\\" \\\\","first":"Zoë","scheme":"rcw-mail/2","second":"Boris"}'
    assert sealed["seal"] == hmac.digest(HERS, f"rcw-mail/2 seal|{told}".encode(), "sha256").hex()


def test_names_and_words_have_their_lengths() -> None:
    assert commit("x" * 100, "y" * 100, "z" * 1000, HERS)["context"] == "z" * 1000
    for first, second, context in (("x" * 101, "y", "z"), ("x", "y" * 101, "z"), ("x", "y", "z" * 1001)):
        with pytest.raises(MailError, match="characters instead of 1 to"):
            commit(first, second, context, HERS)


def test_a_secret_has_128_bits_and_a_digest_64_digits() -> None:
    for secret in (HERS[:15], HERS + b"x", b""):
        with pytest.raises(MailError, match="does not have 128 bits"):
            commit("Anna", "Boris", "Ukraine", secret)
        with pytest.raises(MailError, match="does not have 128 bits"):
            answer(SEALED, secret)
        with pytest.raises(MailError, match="does not have 128 bits"):
            reveal(SEALED, ANSWERED, secret)
    for kept in ("", ANSWERED["digest"].upper(), "é", "\udcff"):
        with pytest.raises(MailError, match="kept digest is not 64 hexadecimal digits"):
            seed_from(REVEALED, kept)


def test_the_first_player_cannot_put_another_answer_into_the_reveal() -> None:
    """With the answer read from her own message, she could have retried until the dice suited her."""
    wanted = 0
    for number in range(500):
        other = reveal(SEALED, answer(SEALED, number.to_bytes(16, "big")), HERS)
        wanted += [face(seed_of(seed_from(other, other["digest"])), f"p/s.{die}", 6) for die in range(2)] == [1, 1]
        for kept in (ANSWERED, ANSWERED["digest"]):
            with pytest.raises(MailError, match=r"'answer' does not match|not match the kept digest"):
                seed_from(other, kept)
    assert wanted > 3


def test_the_first_player_cannot_seal_another_secret_afterwards() -> None:
    late = commit("Anna", "Boris", "Ukraine, game 7", bytes(16))
    other = reveal(late, answer(late, HIS), bytes(16))
    for kept in (ANSWERED, ANSWERED["digest"]):
        with pytest.raises(MailError, match=r"'seal' does not match|not match the kept digest"):
            seed_from(other, kept)
    with pytest.raises(MailError, match="revealed secret is not the sealed one"):
        seed_from({**REVEALED, "secret": code_of(bytes(16))}, ANSWERED)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"first": "Anne"}, "'first' does not match your commitment"),
        ({"context": "Ukraine, game 8"}, "'context' does not match your commitment"),
        ({"seal": "0" * 64}, "'seal' does not match your commitment"),
        ({"answer": code_of(HERS)}, "the answer is your own secret"),
        ({"answer": code_of(b"short")}, "'answer' is not a code of 128 bits"),
        ({"answer": ANSWERED["answer"].lower()}, "'answer' is not a code of 128 bits"),
        ({"answer": "xx"}, "'answer' is not a code of 128 bits"),
        ({"answer": "\ud800"}, "'answer' is not a code of 128 bits"),
        ({"more": "text"}, "has exactly the fields"),
        ({"scheme": "rcw-mail/1"}, "it is in rcw-mail/1, from another version"),
        ({"first": "Boris"}, "the same name"),
    ],
)
def test_an_answer_that_does_not_fit_leaves_the_secret_closed(change: dict[str, str], said: str) -> None:
    forged = {**ANSWERED, **change}
    if "\ud800" not in forged["answer"]:
        forged = with_digest(forged)
    with pytest.raises(MailError, match=said) as caught:
        reveal(SEALED, forged, HERS)
    assert code_of(HERS) not in str(caught.value)


def test_an_answer_without_its_digest_is_refused() -> None:
    with pytest.raises(MailError, match="digest does not match"):
        reveal(SEALED, {**ANSWERED, "answer": code_of(bytes(16))}, HERS)
    with pytest.raises(MailError, match="this is the commitment, not the answer"):
        reveal(SEALED, SEALED, HERS)
    with pytest.raises(MailError, match="not the sealed one"):
        reveal(SEALED, ANSWERED, HIS)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seal": "é"}, "64 hexadecimal digits"),
        ({"seal": "A" * 64}, "64 hexadecimal digits"),
        ({"seal": 5}, "not a message of rcw-mail/2"),
        ({"seal": None}, "not a message of rcw-mail/2"),
        ({"seal": "0" * 63 + "\n"}, "64 hexadecimal digits"),
        ({"context": "\ud800"}, "not one line"),
        ({"context": "a\nb"}, "not one line"),
        ({"context": "Cafe\u0301"}, "NFC"),
        ({"context": " Ukraine"}, "without spaces at either end"),
        ({"context": ""}, "0 characters"),
        ({"context": "x" * 1001}, "1,001 characters"),
        ({"first": "x" * 101}, "101 characters"),
        ({"scheme": "rcw-dice/1"}, "not a message of rcw-mail/2"),
        ({"scheme": None}, "not a message of rcw-mail/2"),
        ({"answer": "x"}, "has exactly the fields"),
    ],
)
def test_a_commitment_of_another_form_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(MailError, match=said):
        answer({**SEALED, **change}, HIS)


@given(st.text(), st.text(), st.text())
def test_what_can_be_sealed_can_be_answered(first: str, second: str, context: str) -> None:
    try:
        sealed = commit(first, second, context, HERS)
    except MailError:
        return
    assert len(sealed["context"]) <= LONGEST["context"]
    answered = answer(json.loads(json.dumps(sealed)), HIS)
    assert len(seed_of(seed_from(reveal(sealed, answered, HERS), answered["digest"]))) == 16


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., list[str]]:
    def write(*messages: Any) -> list[str]:
        paths = [tmp_path / f"{number}.json" for number in range(len(messages))]
        for path, message in zip(paths, messages, strict=True):
            path.write_text(message if isinstance(message, str) else json.dumps(message), encoding="utf-8")
        return [str(path) for path in paths]

    return write


def test_nothing_of_the_secret_is_printed_before_the_answer_fits(files: Callable[..., list[str]]) -> None:
    secret = code_of(HERS)
    for forged in (
        {**ANSWERED, "answer": "xx"},
        with_digest({**ANSWERED, "context": "another"}),
        SEALED,
        {},
        "[",
        '{"a":1,"a":2}',
    ):
        result = command("mail", "reveal", *files(SEALED, forged), secret)
        refused(result, "" if isinstance(forged, str) else "E540")
        assert secret[:9] not in result.stdout + result.stderr
        assert result.stdout == ""
    mistyped = command("mail", "reveal", *files(SEALED, ANSWERED), secret[:-1] + ("0" if secret[-1] != "0" else "1"))
    refused(mistyped, "E540")
    assert secret[:9] not in mistyped.stdout + mistyped.stderr


def test_the_command_line_is_refused_as_cleanly(files: Callable[..., list[str]]) -> None:
    refused(command("mail", "commit", "Anna", "Boris", "\udcff"), "E540")
    refused(command("mail", "commit", "Anna", "Anna", "x"), "E540")
    refused(command("mail", "answer", *files({**SEALED, "seal": "é"})), "E540")
    refused(command("mail", "answer", *files('{"seal": "\\ud800"}')), "E531")
    revealed, answered = files(REVEALED, ANSWERED)
    refused(command("mail", "open", revealed, "0" * 64), "E540")
    refused(command("mail", "open", revealed, ANSWERED["answer"]), "E531")
    refused(command("mail", "open", answered, answered), "E540")
