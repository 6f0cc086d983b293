"""Publish a set of files: staged, synced and renamed under a lock, the manifest last; manifests of prints are kept."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from rcwkit import __version__
from rcwkit.diagnostics import InputError, Span, Surroundings
from rcwkit.source.claims import (
    MANIFEST,
    STAGED,
    TOOL,
    Contents,
    Left,
    digest,
    digest_of,
    holds,
    in_the_way,
    is_plain,
    left_in,
    length,
    read_manifest,
    refuse,
)

_LOCK = ".lock"
_PATIENCE = 120.0
_encoded = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode


def named_apart(name: str, taken: set[str]) -> str:
    """Return the name, numbered if `taken`, and add it there; names that differ only in case count as equal."""
    number, found = 1, name
    while found.casefold() in taken:
        number += 1
        found = f"{name}~{number}"
    taken.add(found.casefold())
    return found


def _has_fields(path: Path) -> bool:
    from rcwkit.sheets.pictures import has_fields

    return has_fields(path)


def publish(
    folder: Path,
    files: Mapping[str, Contents],
    facts: Mapping[str, Any],
    kept: Callable[[bytes], Mapping[str, bytes]] | None = None,
    known: Mapping[str, str] | None = None,
    first: Path | None = None,
) -> None:
    """Make the folder hold exactly these files, besides those of others; `facts` go into the manifest.

    The manifest that is replaced is kept as the file `first`, unless its folder is there already.

    `kept` returns files to keep beside the manifest that are not outputs. `known` are the digests of the last build's
    outputs, in case its manifest is lost. Files that already have the right contents are not rewritten.

    Raises InputError, with nothing changed, if files of others are in the way. Raises Surroundings, naming the file, if
    the disk, permissions or lock fail: the old files then remain, or, if renaming was interrupted, each file is whole,
    old or new.
    """
    listed = {name: {"bytes": length(held), "sha256": digest(held)} for name, held in sorted(files.items())}
    text = f"{_json({'tool': f'{TOOL} {__version__}', **facts, 'outputs': listed}, 3)}\n".encode()
    beside = {**(kept(text) if kept else {}), MANIFEST: text}
    contents: dict[str, Contents] = {**dict(sorted(files.items())), **beside}
    with _naming(folder):
        if folder.is_symlink():
            raise Surroundings(f"cannot write {folder}: it is a symbolic link; name its target with --out")
        folder.mkdir(parents=True, exist_ok=True)
    left = left_in(folder, known or {})
    try:
        refuse(folder, left, contents, beside, _has_fields, facts.get("game"))
    except InputError:
        # In a folder of others, leave not even a lock. If another build is at work, or was meanwhile, look again.
        if not (folder / _LOCK).exists() and left_in(folder, known or {}) == left:
            raise
    with _locked(folder):
        left = left_in(folder, known or {})
        refuse(folder, left, contents, beside, _has_fields, facts.get("game"))
        with _cleaning_up(folder, left):
            if first and read_manifest(folder)["outputs"] and not os.path.lexists(first.parent):
                keep(folder / MANIFEST, first)
            _replace(folder, contents, left)


def withdraw(folder: Path) -> None:
    """Remove everything published in a folder, and the folder too if nothing else is in it. Raises Surroundings."""
    if folder.is_symlink() or not read_manifest(folder)["outputs"]:
        return
    with _locked(folder):
        left = left_in(folder, {})
        with _cleaning_up(folder, left), _naming(folder / MANIFEST):
            _remove(folder, left.outputs)
            (folder / MANIFEST).unlink()
    with suppress(OSError):
        folder.rmdir()


def _replace(folder: Path, contents: Mapping[str, Contents], left: Left) -> None:
    """Put the files in place, the manifest last, and remove old outputs that are no longer wanted."""
    wanted = [name for name, held in contents.items() if not holds(folder / name, held)]
    staged = {name: _stage(folder, name, contents[name]) for name in reversed(wanted)}
    for name in wanted:
        if (folder / name).is_dir():
            raise Surroundings(f"cannot write {folder / name}: a folder is in its place")
    for name in wanted:
        if name == MANIFEST:
            _remove(folder, {old: sha256 for old, sha256 in left.outputs.items() if old not in contents})
        with _naming(folder / name):
            staged[name].replace(folder / name)
    _sync_folder(folder)


def create(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put files, by path, into a new or empty folder, whole or not at all. Raises Surroundings."""
    with _naming(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        staged = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            for name, data in files.items():
                (staged / name).parent.mkdir(parents=True, exist_ok=True)
                (staged / name).write_bytes(data)
            folder.mkdir(exist_ok=True)
            for path in sorted(staged.iterdir()):
                path.replace(folder / path.name)
        finally:
            shutil.rmtree(staged, ignore_errors=True)


def put(path: Path, data: bytes) -> None:
    """Write one file atomically. Raises Surroundings, naming it, also if it is not a plain file."""
    with _naming(path):
        if path.exists() and not path.is_file():  # a pipe would wait for its reader forever
            raise Surroundings(f"cannot write {path}: it is not a plain file")
        path = path.resolve()
    try:
        with _naming(path):
            _stage(path.parent, path.name, data).replace(path)
    except BaseException:
        with suppress(OSError):
            (path.parent / f"{STAGED}{path.name}").unlink()
        raise


def keep(contents: Contents, path: Path) -> None:
    """Write a small file to a path whose folder may not be there yet. Raises Surroundings."""
    with _naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        data = contents if isinstance(contents, bytes) else contents.read_bytes()
    put(path, data)


def put_all(files: Mapping[Path, bytes], mark: bytes) -> None:
    """Write files that all contain a mark, and replace none without it.

    Raises InputError, with nothing written, or Surroundings.
    """
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
    with _naming(path):
        return path.read_bytes() if is_plain(path) else b""


def _remove(folder: Path, files: Mapping[str, str]) -> None:
    """Remove files that we made, by name and digest, unless they have changed since."""
    for name, sha256 in sorted(files.items()):
        path = folder / name
        with _naming(path), suppress(ValueError):
            if path.parent == folder and digest_of(path) == sha256:
                path.unlink()


def _json(value: Any, depth: int, indent: str = "") -> str:
    """JSON with one line per entry down to `depth`; below that, on one line, which is faster."""
    if not depth or not isinstance(value, Mapping) or not value:
        return _encoded(value)
    inner = indent + "  "
    names = ((key, _encoded(key)) for key in sorted(value))
    rows = (f"{inner}{name}: {_json(value[key], depth - 1, inner)}" for key, name in names)
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turn an OSError into one that names the file."""
    try:
        yield
    except OSError as error:
        raise Surroundings(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def _cleaning_up(folder: Path, left: Left) -> Iterator[None]:
    """Clear up an interrupted publication before and after the work, however it ends; needs the lock."""
    _clean_up(folder, left)
    try:
        yield
    finally:
        with suppress(Surroundings):
            _clean_up(folder, left._replace(begun=left_in(folder, {}).begun))


def _clean_up(folder: Path, left: Left) -> None:
    """Remove new files that an interrupted publication had put in place, then its staged files, the manifest last."""
    _remove(folder, {name: sha256 for name, sha256 in left.begun.items() if name not in left.outputs})
    journal = folder / f"{STAGED}{MANIFEST}"
    for stale in (*(path for path in folder.glob(f"{STAGED}*") if path != journal), journal):
        with _naming(stale):
            stale.unlink(missing_ok=True)


def _stage(folder: Path, name: str, contents: Contents) -> Path:
    path = folder / f"{STAGED}{name}"
    with _naming(folder / name), path.open("wb") as stream:
        if isinstance(contents, bytes):
            stream.write(contents)
        else:
            with contents.open("rb") as source:
                shutil.copyfileobj(source, stream)
        stream.flush()
        os.fsync(stream.fileno())
    return path


def _sync_folder(folder: Path) -> None:
    """Make renames durable, on systems that can open a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, waiting up to two minutes for another build. It dies with its process."""
    lock = folder / _LOCK
    if lock.is_symlink() or (lock.exists() and not lock.is_file()):
        raise Surroundings(f"{lock} is not a plain file; remove it")
    with _taken(lock):
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps a file that is open
                lock.unlink()


def _taken(lock: Path) -> IO[bytes]:
    """Return the lock's file once it is ours: one that another build has just removed is no lock."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        with _naming(lock):
            stream = lock.open("a+b")
        with suppress(FileNotFoundError):
            if _try_lock(stream.fileno()) and os.path.samestat(os.fstat(stream.fileno()), lock.stat()):
                return stream
        stream.close()
        if time.monotonic() > deadline:
            raise Surroundings(f"another build holds {lock}; wait for it, or stop it")
        time.sleep(0.05)


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


LAST = "printed"
"""The name that means the last print."""
_FOLDER = ".printed"
_NAME = r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}"
_FILE = re.compile(rf"(\d{{1,6}})-({_NAME})\.json")


