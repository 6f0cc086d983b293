"""Edits from the page: what an entry is, its change within the file's own text or a translation, and undo."""

from __future__ import annotations

import copy
import hashlib
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Severity, Span
from rcwkit.game.catalogue import locate
from rcwkit.game.languages import Wording
from rcwkit.game.loader import load
from rcwkit.game.schema import schema_at, schema_of
from rcwkit.importing.begin import document_of
from rcwkit.kit.build import misfits
from rcwkit.kit.checks import missing_glyphs
from rcwkit.kit.pipeline import digests_of
from rcwkit.kit.publish import put
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.kinds import KINDS
from rcwkit.source.project import DOCUMENTS, LOCAL, Project, encoded
from rcwkit.source.splicing import GONE, Conflict, extent_of, merged, spliced, yaml_of
from rcwkit.source.yaml import Node, innermost, known_path, parse, path_at, spans_along, value_at

MOST = 200
"""How many edits can be undone."""
TOLD = 12
"""How many of them are told."""

Path_ = tuple[str | int, ...]
"""Keys and positions from the top of a document."""


class Stale(Exception):
    """The file is not as it was when the page read it; `conflicts` are where it changed what was edited here, too."""

    def __init__(self, conflicts: Sequence[Conflict] = ()) -> None:
        super().__init__()
        self.conflicts = conflicts


class Base(NamedTuple):
    """An entry as the page read it; `settled` are conflicts told before, of which the page keeps its own value."""

    path: Path_
    value: Any
    settled: tuple[tuple[Path_, Any], ...] = ()


class RefusedEdit(InputError):
    """An edit that would make errors; `paths` are those of the values concerned, None for errors elsewhere."""

    def __init__(self, diagnostics: Sequence[Diagnostic], paths: Sequence[Path_ | None]) -> None:
        super().__init__([*diagnostics])
        self.paths = paths


@dataclass(frozen=True)
class Edit:
    """A value at a path of keys and positions; `remove` takes the entry out, `new` is for one that is not there.

    `at` is the position among its siblings where a new one goes, or where one that is there is moved.
    """

    path: Path_
    value: Any = None
    remove: bool = False
    new: bool = False
    at: int | None = None

    @property
    def moves(self) -> bool:
        """Whether it changes the order alone."""
        return self.at is not None and not self.new


class _File(NamedTuple):
    """A file before and after an edit; None where there is no file."""

    path: Path
    before: bytes | None
    after: bytes | None


_Edit = tuple[_File, ...]
"""The files of one edit."""


class _Written(NamedTuple):
    """An edit as it was made, the window that made it, and what it was: the entry, its keys, and how it changed."""

    window: str
    said: dict[str, Any]
    files: _Edit


class Passage(NamedTuple):
    """Lines of a booklet's text: their file, the first of them, their words without its indent, and the file's hash."""

    path: Path
    first: int
    lines: int
    indent: int
    text: str
    hash: str


