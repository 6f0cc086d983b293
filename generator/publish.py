"""Publishing a set of files: written under temporary names, synced, renamed under a lock, the manifest last.

Files that the manifest before did not name are never touched.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from generator.diagnostics import Surroundings

__all__ = ["MANIFEST", "digest", "publish", "read_manifest"]

MANIFEST = "manifest.json"
_LOCK = ".lock"
_STAGED = ".staged-"
_PATIENCE = 120.0


def digest(data: bytes) -> str:
    """SHA-256, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a folder, or an empty one where there is none that can be read."""
    with suppress(OSError, ValueError):
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if isinstance(found, dict) and isinstance(found.get("outputs"), dict):
            return found
    return {"outputs": {}}


def publish(folder: Path, files: Mapping[str, bytes], facts: Mapping[str, Any]) -> None:
    """Make the folder hold exactly these files besides foreign ones. `facts` go into the manifest beside the files' hashes.

    Raises Surroundings naming the file when the disk, the permissions or the lock fail; the old files then stay as they were,
    or, if renaming itself was broken off, each file is whole, old or new.
    """
    manifest = {**facts, "outputs": {name: {"bytes": len(data), "sha256": digest(data)} for name, data in sorted(files.items())}}
    text = json.dumps(manifest, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    current = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            for stale in folder.glob(_STAGED + "*"):
                current = stale
                stale.unlink()
            before = read_manifest(folder)["outputs"]
            staged = []
            for name, data in [*sorted(files.items()), (MANIFEST, text.encode())]:
                current = folder / name
                staged.append((_stage(folder, name, data), current))
            for temporary, final in staged:
                current = final
                temporary.replace(final)
            for name in sorted(set(before) - set(files)):
                current = folder / name
                if current.parent == folder:
                    current.unlink(missing_ok=True)
            _sync_folder(folder)
    except OSError as error:
        with suppress(OSError):
            for stale in folder.glob(_STAGED + "*"):
                stale.unlink()
        raise Surroundings(f"cannot write {current}: {error.strerror or error}") from error


def _stage(folder: Path, name: str, data: bytes) -> Path:
    path = folder / f"{_STAGED}{name}"
    with path.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    return path


def _sync_folder(folder: Path) -> None:
    """Make the renames last; systems that cannot open a folder do without."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; wait for another build, up to two minutes. The lock dies with its process."""
    with (folder / _LOCK).open("a+b") as stream:
        deadline = time.monotonic() + _PATIENCE
        while not _try_lock(stream.fileno()):
            if time.monotonic() > deadline:
                raise Surroundings(f"another build holds {folder / _LOCK}; wait for it, or end it")
            time.sleep(0.05)
        yield


def _try_lock(handle: int) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
