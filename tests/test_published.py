"""Published sheets are fetched by one command, within limits, and kept with their dates."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from rcwkit.cli import main
from rcwkit.diagnostics import InputError, Span, Surroundings
from rcwkit.dice.counters import Counter
from rcwkit.game.catalogue import locate
from rcwkit.game.loader import load
from rcwkit.source import published
from rcwkit.source.project import Project
from rcwkit.source.published import Connect, ages, fetched, record_of, safely
from tests_support import TOY, write
from workbooks_support import xlsx

HOST = "sheets.example"
CSV = b"id,type,name\nRa1,army,1 Army\nRc16,corps,c16\n"
RED = TOY["red.yaml"].partition("counters:\n")[0]
MIB = 2**20

Answer = Callable[[BaseHTTPRequestHandler], None]


def gives(data: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(data)

    return answer


def leads(address: str) -> Answer:
    return gives(b"", 307, Location=address)


def endless(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    for _ in range(40):
        request.wfile.write(b"x" * MIB)


def short(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Length", "9000")
    request.end_headers()
    request.wfile.write(CSV)


def hesitates(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    for _ in range(100):
        threading.Event().wait(0.02)
        request.wfile.write(b"x")


@pytest.fixture
def web() -> Iterator[dict[str, Answer]]:
    """Answers of a server on this machine, by path; tests reach it as the host `sheets.example`."""
    answers: dict[str, Answer] = {}

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with suppress(OSError):  # who asked has gone
                answers[self.path](self)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        answers["port"] = lambda _, port=server.server_port: port  # type: ignore[misc]
        yield answers
        server.shutdown()


def reach(web: dict[str, Answer]) -> Connect:
    port: int = web["port"](None)  # type: ignore[arg-type,assignment]

    def connect(host: str, _: int, timeout: float) -> socket.socket:
        if host != HOST:
            return safely(host, 443, timeout)
        return socket.create_connection(("127.0.0.1", port), timeout)

    return connect


def game(folder: Path, address: str = f"https://{HOST}/pub?output=csv", file: str = "red.csv") -> Path:
    sheet = f'counters: {{from: {{file: {file}, address: "{address}"}}}}\n'
    write(folder, {"game.yaml": TOY["game.yaml"], "red.yaml": RED + sheet})
    return folder


@pytest.fixture
def run(web: dict[str, Answer], monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    monkeypatch.setattr(published, "safely", reach(web))

    def command(*words: object) -> tuple[int, str]:
        result = CliRunner().invoke(main, [*map(str, words)])
        return result.exit_code, result.output

    return command


def test_a_sheet_is_fetched_kept_with_its_date_and_read_from_there(
    web: dict[str, Answer], run: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    folder = game(tmp_path / "toy")
    with pytest.raises(InputError, match=r"'red.csv' is not there yet") as wrong:
        load(locate(str(folder)))
    assert "rcwkit fetch" in wrong.value.diagnostics[0].hint

    web["/pub?output=csv"] = leads(f"https://{HOST}/there")
    web["/there"] = gives(CSV)
    assert run("fetch", folder) == (0, f"{folder}/red.csv  ({len(CSV)} bytes, new)\n")
    (known,) = json.loads((folder / ".fetched.json").read_text(encoding="utf-8")).values()
    assert known["address"] == f"https://{HOST}/pub?output=csv"
    assert date.fromisoformat(known["fetched"]) > date(2026, 1, 1)

    assert run("fetch", folder)[1].endswith("as before)\n")
    web["/there"] = gives(CSV + b"Ra2,army,2 Army\n")
    code, said = run("fetch", folder, "--json")
    assert (code, json.loads(said)["files"][0]["change"]) == (0, "changed")
    del web["/pub?output=csv"]  # from here on, nothing asks
    code, said = run("check", folder)
    assert (code, "red.csv' was fetched today, on 20" in said) == (0, True)
    assert "Ra2" in (folder / "red.csv").read_text(encoding="utf-8")


def test_what_somebody_wrote_into_the_copy_is_not_lost(
    web: dict[str, Answer], run: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    folder = game(tmp_path / "toy")
    web["/pub?output=csv"] = gives(CSV)
    (folder / "red.csv").write_bytes(CSV + b"Mine,army,3 Army\n")
    code, said = run("fetch", folder)
    assert (code, "E535" in said, b"Mine" in (folder / "red.csv").read_bytes()) == (2, True, True)
    assert run("fetch", folder, "--replace")[0] == 0
    (folder / "red.csv").write_bytes(CSV + b"Mine,army,3 Army\n")
    assert "W289" in run("check", folder)[1]
    assert run("fetch", folder)[0] == 2


def test_a_note_says_how_many_days_old_a_copy_is(web: dict[str, Answer], tmp_path: Path) -> None:
    folder = game(tmp_path / "toy")
    (folder / "red.csv").write_bytes(CSV)
    web["/pub?output=csv"] = gives(CSV)
    project = Project(folder, "toy")
    (one,) = fetched(project, {}, reach(web), replace=True)
    record = {"red.csv": {"address": one.sheet.address, "sha256": one.sha256, "fetched": "2026-11-01"}}
    (folder / ".fetched.json").write_text(json.dumps(record), encoding="utf-8")
    (note,) = ages(project, date(2026, 11, 28))
    assert note.message.endswith("was fetched 27 days ago, on 2026-11-01")
    assert note.span == Span("toy/red.yaml", 6, 43, len(one.sheet.address) + 2)
    record["red.csv"]["address"] = "https://elsewhere.example/"
    (folder / ".fetched.json").write_text(json.dumps(record), encoding="utf-8")
    assert [found.code for found in ages(project, date(2026, 11, 28))] == ["W289"]
    (folder / ".fetched.json").write_text("[[[", encoding="utf-8")
    assert record_of(project) == {}


PAGE = b"<!doctype html><title>Sign in</title>"
WRONG: dict[str, tuple[str, Answer, str]] = {
    "a page": ("red.csv", gives(PAGE), "E289: what the address gives is a page"),
    "a page for a workbook": ("red.xlsx", gives(PAGE), "E289: what the address gives is a page"),
    "not text": ("red.csv", gives(b"id\n\xff\xfe\n"), "E289: what the address gives is not text in UTF-8"),
    "no workbook": ("red.xlsx", gives(CSV), "E289: what the address gives cannot be read"),
    "a broken quote": ("red.csv", gives(b'id\n"x'), "E289: what the address gives cannot be read"),
    "nothing": ("red.csv", gives(b""), "E289: what the address gives is empty"),
    "more than a sheet may be": ("red.csv", endless, "E289: the sheet is larger than 8 MiB"),
    "an end too early": ("red.csv", short, f"{HOST} takes too long, or ended early"),
    "nothing there": ("red.csv", gives(b"", 404), f"{HOST} answers 404"),
    "a ring of addresses": (
        "red.csv",
        leads(f"https://{HOST}/pub?output=csv"),
        "E289: the address leads to",
    ),
    "an open address": ("red.csv", leads("http://example.org/"), "E289: only addresses of https"),
    "this machine": ("red.csv", leads("https://127.0.0.1/secret"), "E289: '127.0.0.1' is in a local network"),
    "its name": ("red.csv", leads("https://localhost/secret"), "E289: 'localhost' is in a local network"),
    "a neighbour": ("red.csv", leads("https://192.168.1.1/"), "E289: '192.168.1.1' is in a local network"),
    "a cloud's own data": (
        "red.csv",
        leads("https://169.254.169.254/"),
        "E289: '169.254.169.254' is in a local",
    ),
    "a tunnel": ("red.csv", leads("https://[2002:7f00:1::]/"), "E289: '2002:7f00:1::' is in a local network"),
    "a mapped address": ("red.csv", leads("https://[::ffff:127.0.0.1]/"), "is in a local network"),
    "a file": ("red.csv", leads("file:///etc/passwd"), "E289: only addresses of https"),
    "a name and password": ("red.csv", leads("https://a:b@example.org/"), "E289: an address with a name and password"),
    "no port": ("red.csv", leads("https://example.org:x/"), "E289: this is no address"),
}


OTHERS = (WRONG["an end too early"][1], WRONG["nothing there"][1])
"""Answers whose fault is not the game's."""


