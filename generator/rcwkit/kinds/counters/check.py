"""Checks of counters: values, sums and copies, and owners whose colours alone would tell them apart."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from rcwkit.art.colours import Vision, difference
from rcwkit.art.theme import hatch
from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.dice.counters import (
    BLANK,
    TURN,
    Counter,
    Counters,
    Mix,
    ValueList,
    back_values_of,
    is_as_strong,
    is_reduced,
    mixes,
    owner_of,
    replaced_by,
    reverse_of,
    sheet_of,
    strengths_of,
    type_of,
    values_of,
)
from rcwkit.dice.places import find_place, starts_of
from rcwkit.dice.setups import Place, Scenario, Setup, Track, counts_turns
from rcwkit.faces.checks import base, lost, shown_by
from rcwkit.faces.checks import names as layout_names
from rcwkit.faces.counters import face_layout, poster_layout, side_scope, sides
from rcwkit.faces.inherited import known
from rcwkit.faces.layouts import Layout
from rcwkit.frame import Shape
from rcwkit.game.game import Document, Game, GameItem
from rcwkit.source.info import Owner, Strength
from rcwkit.source.patterns import Size

if TYPE_CHECKING:
    from rcwkit.dice.settle import Settled


ENOUGH = 6
"""Numbers from which one may be out of line."""
FEW = 5
"""More counters that lack the same are one warning."""
BEYOND = 3
"""How many times farther from the middle than all others such a number is."""

_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = re.compile(
    r"\d{4}-\d\d-\d\d|\d{1,2}([./])\d{1,2}\1\d{4}" rf"|\d{{1,2}}[-. ]{_MONTH}|{_MONTH}[-. ]\d{{2,4}}", re.IGNORECASE
)
"""What a spreadsheet program makes of 3-4."""
_NAMED = re.compile(r"\{([^{}]*)\}")
_NUMBER = re.compile(r"[\[(]?[+−-]?(\d{1,6}(?:[./]\d{1,4})?)[\])*]?")


def number(value: str) -> Fraction | None:
    """Return the number that a value begins as: 4, 1/2, [3], (2) or 5*; None for words."""
    found = _NUMBER.fullmatch(value)
    return None if found is None or found[1].endswith(("/0", "/00")) else Fraction(found[1])


def _sides(game: Game, item: GameItem[Counter]) -> Iterator[tuple[str, Mapping[str, str], Span]]:
    """Yield what is said of each side of a counter: which, its values, and where they stand, or would."""
    own = item.document.at(*item.path, "values", key=True) if item.value.values else item.span
    spans = {"counters": own, "backs": own}
    for document, one in game.all(ValueList):
        for field, rows in (("counters", one.counters), ("backs", one.backs)):
            spans[field] = document.at(field, item.id, key=True) if item.id in rows else spans[field]
    yield "front", values_of(game, item.id), spans["counters"]
    if reverse_of(game, item.id) not in BLANK:
        yield "back", back_values_of(game, item.id), spans["backs"]


def names(game: Game) -> Iterator[Diagnostic]:
    """Check that counters have only values of their type, and that texts show only these."""
    known = {name: strength.names for name, strength in strengths_of(game).items()}
    strange: dict[tuple[str, str], list[Diagnostic]] = defaultdict(list)
    for item in game[Counter].values():
        own, reverse = item.value, item.value.reverse
        if item.id not in sheet_of(game, item.id).counters:
            continue  # a replacement counter, whose steps are those of its entry
        rows: list[tuple[tuple[Any, ...], Collection[str]]] = [(("values",), own.values)]
        rows += [(("steps", index, "values"), step.values) for index, step in enumerate(own.lower)]
        if reverse and not isinstance(reverse, str) and not own.lower:
            rows.append((("reverse", "values"), reverse.values))
        for path, values in rows:
            for name in values if own.type in known else ():
                span = item.document.at(*item.path, *path, name, key=True)
                strange[own.type, name] += _named(name, own.type, known[own.type], span)
    given: dict[tuple[str, str, str], tuple[str, Span]] = {}
    for document, one in game.all(ValueList):
        for field, listed in (("counters", one.counters), ("backs", one.backs)):
            for unit, row in listed.items():
                for name, said in row.items():
                    span = document.at(field, unit, name, key=True)
                    strange[one.type, name] += _named(name, one.type, one.names, span)
                    if said is None:
                        continue
                    before, first = given.setdefault((field, unit, name), (said, span))
                    if before != said:
                        message = f"'{unit}' has {name} {said} here, and {before} in another list"
                        yield Diagnostic("E258", message, span, "keep one", (("the other", first),))
                found = game[Counter][unit].value.type if unit in game[Counter] else one.type
                if found != one.type and found in game.info.unit_types:
                    message = f"'{unit}' is of type {found}, not {one.type}"
                    yield Diagnostic("E258", message, document.at(field, unit, key=True), "list it with its own type")
        yield from _shown(document, (), one, one.type)
    for name, kind in game.info.unit_types.items():
        yield from _shown(game.root, ("unit_types", name), kind, name)
    for alike in strange.values():
        # A heading of a sheet is wrong in every row.
        many = [one._replace(message=f"{one.message}, which {len(alike)} of them give") for one in alike[:1]]
        yield from alike if len(alike) <= FEW else many


def dates(game: Game) -> Iterator[Diagnostic]:
    """Report values that a spreadsheet program took for dates."""
    found = [
        (document, (*path, "values", name), said)
        for document in game.documents
        if document.kind == "counters"
        for path, model in document.models
        for name, said in getattr(model, "values", {}).items()
    ]
    for document, one in game.all(ValueList):
        for field, listed in (("counters", one.counters), ("backs", one.backs)):
            found += [(document, (field, unit, *at), said) for unit, row in listed.items() for *at, said in row.items()]
    for document, at, said in found:
        if said and _DATE.fullmatch(said):
            hint = "format the column as text, and write the cell again"
            yield Diagnostic("E284", f"'{said}' is a date, and no value", document.at(*at), hint)


def _named(name: str, kind: str, known: Collection[str], span: Span) -> Iterator[Diagnostic]:
    if name not in known:
        hint = nearest(name, known) or f"add it to the type: values: [{', '.join((*known, name))}]"
        yield Diagnostic("E258", f"counters of type '{kind}' have no value '{name}'", span, hint)


def _shown(document: Document, path: tuple[Any, ...], strength: Strength, kind: str) -> Iterator[Diagnostic]:
    """Check the names in braces of a text, or of several by place."""
    texts = {(): strength.shown} if isinstance(strength.shown, str) else dict(strength.shown or {})
    for place, text in texts.items():
        where = (*path, "shown", *((place,) if place else ()))
        for name in _NAMED.findall(text):
            yield from _named(name, kind, strength.names, document.at(*where))


_ENDINGS = {"front": "", "back": " on the back", "reduced": " of its own on the back, and shows those of its front"}
"""Side → how a message about its values ends."""


def lacking(game: Game) -> Iterator[Diagnostic]:
    """Report counters without a value that all of their type have, and reduced sides that lack values of their own."""
    backs: dict[str, bool] = defaultdict(bool)
    typed = [item for item in game[Counter].values() if item.value.type in game.info.unit_types]
    for item in typed:
        backs[item.value.type] |= is_reduced(game, item.id) and not is_as_strong(game, item.id)
    listed = {one.type for _, one in game.all(ValueList)}
    alike: dict[tuple[str, str, tuple[str, ...]], list[tuple[GameItem[Counter], Span]]] = defaultdict(list)
    for item in typed:
        wanted = strengths_of(game)[item.value.type].needed
        for side, values, span in _sides(game, item) if wanted else ():
            strong = side == "back" and bool(values) and is_as_strong(game, item.id)
            without = tuple(name for name in wanted if strong or name not in values)
            if without and (side == "front" or backs[item.value.type]):
                alike[item.value.type, "reduced" if strong else side, without].append((item, span))
    for (kind, side, without), units in alike.items():
        ending = _listed(without) + _ENDINGS[side]
        named = ", ".join(item.id for item, _ in units[:FEW])
        ending_of_many = ending.replace("its", "their").replace("shows", "show")
        many = f"{len(units)} counters of type '{kind}' have no {ending_of_many}: {named}, …"
        for item, span in units if len(units) <= FEW else units[:1]:
            hint = _given(item, side, without, listed=kind in listed)
            yield Diagnostic("W259", many if len(units) > FEW else f"'{item.id}' has no {ending}", span, hint)


def _given(item: GameItem[Counter], side: str, names: Collection[str], *, listed: bool) -> str:
    """Return how a side of a counter says values; `listed` if a document of values has those of its type."""
    values = f"{{{', '.join(f'{name}: ...' for name in names)}}}"
    if listed:
        return f"{'counters' if side == 'front' else 'backs'}: {{{item.id}: {values}}}"
    if item.value.lower and not (side == "front" and item.value.values):
        return f"steps: [{{values: {values}}}, ...]"
    return f"values: {values}" if side == "front" else f"reverse: {{values: {values}}}, or `reverse: none`"


def _listed(words: Collection[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def unusual(game: Game) -> Iterator[Diagnostic]:
    """Note a number that is far out of line among the counters of its type."""
    found: dict[tuple[str, str], list[tuple[Fraction, str, GameItem[Counter], Span]]] = defaultdict(list)
    for item in game[Counter].values():
        if item.value.type in game.info.unit_types:
            _, values, span = next(_sides(game, item))
            for name, value in values.items():
                if (amount := number(value)) is not None:
                    found[item.value.type, name].append((amount, value, item, span))
    for (kind, name), all_of_them in found.items():
        if len(all_of_them) < ENOUGH:
            continue
        middle = sorted(amount for amount, *_ in all_of_them)[len(all_of_them) // 2]
        *others, last = sorted(all_of_them, key=lambda one: abs(one[0] - middle))
        reach = max([Fraction(1), *(abs(one[0] - middle) for one in others)])
        if abs(last[0] - middle) > BEYOND * reach:
            low, high = min(amount for amount, *_ in others), max(amount for amount, *_ in others)
            others_have = f"{low} to {high}" if low < high else f"{low}"
            message = f"'{last[2].id}' has {name} {last[1]}; all others of type {kind} have {others_have}"
            yield Diagnostic("N261", message, last[3], "check it in the source")


def sums(game: Game) -> Iterator[Diagnostic]:
    """Tell, for each document of counters and each owner, the sums of its values: what its owner has in all."""
    for mix in mixes(game):
        count, said = in_all(game, mix)
        if count:
            message = f"{mix.title}: {count} counter{'s' * (count != 1)} with values, in all {said}"
            yield Diagnostic("N262", message, mix.document.at("title"))
    for document, sheet in game.all(Counters):
        entries = {entry: counter.copies for unit, (entry, _, counter) in sheet.printed.items() if entry != unit}
        if entries:
            more = sum(counter.copies for unit, (entry, _, counter) in sheet.printed.items() if entry != unit)
            units, s = sum(entries.values()), "s" * (more != 1)
            message = f"{sheet.title}: {more} replacement counter{s} for {units} unit{'s' * (units != 1)} of many steps"
            yield Diagnostic("N300", message, document.at("title"))


def in_all(game: Game, mix: Mix) -> tuple[int, str]:
    """Return how many counters have numbers, copies included, and their sums: `attack 31, move 47`.

    Replacement counters are not units of their own.
    """
    totals: dict[str, Fraction] = {}
    count = 0
    for unit in (one for one in mix.units if replaced_by(game, one) is None):
        counter, values = game[Counter][unit].value, values_of(game, unit)
        amounts = {name: amount for name, value in values.items() if (amount := number(value)) is not None}
        count += counter.copies if amounts else 0
        for name, amount in amounts.items():
            totals[name] = totals.get(name, Fraction(0)) + amount * counter.copies
    return count, ", ".join(f"{name} {mixed(total)}" for name, total in totals.items())


def mixed(number: Fraction) -> str:
    """Return a fraction as people write it: 80 1/2."""
    whole, rest = divmod(number, 1)
    return f"{whole} {rest}" if whole and rest else str(number)


def starts(game: Game) -> Iterator[Diagnostic]:
    """Check that a start written on a counter is one where a set-up places it, and a place if a set-up needs it."""
    setups = [*game.all(Setup)]
    taken = {owner for document, setup in setups for owner in setup.forces if not _says_where(document, owner)}
    waiting = {ref.unit for _, setup in setups for force in setup.forces.values() for ref in force.reserve}
    tracks = (item.value for name, item in game[Track].items() if counts_turns(name, item.value))
    boxes = [box for track in tracks for box in track.boxes]
    last = max((int(box) for box in boxes if box.isdecimal()), default=None)
    for item in game[Counter].values():
        turn, printed = TURN.fullmatch(item.value.arrives or ""), item.value.turn
        if turn and printed and printed != turn[1]:
            message = f"'{item.id}' enters on turn {turn[1]}, but has turn {printed} on it"
            yield Diagnostic("W263", message, item.document.at(*item.path, "turn"), "leave `turn` out, or correct it")
        if turn and last and int(turn[1]) > last:
            message = f"'{item.id}' enters on turn {turn[1]}, after the last turn of the track, {last}"
            yield Diagnostic("W263", message, item.document.at(*item.path, "arrives"), "correct it, or the track")
        word, _, number_ = (item.value.arrives or "").partition(" ")
        if not turn and number_.isdecimal() and nearest(word, ["turn"]):
            message = f"'{item.value.arrives}' is no turn, so that nothing enters then"
            yield Diagnostic("W263", message, item.document.at(*item.path, "arrives"), f"write turn {number_}")
        written, listed = item.value.setup, frozenset[str]().union(*starts_of(game).get(item.id, {}).values())
        if written is None:
            continue
        if item.id not in waiting and find_place(game, written) is None and owner_of(game, item.id) in taken:
            near = nearest(written, (one.value.name for one in game[Place].values()))
            hint = near or "add it to a document of places, or write when it enters: turn 3"
            message = f"'{item.id}' starts in {written}, which is not among the places: the set-up leaves it out"
            yield Diagnostic("W263", message, item.document.at(*item.path, "setup"), hint)
        if not listed:
            continue
        own = find_place(game, written)
        if (own.id if own else written) not in listed:
            message = f"'{item.id}' starts in {written}, but is set up in {_listed(sorted(listed))}"
            yield Diagnostic("W263", message, item.document.at(*item.path, "setup"), "correct one of the two")


def _says_where(document: Document, owner: str) -> bool:
    """Return whether a set-up lists an owner's counters itself, and does not take their own starts."""
    force = document.node.value["forces"][1].value[owner][1].value
    return isinstance(force, dict) and "at" in force


