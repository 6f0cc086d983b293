"""Copy: words and small drawings, measured once, then set in lines of any width."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.frame import MM, Field, Group, Item, Text
from rcwkit.type.scripts import is_leftward, leftward
from rcwkit.type.text import CAP, Setter

BLANK = re.compile(r"_{3,}")
LONG, ADDRESS = 24, re.compile(r"[^/.\-_?&=]{1,24}[/.\-_?&=]*|[/.\-_?&=]+")
"""A word longer than this with a slash is an address: it may break after punctuation."""
LEADING = 1.28
"""The default leading, in ems."""


class Letters(NamedTuple):
    """How a run is set: size in points, colour, font, font of its bold words, and letterspacing in ems.

    `strong` is a colour for bold words, which are then not in their font.
    """

    size: float
    fill: str
    font: str = "sans"
    bold: str = "sans-bold"
    spacing: float = 0.0
    strong: str = ""


class Inset(NamedTuple):
    """A drawing in a line, centred on the capitals beside it.

    A line may break at the `gap` before it, unless it is `tight` and touches a word. If it `leads`, the word after it
    stays beside it.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    gap: float = 0.0
    fields: tuple[Field, ...] = ()
    tight: bool = False
    leads: bool = False


Run = tuple[str, Letters] | Inset


class Lines(NamedTuple):
    """Copy set in lines: its height, the width of its longest line, its items and its form fields.

    `drop` is how far a high inset lowers the first baseline.
    """

    height: float
    width: float
    items: tuple[Item, ...]
    fields: tuple[Field, ...] = ()
    drop: float = 0.0


class _Part(NamedTuple):
    """A text in one font, or an inset, `start` points from the start of its atom."""

    start: float
    width: float
    text: str = ""
    font: str = ""
    letters: Letters | None = None
    inset: Inset | None = None


