"""Storage for a kit: what gets tuck boxes, trays with lids and labels, and how they are drawn."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from functools import partial

from rcwkit.art.hatching import box_corners, hatched
from rcwkit.art.symbols import mark
from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.counters import Counter, Mix, sheet_of, size_of
from rcwkit.frame import MM, Circle, Frame, Item, Rect
from rcwkit.game.game import Game
from rcwkit.kinds.kind import Boxed
from rcwkit.kinds.storage import counter_count, decks, has_tray, sheets
from rcwkit.kinds.storage.nets import WHOLE, BoxArt, Tuck, chits, lidded, tuck_box
from rcwkit.sheets import imposition as pages
from rcwkit.sheets.marks import THIN
from rcwkit.sheets.paper import Paper
from rcwkit.source.language import Language, word
from rcwkit.type.text import Setter, TextBlock, TextBox

HALVES = (("front", "side"), ("back", "side"))
LABEL = (70 * MM, 18 * MM)
HOW = word(
    "Print on card of 160–300 g/m². Cut along solid lines; score dashed lines and fold them with the print outside; "
    "glue hatched tabs. Stick each label on the tray or bag for what it names."
)


def boards(game: Game, paper: Paper, setter: Setter) -> list[Frame]:
    """Return the pages of a kit's boxes and labels. A tuck box wider than the paper comes in two halves.

    The setter collects texts that do not fit (E310, W311). Boxes that are still too large are left out (W333).
    """
    boxes = [_tuck(game, item, paper, setter) for item in decks(game)]
    boxes += [_trays(game, setter)] if has_tray(game) else []
    kept: list[Frame] = []
    for box in boxes:
        large = next((net for net in box if not _fits(net, paper)), None)
        if large:
            size = f"{large.width / MM:.0f} × {large.height / MM:.0f} mm"
            message = f"the box '{large.name}' is left out: laid flat it is {size}, too large for {paper.name}"
            hint = "choose a larger paper, or divide what it holds"
            setter.found.append(Diagnostic("W333", message, large.span, hint))
        else:
            kept += [pages.aired(net) for net in box]
    labels = _labels(game, setter)
    plans = _plans([*kept, *labels], labels, paper)
    return [board for plan in plans for board in pages.pages_of_pieces(plan, paper, setter.say(HOW), setter)]


def _plans(frames: Sequence[Frame], labels: Sequence[Frame], paper: Paper) -> Iterator[pages.Plan]:
    """Yield a plan of the fewest pages in one orientation, or two plans if no orientation suits all frames.

    Labels are not turned, so that all on a page read alike.
    """
    upright, across = paper.ways
    suited = [way for way in paper.ways if all(pages.fits(frame, way, paper) for frame in frames)]
    whole = [pages.planned(frames, way, paper, labels) for way in suited]
    if whole:
        yield min(whole, key=lambda plan: plan.pages)
        return
    first = [frame for frame in frames if pages.fits(frame, upright, paper)]
    yield pages.planned(first, upright, paper, labels)
    yield pages.planned([frame for frame in frames if frame not in first], across, paper, labels)


def _fits(frame: Frame, paper: Paper) -> bool:
    return any(pages.fits(pages.aired(frame), way, paper) for way in paper.ways)


def _tuck(game: Game, deck: Boxed, paper: Paper, setter: Setter) -> list[Frame]:
    """Return a deck's tuck box, whole or in halves."""
    theme, count, at = setter.theme, deck.number, deck.at
    tuck = Tuck.of(deck.enlarged if theme.enlarges else deck.size, count, deck.thickness)
    colour = game.owners[deck.owner].colour if deck.owner in game.owners else theme.accent
    wide, high, deep = tuck.inside
    say, thick = setter.say, setter.say.number(f"{deck.thickness:g}")
    sides = {"wide": f"{wide:.0f}", "deep": f"{deep:.0f}", "high": f"{high:.0f}"}
    measures = say.count(
        count,
        "Inside {wide} × {deep} × {high} mm: {n} card, {thick} mm thick.",
        "Inside {wide} × {deep} × {high} mm: {n} cards, each {thick} mm thick.",
        thick=thick,
        **sides,
    )
    plate = theme.plate(colour)
    art = BoxArt(
        deck.title, say.count(count, "{n} card", "{n} cards"), game.info.title, measures, plate, lambda *_: at, at.place
    )
    draw = partial(tuck_box, tuck, art, deck.motif, theme.poster(colour))
    whole = draw(setter, WHOLE)
    return [whole] if _fits(whole, paper) else [draw(setter, half) for half in HALVES]


