"""Watch folders: one call per batch of saved files."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from watchfiles import Change, DefaultFilter, watch

from rcwkit.diagnostics import Surroundings
from rcwkit.reading.project import LOCK

__all__ = ["check_watchable", "watching"]

READ = (".yaml", ".yml", ".md", ".png", ".jpg", ".jpeg", ".svg", ".csv", ".tsv", ".xlsx", ".ods", ".ttf", ".otf")
"""Suffixes of files that a game is read from."""
SETTLE = 20
"""Milliseconds without changes before a batch is reported: editors save a file in several steps."""
LONGEST = 200
"""Milliseconds after which a batch is reported in any case."""
PAUSE = 0.5
"""Seconds between two looks at whether the folders are still there."""
MOST = 5
"""Failures in a row after which watching ends."""


class _Data(DefaultFilter):
    """Documents, texts, pictures and sheets, but not the backups and locks that other programs leave beside them.

    Folders, too: what was in one before it was watched, or when it was moved away, has no notices of its own.
    """

    def __call__(self, change: Change, path: str) -> bool:
        name = Path(path).name
        is_folder = not Path(path).suffix if change is Change.deleted else Path(path).is_dir()
        is_read = path.lower().endswith(READ) or is_folder
        return is_read and not name.startswith((".", LOCK)) and super().__call__(change, path)


def check_watchable(folders: Iterable[Path]) -> None:
    """Raise Surroundings for a folder whose name is not text in this locale, as the watching library needs it to be."""
    for folder in folders:
        try:
            str(folder).encode()
        except UnicodeEncodeError:
            raise Surroundings(f"cannot watch {folder}: its name cannot be read in this locale") from None


def watching(
    folders: Iterable[Path], changed: Callable[[set[Path]], None], stop: threading.Event | None = None
) -> None:
    """Call `changed` with the paths of each batch, until `stop` is set or Ctrl-C raises KeyboardInterrupt.

    The set is empty where changes may have been missed: after a folder vanished or came back, or the system's
    notices failed. Raises Surroundings if the folders cannot be watched.
    """
    roots = [*folders]
    for batch in _batches(roots, stop or threading.Event()):
        changed(batch)


def _batches(roots: list[Path], stop: threading.Event) -> Iterator[set[Path]]:
    """Yield batches; an empty one whenever watching begins again."""
    failures, missed, polls = 0, False, False
    while not stop.is_set():
        known = [_identity(root) for root in roots]
        there = [root for root, identity in zip(roots, known, strict=True) if identity]
        try:
            for batch in _watch(there, stop, polls=polls) if there else _waits(stop):
                if batch or missed:
                    yield {Path(path) for _, path in batch}
                failures, missed = 0, False
                if [_identity(root) for root in roots] != known:
                    missed = True
                    break
        except (RuntimeError, OSError) as error:
            # The library gives up at a name that is not text, and where a folder vanishes while it is read. Polling
            # needs no notices, in which such names come up whenever a file is merely opened.
            failures, missed, polls = failures + 1, True, True
            if failures > MOST:
                raise Surroundings(f"cannot watch {', '.join(map(str, roots))}: {error}") from None
            stop.wait(PAUSE)


def _watch(folders: list[Path], stop: threading.Event, *, polls: bool) -> Iterable[set[tuple[Any, str]]]:
    """Yield batches of changes, and an empty one after each pause without any."""
    return watch(
        *folders,
        watch_filter=_Data(),
        debounce=LONGEST,
        step=SETTLE,
        stop_event=stop,
        rust_timeout=round(PAUSE * 1000),
        yield_on_timeout=True,
        force_polling=polls or None,
    )


def _waits(stop: threading.Event) -> Iterator[set[tuple[Any, str]]]:
    """Yield an empty batch after each pause."""
    while not stop.wait(PAUSE):
        yield set()


def _identity(folder: Path) -> tuple[int, int] | None:
    """Return what tells a folder from another of its name; None if there is none."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
