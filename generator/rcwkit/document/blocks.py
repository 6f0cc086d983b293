"""Blocks: what text documents say, as plain frozen data, and helpers shared by all of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeVar

from rcwkit.diagnostics import Span
from rcwkit.frame import Frame, Miniature
from rcwkit.game.game import Game
from rcwkit.game.references import ruling_numbers
from rcwkit.source.base import Lies
from rcwkit.source.info import Motif, StepStyle
from rcwkit.source.language import Language
from rcwkit.source.markup import resolved


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Block:
    """A unit that stays in one piece if a page can hold it.

    `id` is the target of links, `at` its place in the data. `keep` holds it to the next block, `span` gives it all
    columns, and `again` is the heading repeated above it at the top of a column.
    """

    id: str = ""
    at: Span | None = None
    keep: bool = False
    span: bool = False
    again: str = ""

    # Dataclasses would write these functions for each kind of block, which takes long for a start.
    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Types without parts."""


def placeless(block: Block) -> tuple[Hashable, tuple[str, ...]]:
    """Return what a block says without where that stands, and these places (file:line) in order."""
    places: list[str] = []

    def bare(value: Any) -> Any:
        if type(value) in _PLAIN:
            return value
        if isinstance(value, Span):
            return places.append(value.place)
        if isinstance(value, Block):
            return (type(value), *map(bare, vars(value).values()))
        if isinstance(value, Frame):
            places.append(value.at)
            return value._replace(at="")
        return tuple(map(bare, value)) if isinstance(value, tuple) and not isinstance(value, Miniature) else value

    return bare(block), tuple(places)


@dataclass(frozen=True, eq=False, repr=False)
class Heading(Block):
    """A heading, with a `sign` before it and `aside` at its right end.

    Looks: `collection` (of charts), `group` (of forms or odds), `section` (of an aid or checklist), `form` (a
    procedure), `entry` (of odds), `side` (a bar in the owner's colour, or black), `minor` (a region, a time),
    `file` (of changes).
    """

    text: str
    look: Literal["collection", "group", "section", "form", "entry", "side", "minor", "file"]
    rule: str = ""
    flags: tuple[int, ...] = ()
    aside: str = ""
    owner: str = ""
    sign: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Paragraph(Block):
    """Running text: `plain`, `intro` under a heading, `quiet` or `remark` (smaller), `asked` (what odds depend on)."""

    text: str
    look: Literal["plain", "intro", "quiet", "remark", "asked"] = "plain"


@dataclass(frozen=True, eq=False, repr=False)
class Point(Block):
    """A point of a list, or a step if it has a number."""

    text: str
    number: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Picture(Block):
    """A bar of 100 mm, with what to do with it beside."""

    head: str
    text: str


class Lying(NamedTuple):
    """A sheet on a table top: its letter and place, its first page, how many, and if every player has one."""

    letter: str
    lies: Lies
    small: Miniature
    pages: int = 1
    each: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Tabletop(Block):
    """A table from above: owners at its edges, what lies in the `middle`, and sheets. It is `high` mm."""

    seats: tuple[str, ...]
    middle: str
    sheets: tuple[Lying, ...]
    high: float


@dataclass(frozen=True, eq=False, repr=False)
class Entry(Block):
    """An entry of an index: a name, and where it is found; one `within` another is set in."""

    name: str
    where: str
    within: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Task(Block):
    """A box to tick, what to do, its rule at the right, and below counters as `chips` and details.

    `about` names the form field. What is to be done is bold if it is `strong`.
    """

    text: str
    about: str
    rule: str = ""
    details: tuple[str, ...] = ()
    flags: tuple[int, ...] = ()
    chips: tuple[Frame, ...] = ()
    strong: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Panel(Block):
    """Paragraphs on a tinted panel. Looks: `warning` (a wrong total), `note` (reminders)."""

    texts: tuple[str, ...]
    look: Literal["warning", "note"]
    flags: tuple[int, ...] = ()


class Cell(NamedTuple):
    """A cell of a table, over `rows` rows.

    `style` is figure, word, text or rule, with quiet, loud, strong, blank or owner. `note` is in smaller type, `faces`
    are dice drawn in place of the text, and `box` names a box to tick before it. A chance, in per cent, has a short
    fraction as its note, a `bar` of some height (per cent), and a `shade` (0 to 10); so have numbers of a heat table.
    `tint` is the colour of its ground.
    """

    text: str
    style: str = "text"
    owner: str = ""
    rows: int = 1
    note: str = ""
    faces: tuple[int, ...] = ()
    box: str = ""
    bar: float = 0.0
    shade: int = 0
    tint: str = ""


