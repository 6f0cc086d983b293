"""Layouts compiled for one size of face: templates become functions, lengths points, constant parts values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from rcwkit.art.hatching import Rectangle
from rcwkit.art.theme import Theme
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.faces.evaluation import Paint, Scope, Unfit, Value, number, text
from rcwkit.faces.expressions import Malformed, Template, nodes, parsed, reworded
from rcwkit.faces.inherited import ResolvedBox, ResolvedLayout, within
from rcwkit.faces.layouts import POINTS, LayoutBox, LayoutLength, part
from rcwkit.frame import MM, Shape
from rcwkit.game.game import Game

Spans = Callable[[tuple[Any, ...]], Span | None]
"""Path of a value in a scope → its place in the data, if it is from there."""

TAKEN = ("piece", "set")
"""Names besides, that the fields of pieces cannot have."""
RESERVED = ("card", "deck", "game", "owner", "back", "face", "look", "low_ink", "item", "loop")
"""Names that fields cannot have."""
LOOP = ("index", "index0", "first", "last", "length")
"""What `loop` tells in a repeated box."""


OWNER = ("title", "short", "colour", "mark", "type", "pattern")
"""What layouts may name of an owner."""


class Pose(NamedTuple):
    """What a face is drawn of: a layout, the values that its expressions name, and a width and height in points.

    The values are plain data or models; an `owner` among them is a mapping with an `id`. `spans` tells where a value
    comes from, so that a text that does not fit is reported there. The bleed is in points.
    """

    layout: str
    scope: Mapping[str, Any]
    size: tuple[float, float]
    bleed: float
    name: str
    at: Span
    spans: Spans = lambda path: None
    shape: Shape = "square"


def owner_scope(game: Game, owner: str | None) -> dict[str, Any]:
    """Return an owner's values; those of nobody have the game's accent."""
    found = game.owners.get(owner or "")
    if found is None:
        return {"id": "", "title": "", "short": "", "colour": "accent", "mark": "", "type": "", "pattern": "plain"}
    return {"id": owner, **{name: getattr(found, name) for name in OWNER}}


def _game_scope(game: Game) -> dict[str, Any]:
    info = game.info
    version, factions = info.source.version, [owner_scope(game, name) for name in info.factions]
    named = {"id": info.id, "title": info.title, "subtitle": info.subtitle, "version": version, "credits": info.credits}
    return {**named, "factions": factions}


def base_scope(game: Game, theme: Theme) -> dict[str, Any]:
    """Return the names that are the same on all faces of a file, whatever their size."""
    look = {name: getattr(theme, name) for name in ("band", "box", "corners", "backs", "capitals", "motif")}
    look["size"] = theme.card_body
    return {"game": _game_scope(game), "look": look, "low_ink": theme.outlined}


Source = tuple[Any, ...]
"""Path of a value in a scope: `("card", "title")`."""
_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Types of values by which drawings are known."""
_DRAWN = frozenset(
    ("fill", "stroke", "gradient", "hatch", "image", "symbol", "mark", "portrait", "motif", "part", "strip", "flags")
)
"""Keys of what is not text."""


class Refused(Exception):
    """A value of a box that cannot be used; the box is left out."""

    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.message)
        self.found = found


@dataclass(eq=False, repr=False)
class Compiled:
    """A box: its values as functions, the names that they use, and where its texts come from."""

    placed: ResolvedBox
    values: dict[str, Value]
    points: list[tuple[Value, Value]]
    uses: frozenset[str]
    sources: Mapping[str, tuple[Source, ...]]
    listed: Source | None
    rectangle: Callable[[Scope], Rectangle]
    step: Callable[[Scope], tuple[float, float]] | None

    @cached_property
    def drawn(self) -> bool:
        """Whether it has more than text."""
        return self.placed.box.layout is not None or not _DRAWN.isdisjoint(self.values)

    @cached_property
    def worded(self) -> bool:
        """Whether it has sections or lines to write on."""
        return "sections" in self.values or "ruled" in self.values

    def value(self, key: str, scope: Scope, default: Any = None) -> Any:
        """Return the value of a key, or a default if it is not given."""
        work = self.values.get(key)
        return default if work is None else work(scope)


@dataclass(eq=False, repr=False)
class BoxRun:
    """Boxes one above the other that are drawn alike for the same values at some paths; every time if there are none.

    Those that are `shared` by many faces are a group of their own.
    """

    shared: bool
    paths: tuple[Source, ...] | None
    boxes: list[Compiled]

    def is_left_out(self, scope: Scope) -> bool:
        """Return whether its only box is not drawn."""
        when = None if self.shared else self.boxes[0].values.get("when")
        try:
            return when is not None and not when(scope)
        except Refused:
            return False  # reported where the box is drawn


