"""D1-D5: set-up lists, die ranges, dice notation, rolls and overlays against simple oracles."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter as Tally
from pathlib import Path
from typing import Any

import pytest
from faults_support import Cases, many
from pydantic import TypeAdapter, ValidationError
from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, Severity
from rcwkit.dice.counters import Counter
from rcwkit.dice.notation import Dice, Die
from rcwkit.dice.roll import prepare, rolled
from rcwkit.dice.setups import Setup
from rcwkit.dice.sources import Seeded, face
from rcwkit.game.catalogue import locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load, validate
from rcwkit.kit.checks import check
from rcwkit.source.kinds import KINDS
from rcwkit.source.project import Project
from rcwkit.source.yaml import parse
from tests_support import TOY, write


def errors(game: Game) -> list[Diagnostic]:
    return [diagnostic for diagnostic in check(game) if diagnostic.severity is Severity.ERROR]


@pytest.mark.row("D1")
def test_one_wrong_entry_of_a_real_set_up_is_found_there(tmp_path: Path, cases: Cases) -> None:
    dice = random.Random("D1")
    root = Path(shutil.copytree(bundled("data") / "triumph_of_chaos", tmp_path / "toc"))
    game = load(Project(root, shown="toc"))
    lists = [(document, setup) for document, setup in game.all(Setup)]
    for number in range(many(25, 6)):
        document, setup = dice.choice(lists)
        owner = dice.choice([name for name, force in setup.forces.items() if force.at])
        region = dice.choice(list(setup.forces[owner].at))
        place = dice.choice(list(setup.forces[owner].at[region]))
        path = root / document.file.removeprefix("toc/")
        good = path.read_text(encoding="utf-8")
        lines = good.split("\n")
        span = document.at("forces", owner, "at", region, place, key=True)
        row = lines[span.line - 1]
        units = [
            word for word in re.findall(r"[\[ (](\w[\w.-]*)[\]),]", row.partition(":")[2]) if word in game[Counter]
        ]
        if number % 3 == 0 or not units:
            wrong, code = row.replace(place, place[:-1] + "q", 1), "E211"
        elif number % 3 == 1:
            unit = dice.choice(units)
            wrong, code = row.replace(unit, unit + "q", 1), "E210"
        else:
            unit = dice.choice(units)
            wrong, code = (
                re.sub(rf"\b{re.escape(unit)}\b", f"{unit} x99", row, count=1).replace(
                    f"({unit} x99)", f"({unit}) x99"
                ),
                "E215",
            )
        with cases(f"{number} {document.file}:{span.line} {code}"):
            assert wrong != row
            lines[span.line - 1] = wrong
            path.write_text("\n".join(lines), encoding="utf-8")
            found = [diagnostic for diagnostic in errors(load(Project(root, shown="toc"))) if diagnostic.code == code]
            assert any(diagnostic.span.file == document.file for diagnostic in found)
            assert code == "E215" or any(diagnostic.span.line == span.line and diagnostic.hint for diagnostic in found)
        path.write_text(good, encoding="utf-8")


def ranges_of(dice: random.Random, least: int, most: int) -> list[tuple[int, int]]:
    """Return a partition of least to most, often spoilt."""
    cuts = sorted(dice.sample(range(least, most), dice.randint(0, min(4, most - least)))) if most > least else []
    found = list(zip([least, *(cut + 1 for cut in cuts)], [*cuts, most], strict=True))
    at = dice.randrange(len(found))
    low, high = found[at]
    match dice.randrange(7):
        case 0:
            found[at] = (low, high + 1)
        case 1:
            found[at] = (low - 1, high)
        case 2:
            del found[at]
        case 3 if low != high:
            found[at] = (high, low)
        case 4:
            found.append((dice.randint(least, most), most))
    dice.shuffle(found)
    return list(dict.fromkeys(found))


@pytest.mark.row("D2")
def test_ranges_are_accepted_if_and_only_if_they_partition_the_dice(cases: Cases) -> None:
    dice = random.Random("D2")
    info = validate(parse(TOY["game.yaml"], "g"), "g")
    for number in range(many(1200, 150)):
        count, faces = dice.choice([(1, 6), (1, 10), (2, 6), (1, 2), (3, 4), (1, 100)])
        ranges = ranges_of(dice, count, count * faces)
        if not ranges:
            continue
        rows = ", ".join(f'"{low}": x' if low == high else f'"{low}-{high}": x' for low, high in ranges)
        table = f"{{title: T, roll: {count}d{faces}, rows: {{{rows}}}}}"
        text = f"kind: tables\nid: t\ntitle: T\nsource: s\ntables: {{t: {table}}}\n"
        covered = Tally(value for low, high in ranges for value in range(low, high + 1))
        lawful = all(low <= high for low, high in ranges) and covered == Tally(range(count, count * faces + 1))
        with cases(f"{number} {count}d{faces} {rows}"):
            document = validate(parse(text, "t.yaml"), "t.yaml")
            found = list(KINDS["tables"].check(Game((info, document), info.model)))
            assert (found == []) is lawful, found
            assert all(
                diagnostic.code in ("E230", "E231", "E232") and diagnostic.span.line == 5 for diagnostic in found
            )


GOOD = [f"{count}d{faces}" for count in (1, 2, 3, 9, 10, 99) for faces in (1, 2, 3, 6, 8, 10, 12, 20, 100, 999)]
BAD = [
    "",
    "d",
    "d6",
    "1",
    "6",
    "1d",
    "0d6",
    "1d0",
    "00d6",
    "01d6",
    "1d06",
    "100d6",
    "1d1000",
    "-1d6",
    "1d-6",
    "+1d6",
    "1D6",
    "1w6",
    "1x6",
    "1 d6",
]
BAD += [
    "1d 6",
    " 1d6",
    "1d6 ",
    "1d6\n",
    "\n1d6",
    "1d6\t",
    "1d6+1",
    "1d6-1",
    "2x1d6",
    "1d6,1d6",
    "1d6d6",
    "1dd6",
    "1d6.0",
    "1.0d6",
    "1e1d6",
    "0x1d6",
]
BAD += [
    "²d6",
    "1d²",
    "١d6",
    "1d٦",
    "１d6",
    "1d６",
    "1ｄ6",
    "1d6\u200b",
    "\ufeff1d6",
    "1d\u00a06",
    "one d six",
    "d%",
    "1d%",
    "1dF",
    "1d6!",
    "1d6r1",
    "4d6k3",
]
BAD += ["(1)d6", "1d(6)", "{1}d6", "1d6;", "1d6#", "1d6\0", "1d6\x1b[2J", "9" * 5000 + "d6", "1d" + "9" * 5000]
DIE: TypeAdapter[Dice] = TypeAdapter(Die)


def notation(text: str) -> bool:
    """Return whether `Dice` and the model read a text; they must agree."""
    try:
        assert str(Dice.parse(text)) == text
        ours = True
    except ValueError:
        ours = False
    try:
        DIE.validate_python(text)
    except ValidationError:
        assert not ours, "the model refuses what the dice read"
        return False
    assert ours, "the dice refuse what the model lets pass"
    return True


@pytest.mark.row("D3")
def test_notation(cases: Cases) -> None:
    for text in GOOD:
        with cases(text):
            assert notation(text)
    for text in BAD:
        with cases(ascii(text)[:40]):
            assert not notation(text)
    dice = random.Random("D3")
    for _ in range(many(2000, 500)):
        text = "".join(dice.choices("0123456789dd +-D\n٣", k=dice.randint(1, 7)))
        with cases(ascii(text)):
            assert notation(text) is bool(re.fullmatch(r"[1-9][0-9]?d[1-9][0-9]{0,2}|d666?", text))


@pytest.mark.row("D4")
def test_faces_are_fair(cases: Cases) -> None:
    rolls = many(600_000, 60_000) // 3
    for sides in (6, 10, 100):
        with cases(f"d{sides}", seconds=120):
            counts = Tally(face(b"faults", f"p/s/{n}.0", sides) for n in range(rolls))
            assert set(counts) == set(range(1, sides + 1))
            expected = rolls / sides
            chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
            assert abs(chi_square - (sides - 1)) < 5 * (2 * (sides - 1)) ** 0.5


@pytest.mark.row("D4")
def test_seeds_replay_and_another_step_moves_no_roll(tmp_path: Path, cases: Cases) -> None:
    game = load(Project(write(tmp_path / "toy", TOY), shown="toy"))
    more = TOY["procedures.yaml"].replace(
        "    steps:\n      - id: armies", "    steps:\n      - {id: weather, roll: 2d6}\n      - id: armies"
    )
    longer = load(Project(write(tmp_path / "longer", {**TOY, "procedures.yaml": more}), shown="toy"))
    for number in range(many(1000, 60)):
        with cases(number):
            seed = number.to_bytes(5, "big")
            first = rolled(prepare(game, "reductions", {}), Seeded(seed), None)[0].record
            assert first == rolled(prepare(game, "reductions", {}), Seeded(seed), None)[0].record
            other = rolled(prepare(longer, "reductions", {}), Seeded(seed), None)[0].record
            faces = {entry["path"]: entry["faces"] for entry in other["rolls"]}
            assert len(faces) == len(first["rolls"]) + 1
            assert all(faces[entry["path"]] == entry["faces"] for entry in first["rolls"])


FAMILIES = {
    "red.yaml": "counters",
    "places.yaml": "regions",
    "cards.yaml": "cards",
    "tables.yaml": "tables",
    "procedures.yaml": "procedures",
}


@pytest.mark.row("D5")
def test_overlays_change_what_they_name_and_nothing_else(tmp_path: Path, cases: Cases) -> None:
    dice = random.Random("D5")
    toy = write(tmp_path / "toy", TOY)
    base = models(load(locate(str(toy))))
    for number in range(many(500, 40)):
        name = dice.choice(sorted(FAMILIES))
        data = parse(TOY[name], name).plain()
        entries = data[FAMILIES[name]]
        entry = dice.choice(list(entries))
        value = {**entries[entry]}
        title = "name" if name == "red.yaml" else "title"
        same = number % 2 == 0
        if not same:
            value[title] = f"Mine {number}"
        new = "added" if number % 5 == 0 and name in ("red.yaml", "cards.yaml", "tables.yaml") else entry
        text = f"kind: {data['kind']}\nid: {data['id']}\n{FAMILIES[name]}:\n  {new}: {flow(value)}\n"
        mine = write(tmp_path / f"mine{number}", {"x.yaml": text})
        with cases(f"{number} {name} {new}"):
            after = models(load(locate(str(toy), (mine,))))
            expected = {file: dict(model) for file, model in base.items()}
            expected[f"{toy.as_posix()}/{name}"][FAMILIES[name]] = {
                **expected[f"{toy.as_posix()}/{name}"][FAMILIES[name]],
                new: after_value(value, after, toy, name, new),
            }
            assert after == expected
            assert (after == base) is (same and new == entry)
            assert all((toy / file).read_text(encoding="utf-8") == content for file, content in TOY.items())
        shutil.rmtree(mine)


def models(game: Game) -> dict[str, dict[str, Any]]:
    return {document.file: document.model.model_dump() for document in game.documents}


def after_value(value: dict[str, object], after: dict[str, dict[str, Any]], toy: Path, name: str, entry: str) -> object:
    """Return the entry as the overlaid game has it, after checking its new title."""
    found = after[f"{toy.as_posix()}/{name}"][FAMILIES[name]][entry]
    title = "name" if name == "red.yaml" else "title"
    assert found[title] == value[title]
    return found


def flow(value: object) -> str:
    """Return a value as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(key)}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if value is None:
        return "~"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, (int, float)) else f'"{value}"'
