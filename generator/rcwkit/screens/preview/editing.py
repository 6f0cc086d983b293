"""Edits from the page: what an entry is, its change within the file's own text or a translation, and undo."""

from __future__ import annotations

import copy
import hashlib
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Severity, Span
from rcwkit.game.catalogue import locate
from rcwkit.game.game import Game
from rcwkit.game.languages import Translation
from rcwkit.game.loader import load
from rcwkit.game.schema import schema_at, schema_of
from rcwkit.kit.build import inspected, misfits
from rcwkit.kit.publish import put
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.annotations import resaid
from rcwkit.source.kinds import KINDS
from rcwkit.source.project import DOCUMENTS, LOCAL, Project
from rcwkit.source.splicing import spliced, yaml_of
from rcwkit.source.yaml import Node, parse

__all__ = ["Edit", "Editing", "Refused", "Stale"]

_Place = tuple[tuple[str, ...], str]
"""A path of keys and positions, and the text there."""


@dataclass(frozen=True)
class Wording:
    """The texts of one document, and what a game says in their place in the language `code`.

    `places` are those of texts, `given` translations by text, `files` their documents by text, and `last` the document
    for further ones, '' if there is none yet.
    """

    code: str
    identity: tuple[str, str]
    places: frozenset[_Place]
    given: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    last: str = ""

    @classmethod
    def of(cls, code: str, project: Project, root: Node) -> Wording:
        """Return the wording of a parsed document, whose `project` is in its own language, in the language `code`.

        Raises InputError if the game has errors.
        """
        game, identity = load(project), _identity(root)
        own = [(document.file, one) for document, one in game.all(Translation) if one.language == code]
        given = {text: said for _, one in own for text, said in one.texts.items() if isinstance(said, str)}
        files = {text: file for file, one in own for text in one.texts}
        return cls(code, identity, _places(game, identity), given, files, own[-1][0] if own else "")

    def shown(self, value: Any, path: tuple[str, ...] = ()) -> Any:
        """Return plain data with its texts translated."""
        if isinstance(value, dict):
            return {name: self.shown(inner, (*path, str(name))) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.shown(inner, (*path, str(at))) for at, inner in enumerate(value)]
        return self.given.get(value, value) if isinstance(value, str) and (path, value) in self.places else value

    def taken(self, source: Any, wanted: Any, file: str) -> tuple[Any, dict[str, str]]:
        """Return what is wanted of a document with its own texts, and the translations that are to change.

        Raises InputError if a translation depends on a number.
        """
        said: dict[str, str] = {}
        data = self._taken(source, wanted, (), said)
        for text in said:
            if text in self.files and text not in self.given:
                raise InputError.of("E392", f"the translation of '{text}' depends on a number", Span(file))
        return data, said

    def _taken(self, source: Any, wanted: Any, path: tuple[str, ...], said: dict[str, str]) -> Any:
        if isinstance(source, dict) and isinstance(wanted, dict):
            return {
                name: self._taken(source[name], value, (*path, str(name)), said) if name in source else value
                for name, value in wanted.items()
            }
        if isinstance(source, list) and isinstance(wanted, list):
            return [
                self._taken(source[at], value, (*path, str(at)), said) if at is not None else value
                for at, value in self._paired(source, wanted, path)
            ]
        if isinstance(wanted, str) and isinstance(source, str) and (path, source) in self.places:
            if wanted != self.given.get(source, source):
                said[source] = wanted
            return source
        return wanted

    def _paired(self, source: list[Any], wanted: list[Any], path: tuple[str, ...]) -> Iterator[tuple[int | None, Any]]:
        """Yield each item wanted with the position that it has in the source; None for a new one."""
        if len(source) == len(wanted):
            yield from enumerate(wanted)
            return
        left = dict(enumerate(self.shown(source, path)))
        for value in wanted:
            found = next((at for at, one in left.items() if repr(one) == repr(value)), None)
            if found is not None:
                del left[found]
            yield found, value

    def check(self, project: Project, file: str) -> None:
        """Raise InputError if the document, in a file of the changed project in its own language, has new texts."""
        known = {text for _, text in self.places}
        for text in sorted({text for _, text in _places(load(project), self.identity)} - known):
            message = f"'{text}' is a new text, which is written in the game's own language"
            hint = "add it in a preview without --language, and then translate it"
            raise InputError.of("E392", message, Span(file), hint)


