"""`kind: procedures`: dice procedures as lists of steps, and the effects of steps, to roll and to analyse."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self, get_args

from pydantic import Field, GetCoreSchemaHandler, SerializerFunctionWrapHandler, model_serializer, model_validator
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypeAliasType

from rcwkit.dice.conditions import Amount, Condition
from rcwkit.dice.notation import Numbers, WholeRange
from rcwkit.dice.tables import Resolution
from rcwkit.source.base import (
    Entry,
    Id,
    Idle,
    Line,
    Model,
    Name,
    OwnerId,
    PlaceRef,
    Printed,
    ProcedureId,
    Ref,
    RulingId,
    Scalar,
    Seq,
    TableId,
    Text,
    TrackId,
    TypeId,
    optional,
)

# Not checked: `item` is no unit, and a name of the procedure may hold an owner.
Unit = Annotated[Id, Ref("units", checked=False), Field(examples=["guards"])]
Holder = Annotated[Id, Ref("owners", checked=False), Field(examples=["red"])]


class Verb(Model):
    """One effect; the field named after the verb says what it acts on."""

    verb: ClassVar[str]

    @classmethod
    def __pydantic_init_subclass__(cls, **options: Any) -> None:
        """Take the one required field as the verb."""
        cls.verb = next((name for name, field in cls.model_fields.items() if field.is_required()), "")

    @property
    def what(self) -> Any:
        """What it acts on: a unit, a marker, variables with their values, or the text of a note."""
        return getattr(self, self.verb)

    @property
    def reads(self) -> tuple[Any, ...]:
        """The amounts and names it reads."""
        return ()

    @model_serializer(mode="wrap")
    def _with_every_key(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Include the keys of all effects: records hash their procedure in that form."""
        return {**dict.fromkeys(_KEYS), **handler(self)}


class UnitEffect(Verb):
    """An effect on a unit."""


class Going(Verb):
    """Something goes to a place of the game, or to one described in words."""

    at: PlaceRef | None = optional("A place of the game.")
    where: Text | None = optional("In words, if no single space is meant.", examples=["any port"])
    to: Id | None = None

    @property
    def reads(self) -> tuple[Any, ...]:
        """The owner or box, which may be a name that holds one."""
        return () if self.to is None else (self.to,)


class GoingUnit(UnitEffect, Going):
    """A unit goes to a place, an owner or a reserve."""

    to: Holder | None = optional("Its new owner, or an input or variable that holds one.")
    reserve: Holder | None = optional("Owner whose strategic reserve it joins.")


class PlaceUnit(GoingUnit):
    """A unit enters the set-up."""

    place: Unit = Field(description="Unit that enters the set-up.")


class ReduceUnit(UnitEffect):
    """A unit is flipped to its reduced side."""

    reduce: Unit = Field(description="Unit flipped to its reduced side.")


class RestoreUnit(UnitEffect):
    """A unit is flipped to its full side."""

    restore: Unit = Field(description="Unit flipped to its full side.")


class FlipUnit(UnitEffect):
    """A unit is flipped."""

    flip: Unit = Field(description="Unit that is flipped.")


class ConvertUnit(GoingUnit):
    """A unit changes owner."""

    convert: Unit = Field(description="Unit that changes owner (`to`).")


class RemoveUnit(UnitEffect):
    """A unit, or every unit of an owner, leaves the game."""

    remove: Unit = Field(description="A unit, or an owner for all its units.")


class MoveUnit(GoingUnit):
    """A unit moves."""

    move: Unit = Field(description="Unit that moves.")


class MoveMarker(Going):
    """A marker moves along a track."""

    marker: Unit = Field(description="Marker that moves along a track (`on`, `to`).")
    to: Annotated[Id, Ref("boxes", checked=False)] | None = optional(
        "Box of the track, or a name that holds one.", examples=["neutral"]
    )
    on: Annotated[Id, Ref("tracks", checked=False)] | None = optional("The track.", examples=["control"])


class AddNote(Verb):
    """A line is added to the record."""

    note: Text = Field(description="A line for the record and the sheet.", examples=["The enemy attacks."])


