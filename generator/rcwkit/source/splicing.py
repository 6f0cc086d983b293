"""Write YAML that people edit, and change a document within its own text: comments, order and quotes stay."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from rcwkit.diagnostics import InputError, Span
from rcwkit.source.yaml import LOADER, Node, parse


@dataclass(frozen=True, slots=True)
class Extent:
    """The characters of a value: from `start` up to, but not including, `end`.

    `style` is `'`, `"`, `|`, `>` or '' for scalars, `flow` or `block` for lists and mappings. A block ends with its
    last value, before blank lines and comments. `inside` says whether it stands between brackets or braces. `entries`
    are those of a list or mapping.
    """

    start: int
    end: int
    style: str
    inside: bool
    entries: tuple[SourceEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """An entry of a mapping, with the characters of its key; or an item of a list, without its dash."""

    name: Any
    key: Extent | None
    value: Extent

    @property
    def start(self) -> int:
        """The first character."""
        return self.value.start if self.key is None else self.key.start

    @property
    def end(self) -> int:
        """The character after the last one; the colon of a key without a value is not part of it."""
        return self.value.end if self.key is None else max(self.key.end, self.value.end)


def extent_of(text: str) -> Extent:
    """Return the extent of a document's value. Raises InputError as `parse` does."""
    root = parse(text, "")
    follow: Callable[[], Any] = LOADER(text).get_event
    follow(), follow()  # the starts of stream and document
    return _extent(text, root, False, follow(), follow)


def _extent(text: str, node: Node, inside: bool, event: Any, follow: Callable[[], Any]) -> Extent:
    start, end = event.start_mark.index, event.end_mark.index
    if not isinstance(node.value, dict | tuple):
        # The parser ends a block text after the blank lines that follow it.
        return Extent(start, start + len(text[start:end].rstrip()), event.style or "", inside)
    entries: list[SourceEntry] = []
    flow = inside or event.flow_style
    if isinstance(node.value, dict):
        for name, (key, value) in node.value.items():
            extent = _extent(text, key, flow, follow(), follow)
            entries.append(SourceEntry(name, extent, _extent(text, value, flow, follow(), follow)))
    else:
        entries = [
            SourceEntry(at, None, _extent(text, item, flow, follow(), follow)) for at, item in enumerate(node.value)
        ]
    closing = follow().end_mark.index
    if event.flow_style:
        return Extent(start, closing, "flow", inside, tuple(entries))
    return Extent(start, max(entry.end for entry in entries), "block", inside, tuple(entries))


WIDTH = 120
"""The longest line that is written where it can be broken."""


def yaml_of(data: Mapping[Any, Any]) -> str:
    """Return a mapping as YAML; `parse` reads it back as it was. It has no empty mappings and no nulls."""
    return "".join(f"{line}\n" for line in _block(data, 0, nested=2))


def block_lines(data: Mapping[Any, Any] | list[Any], indent: int) -> Iterator[str]:
    """Yield the lines of a mapping or list, each entry on a line if it fits there."""
    if isinstance(data, list):
        for item in data:
            yield from _item(item, indent)
    else:
        yield from _block(data, indent, nested=1)


def _block(data: Mapping[Any, Any], indent: int, nested: int) -> Iterator[str]:
    """Yield a mapping line by line; its mappings are on lines of their own for `nested` levels."""
    space = " " * indent
    for key, value in data.items():
        head = f"{space}{flow(key)}:"
        line = f"{head} {flow(value)}"
        if isinstance(value, str):
            yield from _folded(head, value, indent)
        elif isinstance(value, Mapping) and (len(line) > WIDTH or nested > 1 and any(map(_is_large, value.values()))):
            yield head
            yield from _block(value, indent + 2, nested - 1)
        elif isinstance(value, list | tuple) and len(line) > WIDTH:
            yield head
            for item in value:
                yield from _item(item, indent + 2)
        else:
            yield line


def _item(item: Any, indent: int) -> Iterator[str]:
    """Yield an item of a list, behind its dash."""
    line = f"{' ' * indent}- {flow(item)}"
    if not isinstance(item, Mapping) or len(line) <= WIDTH:
        yield line
        return
    first, *rest = _block(item, indent + 2, 0)
    yield f"{' ' * indent}- {first.lstrip()}"
    yield from rest


