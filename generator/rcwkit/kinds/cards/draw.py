"""Draw cards: both faces of each, by their layouts; and say for screens what is on them."""

from __future__ import annotations

from collections.abc import Iterator

from rcwkit.document.blocks import (
    Block,
    Cell,
    DocumentPart,
    Heading,
    Panel,
    Paragraph,
    Point,
    TextDocument,
    document,
    flags,
)
from rcwkit.faces.compiling import Pose
from rcwkit.faces.faces import Faces
from rcwkit.faces.layouts import CardSection, Chip, Strip
from rcwkit.frame import MM, Frame, Group
from rcwkit.game.game import Game, GameItem
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.cards.check import back_scope, back_spans_of, card_scope, spans_of
from rcwkit.kinds.cards.model import ENLARGED, HOUSE, POSTER, Card, Deck

BLEED = 2 * MM
"""Bleed of a card, in points."""


def leaves(faces: Faces, deck: GameItem[Deck]) -> Iterator[tuple[Card, Frame, Frame]]:
    """Yield a deck's cards with their fronts and backs."""
    for number, (name, card) in enumerate(deck.value.leaves.items(), 1):
        yield card, *sides(faces, deck, name, number)


def sides(faces: Faces, deck: GameItem[Deck], card_id: str, number: int) -> tuple[Frame, Frame]:
    """Return the front and back of a card; `number` counts the deck's cards from 1. The setter collects diagnostics.

    Reference cards are larger in large print. The back of the deck is drawn once.
    """
    is_large, shared = deck.value.reference and faces.setter.theme.enlarges, faces.backs.get(deck.id)
    front, behind = poses(faces.game, deck, card_id, number)
    shown = faces.face(front)
    if "card" in behind.scope:
        back = faces.face(behind)
    elif shared is None:
        faces.backs[deck.id] = back = faces.face(behind)
    else:
        back = shared._replace(name=behind.name, at=behind.at.place)
    return (_enlarged(shown), _enlarged(back)) if is_large else (shown, back)


def poses(game: Game, deck: GameItem[Deck], card_id: str, number: int) -> tuple[Pose, Pose]:
    """Return what a card's front and back are drawn of: the card that is behind it, its reverse, or the deck's back."""
    card, second = deck.value.cards[card_id], deck.value.backs.get(card_id)
    turned, front = deck.value.turned(card), _pose(game, deck, card_id, card, number)
    if second:
        return front, _pose(game, deck, second, deck.value.cards[second], number)
    return front, _pose(game, deck, card_id, turned, number, " back") if turned else _back(game, deck, front)


def _pose(game: Game, deck: GameItem[Deck], card_id: str, card: Card, number: int, ending: str = "") -> Pose:
    """Return what one face of a card is drawn of."""
    size = deck.value.size.width * MM, deck.value.size.height * MM
    name, at = f"{deck.id}/{card_id}{ending}", deck.document.at(*deck.path, "cards", card_id, key=True)
    spans, layout = spans_of(deck, card_id, reverse=bool(ending)), deck.value.layout_of(card) or HOUSE
    scope = card_scope(game, deck, card_id, card.flagged(ruling_numbers(game).get), number)
    return Pose(layout, scope, size, BLEED, name, at, spans)


def _back(game: Game, deck: GameItem[Deck], front: Pose) -> Pose:
    """Return what the back is drawn of that a card shares with its deck."""
    layout, spans = deck.value.back.layout or POSTER, back_spans_of(deck)
    return front._replace(layout=layout, scope=back_scope(game, deck), name=f"{front.name} back", spans=spans)


def _enlarged(face: Frame) -> Frame:
    items = (Group(face.items, scale=ENLARGED),)
    return face._replace(
        width=face.width * ENLARGED, height=face.height * ENLARGED, items=items, bleed=face.bleed * ENLARGED
    )


def decks(game: Game) -> TextDocument:
    """Return a part for each deck, with a heading for each card and, below it, its texts and those of its reverse."""
    parts = [DocumentPart(item.value.title, tuple(_deck(game, item))) for item in game[Deck].values()]
    return document(game, "Cards", parts)


def statistics(game: Game) -> TextDocument:
    """Return a part for each deck that asks for it: cards counted, and how often each number in a field comes."""
    return document(
        game,
        game.say("Statistics of decks"),
        [_counted_deck(game, item) for item in game[Deck].values() if item.value.statistics],
    )


