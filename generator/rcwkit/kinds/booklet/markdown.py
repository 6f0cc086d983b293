"""Booklets: a safe subset of Markdown as HTML, with its place in the data, and the files that it takes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from rcwkit.art.artwork import drawing_of
from rcwkit.art.images import admitted
from rcwkit.diagnostics import UNFINISHED, Diagnostic, InputError, Span, nearest
from rcwkit.kinds.booklet.kind import LONGEST, Booklet, TextFile
from rcwkit.source.markup import SHIPPED, split, with_signs, written
from rcwkit.source.project import Project, located, named
from rcwkit.source.yaml import DOCUMENTS, STRANGE, Node, span_at

DEEPEST = 12
"""Maximum nesting of lists and quotes, in tokens; the parser itself drops anything deeper than 20."""
LEVELS = 4
NAMES = {"footnote_open": "footnote", "heading_open": "heading", "tr_open": "row"}
"""Kinds of tokens by name."""
MOST = {"footnote_open": 150, "heading_open": 500, "tr_open": 2000}
"""Most footnotes, headings and rows of tables in a text: more would take minutes to set."""
LONGEST_PARTS = {"footnote_open": 1500, "heading_open": 500}
"""Maximum length, in characters: a footnote has to fit the foot of a page, and a heading stands above some text."""
MOST_BRACKETS = 10_000
"""Most opening brackets in a text: the parser seeks the end of each."""
PLACED = ("heading_open", "paragraph_open", "table_open")
"""Tokens of blocks that may say where they stand."""
SHORT = 24
"""A table of up to this many lines is kept on one page."""
REPORTED = 100
"""Maximum number of errors reported."""
PARTS = re.compile(r"\{(table|counter|map|track) ([\w.-]+)\}")
"""A part of the game that is printed in the text."""
_PARTLIKE = re.compile(r"\{[a-z]+ [\w.-]+\}")
RULING = "ruling:"
"""Prefix of an address that means a ruling's numbered mark."""
MARK = '<sup class="ruling">'
"""A narrow no-break space that keeps a mark on the line of the word before it."""
_GAP = re.compile(r"\s(?=<(?:strong|em|a|span|img)\b)")
"""A space before an inline element. At the end of a text node, it can make WeasyPrint break the line too early."""
_OUT = re.compile(r"(?:https?://|mailto:)", re.I)
_REFUSED: Mapping[str, tuple[str, str]] = {
    "html_block": ("HTML is not printed", "write Markdown: **bold**, *italic*, # heading"),
    "html_inline": ("HTML is not printed", "write Markdown: **bold**, *italic*, # heading"),
    "code_block": ("a block indented by four spaces is code, which a booklet cannot have", "indent its lines less"),
    "fence": ("a booklet cannot have blocks of code", "write a paragraph or a block quote (>)"),
    "code_inline": ("a booklet cannot have code", "leave the backquotes out"),
}


@DOCUMENTS.of(lambda prose: 4 * len(prose.html))
def prose(text: str, origin: Origin, placed: bool = False) -> Prose:
    """Convert Markdown to HTML; `found` of the result holds the errors.

    If it is to be `placed`, headings, paragraphs and tables say where they stand, `data-at`, and how many lines they
    take, `data-lines`, where these are known.
    """
    return _TokenReader(text, origin, placed).read()