class VariableEffect(Verb):
    """A change of variables."""

    @property
    def reads(self) -> tuple[Any, ...]:
        """The amounts."""
        return tuple(self.what.values())


class SetVariables(VariableEffect):
    """Variables are set."""

    set: Mapping[Id, Amount | Line] = Field(description="Variable → new value.", examples=[{"enemy": "white"}])


class AddToVariables(VariableEffect):
    """Variables are added to."""

    add: Mapping[Id, Amount] = Field(description="Variable → amount to add.", examples=[{"vp": 1}])


class _ByVerb:
    """Chooses the model of an effect by its verb; a value that is not a mapping is left to the first to reject."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        tags = {model.verb: model.__name__ for model in get_args(source)}

        def tag(value: Any) -> str | None:
            if isinstance(value, Verb):
                return type(value).__name__
            found = [tag for verb, tag in tags.items() if not isinstance(value, Mapping) or value.get(verb) is not None]
            return found[0] if len(found) == 1 or not isinstance(value, Mapping) else None

        return core_schema.tagged_union_schema(
            {model.__name__: handler.generate_schema(model) for model in get_args(source)},
            tag,
            custom_error_type="malformed",
            custom_error_message=f"an effect does exactly one of: {', '.join(tags)}",
        )


_Union = (
    PlaceUnit
    | ReduceUnit
    | RestoreUnit
    | FlipUnit
    | ConvertUnit
    | RemoveUnit
    | MoveUnit
    | MoveMarker
    | AddNote
    | SetVariables
    | AddToVariables
)
_KEYS = [name for model in get_args(_Union) for name in model.model_fields]
Effect = TypeAliasType(
    "Effect", Annotated[_Union, _ByVerb(), Field(description="One effect: a verb, and the keys that go with it.")]
)

DEEPEST = 8
"""How deeply procedures may run one another."""
MOST_TIMES = 1000
"""How often a step may repeat, and how many numbers a range may have."""
MOST_STEPS = 20_000
"""How many steps a procedure may take, with everything it repeats and runs."""
EVERY = "*"
"""The key of `then` whose effects follow every result."""


class Known(Model):
    """What the game on the table answers to a question: a marker's box, the scenario, cards played, an earlier roll."""

    track: TrackId | None = optional("The track whose marker stands on the answer.")
    row: Id | None = optional(
        "Its row, if it is not that of the item asked about; or the question that says the row, or whose note it is.",
        examples=["ukraine", "power"],
    )
    boxes: Mapping[Id, Scalar] = Field(
        {}, description="Box → answer, where it is not the box itself.", examples=[{"1-4": "early"}]
    )
    rows: Seq[Id] = Field(
        (),
        description="Rows that are counted: how many of them have their marker in the box `count`.",
        examples=[["ukraine", "poland"]],
    )
    count: Id | None = optional("The box that is counted in `rows`.", examples=["red_control"])
    off: Scalar | None = optional("The answer if the marker is off the track.", examples=["out"])
    face: bool = Field(False, description="True if the owner whose face the marker shows is the answer.")
    scenario: Mapping[Annotated[Id, Ref("scenarios")], Scalar] = Field(
        {}, description="Scenario → answer.", examples=[{"campaign": "late"}]
    )
    played: Seq[Name] = Field((), description="Cards: yes if one of them has been played.", examples=[["R1", "R24"]])
    event: bool = Field(False, description="True if a card counts only where it was played as an event.")
    roll: ProcedureId | Seq[ProcedureId] = Field(
        (), description="The procedure whose roll in this turn answers; of several, the first that was rolled."
    )
    report: Id | None = optional("The question of its report.", examples=["withdraws"])
    answers: Mapping[Scalar, Scalar] = Field(
        {},
        description="What was reported → answer, where it is not the report itself; `else` for all others.",
        examples=[{65: "yes", "else": "no"}],
    )
    note: Id | None = optional(
        "A name: what was answered last to any question of this name is the answer to all of them.",
        examples=["red_discards"],
    )
    turn: bool = Field(False, description="True if what a note says is over when the turn ends.")
    in_a_row: bool = Field(False, description="How many turns in a row, with this one, the procedure is rolled.")
    alike: Id | None = optional("The question that was answered alike in all of these turns.", examples=["side"])

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        sources = (self.track, self.scenario, self.played, self.roll, self.note, self.in_a_row)
        if sum(bool(source) for source in sources) != 1:
            raise ValueError("exactly one of these answers: track, scenario, played, roll, note, in_a_row")
        if (self.boxes or self.face or self.off is not None) and not self.track:
            raise ValueError("boxes, off and face are of a track")
        if bool(self.rows) != bool(self.count) or (self.rows and not self.track):
            raise ValueError("what is counted is a box of a track in some of its rows: give track, rows and count")
        if self.rows and (self.row or self.boxes or self.face or self.off is not None):
            raise ValueError("a count of rows is the answer: leave out row, boxes, off and face")
        if self.answers and not self.roll:
            raise ValueError("answers are those of a roll")
        if self.row and not (self.track or self.note):
            raise ValueError("a row is of a track, or of a note")
        if self.turn and not self.note:
            raise ValueError("what ends with the turn is a note")
        if self.alike and not self.in_a_row:
            raise ValueError("alike is of turns in a row")
        if self.event and not self.played:
            raise ValueError("an event is one of the cards played")
        if bool(self.roll) != bool(self.report):
            raise ValueError("a roll answers with a question of its report: give both")
        return self

    @property
    def rolls(self) -> tuple[str, ...]:
        """The procedures whose rolls answer."""
        return (self.roll,) if isinstance(self.roll, str) else self.roll

    def of(self, item: str) -> "Known":
        """What answers for one of the items that a question is asked for."""
        if self.track and self.row is None and not self.rows:
            return self.model_copy(update={"row": item})
        return self.model_copy(update={"note": f"{self.note}.{item}"}) if self.note else self


