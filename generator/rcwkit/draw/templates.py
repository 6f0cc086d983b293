"""Jinja templates, rendered in a sandbox without files or network; what is wrong with one has a place in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from rcwkit.diagnostics import Span

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket

__all__ = ["Misfit", "line_of", "rendered"]

Filters = Mapping[str, Callable[..., Any]]


class Misfit(Exception):
    """A template that is wrong or lacks data, with its place there."""

    def __init__(self, message: str, place: Span) -> None:
        super().__init__(message)
        self.message, self.place = message, place


def rendered(
    name: str, context: Mapping[str, Any], templates: Mapping[str, str], filters: Filters, *, escaped: bool = True
) -> str:
    """Render a template, which may include others; `escaped` values show markup literally. Raises Misfit.

    Limits of time and memory are up to the caller.
    """
    from jinja2 import TemplateError

    try:
        return _environment(templates, filters, escaped=escaped).get_template(name).render(context)
    except TemplateError as error:
        place = Span(error.name or name, error.lineno) if getattr(error, "lineno", None) else None  # type: ignore[attr-defined]
        raise Misfit(str(error), place or line_of(error, templates) or Span(name)) from error
    except MemoryError:
        raise
    except Exception as error:  # a template may divide by zero, recurse, or give a filter the wrong type
        place = line_of(error, templates)
        if place is None:
            raise  # ours, not the template's
        raise Misfit(f"{type(error).__name__}: {error}", place) from error


def line_of(error: BaseException, templates: Mapping[str, str]) -> Span | None:
    """Return the innermost template line in an error's traceback; None if there is none."""
    cause: BaseException | None = error
    while cause is not None:
        for frame, line in reversed([*walk_tb(cause.__traceback__)]):
            if frame.f_code.co_filename in templates:
                # Other exceptions than Jinja's own count lines of the compiled code.
                made = frame.f_globals.get("__jinja_template__")
                return Span(frame.f_code.co_filename, made.get_corresponding_lineno(line) if made else line)
        cause = cause.__cause__
    return None


def _environment(templates: Mapping[str, str], filters: Filters, *, escaped: bool) -> Environment:
    from jinja2 import FunctionLoader, StrictUndefined, TemplateRuntimeError, pass_context
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    def source(name: str) -> tuple[str, str, None] | None:
        # The name stands in for a file name, so that tracebacks tell templates apart.
        text = templates.get(name)
        return None if text is None else (text, name, None)

    def power(*_: Any) -> Any:
        raise TemplateRuntimeError("** is not allowed")

    environment = ImmutableSandboxedEnvironment(
        loader=FunctionLoader(source),
        undefined=StrictUndefined,
        autoescape=escaped,
        bytecode_cache=_compiled(escaped),
        # Compiled templates are cached: no constant folding of values that depend on the game or document.
        optimized=False,
        finalize=pass_context(lambda _, value: value),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # A single power can take forever, out of reach of any time limit.
    environment.intercepted_binops = frozenset({"**"})
    environment.binop_table["**"] = power
    environment.filters |= filters
    return environment


@cache
def _compiled(escaped: bool) -> BytecodeCache:
    """Cache of compiled templates, for the life of the process; they escape or do not."""
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
