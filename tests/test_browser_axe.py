"""Every view of the companion and the preview, in both themes, as axe judges it: names, contrast, order, landmarks.

`make test` looks at the small game, `make screens` at all games, and at a form and a grid of each kind of component.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_support import ALL, ANSWER, NEEDED, browser, ready, serving, share, violations, visit
from rcwkit.bundled import bundled
from rcwkit.game.loader import load
from rcwkit.screens.companion.page import page as companion_page
from rcwkit.source.project import Project
from tests_support import TOY, write

pytestmark = [NEEDED, pytest.mark.parametrize("browser", ["chromium"], indirect=True)]
PANES = {"rows": "#rows", "hand": ".shaping .parts", "sheets": "img, .piece"}
"""What the views of a component but the first are called, and what is in each."""
CHANGED = """() => {
  document.getElementById("questions").dispatchEvent(new Event("change"));
  document.getElementById("odds").replaceChildren();
}"""
"""Tells the roller of its answers, and takes the odds of those before away."""
DIALOGS = {"Print …": ".total", "Export …": "dialog li"}
GAMES = ["toy", *(sorted(path.parent.name for path in bundled("data").glob("*/game.yaml")) if ALL else ())]


def _folder(tmp_path: Path, name: str) -> Path:
    return write(tmp_path / "toy", TOY) if name == "toy" else bundled("data") / name


def _wrong(page: Any, views: Iterator[str]) -> dict[str, str]:
    """Return what axe finds in both themes, with the view that shows it first."""
    page.evaluate("document.documentElement.classList.add('light')")
    found: dict[str, str] = {}
    for view in views:
        both = [*violations(page)]
        page.evaluate("document.documentElement.classList.replace('light', 'dark')")
        both += (f"dark: {one}" for one in violations(page, "color-contrast"))
        page.evaluate("document.documentElement.classList.replace('dark', 'light')")
        for one in both:
            found.setdefault(one, view)
    return found


@pytest.mark.parametrize("width", [1440, 390] if ALL else [1280])
@pytest.mark.parametrize("name", GAMES)
def test_all_parts_of_the_companion(visit: Any, tmp_path: Path, name: str, width: int) -> None:
    path = tmp_path / "companion.html"
    path.write_text(companion_page(load(Project(_folder(tmp_path, name)))), encoding="utf-8")
    page = visit(width, offline=True).page
    page.goto(path.as_uri())
    assert _wrong(page, _companion(page)) == {}


def _companion(page: Any) -> Iterator[str]:
    """Show each part of the companion, a ruling opened, what is found, and all steps of a roll."""
    opened = False
    ready(page)
    for part in page.evaluate("[...document.querySelectorAll('#parts a, #turn-head a')].map((link) => link.hash)"):
        page.evaluate("part => { location.hash = part; }", part)
        page.locator(f"{part}.shown").wait_for()
        page.evaluate("document.querySelectorAll('.shown details').forEach((fold) => { fold.open = true; })")
        yield part
        flag = page.locator(f"{part} .flag a:visible").first
        if flag.count() and not opened:
            opened = True
            flag.click()
            page.locator("#opened").wait_for()
            yield f"{part}, a ruling opened"
            page.keyboard.press("Escape")
    page.locator("#search input").fill("a t")
    page.locator("#found.shown").wait_for()
    yield "what was found"
    if page.locator("#roller").count():
        page.evaluate("location.hash = 'roller'")
        yield from _rolled(page)


def _rolled(page: Any, most: int = 1) -> Iterator[str]:
    """Roll by hand and by machine, the first procedures that need dice, and show the link and the rolls of earlier."""
    menu = page.locator("#procedure")
    page.locator("#procedure option, #trouble:not([hidden])").first.wait_for(state="attached")
    if not menu.locator("option").count():
        yield "nothing to roll"
        return
    for value in menu.evaluate("menu => [...menu.options].map((option) => option.value)"):
        menu.select_option(value)
        page.evaluate(ANSWER)
        page.evaluate(CHANGED)
        page.locator("#odds:not([hidden]) h2").wait_for()
        if not page.locator("#own").is_visible():
            continue
        yield f"questions of {value}"
        page.locator("#own").click()
        page.locator(":is(#need, #result):not([hidden]) h2, #trouble:not([hidden])").first.wait_for()
        if page.locator("#trouble").is_visible():  # our answers do not go together
            yield f"what is wrong in {value}"
            continue
        if page.locator("#need").is_visible():  # not all answers lead to a die
            page.locator("#need .faces button").first.click()
            yield f"the first die of {value}"
        page.locator("#digital").click()
        page.locator("#result h2").wait_for()
        yield f"{value} as rolled"
        most -= 1
        if not most:
            break
    share(page)
    page.get_by_role("button", name="Link", exact=True).click()
    page.evaluate("document.getElementById('history').open = true")
    page.locator("#history li").first.wait_for()
    yield "a link, and rolls of earlier"


@pytest.mark.parametrize("name", GAMES)
def test_all_views_of_the_preview(visit: Any, tmp_path: Path, name: str) -> None:
    page = visit().page
    with serving(_folder(tmp_path, name)) as address:
        page.goto(f"{address}#overview:")
        assert _wrong(page, _preview(page)) == {}
        page.goto(f"{address}roller")
        assert _wrong(page, _rolled(page, 6 if ALL else 1)) == {}
        page.goto("about:blank")


def _preview(page: Any) -> Iterator[str]:
    """Show the overview, each component, its other views, and what opens in them."""
    page.locator(".card svg").first.wait_for()
    page.locator("#status", has_text="Drawn in").wait_for()
    yield "overview"
    page.locator("#components a", has_text="Title, sides, signs").click()
    page.locator("#fields").wait_for()
    yield "the game itself"
    edited: set[tuple[str, str]] = set()
    other = True
    for stem in page.evaluate(
        "[...document.querySelectorAll('#components [data-stem]')].map((one) => one.dataset.stem)"
    ):
        page.evaluate("stem => { location.hash = encodeURIComponent(stem); }", stem)
        shown = f'#table[data-stem="{stem}"]'
        page.locator(f"{shown} > *").first.wait_for()
        yield stem
        for pane, content in PANES.items() if ALL else ():
            way = page.locator(f".segments:visible input[value={pane}]")
            if way.count() and way.locator("..").is_visible():
                way.check()
                page.locator(f"{shown}[data-manner={pane}] {content}").first.wait_for()
                yield f"{stem} in {pane}"
                named = page.locator(f"{shown} :is(.boxes, .parts ul) button").last
                if named.count():  # what is chosen has properties
                    named.click()
                    yield f"{stem} in {pane}, with something chosen"
                page.locator(".segments:visible input").first.check()
                page.locator(f"{shown} .piece").first.wait_for()
        if page.locator("#views").is_visible() and (ALL or other):
            other = False
            page.locator("#views input[value=reading]").check()
            page.locator(f"{shown} .reading").wait_for()
            yield f"{stem} to read"
            page.locator("#views input[value=sheets]").check()  # a checklist may have a line on sheets, too
            page.locator(f"{shown} .piece").first.wait_for()
        kind = stem.partition("-")[0] if ALL else ""
        for words in ("button.piece", ".piece [data-at]"):
            if page.locator(f"{shown} {words}").count() and (kind, words) not in edited:
                edited.add((kind, words))
                yield from _edited(page, f"{shown} {words}")
    page.get_by_role("searchbox").fill("the")
    page.locator("#found > *").first.wait_for()
    yield "what was found"
    page.locator("[popovertarget=looks]").click()
    page.locator("#past").select_option(index=1)
    page.locator("#differ", has_text="differ").wait_for()
    yield "compared with the start"
    page.get_by_role("button", name="Actual size").click()
    yield "the scale"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    for name, content in DIALOGS.items() if ALL else ():
        page.get_by_role("button", name=name).click()
        page.locator(content).first.wait_for()
        yield f"{name} is open"
        page.keyboard.press("Escape")


def _edited(page: Any, words: str) -> Iterator[str]:
    """Select the first piece or line, and edit it in a form and in a grid."""
    page.locator(words).first.dispatch_event("click")
    page.locator("#detail").wait_for()
    yield "a piece"
    for button in ("#edit", "#grid"):
        if page.locator(button).count():
            page.locator(button).click()
            page.locator("#editor > :visible").first.wait_for()
            yield f"{button[1:]} of {page.locator('#detail h2').inner_text()}"
    page.keyboard.press("Escape")
    page.locator("#detail").wait_for(state="hidden")
