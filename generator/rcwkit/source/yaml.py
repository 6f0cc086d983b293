"""Parse YAML into nodes with positions, refuse what other parsers read differently, and say what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Any, NamedTuple

import yaml

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.memo import Memo
from rcwkit.source.patterns import by_title

DEPTH = 64
VALUES = 200_000
"""Maximum number of keys and values in a document: ten thousand cards have some 150,000."""
DOCUMENTS = Memo(2**27)
"""What was read lately, in bytes: a preview reads its folder on every save. The largest game takes some 10 MB."""
VALUE = 220
"""Bytes that a key or value takes, roughly."""
_INT = re.compile(r"^[-+]?(0|[1-9]\d*)$")
_FLOAT = re.compile(r"^[-+]?(\.\d+|(0|[1-9]\d*)(\.\d*)?)([eE][-+]?\d+)?$")
# Control characters, surrogates and bidirectional marks, which escapes in quoted texts could pass on to terminals and
# files.
STRANGE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]")
_WORDS: dict[str, Any] = {"": None, "~": None} | {
    word: value
    for name, value in (("null", None), ("true", True), ("false", False))
    for word in (name, name.upper(), name.capitalize())
}
_NUMERIC = frozenset("+-.0123456789")
# The C parser is several times faster; if PyYAML was built without it, the other reads accepted documents alike.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_COMMENT_AT_ONCE = re.compile(r"[|>][-+0-9]*#")
_BLANKS_FIRST = re.compile(r"[|>][^\r\n]*[\r\n]+ +(?:[\r\n]|\Z)")
_DOCUMENT_END = re.compile(r"[\r\n]\.\.\.")
_Place = tuple[str, int, int, int]
"""A span's file, line, column and length."""


class Node:
    """A value and its place, never changed; two nodes are never equal.

    `value` is a scalar, a tuple of nodes, or a dict of key → (key node, value node).
    """

    __slots__ = ("place", "value")

    def __init__(self, value: Any, place: _Place) -> None:
        self.value = value
        self.place = place

    @property
    def span(self) -> Span:
        """The place in its file, which few nodes of a large deck are asked for."""
        return Span(*self.place)

    def plain(self) -> Any:
        """Return the value as plain Python data, without positions."""
        value = self.value
        if type(value) is dict:
            return {key: node.plain() for key, (_, node) in value.items()}
        if type(value) is tuple:
            return [node.plain() for node in value]
        return value


class Root(Node):
    """A whole document.

    `count` is the number of its keys and values, `keys` are all keys in its file; `letters` are the characters of its
    texts beyond ASCII, or None if they have not been collected.
    """

    __slots__ = ("count", "keys", "letters")

    def __init__(
        self, value: Any, place: _Place, count: int, keys: Set[Any] = frozenset(), letters: Set[str] | None = None
    ) -> None:
        super().__init__(value, place)
        self.count = count
        self.keys = keys
        self.letters = letters


@DOCUMENTS.of(lambda root: VALUE * root.count)
def parse(text: str, file: str) -> Root:
    """Parse the single document of a text. Raises InputError."""
    composer = _Composer(text, file)
    try:
        document = composer.document()
    except yaml.MarkedYAMLError as error:
        # Anything unclosed is shown where it opens, not at the end of the file.
        open_ended = error.context_mark is not None and "end of stream" in str(error.problem)
        mark = error.context_mark if open_ended else error.problem_mark or error.context_mark
        message = " ".join(part for part in (error.problem, error.context) if part) or "is not YAML"
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        opened = error.context_mark.line + 1 if error.context_mark else line
        line, column, hint = advice(text, message, line, column, opened)
        quoted = composer.quoted
        if quoted is not None and mark is not None and quoted.end_mark.line == mark.line:
            hint = f"the quote that opens here closes on line {line}"
            line, column = quoted.start_mark.line + 1, quoted.start_mark.column + 1
        raise InputError.of("E110", message, Span(file, line, column), hint) from error
    except yaml.YAMLError as error:
        line = text.count("\n", 0, getattr(error, "position", 0) or 0) + 1
        message = str(getattr(error, "reason", "") or "is not YAML")
        raise InputError.of("E110", message, Span(file, line)) from error
    except RecursionError as error:  # the pure-Python parser on hostile depth
        raise InputError.of("E111", f"nested deeper than {DEPTH}", Span(file)) from error
    if odd := oddity(text, file, composer.scalars):
        raise InputError([odd])
    return document


