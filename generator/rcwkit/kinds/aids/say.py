"""Checklists, quick references and the rulings sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from rcwkit.dice.tables import Table
from rcwkit.document.blocks import (
    Block,
    Cell,
    DocumentPart,
    Grid,
    Heading,
    Paragraph,
    Point,
    Row,
    Ruling,
    TextDocument,
    again,
    document,
    flags,
    kept,
)
from rcwkit.document.chart_blocks import chart
from rcwkit.game.game import Game, GameItem
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.aids.kind import Aid, Rulings
from rcwkit.kinds.aids.kind import Ruling as Decision
from rcwkit.source.base import Shelf
from rcwkit.source.language import Language, word
from rcwkit.type.fonts import FontBook

TYPES = {
    "contradiction": word("contradiction"),
    "gap": word("gap"),
    "unclear": word("unclear"),
    "cross-reference": word("cross-reference"),
    "total": word("total"),
    "misprint": word("misprint"),
}
"""Types of rulings, as printed."""


def aids(
    game: Game, book: FontBook, size: float = 9.0, *, every: bool = False, shelf: Shelf | None = None
) -> TextDocument:
    """Return the quick references of a shelf, or of all, as parts: those without a page limit, or `every` one.

    `size` is the text size in points; larger text has fewer columns.
    """
    parts = []
    for item in game[Aid].values():
        aid = item.value
        if (every or aid.pages is None) and shelf in (None, aid.shelf):
            free = size <= 9 and all(one.table and not (one.text or one.steps or one.points) for one in aid.sections)
            columns = max(1, round(aid.columns * 9 / size))
            blocks = tuple(_sections(game, book, item, size))
            marks = flags(game, aid.rulings)
            parts.append(DocumentPart(aid.title, blocks, "bars", aid.rule, aid.note or "", marks, columns, free=free))
    return document(game, game.say("Quick references"), parts)


def fitted(game: Game, book: FontBook, name: str) -> TextDocument:
    """Return a quick reference with a page limit; each of its sections stays in one piece."""
    item = game[Aid][name]
    aid = item.value
    blocks = tuple(_sections(game, book, item, 9.0, whole=True))
    part = DocumentPart(aid.title, blocks, "bars", aid.rule, aid.note or "", flags(game, aid.rulings), aid.columns)
    made = document(game, aid.title, (part,))
    return replace(made, pages=aid.pages or 0, asked=item.document.at(*item.path, "pages"))


def _sections(game: Game, book: FontBook, item: GameItem[Aid], size: float, *, whole: bool = False) -> Iterator[Block]:
    """Yield the sections of a quick reference: a heading or chart, text, steps, points."""
    at = item.document.at
    for number, section in enumerate(item.value.sections):
        path = (*item.path, "sections", number)
        blocks: list[Block] = []
        if section.table:
            drawn = chart(game, book, game[Table][section.table], size)
            blocks.append(replace(drawn, span=drawn.width != "half" and not whole))
        else:
            marks = flags(game, section.rulings)
            blocks.append(Heading(section.head, "section", section.rule, marks, keep=True, at=at(*path)))
        if section.text is not None:
            blocks.append(Paragraph(section.text, "intro", keep=True, at=at(*path, "text")))
        steps = [Point(text, str(n + 1), at=at(*path, "steps", n)) for n, text in enumerate(section.steps)]
        points = [Point(text, at=at(*path, "points", n)) for n, text in enumerate(section.points)]
        blocks += _listed(game.say, steps, section.head)
        blocks += _listed(game.say, points, section.head, more=bool(steps))
        yield from (replace(block, keep=block.keep or whole) for block in blocks[:-1])
        yield replace(blocks[-1], keep=False)


def _listed(say: Language, blocks: list[Point], head: str, *, more: bool = False) -> Iterator[Block]:
    """Keep a few steps or points together, and more free of widows and orphans; the heading is repeated."""
    for number, block in enumerate(blocks):
        last = number == len(blocks) - 1
        keep = not last and (number in (0, len(blocks) - 2) or len(blocks) <= 4)
        yield replace(block, keep=keep, again=again(say, head) if number or more else "")


FEW = 20
"""Fewer rulings than these leave room on their page for three more lines of what else is agreed."""
NAMED = 3
"""Players whose names have a line each, at most."""


def rulings_sheet(game: Game) -> TextDocument:
    """Return the rulings for the table, by moment of play: those to decide, then the other readings printed."""
    say, every = game.say, [_ruling(game, name) for name, _ in _numbered(game)]
    decided = [block for block in every if block.decide]
    others = [replace(block, brief=True) for block in every if not block.decide]
    owners = [game.owners[name].title for name in game.players]
    names = owners if 1 < len(owners) <= NAMED else [say("Players")]
    columns = (Cell(say("Question")), Cell(say("Printed here")), Cell(say("We play"), note=say("or your own")))
    head = Grid("decisions", (), columns, (*names, say("Date")), keep=True)
    also = Grid("decisions", (Row(()),) * (3 if len(every) < FEW else 0), (), (say("Also agreed"),))
    rest = Heading(f"{say('Other rulings')}, {_from_to(others)}", "collection", keep=True)
    wide = ((head, *_grouped(game, decided), also) if decided else ()) + ((rest,) if decided and others else ())
    blocks = (*(replace(block, span=True, again="") for block in wide), *_grouped(game, others), *_terms(game))
    note = (
        f"{_from_to(decided)} · {say('Agree on these before play: tick the reading printed here, or write your own.')}"
        if decided
        else say("Where the source is contradictory, silent or unclear: the reading printed here.")
    )
    title = say("Rulings to decide") if decided else say("Rulings")
    return document(game, say("Rulings"), (DocumentPart(title, blocks, "rings", note=note),) if blocks else ())


def _from_to(rulings: Sequence[Ruling]) -> str:
    """Return the first and last number, by which a mark finds its page."""
    return "–".join(dict.fromkeys(one.id for one in (*rulings[:1], *rulings[-1:])))


def all_rulings(game: Game, *, by_moment: bool = False) -> TextDocument:
    """Return the rulings with what the source says, and below them its slips, which have no numbers.

    The rulings are one part in the order of their numbers, or by their moments of play a part each.
    """
    blocks = tuple(replace(_ruling(game, name), decide=False) for name, _ in _numbered(game))
    note = game.say(
        "Where the source is contradictory, silent or unclear, the reading printed here, and room for your own."
    )
    shared: dict[str, tuple[Ruling, ...]] = {"": blocks} if blocks else {}
    if by_moment:
        moments = dict.fromkeys(one.moment for one in blocks)
        shared = {moment: tuple(one for one in blocks if one.moment == moment) for moment in moments}
    parts = [
        DocumentPart(moment or game.say("Rulings"), some, "rings", note=note, columns=1)
        for moment, some in shared.items()
    ]
    slips = tuple(_slip(game.say, item) for item in game[Decision].values() if item.value.slip)
    if slips:
        note = game.say("Misprints, wrong references, and what your own copy tells: nothing to decide in play.")
        parts.append(DocumentPart(game.say("Slips of the source"), slips, "rings", note=note, columns=2))
    return document(game, game.say("All rulings"), parts)


def _numbered(game: Game) -> Iterator[tuple[str, GameItem[Decision]]]:
    return ((name, game[Decision][name]) for name in ruling_numbers(game))


def _ruling(game: Game, name: str) -> Ruling:
    item, number = game[Decision][name], ruling_numbers(game)[name]
    return Ruling(
        number,
        game.say(TYPES[item.value.type]),
        item.value.title,
        tuple((place.rule, place.says) for place in item.value.places),
        item.value.prints,
        item.value.type == "total",
        item.value.decide,
        moment=item.value.moment or "",
        id=str(number),
        at=item.span,
    )


def _grouped(game: Game, rulings: Sequence[Ruling]) -> Iterator[Block]:
    """Yield rulings under their moments, which come in the order in which they are first named."""
    for moment in dict.fromkeys(one.moment for one in rulings):
        together = [one for one in rulings if one.moment == moment]
        if moment:
            yield Heading(moment, "section", keep=True)
        yield from kept(game.say, together, moment) if moment else together


def _terms(game: Game) -> Iterator[Block]:
    """Yield the words and abbreviations that the game explains, a paragraph for each letter."""
    terms = sorted(
        (
            (term, meaning, document.at("terms", term))
            for document, one in game.all(Rulings)
            for term, meaning in one.terms.items()
        ),
        key=lambda one: one[0].casefold(),
    )
    if terms:
        head = game.say("Words and abbreviations")
        yield Heading(head, "section", keep=True)
        letters = [list(some) for _, some in groupby(terms, lambda one: one[0][0].casefold())]
        yield from kept(
            game.say,
            [
                Paragraph(" ".join(f"**{term}** {meaning}" for term, meaning, _ in some), at=some[0][2])
                for some in letters
            ],
            head,
        )


def _slip(say: Language, item: GameItem[Decision]) -> Point:
    """A slip in one paragraph: what each place says, and how it is read."""
    places = " ".join(f"{place.rule}: {place.says}" for place in item.value.places)
    return Point(f"**{item.value.title}.** {places} **{say('Printed here')}:** {item.value.prints}", at=item.span)
