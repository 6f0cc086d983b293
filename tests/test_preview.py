"""The preview: access, redraw on save, errors over the last good page, and a roller that agrees with Python."""

from __future__ import annotations

import http.client
import json
import os
import queue
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from faults_support import command
from pictures_support import picture, saved
from procedures_support import NODE, page
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Span, Surroundings
from rcwkit.dice.model import Procedure
from rcwkit.dice.odds import Answer
from rcwkit.dice.roll import Prepared, prepare, rolled, verify
from rcwkit.dice.roll import answers as answers_of
from rcwkit.dice.sources import NeedsFace, Seeded, Typed, code_of
from rcwkit.frame import Frame
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import File
from rcwkit.screens.companion import plans as offers
from rcwkit.screens.preview import pieces
from rcwkit.screens.preview.pieces import PreviewFace, PreviewFile
from rcwkit.screens.preview.played import PlayedGames
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.server import MOST, Server, watching
from rcwkit.screens.preview.site import Site
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.sheets.svg import svg
from rcwkit.source.project import Project
from tests_support import TOY, write
from watchfiles import Change
from ways_support import ways
from workbooks_support import xlsx

PAGES = bundled("templates") / "preview"


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    made = Workshop(write(tmp_path / "toy", TOY).as_posix(), editor="edit://{path}#{line}")
    made.refresh()
    return made


class Client:
    """A client of a running server, which behaves like a browser or like an attacker."""

    def __init__(self, server: Server) -> None:
        self.server, self.token = server, server.token

    def ask(
        self, method: str, address: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=120)
        try:
            connection.request(
                method, address, body, {name.replace("_", "-"): value for name, value in headers.items()}
            )
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def get(self, address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        return self.ask("GET", f"/{self.token}/{address}", None, **headers)

    def json(self, address: str) -> Any:
        status, _, body = self.get(address)
        assert status == 200, body
        return json.loads(body)

    def post(self, address: str, data: Any) -> tuple[int, Any]:
        status, _, body = self.ask(
            "POST", f"/{self.token}/{address}", json.dumps(data).encode(), Content_Type="application/json"
        )
        return status, json.loads(body) if body.startswith((b"{", b"[")) else body


@pytest.fixture
def client(workshop: Workshop) -> Iterator[Client]:
    press = PrintJobs(workshop.name, ())
    server = Server(Site(workshop, press))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield Client(server)
    server.shutdown()
    thread.join()
    server.server_close()
    press.close()


def test_only_this_machine_and_only_with_the_token(client: Client) -> None:
    assert client.server.server_address[0] == "127.0.0.1"
    assert client.get("")[0] == 200
    for address in ("/", "/state", "/wrong/state", f"/{client.token}x/state", f"/{client.token[:-1]}/state"):
        assert client.ask("GET", address)[0] == 404, address


def test_guests_reach_the_companion_alone(client: Client) -> None:
    guest = client.json("companion/guest")["token"]
    assert client.token not in guest
    for address in ("companion/", "companion/game/none", "game/x/companion/"):
        status, _, body = client.ask("GET", f"/{guest}/{address}")
        assert (status, body[:1]) != (404, b""), address
    for address in ("", "state", "roller", "kit/", "companion", "companionx/", "pdf/cards.pdf", "game/x/state"):
        assert client.ask("GET", f"/{guest}/{address}")[::2] == (404, b""), address
    for address in ("edit", "undo", "make", "art", "board"):
        answer = client.ask("POST", f"/{guest}/{address}", b"{}", Content_Type="application/json")
        assert answer[::2] == (404, b""), address


def test_a_game_of_several_phones_is_agreed_on(client: Client) -> None:
    played = client.server.site.stream("companion/live")
    assert isinstance(played, PlayedGames)
    heard = played.listen()
    state: dict[str, Any] = {"facts": {"at|vp|": "1"}, "steps": [], "undone": []}
    new = {"name": "abcdefgh", "number": 0, "state": state}
    status, first = client.post("companion/game", new)
    assert status == 200
    assert heard.get(timeout=1)["games"] == {"abcdefgh": first["number"]}
    later = {**state, "facts": {"at|vp|": "2"}}
    assert client.post("companion/game", {**new, "number": first["number"], "state": later})[0] == 200
    status, there = client.post("companion/game", {**new, "number": first["number"]})
    assert (status, there["state"]) == (409, later), "whoever did not know it gets the present state"
    assert client.json("companion/game/abcdefgh")["state"] == later
    assert client.get("companion/game/other")[0] == 404
    bad: tuple[dict[str, Any], ...] = (
        {"name": "../../etc"},
        {"number": "1"},
        {"state": {"facts": {}}},
        {"state": {**state, "steps": [1]}},
    )
    for wrong in bad:
        assert client.post("companion/game", {**new, **wrong})[0] == 400, wrong
    for name in range(9):
        client.post("companion/game", {**new, "name": f"another{name}"})
    assert client.get("companion/game/abcdefgh")[0] == 404, "the eldest goes"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "[::1]", ""])
def test_another_host_is_refused(client: Client, host: str) -> None:
    """A foreign host name that points at this machine must not open the page."""
    assert client.get("state", Host=host)[0] == 403


def test_another_origin_is_refused(client: Client) -> None:
    own = f"http://127.0.0.1:{client.server.server_port}"
    assert client.get("state", Origin=own)[0] == 200
    for origin in ("http://evil.example", "null", own + "1", own.replace("http", "https")):
        assert client.get("state", Origin=origin)[0] == 403, origin


