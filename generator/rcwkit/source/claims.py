"""Which files in an output folder are ours to replace or remove.

These are the files named by its manifest, by a record beside it, or by the staged manifest of an interrupted build. All
others belong to someone else.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from rcwkit.diagnostics import InputError, Span

MANIFEST = "manifest.json"
STAGED = ".rcwkit-staged-"
"""Prefix of a file that is not yet in its place."""
TOOL = "rcwkit"
_LARGEST = 2**24

Contents = bytes | Path
"""What a file is to hold: bytes or, if they are too many for memory, the file that has them."""


def digest(contents: Contents) -> str:
    """Return the SHA-256 in hexadecimal. Raises OSError for a file that cannot be read."""
    if isinstance(contents, bytes):
        return hashlib.sha256(contents).hexdigest()
    with contents.open("rb") as stream:  # a deck's pictures may fill hundreds of megabytes
        return hashlib.file_digest(stream, "sha256").hexdigest()


def length(contents: Contents) -> int:
    """Return the number of bytes. Raises OSError for a file that is gone."""
    return len(contents) if isinstance(contents, bytes) else contents.stat().st_size


def is_plain(path: Path) -> bool:
    """Return whether a path is a file, and not a link to one."""
    return path.is_file() and not path.is_symlink()


def digest_of(path: Path) -> str | None:
    """Return the digest of a plain file, or None for anything else or anything unreadable."""
    with suppress(OSError, ValueError):
        if is_plain(path):
            return digest(path)
    return None


def holds(path: Path, contents: Contents) -> bool:
    """Return whether a file has these contents already."""
    with suppress(OSError):
        if not is_plain(path) or path.stat().st_size != length(contents):
            return False
        return path.read_bytes() == contents if isinstance(contents, bytes) else digest(path) == digest(contents)
    return False


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest that a build left in a folder; one without outputs if there is none, or if it is not ours."""
    return _manifest(folder / MANIFEST) or {"outputs": {}}


class Left(NamedTuple):
    """What earlier builds left in a folder: `outputs` and, of an interrupted build, `begun`, both file name → digest.

    `named` files are ours whatever they contain now; `forms` may have been filled in. `built` means that there was a
    build, so that the manifest and record are ours; `game` is the game that the manifest names.
    """

    outputs: Mapping[str, str]
    begun: Mapping[str, str]
    named: frozenset[str]
    forms: frozenset[str]
    built: bool
    game: str | None = None


def left_in(folder: Path, known: Mapping[str, str]) -> Left:
    """Return what earlier builds left in a folder; `known` are digests of files found without a manifest."""
    manifest = _manifest(folder / MANIFEST)
    outputs, begun = _digests(manifest), _digests(_manifest(folder / f"{STAGED}{MANIFEST}"))
    options = manifest.get("options") if manifest else None
    screen = isinstance(options, dict) and options.get("screen") is True
    forms = frozenset(name for name in outputs if screen and name.endswith(".pdf"))
    game = manifest.get("game") if manifest else None
    named = game if isinstance(game, str) else None
    return Left({**known, **outputs}, begun, frozenset(outputs), forms, bool(manifest or known), named)


def refuse(
    folder: Path,
    left: Left,
    contents: Mapping[str, Contents],
    beside: Iterable[str],
    has_fields: Callable[[Path], bool],
    game: str | None = None,
) -> None:
    """Raise InputError if publishing would replace a file of others or of another game, or a filled-in form.

    `beside` are the names that no manifest lists: its own, and the record's. `has_fields` says if a PDF has fields
    to fill in. `game` is the one to be published: a game `g0-de` has the same folder as the German kit of `g0`.
    """
    if game is not None and left.game not in (None, game):
        hint = "choose another place with --out, or rename one of the games; nothing was changed"
        raise InputError.of(
            "E535", f"the folder holds the kit of another game, '{left.game}'", Span(str(folder), 0), hint
        )

    def is_changed(name: str, wanted: Contents) -> bool:
        if not os.path.lexists(folder / name) or holds(folder / name, wanted):
            return False
        found = digest_of(folder / name)
        return found is None or found not in (left.outputs.get(name), left.begun.get(name))

    changed = [name for name, wanted in contents.items() if is_changed(name, wanted)]
    ours = {*left.named, *(beside if left.built else ())}
    foreign = [name for name in changed if name not in ours and not (folder / name).is_dir()]
    filled = [name for name in changed if name in left.forms and has_fields(folder / name)]
    if foreign:
        raise in_the_way(folder, foreign)
    if filled:
        hint = "move them away to keep them, or delete them; nothing was changed"
        message = f"forms that were filled in would be replaced: {', '.join(filled)}"
        raise InputError.of("E536", message, Span(str(folder), 0), hint)


def in_the_way(folder: Path, names: Iterable[str]) -> InputError:
    """Return the error for files that would be replaced although we did not make them."""
    hint = "move them away, or choose another place with --out; nothing was changed"
    message = f"would be replaced, but rcwkit did not make them: {', '.join(names)}"
    return InputError.of("E535", message, Span(str(folder), 0), hint)


def _manifest(path: Path) -> dict[str, Any] | None:
    """Return a manifest of ours, or None for anything else."""
    # The file is untrusted: it may be a pipe or device, huge, or nested without end.
    with suppress(OSError, ValueError, RecursionError):
        if is_plain(path) and path.stat().st_size <= _LARGEST:
            found = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(found, dict) and str(found.get("tool")).startswith(TOOL):
                return found if isinstance(found.get("outputs"), dict) else None
    return None


def _digests(manifest: Mapping[str, Any] | None) -> dict[str, str]:
    """Return the digests of a manifest's outputs by name."""
    outputs = manifest["outputs"].items() if manifest else ()
    digests = {name: one.get("sha256") for name, one in outputs if isinstance(one, dict)}
    return {name: found for name, found in digests.items() if isinstance(found, str)}
