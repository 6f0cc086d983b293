"""Tracks in VASSAL: commands of markers on them, properties that hold their boxes, and the line that tells these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rcwkit.dice.counters import Reverse, back_owner, reverse_of
from rcwkit.dice.setups import Track
from rcwkit.export import traits
from rcwkit.export.boards import (
    LABEL,
    MAP,
    SIDE,
    TRAY,
    Board,
    BoardArea,
    dead_boxes,
    reserve_boxes,
    track_cell,
)
from rcwkit.export.table import Token, VirtualTable
from rcwkit.export.vassal_rolls import player_of

AFTER, TOLD, SHOWS, SHOWN = (traits.named(step) for step in ("after", "told", "shows", "shown"))
"""Keys of what follows a move: all pieces hear the first; markers put their box into a property, and call the line."""
NONE, SUMS, COUNTED, DRAWN = (traits.named(step) for step in ("none", "sums", "counted", "drawn"))
"""Keys with which the line counts markers before it is drawn anew."""
LISTED, STRIDE, LINED = 12, 5, 10
"""Most boxes of a track of which each is a command; boxes of a longer stride on others; most markers on the line."""
SCALE = 2
"""Pixels per point."""
LINE = "Line"
"""Property of the piece that is the line."""


class Way(NamedTuple):
    """The boxes that a marker steps to, as VASSAL's regions are called; `head` is what their names begin with.

    `track` is the title of its track, of which it may be the only marker; `value` is the property that has its box.
    `faces` are whom its faces show outside the first box, `blank` the property with what players call its row.
    Where a `later` one begins is not known: nothing is told of it until it is there.
    """

    track: str
    head: str
    boxes: tuple[str, ...]
    value: str
    alone: bool
    faces: tuple[str, ...] = ()
    blank: str = ""
    later: bool = False


Tallies = Mapping[str, tuple[tuple[str, str], ...]]
"""Marker of which there are many, with a side for each of two owners → title of the owner and the number's property."""


def tallies(table: VirtualTable) -> Tallies:
    """Return the markers that are counted on the boards."""
    game, found = table.game, {}
    for unit, token in table.tokens.items():
        back, behind = reverse_of(game, unit), back_owner(game, unit)
        # One with a name of its own is another marker.
        alike = isinstance(back, Reverse) and not back.name
        if behind and alike and token.marker and token.copies > 1:
            found[unit] = tuple((game.owners[one].title, f"Count_{unit}_{one}") for one in (token.owned, behind))
    return found


class Stock(NamedTuple):
    """A box of the dead or of a reserve: its title, its name in the log, and the property with its number of units."""

    title: str
    region: str
    number: str


Stocks = Mapping[str, tuple[Stock, ...]]
"""Title of a track of such boxes → its boxes."""
STOCKED = "Stocked"
"""Name of the prototype of units, which are counted in such boxes."""


def stocks(table: VirtualTable) -> Stocks:
    """Return the boxes of the dead and of reserves, in the order of their tracks."""
    regions = {cell: area.title for board in table.starts[0].boards for cell, area in board.cells.items()}
    wanted = {*dead_boxes(table.game).values(), *reserve_boxes(table.game).values()}
    found: dict[str, tuple[Stock, ...]] = {}
    for track, item in table.game[Track].items():
        cells = {box: track_cell(track, "", box) for box in item.value.boxes}
        held = tuple(
            Stock(item.value.boxes[box].title, regions[cell], f"Stock_{track}_{box}")
            for box, cell in cells.items()
            if cell in wanted and cell in regions
        )
        found |= {item.value.title: held} if held else {}
    return found


def stocked(known: Stocks) -> Iterator[traits.Trait]:
    """Yield what counts a unit for the box where it is, each time that one comes into a box or leaves it."""
    boxes = [stock for held in known.values() for stock in held]
    there = (
        f"{place} == {traits.literal(one.region)}" for one in boxes for place in ("LocationName", "OldLocationName")
    )
    moved = " || ".join(there)
    for stroke in (AFTER, traits.HOME):
        yield traits.trigger("", stroke, [SHOWS], f"{{ {moved} }}")
    yield traits.called(SHOWS, SHOWN, f'{{ {LINE} != "" }}')
    for one in boxes:
        here = f"LocationName == {traits.literal(one.region)}"
        yield traits.setter(one.number, {COUNTED: f"{{{here} ? {one.number} + 1 : {one.number}}}"})


