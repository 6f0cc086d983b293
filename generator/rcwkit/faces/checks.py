"""Checks of what layouts show: the fields that documents declare, their values, and the names in expressions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rcwkit.art.theme import themed
from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.faces.compiling import LOOP, RESERVED, base_scope
from rcwkit.faces.expressions import Malformed, nodes, parsed
from rcwkit.faces.inherited import SHIPPED, chain, known, layout_of, within
from rcwkit.faces.layouts import Layout
from rcwkit.game.game import Document, Game
from rcwkit.source.base import FieldSpec

__all__ = ["base", "declared", "names", "values"]


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
    document: Document,
    specs: Mapping[str, FieldSpec],
    path: tuple[Any, ...],
    given: Mapping[str, Any],
    whole: str = "",
) -> Iterator[Diagnostic]:
    """Check the values of fields; a `whole` card, piece or place has all that are needed."""
    for field, value in given.items():
        if field not in specs:
            hint = nearest(field, specs) or f"declare it in `fields:` of this document of {document.kind}"
            yield Diagnostic("E253", f"unknown field '{field}'", document.at(*path, "fields", field, key=True), hint)
        elif wrong := specs[field].misfit(value):
            yield Diagnostic("E253", wrong, document.at(*path, "fields", field))
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
                hint = nearest(node.value, whole) or f"there are: {', '.join(whole)}"
                yield Diagnostic("E251", f"unknown name '{node.value}' {where}", within(span, raw, node.at), hint)
