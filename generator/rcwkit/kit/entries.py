"""What the last build made, read back exactly as it was, so that a file which would come out the same need not be made again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from rcwkit.kit.build import Made
from rcwkit.kit.kept import files_kept
from rcwkit.reading.claims import digest, is_plain

__all__ = ["Entry", "Kept", "entry", "kept_in", "written"]


class Entry(NamedTuple):
    """A finished file without its contents: a hash of what it was made of, the digest of its bytes, and all else that is known of it."""

    of: str
    sha256: str
    made: Made


_ENTRIES = TypeAdapter(dict[str, Entry])


class Kept(NamedTuple):
    """What the last build of a folder kept; no files where there was none, or none of this code."""

    folder: Path
    files: Mapping[str, Entry] = {}

    def find(self, name: str, of: str, reads: Mapping[str, str]) -> Made | None:
        """A file that would come out the same if it were made again, just as it was when it was made."""
        entry = self.files.get(name)
        if entry is None or (entry.of, entry.made.name) != (of, name):
            return None
        if any(reads.get(kind, "") != known for kind, known in entry.made.reads.items()):
            return None
        with suppress(OSError):
            data = (self.folder / name).read_bytes() if is_plain(self.folder / name) else b""
            return replace(entry.made, data=data) if digest(data) == entry.sha256 else None
        return None


def kept_in(folder: Path) -> Kept:
    """What is kept in a folder."""
    with suppress(ValidationError):
        return Kept(folder, _ENTRIES.validate_json(files_kept(folder), strict=True))
    return Kept(folder)


def entry(of: str, made: Made) -> Entry:
    """What to keep of a finished file that was made of what this hash says."""
    return Entry(of, digest(made.data), replace(made, data=b""))


def written(files: Mapping[str, Entry]) -> bytes:
    """Entries as `kept_in` reads them, on one line."""
    return _ENTRIES.dump_json(dict(files))
