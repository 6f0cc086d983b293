"""Checks of decks: fields, types of cards, strips, and the names in their layouts; these names with their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span, one_of
from rcwkit.faces.checks import base, declared, lost, names, shown_by, values
from rcwkit.faces.compiling import Spans, owner_scope
from rcwkit.faces.inherited import known
from rcwkit.faces.layouts import CardSection, Layout
from rcwkit.game.game import Game, GameItem
from rcwkit.game.references import ruling_numbers, unknown
from rcwkit.kinds.cards.model import HOUSE, POSTER, Card, CardPoster, Deck
from rcwkit.source.markup import capitals


def fields(game: Game) -> Iterator[Diagnostic]:
    """Check the fields of decks, their values, and the types of cards."""
    for document, deck in game.all(Deck):
        yield from declared(document, deck.specs)
        for name, card in deck.cards.items():
            yield from values(document, deck.specs, ("cards", name), card.fields, "card")
            if card.reverse is not None:
                yield from values(document, deck.specs, ("cards", name, "reverse"), card.reverse.fields)
            if card.type is not None and deck.layouts and not deck.layout and card.type not in deck.layouts:
                span = document.at("cards", name, "type")
                hint = one_of(card.type, deck.layouts)
                yield Diagnostic("E257", f"no layout for cards of type '{card.type}'", span, hint)


def strips(game: Game) -> Iterator[Diagnostic]:
    """Check that strips show rows of their own track."""
    striped = [
        (document.at("cards", name, "strip", "row"), card.strip)
        for document, deck in game.all(Deck)
        for name, card in deck.cards.items()
        if card.strip is not None
    ]
    if not striped:
        return
    from rcwkit.dice.setups import Track  # which most decks do without

    for span, strip in striped:
        if strip.track in game[Track]:
            yield from unknown("row", strip.row, game[Track][strip.track].value.rows, span, "E222")


def shown(game: Game) -> Iterator[Diagnostic]:
    """Check that the expressions of a layout name only what the cards that it shows have."""
    for name, item in game[Deck].items():
        deck = item.value
        common = base(game)
        seen: set[str] = set()
        for number, (card, value) in enumerate(deck.cards.items(), 1):
            for side in filter(None, (value, deck.turned(value))):
                named = deck.layout_of(side)
                layout = named or HOUSE
                if layout not in seen and layout in (known(game) if named else game[Layout]):
                    seen.add(layout)
                    scope = {**common, **card_scope(game, item, card, side, number)}
                    at = _naming(item, card, side, turned=side is not value)
                    yield from names(game, layout, scope, f"on cards of '{name}'", at)
        if (back := deck.back.layout or POSTER) in (known(game) if deck.back.layout else game[Layout]):
            where = f"on the back that all cards of '{name}' share"
            at = item.document.at("back", "layout")
            yield from names(game, back, {**common, **back_scope(game, item)}, where, at)


_LOST = ("subtitle", "number", "strip", "text", "sections", "note", "users", "poster", "write_in", "foot")
"""What a card says besides its title, owner and rule: a layout that does not show it leaves it out."""


def unsaid(game: Game) -> Iterator[Diagnostic]:
    """Report what cards and decks say that no layout of theirs shows, each once for a layout."""
    shows = cache(partial(shown_by, game))
    for name, item in game[Deck].items():
        layouts = {key: _layouts_of(item.value, card) for key, card in item.value.cards.items()}
        used = {*chain.from_iterable(layouts.values())}
        if not used <= known(game).keys():
            continue  # which is told
        yield from _texts_unsaid(item, layouts, shows)
        if not any(path[:2] == ("card", "poster") for layout in used for path in shows(layout)):
            for key in filter(item.value.gives, ("poster", "topics")):
                message = f"the `{key}` of '{name}' is not printed: no layout of its cards shows posters"
                yield Diagnostic("W294", message, item.document.at(key, key=True), "name a layout that does: stand_in")
        read = {path[0] for layout in used for path in shows(layout)}
        for field in (key for key, one in item.value.specs.items() if one.type == "picture" and key not in read):
            message = f"the pictures of `{field}` are not printed: no layout of the cards of '{name}' shows them"
            hint = f'show them in a box of a layout: image: "{{{{ {field} }}}}"'
            yield Diagnostic("W294", message, item.document.at("fields", field, key=True), hint)


def set_aside(game: Game) -> Iterator[Diagnostic]:
    """Report decks that a usual build leaves out, although nobody said so."""
    for name, item in game[Deck].items():
        if item.value.shelf is None and item.value.stands_on == "proxies":
            message = f"most cards of '{name}' have titles alone: they count as stand-ins, which builds leave out"
            hint = "write `shelf: table` if they are your own; --with proxies prints stand-ins"
            yield Diagnostic("N295", message, item.document.at("id"), hint)


def _layouts_of(deck: Deck, card: Card) -> list[str]:
    """Return the layouts of a card's sides."""
    sides = [card] if (back := deck.turned(card)) is None else [card, back]
    return [deck.layout_of(side) or HOUSE for side in sides]


