"""Rolls of a VASSAL module: buttons that throw dice, what modifies them, and reports that read the game's tables."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import unescape
from typing import NamedTuple
from xml.etree import ElementTree as ET

from rcwkit.art.theme import themed
from rcwkit.dice import counters
from rcwkit.dice.conditions import Amount, Calc
from rcwkit.dice.model import Procedure, SetVariables, Step, VariableEffect, walk
from rcwkit.dice.notation import Dice
from rcwkit.dice.plan import PlanNode
from rcwkit.dice.record import worded
from rcwkit.dice.tables import EACH, Drm, Resolution, Table
from rcwkit.dice.walk import Event
from rcwkit.dice.wording import outcome_text, result_text
from rcwkit.document.chart_blocks import dice_name, drm_lines
from rcwkit.export import traits
from rcwkit.export.traits import Trait, add, chosen, given, icon, literal, plain
from rcwkit.game.game import Game
from rcwkit.kit.publish import named_apart
from rcwkit.source.base import Scalar
from rcwkit.source.language import word
from rcwkit.source.markup import spoken

DICE_MENU = word("Roll on")
"""Text of the button under which the rolls of tables and procedures lie."""


class BoardRoll(NamedTuple):
    """A roll with results: its title, how it is read, and the name that its properties begin with."""

    title: str
    read: Resolution
    name: str


class Choice(NamedTuple):
    """What is chosen before a roll: a modifier, which adds so much each time, or a column, by its number from 1.

    A modifier is ticked or, if it is `counted`, given a number. The property `name` holds what is chosen.
    """

    name: str
    text: str
    adds: int = 0
    counted: bool = False
    column: int = 0

    @property
    def box(self) -> str:
        """The id of its box."""
        return f"{self.name} {self.column}"


def rolls_of(game: Game) -> list[BoardRoll]:
    """Return every roll that has results of its own: tables, and steps with rows or against a number or an answer."""
    found: list[tuple[str, Resolution]] = []
    for item in game[Table].values():
        if item.value.roll and item.value.rows:
            found.append((item.value.title, item.value))
    for procedure in game[Procedure].values():
        for _, step in walk(procedure.value.steps):
            step = _with_rows(procedure.value, step)
            # Two procedures may have a roll in common.
            if step.roll and step.rows and step not in (read for _, read in found):
                whole = procedure.value.title
                found.append((f"{whole}: {step.title}" if step.title and step.title != whole else whole, step))
    names: set[str] = set()
    return [BoardRoll(named_apart(title, names), read, f"roll{at}") for at, (title, read) in enumerate(found, 1)]


COMPARED = word("less"), word("equal"), word("more")
"""Results of a total that is compared with an answer."""


def _with_rows(procedure: Procedure, step: Step) -> Step:
    """Return a step that tests against a number, or whose total is compared with an answer, with rows for its results.

    An answer is taken off the roll as a modifier, so what is left is read against 0.
    """
    comparison, bound = step.test.bound if step.test else ("", next(_compared(procedure, step), None))
    answer = procedure.inputs.get(bound) if isinstance(bound, str) else None
    if bound is None or not (isinstance(bound, int) or answer and answer.range):
        return step
    at = bound if isinstance(bound, int) else 0
    rows: Mapping[Scalar, Scalar] = dict(zip((f"{at - 1}-", at, f"{at + 1}+"), COMPARED, strict=True))
    if step.test:
        low = at if comparison in ("at_most", "above") else at - 1
        results = step.test.failure, step.test.success
        under, over = results if comparison in ("at_least", "above") else results[::-1]
        rows = {f"{low}-": under, f"{low + 1}+": over}
    fields = {name: getattr(step, name) for name in Step.model_fields} | {"rows": rows, "test": None}
    if answer:
        fields["drm"] = (*step.drm, Drm(add=Calc(of=bound, times=-1), text=answer.title))
    return Step.model_construct(**fields)


def _compared(procedure: Procedure, step: Step) -> Iterator[Amount]:
    """Yield the answers that are taken off the total of a step that nothing else reads, but for its own modifiers."""
    effects = (effect for _, one in walk(procedure.steps) for _, effect in one.effects)
    for effect in effects if step.roll and not (step.rows or step.table) else ():
        for amount in effect.set.values() if isinstance(effect, SetVariables) else ():
            if isinstance(amount, Calc) and amount.of == step.id and isinstance(amount.plus, Calc):
                taken = amount.plus
                if taken.times == -1 and taken.of is not None and taken.of not in [drm.add for drm in step.drm]:
                    yield taken.of


def choices_of(game: Game, roll: BoardRoll) -> list[Choice]:
    """Return the modifiers of a roll, then its columns if there are several."""
    choices: list[Choice] = []
    for at, (drm, (sign, text)) in enumerate(zip(roll.read.drm, drm_lines(roll.read.drm), strict=True), 1):
        each, counted = EACH.match(drm.text), not isinstance(drm.add, int)
        adds = int(each[1].replace("−", "-")) if each and counted else -1 if sign == "−" else 1
        adds = drm.add if isinstance(drm.add, int) else adds
        said = f"{sign} {spoken(text, game.info.said)}".replace("[", "(").replace("]", ")")
        choices.append(Choice(f"{roll.name}_{at}", said, adds, counted))
    heads = _heads(game, roll.read)
    columns = [Choice(f"{roll.name}_column", head, column=at) for at, head in enumerate(heads, 1)]
    return choices + (columns if len(columns) > 1 else [])


def _heads(game: Game, read: Resolution) -> list[str]:
    """The headings of the columns, each with that of its group."""
    groups = read.groups if isinstance(read, Table) else {}
    over = {column: f"{group} " for group, columns in groups.items() for column in columns}
    return [spoken(over.get(column, "") + head, game.info.said) for column, head in read.columns.items()]


MOST = 12
"""Modifiers to either side of which the chances are told."""
APART = "¦"
"""What parts the entries of a list within an expression."""


def seats(game: Game) -> tuple[str, ...]:
    """Return whom players can play: sides that play, unless none of them has a counter and others do."""
    return tuple(_coloured(game))


def _coloured(game: Game) -> Mapping[str, str]:
    """Return the titles of those who play, with their colours as text on white."""
    owners = dict.fromkeys(counters.owner_of(game, name) for name in game[counters.Counter])
    plays = [name for name, side in game.info.sides.items() if side.plays]
    playing = plays if not owners or set(plays) & owners.keys() else [*owners]
    theme = themed(game.info)
    return {owner.title: theme.legible(owner.colour, "#FFFFFF") for owner in map(game.owners.get, playing) if owner}


def player_of(game: Game) -> str:
    """Return an expression: who does it, by name and side, in the colour of the side."""
    own = ((f"PlayerSide == {literal(title)}", literal(one)) for title, one in _coloured(game).items())
    colour = chosen(own, literal(themed(game.info).ink))
    return f'("<font color=" + {colour} + ">" + PlayerName + " (" + PlayerSide + ")</font>")'


def report_of(game: Game, roll: BoardRoll) -> str:
    """Return the report of a roll as an expression of BeanShell: dice, modifiers, total, the row, and its chance.

    What it says is picked from lists, as VASSAL takes long to read many conditions.
    """
    read, choices = roll.read, choices_of(game, roll)
    drms = [choice for choice in choices if not choice.column]
    columns = 1 + len(choices) - len(drms)
    terms = (f" {'-' if one.adds < 0 else '+'} {abs(one.adds)} * {one.name}" for one in drms)
    added = f"(0{''.join(terms)})"
    shown = _shown(read.roll)
    said = literal(f": {roll.title}: ") + f" + {shown}"
    if drms:
        signed = f'({added} < 0 ? " − " + (0 - {added}) : " + " + {added})'
        said += f' + ({added} == 0 ? "" : {signed} + " = " + ({shown} + {added}))'
    for one in drms:
        times = f' + " × " + {one.name}' if one.counted else ""
        said += f' + ({one.name} == 0 ? "" : {literal(f" [{one.text}")}{times} + "]")'
    order, (*lower, last), naturals = _sorted(read), read.ascending, [*read.natural]
    cases = [(f"{shown} == {face}", str(len(order) + at)) for at, face in enumerate(naturals)]
    total = f"{shown} + {added}" if drms else shown
    cases += [(f"{total} <= {covered.high}", str(order.index(key))) for key, covered in lower]
    rows = len(order) + len(naturals)
    at = chosen(cases, str(order.index(last[0])))
    if columns > 1:
        at = f"({roll.name}_column * {rows} + {at})"
    keys = [(column, key, face) for column in range(columns) for key, face in _outcomes(read)]
    words = [
        _words(game, read, key, column) if face is None else _natural(game, read, face) for column, key, face in keys
    ]
    least, most = _reach(drms)
    steps = range(least, most + 1)
    tallies = {(step, column): _tally(read, step, column) for step in steps for column in range(columns)}
    chances = [
        _chance(game, read, key, face, column, tallies[step, column]) for column, key, face in keys for step in steps
    ]
    where = at
    if drms:
        # Modifiers past those whose chances are told have an empty entry at either end.
        kept = f"({added} < {least} ? {least} : {added} > {most} ? {most} : {added})"
        where = f"{at} * {len(steps)} + {kept} + {-least}"
    picked = [f"{_list(words)}[{at}]"]
    if any(chances):
        picked.append(f"{_list(chances)}[{where}]")
    return f'{{{player_of(game)} + {said} + " → " + {" + ".join(picked)}}}'


def _shown(dice: Dice | None) -> str:
    """The number that the dice show, as an expression: VASSAL adds them up."""
    if dice is None or not dice.digits:
        return "numericalTotal"
    digits = (f"{dice.base ** (dice.count - at)} * result{at}" for at in range(1, dice.count + 1))
    return f"({' + '.join(digits)})"


def _list(texts: Sequence[str]) -> str:
    return f'{literal(APART.join(text.replace(APART, " ") for text in texts))}.split("{APART}", -1)'


def _outcomes(read: Resolution) -> list[tuple[Scalar, int | None]]:
    """The rows from the lowest up, then the results of unmodified rolls, with those."""
    return [*((key, None) for key in _sorted(read)), *((result, face) for face, result in read.natural.items())]


def _reach(drms: Sequence[Choice]) -> tuple[int, int]:
    """The least and the highest sum of modifiers, and one more to either side if they can be higher still."""
    if any(one.counted for one in drms):
        return -MOST - 1, MOST + 1
    low, high = (sum(one.adds for one in drms if one.adds * sign > 0) for sign in (-1, 1))
    return max(low, -MOST - 1), min(high, MOST + 1)


def _sorted(read: Resolution) -> list[Scalar]:
    return [*dict.fromkeys(key for key, _ in read.ascending)]


def _ways(read: Resolution) -> Mapping[int, int]:
    """What the dice show → how many throws give it."""
    return read.roll.ways() if read.roll else {}


def _row_at(read: Resolution, total: int) -> Scalar:
    """The row that a total takes; totals past the ends take the end rows."""
    rows = read.ascending
    return rows[bisect_left([covered.high for _, covered in rows[:-1]], total)][0]


def _tally(read: Resolution, modifier: int, column: int) -> Mapping[object, int]:
    """What throws lead to with a modifier, as `_counted` has it, → how many do."""
    found = Counter[object]()
    for natural, number in _ways(read).items() if abs(modifier) <= MOST else ():
        face = natural if natural in read.natural else None
        found[_counted(read, _row_at(read, natural + modifier), face, column)] += number
    return found


def _counted(read: Resolution, key: Scalar, face: int | None, column: int) -> object:
    """What chances are told of: the result in one column, if it is chosen or the only one, or else all of the row."""
    if not column and isinstance(read.rows[key], tuple):
        return face, key if face is None else None
    return read.natural[face] if face is not None else read.cells[key][max(column, 1) - 1]


def _chance(game: Game, read: Resolution, key: Scalar, face: int | None, column: int, to: Mapping[object, int]) -> str:
    """How likely a row is, or its result in one column, as ` (1 in 3)`; nothing of what is certain or impossible."""
    # An unmodified roll has its result for its row.
    row = key if face is None else next(iter(read.rows))
    chance = Fraction(to.get(_counted(read, row, face, column), 0), sum(_ways(read).values()) or 1)
    return f" ({game.say('{n} in {of}', n=chance.numerator, of=chance.denominator)})" if 0 < chance < 1 else ""


def _natural(game: Game, read: Resolution, face: int) -> str:
    return _cell(game, read, read.natural[face])


def outcome_of(game: Game, roll: BoardRoll, natural: int, modifier: int, column: int = 0) -> str:
    """Return what the report of a roll says of a throw, after the arrow; of all columns, or of one by its number."""
    read = roll.read
    face = natural if natural in read.natural else None
    key = read.natural[natural] if face is not None else _row_at(read, natural + modifier)
    said = _natural(game, read, natural) if face is not None else _words(game, read, key, column)
    return plain(said + _chance(game, read, key, face, column, _tally(read, modifier, column)))


class Misread(NamedTuple):
    """A line of a log that the game's tables do not bear out: its number, what it says, and what they say."""

    line: int
    says: str
    reads: str


