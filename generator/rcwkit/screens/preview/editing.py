"""Edits from the page: what an entry is, its change within the file's own text, and undo.

A change is checked in memory, with the whole game, before the file is touched.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rcwkit.checks import check
from rcwkit.diagnostics import InputError, Severity, Span
from rcwkit.kit.publish import put
from rcwkit.reading.catalogue import locate
from rcwkit.reading.loader import load
from rcwkit.reading.project import LOCAL, Project
from rcwkit.reading.schema import schema_at, schema_of
from rcwkit.reading.source import Node, parse
from rcwkit.reading.splicing import spliced
from rcwkit.reading.writing import yaml_of
from rcwkit.screens.preview.workshop import Workshop

__all__ = ["Change", "Editing", "Stale"]

MOST = 200
"""How many edits can be undone."""
_BOM = "\ufeff"

Path_ = tuple[str | int, ...]
"""Keys and positions from the top of a document."""


class Stale(Exception):
    """The file is not as it was when the page read it."""


@dataclass(frozen=True)
class Change:
    """A value at a path of keys and positions; `remove` takes the entry out."""

    path: Path_
    value: Any = None
    remove: bool = False


@dataclass(frozen=True)
class _Edit:
    """A file before and after; None where there is no file."""

    path: Path
    before: bytes | None
    after: bytes | None

    @property
    def reversed(self) -> _Edit:
        return _Edit(self.path, self.after, self.before)


class Editing:
    """The edits of one game's files, by the page of its preview."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self._done: list[_Edit] = []
        self._undone: list[_Edit] = []

    def state(self) -> dict[str, int]:
        """Return how many edits can be undone and redone."""
        return {"undo": len(self._done), "redo": len(self._undone)}

    def entry(self, file: str, line: int, path: Path_ | None = None) -> dict[str, Any]:
        """Return the entry that begins on a line, or that at a path, with its schema and the file's hash.

        Raises InputError if there is none.
        """
        data = self._bytes(file)
        root = parse(_text(data), file)
        path = _path_at(root, line) if path is None else path
        value = _value(root.plain(), path, file)
        kind = str(root.value["kind"][1].value)
        return {
            "file": file,
            "hash": _hash(data),
            "kind": kind,
            "path": list(path),
            "lines": [span.line for span in _spans(root, path)],
            "value": value,
            "schema": schema_at(schema_of(kind, self.workshop.game), path),
            "local": self._owner(file)[0].root == self.workshop.project.root,
        }

    def change(self, file: str, digest: str, changes: Sequence[Change], *, local: bool = False) -> dict[str, int]:
        """Make changes in a file, or in the overlay `local/` for it.

        Raises InputError if they are wrong or cannot be written, and Stale if the file has another hash.
        """
        data = self._bytes(file)
        if _hash(data) != digest:
            raise Stale
        text = _text(data)
        wanted = _changed(parse(text, file).plain(), changes, file)
        if local:
            edit = self._laid_over(file, wanted, changes)
        else:
            edit = _Edit(self._owner(file)[1], data, _encoded(spliced(text, wanted, file), data))
        self._check(edit)
        self._write(edit)
        self._done, self._undone = [*self._done, edit][-MOST:], []
        return self.state()

    def undo(self) -> dict[str, int]:
        """Take the last edit back. Raises Stale if its file has changed since."""
        if self._done:
            self._again(self._done[-1].reversed)
            self._undone.append(self._done.pop())
        return self.state()

    def redo(self) -> dict[str, int]:
        """Make the edit that was last undone again. Raises Stale if its file has changed since."""
        if self._undone:
            self._again(self._undone[-1])
            self._done.append(self._undone.pop())
        return self.state()

    def _again(self, edit: _Edit) -> None:
        if (edit.path.read_bytes() if edit.path.is_file() else None) != edit.before:
            raise Stale
        self._write(edit)

    def _write(self, edit: _Edit) -> None:
        if edit.after is None:
            edit.path.unlink()
            return
        edit.path.parent.mkdir(parents=True, exist_ok=True)
        put(edit.path, edit.after)

    def _laid_over(self, file: str, wanted: Any, changes: Sequence[Change]) -> _Edit:
        """The same changes in the game's own overlay: each entry concerned as a whole."""
        path = self.workshop.project.root / LOCAL / self._owner(file)[1].name
        before = path.read_bytes() if path.is_file() else None
        identity = {key: wanted[key] for key in ("kind", "id") if key in wanted}
        laid = parse(_text(before), path.name).plain() if before is not None else dict(identity)
        if {key: laid.get(key) for key in identity} != identity:
            raise InputError.of("E390", f"'{LOCAL}/{path.name}' is another document", Span(file))
        for change in changes:
            head, *rest = change.path
            if rest and isinstance(wanted.get(head), dict):
                if rest[0] not in wanted[head]:
                    raise InputError.of("E390", "an overlay cannot take an entry out", Span(file))
                laid = {**laid, head: {**laid.get(head, {}), rest[0]: wanted[head][rest[0]]}}
            else:
                laid = {**laid, head: wanted[head]}
        text = yaml_of(laid) if before is None else spliced(_text(before), laid, file)
        return _Edit(path, before, text.encode() if before is None else _encoded(text, before))

    def _check(self, edit: _Edit) -> None:
        """Raise InputError if the game would have errors that it has not now."""
        assert edit.after is not None
        project = locate(self.workshop.name, self.workshop.overlays)
        local = project.root / LOCAL
        if edit.path.is_relative_to(local) and all(one.root != local for one in project.overlays):
            own = Project(local, shown=f"{project.shown}/{LOCAL}")
            project = Project(project.root, project.shown, (own, *project.overlays))
        owner = max(
            (one for one in (project, *project.overlays) if edit.path.is_relative_to(one.root)),
            key=lambda one: len(one.root.parts),
        )
        owner.unsaved[edit.path] = edit.after
        errors = [one for one in check(load(project)) if one.severity is Severity.ERROR]
        if errors:
            raise InputError(errors)

    def _owner(self, file: str) -> tuple[Project, Path]:
        """The folder of a document, and its path. Raises InputError."""
        project = locate(self.workshop.name, self.workshop.overlays)
        for one in (project, *project.overlays):
            for path in one.documents() if file.startswith(f"{one.shown or one.root.name}/") else ():
                if one.name(path) == file:
                    return one, path
        raise InputError.of("E391", "is no document of this game", Span(file))

    def _bytes(self, file: str) -> bytes:
        owner, path = self._owner(file)
        return owner.open(path)