def shapes(game: Game) -> Iterator[Diagnostic]:
    """Check that round counters are as wide as high."""
    found: list[tuple[Document, tuple[str, ...], Shape | None, Size | None]]
    found = [(game.root, ("unit_types", name), kind.shape, kind.size) for name, kind in game.info.unit_types.items()]
    found += [(document, (), sheet.shape, sheet.size) for document, sheet in game.all(Counters)]
    for document, path, shape, size in found:
        if shape == "round" and size is not None and size.width != size.height:
            span = document.at(*path, "size")
            yield Diagnostic("E264", "a round counter is as wide as it is high", span, "write its diameter: 20mm")


ALIKE = 5.0
"""The least distance of distinct colours (ΔE in CIELAB): the press tolerance for solids in ISO 12647-2."""

_WHERE: dict[Vision, str] = {
    "grey": "in greyscale",
    "protan": "to red-blind eyes",
    "deutan": "to green-blind eyes",
    "tritan": "to blue-blind eyes",
}


def marks(game: Game) -> Iterator[Diagnostic]:
    """Check that no two owners with the same mark look alike anywhere."""

    def span(name: str) -> Span:
        return game.root.at("sides" if name in game.info.sides else "factions", name, "mark")

    for (first, a), (second, b) in combinations(game.owners.items(), 2):
        found = alike(a, b) if a.mark == b.mark else []
        if found:
            message = f"{a.title} and {b.title} share the mark '{a.mark}' and look alike {', '.join(found)}"
            other = (("the other one", span(first)),)
            yield Diagnostic("W226", message, span(second), "give one of them another mark", other)


