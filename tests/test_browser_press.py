"""The print dialog in a browser: files chosen, sheets counted, PDFs made, and how far that is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browser_support import NEEDED, browser, serving, violations, visit
from tests_support import TOY, write

pytestmark = NEEDED


def test_a_kit_is_printed_from_the_page(visit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = write(tmp_path / "toy", {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml")})
    page = visit().page
    with serving(folder) as address:
        page.goto(f"{address}#overview:")
        page.locator("#hints").get_by_role("button", name="Got it").click()
        page.locator("#table .card svg").first.wait_for()
        page.get_by_role("button", name="Print …").click()
        page.locator(".press .pages", has_text="1").first.wait_for()
        assert violations(page) == []
        page.locator(".press").get_by_text("Letter").click()
        page.locator(".total", has_text="1 sheet of paper").wait_for()
        page.locator(".stack .papers", has_text="1 × Letter").wait_for()
        page.locator(".total", has_text="cuts").wait_for()
        assert page.get_by_role("button", name="Next sheet").is_disabled()
        width, height = page.locator(".stack img").evaluate("one => [one.naturalWidth, one.naturalHeight]")
        assert (width, height) == (408, 528), "the first page on top, on the paper that was chosen"
        page.locator(".ink em").wait_for()
        full, low = map(float, re.findall(r"[\d.]+", str(page.locator(".ink").get_attribute("aria-label"))))
        assert 0 < low < full < 100
        both = page.locator(".shelf input")
        both.nth(1).check()
        both.nth(0).uncheck()
        page.locator(".press", has_text="build/toy/only.").wait_for()
        both.nth(0).check()
        both.nth(1).uncheck()
        page.locator(".press", has_text="with a guide to printing").wait_for()
        page.get_by_role("button", name="Make the PDFs").click()
        page.get_by_role("heading", name="Ready to print").wait_for()
        assert "build/toy" in page.locator(".press code").inner_text()
        assert violations(page) == []
        page.get_by_role("button", name="I have printed this").click()
        page.locator(".press", has_text="Noted as v1").wait_for()
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.keyboard.press("Escape")
        page.set_viewport_size({"width": 1440, "height": 900})
        write(folder, {"red.yaml": TOY["red.yaml"].replace("name: 1 Army", "name: Guards")})
        page.locator("#table .card svg", has_text="Guards").wait_for()
        page.get_by_role("button", name="Print …").click()
        page.locator(".press .since", has_text="other choices").wait_for()
        page.locator(".press").get_by_text("Letter").click()
        page.locator(".press .since", has_text="1 piece changed").wait_for()
        assert "Guards" in page.locator(".press .since").inner_text()
        assert page.locator(".press .flag:visible").all_inner_texts() == ["1 changed"]
        assert violations(page) == []
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Export …").click()
        page.locator(".exports").get_by_role("button", name="lists for").click()
        page.get_by_role("heading", name="It could not be made").wait_for()
        page.goto("about:blank")
    assert (tmp_path / "build" / "toy" / "counters.pdf").is_file()
    assert (tmp_path / "build" / ".printed" / "toy" / "1-v1.json").is_file()
