"""The pages in a browser: redraw on save, errors over the last good page, rolling by hand and by key, the companion.

They need Chromium; nothing is downloaded. `make test` installs it on Debian, or says how to.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browser_support import NEEDED, WIDTHS, browser, served, toy, visit
from companion_support import companion_of
from rcwkit.dice.roll import prepare, rolled, verify
from rcwkit.dice.sources import Seeded, code_of, seed_of
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.screens.companion.page import page as companion_page
from rcwkit.source.project import Project
from tests_support import TOY

pytestmark = NEEDED

WATCH = """() => {
  window.flashed = [];
  const see = ({ target }) => target.classList.contains("flash") && window.flashed.push(target.dataset.key);
  const observer = new MutationObserver((changes) => changes.forEach(see));
  observer.observe(document.getElementById("table"), { subtree: true, attributeFilter: ["class"] });
}"""


def tab_to(page: Any, name: str) -> None:
    """Press Tab until the control with that id has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == name:
            return
    raise AssertionError(f"no Tab leads to {name}")


def save(folder: Path, old: str = "", new: str = "") -> None:
    """Save a file with a change, or as it was."""
    (folder / "red.yaml").write_text(TOY["red.yaml"].replace(old, new), encoding="utf-8")


LABELS = """() => [...new Set([...document.querySelectorAll("label, [aria-label]")].map((one) =>
  (one.getAttribute("aria-label") ?? one.textContent).replace(/\\s+/g, " ").trim()).filter(Boolean))]"""
PATHS = """(all) => all.map((one) => { const way = []; for (let at = one; at; at = at.parentElement)
  way.push([...(at.parentElement?.children ?? [])].indexOf(at)); return way.join(); })"""


def test_fields_are_found_by_label_as_by_playwright(visit: Any, served: tuple[str, Path], tmp_path: Path) -> None:
    companion = tmp_path / "companion.html"
    companion.write_text(companion_of("soviet_dawn"), encoding="utf-8")
    for address in (served[0], companion.as_uri()):
        live = visit().page
        live.goto(address)
        live.wait_for_function(f"({LABELS})().length > 10")
        page = (one := visit()).page  # one that does not redraw between the two
        page.set_content(re.sub(r"<script.*?</script>", "", live.content(), flags=re.S))
        labels = page.evaluate(LABELS)
        assert len(labels) > 10
        for label in labels[:60]:
            for exact in (True, False):
                own = type(page).get_by_label(page, label, exact=exact)
                assert one.labelled(label, exact=exact).evaluate_all(PATHS) == own.evaluate_all(PATHS), label


def test_the_preview_follows_its_files(visit: Any, served: tuple[str, Path]) -> None:
    address, folder = served
    page = (one := visit()).page
    page.goto(address)
    army = page.locator('.piece[data-key="Ra1"]')
    army.wait_for()
    page.get_by_role("button", name="Larger").click()
    other = page.locator('.piece[data-key="Wa1"]').element_handle()
    page.evaluate("document.getElementById('table').scrollTop = 40")
    kept = page.evaluate("[document.getElementById('table').scrollTop, document.getElementById('zoom').value]")
    page.evaluate(WATCH)
    save(folder, "name: 1 Army", "name: 9 Army")
    army.get_by_text("9 Army").first.wait_for()
    assert set(page.evaluate("() => flashed")) == {"Ra1"}
    assert other.is_visible(), "what did not change is the same element still"
    assert page.evaluate("[document.getElementById('table').scrollTop, document.getElementById('zoom').value]") == kept

    save(folder, "type: corps", "typ: corps")
    problems = page.locator("#problems")
    problems.get_by_text("unknown key 'typ'").first.wait_for()
    assert army.is_visible(), "the last good page stays"
    assert f"edit://{folder.as_posix()}/red.yaml#" in str(problems.get_by_role("link").first.get_attribute("href"))
    save(folder)
    problems.wait_for(state="hidden")
    army.get_by_text("1 Army").first.wait_for()

    army.click()
    line = TOY["red.yaml"].splitlines().index("  Ra1: {type: army, name: 1 Army}") + 1
    assert page.locator("#source").get_attribute("href") == f"edit://{folder.as_posix()}/red.yaml#{line}"
    page.keyboard.press("Escape")
    page.locator("#detail").wait_for(state="hidden")

    before = other.get_attribute("data-hash")
    page.evaluate("() => { flashed = []; }")
    page.locator("[popovertarget=looks]").click()
    page.get_by_label("Low ink").check()
    page.wait_for_function("([node, hash]) => node.dataset.hash !== hash", arg=[other, before])
    page.get_by_label("Low ink").uncheck()
    page.wait_for_function("([node, hash]) => node.dataset.hash === hash", arg=[other, before])
    assert page.evaluate("() => flashed") == [], "nobody edited anything"
    assert one.asked and all(url.startswith(address) for url in one.asked)