class CompiledLayout(NamedTuple):
    """A layout at one size and shape: values that are the same on all faces or on many, others, and its boxes.

    The values on many depend on those at `paths`. `known` has what was drawn or evaluated, by all that it depends on.
    """

    constants: Mapping[str, Any]
    paths: tuple[Source, ...]
    shared: list[tuple[str, Value]]
    let: list[tuple[str, Value]]
    runs: list[BoxRun]
    known: dict[tuple[Any, ...] | None, Any]


def values_at(paths: Sequence[Source], scope: Scope) -> tuple[Any, ...] | None:
    """Return the values at paths in a scope, with their types; None if there is more than can be compared."""
    found: list[Any] = []
    for path in paths:
        value: Any = scope
        for step in path:
            if type(value) is not dict or step not in value:
                return None
            value = value[step]
        if type(value) not in _PLAIN:
            return None
        found += value, type(value)
    return tuple(found)


def loop(index: int, count: int) -> dict[str, int | bool]:
    """Return what `loop` tells in a repeated box, `index` from 0."""
    last = index == count - 1
    return {"index": index + 1, "index0": index, "first": index == 0, "last": last, "length": count}


SHARED: Mapping[str, Source] = {"deck": ("deck", "id"), "owner": ("owner", "id"), "back": ("deck", "id")}
"""Name with few values → what tells them apart: boxes that use no others are drawn once for each."""
FEW: Mapping[str, Source] = {**SHARED, "reduced": ("reduced",)}
"""The same for names by which values are evaluated once for each."""
_TEMPLATES: Mapping[str, Callable[[Any], Any] | None] = {
    **dict.fromkeys(("when", "repeat", "fill", "stroke", "ink", "ground", "hatch", "sections", "strip", "flags")),
    **dict.fromkeys(("shade", "halo", "direction")),
    **dict.fromkeys(("image", "symbol", "mark", "portrait", "overlay", "text", "font", "motif", "part", "flip"), text),
    **dict.fromkeys(("turn", "leading", "sign", "rise", "spacing", "bend", "ruled", "zoom", "opacity"), number),
}
"""Keys with one expression, and what their values have to be."""

_EVERY = ("repeat", "layout", "sections", "ruled", "strip", "flags", "part", "turn")
"""Keys of boxes that are drawn every time."""