def _number(answer: Scalar) -> int | None:
    """A whole number, also as text."""
    try:
        return int(answer)
    except ValueError:
        return None


class Input(Model):
    """A question answered before the roll: one of `choices`, a number from a `range`, or a `list` of such numbers."""

    title: Text = Field(description="The question, as asked.")
    choices: Mapping[Scalar, Name] | None = optional("Answer → its wording.")
    range: Numbers | None = optional("One whole number from a range such as 1-22.", examples=["1-22"])
    list: Numbers | None = optional("Several whole numbers from a range such as 1-60.", examples=["1-60"])
    default: Scalar | Seq[Scalar] | None = optional("The answer if none is given.")
    for_each: Seq[Id] = Field(
        (),
        description="One question for each of these: inputs `ip.ukraine`, read as `ip.item` within for_each.",
        examples=[["ukraine", "finland"]],
    )
    defaults: Mapping[Id, Scalar] = Field(
        {}, description="Defaults for single items, where they differ.", examples=[{"ukraine": 2}]
    )
    known: Known | None = optional("Where a companion finds the answer in the game that is played with it.")

    @property
    def run(self) -> WholeRange | None:
        """The numbers to choose from; None if there are choices."""
        return self.range or self.list

    def takes(self, answer: Scalar) -> bool:
        """Whether a text or number is one of its answers."""
        if self.choices is not None:
            return str(answer) in map(str, self.choices)
        return self.run is not None and _number(answer) in self.run

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if sum(form is not None for form in (self.choices, self.range, self.list)) != 1:
            raise ValueError("an input needs exactly one of: choices, range, list")
        if set(self.defaults) - set(self.for_each):
            raise ValueError("'defaults' names items that are not in for_each")
        return self


class Each(Model):
    """The units of certain types in the set-up as it stands, with exceptions."""

    units: Seq[TypeId] = Field(description="Unit types.", examples=[["army", "corps"]])
    owners: Seq[OwnerId] = Field((), description="Only units of these owners; all if left out.")
    exceptions: Mapping[Annotated[Id, Ref("units", checked=False)], Text] = Field(
        {}, description="Unit or owner → why it does not roll.", examples=[{"Wa1": "not on the map"}]
    )