class Print(NamedTuple):
    """A kit as it was printed: the path of its manifest; number 0 if nobody said that it was."""

    number: int
    name: str
    path: Path


def mark(folder: Path, name: str = "") -> Print:
    """Keep the manifest of the kit in a folder as that of a print, called `name`, or v1, v2 and so on.

    Raises InputError if there is no kit, or a print of that name, and Surroundings.
    """
    if not read_manifest(folder)["outputs"]:
        raise InputError.of("E533", "there is no kit in this folder", Span(str(folder), 0), "build it first")
    known = _prints(folder)
    number = max((one.number for one in known), default=0) + 1
    name = name or f"v{number}"
    if not re.fullmatch(_NAME, name) or name.lower() == LAST:
        raise InputError.of("E523", f"'{name}' cannot be the name of a print", Span("--as", 0), "letters and digits")
    if any(one.name.lower() == name.lower() for one in known):
        raise InputError.of("E523", f"there is a print '{name}' already", Span("--as", 0), "choose another name")
    found = Print(number, name, _store(folder) / f"{number}-{name}.json")
    keep(folder / MANIFEST, found.path)
    return found


def first_manifest(folder: Path) -> Path:
    """Return where the first manifest that a build replaces is kept."""
    return _store(folder) / "0-first.json"


def printed(folder: Path, name: str) -> Print | None:
    """Return the print of a name; for LAST without any, the first build, or the only one. None if there is no such."""
    known = _prints(folder)
    if name == LAST:
        only = [Print(0, "", folder / MANIFEST)] if read_manifest(folder)["outputs"] else []
        return max(known or only, default=None)
    return next((one for one in known if one.name.lower() == name.lower()), None)


def _store(folder: Path) -> Path:
    return folder.parent / _FOLDER / folder.name


def _prints(folder: Path) -> list[Print]:
    store = _store(folder)
    files = store.iterdir() if store.is_dir() else ()
    found = ((path, _FILE.fullmatch(path.name)) for path in files if is_plain(path))
    return sorted(Print(int(match[1]), match[2], path) for path, match in found if match)