def _identity(root: Node) -> tuple[str, str]:
    """Kind and id of a document."""
    value = root.value if isinstance(root.value, dict) else {}
    kind, name = (str(value[key][1].value) if key in value else "" for key in ("kind", "id"))
    return kind, "" if kind == "game" else name


def _places(game: Game, identity: tuple[str, str]) -> frozenset[_Place]:
    """The texts of a document with all overlays, each at its own path and at those that it may be written at.

    A text that stands for a model, such as a section with nothing else in it, has a shorter path in the document.
    """
    found: set[_Place] = set()

    def told(text: str, path: tuple[Any, ...], place: bool) -> str:
        if not place:
            steps = tuple(map(str, path))
            found.update((steps[:length], text) for length in range(1, len(steps) + 1))
        return text

    for document in game.documents:
        if _identity(document.node) == identity and not isinstance(document.model, Translation):
            resaid(document.model, told)
    return frozenset(found)


MOST = 200
"""How many edits can be undone."""
_BOM = "\ufeff"

Path_ = tuple[str | int, ...]
"""Keys and positions from the top of a document."""


class Stale(Exception):
    """The file is not as it was when the page read it."""


class Refused(InputError):
    """An edit that would make errors; `paths` are those of the values concerned, None for errors elsewhere."""

    def __init__(self, diagnostics: Sequence[Diagnostic], paths: Sequence[Path_ | None]) -> None:
        super().__init__([*diagnostics])
        self.paths = paths


@dataclass(frozen=True)
class Edit:
    """A value at a path of keys and positions; `remove` takes the entry out, `new` is for one that is not there."""

    path: Path_
    value: Any = None
    remove: bool = False
    new: bool = False


class _File(NamedTuple):
    """A file before and after an edit; None where there is no file."""

    path: Path
    before: bytes | None
    after: bytes | None


_Edit = tuple[_File, ...]
"""The files of one edit."""