_BREAK = re.compile(r"</?(?:div|p|br|li|tr|h\d)\b[^>]*>")
_CHAT = re.compile(r"\s*(?:<|&lt;)[^<>&]*(?:>|&gt;) - ")
"""How a line begins that a player wrote."""
_THROW = re.compile(r"(\d+)(?: ([+−]) (\d+) = (-?\d+))?((?: \[[^\]]*\])*) → (.*)")


def read_log(game: Game, text: str) -> tuple[int, list[Misread]]:
    """Read the rolls on tables in a log of VASSAL, as text or HTML; return how many there are, and the wrong ones.

    What players wrote themselves is no roll. One is wrong if its modifiers are not the roll's, do not add up, or lead
    to another result or chance.
    """
    count, wrong = 0, list[Misread]()
    rolls = sorted(rolls_of(game), key=lambda roll: -len(roll.title))
    if _BREAK.search(text):
        # HTML breaks lines anywhere; its elements begin new ones.
        text = re.sub(r"\s*\n\s*", "\n", _BREAK.sub("\n", " ".join(text.split())))
    for number, line in enumerate(text.splitlines(), 1):
        if _CHAT.match(line):
            continue
        said = unescape(re.sub(r"</?[a-z][^>]*>", "", line)).strip()
        roll = next((one for one in rolls if f": {plain(one.title)}: " in said), None)
        found = _THROW.fullmatch(said.partition(f": {plain(roll.title)}: ")[2]) if roll else None
        if roll is None or found is None:
            continue
        count += 1
        natural, choices = int(found[1]), choices_of(game, roll)
        modifier = _added(re.findall(r"\[([^\]]*)\]", found[5]), choices)
        if modifier is None or natural not in _ways(roll.read):
            wrong.append(Misread(number, said, ""))
            continue
        total = f" {'−' if modifier < 0 else '+'} {abs(modifier)} = {natural + modifier}" if modifier else ""
        columns = [0, *(choice.column for choice in choices if choice.column)]
        ends = [outcome_of(game, roll, natural, modifier, column) for column in columns]
        begins = f"{natural}{total}{found[5]} → "
        if found[0] not in (begins + end for end in ends):
            wrong.append(Misread(number, said, begins + ends[0]))
    return count, wrong


