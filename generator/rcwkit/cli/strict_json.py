"""JSON of commands: facts printed on stdout, and files read strictly."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import click

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.reading.project import LIMIT

__all__ = ["print_json", "read_json"]

DEEPEST = 50
"""Deepest nesting of lists and objects in a JSON file."""


def print_json(facts: Any) -> None:
    """Print data on stdout; lone surrogates, from file names that are not UTF-8, become escapes."""
    click.echo(json.dumps(facts, indent=2, ensure_ascii=False).encode("utf-8", "backslashreplace").decode())


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object from a file, strictly: no duplicate keys, no NaN or Infinity, nesting up to `DEEPEST`.

    Raises InputError, also if the file is not a plain file or is too large.
    """

    def wrong(message: str, line: int = 1, column: int = 1) -> InputError:
        return InputError([Diagnostic("E531", message, Span(str(path), line, column))])

    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise wrong("is not a plain file")
        if status.st_size > LIMIT:
            raise wrong(f"is larger than {LIMIT // 2**20} MiB")
        data = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_unique_keys, parse_constant=_no_number)
        json.dumps(data, ensure_ascii=False).encode()
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}") from error
    except json.JSONDecodeError as error:
        raise wrong(f"is not JSON: {error.msg}", error.lineno, error.colno) from error
    except UnicodeEncodeError as error:
        raise wrong("has a text that is not Unicode: a lone surrogate") from error
    except UnicodeDecodeError as error:
        raise wrong("is not JSON: not UTF-8 text") from error
    except _StrictError as error:
        raise wrong(str(error)) from error
    except (ValueError, RecursionError) as error:
        raise wrong("cannot be read as JSON: a number is too long, or lists are nested too deeply") from error
    if not isinstance(data, dict):
        raise wrong("is not a JSON object")
    if _is_deep(data):
        raise wrong(f"is nested more than {DEEPEST} deep")
    return data


class _StrictError(ValueError):
    """JSON that laxer readers would accept."""


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _StrictError(f"has the key {twice!a} twice" if len(twice) <= 80 else "has a key twice")
    return found


def _no_number(name: str) -> Any:
    raise _StrictError(f"has {name}, which is not a number in JSON")


def _is_deep(data: Any) -> bool:
    level = [data]
    for _ in range(DEEPEST):
        lists = [list(part.values()) if isinstance(part, dict) else part for part in level]
        level = [inner for part in lists if isinstance(part, list) for inner in part]
    return bool(level)
