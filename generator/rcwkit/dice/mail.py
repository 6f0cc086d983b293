r"""Trustless dice by mail (`rcw-mail/2`): three messages that together yield a seed that neither player could choose.

**Messages** are JSON objects whose values are all strings, with exactly these fields in any order:

1. *commitment*, from the first player: `scheme` (`rcw-mail/2`), `first` and `second` (the players), `context` (what is
   rolled), `seal`;
2. *answer*, from the second player: the commitment's five fields unchanged, `answer` and `digest`;
3. *reveal*, from the first player: the answer's seven fields unchanged, and `secret`.

`first` and `second` have 1 to 100 characters, `context` has 1 to 1,000. All are in NFC. Every character can be seen:
none is of category Cc, Cf, Cn, Co, Cs, Zl or Zp (in Unicode 14, which Python 3.11 has, or later), U+034F, U+115F,
U+1160, U+17B4, U+17B5, U+3164, U+FFA0, or a variation selector (U+180B to U+180D, U+180F, U+FE00 to U+FE0F, U+E0100 to
U+E01EF). The only character of category Zs is the space U+0020, at neither end and never twice in a row. `first` and
`second` also differ when compared in NFKC, case folded, again in NFKC, and with letters that look like Latin ones
replaced by these: U+0430 a, 0432 b, 0435 e, 043A k, 043C m, 043D h, 043E o, 0440 p, 0441 c, 0442 t, 0443 y, 0445 x,
0455 s, 0456 i, 0458 j, 03B1 a, 03B2 b, 03B5 e, 03B6 z, 03B7 h, 03B9 i, 03BA k, 03BC m, 03BD n, 03BF o, 03C1 p, 03C4 t,
03C5 y, 03C7 x. `seal` and `digest` are 64 lower-case hexadecimal digits. `answer` and `secret` are codes (see `codes`)
of 16 bytes: one big-endian number in 26 digits and the check character, with capitals and hyphens as written by
`encode`. No key may occur twice in a message: JSON would keep the last, so `cli.strict_json.read_json` refuses such
files.

**Bytes.** `text(names)` is a JSON object of the named fields in UTF-8: keys in code point order, `,` and `:` without
spaces, no escapes but `\"` and `\\`. S and A are the 16 random bytes of `secret` and `answer`. `four` are the fields of
the commitment without `seal`, `six` those with `seal` and `answer`. A label, `|` and a text are joined:

    seal   = HMAC-SHA256(key S, "rcw-mail/2 seal|" + text(four)), in hexadecimal
    digest = SHA-256("rcw-mail/2 answer|" + text(six)), in hexadecimal
    seed   = HMAC-SHA256(key S, "rcw-mail/2 seed|" + text(six)), its first 16 bytes, as a code

**Steps.** Any mismatch ends a step before it prints anything.

- `commit`: the first player draws S, sends the commitment, and keeps both.
- `answer`: the second player checks the form of the commitment, draws A, sends the answer, and keeps it or its digest.
- `reveal`: the first player supplies her own commitment, the answer and S. The answer must be well formed, its first
  five fields must match the commitment, the digest and the seal of S must be right, and A must not be S. Only then are
  S and the seed shown.
- `open`: the second player supplies the reveal and the answer that he kept (or its digest). The reveal must be well
  formed, its first seven fields must match the answer (or its digest), and the digest and the seal of S must be right.
  Then he has the seed.

**Security.** The seal binds the first player before she sees A: another S with the same seal would be a collision of
HMAC-SHA256. Of S the second player sees only the seal, so to him the seed of any A looks random. She cannot change
`answer` or `seal` in the reveal, since he compares both with what he kept; he cannot change what is rolled, since she
compares it with what she sent. The seal covers names and context, so an exchange serves one roll only.

**Limits.** She may refuse to reveal once she has worked out the seed: agree that this forfeits the roll. With two
exchanges for one roll she could finish the better one: he answers each context once, and resends that answer if a
message was lost. He learns the seed last and may deny it: the messages are not signed and prove nothing to a third
party. Impersonation is not detected.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from rcwkit.dice.sources import LONG_SEED_BYTES, CodeError, code_of, seed_of

SCHEME = "rcw-mail/2"
HIDDEN = frozenset(
    chr(code)
    for first, last in (
        (0x34F, 0x34F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180D),
        (0x180F, 0x180F),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
"""Letters and marks that are not drawn; all others that are not are of the categories below."""
UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_LETTERS = (
    "430 432 435 43A 43C 43D 43E 440 441 442 443 445 455 456 458 "
    "3B1 3B2 3B5 3B6 3B7 3B9 3BA 3BC 3BD 3BF 3C1 3C4 3C5 3C7"
)
_ALIKE = str.maketrans("".join(chr(int(code, 16)) for code in _LETTERS.split()), "abekmhopctyxsijabezhikmnoptyx")
"""Cyrillic letters, then Greek ones, and the Latin letters that look like them."""
FOUR = ("scheme", "first", "second", "context")
SIX = (*FOUR, "seal", "answer")
FORMS = {"commitment": SIX[:5], "answer": (*SIX, "digest"), "reveal": (*SIX, "digest", "secret")}
LONGEST = {"first": 100, "second": 100, "context": 1000}
_HEX = re.compile(r"[0-9a-f]{64}")


class MailError(ValueError):
    """A message that is malformed, was changed, belongs to another exchange, or reveals another secret."""


def commit(first: str, second: str, context: str, secret: bytes) -> dict[str, str]:
    """Return the commitment: the players, what is rolled, and a seal on the secret (16 bytes). Raises MailError."""
    given = {"first": first, "second": second, "context": context}
    facts = {"scheme": SCHEME, **{name: _in_form(text) for name, text in given.items()}}
    _check_names(facts)
    return {**facts, "seal": _seal(facts, secret)}


def answer(commitment: Mapping[str, Any], secret: bytes) -> dict[str, str]:
    """Return the second player's answer: the commitment, 16 public bytes of his own, and a digest. Raises MailError."""
    message = {**_checked(commitment, "commitment"), "answer": code_of(_whole(secret))}
    return {**message, "digest": _digest(message)}