class Test(Model):
    """A roll against a number: `at_most`, `at_least`, `above` or `below` an amount."""

    at_most: Amount | None = optional("Success at this or less.", examples=[3])
    at_least: Amount | None = optional("Success at this or more.", examples=[5])
    above: Amount | None = optional("Success above this.", examples=[3])
    below: Amount | None = optional("Success below this.", examples=[3])
    success: Scalar = Field("yes", description="Result of a success.", examples=["holds"])
    failure: Scalar = Field("no", description="Result of a failure.", examples=["flees"])

    @model_validator(mode="after")
    def _one_comparison(self) -> Self:
        if len(self._bounds) != 1:
            raise ValueError("a test needs exactly one of: at_most, at_least, above, below")
        if self.success == self.failure:
            raise ValueError("success and failure are two results, and need two names")
        return self

    @property
    def _bounds(self) -> list[tuple[str, Amount]]:
        bounds = (("at_most", self.at_most), ("at_least", self.at_least), ("above", self.above), ("below", self.below))
        return [(name, amount) for name, amount in bounds if amount is not None]

    @property
    def bound(self) -> tuple[str, Amount]:
        """The comparison, and the amount to compare with."""
        return self._bounds[0]

    @property
    def outcomes(self) -> frozenset[Scalar]:
        """Its two results."""
        return frozenset((self.success, self.failure))


class DeckSpec(Model):
    """Numbered cards drawn without replacement; the odds tell cards apart by class only."""

    title: Name = Field(description="What the cards are.")
    cards: Numbers | Seq[Scalar] = Field(description="A range such as 1-54, or a list of cards.", examples=["1-54"])
    classes: Mapping[Id, Seq[Scalar]] = Field(
        {}, description="Class → its cards; all that the odds tell apart.", examples=[{"events": [1, 2, 3]}]
    )
    without: Id | None = optional("A `list` input that names cards not in the deck.", examples=["played"])
    discards: Id | None = optional(
        "A `list` input that names its discards: all decks take theirs back as soon as one runs out.",
        examples=["events_discarded"],
    )


class Draw(Model):
    """Draw cards; the results are their classes (`other` for a card without one)."""

    deck: Id = Field(description="Deck of this procedure.", examples=["events"])
    count: Amount = Field(1, description="How many cards.", examples=[3])


class Move(Model):
    """Move a marker along a table track. With `points`, each box costs its `leave` points; with `boxes`, one each.

    Negative amounts move it towards the first box. Locks and closed gates stop it. Afterwards the variable named after
    the step holds the marker's box.
    """

    track: TrackId = Field(description="A track of layout table.")
    row: Id = Field(description="A row id, or 'item' within for_each.", examples=["ukraine", "item"])
    start: Id | None = optional(
        "Input or variable that holds its present box; the row's start if left out.", examples=["from"]
    )
    points: Amount | None = optional("Points to spend; each box costs its `leave`.", examples=[2, -1])
    boxes: Amount | None = optional("Boxes to move, whatever they cost.", examples=[1, -1])
    blocked: Condition | None = optional("Condition under which the marker does not move.", examples=[{"turn": 1}])
    open: Mapping[Id, Condition] = Field(
        {}, description="Box id → condition that opens its gate.", examples=[{"white_control": {"event": "yes"}}]
    )

    def idle(self) -> Iterator[Idle]:
        """Yield boxes where points are spent."""
        yield from self.idle_beside("points", "boxes")

    @property
    def reads(self) -> tuple[Any, ...]:
        """Every condition and amount, and the name of the present box; None for those left out."""
        return self.start, self.points, self.boxes, self.blocked, *self.open.values()


