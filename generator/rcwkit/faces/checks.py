"""Checks of layouts: what they extend, their boxes, the fields that documents declare, and names in expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from rcwkit.art.theme import themed
from rcwkit.diagnostics import Diagnostic, Span, nearest, one_of
from rcwkit.faces.compiling import LOOP, RESERVED, base_scope, paths_of
from rcwkit.faces.evaluation import Paint, Unfit
from rcwkit.faces.expressions import Malformed, nodes, parsed
from rcwkit.faces.inherited import SHIPPED, above, chain, known, layout_of, within
from rcwkit.faces.layouts import Layout, LayoutBox, Layouts
from rcwkit.game.game import Document, Game
from rcwkit.game.references import unknown
from rcwkit.source.base import FieldSpec
from rcwkit.source.symbols import MARKS, wrong_symbol

_SINGLE = re.compile(r"(?<!\{)\{\s*[a-z_]\w*\s*(?:\.\s*\w|\|)[^{}]*\}(?!\})")
"""An expression in one pair of braces."""


def declared(
    document: Document, specs: Mapping[str, FieldSpec], reserved: tuple[str, ...] = RESERVED
) -> Iterator[Diagnostic]:
    """Check the fields that a document declares."""
    for name, one in specs.items():
        span = document.at("fields", name, key=True)
        if name in reserved:
            hint = f"not one of: {', '.join(reserved)}"
            yield Diagnostic("E253", f"'{name}' has a meaning of its own", span, hint)
        if one.default is not None and (wrong := one.misfit(one.default)):
            yield Diagnostic("E253", wrong, document.at("fields", name, "default"))


def values(
    document: Document, specs: Mapping[str, FieldSpec], path: tuple[Any, ...], given: Mapping[str, Any], whole: str = ""
) -> Iterator[Diagnostic]:
    """Check the values of fields; a `whole` card, piece or place has all that are needed."""
    for field, value in given.items():
        if field not in specs:
            hint = nearest(field, specs) or f"declare it in `fields:` of this document of {document.kind}"
            yield Diagnostic("E253", f"unknown field '{field}'", document.at(*path, "fields", field, key=True), hint)
        elif wrong := specs[field].misfit(value):
            worded = specs[field].type == "number" and isinstance(value, str)
            hint = f"a number, unless `fields:` says `{field}: text`" if worded else ""
            yield Diagnostic("E253", wrong, document.at(*path, "fields", field), hint)
    for field, one in specs.items() if whole else ():
        if one.needed and given.get(field) is None:
            message, hint = f"{whole} '{path[-1]}' lacks '{field}'", f"give it under the {whole}'s `fields`"
            yield Diagnostic("E253", message, document.at(*path, key=True), hint)


def base(game: Game) -> dict[str, Any]:
    """Return the names that every face has."""
    return {**base_scope(game, themed(game.info)), "face": {"width": 0, "height": 0, "shape": "square"}}


def names(
    game: Game, layout: str, scope: Mapping[str, Any], where: str, at: Span, depth: int = 0
) -> Iterator[Diagnostic]:
    """Check the names in a layout's expressions against those of a face, given with values that it might have.

    `where` ends the message: `on cards of 'events'`. A shipped layout is right; what does not fit is told `at` the
    place that names it, or where it is extended.
    """
    own = [one for one in chain(game, known(game)[layout]) if one is game[Layout].get(one.id)]
    for found in _names(game, layout, scope, where, depth):
        if not found.span.file.startswith(SHIPPED) or at.file.startswith(SHIPPED):
            yield found
            continue
        name = own[-1].value.extends if own else layout
        at = own[-1].document.at(*own[-1].path, "extends") if own else at
        hint = "extend blank or house for cards, classic or standard for counters, tile for pieces"
        yield Diagnostic("E251", f"layout '{name}' is made for something else: {found.message}", at, hint)
        return


def _names(game: Game, layout: str, scope: Mapping[str, Any], where: str, depth: int) -> Iterator[Diagnostic]:
    """Check the names in a layout's expressions, wherever the layout comes from."""
    drawn = layout_of(game, layout)
    have = dict(scope)
    for name, (raw, span) in drawn.let.items():
        yield from _unknown(raw, span, have, where)
        have[name] = None
    for placed in drawn.boxes:
        inner = have
        if placed.box.repeat is not None:
            inner = {**have, "item": None, "loop": dict.fromkeys(LOOP, 0)}
        for path, raw in placed.box.templates():
            key, *more = path
            yield from _unknown(raw, placed.at(key, *more), have if key == "repeat" else inner, where)
        if placed.box.layout is not None and depth < 4 and placed.box.layout in known(game):
            yield from names(game, placed.box.layout, inner, where, placed.at("layout"), depth + 1)


