"""Hints for YAML syntax errors: the place of the likely mistake, and what to write instead."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Advice", "advice"]

_NO_SPACE = re.compile(r"^\s*(?:- +)*[\w.-]+(?P<at>:)[^\s/:]")
_EQUALS = re.compile(r"^\s*(?:- +)*[\w.-]+\s*(?P<at>=)")
_DASH = re.compile(r"^\s*(?P<at>-)[^\s\d-]")
_HASH = re.compile(r"^[^\"']*?(?:\"[^\"]*\"[^\"']*?|'[^']*'[^\"']*?)*?[:,\[\s](?P<at>#)(?:\S|.*[}\]])")
_NAMED = re.compile(r"(?:^|[\s\[{,])([*&][^\s\[\]{},]*)$")
_BEGUN = re.compile(r"^\s*(?:- +)*[\w.-]+: +(?P<at>['\"\[{])")

LONGEST = 2000
"""Maximum number of characters examined in a line: an untrusted file may be one line of millions."""


class Advice(NamedTuple):
    """A hint, and the line and column that it concerns, counted from 1."""

    line: int
    column: int
    hint: str


def advice(text: str, problem: str, line: int, column: int, opened: int) -> Advice:
    """Return advice on a parser's problem; `opened` is the line where the construct it was reading began."""
    rows = text.splitlines()
    row = _row(rows, line)
    if "\t" in row[: len(row) - len(row.lstrip())] or "'\\t'" in problem:
        return Advice(line, column, "indent with spaces, not tabs")
    found = _beside(rows, line)
    if found is not None:
        return found
    if "',' or '" in problem:
        return _flow(rows, line, column, opened)
    # For an alias or anchor, the parser points past its name.
    if "scanning an a" in problem and (named := _NAMED.search(row[:column].rstrip())):
        column = named.start(1) + 1
    return Advice(line, column, _hint(problem, row, column))


def _hint(problem: str, row: str, column: int) -> str:
    if "mapping values are not allowed" in problem:
        return "quote the text if it contains ': '"
    if "cannot start any token" in problem or "scanning an a" in problem or "expected node content" in problem:
        character = row[column - 1 : column]
        return f"quote a text that begins with '{character}'" if character.strip() else ""
    if "expected key" in problem:
        begun = _BEGUN.match(row[: column - 1])
        if begun is None:
            return "indent it like the entries beside it"
        return "put a text with an apostrophe into double quotes" if begun["at"] == "'" else "quote the whole text"
    return ""


def _beside(rows: list[str], line: int) -> Advice | None:
    """Find `key:value`, `key=value` or `-item` in this line, or in the one before, which the parser still accepted."""
    before = next((number for number in range(line - 1, 0, -1) if rows[number - 1].strip()), line)
    for number in dict.fromkeys((line, before)):
        for pattern, hint in (
            (_NO_SPACE, "put a space after the colon"),
            (_EQUALS, "write 'key: value', not 'key = value'"),
            (_DASH, "put a space after the dash"),
        ):
            found = pattern.match(_row(rows, number))
            if found:
                return Advice(number, found.start("at") + 1, hint)
    return None


def _flow(rows: list[str], line: int, column: int, opened: int) -> Advice:
    """Find an unintended comment, an unclosed bracket or a missing comma in a flow collection."""
    for number in range(opened, line):
        found = _HASH.match(_row(rows, number))
        if found:
            return Advice(number, found.start("at") + 1, "quote a text with '#' in it: what follows is a comment")
    if opened < line:
        return Advice(line, column, f"the bracket of line {opened} is not closed")
    return Advice(line, column, "put a comma between entries; quote a text with ': ', a comma or a bracket in it")


def _row(rows: list[str], line: int) -> str:
    return rows[line - 1][:LONGEST] if 0 < line <= len(rows) else ""
