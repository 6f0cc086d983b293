"""Dice procedures as blank forms: each stage in the shape of its step, as a person fills it in.

A roll has its dice and modifiers, a repeated one a grid of its items, a draw a line for each card, and what follows is
a ladder of conditions. What paper does badly is left to the companion: accounts kept from step to step, repeats whose
number only play decides, and long decks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rcwkit.blocks.base import again, document, flags, plain
from rcwkit.blocks.dice import Ask, Deal, FormStage, Ladder, Rung, Throw
from rcwkit.blocks.form_grid import worksheet
from rcwkit.blocks.paper import items, on_paper, rolls, shown, times
from rcwkit.blocks.steps import ask, dice_of, moved, read, short, thrown
from rcwkit.blocks.vocabulary import Block, Document, Heading, Paragraph, Part, Point
from rcwkit.blocks.words import ITEM, Words, with_titles
from rcwkit.dice.node import names_in
from rcwkit.models.conditions import Calc
from rcwkit.models.procedures import Procedure, Procedures, Step, walk
from rcwkit.reading.game import Game, Item

__all__ = ["form", "forms", "stages"]


def forms(game: Game) -> Document:
    """Return the procedures with dice, cards or markers that paper serves, by collection, and a list of the others."""
    blocks: list[Block] = []
    left: list[Block] = []
    for source, sheet in game.of(Procedures):
        found = [name for name, one in sheet.procedures.items() if rolls(game, one.steps)]
        served = [name for name in found if on_paper(game, sheet.procedures[name])]
        if served:
            blocks.append(Heading(sheet.title, "group", keep=True, at=source.at("title")))
        for name in served:
            blocks += form(game, game.procedures[name])
        left += (_on_screen(game, game.procedures[name]) for name in found if name not in served)
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
    return document(game, title, (Part(title, tuple(blocks), note=note, columns=1),) if blocks else ())


def _on_screen(game: Game, item: Item[Procedure]) -> Point:
    rule = f" ({item.value.rule})" if item.value.rule else ""
    return Point(f"**{item.value.title}**{rule}: rcwkit roll {game.info.id} {item.id}", at=item.span)


def stages(game: Game, item: Item[Procedure]) -> list[Block]:
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


def form(game: Game, item: Item[Procedure]) -> Iterator[Block]:
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
    item: Item[Procedure]
    blocks: list[Block] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    number: int = 0

    def __post_init__(self) -> None:
        procedure = self.item.value
        walked = [step for _, step in walk(procedure.steps)]
        labels = {name: short(question) for name, question in procedure.inputs.items()}
        labels |= {step.id: step.title or plain(step.id).capitalize() for step in walked}
        boxes = {
            step.id: {box: entry.title for box, entry in self.game.tracks[step.slide.track].value.boxes.items()}
            for step in walked
            if step.slide is not None
        }
        answers = {name: question.choices or {} for name, question in procedure.inputs.items()}
        self.words = Words(self.game, labels, {**boxes, **answers})

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
            rungs = [replace(first, when="; ".join(when), any_of=any_of, flags=shining), *others]
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

    def _words(self, step: Step) -> Words:
        """Return the wording of effects; those on a list of counters without a roll name the whole list."""
        if isinstance(step.for_each, tuple):
            return replace(self.words, item=self.game.say.listed(self.words.unit(str(one)) for one in step.for_each))
        return self.words

    def _run(self, step: Step) -> str:
        """Return which form to go on with, and the answers to its questions."""
        inner = self.game.procedures[str(step.run)].value
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
