r"""Dice by mail without trust (`rcw-mail/2`): three messages that together make one seed that neither player could choose.

**Messages** are JSON objects whose values are all texts; they have exactly these fields, in any order:

1. *commitment*, from the first player: `scheme` (`rcw-mail/2`), `first`, `second` (the players), `context` (what is rolled), `seal`;
2. *answer*, from the second player: the commitment's five fields unchanged, and `answer`, `digest`;
3. *reveal*, from the first player: the answer's seven fields unchanged, and `secret`.

`first` and `second` are 1 to 100 characters and differ, `context` 1 to 1,000: in Unicode's form NFC, without spaces (category Zs) at either
end, and without control characters, line or paragraph separators and surrogates (categories Cc, Zl, Zp, Cs) anywhere. `seal` and `digest` are 64
hexadecimal digits in small letters. `answer` and `secret` are codes (see `codes`) of 16 bytes: the bytes as one number, the highest
first, in 26 digits and the check, written with capitals and hyphens as `encode` writes them. A message may not name a key twice: the
reader of files, `rcwkit.cli.group.read_json`, refuses that, since of two equal keys JSON keeps the last.

**Bytes.** `text(names)` is a JSON object of the named fields: keys in the order of their code points, `,` and `:` without spaces, no
escapes but `\"` and `\\`, as UTF-8. S and A are the 16 bytes of `secret` and `answer`, drawn at random; `five` are the commitment's
fields, `four` the same without `seal`, `six` the same with `answer`. A label, `|` and a text are joined:

    seal   = HMAC-SHA256(key S, "rcw-mail/2 seal|" + text(four)), as hexadecimal
    digest = SHA-256("rcw-mail/2 answer|" + text(six)), as hexadecimal
    seed   = HMAC-SHA256(key S, "rcw-mail/2 seed|" + text(six)), its first 16 bytes, as a code

**Steps.** What does not fit ends a step before it prints anything.

- `commit`: the first player draws S, sends the commitment, and keeps both.
- `answer`: the second player checks the commitment's form, draws A, sends the answer, and keeps it as sent, or its digest.
- `reveal`: the first player gives her own commitment, the answer and S. The answer has the right form; its five fields are those of the
  commitment; the digest fits; the seal is that of S; A is not S. Only then are S and the seed shown.
- `open`: the second player gives the reveal and the answer that he kept (or its digest). The reveal has the right form; its seven fields
  are those of the answer that he kept (or its digest is the one that he kept); the digest fits; the seal is that of S. Then he has the seed.

**Who could cheat, and when.** The first player is bound by the seal before she sees A: another S with the same seal would be a collision
of HMAC-SHA256. The second player sees of S the seal alone, so that to him the seed of any A is as good as random. She cannot put another
`answer` or `seal` into the reveal, since he compares both with what he kept; he cannot change what is rolled, since she compares with
what she sent. Names and context are under the seal, so that an exchange serves one roll only.

**What stays possible.** She may refuse to reveal once she has worked out the seed: agree that this loses the roll. Two exchanges for one
roll let her finish the better one: he answers each context once, and sends the same answer again when a message was lost. He learns the
seed last, and may deny it: the messages are not signed, and prove nothing to a third person. Who sends in another's name is not found out.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from rcwkit.dice.codes import CodeError
from rcwkit.dice.sources import LONG_SEED_BYTES, code_of, seed_of

__all__ = ["MailError", "answer", "commit", "reveal", "seed_from"]

SCHEME = "rcw-mail/2"
FOUR = ("scheme", "first", "second", "context")
FIVE = (*FOUR, "seal")
SIX = (*FIVE, "answer")
FORMS = {"commitment": FIVE, "answer": (*SIX, "digest"), "reveal": (*SIX, "digest", "secret")}
LONGEST = {"first": 100, "second": 100, "context": 1000}
_HEX = re.compile(r"[0-9a-f]{64}")


class MailError(ValueError):
    """A message that does not fit: of another form or exchange, changed, or with a secret that was not the sealed one."""


def commit(first: str, second: str, context: str, secret: bytes) -> dict[str, str]:
    """The commitment: what is rolled, between whom, and a seal on the secret (16 bytes, which stay at home). Raises MailError."""
    given = {"first": first, "second": second, "context": context}
    facts = {"scheme": SCHEME, **{name: unicodedata.normalize("NFC", text).strip() for name, text in given.items()}}
    _check_names(facts)
    return {**facts, "seal": _seal(facts, secret)}


def answer(commitment: Mapping[str, Any], secret: bytes) -> dict[str, str]:
    """The second player's message: the commitment with 16 bytes of his own in the open, and a digest of it all. Raises MailError."""
    message = {**_checked(commitment, "commitment"), "answer": code_of(_whole(secret))}
    return {**message, "digest": _digest(message)}


