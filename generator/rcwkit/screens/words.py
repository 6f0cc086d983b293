"""The words of pages, in the language of a kit: those of their HTML, and those that their scripts say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from rcwkit.look.language import Language

__all__ = ["dictionary", "inert", "texts", "told"]

_TOLD = re.compile(r'(?<=>)(\s*)([^<>]*[^\W\d_][^<>]*?)(\s*)(?=<)|(?<= )((?:aria-label|placeholder)=")([^"]+)(")')
"""A text between tags, or an attribute that is read or shown, with what stands before and after it."""
_SAID = re.compile(r'\bsay\("((?:[^"\\]|\\.)*)"')
_COUNTED = re.compile(r'\bsay\.count\([^"]*"(?:[^"\\]|\\.)*", "((?:[^"\\]|\\.)*)"')
"""Texts that scripts say."""
_LANGUAGE = '<html lang="en">'


def texts(page: str) -> Iterator[str]:
    """Yield what a page of plain HTML says."""
    for found in _TOLD.finditer(page):
        yield found[2] or found[5]


def told(page: str, say: Language) -> str:
    """Return a page of plain HTML in another language."""

    def translated(found: re.Match[str]) -> str:
        before, text, after = found.group(1, 2, 3) if found[2] else found.group(4, 5, 6)
        return f"{before}{escape(say(text))}{after}"

    return _TOLD.sub(translated, page.replace(_LANGUAGE, f'<html lang="{escape(say.code)}">'))


def dictionary(script: str, say: Language, more: Iterable[str] = ()) -> dict[str, Any]:
    """Return the words that a script says, and more, as it reads them (templates/preview/say.js)."""
    said = {found[1] for found in (*_SAID.finditer(script), *_COUNTED.finditer(script))}
    return {
        "language": say.code,
        "texts": {text: say.texts[text] for text in sorted({*said, *more}) if text in say.texts},
    }


def inert(data: Any) -> str:
    """Return JSON for a script element: it cannot end the element or start a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
