"""Dice by mail without trust: three messages (commit, answer, reveal) that together make one seed nobody could choose.

Each secret has 128 bits. The commitment and the seed bind the names of both players and what is rolled.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from generator.dice.codes import CodeError
from generator.dice.sources import LONG_SEED_BYTES, code_of, seed_of

__all__ = ["MailError", "answer", "commit", "reveal", "seed_from"]

SCHEME = "rcw-mail/1"


class MailError(ValueError):
    """A message that does not fit: another roll, other names, or a secret that was not the committed one."""


def commit(first: str, second: str, context: str, secret: bytes) -> dict[str, str]:
    """The first player's first message: what is rolled, between whom, and a seal on the secret (which stays at home)."""
    facts = {"scheme": SCHEME, "first": first, "second": second, "context": context}
    return {**facts, "seal": _seal(facts, secret)}


def answer(commitment: Mapping[str, Any], secret: bytes) -> dict[str, str]:
    """The second player's message: the commitment with a secret of his own, in the open."""
    return {**_facts(commitment), "seal": str(commitment["seal"]), "answer": code_of(secret)}


def reveal(message: Mapping[str, Any], secret: bytes) -> dict[str, str]:
    """The first player's second message: his secret laid open. Raises MailError if it is not the sealed one."""
    facts = _facts(message)
    if not hmac.compare_digest(_seal(facts, secret), str(message["seal"])):
        raise MailError("this secret is not the one that was sealed")
    return {**facts, "seal": str(message["seal"]), "answer": str(message["answer"]), "secret": code_of(secret)}


def seed_from(message: Mapping[str, Any]) -> str:
    """The code of the seed that a finished exchange gives. Raises MailError when anything in it does not fit."""
    facts = _facts(message)
    try:
        first, second = seed_of(str(message["secret"])), seed_of(str(message["answer"]))
    except (KeyError, CodeError) as error:
        raise MailError(f"the message is not complete: {error}") from error
    if len(first) != LONG_SEED_BYTES or len(second) != LONG_SEED_BYTES:
        raise MailError("a secret is shorter than 128 bits")
    if not hmac.compare_digest(_seal(facts, first), str(message.get("seal"))):
        raise MailError("the secret laid open is not the one that was sealed")
    return code_of(hmac.digest(first, _text(facts) + second, hashlib.sha256)[:LONG_SEED_BYTES])


def _facts(message: Mapping[str, Any]) -> dict[str, str]:
    names = ("scheme", "first", "second", "context")
    if message.get("scheme") != SCHEME or not all(isinstance(message.get(name), str) for name in names):
        raise MailError(f"this is no message of {SCHEME}")
    return {name: str(message[name]) for name in names}


def _text(facts: Mapping[str, str]) -> bytes:
    return json.dumps(dict(facts), sort_keys=True, ensure_ascii=False).encode()


def _seal(facts: Mapping[str, str], secret: bytes) -> str:
    return hmac.digest(secret, _text(facts), hashlib.sha256).hex()
