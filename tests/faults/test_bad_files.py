"""I3, I5: invalid files produce exactly what their `# expect:` lines say, and every reading and checking code occurs.

`# replaces: setup.yaml` puts the file in place of one of the small game's; `# adds a file` adds it.
`# beside: units.csv id,name\nRa1,1 Army` puts another file beside it.
`# expect: CODE LINE:COLUMN hint`, or `CODE FILE:LINE:COLUMN hint` for a diagnostic in another file. `{kinds}` in a hint
stands for the names of all kinds, which are listed here once: add a new one.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from faults_support import ROOT, Cases, command, refused
from rcwkit.diagnostics import Diagnostic, InputError, Severity, sort
from rcwkit.kit.build import checked, inspected
from rcwkit.kit.kept import kits
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import diagnose
from rcwkit.source.project import Project
from tests_support import TOY, write

BAD = sorted((Path(__file__).parent / "bad").glob("*.yaml"))


NAMES = (
    "game, counters, values, places, maps, setup, cards, pieces, layouts, tracks, tables, procedures, scenarios, aids, "
    "folder, gauges, booklet, rulings, translation"
)


def head(path: Path) -> tuple[str, list[str]]:
    """Return the name that a bad file takes in the game, and what it expects."""
    lines = path.read_bytes().decode(errors="replace").splitlines()
    replaced = re.fullmatch(r"# replaces: (\S+)", lines[0])
    return replaced[1] if replaced else "zz_bad.yaml", [
        line.removeprefix("# expect: ").replace("{kinds}", NAMES) for line in lines if line.startswith("# expect: ")
    ]


def put(folder: Path, path: Path) -> str:
    """Write the small game with a bad file in it, and what it wants beside it; return the bad file's name."""
    name, _ = head(path)
    write(folder, TOY)
    (folder / name).write_bytes(path.read_bytes())
    for line in path.read_bytes().decode("latin-1").splitlines():
        if beside := re.fullmatch(r"# beside: (\S+) (.*)", line):
            (folder / beside[1]).write_text(beside[2].replace("\\n", "\n"), encoding="utf-8")
    return name


def said(project: Project) -> list[Diagnostic]:
    try:
        return sort(inspected(project)[1])
    except InputError as error:
        return sort(error.diagnostics)


@pytest.mark.row("I3")
@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_gives_exactly_the_expected_diagnostics(tmp_path: Path, path: Path) -> None:
    _, expected = head(path)
    name, found = put(tmp_path, path), []
    for diagnostic in said(Project(tmp_path, shown="bad")):
        where = diagnostic.span.file.removeprefix("bad/")
        place = f"{diagnostic.span.line}:{diagnostic.span.column}"
        found.append(f"{diagnostic.code} {place if where == name else f'{where}:{place}'} {diagnostic.hint}".rstrip())
        assert "\n" not in diagnostic.hint
    assert found == expected
    assert found