class Step(Resolution):
    """A step does one thing: roll (on rows, a table or a test), draw, slide, do, run, or take nested steps.

    `for_each` or `times` repeats it and counts its results; `when` is then tested for each item. A roll without rows,
    table or test has its total as the result.
    """

    id: Id = Field(description="Name of the step and of its result.")
    title: Name | None = optional("Purpose of the roll; printed on forms and records.")
    note: Text | None = optional("One line under the step.")
    rulings: Seq[RulingId] = ()
    when: Condition | None = optional(
        "Condition; the step is skipped unless it holds.",
        examples=[{"controller": "red"}, {"count": {"peasants": "enemy"}, "at_least": 2}],
    )
    case: Text | None = optional(
        "The condition in words, where forms cannot word it, as of variables.",
        exclude=True,  # wording only: records hash what affects a roll
        examples=["The Front stays in its box"],
    )
    for_each: Seq[Scalar] | Numbers | Each | None = optional(
        "Repeat it for a list of items, a range such as 1-22, or units of the set-up."
    )
    times: Amount | None = optional("How often to repeat it.", examples=[3])
    table: TableId | None = optional("Table to roll on, instead of rows.")
    column: Scalar | None = optional("Column id, or the input, result or `item` that holds it.")
    test: Test | None = optional("A number to roll against, instead of rows.", examples=[{"at_most": 3}])
    draw: Draw | None = optional("Draw cards instead of rolling.", examples=[{"deck": "events", "count": 3}])
    slide: Move | None = optional(
        "Move a marker along a track.", examples=[{"track": "control", "row": "ukraine", "boxes": 1}]
    )
    do: Seq[Effect] = Field(
        (), description="Effects, without a roll.", examples=[[{"place": "Ra1", "at": "715 Petrozavodsk"}]]
    )
    run: ProcedureId | None = optional("Another procedure to run here.")
    given: Mapping[Id, Scalar | Amount] = Field(
        {}, description="Inputs of that procedure.", examples=[{"controller": "red"}]
    )
    steps: Seq["Step"] = Field((), description="Nested steps, repeated and skipped together.")
    then: Mapping[Scalar, Seq[Effect]] = Field({}, description="Result → effects; '*' means every result.")
    again: Mapping[Scalar, Condition] = Field(
        {}, description="Result → condition under which it is rerolled.", examples=[{"green": {"turn": 1}}]
    )

    @model_validator(mode="after")
    def _one_verb(self) -> Self:
        verbs = (self.roll or self.table, self.draw, self.slide, self.do, self.run, self.steps)
        if sum(bool(verb) for verb in verbs) != 1:
            raise ValueError("a step does exactly one of: roll (or table), draw, slide, do, run, steps")
        if sum((bool(self.rows), self.test is not None, self.table is not None)) > 1:
            raise ValueError("a roll is read by one of: rows, table, test (or, with none, its total is the result)")
        return self

    @model_validator(mode="after")
    def _one_repetition(self) -> Self:
        repeats = {"for_each": self.for_each, "times": self.times}
        if self.draw is not None and self.draw.count != 1:
            repeats["draw: {count}"] = self.draw.count
        given = [name for name, value in repeats.items() if value is not None]
        if len(given) > 1:
            raise ValueError(
                f"repeat a step by one of: {', '.join(given)} (or put it into the `steps` of another step)"
            )
        return self

    def idle(self) -> Iterator[Idle]:
        """Yield what is of steps that roll, repeat or run another procedure."""
        yield from self.idle_without("roll table draw slide", "then", "again")
        yield from self.idle_without("roll table", "drm")
        yield from self.idle_without("roll", "natural", "beyond", "columns")
        yield from self.idle_without("run", "given")
        yield from self.idle_without("when", "case")

    @property
    def reads(self) -> tuple[Any, ...]:
        """Every condition and amount of this step, except those of its effects; None for those left out."""
        values = [self.when, *self.amounts, *self.again.values(), *self.given.values()]
        values += [value for drm in self.drm for value in drm.reads]
        return *values, *(self.slide.reads if self.slide is not None else ())

    @property
    def amounts(self) -> tuple[Any, ...]:
        """How often it is repeated, what a roll is tested against, and how many cards are drawn; None if left out."""
        bound = self.test.bound[1] if self.test is not None else None
        return self.times, bound, self.draw.count if self.draw is not None else None

    @property
    def outcomes(self) -> frozenset[Scalar]:
        """Every result that its rows, natural rolls or test list."""
        return super().outcomes | (self.test.outcomes if self.test is not None else frozenset())

    @property
    def effects(self) -> Iterator[tuple[tuple[Any, ...], Effect]]:
        """Every effect of this step, with its path in the step."""
        yield from ((("do", index), effect) for index, effect in enumerate(self.do))
        yield from (
            (("then", result, index), effect)
            for result, effects in self.then.items()
            for index, effect in enumerate(effects)
        )


