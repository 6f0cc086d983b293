"""Bundle the page's modules into one script, each as a function."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

__all__ = ["bundle"]

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+\.js)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.M)


def bundle(main: Iterable[str], modules: Mapping[str, str]) -> str:
    """Return modules and their imports as one classic script: a page opened from disk may not load modules.

    Exports end up in `modules[name]`. Raises KeyError for a missing module.
    """
    ordered: dict[str, str] = {}
    for name in main:
        _gather(name, modules, ordered)
    return '"use strict";\nconst modules = {};\n' + "".join(ordered.values())


def _gather(name: str, modules: Mapping[str, str], ordered: dict[str, str]) -> None:
    text = modules[name]
    for _, needed in _IMPORT.findall(text):
        if needed not in ordered:
            _gather(needed, modules, ordered)
    body = _EXPORT.sub("", _IMPORT.sub(r'const \1 = modules["\2"];' + "\n", text))
    ordered[name] = f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {", ".join(_EXPORT.findall(text))} }};\n}})();\n'
