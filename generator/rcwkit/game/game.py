"""The Game: a folder's documents, indexed by id, and its texts."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from rcwkit.art.artwork import Artwork
from rcwkit.art.figures import ROLES, SHIPPED, Figure, FigureFolder, Figures
from rcwkit.art.theme import Ink, themed
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.frame import Shape
from rcwkit.game.documents import Document, Item, indexed, with_alone
from rcwkit.memo import Memo
from rcwkit.source.info import GameInfo, Owner, Strength, UnitType
from rcwkit.source.language import ENGLISH, Language
from rcwkit.source.project import NOWHERE, Files
from rcwkit.type.fonts import Font, FontBook, roles
from rcwkit.type.text import Setter

if TYPE_CHECKING:
    from rcwkit.dice.model import Procedure
    from rcwkit.dice.setups import Place, Region, Scenario, Setup, Track
    from rcwkit.dice.tables import Table
    from rcwkit.faces.layouts import Layout
    from rcwkit.kinds.aids.model import Aid, Ruling
    from rcwkit.kinds.booklet.model import Booklet
    from rcwkit.kinds.cards.model import Deck
    from rcwkit.kinds.counters.model import Counter, Counters, Reverse
    from rcwkit.kinds.folder.model import Folder
    from rcwkit.kinds.gauges.model import Gauge
    from rcwkit.kinds.maps.model import Map
    from rcwkit.kinds.maps.survey import Survey
    from rcwkit.kinds.pieces.model import Pieces
    from rcwkit.source.base import FieldSpec

__all__ = ["Document", "Game", "Item", "Texts", "assemble"]


@dataclass(eq=False, repr=False)
class Texts:
    """The texts of a game: each with its first place; and which of them have translations."""

    found: dict[str, Span] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    @property
    def missing(self) -> Iterator[tuple[str, Span]]:
        """The texts without a translation, with their places."""
        return ((text, span) for text, span in self.found.items() if text not in self.known)


D = TypeVar("D")
LASTING = 2**26
"""Bytes of art and odds that a game keeps, roughly."""


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A whole game. Mappings keep the order of files, sorted by name, and of entries within them.

    `fonts` are those that it brings, by name and style (`Futura`, `Futura-bold`), `licences` the texts of their
    licences by name. `memo` has art by the digest of its file, and the odds of procedures by a hash of all that they
    depend on: a preview hands it on from save to save. `say` says the tool's own words in the language of
    the kit; if that is not its own, `texts` knows what is translated.
    """

    documents: tuple[Document, ...]
    info: GameInfo
    files: Files = NOWHERE
    fonts: Mapping[str, Font] = field(default_factory=dict)
    licences: Mapping[str, str] = field(default_factory=dict)
    memo: Memo = field(default_factory=partial(Memo, LASTING))
    say: Language = ENGLISH
    texts: Texts | None = None

    @property
    def kit(self) -> str:
        """The name of its kit's folder: its id, and the language if that is not its own."""
        return self.info.id if self.say.code == self.info.language else f"{self.info.id}-{self.say.code}"

    @property
    def artwork(self) -> Artwork:
        """The game's own pictures, for one file of a kit; those in its memo are not read again."""
        return Artwork(self.files, self.memo)

    def of(self, model: type[D]) -> Iterator[tuple[Document, D]]:
        """Yield the documents of one kind, with their models."""
        for document in self.documents:
            if isinstance(document.model, model):
                yield document, document.model

    def kind(self, name: str) -> Iterator[tuple[Document, Any]]:
        """Yield the documents of one kind by its name, which does not load its model if there are none."""
        return ((document, document.model) for document in self.documents if document.kind == name)

    @cached_property
    def root(self) -> Document:
        """The document of `kind: game`."""
        return next(document for document in self.documents if document.model is self.info)

    @cached_property
    def book(self) -> FontBook:
        """The fonts of its texts, each in its role."""
        return FontBook(roles=roles(self.info.look.type, self.info.fonts), own=self.fonts)

    def setter(self, ink: Ink = "full", *, large: bool = False) -> Setter:
        """Return a new setter with this game's look, fonts and pictures, in `large` print if asked for."""
        theme = themed(self.info, ink)
        theme = theme.enlarged if large else theme
        theme = theme._replace(edition=" · ".join(map(self.say, theme.edition.split(" · "))))
        artwork = self.artwork
        return Setter(theme._replace(figures=self._figures(artwork)), self.book, artwork=artwork, say=self.say)

    @cached_property
    def figures(self) -> Figures:
        """Its symbols and motifs, for what is asked of them but not drawn."""
        return self._figures(self.artwork)

    def _figures(self, artwork: Artwork) -> Figures:
        drawings = self.info.drawings

        def own(folder: FigureFolder, name: str) -> Figure | None:
            file = drawings.file(folder, name)
            try:
                return file and artwork.figure(file, self.root.at("drawings", folder, name), ROLES[folder]) or None
            except InputError:  # which `check` reports
                return Figure(0, 0, 100, 100, ())

        return Figures(own) if drawings.model_fields_set else SHIPPED

    @property
    def owners(self) -> Mapping[str, Owner]:
        """Sides and factions: whoever owns counters."""
        return {**self.info.sides, **self.info.factions}

    @cached_property
    def counters(self) -> Mapping[str, Item[Counter]]:
        """The counter mix."""
        return indexed(
            (d, ("counters", entry), i, self._named(c))
            for d, m in self.kind("counters")
            for i, (entry, _, c) in m.printed.items()
        )

    def _named(self, counter: Counter) -> Counter:
        """Return a counter with a name for lists, where it has none of its own."""
        if counter.name:
            return counter
        kind = self.info.unit_types.get(counter.type)
        return counter.model_copy(update={"name": counter.designation or (kind.title if kind else counter.type)})

    @cached_property
    def sheets(self) -> Mapping[str, Counters]:
        """Counter id → the counter document that holds it."""
        return {i: m for _, m in self.kind("counters") for i in m.printed}

    def replaced_by(self, unit: str) -> str | None:
        """Return the counter whose lower steps a replacement counter shows; None for any other."""
        entry, _, _ = self.sheets[unit].printed[unit]
        return None if entry == unit else entry

    @cached_property
    def regions(self) -> Mapping[str, Item[Region]]:
        """Regions by id; a map with places of its own is the region of these."""
        found = indexed((d, ("regions", i), i, r) for d, m in self.kind("places") for i, r in m.regions.items())
        if not self.maps:
            return found
        from rcwkit.dice.setups import Region

        for item in self.maps.values():
            if own := {place: one.value for place, one in self.places.items() if one.document is item.document}:
                region = Region.model_construct(title=item.value.title, home=None, places=own)
                found.setdefault(item.id, Item(item.id, region, item.document, ("title",)))
        return found

    @cached_property
    def places(self) -> Mapping[str, Item[Place]]:
        """Places by number or id, those of maps too; a bare name becomes a Place."""
        listed = (
            (d, ("regions", r, "places", i), i, p)
            for d, m in self.kind("places")
            for r, region in m.regions.items()
            for i, p in region.named.items()
        )
        return indexed(chain(listed, self._mapped()))

    @cached_property
    def place_fields(self) -> Mapping[str, FieldSpec]:
        """The fields of places, by name."""
        return {name: one for _, places in self.kind("places") for name, one in places.specs.items()}

    def _mapped(self) -> Iterator[tuple[Document, tuple[Any, ...], str, Place]]:
        """Yield the places of maps; a game without any does not load what surveys them."""
        if self.maps:
            from rcwkit.dice.setups import named
            from rcwkit.kinds.maps.survey import places_on

            yield from ((d, at, i, named(p, i)) for d, m in self.kind("maps") for i, p, at in places_on(m))

    @cached_property
    def maps(self) -> Mapping[str, Item[Map]]:
        """Maps by id."""
        return indexed((d, (), m.id, m) for d, m in self.kind("maps"))

    @cached_property
    def surveys(self) -> Mapping[str, Survey]:
        """Map id → where everything is on it."""
        from rcwkit.kinds.maps.survey import survey

        return {name: survey(item.value) for name, item in self.maps.items()}

    @cached_property
    def setups(self) -> Mapping[str, Item[Setup]]:
        """Set-ups by id."""
        return indexed((d, (), m.id, m) for d, m in self.kind("setup"))

    @cached_property
    def decks(self) -> Mapping[str, Item[Deck]]:
        """Decks by id."""
        return indexed((d, (), m.id, m) for d, m in self.kind("cards"))

    @cached_property
    def pieces(self) -> Mapping[str, Item[Pieces]]:
        """Documents of pieces by id."""
        return indexed((d, (), m.id, m) for d, m in self.kind("pieces"))

    @cached_property
    def tracks(self) -> Mapping[str, Item[Track]]:
        """Tracks and displays by id."""
        return indexed((d, ("tracks", i), i, t) for d, m in self.kind("tracks") for i, t in m.tracks.items())

    @cached_property
    def tables(self) -> Mapping[str, Item[Table]]:
        """Charts by id."""
        return indexed((d, ("tables", i), i, t) for d, m in self.kind("tables") for i, t in m.tables.items())

    @cached_property
    def procedures(self) -> Mapping[str, Item[Procedure]]:
        """Dice procedures by id."""
        return indexed(
            (d, ("procedures", i), i, p) for d, m in self.kind("procedures") for i, p in m.procedures.items()
        )

    @cached_property
    def scenarios(self) -> Mapping[str, Item[Scenario]]:
        """Scenarios by id; a set-up that none is based on is one of its own."""
        return with_alone(
            indexed((d, ("scenarios", i), i, s) for d, m in self.kind("scenarios") for i, s in m.scenarios.items()),
            self.setups,
        )

    @cached_property
    def aids(self) -> Mapping[str, Item[Aid]]:
        """Quick references by id."""
        return indexed((d, ("aids", i), i, a) for d, m in self.kind("aids") for i, a in m.aids.items())

    @cached_property
    def folders(self) -> Mapping[str, Item[Folder]]:
        """Folders of pages by id."""
        return indexed((d, (), m.id, m) for d, m in self.kind("folder"))

    @cached_property
    def gauges(self) -> Mapping[str, Item[Gauge]]:
        """Gauges by id."""
        return indexed((d, ("gauges", i), i, g) for d, m in self.kind("gauges") for i, g in m.gauges.items())

    @cached_property
    def layouts(self) -> Mapping[str, Item[Layout]]:
        """The game's own layouts by id."""
        return indexed((d, ("layouts", i), i, one) for d, m in self.kind("layouts") for i, one in m.layouts.items())

    @cached_property
    def booklets(self) -> Mapping[str, Item[Booklet]]:
        """Booklets by id."""
        return indexed((d, (), m.id, m) for d, m in self.kind("booklet"))

    @cached_property
    def rulings(self) -> Mapping[str, Item[Ruling]]:
        """Rulings by id."""
        return indexed((d, ("rulings", i), i, r) for d, m in self.kind("rulings") for i, r in m.rulings.items())

    @cached_property
    def ruling_numbers(self) -> Mapping[str, int]:
        """Ruling id → its printed number, from 1; slips have none."""
        numbered = (name for name, item in self.rulings.items() if not item.value.slip)
        return {name: number for number, name in enumerate(numbered, 1)}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Counter, faction and side ids → their names, for texts."""
        return {
            **{name: item.value.full_name or item.value.name for name, item in self.counters.items()},
            **{name: o.title for name, o in self.owners.items()},
        }

    def owner_of(self, unit: str) -> str:
        """Return the owner id of a counter."""
        return self.sheets[unit].side

    def type_of(self, unit: str) -> UnitType:
        """Return the type of a counter."""
        return self.info.unit_types[self.counters[unit].value.type]

    def reverse_of(self, unit: str) -> Reverse | str:
        """Return what a counter's back shows: a `Reverse`, 'reduced' or 'none'."""
        own = self.counters[unit].value.reverse
        return self.type_of(unit).reverse if own is None else own

    def back_owner(self, unit: str) -> str | None:
        """Return the owner whose colour and mark a counter's back carries; None if it is that of the front."""
        reverse = self.reverse_of(unit)
        side = reverse.side if not isinstance(reverse, str) else None
        return None if side == self.owner_of(unit) else side

    def turned(self, unit: str, side: str | None) -> bool:
        """Return whether a counter shows its back to show an owner's side."""
        return side is not None and side == self.back_owner(unit)

    def shape_of(self, unit: str) -> Shape:
        """Return the shape of a counter."""
        return self.type_of(unit).shape or self.sheets[unit].shape or "square"

    @cached_property
    def strengths(self) -> Mapping[str, Strength]:
        """Type id → which values its counters have, by the type and by lists of values with any in them."""
        found: dict[str, Strength] = dict(self.info.unit_types)
        for _, one in self.kind("values"):
            known = found.get(one.type)
            if known is None or not any(filled(row) for row in one.counters.values()):
                continue
            names = tuple(dict.fromkeys((*known.values, *one.values)))
            optional = tuple(dict.fromkeys((*known.optional, *one.optional)))
            shown, layout = one.shown or known.shown, one.layout or known.layout
            found[one.type] = Strength(values=names, optional=optional, shown=shown, layout=layout)
        return found

    @cached_property
    def _listed(self) -> tuple[Mapping[str, Mapping[str, str]], Mapping[str, Mapping[str, str]]]:
        """The values of lists of values, by counter: of fronts and of backs."""
        fronts: dict[str, dict[str, str]] = {}
        backs: dict[str, dict[str, str]] = {}
        for _, one in self.kind("values"):
            for side, rows in ((fronts, one.counters), (backs, one.backs)):
                for unit, row in rows.items():
                    side.setdefault(unit, {}).update(filled(row))
        return fronts, backs

    def values_of(self, unit: str) -> Mapping[str, str]:
        """Return the values on a counter's front, by name, in the order of its type."""
        return self._in_order(unit, {**self.counters[unit].value.values, **self._listed[0].get(unit, {})})

    def back_values_of(self, unit: str) -> Mapping[str, str]:
        """Return the values on a counter's back; those that are not its own are as in front."""
        return self._in_order(unit, {**self.values_of(unit), **self._own_back(unit)})

    def _own_back(self, unit: str) -> Mapping[str, str]:
        reverse = self.reverse_of(unit)
        return {**(reverse.values if not isinstance(reverse, str) else {}), **self._listed[1].get(unit, {})}

    def is_as_strong(self, unit: str) -> bool:
        """Return whether a counter's reduced side says no values of its own, and so has all of its front."""
        return self.is_reduced(unit) and not self._own_back(unit)

    def is_reduced(self, unit: str) -> bool:
        """Return whether a counter's back is its reduced side, not that of another owner or in another state."""
        reverse = self.reverse_of(unit)
        return reverse == "reduced" or (not isinstance(reverse, str) and not reverse.state and not reverse.side)

    def _in_order(self, unit: str, values: Mapping[str, str]) -> Mapping[str, str]:
        strength = self.strengths.get(self.counters[unit].value.type)
        names = (*strength.values, *strength.optional) if strength else ()
        return {name: values[name] for name in dict.fromkeys((*names, *values)) if name in values}

    @cached_property
    def starts(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        """Counter → id of a set-up → where it places the counter: ids of places, or what it writes for others."""
        found: dict[str, dict[str, frozenset[str]]] = {}
        for _, setup in self.kind("setup"):
            for force in setup.forces.values():
                for lines in force.at.values():
                    for written, line in lines.items():
                        place = item.id if (item := self.place(written)) else written
                        for ref in line if isinstance(line, tuple) else line.units:
                            places = found.setdefault(ref.unit, {})
                            places[setup.id] = places.get(setup.id, frozenset()) | {place}
        return found

    def region_of(self, place: str) -> str:
        """Return the region id of a place id."""
        item = self.places[place]
        return item.document.model.id if item.document.kind == "maps" else str(item.path[1])

    @cached_property
    def _places(self) -> Mapping[str, Item[Place]]:
        """Every way to write a place → the place: its number, its number and name, or a unique name."""
        names = Tally(item.value.name for item in self.places.values())
        named = {item.value.name: item for item in self.places.values() if names[item.value.name] == 1}
        return named | {f"{number} {item.value.name}": item for number, item in self.places.items()} | dict(self.places)

    def place(self, ref: str) -> Item[Place] | None:
        """Return the place meant by `715`, `715 Petrozavodsk` or a bare name, or None."""
        return self._places.get(ref)


def filled(row: Mapping[str, str | None]) -> dict[str, str]:
    """Return the values of a row that are filled in."""
    return {name: value for name, value in row.items() if value is not None}


def assemble(documents: list[Document], files: Files = NOWHERE) -> Game:
    """Assemble a game with the files that it may name. Raises InputError unless one document has `kind: game`."""
    roots = [document for document in documents if isinstance(document.model, GameInfo)]
    if len(roots) != 1:
        extra = roots[1] if roots else documents[0]
        message = "a second 'kind: game' in one folder" if roots else "no document with 'kind: game' in this folder"
        related = (("first here", roots[0].at()),) if roots else ()
        raise InputError([Diagnostic("E200", message, extra.at(), "a game has exactly one", related)])
    return Game(tuple(documents), roots[0].model, files)