def movers(table: VirtualTable) -> Mapping[str, str]:
    """Return the box to which each marker of turns and rounds goes when the turn tracker moves on."""
    goes: dict[str, str] = {}
    for track, item in table.game[Track].items() if table.turns else ():
        title, first = item.value.title, next(iter(item.value.boxes.values())).title
        if item is table.turns or item.value.counts == "rounds":
            box = f"${title}$" if item is table.turns else first
            placed = (stack for start in table.starts for stack in start.stacks)
            on = (stack for stack in placed if stack.cell.startswith(f"track {track} "))
            goes |= {unit: f"{title}: {box}" for stack in on for unit, _ in stack.pieces}
    return goes


def ways(table: VirtualTable) -> Mapping[str, Way]:
    """Return where each marker that begins on a track, or that a track says is its own, steps to."""
    found: dict[str, Way] = {}
    for start in table.starts:
        boards = {board.name: board.cells for board in start.boards}
        own = [
            (MAP, track_cell(track, "", next(iter(item.value.boxes))), item.value.marker)
            for track, item in table.game[Track].items()
        ]
        placed = [(stack.board, stack.cell, unit) for stack in start.stacks for unit, _ in stack.pieces]
        for board, cell, unit in (*own, *placed):
            area = boards[board].get(cell) if unit and cell.startswith("track ") else None
            if area and unit and not area.loose:
                row = f"{cell.rpartition(' ')[0]} "
                names = tuple(area.title for cell, area in boards[board].items() if cell.startswith(row))
                track = table.game[Track][cell.split(" ")[1]].value
                head, faces = names[0].partition(": ")[0], tuple(table.game.owners[one].title for one in track.faces)
                blank = head if area.blank == head else ""
                later = (board, cell, unit) not in placed
                found[unit] = Way(track.title, head, names, f"At_{unit}", not track.rows, faces, blank, later)
    return found


def commands_of(table: VirtualTable, token: Token, way: Way) -> Iterator[traits.Trait]:
    """Yield the commands of a marker on a track, with both boxes in the log, and what keeps its box as a property."""
    say, boxes = table.say, way.boxes
    steps = _steps(table, way) if len(boxes) > 1 else {}
    goes = {traits.named(f"goes{at}"): region for at, (_, region, _) in enumerate(steps.values())}
    moves = {**{key: ("", region) for key, region in goes.items()}, **_boxes(way)}
    done = {"player": "$player$", "piece": "$oldPieceName$", "before": "$oldLocation$", "after": "$location$"}
    said = traits.expression(say("{player}: {piece}: {before} to {after}", **done), player=player_of(table.game))
    if moves:
        yield traits.report([*moves], said)
    if listed := _boxes(way):
        yield traits.submenu(say("To a box"), [command for command, _ in listed.values()])
    # At the end of its track a marker has nowhere to go, of which the log must not tell.
    for (stroke, (command, _, end)), step in zip(steps.items(), goes, strict=True):
        yield traits.trigger(command, stroke, [step], f"{{ CurrentZone != {traits.literal(end)} }}")
    for stroke, (command, region) in moves.items():
        yield traits.send(command, stroke, say(MAP), region)
    for stroke in (AFTER, *([traits.FLIP] if token.back else [])):
        yield traits.trigger("", stroke, [TOLD, SHOWS])
    yield traits.called(SHOWS, SHOWN, f'{{ {LINE} != "" }}')
    yield traits.setter(way.value, {TOLD: f"{{{_box(token, way)}}}"})