def alike(a: Owner, b: Owner) -> list[str]:
    """Return where the colours of two owners may be mistaken for each other, in words."""
    found = [where for vision, where in _WHERE.items() if difference(a.colour, b.colour, vision) < ALIKE]
    return found + (["in low ink"] if hatch(a.colour) == hatch(b.colour) else [])


def copies(game: Game) -> Iterator[Diagnostic]:
    """Check the set-ups of all scenarios; the game has passed all other checks."""
    from rcwkit.dice.settle import settle

    for name, item in game[Scenario].items():
        if item.value.setup in game[Setup]:
            settled = settle(game, name)
            yield from lacking_copies(game, Tally(_placed(game, settled)), _markers(game, settled))


def lacking_copies(game: Game, needed: Mapping[str, int], where: Mapping[str, Span]) -> Iterator[Diagnostic]:
    """Yield the counters of which more are needed than there are, at their place in the set-up or in the mix."""
    for unit, count in needed.items():
        item = game[Counter].get(unit)
        if item is not None and count > (printed := item.value.copies):
            there = f"there {'is one' if printed == 1 else f'are {printed}'}"
            span = where.get(unit, item.span)
            related = (("printed here", item.span),) if unit in where else ()
            hint = "list it once, in forces, `markers:` or `tracks:`; or print more `copies:`"
            yield Diagnostic("E571", f"'{unit}' is set up {count} times, and {there}", span, hint, related)


