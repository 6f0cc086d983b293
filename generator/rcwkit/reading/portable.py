"""Refuse YAML that libyaml accepts but PyYAML's own parser or ruamel.yaml reads differently, if its events hide it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rcwkit.diagnostics import Diagnostic, Span

__all__ = ["doubtful", "oddity"]

_CODE = "E107"
# Line breaks in YAML 1.1 but letters in YAML 1.2; and the byte order mark, which parsers read differently anywhere.
_ODD = re.compile("[\x85\u2028\u2029\ufeff]")
_QUESTION = re.compile(r"\?(?<=[\s,\[{]\?)|\A\?")
_COMMENT_TAB_OR_KEY = re.compile(r"(?:\A|(?<=[ \r\n]))#[^\r\n]*|[\t?]")
_SIGN = re.compile(r"[#\t?]")
_ANY_BUT_TABS = re.compile(r"[^\t]")


def doubtful(text: str) -> bool:
    """Return whether a text may have tabs between values or '? ' before a key; only its scalars' places can tell."""
    return "\t" in text or ("?" in text and _QUESTION.search(text) is not None)


def oddity(text: str, file: str, scalars: Sequence[tuple[int, int, bool]]) -> Diagnostic | None:
    """Return the first place that parsers read differently, in a text that libyaml has read to its end.

    `scalars` are (start, end, quoted) of each scalar of a doubtful text, in order.
    """
    if not text.isascii() and (odd := _ODD.search(text)):
        name = "a byte order mark" if odd[0] == "\ufeff" else f"the line separator U+{ord(odd[0]):04X}"
        hint = "leave it out, or write an ordinary line break"
        return Diagnostic(_CODE, f"{name} in the text", _span(text, file, odd.start()), hint)
    if not scalars:
        return None
    pieces, after = [], 0
    for start, end, quoted in scalars:
        if _SIGN.search(text, start, end):
            # A tab in an unquoted scalar can only stand at the end of a line, and counts.
            pieces += [text[after:start], "x" * (end - start) if quoted else _ANY_BUT_TABS.sub("x", text[start:end])]
            after = end
    for found in _COMMENT_TAB_OR_KEY.finditer("".join([*pieces, text[after:]])):
        if found[0] == "\t":
            return Diagnostic(_CODE, "a tab between words", _span(text, file, found.start()), "write spaces, not tabs")
        if found[0] == "?":
            return Diagnostic(_CODE, "a '?' before a key", _span(text, file, found.start()), "write 'key: value'")
    return None


def _span(text: str, file: str, index: int) -> Span:
    lines = f"{text[:index]}x".splitlines()
    return Span(file, len(lines), len(lines[-1]))
