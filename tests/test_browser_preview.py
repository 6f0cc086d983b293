"""The preview's page in Chromium: overview, search, zoom, problems that stay told, many tabs, a restart."""

from __future__ import annotations

import html
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from browser_support import HOLD, LATE, NEEDED, browser, served, serving, tabbed, toy, violations, visit
from rcwkit.screens.preview.pieces import find
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.server import Server
from rcwkit.screens.preview.site import Site
from rcwkit.screens.preview.workshop import Workshop
from tests_support import TOY, write

pytestmark = NEEDED


@pytest.fixture
def one(visit: Any) -> Any:
    return visit()


def test_the_overview_shows_each_component(one: Any, served: tuple[str, Path]) -> None:
    page = one.page
    page.goto(f"{served[0]}#overview:")
    page.locator(".card svg").first.wait_for()
    listed = page.locator("#components [data-stem]").count()
    assert page.locator(".card").count() == listed > 5
    assert page.locator("#components h2").all_inner_texts() == [
        "Cut pieces",
        "Boards and tracks",
        "Pages",
        "Booklets",
    ]
    page.locator(".card", has_text="Campaign").first.click()
    page.locator('#table.document[data-stem="setup-campaign"] .piece').first.wait_for()
    assert page.locator(".piece").first.get_attribute("data-page").startswith("1 of ")
    page.locator("#components a", has_text="Overview").click()
    page.locator("#table:not(.document) .card").first.wait_for()


def test_letters_of_small_drawings_keep_their_distances(one: Any, served: tuple[str, Path]) -> None:
    """Bug: Chromium set the letters of drawings made small on whole pixels, words into one another."""
    page = one.page
    page.goto(f"{served[0]}#overview:")
    page.locator(".card svg text").first.wait_for()
    set_ = "() => [...document.querySelectorAll('.card svg text')].map((one) => getComputedStyle(one).textRendering)"
    assert {word.casefold() for word in page.evaluate(set_)} == {"geometricprecision"}


MOVES = """name => {
  const node = document.querySelector("#table").appendChild(document.createElement("p"));
  node.className = name;
  const found = getComputedStyle(node).animationName;
  node.remove();
  return found;
}"""
"""The animation of a node of a class."""


def test_words_are_found_on_all_components(one: Any, served: tuple[str, Path]) -> None:
    page = one.page
    page.goto(f"{served[0]}#counters")
    page.get_by_role("searchbox").fill("petrozavodsk")
    page.locator("#found button").first.click()
    page.locator("#table:not([data-stem=counters]) .piece.flash").wait_for()
    for wanted, moves in (("no-preference", "flash"), ("reduce", "none")):
        page.emulate_media(reduced_motion=wanted)
        assert page.evaluate(MOVES, "piece flash") == moves
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("searchbox").fill("nowhere at all")
    page.locator("#found", has_text="Nothing found.").wait_for()


def test_words_typed_before_do_not_come_after_others(one: Any, served: tuple[str, Path]) -> None:
    """Bug: a slow answer to the first letters took the place of what was found last."""
    page = one.page
    page.goto(f"{served[0]}#counters")
    page.locator(".piece").first.wait_for()
    page.evaluate(HOLD, "find")
    page.get_by_role("searchbox").fill("petro")
    first = page.wait_for_function("() => window.go")
    page.get_by_role("searchbox").fill("nowhere at all")
    page.wait_for_function("first => window.go !== first", arg=first)
    page.evaluate("go()")
    page.locator("#found", has_text="Nothing found.").wait_for()
    page.evaluate(LATE, first)
    assert page.locator("#found button").count() == 0


def test_pages_fit_the_window(one: Any, served: tuple[str, Path]) -> None:
    page = one.page
    page.goto(f"{served[0]}#setup-campaign")
    page.locator(".face").first.wait_for()
    assert page.evaluate("document.getElementById('table').scrollWidth <= document.getElementById('table').clientWidth")
    page.get_by_role("button", name="Fit width").click()
    for width in (1280, 700):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(
            """() => { const table = document.getElementById("table"), face = document.querySelector(".face");
            const left = table.clientWidth - face.clientWidth;
            return Math.abs(left - 38) < 20 && table.scrollWidth <= table.clientWidth; }"""
        )
    page.goto(f"{served[0]}#counters")
    page.locator("button.piece").first.wait_for()
    assert page.locator("#zoom").inner_text() == "100 %", "pieces keep a zoom of their own"


def test_problems_are_told_until_they_are_mended(one: Any, served: tuple[str, Path]) -> None:
    page = one.page
    page.goto(f"{served[0]}#counters")
    page.locator(".piece").first.wait_for()
    text = TOY["red.yaml"].replace("type: corps", "typ: corps")
    (served[1] / "red.yaml").write_text(text, encoding="utf-8")
    page.get_by_role("button", name="Hide").click()
    page.locator("#problems").wait_for(state="hidden")
    assert page.title().startswith("(1 error)")
    assert "icon-problem" in page.locator('link[rel="icon"]').get_attribute("href")
    page.locator("#warnings").click()
    page.locator("#problems", has_text="unknown key 'typ'").wait_for()
    line = text[: text.index("typ: ")].count("\n") + 1
    assert page.locator("#problems summary").first.inner_text().startswith(f"toy/red.yaml:{line} · E")
    (served[1] / "red.yaml").write_text(TOY["red.yaml"], encoding="utf-8")
    page.locator("#problems").wait_for(state="hidden")
    assert not page.title().startswith("(")


