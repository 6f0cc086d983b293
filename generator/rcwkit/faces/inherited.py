"""Layouts as they are drawn: a game's own and the shipped ones, with all that they inherit."""

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from rcwkit.bundled import bundled
from rcwkit.diagnostics import Span
from rcwkit.faces.layouts import Layout, LayoutBox, Layouts
from rcwkit.game.game import Document, Game, GameItem
from rcwkit.game.loader import validate
from rcwkit.source.project import Project
from rcwkit.source.yaml import parse

FOLDER = "layouts"
SHIPPED = f"templates/{FOLDER}"
"""The folder of the layouts that come with the tool, as messages show it."""
OWN = ("under", "when", "like")
"""Keys of a box that others do not take over with `like`."""
_NAME = re.compile(r"\n  ([a-z_]+):")
"""A layout's name in a shipped file."""

Place = tuple[Document, tuple[Any, ...]]


class ResolvedBox(NamedTuple):
    """A box of a layout with all that it inherits, and the place in the data of each of its keys."""

    name: str
    box: LayoutBox
    places: Mapping[str, Place]
    own: Place

    def at(self, key: str, *more: Any) -> Span:
        """Return the span of the value of a key, or of something within it; of the box's name if it has no such key."""
        if key in self.places:
            document, path = self.places[key]
            return document.at(*path, key, *more)
        document, path = self.own
        return document.at(*path, key=True)


class ResolvedLayout(NamedTuple):
    """A layout with all that it inherits: its values by name, and its boxes from the bottom up."""

    name: str
    let: dict[str, tuple[Any, Span]]
    boxes: list[ResolvedBox]


class _Shipped(Mapping[str, GameItem[Layout]]):
    """The layouts of a folder by name; a file is validated when one of its layouts is asked for."""

    def __init__(self, project: Project) -> None:
        texts = {path: project.read(path) for path in project.documents()}
        self._project = project
        self._files = {name: (path, text) for path, text in texts.items() for name in _NAME.findall(text)}
        self._found: dict[str, GameItem[Layout]] = {}

    def __getitem__(self, name: str) -> GameItem[Layout]:
        if name not in self._found:
            path, text = self._files[name]
            shown = self._project.name(path)
            document = validate(parse(text, shown), shown)
            assert isinstance(document.model, Layouts)
            for other, one in document.model.layouts.items():
                self._found[other] = GameItem(other, one, document, ("layouts", other))
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, GameItem[Layout]]:
    """Return the layouts that come with the tool."""
    return _Shipped(Project(bundled("templates") / FOLDER, shown=SHIPPED))


def known(game: Game) -> Mapping[str, GameItem[Layout]]:
    """Return every layout that a game can name: its own take the place of shipped ones."""
    return ChainMap({**game[Layout]}, shipped())  # type: ignore[arg-type]  # nothing is added to either


def above(game: Game, item: GameItem[Layout]) -> GameItem[Layout] | None:
    """Return the layout that a layout extends. One of the game's that extends its own name extends the shipped one."""
    name = item.value.extends
    if name is None:
        return None
    below = shipped().get(name)
    return below if name == item.id and below is not None else known(game).get(name)


def chain(game: Game, item: GameItem[Layout]) -> Iterator[GameItem[Layout]]:
    """Yield a layout and those that it extends, up to one that came before."""
    seen: list[GameItem[Layout]] = []
    found: GameItem[Layout] | None = item
    while found is not None and found not in seen:
        yield found
        seen.append(found)
        found = above(game, found)


def layout_of(game: Game, name: str) -> ResolvedLayout:
    """Return a layout with all that it inherits. Raises KeyError for an unknown one."""
    drawn = ResolvedLayout(name, {}, [])
    boxes: dict[str, ResolvedBox] = {}
    for item in reversed([*chain(game, known(game)[name])]):
        document, path = item.document, item.path
        drawn.let.update({key: (value, document.at(*path, "let", key)) for key, value in item.value.let.items()})
        for key, box in item.value.boxes.items():
            if box is None:
                boxes.pop(key, None)
            else:
                boxes = _with(boxes, key, box, (document, (*path, "boxes", key)))
    drawn.boxes.extend(_liked(boxes, name, ()) for name in boxes)
    return drawn


def _liked(boxes: Mapping[str, ResolvedBox], name: str, seen: tuple[str, ...]) -> ResolvedBox:
    """Return a box with the keys of the one that it is like."""
    placed = boxes[name]
    like = placed.box.like
    if like is None or like not in boxes or like in (name, *seen):
        return placed
    model = _liked(boxes, like, (name, *seen))
    given = {key: getattr(placed.box, key) for key in {*placed.places, *OWN}}
    box = model.box.model_copy(update=given)
    return ResolvedBox(name, box, {**model.places, **placed.places}, placed.own)


def _with(boxes: dict[str, ResolvedBox], name: str, box: LayoutBox, place: Place) -> dict[str, ResolvedBox]:
    """Return the boxes with one added, or with its keys changed."""
    below, keys = boxes.get(name), box.model_fields_set
    places = dict.fromkeys(keys, place)
    if below is not None:
        box = below.box.model_copy(update={key: getattr(box, key) for key in keys})
        places = {**below.places, **places}
    placed = ResolvedBox(name, box, places, place)
    if "under" not in keys or box.under not in boxes or box.under == name:
        return {**boxes, name: placed}
    rest = {key: one for key, one in boxes.items() if key != name}
    names = [*rest]
    at = names.index(box.under)
    return {**{key: rest[key] for key in names[:at]}, name: placed, **{key: rest[key] for key in names[at:]}}


def within(span: Span, text: str, at: int) -> Span:
    """Return the span of the word at an offset of a text, or that of the text if it is not on one line as it is."""
    before = {len(text): 0, len(text) + 2: 1}.get(span.length)  # without quotes, or with
    if before is None or not at or "\n" in text:
        return span
    word = re.match(r"\w+|.?", text[at:])
    return span._replace(column=span.column + before + at, length=max(1, len(word[0]) if word else 1))