class Editing:
    """The edits of one game's files, by the pages of its preview, one at a time."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self._done: list[_Written] = []
        self._undone: list[_Written] = []
        # From the look at a file until it is written: two pages may save at once.
        self.writing = threading.RLock()

    def state(self, window: str = "") -> dict[str, int]:
        """Return how many edits of a window can be undone and redone."""
        undo, redo = (sum(one.window == window for one in listed) for listed in (self._done, self._undone))
        return {"undo": undo, "redo": redo}

    def history(self, window: str = "") -> dict[str, list[dict[str, Any]]]:
        """Return what the edits of a window are that can be undone and redone, the next one first."""
        listed = {"undo": self._done, "redo": self._undone}
        return {
            way: [one.said for one in reversed(all_) if one.window == window][:TOLD] for way, all_ in listed.items()
        }

    def entry(self, file: str, line: int, path: Path_ | None = None) -> dict[str, Any]:
        """Return the entry that begins on a line, or that at a path, with its schema and the file's hash.

        In another language than the game's own, its texts are translated. Raises InputError if there is none.
        """
        data = self._bytes(file)
        root = _document(data, file)
        if path is None:
            path = path_at(root, line)
            path = () if path == ("id",) else path  # it stands for its document
        wording = self._wording(root)
        data_shown = wording.shown(root.plain()) if wording else root.plain()
        path = known_path(data_shown, path)
        value = value_at(data_shown, path, file)
        kind = _kind(root)
        if kind not in KINDS:
            raise InputError.of("E391", "is no document of a known kind", Span(file))
        whole = schema_of(kind, self.workshop.game)
        schema = schema_at(whole, path)
        if isinstance(value, str) and "title" in schema.get("properties", {}):
            value = {"title": value}
        return {
            "game": self.workshop.game.info.id if self.workshop.game else "",
            "file": file,
            "hash": self._hash(data, wording),
            "kind": kind,
            "path": list(path),
            "lines": [span.line for span in spans_along(root, path)],
            "value": value,
            "schema": schema,
            "place": _place(data_shown, path, schema_at(whole, path[:-1])),
            "owners": self._owners(),
            "local": self._owner(file)[0].root == self.workshop.project.root,
            "language": wording.code if wording else "",
        }

    def change(
        self,
        file: str,
        digest: str,
        changes: Sequence[Edit],
        base: Base | None = None,
        *,
        local: bool = False,
        window: str = "",
    ) -> dict[str, int]:
        """Make changes in a file, or in the overlay `local/` for it.

        If the file has another hash, they are merged with what has changed of the entry that was the base. Raises
        InputError if they are wrong or cannot be written, and Stale if they cannot be merged, or without a base.
        """
        with self.writing:
            edit = self._checked(file, digest, changes, base, local=local)
            self._make(_Written(window, _said(changes, Path(file).name), edit))
            return self.state(window)

    def check(self, file: str, digest: str, changes: Sequence[Edit], base: Base | None = None) -> None:
        """Raise what `change` would; nothing is written, and no edit waits for it."""
        self._checked(file, digest, changes, base, local=False)

    def _checked(self, file: str, digest: str, changes: Sequence[Edit], base: Base | None, *, local: bool) -> _Edit:
        """The files that changes concern, once nothing is wrong with them."""
        data = self._bytes(file)
        root = _document(data, file)
        wording = self._wording(root)
        old, edit = root.plain(), tuple[_File, ...]()
        shown = wording.shown(old) if wording else old
        if self._hash(data, wording) != digest:
            changes = _caught_up(shown, changes, base, file)
        wanted = _changed(shown, changes, file)
        if wording:
            wanted, texts = wording.taken(old, wanted, file)
            edit = self._translated(wording, texts, local=local)
        if any(one.moves for one in changes) and not local:
            edit += (_File(self._owner(file)[1], data, encoded(_reordered(data, wanted, changes[0], file), data)),)
        elif repr(wanted) != repr(old):
            edit += (self._laid_over(file, old, wanted) if local else self._spliced(file, data, wanted),)
        self._check(edit)
        if wording:
            wording.check(load(self._unsaved(edit)), file)
        return edit

    def tried(self, texts: Mapping[Path, bytes]) -> Project:
        """Return the project as it would be with these files."""
        return self._unsaved(self._whole(texts), self.workshop.language)

    def write(self, texts: Mapping[Path, bytes | None], window: str = "") -> dict[str, int]:
        """Write whole files, some of which may be new, or go (None), as one edit.

        Raises InputError if they would make errors, and Stale if one of them changes at the same time.
        """
        with self.writing:
            edit = self._whole(texts)
            self._check(edit)
            how = "changed" if any(texts.values()) else "removed"
            said = {**_said((), ", ".join(path.name for path in texts)), "how": how}
            self._make(_Written(window, said, edit))
            return self.state(window)

    def passage(self, file: str, first: int, count: int) -> Passage:
        """Return lines of the text of a booklet. Raises InputError if there are none."""
        game, path = self.workshop.game, self.workshop.path_of(file)
        held = (one.attached for one in game.documents if one.attached is not None) if game else ()
        origin = next((one.prose.origin for one in held if one.prose.origin.file == file), None)
        if origin is None or origin.whole is not None or path is None or first < origin.line or count < 1:
            raise InputError.of("E391", "is no text of a booklet in this game", Span(file))
        data = path.read_bytes()
        lines = _text(data).splitlines()[first - 1 : first - 1 + count]
        text = "\n".join(line[origin.indent :] for line in lines)
        return Passage(path, first, len(lines), origin.indent, text, hashlib.sha256(data).hexdigest())

    def reword(self, passage: Passage, text: str, digest: str, window: str = "", *, draft: bool = False) -> int:
        """Write a text in place of a passage; return how many lines it takes. A `draft` is only checked.

        Raises Stale if the file has another hash, and InputError if the booklet could not be read.
        """
        data = passage.path.read_bytes()
        if hashlib.sha256(data).hexdigest() != digest:
            raise Stale
        lines, new = _text(data).splitlines(keepends=True), text.rstrip().splitlines() or [""]
        newline = "\r\n" if "\r\n" in lines[0] else "\n"
        start, end = passage.first - 1, passage.first - 1 + passage.lines
        ended = newline if lines[end - 1].endswith(("\n", "\r")) else ""
        made = newline.join(" " * passage.indent + line if line.strip() else "" for line in new) + ended
        files = {passage.path: encoded("".join([*lines[:start], made, *lines[end:]]), data)}
        if draft:
            self._check(self._whole(files))
        else:
            self.write(files, window)
        return len(new)

    def begin(self, kind: str, title: str, given: Mapping[str, str], window: str = "") -> str:
        """Add a document of a kind to the game, and return its file; `given` says how a map is divided.

        Raises KeyError for no such kind, and InputError if the game would have errors.
        """
        project = self._project()
        game = load(project)
        made = document_of(kind, title, game, given)
        files = {project.root / f"{made.name}{DOCUMENTS[0]}": made.text.encode()}
        if made.face:
            files[project.root / f"{made.name}_face{DOCUMENTS[0]}"] = made.face.encode()
        if made.more:
            root = next(one.file for one in game.documents if one.model is game.info)
            data = self._bytes(root)
            files[self._owner(root)[1]] = _rewritten(data, {**_document(data, root).plain(), **made.more}, root)
        self.write(files, window)
        return f"{project.shown}/{made.name}{DOCUMENTS[0]}"

    def undo(self, window: str = "") -> dict[str, int]:
        """Take a window's last edit back, out of what has changed since.

        Raises Stale if that concerns the same values, and InputError if it would make errors.
        """
        return self._back(self._done, self._undone, window)

    def redo(self, window: str = "") -> dict[str, int]:
        """Make the edit that a window last took back again; raises as `undo` does."""
        return self._back(self._undone, self._done, window)

    def _back(self, taken: list[_Written], kept: list[_Written], window: str) -> dict[str, int]:
        with self.writing:
            last = next((one for one in reversed(taken) if one.window == window), None)
            if last:
                edit = tuple(map(_reversed, last.files))
                if any(one.before != was.after for one, was in zip(edit, last.files, strict=True)):
                    self._check(edit)
                self._write(edit)
                taken.remove(last)
                kept.append(last._replace(files=edit))
            return self.state(window)

    def _make(self, done: _Written) -> None:
        if done.files:
            self._write(done.files)
            self._done = [*self._done, done][-MOST:]
            self._undone = [one for one in self._undone if one.window != done.window]

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

    def _whole(self, texts: Mapping[Path, bytes | None]) -> _Edit:
        found = (_File(path, path.read_bytes() if path.is_file() else None, text) for path, text in texts.items())
        return tuple(one for one in found if one.before != one.after)

    def _owners(self) -> dict[str, str]:
        """The full names of sides and factions by id."""
        owners = self.workshop.game.owners if self.workshop.game else {}
        return {name: owner.title for name, owner in owners.items()}

    def _spliced(self, file: str, data: bytes, wanted: Any) -> _File:
        return _File(self._owner(file)[1], data, encoded(spliced(_text(data), wanted, file), data))

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
        kinds |= {"booklet" for one in edit if one.path.suffix.lower() == ".md"}
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
            raise RefusedEdit(new, [self._where(edit, one.span) for one in new])

    def _where(self, edit: _Edit, span: Span) -> Path_ | None:
        """The path of the value at a place of the changed files; None for other files."""
        project = self._unsaved(edit)
        for one in edit:
            homes = (each for each in (project, *project.overlays) if one.path in each.unsaved)
            if one.after is None or not one.path.name.endswith(DOCUMENTS):
                continue
            if any(each.name(one.path) == span.file for each in homes):
                return innermost(_document(one.after, span.file), span)
        return None

    def _errors(self, project: Project, kinds: set[str]) -> tuple[list[Diagnostic], bool]:
        """The errors of a game and of what is cut from documents of some kinds, and whether it could be read at all."""
        try:
            game, found = self.workshop.inspected(project)
        except InputError as error:
            return error.diagnostics, False
        errors = [one for one in (*found, *missing_glyphs(game)) if one.severity is Severity.ERROR]
        if not errors:
            digests = digests_of(project, game)
            # What other kinds show of the documents, such as numbers of rulings, is a pseudo-kind.
            kinds |= dict(digests.items() - self.workshop.reads.items()).keys() - KINDS.keys()
            laid = misfits(game, kinds, digests)
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
            folders = [each for each in (project, *project.overlays) if one.path.is_relative_to(each.root)]
            max(folders, key=lambda each: len(each.root.parts)).unsaved[one.path] = one.after or b""  # a file less
        return project

    def _wording(self, root: Node) -> Wording | None:
        """The texts of a document and their translations, in a preview in another language than the game's own."""
        game = self.workshop.game
        if game is None or game.texts is None:
            return None
        # Not with the translations of the workshop's game: after an edit, it takes a moment to read them again.
        return Wording.of(game.say.code, load(self._project()), root)

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
    return encoded(spliced(_text(before), wanted, file), before)


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig")