def _text(data: bytes) -> str:
    return data.decode().removeprefix(_BOM)


def _encoded(text: str, like: bytes) -> bytes:
    return ((_BOM if like.startswith(_BOM.encode()) else "") + text).encode()


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _path_at(root: Node, line: int) -> Path_:
    """Return the path of the outermost entry that begins on a line, or else of the innermost one around it."""
    around: Path_ = ()
    for path, first in _starts(root):
        if first == line:
            return path
        if first < line:
            around = path
    return around


def _starts(node: Node, path: Path_ = ()) -> Iterator[tuple[Path_, int]]:
    """Yield the paths of all entries in the order of the text, with their first lines."""
    if isinstance(node.value, dict):
        for name, (key, value) in node.value.items():
            yield (*path, name), key.span.line
            yield from _starts(value, (*path, name))
    elif isinstance(node.value, tuple):
        for at, value in enumerate(node.value):
            yield (*path, at), value.span.line
            yield from _starts(value, (*path, at))


def _spans(root: Node, path: Path_) -> list[Span]:
    """Return where each step of a path begins."""
    spans, node = [], root
    for step in path:
        key, node = node.value[step] if isinstance(node.value, dict) else (node.value[int(step)],) * 2
        spans.append(key.span)
    return spans


def _value(data: Any, path: Path_, file: str) -> Any:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            raise InputError.of("E391", f"no entry '{step}' in the file", Span(file)) from None
    return data


def _changed(data: Any, changes: Sequence[Change], file: str) -> Any:
    """Return the data with all changes made. Raises InputError if there is no such place."""
    wanted = copy.deepcopy(data)
    for change in changes:
        if not change.path:
            raise InputError.of("E391", "a change needs a place", Span(file))
        *above, last = change.path
        holder = _value(wanted, tuple(above), file)
        if isinstance(holder, list) and last == len(holder) and not change.remove:
            holder.append(change.value)
            continue
        if not isinstance(holder, dict) or change.remove:
            _value(holder, (last,), file)
        if change.remove:
            del holder[last]
        else:
            holder[last] = change.value
    return wanted