def save_chart(folder: Path, title: str, shown: Any) -> None:
    """Save the chart under another title, and wait until the page shows it."""
    text = TOY["tables.yaml"].replace("title: Turn 9", f"title: {title}")
    (folder / "tables.yaml").write_text(text, encoding="utf-8")
    shown.wait_for()


def test_words_of_a_document_lead_to_their_line(visit: Any, served: tuple[str, Path]) -> None:
    address, folder = served
    page = visit().page
    page.goto(f"{address}#all-charts")
    sheet = page.locator('.piece[data-key="sheet 1"]')
    place = f"edit://{folder.as_posix()}/tables.yaml#{TOY['tables.yaml'].splitlines().index('  turn9:') + 1}"
    sheet.get_by_text("Red leads").click()
    page.locator(f'#source[href="{place}"]').wait_for()
    page.keyboard.press("Escape")
    node = sheet.element_handle()
    page.evaluate(WATCH)
    save_chart(folder, "Turn Nine", sheet.get_by_text("TURN NINE"))
    assert node.is_visible(), "the sheet is the same element still"
    assert set(page.evaluate("() => flashed")) == {"sheet 1"}

    page.get_by_label("Reading").check()
    read = page.locator("#table")  # the inspector has headings, too
    heading = read.get_by_role("heading", name="Turn Nine")
    heading.click()
    page.locator(f'#source[href="{place}"]').wait_for()
    assert sheet.count() == 0
    page.evaluate("() => { flashed = []; }")
    save_chart(folder, "Turn 9", read.get_by_role("heading", name="Turn 9"))
    assert set(page.evaluate("() => flashed")) == {None}, "its section"
    page.get_by_label("Sheets").last.check()
    sheet.get_by_text("TURN 9").wait_for()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_roller_is_rolled_by_tapping_and_typing(visit: Any, served: tuple[str, Path], width: int) -> None:
    address, folder = served
    page = (one := visit(width)).page
    asked = page.locator("#need")
    page.goto(f"{address}roller#roll=reductions")
    page.get_by_role("button", name="Roll my own dice").click()
    asked.get_by_role("button", name="4: reduced: reduce 1 Army").click()
    asked.get_by_role("heading", name="2 Army").wait_for()
    page.keyboard.press("Backspace")
    asked.get_by_role("heading", name="1 Army").wait_for()
    page.keyboard.press("2")
    asked.get_by_role("heading", name="2 Army").wait_for()
    page.keyboard.press("5")
    record = one.record()
    assert [entry["faces"] for entry in record["rolls"]] == [[2], [5]]
    assert verify(load(Project(folder)), record).difference == ""
    page.get_by_role("img", name="2 Army, other side up, as rolled").wait_for()
    page.get_by_role("button", name="Roll this step again").click()
    page.get_by_text("Rolled again: armies").wait_for()
    assert one.fits()
    assert all(url.startswith((address, "blob:")) for url in one.asked)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_roller_needs_no_pointer(visit: Any, served: tuple[str, Path], width: int) -> None:
    page = visit(width).page
    page.goto(f"{served[0]}roller")
    page.locator("#procedure option").first.wait_for(state="attached")
    tab_to(page, "procedure")
    page.keyboard.type("Turn 9")
    page.get_by_role("group", name="Who leads?").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    tab_to(page, "own")
    page.keyboard.press("Enter")
    page.locator("#need").get_by_role("heading", name="Roll").wait_for()
    page.keyboard.press("1")
    page.locator("#result .about", has_text="Turn 9").wait_for()
    assert page.locator("#rolls li b").inner_text() == "RED"


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a companion on disk."""
    path = tmp_path_factory.mktemp("companion") / "triumph.html"
    path.write_text(companion_of("triumph_of_chaos"), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_companion_works_from_disk_without_a_network(visit: Any, companion: str, triumph: Game, width: int) -> None:
    page = (one := visit(width, offline=True)).page
    page.goto(companion)
    page.get_by_role("heading", name="1 Place action cards").wait_for()
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('700 16px \"PT Sans Narrow\"'))")
    page.get_by_role("link", name="Book").click()
    for part in ("Charts", "Pages", "Checklists", "Rulings", "Roller"):
        page.get_by_role("navigation", name="Parts").get_by_role("link", name=part).click()
        page.get_by_role("region", name=part).wait_for()
        assert one.fits(), part
    page.get_by_label("Procedure or chart").select_option("ukraine")
    page.get_by_role("radio", name="Red", exact=True).check()
    page.get_by_role("button", name="Roll my own dice").click()
    page.locator("#need").get_by_role("button", name=re.compile("^1: ")).click()
    for count, key in enumerate("1263", 2):
        page.keyboard.press(key)
        page.locator("#rolls li").nth(count - 1).wait_for()
    page.keyboard.press("4")
    record = one.record()
    assert verify(triumph, record).difference == ""
    assert one.asked <= {companion, "data:", "blob:"}


@pytest.mark.parametrize("width", WIDTHS)
def test_the_companion_finds_words_and_the_other_words_of_terms(visit: Any, companion: str, width: int) -> None:
    page = (one := visit(width, offline=True)).page
    page.goto(companion)
    search = page.get_by_role("searchbox", name="Search")
    search.fill("petliura")
    found = page.get_by_role("region", name="Found")
    found.wait_for()
    assert found.get_by_role("link").count() > 0
    assert one.fits()
    by_short_name = _found(page, search, "fcm")
    assert by_short_name == _found(page, search, "faction control marker")
    assert len(by_short_name) > 3
    found.get_by_role("link").first.click()
    found.wait_for(state="hidden")
    search.fill("zzzz")
    assert found.get_by_role("status").inner_text() == "Nothing found"


def _found(page: Any, search: Any, words: str) -> list[str]:
    search.fill(words)
    return list(page.locator("#found li").all_inner_texts())


def test_codes_travel_between_the_companion_and_python(visit: Any, companion: str, triumph: Game) -> None:
    one = visit(offline=True)
    page = one.page
    page.goto(f"{companion}#roll=ukraine&controller=white")
    page.get_by_role("button", name="Roll for me").click()
    record = one.record()
    assert page.locator("#code-shown").inner_text().startswith(f"{record['seed']}.")
    prepared = prepare(triumph, "ukraine", {"controller": "white"})
    assert rolled(prepared, Seeded(seed_of(record["seed"])), record["seed"])[0].record == record
    page.get_by_text("I have a code").click()
    code = code_of(b"12345")
    page.get_by_label("Code of a roll or of faces").fill(code.lower())
    page.get_by_role("button", name="Roll for me").click()
    page.locator("#code-shown", has_text=re.compile(code, re.I)).wait_for(state="attached")
    assert one.record() == rolled(prepared, Seeded(b"12345"), code, "given")[0].record


def test_ticks_are_only_of_the_moment_where_nothing_is_kept(visit: Any, companion: str) -> None:
    page = (one := visit(offline=True)).page
    one.context.add_init_script(
        'Object.defineProperty(window, "localStorage", { get() { throw new Error("denied"); } })'
    )
    page.goto(f"{companion}#checklists")
    page.get_by_text("This browser does not store data").wait_for()
    page.get_by_role("checkbox", name="Agree who plays Red and who plays White.").check()
    page.get_by_text("1 of 8 done").wait_for()


def test_ticks_are_kept(visit: Any, companion: str) -> None:
    page = visit(offline=True).page
    page.goto(f"{companion}#checklists")
    box = page.get_by_role("checkbox", name="Agree who plays Red and who plays White.")
    box.check()
    page.reload()
    assert box.is_checked()
    page.get_by_text("1 of 8 done").wait_for()
    page.get_by_role("button", name="Clear ticks").first.click()
    assert not box.is_checked()
