"""Decks of cards, and layouts of faces."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from rcwkit.faces.expressions import Malformed, parsed, words
from rcwkit.faces.inherited import known
from rcwkit.faces.layouts import Layout, Layouts
from rcwkit.game.languages import has_words
from rcwkit.game.references import Family
from rcwkit.kinds.cards.model import HOUSE, POSTER, Deck
from rcwkit.kinds.kind import NUMBERS, Boxed, Cut, File, Kind, Markup, Rows, Section, Usage, made_from, used
from rcwkit.source.base import spec
from rcwkit.source.language import word

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
    from rcwkit.document.blocks import TextDocument
    from rcwkit.game.game import Document, Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.fonts import FontBook
    from rcwkit.type.text import Setter


def _check(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.cards import check

    for function in (check.fields, check.strips, check.shown, check.unsaid):
        yield from function(game)


def _check_sound(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.cards.check import set_aside

    return set_aside(game)


def _files(game: Game) -> list[File]:
    def lay_out(deck: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.faces.faces import Faces
        from rcwkit.kinds.cards import draw as cards
        from rcwkit.sheets.imposition import CutPiece

        item = game[Deck][deck]
        made, sized = cards.leaves(Faces(game, setter), item), item.document.at(*item.path, "size")
        return Cut(
            tuple(
                CutPiece(front, back, card.copies, title=card.title, sized=sized, of=item.value.title)
                for card, front, back in made
            )
        )

    def lay_out_statistics(setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.kinds.cards.draw import statistics

        return statistics(game)

    def file(name: str, deck: Deck) -> File:
        strips = any(face.strip for card in deck.cards.values() for face in (card, card.reverse) if face)
        reads = made_from("cards", "layouts", NUMBERS, *(["tracks"] if strips else []))
        contents, pieces, large = partial(lay_out, name), len(deck.leaves), deck.reference
        on = deck.stands_on
        use = (used(USE, deck.use),)
        return File(
            f"cards-{name}", deck.title, contents, reads, cut=True, pieces=pieces, large=large, shelf=on, use=use
        )

    files = [file(name, item.value) for name, item in game[Deck].items()]
    if any(item.value.statistics for item in game[Deck].values()):
        title, use = game.say("Statistics of decks"), (Usage(word("before play"), "away"),)
        files.append(
            File("statistics-cards", title, lay_out_statistics, made_from("cards"), large=True, shelf="study", use=use)
        )
    return files


def _layouts(game: Game) -> Iterator[str]:
    for item in game[Deck].values():
        deck = item.value
        yield deck.back.layout or POSTER
        for card in deck.cards.values():
            yield from (deck.layout_of(one) or HOUSE for one in (card, deck.turned(card)) if one is not None)


def _drawn(game: Game, document: Document) -> Iterator[tuple[str, str]]:
    deck: Deck = document.model
    if not deck.reference:
        yield from (("cards", name) for name, card in deck.cards.items() if deck.layout_of(card) in game[Layout])


def _holds(game: Game) -> dict[str, int]:
    return {"cards": sum(card.copies for item in game[Deck].values() for card in item.value.leaves.values())}


def _counts(game: Game, stems: Collection[str]) -> Iterator[str]:
    """Yield the numbers of cards by deck that is in the kit."""
    decks = {item.value.title: item.value.count for name, item in game[Deck].items() if f"cards-{name}" in stems}
    if decks:
        number = game.say.count(sum(decks.values()), "{n} card", "{n} cards")
        yield f"**{number}:** {', '.join(f'{title} {count}' for title, count in decks.items())}."


def _sections(game: Game, book: FontBook) -> Iterator[Section]:
    from rcwkit.kinds.cards.draw import decks

    yield Section("cards", game.say("Cards"), decks(game))


def _fixed(deck: Deck) -> frozenset[str]:
    """Return the fields whose values are chosen from a list, or are names of pictures or colours."""
    fields = {name: spec(one) for name, one in deck.fields.items()}
    return frozenset(name for name, one in fields.items() if one.choice or one.type in ("colour", "picture"))


def _boxed(game: Game) -> Iterator[Boxed]:
    for item in game[Deck].values():
        deck, at = item.value, item.document.at(*item.path, "title")
        look = deck.thickness, deck.back.motif, deck.back.colour or ""
        yield Boxed(deck.title, at, deck.count, deck.size, deck.enlarged, *look)


def _names(game: Game) -> Iterator[str]:
    """Yield what cards are called: by their titles, and by numbers that say whose they are, such as W8."""
    for card in (card for item in game[Deck].values() for card in item.value.cards.values()):
        yield card.title
        if card.number and re.fullmatch(r"[^\W\d]\d+", card.number):
            yield card.number


USE = Usage(word("during play"), "right")
_RULED = ("aside", "cards", "discs", "foot", "items", "note", "roll", "rows", "stair", "text")
"""Fields whose texts have the numbers of rulings, too."""


KIND = Kind(
    Deck,
    _check,
    _files,
    _check_sound,
    whole="deck",
    layouts=_layouts,
    drawn=_drawn,
    fixed=_fixed,
    names=_names,
    holds=_holds,
    counts=_counts,
    sections=_sections,
    use=USE,
    listed=lambda deck: [Rows(f"cards-{deck.id}", ("cards",))],
    boxed=_boxed,
    markup=Markup((*_RULED, "ask", "columns", "fields", "filled", "lead"), {"ruling": _RULED}, laid=True),
)


def _check_layouts(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.faces import checks

    yield from checks.circles(game)
    yield from checks.boxes(game)


def _check_sound_layouts(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.faces import checks

    yield from checks.idle(game)


def _printed(model: Layouts) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the words in texts of boxes, with their paths: a template that has some, and those in its expressions."""
    for name, layout in model.layouts.items():
        for box, given in layout.boxes.items():
            if given is not None and given.text is not None:
                path = "layouts", name, "boxes", box, "text"
                with suppress(Malformed):
                    template = parsed(given.text)
                    own = any(isinstance(part, str) and has_words(part) for part in template)
                    yield from ((text, path) for text in (given.text,) * own + (*words(template),))


LAYOUTS = Kind(
    Layouts,
    _check_layouts,
    check_sound=_check_sound_layouts,
    cells=_printed,
    families={"layouts": Family("layout", "E250", known)},
    drawn=lambda game, document: [()],
    markup=Markup(("let", "text"), laid=True),
)
