"""I2: a strange value in any field, also in an omitted one, is refused at its place or valid; it never crashes."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from faults_support import Cases, many
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Severity, frame
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.build import make
from rcwkit.kit.checks import check, missing_glyphs
from rcwkit.kit.options import Options
from rcwkit.source.project import Project
from rcwkit.source.yaml import parse
from rcwkit.type.text import Setter
from tests_support import TOY, write

NEW = bundled("templates") / "new"
GAMES: Mapping[str, Mapping[str, str]] = {
    "toy": TOY,
    "new": {
        path.relative_to(NEW).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(NEW.rglob("*.yaml"))
        if path.stem != "booklet"
    },
}
WORDS = [
    "",
    " ",
    "x",
    "W" * 60,
    "x" * 119,
    "x" * 5000,
    "word " * 700,
    "a\nb",
    "**",
    "**b** c",
    "-",
    "_",
    "*",
    "item",
    "red",
    "__proto__",
    "../x",
]
WORDS += ["5/8 inch", "12x24mm"]
WORDS += [
    "1-3",
    "0-",
    "10+",
    "1d6",
    "99d999",
    "(Ra1)",
    "Ra1 x3",
    "٣",
    "½",
    "nan",
    "{{ x }}",
    "&<>\"'",
    "\u00a0",
    "\u200b",
    "a.b",
]
VALUES: list[Any] = [
    *WORDS,
    0,
    1,
    -1,
    1.5,
    10**9,
    True,
    None,
    [],
    [[]],
    [1, 2],
    ["x"],
    ["x"] * 300,
    {},
    {"a": "b"},
    {"": ""},
]


def fields(game: str, folder: Path) -> list[tuple[str, str, tuple[Any, ...], str]]:
    """Return every field of a game's models, at most twice: game, file, path, field."""
    found: dict[tuple[str, str], list[tuple[str, str, tuple[Any, ...], str]]] = {}
    for document in load(Project(write(folder / game, GAMES[game]), shown=game)).documents:
        for path, model in document.models:
            for field in set(type(model).model_fields) - {"kind"}:
                found.setdefault((type(model).__name__, field), []).append(
                    (game, document.file.partition("/")[2], path, field)
                )
    return [place for places in found.values() for place in places[:2]]


def changed(data: Any, path: tuple[Any, ...], field: str, value: Any) -> bool:
    """Set the value at a path; return False if nothing is written there."""

    def inside(holder: Any, step: Any) -> Any:
        if isinstance(holder, list):
            return holder[step] if isinstance(step, int) else None
        return (
            next((inner for key, inner in holder.items() if str(key) == str(step)), None)
            if isinstance(holder, dict)
            else None
        )

    holder = reduce(inside, path, data)
    if isinstance(holder, dict):
        holder[field] = value
    return isinstance(holder, dict)


@pytest.mark.row("I2")
@pytest.mark.parametrize("part", range(4))
def test_any_field_takes_any_value_or_refuses_it(tmp_path: Path, cases: Cases, part: int) -> None:
    dice = random.Random(f"values/{part}")
    places = sorted((place for game in GAMES for place in fields(game, tmp_path)), key=str)
    for number in range(many(1500, 60)):
        while True:
            game, name, path, field = dice.choice(places)
            value, data = dice.choice(VALUES), parse(GAMES[game][name], name).plain()
            if changed(data, path, field, value):
                break
        folder = write(tmp_path / game, {**GAMES[game], name: json.dumps(data, ensure_ascii=False)})
        with cases(f"{part}/{number} {game}/{name} {'.'.join(map(str, path))}.{field} = {str(value)[:30]!a}"):
            project = Project(folder, shown=game)
            try:
                loaded = load(project)
                found = [*check(loaded), *missing_glyphs(loaded)]
                if not any(diagnostic.severity is Severity.ERROR for diagnostic in found):
                    for file in files_of(loaded):
                        contents = file.lay_out(Setter(), Options().edition.room)
                        if (file.kind == "folder" or isinstance(contents, Cut)) and dice.random() < 0.2:
                            found += make(loaded, file, Options()).about.diagnostics
            except InputError as error:
                found = error.diagnostics
            for diagnostic in found:
                assert frame(diagnostic, project.line(diagnostic.span)).startswith(str(diagnostic.span))
        write(folder, GAMES[game])