class _Atom(NamedTuple):
    """An unbreakable unit and the space before it; a `fresh` one begins a line."""

    space: float
    width: float
    parts: tuple[_Part, ...]
    fresh: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Copy:
    """Measured runs. `size` is that of the first letters, which sets the baselines.

    `known` are their lines by width, leading and alignment, with what is wider, and by how much (pt); `ends` are their
    minimum and greatest width, once one is asked for.
    """

    setter: Setter
    atoms: list[_Atom]
    size: float
    known: dict[tuple[float, float, float], tuple[Lines, list[tuple[_Atom, float]]]] = field(default_factory=dict)
    ends: list[float] = field(default_factory=list)

    @property
    def least(self) -> float:
        """The minimum width: that of the widest atom."""
        return self._measured()[0]

    @property
    def most(self) -> float:
        """The width at which lines break only where they must."""
        return self._measured()[1]

    def _measured(self) -> list[float]:
        if not self.ends:
            self.ends.append(max([atom.width for atom in self.atoms], default=0.0))
            self.ends.append(max([_length(line) for line in _broken(self.atoms, inf)], default=0.0))
        return self.ends

    @property
    def is_leftward(self) -> bool:
        """Whether its lines run from right to left."""
        font = next((part.font for atom in self.atoms for part in atom.parts if part.text), None)
        if font is None or self.setter.book[font].shaper is None:
            return False
        return is_leftward(" ".join([part.text for atom in self.atoms for part in atom.parts if part.text]))

    def set(
        self,
        width: float,
        *,
        leading: float = LEADING,
        align: float = 0.0,
        where: Span | None = None,
        name: str = "column",
    ) -> Lines:
        """Set lines up to `width` wide, with `leading` in ems; `align` is 0 (left), 0.5 (centred) or 1 (right).

        A wider word is reported (E310) at `where`, as wider than the `name`.
        """
        if (known := self.known.get((width, leading, align))) is None:
            known = self.known[width, leading, align] = self._set(width, leading, align)
        lines, over = known
        if where is not None:
            for atom, excess in over:
                self._report(atom, excess, where, name)
        return lines

    def height(self, width: float, leading: float = LEADING) -> float:
        """Return the height of its lines up to `width` wide, which are not set yet."""
        return sum([_high(line, leading * self.size) for line in _broken(self.atoms, width)])

    def _set(self, width: float, leading: float, align: float) -> tuple[Lines, list[tuple[_Atom, float]]]:
        """Return lines, and the first atom of each that is wider than `width`, with by how much."""
        items: list[Item] = []
        fields: list[Field] = []
        over: list[tuple[_Atom, float]] = []
        y, reach, drop, pitch = 0.0, 0.0, 0.0, leading * self.size
        is_left = self.is_leftward
        align = align or float(is_left)
        for line in _broken(self.atoms, width):
            across, high = _length(line), _high(line, pitch)
            if across > width + 0.01:
                over.append((line[0], across - width))
            drop = drop if y else (high - pitch) / 2
            begun = len(items)
            start = align * (width - across)
            turn = 2 * start + across if is_left else None
            self._place(line, start, y + (high + CAP * self.size) / 2, items, fields, turn)
            fields += self._blanks(items[begun:])
            y, reach = y + high, max(reach, across)
        return Lines(y, reach, tuple(items), tuple(fields), drop), over

    def divided(self, width: float, most: int) -> "list[Copy]":
        """Divide the copy into parts of at most `most` lines."""
        lines = _broken(self.atoms, width)
        if len(lines) <= most:
            return [self]
        parts = ([atom for line in lines[at : at + most] for atom in line] for at in range(0, len(lines), most))
        return [Copy(self.setter, atoms, self.size) for atoms in parts]

    def count(self, width: float) -> int:
        """Return the number of lines at a width."""
        return len(_broken(self.atoms, width))

    def _place(
        self,
        line: Sequence[_Atom],
        x: float,
        baseline: float,
        items: list[Item],
        fields: list[Field],
        turn: float | None,
    ) -> None:
        """Add one line; adjacent parts in the same letters become one text.

        One from right to left is turned about a place: `turn` is twice its distance from the left.
        """
        begun: tuple[float, str, str, Letters] | None = None
        size = self.size  # of the letters before
        x -= line[0].space
        for atom in line:
            x += atom.space
            for part in atom.parts:
                if part.inset is not None:
                    if begun:
                        items.append(self._text(begun, baseline, turn))
                        begun = None
                    top = baseline - CAP / 2 * size - part.inset.height / 2
                    left = x + part.start if turn is None else turn - x - part.start - part.inset.width
                    items.append(Group(part.inset.items, left, top))
                    fields += [field.moved(left, top) for field in part.inset.fields]
                    continue
                assert part.letters is not None
                size = part.letters.size
                spaced = " " if part.start == 0 and atom.space and begun else ""
                if begun and begun[2] == part.font and begun[3] == part.letters:
                    begun = (begun[0], begun[1] + spaced + part.text, part.font, part.letters)
                else:
                    if begun:
                        items.append(self._text((begun[0], begun[1] + spaced, *begun[2:]), baseline, turn))
                    begun = (x + part.start, part.text, part.font, part.letters)
            x += atom.width
        if begun:
            items.append(self._text(begun, baseline, turn))

    def _text(self, begun: tuple[float, str, str, Letters], baseline: float, turn: float | None) -> Text:
        x, text, font, letters = begun
        spacing = letters.spacing * letters.size
        if turn is not None:
            text = leftward(text)
            x = turn - x - self.setter.book.width(text, font, letters.size, spacing)
        return Text(x, baseline, text, font, letters.size, letters.fill, spacing)

    def _blanks(self, items: Iterable[Item]) -> Iterable[Field]:
        """Yield a field over each blank to write on, named after the words before it or else the whole line."""
        for item in items:
            if (
                not isinstance(item, Text)
                or "___" not in item.text
                or self.setter.book[item.font].laid(item.text).pieces
            ):
                continue
            end = 0
            for blank in BLANK.finditer(item.text):
                texts = item.text[: blank.start()], blank[0]
                left, width = (self.setter.book.width(text, item.font, item.size, item.spacing) for text in texts)
                said = item.text[end : blank.start()].strip(" :") or BLANK.sub("…", item.text)
                yield Field(item.x + left, item.y - 3.4 * MM, width, 4.2 * MM, said, "write")
                end = blank.end()

    def _report(self, atom: _Atom, excess: float, where: Span, name: str) -> None:
        said = "".join(part.text for part in atom.parts)
        what = f"the word '{said}'" if said else "a drawing"
        message = f"{what} is {excess / MM:.1f} mm wider than the {name}"
        self.setter.found.append(Diagnostic("E310", message, where, "hyphenate or shorten it"))


