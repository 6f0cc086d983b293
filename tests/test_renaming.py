"""An id is renamed in every place that means it, in no other, and in all files or in none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.diagnostics import Surroundings
from rcwkit.game.catalogue import locate
from rcwkit.game.loader import load
from rcwkit.kit.renaming import kinds_of, renamed
from rcwkit.source.project import Project
from tests_support import TOY, write
from workbooks_support import xlsx

HEAD, ROWS = TOY["red.yaml"].split("counters:\n")
LANG = """\
kind: translation
language: de
texts:
  "{mark red} wins, the red army too": "{mark red} siegt"
"""
PAGE = """\
kind: tables
id: ends
title: Ends
source: Toy rules
tables:
  end:
    title: End
    roll: 1d6
    rows:
      1-3: "{mark red} wins, the red army too"   # red's luck
      4-6: '{mark white}: red loses'
"""
GAME = {"game.yaml": TOY["game.yaml"], "red.yaml": TOY["red.yaml"], "ends.yaml": PAGE, "de.yaml": LANG}


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    write(tmp_path / "toy", GAME)
    return tmp_path / "toy"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["rename", *map(str, words)])


def changed(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Return the lines that differ from those of the game at first, before and after, by file."""
    found = {}
    for name, text in GAME.items():
        pairs = zip(text.splitlines(), (folder / name).read_text(encoding="utf-8").splitlines(), strict=True)
        found[name] = [(old, new) for old, new in pairs if old != new]
    return {name: lines for name, lines in found.items() if lines}


def test_an_owner_is_renamed_in_documents_markup_and_translations(toy: Path) -> None:
    result = run(toy, "red", "bolsheviks")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("red is bolsheviks now, in 5 places\n")
    lines = changed(toy)
    assert lines["game.yaml"] == [
        (line, line.replace("red:", "bolsheviks:")) for line in GAME["game.yaml"].splitlines() if "red:" in line
    ]
    assert lines["red.yaml"] == [("side: red", "side: bolsheviks")]
    (wins,) = lines["ends.yaml"]
    assert wins[1] == '      1-3: "{mark bolsheviks} wins, the red army too"   # red\'s luck'
    assert lines["de.yaml"][0][1] == '  "{mark bolsheviks} wins, the red army too": "{mark bolsheviks} siegt"'
    game = load(locate(str(toy)))
    assert (list(game.info.sides), kinds_of(game, "red")) == (["bolsheviks", "white"], {})


def test_a_counter_is_renamed_in_a_sheet_its_set_up_and_by_the_words_of_its_cells(toy: Path) -> None:
    (toy / "red.csv").write_bytes('\ufeffid;type;name\r\nRa1;ARM;"Ra1 Army"\r\nRa2;ARM;2 Army\r\n'.encode())
    sheet = "counters: {from: {file: red.csv, values: {Type: {ARM: army}}}}   # the sheet\n"
    (toy / "red.yaml").write_text(HEAD + sheet, encoding="utf-8")
    assert run(toy, "Ra1", "First").exit_code == 0
    text = (toy / "red.csv").read_bytes().decode()
    assert text == '\ufeffid;type;name\r\nFirst;ARM;"Ra1 Army"\r\nRa2;ARM;2 Army\r\n'
    whole = GAME["game.yaml"].replace("title: army, plural: armies", "title: field army, plural: field armies")
    (toy / "game.yaml").write_text(whole, encoding="utf-8")
    assert run(toy, "army", "host").exit_code == 0
    assert "{Type: {ARM: host}}}}   # the sheet" in (toy / "red.yaml").read_text(encoding="utf-8")
    assert "  host: {title: field army, plural" in (toy / "game.yaml").read_text(encoding="utf-8")


def test_cells_of_a_workbook_are_named_to_be_changed_by_hand(toy: Path) -> None:
    book = xlsx({"Units": [["id", "type", "name"], ["Ra1", "army", "1 Army"]]})
    (toy / "red.xlsx").write_bytes(book)
    (toy / "red.yaml").write_text(HEAD + "counters: {from: red.xlsx}\n", encoding="utf-8")
    result = run(toy, "army", "host", "--json")
    made = json.loads(result.stdout)
    assert made["by_hand"] == [f"{toy}/red.xlsx!Units:B2"]
    assert ((toy / "red.xlsx").read_bytes() == book, len(made["changed"])) == (True, 1)


REFUSED = {
    "no such id": (("Ra9", "Ra8"), "no id 'Ra9' in this game"),
    "a new one that is taken": (("Ra1", "Ra2"), "there is 'Ra2' among the units already"),
    "one that is no id": (("Ra1", "1 Army"), "'1 Army' is not an id"),
    "one of several things": (("twin", "other"), "is an id of tables and of units; say which with --of"),
    "another kind": (("Ra1", "Ra8", "--of", "tables"), "'Ra1' is none of the tables"),
    "an id made from a name": (("2_army", "x"), "'2_army' is not written here as an id"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_renamed_is_refused_and_nothing_is_written(name: str, toy: Path) -> None:
    words, said = REFUSED[name]
    (toy / "red.yaml").write_text(TOY["red.yaml"] + "  twin: {type: army, name: T}\n", encoding="utf-8")
    (toy / "ends.yaml").write_text(PAGE.replace("  end:", "  twin:"), encoding="utf-8")
    (toy / "more.csv").write_text("type,name\narmy,2 Army\n", encoding="utf-8")
    more = HEAD.replace("id: red", "id: more") + "counters: {from: more.csv}\n"
    (toy / "more.yaml").write_text(more, encoding="utf-8")
    before = {path: path.read_bytes() for path in toy.iterdir()}
    result = run(toy, *words)
    assert (result.exit_code, said in result.stderr) == (2, True), result.output
    assert {path: path.read_bytes() for path in toy.iterdir()} == before


def test_a_disk_that_fails_half_way_leaves_all_files_as_they_were(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rcwkit.kit import publish

    before, real, seen = {path: path.read_bytes() for path in toy.iterdir()}, publish.put, list[Path]()

    def put(path: Path, data: bytes) -> None:
        seen.append(path)
        if len(seen) == 3:
            raise Surroundings("No space left on device")
        real(path, data)

    monkeypatch.setattr(publish, "put", put)
    assert run(toy, "red", "bolsheviks").exit_code == 3
    assert {path: path.read_bytes() for path in toy.iterdir()} == before


def test_an_id_of_a_whole_game_leaves_it_without_errors() -> None:
    """The new game is checked before anything is written: what has errors is refused."""
    made = renamed(Project(bundled("data") / "soviet_dawn", shown="soviet_dawn"), "red", "reds", "owners")
    assert len(made.changed) > 9
    assert all(b"reds" in data for data in made.files.values())


def test_what_an_overlay_hides_is_renamed_too(toy: Path) -> None:
    """Bugs: a game with an overlay ended in an internal error, and kept the old entry below the overlay's."""
    shown = ROWS.splitlines()[0].partition(":")[0].strip()
    write(toy / "local", {"red.yaml": f"{HEAD}counters:\n  {shown}: {{type: army, name: Another}}\n"})
    assert run(toy, shown, "First").exit_code == 0
    assert "First:" in (toy / "red.yaml").read_text(encoding="utf-8")
    assert "First:" in (toy / "local" / "red.yaml").read_text(encoding="utf-8")
    assert kinds_of(load(locate(str(toy))), shown) == {}
