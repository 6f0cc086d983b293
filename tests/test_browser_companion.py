"""The companion at the table: rulings in place, wide charts, ticks in two tabs, going back, and what all can read."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from browser_support import ANSWER, NEEDED, WIDTHS, browser, ready, share, tabbed, visit
from companion_support import companion_of
from pypdfium2 import PdfDocument
from rcwkit.bundled import bundled
from rcwkit.game.loader import load
from rcwkit.importing.begin import begin
from rcwkit.screens.companion.page import page as companion_page
from rcwkit.source.project import Project
from tests_support import TOY, shipped, write

pytestmark = NEEDED
GAMES = sorted(path.parent.name for path in bundled("data").glob("*/game.yaml"))

PALE = """() => {
  const style = document.createElement("style");
  style.textContent = ".page, details > * { display: block !important; }";
  document.head.append(style);
  const parts = (colour) => {
    const found = colour.match(/[\\d.]+/g).map(Number);
    return colour.startsWith("color(") ? found.map((part, at) => (at < 3 ? part * 255 : part)) : found;
  };
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const found = parts(getComputedStyle(at).backgroundColor);
      if (found[3] === undefined || found[3] === 1) return found;
    }
    return [255, 255, 255];
  };
  const found = {};
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || node.closest("svg, script, style, option, :disabled, [hidden]")) continue;
    const both = [light(parts(getComputedStyle(node).color)), light(ground(node))];
    const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    if (ratio < 4.5) found[`${node.tagName} ${node.className}`] ??= `${ratio.toFixed(2)} ${texts.currentNode.data}`;
  }
  return found;
}"""
"""Which texts have less contrast than 4.5 : 1 with the ground under them."""


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a companion on disk."""
    path = tmp_path_factory.mktemp("companion") / "triumph.html"
    path.write_text(companion_of("triumph_of_chaos"), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_number_of_a_ruling_opens_it_in_place(visit: Any, companion: str, width: int) -> None:
    page = (one := visit(width, offline=True)).page
    page.goto(f"{companion}#checklists")
    box = page.get_by_role("checkbox", name="Set up the units, the reserves and the markers.")
    mark = page.locator("label", has=box).get_by_role("link")
    number = mark.get_attribute("aria-label").removeprefix("ruling ")
    mark.click()
    opened = page.get_by_role("dialog")
    assert opened.bounding_box()["x"] >= 0
    said = page.locator(f"#ruling-{number} .prints").text_content()
    assert opened.locator(".prints").text_content() == said
    assert not box.is_checked()
    assert "#checklists" in page.url
    assert one.fits()
    page.keyboard.press("Escape")
    opened.wait_for(state="hidden")
    mark.press("Enter")
    opened.get_by_role("link", name="Go to the rulings").click()
    page.locator(f"#ruling-{number}").wait_for()
    page.go_back()
    box.wait_for()


def test_a_rolled_chart_leads_to_the_roller(visit: Any, companion: str) -> None:
    page = visit(offline=True).page
    page.goto(f"{companion}#charts")
    page.get_by_role("link", name="Roll: Polish Response").click()
    page.get_by_role("button", name="Roll for me").wait_for()
    assert page.get_by_label("Procedure or chart").locator("option:checked").inner_text() == "Polish Response"


def test_a_wide_chart_scrolls_in_its_box(visit: Any, companion: str) -> None:
    page = (one := visit(390, offline=True)).page
    page.goto(f"{companion}#chart-arrivals")
    box = page.get_by_role("group", name="When and where forces arrive")
    assert "more" in box.get_attribute("class")
    key = box.locator("th.key").first
    before = key.bounding_box()["x"]
    box.focus()
    for _ in range(3):
        page.keyboard.press("End")
        page.keyboard.press("ArrowRight")
    box.evaluate("box => { box.scrollLeft = box.scrollWidth; }")
    page.wait_for_function("box => !box.classList.contains('more')", arg=box.element_handle())
    assert key.bounding_box()["x"] == before
    assert one.fits()


def test_two_tabs_agree_on_their_ticks_and_clearing_is_undone(visit: Any, companion: str) -> None:
    one = visit(offline=True)
    first, second = one.page, one.context.new_page()
    for page in (first, second):
        page.goto(f"{companion}#checklists")
    names = ("Agree who plays Red and who plays White.", "Set up the units, the reserves and the markers.")
    first.get_by_role("checkbox", name=names[0]).check()
    second.get_by_text("1 of 8 done").wait_for()
    second.get_by_role("checkbox", name=names[1]).check()
    first.get_by_text("2 of 8 done").wait_for()
    first.get_by_role("button", name="Clear ticks").first.click()
    second.get_by_text("0 of 8 done").wait_for()
    first.get_by_role("button", name="Undo").click()
    second.get_by_text("2 of 8 done").wait_for()


def test_back_leads_to_where_one_was_and_a_wrong_address_to_the_first_part(visit: Any, companion: str) -> None:
    page = visit(390, offline=True).page
    page.goto(f"{companion}#chart-%ZZ")
    page.get_by_role("heading", name="1 Place action cards").wait_for()
    page.goto(f"{companion}#charts")
    page.get_by_role("heading", name="When and where forces arrive").wait_for()
    page.evaluate("scrollTo(0, 900)")
    page.locator("#parts a[href='#rulings']").dispatch_event("click")
    page.get_by_role("region", name="Rulings").wait_for()
    page.go_back()
    page.get_by_role("heading", name="When and where forces arrive").wait_for()
    assert page.evaluate("scrollY") == 900


def test_large_text_leaves_the_page_in_sight(visit: Any, companion: str) -> None:
    page = (one := visit(390, offline=True)).page
    page.goto(f"{companion}#charts")
    page.evaluate("document.documentElement.style.fontSize = '200%'; scrollTo(0, 900)")
    page.wait_for_function("() => document.querySelector('header').getBoundingClientRect().bottom < 844 / 4")
    assert one.fits()


def test_a_setup_is_ticked_by_place_and_its_ticks_are_kept(visit: Any, companion: str) -> None:
    page = visit(390, offline=True).page
    page.goto(f"{companion}#setups")
    box = page.get_by_role("checkbox", name="715 Petrozavodsk").first
    box.check()
    page.reload()
    assert box.is_checked()
    page.locator("#setups").get_by_text(re.compile(r"^1 of 1\d\d done$")).wait_for()


def test_the_texts_of_cards_are_found(visit: Any, companion: str) -> None:
    page = visit(390, offline=True).page
    page.goto(companion)
    page.get_by_role("searchbox", name="Search").fill("withdrawal of ober ost")
    page.get_by_role("region", name="Found").locator("li", has_text="Cards").first.get_by_role("link").click()
    page.get_by_role("region", name="Cards").get_by_role("heading", name="Withdrawal of Ober Ost").first.wait_for()


def test_a_game_without_rolls_is_searched(visit: Any, tmp_path: Path) -> None:
    begin(tmp_path / "own", "cards")
    path = tmp_path / "companion.html"
    path.write_text(companion_page(load(Project(tmp_path / "own"))), encoding="utf-8")
    page = visit(390, offline=True).page
    page.goto(path.as_uri())
    page.get_by_role("searchbox", name="Search").fill("turn")
    page.locator("#found li a").first.wait_for()


@pytest.mark.parametrize("width", WIDTHS)
def test_markers_move_and_the_log_is_kept_and_sent(visit: Any, companion: str, width: int) -> None:
    page = (one := visit(width, offline=True)).page
    page.goto(f"{companion}#tracks")
    ukraine = page.get_by_role("group", name="Ukraine", exact=True)
    assert ukraine.get_by_role("radio", name="Neutral").is_checked()
    ukraine.get_by_role("radio", name="Red Control").check()
    page.get_by_role("textbox", name="Note").fill("Kiev falls")
    page.get_by_role("button", name="Add").click()
    page.reload()
    assert ukraine.get_by_role("radio", name="Red Control").is_checked()
    first, turn, second, third = one.downloaded("Download").splitlines()
    assert (first, turn, third[-10:]) == ("Triumph of Chaos: log", "== Turn 1", "Kiev falls")
    assert second.endswith("  Ukraine: Neutral → Red Control")
    undo = page.get_by_role("button", name="Undo")
    for _ in range(2):
        undo.click()
    assert ukraine.get_by_role("radio", name="Neutral").is_checked()
    assert undo.is_disabled()
    page.get_by_role("button", name="Redo").click()
    assert ukraine.get_by_role("radio", name="Red Control").is_checked()
    assert one.fits()


def test_all_parts_are_reached_by_keys_and_the_focus_is_seen(visit: Any, tmp_path: Path) -> None:
    path = tmp_path / "companion.html"
    path.write_text(companion_page(load(Project(write(tmp_path / "toy", TOY)))), encoding="utf-8")
    page = (one := visit(offline=True)).page
    page.goto(path.as_uri())
    reached: dict[str, set[str]] = {}
    for part in page.evaluate("[...document.querySelectorAll('#parts a')].map((link) => link.hash)"):
        page = one.context.new_page()  # the focus was led out of the one before
        page.goto(f"{path.as_uri()}{part}")
        page.locator(f"{part}.shown").wait_for()
        ready(page)
        reached[part] = tabbed(page)
        page.close()
    assert all({"bar", "dark", "search"} <= ids for ids in reached.values()), reached
    assert [part for part, ids in reached.items() if "parts" not in ids] == ["#turn", "#setups", "#roller"]
    assert {"#charts", "#checklists", "#setups", "#tracks", "#rulings", "#roller"} <= reached.keys()
    assert {"marker-control-ukraine", "note"} <= reached["#tracks"]
    assert {"procedure", "digital", "own"} <= reached["#roller"]


def test_the_companion_needs_no_pointer(visit: Any, companion: str) -> None:
    page = visit(offline=True).page
    page.goto(f"{companion}#checklists")
    box = page.get_by_role("checkbox", name="Agree who plays Red and who plays White.")
    box.focus()
    page.keyboard.press("Space")
    page.get_by_text("1 of 8 done").wait_for()
    mark = page.locator("#checklists .flag a").first
    mark.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    assert mark.evaluate("mark => mark === document.activeElement")

    search = page.get_by_role("searchbox", name="Search")
    search.focus()
    page.keyboard.type("petliura")
    page.locator("#found.shown li").first.wait_for()
    page.keyboard.press("Escape")
    page.locator("#checklists.shown").wait_for()
    assert search.input_value() == ""
    page.keyboard.type("petliura")
    page.locator("#found.shown li").first.wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#found.shown").wait_for(state="detached")

    page.goto(f"{companion}#tracks")
    ukraine = page.get_by_role("group", name="Ukraine", exact=True)
    ukraine.get_by_role("radio", name="Neutral").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#log li").first.wait_for()
    assert not ukraine.get_by_role("radio", name="Neutral").is_checked()
    page.goto(f"{companion}#roll=polish_response")
    page.locator("#digital").focus()
    page.keyboard.press("Enter")
    page.locator("#result h2").wait_for()


def test_every_part_fits_its_window(visit: Any, companion: str) -> None:
    page = (one := visit(390, offline=True)).page
    page.goto(companion)
    ready(page)
    for part in page.evaluate("[...document.querySelectorAll('#parts a')].map((link) => link.hash)"):
        page.evaluate("part => { location.hash = part; }", part)
        page.locator(f"{part}.shown").wait_for()
        for width, size in product((320, 768), ("100%", "200%")):
            page.set_viewport_size({"width": width, "height": 700})
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            assert one.fits(), (part, width, size)


def _choose(page: Any, procedure: str) -> None:
    """Choose a procedure, and wait for its questions."""
    page.locator(f'#procedure option[value="{procedure}"]').wait_for(state="attached")
    page.locator("#procedure").select_option(procedure)
    page.locator("#digital").wait_for()


def _roll(page: Any) -> Any:
    """Roll, and return the box of the result."""
    page.locator("#digital").click()
    page.locator("#result h2").wait_for()
    return page.locator("#result")


def test_c1_the_roller_takes_its_answers_from_the_tracks(visit: Any, companion: str) -> None:
    """Bug: it took those of the start, folded away, so that a roll in mid-game was wrong without a word."""
    one = visit(offline=True)
    page = one.page
    page.goto(f"{companion}#tracks")
    page.locator('[name="faction_control|belarus"][value="red_control"]').check()
    page.locator('[name="turn|"][value="3"]').check()
    page.goto(f"{companion}#roller")
    _choose(page, "net_influence")
    told = page.locator("#tracked summary")
    known = "From this game: Faction Control Table: Belarus Red Control, 17 more; Cards played: 10"
    assert told.inner_text().startswith(known)
    _roll(page)
    record = one.record()
    assert record["inputs"]["box.belarus"] == "red_control"

    page.goto(f"{companion}#tracks")
    page.locator('[name="faction_control|khiva"][value="white_control"]').check()
    page.locator("#parts a[href='#roller']").click()
    told.get_by_text("Khiva White Control").wait_for()
    assert page.locator("#result h2").is_visible(), "the last result stays"
    told.click()
    page.locator('#tracked [name="box.khiva"]').select_option("neutral")
    told.get_by_text("changed here: Khiva Neutral").wait_for()
    _roll(page)
    assert one.record()["inputs"]["box.khiva"] == "neutral"

    _choose(page, "withdrawal")
    told.get_by_text("Game Turn Track: 3").wait_for()
    _roll(page)
    assert one.record()["inputs"]["turn"] == 3


def test_c2_scenario_and_answers_are_kept(visit: Any, companion: str) -> None:
    """Bug: they were those of the campaign again after each change of procedure."""
    page = (one := visit(offline=True)).page
    page.goto(f"{companion}#roller")
    _choose(page, "black_guards")
    page.get_by_role("radio", name="1918 (introductory scenario)").check()
    _choose(page, "polish_peace_red")
    top = page.locator("#digital").evaluate("button => button.offsetTop")
    one.type_number("How many Logistics Phases to look ahead? (1–12)", "3")
    page.get_by_label("How many Logistics Phases to look ahead? (1–12)").press("Tab")
    assert page.locator("#digital").evaluate("button => button.offsetTop") == top, "a tap on it would be lost"
    for _ in range(2):
        _choose(page, "black_guards")
        page.locator("#tracked summary", has_text="1918 (introductory scenario)").wait_for()
        _choose(page, "polish_peace_red")
        assert page.get_by_label("How many Logistics Phases to look ahead? (1–12)").input_value() == "3"
        page.goto(f"{companion}#charts")
        page.goto(f"{companion}#roller")
        page.reload()
    _choose(page, "polish_peace_red")
    page.locator("#defaults").click()
    assert page.get_by_label("How many Logistics Phases to look ahead? (1–12)").input_value() == "1"


def test_c3_every_roll_has_its_result_in_the_box(visit: Any, tmp_path: Path) -> None:
    """Bug: a miss, and a chart rolled alone, said nothing but chance and code."""
    path = tmp_path / "companion.html"
    path.write_text(companion_of("white_general"), encoding="utf-8")
    page = visit(390, offline=True).page
    page.goto(f"{path.as_uri()}#roller")
    page.locator("#procedure option").first.wait_for(state="attached")
    bare = page.locator('#procedure optgroup[label="Charts"] option')
    rolled = 0
    for value in bare.evaluate_all("options => options.map((option) => option.value)"):
        _choose(page, value)
        page.evaluate(ANSWER)
        rolled += 1
        assert _roll(page).locator("h2").inner_text()
    assert rolled > 3
    page.evaluate("location.hash = 'roll=location_roll&target=foot&tries=1&code=0000-0000-0'")
    page.locator("#result h2").wait_for()
    assert page.locator("#result h2").inner_text() != page.locator("#result .about").inner_text()


def test_c4_c13_c14_c17_and_c22_to_c24_of_one_opening(visit: Any, companion: str) -> None:
    page = (one := visit(390, offline=True)).page
    page.goto(companion)
    ready(page)
    page.keyboard.press("Tab")
    page.get_by_role("link", name="To what is due").press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'due'")
    page.goto(f"{companion}#setups")
    assert page.get_by_role("checkbox", name=re.compile("Petrozavodsk")).count()
    assert page.get_by_role("checkbox", name=re.compile(r"\bR[ac]\d+ chip")).count() == 0, "names, no ids"
    page.goto(f"{companion}#pages")
    assert page.get_by_role("link", name=re.compile("^Roll: *$")).count() == 0
    page.goto(f"{companion}#chart-arrivals")
    assert page.locator("#chart-arrivals .flag, #chart-arrivals .flags").first.bounding_box()["height"] < 60

    page.goto(f"{companion}#roll=turn9&code=0000-0000-0")
    title = page.locator("#result h2")
    title.wait_for()
    styles = "one => [parseFloat(getComputedStyle(one).fontSize), getComputedStyle(one).outlineStyle]"
    size, outline = title.evaluate(styles)
    share(page)
    assert size > page.locator("#code-shown").evaluate(styles)[0], "the result is larger than its code"
    assert outline == "none"
    assert "Nothing changes" not in page.content()
    page.goto(f"{companion}#roll=net_influence")
    page.locator("#odds .certain li").first.wait_for()
    assert page.locator("#odds .bar").count() == 0, "what is certain needs no bar"
    if not one.firefox:
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        page.goto(f"{companion}#pages")
        used = _used(page.pdf(format="A4"))
        assert used[0] > 0.8, "a long table goes on, and does not leave the first page empty"
        assert min(used) > 0.1, "nothing but the part is printed, so no page is empty"


FRAMED = """[...document.querySelectorAll(".page.shown *")].filter((one) => {
  const { outlineStyle, outlineColor, outlineWidth } = getComputedStyle(one);
  return outlineStyle !== "none" && outlineWidth === "3px" && !/, 0\\)$/.test(outlineColor);
}).map((one) => one.id)"""
"""What has a frame."""


def test_c23_what_a_link_leads_to_has_one_frame_for_a_while_and_headings_none(visit: Any, companion: str) -> None:
    page = visit(offline=True).page
    page.goto(companion)
    page.goto(f"{companion}#chart-gates")
    page.locator("#charts.shown").wait_for()
    assert page.evaluate(FRAMED) == ["chart-gates"]
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    assert page.evaluate(FRAMED) == []
    for name in ("pages-2", "rulings-2", "cards", "setup-campaign-2", "log"):
        page.evaluate("name => { location.hash = name; }", name)
        page.wait_for_function("name => document.getElementById(name)?.closest('.page.shown')", arg=name)
        assert page.evaluate(FRAMED) == [], name
    page.goto(f"{companion}#roll=turn9&code=0000-0000-0")
    page.locator("#result h2").wait_for()
    assert page.evaluate(FRAMED) == []


def _used(pdf: bytes) -> list[float]:
    """Return how far down the ink reaches on each page."""
    images = [sheet.render(scale=0.5).to_pil().convert("L") for sheet in PdfDocument(pdf)]
    inked = [(image.point(lambda light: 255 * (light < 200)).getbbox(), image.height) for image in images]
    return [box[3] / height if box else 0 for box, height in inked]


def test_c16_c18_and_c21_of_one_opening(visit: Any, companion: str) -> None:
    page = visit(390, offline=True).page
    page.goto(f"{companion}#tracks")
    ready(page)
    belarus = page.get_by_role("group", name="Belarus", exact=True)
    for box in "Red Control", "White Control":  # a slip
        belarus.get_by_role("radio", name=box).check()
    assert page.locator("#log li li .what").all_inner_texts() == ["Belarus: Red Influence → White Control"]
    assert page.locator("#log h3").all_inner_texts() == ["Turn 1"]
    page.get_by_role("button", name="Undo Belarus: Red Influence → White Control").click()
    assert belarus.get_by_role("radio", name="Red Influence").is_checked()
    belarus.get_by_role("radio", name="Off the track").check()
    page.locator("#log li li", has_text="Belarus: Red Influence → off the track").wait_for()

    sizes = "all => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    assert min(page.locator("#tracks .way-of > :is(label, button)").evaluate_all(sizes)) >= 44
    over = """all => all.filter((one) => {
      const [here, next] = [one, one.nextElementSibling].map((box) => box?.getBoundingClientRect());
      return next && next.top < here.bottom - 4 && next.left < here.right - 1;
    }).map((one) => one.textContent.trim())"""
    assert page.locator("#tracks .way-of > label").evaluate_all(over) == [], "boxes that lie over one another"
    rows = page.locator("#tracks fieldset")
    lacking = "(rows, what) => rows.filter((row) => !row.querySelector(what)).map((row) => row.id)"
    assert rows.evaluate_all(lacking, "input[value='']") == [], "every marker can be taken off"
    long = "rows => rows.filter((row) => row.querySelectorAll('input').length > 10)"
    assert rows.evaluate_all(f"rows => ({lacking})(({long})(rows), '[data-by], [data-face]')") == []
    page.get_by_role("button", name="Victory Point Track + White").click()
    page.get_by_role("button", name="Game Turn Track +").click()
    page.locator("#log li li").filter(has_text="Victory Point Track: 0 → White 1").wait_for()

    for procedure in "black_guards", "turn9", "withdrawal&turn=9", "german_mutiny":
        page.goto(f"{companion}#roll={procedure}&code=0000-0000-0")
        page.locator("#result h2").wait_for()
    page.locator("#history").evaluate("history => { history.open = true; }")
    told = [text for text in page.locator("#history small").all_inner_texts() if ";" in text or "Place" in text]
    assert len(told) == 4
    for text in told:
        assert not re.search(r"\b[a-z]+_[a-z]+\b|\b(RED|WHITE|makhno|czech)\b", text), text
        assert all(part[0].isupper() or part[0].isdigit() for part in text.split("; ")), text


def test_c8_the_page_takes_the_links_it_makes(visit: Any, companion: str) -> None:
    """Bug: it said that ':' is not a code character."""
    page = visit(offline=True).page
    page.goto(f"{companion}#roller")
    _choose(page, "black_guards")
    _roll(page)
    share(page)
    code = page.locator("#code-shown").inner_text()
    page.get_by_role("button", name="Link", exact=True).click()
    link = page.locator("#link code").inner_text()
    assert link.startswith("rcwkit:#roll=black_guards&")
    _choose(page, "link_up")
    page.locator("summary", has_text="I have a code").click()
    page.locator("#code").fill(link)
    page.locator("#digital").click()
    page.locator("#result .about", has_text="Black Guards").wait_for()
    assert page.locator("#code-shown").text_content() == code
    page.locator("#code").fill(link.replace("game=triumph_of_chaos", "game=toy"))
    page.locator("#digital").click()
    page.locator("#trouble", has_text="This is a roll of another game: toy.").wait_for()


def test_c9_a_code_of_another_procedure_is_refused(visit: Any, companion: str) -> None:
    """Bug: it rolled something else without a word."""
    page = visit(offline=True).page
    page.goto(f"{companion}#roller")
    _choose(page, "black_guards")
    _roll(page)
    code = page.locator("#code-shown").text_content()
    dice = page.locator("#rolls").inner_text()
    _choose(page, "link_up")
    page.locator("summary", has_text="I have a code").click()
    page.locator("#code").fill(code)
    page.locator("#digital").click()
    page.locator("#trouble", has_text="this code is of another procedure, or of other answers").wait_for()
    assert page.locator("#result").is_hidden()
    _choose(page, "black_guards")
    page.locator("#code").fill(code.lower())
    _roll(page)
    assert page.locator("#rolls").inner_text() == dice
    page.get_by_role("radio", name="1918 (introductory scenario)").check()
    page.locator("#code").fill(code)
    page.locator("#digital").click()
    page.locator("#trouble", has_text="this code is of another procedure, or of other answers").wait_for()


def test_c15_a_log_without_tracks_has_the_width_and_no_link_to_itself(visit: Any, tmp_path: Path) -> None:
    """Bug: beside it, two thirds of the part were blank but for a button that led to it."""
    path = tmp_path / "companion.html"
    path.write_text(companion_of("white_general"), encoding="utf-8")
    page = visit(offline=True).page
    page.goto(f"{path.as_uri()}#tracks")
    log = page.locator("#tracks .logged")
    log.wait_for()
    assert log.bounding_box()["width"] > 0.7 * page.evaluate("innerWidth")
    assert page.locator("#tracks a[href='#log'], #tracks a[href='#tracks']").count() == 0
    log.get_by_text("Nothing yet: rolls and moved markers come here.").wait_for()


def test_c19_german_odds_have_a_decimal_comma(visit: Any, tmp_path: Path) -> None:
    path = tmp_path / "companion.html"
    project = Project(bundled("data") / "soviet_dawn", language="de")
    path.write_text(companion_page(load(project)), encoding="utf-8")
    page = visit(offline=True).page
    page.goto(f"{path.as_uri()}#roller")
    _choose(page, "option_mix")
    page.locator("#odds .figures summary").first.click()
    page.locator("#odds .percent").first.wait_for()
    shown = page.locator("#odds").inner_text()
    assert re.search(r"\d,\d+ %", shown)
    _choose(page, "offensive")
    page.locator(".number-of", has=page.locator("[name=battle_value]")).get_by_role("button", name="+").click()
    assert page.locator("[name=battle_value]").input_value() == "1", "without a keyboard"
    assert not re.search(r"\d\.\d", shown)


def test_the_odds_of_a_short_roll_stand_at_the_top(visit: Any, tmp_path: Path) -> None:
    """Bug: the rows of a page that is less high than the window were stretched, and its title stood a hand below."""
    path = tmp_path / "companion.html"
    path.write_text(companion_of("white_general"), encoding="utf-8")
    page = visit(1280, offline=True).page
    page.goto(f"{path.as_uri()}#roll=entrench")
    page.locator("#odds .columns").wait_for()
    back, title = (page.locator(part).bounding_box() for part in ("#roller > .back", "#roller label.wide"))
    assert title["y"] - back["y"] - back["height"] < 40
    assert page.locator("#odds h2").bounding_box()["y"] < title["y"] + 60
    # C17: 97 results are ten columns, and the rare ones are told when asked for.
    assert page.locator("#odds .columns > *").count() <= 12
    assert "0.0" not in page.locator("#odds").inner_text()
    page.evaluate("document.getElementById('odds').hidden = true")
    assert not page.locator("#roller aside").is_visible(), "a frame without odds"


SCROLLS = """[...document.querySelectorAll('.page.shown *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX))
    .map((one) => [one.className, one.tabIndex])"""


def test_keys_reach_whatever_scrolls_sideways_on_a_phone(visit: Any, tmp_path: Path) -> None:
    """Bug: tables of odds on pages for play scrolled by touch alone."""
    path = tmp_path / "companion.html"
    path.write_text(companion_of("white_general"), encoding="utf-8")
    page = visit(390, offline=True).page
    page.goto(f"{path.as_uri()}#pages")
    page.locator("#pages .chances.more").first.wait_for()
    scrolls = page.evaluate(SCROLLS)
    assert scrolls and {name for name, reached in scrolls if reached < 0} == set()


def test_c20_what_is_none_is_folded_away_beneath_what_matters(visit: Any, tmp_path: Path) -> None:
    """Bug: 25 lines of "none" and "0" followed the two that matter."""
    path = tmp_path / "companion.html"
    path.write_text(companion_of("rcw_solitaire"), encoding="utf-8")
    page = visit(390, offline=True).page
    page.goto(f"{path.as_uri()}#roller")
    _choose(page, "phasing_turn")
    page.evaluate(ANSWER)
    result = _roll(page)
    idle = re.compile(r": (none|0)$")
    assert idle.search(result.locator("h2").inner_text()) is None
    assert not [one for one in result.locator(".came > ul li").all_inner_texts() if idle.search(one)]
    result.locator("summary", has_text="more results: none").click()
    assert len(result.locator("details li").filter(has_text=idle).all()) > 2


@pytest.mark.parametrize("name", GAMES)
def test_all_text_is_legible_in_both_themes(visit: Any, tmp_path: Path, name: str) -> None:
    path = tmp_path / "companion.html"
    game = shipped(name)
    path.write_text(companion_of(name), encoding="utf-8")
    page = (one := visit(offline=True, color_scheme="light")).page
    page.goto(path.as_uri())
    ready(page)
    if page.locator("#roller").count():
        page.goto(f"{path.as_uri()}#roller")
        ready(page)
    page.evaluate("modules['parts.js'].stand()")
    assert page.evaluate(PALE) == {}
    page.get_by_role("button", name="Dark").click()
    page.locator("html.dark").wait_for()
    assert page.evaluate(PALE) == {}
    page.reload()
    page.get_by_role("button", name="Dark", pressed=True).wait_for()  # the choice is kept
    if not one.firefox:
        page.emulate_media(media="print")
        red, green, blue = bytes.fromhex(game.setter().theme.ink.removeprefix("#"))  # of the game's own light theme
        assert page.evaluate("getComputedStyle(document.body).color") == f"rgb({red}, {green}, {blue})"