@pytest.mark.parametrize(
    "address",
    [
        "asset/../../base.css",
        "asset/%2e%2e/base.css",
        "asset/..%2f..%2fpyproject.toml",
        "asset//etc/passwd",
        "font/../../pyproject.toml",
        "font/LICENSE.txt",
        "game.yaml",
        "../state",
        "pdf/nothing.pdf",
        "pieces/nothing",
        "reading/nothing",
        "reading/counters",
        "asset/base.html",
        "pages/counters/000000000000",
        "page/counters/000000000000/1.png",
        "page/counters",
        "sheet",
    ],
)
def test_nothing_outside_the_site_is_served(client: Client, address: str) -> None:
    assert client.get(address)[0] == 404


def test_questions_come_as_json_of_a_fair_size(client: Client) -> None:
    address = f"/{client.token}/sheet"
    assert client.ask("POST", address, b"{}", Content_Type="text/plain")[0] == 415
    assert client.ask("POST", address, b"{", Content_Type="application/json")[0] == 400
    assert client.ask("POST", address, b"[]", Content_Type="application/json")[0] == 400
    assert client.ask("POST", address, b"{}", Content_Type="application/json", Content_Length=str(MOST + 1))[0] == 413
    assert client.ask("DELETE", address)[0] == 501
    assert client.post("nothing", {})[0] == 404


@pytest.mark.parametrize("page", ["", "roller"])
def test_pages_ask_for_nothing_outside(client: Client, page: str) -> None:
    _, headers, body = client.get(page)
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    for address in re.findall(rb'(?:src|href)="([^"]*)"', body):
        assert client.get(address.decode().removeprefix("./"))[0] == 200


def test_no_source_of_the_pages_names_another_host() -> None:
    for path in PAGES.iterdir():
        named = set(re.findall(r"https?://[^\s\"']+", path.read_text(encoding="utf-8")))
        assert named <= {"http://www.w3.org/2000/svg"}, path.name


@pytest.mark.parametrize("name", ["preview", "roller"])
def test_every_element_that_a_script_asks_for_is_there(name: str) -> None:
    script, page = ((PAGES / f"{name}.{ending}").read_text(encoding="utf-8") for ending in ("js", "html"))
    made = set(re.findall(r'id: "([\w-]+)"', script))
    assert set(re.findall(r'by\("([\w-]+)"\)', script)) - made <= set(re.findall(r'id="([\w-]+)"', page))


def test_fonts_and_colours_are_served(client: Client) -> None:
    _, headers, css = client.get("theme.css")
    assert headers["Content-Type"].startswith("text/css")
    assert b"--owner-red: #B3201F" in css
    for font in set(re.findall(r'url\("([^"]+)"\)', css.decode())):
        assert client.get(font)[2][:4] == b"\x00\x01\x00\x00"


def test_pieces_come_as_drawings_with_their_place(client: Client, workshop: Workshop) -> None:
    state = client.json("state")
    assert state["game"] == {"id": "toy", "title": "Toy", "places": 3, "file": f"{workshop.name}/game.yaml"}
    assert state["problems"] == []
    assert {"counters", "all-charts"} <= {one["stem"] for one in state["components"]}
    army = next(piece for piece in client.json("pieces/counters") if piece["key"] == "Ra1")
    file, _, line = army["front"]["at"].rpartition(":")
    source = workshop.path_of(file)
    assert source is not None
    assert "Ra1:" in source.read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert army["open"] == f"edit://{source.as_posix()}#{line}"
    status, drawn = client.post("drawings", {"stem": "counters", "hashes": [army["front"]["hash"], "other"]})
    assert status == 200
    assert list(drawn) == [army["front"]["hash"]]
    assert "1 Army" in drawn[army["front"]["hash"]]
    assert army["back"] is not None and army["back"]["hash"] not in drawn


def test_a_save_redraws_only_what_changed(workshop: Workshop) -> None:
    before = {piece["key"]: piece["front"]["hash"] for piece in workshop.pieces("counters")}
    components = {one["stem"]: one["hash"] for one in workshop.state()["components"]}
    path = Path(workshop.name) / "red.yaml"
    path.write_text(TOY["red.yaml"].replace("name: 1 Army", "name: 9 Army"), encoding="utf-8")
    heard = workshop.listen()
    workshop.refresh([path])
    after = {piece["key"]: piece["front"]["hash"] for piece in workshop.pieces("counters")}
    assert {key for key in after if after[key] != before[key]} == {"Ra1"}
    first = heard.get_nowait()
    assert [one["stem"] for one in first["components"] if one["hash"] != components[one["stem"]]] == ["counters"]


def place_of(client: Client, stem: str, said: str) -> dict[str, str]:
    """Return the innermost element with these words on the first sheet of a document."""
    sheet = client.json(f"pieces/{stem}")[0]
    hash = sheet["front"]["hash"]
    drawn = ElementTree.fromstring(client.post("drawings", {"stem": stem, "hashes": [hash]})[1][hash])
    numbers = [
        group.get("data-at") for group in drawn.iter() if group.get("data-at") and said in "".join(group.itertext())
    ]
    status, place = client.post("place", {"stem": stem, "key": sheet["key"], "number": int(str(numbers[-1]))})
    assert status == 200
    return dict(place)


