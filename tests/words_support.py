"""The texts that the tool says by itself, read off its sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rcwkit.screens.companion.page import texts

__all__ = ["said"]

ROOT = Path(__file__).parent.parent
TEMPLATES = (
    "blocks.html",
    "reading.html",
    "booklet/*.html",
    "companion/*.html",
    "companion/*.js",
    "preview/*.js",
)
_TEXT = r'"((?:[^"\\]|\\.)*)"'
_ASKED = re.compile(r"\b(?:say|word|count)\(")
_SAY = re.compile(rf"\bsay\(\s*{_TEXT}")
_COUNT = re.compile(rf"\bsay\.count\([^\"]*{_TEXT},\s*{_TEXT}")


@cache
def said() -> dict[str, set[str]]:
    """Return every text that is looked up in catalogues, with its forms in English if it depends on a number."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "generator" / "rcwkit").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if _ASKED.search(source) else ():
            for key, forms in _called(node) if isinstance(node, ast.Call) else ():
                found.setdefault(key, set()).update(forms)
    for path in (path for pattern in TEMPLATES for path in (ROOT / "templates").glob(pattern)):
        text = path.read_text(encoding="utf-8")
        found |= {match[1]: {match[1]} for match in _SAY.finditer(text)}
        found |= {match[2]: {match[1], match[2]} for match in _COUNT.finditer(text)}
    for path in sorted((ROOT / "templates" / "preview").glob("*.html")):
        found |= {text: {text} for text in texts(path.read_text(encoding="utf-8"))}
    for path in sorted((ROOT / "templates" / "layouts").glob("*.yaml")):
        written = re.findall(r'"([^"\n]*\{\{[^"\n]*)"', path.read_text(encoding="utf-8"))
        found |= {text: {text} for text in written if re.search("[a-z]{2}", re.sub(r"\{\{.*?\}\}", "", text))}
    return found


def _called(node: ast.Call) -> Iterator[tuple[str, set[str]]]:
    """Yield the texts of `say("…")`, `word("…")` and `say.count(n, "…", "…")`."""
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name in ("say", "word") and node.args:
        yield from ((text, {text}) for text in _texts(node.args[0]))
    elif name == "count" and isinstance(node.func, ast.Attribute) and len(node.args) == 3:
        one, other = (list(_texts(part)) for part in node.args[1:])
        if one and other:
            yield other[0], {one[0], other[0]}


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
