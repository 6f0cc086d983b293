from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner
from rcwkit.cli import main
from rcwkit.dice.counters import Counter, sheet_of
from rcwkit.game.catalogue import games
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.build import make, unflagged
from rcwkit.kit.options import Options
from rcwkit.sheets.paper import PAPERS
from rcwkit.source.base import Shelf
from rcwkit.source.project import Project
from rcwkit.source.settings import SHELVES
from tests_support import TOY, run, shipped, write

FOLDER = TOY["folder.yaml"].replace("shelf: study\n", "")


def build(folder: Path, *more: str) -> dict[str, Any]:
    """The manifest of a build."""
    result = CliRunner().invoke(main, ["build", str(folder), "--out", str(folder.parent / "out"), "--jobs", "1", *more])
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads((folder.parent / "out" / "toy" / "manifest.json").read_text("utf-8"))
    return found


def stems(files: dict[str, str], tmp_path: Path) -> Iterator[tuple[str, str]]:
    game = load(Project(write(tmp_path / "toy", files), shown="toy"))
    yield from ((file.stem, file.shelf) for file in files_of(game))


def test_shelves_of_settings_are_those_of_models() -> None:
    assert get_args(Shelf) == SHELVES


def test_a_build_is_for_the_table_and_more_is_asked_for(tmp_path: Path) -> None:
    toy = write(tmp_path / "toy", TOY)
    table = build(toy)
    assert list(table["shelves"]) == ["table"]
    assert "rolls.pdf" not in table["outputs"]
    assert table["shelves"]["table"]["files"] == sum(name.endswith(".pdf") for name in table["outputs"])
    study = build(toy, "--with", "study")
    assert set(study["outputs"]) - set(table["outputs"]) == {
        "all-charts.pdf",
        "all-rulings.pdf",
        "folder-turn.pdf",
        "odds.pdf",
        "rolls.pdf",
    }
    every = build(toy, "--with", "all")
    assert set(every["outputs"]) - set(study["outputs"]) == {"storage.pdf"}
    assert every["shelves"].keys() == set(SHELVES)
    again = build(toy)
    assert again["outputs"] == table["outputs"]
    assert not (tmp_path / "out" / "toy" / "rolls.pdf").exists()


def test_a_flag_on_a_proxy_tells_no_player_of_its_ruling(tmp_path: Path) -> None:
    """Owners of the published game do not print it; nor does the list of rulings count."""
    deck = TOY["cards.yaml"].replace("title: Ukraine", "title: Ukraine, note: 'As counted. {ruling totals}'")
    toy = {name: text for name, text in TOY.items() if "kind: booklet" not in text}
    game = load(Project(write(tmp_path / "toy", {**toy, "cards.yaml": deck}), shown="toy"))
    files = {file.stem: file for file in files_of(game)}
    cards = files["cards-factions"]
    flags = {shelf: make(game, cards._replace(shelf=shelf), Options()) for shelf in SHELVES}
    assert {shelf: made.about.flagged for shelf, made in flags.items()} == {"table": (1,), "study": (1,), "proxies": ()}
    assert make(game, files["rulings"], Options()).about.flagged == ()
    assert [one.code for one in unflagged(game, [flags["proxies"].about])] == ["W290"]
    assert [*unflagged(game, [flags["table"].about])] == []


def test_an_unknown_shelf_is_refused() -> None:
    result = CliRunner().invoke(main, ["build", "--with", "attic"])
    assert (result.exit_code, "'attic' is not one of: proxies, study, all" in result.stderr) == (2, True)


ANOTHER = TOY["tables.yaml"] + "  plain: {title: Plain, rows: {a: [b]}}\n"


def test_a_chart_that_stands_on_a_page_for_the_table_is_not_printed_again(tmp_path: Path) -> None:
    found = dict(stems(TOY, tmp_path))
    assert "charts" not in found
    assert (found["all-charts"], found["aids"]) == ("study", "table")
    more = dict(stems({**TOY, "tables.yaml": ANOTHER}, tmp_path / "more"))
    assert (more["charts"], more["all-charts"]) == ("table", "study")


def test_charts_of_pages_for_study_are_printed_on_the_table(tmp_path: Path) -> None:
    files = {name: text for name, text in TOY.items() if name != "aids.yaml"}
    assert dict(stems(files, tmp_path))["charts"] == "table"
    assert "charts" not in dict(stems({**files, "folder.yaml": FOLDER}, tmp_path / "placed"))


def test_a_chart_for_study_is_not_on_the_table(tmp_path: Path) -> None:
    assert "charts" not in dict(
        stems({**TOY, "tables.yaml": ANOTHER.replace("Plain,", "Plain, shelf: study,")}, tmp_path)
    )


SILENT = "kind: cards\nid: {0}\ntitle: D\nsource: s\nback: {{title: B}}\n{1}cards:\n  a: {{title: A, write_in: 3}}\n"


@pytest.mark.parametrize(("more", "shelf"), [("", "proxies"), ("shelf: table\n", "table")])
def test_a_deck_whose_cards_say_nothing_is_proxies_unless_it_says_otherwise(
    tmp_path: Path, more: str, shelf: str
) -> None:
    assert dict(stems({**TOY, "d.yaml": SILENT.format("d", more)}, tmp_path))["cards-d"] == shelf


