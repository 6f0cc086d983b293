"""Dice procedures as blank forms: each stage in the shape of its step, with a grid for many items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rcwkit.dice.conditions import Calc, Compare, Logic, names_in, parts_of
from rcwkit.dice.counters import owner_of
from rcwkit.dice.model import AddToVariables, Each, Procedure, Procedures, Step, VariableEffect, walk
from rcwkit.dice.settle import settle
from rcwkit.dice.setups import Scenario, Track
from rcwkit.dice.tables import Resolution, Table
from rcwkit.document.blocks import (
    Ask,
    Block,
    Cell,
    Column,
    Deal,
    DocumentPart,
    FormStage,
    Heading,
    Ladder,
    Paragraph,
    Point,
    Row,
    Rung,
    TextDocument,
    Throw,
    Worksheet,
    again,
    document,
    flags,
)
from rcwkit.document.form_words import ITEM, ProcedureWords, ask, dice_of, moved, read, short, thrown, with_titles
from rcwkit.game.game import Game, GameItem
from rcwkit.source.language import plain

MANY = 4
"""More alternatives in one condition are a chart of their own."""
BLANKS = 6
"""Rows for units that no set-up names, and boxes for what a note says to count."""
LONGEST = 24
"""More cards than this are better shuffled and dealt than written down."""


def rolls(game: Game, steps: Iterable[Step]) -> bool:
    """Return whether these steps, or procedures they run, roll dice, draw cards or move markers along a track."""
    return any(
        step.roll
        or step.table
        or step.draw
        or step.slide
        or rolls(game, step.steps)
        or (step.run and rolls(game, game[Procedure][step.run].value.steps))
        for step in steps
    )


def shown(game: Game, procedure: Procedure, step: Step) -> bool:
    """Return whether players have anything to do in a step; bookkeeping is not for them."""
    if step.do:
        return (
            bool(step.note)
            or any(not isinstance(effect, VariableEffect) for effect in step.do)
            or adds(game, procedure, step)
        )
    if step.run:
        inner = game[Procedure][step.run].value
        return any(shown(game, inner, one) for one in inner.steps)
    return not step.steps or any(shown(game, procedure, one) for one in step.steps)


def adds(game: Game, procedure: Procedure, step: Step) -> bool:
    """Return whether a step adds what players look up in a chart, by a question or in a row of its own."""
    amounts = [amount for effect in step.do if isinstance(effect, AddToVariables) for amount in effect.add.values()]
    found = [amount for amount in amounts if isinstance(amount, Calc) and amount.lookup and amount.row is not None]
    return any(_looked_up(game, procedure, amount) for amount in found)


def _looked_up(game: Game, procedure: Procedure, amount: Calc) -> bool:
    table = game[Table][str(amount.lookup)].value
    return amount.row in procedure.inputs or amount.row in table.rows


def items(game: Game, step: Step) -> tuple[Any, ...]:
    """Return the items that a step repeats for: units of the game's first set-up if it names only their types."""
    if not isinstance(step.for_each, Each):
        return tuple(step.for_each or ())
    scenario = next((name for name, item in game[Scenario].items() if item.value.setup is not None), None)
    if scenario is None:
        return ("",) * BLANKS
    exempt = step.for_each.exceptions
    return tuple(
        unit
        for unit in settle(game, scenario).units(step.for_each.units, game)
        if unit not in exempt and owner_of(game, unit) not in exempt
    )


def times(game: Game, procedure: Procedure, step: Step) -> int | None:
    """Return how often a step repeats at most, or None if neither a question nor the results of a roll limit it."""
    often = step.times
    if often is None or isinstance(often, int):
        return 1 if often is None else often
    name = str(often).removesuffix(f".{ITEM}") if isinstance(often, str) else ""
    question = procedure.inputs.get(name)
    if question is not None:
        numbers = question.run if question.run is not None else question.choices or ()
        return max((one for one in numbers if isinstance(one, int)), default=None)
    roll = next((one for _, one in walk(procedure.steps) if one.id == name), None)
    return _most(game, roll) if roll is not None else BLANKS