def _folded(head: str, text: str, indent: int) -> list[str]:
    """Return a text behind its key, over several lines if it is long."""
    line = f"{head} {scalar(text, inside=len(head) + len(text) < WIDTH)}"
    if "\n" in text:
        lines = [f"{head} |-", *(f"{' ' * (indent + 2)}{one}" if one else "" for one in text.split("\n"))]
        return lines if _reads_back(lines, indent, text) else [line]
    if len(line) <= WIDTH:
        return [line]
    space = " " * (indent + 2)
    lines = [head, *textwrap.wrap(text, WIDTH, initial_indent=space, subsequent_indent=space, break_on_hyphens=False)]
    return lines if _reads_back(lines, indent, text) else [line]


def _reads_back(lines: list[str], indent: int, text: str) -> bool:
    """Return whether lines with a key and its text are read as that text."""
    try:
        values = parse("\n".join(line[indent:] for line in lines) + "\n", "").plain().values()
    except InputError:
        return False
    return list(values) == [text]


def _is_large(value: Any) -> bool:
    return isinstance(value, Mapping)


def flow(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str):
        return scalar(value)
    return json.dumps(value)


_ZEROS = re.compile("0[0-9]+(-[0-9]+)?")
"""Numbers of hexes, which other programs take for figures."""


def scalar(text: str, *, inside: bool = True) -> str:
    """Return a text as it stands if it is read as itself behind a key, also inside braces; or else in quotes."""
    forms = ("a: %s\n", "{a: %s}\n") if inside else ("a: %s\n",)
    plain = (
        "\n" not in text
        and not _ZEROS.fullmatch(text)
        and all(_reads_back([form.replace("%s", text)], 0, text) for form in forms)
    )
    return text if plain else json.dumps(text, ensure_ascii=False)


_COMMENT = re.compile(r"(?:^|\s)#", re.MULTILINE)
_COMMA = re.compile(r"[ \t]*,")
_REST = re.compile(r"[ \t]*(?:#[^\r\n]*)?\r?\n")
"""What follows the last entry of a line, with its comment."""
_DASH = re.compile(r"\n *(-)")


class Splice(NamedTuple):
    """Characters from `start` up to `end` to be replaced."""

    start: int
    end: int
    text: str


def applied(text: str, splices: Iterable[Splice], file: str = "") -> str:
    """Return a text with all replacements made. Raises InputError if two concern the same characters."""
    parts, at = [], 0
    for splice in sorted(splices, key=lambda one: (one.start, one.end)):
        if splice.start < at:
            raise InputError.of("E390", "two changes concern the same characters", Span(file))
        parts += [text[at : splice.start], splice.text]
        at = splice.end
    return "".join([*parts, text[at:]])