def _steps(table: VirtualTable, way: Way) -> Mapping[str, tuple[str, str, str]]:
    """Return key → command, region and the last box, of steps to the next box and back, and strides on a long track."""
    say = table.say
    steps = {traits.NEXT: (say("Next box"), 1), traits.LAST: (say("Box before"), -1)}
    if len(way.boxes) > LISTED:
        steps[traits.ON] = say("{n} boxes on", n=STRIDE), STRIDE
        steps[traits.BACK] = say("{n} boxes back", n=STRIDE), -STRIDE
    found, first, last = {}, traits.literal(way.boxes[0]), len(way.boxes) - 1
    for stroke, (command, step) in steps.items():
        # From elsewhere it goes to the first box.
        goes = ((here, way.boxes[min(max(at + step, 0), last)]) for at, here in enumerate(way.boxes))
        cases = ((f"CurrentZone == {traits.literal(here)}", traits.literal(there)) for here, there in goes)
        found[stroke] = command, f"{{{traits.chosen(cases, first)}}}", way.boxes[last if step > 0 else 0]
    return found


def _boxes(way: Way) -> Mapping[str, tuple[str, str]]:
    """Return key → command and region, of all boxes of a short track."""
    listed = way.boxes if 2 < len(way.boxes) <= LISTED else ()
    return {traits.named(f"to{at}"): (box.partition(": ")[2] or box, box) for at, box in enumerate(listed, 1)}


def _box(token: Token, way: Way) -> str:
    """Return an expression: the box of a marker without the title of its track, but with whose face it has."""
    # A zone or place that is called by a number would be one.
    head, zone, place = traits.literal(f"{way.head}: "), '("" + CurrentZone)', '("" + LocationName)'
    # Of several alike, the one on the track counts.
    elsewhere = '""' if way.later else place if token.copies == 1 else way.value
    found = f'{zone}.startsWith({head}) ? {place}.split(": ", 2)[1] : {elsewhere}'
    if len(way.faces) == 2 and token.back:
        front, back = (traits.literal(f"{one} ") for one in way.faces)
        first = traits.literal(way.boxes[0])
        return f'({zone} == {first} ? "" : Reverse_Level == 2 ? {back} : {front}) + ({found})'
    return found


def tally(token: Token) -> str:
    """Return the name of the prototype of a marker that is counted."""
    return f"{token.name} ({token.id})"


def counted(sides: tuple[tuple[str, str], ...]) -> Iterator[traits.Trait]:
    """Yield what counts a marker for the owner whose side it shows, each time that one like it moves or is turned."""
    for stroke in (AFTER, traits.FLIP, traits.HOME):
        yield traits.trigger("", stroke, [SHOWS])
    yield traits.called(SHOWS, SHOWN, f'{{ {LINE} != "" }}')
    (_, front), (_, behind) = sides
    yield traits.setter(front, {COUNTED: f"{{Reverse_Level == 2 ? {front} : {front} + 1}}"})
    yield traits.setter(behind, {COUNTED: f"{{Reverse_Level == 2 ? {behind} + 1 : {behind}}}"})


def status(table: VirtualTable, known: Mapping[str, Way], sides: Tallies, held: Stocks, *, whole: bool) -> str:
    """Return an expression: where markers on tracks are; of many, all if it is `whole`, else those alone on theirs.

    After those that begin on theirs it tells how many markers there are of each owner, of those that are counted, and
    how many units in the boxes of the dead and of reserves that are not empty.
    """
    own = {way.value: way for way in known.values() if len(way.boxes) > 1}
    told = [way for way in own.values() if whole or way.alone or len(own) <= LINED]
    parts = [("", f'{_headed(way)} + " " + {way.value}') for way in told if not way.later]
    for unit, ((one, front), (other, behind)) in sides.items():
        heads = traits.literal(f"{table.tokens[unit].name}: {one} "), traits.literal(f", {other} ")
        parts.append((f"{front} + {behind} == 0", f"{heads[0]} + {front} + {heads[1]} + {behind}"))
    for title, boxes in held.items():
        listed = (f'({one.number} == 0 ? "" : {traits.literal(f", {one.title} ")} + {one.number})' for one in boxes)
        none = " + ".join(one.number for one in boxes) + " == 0"
        parts.append((none, f"{traits.literal(f'{title}: ')} + ({' + '.join(listed)}).substring(2)"))
    parts += [(f'{way.value} == ""', f'{_headed(way)} + " " + {way.value}') for way in told if way.later]
    said = ""
    for nothing, text in parts:
        apart = f"{traits.literal(' · ')} + {text}"
        said += f' + ({nothing} ? "" : {apart})' if said and nothing else f" + {apart}" if said else text
    return said


