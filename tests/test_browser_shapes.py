"""Layouts by hand in Chromium: boxes dragged, sized, moved by keys, coloured, taken back; with axe, and at 200 %."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_support import NEEDED, browser, serving, undo, violations, visit
from PIL import Image
from rcwkit.bundled import bundled

pytestmark = NEEDED
LAYOUTS = bundled("templates") / "like" / "cards" / "layouts.yaml"

CLOSED = """() => { const closing = new Event("beforeunload", { cancelable: true });
dispatchEvent(closing); return closing.defaultPrevented; }"""
"""Whether the browser would ask before the page is closed."""


@pytest.fixture
def harbour(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    shutil.copytree(LAYOUTS.parent, tmp_path / "harbour")
    with serving(tmp_path / "harbour") as address:
        yield address, tmp_path / "harbour" / "layouts.yaml"


def _rectangle(page: Any, part: str) -> dict[str, float]:
    """Return where a part is: at once, as pictures are replaced when they are drawn."""
    return dict(page.evaluate("part => document.querySelector(part).getBoundingClientRect().toJSON()", part))


def _grasped(page: Any, part: str) -> tuple[float, float]:
    """Move the mouse onto the chosen box, or one of its handles, and press it."""
    box = _rectangle(page, part)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


def test_fonts_are_shown_as_they_are_and_colours_once(visit: Any, harbour: tuple[str, Path]) -> None:
    """Bug: two equal blue swatches stood side by side, and fonts were names alone."""
    page = visit().page
    page.goto(f"{harbour[0]}#cards-harbour")
    page.get_by_label("Layout", exact=True).check()
    page.get_by_role("button", name="title", exact=True).click()
    page.locator(".looks + label select").wait_for()
    fonts = page.locator(".looks + label option:not(:first-child)")
    families = fonts.evaluate_all("all => all.map((one) => one.style.fontFamily)")
    assert len({*families}) > 3
    assert "" not in families
    swatches = page.locator(".swatches").first.locator(".swatch")
    shown = swatches.evaluate_all("all => all.map((one) => one.style.getPropertyValue('--shown').toLowerCase())")
    assert len(shown) > 5
    assert len({*shown}) == len(shown)


def test_a_box_is_moved_sized_coloured_and_taken_back(visit: Any, harbour: tuple[str, Path]) -> None:
    one = visit(errors=("status of 422",))
    page, (address, file) = one.page, harbour
    before = file.read_text(encoding="utf-8")

    def line(wanted: str) -> None:
        page.locator(".written ins", has_text=wanted).wait_for()
        page.locator(".written", has_text="Saved.").wait_for()
        assert wanted in file.read_text(encoding="utf-8")

    page.goto(f"{address}#cards-harbour")
    page.get_by_label("Layout", exact=True).check()
    page.get_by_role("button", name="title", exact=True).click()
    scale = page.locator(".sheet").evaluate("sheet => parseFloat(getComputedStyle(sheet).getPropertyValue('--mm'))")

    x, y = _grasped(page, ".chosen-box")
    page.mouse.move(x + 5 * scale, y - 8.2 * scale, steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert file.read_text(encoding="utf-8") == before

    x, y = _grasped(page, ".chosen-box")
    page.mouse.move(x + 0.6 * scale, y - 0.4 * scale, steps=4)  # back in the middle, and on the edge of the band
    page.locator(".guide").nth(1).wait_for(state="attached")  # drawn in the next frame
    assert page.locator(".guide").count() == 2
    page.mouse.up()
    assert file.read_text(encoding="utf-8") == before
    x, y = _grasped(page, ".grip[data-way=w]")
    page.mouse.move(x - 2.9 * scale, y, steps=4)  # near the edge of the mark
    page.mouse.up()
    line("at: [10.5, 42, -13, 11]")
    page.locator(".stage").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    line("at: [11, 47, -12.5, 11]")

    page.get_by_role("button", name="gold", exact=True).first.click()
    line("ink: gold")
    page.locator(".contrast .low", has_text="on Customs").wait_for()
    undo(page, 3)
    assert file.read_text(encoding="utf-8") == before

    one.type_number("Width", "9")
    page.keyboard.press("Enter")
    page.locator(".shape .bad", has_text="does not fit").wait_for()
    page.locator(".written", has_text="Not saved yet").wait_for()
    assert page.locator(".sample[data-bad]").count() >= 1
    assert file.read_text(encoding="utf-8") == before
    assert violations(page) == []
    for left in (page.get_by_role("link", name="Overview"), page.get_by_role("button", name="Next piece")):
        page.evaluate("document.querySelector('.written').replaceChildren()")
        left.click()
        page.locator(".written", has_text="Not saved yet: correct it, or take it back.").wait_for()
        assert page.get_by_label("Width", exact=True).input_value() == "9"
    assert page.evaluate(CLOSED)
    page.get_by_role("button", name="Take it back").click()
    page.locator(".shape .bad").wait_for(state="detached")
    assert not page.evaluate(CLOSED)
    page.set_viewport_size({"width": 640, "height": 400})  # a window of 1280 at 200 %
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="cost", exact=True).click()
    page.get_by_label("Top", exact=True).focus()
    assert page.get_by_label("Top", exact=True).is_visible()


def test_what_a_layout_computes_is_dragged_and_typed(visit: Any, harbour: tuple[str, Path]) -> None:
    """Bug: a box whose sides are computed did not move when it was dragged, and its size took no letter."""
    one = visit()
    page, (address, file) = one.page, harbour
    text = file.read_text(encoding="utf-8")
    computed = text.replace("at: [13, 42, -13, 11]", 'at: [4, 42, "{{ 50 + 5 }}", 11]').replace(
        "size: [14, 9]", 'size: ["{{ 8 + 4 }}", 9]'
    )
    file.write_text(computed, encoding="utf-8")
    page.goto(f"{address}#cards-harbour")
    page.get_by_label("Layout", exact=True).check()
    page.get_by_role("region", name="Boxes").get_by_role("button", name="title", exact=True).click()
    scale = page.locator(".sheet").evaluate("sheet => parseFloat(getComputedStyle(sheet).getPropertyValue('--mm'))")
    x, y = _grasped(page, ".grip[data-way=e]")
    page.keyboard.down("Alt")
    page.mouse.move(x - 5 * scale, y, steps=4)
    page.mouse.up()
    page.keyboard.up("Alt")
    page.locator(".written ins", has_text="at: [4, 42, 50, 11]").wait_for()
    one.type_number("Size in pt", "10")
    page.keyboard.press("Enter")
    page.locator(".written ins", has_text="size: 10").wait_for()
    page.locator(".written", has_text="Saved.").wait_for()
    assert file.read_text(encoding="utf-8") == text.replace("at: [13, 42, -13, 11]", "at: [4, 42, 50, 11]").replace(
        "size: [14, 9]", "size: 10"
    )


def test_a_map_is_painted_and_drawn_and_taken_back(visit: Any, tmp_path: Path) -> None:
    shutil.copytree(LAYOUTS.parents[1] / "hex", tmp_path / "salt")
    sheet = tmp_path / "salt" / "sheets" / "hexes.csv"
    before = sheet.read_text(encoding="utf-8")
    one = visit(errors=("status of 422",))
    page = one.page
    with serving(tmp_path / "salt") as address:
        page.goto(f"{address}#map-desert")
        page.get_by_label("Draw", exact=True).check()
        page.locator(".over").wait_for()

        def at(x: float, y: float) -> tuple[float, float]:
            box = _rectangle(page, ".sheet")
            return box["x"] + x * box["width"] / 157.42, box["y"] + y * box["height"] / 180.5

        def line(*wanted: str) -> None:
            for one in wanted:
                page.locator(".written ins", has_text=one).wait_for()

        def draw(*points: tuple[float, float]) -> None:
            page.mouse.move(*at(*points[0]))
            page.mouse.down()
            for point in points[1:]:
                page.mouse.move(*at(*point), steps=2)
            page.mouse.up()

        page.get_by_role("button", name="Rocks 2 MP").click()
        for back in (True, False):
            page.mouse.move(*at(99, 88))
            page.mouse.down()
            page.mouse.move(*at(99, 112), steps=2)
            assert page.locator(".lit-painted").count() == 2
            if back:
                page.keyboard.press("Escape")
            page.mouse.up()
        line("0504,,rocks,,,")
        assert sheet.read_text(encoding="utf-8").count("rocks") == before.count("rocks") + 2
        page.get_by_role("button", name="Cliff").click()
        page.mouse.click(*at(58, 73))  # the side below 0303
        line("0303,,plain,sw; se,s,")
        draw((57, 73), (64, 73), (70, 63), (64, 52))  # along its sides, and a step back
        line("0303,,plain,sw; se,ne; se; s,")
        page.get_by_role("button", name="Salt road").click()
        page.mouse.click(*at(37, 98))
        page.mouse.click(*at(58, 86))
        line("0204,,plain,ne,,", "0304,,plain,sw,,")
        draw((16.4, 86), (37, 98), (37, 120))  # from 0104 to 0205
        line("0104,,plain,se,,", "0204,,plain,ne; s; nw,,")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.mouse.click(*at(16.4, 86))  # 0104
        one.type_number("Name", "Old well")  # Firefox hears of no change of what a driver filled in
        page.get_by_label("Name", exact=True).press("Enter")
        line("0104,Old well,plain,se,,")
        page.locator(".shape select").select_option("oasis")
        line("0104,Old well,oasis,se,,")
        page.locator(".shape", has_text="hexes.csv, line 5").wait_for()
        road = page.locator(".around", has_text="Salt road")  # a picture of the hex, with a box on each side
        assert road.get_by_label("se").is_checked() and not road.get_by_label("n", exact=True).is_checked()
        south, middle = (road.locator(one).bounding_box() for one in ("[aria-label=s]", "svg"))
        assert south["y"] + south["height"] / 2 > middle["y"] + 0.7 * middle["height"], "each where it is"
        page.locator(".around", has_text="Cliff").get_by_label("s", exact=True).click()
        line("0104,Old well,oasis,se,s,")
        assert violations(page) == []
        undo(page, 8)
        assert sheet.read_text(encoding="utf-8") == before
        page.set_viewport_size({"width": 640, "height": 400})  # a window of 1280 at 200 %
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="Dunes").focus()
        page.keyboard.press("Enter")
        page.locator('.tool[aria-pressed="true"]', has_text="Dunes").wait_for()
        assert page.evaluate("document.activeElement.matches('.tool[aria-pressed=true]')"), "keys go on from there"


def test_places_are_clicked_on_a_picture(visit: Any, tmp_path: Path) -> None:
    shutil.copytree(LAYOUTS.parents[1] / "area", tmp_path / "valley")
    picture = tmp_path / "my map.png"
    Image.new("RGB", (800, 500), "#C8D0B0").save(picture)
    page = visit().page
    with serving(tmp_path / "valley") as address:
        page.goto(f"{address}#board:")
        page.get_by_label("Choose a picture", exact=True).set_input_files(picture)
        page.locator(".call", has_text="Click Residence").wait_for()
        page.wait_for_function("() => document.querySelector('.sheet img')?.naturalWidth === 800")

        def click(x: float, y: float) -> None:
            box = _rectangle(page, ".sheet img")
            page.mouse.click(box["x"] + x * box["width"] / 800, box["y"] + y * box["height"] / 500)

        click(100, 50)
        click(300, 60)
        page.get_by_role("button", name="Skip", exact=True).click()
        click(500, 70)
        page.get_by_role("button", name="Take the last one back").click()
        page.locator(".call", has_text="Click Salt Works").wait_for()
        assert page.locator(".dot").count() == 2
        page.get_by_role("button", name="Larger").click()
        click(200, 150)
        page.get_by_role("button", name="Save", exact=True).click()
        page.locator(".written", has_text="my_map.csv is saved").wait_for()
        said = (tmp_path / "valley" / "my_map.csv").read_text(encoding="utf-8").split()
        found = {place: (int(x), int(y)) for place, x, y in (row.split(",") for row in said[1:])}
        wanted = {"1": (100, 50), "2": (300, 60), "4": (200, 150)}
        assert found.keys() == wanted.keys()
        assert all(abs(found[name][axis] - wanted[name][axis]) <= 1 for name in wanted for axis in (0, 1))
        assert violations(page) == []


BARE = """\
kind: game
id: fog
title: Fog
source: {title: Fog}
credits: Ours.
sides: {red: {title: Red, short: Red, colour: "#B3201F", mark: star, plays: true}}
"""


def test_decks_boxes_and_maps_are_added_from_the_page(visit: Any, tmp_path: Path, monkeypatch: Any) -> None:
    """Bug: in a game that was opened by a relative path, no layout and no map could be changed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fog").mkdir()
    (tmp_path / "fog" / "game.yaml").write_text(BARE, encoding="utf-8")
    one = visit()
    page = one.page

    def add(kind: str, title: str) -> None:
        page.get_by_role("button", name="New …").click()
        page.locator(f"#begin-kinds input[value={kind}]").check()
        page.locator("#beginning").get_by_label("Title").fill(title)

    with serving(Path("fog")) as address:
        page.goto(address)
        add("cards", "Fog cards")
        assert violations(page) == []
        page.get_by_role("button", name="Add it").click()
        page.locator(".piece").wait_for()
        page.get_by_label("Layout", exact=True).check()
        page.get_by_role("button", name="Words").click()
        page.locator(".written", has_text="Saved.").wait_for()
        page.locator(".boxes [aria-pressed=true]", has_text="words").wait_for()
        face = tmp_path / "fog" / "fog_cards_face.yaml"
        words = "      words: {at: [13, 35, 38, 18], text: Words, size: [11, 7], align: centre, valign: middle}\n"
        assert words in face.read_text(encoding="utf-8")
        page.get_by_role("button", name="Take the box out").click()
        page.locator(".boxes button", has_text="words").wait_for(state="detached")
        assert "words" not in face.read_text(encoding="utf-8")
        add("maps", "The Sound")
        one.type_number("Rows", "3")
        page.get_by_role("button", name="Add it").click()
        page.get_by_role("button", name="Woods").click()
        page.locator(".stage").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.locator(".written", has_text="Saved.").wait_for()
        text = (tmp_path / "fog" / "the_sound.yaml").read_text(encoding="utf-8")
        assert "hexes: {size: 19mm, columns: 12, rows: 3, top: flat}" in text
        assert 'woods: {title: Woods, hexes: ["0101"]}' in text
        page.goto("about:blank")
