"""The preview and its roller in an invented language, in Chromium: whatever they show is in that language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_support import NEEDED, browser, serving, share, visit
from pseudo_support import pseudo, write_pseudo
from tests_support import TOY, write
from words_support import said

pytestmark = NEEDED
SHOWN = """() => {
  const keys = ".field > label, .inner, #detail h2, [lang=en], .crumbs, .drop, th, .unit, .board .name";
  const data = `script, style, code, pre, svg, ${keys}`;
  const own = (node) => !node.closest(data) && !(node.closest("#editor") && node.matches("option:not([value=''])"));
  const found = [document.title];
  for (const node of document.querySelectorAll("body *")) {
    if (!own(node)) continue;
    for (const child of node.childNodes) if (child.nodeType === Node.TEXT_NODE) found.push(child.textContent);
    for (const name of ["aria-label", "placeholder", "alt", "data-page", "data-said"]) {
      if (!node.matches("#editor input")) found.push(node.getAttribute(name) ?? "");
    }
  }
  return found.map((text) => text.trim()).filter((text) => text);
}"""
"""All texts of the page, seen and hidden, but for drawings, sources, and the keys of documents with their help."""
LATIN = {"xx", "PDF", "QR", "JSON", "id", "ms", "mm", "local", "rcwkit", "roll", "Backspace", "DRM", "AM", "PM"}
"""Names that are the same in all languages, and words of dates, which browsers know."""


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a preview of the small game in the language `xx`; return its address."""
    base = tmp_path_factory.mktemp("foreign")
    folder = write(base / "toy", TOY)
    with serving(folder, (write_pseudo(folder.as_posix(), base / "xx"),), "xx") as address:
        yield address


def left(page: Any) -> list[str]:
    """Return the texts with words in Latin letters, other than paths and ids of the game's."""
    words = re.compile("[A-Za-z]{2,}")
    ids = set(words.findall(" ".join(TOY.values()))) - set(words.findall(" ".join(said())))
    shown = page.evaluate(SHOWN)
    assert len(shown) > 40
    return [text for text in shown if set(words.findall(re.sub(r"\S*[/\d]\S*|\S+\.yaml", "", text))) - ids - LATIN]


def test_the_preview_shows_no_english_word(visit: Any, foreign: str) -> None:
    page = visit().page
    page.goto(f"{foreign}#overview:")
    page.locator(".card svg").first.wait_for()
    assert page.locator("html").get_attribute("lang") == "xx"
    assert left(page) == []
    for stem in ("counters", "setup-campaign"):
        page.goto(f"{foreign}#{stem}")
        page.locator(f'#table[data-stem="{stem}"] .piece').first.wait_for()
        page.locator(".piece, .piece [data-at]").last.dispatch_event("click")
        page.locator("#edit").click()
        page.locator("#fields, .grid").first.wait_for()
        page.locator("#save").click()
        page.locator("#said", has_text=pseudo("nothing has changed")).wait_for()
        assert left(page) == []
        page.locator("#grid").click()
        assert left(page) == []
    page.get_by_role("searchbox").fill("zzzz")
    page.locator("#found", has_text=pseudo("Nothing found.")).wait_for()
    page.locator("[popovertarget=looks]").click()
    page.locator("#past").select_option(index=1)
    page.locator("#differ", has_text=pseudo("differ")).wait_for()
    page.locator("#scan").evaluate("(node) => node.click()")
    assert left(page) == []


def test_the_roller_shows_no_english_word(visit: Any, foreign: str) -> None:
    page = visit().page
    page.goto(f"{foreign}roller#roll=reductions")
    page.locator("#own").click()
    page.locator("#need button").first.wait_for()
    assert left(page) == []
    page.keyboard.press("4")
    page.keyboard.press("5")
    page.locator("#result h2").wait_for()
    share(page)
    page.get_by_role("button", name=pseudo("Link"), exact=True).click()
    assert left(page) == []
