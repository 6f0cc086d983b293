"""Publishing a set of files: written under temporary names, synced, renamed under a lock, the manifest last.

Files that the manifest before did not name are never touched.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from generator.diagnostics import Surroundings

__all__ = ["MANIFEST", "STAGED", "digest", "is_plain", "named_apart", "publish", "put", "read_manifest"]

MANIFEST = "manifest.json"
_LOCK = ".lock"
STAGED = ".staged-"
_PATIENCE = 120.0
_LARGEST = 2**24


def digest(data: bytes) -> str:
    """SHA-256, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def named_apart(name: str, taken: set[str]) -> str:
    """The name, numbered if need be, and noted among those `taken`: some disks take names for one that differ only in capitals."""
    number, found = 1, name
    while found.casefold() in taken:
        number += 1
        found = f"{name}~{number}"
    taken.add(found.casefold())
    return found


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a folder, or an empty one where there is none that can be read."""
    path = folder / MANIFEST
    # It may come from a stranger: no pipe, no device, no depth without end.
    with suppress(OSError, ValueError, RecursionError):
        if is_plain(path) and path.stat().st_size <= _LARGEST:
            found = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(found, dict) and isinstance(found.get("outputs"), dict):
                return found
    return {"outputs": {}}


def publish(
    folder: Path, files: Mapping[str, bytes], facts: Mapping[str, Any], kept: Callable[[bytes], Mapping[str, bytes]] | None = None
) -> None:
    """Make the folder hold exactly these files besides foreign ones. `facts` go into the manifest beside the files' hashes.

    `kept` says which files that are no outputs belong beside that manifest. A file that has its contents already is not written again.
    Raises Surroundings naming the file when the disk, the permissions or the lock fail; the old files then stay as they were,
    or, if renaming itself was broken off, each file is whole, old or new.
    """
    manifest = {**facts, "outputs": {name: {"bytes": len(data), "sha256": digest(data)} for name, data in sorted(files.items())}}
    text = f"{_readable(manifest, 3)}\n".encode()
    contents = [*sorted(files.items()), *(sorted(kept(text).items()) if kept else ()), (MANIFEST, text)]
    with _named(folder):
        if folder.is_symlink():
            raise Surroundings(f"cannot write {folder}: it leads elsewhere; name the folder itself with --out")
        folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder), _cleared(folder):
        before = read_manifest(folder)["outputs"]
        staged = [(_staged(folder, name, data), folder / name) for name, data in contents if not _holds(folder / name, data)]
        for _, final in staged:
            if final.is_dir():
                raise Surroundings(f"cannot write {final}: a folder is in its place")
        for temporary, final in staged:
            with _named(final):
                temporary.replace(final)
        for name in sorted(set(before) - set(files)):
            _remove(folder, name, before[name])
        _sync_folder(folder)


def put(path: Path, data: bytes) -> None:
    """Write one file whole, or leave it as it was. Raises Surroundings naming it."""
    with _named(path):
        if path.exists() and not path.is_file():  # a device or a pipe that the user named
            path.write_bytes(data)
            return
        path = path.resolve()
    try:
        _staged(path.parent, path.name, data).replace(path)
    except BaseException:
        with suppress(OSError):
            (path.parent / f"{STAGED}{path.name}").unlink()
        raise


def _remove(folder: Path, name: str, facts: Any) -> None:
    """Remove a file that a build before this one made, unless it is no longer what that build wrote."""
    path = folder / name
    with _named(path), suppress(ValueError):
        if path.parent == folder and is_plain(path) and isinstance(facts, dict) and digest(path.read_bytes()) == facts.get("sha256"):
            path.unlink()


def is_plain(path: Path) -> bool:
    """Whether a path is a file, and no link to one."""
    return path.is_file() and not path.is_symlink()


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file has these contents already."""
    with suppress(OSError):
        return is_plain(path) and path.stat().st_size == len(data) and path.read_bytes() == data
    return False


def _readable(value: Any, depth: int, indent: str = "") -> str:
    """JSON with a line for each entry of its outer mappings; written whole, and quickly, below `depth`."""
    if not depth or not isinstance(value, Mapping) or not value:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    inner = indent + "  "
    rows = (f"{inner}{json.dumps(key, ensure_ascii=False)}: {_readable(value[key], depth - 1, inner)}" for key in sorted(value))
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Turn what the system refuses into an error that names the file."""
    try:
        yield
    except OSError as error:
        raise Surroundings(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def _cleared(folder: Path) -> Iterator[None]:
    """No staged file lies in the folder before or after, whatever ends the work; only for the holder of the lock."""
    for stale in folder.glob(STAGED + "*"):
        with _named(stale):
            stale.unlink()
    try:
        yield
    finally:
        for stale in folder.glob(STAGED + "*"):
            with suppress(OSError):
                stale.unlink()


def _staged(folder: Path, name: str, data: bytes) -> Path:
    path = folder / f"{STAGED}{name}"
    with _named(folder / name), path.open("wb") as stream:
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
    lock = folder / _LOCK
    if lock.is_symlink() or (lock.exists() and not lock.is_file()):
        raise Surroundings(f"{lock} is no plain file; remove it")
    with _named(lock):
        stream = lock.open("a+b")
    with stream:
        deadline = time.monotonic() + _PATIENCE
        while not _try_lock(stream.fileno()):
            if time.monotonic() > deadline:
                raise Surroundings(f"another build holds {lock}; wait for it, or end it")
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
