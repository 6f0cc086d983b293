"""The pieces of a module: names and pictures of both faces, as their traits and prototypes tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from rcwkit.screens.export.traits import Trait, decode, parse
from rcwkit.screens.importing.archive import Element

__all__ = ["Area", "Draft", "Faces", "Piece", "Prototypes", "draft_of", "prototypes_of", "shared_of"]

LONGEST = 60_000
"""Longest text of a piece that is read."""
TRAITS, NESTED = 300, 12
"""Most traits of a piece, and of prototypes within prototypes."""
SIGNS = ("flip", "turn", "reduc", "step", "back", "side", "reverse")
"""Words by which a layer is known as the back of a piece, if it has several layers."""

Prototypes = Mapping[str, tuple[Trait, ...]]
Area = Callable[[str], int]
"""A picture's name → its pixels; 0 for a picture that is missing."""


class Faces(NamedTuple):
    """A front and a back, the back's name as its layer gives it, and whether the back is up."""

    front: str
    back: str = ""
    back_name: str = ""
    turned: bool = False

    def without(self, area: Area) -> Faces:
        """Return the faces without a back that is much smaller than the front."""
        return Faces(self.front) if self.back and 2 * area(self.back) < area(self.front) else self


@dataclass(frozen=True)
class Piece:
    """A piece: names of pictures are empty without one. `turned` if it starts on its back; `mask` is a card's back."""

    name: str
    front: str
    back: str = ""
    back_name: str = ""
    turned: bool = False
    mask: str = ""
    side: str = ""


@dataclass(frozen=True)
class Draft:
    """A piece as its slot has it: its own name, and what its layers could show, from the inside."""

    name: str
    faces: tuple[Faces, ...]
    mask: str
    side: str

    def piece(self, shared: Mapping[str, int], area: Area) -> Piece:
        """Return the piece with the faces that it shares with the fewest others: all may have a shadow or a mark.

        What is much smaller than the piece is a mark on it, and no face; `area` tells in pixels.
        """
        most = max((area(faces.front) for faces in self.faces), default=0)
        large = [faces.without(area) for faces in self.faces if 2 * area(faces.front) >= most]
        best = min(large, key=lambda faces: (shared.get(faces.front, 0), not faces.back), default=Faces(""))
        stem = best.front.rpartition("/")[2].rpartition(".")[0].replace("_", " ").replace("-", " ")
        name = self.name or stem
        back_name = _named(name, best.back_name) if best.back else ""
        return Piece(name, best.front, best.back, back_name, best.turned, self.mask, self.side)


def shared_of(drafts: Iterable[Draft]) -> Mapping[str, int]:
    """Return how many pieces of different names show each front."""
    names: dict[str, set[str]] = {}
    for draft in drafts:
        for faces in draft.faces:
            names.setdefault(faces.front, set()).add(draft.name)
    return {front: len(found) for front, found in names.items()}


def prototypes_of(root: Element) -> Prototypes:
    """Return the traits of each prototype by name, without the basic one."""
    found = {}
    for one in root.walk():
        if one.kind == "PrototypeDefinition":
            found[one.get("name")] = tuple(trait for trait in _traits(one.text) if trait.name != "piece")
    return found


def draft_of(slot: Element, prototypes: Prototypes) -> Draft:
    """Return the piece of a slot; what cannot be read of it is left out."""
    traits = list(islice(_expanded(_traits(slot.text), prototypes), TRAITS))
    basic = next((trait.fields for trait in traits if trait.name == "piece"), ())
    image, name = (*basic, "", "", "", "")[2:4]
    layers = [layer for trait in reversed(traits) if trait.name == "emb2" and (layer := _layer(trait))]
    mask = next((trait.fields[1] for trait in traits if trait.name == "obs" and len(trait.fields) > 1), "")
    marks = {
        key: value
        for trait in traits
        if trait.name == "mark"
        for key, value in zip(trait.fields, trait.state, strict=False)
    }
    return Draft(name or slot.get("entryName"), tuple(_faces(image, layers)), mask, marks.get("Side", ""))


@dataclass(frozen=True)
class _Layer:
    """A layer: pictures and names by level, whether it always shows one, and which level, from 1 or less."""

    images: tuple[str, ...]
    names: tuple[str, ...]
    always: bool
    level: int
    said: str


def _layer(trait: Trait) -> _Layer | None:
    fields = (*trait.fields, *[""] * 30)
    images, names = decode(fields[15], ","), decode(fields[16], ",")
    if not any(images):
        return None
    # Before version 1, a layer without a key to activate it was always active.
    always = fields[25] == "true" if fields[24] not in ("", "0") else not fields[2]
    try:
        level = int(trait.state[0])
    except (ValueError, IndexError):
        level = 1
    said = " ".join((fields[0], fields[3], fields[6], fields[9], fields[18])).casefold()
    return _Layer(tuple(images), tuple(names), always, level, said)


def _faces(image: str, layers: list[_Layer]) -> Iterator[Faces]:
    """Yield what a piece may show: each layer's first picture and its second one, or its picture over the basic one."""
    known = [layer for layer in layers if any(sign in layer.said for sign in SIGNS)]
    for layer in [*known, *(layer for layer in layers if layer not in known)]:
        shown = [(level, one) for level, one in enumerate(layer.images, 1) if one]
        if layer.always and layer.images[0]:
            front, others = layer.images[0], shown[1:]
        else:
            front, others = (image, shown) if image else (shown[0][1], shown[1:])
        level, back = next(((level, one) for level, one in others if one != front), (0, ""))
        name = layer.names[level - 1] if 0 < level <= len(layer.names) else ""
        yield Faces(front, back, name, bool(back) and layer.level == level)
    if image:
        yield Faces(image)


def _named(name: str, written: str) -> str:
    """Return the name on the back: a layer's name may begin or end with a plus sign, for the name on the front."""
    parts = decode(written, "+") if written else [""]
    if len(parts) == 1:
        return parts[0] or name
    return f"{name}{parts[1]}" if not parts[0] else f"{parts[0]}{name}"


def _traits(text: str) -> tuple[Trait, ...]:
    if len(text) > LONGEST:
        return ()
    try:
        return parse(text)
    except (ValueError, RecursionError):
        return ()


def _expanded(traits: tuple[Trait, ...], prototypes: Prototypes, depth: int = 0) -> Iterator[Trait]:
    for trait in traits:
        if trait.name != "prototype":
            yield trait
        elif depth < NESTED and trait.fields:
            yield from _expanded(prototypes.get(trait.fields[0], ()), prototypes, depth + 1)
