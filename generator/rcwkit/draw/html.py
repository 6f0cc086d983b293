"""HTML for screens: what blocks say, through Jinja templates in a sandbox that knows no files, no network and no logic of its own."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from rcwkit.blocks.base import unbroken
from rcwkit.blocks.dice import Rolls
from rcwkit.blocks.vocabulary import Block, Chart, Heading, Panel, Ruling
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.draw.svg import svg
from rcwkit.look.frame import MM, Frame
from rcwkit.look.motifs import motif
from rcwkit.look.symbols import die
from rcwkit.look.text import Setter
from rcwkit.models.base import bold_runs
from rcwkit.reading.project import Project
from rcwkit.workers import SECONDS, OverTime, timed

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket
    from markupsafe import Markup

__all__ = ["html", "read_templates"]

LONGEST = 2**25
"""The most characters that one text may have with its pictures."""
OPENERS = (Heading, Chart, Panel, Rolls, Ruling)
"""What begins a section."""


def read_templates(folder: Path) -> dict[str, str]:
    """The templates and style sheets of a folder by file name; links and subfolders are passed over. Raises InputError for what is no text."""
    project = Project(folder, shown=folder.name)
    found = (
        path
        for path in sorted(folder.iterdir())
        if path.suffix in (".html", ".css") and stat.S_ISREG(path.lstat().st_mode)
    )
    return {path.name: project.read(path) for path in found}


def html(name: str, context: Mapping[str, Any], templates: Mapping[str, str], setter: Setter) -> str:
    """A template's HTML, with frames as SVG elements in it.

    Filters, with sizes in millimetres: `rich` (bold runs), `drawn` (a frame), `flag` (a ruling's number), `die` (a face), `motif` (a composition);
    `kind` is a block's in small letters, `sections` gathers blocks into runs that stay in one piece.
    Raises InputError for a template that is wrong or asks for what it was not given (E410), or that takes too much time or memory (E413).
    """
    from jinja2 import TemplateError

    environment = _environment(templates, setter)
    try:
        with timed(SECONDS):
            text: str = environment.get_template(name).render(context, theme=setter.theme)
            if len(text) > LONGEST:
                raise MemoryError
            return text
    except TemplateError as error:
        raise _wrong(str(error), _where(error, name, templates)) from error
    except (OverTime, MemoryError) as error:
        taken = f"more than {SECONDS:g} s" if isinstance(error, OverTime) else "too much memory"
        place = _line(error, templates) or Span(name)
        raise InputError(
            [Diagnostic("E413", f"making the page takes {taken}", place, "look for a loop without end")]
        ) from error
    except Exception as error:  # a template may divide by zero, run in a circle, or hand a filter what it cannot take
        place_of = _line(error, templates)
        if place_of is None:
            raise  # ours, not the template's
        raise _wrong(f"{type(error).__name__}: {error}", place_of) from error


def _environment(templates: Mapping[str, str], setter: Setter) -> Environment:
    from jinja2 import FunctionLoader, StrictUndefined, TemplateRuntimeError, pass_context
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    def source(name: str) -> tuple[str, str, None] | None:
        # With the name as its file's, so that tracebacks tell templates apart.
        text = templates.get(name)
        return None if text is None else (text, name, None)

    def power(*_: Any) -> Any:
        raise TemplateRuntimeError("powers are not worked out")

    environment = ImmutableSandboxedEnvironment(
        loader=FunctionLoader(source),
        undefined=StrictUndefined,
        autoescape=True,
        bytecode_cache=_compiled(),
        # Compiled templates are kept: nothing may be worked out in them that depends on the game or the document.
        optimized=False,
        finalize=pass_context(lambda _, value: value),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # One can take for ever in a single step, where no limit reaches.
    environment.intercepted_binops = frozenset({"**"})
    environment.binop_table["**"] = power
    environment.filters |= {
        "rich": _rich,
        "drawn": _drawn,
        "flag": lambda number, height=3.2: _drawn(_flag(number, height, setter)),
        "die": lambda face, size=4.0: _drawn(_die(face, size, setter)),
        "motif": lambda name: _drawn(motif(name, setter.theme)),
        "kind": lambda block: type(block).__name__.lower(),
        "sections": _sections,
    }
    return environment


def _rich(text: str) -> Markup:
    from markupsafe import Markup

    return Markup("").join(Markup("<b>{}</b>").format(run) if bold else run for bold, run in bold_runs(unbroken(text)))


def _drawn(frame: Frame, width: float | None = None) -> Markup:
    from markupsafe import Markup

    return Markup(svg(frame, width=width, label=frame.name))


def _flag(number: int, height: float, setter: Setter) -> Frame:
    size = height * MM / 1.42
    width = setter.book.width(str(number), "narrow-bold", size) + size
    return Frame(width, height * MM, setter.rulings((number,), width, size * 0.09, size), name=f"ruling {number}")


def _die(face: int, size: float, setter: Setter) -> Frame:
    return Frame(size * MM, size * MM, die(face, 0, 0, size * MM, setter.theme.ink, setter.theme.page), name=str(face))


def _sections(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Blocks in runs: each begins with a heading, a chart or the like, and spans the columns as a whole or not at all."""
    section: list[Block] = []
    for block in blocks:
        opens = isinstance(block, OPENERS) and not (section and isinstance(section[-1], Heading))
        if section and (opens or block.span != section[-1].span):
            yield section
            section = []
        section.append(block)
    if section:
        yield section


@cache
def _compiled() -> BytecodeCache:
    """What templates were made into, kept as long as the process."""
    from jinja2 import BytecodeCache

    class Compiled(BytecodeCache):
        def __init__(self) -> None:
            self.codes: dict[str, tuple[str, Any]] = {}

        def load_bytecode(self, bucket: Bucket) -> None:
            text, code = self.codes.get(bucket.key, ("", None))
            bucket.code = code if text == bucket.checksum else None

        def dump_bytecode(self, bucket: Bucket) -> None:
            self.codes[bucket.key] = bucket.checksum, bucket.code

    return Compiled()


def _wrong(message: str, place: Span) -> InputError:
    return InputError([Diagnostic("E410", f"the template does not fit what it shows: {message}", place)])


def _where(error: BaseException, name: str, templates: Mapping[str, str]) -> Span:
    """Where in the templates an error arose: what it says itself, or the innermost line of a template that was at work."""
    if getattr(error, "lineno", None):
        return Span(getattr(error, "name", None) or name, error.lineno)  # type: ignore[attr-defined]
    return _line(error, templates) or Span(name)


def _line(error: BaseException, templates: Mapping[str, str]) -> Span | None:
    cause: BaseException | None = error
    while cause is not None:
        for frame, line in reversed([*walk_tb(cause.__traceback__)]):
            if frame.f_code.co_filename in templates:
                # An exception that Jinja does not know counts the lines of the code that it made of the template.
                made = frame.f_globals.get("__jinja_template__")
                return Span(frame.f_code.co_filename, made.get_corresponding_lineno(line) if made else line)
        cause = cause.__cause__
    return None
