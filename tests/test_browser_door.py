"""The front door in a browser: games and their pictures, a game made from a sheet or without one, by clicks alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_support import NEEDED, browser, violations, visit
from PIL import Image
from rcwkit.game.game import Game
from rcwkit.game.languages import spoken
from rcwkit.kinds.kind import File
from rcwkit.screens.preview.door import Door
from rcwkit.screens.preview.pieces import PreviewFile, component
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
    page.locator("#pictures-file").set_input_files(
        [tmp_path / "owls.csv", tmp_path / "elk.png"]
    )  # the same sheet again
    page.locator("#guesses li", has_text="(elk.png)").wait_for(state="detached")
    page.get_by_role("button", name="Cancel").click()
    (tmp_path / "notes.csv").write_text("", encoding="utf-8")
    page.locator("#sheet-file").set_input_files(tmp_path / "notes.csv")
    page.locator("#trouble", has_text="notes.csv").wait_for()


def test_what_was_added_is_shown_though_the_kit_is_still_drawn(
    visit: Any, opened: tuple[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the next component that was drawn was taken for what had been added."""
    drawn, go_on = list[str](), threading.Event()

    def slow(game: Game, file: File, *rest: Any) -> PreviewFile:
        if len(drawn) >= 2:
            go_on.wait(60)
        drawn.append(file.stem)
        return component(game, file, *rest)

    monkeypatch.setattr("rcwkit.screens.preview.workshop.component", slow)
    page = visit().page
    page.goto(opened[0])
    page.get_by_role("button", name="Cards", exact=False).first.click()
    page.locator("#naming").get_by_label("Title").fill("Convoy")
    page.get_by_role("button", name="Make the game").click()
    page.locator("#components [data-stem]").nth(1).wait_for()
    page.get_by_role("button", name="New …").click()
    page.locator("#begin-kinds").get_by_text("Deck of cards", exact=True).click()
    page.locator("#beginning").get_by_label("Title").fill("Late cards")
    page.get_by_role("button", name="Add it").click()
    page.locator("#beginning").wait_for(state="hidden")
    go_on.set()
    page.locator("#table[data-stem=cards-late_cards] .piece").first.wait_for()
    page.goto("about:blank")  # what is still drawn would be asked for after the server's end


CREW: tuple[str, ...] = (
    "Icebreaker",
    "Fog bank",
    "Corvette",
    "Wolf pack",
    "Long-range bomber",
    "Ice floe",
    "Tanker",
    "Rescue ship",
)
CREW += ("Destroyer", "Radio silence", "Polar night", "Depth charges", "Straggler", "Minefield", "Escort carrier")
CREW += ("Gale", "Tug", "Coal dust", "Home port", "Signal lamp")
DECK = """\
# yaml-language-server: $schema=.schemas/cards.json
kind: cards
id: convoy_cards
title: Convoy cards
size: poker
layout: convoy_cards
fields:
  art: {type: picture}
  text: text
cards:
"""
FACE = """\
      title: {at: [4, 40, -4, 8], text: "{{ card.title }}", font: narrow-bold, size: [18, 9], valign: middle}
      rule: {at: [4, 56.5, -4, 0.5], fill: "{{ owner.colour }}"}
      text: {at: [4, 59, -4, -4], text: "{{ text }}", size: [10, 7.5]}
      words: {at: [13, 35, 38, 18], text: "{{ card.copies }}", size: [11, 7], align: centre, valign: middle}
"""
SEA = """\
# yaml-language-server: $schema=.schemas/maps.json
kind: maps
id: the_barents_sea
title: The Barents Sea
hexes: {size: 19mm, columns: 12, rows: 8, top: flat}
ground: clear
terrain:
  clear: {title: Clear}
  woods: {title: Woods}
  hills: {title: Hills}
  town: {title: Town, hexes: ["1201"]}
  open_sea: {title: Open sea, drawing: water, hexes: ["0102-0304", "0201-0301"]}
edges:
  river: {title: River}
ways:
  road: {title: Road, routes: [0604 0704 0803 0903 1002 1102 1201]}
places:
  "1003": {name: Murmansk, note: ice-free}
"""


