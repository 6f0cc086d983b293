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
    field.fill("no such xylophones")
    assert page.locator("#found").inner_text() == "Nothing found"


@pytest.mark.parametrize("width", [390, 1280])
def test_pages_fit_and_axe_finds_nothing_wrong(visit: Any, address: str, width: int) -> None:
    page = visit(offline=True).page
    page.set_viewport_size({"width": width, "height": 800})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for part in PAGES:
            page.goto(f"{address}#{part}")
            page.locator(f"#{part}.shown").wait_for()
            assert violations(page, *([] if scheme == "light" else ["color-contrast"])) == [], part
            assert page.evaluate("document.documentElement.scrollWidth") <= width, part