def _texts_unsaid(
    item: GameItem[Deck], layouts: Mapping[str, Sequence[str]], shows: Callable[[str], frozenset[tuple[Any, ...]]]
) -> Iterator[Diagnostic]:
    """Report what cards say that their layouts do not show."""
    told: set[tuple[str, str]] = set()
    for key, card in item.value.cards.items():
        by = " or ".join(f"'{one}'" for one in dict.fromkeys(layouts[key]))
        shown = frozenset().union(*map(shows, layouts[key]))
        sides = [(("cards", key), card), (("cards", key, "reverse"), card.reverse)]
        for path, side in sides:
            for one in filter(side.gives, _LOST) if side is not None else ():
                if (by, one) not in told:
                    told.add((by, one))
                    at = partial(item.document.at, *path, key=True)
                    yield from lost("card", key, (one,), shown, at, f"layout {by}")


def _naming(item: GameItem[Deck], card: str, side: Card, *, turned: bool) -> Span:
    deck, front = item.value, item.value.cards[card]
    if turned and front.reverse is not None and front.reverse.layout:
        return item.document.at("cards", card, "reverse", "layout")
    if turned and deck.reverse is not None:
        return item.document.at("reverse")
    if front.layout:
        return item.document.at("cards", card, "layout")
    return item.document.at(*(("layouts", side.type) if side.type in deck.layouts else ("layout",)))


_TEXTS = (
    *("title", "subtitle", "rule", "note", "text", "sections"),
    *("foot", "type", "copies", "write_in", "strip", "untitled"),
)


def _deck_scope(deck: GameItem[Deck]) -> dict[str, Any]:
    """Return the names that all faces of a deck have."""
    value = deck.value
    return {"deck": {"id": deck.id, "title": value.title, "source": value.source, "count": value.count}}


def card_scope(game: Game, deck: GameItem[Deck], name: str, card: Card, number: int) -> dict[str, Any]:
    """Return the names of one face of a card; `number` is printed on one that has none of its own."""
    value = deck.value
    first = value.firsts[name]
    poster = value.poster_of(card, first)
    fields = {field: spec.of(card.fields.get(field)) for field, spec in value.specs.items()}
    common = _deck_scope(deck)
    shown = {
        "id": name,
        "number": card.number or str(number),
        "first": first,
        "last": first + card.copies - 1,
        "rulings": [ruling_numbers(game)[name] for name in card.rulings if name in ruling_numbers(game)],
        "words": "\n".join(_words(card)),
        "rows": sum(len(section.boxes) for section in card.sections),
        "users": [owner_scope(game, owner) for owner in card.users],
        "poster": {key: getattr(poster, key) or "" for key in CardPoster.model_fields},
        **{key: getattr(card, key) for key in _TEXTS},
        **({"sections": (CardSection(text=card.text), *card.sections)} if card.text else {}),
    }
    return {**common, "card": shown, "owner": owner_scope(game, card.owner or value.back.colour), **fields}


def _words(card: Card) -> Iterator[str]:
    """Yield a paragraph for each section of a card, with its head, and for each point."""
    yield from filter(None, (card.text,))
    for section in card.sections:
        first, *more = (*section.said,) or ("",)
        yield f"{capitals(section.head or '')} {first}".strip()
        yield from more


def back_scope(game: Game, deck: GameItem[Deck]) -> dict[str, Any]:
    """Return the names of a deck's back."""
    back = deck.value.back
    return {
        "back": {
            "title": back.title,
            "motif": back.motif,
            "art": back.art,
            "ground": back.ground,
            **{key: getattr(back, key) or "" for key in ("subtitle", "symbol", "small")},
        },
        **_deck_scope(deck),
        "owner": owner_scope(game, back.colour),
    }


def spans_of(deck: GameItem[Deck], card: str, *, reverse: bool = False) -> Spans:
    """Return where the values of a card come from."""
    root = (*deck.path, "cards", card)
    given: Any = deck.value.cards[card]
    fields: Mapping[str, Any] = given.fields

    def place(path: tuple[Any, ...]) -> Span | None:
        first, *rest = path
        here = (first, *rest) if first != "card" else tuple(rest)
        own = given.reverse if reverse else None
        if first == "card" and rest:
            turned = own is not None and rest[0] in own.model_fields_set
            if not turned and rest[0] not in given.model_fields_set:
                return None
            return deck.document.at(*root, *(("reverse",) if turned else ()), *here)
        if own is not None and first in own.fields:
            return deck.document.at(*root, "reverse", "fields", *here)
        if first in fields:
            return deck.document.at(*root, "fields", *here)
        return deck.document.at(*deck.path, *rest) if first == "deck" and rest else None

    return place


def back_spans_of(deck: GameItem[Deck]) -> Spans:
    """Return where the values of a deck's back come from."""
    names = ("back", "deck")

    def place(path: tuple[Any, ...]) -> Span | None:
        if path[0] not in names or len(path) < 2:
            return None
        return deck.document.at(*deck.path, *(path if path[0] == "back" else path[1:]))

    return place