def copy(setter: Setter, *runs: Run, size: float = 0.0) -> Copy:
    """Measure runs of plain words; `size` sets the baselines, by default that of the first letters.

    Lines break at spaces, after hyphens, slashes and dashes, and before insets; a run may begin with a newline.
    A page may be set several times until it fits: what was measured and set before is that again.
    """
    key = runs, size
    if (known := setter.copied.get(key)) is None:
        atoms, size = _atoms_of(setter, runs, size)
        known = setter.copied[key] = Copy(setter, atoms, size or setter.theme.reading)
    return Copy(setter, known.atoms, known.size, known.known, known.ends)


def _atoms_of(setter: Setter, runs: Iterable[Run], size: float) -> tuple[list[_Atom], float]:
    """Return the atoms of runs, and their size or that of the first letters."""
    atoms: list[_Atom] = []
    glued, leads, fresh, spaced = False, False, False, 0.0
    for run in runs:
        begun = len(atoms)
        if isinstance(run, Inset):
            atom = _Atom(run.gap, run.width, (_Part(0.0, run.width, inset=run),))
            # A tight drawing with a gap of its own stays with the word before it, one without may follow a space.
            stays = run.tight and (run.gap or not spaced) or leads and not run.leads
            if stays and atoms and not fresh:
                atoms.append(_joined(atoms.pop(), atom, run.gap or spaced))
            else:
                atoms.append(atom._replace(space=spaced) if run.tight else atom)
            glued, leads, spaced = run.tight or run.leads, run.leads, 0.0
        else:
            text, letters = run
            size, fresh = size or letters.size, fresh or text.startswith("\n")
            said = text.removeprefix("\n")
            bare = said.strip(" ")
            words = [*_measured(setter, bare, letters)] if bare else []
            if glued and not fresh and words and (leads or not said.startswith(" ")):
                first, *words = words
                atoms.append(_joined(atoms.pop(), first, first.space if said.startswith(" ") else 0.0))
            atoms += words
            glued, leads = bool(atoms) and not said.endswith(" ") if said else glued, leads and not bare
            spaced = setter.book.width(" ", letters.font, letters.size) if text.endswith(" ") else 0.0
        if fresh and len(atoms) > begun:
            atoms[begun] = atoms[begun]._replace(fresh=True)
            fresh = False
    return atoms, size


def _measured(setter: Setter, text: str, letters: Letters) -> Iterator[_Atom]:
    scale, font = letters.size / 1000, letters.font
    for space, width, _, whole, _ in setter.words(text, font, letters.spacing):
        word = whole.lstrip(" ")
        if len(word) > LONG and "/" in word:
            for number, part in enumerate(ADDRESS.findall(word)):
                wide = setter.book.width(part, font, letters.size, letters.spacing * letters.size)
                yield _Atom(0.0 if number else space * scale, wide, (_Part(0.0, wide, part, font, letters),))
        else:
            yield _Atom(space * scale, width * scale, (_Part(0.0, width * scale, word, font, letters),))


def _joined(one: _Atom, other: _Atom, gap: float = 0.0) -> _Atom:
    """Join two atoms, `gap` points apart: a word that continues in another font or with a drawing."""
    begin = one.width + gap
    moved = (part._replace(start=part.start + begin) for part in other.parts)
    return one._replace(width=begin + other.width, parts=(*one.parts, *moved))


def _length(line: Sequence[_Atom]) -> float:
    return sum(atom.space + atom.width for atom in line) - line[0].space


def _high(line: Sequence[_Atom], pitch: float) -> float:
    """Return the height of a line, with the insets in it."""
    return max([pitch, *[part.inset.height for atom in line for part in atom.parts if part.inset]])


def _broken(atoms: Sequence[_Atom], width: float) -> list[Sequence[_Atom]]:
    """Break atoms into lines greedily; an atom wider than a line stands alone."""
    lines: list[Sequence[_Atom]] = []
    begin, at, limit = 0, 0.0, width + 0.01
    for index, atom in enumerate(atoms):
        reach = at + atom.space + atom.width if index > begin else atom.width
        if (reach > limit or atom.fresh) and index > begin:
            lines.append(atoms[begin:index])
            begin, at = index, atom.width
        else:
            at = reach
    return [*lines, atoms[begin:]] if atoms else lines