def _placed(game: Game, settled: Settled) -> Iterator[str]:
    """Yield every counter that a set-up places, as often as it does."""
    yield from (piece.unit for force in settled.forces for piece in force.pieces)
    for line in settled.markers:
        yield from (line.marker,) * line.count
    for track, starts in settled.tracks.items():
        yield from (_marker(game, track, row) for row in starts)


def _markers(game: Game, settled: Settled) -> dict[str, Span]:
    """Return where the set-up's document places markers: the last place of each."""
    source = game[Setup][settled.setup.id].document
    found = {
        _marker(game, track, row): source.at("tracks", track, row, key=True)
        for track, starts in settled.setup.tracks.items()
        for row in starts
    }
    return found | {line.marker: source.at("markers", n, "marker") for n, line in enumerate(settled.setup.markers)}


def _marker(game: Game, track: str, row: str) -> str:
    rows = game[Track][track].value.rows
    return (rows[row].marker if row in rows else None) or row


def layouts(game: Game) -> Iterator[Diagnostic]:
    """Check that the expressions of a layout name only what the counters that it shows have."""
    seen: set[tuple[str, str]] = set()
    told: set[Span] = set()
    unsaid: set[tuple[str, ...]] = set()
    common, shows = base(game), cache(partial(shown_by, game))
    for name, item in game[Counter].items():
        kind, reverse = item.value.type, item.value.reverse
        back = reverse.side if reverse and not isinstance(reverse, str) else None
        owners = {owner_of(game, name), *filter(None, (back,))}
        if kind not in game.info.unit_types or not owners <= game.owners.keys():
            continue
        layout = face_layout(game, name)
        given = [one for one in ("designation", "parent") if item.value.gives(one) and item.value.gives("name")]
        shipped = layout in known(game) and layout not in game[Layout]  # in one of their own, it is left out on purpose
        if given and shipped and (layout, *given) not in unsaid and not replaced_by(game, name):
            unsaid.add((layout, *given))
            at_key = partial(item.document.at, *item.path, key=True)
            yield from lost("counter", name, given, shows(layout), at_key, f"layout '{layout}'")
        strength = strengths_of(game)[kind]
        for key, layout, named in (
            ("layout", face_layout(game, name), strength.layout),
            ("poster", poster_layout(game, name), type_of(game, name).poster),
        ):
            if layout not in (known(game) if named else game[Layout]) or (kind, layout) in seen:
                continue
            seen.add((kind, layout))
            front, _ = sides(game, item)
            scope = {**common, **side_scope(game, item, front), "values": dict.fromkeys(strength.names, "")}
            at = game.root.at("unit_types", kind, key)
            for found in layout_names(game, layout, scope, f"on counters of type '{kind}'", at):
                # One mistake in a layout of many types is told once.
                if found.span not in told:
                    told.add(found.span)
                    yield found