def walk(steps: Iterable[Step], path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Step]]:
    """Yield every step and nested step in order, with its path; `path` is that of the list."""
    for index, step in enumerate(steps):
        yield (*path, index), step
        yield from walk(step.steps, (*path, index, "steps"))


class Scored(Model):
    """The marker that a companion moves by the number that a roll reports."""

    track: TrackId = Field(description="Its track, which has `faces`.")
    to: OwnerId = Field(description="In whose favour it moves.")


class Report(Model):
    """A question for the odds: the chance that `when` holds, or the distribution of `of`."""

    title: Text = Field(description="The question, as the odds sheet words it.")
    when: Condition | None = optional("Asks for the chance that this holds.")
    of: Amount | None = optional(
        "Asks for the distribution of this result or amount.", examples=["vp", {"count": {"peasants": "green"}}]
    )
    scores: Scored | None = optional(
        "Where a companion scores this number.", examples=[{"track": "victory_points", "to": "white"}]
    )
    says: Mapping[Scalar, Name] = Field(
        {},
        description="Answer → how a companion says it. A condition has `no`, all other answers `else`, with `{n}`.",
        examples=[{0: "No casualties", 1: "One casualty", "else": "{n} casualties"}, {"no": "The Front holds"}],
    )
    labels: Mapping[Scalar, Name] = Field(
        {},
        description="Answer → a word or two for it in the odds; `else` for all others, with `{n}`.",
        examples=[{0: "stays", 1: "1 box", "else": "{n} boxes"}],
    )
    told: bool = Field(
        True, description="False for a question of the odds alone: what else a result tells answers it, too."
    )
    answers: Id | None = optional(
        "The question that this answers afterwards: a companion moves the marker that answered it, or keeps the note.",
        examples=["level", "politburo.A"],
    )

    @model_validator(mode="after")
    def _one_question(self) -> Self:
        if (self.when is None) == (self.of is None):
            raise ValueError("a report needs exactly one of: when, of")
        return self


class Procedure(Entry):
    """A dice procedure: first its inputs are answered, then its steps are taken."""

    inputs: Mapping[Id, Input] = Field(
        {}, description="Input id → question, answered before the roll (--set id=value)."
    )
    variables: Mapping[Id, Scalar] = Field(
        {}, description="Variables and their starting values.", examples=[{"losses": 0}]
    )
    decks: Mapping[Id, DeckSpec] = Field({}, description="Deck id → numbered cards to draw from.")
    steps: Seq[Step] = Field(description="Steps, in order.")
    report: Mapping[Id, Report] = Field({}, description="Question id → question that the odds sheet answers.")
    odds: Printed = Field("study", description="Its odds: study for the sheet of all odds, none to leave them out.")

    @property
    def changed(self) -> frozenset[str]:
        """The variables that its steps set or add to."""
        effects = (effect for _, step in walk(self.steps) for _, effect in step.effects)
        return frozenset().union(*(effect.what for effect in effects if isinstance(effect, VariableEffect)))

    @property
    def questions(self) -> dict[str, Input]:
        """Every single input by its full name, such as `ip.ukraine` for an item of `ip`, with its own default."""
        found: dict[str, Input] = {}
        for name, question in self.inputs.items():
            for item in question.for_each:
                own: dict[str, Any] = {
                    "default": question.defaults.get(item, question.default),
                    "for_each": (),
                    "defaults": {},
                }
                if question.known:
                    own["known"] = question.known.of(item)
                found[f"{name}.{item}"] = question.model_copy(update=own)
            if not question.for_each:
                found[name] = question
        return found


class Procedures(Model):
    """The dice procedures of a game."""

    kind: Literal["procedures"]
    id: Id
    title: Name
    source: Name
    procedures: Mapping[Id, Procedure] = Field(description="Procedure id → procedure.")