def _headed(way: Way) -> str:
    return _named(way.blank, way.head) if way.blank else traits.literal(way.head)


def line(table: VirtualTable, known: Mapping[str, Way], sides: Tallies, held: Stocks) -> tuple[traits.Trait, ...]:
    """Return the traits of the line above the board, which shows where markers are; none if nothing is to show."""
    said = status(table, known, sides, held, whole=False)
    if not said:
        return ()
    boxes = {area.title: cell for start in table.starts for board in start.boards for cell, area in board.cells.items()}
    # What lies in the tray, or waits to be placed, is no one's yet.
    apart = [f"LocationName == {traits.literal(at)}" for at, cell in boxes.items() if cell.startswith("markers ")]
    apart.append(f"CurrentMap == {traits.literal(table.say(TRAY))}")
    ids = " || ".join(f"Id == {traits.literal(unit)}" for unit in sides)
    wanted = [f"({ids}) && !({' || '.join(apart)})"] if sides else []
    wanted += [f"LocationName == {traits.literal(one.region)}" for boxes in held.values() for one in boxes]
    numbers = [name for one in sides.values() for _, name in one] + [
        one.number for boxes in held.values() for one in boxes
    ]
    counts = (
        traits.trigger("", SHOWN, [NONE, SUMS, DRAWN]),
        *(traits.setter(name, {NONE: "0"}) for name in numbers),
        traits.called(SUMS, COUNTED, f"{{ {' || '.join(wanted)} }}"),
    )
    shows = traits.dynamic(LINE, "·", {DRAWN if wanted else SHOWN: f"{{{said}}}"})
    shown = traits.label("", "", 22, ("c", 0), f"${LINE}$", just="l")
    return (*(counts if wanted else ()), shows, shown, traits.immobile())


def blanks(board: Board) -> Mapping[str, BoardArea]:
    """Return what players write in on a board: property → the first box that has it in its name."""
    found: dict[str, BoardArea] = {}
    for area in board.cells.values():
        if area.blank:
            found.setdefault(written(area), area)
    return found


def written(area: BoardArea) -> str:
    """Return the property with what players call a box."""
    return area.title.partition(area.blank)[0] + area.blank


def blank(table: VirtualTable, name: str, area: BoardArea) -> tuple[tuple[float, float], tuple[traits.Trait, ...]]:
    """Return the middle of what is clicked at to write in a name, in points, and the traits of the piece there."""
    say, own = table.say, f"GetProperty({traits.literal(name)})"
    click, tells = traits.named("click"), traits.named("tells")
    (left, top), (right, _), (_, bottom), _ = area.corners
    row = area.title.startswith(area.blank)
    left, right, bottom = (left - SIDE, left, bottom) if row else (left, right, top + LABEL)
    half = round(right - left) * SCALE // 2, round(bottom - top) * SCALE // 2
    parts = {"player": "$player$", "box": name, "name": "$name$"}
    said = say("{player} calls {box}: {name}", **parts)
    return ((left + right) / 2, (top + bottom) / 2), (
        traits.report([tells], traits.expression(said, player=player_of(table.game), name=own)),
        # What is outside of the question comes after it; a player may answer nothing.
        traits.trigger("", click, [tells], f'{{ {own} != "" }}'),
        traits.called(tells, SHOWN, f'{{ {LINE} != "" }}'),
        traits.button(click, -half[0], -half[1], *half),
        traits.asks(name, click, say("Name of {box}", box=name)),
        traits.label("", "", 18, ("c", 0), f"{{{own}}}"),
        traits.immobile(),
    )


def called(area: BoardArea) -> str:
    """Return the name of a box in the log: with what players have written in, if they have."""
    before, _, after = area.title.partition(area.blank)
    named = _named(written(area), area.blank)
    return f"{{{' + '.join((traits.literal(before), named, traits.literal(after)))}}}"


def _named(name: str, blank: str) -> str:
    """Return an expression: what players have written in, or else what stands for it."""
    own = f'("" + GetProperty({traits.literal(name)}))'
    return f'({own} == "" ? {traits.literal(blank)} : {own})'