def _said(changes: Sequence[Edit], name: str) -> dict[str, Any]:
    """What changes are, in keys: their entry, or that of a file, with its keys, and how it changes."""
    paths = [one.path if one.new or one.remove or one.moves else one.path[:-1] for one in changes if one.path]
    entry = [steps[0] for steps in zip(*paths, strict=False) if len(set(steps)) == 1]
    keys = [one.path[len(entry)] for one in changes if len(one.path) > len(entry)]
    ways = {"added" if one.new else "removed" if one.remove else "moved" if one.moves else "changed" for one in changes}
    return {
        "entry": entry or [name],
        "keys": [*dict.fromkeys(keys)],
        "how": ways.pop() if len(ways) == 1 else "changed",
    }


def _reversed(one: _File) -> _File:
    """The file as it is now, and with an edit taken out of it. Raises Stale where it has changed the same values."""
    now = one.path.read_bytes() if one.path.is_file() else None
    if now == one.after:
        return _File(one.path, now, one.before)
    if now is None or one.after is None or one.before is None or one.path.suffix not in DOCUMENTS:
        raise Stale
    file = one.path.name
    was, their, my = (_document(data, file).plain() for data in (one.after, now, one.before))
    wanted, conflicts = merged(was, their, my)
    if conflicts:
        raise Stale(conflicts)
    # By its lines, where that is the same, so that quotes and comments come back, too.
    after, theirs, before = (_text(data).splitlines(keepends=True) for data in (one.after, now, one.before))
    lines, conflicts = merged(after, theirs, before)
    with suppress(InputError):
        if not conflicts and repr(_document(made := encoded("".join(lines), now), file).plain()) == repr(wanted):
            return _File(one.path, now, made)
    return _File(one.path, now, _rewritten(now, wanted, file))


