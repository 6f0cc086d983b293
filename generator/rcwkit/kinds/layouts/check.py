"""Checks of layouts: what they extend, and each of their boxes by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.faces.compiling import RESERVED
from rcwkit.faces.evaluation import Paint, Unfit
from rcwkit.faces.expressions import Malformed, parsed
from rcwkit.faces.inherited import above, chain, known, layout_of, within
from rcwkit.faces.layouts import Layout, LayoutBox, Layouts
from rcwkit.game.game import Game
from rcwkit.game.references import unknown
from rcwkit.source.info import MARKS
from rcwkit.source.symbols import wrong_symbol

__all__ = ["boxes", "circles"]


def circles(game: Game) -> Iterator[Diagnostic]:
    """Check that no layout extends or contains itself."""
    for name, item in game[Layout].items():
        ring = [*chain(game, item)]
        if above(game, ring[-1]) is item and item is min(ring, key=lambda one: one.span):
            message = f"layout '{name}' extends itself" + (f", by '{ring[1].id}'" if len(ring) > 1 else "")
            yield Diagnostic("E252", message, item.document.at(*item.path, "extends"), "leave one `extends` out")
    for name in game[Layout]:
        drawn = layout_of(game, name)
        like = {placed.name: placed.box.like for placed in drawn.boxes}
        for placed in drawn.boxes:
            if placed.name in _followed(like, placed.name):
                yield Diagnostic("E252", f"box '{placed.name}' is like itself", placed.at("like"), "name another box")
            inner = placed.box.layout
            if inner is not None and name in _contained(game, inner):
                yield Diagnostic("E252", f"layout '{name}' contains itself", placed.at("layout"), "name another layout")


def _followed(like: Mapping[str, str | None], name: str) -> set[str]:
    """Return the boxes that a box is like, directly or not."""
    found: set[str] = set()
    one = like[name]
    while one is not None and one not in found:
        found.add(one)
        one = like.get(one)
    return found


def _contained(game: Game, name: str) -> set[str]:
    """Return a layout and all those that its boxes contain."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in found and one in known(game):
            found.add(one)
            waiting += [placed.box.layout for placed in layout_of(game, one).boxes if placed.box.layout is not None]
    return found


def boxes(game: Game) -> Iterator[Diagnostic]:
    """Check every box of the game's own layouts by itself: expressions, colours, fonts, and boxes that it names."""
    paint = Paint(game.setter())
    for document, sheet in game.all(Layouts):
        for name, layout in sheet.layouts.items():
            inherited = [*chain(game, game[Layout][name])]
            below = {key for item in inherited[1:] for key in item.value.boxes}
            if inherited[-1].value.extends is not None and above(game, inherited[-1]) is None:
                # What it extends is unknown, which is told; so are then the boxes that it may have.
                below |= {key for key, box in layout.boxes.items() if box is None}
                below |= {one for box in layout.boxes.values() if box for one in (box.under, box.like) if one}
            for key, raw in layout.let.items():
                span = document.at("layouts", name, "let", key)
                if key in RESERVED:
                    hint = f"not one of: {', '.join(RESERVED)}"
                    yield Diagnostic(
                        "E253",
                        f"'{key}' has a meaning of its own",
                        document.at("layouts", name, "let", key, key=True),
                        hint,
                    )
                yield from _read(raw, span, paint)
            for key, box in layout.boxes.items():
                path = ("layouts", name, "boxes", key)
                if box is None:
                    yield from unknown("box", key, below, document.at(*path, key=True), "E250")
                    continue
                if box.under is not None:
                    others = (below | set(layout.boxes)) - {key}
                    yield from unknown("box", box.under, others, document.at(*path, "under"), "E250")
                if box.like is not None:
                    yield from unknown("box", box.like, below | set(layout.boxes), document.at(*path, "like"), "E250")
                for more, raw in box.templates():
                    yield from _read(raw, document.at(*path, *more), paint)
                if isinstance(box.when, str) and "{{" not in box.when:
                    message, hint = f"'{box.when}' is a text, which always holds", f'write "{{{{ {box.when} }}}}"'
                    yield Diagnostic("E251", message, document.at(*path, "when"), hint)
                yield from _named(box, partial(document.at, *path), paint)


def _read(raw: Any, span: Span, paint: Paint) -> Iterator[Diagnostic]:
    """Check that the expressions in a text can be read, and that their filters are known."""
    if not isinstance(raw, str):
        return
    try:
        paint.read(parsed(raw))
    except (Malformed, Unfit) as error:
        yield Diagnostic("E251", error.message, within(span, raw, error.at), error.hint)


def _named(box: LayoutBox, at: Callable[..., Span], paint: Paint) -> Iterator[Diagnostic]:
    """Check the colours, fonts, symbols and marks that a box names outright."""
    for key in ("fill", "stroke", "ink", "font", "symbol", "mark"):
        value = getattr(box, key)
        if not isinstance(value, str) or "{{" in value:
            continue
        try:
            if key == "font":
                paint.font(value)
            elif key == "symbol":
                if wrong := wrong_symbol(value):
                    yield Diagnostic("E254", wrong[0], at(key), wrong[1])
            elif key == "mark":
                if value not in MARKS and value != "none":
                    hint = nearest(value, MARKS) or f"one of: {', '.join(MARKS)}"
                    yield Diagnostic("E254", f"unknown mark '{value}'", at(key), hint)
            else:
                paint.colour(value)
        except Unfit as error:
            yield Diagnostic("E254", error.message, at(key), error.hint)
