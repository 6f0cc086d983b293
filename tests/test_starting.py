"""`rcwkit new` makes a complete game that checks without warnings, builds, and has schemas for editors."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from rcwkit.cli import main
from rcwkit.cli.writing import Genre, begin
from rcwkit.diagnostics import InputError, Severity, Surroundings
from rcwkit.dice.counters import Counter
from rcwkit.dice.setups import Place, Region
from rcwkit.game.catalogue import locate
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kit.checks import check
from rcwkit.source.kinds import KINDS
from rcwkit.source.yaml import parse


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "mine"
    begin(folder)
    return folder


def test_every_kind_is_in_it_and_nothing_is_wrong(begun: Path) -> None:
    game = load(locate(str(begun)))
    assert {document.kind for document in game.documents} == set(KINDS)
    assert [found for found in check(game) if found.severity is not Severity.NOTE] == []


def test_it_builds_every_file_of_its_kinds(begun: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["build", str(begun), "--out", str(tmp_path), "--with", "all", "--strict", "--jobs", "1", "--json"]
    )
    assert result.exit_code == 0, result.stderr
    stems = {file["name"].removesuffix(".pdf") for file in json.loads(result.stdout)["kits"][0]["files"]}
    wanted = {
        "aids",
        "cards-lanes",
        "all-charts",
        "checklists",
        "counters",
        "folder-turn",
        "gauges",
        "odds",
        "pieces-bread",
        "pieces-pond",
        "rolls",
        "rulings",
        "setup-morning",
        "tracks",
    }
    assert wanted <= stems


def test_its_procedures_can_be_rolled_and_have_odds(begun: Path) -> None:
    for procedure in ("charge", "surprise"):
        assert CliRunner().invoke(main, ["roll", str(begun), procedure]).exit_code == 0
        assert "(" in CliRunner().invoke(main, ["odds", str(begun), procedure]).stdout


def test_each_document_begins_with_the_way_to_its_schema(begun: Path) -> None:
    for path in begun.rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        schema = path.parent / text.partition("\n")[0].removeprefix("# yaml-language-server: $schema=")
        assert (schema.resolve().parent, schema.stem) == (
            (begun / ".schemas").resolve(),
            parse(text, path.name).plain()["kind"],
        )
        assert schema.is_file()
        assert text.partition("\n")[2].startswith(("#", "kind:"))


def test_its_schemas_offer_its_own_ids(begun: Path) -> None:
    schema = json.loads((begun / ".schemas" / "setup.json").read_text(encoding="utf-8"))
    assert "MGeese" in schema["$defs"]["ids.units"]["enum"]
    assert "6 Landing" in schema["$defs"]["Force.at.regions"]["properties"]


def test_what_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name in ("mine", "file"):
        with pytest.raises(InputError) as error:
            begin(tmp_path / name)
        assert [found.code for found in error.value.diagnostics] == ["E534"]
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "mine", "notes.txt"]


def test_it_is_the_same_twice_and_may_begin_in_an_empty_folder(begun: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    made = begin(tmp_path / "mine")
    assert {path.relative_to(tmp_path / "mine"): path.read_bytes() for path in made} == {
        path.relative_to(begun): path.read_bytes() for path in begun.rglob("*") if path.is_file()
    }


def test_nothing_is_left_where_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcwkit.game.schema.schema_files", lambda game: {"a.json": "", "a.json/b.json": ""})
    with pytest.raises(Surroundings, match="cannot write .*mine: "):
        begin(tmp_path / "mine")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "made", "title"),
    [
        ("my_game", "my_game", "My game"),
        ("My Game: 2", "my_game_2", "My Game: 2"),
        ("Игра", "my_game", "Игра"),
        ("戦", "my_game", "My game"),
    ],
)
def test_its_id_and_title_follow_the_name_of_the_folder(tmp_path: Path, name: str, made: str, title: str) -> None:
    """Bugs: `new my_game` was built into goose_war; hints quoted no names with spaces."""
    said = CliRunner().invoke(main, ["new", str(tmp_path / name)])
    assert said.exit_code == 0, said.stderr
    assert f"\n  rcwkit build {shlex.quote(str(tmp_path / name))}\n" in said.stdout
    info = load(locate(str(tmp_path / name))).info
    assert (info.id, info.title) == (made, title)


@pytest.mark.parametrize("name", ["triumph_of_chaos", "Soviet Dawn"])
def test_a_new_game_does_not_take_the_name_of_a_bundled_one(tmp_path: Path, name: str) -> None:
    """Bug: the folder was made, but every hint led to the bundled game."""
    result = CliRunner().invoke(main, ["new", str(tmp_path / name)])
    assert result.exit_code == 2
    assert "error[E534]" in result.stderr
    assert list(tmp_path.iterdir()) == []


GENRES: dict[Genre, set[str]] = {
    "counters": {"counters", "charts", "setup-march", "tracks"},
    "cards": {"cards-harbour", "aids"},
    "area": {"cards-events", "counters", "charts", "setup-winter", "tracks"},
    "hex": {"counters", "charts", "setup-dawn", "tracks"},
}


@pytest.mark.parametrize("like", GENRES)
def test_a_game_of_each_genre_is_clean_and_builds(tmp_path: Path, like: Genre) -> None:
    made = CliRunner().invoke(main, ["new", str(tmp_path / "my_own"), "--like", like])
    assert made.exit_code == 0, made.stderr
    info = load(locate(str(tmp_path / "my_own"))).info
    assert (info.id, info.title) == ("my_own", "My own")
    words = ["build", str(tmp_path / "my_own"), "--out", str(tmp_path / "out"), "--strict", "--jobs", "1", "--json"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.stderr
    stems = {file["name"].removesuffix(".pdf") for file in json.loads(result.stdout)["kits"][0]["files"]}
    assert GENRES[like] <= stems
    assert not {"E", "W"} & {found["code"][0] for found in json.loads(result.stdout)["diagnostics"]}
    for path in (tmp_path / "my_own").rglob("*.yaml"):
        kind = parse(path.read_text(encoding="utf-8"), path.name).plain()["kind"]
        assert path.read_text(encoding="utf-8").startswith(f"# yaml-language-server: $schema=.schemas/{kind}.json\n")


def test_genres_have_what_their_names_say(tmp_path: Path) -> None:
    games = {like: load(locate(str(begin(tmp_path / like, like)[0].parent.parent))) for like in GENRES}
    assert len(games["cards"][Deck]["harbour"].value.cards) == 20
    assert len(games["counters"][Counter]) == 24
    assert len(games["hex"][Place]) == 35
    assert {region.value.title for region in games["area"][Region].values()} == {
        "Lower Valley",
        "Upper Valley",
        "The Passes",
    }
