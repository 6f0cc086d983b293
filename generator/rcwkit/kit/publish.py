"""Publishing a set of files: written under temporary names, synced, renamed under a lock, the manifest last.

What no manifest of ours names is never replaced or removed. The staged manifest is written before any file is renamed, so that the next
build knows which files a broken-off one had put in place.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from rcwkit import __version__
from rcwkit.diagnostics import InputError, Surroundings
from rcwkit.reading.claims import (
    MANIFEST,
    STAGED,
    TOOL,
    Left,
    digest,
    digest_of,
    holds,
    in_the_way,
    is_plain,
    left_in,
    read_manifest,
    refuse,
)

__all__ = ["named_apart", "publish", "put", "put_all", "withdraw"]

_LOCK = ".lock"
_PATIENCE = 120.0


def named_apart(name: str, taken: set[str]) -> str:
    """The name, numbered if need be, and noted among those `taken`: some disks take names for one that differ only in capitals."""
    number, found = 1, name
    while found.casefold() in taken:
        number += 1
        found = f"{name}~{number}"
    taken.add(found.casefold())
    return found


def publish(
    folder: Path,
    files: Mapping[str, bytes],
    facts: Mapping[str, Any],
    kept: Callable[[bytes], Mapping[str, bytes]] | None = None,
    known: Mapping[str, str] | None = None,
) -> None:
    """Make the folder hold exactly these files besides foreign ones. `facts` go into the manifest beside the files' hashes.

    `kept` says which files that are no outputs belong beside that manifest; `known` are the digests of what the build before left, in case
    its manifest is lost. A file that has its contents already is not written again. Raises InputError, with nothing changed, where files
    that we did not make are in the way. Raises Surroundings naming the file when the disk, the permissions or the lock fail; the old files
    then stay as they were, or, if renaming itself was broken off, each file is whole, old or new.
    """
    listed = {name: {"bytes": len(data), "sha256": digest(data)} for name, data in sorted(files.items())}
    text = f"{_readable({'tool': f'{TOOL} {__version__}', **facts, 'outputs': listed}, 3)}\n".encode()
    beside = {**(kept(text) if kept else {}), MANIFEST: text}
    contents = {**dict(sorted(files.items())), **beside}
    with _named(folder):
        if folder.is_symlink():
            raise Surroundings(f"cannot write {folder}: it leads elsewhere; name the folder itself with --out")
        folder.mkdir(parents=True, exist_ok=True)
    try:
        refuse(folder, left_in(folder, known or {}), contents, beside)
    except InputError:
        # Where no build ever was, not even a lock is left. Where another one is at work, this look was too early.
        if not (folder / _LOCK).exists():
            raise
    with _locked(folder):
        left = left_in(folder, known or {})
        refuse(folder, left, contents, beside)
        with _undone(folder, left):
            _replace(folder, contents, left)


def withdraw(folder: Path) -> None:
    """Remove all that was published in a folder, and the folder itself if it held nothing else. Raises Surroundings."""
    if folder.is_symlink() or not read_manifest(folder)["outputs"]:
        return
    with _locked(folder):
        left = left_in(folder, {})
        with _undone(folder, left), _named(folder / MANIFEST):
            _remove(folder, left.outputs)
            (folder / MANIFEST).unlink()
    with suppress(OSError):
        (folder / _LOCK).unlink()
        folder.rmdir()


def _replace(folder: Path, contents: Mapping[str, bytes], left: Left) -> None:
    """Put the files in place, the manifest last of all, and remove the old ones that are none of these."""
    wanted = [name for name, data in contents.items() if not holds(folder / name, data)]
    staged = {name: _staged(folder, name, contents[name]) for name in reversed(wanted)}
    for name in wanted:
        if (folder / name).is_dir():
            raise Surroundings(f"cannot write {folder / name}: a folder is in its place")
    for name in wanted:
        if name == MANIFEST:
            _remove(folder, {old: sha256 for old, sha256 in left.outputs.items() if old not in contents})
        with _named(folder / name):
            staged[name].replace(folder / name)
    _sync_folder(folder)


def put(path: Path, data: bytes) -> None:
    """Write one file whole, or leave it as it was. Raises Surroundings naming it, for what is no plain file as well."""
    with _named(path):
        if path.exists() and not path.is_file():  # a pipe would wait for a reader without end
            raise Surroundings(f"cannot write {path}: it is no plain file")
        path = path.resolve()
    try:
        _staged(path.parent, path.name, data).replace(path)
    except BaseException:
        with suppress(OSError):
            (path.parent / f"{STAGED}{path.name}").unlink()
        raise


def put_all(files: Mapping[Path, bytes], mark: bytes) -> None:
    """Write files that all bear a mark, none in place of one without it. Raises InputError with nothing written, or Surroundings."""
    foreign = [
        path
        for path, data in files.items()
        if os.path.lexists(path) and not holds(path, data) and mark not in _contents(path)
    ]
    if foreign:
        raise in_the_way(foreign[0].parent, [path.name for path in foreign])
    for path, data in files.items():
        put(path, data)


def _contents(path: Path) -> bytes:
    with _named(path):
        return path.read_bytes() if is_plain(path) else b""


def _remove(folder: Path, files: Mapping[str, str]) -> None:
    """Remove files that we made, by name and digest; not those that are something else by now."""
    for name, sha256 in sorted(files.items()):
        path = folder / name
        with _named(path), suppress(ValueError):
            if path.parent == folder and digest_of(path) == sha256:
                path.unlink()


def _readable(value: Any, depth: int, indent: str = "") -> str:
    """JSON with a line for each entry of its outer mappings; written whole, and quickly, below `depth`."""
    if not depth or not isinstance(value, Mapping) or not value:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    inner = indent + "  "
    rows = (
        f"{inner}{json.dumps(key, ensure_ascii=False)}: {_readable(value[key], depth - 1, inner)}"
        for key in sorted(value)
    )
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Turn what the system refuses into an error that names the file."""
    try:
        yield
    except OSError as error:
        raise Surroundings(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def _undone(folder: Path, left: Left) -> Iterator[None]:
    """Nothing of a broken-off publishing is in the folder before or after, whatever ends the work; only for the holder of the lock."""
    _undo(folder, left)
    try:
        yield
    finally:
        with suppress(Surroundings):
            _undo(folder, left._replace(begun=left_in(folder, {}).begun))


def _undo(folder: Path, left: Left) -> None:
    """Remove the new files that a broken-off publishing had put in place, then what it had staged, its manifest last."""
    _remove(folder, {name: sha256 for name, sha256 in left.begun.items() if name not in left.outputs})
    journal = folder / f"{STAGED}{MANIFEST}"
    for stale in (*(path for path in folder.glob(f"{STAGED}*") if path != journal), journal):
        with _named(stale):
            stale.unlink(missing_ok=True)


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
