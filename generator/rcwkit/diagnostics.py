"""Diagnostics: what is wrong, where, and what to write instead.

A `Diagnostic` points at a `Span` (file, line, column, length; lines and columns count from 1).
Stages collect diagnostics and raise `InputError` when they are done; only the command line prints them.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

_BOX = "its box"
"""What a diagnostic calls the box of a layout that a text stands in, among related places."""
_FEW = 2
"""How many texts of a box are reported one by one, and how many related places are shown of a longer list."""
_MISFITS = {"E310": "do not fit this box", "W311": "fit this box only in small type"}
"""Code → what is said of many texts in one box."""


_MEASURE = re.compile(r"\d+\.\d mm")
_MORE = re.compile(r"; (\d+) more pictures .*")
"""How a warning of a coarse picture counts those beside it."""
_MOST = 4
"""How many files of a folder have coarse pictures of their own, before they are one warning."""
_SHEETS = (".csv", ".tsv", ".xlsx", ".ods")
_QUOTED = re.compile(r"'[^']*'")


UNFINISHED = ("E103", "E132", "E245", "E268", "E310", "E320", "E411")
"""Errors of pictures, signs, characters and room; a draft has them as warnings of the same number."""


class Severity(StrEnum):
    """How bad it is: an error stops a build, a warning fails `--strict`, a note only informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


_WORKBOOK = re.compile(r"(?<=\.xlsx|.\.ods)!", re.IGNORECASE)


class Span(NamedTuple):
    """Part of a line in a file, which is named as the user knows it; line 0 stands for the file as a whole.

    In a workbook, the file's name is followed by `!` and that of the sheet, and line and column are those of a cell.
    """

    file: str
    line: int = 1
    column: int = 1
    length: int = 1

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.cell}" if self.cell else f"{self.file}:{self.line}:{self.column}"

    @property
    def path(self) -> str:
        """The file, without the name of a sheet in it."""
        return _WORKBOOK.split(self.file, maxsplit=1)[0]

    @property
    def cell(self) -> str:
        """The address of a cell in a workbook, such as C14; empty elsewhere."""
        if self.path == self.file:
            return ""
        letters, rest = "", self.column
        while rest:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.line}"

    @property
    def place(self) -> str:
        """File and line, as `file:line`."""
        return f"{self.file}:{self.line}"


class Diagnostic(NamedTuple):
    """One finding. `code` is a letter (E, W, N) and three digits, stable for scripts."""

    code: str
    message: str
    span: Span
    hint: str = ""
    related: tuple[tuple[str, Span], ...] = ()

    @property
    def severity(self) -> Severity:
        """The severity, from the first letter of the code."""
        return {"E": Severity.ERROR, "W": Severity.WARNING, "N": Severity.NOTE}[self.code[0]]

    def as_json(self) -> dict[str, object]:
        """Return the diagnostic as plain data for JSON."""
        return {
            "code": self.code,
            "severity": str(self.severity),
            "message": self.message,
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "length": self.span.length,
            "hint": self.hint,
            "related": [{"message": text, "at": str(span)} for text, span in self.related],
        }


class LineSource(Protocol):
    """A source that can show its lines."""

    def line(self, span: Span) -> str | None:
        """Return the line that a span points at, or None if it is from elsewhere."""


class InputError(Exception):
    """The input is wrong (exit code 2). Carries all diagnostics, and the sources to show lines from."""

    def __init__(self, diagnostics: list[Diagnostic], sources: Sequence[LineSource] = ()) -> None:
        super().__init__(diagnostics, sources)
        self.diagnostics, self.sources = diagnostics, sources

    @classmethod
    def of(cls, code: str, message: str, span: Span, hint: str = "") -> "InputError":
        """Return an error with one diagnostic."""
        return cls([Diagnostic(code, message, span, hint)])

    def __str__(self) -> str:
        return "; ".join(f"{d.span}: {d.severity}[{d.code}]: {d.message}" for d in self.diagnostics)


class Surroundings(Exception):
    """The disk, permissions, a lock or a system library failed (exit code 3). The message says what to do."""


def nearest(name: str, known: Iterable[str], like: float = 0.6) -> str:
    """Return a hint with the closest known name, or an empty string if none is as much `like` it (0 to 1)."""
    found = closest(name, known, like)
    return f"did you mean '{found}'?" if found else ""


def closest(name: str, known: Iterable[str], like: float = 0.6) -> str:
    """Return the closest known name, or an empty string if none is as much `like` it (0 to 1)."""
    names = list(known)
    # Try swapped letters and other case first: difflib would prefer a shorter name.
    match = [other for other in names if sorted(other.lower()) == sorted(name.lower())]
    if not match:
        import difflib  # which only mistakes need

        match = difflib.get_close_matches(name, names, n=1, cutoff=like)
    return match[0] if match else ""


def one_of(name: str, known: Collection[str]) -> str:
    """Return a hint with the closest known name, or else with all of them."""
    return nearest(name, known) or f"one of: {', '.join(known)}"


def relate(found: list[Diagnostic], known: int, span: Span) -> None:
    """Add the place of a box in another file to each diagnostic after the first `known`."""
    for index, one in enumerate(found[known:], known):
        if one.span.file != span.file:
            found[index] = one._replace(related=(*one.related, (_BOX, span)))