def _caught_up(data: Any, changes: Sequence[Edit], base: Base | None, file: str) -> list[Edit]:
    """Return changes of an entry merged with what was made of it since it was the base. Raises Stale."""
    if base is None or not base.path:
        raise Stale
    inner = [replace(change, path=("", *change.path[len(base.path) :])) for change in changes]
    if any(change.path[: len(base.path)] != base.path for change in changes):
        raise Stale
    mine = _changed({"": base.value}, inner, file).get("", GONE)
    path, theirs = _present(data, base)
    bare = isinstance(theirs, str) and isinstance(base.value, dict)
    value, found = merged(base.value, {"title": theirs} if bare else theirs, mine, path)
    settled = {(path, repr(value)) for path, value in base.settled}
    left = [one for one in found if (base.path + one.path[len(path) :], repr(one.theirs)) not in settled]
    if left:
        raise Stale([replace(one, path=base.path + one.path[len(path) :]) for one in left])
    own = [Edit(("", *one.path[len(path) :]), one.mine, one.mine is GONE) for one in found]
    kept = GONE if value is GONE else _changed({"": value}, own, file).get("", GONE)
    if kept is GONE:
        return [Edit(path, remove=True)]
    return [Edit(path, kept["title"] if bare and [*kept] == ["title"] else kept)]