class LayoutCompiler:
    """Compiles a layout for faces of a size in points and a shape; `base` has values that are the same on all faces.

    What depends on them alone is evaluated here. Adds what is wrong to `found` (E251).
    """

    def __init__(
        self,
        drawn: ResolvedLayout,
        size: tuple[float, float],
        shape: str,
        paint: Paint,
        base: Mapping[str, Any],
        found: list[Diagnostic],
    ) -> None:
        self.drawn, self.paint, self.found = drawn, paint, found
        self.width, self.height = size
        self.constants = {**base, "face": {"width": size[0] / MM, "height": size[1] / MM, "shape": shape}}
        self.let_uses: dict[str, frozenset[str]] = {}
        self.let_sources: dict[str, tuple[Source, ...]] = {}

    def sheet(self) -> CompiledLayout:
        """Return the layout with its values as functions, and its boxes in runs."""
        shared: list[tuple[str, Value]] = []
        let: list[tuple[str, Value]] = []
        for name, (written, span) in self.drawn.let.items():
            raw = self._said(written)
            template = template_of(raw)
            work, uses = self._value(raw, span, printed=True), self._uses([raw])
            if uses:
                (shared if uses <= FEW.keys() else let).append((name, work))
            else:
                self.constants[name] = work(self.constants)
            self.let_uses[name] = uses
            self.let_sources[name] = self._sources(template)
        runs: list[BoxRun] = []
        for placed in self.drawn.boxes:
            if self._is_never(placed):
                continue
            box = self._box(placed)
            once = box.uses <= SHARED.keys() and placed.box.layout is None
            if once and runs and runs[-1].shared:
                runs[-1].boxes.append(box)
                runs[-1].paths = _ids(one.uses for one in runs[-1].boxes)
            else:
                runs.append(BoxRun(once, _ids([box.uses]) if once else self._alike(placed.box), [box]))
        return CompiledLayout(self.constants, _ids(self.let_uses[name] for name, _ in shared), shared, let, runs, {})

    def _said(self, raw: Any) -> Any:
        """Return a value in the language of the kit, which may translate templates as a whole."""
        return self.paint.setter.say(raw) if isinstance(raw, str) else raw

    def _is_never(self, placed: ResolvedBox) -> bool:
        """Return whether a box is on no face."""
        when = placed.box.when
        if when is None or self._uses([when]):
            return False
        return not self._value(when, placed.at("when"))(self.constants)

    def _box(self, placed: ResolvedBox) -> Compiled:
        box = placed.box
        values = {
            key: self._value(self._said(raw) if key == "text" else raw, placed.at(key), kind, printed=key == "text")
            for key, kind in _TEMPLATES.items()
            if (raw := getattr(box, key)) is not None
        }
        for key in ("size", "sweep", "focus", "gradient"):
            if (given := getattr(box, key)) is not None:
                many = enumerate(given) if isinstance(given, tuple) else [(None, given)]
                values[key] = self._several([(one, () if at is None else (at,)) for at, one in many], placed, key)
        if box.shadow is not None:
            lengths = [self._length(one, 0.0, placed, "shadow", at) for at, one in enumerate(box.shadow)]
            values["shadow"] = lambda scope: [work(scope) for work in lengths]
        for key, default in (("line", 0.25), ("corner", 0.0), ("rim", 0.4), ("pad", 0.0)):
            given = getattr(box, key)
            values[key] = self._length(LayoutLength(0, default) if given is None else given, 0.0, placed, key)
        if box.pitch is not None:
            values["pitch"] = self._length(box.pitch, 0.0, placed, "pitch")
        if box.dash is not None:
            values["dash"] = self._pair(box.dash, (0.0, 0.0), placed, "dash")
        points = [
            (self._relative(x, 0, placed, index), self._relative(y, 1, placed, index))
            for index, (x, y) in enumerate(box.points or ())
        ]
        worded = [(key, getattr(box, key)) for key in ("image", "text", "sections", "ruled", "strip")]
        sources = {key: self._sources(template_of(raw)) for key, raw in worded if raw is not None}
        listed = self._sources(template_of(box.repeat)) if box.repeat else ()
        step = None if box.step is None else self._pair(box.step, (self.width, self.height), placed, "step")
        return Compiled(
            placed,
            values,
            points,
            self._uses(raw for _, raw in box.templates()),
            sources,
            listed[0] if len(listed) == 1 else None,
            self._rectangle(placed),
            step,
        )

    def _alike(self, box: LayoutBox) -> tuple[Source, ...] | None:
        """Return the paths of the values that a box uses, unless it holds more than a line or a shape."""
        if any(getattr(box, key) is not None for key in _EVERY) or (box.text is not None and box.lines is None):
            return None
        used = (path for _, raw in box.templates() for path in paths_of(raw))
        return tuple(dict.fromkeys(path for path in used if path[0] not in self.constants))

    def _rectangle(self, placed: ResolvedBox) -> Callable[[Scope], Rectangle]:
        at = placed.box.at
        if at is None:
            whole = (0.0, 0.0, self.width, self.height)
            return lambda _: whole
        works = [self._part(one, placed, "at", index) for index, one in enumerate(at)]
        return self._settled(lambda scope: _rectangle([work(scope) for work in works], self.width, self.height), at)

    def _value(self, raw: Any, span: Span, kind: Callable[[Any], Any] | None = None, *, printed: bool = False) -> Value:
        """Return the function of a value of a kind, which raises Refused; if `printed`, in the kit's language."""
        plain = "{{" not in raw and "{%" not in raw if isinstance(raw, str) else True
        if plain and not (isinstance(raw, str) and kind in (number, _type_size)):  # a word is no figure
            return lambda _: raw
        nothing, say = _NOTHING.get(kind), self.paint.setter.say if printed else str
        try:
            work = self.paint.read(reworded(parsed(raw), say) if printed and kind else parsed(raw), say=say)
        except (Malformed, Unfit) as error:
            self.found.append(Diagnostic("E251", error.message, within(span, raw, error.at), error.hint))
            return lambda _: nothing

        convert = (lambda value: text(value, say)) if printed and kind else kind
        make = work if convert is None else lambda scope: convert(work(scope))

        def safe(scope: Scope) -> Any:
            try:
                return make(scope)
            except Unfit:
                raise Refused(self._misfit(raw, span, kind, scope)) from None

        return self._settled(safe, [raw], nothing)

    def _settled(self, make: Value, raws: Iterable[Any], nothing: Any = None) -> Value:
        """Return a function of a scope, or if it uses none, its value; one that is refused is reported and nothing."""
        if self._uses(raws):
            return make
        try:
            constant = make(self.constants)
        except Refused as error:
            self.found.append(error.found)
            constant = nothing
        return lambda _: constant

    def _misfit(self, raw: str, span: Span, kind: Callable[[Any], Any] | None, scope: Scope) -> Diagnostic:
        """Return what is wrong with a value, by evaluating it once more."""
        try:
            found = self.paint.read(parsed(raw), located=True)(scope)
            if kind is not None:
                kind(found)
        except Unfit as error:
            return Diagnostic("E251", error.message, within(span, raw, error.at), error.hint)
        raise AssertionError("an expression has two values")

    def _several(self, many: Sequence[tuple[Any, tuple[int, ...]]], placed: ResolvedBox, key: str) -> Value:
        kind = {"size": _type_size, "gradient": None}.get(key, number)
        works = [self._value(one, placed.at(key, *at), kind) for one, at in many]
        return self._settled(lambda scope: [work(scope) for work in works], [one for one, _ in many])

    def _part(
        self, raw: LayoutLength | str, placed: ResolvedBox, key: str, *more: int
    ) -> Callable[[Scope], LayoutLength]:
        if isinstance(raw, LayoutLength):
            return lambda _: raw
        span = placed.at(key, *more)
        work = self._value(raw, span)

        def found(scope: Scope) -> LayoutLength:
            try:
                return part(work(scope))
            except ValueError as error:
                raise Refused(Diagnostic("E251", str(error), span)) from error

        return self._settled(found, [raw], LayoutLength(0.0, 0.0))

    def _length(self, raw: LayoutLength | str, whole: float, placed: ResolvedBox, key: str, *more: int) -> Value:
        work = self._part(raw, placed, key, *more)
        return lambda scope: _points(work(scope), whole)

    def _pair(
        self, raw: Sequence[LayoutLength | str], whole: tuple[float, float], placed: ResolvedBox, key: str
    ) -> Callable[[Scope], tuple[float, float]]:
        first = self._length(raw[0], whole[0], placed, key, 0)
        second = self._length(raw[1], whole[1], placed, key, 1)
        return lambda scope: (first(scope), second(scope))

    def _relative(self, raw: LayoutLength | str, axis: int, placed: ResolvedBox, index: int) -> Value:
        """Return the function of a coordinate within a box, whose rectangle is the name `` in its scope."""
        work = self._part(raw, placed, "points", index, axis)

        def found(scope: Scope) -> float:
            box: Rectangle = scope[""]
            return box[axis] + _points(work(scope), box[axis + 2])

        return found

    def _uses(self, raws: Iterable[Any]) -> frozenset[str]:
        """Return the names that values use, with those behind the names of values."""
        found: set[str] = set()
        for raw in raws:
            for name in _names(raw) if isinstance(raw, str) else ():
                found |= self.let_uses[name] if name in self.let_uses else {name} - self.constants.keys()
        return frozenset(found)

    def _sources(self, template: Template) -> tuple[Source, ...]:
        found = list(paths_in(template))
        return tuple(
            source
            for path in found
            for source in (self.let_sources.get(path[0], (path,)) if len(path) == 1 else (path,))
        )