def refusal(folder: Path, connect: Connect) -> tuple[str, str]:
    """Return why the sheets of a game are not fetched, and the document at fault."""
    try:
        found = list(fetched(Project(folder, "toy"), {}, connect))
    except Surroundings as error:
        return str(error), ""
    except InputError as error:
        (one,) = error.diagnostics
        return f"{one.code}: {one.message}", one.span.file
    return f"fetched {len(found)}", ""


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.row("I7")
def test_what_is_no_sheet_is_refused_and_nothing_changes(name: str, web: dict[str, Answer], tmp_path: Path) -> None:
    file, answer, wanted = WRONG[name]
    folder = game(tmp_path / "toy", file=file)
    before = sorted(folder.rglob("*"))
    web["/pub?output=csv"] = answer
    said, place = refusal(folder, reach(web))
    assert (wanted in said, place) == (True, "" if answer in OTHERS else "toy/red.yaml"), said
    assert sorted(folder.rglob("*")) == before


def test_who_sends_a_letter_at_a_time_is_not_waited_for(
    web: dict[str, Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = game(tmp_path / "toy")
    web["/pub?output=csv"] = hesitates
    monkeypatch.setattr(published, "SECONDS", 0.2)
    with pytest.raises(Surroundings, match="takes too long"):
        list(fetched(Project(folder, "toy"), {}, reach(web)))


def test_all_sheets_are_fetched_or_none(
    web: dict[str, Answer], run: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    folder = game(tmp_path / "toy")
    sheet = f'counters: {{from: {{file: white.xlsx, address: "https://{HOST}/white"}}}}\n'
    (folder / "white.yaml").write_text(TOY["white.yaml"].partition("counters:\n")[0] + sheet, encoding="utf-8")
    web["/pub?output=csv"], web["/white"] = gives(CSV), gives(b"", 500)
    code, _ = run("fetch", folder)
    assert (code, (folder / "red.csv").exists()) == (3, False)
    web["/white"] = gives(xlsx({"S": [["id", "type", "name"], ["Wa1", "army", "1 Army"]]}))
    assert run("fetch", folder)[0] == 0
    assert set(load(locate(str(folder)))[Counter]) == {"Ra1", "Rc16", "Wa1"}


def test_one_file_has_one_address(web: dict[str, Answer], tmp_path: Path) -> None:
    folder = game(tmp_path / "toy")
    again = RED.replace("id: red", "id: other") + 'counters: {from: {file: red.csv, address: "https://b.example/"}}\n'
    (folder / "other.yaml").write_text(again, encoding="utf-8")
    with pytest.raises(InputError, match="has two addresses"):
        list(fetched(Project(folder, "toy"), {}, reach(web)))