class _TokenReader:
    """Reads the tokens of one text in order, with a cursor that follows them through its lines."""

    def __init__(self, text: str, origin: Origin, placed: bool) -> None:
        self.text, self.origin, self.placed, self.lines = text, origin, placed, text.splitlines()
        self.row = self.column = 0
        self.end = len(self.lines)
        self.ids: dict[str, int] = {}
        self.headings: list[MarkdownHeading] = []
        self.pictures: list[Reference] = []
        self.rulings: list[Reference] = []
        self.signs: list[Reference] = []
        self.parts: list[Reference] = []
        self.links: list[Reference] = []
        self.found: list[Diagnostic] = []
        self.unclear: list[Diagnostic] = []
        self.notes: dict[int, list[Token]] = {}
        self.noted: dict[int, str] = {}

    def read(self) -> Prose:
        parser, env = _parser(), dict[str, Any]()
        crowded = self._crowded()
        tokens = [] if crowded else parser.parse(self.text, env)
        deep = next((token for token in tokens if token.level > DEEPEST), None)
        if deep is not None:
            span = self.origin.span(deep.map[0] if deep.map else 0)
            self._refuse("E130", "lists and quotes are nested too deeply", span, "take them apart")
            tokens = []
        elif too_much := next(_too_much(tokens), None):
            message, row = too_much
            self._refuse("E130", message, self.origin.span(row), "divide the booklet")
            tokens, env = [], {}
        body, self.notes = _divided(tokens)
        self._unused(env)
        html = self._html(parser, body)
        for link in self.links:
            if link.name not in self.ids:
                self._refuse("E131", f"no heading has the id '{link.name}'", link.span, nearest(link.name, self.ids))
            elif (count := self.ids[link.name]) > 1:
                message = f"{count} headings are called so, and '#{link.name}' is the first"
                hint = f"give each a name of its own; '#{link.name}-2' is the second"
                self.unclear.append(Diagnostic("W133", message, link.span, hint))
        if not body and not self.found:
            self._refuse("E130", "the text is empty", self.origin.span(0), "write it, or leave the booklet out")
        return Prose(
            self.text,
            self.origin,
            "" if self.found else _GAP.sub("<span> </span>", html),
            notes=tuple(self.noted.values()),
            headings=tuple(self.headings),
            pictures=tuple(self.pictures),
            rulings=tuple(self.rulings),
            signs=tuple(self.signs),
            parts=tuple(self.parts),
            found=tuple(self.found[:REPORTED]),
            unclear=tuple(self.unclear[:REPORTED]),
        )

    def _crowded(self) -> bool:
        """Refuse a text with too many brackets or rows to parse in good time, where they become too many."""
        rows = 2 * MOST["tr_open"]  # not each line with a stroke is a row
        for sign, most, what in (("[", MOST_BRACKETS, "brackets"), ("|", rows, "lines of tables")):
            count = 0
            for row, line in enumerate(self.lines):
                count += line.count(sign) if sign == "[" else sign in line
                if count > most:
                    self._refuse("E130", f"more than {most:,} {what}", self.origin.span(row), "divide the booklet")
                    return True
        return False

    def _html(self, parser: MarkdownIt, tokens: Sequence[Token]) -> str:
        for index, token in enumerate(tokens):
            if token.map and token.type != "inline":
                self._go(*token.map)
            if token.type in _REFUSED:
                self._refuse("E130", _REFUSED[token.type][0], self._at(_first(token)), _REFUSED[token.type][1])
            elif token.type == "inline":
                self._inline(parser, token, tokens[index - 1])
            elif token.type == "ordered_list_open":
                token.attrSet("style", f"counter-reset: list-item {int(token.attrs.pop('start', 1)) - 1}")
            elif token.type == "paragraph_open":
                self._paragraph(tokens, index)
            elif token.type == "table_open" and token.map:
                token.attrSet("class", "short" if token.map[1] - token.map[0] <= SHORT else "long")
                token.attrSet("data-row", str(token.map[0]))
            elif token.type in ("th_open", "td_open") and "style" in token.attrs:
                token.attrs = {"class": str(token.attrs["style"]).rpartition(":")[2]}
        for token in tokens if self.placed else ():
            if token.type in PLACED and token.map:
                token.attrSet("data-at", self.origin.span(token.map[0]).place)
                if self.origin.whole is None:
                    token.attrSet("data-lines", str(token.map[1] - token.map[0]))
        return str(parser.renderer.render(tokens, parser.options, {}))

    def _paragraph(self, tokens: Sequence[Token], index: int) -> None:
        """Make a picture alone a figure, and keep a lead-in with its list or table."""
        token, inline, closing = tokens[index : index + 3]
        children = inline.children or []
        token.hidden = closing.hidden = False  # the markers of list items stand in paragraphs
        if len(children) == 1 and (children[0].type == "image" or PARTS.fullmatch(children[0].content.strip())):
            token.tag = closing.tag = "figure"
        after = tokens[index + 3].type if index + 3 < len(tokens) else ""
        if inline.content.rstrip().endswith(":") and after in ("bullet_list_open", "ordered_list_open", "table_open"):
            token.attrSet("class", "lead")

    def _inline(self, parser: MarkdownIt, token: Token, parent: Token) -> None:
        if token.map:
            self._go(*token.map)
        if parent.type == "heading_open":
            self._heading(token, parent)
        made: list[Token] = []
        ends: list[str] = []
        for child in token.children or []:
            if child.type in _REFUSED:
                self._refuse("E130", _REFUSED[child.type][0], self._at(_first(child)), _REFUSED[child.type][1])
            elif child.type == "image":
                made.append(_raw(self._picture(child, figure=parent.tag == "figure")))
            elif child.type == "link_open":
                opening, closing = self._link(child)
                made.append(_raw(opening))
                ends.append(closing)
            elif child.type == "link_close":
                made.append(_raw(ends.pop()))
            elif child.type == "footnote_ref":
                made.append(_raw(self._note(parser, child)))
            elif child.type == "text":
                made += self._signed(child)
            else:
                made.append(child)
        token.children = made

    def _signed(self, token: Token) -> Iterator[Token]:
        """Yield a text with its signs and parts of the game as pictures."""
        end = 0
        for found in PARTS.finditer(token.content):
            yield from self._marked(token.content[end : found.start()])
            yield _raw(f'<img class="{found[1]}" src="part:{len(self.parts)}" alt="{escape(found[2])}">')
            self.parts.append(Reference(f"{found[1]} {found[2]}", self._at(found[0])))
            end = found.end()
        yield from self._marked(token.content[end:])

    def _marked(self, text: str) -> Iterator[Token]:
        for part in split(text):
            if isinstance(part, str):
                for found in _PARTLIKE.findall(part):
                    hint = "a booklet has {table ID}, {counter ID}, {map ID} and {track ID}"
                    self._refuse("E131", f"'{found}' is no part of the game", self._at(found), hint)
                yield Token("text", "", 0, content=part)
            else:
                self.signs.append(Reference(part.value, self._at(written(part))))
                yield _raw(f'<img class="sign" src="sign:{part.value}" alt="sign">')

    def _heading(self, token: Token, parent: Token) -> None:
        level, text = int(parent.tag[1]), _words(token)
        if level > LEVELS:
            self._refuse("E130", f"a heading of level {level}", self._at(parent.markup), f"use at most {LEVELS} of #")
        stem = re.sub(r"[^\w]+", "-", text.lower()).strip("-") or "part"
        stem = f"{stem}-part" if re.fullmatch(r"[cn]\d+", stem) else stem  # such are the ids of notes and their marks
        name = stem
        while name in self.ids:
            self.ids[stem] += 1
            name = f"{stem}-{self.ids[stem]}"
        self.ids[name] = 1
        self.headings.append(MarkdownHeading(level, name, text))
        parent.attrs = {"id": name, "data-title": text}

    def _picture(self, token: Token, *, figure: bool) -> str:
        address = str(token.attrs.get("src", ""))
        span = self._at(address or "![")
        self.pictures.append(Reference(address, span))
        alt, title = _words(token), str(token.attrs.get("title", ""))
        if not alt:
            hint = f"write one for readers who cannot see it: ![The village]({address})"
            self._refuse("E132", "the picture has no description", span, hint)
        caption = f"<figcaption>{escape(title)}</figcaption>" if title and figure else ""
        return f'<img src="picture:{len(self.pictures) - 1}" alt="{escape(alt)}">{caption}'

    def _link(self, token: Token) -> tuple[str, str]:
        """Return the HTML in place of a link's start and end."""
        address = str(token.attrs.get("href", ""))
        span = self._at(address or "[")
        if address.startswith("#"):
            self.links.append(Reference(address[1:], span))
            return f'<a href="{escape(address)}">', "</a>"
        if address.startswith(RULING):
            name = address.removeprefix(RULING)
            self.rulings.append(Reference(name, span))
            return "", f"{MARK}{escape(name)}</sup>"
        if not _OUT.match(address):
            hint = "name a heading (#its-words), a ruling (ruling:its_id) or a website"
            self._refuse("E131", f"'{address}' leads nowhere on paper", span, hint)
        if token.markup == "autolink":
            return "", ""
        return "", f' <span class="address">({escape(address.removeprefix("mailto:"))})</span>'

    def _note(self, parser: MarkdownIt, token: Token) -> str:
        """Return a footnote at its first reference, and only its number after that."""
        number, label = int(token.meta["id"]), str(token.meta["label"])
        span = self._at(f"[^{label}]", 3 + len(label))
        if not self.notes.get(number):
            hint = f"write it on a line of its own: [^{label}]: text"
            self._refuse("E131", f"there is no footnote '{label}'", span, hint)
            return ""
        if number in self.noted:
            return f"<sup>{number + 1}</sup>"
        self.noted[number] = ""
        here = self.row, self.column, self.end
        said = []
        for one in self.notes[number]:
            if one.type == "inline":
                for child in one.children or []:
                    if child.type == "footnote_ref":
                        self._refuse("E131", "a footnote within a footnote", span, "make one of the two")
                self._inline(parser, one, Token("footnote_open", "", 1))
                said.append(parser.renderer.render([one], parser.options, {}))
            elif one.type not in ("paragraph_open", "paragraph_close", "footnote_anchor"):
                hint = "move lists and tables to the text itself"
                self._refuse("E130", "a footnote holds more than running text", span, hint)
                break
        self.row, self.column, self.end = here
        self.noted[number] = _GAP.sub("<span> </span>", " ".join(said))
        mark = f'<span class="call" id="c{number + 1}" data-number="{number + 1}"></span>'
        return f'{mark}<span class="note" id="n{number + 1}">{self.noted[number]}</span>'

    def _unused(self, env: Mapping[str, Any]) -> None:
        for label, number in env.get("footnotes", {}).get("refs", {}).items():
            if number < 0:
                mark = f"[^{label[1:]}]:"
                row = next((row for row, line in enumerate(self.lines) if mark in line), 0)
                span = self.origin.span(row, max(0, self.lines[row].find(mark)), len(mark))
                message = f"nothing refers to the footnote '{label[1:]}'"
                self._refuse("E131", message, span, f"write {mark[:-1]} in the text")

    def _go(self, row: int, end: int) -> None:
        """Move the cursor to the rows of a block; in the same row it keeps its column."""
        if row != self.row:
            self.row, self.column = row, 0
        self.end = end

    def _at(self, words: str, length: int = 0) -> Span:
        """Find words in the rest of the block and move the cursor past them; default to the row of the cursor."""
        for row in range(self.row, min(self.end, len(self.lines))):
            start = self.column if row == self.row else 0
            column = self.lines[row].find(words, start)
            if column >= 0:
                self.row, self.column = row, column + len(words)
                return self.origin.span(row, column, length or len(words))
        return self.origin.span(self.row)

    def _refuse(self, code: str, message: str, span: Span, hint: str) -> None:
        self.found.append(Diagnostic(code, message, span, hint))