def _counted_deck(game: Game, item: GameItem[Deck]) -> DocumentPart:
    from rcwkit.document.chart_blocks import OWNER, TYPE, Counted, amount, crossed, curve, owned, words

    say, deck = game.say, item.value
    listed = [name for name, one in deck.specs.items() if one.choice]
    numbered = [name for name, one in deck.specs.items() if one.type == "number" and not one.choice]
    things = []
    for card in deck.leaves.values():
        held = {name: deck.specs[name].of(card.fields.get(name)) for name in (*listed, *numbered)}
        facts = {name: Cell(words(str(held[name]))) for name in listed if held[name] is not None}
        facts |= {TYPE: Cell(words(card.type))} if card.type else {}
        facts |= {OWNER: owned(game, card.owner)} if card.owner else {}
        numbers = {name: found for name in numbered if (found := amount(held[name])) is not None}
        things.append(Counted(card.copies, facts, numbers))
    told = {name for one in things for name in one.facts}
    across = OWNER if OWNER in told else ""
    named = [(TYPE, say("Type")), *((name, words(name)) for name in listed)]
    by = [one for one in named if one[0] in told]
    if across and not by:
        by, across = [(OWNER, say("Owner"))], ""
    blocks: list[Block] = [crossed(say, things, one, across) for one in by]
    for name in numbered:
        blocks += curve(say, name, things, item.document.at("fields", name))
    number, different = say.count(deck.count, "{n} card", "{n} cards"), len(things)
    note = say("{cards}, {n} of them different", cards=number, n=different)
    return DocumentPart(deck.title, tuple(blocks), "bars", note=note)


def _deck(game: Game, item: GameItem[Deck]) -> Iterator[Block]:
    for name, card in item.value.cards.items():
        copies = f"×{card.copies}" if card.copies > 1 else ""
        aside = " · ".join(filter(None, (card.number, card.subtitle, copies)))
        marks, at = flags(game, card.rulings), item.document.at(*item.path, "cards", name)
        yield Heading(card.title, "entry", card.rule, marks, aside=aside, id=f"{item.id}.{name}", at=at)
        yield from _face_text(game, card)
        if card.reverse is not None:
            yield Heading(card.turned.title, "minor", card.turned.rule, aside=card.turned.subtitle or "", at=at)
            yield from _face_text(game, card.turned, front=False)


def _face_text(game: Game, card: Card, *, front: bool = True) -> Iterator[Block]:
    """Yield what one face says, with what it draws in words."""
    if card.note:
        yield Paragraph(card.note, "intro")
    if users := card.users if front else ():
        yield Paragraph(f"**{game.say('For')}:** {', '.join(game.owners[name].title for name in users)}")
    if card.strip:
        yield from _track_text(game, card.strip)
    for field, value in card.fields.items():
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            yield Paragraph(f"**{field.replace('_', ' ').capitalize()}** {value}")
    if card.text:
        yield Paragraph(card.text)
    for section in card.sections:
        yield from _section_text(game, section)
    if card.foot:
        yield Panel((card.foot,), "warning")


def _section_text(game: Game, section: CardSection) -> Iterator[Block]:
    """Yield a section: its head and what is beside it, with the counters of its chips, then each text."""
    chips = ", ".join(_chip_text(game, one) for one in section.chips)
    head = f"**{section.head}**" if section.head else ""
    aside = f"({section.aside})" if section.aside and head and chips else section.aside
    first, texts = " ".join(filter(None, (head, aside, section.lead, chips))), [*section.said]
    if head and not section.aside and not chips and len(texts) == 1 and not section.items:
        first, texts = f"{first} {texts[0]}", []
    if first:
        yield Paragraph(first)
    yield from (Point(text) if head or chips else Paragraph(text) for text in texts)


def _track_text(game: Game, strip: Strip) -> Iterator[Block]:
    """Yield what a track in miniature shows: where its marker starts, what opens a box, and what locks it."""
    from rcwkit.dice.setups import Track

    track = game[Track][strip.track].value
    row = track.rows.get(strip.row)
    title = {name: box.title for name, box in track.boxes.items()}
    if row is None:
        return
    if row.start:
        yield Point(f"{game.say('START')}: {title[row.start]}")
    for bar in (*row.gates, *row.locks):
        yield Point(f"{':gate:' if bar in row.gates else ':lock:'} {title[bar.box]}: {', '.join(bar.cards)}")
    for name, text in row.hatched.items():
        yield Point(f"{title[name]}: {text}")


def _chip_text(game: Game, one: Chip) -> str:
    """Return a chip in words: its counters, and what stands beside it."""
    from rcwkit.dice.counters import Counter  # which most decks do without

    names = ", ".join(game[Counter][unit].value.full_name or game[Counter][unit].value.name for unit in one.of)
    return f"{names} ({one.text})" if one.text else names