def spliced(text: str, wanted: Any, file: str = "") -> str:
    """Return a document's text changed so that it is read as the wanted data, in their order.

    Raises InputError if the text is no document, or if entries that stay would have to change places.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    splices = _Splices(text, newline, file)
    splices.value(extent_of(text), parse(text, "").plain(), wanted)
    done = splices.applied()
    if not _is_read(done, wanted):
        raise InputError.of("E390", "the change cannot be written within the file's own lines", Span(file))
    return done


class _Splices:
    """Collects what to replace in one text."""

    def __init__(self, text: str, newline: str, file: str) -> None:
        self.text, self.newline, self.file = text, newline, file
        self._found: list[Splice] = []

    def applied(self) -> str:
        """Return the text with all replacements made."""
        return applied(self.text, self._found, self.file)

    def value(self, extent: Extent, old: Any, new: Any) -> None:
        """Replace what differs between a value and the one wanted."""
        if repr(old) == repr(new):
            return
        if new and isinstance(old, dict) and isinstance(new, dict) and _in_order(old, new):
            self._mapping(extent, old, new)
        elif new and isinstance(old, list) and isinstance(new, list) and old:
            self._list(extent, old, new)
        elif isinstance(old, str) and isinstance(new, str):
            self._text(extent, old, new)
        else:
            self._whole(extent, new)

    def _mapping(self, extent: Extent, old: Mapping[Any, Any], new: Mapping[Any, Any]) -> None:
        names = _renamed(old, new)
        entries = {names.get(entry.name, entry.name): entry for entry in extent.entries}
        for name, entry in entries.items():
            if name in new and entry.key is not None:
                if name != entry.name:
                    self._found.append(Splice(entry.key.start, entry.key.end, flow(name)))
                self._entry(entry, old[entry.name], new[name])
        kept: SourceEntry | None = None
        added: list[tuple[Any, Any]] = []
        for name, value in new.items():
            if name not in entries:
                added.append((name, value))
                continue
            self._add(extent, kept, added)
            kept, added = entries[name], []
        self._add(extent, kept, added)
        self._remove(extent, [name not in new for name in entries])

    def _entry(self, entry: SourceEntry, old: Any, new: Any) -> None:
        """Replace the value of a key; one in place of nothing, or of a block, goes behind its colon."""
        assert entry.key is not None
        below = entry.value.style == "block" and not (new and isinstance(new, dict | list))
        if entry.value.start < entry.value.end and not below:
            self.value(entry.value, old, new)
        elif repr(old) != repr(new):
            colon = self.text.index(":", entry.key.end) + 1
            self._found.append(Splice(colon, colon, f" {_plain(new, entry.value.inside)}"))
            if below:
                self._keep_comments(entry.value)
                self._found.append(
                    Splice(self.text.rindex(self.newline, colon, entry.value.start), entry.value.end, "")
                )

    def _list(self, extent: Extent, old: list[Any], new: list[Any]) -> None:
        entries = extent.entries
        removed = [False] * len(old)
        for tag, first, last, start, end in _differences([repr(one) for one in old], [repr(one) for one in new]):
            if tag == "equal":
                continue
            both = min(last - first, end - start)
            for at in range(both):
                self.value(entries[first + at].value, old[first + at], new[start + at])
            for at in range(first + both, last):
                removed[at] = True
            before = first + both - 1
            self._add(
                extent, entries[before] if before >= 0 else None, [(None, one) for one in new[start + both : end]]
            )
        self._remove(extent, removed)

    def _text(self, extent: Extent, old: str, new: str) -> None:
        """Replace the words that differ, or the whole text if that makes a line too long."""
        splice = _reworded(self.text, extent, old, new)
        if splice is None or self._width(splice) > WIDTH:
            self._whole(extent, new)
        else:
            self._found.append(splice)

    def _width(self, splice: Splice) -> int:
        """Return the length of the line with a replacement made."""
        return self._column(splice.start) + len(splice.text) + self._line_end(splice.end) - splice.end

    def _whole(self, extent: Extent, new: Any) -> None:
        """Replace a value in the style it has where that is possible. Raises InputError if comments would go."""
        if extent.style in ("block", "flow"):
            self._keep_comments(extent)
        self._found.append(Splice(extent.start, extent.end, self._written(extent, new)))

    def _keep_comments(self, extent: Extent) -> None:
        """Raise InputError if there are comments between the texts of a value."""
        at, between = extent.start, list[str]()
        for leaf in leaves(extent):
            head = self._line_end(leaf.start) if leaf.style in ("|", ">") else leaf.start
            between.append(self.text[at:head])
            at = max(head, leaf.end)
        if any(map(_COMMENT.search, [*between, self.text[at : extent.end]])):
            raise InputError.of("E390", "the change would take comments out of the file", Span(self.file))

    def _written(self, extent: Extent, new: Any) -> str:
        if isinstance(new, str):
            old = self.text[extent.start : extent.end]
            if "\n" in old and extent.style in ("", "|", ">") and (lines := _wrapped(old, new)):
                return self.newline.join(lines)
            if extent.style == "'" and "\n" not in new:
                return "'" + new.replace("'", "''") + "'"
            if extent.style == '"':
                return json.dumps(new, ensure_ascii=False)
        if extent.style == "block" and new and isinstance(new, dict | list):
            return self.newline.join(block_lines(new, self._column(extent.start))).lstrip()
        return _plain(new, extent.inside)

    def _add(self, extent: Extent, after: SourceEntry | None, added: Sequence[tuple[Any, Any]]) -> None:
        """Add entries behind another one, or before the first."""
        if not added:
            return
        if extent.style == "flow":
            items = [
                self._like(extent, value) if name is None else f"{flow(name)}: {flow(value)}" for name, value in added
            ]
            if after is not None:
                at, new = after.end, "".join(f", {item}" for item in items)
            else:
                at, new = extent.start + 1, "".join(f"{item}, " for item in items)
            self._found.append(Splice(at, at, new))
            return
        indent = self._column(extent.start)
        lines = [line for name, value in added for line in _lines(name, value, indent)]
        if after is not None:
            at = self._line_end(after.end)
            self._found.append(Splice(at, at, "".join(f"{self.newline}{line}" for line in lines)))
        else:
            new = self.newline.join(lines).lstrip() + self.newline + " " * indent
            self._found.append(Splice(extent.start, extent.start, new))

    def _like(self, extent: Extent, value: Any) -> str:
        """Return an item of a list in brackets, in quotes if all others have them without a need."""
        texts = [self.text[one.value.start + 1 : one.value.end - 1] for one in extent.entries if one.value.style == '"']
        chosen = len(texts) == len(extent.entries) and any(scalar(text) == text for text in texts)
        return json.dumps(value, ensure_ascii=False) if chosen and isinstance(value, str) else flow(value)

    def _remove(self, extent: Extent, removed: Sequence[bool]) -> None:
        """Take entries out, with their lines."""
        entries = extent.entries
        for first, last in _runs(removed):
            if extent.style == "flow":
                self._found.append(self._without(entries, first, last))
                continue
            gone = [(self._begin(extent, at), entries[at].end) for at in range(first, last + 1)]
            start = end = gone[0][0]
            if self.text[self._line_start(start) : start].strip(" "):
                # What follows moves up behind the dash: an entry that stays, or a comment of its own line.
                while gone and gone[0][0] == end:
                    end = self._next_line(gone.pop(0)[1])
                self._found.append(Splice(start, end, ""))
            for start, end in gone:
                below = min(self._line_end(end) + len(self.newline), len(self.text))
                self._found.append(Splice(self._line_start(start), below, ""))

    def _without(self, entries: Sequence[SourceEntry], first: int, last: int) -> Splice:
        """Return the replacement that takes entries between brackets or braces out, with their own comments alone."""
        start, end = entries[first].start, entries[last].end
        comma = _COMMA.match(self.text, end)
        behind = comma.end() if comma else end
        left = self._line_start(start)
        rest = _REST.match(self.text, behind)
        if rest and not self.text[left:start].strip(" "):  # they have their lines for themselves
            return Splice(left, rest.end(), "")
        if first > 0 and "\n" not in self.text[entries[first - 1].end : start]:
            return Splice(entries[first - 1].end, end, "")
        if first > 0 or last + 1 == len(entries):
            return Splice(start, behind, "")
        if "\n" not in self.text[end : entries[last + 1].start]:
            return Splice(start, entries[last + 1].start, "")
        return Splice(start, rest.end() - len(self.newline) if rest else behind, "")

    def _begin(self, extent: Extent, at: int) -> int:
        """Return where an entry of a block begins: with its key or dash."""
        entries = extent.entries
        if entries[at].key is not None:
            return entries[at].start
        dash = _DASH.search(self.text, entries[at - 1].end) if at else None
        return dash.start(1) if dash else extent.start

    def _next_line(self, at: int) -> int:
        """Return where the first words of the lines below begin."""
        return len(self.text) - len(self.text[self._line_end(at) :].lstrip())

    def _line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def _column(self, at: int) -> int:
        return at - self._line_start(at)

    def _line_end(self, at: int) -> int:
        found = self.text.find(self.newline, at)
        return len(self.text) if found < 0 else found


def leaves(extent: Extent) -> Iterator[Extent]:
    """Yield the extents of all keys and texts in a value, in the order of the document."""
    if extent.style not in ("block", "flow"):
        yield extent
    for entry in extent.entries:
        yield from () if entry.key is None else leaves(entry.key)
        yield from leaves(entry.value)


def _lines(name: Any, value: Any, indent: int) -> Iterator[str]:
    """Yield the lines of a new item or key; those of a key of the document itself are as in a new document."""
    return block_lines([value], indent) if name is None else _block({name: value}, indent, nested=1 if indent else 2)


def _plain(value: Any, inside: bool) -> str:
    """Return a value on one line, without quotes where it needs none."""
    return scalar(value, inside=inside) if isinstance(value, str) else flow(value)


def _wrapped(old: str, new: str) -> list[str] | None:
    """Return the lines of a new text in the place of one over several lines; None if it does not go there."""
    first, *rest = old.splitlines()
    indent = next((len(line) - len(line.lstrip()) for line in rest if line.strip()), 0)
    space = " " * indent
    if old[0] == "|":
        lines = [first, *(f"{space}{line}" if line else "" for line in new.rstrip("\n").split("\n"))]
    else:
        filled = textwrap.wrap(new, WIDTH, initial_indent=space, subsequent_indent=space, break_on_hyphens=False)
        lines = (
            [first, *filled]
            if old[0] == ">"
            else [line[indent:] if at == 0 else line for at, line in enumerate(filled)]
        )
    return lines if _read("\n".join(lines), new) else None


def _in_order(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> bool:
    """Return whether the entries that stay keep their order, and at least one stays."""
    stay = [name for name in old if name in new]
    return (bool(stay) or bool(_renamed(old, new))) and stay == [name for name in new if name in old]


def _renamed(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return new names by old: entries at the same position with the same value."""
    if len(old) != len(new):
        return {}
    pairs = zip(old.items(), new.items(), strict=True)
    return {
        before: after
        for (before, value), (after, wanted) in pairs
        if before not in new and after not in old and repr(value) == repr(wanted)
    }


