"""What in a folder is ours: what its manifest names, or a record beside it, or the staged manifest of a build that was broken off.

Anything else is a stranger's or the user's, and is never replaced or removed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span

__all__ = [
    "MANIFEST",
    "STAGED",
    "TOOL",
    "Left",
    "digest",
    "digest_of",
    "holds",
    "in_the_way",
    "is_plain",
    "left_in",
    "read_manifest",
    "refuse",
]

MANIFEST = "manifest.json"
STAGED = ".rcwkit-staged-"
"""How the name of a file begins that is not yet in its place."""
TOOL = "rcwkit"
_LARGEST = 2**24


def digest(data: bytes) -> str:
    """SHA-256, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def is_plain(path: Path) -> bool:
    """Whether a path is a file, and no link to one."""
    return path.is_file() and not path.is_symlink()


def digest_of(path: Path) -> str | None:
    """The digest of a plain file; None for anything else, or what cannot be read."""
    with suppress(OSError, ValueError):
        return digest(path.read_bytes()) if is_plain(path) else None
    return None


def holds(path: Path, data: bytes) -> bool:
    """Whether a file has these contents already."""
    with suppress(OSError):
        return is_plain(path) and path.stat().st_size == len(data) and path.read_bytes() == data
    return False


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest that a build left in a folder; one without outputs where there is none, or where it is not ours."""
    return _manifest(folder / MANIFEST) or {"outputs": {}}


class Left(NamedTuple):
    """What builds before this one left in a folder: the digests of their files, and of those that a broken-off one may have put in place.

    `named` are the files that are ours whatever is in them now; in `forms` someone may have written. `built` says that there was a build,
    whose manifest and record are ours.
    """

    outputs: Mapping[str, str]
    begun: Mapping[str, str]
    named: frozenset[str]
    forms: frozenset[str]
    built: bool


def left_in(folder: Path, known: Mapping[str, str]) -> Left:
    """What is left in a folder; `known` are digests of files that a build is known to have left there, whatever became of its manifest."""
    manifest = _manifest(folder / MANIFEST)
    outputs, begun = _digests(manifest), _digests(_manifest(folder / f"{STAGED}{MANIFEST}"))
    options = manifest.get("options") if manifest else None
    screen = isinstance(options, dict) and options.get("screen") is True
    forms = frozenset(name for name in outputs if screen and name.endswith(".pdf"))
    return Left({**known, **outputs}, begun, frozenset(outputs), forms, bool(manifest or known))


def refuse(folder: Path, left: Left, contents: Mapping[str, bytes], beside: Iterable[str]) -> None:
    """Raise InputError if publishing would replace what we did not make, or a form that was filled in.

    `beside` are those of the names that no manifest tells: its own, and the record's.
    """
    changed = [
        name for name, data in contents.items() if os.path.lexists(folder / name) and not holds(folder / name, data)
    ]
    changed = [
        name
        for name in changed
        if (digest_of(folder / name) or "no plain file") not in (left.outputs.get(name), left.begun.get(name))
    ]
    ours = {*left.named, *(beside if left.built else ())}
    foreign = [name for name in changed if name not in ours and not (folder / name).is_dir()]
    filled = [name for name in changed if name in left.forms]
    if foreign:
        raise in_the_way(folder, foreign)
    if filled:
        hint = "move them away to keep them, or delete them; nothing was changed"
        raise InputError(
            [
                Diagnostic(
                    "E536",
                    f"forms that were filled in would be replaced: {', '.join(filled)}",
                    Span(str(folder), 0),
                    hint,
                )
            ]
        )


def in_the_way(folder: Path, names: Iterable[str]) -> InputError:
    """The error that there are files in a folder which we did not make, and which would be replaced."""
    hint = "move them away, or choose another place with --out; nothing was changed"
    return InputError(
        [
            Diagnostic(
                "E535",
                f"would be replaced, but rcwkit did not make them: {', '.join(names)}",
                Span(str(folder), 0),
                hint,
            )
        ]
    )


def _manifest(path: Path) -> dict[str, Any] | None:
    """A manifest of ours; None for anything else."""
    # It may come from a stranger: no pipe, no device, no depth without end.
    with suppress(OSError, ValueError, RecursionError):
        if is_plain(path) and path.stat().st_size <= _LARGEST:
            found = json.loads(path.read_text(encoding="utf-8"))
            ours = (
                isinstance(found, dict)
                and str(found.get("tool")).startswith(TOOL)
                and isinstance(found.get("outputs"), dict)
            )
            return found if ours else None
    return None


def _digests(manifest: Mapping[str, Any] | None) -> dict[str, str]:
    """The digests of a manifest's outputs by name."""
    outputs = manifest["outputs"].items() if manifest else ()
    return {
        name: one["sha256"] for name, one in outputs if isinstance(one, dict) and isinstance(one.get("sha256"), str)
    }
