"""`kind: gauges`: sticks, tapes, templates and compasses at true scale, and cards of distances for a tape measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, model_validator

from rcwkit.kinds.kind import NUMBERS, Cut, File, Kind, Markup, Usage, made_from
from rcwkit.source.base import Entry, Id, Idle, Model, Name, Seq, Shown, Text, optional
from rcwkit.source.patterns import Distance, Length, LongLength, TickLength

if TYPE_CHECKING:
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter

UNITS: Mapping[str, float] = {"cm": 10.0, "in": 25.4}
"""Units of the numbers on a gauge, in millimetres."""


class Reach(Model):
    """A distance along a stick or tape, or a direction of a compass (by die face)."""

    at: Distance = Field(description="Distance from the zero end; on a compass, a die face.", examples=[60])
    text: Name = Field(description="Its label.")


class Gauge(Entry):
    """A gauge. A stick or tape longer than the paper is printed in parts to glue at marked joints."""

    form: Literal["stick", "tape", "square", "frame", "circle", "compass", "card"] = Field(
        description="Shape of the gauge: tape is a stick with a lane for each weapon, frame a square to lay around "
        "models, card a small chart of distances."
    )
    length: LongLength = Field(
        description="Length of a stick or tape, edge of a square, opening of a frame, diameter of a circle or compass, "
        "width of a card."
    )
    width: Length = Field(
        20.0, description="Width of a stick or of a frame's border; a stick without it may be 24 mm.", examples=[20]
    )
    unit: Literal["cm", "in"] = Field("cm", description="Unit of the numbers on it.")
    tick: TickLength | None = optional("Distance between the ticks of a stick or tape; a cm or an inch if left out.")
    reaches: Seq[Reach] = Field((), description="Ends of a stick's bands, or directions of a compass.")
    lanes: Mapping[Name, Seq[Reach]] = Field(
        {},
        description="Lane of a tape → the ends of its bands.",
        examples=[{"Rifle": [{"at": "8in", "text": "Close"}, {"at": "24in", "text": "Long"}]}],
    )
    columns: Seq[Name] = Field(
        (),
        description="Headings of a card, the first over the names of its rows.",
        examples=[["Weapon", "Close", "Long"]],
    )
    rows: Mapping[Name, Seq[Shown]] = Field(
        {}, description="Row of a card → its cells.", examples=[{"Rifles": [8, 40]}]
    )
    lines: Seq[Text] = Field((), description="Small print.", examples=[["From base to base."]])
    copies: Annotated[int, Field(ge=1, le=20, description="How many to print.", examples=[2])] = 1

    @property
    def step(self) -> float:
        """Distance between ticks, in millimetres."""
        return self.tick or UNITS[self.unit]

    def measured(self, distance: float) -> str:
        """Return a distance in millimetres as a number in the gauge's unit."""
        return f"{distance / UNITS[self.unit]:g}"

    def idle(self) -> Iterator[Idle]:
        """Yield what gauges of this form do not have."""
        kept = {
            "reaches": ("stick", "compass"),
            "tick": ("stick", "tape"),
            "width": ("stick", "frame"),
            "columns": ("card",),
        }
        for key, forms in kept.items():
            if self.form not in forms and self.gives(key):
                yield (key,), f"with `form: {self.form}`"

    @model_validator(mode="after")
    def _cards_have_full_rows_and_tapes_lanes(self) -> Self:
        if (self.form == "card") != bool(self.rows):
            raise ValueError("a card, and no other gauge, has rows")
        if (self.form == "tape") != bool(self.lanes):
            raise ValueError("a tape, and no other gauge, has lanes")
        if self.form == "compass" and len({reach.at for reach in self.reaches}) < len(self.reaches):
            raise ValueError("each direction of a compass has a die face of its own")
        if any(len(cells) + 1 != len(self.columns) for cells in self.rows.values()):
            raise ValueError("each row of a card needs a cell for every column but the first")
        return self


class Gauges(Model):
    """The gauges of a game."""

    kind: Literal["gauges"]
    id: Id
    title: Name
    source: Name
    gauges: Mapping[Id, Gauge] = Field(description="Gauge id → gauge.")


def _files(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.gauges import draw as gauges

        return Cut(boards=tuple(gauges.boards(game, list(game[Gauge].values()), paper, setter)))

    return [File("gauges", game.say("Gauges"), lay_out, made_from("gauges", NUMBERS), cut=True)] if game[Gauge] else []


KIND = Kind(
    Gauges,
    files=_files,
    holds=lambda game: {"gauges": sum(item.value.copies for item in game[Gauge].values())},
    use=Usage(lies="left"),
    markup=Markup(("lines", "note")),
)