def _unknown(raw: Any, span: Span, scope: Mapping[str, Any], where: str) -> Iterator[Diagnostic]:
    if not isinstance(raw, str) or "{{" not in raw:
        return
    try:
        template = parsed(raw)
    except Malformed:
        return
    for node in nodes(template):
        if node.kind == "name" and node.value not in scope:
            inside = next((name for name, one in scope.items() if isinstance(one, Mapping) and node.value in one), "")
            hint = f"write {inside}.{node.value}" if inside else nearest(node.value, scope)
            hint = hint or f"there are: {', '.join(scope)}"
            yield Diagnostic("E251", f"unknown name '{node.value}' {where}", within(span, raw, node.at), hint)
        elif node.kind == "item" and node.value is not None and node.parts[0].kind == "name":
            whole = scope.get(node.parts[0].value)
            if isinstance(whole, Mapping) and node.value not in whole:
                alone = f"write {node.value} alone" if node.value in scope else ""
                hint = alone or nearest(node.value, whole) or f"there are: {', '.join(whole)}"
                yield Diagnostic("E251", f"unknown name '{node.value}' {where}", within(span, raw, node.at), hint)


def shown_by(game: Game, layout: str) -> frozenset[tuple[Any, ...]]:
    """Return the paths of all values that a layout names, or that a layout does which its boxes contain."""
    found: set[tuple[Any, ...]] = set()
    for name in _contained(game, layout):
        drawn = layout_of(game, name)
        raws = [
            *(raw for raw, _ in drawn.let.values() if isinstance(raw, str)),
            *(raw for one in drawn.boxes for _, raw in one.box.templates()),
        ]
        found.update(*map(paths_of, raws))
    return frozenset(found)


def lost(
    whole: str, name: str, keys: Iterable[str], shown: Collection[tuple[Any, ...]], at: Callable[..., Span], by: str
) -> Iterator[Diagnostic]:
    """Report those keys of a card or piece that its layouts, named in `by`, do not show."""
    for key in keys:
        ways = {"text": ("text", "sections", "words"), "sections": ("sections", "words")}.get(key, (key,))
        if (whole,) not in shown and not any(path[:2] == (whole, way) for path in shown for way in ways):
            hint = f"put it into a box: {{{{ {whole}.{key} }}}}"
            yield Diagnostic("W294", f"the `{key}` of '{name}' is not printed: {by} does not show it", at(key), hint)


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
                listed = [*layout.boxes]
                own = next((one for one in listed[: listed.index(key)] if one not in below), None)
                if key in below and own is not None and any(map(box.gives, _COVERS)):
                    message = f"'{key}' is a box of '{layout.extends or name}' and drawn before '{own}', as it is there"
                    hint = "give it another name, or list it before those of its own"
                    yield Diagnostic("W295", message, document.at(*path, key=True), hint)


_COVERS = ("image", "fill", "gradient")
"""What may cover boxes that are drawn before."""


def idle(game: Game) -> Iterator[Diagnostic]:
    """Report keys of the game's own boxes that change nothing in any layout that has them."""
    found, used = dict[Span, Diagnostic](), set[Span]()
    own = {id(document) for document, _ in game.all(Layouts)}
    for name in game[Layout]:
        for placed in layout_of(game, name).boxes:
            why = {path[0]: reason for path, reason in placed.box.idle()}
            for key, (document, path) in placed.places.items():
                span = document.at(*path, key, key=True)
                if key not in why:
                    used.add(span)
                elif id(document) in own:
                    found[span] = Diagnostic("W242", f"`{key}` changes nothing {why[key]}", span, "leave it out")
    yield from (one for span, one in found.items() if span not in used)


def _read(raw: Any, span: Span, paint: Paint) -> Iterator[Diagnostic]:
    """Check that the expressions in a text can be read, and that their filters are known."""
    if not isinstance(raw, str):
        return
    if single := _SINGLE.search(raw):
        message, hint = f"'{single[0]}' is printed as it is written", f"write {{{single[0]}}}"
        yield Diagnostic("W245", message, span, hint)
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
                    hint = one_of(value, MARKS)
                    yield Diagnostic("E254", f"unknown mark '{value}'", at(key), hint)
            else:
                paint.colour(value)
        except Unfit as error:
            yield Diagnostic("E254", error.message, at(key), error.hint)
