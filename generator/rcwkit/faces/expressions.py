"""Expressions in layouts, in Jinja's syntax: `{{ card.title | upper }}`, parsed into nodes with their positions.

Names, values within them, filters, tests, arithmetic and conditions; no statements, calls or methods. An expression
therefore reaches nothing but its data, and takes time in proportion to its length.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

TOKENS = 200
"""Maximum number of tokens in an expression, and so of the depth of what it makes."""
DEEPEST = 20
"""Maximum depth of brackets, signs and conditions within one another."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<string>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')"
    r"|(?P<sign>\}\}|==|!=|<=|>=|//|[-+*/%~<>().,\[\]{}:|]))",
    re.ASCII | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_WORDS: dict[str, Any] = {"true": True, "false": False, "none": None, "True": True, "False": False, "None": None}
_RESERVED = frozenset({"if", "else", "and", "or", "not", "in", "is"})


class Malformed(ValueError):
    """A template that cannot be read: what is wrong, at which offset in its text, and what to write instead."""

    def __init__(self, message: str, at: int, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.at, self.hint = message, at, hint


class Expression(NamedTuple):
    """Part of an expression: its kind, its offset in the template, what it names, and its parts.

    Kinds: `const`, `name`, `item` (a value within another, by the name in `value` or by the second part), `filter` and
    `test` (applied to the first part; the others are arguments), `not`, `sign`, `binary`, `compare` (operators in
    `value`), `and`, `or`, `if` (condition, then, else), `list` and `dict` (keys in `value`).
    """

    kind: str
    at: int
    value: Any = None
    parts: tuple["Expression", ...] = ()


Template = tuple[str | Expression, ...]
"""Plain text and expressions, in order."""


@lru_cache(maxsize=4096)
def parsed(text: str) -> Template:
    """Parse a text with `{{ … }}`. Raises Malformed."""
    found: list[str | Expression] = []
    at = 0
    while (start := text.find("{{", at)) >= 0:
        if start > at:
            found.append(text[at:start])
        parser = _Parser(text, start + 2)
        found.append(parser.whole())
        at = parser.end
    if (start := text.find("{%")) >= 0:
        hint = "write a condition as {{ a if b else c }}, or as the box's `when`; repeat with `repeat`"
        raise Malformed("statements are not allowed", start, hint)
    if at < len(text):
        found.append(text[at:])
    return tuple(found)


def nodes(template: Template) -> Iterator[Expression]:
    """Yield every node of a template's expressions, each before its parts."""
    waiting = [part for part in reversed(template) if isinstance(part, Expression)]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.parts)


def words(template: Template) -> Iterator[str]:
    """Yield the texts within expressions that may be printed: what is compared, a key or an argument is not."""
    waiting = [part for part in reversed(template) if isinstance(part, Expression)]
    while waiting:
        node = waiting.pop()
        if node.kind == "const" and isinstance(node.value, str):
            yield node.value
        waiting += (node.parts[at] for at in reversed(_shown(node)))


def reworded(template: Template, say: Callable[[str], str]) -> Template:
    """Return a template that prints other words."""

    def said(node: Expression) -> Expression:
        if node.kind == "const":
            return node._replace(value=say(node.value)) if isinstance(node.value, str) else node
        shown = _shown(node)
        return node._replace(parts=tuple(said(one) if at in shown else one for at, one in enumerate(node.parts)))

    return tuple(said(part) if isinstance(part, Expression) else part for part in template)


def _shown(node: Expression) -> range:
    """Return which parts of a node may be what it gives."""
    if node.kind == "if":
        return range(1, 3)
    first = node.kind == "item" or (node.kind == "filter" and node.value != "default")
    return range(1 if first else len(node.parts) if node.kind in _GIVING else 0)


_GIVING = frozenset({"filter", "binary", "and", "or", "list", "dict"})
"""Kinds of nodes that give, or are made of, what any of their parts give."""