class Row(NamedTuple):
    """A row of a table: the cells that begin in it, and before them its heads."""

    cells: tuple[Cell, ...]
    keys: tuple[Cell, ...] = ()
    at: Span | None = None

    @property
    def key(self) -> str:
        """The words of its first head."""
        return self.keys[0].text if self.keys else ""

    @property
    def texts(self) -> tuple[str, ...]:
        """The words of its heads and cells."""
        return tuple(cell.text for cell in (*self.keys, *self.cells))


class Shifts(NamedTuple):
    """Column shifts of a chart: the place of the column without any, the rows, and what lies past the last column."""

    start: int
    rows: tuple[Row, ...]
    past: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Chart(Block):
    """A table ready to print. `groups` are headings with the number of columns they span.

    `width` says how much of the page it takes and where its texts stand: `half`, `full`, `wide` (landscape), `beside`,
    `below`, or `solo`. `level` is the heading level of its title. Above its heads stand the rows of `shifts`.
    """

    title: str
    rule: str
    note: str
    flags: tuple[int, ...]
    head: str
    groups: tuple[tuple[str, int], ...]
    columns: tuple[Cell, ...]
    rows: tuple[Row, ...]
    rolled: bool
    keys: str
    drm: tuple[tuple[str, str], ...]
    key: tuple[tuple[Cell, str], ...]
    remarks: tuple[str, ...]
    foot: tuple[str, ...]
    width: str
    level: int = 2
    shifts: Shifts | None = None

    @property
    def texts(self) -> int:
        """The number of lines or paragraphs under it."""
        return len(self.drm) + len(self.key) + len(self.foot)

    @property
    def headed(self) -> bool:
        """Whether any of its columns has a heading."""
        return any(column.text for column in self.columns) or bool(self.groups)

    @property
    def even(self) -> bool:
        """Whether all columns hold short results and so are equally wide."""
        return all(column.style == "word" for column in self.columns)


@dataclass(frozen=True, eq=False, repr=False)
class Ruling(Block):
    """A ruling: number and type, what each place says as (rule, words), the reading printed, and room for another.

    `total` marks a wrong total. One to `decide` before play is short, with a box to tick and a line for the players'
    own; a `brief` one is a paragraph. `moment` is when it arises.
    """

    number: int
    type: str
    title: str
    places: tuple[tuple[str, str], ...]
    prints: str
    total: bool
    decide: bool = False
    brief: bool = False
    moment: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Ribbon(Block):
    """Phases in order, as arrows or boxes in a row; `axis` says what moving to the left and to the right means.

    `costs` are those of a step from each box to the one before it, and to the next.
    """

    stages: tuple[Cell, ...]
    shape: Literal["arrows", "boxes"] = "arrows"
    axis: tuple[str, ...] = ()
    costs: tuple[tuple[str, str], ...] = ()