def test_sheets_of_text_come_as_drawings_with_the_places_of_their_words(client: Client, workshop: Workshop) -> None:
    sheets = client.json("pieces/rulings")
    assert [(one["key"], one["front"]["width"], one["front"]["height"]) for one in sheets] == [("sheet 1", 210, 297)]
    for stem, said, file in (
        ("rulings", "The list.", "rulings.yaml"),
        ("checklists", "Deal the cards", "scenarios.yaml"),
        ("all-charts", "Red leads", "tables.yaml"),
        ("all-charts", "neutral", "tables.yaml"),
    ):
        place = place_of(client, stem, said)
        path, _, line = place["open"].removeprefix("edit://").rpartition("#")
        assert path == (Path(workshop.name) / file).as_posix()
        assert place["at"].endswith(f"/{file}:{line}")
        lines = TOY[file].splitlines()[int(line) - 1 :]
        assert said in " ".join(lines[: 1 if said == "neutral" else 4]), lines[:4]


def test_a_place_moves_with_its_line_and_nothing_is_redrawn(client: Client, workshop: Workshop) -> None:
    before, place = client.json("state")["components"], place_of(client, "rulings", "The list.")
    path = Path(workshop.name) / "rulings.yaml"
    path.write_text("# a line more\n" + TOY["rulings.yaml"], encoding="utf-8")
    workshop.refresh([path])
    assert client.json("state")["components"] == before
    moved = place_of(client, "rulings", "The list.")
    assert int(moved["at"].rpartition(":")[2]) == int(place["at"].rpartition(":")[2]) + 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "sheet 9", "number": 0},
        {"key": "sheet 1", "number": 99},
        {"key": "sheet 1", "number": -1},
        {"number": 0},
    ],
)
def test_a_place_that_is_not_there(client: Client, wrong: dict[str, Any]) -> None:
    assert client.post("place", {"stem": "all-charts", **wrong})[0] == 404


@pytest.mark.parametrize("at", ["/etc/passwd:1", "toy/../secret.yaml", "toy/red.yaml:x", "", 7])
def test_no_address_opens_a_file_outside_the_games(client: Client, at: Any) -> None:
    assert client.post("place", {"at": at})[1]["open"] == ""


def test_a_picture_is_served_as_long_as_a_piece_shows_it(client: Client, workshop: Workshop) -> None:
    """Also when it changes without its document."""
    root = workshop.project.root
    cards = root / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("back: {", "back: {art: a.png, "), "utf-8")
    addresses = []
    for seed in (1, 2):
        (root / "a.png").write_bytes(saved(picture(seed=seed)))
        workshop.refresh([root / "a.png"])
        back = workshop.components["cards-factions"].shown[0].back
        assert back
        (address,) = re.findall(r'href="([^"]+)"', back.svg)
        status, headers, body = client.get(address)
        assert (status, headers["Content-Type"], body) == (200, "image/png", (root / "a.png").read_bytes())
        addresses.append(address)
    assert [client.get(address)[0] for address in addresses] == [404, 200]
    assert [one.diagnostic.code for one in workshop.problems] == ["W270"]