def test_a_save_leaves_the_focus_in_the_list(one: Any, served: tuple[str, Path]) -> None:
    """Bug: whoever walks the list by keys had to begin again after each save."""
    page = one.page
    page.goto(f"{served[0]}#counters")
    page.locator('.piece[data-key="Ra1"]').wait_for()
    page.locator("#components [data-stem=counters]").focus()
    (served[1] / "red.yaml").write_text(TOY["red.yaml"].replace("1 Army", "9 Army"), encoding="utf-8")
    page.locator('.piece[data-key="Ra1"]').get_by_text("9 Army").first.wait_for()
    assert page.evaluate("document.activeElement.dataset.stem") == "counters"


def test_what_was_made_is_shown_however_late_the_answer(visit: Any, tmp_path: Path) -> None:
    """Bug: if it was drawn before the page had its name, a form came eight seconds later."""
    page = visit().page
    with serving(write(tmp_path / "toy", TOY)) as address:
        page.goto(f"{address}#counters")
        page.evaluate(HOLD, "document")
        page.get_by_role("button", name="New …").click()
        page.locator("#begin-kinds input[value=cards]").check()
        page.locator("#beginning").get_by_label("Title").fill("Fog cards")
        page.get_by_role("button", name="Add it").click()
        page.locator("#components [data-stem=cards-fog_cards]").wait_for()
        page.wait_for_function("() => window.go")
        page.evaluate("go()")
        page.locator("#table[data-stem=cards-fog_cards] .piece").first.wait_for()
        page.goto("about:blank")


def test_ten_tabs_share_one_connection(one: Any, served: tuple[str, Path]) -> None:
    for _ in range(10):
        page = one.context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{served[0]}#counters")
        page.locator('.piece[data-key="Ra1"]').wait_for()


def test_a_page_finds_its_preview_again_after_a_restart(visit: Any, tmp_path: Path) -> None:
    folder = write(tmp_path / "toy", TOY)
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    press = PrintJobs(workshop.name, ())
    page = visit(errors=("ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY")).page

    def serve(port: int) -> Server:
        server = Server(Site(workshop, press), port, token="0123456789abcdef")
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return server

    server = serve(0)
    page.goto(f"{server.address}#counters")
    page.locator("#status", has_text="Drawn in").wait_for()
    port = server.server_port
    server.shutdown()
    server.server_close()
    page.locator("#status", has_text="Waiting for it").wait_for()
    server = serve(port)
    page.locator("#status", has_text="Drawn in").wait_for()
    server.shutdown()
    server.server_close()
    press.close()


def test_words_are_found_with_their_surroundings(tmp_path: Path) -> None:
    workshop = Workshop(write(tmp_path / "toy", TOY).as_posix())
    workshop.refresh()
    found = find(workshop.components.values(), "leads RED")
    assert {one["stem"] for one in found} >= {"all-charts"}
    assert all("leads" in one["words"] for one in found)
    pieces = [piece for one in workshop.components.values() for piece in one.shown]
    drawn = " ".join(f"{piece.key} {face.svg}" for piece in pieces for face in piece.faces)
    said = set(html.unescape(re.sub(r"<[^>]*>", " ", drawn)).split())
    assert {word for one in found for word in one["words"].split()} <= said, "whole words"
    assert find(workshop.components.values(), "  ") == []


def test_a_code_leads_a_phone_to_the_preview(visit: Any, tmp_path: Path) -> None:
    workshop = Workshop(write(tmp_path / "toy", TOY).as_posix())
    workshop.refresh()
    press = PrintJobs(workshop.name, ())
    # Another address of this machine stands for that in a network: only there is a code offered.
    server = Server(Site(workshop, press), host="0.0.0.0")
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    page = visit().page
    page.goto(server.address)
    page.locator(".piece").first.wait_for()
    page.get_by_role("button", name="Share").click()
    page.locator("#address svg.qr").wait_for()
    assert page.locator("#address code").inner_text() == server.address
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator("#phone").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.id") == "scan"
    page.goto(server.address.replace("0.0.0.0", "127.0.0.1"))
    page.locator(".piece").first.wait_for()
    page.get_by_role("button", name="Share").click()
    page.locator("#alone").wait_for()
    assert page.locator("#address svg.qr, #scanned:visible").count() == 0
    page.get_by_role("button", name="Files to send …").click()
    page.locator("dialog.press .exports").wait_for()
    server.shutdown()
    server.server_close()
    press.close()


def test_all_controls_are_reached_by_keys_and_seen(one: Any, served: tuple[str, Path]) -> None:
    page = one.page
    page.goto(f"{served[0]}#counters")
    page.locator('.piece[data-key="Ra1"]').wait_for()
    page.locator('.piece[data-key="Ra1"]').focus()
    page.keyboard.press("Enter")
    page.locator("#detail").wait_for()
    page.keyboard.press("Escape")
    page.locator("#detail").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.dataset.key") == "Ra1"

    page.locator("[popovertarget=looks]").click()
    assert {"components", "real", "blink", "table"} <= tabbed(page)


@pytest.mark.parametrize("width", [320, 390, 768])
def test_pages_are_in_sight_on_small_screens(one: Any, served: tuple[str, Path], width: int) -> None:
    page = one.page
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{served[0]}#all-charts")
    page.locator(".face").first.wait_for()
    table = page.locator("#table").bounding_box()
    assert table["height"] > 640 * 0.4
    assert page.locator(".face").first.bounding_box()["x"] >= table["x"], "its left edge can be scrolled to"
    for size in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        assert one.fits(), size