def test_a_newcomer_makes_cards_with_pictures_a_layout_a_map_and_a_print(
    visit: Any, opened: tuple[str, Path], tmp_path: Path
) -> None:
    """By clicks on what the screen shows, from the front door; the files are what a person would have written."""
    address, folder = opened
    page = (one := visit()).page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(address)
    page.get_by_role("button", name="Cards", exact=False).first.click()
    page.locator("#naming").get_by_label("Title").fill("Winter Convoy")
    page.get_by_role("button", name="Make the game").click()

    def begin(kind: str, title: str) -> None:
        page.get_by_role("button", name="New …").click()
        page.locator("#begin-kinds").get_by_text(kind, exact=True).click()
        page.locator("#beginning").get_by_label("Title").fill(title)
        page.get_by_role("button", name="Add it").click()

    begin("Deck of cards", "Convoy cards")
    page.get_by_role("button", name="Add a card").click()
    page.locator("#rows tbody tr:nth-child(2) [data-column='1']:focus").wait_for()
    page.keyboard.type("\n".join(CREW))  # Enter leads to the row below, or to a new one
    rows = page.locator("#rows tbody tr")
    assert rows.count() == 1 + len(CREW)
    rows.nth(1).get_by_label(", text").click()
    page.keyboard.type("\n".join(f"{name} moves." for name in CREW))
    pictures = [tmp_path / f"ship{number:02}.png" for number in range(len(CREW))]
    for number, path in enumerate(pictures):
        Image.new("RGB", (810, 567), (9 * number, 90, 120)).save(path)
    with page.expect_file_chooser() as chosen:
        rows.nth(1).get_by_label(", art").select_option("+")
    chosen.value.set_files(pictures)
    rows.nth(len(CREW)).locator(".art img").wait_for()
    page.get_by_role("button", name="Row 1", exact=True).click()
    page.get_by_role("button", name="Delete", exact=True).click()
    assert violations(page) == []
    page.get_by_text("Pieces", exact=True).click()  # what was typed is saved when the table is left
    page.locator(".piece").nth(len(CREW) - 1).wait_for()
    made = folder / "winter_convoy"
    cards = "".join(
        f"  {name.lower().replace(' ', '_').replace('-', '_')}: {{title: {name}, "
        f"fields: {{art: {path.name}, text: {name} moves.}}}}\n"
        for name, path in zip(CREW, pictures, strict=True)
    )
    assert (made / "convoy_cards.yaml").read_text(encoding="utf-8") == DECK + cards

    page.locator("#forms").get_by_text("Sheets", exact=True).click()
    page.locator("[data-said='Wolf pack moves.']").click()  # words on the picture of a page lead to their field
    page.locator(".reached", has_text="Text").wait_for()
    assert page.locator("#field-fields-text").input_value() == "Wolf pack moves."
    assert page.locator("#detail h2").inner_text() == "Wolf pack"
    saved = page.locator(".foot .done")
    page.locator("#layout").click()
    page.get_by_role("button", name="title", exact=True).click()
    frame = page.locator(".chosen-box")
    frame.wait_for()
    box, scale = frame.bounding_box(), frame.evaluate("node => node.getBoundingClientRect().height / 8")
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0], middle[1] - 5 * scale, steps=4)
    page.mouse.move(middle[0], middle[1] - 8 * scale, steps=4)
    page.mouse.up()
    saved.wait_for()
    one.type_number("Size in pt", "18")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Words").click()
    page.locator(".boxes [aria-pressed=true]", has_text="words").wait_for()
    page.get_by_label("Insert a value").select_option("card.copies")
    page.locator("ins", has_text="card.copies").wait_for()
    saved.wait_for()
    assert (made / "convoy_cards_face.yaml").read_text(encoding="utf-8").endswith(FACE)

    begin("Map", "The Barents Sea")
    page.get_by_role("button", name="New terrain").click()
    page.locator(".shape").get_by_label("Name", exact=True).fill("Open sea")
    page.get_by_label("Drawn as").select_option("water")
    page.get_by_role("button", name="Add it").click()
    page.locator(".tool[aria-pressed=true]", has_text="Open sea").wait_for()
    assert violations(page) == []
    sheet = page.locator(".sheet").bounding_box()

    def at(across: float, down: float) -> tuple[float, float]:
        return sheet["x"] + sheet["width"] * across, sheet["y"] + sheet["height"] * down

    page.mouse.move(*at(0.06, 0.15))
    page.mouse.down()
    for across, down in ((0.06, 0.4), (0.14, 0.35), (0.14, 0.1), (0.22, 0.1), (0.22, 0.4)):
        page.mouse.move(*at(across, down), steps=8)
    page.mouse.up()
    saved.wait_for()
    page.get_by_role("button", name="Choose and move").click()
    page.mouse.click(*at(0.8, 0.3))
    page.locator(".shape").get_by_label("Name", exact=True).press_sequentially("Murmansk")
    page.keyboard.press("Enter")
    page.locator("ins", has_text="Murmansk").wait_for()
    page.locator(".shape").get_by_label("Note", exact=True).press_sequentially("ice-free")
    page.keyboard.press("Enter")
    page.locator("ins", has_text="ice-free").wait_for()
    page.get_by_role("button", name="Road").click()
    page.mouse.move(*at(0.45, 0.43))
    page.mouse.down()
    page.mouse.move(*at(0.95, 0.15), steps=20)  # past the corners of hexes that are not meant
    page.mouse.up()
    page.locator("ins", has_text="routes").wait_for()
    page.get_by_role("button", name="Choose and move").click()
    page.mouse.click(*at(0.95, 0.15))
    town = page.locator(".tops").get_by_label("Town")  # what lies over the ground is told beside it
    assert not town.is_checked()
    town.check()
    page.locator("ins", has_text="hexes").wait_for()
    assert (made / "the_barents_sea.yaml").read_text(encoding="utf-8") == SEA

    page.locator("#components a", has_text="Harbour cards").click()
    page.locator("#table[data-stem=cards-harbour] .piece").first.wait_for()
    page.get_by_role("button", name="Delete Harbour cards").click()
    page.locator("#status", has_text="Harbour cards is deleted. Undo brings it back.").wait_for()
    page.locator("#components a", has_text="Harbour cards").wait_for(state="detached")
    page.get_by_role("button", name="Print …").click()
    page.get_by_role("button", name="Make the PDFs").click()
    page.get_by_role("heading", name="Ready to print").wait_for()
    printed = folder / "build" / "winter_convoy"
    assert {"cards-convoy_cards.pdf", "map-the_barents_sea.pdf"} <= {path.name for path in printed.iterdir()}