def _most(game: Game, step: Step) -> int | None:
    """Return the highest result of a roll with numbers as results."""
    reading: Resolution = game[Table][step.table].value if step.table else step
    cells = [cell for row in reading.cells.values() for cell in row]
    numbers = [cell for cell in cells if isinstance(cell, int)]
    return max(numbers) if numbers and len(numbers) == len(cells) else None


def on_paper(game: Game, procedure: Procedure) -> bool:
    """Return whether a form serves: it keeps no accounts without words, and every roll has its box."""
    return not any(_badly(game, procedure, step, repeated=False) for step in procedure.steps)


def _badly(game: Game, procedure: Procedure, step: Step, *, repeated: bool) -> bool:
    if not shown(game, procedure, step):
        return False
    if _accounts(game, procedure, step) or _many(step):
        return True
    if step.run:
        return repeated or not on_paper(game, game[Procedure][step.run].value)
    if times(game, procedure, step) is None:
        return True
    if repeated and any(one.id == step.times for _, one in walk(procedure.steps)):
        return True
    if step.draw is not None and (repeated or step.for_each is not None or _drawn(procedure, step) > LONGEST):
        return True
    if repeated and step.for_each is not None and not step.do:
        return True
    repeats = repeated or step.times is not None or step.for_each is not None
    return any(_badly(game, procedure, one, repeated=repeats) for one in step.steps)


def _many(step: Step) -> bool:
    """Return whether a condition without words of its own has too many alternatives."""
    conditions: list[Any] = [] if step.case else [step.when]
    if step.slide is not None and not step.note:
        conditions += [step.slide.blocked, *step.slide.open.values()]
    parts = [part for one in conditions for part in (one, *(one.parts if isinstance(one, Logic) else ()))]
    return any(isinstance(part, Logic) and part.join == "either" and len(part.parts) > MANY for part in parts)


def _drawn(procedure: Procedure, step: Step) -> int:
    assert step.draw is not None
    count = step.draw.count if step.times is None else step.times
    question = procedure.inputs.get(count) if isinstance(count, str) else None
    return count if isinstance(count, int) else question.run.high if question and question.run else LONGEST + 1


def _accounts(game: Game, procedure: Procedure, step: Step) -> bool:
    """Return whether players would have to know a variable that neither a `case` nor a note puts into words."""
    kept = procedure.variables.keys() | procedure.changed
    runs = {one.id: game[Procedure][one.run].value for _, one in walk(procedure.steps) if one.run}

    def unworded(names: Iterable[str]) -> bool:
        for name in names:
            root, _, part = name.partition(".")
            if name in kept or root in kept or (root in runs and part not in runs[root].inputs):
                return True
        return False

    told = procedure.inputs.keys() | {one.id for _, one in walk(procedure.steps)} | {ITEM}
    if step.when is not None and not step.case:
        compared = [part.value for part in parts_of(step.when) if isinstance(part, Compare)]
        others = {name.partition(".")[0] for name in compared if isinstance(name, str)} - told
        if unworded(names_in(step.when)) or others:
            return True
    given = [value for value in step.given.values() if not (_summed(game, procedure, value))]
    columns = game[Table][step.table].value.columns if step.table else step.columns
    read = [*step.amounts, None if step.column in columns else step.column, *step.again.values(), *given]
    read += step.slide.reads if step.slide is not None else ()
    return not step.note and unworded(names_in(read))


def _summed(game: Game, procedure: Procedure, value: Any) -> bool:
    """Return whether this is a variable to which players add what they look up."""
    return any(
        value in effect.add and adds(game, procedure, step)
        for _, step in walk(procedure.steps)
        for effect in step.do
        if isinstance(effect, AddToVariables) and isinstance(value, str)
    )


TICKED, SHORT = 3, 24
"""Up to so many choices, with so many letters in all, are ticked in a grid; others are written in."""
NARROW, ABREAST, FEW = 4, 3, 9
"""A grid of up to so many columns stands so many times side by side, or fewer times if its rows are few."""