def html_of(text: str) -> str:
    """Return a text of our own as HTML, whose HTML, code and links stay; for any other, there is `prose`."""
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table").disable("entity")
    parser.use(footnote_plugin, inline=False, always_match_refs=True)
    # Addresses are checked here: the parser would print those it refuses as plain text.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.normalizeLink = str  # type: ignore[method-assign, assignment]
    return parser


def _too_much(tokens: Sequence[Token]) -> Iterator[tuple[str, int]]:
    """Yield what a text has too much of, and its row: footnotes, headings, rows of tables, or words in one of them."""
    counts = dict.fromkeys(MOST, 0)
    inside, length, row = "", 0, 0
    for token in tokens:
        row = token.map[0] if token.map else row
        if token.type in MOST:
            inside, length = token.type, 0
            counts[inside] += 1
        if token.type in ("paragraph_open", "heading_open", "tr_open"):
            for kind, most in MOST.items():
                if counts[kind] > most:
                    yield f"more than {most:,} {NAMES[kind]}s", row
        if token.type == "inline" and inside in LONGEST_PARTS:
            length += len(token.content)
            if length > LONGEST_PARTS[inside]:
                yield f"a {NAMES[inside]} of more than {LONGEST_PARTS[inside]:,} characters", row
        if token.type in ("footnote_close", "heading_close"):
            inside = ""