def _added(said: Sequence[str], choices: Sequence[Choice]) -> int | None:
    """Add up the modifiers that a line of a log names, each once; None if one is not the roll's."""
    left, added = {plain(one.text): one for one in choices if not one.column}, 0
    for text in said:
        name, times, number = text.rpartition(" × ")
        one = left.pop(name if times and name in left else text, None)
        if one is None or one.counted != bool(re.fullmatch(r"-?\d+", number) and times):
            return None
        added += one.adds * (int(number) if one.counted else 1)
    return added


def _words(game: Game, read: Resolution, key: Scalar, column: int = 0) -> str:
    """A row: its cell, or each with the heading of its column; or the one of a column, by its number."""
    cells = [_cell(game, read, cell) for cell in read.cells[key]]
    if not isinstance(read.rows[key], tuple):
        return cells[0]
    said = [f"{head}: {cell}" for head, cell in zip(_heads(game, read), cells, strict=False)]
    return said[column - 1] if column else " · ".join(said)


def _cell(game: Game, read: Resolution, cell: Scalar) -> str:
    """A result, with its meaning if the table has a key of results that says more, or with what a step then does."""
    if isinstance(read, Step):
        return ": ".join(filter(None, (result_text(cell, game), "; ".join(_does(game, read, cell)))))
    meaning = read.results.get(cell) if isinstance(read, Table) else None
    plain = game.say(str(cell))
    said = f"{plain}: {meaning}" if meaning and meaning != plain else plain
    return spoken(said, game.info.said).replace("_", " ")


