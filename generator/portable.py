"""What libyaml reads but PyYAML's own parser or ruamel.yaml refuses or reads otherwise, as far as its events do not show it."""

from __future__ import annotations

import re
from typing import Any

import yaml

from generator.diagnostics import Diagnostic, Span

__all__ = ["LOADER", "oddity"]

# The C parser is several times faster; where PyYAML was built without it, the other finds the same in all that is accepted.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CODE = "E107"
# Line breaks in YAML 1.1 and letters in YAML 1.2; and the byte order mark, which is read differently wherever it stands.
_ODD = re.compile("[\x85\u2028\u2029\ufeff]")
_TAB_OR_KEY = re.compile(r"\t|(?:^|[\s,\[{])\?", re.MULTILINE)
_COMMENT_OR_TAB = re.compile(r"(?:\A|(?<=[ \r\n]))#[^\r\n]*|\t")


def oddity(text: str, file: str) -> Diagnostic | None:
    """The first place that parsers read differently, in a text that libyaml has read to its end."""
    if not text.isascii() and (odd := _ODD.search(text)):
        name = "a byte order mark" if odd[0] == "\ufeff" else f"the line separator U+{ord(odd[0]):04X}"
        return Diagnostic(_CODE, f"{name} in the text", _span(text, file, odd.start()), "leave it out, or write an ordinary line break")
    # Most texts end here: to look at each token takes as long as to read them.
    return _tokens(text, file) if _TAB_OR_KEY.search(text) else None


def _tokens(text: str, file: str) -> Diagnostic | None:
    pieces, after = [], 0
    for token in yaml.scan(text, Loader=LOADER):
        start, end = token.start_mark.index, token.end_mark.index
        if isinstance(token, yaml.KeyToken) and end > start:
            return Diagnostic(_CODE, "a '?' before a key", _span(text, file, start), "write 'key: value'")
        # A '#' in quotes begins no comment.
        if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
            pieces += [text[after:start], "x" * (end - start)]
            after = end
    for found in _COMMENT_OR_TAB.finditer("".join([*pieces, text[after:]])):
        if found[0] == "\t":
            return Diagnostic(_CODE, "a tab between words", _span(text, file, found.start()), "write spaces, not tabs")
    return None


def _span(text: str, file: str, index: int) -> Span:
    lines = f"{text[:index]}x".splitlines()
    return Span(file, len(lines), len(lines[-1]))
