"""Shared by the tests of hostile templates: a page to put them in, and a function to render it."""

from __future__ import annotations

from rcwkit.blocks.vocabulary import Document
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.draw.html import html
from rcwkit.look.text import Setter

PAGE = (
    '<!doctype html><html lang="en"><title>t</title><style>p {{ margin: 0 }} {css}</style>{head}<body><p>text</p>{body}'
)


def filled(template: str, **more: str) -> tuple[str, list[Diagnostic]]:
    """Return a template's page, and the errors in it."""
    context = {"head": Document("Sheet", (), "Toy", "Rules 1", "Nobody’s."), "parts": ()}
    try:
        return html("t.html", context, {"t.html": template, **more}, Setter()), []
    except InputError as error:
        return "", error.diagnostics
