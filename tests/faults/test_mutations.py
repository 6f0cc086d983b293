"""I1, I2: valid YAML with bytes or values changed at random is refused or valid; it never crashes or hangs."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from faults_support import Cases, command, many, refused, spawn
from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError, Severity, frame, sort
from rcwkit.dice.model import Procedure
from rcwkit.dice.roll import answers, prepare, rolled
from rcwkit.dice.sources import Seeded
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load, validate
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.build import make
from rcwkit.kit.checks import check, missing_glyphs
from rcwkit.kit.options import Options
from rcwkit.source.project import Project
from rcwkit.source.yaml import parse
from rcwkit.type.text import Setter
from tests_support import TOY, write
from ways_support import ways

SPICE = [
    b"\x00",
    b"\xff",
    b"\xc3",
    b"\xe2\x80\x8b",
    b"\t",
    b"&a ",
    b"*a",
    b"!!python/name:os.system ",
    b"---\n",
    b"...\n",
    b"{",
    b"}",
    b"[",
    b"]",
]
SPICE += [
    b": ",
    b"#",
    b"'",
    b'"',
    b"|\n",
    b">\n",
    b"%YAML 1.1\n",
    b"? ",
    b"- ",
    b"<<: ",
    b"~",
    b"\r",
    b"1e400",
    b".nan",
    b"\xef\xbb\xbf",
    b"=",
    b"@",
    b"`",
]


def bent(data: bytes, dice: random.Random) -> bytes:
    """Return the bytes with one to three small changes."""
    for _ in range(dice.randint(1, 3)):
        at, end = sorted(dice.randrange(len(data) + 1) for _ in range(2))
        end = min(end, at + dice.choice((1, 2, 8, 60)))
        lines = data.split(b"\n")
        match dice.randrange(8):
            case 0:
                data = data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]
            case 1:
                data = data[:at] + data[end:]
            case 2:
                data = data[:at] + dice.choice(SPICE) + data[at:]
            case 3:
                data = data[:at] + data[at:end] * 2 + data[end:]
            case 4:
                row = dice.randrange(len(lines))
                data = b"\n".join([*lines[:row], *lines[row + 1 :]])
            case 5:
                one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
                lines[one], lines[two] = lines[two], lines[one]
                data = b"\n".join(lines)
            case 6:
                data = data[:at]
            case _:
                row = dice.randrange(len(lines))
                lines[row] = b" " * dice.randint(0, 9) + lines[row].lstrip()
                data = b"\n".join(lines)
        data = data or b"\n"
    return data


def judged(project: Project, path: Path) -> Game | None:
    """Return the game if it is valid; errors must point into an existing file, at a line that can be shown."""
    try:
        validate(parse(project.read(path), project.name(path)), project.name(path))
        game = load(project)
        found = [*check(game), *missing_glyphs(game)]
    except InputError as error:
        assert_shown(project, error.diagnostics)
        return None
    assert_shown(project, found)
    return None if any(diagnostic.severity is Severity.ERROR for diagnostic in found) else game


def assert_shown(project: Project, found: list[Diagnostic]) -> None:
    for diagnostic in sort(found):
        assert diagnostic.span.file.startswith(project.shown), diagnostic
        assert diagnostic.span.line >= 1
        assert diagnostic.span.column >= 1
        assert diagnostic.message.strip()
        assert frame(diagnostic, project.line(diagnostic.span)).startswith(str(diagnostic.span))
        json.dumps(diagnostic.as_json())


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("data")
    return {name: Path(shutil.copytree(bundled("data") / name, folder / name)) for name in games()}


@pytest.mark.row("I1")
@pytest.mark.parametrize("part", range(5))
def test_bytes_of_real_games_changed(copies: dict[str, Path], cases: Cases, part: int) -> None:
    dice = random.Random(f"I1/{part}")
    for number in range(many(1000, 40)):
        name = dice.choice(sorted(copies))
        path = dice.choice(sorted(copies[name].rglob("*.yaml")))
        good = path.read_bytes()
        path.write_bytes(bent(good, dice))
        with cases(f"{part}/{number} {name}/{path.name}"):
            judged(Project(copies[name], shown=f"data/{name}"), path)
        path.write_bytes(good)


@pytest.mark.row("I1")
def test_bytes_of_a_small_game_changed_under_the_real_command(tmp_path: Path, cases: Cases) -> None:
    dice = random.Random("I1/processes")
    for number in range(many(200, 3)):
        name = dice.choice(sorted(TOY))
        folder = write(tmp_path / "toy", TOY)
        (folder / name).write_bytes(bent(TOY[name].encode(), dice))
        with cases(f"{number} {name}", seconds=90):
            result = spawn("build", "toy", "--out", "out", "--jobs", "1", cwd=tmp_path)
            assert "Traceback" not in result.stderr
            assert result.peak < 300
            if result.exit_code != 0:
                refused(result)
                assert not (tmp_path / "out").exists()
        shutil.rmtree(tmp_path / "out", ignore_errors=True)


@pytest.mark.row("I2")
@pytest.mark.parametrize("part", range(2))
def test_one_wrong_value_in_real_procedures(copies: dict[str, Path], cases: Cases, part: int) -> None:
    """Whatever passes the checks can be rolled and has odds, or says why not."""
    dice = random.Random(f"I2/real/{part}")
    for number in range(many(250, 4)):
        name = dice.choice([name for name in sorted(copies) if (copies[name] / "procedures").is_dir()])
        path = dice.choice(sorted((copies[name] / "procedures").glob("*.yaml")))
        good = path.read_text(encoding="utf-8")
        data = parse(good, path.name).plain()
        what, where = changed(data, dice)
        path.write_text("\n".join(written(data, {})) + "\n", encoding="utf-8")
        with cases(f"{part}/{number} {name}/{path.name} {'.'.join(map(str, where))} {what}", seconds=60):
            game = judged(Project(copies[name], shown=f"data/{name}"), path)
            chosen = where[1] if len(where) > 1 and where[0] == "procedures" else None
            if game is not None and chosen is not None and chosen in game[Procedure]:
                walked(game, chosen)
        path.write_text(good, encoding="utf-8")


def walked(game: Game, procedure: str) -> None:
    """Roll a procedure and compute its odds, with several combinations of answers."""
    for given, _ in ways(game[Procedure][procedure].value)[:3] or [({}, "")]:
        for seed in (b"1", b"2"):
            try:
                rolled(prepare(game, procedure, given), Seeded(seed), None)
            except InputError as error:
                assert error.diagnostics
        try:
            answers(prepare(game, procedure, given))
        except InputError as error:
            assert error.diagnostics


VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1.5,
    10**17,
    "",
    " ",
    "x",
    "x" * 5000,
    "**",
    "1-",
    "0",
    "item",
    "a b",
    "red",
    [],
    {},
    [[]],
    [None],
]
VALUES += [
    {"": 1},
    {"x": {"x": "x"}},
    ["red", "red"],
    "\u202e",
    "é",
    "\n",
    "1d6",
    "1-99",
    "-5",
    "9" * 4999,
    "6-1",
    "(Ra1)",
    "Ra1 x99",
    {"of": "lead"},
]
RAW = [
    ".nan",
    ".inf",
    "1e400",
    "9" * 100_000,
    "0x10",
    "1:30",
    "2020-01-01",
    "'",
    "- -",
    "? x",
    "!!binary x",
    "&a x",
    "*a",
]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all values in a document."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*path, key)
        yield from places(inner, (*path, key))


def written(
    value: Any, lines: dict[tuple[Any, ...], int], path: tuple[Any, ...] = (), depth: int = 0, row: int = 1
) -> list[str]:
    """Return YAML with one entry per line, so that every node has its own line; `lines` collects them by path."""
    rows: list[str] = []
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        lines[(*path, key)] = row + len(rows)
        head = "  " * depth + (f"{json.dumps(key)}:" if isinstance(value, dict) else "-")
        if isinstance(inner, (dict, list)) and inner:
            rows.append(head)
            rows += written(inner, lines, (*path, key), depth + 1, row + len(rows))
        else:
            rows.append(
                f"{head} {inner[5:] if isinstance(inner, str) and inner.startswith('RAW: ') else json.dumps(inner)}"
            )
    return rows


def changed(data: Any, dice: random.Random) -> tuple[str, tuple[Any, ...]]:
    """Change one value or key of plain data in place; return what was done, and where it is now."""
    path = dice.choice(list(places(data)))
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    last = path[-1]
    match dice.choice(("value", "value", "raw", "drop", "rename", "double")):
        case "drop":
            del holder[last]
            return "dropped", path[:-1]
        case "rename" if isinstance(holder, dict):
            name = dice.choice([f"{last}x", "", "kind", str(last)[:-1] or "y", "title", "1", "red", "item", "x" * 70])
            inner = list(holder.items())
            holder.clear()
            for key, value in inner:
                holder[name if key == last else key] = value
            return f"renamed to {name!r}", (*path[:-1], name)
        case "double" if isinstance(holder, list):
            holder.append(holder[last])
            return "doubled", (*path[:-1], len(holder) - 1)
        case "raw":
            holder[last] = "RAW: " + dice.choice(RAW)
        case _:
            holder[last] = dice.choice(VALUES)
    return f"set to {str(holder[last])[:30]!r}", path


def drawn(game: Game) -> None:
    """Lay out a whole game and draw its cut sheets and composed pages; other documents as far as their views."""
    for file in files_of(game):
        if file.kind == "folder" or isinstance(file.lay_out(Setter(), Options().edition.room), Cut):
            make(game, file, Options())


@pytest.mark.row("I2")
@pytest.mark.parametrize("part", range(4))
def test_one_wrong_value_is_refused_at_its_line_or_valid(tmp_path: Path, cases: Cases, part: int) -> None:
    dice = random.Random(f"I2/{part}")
    folder = write(tmp_path / "toy", TOY)
    for number in range(many(500, 20)):
        name = dice.choice(sorted(TOY))
        data = parse(TOY[name], name).plain()
        what, path = changed(data, dice)
        lines: dict[tuple[Any, ...], int] = {}
        rows = written(data, lines)
        (folder / name).write_text("\n".join(rows) + "\n", encoding="utf-8")
        with cases(f"{part}/{number} {name} {'.'.join(map(str, path))} {what}"):
            project = Project(folder, shown="toy")
            try:
                game = load(project)
                found = check(game)
                if all(diagnostic.severity is not Severity.ERROR for diagnostic in found):
                    found += missing_glyphs(game)
            except InputError as error:
                game, found = None, error.diagnostics
            assert_shown(project, found)
            wrong = [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]
            if not wrong and game is not None:
                try:
                    drawn(game)
                except InputError as error:
                    wrong = error.diagnostics
                for procedure in game[Procedure]:
                    result = (
                        command("roll", folder, procedure, "--set", "lead=red")
                        if procedure == "turn9"
                        else command("roll", folder, procedure)
                    )
                    assert result.exit_code in (0, 2)
                    assert command("odds", folder, procedure).exit_code in (0, 2)
            # A malformed value is reported at the changed line, one that contains it, or one of its own; a lost name
            # where it is missed.
            near = {lines.get(path[:cut], 1) + below for cut in range(len(path) + 1) for below in (0, 1)}
            if what.startswith("set"):
                near |= {line for inner, line in lines.items() if inner[: len(path)] == path}
            formal = [diagnostic for diagnostic in wrong if diagnostic.code < "E200"]
            assert not formal or any(
                diagnostic.span.file == f"toy/{name}" and diagnostic.span.line in near for diagnostic in formal
            ), wrong
        (folder / name).write_text(TOY[name], encoding="utf-8")