def test_every_code_of_reading_and_checking_is_exercised() -> None:
    """A new code needs a bad file, or a fault test that names it if no file can show it."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "generator" / "rcwkit").rglob("*.py"))
    codes = set(re.findall(r'"([EWN][12]\d\d)"', sources))
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    exercised = {line.split(" ")[0] for path in BAD for line in head(path)[1]} | set(
        re.findall(r'"([EWN][12]\d\d)"', tests)
    )
    # Tested elsewhere: E206 and W206 (overlays) in test_overlay.py, W226 (sides too much alike) in test_sides.py,
    # W293 (pale text in a layout) in test_faces.py, W295 (a box that another hides) in test_layout_checks.py, N289
    # (not in CSV) in test_tabular.py, N272 (a drawing that becomes a picture) in test_artwork.py, what is fetched in
    # test_published.py, and what takes a font in test_typefaces.py.
    elsewhere = {
        "E109",
        "E206",
        "W206",
        "N295",
        "W295",
        "W226",
        "W293",
        "N289",
        "N272",
        "E289",
        "W289",
        "N108",
        "E276",
        "E277",
        "W275",
    }
    assert sorted(codes - exercised - elsewhere) == [], "give each a file in tests/faults/bad/, or a test beside it"
    assert len(codes) > 40


def test_a_ruling_without_a_flag_is_reported_when_pages_are_set(tmp_path: Path) -> None:
    lost = "  lost: {type: gap, title: Lost, places: [{rule: '2', says: three}], prints: None.}\n"
    write(tmp_path, {**TOY, "rulings.yaml": TOY["rulings.yaml"] + lost})
    found = diagnose([Project(tmp_path, shown="bad")], lambda *_: None)
    told = [(one.code, one.message, one.span.line) for one in found if one.code == "W290"]
    assert told == [("W290", "no page has the number of ruling 'lost'", 7)]


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
    put(tmp_path, path)
    result = command("check", tmp_path)
    refused(result)
    assert re.search(rf"= {label}.*: \S+\.yaml:\d+:\d+", result.stderr), result.stderr


NEAR = [
    path
    for path in BAD
    if path.stem.startswith(("unknown", "place-unknown", "unit-unknown")) and "did you mean" in path.read_text("utf-8")
]


@pytest.mark.row("I5")
@pytest.mark.parametrize("path", NEAR, ids=lambda path: path.stem)
def test_the_near_name_is_suggested_by_the_command(tmp_path: Path, path: Path) -> None:
    put(tmp_path, path)
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
            assert (
                f"first here: {one.as_posix()}/a.yaml:3:" in result.stderr
                or f"first here: {one.as_posix()}/a.yaml:4:" in result.stderr
            )


def errors(found: list[Diagnostic]) -> list[Diagnostic]:
    return sort([one for one in found if one.severity is Severity.ERROR])


@pytest.mark.row("I3")
@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_what_build_refuses_check_refuses_for_the_same_reasons(tmp_path: Path, path: Path) -> None:
    put(tmp_path / "bad", path)
    project = Project(tmp_path / "bad", shown="bad")
    found = checked(project)
    if errors(found):
        reports, refused_for = kits([project], tmp_path / "out", {"": Options()}, lambda *_: None)
        assert (reports, errors(refused_for)) == ([], errors(found))
        assert not (tmp_path / "out").exists()


PIECES = {
    name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "cards.yaml", "tracks.yaml", "gauges.yaml")
}
LAID_OUT = {
    "a counter's name": ("white.yaml", "name: 1 Army", f"name: {'W' * 30}", "E310"),
    "a counter's name on both sides": ("red.yaml", "name: 2 Army", f"name: {'W' * 30}", "E310"),
    "a card's title": ("cards.yaml", "title: Ukraine", f"title: {'W' * 60}", "E310"),
    "more boxes than there is room for": (
        "tracks.yaml",
        "boxes: {red:",
        "boxes: {" + ", ".join(f"b{number}: {{title: B}}" for number in range(40)) + ", red:",
        "E331",
    ),
    "a gauge wider than the paper": ("gauges.yaml", "length: 120", "length: 120, width: 300", "E330"),
}


@pytest.mark.row("I3")
@pytest.mark.parametrize("name", LAID_OUT)
def test_what_does_not_fit_is_found_by_check_too(tmp_path: Path, name: str) -> None:
    """Bug: `check` reported 0 errors, and then `build` refused."""
    file, old, new, code = LAID_OUT[name]
    assert old in PIECES[file]
    project = Project(write(tmp_path / "bad", {**PIECES, file: PIECES[file].replace(old, new)}), shown="bad")
    found = errors(checked(project))
    _, refused_for = kits([project], tmp_path / "out", {"": Options()}, lambda *_: None)
    assert code in {one.code for one in found}
    assert errors(refused_for) == found
    refused(command("check", tmp_path / "bad"), code)


@pytest.mark.row("I3")
def test_check_with_layout_finds_errors_of_text_documents(tmp_path: Path) -> None:
    write(tmp_path / "bad", {**PIECES, "tables.yaml": TOY["tables.yaml"], "aids.yaml": LONG})
    result = command("check", tmp_path / "bad", "--layout")
    refused(result, "E310")
    assert command("build", tmp_path / "bad", "--out", tmp_path / "out", "--jobs", "1").exit_code == 2
    assert command("check", tmp_path / "bad").exit_code == 0


LONG = TOY["aids.yaml"].replace(
    "points: [Stop.]", "points: [" + ", ".join(f"Point {number} of many" for number in range(700)) + "]"
)


def test_a_spreadsheet_is_reported_as_not_read(tmp_path: Path) -> None:
    project = Project(write(tmp_path / "toy", {**PIECES, "units.csv": "id,type\n"}), shown="toy")
    assert [(one.code, str(one.span)) for one in checked(project) if one.code == "N107"] == [("N107", "toy/units.csv")]