def _differences(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield difflib's opcodes for two lists; what they begin and end with alike is left alone.

    Lists of one length are compared place by place if no more differs so: then no entry has moved.
    """
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    matcher = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False)
    codes = matcher.get_opcodes()
    if len(old) == len(new):
        changed = [at for at, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
        if len(changed) <= sum(
            max(last - first, end - start) for tag, first, last, start, end in codes if tag != "equal"
        ):
            yield from (("replace", at, at + 1, at, at + 1) for at in changed)
            return
    for tag, first, last, start, end in codes:
        yield tag, first + head, last + head, start + head, end + head


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many entries two lists begin with alike."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(old), len(new)))


def _runs(removed: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the first and last position of each run of entries to take out."""
    for match in re.finditer("1+", "".join("1" if one else "0" for one in removed)):
        yield match.start(), match.end() - 1


def _reworded(text: str, extent: Extent, old: str, new: str) -> Splice | None:
    """Return the replacement of the words that differ; None for texts whose words do not stand one by one."""
    raw = text[extent.start : extent.end]
    header = re.match(r"[|>][^\n]*\n", raw) if extent.style in ("|", ">") else None
    first = header.end() if header else len(extent.style)
    inner = raw[first : None if header or not extent.style else -1]
    stand = list(re.finditer(r"\S+", inner))
    words, wanted = old.split(" "), new.split(" ")
    if old.split() != words or new.split() != wanted or len(stand) != len(words):
        return None
    same = _alike(words, wanted)
    tail = _alike(words[same:][::-1], wanted[same:][::-1])
    if same + tail == len(words):  # words are only added
        at = extent.start + first + (stand[same - 1].end() if same else stand[0].start())
        more = " ".join(wanted[same : len(wanted) - tail])
        made = Splice(at, at, f" {_escaped(more, extent.style)}" if same else f"{_escaped(more, extent.style)} ")
    else:
        start, end = stand[same].start(), stand[len(stand) - tail - 1].end()
        more = " ".join(wanted[same : len(wanted) - tail])
        if not more:  # words are only taken out, with the space before or after them
            if same:
                start = stand[same - 1].end()
            else:
                end = stand[len(stand) - tail].start()
        made = Splice(extent.start + first + start, extent.start + first + end, _escaped(more, extent.style))
    return made if _reads(text, extent, made, new) else None


def _escaped(words: str, style: str) -> str:
    return (
        json.dumps(words, ensure_ascii=False)[1:-1]
        if style == '"'
        else words.replace("'", "''")
        if style == "'"
        else words
    )


def _reads(text: str, extent: Extent, splice: Splice, new: str) -> bool:
    """Return whether a text is read as wanted where it stands, with a replacement made."""
    raw = text[extent.start : splice.start] + splice.text + text[splice.end : extent.end]
    return _read(raw, new) and (not extent.inside or _read(raw, new, "[%s]\n"))


def _read(raw: str, wanted: str, form: str = "- %s\n") -> bool:
    return _is_read(form.replace("%s", raw), [wanted])


def _is_read(text: str, wanted: Any) -> bool:
    try:
        return repr(parse(text, "").plain()) == repr(wanted)
    except InputError:
        return False


GONE: Any = type("Gone", (), {"__repr__": lambda _: "GONE"})()
"""What stands for a value that is not there."""


@dataclass(frozen=True)
class Conflict:
    """A place where two sides made different things of one value, either of which may be `GONE`."""

    path: tuple[str | int, ...]
    theirs: Any
    mine: Any


def merged(base: Any, theirs: Any, mine: Any, path: tuple[str | int, ...] = ()) -> tuple[Any, list[Conflict]]:
    """Return plain data with the changes of both sides, and where they differ: there it is as theirs."""
    same = repr(theirs)
    if repr(mine) in (same, repr(base)):
        return theirs, []
    if same == repr(base):
        return mine, []
    if all(isinstance(one, dict) for one in (base, theirs, mine)):
        return _merged_keys(base, theirs, mine, path)
    if all(isinstance(one, list) for one in (base, theirs, mine)):
        return _merged_items(base, theirs, mine, path)
    return theirs, [Conflict(path, theirs, mine)]


def _merged_keys(
    base: Mapping[Any, Any], theirs: Mapping[Any, Any], mine: Mapping[Any, Any], path: tuple[str | int, ...]
) -> tuple[Any, list[Conflict]]:
    found: list[Conflict] = []
    made: dict[Any, Any] = {}
    moved = [key for key in theirs if key in base] != [key for key in base if key in theirs]
    for key in _ordered(*(theirs, mine) if moved else (mine, theirs)):
        value, more = merged(base.get(key, GONE), theirs.get(key, GONE), mine.get(key, GONE), (*path, key))
        found += more
        if value is not GONE:
            made[key] = value
    return made, found


def _ordered(first: Iterable[Any], second: Iterable[Any]) -> list[Any]:
    """Return the keys of both in the order of the first; others follow what they follow in the second."""
    keys, before = [*first], None
    for key in second:
        if key not in keys:
            keys.insert(0 if before is None else keys.index(before) + 1, key)
        before = key
    return keys


def _merged_items(
    base: list[Any], theirs: list[Any], mine: list[Any], path: tuple[str | int, ...]
) -> tuple[Any, list[Conflict]]:
    """Merge lists between the items that all three have."""
    stays, found = [_stays(base, side) for side in (theirs, mine)], list[Conflict]()
    ends = [(at, stays[0][at], stays[1][at]) for at in sorted(stays[0].keys() & stays[1].keys())]
    made: list[Any] = []
    start = (0, 0, 0)
    for end in [*ends, (len(base), len(theirs), len(mine))]:
        parts = [side[a:b] for side, a, b in zip((base, theirs, mine), start, end, strict=True)]
        if len({*map(len, parts)}) == 1:
            for was, their, my in zip(*parts, strict=True):
                value, more = merged(was, their, my, (*path, len(made)))
                made, found = [*made, value], [*found, *more]
        elif repr(parts[2]) in (repr(parts[0]), repr(parts[1])):
            made += parts[1]
        elif repr(parts[1]) == repr(parts[0]):
            made += parts[2]
        else:
            return theirs, [Conflict(path, theirs, mine)]
        made += base[end[0] : end[0] + 1]
        start = (end[0] + 1, end[1] + 1, end[2] + 1)
    return made, found


def _stays(base: Sequence[Any], side: Sequence[Any]) -> dict[int, int]:
    """Return where items of the base are that a side has kept."""
    matcher = SequenceMatcher(None, [*map(repr, base)], [*map(repr, side)], autojunk=False)
    return {a + at: b + at for a, b, size in matcher.get_matching_blocks() for at in range(size)}
