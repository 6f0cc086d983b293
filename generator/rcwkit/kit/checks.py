"""Audit a game: every check, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rcwkit.art.colours import contrast, mix
from rcwkit.art.theme import LEGIBLE
from rcwkit.diagnostics import Diagnostic, Severity, Span
from rcwkit.game import references
from rcwkit.game.game import Game
from rcwkit.kinds.kind import kinds_in
from rcwkit.kinds.layouts import check as layouts
from rcwkit.kinds.setup import check as setup
from rcwkit.kit import check_texts as texts

__all__ = ["check", "legible"]

WHITE = "#FFFFFF"
"""What sheets are printed on."""
PAIRS = (("ink", "paper"), ("ink", "page"), ("ink", "gold"), ("quiet", "paper"), ("quiet", "page"))
"""Colours of text, and their grounds."""


def legible(game: Game) -> Iterator[Diagnostic]:
    """Check that each colour of text is legible on each of its grounds, and on white paper."""
    look = game.info.look
    for text, ground in PAIRS:
        colour, below = getattr(look, text), getattr(look, ground)
        if contrast(colour, below) >= LEGIBLE:
            continue
        at, span = _written(game, text, ground)
        found = f"{contrast(colour, below):.1f}"
        message = f"{text} {colour} on {ground} {below} has a contrast of {found}: text needs {LEGIBLE:g}"
        yield Diagnostic("E278", message, span, _hint(at, colour, below, text))
    for text in ("ink", "quiet"):
        colour = getattr(look, text)
        if contrast(colour, WHITE) < LEGIBLE <= contrast(colour, look.page):
            found = f"{contrast(colour, WHITE):.1f}"
            message = f"{text} {colour} on white sheets has a contrast of {found}: text needs {LEGIBLE:g}"
            yield Diagnostic("E278", message, _written(game, text)[1], _hint(text, colour, WHITE, text))


def bold(game: Game) -> Iterator[Diagnostic]:
    """Check that a font of the game's own that sets running text has a bold style."""
    for role in ("text", "reading"):
        name = getattr(game.info.look.type, role)
        if name in game.info.fonts and not game.info.fonts[name].bold:
            message = f"the font '{name}' has no bold style: bold words in texts look like the others"
            span = game.root.at("fonts", name, key=True)
            yield Diagnostic("W275", message, span, "add `bold:`, or use it for `head:`")


def _written(game: Game, *keys: str) -> tuple[str, Span]:
    """Return the first of some colours that the game itself gives, and its place."""
    whole = game.root.at("look")
    places = {key: game.root.at("look", key) for key in keys}
    own = (key for key, span in places.items() if span.file == whole.file and span != whole)
    key = next(own, keys[0])
    return key, places[key]


def _hint(key: str, colour: str, ground: str, text: str) -> str:
    """Propose the nearest legible colour: darker text, or a lighter ground."""
    changed, towards = (colour, "#000000") if key == text else (ground, WHITE)
    other = ground if key == text else colour
    steps = (mix(changed, towards, step / 20) for step in range(1, 21))
    better = next((shade for shade in steps if contrast(shade, other) >= LEGIBLE), "")
    return f"such as {better}" if better else "make the text darker and its ground lighter"


def _sizes(game: Game) -> Iterator[Diagnostic]:
    """Check the type sizes of a look that has any, in the same way."""
    if game.info.look.sizes.model_fields_set:
        from rcwkit.kit.check_texts import sizes

        yield from sizes(game)


def _kinds(game: Game) -> Iterator[Diagnostic]:
    """Run the checks of each kind of documents that the game has."""
    for kind in kinds_in(game):
        yield from kind.check(game)


CHECKS: tuple[Callable[[Game], Iterable[Diagnostic]], ...] = (
    references.repeated_ids,
    references.names,
    setup.tracks,
    setup.scenarios,
    setup.units,
    setup.places,
    setup.mix,
    setup.totals,
    setup.gaps,
    legible,
    bold,
    texts.signs,
    _kinds,
    layouts.circles,
    layouts.boxes,
    layouts.fields,
    layouts.shown,
    layouts.counters,
    _sizes,
    texts.faithful,
    texts.twice,
    texts.untranslated,
    texts.out_of_date,
)


def check(game: Game) -> list[Diagnostic]:
    """Run all checks on a game."""
    found = [diagnostic for function in CHECKS for diagnostic in function(game)]
    if not any(one.severity is Severity.ERROR for one in found):
        found += [diagnostic for kind in kinds_in(game) for diagnostic in kind.check_sound(game)]
    return found