class Column(NamedTuple):
    """A column: its heading, small print under it, relative width, and how its cells look; `named` ones head rows."""

    head: str = ""
    under: str = ""
    width: float = 1.0
    align: Literal["left", "centre"] = "centre"
    shaded: bool = False
    named: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Worksheet(Block):
    """A grid to fill in, its rows `height` mm high.

    `groups` are headings over columns, `sides` headings beside rows, as (words, number of columns or rows). Every
    second row of a `striped` one is tinted. An `axis` has the words over the first and last columns behind the heads of
    rows, with an arrow between them.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    groups: tuple[tuple[str, int], ...] = ()
    sides: tuple[tuple[str, int], ...] = ()
    height: float = 6.0
    striped: bool = False
    axis: tuple[str, ...] = ()


class Pane(NamedTuple):
    """A part of a band: its relative width, its heading, and blocks and further panes one below the other.

    `ways` are words at an arrow to the next pane, and at one back. The `foot` is in a strip along its lower edge; one
    that `leads` has an arrow from its left edge.
    """

    blocks: tuple[Block, ...] = ()
    width: float = 1.0
    look: Literal["plain", "boxed", "question", "tinted", "label", "filled", "slip"] = "plain"
    head: str = ""
    aside: str = ""
    owner: str = ""
    flags: tuple[int, ...] = ()
    arrow: bool = False
    at: Span | None = None
    stack: tuple[Pane, ...] = ()
    picture: str = ""
    ways: tuple[str, ...] = ()
    foot: str = ""
    leads: bool = False


Band = tuple[Pane, ...]
"""A row of panes side by side."""


@dataclass(frozen=True, eq=False, repr=False)
class Section(Block):
    """A section of a page: its number and heading, and bands one below the other.

    `look` is that of its page, or None for that of the kit. Sections `beside` it are as high; all have their relative
    widths. A rail ends at the `last` numbered one.
    """

    head: str
    bands: tuple[Band, ...]
    number: str = ""
    note: str = ""
    rule: str = ""
    flags: tuple[int, ...] = ()
    colour: str = ""
    look: StepStyle | None = None
    width: float = 1.0
    beside: tuple[Section, ...] = ()
    last: bool = False
    symbol: str = ""


class Roll(NamedTuple):
    """One roll: what for, its faces, DRMs and total in words, and the result.

    `six` means six-sided dice, `typed` faces entered by hand, `changed` that the roll had an effect.
    """

    what: str
    faces: tuple[int, ...]
    six: bool
    sums: str
    result: str
    typed: bool
    changed: bool


@dataclass(frozen=True, eq=False, repr=False)
class Rolls(Block):
    """A rolled procedure: answers, the rolls of each step, effects, and notes in smaller type."""

    title: str
    inputs: str
    steps: tuple[tuple[str, tuple[Roll, ...]], ...]
    texts: tuple[str, ...]
    notes: tuple[str, ...]


class Ask(NamedTuple):
    """A question of a form, with choices to tick, or a line to write on and the numbers to choose from."""

    text: str
    choices: tuple[str, ...] = ()
    blank: str = ""


class Outcome(NamedTuple):
    """A row of results: die range, one result per column, and what to do."""

    key: str
    results: tuple[str, ...]
    effect: str = ""


class Rung(NamedTuple):
    """A condition in words, one or all the parts of it in lines, and what to do if it holds; always if it is empty."""

    when: str
    text: str
    any_of: tuple[str, ...] = ()
    flags: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class FormStage(Block):
    """A stage of a form: its number, title and condition, what to answer first, and a line below.

    `any_of` are the parts of a long condition. `about` names the form fields.
    """

    number: str
    about: str
    title: str = ""
    when: str = ""
    any_of: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    note: str = ""
    flags: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Ladder(FormStage):
    """Conditions to go through from top to bottom, each with what to do."""

    rungs: tuple[Rung, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Throw(FormStage):
    """A roll: its dice, a box for each of them by label, modifiers and results.

    A modifier is (sign, text, whether its amount is written in, not ticked). `count` is the number of dice behind a
    label; without labels the dice stand in a worksheet below. `follows` are the effects of results that no row shows.
    """

    dice: str = ""
    count: int = 1
    boxes: tuple[str, ...] = ()
    modifiers: tuple[tuple[str, str, bool], ...] = ()
    reading: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[Outcome, ...] = ()
    follows: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Deal(FormStage):
    """Cards to draw, with a line for each; `count` is how many if a question says so, `more` marks a later draw."""

    deck: str = ""
    spaces: int = 1
    count: str = ""
    more: bool = False

    def told(self, say: Language) -> str:
        """Return what to do."""
        if self.count:
            number = say("‘{number}’ cards", number=self.count)
        else:
            number = say.count(self.spaces, "{n} card", "{n} cards")
        if self.more:
            return say("From the deck ‘{deck}’, deal **{cards}**:", deck=self.deck, cards=number)
        return say("Shuffle the deck ‘{deck}’ and deal **{cards}**:", deck=self.deck, cards=number)


@dataclass(frozen=True, eq=False, repr=False)
class Grid(Block):
    """A table of a known kind, by its look.

    `files` of a kit, the last row with totals; `sheets` and how they are used; `steps` with the names of their
    pictures; `changes`, pieces to print again; `modifiers`, amounts and when they apply; `lines`, answers over chances,
    or a statement with its chances (one chance is for all answers); `odds`, chances by row and column, or without heads
    of rows, one distribution as bars; `decisions`, lines to write on (its `heads`, and an
    empty one for each row), over heads of rulings to decide.

    `heads` are those over the heads of rows, `widths` theirs in mm. The title has its `mean` at the right and, where
    that is not clear, the question `by` which columns differ. `blank` is the number of empty columns that align a table
    with those above.
    """

    look: Literal["files", "sheets", "steps", "changes", "decisions", "modifiers", "lines", "odds"]
    rows: tuple[Row, ...]
    columns: tuple[Cell, ...] = ()
    heads: tuple[str, ...] = ()
    widths: tuple[float, ...] = ()
    title: str = ""
    mean: str = ""
    by: str = ""
    blank: int = 0


class Chance(NamedTuple):
    """A chance in words, as a share of 1, and in full windows; `notes` stand with it.

    Its style says that it is `sure`, `never`, or `over`: what would be rolled has happened before.
    """

    text: str
    share: float
    lit: int = 0
    notes: tuple[str, ...] = ()
    style: Literal["", "sure", "never", "over"] = ""


class ChanceRow(NamedTuple):
    """A row of a picture of odds: its chances, its words, a note below them, and its owner."""

    cells: tuple[Chance, ...]
    head: str = ""
    note: str = ""
    owner: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Chances(Block):
    """A picture of odds, with chances by row and column; without `heads`, the rows are a list.

    `corner` says what the columns are, `notes` what the notes of chances are; `windows` is how many a die has, or 0
    where chances are not those of one die. In a `curve` the chances are those that are left.
    """

    form: Literal["windows", "heat", "columns", "curve", "sequence"]
    rows: tuple[ChanceRow, ...]
    heads: tuple[str, ...] = ()
    corner: str = ""
    notes: tuple[str, ...] = ()
    windows: int = 0


class DocumentPart(NamedTuple):
    """A part of a document: it begins on a new page, or below the part before it if all of it fits there.

    `motif` is its emblem if the game has none. Blocks of a `free` part may be reordered within their collection; a
    `turned` part is landscape. `page` is its number among composed pages, `dice` the least size of their dice in mm.
    An `owner` gives his colour to its emblem; a `picture` stands in its title.
    """

    title: str
    blocks: tuple[Block, ...]
    motif: Motif = "wedge"
    rule: str = ""
    note: str = ""
    flags: tuple[int, ...] = ()
    columns: int = 2
    turned: bool = False
    free: bool = False
    page: str = ""
    dice: float = 0.0
    owner: str = ""
    picture: str = ""


@dataclass(frozen=True)
class TextDocument:
    """A text document; without parts there is nothing to print.

    `game`, `source` and `credits` are printed in its footers; `at` is the place of the game in the data. With a limit
    of `pages`, it is set as large as they allow; `asked` is the place of that limit. Each part of
    a `composed` one is a page. `both` says if its sheets are printed on both sides; `close` ones have small margins, as
    those with a limit have.
    """

    title: str
    parts: tuple[DocumentPart, ...]
    game: str
    source: str
    credits: str
    pages: int = 0
    asked: Span | None = None
    at: Span | None = None
    composed: bool = False
    both: bool = True
    close: bool = False


B = TypeVar("B", bound=Block)


def document(game: Game, title: str, parts: Iterable[DocumentPart], source: str = "") -> TextDocument:
    """Return a document of this game; `source` defaults to the game's own."""
    about = game.info.source
    version = " ".join(part for part in (about.title, about.version) if part)
    made = TextDocument(title, tuple(parts), game.info.title, source or version, game.info.credits, at=game.root.at())
    numbered: TextDocument = flagged(made, game)
    return numbered