def _ids(used: Iterable[frozenset[str]]) -> tuple[Source, ...]:
    """Return the paths that tell the values of shared names apart."""
    return tuple(sorted({FEW[name] for names in used for name in names}))


def template_of(raw: Any) -> Template:
    """Return a value's template; none if it is malformed, or no text."""
    try:
        return parsed(raw) if isinstance(raw, str) else ()
    except Malformed:
        return ()


@lru_cache(maxsize=4096)
def _names(raw: str) -> frozenset[str]:
    """Return the names in the expressions of a text."""
    return frozenset(str(node.value) for node in nodes(template_of(raw)) if node.kind == "name")


@lru_cache(maxsize=4096)
def paths_of(raw: str) -> tuple[Source, ...]:
    """Return the path of every value that a text names in its expressions, once."""
    return tuple(dict.fromkeys(paths_in(template_of(raw))))


def paths_in(template: Template) -> Iterator[Source]:
    """Yield the path of every value that a template names."""
    inside: set[int] = set()
    for node in nodes(template):
        if node.kind == "item" and id(node) not in inside:
            path: list[Any] = []
            while node.kind == "item" and node.value is not None:
                path.append(node.value)
                inside.add(id(node))
                (node,) = node.parts
            inside.add(id(node))
            if node.kind == "name":
                yield (node.value, *reversed(path))
        elif node.kind == "name" and id(node) not in inside:
            yield (node.value,)


def _type_size(value: Any) -> float:
    """Return a type size in points, neither too small nor too large to set. Raises Unfit."""
    return min(POINTS, max(1.0, number(value)))


_NOTHING: Mapping[Any, Any] = {text: "", number: 0, _type_size: 1.0}
"""Kind of value → what takes the place of one that is wrong."""


def _points(one: LayoutLength, whole: float) -> float:
    return one.share * whole + one.mm * MM


def _rectangle(parts: list[LayoutLength], width: float, height: float) -> Rectangle:
    """Return a box in points."""
    x, y, wide, tall = parts
    left, top = _from(x, width), _from(y, height)
    across, down = _from(wide, width), _from(tall, height)
    if wide.far:
        across -= left
    if tall.far:
        down -= top
    return left, top, max(0.0, across), max(0.0, down)


def _from(one: LayoutLength, whole: float) -> float:
    return whole + one.mm * MM if one.far else _points(one, whole)
