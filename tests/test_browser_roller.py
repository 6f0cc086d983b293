"""The roller in Chromium keeps every die: reload, undo after the last, lines anew, links, and rolls of earlier."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browser_support import HOLD, LATE, NEEDED, browser, served, serving, share, toy, visit
from tests_support import TOY, write

pytestmark = NEEDED


@pytest.fixture
def one(visit: Any) -> Any:
    return visit()


@pytest.fixture
def page(one: Any) -> Any:
    return one.page


def _choose(page: Any, served: tuple[str, Path]) -> None:
    page.goto(f"{served[0]}roller")
    page.locator("#procedure option").first.wait_for(state="attached")
    page.locator("#procedure").select_option(index=0)


def _tap(page: Any, face: int) -> None:
    """Enter a face, and wait until the page has answered."""
    before = page.evaluate("location.hash")
    page.locator("#need .faces button").nth(face - 1).click()
    page.wait_for_function("before => location.hash !== before", arg=before)


def test_no_die_is_lost(page: Any, served: tuple[str, Path]) -> None:
    _choose(page, served)
    page.locator("#own").click()
    page.locator("#need h2").wait_for()
    assert page.locator("#count").inner_text().startswith("Die 1 of ")
    _tap(page, 2)
    entered = page.evaluate("location.hash")
    assert "faces=2" in entered

    page.reload()
    page.locator("#count", has_text="Die 2 of").wait_for()
    page.goto(f"{served[0]}roller#other")
    page.goto(f"{served[0]}roller")
    page.locator("#waiting", has_text="begun, 1").wait_for()
    page.locator("#continue").click()
    page.locator("#count", has_text="Die 2 of").wait_for()
    for _ in range(60):
        if page.locator("#result").is_visible():
            break
        _tap(page, 1)
    page.locator("#result h2").wait_for()
    ended = page.evaluate("location.hash")
    assert "code=F-" in ended

    page.get_by_role("button", name="Undo the last die").click()
    page.locator("#need h2").wait_for()
    _tap(page, 1)
    page.locator("#result h2").wait_for()
    assert page.evaluate("location.hash") == ended
    assert page.locator("#waiting").is_hidden()


def test_a_roll_is_repeated_from_its_link_and_from_the_list(page: Any, served: tuple[str, Path]) -> None:
    _choose(page, served)
    page.locator("#digital").click()
    page.locator("#result h2").wait_for()
    dice = page.locator("#rolls").inner_text()
    share(page)
    page.get_by_role("button", name="Link").click()
    page.locator("#link svg.qr").wait_for()
    link = page.locator("#link code").inner_text()
    assert link.startswith("rcwkit:#roll=")
    page.goto(f"{served[0]}roller?again#{link.split('#')[1]}")
    page.locator("#result h2").wait_for()
    assert page.locator("#rolls").inner_text() == dice
    page.goto(f"{served[0]}roller")
    page.locator("#history summary").click()
    page.locator("#history a").first.click()
    page.locator("#result h2").wait_for()
    assert page.locator("#rolls").inner_text() == dice


def test_one_line_is_rolled_again_and_the_others_stay(one: Any, page: Any, served: tuple[str, Path]) -> None:
    _choose(page, served)
    page.locator("#digital").click()
    page.locator("#result h2").wait_for()
    rows = page.locator("#rolls li")
    before = rows.all_inner_texts()
    rows.first.locator("button.anew").click()
    rows.first.get_by_text("attempt 2").wait_for()
    after = rows.all_inner_texts()
    assert len(after) == len(before)
    record = one.record()
    assert len(record["history"]) == 1
    assert [entry["attempt"] for entry in record["rolls"]].count(2) == 1


def test_nothing_is_to_be_pressed_before_the_procedures_are_known(page: Any, served: tuple[str, Path]) -> None:
    """Bug: the buttons were there, and whoever was quick got an error."""
    page.add_init_script(f"({HOLD})('kit/')")
    page.goto(f"{served[0]}roller")
    page.wait_for_function("() => window.go")
    assert page.locator("#own").is_hidden()
    page.evaluate("go()")
    page.locator("#own").wait_for()


VOLLEY = """kind: procedures
id: volleys
title: Volleys
source: Toy rules
procedures:
  volley:
    title: Volley
    inputs: {many: {title: "How many?", range: 1-3}}
    steps: [{id: shots, times: many, roll: 1d6, rows: {1-5: miss, 6: hit}}]
    report: {any: {title: Any hit, when: {any: {shots: hit}}}}
"""


def test_late_odds_are_shown_only_beside_the_answers_they_are_of(visit: Any, tmp_path: Path) -> None:
    """Bug: odds that came after an answer was cleared changed the page."""
    folder = write(tmp_path / "toy", {**TOY, "volleys.yaml": VOLLEY})
    page = visit().page
    odds = page.locator("#odds")
    many = page.get_by_label("How many? (1–3)")

    def answer(text: str) -> None:
        many.press("Control+a")
        many.press_sequentially(text) if text else many.press("Backspace")
        many.press("Tab")

    with serving(folder) as address:
        page.goto(f"{address}roller")
        page.locator("#procedure option[value=volley]").wait_for(state="attached")
        page.locator("#procedure").select_option("volley")
        answer("1")
        odds.get_by_text("16.7").first.wait_for()
        told = odds.text_content()

        page.evaluate(HOLD, "kit/")
        answer("2")
        late = page.wait_for_function("() => window.go")
        answer("")
        odds.wait_for(state="hidden")
        page.evaluate(LATE, late)
        assert odds.text_content() == told and odds.is_hidden(), "no answer is given, so no odds are told"

        answer("2")
        late = page.wait_for_function("late => window.go !== late && window.go", arg=late)
        answer("3")
        page.wait_for_function("late => window.go !== late", arg=late)
        page.evaluate("go()")
        odds.get_by_text("42.1").first.wait_for()
        told = odds.text_content()
        page.evaluate(LATE, late)
        assert odds.text_content() == told, "newer ones stay"
        page.goto("about:blank")