def _present(data: Any, base: Base) -> tuple[Path_, Any]:
    """Where an entry is now, and what: items of lists are found again by what they were."""
    *above, last = path = known_path(data, base.path)
    try:
        holder = value_at(data, tuple(above), "")
        if isinstance(holder, list):
            same = [at for at, one in enumerate(holder) if repr(one) == repr(base.value)]
            if last not in same and len(same) == 1:
                return (*above, same[0]), base.value
        return path, holder[last]
    except (InputError, KeyError, IndexError, TypeError):
        raise Stale([Conflict(base.path, GONE, base.value)]) from None


def _changed(data: Any, changes: Sequence[Edit], file: str) -> Any:
    """Return the data with all changes made. Raises InputError if there is no such place."""
    wanted = copy.deepcopy(data)
    for change in changes:
        if not change.path:
            raise InputError.of("E391", "a change needs a place", Span(file))
        *above, last = known_path(wanted, change.path)
        holder = value_at(wanted, tuple(above), file)
        if isinstance(holder, str) and isinstance(last, str) and len(above) > 1:  # a bare title of an entry
            holder = {"title": holder}
            value_at(wanted, tuple(above[:-1]), file)[above[-1]] = holder
        if change.moves or (change.new and change.at is not None and isinstance(holder, dict) and last not in holder):
            _put(holder, last, change, file)
            continue
        if change.new and isinstance(holder, dict) and last in holder:
            raise InputError.of("E117", f"'{last}' is there already", Span(file), "give the new one another id")
        if isinstance(holder, list) and last == len(holder) and not change.remove:
            holder.append(change.value)
            continue
        if not isinstance(holder, dict) or change.remove:
            value_at(holder, (last,), file)
        if change.remove:
            del holder[last]
        else:
            holder[last] = change.value
    return wanted


def _put(holder: Any, last: str | int, change: Edit, file: str) -> None:
    """Move an entry, or put in a new one."""
    at, value = change.at or 0, change.value if change.new else value_at(holder, (last,), file)
    if isinstance(holder, dict):
        items = [(name, one) for name, one in holder.items() if name != last]
        holder.clear()
        holder.update([*items[:at], (last, value), *items[at:]])
    else:
        del holder[int(last)]
        holder.insert(at, value)


def _place(data: Any, path: Path_, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Where an entry stands among others like it, which may be added and taken out; None for a key of its own."""
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    free = any(isinstance(form.get("additionalProperties"), dict) for form in schema.get("anyOf", [schema]))
    if len(path) < 2 or not (isinstance(holder, list) or free):
        return None
    names = [*range(len(holder))] if isinstance(holder, list) else [*map(str, holder)]
    return {"at": names.index(path[-1] if isinstance(holder, list) else str(path[-1])), "names": names}


def _reordered(data: bytes, wanted: Any, move: Edit, file: str) -> str:
    """The text of a document with one entry moved, as it is written there. Raises InputError if it cannot be."""
    text = _text(data)
    extent = extent_of(text)
    for step in known_path(parse(text, file).plain(), move.path[:-1]):
        extent = next(one.value for one in extent.entries if one.name == step)
    names = [one.name for one in extent.entries]
    last = next(name for name in names if str(name) == str(move.path[-1]))
    others = [name for name in names if name != last]
    order = [*others[: move.at], last, *others[move.at :]]
    if extent.style == "flow":
        slots = [(one.start, one.end) for one in extent.entries]
    else:  # each with its lines, and the comments above them
        above = text[: text.rfind("\n", 0, extent.start) + 1].splitlines(keepends=True)
        while above and above[-1].strip()[:1] in ("", "#"):
            above.pop()
        ends = [text.find("\n", one.end) + 1 or len(text) for one in extent.entries]
        slots = [*zip([len("".join(above)), *ends], ends, strict=False)]
    parts = dict(zip(names, (text[start:end] for start, end in slots), strict=True))
    if extent.style != "flow":
        parts = {name: part if part.endswith("\n") else part + "\n" for name, part in parts.items()}
    made, at = "", 0
    for (start, end), name in zip(slots, order, strict=True):
        made, at = made + text[at:start] + parts[name], end
    made += text[at:]
    with suppress(InputError):
        if repr(parse(made, file).plain()) == repr(wanted):
            return made
    raise InputError.of("E390", "the entries cannot change places within the file's own lines", Span(file))