def _does(game: Game, step: Step, result: Scalar) -> Iterator[str]:
    """Yield what follows a result, in words; nothing of what depends on the item that is rolled for."""
    node = PlanNode(step, "", game.documents[0].at())
    for effect in step.then.get(result, ()):
        if effect.what != "item" and not isinstance(effect, VariableEffect):
            yield spoken(outcome_text(worded(Event(node, None, effect)), game), game.info.said)


def dice_buttons(root: ET.Element, game: Game, dice: Iterable[Dice]) -> None:
    """Add a button for each combination of dice, and a menu of all rolls with results."""
    say, player = game.say, player_of(game)
    for one in dice:
        name = dice_name(say, one)
        shown = "".join(f"$result{at}$" for at in range(1, one.count + 1)) if one.digits else "$result$"
        _button(
            root,
            name,
            say("Roll {dice}", dice=name),
            one,
            traits.expression(f"$player$: {name} = {shown}", player=player),
        )
    rolls = rolls_of(game)
    for roll in rolls:
        if thrown := roll.read.roll:
            button = _button(root, roll.title, roll.title, thrown, report_of(game, roll))
            given(button, hotkey=traits.named(roll.name))
    if rolls:
        menu = add(root, "module.ToolbarMenu", description=say(DICE_MENU), text=say(DICE_MENU), icon=icon("d6"))
        given(menu, menuItems=traits.encode([roll.title for roll in rolls], ","), tooltip=say("Tables and procedures"))