def _trays(game: Game, setter: Setter) -> list[Frame]:
    """Return a tray that holds all counters, unsorted, and its lid."""
    sizes = {name: size_of(game, name) for name in game[Counter]}
    volume = sum(
        (wide / MM) * (high / MM) * sheet_of(game, name).thickness * game[Counter][name].value.copies
        for name, (wide, high) in sizes.items()
    )
    tray = chits(volume)
    wide, long, deep = tray.inside
    document = sheets(game)[0].document
    count, plate = counter_count(game), setter.theme.plate(setter.theme.accent)
    say, sides = setter.say, {"wide": f"{wide:.0f}", "long": f"{long:.0f}", "deep": f"{deep:.0f}"}
    measures = say("{wide} × {long} × {deep} mm inside", **sides)
    at = document.at("title")
    art = BoxArt(
        say("Counters"),
        say.count(count, "{n} counter", "{n} counters"),
        game.info.title,
        measures,
        plate,
        lambda *_: at,
        at.place,
    )
    return lidded(tray, art, setter)


def _labels(game: Game, setter: Setter) -> list[Frame]:
    """Return a label for the counters of each document and owner, if there are several."""
    named = sheets(game)
    return [_label(game, mix, setter) for mix in named] if len(named) > 1 else []


def _label(game: Game, mix: Mix, setter: Setter) -> Frame:
    """Return a label: the owner's mark and colour, the title, and counts by unit type."""
    theme, owner, (width, height) = setter.theme, game.owners[mix.owner], LABEL
    plate, at = theme.plate(owner.colour), mix.document.at("title")
    inset, disc = 18 * MM, 5.5 * MM
    items: list[Item] = [Rect(0, 0, width, height, plate.ground)]
    if plate.hatch:
        items += hatched(box_corners(0, 0, inset - 2 * MM, height), plate.hatch, plate.edge, 2.6)
    items.append(Circle(inset / 2 - MM, height / 2, disc, theme.page, plate.edge, 0.6))
    items += mark(owner.mark, inset / 2 - MM, height / 2, 6 * MM, plate.edge, theme.page)
    room = width - inset - 3 * MM
    title = _shortened(mix.title.removesuffix(" counters").upper(), theme.card_floor, room, setter)
    size = setter.size(title, "narrow-bold", 17, theme.card_floor, room, lambda *_: at, "label")
    items.append(setter.line(title, inset, 7.8 * MM, "narrow-bold", size, plate.text))
    box = TextBox(inset, 9.6 * MM, room, 7 * MM, "label")
    held = [
        TextBlock(text, plate.text, font="narrow", bold="narrow-bold") for text in _summaries(game, mix, setter.say)
    ]
    fitting = next((block for block in held if _fits_label(block, box, setter)), held[-1])
    items += setter.fit([fitting], box, 8.5, theme.card_floor, lambda *_: at)
    items.append(Rect(0, 0, width, height, None, theme.ink, THIN))
    return Frame(width, height, tuple(items), 0.0, f"label {mix.document.model.id}", at.place)


def _fits_label(block: TextBlock, box: TextBox, setter: Setter) -> bool:
    """Return whether a list fits its label, including its longest word."""
    size = setter.theme.card_floor
    wide = max(setter.book.width(word, "narrow-bold", size) for word in block.text.split(" "))
    return wide <= box.width and setter.fits([block], box, size)


def _summaries(game: Game, mix: Mix, say: Language) -> Iterator[str]:
    """Yield `12 armies · 26 corps`, then ever shorter lists, and at last the total alone."""
    counts: Tally[str] = Tally()
    for counter in (game[Counter][unit].value for unit in mix.units):
        counts[counter.type] += counter.copies
    types = game.info.unit_types
    parts = [f"{count} {types[name].title if count == 1 else types[name].plural}" for name, count in counts.items()]
    yield " · ".join(parts)
    for left in range(2, len(parts)):
        yield " · ".join([*parts[:-left], say.count(left, "and {n} more type", "and {n} more types")])
    yield say.count(sum(counts.values()), "{n} counter", "{n} counters")


def _shortened(text: str, size: float, width: float, setter: Setter) -> str:
    """Truncate text to `width`, with an ellipsis."""
    if setter.book.width(text, "narrow-bold", size) <= width:
        return text
    shorter = (f"{text[:end].rstrip()}…" for end in range(len(text), -1, -1))
    return next(cut for cut in shorter if setter.book.width(cut, "narrow-bold", size) <= width)