def test_rulings_to_decide_have_a_page_of_their_own(tmp_path: Path) -> None:
    rulings = TOY["rulings.yaml"]
    decided = rulings.replace("prints:", "decide: true, prints:", 1)
    found = dict(stems({**TOY, "rulings.yaml": decided}, tmp_path))
    assert (found["rulings"], found["all-rulings"]) == ("table", "study")


def test_what_changed_is_told_of_the_shelves_that_were_printed(tmp_path: Path) -> None:
    toy = write(tmp_path / "toy", TOY)
    build(toy, "--with", "study")
    manifest = tmp_path / "out" / "toy" / "manifest.json"
    before = manifest.read_text("utf-8")
    kept = tmp_path / "before.json"
    kept.write_text(before, encoding="utf-8")
    result = CliRunner().invoke(main, ["build", str(toy), "--out", str(tmp_path / "out"), "--since", str(kept)])
    assert (result.exit_code, result.stdout) == (0, "nothing changed\n")


def test_the_guide_says_what_was_left_out(tmp_path: Path) -> None:
    from rcwkit.document.blocks import Panel
    from rcwkit.kit.options import Options
    from rcwkit.kit.pipeline import guide_view

    game = load(Project(write(tmp_path / "toy", TOY), shown="toy"))
    (panel,) = [
        one for one in guide_view(game, [], Options(shelves=("table",))).parts[0].blocks if isinstance(one, Panel)
    ]
    assert "All charts, Roll forms, Odds" in panel.texts[1]
    assert "**rcwkit build toy --with proxies,study**" in panel.texts[2]
    assert not [one for one in guide_view(game, [], Options()).parts[0].blocks if isinstance(one, Panel)]


@pytest.mark.parametrize("name", games())
def test_proxies_and_forms_of_the_kits_are_not_for_the_table(name: str) -> None:
    shelves = {file.stem: file.shelf for file in files_of(shipped(name))}
    assert {shelf for stem, shelf in shelves.items() if stem in ("rolls", "all-charts", "all-odds", "all-rulings")} <= {
        "study"
    }
    assert {shelf for stem, shelf in shelves.items() if stem in ("cards-expansion", "cards-political", "storage")} <= {
        "proxies"
    }


def test_pages_of_the_kits_are_counted_by_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    few = ["axis_allies_1914", "soviet_dawn"]
    monkeypatch.setattr("rcwkit.game.catalogue.games", lambda: few)
    result = CliRunner().invoke(main, ["list", "--pages", "--json"])
    assert result.exit_code == 0, result.stderr
    found = {game["id"]: game["shelves"] for game in json.loads(result.stdout)}
    assert set(found) == set(few)
    for shelves in found.values():
        assert set(shelves) <= set(SHELVES)
        assert all(count["sheets"] <= count["pages"] for count in shelves.values())
        assert shelves["table"]["pages"] > shelves["table"]["files"] // 2


def test_nothing_to_print_whole_is_told(tmp_path: Path) -> None:
    """Bug: `--whole a2` had no effect on a game whose maps are on a shelf that was not asked for, without a word."""
    files = {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "map.yaml", "places.yaml")}
    proxies = {"map.yaml": TOY["map.yaml"].replace("size: 120x80mm", "shelf: proxies\nsize: 120x80mm")}
    toy, words = write(tmp_path / "toy", files | proxies), ("--out", tmp_path / "out", "--jobs", "1")
    message = "nothing of toy is printed whole on a2: its maps and mats come with --with proxies"
    for _ in range(2):  # again, with nothing to do
        assert f"--whole: note: {message}\n" in run("build", toy, "--whole", "a2", *words).stderr
    facts = json.loads(run("build", toy, "--whole", "a2", "--json", *words).stdout)
    assert [one["message"] for one in facts["diagnostics"] if one["code"] == "N334"] == [message]
    assert "N334" not in run("build", toy, "--whole", "a2", "--with", "proxies", "--json", *words).stdout
    assert "N334" not in run("build", toy, "--json", *words).stdout
    (toy / "map.yaml").unlink()
    assert (
        "nothing of toy is printed whole on a2: it has no maps or mats\n"
        in run("build", toy, "--whole", "a2", *words).stderr
    )


def test_counters_and_tracks_that_owners_have_are_files_of_their_own(tmp_path: Path) -> None:
    """A build for the table has the others; each shelf's file has what stands on it, and no more."""
    found = dict(stems(TOY, tmp_path / "all"))
    assert (found["counters"], found["tracks"]) == ("table", "table")
    red = TOY["red.yaml"].replace("kind: counters", "kind: counters\nshelf: proxies")
    track = TOY["tracks.yaml"].replace("title: Control", "title: Control\n    shelf: proxies", 1)
    assert red != TOY["red.yaml"] and track != TOY["tracks.yaml"]
    game = load(Project(write(tmp_path / "some" / "toy", {**TOY, "red.yaml": red, "tracks.yaml": track}), shown="toy"))
    files = {file.stem: file for file in files_of(game)}
    assert (files["counters-proxies"].shelf, files["tracks-proxies"].shelf) == ("proxies", "proxies")
    kept = {"table": "counters", "proxies": "counters-proxies"}
    for shelf, stem in kept.items():
        made = files[stem].lay_out(game.setter("full"), PAPERS["a4"])
        own = [item.value.copies for unit, item in game[Counter].items() if sheet_of(game, unit).shelf == shelf]
        assert isinstance(made, Cut) and own
        assert [piece.copies for piece in made.pieces] == own
    assert "tracks" not in files