SIGNS = (4, 6, 8, 10, 12, 20)
"""Dice of which there is a sign."""


def _button(root: ET.Element, name: str, tip: str, dice: Dice, report: str) -> ET.Element:
    die = icon(f"d{dice.faces}") if dice.faces in SIGNS else ""
    button = add(root, "module.DiceButton", name=name, text=name, icon=die, tooltip=tip)
    return given(button, nDice=dice.count, nSides=dice.faces, reportTotal=True, reportFormat=report)


TICKS, SIDES = (112.0, 24.0), (22.0, 18.0)
"""Sides of a box to tick, and how much of it is to the left of its title and to the right, in points."""
HALF = 112, 24
"""Half the sides of what a click acts on, in pixels: a box."""
_INK = 'fill="none" stroke="#27221c" stroke-width="3"'
_TICK = f'<rect x="9" y="11" width="26" height="26" rx="4" {_INK}/>'
_PICK = f'<circle cx="22" cy="24" r="13" {_INK}/>'
PICTURES = {
    f"{name}.svg": f'<svg xmlns="http://www.w3.org/2000/svg" width="224" height="48" viewBox="0 0 224 48">{drawn}</svg>'
    for name, drawn in {
        "tick-off": _TICK,
        "tick-on": f'{_TICK}<path d="M14 24 l7 8 l11 -18" {_INK}/>',
        "pick-off": _PICK,
        "pick-on": f'{_PICK}<circle cx="22" cy="24" r="6" fill="#27221c"/>',
        "count": f'<path d="M196 16 h16 M204 8 v16 M196 36 h16" {_INK}/>',
        "throw": f'<path d="M9 17 l13 -6 l13 6 v14 l-13 6 l-13 -6 z M9 17 l13 6 l13 -6 M22 23 v14" {_INK}/>',
    }.items()
}
"""The pictures in boxes, each as large as a box: to tick, to pick one of, to count, and to throw dice."""


def roll_piece(roll: BoardRoll, choice: Choice | None, choices: Sequence[Choice]) -> tuple[str, tuple[Trait, ...]]:
    """Return picture and traits of what lies in a box: what is chosen, or the dice, which clear all choices."""
    click, (wide, high) = traits.named("click"), HALF
    whole, still = traits.button(click, -wide, -high, wide, high), traits.immobile()
    if choice is None:
        throw, clear = traits.named("throw"), traits.named("clear")
        names = dict.fromkeys(one.name for one in choices)
        does = traits.trigger("", click, [throw, clear]), traits.fires(throw, traits.named(roll.name))
        return "throw.svg", (whole, *does, *(traits.setter(name, {clear: "0"}) for name in names), still)
    name, at = choice.name, choice.column
    if choice.counted:
        less, more = traits.named("less"), traits.named("more")
        halves = traits.button(more, -wide, -high, wide, 0), traits.button(less, -wide, 0, wide, high)
        counts = traits.setter(name, {less: f"{{{name} - 1}}", more: f"{{{name} + 1}}"})
        return "count.svg", (*halves, counts, still, traits.label("", "", 22, ("c", 0), f"${name}$", across=22 - wide))
    kind = "pick" if at else "tick"
    on = at or 1
    images = ["", f"{kind}-on.svg", ""] if at else ["", f"{kind}-on.svg"]
    sets = traits.setter(name, {click: f"{{{name} == {on} ? 0 : {on}}}"})
    return f"{kind}-off.svg", (whole, sets, still, traits.follows(images, name, on - 1))