def test_only_what_is_made_from_a_saved_document_is_laid_out_again(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: every component was, and a click had to wait for that."""
    made: list[str] = []

    def follow(game: Game, file: File, *rest: Any) -> PreviewFile:
        made.append(file.stem)
        return laid(game, file, *rest)

    laid = pieces._made
    monkeypatch.setattr("rcwkit.screens.preview.pieces._made", follow)
    path = Path(workshop.name) / "rulings.yaml"
    before = dict(workshop.components)
    path.write_text(TOY["rulings.yaml"].replace("The list.", "The lists."), encoding="utf-8")
    workshop.refresh([path])
    assert made == ["rulings", "all-rulings"]
    assert workshop.components["counters"] is before["counters"]
    made.clear()
    workshop.refresh()
    assert made == []
    workshop.use_ink("low")
    assert sorted(made) == sorted(before)


def test_what_is_looked_at_is_drawn_first(workshop: Workshop) -> None:
    path = Path(workshop.name) / "tables.yaml"
    for number, looked in enumerate(("aid-sheet", "all-charts", "aids")):
        workshop.pieces(looked)
        text = TOY["tables.yaml"].replace("title: Turn 9", f"title: Turn {'ABC'[number]}")
        path.write_text(text, encoding="utf-8")
        before = {one["stem"]: one["hash"] for one in workshop.state()["components"]}
        heard = workshop.listen()
        workshop.refresh([path])
        told = heard.get_nowait()["components"]
        assert [one["stem"] for one in told if one["hash"] != before[one["stem"]]] == [looked]


def test_odds_are_computed_again_only_for_what_changed(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def follow(prepared: Prepared, known: Any) -> list[Answer]:
        asked.append(prepared.plan.id)
        return answers_of(prepared, known)

    monkeypatch.setattr("rcwkit.document.odds_blocks.answers", follow)
    path = Path(workshop.name) / "procedures.yaml"
    text = path.read_text(encoding="utf-8")
    assert workshop.game is not None
    first, *others = [name for name, item in workshop.game[Procedure].items() if item.value.report]
    for number in range(2):
        path.write_text("# again\n" * number + text, encoding="utf-8")
        workshop.refresh([path])
    assert asked == []
    path.write_text(text.replace(f"  {first}:\n    title: ", f"  {first}:\n    title: New "), encoding="utf-8")
    workshop.refresh([path])
    assert set(asked) == {first}, others


def test_only_sheets_that_differ_are_drawn_again(workshop: Workshop) -> None:
    points = ", ".join(["Stop."] * 240)
    sections = f"[{{head: All, points: [{points}]}}]"
    long = f"kind: aids\nid: more\nsource: Toy rules\naids: {{long: {{title: Long, sections: {sections}}}}}\n"
    path = workshop.project.root / "more.yaml"
    before: list[PreviewFace] = []
    for text in (long, long.replace("Stop.]", "Go.]")):
        path.write_text(text, encoding="utf-8")
        workshop.refresh()
        shown = workshop.components["aids"].shown
        fresh = Workshop(workshop.name)
        fresh.refresh()
        assert fresh.components["aids"].shown == shown
        faces = [piece.front for piece in shown]
        kept = [face is old for face, old in zip(faces, before, strict=bool(before))]
        before = faces
    assert len(faces) > 1
    assert kept == [True] * (len(faces) - 1) + [False]


def test_only_faces_that_look_different_are_drawn_again(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def drawing(frame: Frame, **given: Any) -> str:
        drawn.append(frame.name)
        return svg(frame, **given)

    before = {piece.key: piece.front for piece in workshop.components["counters"].shown}
    path = Path(workshop.name) / "red.yaml"
    text = f"# A line more, which moves all places.\n{TOY['red.yaml']}".replace("name: 2 Army", "name: 3 Army")
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr("rcwkit.screens.preview.pieces.svg", drawing)
    workshop.refresh([path])
    counters = {*before}
    assert {name for name in drawn if name in counters} == {"Ra2"}
    after = {piece.key: piece.front for piece in workshop.components["counters"].shown}
    assert after["Ra1"].svg is before["Ra1"].svg and after["Ra2"].hash != before["Ra2"].hash
    line = {key: int(face.at.rpartition(":")[2]) for faces in (before, after) for key, face in faces.items()}
    assert int(before["Ra1"].at.rpartition(":")[2]) + 1 == line["Ra1"], "it leads to its line as it is now"


def test_a_document_that_says_the_same_keeps_its_sheets(workshop: Workshop) -> None:
    before = dict(workshop.components)
    path = Path(workshop.name) / "tables.yaml"
    path.write_text(TOY["tables.yaml"].replace("title: Turn 9", "title: Turn Nine"), encoding="utf-8")
    workshop.refresh([path])
    after = workshop.components
    documents = [stem for stem, one in after.items() if one.document]
    assert {stem for stem in documents if after[stem].shown is before[stem].shown} >= {
        "checklists",
        "rulings",
        "setup-campaign",
    }
    assert {stem for stem in documents if after[stem].hash != before[stem].hash} >= {"all-charts", "aids", "aid-sheet"}


@pytest.mark.parametrize(
    "text", [TOY["game.yaml"].replace("#B3201F", "#5B4A86"), TOY["game.yaml"] + 'look: {accent: "#2F6B34"}\n']
)
def test_another_colour_of_an_owner_or_the_game_redraws_documents(workshop: Workshop, text: str) -> None:
    before = workshop.components["all-charts"].hash
    path = Path(workshop.name) / "game.yaml"
    path.write_text(text, encoding="utf-8")
    workshop.refresh([path])
    assert workshop.components["all-charts"].hash != before


def test_a_document_can_be_read_as_html(client: Client, workshop: Workshop) -> None:
    text = client.json("reading/all-charts")["html"]
    assert "<h3>Turn 9</h3>" in text
    (at,) = re.findall(r'class="chart" data-at="([^"]*)"', text)
    assert client.post("place", {"at": at})[1]["open"].startswith(f"edit://{workshop.name}/tables.yaml#")
    assert re.findall(r"style=|<script", text) == [], "the page's policy would pass it over"


def test_another_ink_redraws_everything_at_once(client: Client, workshop: Workshop) -> None:
    before = workshop.state()
    heard = workshop.listen()
    assert client.post("ink", {"ink": "low"}) == (200, {"ink": "low"})
    after = heard.get_nowait()
    assert heard.empty()
    assert (before["ink"], after["ink"]) == ("full", "low")
    assert all(now["hash"] != then["hash"] for now, then in zip(after["components"], before["components"], strict=True))
    assert client.post("ink", {"ink": "low"})[0] == 200
    assert heard.empty(), "nothing to do"
    assert client.post("ink", {"ink": "invisible"})[0] == 400


def test_errors_lie_over_the_last_good_state_until_they_are_mended(workshop: Workshop) -> None:
    good = workshop.state()
    path = Path(workshop.name) / "red.yaml"
    path.write_text(TOY["red.yaml"].replace("type: corps", "typ: corps"), encoding="utf-8")
    workshop.refresh([path])
    broken = workshop.state()
    assert broken["components"] == good["components"]
    (problem,) = [one for one in broken["problems"] if one["code"] == "E122"]
    assert "unknown key 'typ'" in problem["frame"]
    assert "^^^" in problem["frame"]
    assert problem["open"] == f"edit://{path.as_posix()}#{problem['line']}"
    path.write_text(TOY["red.yaml"], encoding="utf-8")
    workshop.refresh([path])
    mended = workshop.state()
    assert mended["problems"] == []
    assert mended["components"] == good["components"]
    assert mended["version"] > broken["version"] > good["version"]


def test_a_game_that_is_broken_from_the_start_is_shown_once_it_is_mended(tmp_path: Path) -> None:
    folder = write(tmp_path / "toy", {**TOY, "game.yaml": "kind: [\n"})
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    assert workshop.state()["components"] == []
    assert workshop.state()["problems"][0]["severity"] == "error"
    site = Site(workshop, PrintJobs(workshop.name, ()))
    assert site.get("kit/-").status == 422
    assert site.get("").status == 200
    (folder / "game.yaml").write_text(TOY["game.yaml"], encoding="utf-8")
    workshop.refresh()
    assert workshop.state()["problems"] == []
    assert site.get("kit/-").status == 200
    site.press.close()


def test_a_mistake_does_not_keep_the_rest_from_being_drawn(tmp_path: Path) -> None:
    """Bug: one error, anywhere, kept all components as they were, and a page begun with one had nothing to show."""
    wrong = TOY["red.yaml"].replace("type: corps", "typ: corps")
    folder = write(tmp_path / "toy", {**TOY, "red.yaml": wrong})
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    begun = workshop.state()
    assert begun["kept"] == [f"{folder.as_posix()}/red.yaml"]
    assert {"counters", "all-charts"} <= {one["stem"] for one in begun["components"]}
    assert "Ra1" not in {piece["key"] for piece in workshop.pieces("counters")}, "what was never right is left out"
    assert begun["look"]

    write(folder, {"red.yaml": TOY["red.yaml"]})
    workshop.refresh()
    whole = {one["stem"]: one["hash"] for one in workshop.state()["components"]}
    assert workshop.state()["kept"] == []
    write(folder, {"red.yaml": wrong, "tables.yaml": TOY["tables.yaml"].replace("title: Turn 9", "title: Turn 10")})
    workshop.refresh([folder / "red.yaml", folder / "tables.yaml"])
    now = workshop.state()
    assert [(one["code"], one["line"]) for one in now["problems"]][0] == ("E122", begun["problems"][0]["line"])
    changed = {one["stem"] for one in now["components"] if one["hash"] != whole[one["stem"]]}
    assert "all-charts" in changed
    assert "counters" not in changed


def test_a_component_that_cannot_be_laid_out_stays_as_it_was(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, real = workshop.components["counters"], pieces.component

    def made(game: Any, file: Any, *more: Any) -> Any:
        if file.stem == "counters":
            raise InputError.of("E310", "too wide", Span(f"{workshop.name}/red.yaml", 7))
        return real(game, file, *more)

    monkeypatch.setattr("rcwkit.screens.preview.workshop.component", made)
    workshop.refresh()
    assert workshop.components["counters"] is before
    assert [one["message"] for one in workshop.state()["problems"]] == ["too wide"]
    assert len(workshop.components) > 5


def test_an_internal_error_does_not_end_the_watch(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("oops")

    monkeypatch.setattr("rcwkit.screens.preview.workshop.check", fail)
    workshop.refresh()
    assert [one["code"] for one in workshop.state()["problems"]] == ["E900"]
    assert workshop.components
    monkeypatch.undo()
    workshop.refresh()
    assert workshop.state()["problems"] == []


def test_saving_a_file_reaches_the_page(client: Client, workshop: Workshop) -> None:
    stop = threading.Event()
    watcher = threading.Thread(target=watching, args=(workshop.folders, workshop.refresh, stop))
    connection = http.client.HTTPConnection("127.0.0.1", client.server.server_port, timeout=300)
    connection.request("GET", f"/{client.token}/events")
    stream = connection.getresponse()
    assert stream.getheader("Content-Type") == "text/event-stream"
    events: queue.Queue[dict[str, Any]] = queue.Queue()

    def read() -> None:
        for line in stream:
            if line.startswith(b"data: "):
                events.put(json.loads(line.removeprefix(b"data: ")))

    reader = threading.Thread(target=read)
    watcher.start()
    reader.start()
    try:
        before = events.get(timeout=300)
        path = Path(workshop.name) / "red.yaml"
        # The watch may not have begun yet: save until the change is seen.
        for number in range(600):
            path.write_text(TOY["red.yaml"].replace("name: 1 Army", f"name: {number} Ar"), encoding="utf-8")
            try:
                after = events.get(timeout=0.5)
            except queue.Empty:
                continue
            break
        changed = [
            now["stem"]
            for now, then in zip(after["components"], before["components"], strict=True)
            if now["hash"] != then["hash"]
        ]
        assert changed == ["counters"]
    finally:
        stop.set()
        client.server.closing = True
        watcher.join()
        reader.join()
        stream.close()
        connection.close()


class Seen:
    """Watches folders in a thread, and keeps the batches."""

    def __init__(self, *folders: Path) -> None:
        self.batches: list[set[Path]] = []
        self.error: Exception | None = None
        self.stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(folders,))

    def _run(self, folders: tuple[Path, ...]) -> None:
        try:
            watching(folders, self.batches.append, self.stop)
        except Surroundings as error:
            self.error = error

    def __enter__(self) -> Seen:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        self._thread.join()

    def after(self, change: Callable[[int], object], wanted: Callable[[set[Path]], bool]) -> None:
        """Repeat a change until a batch of the wanted form is seen."""
        before = len(self.batches)
        for number in range(1200):
            change(number)
            time.sleep(0.25)
            if any(map(wanted, self.batches[before:])):
                return
        raise AssertionError(f"not seen: {self.batches[before:]}")


def test_a_watch_survives_names_that_are_not_text(tmp_path: Path) -> None:
    """Bug: opening a file in a folder with such a name below a watched one ended preview and watch in a crash."""
    write(tmp_path, {"red.yaml": "a"})
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/odd\xff"))
    odd.mkdir()
    with Seen(tmp_path) as seen:
        seen.after(lambda n: (odd / "x.yaml").write_text(f"{n}"), lambda batch: not batch)
        seen.after(lambda n: (tmp_path / "red.yaml").write_text(f"{n}"), lambda batch: tmp_path / "red.yaml" in batch)
        count = len(seen.batches)
        (odd / "x.yaml").read_text()
        seen.after(lambda n: (tmp_path / "red.yaml").write_text(f"{n}"), lambda batch: tmp_path / "red.yaml" in batch)
        assert all(seen.batches[count:]), "the watch did not begin again"
    assert seen.error is None


def test_a_watched_folder_may_vanish_and_come_back(tmp_path: Path) -> None:
    """Bug: a folder that was replaced by another of its name, as a checkout does, was not watched any more."""
    one, two = tmp_path / "one", tmp_path / "two"
    write(one, {"red.yaml": "a"})
    write(two, {"red.yaml": "a"})
    with Seen(one, two) as seen:
        seen.after(lambda n: (one / "red.yaml").write_text(f"{n}"), lambda batch: batch == {one / "red.yaml"})
        seen.after(lambda n: shutil.rmtree(one, ignore_errors=True), lambda batch: not batch)
        seen.after(lambda n: (two / "red.yaml").write_text(f"{n}"), lambda batch: batch == {two / "red.yaml"})
        seen.after(lambda n: shutil.rmtree(two, ignore_errors=True), lambda batch: not batch)
        seen.after(lambda n: write(one, {"red.yaml": "b"}) if not n else None, lambda batch: not batch)
        seen.after(lambda n: (one / "red.yaml").write_text(f"{n}"), lambda batch: batch == {one / "red.yaml"})
    assert seen.error is None


def test_a_watch_that_fails_again_and_again_ends_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **options: object) -> Iterator[set[Any]]:
        calls.append(options["force_polling"])
        raise RuntimeError("no more watches")

    calls: list[object] = []
    monkeypatch.setattr("rcwkit.screens.preview.server.watch", fail)
    monkeypatch.setattr("rcwkit.screens.preview.server.PAUSE", 0.0)
    with pytest.raises(Surroundings, match=f"cannot watch {tmp_path}: no more watches"):
        watching([tmp_path], lambda batch: None)
    assert calls == [None, True, True, True, True, True]


def test_a_saved_sheet_is_drawn_anew_and_its_errors_name_the_cell(tmp_path: Path) -> None:
    units = TOY["red.yaml"].partition("counters:\n")[0] + "counters: {from: {file: units.xlsx, sheet: Units}}\n"
    folder = write(tmp_path / "toy", {**TOY, "red.yaml": units})
    rows: list[list[object]] = [["id", "type", "name", "copies"], ["Ra1", "army", "1 Army"], ["Ra2", "army", "2 Army"]]
    rows.append(["Rc16", "corps", "c16", 2])
    (folder / "units.xlsx").write_bytes(xlsx({"Units": rows}))
    shop = Workshop(folder.as_posix(), editor="edit://{path}#{line}")
    shop.refresh()
    before = {one.stem: one.hash for one in shop.components.values()}
    assert shop.components["counters"].files >= {f"{folder.as_posix()}/units.xlsx"}
    assert shop.pieces("counters")[0]["open"].endswith("/toy/units.xlsx#2")
    rows[1][2] = "First"
    (folder / "units.xlsx").write_bytes(xlsx({"Units": rows}))
    shop.refresh([folder / "units.xlsx"])
    assert "counters" in {one.stem for one in shop.components.values() if one.hash != before[one.stem]}
    rows[1][1] = "amry"
    (folder / "units.xlsx").write_bytes(xlsx({"Units": rows}))
    shop.refresh([folder / "units.xlsx"])
    (problem,) = [one for one in shop.state()["problems"] if one["code"] == "E221"]
    assert problem["frame"].splitlines()[0].startswith(f"{folder.as_posix()}/units.xlsx!Units:B2: error[E221]")
    assert problem["open"].endswith("/toy/units.xlsx#2")


def test_folders_that_come_and_go_with_documents_count_as_saves(tmp_path: Path) -> None:
    """Bug: what was in a folder before it was watched went unnoticed, as did a folder moved away."""
    game, away = tmp_path / "game", tmp_path / "away"
    write(game, {"red.yaml": "a"})
    away.mkdir()

    def come(number: int) -> None:
        write(away / f"folder{number}", {"more.yaml": "b"})
        (away / f"folder{number}").rename(game / f"folder{number}")

    with Seen(game) as seen:
        seen.after(come, lambda batch: any(path.name.startswith("folder") for path in batch))
        seen.after(
            lambda n: (game / f"folder{n}").rename(away / f"gone{n}") if (game / f"folder{n}").is_dir() else None,
            lambda batch: any(path.name.startswith("folder") for path in batch),
        )
    assert seen.error is None


def test_other_files_do_not_count_as_saves(tmp_path: Path) -> None:
    from rcwkit.screens.preview.server import _Data

    wanted = _Data()
    for name in ("/game/cards.yaml", "/game/cards.csv", "/game/Cards.XLSX", "/game/cards.ods"):
        assert wanted(Change.modified, name), name
    for name in (
        "/game/~$cards.xlsx",
        "/game/.~lock.cards.ods#",
        "/game/cards.yaml~",
        "/game/.cards.yaml.swp",
        "/game/.hidden.yaml",
        "/game/notes.txt",
    ):
        assert not any(wanted(change, name) for change in Change), name


def test_pages_and_pdfs_are_printed_on_demand(client: Client) -> None:
    digest = next(one["hash"] for one in client.json("state")["components"] if one["stem"] == "counters")
    pages = client.json(f"pages/counters/{digest}")
    assert pages["problems"] == []
    assert (round(pages["pages"][0]["width"]), round(pages["pages"][0]["height"])) in {(210, 297), (297, 210)}
    status, headers, png = client.get(pages["pages"][0]["src"])
    assert (status, headers["Content-Type"], png[:8]) == (200, "image/png", b"\x89PNG\r\n\x1a\n")
    status, headers, pdf = client.get("pdf/counters.pdf")
    assert (status, pdf[:5]) == (200, b"%PDF-")
    assert headers["Content-Disposition"] == 'attachment; filename="counters.pdf"'
    assert "Content-Disposition" not in client.get("pdf/counters.pdf?inline")[1]


def test_the_set_up_sheet_of_a_roll_is_printed(client: Client, workshop: Workshop) -> None:
    assert workshop.game is not None
    name = next(iter(workshop.game[Procedure]))
    answers = ways(workshop.game[Procedure][name].value)[0][0]
    prepared = prepare(workshop.game, name, {key: str(value) for key, value in answers.items()})
    record = rolled(prepared, Seeded(b"12345"), code_of(b"12345"))[0].record
    status, pdf = client.post("sheet", {"record": record})
    assert (status, pdf[:5]) == (200, b"%PDF-")
    forged = {
        **record,
        "rolls": [{**record["rolls"][0], "result": "other"}, *record["rolls"][1:]],
    }
    assert client.post("sheet", {"record": forged})[0] == 422
    assert client.post("sheet", {"record": 1})[0] == 400
    assert client.post("sheet", {"record": {}})[0] == 422


Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def ask(triumph: Game) -> Iterator[Ask]:
    """Return what the page's roller answers about a game, run in Node: `ask("roll", procedure=…)`."""
    if NODE is None:
        pytest.skip("Node.js is missing: the page's scripts cannot run (Debian: apt-get install nodejs)")
    with page() as running:
        yield lambda asked, **data: running.ask(triumph, [(asked, data)])[0]


def test_the_roller_gives_the_record_that_python_gives(triumph: Game, ask: Ask) -> None:
    """Every procedure whose questions offer choices, with the same faces; and asked for one die after another."""
    tried = 0
    for name, item in triumph[Procedure].items():
        for answers, _ in ways(item.value)[:2]:
            given = {key: str(value) for key, value in answers.items()}
            prepared = prepare(triumph, name, given)
            seeded, _ = rolled(prepared, Seeded(b"12345"), None)
            faces = [face for entry in seeded.record["rolls"] for face in entry["faces"]]
            expected, _ = rolled(prepared, Typed(list(faces)), None)
            found = ask("roll", procedure=name, given=given, faces=faces)["record"]
            assert found == expected.record
            for count in range(len(faces)):
                waiting = ask("roll", procedure=name, given=given, faces=faces[:count])
                with pytest.raises(NeedsFace) as need:
                    rolled(prepared, Typed(list(faces[:count])), None)
                assert (waiting["need"]["path"], waiting["need"]["sides"]) == (need.value.path, need.value.sides)
                assert faces[count] in {face["face"] for face in waiting["need"]["faces"]}
            tried += 1
    assert tried > 20


def test_the_meaning_of_a_face_is_its_result(ask: Ask) -> None:
    asked = {"procedure": "ukraine", "given": {"controller": "white"}}
    waiting = ask("roll", **asked, faces=[])["need"]
    rest = (1, 1, 1, 1, 1, 1, 1)
    for face in waiting["faces"]:
        record = next(
            answer["record"]
            for count in range(len(rest) + 1)
            for answer in [ask("roll", **asked, faces=[face["face"], *rest[:count]])]
            if "record" in answer
        )
        assert face["text"].lower() == str(record["rolls"][0]["result"]).replace("_", " ")


def test_a_card_that_was_drawn_is_the_card_of_its_face(triumph: Game, ask: Ask) -> None:
    """Drawing by tapping cards: the face that stands for a card draws that card, repeatedly."""
    name = "random_political_cards"
    given = {key: str(value) for key, value in ways(triumph[Procedure][name].value)[0][0].items()}
    faces: list[int] = []
    wanted: list[str] = []
    while "need" in (answer := ask("roll", procedure=name, given=given, faces=faces)):
        need = answer["need"]
        choice = need["faces"][len(need["faces"]) // 3]
        faces.append(choice["face"])
        wanted += [choice["card"]] if "card" in choice else []
    drawn = [str(entry["card"]) for entry in answer["record"]["rolls"] if "card" in entry]
    assert drawn == wanted
    assert len(drawn) >= 2


RED: dict[str, Any] = {"procedure": "ukraine", "given": {"controller": "red"}}


def test_one_step_is_rerolled_and_the_others_stay(ask: Ask) -> None:
    first = ask("roll", **RED)
    anew = ask("again", record=first["record"], step="peasants", kept=[])
    assert anew["record"]["history"][0]["again"] == "peasants"
    for entry, before in zip(anew["rolls"], first["rolls"], strict=False):
        assert entry["attempt"] == (2 if "/peasants/" in entry["path"] else 1)
        assert entry["attempt"] == 2 or entry["faces"] == before["faces"]


def test_codes_roll_the_same_again(ask: Ask) -> None:
    first = ask("roll", **RED)["record"]
    assert first["seed_from"] == "fresh"
    for code, origin in ((first["seed"], "given"), (first["faces_code"], "faces alone")):
        again = ask("roll", **RED, code=code)["record"]
        assert [entry["faces"] for entry in again["rolls"]] == [entry["faces"] for entry in first["rolls"]]
        assert (again["outcome"], again["seed_from"]) == (first["outcome"], origin)


def test_the_set_up_fills_in_as_dice_are_typed(triumph: Game, ask: Ask) -> None:
    waiting = ask("roll", **RED, faces=[1, 1])
    chips = [
        key
        for force in waiting["setup"]["forces"]
        for region in force["regions"]
        for spot in region["spots"]
        for key in spot["chips"]
    ]
    rolled_chips = [key for key in chips if key.endswith("rolled")]
    assert rolled_chips
    drawn = offers.chips(triumph, [rolled_chips[0], "nobody"])
    assert list(drawn) == [rolled_chips[0]]
    assert drawn[rolled_chips[0]].startswith("<svg")
    assert ask("chips", keys=[rolled_chips[0], "nobody"]) == drawn


def test_every_offer_can_be_asked_for_its_odds_or_its_answers(triumph: Game, ask: Ask) -> None:
    offered = ask("offer")["procedures"]
    assert {"ukraine", "chart.turn9"} <= {one["id"] for one in offered}
    for one in offered:
        given = {
            q["name"]: q["default"] or (q["choices"][0]["value"] if "choices" in q else str(q.get("low", 0)))
            for q in one["questions"]
        }
        answer = ask("roll", procedure=one["id"], given=given)
        assert answer["record"]["rolls"] or answer["outcome"] is not None
        assert verify(triumph, answer["record"]).difference == "", one["id"]
    assert ask("odds", **RED)["answers"][0]["probability"]["percent"] == "42.1 %"


def test_wrong_answers_are_refused(ask: Ask) -> None:
    assert "no procedure" in ask("roll", procedure="nothing", given={})["error"]


def test_what_is_rolled_is_fresh_after_each_save(client: Client, workshop: Workshop) -> None:
    first = client.json("kit/-")
    assert client.json(f"kit/{first['hash']}") is None
    path = Path(workshop.name) / "game.yaml"
    path.write_text(TOY["game.yaml"].replace("title: Toy\n", "title: Another\n"), encoding="utf-8")
    workshop.refresh([path])
    second = client.json(f"kit/{first['hash']}")
    assert (first["game"]["title"], second["game"]["title"]) == ("Toy", "Another")
    path.write_text("kind: [\n", encoding="utf-8")
    workshop.refresh([path])
    assert client.json("kit/-") == second, "the last good state"


def test_watching_makes_only_what_is_made_from_a_changed_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("game.yaml", "red.yaml", "white.yaml", "gauges.yaml")
    folder = write(tmp_path / "toy", {name: TOY[name] for name in names})

    def watching(folders: list[Path], again: Callable[[], None]) -> None:
        assert folders == [folder]
        again()
        for name, old, new in (("red.yaml", "name: 1 Army", "name: 9 Army"), ("red.yaml", "copies: 2", "copies: x")):
            write(folder, {name: TOY[name].replace(old, new)})
            again()

    monkeypatch.setattr("rcwkit.screens.preview.server.watching", watching)
    result = command("watch", folder.as_posix(), "--out", (tmp_path / "out").as_posix())
    told = [re.sub(r"^\[.*?\] (.*?) in [0-9.]+ s$", r"\1", line) for line in result.stdout.splitlines()]
    kit = f"{(tmp_path / 'out' / 'toy').as_posix()}: built"
    assert told[:3] == [f"{kit} 4 files", f"{kit} nothing new", f"{kit} counters.pdf, storage.pdf"]
    assert "red.yaml" in told[3] and "error[" in told[3]


def test_a_chart_without_a_rule_is_rolled_beside_a_procedure_of_its_name(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path / "toy", TOY)))
    record = rolled(prepare(game, "chart.turn9", {"column": "red"}), Seeded(b"12345"), code_of(b"12345"))[0].record
    assert (record["procedure"], record["rule"], record["inputs"]["column"]) == ("chart.turn9", "", "red")
    assert verify(game, record).difference == ""


