"""I3, I5: hand-written wrong files say exactly what is written in their own `# expect:` lines, and every code of reading and checking occurs.

`# replaces: setup.yaml` puts the file in the place of one of the small game's; `# adds a file` lays it beside them.
`# expect: CODE LINE:COLUMN hint`, or `CODE FILE:LINE:COLUMN hint` for what is said of another file.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from faults_support import ROOT, Cases, command, refused
from tests_support import TOY, write

from generator.checks import check
from generator.diagnostics import Diagnostic, InputError, sort
from generator.draw.glyphs import missing_glyphs
from generator.fonts import FontBook
from generator.loader import load
from generator.project import Project

BAD = sorted((Path(__file__).parent / "bad").glob("*.yaml"))


def head(path: Path) -> tuple[str, list[str]]:
    """The name that a bad file takes in the game, and what it expects."""
    lines = path.read_bytes().decode("latin-1").splitlines()
    replaced = re.fullmatch(r"# replaces: (\S+)", lines[0])
    return replaced[1] if replaced else "zz_bad.yaml", [line.removeprefix("# expect: ") for line in lines if line.startswith("# expect: ")]


def said(project: Project) -> list[Diagnostic]:
    try:
        game = load(project)
        return sort([*check(game), *missing_glyphs(game, FontBook())])
    except InputError as error:
        return sort(error.diagnostics)


@pytest.mark.row("I3")
@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_says_exactly_what_it_expects(tmp_path: Path, path: Path) -> None:
    name, expected = head(path)
    write(tmp_path, TOY)
    (tmp_path / name).write_bytes(path.read_bytes())
    found = []
    for diagnostic in said(Project(tmp_path, shown="bad")):
        where = diagnostic.span.file.removeprefix("bad/")
        place = f"{diagnostic.span.line}:{diagnostic.span.column}"
        found.append(f"{diagnostic.code} {place if where == name else f'{where}:{place}'} {diagnostic.hint}".rstrip())
        assert "\n" not in diagnostic.hint
    assert found == expected
    assert found


def test_every_code_of_reading_and_checking_is_exercised() -> None:
    """A new code needs a bad file, or a fault test that names it where no file can show it."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "generator").rglob("*.py"))
    codes = set(re.findall(r'"([EWN][12]\d\d)"', sources))
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    exercised = {line.split(" ")[0] for path in BAD for line in head(path)[1]} | set(re.findall(r'"([EWN][12]\d\d)"', tests))
    # W226 (sides too much alike) has its cases in test_sides.py.
    assert sorted(codes - exercised - {"W226"}) == []
    assert len(codes) > 40


BOTH = [
    ("repeated-key", "first here"),
    ("repeated-unit", "first here"),
    ("repeated-number-key", "first here"),
    ("repeated-place", "first here"),
    ("repeated-step", "first here"),
    ("step-named-as-an-input", "first here"),
    ("repeated-track-id", "first here"),
    ("repeated-setup-id", "first here"),
    ("second-game", "first here"),
    ("wrong-place-name", "named here"),
    ("place-in-other-region", "placed here"),
    ("unit-of-other-side", "printed here"),
    ("no-reverse-side", "printed here"),
    ("too-many-copies", "printed here"),
    ("same-unit-twice", "printed here"),
    ("run-in-a-circle", "runs"),
    ("run-itself", "runs"),
]


@pytest.mark.row("I5")
@pytest.mark.parametrize(("stem", "label"), BOTH, ids=[stem for stem, _ in BOTH])
def test_both_places_are_named(tmp_path: Path, stem: str, label: str) -> None:
    path = Path(__file__).parent / "bad" / f"{stem}.yaml"
    write(tmp_path, TOY)
    (tmp_path / head(path)[0]).write_bytes(path.read_bytes())
    result = command("check", tmp_path)
    refused(result)
    assert re.search(rf"= {label}.*: \S+\.yaml:\d+:\d+", result.stderr), result.stderr


NEAR = [path for path in BAD if path.stem.startswith(("unknown", "place-unknown", "unit-unknown")) and "did you mean" in path.read_text("utf-8")]


@pytest.mark.row("I5")
@pytest.mark.parametrize("path", NEAR, ids=lambda path: path.stem)
def test_the_near_name_is_suggested_by_the_command(tmp_path: Path, path: Path) -> None:
    write(tmp_path, TOY)
    (tmp_path / head(path)[0]).write_bytes(path.read_bytes())
    result = command("check", tmp_path)
    refused(result)
    hints = [line.split(" ", 2)[2] for line in head(path)[1] if "did you mean" in line]
    assert all(hint in result.stderr for hint in hints)


@pytest.mark.row("I5")
def test_a_clash_between_overlays_names_both(tmp_path: Path, cases: Cases) -> None:
    toy = write(tmp_path / "toy", TOY)
    for name, body in {"red": "counters:\n  Ra1: {type: army, name: A}\n", "white": "title: Mine\n"}.items():
        one = write(tmp_path / f"one-{name}", {"a.yaml": f"kind: counters\nid: {name}\n{body}"})
        two = write(tmp_path / f"two-{name}", {"b.yaml": f"kind: counters\nid: {name}\n{body}"})
        with cases(name):
            result = command("check", toy, "--overlay", one, "--overlay", two)
            refused(result, "E205")
            assert f"first here: {one.as_posix()}/a.yaml:3:" in result.stderr or f"first here: {one.as_posix()}/a.yaml:4:" in result.stderr
