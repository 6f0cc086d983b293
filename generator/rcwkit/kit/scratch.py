"""A temporary folder for files that would take too much memory; there is none until the first of them is written."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from tempfile import NamedTemporaryFile, gettempdir
from typing import IO, NamedTuple

__all__ = ["Scratch", "temporary"]


class Scratch(NamedTuple):
    """The folder's name; several processes may write into it."""

    name: str

    @property
    def folder(self) -> Path:
        """The folder, which may not exist. Raises FileNotFoundError if there is no place for temporary files."""
        return Path(gettempdir(), self.name)

    def file(self) -> IO[bytes]:
        """Open a new file. Raises OSError."""
        self.folder.mkdir(0o700, exist_ok=True)
        return NamedTemporaryFile(dir=self.folder, delete=False)


@contextmanager
def temporary() -> Iterator[Scratch]:
    """Give a name to a folder, and remove the folder at the end."""
    one = Scratch(f"rcwkit-{token_hex(8)}")
    try:
        yield one
    finally:
        with suppress(FileNotFoundError):
            shutil.rmtree(one.folder, ignore_errors=True)
