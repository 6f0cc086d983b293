"""The front door: which games it lists, what begins a new one, and what it refuses."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, TypeVar

import pytest
from pictures_support import picture, saved
from rcwkit.cli import main
from rcwkit.dice.counters import Counter
from rcwkit.game.catalogue import games, locate
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.screens.preview import door as doors
from rcwkit.screens.preview.door import Door, remember
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.server import Server
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.language import ENGLISH
from tests_support import TOY, run, write
from workbooks_support import xlsx

T = TypeVar("T")
CARDS = "Name;Side;Ops;Text;Printer\nForced march;Red;3;Move 2 hexes more.;Anna\nGates;Blue;1;Nobody moves.;\n"


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    """A door that does its work in this process."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path / "games")
    made = Door(tmp_path / "games", ENGLISH, manual=lambda: "<p>Guides</p>")

    def done(work: Callable[..., T], *given: Any) -> T:
        return work(*given)

    monkeypatch.setattr(made, "_done", done)
    monkeypatch.setattr(PrintJobs, "warm", lambda self: None)
    yield made
    made.close()


def _json(answer: Any) -> Any:
    assert answer.status == 200, answer.body
    return json.loads(answer.body)


def _sent(door: Door, address: str, name: str, data: bytes, tmp_path: Path) -> Any:
    path = tmp_path / f"sent{Path(name).suffix}"
    path.write_bytes(data)
    return door.take(address, name, path)


def test_games_of_the_folder_those_opened_lately_and_the_included_ones(door: Door, tmp_path: Path) -> None:
    write(tmp_path / "games" / "toy", TOY)
    write(tmp_path / "games" / ".hidden", TOY)
    write(tmp_path / "games" / "notes", {"a.yaml": "kind: cards\n"})
    write(
        tmp_path / "far" / "away", {**TOY, "game.yaml": TOY["game.yaml"].replace("title: Toy", 'title: "Far \\"A\\""')}
    )
    remember(tmp_path / "games" / "toy")
    remember(tmp_path / "far" / "away")
    remember(tmp_path / "gone")
    listed = _json(door.get("games"))["games"]
    assert [(one["whose"], one["title"]) for one in listed if one["whose"] != "included"] == [
        ("mine", "Toy"),
        ("recent", 'Far "A"'),
    ]
    assert len([one for one in listed if one["whose"] == "included"]) == len(games()) == 5
    cover = _json(door.get(f"cover/{listed[0]['key']}"))
    assert (cover["form"], cover["errors"], len(cover["faces"])) == ("cards", 0, 1)
    assert cover["faces"][0].startswith("<svg") and cover["holds"]["cards"] == 1
    (tmp_path / "games" / "toy" / "red.yaml").write_text("kind: counters\n", encoding="utf-8")
    assert _json(door.get(f"cover/{listed[0]['key']}"))["errors"] >= 1, "drawn anew once a file is saved"
    for address in ("cover/0123", "game/0123/", "game/0123/state", "asset/../door.py", "other"):
        assert door.get(address).status == 404, address


def test_a_new_game_is_made_and_served(door: Door, tmp_path: Path) -> None:
    made = _json(door.post("new", {"title": "Fischer & Söhne", "like": "cards"}))
    again = _json(door.post("new", {"title": "Fischer & Söhne", "like": "cards"}))
    assert [path.name for path in sorted((tmp_path / "games").iterdir())] == ["fischer_sohne", "fischer_sohne_2"]
    assert made["key"] != again["key"]
    game = load(locate(str(tmp_path / "games" / "fischer_sohne")))
    assert (game.info.id, game.info.title) == ("fischer_sohne", "Fischer & Söhne")
    assert b"preview.js" in door.get(f"game/{made['key']}/").body
    workshop = door.stream(f"game/{made['key']}/events")
    assert isinstance(workshop, Workshop) and workshop.wait() is not None
    assert _json(door.get(f"game/{made['key']}/state"))["game"]["title"] == "Fischer & Söhne"
    heard, told = workshop.listen(), dict[str, Any]()
    for number in range(60):  # the watch may not have begun yet
        broken = "kind: game\n" + "\n" * number
        (tmp_path / "games" / "fischer_sohne" / "game.yaml").write_text(broken, encoding="utf-8")
        with suppress(queue.Empty):
            while not told.get("problems"):
                told = heard.get(timeout=1)
            break
    assert told["problems"], "its folder is watched"
    assert door.post("new", {"title": " ", "like": "cards"}).status == 400
    assert door._place(games()[0]).name == f"{games()[0]}_2", "their kits would share a folder"