def reveal(commitment: Mapping[str, Any], answered: Mapping[str, Any], secret: bytes) -> dict[str, str]:
    """Return the first player's reveal of her secret. Raises MailError if the answer does not match her commitment."""
    if set(commitment) == set(FORMS["answer"]) and set(answered) == set(FORMS["commitment"]):
        raise MailError("this is the commitment, not the answer: they come in the other order")
    sent = _checked(commitment, "commitment")
    message = _checked(answered, "answer")
    _agree(sent, message, "your commitment")
    if not _equal(_seal(sent, secret), sent["seal"]):
        raise MailError("this secret is not the sealed one")
    if message["answer"] == code_of(secret):
        raise MailError("the answer is your own secret")
    return {**message, "secret": code_of(secret)}


def seed_from(revealed: Mapping[str, Any], kept: Mapping[str, Any] | str) -> str:
    """Return the code of the seed. Raises MailError if the reveal does not match `kept`, the answer or its digest."""
    message = _checked(revealed, "reveal")
    if isinstance(kept, str):
        if not _HEX.fullmatch(kept):
            raise MailError("the kept digest is not 64 hexadecimal digits")
        if not _equal(kept, message["digest"]):
            raise MailError("the answer does not match the kept digest")
    else:
        _agree(_checked(kept, "answer"), message, "the kept answer")
    secret = seed_of(message["secret"])
    if not _equal(_seal(message, secret), message["seal"]):
        raise MailError("the revealed secret is not the sealed one")
    return code_of(_mac(secret, "seed", message, SIX)[:LONG_SEED_BYTES])


def _checked(message: Mapping[str, Any], form: str) -> dict[str, str]:
    """Return a message of the given form, checked on its own, with its fields in the documented order."""
    scheme = message.get("scheme")
    if isinstance(scheme, str) and scheme != SCHEME and re.fullmatch(r"rcw-mail/[0-9]{1,6}", scheme):
        advice = f"this one uses {SCHEME}: start again with mail commit"
        raise MailError(f"it is in {scheme}, from another version of rcwkit; {advice}")
    if scheme != SCHEME or not all(isinstance(value, str) for value in message.values()):
        raise MailError(f"it is not a message of {SCHEME}")
    names = FORMS[form]
    for other, fields in FORMS.items():
        if other != form and set(message) == set(fields):
            raise MailError(f"this is the {other}, not the {form}")
    if set(message) != set(names):
        raise MailError(f"the {form} has exactly the fields {', '.join(names)}")
    _check_names(message)
    for name in {"seal", "digest"} & set(names):
        if not _HEX.fullmatch(message[name]):
            raise MailError(f"'{name}' is not 64 hexadecimal digits")
    for name in {"answer", "secret"} & set(names):
        _check_code(name, message[name])
    if "digest" in names and not _equal(_digest(message), message["digest"]):
        raise MailError("the answer was changed: its digest does not match")
    return {name: message[name] for name in names}


def _check_names(message: Mapping[str, str]) -> None:
    for name, most in LONGEST.items():
        text = message[name]
        if not 0 < len(text) <= most:
            raise MailError(f"'{name}' has {len(text):,} characters instead of 1 to {most:,}")
        for character in text:
            if unicodedata.category(character) in UNSEEN or character in HIDDEN:
                raise MailError(f"'{name}' is not one line of text that can be seen: it has U+{ord(character):04X}")
        if text != _in_form(text):
            raise MailError(
                f"'{name}' is not in the form that is sealed: NFC, without spaces at either end or two in a row"
            )
    if _alike(message["first"]) == _alike(message["second"]):
        raise MailError("both players have the same name, or names that look the same")


def _in_form(text: str) -> str:
    """Return a text in NFC, with single spaces, and none at either end."""
    plain = "".join(
        " " if unicodedata.category(character) == "Zs" else character
        for character in unicodedata.normalize("NFC", text)
    )
    return re.sub(" {2,}", " ", plain).strip(" ")


def _alike(name: str) -> str:
    """Return a name in a form that is the same for names that look the same: NFKC, case folded, letters in Latin."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).translate(_ALIKE)


def _check_code(name: str, code: str) -> None:
    try:
        fits = code_of(seed_of(code)) == code and len(seed_of(code)) == LONG_SEED_BYTES
    except CodeError:
        fits = False
    if not fits:
        raise MailError(f"'{name}' is not a code of 128 bits in its original spelling")


def _agree(ours: Mapping[str, str], theirs: Mapping[str, str], what: str) -> None:
    for name, value in ours.items():
        if not _equal(theirs[name], value):
            raise MailError(f"'{name}' does not match {what}")


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _text(message: Mapping[str, str], names: tuple[str, ...]) -> bytes:
    fields = {name: message[name] for name in names}
    return json.dumps(fields, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


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