def sort(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics by file and position, without duplicates.

    What is wrong alike in several cells of a sheet is one of them, and so are texts that one box has no room for: a
    single text may be too long; if many are, the box is too small. Of what differs at one place by a measure alone,
    the largest is left.
    """
    unique: dict[tuple[str, str, Span], Diagnostic] = {}
    for one in diagnostics:
        # A picture that several files of a kit print is coarse once, where it is largest.
        key = one.code, "" if one.code == "W270" else _MEASURE.sub("", one.message), one.span
        unique[key] = max(unique.get(key, one), one, key=_measured)
    found: list[Diagnostic] = []
    boxes: dict[tuple[str, Span], list[Diagnostic]] = {}
    for one in sorted(unique.values(), key=lambda d: (d.span, d.code, d.message)):
        box = next((span for text, span in one.related if text == _BOX), None) if one.code in _MISFITS else None
        if box is None:
            found.append(one)
        else:
            boxes.setdefault((one.code, box), []).append(one)
    for (code, box), many in boxes.items():
        if len({one.span for one in many}) <= _FEW:
            found += many
            continue
        places = tuple(("here", span) for span in dict.fromkeys(one.span for one in many))
        message = f"{len(places)} texts {_MISFITS[code]}: {many[0].message.removeprefix('text does not fit: ')}"
        hint = "make the box larger, or the type smaller; `size: [most, least]` shrinks it to fit"
        found.append(Diagnostic(code, message, box, hint, places))
    return sorted(_folded(found), key=lambda d: (d.span, d.code, d.message))


def _measured(one: Diagnostic) -> list[float]:
    return [float(measure[:-3]) for measure in _MEASURE.findall(one.message)]


def _folded(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield diagnostics, those that are alike in several cells of a sheet as one."""
    alike: dict[tuple[object, ...], list[Diagnostic]] = {}
    coarse: dict[str, list[Diagnostic]] = {}
    for one in found:
        if one.code == "W270":
            coarse.setdefault(one.span.path.rpartition("/")[0], []).append(one)
        elif one.span.path.lower().endswith(_SHEETS):
            said = f"{one.message} {one.hint}"
            # Files that are missing are alike, as is what is too wide, and so are words where a field has numbers.
            said = _MEASURE.sub("", _QUOTED.sub("", said)) if one.code in ("E103", "E310") else said
            said = said.removeprefix(word[0]) if one.code == "E253" and (word := _QUOTED.match(said)) else said
            alike.setdefault((one.code, said, one.span.file, one.related), []).append(one)
        else:
            yield one
    for first, *more in coarse.values():
        if len(more) < _MOST:
            yield from (first, *more)
        else:
            counts = (int(told[1]) for one in (first, *more) if (told := _MORE.search(one.message)))
            count = len(more) + sum(counts)
            message = f"{_MORE.sub('', first.message)}; {count:,} more pictures of this folder are as coarse"
            yield first._replace(message=message, related=tuple(("here", one.span) for one in more))
    for first, *more in alike.values():
        if len(more) < _FEW:
            yield from (first, *more)
        else:
            places = (*first.related, *(("here", one.span) for one in more))
            message = f"{first.message}, in {len(more) + 1} cells"
            if first.code == "E103":
                message = first.message.replace("' ", f"' and {len(more)} more ", 1)
            yield first._replace(message=message, related=places)


def frame(diagnostic: Diagnostic, line: str | None) -> str:
    """Return a diagnostic as text: position, message, and the source line with carets."""
    span = diagnostic.span
    head = f"{span}: {diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"
    gutter = " " * len(str(span.line))
    rows = [head]
    if line is not None:
        first = 0 if span.cell else span.column - 1  # of a workbook, the line is that of the cell alone
        # Cut a long line to a window around the position.
        start = max(0, first - 60) if len(line) > 120 else 0
        shown = line[start : start + 120].replace("\t", " ")
        carets = "^" * max(1, min(span.length, len(shown) - (first - start)))
        rows += [
            f"{gutter} |",
            f"{span.line} | {shown}",
            f"{gutter} | {' ' * (first - start)}{carets} {diagnostic.hint}".rstrip(),
        ]
    elif diagnostic.hint:
        rows.append(f"{gutter} = {diagnostic.hint}")
    related = diagnostic.related
    most = len(related) if len(related) <= 2 * _FEW else _FEW
    rows += [f"{gutter} = {what}: {where}" for what, where in related[:most]]
    if most < len(related):
        rows.append(f"{gutter} = and {len(related) - most:,} more")
    # Names and texts may come from a stranger: escape what could move the cursor or reverse the text direction.
    return "\n".join("".join(c if c.isprintable() else ascii(c)[1:-1] for c in row) for row in rows)


def annotation(diagnostic: Diagnostic) -> str:
    """Return the workflow command that makes GitHub show a diagnostic beside its line."""
    span, level = diagnostic.span, diagnostic.severity
    command = "notice" if level is Severity.NOTE else str(level)
    line = max(1, span.line)
    marks = {
        "file": span.path,
        "line": line,
        "col": span.column,
        "endColumn": span.column + span.length,
        "title": f"rcwkit {diagnostic.code}",
    }
    said = [
        diagnostic.message + (f" ({diagnostic.hint})" if diagnostic.hint else ""),
        *(f"{text}: {where}" for text, where in diagnostic.related),
    ]
    properties = ",".join(
        f"{name}={_escaped(str(value)).replace(':', '%3A').replace(',', '%2C')}" for name, value in marks.items()
    )
    return f"::{command} {properties}::{_escaped(chr(10).join(said))}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