def test_no_more_games_are_open_than_can_be(door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "MOST_OPEN", 1)
    for name in ("one", "two"):
        write(tmp_path / "games" / name, TOY)
    keys = [one["key"] for one in _json(door.get("games"))["games"][:2]]
    for key in keys:
        assert door.get(f"game/{key}/").status == 200
    assert [*door._desks] == keys[1:]


def test_a_game_begins_from_a_sheet_after_a_look_at_what_was_guessed(door: Door, tmp_path: Path) -> None:
    told = _json(_sent(door, "sheet", "Neue Karten.csv", CARDS.encode(), tmp_path))
    assert (told["kinds"], told["name"], told["title"]) == (["cards"], "Neue Karten.csv", "Neue Karten")
    assert "Side: sides Red, Blue" in told["guesses"]
    assert len(told["cover"]["faces"]) == 2
    assert not list((tmp_path / "games").iterdir()), "nothing is made yet"
    started = _json(_sent(door, "sheet", "units.csv", b"Army,Unit,Type,Start\nRed,One,Inf,0101\n", tmp_path))
    assert (started["cover"]["form"], len(started["cover"]["faces"])) == ("counters", 1), "not the empty map"
    other = _json(door.post("guess", {"sheet": told["sheet"], "title": "x", "kind": "counters"}))
    assert other["kinds"] == ["counters"] and other["left_out"]
    made = _json(door.post("begin", {"sheet": told["sheet"], "title": "Gates", "kind": "cards"}))
    folder = tmp_path / "games" / "gates"
    assert (folder / "neue_karten.csv").read_text(encoding="utf-8") == CARDS
    deck = load(locate(str(folder)))[Deck]["deck"].value
    assert [*deck.cards] == ["forced_march", "gates"]
    assert door.get(f"game/{made['key']}/").status == 200
    for number in range(doors.MOST_SENT):
        _sent(door, "sheet", f"{number}.csv", CARDS.encode(), tmp_path)
    assert door.post("begin", {"sheet": told["sheet"], "title": "Gates"}).status == 404, "it waits no longer"


def test_pictures_are_sent_with_their_sheet(door: Door, tmp_path: Path) -> None:
    rows = "Card Name,Picture,Rules Text\nSpy,art/spy.png,Look.\nRain,art/Rain 2.png,Wet.\n"
    told = _json(_sent(door, "sheet", "deck.csv", rows.encode(), tmp_path))
    where = f"sheet/{told['sheet']}"
    assert told["guesses"][-1].endswith("(art/spy.png, art/Rain 2.png)"), "what is missing is named"
    assert door.most(where) == door.most("sheet")
    assert _sent(door, where, "Rain 2.png", saved(picture(3, 2)), tmp_path).status == 200
    assert _sent(door, where, "notes.txt", b"a", tmp_path).status == 400
    assert _sent(door, "sheet/none", "spy.png", saved(picture(3, 2)), tmp_path).status == 404
    again = _json(door.post("guess", {"sheet": told["sheet"], "title": "Spies"}))
    assert again["guesses"][-1].endswith("folder (art/spy.png)")
    door.post("begin", {"sheet": told["sheet"], "title": "Spies"})
    found = sorted(path.name for path in (tmp_path / "games" / "spies" / "art").iterdir())
    assert found == ["Rain 2.png"]
    _sent(door, where, "spy.png", saved(picture(3, 2)), tmp_path)
    whole = _json(door.post("guess", {"sheet": told["sheet"], "title": "Whole"}))
    assert [face.count("<image") for face in whole["cover"]["faces"]] == [1, 1], "drawn with what was sent"