def span_at(node: Node, path: tuple[Any, ...], *, key: bool = False) -> Span:
    """Return the span of the value (or key) at a path of keys and indices, or of its nearest existing ancestor."""
    return node_at(node, path, key=key).span


def node_at(node: Node, path: tuple[Any, ...], *, key: bool = False) -> Node:
    """Return the node of the value (or key) at a path of keys and indices, or of its nearest existing ancestor."""
    found = node
    for index, step in enumerate(path):
        if isinstance(node.value, dict):
            # Models turn numbers into names: a key may be 715 here and "715" in the path.
            name = step if step in node.value else next((k for k in node.value if str(k) == str(step)), None)
            if name is not None:
                key_node, node = node.value[name]
                found = key_node if key and index == len(path) - 1 else node
        elif isinstance(node.value, tuple) and 0 <= (at := place_in(node, step)) < len(node.value):
            found = node = node.value[at]
    return found


def path_at(root: Node, line: int) -> tuple[str | int, ...]:
    """Return the path of the outermost entry that begins on a line, or else of the innermost one around it."""
    around: tuple[str | int, ...] = ()
    for path, first in _starts(root):
        if first == line:
            return path
        if first < line:
            around = path
    return around


def _starts(node: Node, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """Yield the paths of all entries in the order of the text, with their first lines."""
    if isinstance(node.value, dict):
        for name, (key, value) in node.value.items():
            yield (*path, name), key.span.line
            yield from _starts(value, (*path, name))
    elif isinstance(node.value, tuple):
        for at, value in enumerate(node.value):
            yield (*path, at), value.span.line
            yield from _starts(value, (*path, at))


def innermost(node: Node, span: Span, path: tuple[str | int, ...] = ()) -> tuple[str | int, ...]:
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
        found = innermost(value, span, (*path, name))
    return found


def spans_along(root: Node, path: tuple[str | int, ...]) -> list[Span]:
    """Return where each step of a path begins."""
    spans, node = [], root
    for step in path:
        key, node = node.value[step] if isinstance(node.value, dict) else (node.value[int(step)],) * 2
        spans.append(key.span)
    return spans


def place_in(node: Node, step: Any) -> int:
    """Return the index of an item in a list, or of an entry by the id that is made from its title; -1 if none is so."""
    if isinstance(step, int):
        return step
    entries = by_title(node.plain())
    return [*entries].index(step) if isinstance(entries, dict) and step in entries else -1


def known_path(data: Any, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return a path with keys as they are in the data: in JSON, from which it comes, all keys are texts."""
    found: list[str | int] = []
    for step in path:
        keys = {str(key): key for key in data} if isinstance(data, dict) else {}
        found.append(keys.get(str(step), step))
        data = data.get(found[-1]) if isinstance(data, dict) else data[step] if _is_at(data, step) else None
    return tuple(found)


def _is_at(data: Any, step: str | int) -> bool:
    return isinstance(data, list) and isinstance(step, int) and step < len(data)


def value_at(data: Any, path: tuple[str | int, ...], file: str) -> Any:
    """Return the value at a path of data. Raises InputError if there is none."""
    for step in path:
        try:
            if isinstance(data, str):
                raise TypeError
            data = data[step]
        except (KeyError, IndexError, TypeError):
            raise InputError.of("E391", f"no entry '{step}' in the file", Span(file)) from None
    return data


class _Composer:
    """Composes the events of one text in one pass, depth first."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.text = text
        self.doubtful = doubtful(text)
        self.scalars: list[tuple[int, int, bool]] = []
        self._next: Callable[[], Any] = LOADER(text).get_event
        self.count = 0
        self.keys = set[Any]()
        self.letters = set[str]()
        self.quoted: Any = None  # the last scalar in quotes that goes over several lines

    def document(self) -> Root:
        """Return the document of the stream, which must be the only one."""
        self._next()  # stream start
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            raise self._refuse("E112", "the file is empty", event)
        if event.version or event.tags:
            raise self._refuse("E107", "directives (%) are not allowed", event, "leave the line out")
        node = self._node(self._next(), 0)
        end = self._next()
        if end.explicit and _DOCUMENT_END.search(self.text, end.end_mark.index):
            raise self._refuse("E113", "a second end of the document", end, "leave the '...' out")
        extra = self._next()
        if not isinstance(extra, yaml.StreamEndEvent):
            raise self._refuse("E113", "a second document in one file", extra, "put each document in a file of its own")
        return Root(node.value, node.span, self.count, self.keys, self.letters)

    def _node(self, event: Any, depth: int, flow: bool = False) -> Node:
        kind = type(event)
        if kind is yaml.AliasEvent:
            raise self._refuse("E114", "aliases (*) are not allowed", event, "write the value out")
        if event.anchor:
            raise self._refuse("E114", "anchors (&) are not allowed", event, "write the value out where it is used")
        if event.tag is not None:
            raise self._refuse("E115", f"tags are not allowed: {event.tag}", event)
        if depth > DEPTH:
            raise self._refuse("E111", f"nested deeper than {DEPTH}", event)
        self.count += 1
        if self.count > VALUES:
            raise self._refuse("E106", f"more than {VALUES:,} values in one file", event, "divide it")
        if kind is yaml.ScalarEvent:
            value = self._scalar(event, flow)
        elif kind is yaml.SequenceStartEvent:
            value = self._sequence(depth + 1, flow or event.flow_style)
        else:
            if flow and self.text[event.start_mark.index] in "'\"":
                message = "a key in quotes without braces around it and its value"
                raise self._refuse("E107", message, event, "put braces around the two")
            value = self._mapping(depth + 1, flow or event.flow_style)
        return Node(value, self._place(event))

    def _sequence(self, depth: int, flow: bool) -> tuple[Node, ...]:
        items: list[Node] = []
        while type(event := self._next()) is not yaml.SequenceEndEvent:
            items.append(self._node(event, depth, flow))
        return tuple(items)

    def _mapping(self, depth: int, flow: bool) -> dict[Any, tuple[Node, Node]]:
        entries: dict[Any, tuple[Node, Node]] = {}
        while type(event := self._next()) is not yaml.MappingEndEvent:
            key = self._node(event, depth, flow)
            name = key.value
            if type(name) is dict or type(name) is tuple:
                raise self._refuse("E116", "a key must be a plain word or number", event)
            if name in entries:
                message, first = f"repeated key '{name}'", (("first here", entries[name][0].span),)
                raise InputError([Diagnostic("E117", message, key.span, "remove one of the two", first)])
            entries[name] = (key, self._node(self._next(), depth, flow))
        self.keys.update(entries)
        return entries

    def _scalar(self, event: Any, flow: bool) -> Any:
        text: str = event.value
        if self.doubtful:
            self.scalars.append((event.start_mark.index, event.end_mark.index, event.style in ("'", '"')))
        # All strange characters are unprintable, which is faster to test.
        if not text.isprintable() and (strange := STRANGE.search(text)):
            message = f"a text with the control character U+{ord(strange[0]):04X}"
            raise self._refuse("E119", message, event, "leave it out")
        if not text.isascii():
            self.letters.update(text)
        if not event.implicit[0]:
            return self._quoted(event)
        if flow and "?" in text:
            raise self._refuse("E107", "a '?' in an unquoted text between brackets", event, "put it in quotes")
        if text in _WORDS:
            return _WORDS[text]
        if text[0] not in _NUMERIC:
            return text
        if _INT.match(text):
            if len(text.lstrip("+-")) > 18:
                raise self._refuse("E118", "a number with more than 18 digits", event, "quote it if it is a text")
            return int(text)
        if _FLOAT.match(text):
            number = float(text) if len(text) <= 40 else float("inf")
            if number in (float("inf"), float("-inf")):
                raise self._refuse("E118", "a number too large or too long", event, "quote it if it is a text")
            return number
        return text

    def _quoted(self, event: Any) -> str:
        """Return a text in quotes, or a block of lines."""
        if event.style in ("|", ">"):
            if _COMMENT_AT_ONCE.match(self.text, event.start_mark.index):
                message = "a comment without a space before its '#'"
                raise self._refuse("E107", message, event, "put a space before the '#'")
            if _BLANKS_FIRST.match(self.text, event.start_mark.index):
                message = "a text that begins with a line of spaces"
                raise self._refuse("E107", message, event, "leave that line out")
        elif event.end_mark.line > event.start_mark.line:
            self.quoted = event
        text: str = event.value
        return text

    def _place(self, event: Any) -> _Place:
        start, end = event.start_mark, event.end_mark
        line, column = start.line, start.column
        length = end.column - column if end.line == line else 1
        return (self.file, line + 1, column + 1, length or 1)

    def _refuse(self, code: str, message: str, event: Any, hint: str = "") -> InputError:
        return InputError.of(code, message, Span(*self._place(event)), hint)


_CODE = "E107"
# Line breaks in YAML 1.1 but letters in YAML 1.2; and the byte order mark, which parsers read differently anywhere.
_ODD = re.compile("[\x85\u2028\u2029\ufeff]")
_QUESTION = re.compile(r"\?(?<=[\s,\[{]\?)|\A\?")
_COMMENT_TAB_OR_KEY = re.compile(r"(?:\A|(?<=[ \r\n]))#[^\r\n]*|[\t?]")
_SIGN = re.compile(r"[#\t?]")
_ANY_BUT_TABS = re.compile(r"[^\t]")


def doubtful(text: str) -> bool:
    """Return whether a text may have tabs between values or '? ' before a key; only its scalars' places can tell."""
    return "\t" in text or ("?" in text and _QUESTION.search(text) is not None)


def oddity(text: str, file: str, scalars: Sequence[tuple[int, int, bool]]) -> Diagnostic | None:
    """Return the first place that parsers read differently, in a text that libyaml has read to its end.

    `scalars` are (start, end, quoted) of each scalar of a doubtful text, in order.
    """
    if not text.isascii() and (odd := _ODD.search(text)):
        name = "a byte order mark" if odd[0] == "\ufeff" else f"the line separator U+{ord(odd[0]):04X}"
        hint = "leave it out, or write an ordinary line break"
        return Diagnostic(_CODE, f"{name} in the text", _span(text, file, odd.start()), hint)
    if not scalars:
        return None
    pieces, after = [], 0
    for start, end, quoted in scalars:
        if _SIGN.search(text, start, end):
            # A tab in an unquoted scalar can only stand at the end of a line, and counts.
            pieces += [text[after:start], "x" * (end - start) if quoted else _ANY_BUT_TABS.sub("x", text[start:end])]
            after = end
    for found in _COMMENT_TAB_OR_KEY.finditer("".join([*pieces, text[after:]])):
        if found[0] == "\t":
            return Diagnostic(_CODE, "a tab between words", _span(text, file, found.start()), "write spaces, not tabs")
        if found[0] == "?":
            return Diagnostic(_CODE, "a '?' before a key", _span(text, file, found.start()), "write 'key: value'")
    return None


def _span(text: str, file: str, index: int) -> Span:
    lines = f"{text[:index]}x".splitlines()
    return Span(file, len(lines), len(lines[-1]))


_NO_SPACE = re.compile(r"^\s*(?:- +)*[\w.-]+(?P<at>:)[^\s/:]")
_EQUALS = re.compile(r"^\s*(?:- +)*[\w.-]+\s*(?P<at>=)")
_DASH = re.compile(r"^\s*(?P<at>-)[^\s\d-]")
_HASH = re.compile(r"^[^\"']*?(?:\"[^\"]*\"[^\"']*?|'[^']*'[^\"']*?)*?[:,\[\s](?P<at>#)(?:\S|.*[}\]])")
_NAMED = re.compile(r"(?:^|[\s\[{,])([*&][^\s\[\]{},]*)$")
_BEGUN = re.compile(r"^\s*(?:- +)*[\w.-]+: +(?P<at>['\"\[{])")

LONGEST = 2000
"""Maximum number of characters examined in a line: an untrusted file may be one line of millions."""


class Advice(NamedTuple):
    """A hint, and the line and column that it concerns, counted from 1."""

    line: int
    column: int
    hint: str


def advice(text: str, problem: str, line: int, column: int, opened: int) -> Advice:
    """Return advice on a parser's problem; `opened` is the line where the construct it was reading began."""
    rows = text.splitlines()
    row = _row(rows, line)
    if "\t" in row[: len(row) - len(row.lstrip())] or "'\\t'" in problem:
        return Advice(line, column, "indent with spaces, not tabs")
    found = _beside(rows, line)
    if found is not None:
        return found
    if "',' or '" in problem:
        return _flow(rows, line, column, opened)
    # For an alias or anchor, the parser points past its name.
    if "scanning an a" in problem and (named := _NAMED.search(row[:column].rstrip())):
        column = named.start(1) + 1
    return Advice(line, column, _hint(problem, row, column))


def _hint(problem: str, row: str, column: int) -> str:
    if "mapping values are not allowed" in problem:
        return "quote the text if it contains ': '"
    if "cannot start any token" in problem or "scanning an a" in problem or "expected node content" in problem:
        character = row[column - 1 : column]
        return f"quote a text that begins with '{character}'" if character.strip() else ""
    if "expected key" in problem:
        begun = _BEGUN.match(row[: column - 1])
        if begun is None:
            return "indent it like the entries beside it"
        return "put a text with an apostrophe into double quotes" if begun["at"] == "'" else "quote the whole text"
    return ""


def _beside(rows: list[str], line: int) -> Advice | None:
    """Find `key:value`, `key=value` or `-item` in this line, or in the one before, which the parser still accepted."""
    before = next((number for number in range(line - 1, 0, -1) if rows[number - 1].strip()), line)
    for number in dict.fromkeys((line, before)):
        for pattern, hint in (
            (_NO_SPACE, "put a space after the colon"),
            (_EQUALS, "write 'key: value', not 'key = value'"),
            (_DASH, "put a space after the dash"),
        ):
            found = pattern.match(_row(rows, number))
            if found:
                return Advice(number, found.start("at") + 1, hint)
    return None


def _flow(rows: list[str], line: int, column: int, opened: int) -> Advice:
    """Find an unintended comment, an unclosed bracket or a missing comma in a flow collection."""
    for number in range(opened, line):
        found = _HASH.match(_row(rows, number))
        if found:
            return Advice(number, found.start("at") + 1, "quote a text with '#' in it: what follows is a comment")
    if opened < line:
        return Advice(line, column, f"the bracket of line {opened} is not closed")
    return Advice(line, column, "put a comma between entries; quote a text with ': ', a comma or a bracket in it")


def _row(rows: list[str], line: int) -> str:
    return rows[line - 1][:LONGEST] if 0 < line <= len(rows) else ""