def flagged(value: Any, game: Game) -> Any:
    """Resolve the ruling flags within blocks or texts to their printed numbers; drawings have none."""
    if isinstance(value, str):
        return resolved(value, ruling_numbers(game).get) if "{" in value else value
    if isinstance(value, (Frame, Miniature, Span)):
        return value
    if isinstance(value, tuple):
        parts = [flagged(part, game) for part in value]
        alike = all(part is other for part, other in zip(parts, value, strict=True))
        if alike:
            return value
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if not isinstance(value, (Block, TextDocument)):
        return value
    changed = {name: made for name, own in vars(value).items() if (made := flagged(own, game)) is not own}
    return replace(value, **changed) if changed else value


def again(say: Language, about: str) -> str:
    """Return a heading repeated over what continues."""
    return say("{about}, continued", about=about)


def kept(say: Language, lines: Sequence[B], about: str) -> Iterator[B]:
    """Keep up to four lines under a heading together, and more free of widows and orphans; `about` is repeated."""
    for left, line in enumerate(lines, 1 - len(lines)):
        yield replace(
            line,
            keep=left == -1 or left == 1 - len(lines) < 0 or (left < 0 and len(lines) <= 4),
            again=again(say, about),
        )


def flags(game: Game, rulings: Iterable[str]) -> tuple[int, ...]:
    """Return the printed numbers of rulings, in order."""
    return tuple(sorted({ruling_numbers(game)[name] for name in rulings if name in ruling_numbers(game)}))


def signed(amount: Any) -> str:
    """Return a number with its sign, or the sign alone for a calculated amount."""
    if not isinstance(amount, int):
        return "−" if getattr(amount, "times", 1) < 0 else "+"
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "±0"
