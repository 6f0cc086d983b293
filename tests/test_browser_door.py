"""The front door in a browser: games and their pictures, a game made from a sheet, on a wide and on a narrow screen."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_support import NEEDED, browser, violations, visit
from PIL import Image
from rcwkit.game.languages import spoken
from rcwkit.screens.preview.door import Door
from rcwkit.screens.preview.server import Server
from tests_support import TOY, write

pytestmark = NEEDED
CARDS = "Name;Side;Ops;Text;Printer\nForced march;Red;3;Move 2 hexes more.;Anna\nGates;Blue;1;Nobody moves.;\n"


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Path]]:
    """Run a front door to an empty folder; give its address and the folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("rcwkit.screens.preview.door.games", lambda: ["soviet_dawn"])
    (tmp_path / "games").mkdir()
    door = Door(tmp_path / "games", spoken("en", ()))
    server = Server(door)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server.address, tmp_path / "games"
    server.shutdown()
    thread.join()
    server.server_close()
    door.close()


def _wrong(page: Any) -> list[str]:
    """Return what axe finds in both themes."""
    found = list(violations(page))
    page.get_by_role("button", name="Dark").click()
    found += violations(page, "color-contrast")
    page.get_by_role("button", name="Dark").click()
    return found


def test_a_game_is_made_from_a_sheet(visit: Any, opened: tuple[str, Path], tmp_path: Path) -> None:
    address, folder = opened
    seen = visit(errors=("status of 422",))
    page = seen.page
    page.goto(address)
    page.locator("#none").wait_for()
    page.locator("#included .cover > svg").wait_for()
    assert _wrong(page) == []
    (tmp_path / "Neue Karten.csv").write_text(CARDS, encoding="utf-8")
    page.locator("#sheet-file").set_input_files(tmp_path / "Neue Karten.csv")
    page.locator("#guessing[open]").wait_for()
    assert page.locator("#guessed-cover > svg").count() == 2
    assert "Side: sides Red, Blue" in page.locator("#guesses").inner_text()
    assert violations(page) == []
    page.get_by_label("a counter").check()
    page.locator("#left-out:not([hidden])").wait_for()
    page.get_by_label("a card").check()
    page.locator("#guessed-cover[data-form=cards]").wait_for()
    page.locator("#guessing").get_by_label("Title").fill("Gates")
    page.get_by_role("button", name="Make the game").click()
    page.locator("#table .card svg").first.wait_for()
    assert page.locator("#game").inner_text().casefold() == "gates"
    assert (folder / "gates" / "neue_karten.csv").read_text(encoding="utf-8") == CARDS
    page.get_by_role("link", name="Games").click()
    page.locator("#mine .cover[data-form=cards] > svg").first.wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    assert seen.fits()
    page.get_by_role("button", name="Hexes").click()
    page.locator("#naming").get_by_label("Title").fill("Ice")
    page.get_by_role("button", name="Cancel").click()
    assert [one.name for one in folder.iterdir()] == ["gates"], "nothing is made"
    (tmp_path / "owls.csv").write_text("Title,Picture,Text\nOwl,owl.png,Hoot\nElk,elk.png,Moo\n", encoding="utf-8")
    for name in ("owl.png", "elk.png"):
        Image.new("RGB", (30, 20), "#C8D0B0").save(tmp_path / name)
    page.locator("#sheet-file").set_input_files([tmp_path / "owl.png", tmp_path / "owls.csv"])
    page.locator("#guesses li", has_text="(elk.png)").wait_for()
    page.locator("#pictures-file").set_input_files(tmp_path / "elk.png")
    page.locator("#guesses li", has_text="(elk.png)").wait_for(state="detached")
    page.get_by_role("button", name="Cancel").click()
    (tmp_path / "notes.csv").write_text("", encoding="utf-8")
    page.locator("#sheet-file").set_input_files(tmp_path / "notes.csv")
    page.locator("#trouble", has_text="notes.csv").wait_for()