def test_a_game_begins_from_a_sheet_of_cards_and_one_of_counters(door: Door, tmp_path: Path) -> None:
    """In two files, or in one workbook, as `rcwkit new --from` does."""
    units = b"Army,Unit,Type,Start\nRed,One,Inf,0101\n"
    told = _json(_sent(door, "sheet", "deck.csv", CARDS.encode(), tmp_path))
    where = f"sheet/{told['sheet']}"
    assert _sent(door, where, "deck.csv", CARDS.encode(), tmp_path).status == 200, "the same again"
    assert _sent(door, where, "more.csv", f"{CARDS}\n".encode(), tmp_path).status == 422, "a second sheet of cards"
    assert _sent(door, where, "deck.csv", units, tmp_path).status == 200, "called like the first"
    told = _json(door.post("guess", {"sheet": told["sheet"], "title": "Both"}))
    assert (told["kinds"], told["name"]) == (["cards", "counters"], "deck.csv, deck_2.csv")
    door.post("begin", {"sheet": told["sheet"], "title": "Both"})
    rows = [line.split(";") for line in CARDS.splitlines()], [line.split(",") for line in units.decode().splitlines()]
    book = xlsx({"Deck": rows[0], "Units": rows[1]})
    told = _json(_sent(door, "sheet", "all.xlsx", book, tmp_path))
    assert told["kinds"] == ["cards", "counters"]
    door.post("begin", {"sheet": told["sheet"], "title": "One book"})
    for name in ("both", "one_book"):
        game = load(locate(str(tmp_path / "games" / name)))
        assert [*game[Deck]["deck"].value.cards] == ["forced_march", "gates"]
        assert [one.value.name for one in game[Counter].values()] == ["One"]


@pytest.mark.parametrize(
    ("address", "name", "data", "said"),
    [
        ("sheet", "game.exe", b"MZ", "'game.exe' is no spreadsheet"),
        ("sheet", "empty.csv", b"", "empty.csv "),
        ("sheet", "broken.xlsx", b"PK\x03\x04 no workbook", "broken.xlsx "),
        ("module", "cards.csv", b"a", "'cards.csv' is no VASSAL module"),
        ("module", "broken.vmod", b"PK\x03\x04 no module", "broken.vmod "),
    ],
)
@pytest.mark.row("I7")
def test_files_of_strangers_are_refused_by_name(
    door: Door, tmp_path: Path, address: str, name: str, data: bytes, said: str
) -> None:
    answer = _sent(door, address, name, data, tmp_path)
    assert answer.status in (400, 422)
    assert json.loads(answer.body)["error"].startswith(said)
    assert not list((tmp_path / "games").iterdir())


def test_files_are_taken_only_from_our_pages_and_within_limits(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "_in_time", lambda work, *given: work(*given))  # signals need the main thread
    server = Server(door)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()

    def post(address: str, body: bytes, length: int | None = None, **headers: str) -> tuple[int, bytes]:
        connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
        given = {"Content-Type": "application/octet-stream", "X-Name": "a%20b.csv", **headers}
        given |= {} if length is None else {"Content-Length": str(length)}
        connection.request("POST", f"/{server.token}/{address}", body, given)
        answer = connection.getresponse()
        found = answer.status, answer.read()
        connection.close()
        return found

    try:
        status, body = post("sheet", CARDS.encode())
        assert status == 200 and json.loads(body)["name"] == "a b.csv"
        assert post("sheet", CARDS.encode(), Origin="http://evil.example")[0] == 403
        assert post("sheet", b"", length=2**40)[0] == 413
        for address in ("new", "games", "", "game/0123/picture"):
            assert post(address, b"a")[0] == 413, "no files are taken here"
        assert post("../sheet", b"a")[0] in (404, 413)
        monkeypatch.setattr(server, "token", "other")
        assert post("sheet", CARDS.encode())[0] == 200
        assert server.token == "other"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_the_manual_is_a_page_of_its_own(door: Door) -> None:
    answer = door.get("manual")
    assert answer.body == b"<p>Guides</p>" and answer.policy


def test_without_a_game_the_command_opens_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[Any, ...]] = []
    monkeypatch.setattr("rcwkit.cli.screens._serve", lambda *given, **_: served.append(given))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.chdir(tmp_path)
    assert run("preview", "--no-open").exit_code == 0
    (site, folder, *_) = served[0]
    assert isinstance(site, Door) and folder == tmp_path
    assert site.say.code == "de"
    refused = run("preview", "--against", str(tmp_path))
    assert refused.exit_code == 2 and "it is for one game" in refused.stderr
    assert "rcwkit preview  " in run("--help").stdout, "the help says how to open it"
    assert main.name == "main"
