"""The files of the last build, read back as they were, so that unchanged files need not be made again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import copyfileobj
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from rcwkit.kit.build import Made
from rcwkit.kit.kept import files_kept
from rcwkit.kit.scratch import Scratch
from rcwkit.reading.claims import is_plain

__all__ = ["Entry", "Kept", "entry", "kept_in", "written"]


class Entry(NamedTuple):
    """A finished file without its bytes: a hash of its inputs, the digest of its bytes, and all else known of it."""

    of: str
    sha256: str
    made: Made


LARGE = 2**25
"""Bytes of a file that are kept in memory."""


@cache
def _adapter() -> TypeAdapter[dict[str, Entry]]:
    """Return what validates entries; made only where there are some to read."""
    return TypeAdapter(dict[str, Entry])


class Kept(NamedTuple):
    """The entries of a folder's last build; none if there was none, or if other code made it."""

    folder: Path
    files: Mapping[str, Entry] = {}

    def find(
        self,
        name: str,
        of: str,
        reads: Mapping[str, str],
        picture: Callable[[str], str] = str,
        scratch: Scratch | None = None,
    ) -> Made | None:
        """Return the file as it was made last time, if making it again would give the same; otherwise None.

        `picture` gives the digest of a picture's file as it is now. A large file is copied into `scratch`, if that is
        given.
        """
        entry = self.files.get(name)
        if entry is None or (entry.of, entry.made.name) != (of, name):
            return None
        if any(reads.get(kind, "") != known for kind, known in entry.made.reads.items()):
            return None
        if any(picture(shown) != known for shown, known in entry.made.pictures.items()):
            return None
        path = self.folder / name
        with suppress(OSError):
            if not is_plain(path):
                return None
            if scratch and path.stat().st_size > LARGE:
                with path.open("rb") as source, scratch.file() as stream:
                    copyfileobj(source, stream)
                made = replace(entry.made, stored=stream.name)
            else:
                made = replace(entry.made, data=path.read_bytes())
            return made if made.sha256 == entry.sha256 else None
        return None


def kept_in(folder: Path) -> Kept:
    """Read the entries kept in a folder; none if anything in them is not as it was written."""
    kept = files_kept(folder)
    if not kept:
        return Kept(folder)
    with suppress(ValidationError):
        files = _adapter().validate_json(kept, strict=True)
        return Kept(folder, files) if written(files) == kept else Kept(folder)
    return Kept(folder)


def entry(of: str, made: Made) -> Entry:
    """Return the entry of a finished file, made from inputs with the hash `of`."""
    return Entry(of, made.sha256, replace(made, data=b"", stored=""))


def written(files: Mapping[str, Entry]) -> bytes:
    """Serialise entries on one line, for `kept_in`."""
    return to_json(files)