def reveal(commitment: Mapping[str, Any], answered: Mapping[str, Any], secret: bytes) -> dict[str, str]:
    """The first player's second message, with her secret laid open, once everything in the answer fits her own commitment. Raises MailError."""
    sent = _checked(commitment, "commitment")
    message = _checked(answered, "answer")
    _agree(sent, message, "your commitment")
    if not _equal(_seal(sent, secret), sent["seal"]):
        raise MailError("this secret is not the one that was sealed")
    if message["answer"] == code_of(secret):
        raise MailError("the answer is your own secret")
    return {**message, "secret": code_of(secret)}


def seed_from(revealed: Mapping[str, Any], kept: Mapping[str, Any] | str) -> str:
    """The code of the seed, once the reveal fits the answer that the second player kept, whole or as its digest. Raises MailError."""
    message = _checked(revealed, "reveal")
    if isinstance(kept, str):
        if not _HEX.fullmatch(kept):
            raise MailError("what was kept is not a digest of 64 hexadecimal digits")
        if not _equal(kept, message["digest"]):
            raise MailError("this is not the answer whose digest was kept")
    else:
        _agree(_checked(kept, "answer"), message, "the answer that was kept")
    secret = seed_of(message["secret"])
    if not _equal(_seal(message, secret), message["seal"]):
        raise MailError("the secret laid open is not the one that was sealed")
    return code_of(_mac(secret, "seed", message, SIX)[:LONG_SEED_BYTES])


def _checked(message: Mapping[str, Any], form: str) -> dict[str, str]:
    """A message of the given form with all that can be checked in it alone; the others' fields stand in the order of the docstring."""
    scheme = message.get("scheme")
    if isinstance(scheme, str) and scheme != SCHEME and re.fullmatch(r"rcw-mail/[0-9]{1,6}", scheme):
        raise MailError(
            f"it is of {scheme}, from another version of rcwkit, and this one speaks {SCHEME}; begin anew with mail commit"
        )
    if scheme != SCHEME or not all(isinstance(value, str) for value in message.values()):
        raise MailError(f"it is no message of {SCHEME}")
    names = FORMS[form]
    if set(message) != set(names):
        other = next((known for known, fields in FORMS.items() if set(message) == set(fields)), "")
        raise MailError(
            f"the {form} is wanted, and this is the {other}"
            if other
            else f"the {form} has exactly the fields {', '.join(names)}"
        )
    _check_names(message)
    for name in {"seal", "digest"} & set(names):
        if not _HEX.fullmatch(message[name]):
            raise MailError(f"'{name}' is not 64 hexadecimal digits")
    for name in {"answer", "secret"} & set(names):
        _check_code(name, message[name])
    if "digest" in names and not _equal(_digest(message), message["digest"]):
        raise MailError("the answer was changed: its digest does not fit")
    return {name: message[name] for name in names}


def _check_names(message: Mapping[str, str]) -> None:
    for name, most in LONGEST.items():
        text = message[name]
        if not 0 < len(text) <= most:
            raise MailError(f"'{name}' has {len(text):,} characters, where 1 to {most:,} are wanted")
        if any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text):
            raise MailError(f"'{name}' is not one line of plain text")
        if text != unicodedata.normalize("NFC", text).strip():
            raise MailError(f"'{name}' is not in the form in which it is sealed: NFC, without spaces at its ends")
    if message["first"] == message["second"]:
        raise MailError("both players have the same name")


def _check_code(name: str, code: str) -> None:
    try:
        fits = code_of(seed_of(code)) == code and len(seed_of(code)) == LONG_SEED_BYTES
    except CodeError:
        fits = False
    if not fits:
        raise MailError(f"'{name}' is not a code of 128 bits as it was written")


def _agree(ours: Mapping[str, str], theirs: Mapping[str, str], what: str) -> None:
    for name, value in ours.items():
        if not _equal(theirs[name], value):
            raise MailError(f"'{name}' is not what {what} says")


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _text(message: Mapping[str, str], names: tuple[str, ...]) -> bytes:
    return json.dumps(
        {name: message[name] for name in names}, sort_keys=True, ensure_ascii=False, separators=(",", ":")
    ).encode()


def _mac(secret: bytes, label: str, message: Mapping[str, str], names: tuple[str, ...]) -> bytes:
    return hmac.digest(secret, f"{SCHEME} {label}|".encode() + _text(message, names), hashlib.sha256)


def _whole(secret: bytes) -> bytes:
    if len(secret) != LONG_SEED_BYTES:
        raise MailError("the secret does not have 128 bits")
    return secret


def _seal(message: Mapping[str, str], secret: bytes) -> str:
    return _mac(_whole(secret), "seal", message, FOUR).hex()


def _digest(message: Mapping[str, str]) -> str:
    return hashlib.sha256(f"{SCHEME} answer|".encode() + _text(message, SIX)).hexdigest()