class Editing:
    """The edits of one game's files, by the pages of its preview, one at a time."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self._done: list[_Edit] = []
        self._undone: list[_Edit] = []
        # From the look at a file until it is written: two pages may save at once.
        self._writing = threading.Lock()

    def state(self) -> dict[str, int]:
        """Return how many edits can be undone and redone."""
        return {"undo": len(self._done), "redo": len(self._undone)}

    def entry(self, file: str, line: int, path: Path_ | None = None) -> dict[str, Any]:
        """Return the entry that begins on a line, or that at a path, with its schema and the file's hash.

        In another language than the game's own, its texts are translated. Raises InputError if there is none.
        """
        data = self._bytes(file)
        root = _document(data, file)
        if path is None:
            path = _path_at(root, line)
            path = () if path == ("id",) else path  # it stands for its document
        wording = self._wording(root)
        data_shown = wording.shown(root.plain()) if wording else root.plain()
        path = _known(data_shown, path)
        value = _value(data_shown, path, file)
        kind = _kind(root)
        if kind not in KINDS:
            raise InputError.of("E391", "is no document of a known kind", Span(file))
        schema = schema_at(schema_of(kind, self.workshop.game), path)
        if isinstance(value, str) and "title" in schema.get("properties", {}):
            value = {"title": value}
        return {
            "game": self.workshop.game.info.id if self.workshop.game else "",
            "file": file,
            "hash": self._hash(data, wording),
            "kind": kind,
            "path": list(path),
            "lines": [span.line for span in _spans(root, path)],
            "value": value,
            "schema": schema,
            "owners": self._owners(),
            "local": self._owner(file)[0].root == self.workshop.project.root,
            "language": wording.code if wording else "",
        }

    def change(self, file: str, digest: str, changes: Sequence[Edit], *, local: bool = False) -> dict[str, int]:
        """Make changes in a file, or in the overlay `local/` for it.

        Raises InputError if they are wrong or cannot be written, and Stale if the file has another hash.
        """
        with self._writing:
            data = self._bytes(file)
            root = _document(data, file)
            wording = self._wording(root)
            if self._hash(data, wording) != digest:
                raise Stale
            old, edit = root.plain(), tuple[_File, ...]()
            wanted = _changed(wording.shown(old) if wording else old, changes, file)
            if wording:
                wanted, said = wording.taken(old, wanted, file)
                edit = self._translated(wording, said, local=local)
            if repr(wanted) != repr(old):
                edit += (self._laid_over(file, old, wanted) if local else self._spliced(file, data, wanted),)
            self._check(edit)
            if wording:
                wording.check(self._unsaved(edit), file)
            if edit:
                self._write(edit)
                self._done, self._undone = [*self._done, edit][-MOST:], []
            return self.state()

    def tried(self, texts: Mapping[Path, bytes]) -> Project:
        """Return the project as it would be with these files."""
        return self._unsaved(self._whole(texts), self.workshop.language)

    def write(self, texts: Mapping[Path, bytes]) -> dict[str, int]:
        """Write whole files, some of which may be new, as one edit.

        Raises InputError if they would make errors, and Stale if one of them changes at the same time.
        """
        with self._writing:
            edit = self._whole(texts)
            self._check(edit)
            if edit:
                self._write(edit)
                self._done, self._undone = [*self._done, edit][-MOST:], []
            return self.state()

    def undo(self) -> dict[str, int]:
        """Take the last edit back. Raises Stale if a file of it has changed since."""
        with self._writing:
            if self._done:
                self._write(tuple(_File(one.path, one.after, one.before) for one in self._done[-1]))
                self._undone.append(self._done.pop())
            return self.state()

    def redo(self) -> dict[str, int]:
        """Make the edit that was last undone again. Raises Stale if a file of it has changed since."""
        with self._writing:
            if self._undone:
                self._write(self._undone[-1])
                self._done.append(self._undone.pop())
            return self.state()

    def _write(self, edit: _Edit) -> None:
        """Write all files. Raises Stale, with nothing written, if one of them is not as it was before the edit."""
        if any((one.path.read_bytes() if one.path.is_file() else None) != one.before for one in edit):
            raise Stale
        for one in edit:
            if one.after is None:
                one.path.unlink()
                with suppress(OSError):  # other files are in it; an overlay without any would be an error
                    one.path.parent.rmdir()
            else:
                one.path.parent.mkdir(exist_ok=True)
                put(one.path, one.after)

    def _whole(self, texts: Mapping[Path, bytes]) -> _Edit:
        found = (_File(path, path.read_bytes() if path.is_file() else None, text) for path, text in texts.items())
        return tuple(one for one in found if one.before != one.after)

    def _owners(self) -> dict[str, str]:
        """The full names of sides and factions by id."""
        owners = self.workshop.game.owners if self.workshop.game else {}
        return {name: owner.title for name, owner in owners.items()}

    def _spliced(self, file: str, data: bytes, wanted: Any) -> _File:
        return _File(self._owner(file)[1], data, _encoded(spliced(_text(data), wanted, file), data))

    def _laid_over(self, file: str, old: Mapping[str, Any], wanted: Mapping[str, Any]) -> _File:
        """The same change in the game's own overlay: each entry concerned as a whole."""
        path = self.workshop.project.root / LOCAL / self._owner(file)[1].name
        names = ("kind", "language" if old.get("kind") == "translation" else "id")
        identity = {key: wanted[key] for key in names if key in wanted}
        before, laid = _read(path, identity)
        if {key: laid.get(key) for key in identity} != identity:
            raise InputError.of("E390", f"'{LOCAL}/{path.name}' is another document", Span(file))
        for name in dict.fromkeys((*old, *wanted)):
            below, above = old.get(name), wanted.get(name)
            if repr(below) == repr(above):
                continue
            if isinstance(below, dict) and isinstance(above, dict):
                lost = below.keys() - above.keys()
                above = {key: value for key, value in above.items() if repr(value) != repr(below.get(key))}
                under = laid.get(name)
                above = {**under, **above} if isinstance(under, dict) else above
            else:
                lost = {name} - wanted.keys()
            if lost:
                raise InputError.of("E390", "an overlay cannot take an entry out", Span(file))
            laid = {**laid, name: above}
        return _File(path, before, _rewritten(before, laid, file))

    def _translated(self, wording: Wording, said: Mapping[str, str], *, local: bool) -> _Edit:
        """Translations written where they stand, and new ones into the last document of the language."""
        files = {text: "" if local else wording.files.get(text, wording.last) for text in said}
        edit: _Edit = ()
        for file in dict.fromkeys(files.values()):
            made = self.workshop.project.root / (LOCAL if local else "lang") / f"{wording.code}.yaml"
            path = self._owner(file)[1] if file else made
            before, data = _read(path, {"kind": "translation", "language": wording.code})
            texts = {**(data.get("texts") or {}), **{text: one for text, one in said.items() if files[text] == file}}
            edit += (_File(path, before, _rewritten(before, {**data, "texts": texts}, file)),)
        return edit

    def _check(self, edit: _Edit) -> None:
        """Raise InputError if the game would have errors that it has not now."""
        documents = [one for one in edit if one.path.name.endswith(DOCUMENTS)]
        kinds = {_kind(_document(one.after, one.path.name)) for one in documents if one.after is not None}
        found, loads = self._errors(self._unsaved(edit, self.workshop.language), kinds)
        if not found:
            return
        now, loaded = self._errors(self._project(self.workshop.language), kinds)
        known = Counter((one.code, one.message, one.span.file) for one in now)
        new = []
        for one in found:
            known[one.code, one.message, one.span.file] -= 1
            if known[one.code, one.message, one.span.file] < 0:
                new.append(one)
        # A game that could not be read may have errors that only show once it can.
        if new and (loaded or not loads):
            raise Refused(new, [self._where(edit, one.span) for one in new])

    def _where(self, edit: _Edit, span: Span) -> Path_ | None:
        """The path of the value at a place of the changed files; None for other files."""
        project = self._unsaved(edit)
        for one in edit:
            homes = (each for each in (project, *project.overlays) if one.path in each.unsaved)
            if one.after is not None and any(each.name(one.path) == span.file for each in homes):
                return _innermost(_document(one.after, span.file), span)
        return None

    def _errors(self, project: Project, kinds: Collection[str]) -> tuple[list[Diagnostic], bool]:
        """The errors of a game and of what is cut from documents of some kinds, and whether it could be read at all."""
        try:
            game, found = inspected(project)
        except InputError as error:
            return error.diagnostics, False
        errors = [one for one in found if one.severity is Severity.ERROR]
        if not errors:
            laid = misfits(self.workshop.remembering(game), kinds)
            errors = [one for one in laid if one.severity is Severity.ERROR]
        return errors, True

    def _project(self, language: str = "") -> Project:
        return locate(self.workshop.name, self.workshop.overlays, language)

    def _unsaved(self, edit: _Edit, language: str = "") -> Project:
        """The project as it would be after an edit."""
        project = self._project(language)
        local = project.root / LOCAL
        if any(one.path.is_relative_to(local) for one in edit) and all(one.root != local for one in project.overlays):
            own = Project(local, shown=f"{project.shown}/{LOCAL}")
            project = replace(project, overlays=(own, *project.overlays))
        for one in edit:
            assert one.after is not None
            folders = [each for each in (project, *project.overlays) if one.path.is_relative_to(each.root)]
            max(folders, key=lambda each: len(each.root.parts)).unsaved[one.path] = one.after
        return project

    def _wording(self, root: Node) -> Wording | None:
        """The texts of a document and their translations, in a preview in another language than the game's own."""
        game = self.workshop.game
        if game is None or game.texts is None:
            return None
        # Not with the translations of the workshop's game: after an edit, it takes a moment to read them again.
        return Wording.of(game.say.code, self._project(), root)

    def _owner(self, file: str) -> tuple[Project, Path]:
        """The folder of a document, and its path. Raises InputError."""
        project = self._project()
        for one in (project, *project.overlays):
            for path in one.documents() if file.startswith(f"{one.shown}/") else ():
                if one.name(path) == file:
                    return one, path
        raise InputError.of("E391", "is no document of this game", Span(file))

    def _bytes(self, file: str) -> bytes:
        owner, path = self._owner(file)
        return owner.open(path)

    def _hash(self, data: bytes, wording: Wording | None) -> str:
        """A hash of a file, and of the translations of its texts."""
        files = sorted({*wording.files.values()}) if wording else []
        return hashlib.sha256(b"\0".join([data, *map(self._bytes, files)])).hexdigest()