@pytest.mark.skipif(sys.platform == "darwin", reason="its disks take no such names")
@pytest.mark.parametrize("words", [["preview", "--no-open"], ["watch"]], ids=["preview", "watch"])
@pytest.mark.parametrize("overlay", [False, True])
def test_a_folder_whose_name_is_not_text_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], overlay: bool
) -> None:
    """Bug: the library that watches could not handle such a name, and the commands crashed."""
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"toy\xff")
    write(Path(name), TOY)
    result = command(*words, *([write(Path("toy"), TOY), "--overlay", name] if overlay else [name]))
    assert result.exit_code == 3
    assert result.stderr.endswith(": its name cannot be read in this locale\n")
    assert not Path("build").exists()


def test_pages_are_told_of_components_as_they_are_drawn(tmp_path: Path) -> None:
    workshop = Workshop(write(tmp_path / "toy", TOY).as_posix())
    heard = workshop.listen()
    workshop.refresh()
    states = [heard.get_nowait() for _ in range(heard.qsize())]
    assert [len(state["components"]) for state in states[:3]] == [1, 2, 3]
    assert [state["left"] for state in states] == [*range(len(states) - 2, -1, -1), 0]
    assert {one["stem"] for one in states[-1]["components"]} == set(workshop.first)


def test_an_address_without_its_last_slash_leads_to_the_page(client: Client) -> None:
    status, headers, _ = client.ask("GET", f"/{client.token}")
    assert (status, headers["Location"]) == (308, f"/{client.token}/")


def test_an_editor_is_sent_to_odd_names(tmp_path: Path) -> None:
    folder = write(tmp_path / "to#y 1", TOY)
    workshop = Workshop(folder.as_posix(), editor="edit://{path}?{line}")
    opened = workshop.opened(f"{folder.as_posix()}/red.yaml:3")
    assert opened["open"] == f"edit://{tmp_path.as_posix()}/to%23y%201/red.yaml?3"
