"""Parse YAML into nodes with positions: our own composer over PyYAML's event stream.

Scalars follow the YAML 1.2 core schema (`no`, `1:3` and `012` are words). Refused, with their positions, are anchors,
aliases, tags, directives, repeated keys, several documents, keys that are not scalars, depth over 64, numbers of more
than 18 digits, control characters, and more than 200,000 values. So is anything that other parsers refuse or read
differently: an accepted document means the same to all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from functools import lru_cache
from typing import Any

import yaml

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.reading.portable import doubtful, oddity

__all__ = ["STRANGE", "Node", "Root", "parse", "span_at"]

DEPTH = 64
VALUES = 200_000
"""Maximum number of keys and values in a document: ten thousand cards have some 150,000."""
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

    __slots__ = ("_place", "value")

    def __init__(self, value: Any, place: _Place) -> None:
        self.value = value
        self._place = place

    @property
    def span(self) -> Span:
        """The place in its file, which few nodes of a large deck are asked for."""
        return Span(*self._place)

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
        self,
        value: Any,
        place: _Place,
        count: int,
        keys: Set[Any] = frozenset(),
        letters: Set[str] | None = None,
    ) -> None:
        super().__init__(value, place)
        self.count = count
        self.keys = keys
        self.letters = letters


@lru_cache(maxsize=256)
def parse(text: str, file: str) -> Root:
    """Parse the single document of a text; cached, because a preview reads its folder on every save.

    Raises InputError.
    """
    composer = _Composer(text, file)
    try:
        document = composer.document()
    except yaml.MarkedYAMLError as error:
        from rcwkit.reading.advice import advice  # which only mistakes need

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
    found = node
    for index, step in enumerate(path):
        if isinstance(node.value, dict):
            # Models turn numbers into names: a key may be 715 here and "715" in the path.
            name = step if step in node.value else next((k for k in node.value if str(k) == str(step)), None)
            if name is not None:
                key_node, node = node.value[name]
                found = key_node if key and index == len(path) - 1 else node
        elif isinstance(node.value, tuple) and isinstance(step, int) and step < len(node.value):
            found = node = node.value[step]
    return found.span


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