def worksheet(
    game: Game,
    words: ProcedureWords,
    procedure: Procedure,
    items: Sequence[str],
    asked: Sequence[str],
    dice: Sequence[tuple[Step, int]],
) -> Worksheet:
    """Return a grid of items: the inputs `asked` of each, and its dice as (step, times)."""
    spaces = _spaces(game, [step for step, _ in dice])
    columns = [Column(game.say("Unit") if spaces else "", width=2.4, align="left", named=True)]
    blank: list[str] = []
    if spaces:
        columns.append(Column(game.say("Space"), width=3.2, align="left"))
    for name in asked:
        choices = tuple((procedure.inputs[name].choices or {}).values())
        ticks = len(choices) <= TICKED and sum(map(len, choices)) <= SHORT
        columns.append(Column(short(procedure.inputs[name]), width=2.0))
        blank.append("   ".join(f"{{box}} {choice}" for choice in choices) if ticks else "")
    for step, often in dice:
        roll = dice_of(game, step)
        count = often * (roll.count if roll is not None else 1)
        head = (step.title or game.say("Die")) if len(dice) > 1 else game.say("Die" if count == 1 else "Dice")
        columns.append(Column(head, width=max(0.9, 0.55 * count)))
        blank.append("{die}" * count)
        if step.drm or (step.table and game[Table][step.table].value.drm):
            columns.append(Column("±", width=0.7))
            blank.append("")
        columns.append(Column(game.say("Result"), width=1.6, shaded=True))
        blank.append("")
    where = [(spaces.get(item, "–"),) if spaces else () for item in items]
    rows = [
        (words.unit(item), *space, *_cells(procedure, item, asked, blank))
        for item, space in zip(items, where, strict=True)
    ]
    even = next((count for count in range(ABREAST, 1, -1) if len(rows) % count == 0), 1)
    abreast = (ABREAST if len(rows) > FEW else even) if len(columns) <= NARROW and not asked else 1
    high = -(-len(rows) // abreast)
    rows += [("",) * len(columns)] * (high * abreast - len(rows))
    lines = ([cell for row in rows[number::high] for cell in row] for number in range(high))
    return Worksheet(tuple(columns) * abreast, tuple(Row(tuple(map(Cell, line))) for line in lines), height=6.0)


def _spaces(game: Game, steps: Iterable[Step]) -> dict[str, str]:
    """Return where the units of the game's first set-up stand, if a step repeats for these."""
    scenario = next((name for name, item in game[Scenario].items() if item.value.setup is not None), None)
    if scenario is None or not any(isinstance(step.for_each, Each) for step in steps):
        return {}
    spots = settle(game, scenario).spots
    return {piece.unit: f"{spot.place} {spot.name}".strip() for spot in spots for piece in spot.pieces}


def _cells(procedure: Procedure, item: str, asked: Sequence[str], blank: Sequence[str]) -> list[str]:
    """Return the cells of an item, with a dash where a question is not asked of it."""
    return [
        "–" if number < len(asked) and item not in procedure.inputs[asked[number]].for_each else text
        for number, text in enumerate(blank)
    ]


def forms(game: Game) -> TextDocument:
    """Return the procedures with dice, cards or markers that paper serves, by collection, and a list of the others."""
    blocks: list[Block] = []
    left: list[Block] = []
    for source, sheet in game.all(Procedures):
        found = [name for name, one in sheet.procedures.items() if rolls(game, one.steps)]
        served = [name for name in found if on_paper(game, sheet.procedures[name])]
        if served:
            blocks.append(Heading(sheet.title, "group", keep=True, at=source.at("title")))
        for name in served:
            blocks += form(game, game[Procedure][name])
        left += (_on_screen(game, game[Procedure][name]) for name in found if name not in served)
    if left:
        said = game.say(
            "Paper does these badly: they keep accounts from step to step, repeat as often as play decides, or "
            "reshuffle. The companion rolls them, and so does the command line."
        )
        blocks += [Heading(game.say("On screen"), "group", keep=True), Paragraph(said, "intro", keep=True), *left]
    title, note = (
        game.say("Roll forms"),
        game.say(
            "Fill in each form from left to right: what is asked, the dice, what they mean. "
            "Tick the modifiers that apply."
        ),
    )
    return document(game, title, (DocumentPart(title, tuple(blocks), note=note, columns=1),) if blocks else ())


def _on_screen(game: Game, item: GameItem[Procedure]) -> Point:
    rule = f" ({item.value.rule})" if item.value.rule else ""
    return Point(f"**{item.value.title}**{rule}: rcwkit roll {game.info.id} {item.id}", at=item.span)


def stages(game: Game, item: GameItem[Procedure]) -> list[Block]:
    """Return the stages of one procedure's form, or the line that sends players to the companion."""
    if not on_paper(game, item.value):
        return [_on_screen(game, item)]
    shape = _Form(game, item)
    shape.steps(item.value.steps, (), ("steps",))
    if sum(isinstance(block, FormStage) for block in shape.blocks) == 1 and isinstance(shape.blocks[0], FormStage):
        only = shape.blocks[0]
        alike = only.title.casefold() == item.value.title.casefold()
        shape.blocks[0] = replace(only, number="", title="" if alike else only.title)
    return shape.blocks


def form(game: Game, item: GameItem[Procedure]) -> Iterator[Block]:
    """Yield the form of one procedure, under its title."""
    procedure, found = item.value, stages(game, item)
    yield Heading(procedure.title, "form", procedure.rule, flags(game, procedure.rulings), keep=True, at=item.span)
    note = with_titles(game, procedure.note or "")
    if isinstance(found[0], FormStage) and not found[0].number:
        found = [replace(found[0], note=" ".join(filter(None, (note, found[0].note)))), *found[1:]]
    elif note:
        yield Paragraph(note, "quiet", keep=True, at=item.document.at(*item.path, "note"))
    for number, block in enumerate(found, 1):
        keep = (block.keep or number == 1) and number < len(found)
        yield replace(block, again=again(game.say, procedure.title), keep=keep)


class _Done(NamedTuple):
    """A step within a repeated one: how often it is done each time, its conditions in words, and its path."""

    step: Step
    often: int
    when: tuple[str, ...]
    any_of: tuple[str, ...]
    path: tuple[Any, ...]


@dataclass
class _Form:
    """Collects the stages of one form; `asked` are the questions that stand on it already."""

    game: Game
    item: GameItem[Procedure]
    blocks: list[Block] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    number: int = 0

    def __post_init__(self) -> None:
        procedure = self.item.value
        walked = [step for _, step in walk(procedure.steps)]
        labels = {name: short(question) for name, question in procedure.inputs.items()}
        labels |= {step.id: step.title or plain(step.id).capitalize() for step in walked}
        boxes = {
            step.id: {box: entry.title for box, entry in self.game[Track][step.slide.track].value.boxes.items()}
            for step in walked
            if step.slide is not None
        }
        answers = {name: question.choices or {} for name, question in procedure.inputs.items()}
        self.words = ProcedureWords(self.game, labels, {**boxes, **answers})

    def steps(self, steps: Iterable[Step], when: tuple[str, ...], path: tuple[Any, ...]) -> None:
        """Add steps that are done `when` conditions in words hold."""
        for number, step in enumerate(steps):
            if shown(self.game, self.item.value, step):
                self._step(step, when, (*path, number))

    def _step(self, step: Step, when: tuple[str, ...], path: tuple[Any, ...]) -> None:
        own, any_of = self._when(step)
        met = (*when, own) if own else when
        if (step.for_each is not None and not step.do) or (step.steps and step.times is not None):
            self._grid(step, met, any_of, path)
        elif step.steps:
            self.steps(step.steps, (*met, *any_of), path + ("steps",))
        elif dice_of(self.game, step) is not None:
            made = thrown(self.game, self.words, self.item.value, step)
            self._add(replace(made, boxes=("",) * self._times(step)), step, met, any_of, path)
        elif step.draw is not None:
            self._add(self._deal(step), step, met, any_of, path)
        else:
            self._rungs(step, met, any_of, path)

    def _times(self, step: Step) -> int:
        return times(self.game, self.item.value, step) or 1

    def _when(self, step: Step) -> tuple[str, tuple[str, ...]]:
        if step.case:
            return step.case, ()
        return self.words.divided(step.when) if step.when is not None else ("", ())

    def _add(
        self,
        stage: FormStage,
        step: Step,
        when: tuple[str, ...],
        any_of: tuple[str, ...],
        path: Any,
        asks: tuple[Ask, ...] = (),
    ) -> None:
        """Add a stage under the next number, with these questions and those that it is the first to need."""
        made = replace(
            stage,
            number=str(self.number + 1),
            about=f"{self.item.value.title}: {self.number + 1}",
            title=step.title or "",
            when="; ".join(when),
            any_of=any_of,
            asks=(*asks, *self._asks([step])),
            note=with_titles(self.game, step.note or ""),
            flags=flags(self.game, step.rulings),
            at=self.item.document.at(*self.item.path, *path),
        )
        last = self.blocks[-1] if self.blocks else None
        if isinstance(last, Throw) and isinstance(made, Throw) and _plain(last, made.dice) and _plain(made, made.dice):
            labels = (label or throw.title for throw in (last, made) for label in throw.boxes)
            self.blocks[-1] = replace(last, title="", boxes=tuple(labels))
            return
        self.number += 1
        self.blocks.append(made)

    def _asks(self, steps: Iterable[Step]) -> tuple[Ask, ...]:
        procedure = self.item.value
        names = dict.fromkeys(name for step in steps for name in read(self.game, procedure, step))
        found = [name for name in names if name not in self.asked and not procedure.inputs[name].for_each]
        self.asked |= set(found)
        return tuple(ask(self.game.say, procedure.inputs[name]) for name in found)

    def _deal(self, step: Step) -> Deal:
        assert step.draw is not None
        procedure, count = self.item.value, step.draw.count if step.times is None else step.times
        deck = procedure.decks[step.draw.deck].title
        more = any(isinstance(block, Deal) and block.deck == deck for block in self.blocks)
        if isinstance(count, int):
            return Deal("", "", deck=deck, spaces=count, more=more)
        run = procedure.inputs[str(count)].run
        assert run is not None  # any other number of cards is not for paper
        return Deal("", "", deck=deck, spaces=run.high, count=self.words.name(count), more=more)

    def _of_items(self, step: Step) -> list[str]:
        """Return the inputs that a repeated step reads for each item, in its conditions and effects, too."""
        procedure = self.item.value
        names: set[str] = set()
        for _, one in walk((step,)):
            names |= names_in([one.when, *one.again.values(), *(effect.reads for _, effect in one.effects)])
            names |= {f"{name}.{ITEM}" for name in read(self.game, procedure, one)}
        return [name for name in procedure.inputs if f"{name}.{ITEM}" in names]

    def _rungs(self, step: Step, when: tuple[str, ...], any_of: tuple[str, ...], path: Any) -> None:
        """Add what a step says to the ladder above, or begin one."""
        shining = flags(self.game, step.rulings)
        often = self._often(step)
        if step.slide is not None and not step.note:
            first, *others = moved(self.game, self.words, step.slide)
            rungs = [first._replace(when="; ".join(when), any_of=any_of, flags=shining), *others]
        else:
            run = self._run(step) if step.run else ""
            text = run or with_titles(self.game, self._words(step).effects(step.do))
            text = " ".join(filter(None, (text, with_titles(self.game, step.note or ""))))
            rungs = [Rung("; ".join(filter(None, (often, *when))), text, any_of, shining)]
        last = self.blocks[-1] if self.blocks else None
        asks = self._asks([step])
        derived = step.slide is not None and not step.note
        if isinstance(last, Ladder) and not derived and not (last.title and asks):
            self.blocks[-1] = replace(last, rungs=(*last.rungs, *rungs), asks=(*last.asks, *asks))
            return
        title = (step.title or "") if derived else ""
        self.blocks.append(replace(self._ladder(path), title=title, asks=asks, rungs=tuple(rungs)))

    def _ladder(self, path: Any) -> Ladder:
        """Return an empty ladder under the next number."""
        self.number += 1
        at = self.item.document.at(*self.item.path, *path)
        return Ladder(str(self.number), f"{self.item.value.title}: {self.number}", at=at)

    def _often(self, step: Step) -> str:
        if isinstance(step.times, int):
            return self.game.say.count(step.times, "{n} time", "{n} times")
        if step.times is not None:
            return self.game.say("as often as {number}", number=self.words.amount(step.times))
        return ""

    def _words(self, step: Step) -> ProcedureWords:
        """Return the wording of effects; those on a list of counters without a roll name the whole list."""
        if isinstance(step.for_each, tuple):
            return replace(self.words, item=self.game.say.listed(self.words.unit(str(one)) for one in step.for_each))
        return self.words

    def _run(self, step: Step) -> str:
        """Return which form to go on with, and the answers to its questions."""
        inner = self.game[Procedure][str(step.run)].value
        told, questions = [], inner.questions
        for name, value in step.given.items():
            question = questions.get(name)
            if question is None or value == question.default:
                continue
            said, choices = "", question.choices or {}
            if isinstance(value, str | int) and value in choices and value not in self.item.value.inputs:
                said = choices[value]
            elif isinstance(value, int | Calc):
                said = self.words.amount(value)
            elif not self.words.known(value) and not step.note:
                said = self.game.say("the sum of the lines above")
            elif not step.note and not self.words.name(value).endswith(question.title):
                said = self.game.say("‘{name}’", name=self.words.name(value))
            whose = "" if name in inner.inputs else f"{self.words.unit(name.rpartition('.')[2])}: "
            told += [f"{whose}{question.title.rstrip('?')}: **{said}**"] if said else []
        rule = f" ({inner.rule})" if inner.rule and not rolls(self.game, inner.steps) else ""
        text = self.game.say("Go on with the form ‘{title}’", title=inner.title)
        return f"{text}{rule}{'. ' if told else ''}{'; '.join(told)}."

    def _grid(self, step: Step, when: tuple[str, ...], any_of: tuple[str, ...], path: tuple[Any, ...]) -> None:
        """Add how to read the rolls of a repeated step, a grid with a row for each item, and what follows."""
        procedure, game = self.item.value, self.game
        done = list(self._inner(step, when, any_of, path)) if step.steps else [_Done(step, 1, when, any_of, path)]
        rolled = [one for one in done if dice_of(game, one.step) is not None]
        own = [name for name in self._of_items(step) if procedure.inputs[name].for_each]
        count = self._times(step)
        lone = len(rolled) == 1 and step.for_each is None
        asks = self._asks([step, *(one.step for one in done)])
        begun = len(self.blocks)
        for one in rolled:
            made = thrown(game, self.words, procedure, one.step)
            boxes = ("",) * count * one.often if lone else ()
            first = asks if len(self.blocks) == begun else ()
            self._add(replace(made, boxes=boxes), one.step, one.when, one.any_of, one.path, first)
        if asks and not rolled:
            self.blocks.append(replace(self._ladder(path), asks=asks))
        if not lone:
            named = tuple(f"{step.title or game.say('Roll')} {number}" for number in range(1, count + 1))
            found = tuple(map(str, items(game, step))) if step.for_each is not None else named
            self.blocks[begun:] = [replace(block, keep=True) for block in self.blocks[begun:]]
            at = self.item.document.at(*self.item.path, *path)
            columns = [(one.step, one.often) for one in rolled]
            self.blocks.append(replace(worksheet(game, self.words, procedure, found, own, columns), at=at))
        stated = len(when) if rolled else 0
        for one in done:
            if one not in rolled:
                self._rungs(one.step, one.when[stated:], one.any_of, one.path)

    def _inner(
        self, step: Step, when: tuple[str, ...], any_of: tuple[str, ...], path: tuple[Any, ...], often: int = 1
    ) -> Iterator[_Done]:
        """Yield the steps within a repeated one that players take."""
        for number, one in enumerate(step.steps):
            if not shown(self.game, self.item.value, one):
                continue
            own, parts = self._when(one)
            met, place = (*when, own) if own else when, (*path, "steps", number)
            count = often * self._times(one)
            if one.steps:
                yield from self._inner(one, (*met, *parts), (), place, count)
            else:
                yield _Done(one, count, met, parts or any_of, place)


def _plain(throw: Throw, dice: str) -> bool:
    """Return whether a roll of these dice has nothing but a box for each, so that several stand together."""
    bare = Throw(throw.number, throw.about, throw.title, dice=dice, count=throw.count, boxes=throw.boxes, at=throw.at)
    return throw == bare and bool(throw.boxes)
