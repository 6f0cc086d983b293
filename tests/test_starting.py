"""`rcwkit new` makes a complete game that checks without warnings, builds, and has schemas for editors."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from pictures_support import picture, saved
from rcwkit.cli import main
from rcwkit.diagnostics import InputError, Severity, Surroundings
from rcwkit.dice.counters import Counter, Reverse, owner_of
from rcwkit.dice.notation import Dice
from rcwkit.dice.setups import Place, Region
from rcwkit.dice.tables import Table
from rcwkit.game.catalogue import locate
from rcwkit.game.loader import load
from rcwkit.importing.begin import Genre, begin, begin_from
from rcwkit.importing.begin import begun as guessed
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.maps.model import Map
from rcwkit.kit.checks import check
from rcwkit.source.kinds import KINDS
from rcwkit.source.yaml import parse
from workbooks_support import xlsx


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
    monkeypatch.setattr("rcwkit.importing.begin.schema_files", lambda game: {"a.json": "", "a.json/b.json": ""})
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
    "hex": {"folder-turn", "setup-dawn", "tracks"},
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


UNITS = """Army,Unit,Class,Size,Corps,Att.,Def,Move,Back Def,Start,Designer notes
Red,1 Guards,Inf,Bn,I Corps,4,4,3,2,0202,ok
Red,2 Guards,Inf,Bn,I Corps,4,4,3,,0302,
Red,Horse,Lt Cav,Coy,I Corps,3,2,6,,0303,
Blue,5 Foot,Inf,Bn,II Corps,4,4,3,,0702,
Blue,4 Guns,Guns,Coy,II Corps,4,,2,,0804,x
Neutral,Fog,Thing,,,,,,,,
"""
CARDS = """Deck of the game,,,,
Name;Qty;Side;Type;Ops;Event
Forced march;2;Red;Battle;3;One battalion moves 2 hexes more than usual.
Sluice gates;1;Blue;Event;1;Nobody uses the road.
"""


def test_a_game_begins_from_a_sheet_of_counters(tmp_path: Path) -> None:
    """Sides, types with symbols and values, formations, a map and a set-up are guessed, and what was is said."""
    (tmp_path / "Order of Battle.csv").write_text(UNITS, encoding="utf-8")
    result = CliRunner().invoke(main, ["new", str(tmp_path / "ours"), "--from", str(tmp_path / "Order of Battle.csv")])
    assert result.exit_code == 0, result.stderr
    for said in (
        "guessed: each row is a counter (--kind says otherwise)",
        "guessed: Army: sides Red, Blue\n",
        "guessed: values: Att., Def, Move\n",
        "guessed: Class 'Thing': drawn as infantry; correct its `symbol:`\n",
        "guessed: Corps: 2 formations, each with a band in a colour\n",
        "guessed: Start: hexes of a map of 8 columns and 4 rows\n",
        "left out: Designer notes\n",
    ):
        assert said in result.output
    game = load(locate(str(tmp_path / "ours")))
    assert {one.code for one in check(game)} == {"N262", "W216"}  # the fog enters we do not know when
    types = game.info.unit_types
    assert {name: (one.symbol, one.values, one.optional) for name, one in types.items()} == {
        "inf": ("infantry", ("att", "def", "move"), ()),
        "lt_cav": ("cavalry", ("att", "def", "move"), ()),
        "guns": ("artillery", ("att", "move"), ()),
        "thing": ("infantry", (), ()),
    }
    guards = game[Counter]["1_guards"].value
    assert (guards.side, guards.unit_size, guards.formation, guards.setup) == ("red", "II", "i_corps", "0202")
    assert owner_of(game, "fog") == "neutral"
    assert "0804" in game[Place]


def test_numbers_of_counters_are_ids_and_their_backs_and_pictures_are_known(tmp_path: Path) -> None:
    (tmp_path / "guards.png").write_bytes(saved(picture(3, 2)))
    rows = ["Id,Army,Name,Type,Attack,Back Name,Back Attack,Image", *("7,Red,Guards,Inf,4,Rest,2,guards.png",) * 1]
    (tmp_path / "units.csv").write_text("\n".join(rows), encoding="utf-8")
    made = begin_from(tmp_path / "ours", [tmp_path / "units.csv"])
    assert (made.kinds, made.left_out) == (("counters",), ())
    assert "values: Attack" in made.guesses
    game = load(locate(str(tmp_path / "ours")))
    guards = game[Counter]["7"].value
    assert (guards.art, guards.reverse) == ("guards.png", Reverse(name="Rest", values={"attack": "2"}))


def test_a_game_begins_from_a_sheet_of_cards_below_a_title(tmp_path: Path) -> None:
    (tmp_path / "acts.csv").write_text(CARDS.replace("Deck of the game,,,,", "Deck of the game;;;;"), encoding="utf-8")
    made = begin_from(tmp_path / "ours", [tmp_path / "acts.csv"])
    assert (made.kinds, made.left_out) == (("cards",), ())
    game = load(locate(str(tmp_path / "ours")))
    assert [one for one in check(game) if one.code[0] != "N"] == []
    march = game[Deck]["deck"].value.cards["forced_march"]
    assert (march.copies, march.owner, march.subtitle) == (2, "red", "Battle")
    assert [(one.head, one.text) for one in march.sections][0] == ("Ops", "3")


def test_pictures_that_cards_name_come_along_and_stand_over_their_texts(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "spy.png").write_bytes(spy := saved(picture(3, 2)))
    rows = [
        "Card Name,How many,Type,Picture,Rules Text",
        "Spy,2,Event,art/spy.png,Look.",
        "Rain,1,Event,art/../rain.png,",
    ]
    (tmp_path / "deck.csv").write_text("\n".join(rows[:2]), encoding="utf-8")
    made = begin_from(tmp_path / "ours", [tmp_path / "deck.csv"])
    assert (made.kinds, (tmp_path / "ours" / "art" / "spy.png").read_bytes()) == (("cards",), spy)
    game = load(locate(str(tmp_path / "ours")))
    assert [one.code for one in check(game) if one.code[0] == "E"] == []
    card = game[Deck]["deck"].value.cards["spy"]
    assert (card.copies, card.text, card.fields) == (2, "Look.", {"art": "art/spy.png"})
    (tmp_path / "deck.csv").write_text("\n".join(rows), encoding="utf-8")
    assert "art/spy.png" not in guessed([tmp_path / "deck.csv"], "Ours").files  # the column is no list of pictures
    (tmp_path / "deck.csv").write_text("\n".join(rows).replace("../", ""), encoding="utf-8")
    made = guessed([tmp_path / "deck.csv"], "Ours")
    assert made.guesses[-1] == "1 picture is not beside the sheet: put it into the game's folder (art/rain.png)"


def test_pictures_in_a_folder_beside_the_sheet_are_found_by_their_names(tmp_path: Path) -> None:
    """Bug: a sheet that names them without the folder began a game with an error for each."""
    for folder in ("art", "drafts"):
        (tmp_path / folder).mkdir()
    (tmp_path / "art" / "spy.png").write_bytes(spy := saved(picture(3, 2)))
    (tmp_path / "deck.csv").write_text("Name,Picture,Text\nSpy,spy.png,Look.\nRain,,Wet.\n", encoding="utf-8")
    begin_from(tmp_path / "ours", [tmp_path / "deck.csv"])
    assert (tmp_path / "ours" / "spy.png").read_bytes() == spy
    assert [one.code for one in check(load(locate(str(tmp_path / "ours")))) if one.code[0] == "E"] == []


def test_what_was_guessed_stands_in_the_game_to_be_reviewed(tmp_path: Path) -> None:
    """Bug: the file said that guesses were to correct, and which they were was told once, on the terminal."""
    rows = "Army,Unit,Attack,Steps,Setup Hex\nRed,One,3,1,0203\nRed,Two,4,2,0101\n"
    (tmp_path / "units.csv").write_text(rows, encoding="utf-8")
    made = begin_from(tmp_path / "ours", [tmp_path / "units.csv"], "counters")
    assert "Steps: how many steps a unit has, two on a counter" in made.guesses
    lines = (tmp_path / "ours" / "game.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[1 : 2 + len(made.guesses)] == [
        "# What was guessed from the sheet, to correct:",
        *(f"# - {guess}" for guess in made.guesses),
    ]
    game = load(locate(str(tmp_path / "ours")))
    assert [one.message for one in check(game) if one.code[0] == "E"] == []
    assert [len(game[Counter][name].value.lower) for name in ("one", "two")] == [0, 1]


def test_a_game_begins_from_a_sheet_of_counters_and_one_of_cards(tmp_path: Path) -> None:
    """Bug: the folder was not empty for the second sheet; `Card Title` was a section, and no card had a title."""
    (tmp_path / "units.csv").write_text(
        "Unit ID,Faction,Name,Type,Atk\nK1,Kingdom,1 Foot,Inf,3\nR1,Republic,1 Foot,Inf,2\n", encoding="utf-8"
    )
    rows = "No.,Card Title,Qty,Deck,Event Text\n7,Storm,2,Republic,Wet.\n9,Sun,1,Kingdom,Dry.\n"
    (tmp_path / "deck.csv").write_text(rows, encoding="utf-8")
    sheets = ["--from", str(tmp_path / "units.csv"), "--from", str(tmp_path / "deck.csv")]
    result = CliRunner().invoke(main, ["new", str(tmp_path / "ours"), *sheets])
    assert result.exit_code == 0, result.stderr
    assert "  guessed: Faction: sides Kingdom, Republic\n" in result.stdout
    game = load(locate(str(tmp_path / "ours")))
    assert [one for one in check(game) if one.code[0] != "N"] == []
    assert [*game[Counter]] == ["K1", "R1"] and [*game.info.sides] == ["kingdom", "republic"]
    storm = game[Deck]["deck"].value.cards["storm"]
    assert (storm.owner, storm.number, storm.text, storm.copies) == ("republic", "7", "Wet.", 2)
    again = CliRunner().invoke(main, ["new", str(tmp_path / "more"), *sheets[:2], *sheets[:2]])
    assert "units.csv: error[E287]: is a second sheet of counters" in again.stderr and not (tmp_path / "more").exists()


def test_a_workbook_has_a_sheet_of_each(tmp_path: Path) -> None:
    """Bug: only its first sheet was read, without a word."""
    units = [["Nation", "Unit", "Type", "Start Area"], ["Baden", "One", "Inf", "Ulm"], ["Saxony", "Two", "Inf", "Jena"]]
    cards = [["Name", "Player", "Effect"], ["Rain", "Both", "Wet."], ["March", "Saxony", "Go."]]
    sheets = {"Units": units, "Notes": [["Day", "What"], ["1", "Ask."]], "Cards": cards, "Plan": [["Later"]]}
    (tmp_path / "game.xlsx").write_bytes(xlsx({**sheets, "Old": cards}, hidden=["Old"]))
    made = begin_from(tmp_path / "ours", [tmp_path / "game.xlsx"])
    assert made.left_out == ("the sheet Notes", "the sheet Plan")
    game = load(locate(str(tmp_path / "ours")))
    assert [one.message for one in check(game) if one.code[0] != "N"] == []
    assert [*game[Counter]] == ["one", "two"] and [*game.info.sides] == ["baden", "saxony"]
    assert {name: card.owner for name, card in game[Deck]["deck"].value.cards.items()} == {
        "rain": "neutral",
        "march": "saxony",
    }
    only = guessed([tmp_path / "game.xlsx"], "Ours", "counters")
    assert only.left_out == ("the sheet Notes", "the sheet Cards", "the sheet Plan")


def test_cards_that_nobody_owns_have_a_back_and_some_column_is_their_title(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("Army,Unit,Type\nRed,One,Inf\nBlue,Two,Inf\n", encoding="utf-8")
    (tmp_path / "deck.csv").write_text("Sort,What,Effect\nA,Storm,Wet.\nA,Sun,Dry.\n", encoding="utf-8")
    made = begin_from(tmp_path / "ours", [tmp_path / "units.csv", tmp_path / "deck.csv"])
    assert "What: titles of the cards" in made.guesses
    game = load(locate(str(tmp_path / "ours")))
    assert [one for one in check(game) if one.code[0] == "E"] == []
    assert (game[Deck]["deck"].value.back is not None, [*game[Deck]["deck"].value.cards]) == (True, ["storm", "sun"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Unit\nOne\nTwo\n", ("one side, Red: no column tells whose a row is", "one type of counter, unit: no column")),
        ("Army,Unit,Start\nRed,One,North Bank\nRed,Two,Ford\n", ("Start: 2 places",)),
        ("Unit name,Type\nOne,Infantry\nTwo,Infantry\n", ("Type: 1 type of counters",)),
        (
            "Army,Unit,Echelon,Setup Hex\nRed,One,Sqn,0203\n,Two,gang,0101\n",
            ("Setup Hex: hexes of a map of 2 columns and 3 rows", "Echelon gang: no size that is known"),
        ),
        ("Army,Unit\nRed,One\n,Mine\n", ("Army: rows without one are nobody's (neutral)",)),
    ],
)
def test_what_a_sheet_does_not_say_is_guessed_too(tmp_path: Path, text: str, said: tuple[str, ...]) -> None:
    (tmp_path / "units.csv").write_text(text, encoding="utf-8")
    made = begin_from(tmp_path / "ours", [tmp_path / "units.csv"], "counters")
    assert all(any(guess.startswith(one) for guess in made.guesses) for one in said), made.guesses
    game = load(locate(str(tmp_path / "ours")))
    assert [one.message for one in check(game) if one.code[0] == "E"] == []
    assert len(game[Counter]) == 2


@pytest.mark.parametrize(
    ("rows", "regions"),
    [
        ("Warsaw,Poland\nMinsk,Belarus\nWarsaw,Poland\n,", {"poland": ["Warsaw"], "belarus": ["Minsk"]}),
        ("Warsaw,Poland\nMinsk,Belarus\nWarsaw,Belarus\n,", {"map": ["Warsaw", "Minsk"]}),
        ("Warsaw,Poland\nMinsk,\nKiev,Ukraine\n,", {"map": ["Warsaw", "Minsk", "Kiev"]}),
        ("Warsaw,Poland\nLublin,Poland\n,", {"map": ["Warsaw", "Lublin"]}),
    ],
    ids=["a region each", "two regions of a place", "a place without a region", "one region"],
)
def test_a_column_of_regions_divides_the_places(tmp_path: Path, rows: str, regions: dict[str, list[str]]) -> None:
    """Bug: the column was left out, and all places lay in one region."""
    lines = [f"Red,Unit {number},{row}" for number, row in enumerate(rows.split("\n"), 1)]
    text = "\n".join(["Army,Unit,Start,Region", *lines])
    (tmp_path / "units.csv").write_text(f"{text}\n", encoding="utf-8")
    made = begin_from(tmp_path / "ours", [tmp_path / "units.csv"], "counters")
    game = load(locate(str(tmp_path / "ours")))
    assert [one.message for one in check(game) if one.code[0] == "E"] == []
    assert {name: [*item.value.places] for name, item in game[Region].items()} == regions
    assert ("Region" in made.left_out) == (len(regions) == 1)


@pytest.mark.parametrize(
    ("name", "text", "code"), [("a.csv", "Unit\n", "E287"), ("a.txt", "Unit\nOne\n", "E280"), ("a.xlsx", "no", "E280")]
)
def test_nothing_begins_from_what_is_no_sheet(tmp_path: Path, name: str, text: str, code: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        begin_from(tmp_path / "ours", [tmp_path / name])
    assert [one.code for one in error.value.diagnostics] == [code]
    assert not (tmp_path / "ours").exists()


def test_a_sheet_goes_without_an_example(tmp_path: Path) -> None:
    sheet = tmp_path / "a.csv"
    sheet.write_text("Unit\nOne\n", encoding="utf-8")
    for words, said in ((["--like", "hex", "--from", str(sheet)], "give one of"), (["--kind", "cards"], "--from")):
        result = CliRunner().invoke(main, ["new", str(tmp_path / "x"), *words])
        assert (result.exit_code, said in result.stderr) == (2, True)


SHIPS = """Navy,Ship,Class,Guns,Crippled guns,Start hex
Imperial Navy,Slava,Battleship,8,4,0203
Imperial Navy,Amur,Minelayer,1,,0202
Republic Fleet,Union,Battleship,9,5,0401
"""


def test_ships_have_navies_names_and_crippled_backs(tmp_path: Path) -> None:
    """Bug: `Navy` and `Ship` were left out, and the game that was begun had an error: no column of ids."""
    (tmp_path / "ships.csv").write_text(SHIPS, encoding="utf-8")
    made = begin_from(tmp_path / "ours", [tmp_path / "ships.csv"])
    assert "Ship: names of the counters" in made.guesses and "values: Guns" in made.guesses
    game = load(locate(str(tmp_path / "ours")))
    assert [one.code for one in check(game) if one.code[0] != "N"] == []
    assert {name: one.value.side for name, one in game[Counter].items()} == {
        "slava": "imperial_navy",
        "amur": "imperial_navy",
        "union": "republic_fleet",
    }
    assert game[Counter]["slava"].value.reverse == Reverse(values={"guns": "4"})
    assert game.info.unit_types["minelayer"].symbol == "steamer"


def test_counters_without_names_are_numbered_by_their_types(tmp_path: Path) -> None:
    """Bug: a sheet of them began a game with an error, and no column could give their ids."""
    rows = "Army,Type,Attack\nRed,infantry,3\nRed,infantry,2\nBlue,tank,4\n"
    (tmp_path / "units.csv").write_text(rows, encoding="utf-8")
    begin_from(tmp_path / "ours", [tmp_path / "units.csv"])
    game = load(locate(str(tmp_path / "ours")))
    assert [one.code for one in check(game) if one.code[0] != "N"] == []
    assert [*game[Counter]] == ["infantry", "infantry_2", "tank"]


CHART = [["Die", "1:2", "1:1"], ["1-2", "-", "D"], ["3-5", "D", "S"], ["6", "S", "S"]]


def test_sheets_of_results_are_charts(tmp_path: Path) -> None:
    """Bug: a chart in a workbook was left out, and nothing said how it is read."""
    (tmp_path / "ships.csv").write_text(SHIPS, encoding="utf-8")
    (tmp_path / "weather.csv").write_text("Roll,Sky\n2-3,Gale\n4-10,Fair\n11-12,Fog\n", encoding="utf-8")
    cards = [["Name", "Player", "Effect"], ["Rain", "Both", "Wet."]]
    notes = [["Step", "What"], ["1-5", "Ask."], ["6", "Test."]]
    (tmp_path / "game.xlsx").write_bytes(xlsx({"Cards": cards, "CRT": CHART, "Notes": notes}))
    sheets = [tmp_path / name for name in ("weather.csv", "ships.csv", "game.xlsx")]
    made = begin_from(tmp_path / "ours", sheets)
    assert made.left_out == ("the sheet Notes",)
    assert made.guesses[-2:] == ("Weather: a chart of 2d6", "CRT: a chart of 1d6")
    game = load(locate(str(tmp_path / "ours")))
    assert [one.code for one in check(game) if one.code[0] != "N"] == []
    odds = CliRunner().invoke(main, ["odds", str(tmp_path / "ours"), "crt", "--set", "column=1:1"])
    assert "D    33.3 %  1/3\n" in odds.stdout
    with pytest.raises(InputError, match="E287"):
        guessed([tmp_path / "weather.csv", tmp_path / "weather.csv"], "Ours")


def test_sides_and_places_are_guessed_of_what_a_workbook_says(tmp_path: Path) -> None:
    """Bug: under a heading of one's own, all counters became those of one side, and a sheet of places was left out."""
    ships: list[list[object]] = [
        ["Company", "Ship", "Class", "Guns", "Picture"],
        *([who, name, "cog", 2, "ports.svg"] for who, name in zip("HHNN", "ABCD", strict=True)),
    ]
    ports: list[list[object]] = [["Name", "X", "Y", "Note"], ["Riga", 25, 90.5, "ice"], ["Narva", "160", "25", None]]
    (tmp_path / "game.xlsx").write_bytes(xlsx({"Ships": ships, "Ports": ports}))
    (tmp_path / "ports.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', encoding="utf-8")
    made = begin_from(tmp_path / "ours", [tmp_path / "game.xlsx"])
    assert made.guesses[0] == "Company: sides H, N"
    assert made.guesses[-1] == "Ports: places of a map of 190x120mm" and made.left_out == ()
    game = load(locate(str(tmp_path / "ours")))
    assert [one.code for one in check(game) if one.code[0] != "N"] == []
    assert {item.value.side for item in game[Counter].values()} == {"h", "n"}
    spaces = game[Map]["ports"].value.spaces
    assert [(one.name, one.at) for one in spaces.values()] == [("Riga", (25, 90.5)), ("Narva", (160, 25))]


@pytest.mark.parametrize(
    ("heading", "keys", "roll"),
    [
        ("Die", ("1-3", "4-5", "6+"), "1d6"),
        ("2d6", ("5-", "6-8", "9+"), "2d6"),
        ("1d10 roll", ("4-", "5-8", "9+"), "1d10"),
        ("Die", ("0-", "1-6", "7+"), None),
        ("Die", ("1-2", "3-5", "7"), ""),
    ],
)
def test_a_chart_with_open_ends_is_begun_too(
    tmp_path: Path, heading: str, keys: tuple[str, ...], roll: str | None
) -> None:
    """Bug: a sheet of results such as `6+` was left out, and a chart of it without modifiers was an error."""
    (tmp_path / "ships.csv").write_text(SHIPS, encoding="utf-8")
    rows = "".join(f"{key},{said}\n" for key, said in zip(keys, ("Calm", "Fair", "Gale"), strict=True))
    (tmp_path / "sea.csv").write_text(f"{heading},Sky\n{rows}", encoding="utf-8")
    sheets = [tmp_path / "ships.csv", tmp_path / "sea.csv"]
    if roll == "":
        with pytest.raises(InputError, match="E287"):
            begin_from(tmp_path / "ours", sheets)
        return
    made = begin_from(tmp_path / "ours", sheets)
    assert made.guesses[-1].startswith("Sea: a chart to look up" if roll is None else f"Sea: a chart of {roll}")
    game = load(locate(str(tmp_path / "ours")))
    assert [one.code for one in check(game) if one.code[0] != "N"] == []
    assert (roll and Dice.parse(roll)) == game[Table]["sea"].value.roll


def test_what_is_left_out_has_a_cure(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text(UNITS, encoding="utf-8")
    result = CliRunner().invoke(main, ["new", str(tmp_path / "ours"), "--from", str(tmp_path / "units.csv")])
    assert "left out: Designer notes\n    to read a column, say in `columns:` which field it is" in result.stdout