def _read(path: Path, new: Mapping[str, Any]) -> tuple[bytes | None, dict[str, Any]]:
    """The bytes and data of a document, or the data of a new one."""
    if not path.is_file():
        return None, dict(new)
    data = path.read_bytes()
    return data, _document(data, path.name).plain()


def _document(data: bytes, file: str) -> Node:
    """Parse a document. Raises InputError if it is no mapping."""
    root = parse(_text(data), file)
    if not isinstance(root.value, dict):
        raise InputError.of("E391", "is no mapping of keys to values", Span(file))
    return root


def _kind(root: Node) -> str:
    """The kind of a document; '' if it has none."""
    return str(root.value["kind"][1].value) if "kind" in root.value else ""


def _rewritten(before: bytes | None, wanted: Any, file: str) -> bytes:
    """The bytes of a document with the data wanted."""
    if before is None:
        text = yaml_of(wanted)
        if repr(parse(text, file).plain()) != repr(wanted):
            raise InputError.of("E390", "the change cannot be written as YAML", Span(file))
        return text.encode()
    return _encoded(spliced(_text(before), wanted, file), before)


def _text(data: bytes) -> str:
    return data.decode().removeprefix(_BOM)


def _encoded(text: str, like: bytes) -> bytes:
    return ((_BOM if like.startswith(_BOM.encode()) else "") + text).encode()


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


