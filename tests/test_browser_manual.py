"""The manual in a browser: pages one at a time, search by keyboard, nothing out of sight, nothing that axe finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser_support import NEEDED, browser, violations, visit
from rcwkit.screens.manual import CommandHelp, manual

PAGES = (
    "guide-cards",
    "counters-with-values",
    "gallery-looks",
    "gallery-signs-in-texts",
    "kind-game",
    "command-roll",
    "E210",
)

pytestmark = [NEEDED, pytest.mark.parametrize("browser", ["chromium"], indirect=True)]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("manual") / "manual.html"
    path.write_text(manual([CommandHelp("roll", "rcwkit roll GAME", "Roll dice.", [])]), encoding="utf-8")
    return path.as_uri()


def test_search_leads_to_a_page_and_pages_to_one_another(visit: Any, address: str) -> None:
    page = visit(offline=True).page
    page.goto(address)
    assert page.locator(".page.shown").count() == 1
    page.keyboard.press("/")
    page.keyboard.type("terrain id")
    assert "kind: maps" in page.locator("#found li a").all_inner_texts()
    page.locator("#found a", has_text="kind: maps").click()
    page.locator("#kind-maps.shown").wait_for()
    assert page.locator("#found").is_hidden()
    assert page.title() == "kind: maps – rcwkit"
    page.locator("#kind-maps a", has_text="HexGrid").first.click()
    assert page.evaluate("location.hash") == "#kind-maps-hexgrid"
    assert page.locator("#kind-maps.shown").count() == 1
    page.keyboard.press("/")
    page.keyboard.type("picture spreadsheets")
    assert "How do I make a deck?" in page.locator("#found li a").all_inner_texts()
    field = page.get_by_label("Search")
    for typed, meant in {
        "terrian id": "kind: maps",
        "proceedures": "kind: procedures",
        "spredsheat": "Spreadsheets",
    }.items():
        field.fill(typed)
        assert meant in page.locator("#found li a").all_inner_texts(), typed
    assert page.locator("#found mark").first.inner_text().lower() == "spreadsheet"
    field.fill("sailing ships")
    page.locator("#found figure", has_text="symbol: sailing_ship").wait_for()
    assert page.locator("#found figure svg").count() == page.locator("#found figure").count() < 5
    field.fill("no such xylophones")
    assert page.locator("#found").inner_text() == "Nothing found"


def test_what_was_searched_for_is_marked_and_in_sight(visit: Any, address: str) -> None:
    """Bug: the search led to the top of a reference page of many screens, and left one to look for the key."""
    page = visit(offline=True).page
    page.goto(address)
    for _ in range(2):  # from another page, and from the same
        page.get_by_label("Search").fill("terrain_edge")
        page.locator("#found a", has_text="kind: maps").click()
        page.locator("#kind-maps.shown").wait_for()
        said = "[...CSS.highlights.get('said')]"
        assert {*page.evaluate(f"{said}.map(String)")} == {"terrain_edge"}
        top, high = page.evaluate(f"[{said}[0].getBoundingClientRect().top, innerHeight]")
        assert 0 < top < high
    page.locator("#kind-maps a", has_text="HexGrid").first.click()
    assert page.evaluate("location.hash") == "#kind-maps-hexgrid"
    page.wait_for_function("() => !CSS.highlights.has('said')")
    edge = "getBoundingClientRect().bottom"
    bar, anchor = (page.evaluate(f"document.querySelector('{one}').{edge}") for one in ("header", "#kind-maps-hexgrid"))
    assert anchor >= bar, "not under the bar"


def test_a_page_has_its_headings_beside_it_and_the_next_page_below(visit: Any, address: str) -> None:
    page = visit(offline=True).page
    page.set_viewport_size({"width": 1440, "height": 800})
    page.goto(f"{address}#guide-counters")
    beside = page.get_by_role("navigation", name="On this page").get_by_role("link")
    assert beside.all_inner_texts() == page.locator("#guide-counters h2").all_inner_texts()
    beside.last.click()
    assert page.evaluate("location.hash") == "#guide-counters-what-do-the-checks-say-of-counters"
    page.locator(".turn a[rel=next]").click()
    page.locator("#guide-cards.shown").wait_for()
    assert page.locator(".turn a").all_inner_texts() == ["Counters", "Maps"]
    page.goto(f"{address}#guide-play")
    assert page.locator(".turn a").all_inner_texts() == ["In the browser"]
    page.get_by_label("Search").fill("gutterfold")
    page.locator("#found small", has_text="How do I fit my paper, printer and ink? – ").first.wait_for()
    page.locator("#found a").first.click()
    page.locator("#guide-print.shown").wait_for()
    assert page.evaluate("location.hash") == "#guide-print-how-do-i-fit-my-paper-printer-and-ink"


def test_a_block_is_copied_and_of_commands_not_what_they_do(visit: Any, address: str) -> None:
    page = visit(offline=True).page
    page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => { window.copied = text; } } })"
    )
    page.goto(f"{address}#guide-play")
    page.locator("#guide-play .take").first.click()
    assert (
        page.evaluate("copied") == "rcwkit list\nrcwkit list triumph_of_chaos --pages\nrcwkit build triumph_of_chaos\n"
    )
    page.goto(f"{address}#guide-tutorial")
    page.locator("#guide-tutorial .code", has_text="id: mill").first.locator(".take").click()
    assert page.evaluate("copied").startswith("kind: game\nid: mill\ntitle: Mill Bridge\n")


@pytest.mark.parametrize("width", [390, 1280])
def test_pages_fit_and_axe_finds_nothing_wrong(visit: Any, address: str, width: int) -> None:
    page = visit(offline=True).page
    page.set_viewport_size({"width": width, "height": 800})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for part in PAGES:
            page.goto(f"{address}#{part}")
            page.locator(f"#{part}.shown").wait_for()
            if scheme == "light" or width == 390:  # colours are the same at every width
                assert violations(page, *([] if scheme == "light" else ["color-contrast"])) == [], part
            assert page.evaluate("document.documentElement.scrollWidth") <= width, part
        page.get_by_label("Search").fill("ship")  # words between colons are one word to a line
        page.locator("#found figure").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if scheme == "light" or width == 390:
            assert violations(page, *([] if scheme == "light" else ["color-contrast"])) == []