class _Parser:
    """Parses one expression that begins at an offset; `end` is that after its closing braces."""

    def __init__(self, text: str, start: int) -> None:
        self.tokens: list[tuple[str, Any, int]] = []
        self.next = self.depth = 0
        self.end = self._read(text, start)

    def _read(self, text: str, start: int) -> int:
        """Read the tokens up to the closing braces, and return the offset after them."""
        at, open_braces = start, 0
        while match := _TOKEN.match(text, at):
            kind = str(match.lastgroup)
            word, place = match[kind], match.start(kind)
            if word == "}}" and open_braces:
                word = "}"  # two dicts end
            at = place + len(word)
            if word == "}}":
                self.tokens.append(("end", "", place))
                return at
            open_braces += (word == "{") - (word == "}")
            if kind == "string":
                word = _ESCAPE.sub(lambda one: {"n": "\n", "t": "\t"}.get(one[1], one[1]), word[1:-1])
            self.tokens.append((kind, word, place))
            if len(self.tokens) > TOKENS:
                raise Malformed(f"an expression of more than {TOKENS} words and signs", start, "divide it with `let`")
        rest = len(text) - len(text[at:].lstrip())
        if rest < len(text):
            raise Malformed(f"'{text[rest]}' is not part of an expression", rest)
        raise Malformed("an expression without its closing braces", start - 2, "close it: }}")

    def whole(self) -> Expression:
        """Return the whole expression."""
        node = self._condition()
        kind, word, at = self.tokens[self.next]
        if kind != "end":
            raise self._unexpected(word, at)
        return node

    def _unexpected(self, word: str, at: int) -> Malformed:
        if word == "(":
            return Malformed("calls are not allowed", at, "apply a filter instead: {{ name | upper }}")
        return Malformed(f"'{word}' does not belong here" if word else "something is missing here", at)

    def _take(self, *words: str) -> tuple[str, int] | None:
        """Take the next token if it is one of these words or signs."""
        kind, word, at = self.tokens[self.next]
        if kind in ("name", "sign") and word in words:
            self.next += 1
            return word, at
        return None

    def _need(self, word: str) -> None:
        if self._take(word) is None:
            _, found, at = self.tokens[self.next]
            raise Malformed(f"'{word}' is missing before '{found}'" if found else f"'{word}' is missing", at)

    def _word(self) -> tuple[str, int]:
        """Take a name."""
        kind, word, at = self.tokens[self.next]
        if kind != "name":
            raise self._unexpected(word, at)
        self.next += 1
        return word, at

    def _deeper(self, inner: Callable[[], Expression]) -> Expression:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Malformed(f"nested deeper than {DEEPEST}", self.tokens[self.next][2], "divide it with `let`")
        node = inner()
        self.depth -= 1
        return node

    def _condition(self) -> Expression:
        return self._deeper(self._if)

    def _if(self) -> Expression:
        node = self._or()
        while taken := self._take("if"):
            test = self._or()
            other = self._condition() if self._take("else") else Expression("const", taken[1])
            node = Expression("if", taken[1], None, (test, node, other))
        return node

    def _or(self) -> Expression:
        node = self._and()
        while taken := self._take("or"):
            node = Expression("or", taken[1], None, (node, self._and()))
        return node

    def _and(self) -> Expression:
        node = self._not()
        while taken := self._take("and"):
            node = Expression("and", taken[1], None, (node, self._not()))
        return node

    def _not(self) -> Expression:
        if taken := self._take("not"):
            return Expression("not", taken[1], None, (self._deeper(self._not),))
        return self._compare()

    def _compare(self) -> Expression:
        first = node = self._sum()
        signs, parts = [], [first]
        while taken := self._take("==", "!=", "<", "<=", ">", ">=", "in", "not"):
            sign = taken[0]
            if sign == "not":
                self._need("in")
                sign = "not in"
            signs.append(sign)
            parts.append(self._sum())
            node = Expression("compare", parts[0].at, tuple(signs), tuple(parts))
        return node

    def _sum(self) -> Expression:
        return self._chain(("+", "-"), self._joined)

    def _joined(self) -> Expression:
        return self._chain(("~",), self._product)

    def _product(self) -> Expression:
        return self._chain(("*", "/", "//", "%"), self._filtered)

    def _chain(self, signs: tuple[str, ...], inner: Callable[[], Expression]) -> Expression:
        node = inner()
        while taken := self._take(*signs):
            node = Expression("binary", taken[1], taken[0], (node, inner()))
        return node

    def _filtered(self) -> Expression:
        """Parse a value with its sign, and the filters and tests applied to it."""
        if taken := self._take("-", "+"):
            node = Expression("sign", taken[1], taken[0], (self._deeper(self._signed),))
        else:
            node = self._within(self._value())
        while taken := self._take("|", "is"):
            if taken[0] == "|":
                name, at = self._word()
                node = Expression("filter", at, name, (node, *self._arguments()))
            else:
                denied = self._take("not")
                name, at = self._word()
                node = Expression("test", at, name, (node, *self._arguments()))
                node = Expression("not", at, None, (node,)) if denied else node
        return node

    def _signed(self) -> Expression:
        if taken := self._take("-", "+"):
            return Expression("sign", taken[1], taken[0], (self._deeper(self._signed),))
        return self._within(self._value())

    def _arguments(self) -> tuple[Expression, ...]:
        found: list[Expression] = []
        if self._take("("):
            while not self._take(")"):
                found.append(self._condition())
                if self._take(")"):
                    break
                self._need(",")
        return tuple(found)

    def _within(self, node: Expression) -> Expression:
        """Parse the names and keys that lead into a value."""
        while taken := self._take(".", "["):
            if taken[0] == ".":
                name, at = self._word()
                node = Expression("item", at, name, (node,))
            else:
                key = self._condition()
                self._need("]")
                node = Expression("item", taken[1], None, (node, key))
        return node

    def _value(self) -> Expression:
        kind, word, at = self.tokens[self.next]
        if kind == "end" or (kind == "name" and word in _RESERVED):
            raise self._unexpected(word, at)
        self.next += 1
        if kind == "number":
            return Expression("const", at, float(word) if "." in word or len(word) > 15 else int(word))
        if kind == "string":
            return Expression("const", at, word)
        if kind == "name":
            return Expression("const", at, _WORDS[word]) if word in _WORDS else Expression("name", at, word)
        if word == "(":
            node = self._condition()
            self._need(")")
            return node
        if word == "[":
            return Expression("list", at, None, self._listed("]"))
        if word == "{":
            return self._dict(at)
        raise self._unexpected(word, at)

    def _listed(self, end: str) -> tuple[Expression, ...]:
        found: list[Expression] = []
        while not self._take(end):
            found.append(self._condition())
            if self._take(end):
                break
            self._need(",")
        return tuple(found)

    def _dict(self, start: int) -> Expression:
        keys: list[Any] = []
        values: list[Expression] = []
        while not self._take("}"):
            kind, word, at = self.tokens[self.next]
            if kind not in ("string", "number"):
                raise Malformed("a key that is neither a text in quotes nor a number", at)
            keys.append(self._value().value)
            self._need(":")
            values.append(self._condition())
            if self._take("}"):
                break
            self._need(",")
        return Expression("dict", start, tuple(keys), tuple(values))