def _innermost(node: Node, span: Span, path: Path_ = ()) -> Path_:
    """Return the path of the innermost value around a place."""
    found = path
    inner: Iterable[tuple[str | int, Span, Node]] = ()
    if isinstance(node.value, dict):
        inner = ((name, key.span, value) for name, (key, value) in node.value.items())
    elif isinstance(node.value, tuple):
        inner = ((at, value.span, value) for at, value in enumerate(node.value))
    for name, begun, value in inner:
        if (begun.line, begun.column) > (span.line, span.column):
            break
        found = _innermost(value, span, (*path, name))
    return found


def _spans(root: Node, path: Path_) -> list[Span]:
    """Return where each step of a path begins."""
    spans, node = [], root
    for step in path:
        key, node = node.value[step] if isinstance(node.value, dict) else (node.value[int(step)],) * 2
        spans.append(key.span)
    return spans


def _known(data: Any, path: Path_) -> Path_:
    """The path with keys as they are in the data: in JSON, from which it comes, all keys are texts."""
    found: list[str | int] = []
    for step in path:
        keys = {str(key): key for key in data} if isinstance(data, dict) else {}
        found.append(keys.get(str(step), step))
        data = data.get(found[-1]) if isinstance(data, dict) else data[step] if _is_at(data, step) else None
    return tuple(found)


def _is_at(data: Any, step: str | int) -> bool:
    return isinstance(data, list) and isinstance(step, int) and step < len(data)


def _value(data: Any, path: Path_, file: str) -> Any:
    for step in path:
        try:
            if isinstance(data, str):
                raise TypeError
            data = data[step]
        except (KeyError, IndexError, TypeError):
            raise InputError.of("E391", f"no entry '{step}' in the file", Span(file)) from None
    return data


def _changed(data: Any, changes: Sequence[Edit], file: str) -> Any:
    """Return the data with all changes made. Raises InputError if there is no such place."""
    wanted = copy.deepcopy(data)
    for change in changes:
        if not change.path:
            raise InputError.of("E391", "a change needs a place", Span(file))
        *above, last = _known(wanted, change.path)
        holder = _value(wanted, tuple(above), file)
        if isinstance(holder, str) and isinstance(last, str) and len(above) > 1:  # a bare title of an entry
            holder = {"title": holder}
            _value(wanted, tuple(above[:-1]), file)[above[-1]] = holder
        if change.new and isinstance(holder, dict) and last in holder:
            raise InputError.of("E117", f"'{last}' is there already", Span(file), "give the new one another id")
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