def _divided(tokens: Sequence[Token]) -> tuple[list[Token], dict[int, list[Token]]]:
    """Separate the tokens of the text from those of its footnotes, by number."""
    body: list[Token] = []
    notes: dict[int, list[Token]] = {}
    inside: list[Token] | None = None
    for token in tokens:
        if token.type == "footnote_open":
            inside = notes.setdefault(int(token.meta["id"]), [])
        elif token.type == "footnote_close":
            inside = None
        elif inside is not None:
            inside.append(token)
        elif token.type not in ("footnote_block_open", "footnote_block_close"):
            body.append(token)
    written = {number for number, note in notes.items() if any(token.type != "footnote_anchor" for token in note)}
    return body, {number: note for number, note in notes.items() if number in written}


def _words(token: Token) -> str:
    """Return the plain text of a token."""
    return " ".join("".join(_texts(token.children or [])).split())


def _texts(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("text", "softbreak", "hardbreak"):
            said = (part if isinstance(part, str) else part.spoken(SHIPPED) for part in split(token.content))
            yield "".join(said) or " "


def _first(token: Token) -> str:
    """Return the first line of a token's source."""
    return (token.markup or token.content).strip().partition("\n")[0]


def _raw(html: str) -> Token:
    return Token("html_inline", "", 0, content=html)


class Origin(NamedTuple):
    """The place of a text: its first line (from 1) and its indent, or its `whole` span if its lines are not known.

    Of lines that were `changed`, by their rows, nobody knows the columns.
    """

    file: str
    line: int = 1
    indent: int = 0
    whole: Span | None = None
    changed: frozenset[int] = frozenset()

    def span(self, row: int, column: int = 0, length: int = 1) -> Span:
        """Return the place of a row and column of the text, both from 0."""
        if row in self.changed:
            return Span(self.file, self.line + row)
        return self.whole or Span(self.file, self.line + row, self.indent + column + 1, max(1, length))


class MarkdownHeading(NamedTuple):
    """A heading: its level from 1, its id for links, and its text."""

    level: int
    id: str
    text: str


class Reference(NamedTuple):
    """A name in the text, and its place."""

    name: str
    span: Span


class Prose(NamedTuple):
    """A text as HTML, in which `picture:N` is the address of the Nth picture; a ruling's id stands for its number.

    `sign:NAME` is the address of a sign, `part:N` that of the Nth part of the game, such as `table crt`. The first
    footnote has the id n1, and its mark c1. A table's `data-row` is its first row in the text, from 0. `notes` is the
    HTML of the footnotes alone. It is printed with links that are `unclear`, and not with errors that were `found`.
    """

    text: str
    origin: Origin
    html: str
    notes: tuple[str, ...] = ()
    headings: tuple[MarkdownHeading, ...] = ()
    pictures: tuple[Reference, ...] = ()
    rulings: tuple[Reference, ...] = ()
    signs: tuple[Reference, ...] = ()
    parts: tuple[Reference, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    unclear: tuple[Diagnostic, ...] = ()


class MarkdownPicture(NamedTuple):
    """A picture's file, PNG, JPEG or SVG, and the hash of its bytes; of a drawing, also its name, and where it is."""

    data: bytes
    digest: str
    name: str = ""
    span: Span = Span("")


class Attached(NamedTuple):
    """A booklet's text, and its pictures in the order of the text; `lacking` are errors of those without data."""

    prose: Prose
    pictures: tuple[MarkdownPicture, ...]
    lacking: tuple[Diagnostic, ...] = ()


KIND = "booklet"
MOST_PICTURES = 24 * 2**20
"""Maximum total size of one booklet's pictures, in bytes."""


def attached(booklet: Booklet, node: Node, project: Project, names: Mapping[str, str]) -> Attached:
    """Read the text and pictures of a booklet with the document `node`. Raises InputError with all errors in them.

    A file's text has the signs that `names` give in place of characters, as those of documents have. Pictures that a
    draft may lack are empty.
    """
    span = span_at(node, ("text",))
    if isinstance(booklet.text, TextFile):
        said = _filed(project, booklet.text.file, span_at(node, ("text", "file")), names)
    else:
        said = prose(booklet.text, _origin(project, booklet.text, span))
    found, pictures, lacking, size = list(said.found), list[MarkdownPicture](), list[Diagnostic](), 0
    for reference in said.pictures:
        try:
            pictures.append(_picture(project, reference))
        except InputError as error:
            strict = [one for one in error.diagnostics if one.code not in UNFINISHED]
            found, lacking = [*found, *strict], [*lacking, *(one for one in error.diagnostics if one not in strict)]
            pictures.append(MarkdownPicture(b"", ""))
        size += len(pictures[-1].data)
        if size > MOST_PICTURES:
            message = f"the pictures have more than {MOST_PICTURES // 2**20} MiB together"
            found.append(Diagnostic("E102", message, reference.span, "make them smaller"))
            break
    if found:
        raise InputError([*found, *lacking])
    return Attached(said, tuple(pictures), tuple(lacking))


def _filed(project: Project, name: str, span: Span, names: Mapping[str, str]) -> Prose:
    """Read the text from a file, with signs by the characters for them; `span` is where the booklet names it."""
    home, path = located(project, name, span)
    with named(home, path, span):
        text = home.read(path)
    shown = home.name(path)
    home.mark(path, KIND)
    if len(text) > LONGEST:
        raise InputError.of(
            "E102", f"'{name}' has more than {LONGEST:,} characters", span, "split it into two booklets"
        )
    if strange := STRANGE.search(text.replace("\t", " ").replace("\r\n", "\n")):
        line = text.count("\n", 0, strange.start()) + 1
        message = f"a text with the control character U+{ord(strange[0]):04X}"
        raise InputError.of("E119", message, Span(shown, line), "leave it out")
    if text.isascii() or not names:
        return prose(text, Origin(shown))
    rows = [with_signs(row, names) for row in text.splitlines()]
    changed = frozenset(row for row, (old, new) in enumerate(zip(text.splitlines(), rows, strict=True)) if old != new)
    return prose("\n".join(rows), Origin(shown, changed=changed))


def _origin(project: Project, text: str, span: Span) -> Origin:
    """Return where a text in YAML stands: line by line if it is a literal block, as a whole otherwise."""
    head = project.line(span) or ""
    first = next((row for row, line in enumerate(text.splitlines()) if line.strip()), 0)
    line, row = project.line(Span(span.file, span.line + 1 + first)), text.splitlines()[first] if text.strip() else ""
    if head[span.column - 1 :].startswith("|") and line is not None and line.endswith(row):
        return Origin(span.file, span.line + 1, len(line) - len(row))
    return Origin(span.file, whole=span)


def _picture(project: Project, asked: Reference) -> MarkdownPicture:
    if ":" in asked.name or asked.name.startswith("//"):
        hint = "save the picture there, and name its file"
        raise InputError.of("E132", f"'{asked.name}' is not in the game's folder", asked.span, hint)
    home, path = located(project, asked.name, asked.span)
    with named(home, path, asked.span):
        data = home.load(path)
    home.mark(path, KIND)
    return _admitted(data, asked, home.name(path))


@DOCUMENTS.of(lambda picture: len(picture.data))
def _admitted(data: bytes, asked: Reference, shown: str) -> MarkdownPicture:
    if asked.name.lower().endswith(".svg"):
        digest = hashlib.sha256(data).hexdigest()
        drawing_of(data, digest, asked.name, shown, asked.span)
        return MarkdownPicture(data, digest, asked.name, asked.span)
    try:
        return MarkdownPicture(admitted(data), hashlib.sha256(data).hexdigest())
    except ValueError as error:
        hint = "save it as PNG, JPEG or SVG, with at most 25 million pixels"
        raise InputError.of("E132", f"'{asked.name}': {error}", asked.span, hint) from error
