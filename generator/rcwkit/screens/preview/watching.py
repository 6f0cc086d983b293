"""Watch folders: one call per batch of saved files."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from watchfiles import DefaultFilter, watch

from rcwkit.diagnostics import Surroundings
from rcwkit.reading.project import LOCK

__all__ = ["check_watchable", "watching"]

READ = (".yaml", ".yml", ".md", ".png", ".jpg", ".jpeg", ".svg", ".csv", ".tsv", ".xlsx", ".ods", ".ttf", ".otf")
"""Suffixes of files that a game is read from."""
SETTLE = 20
"""Milliseconds without changes before a batch is reported: editors save a file in several steps."""
LONGEST = 200
"""Milliseconds after which a batch is reported in any case."""


class _Data(DefaultFilter):
    """Documents, texts, pictures and sheets, but not the backups and locks that other programs leave beside them."""

    def __call__(self, change: object, path: str) -> bool:
        is_read = path.lower().endswith(READ) and not Path(path).name.startswith((".", LOCK))
        return is_read and super().__call__(change, path)  # type: ignore[arg-type]


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
    """Call `changed` with the paths of each batch, until `stop` is set or Ctrl-C raises KeyboardInterrupt."""
    batches = watch(*folders, watch_filter=_Data(), debounce=LONGEST, step=SETTLE, stop_event=stop, rust_timeout=500)
    for batch in batches:
        changed({Path(path) for _, path in batch})
