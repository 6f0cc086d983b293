"""Editing in the preview's page: a form, a grid, units moved, texts in another language, undo, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browser_support import HOLD, LATE, NEEDED, browser, served, serving, toy, undo, violations, visit
from rcwkit.importing.begin import begin
from tests_support import TOY, write

pytestmark = NEEDED


@pytest.fixture
def one(visit: Any) -> Any:
    return visit(errors=("status of 422", "status of 409"))


@pytest.fixture
def page(one: Any) -> Any:
    return one.page


def _text(served: tuple[str, Path], name: str) -> str:
    return (served[1] / name).read_text(encoding="utf-8")


def _said(page: Any, words: str) -> None:
    page.locator("#said", has_text=words).wait_for()


def test_a_piece_is_changed_in_a_form_and_redrawn(one: Any, page: Any, served: tuple[str, Path]) -> None:
    page.goto(f"{served[0]}#counters")
    army = page.locator('.piece[data-key="Ra1"]')
    army.click()
    page.locator("#edit").click()
    page.get_by_label("Name", exact=True).fill("1 Army: Reds")
    page.locator("#save").click()
    _said(page, "Saved.")
    wanted = TOY["red.yaml"].replace("name: 1 Army}", 'name: "1 Army: Reds"}')
    assert _text(served, "red.yaml") == wanted != TOY["red.yaml"]
    page.locator("#undo").click()
    _said(page, "Undone.")
    assert _text(served, "red.yaml") == TOY["red.yaml"]

    # P16 and P17: keys save and undo; a tab, which no text may have, is a space.
    page.get_by_label("Name", exact=True).fill("1\tArmy of all")
    page.keyboard.press("Control+s")
    _said(page, "Saved.")
    assert "name: 1 Army of all}" in _text(served, "red.yaml")
    page.locator("#editor .crumbs").click()
    page.keyboard.press("Control+z")
    _said(page, "Undone.")
    assert _text(served, "red.yaml") == TOY["red.yaml"]

    page.get_by_label("Add a key").select_option("copies")
    one.type_number("Copies", "3")
    page.get_by_label("Name", exact=True).press("Enter")
    _said(page, "Saved.")
    assert "Ra1: {type: army, name: 1 Army, copies: 3}" in _text(served, "red.yaml")
    page.get_by_label("Remove Copies").click()
    page.locator("#save").click()
    _said(page, "Saved.")
    assert _text(served, "red.yaml") == TOY["red.yaml"]
    # P20: the form of a piece stayed over another component.
    page.locator("#components a", has_text="Campaign").first.click()
    page.locator("#detail").wait_for(state="hidden")


def test_p15_a_wrong_value_is_told_as_it_is_typed_and_refused(one: Any, page: Any, served: tuple[str, Path]) -> None:
    page.goto(f"{served[0]}#counters")
    page.locator('.piece[data-key="Rc16"]').click()
    page.locator("#edit").click()
    one.type_number("Copies", "0")
    page.locator(".field .wrong[role=status]").wait_for()
    one.type_number("Copies", "3")
    page.locator(".field .wrong").wait_for(state="detached")
    one.type_number("Copies", "0")
    page.locator("#save").click()
    _said(page, "Not saved.")
    assert page.get_by_label("Copies", exact=True).get_attribute("aria-invalid") == "true"
    assert "1" in page.locator(".field", has=page.get_by_label("Copies", exact=True)).locator(".wrong").inner_text()
    assert page.get_by_label("Copies", exact=True).input_value() == "0", "what was typed stays"
    assert _text(served, "red.yaml") == TOY["red.yaml"]


def test_p10_what_others_save_is_merged_or_chosen(visit: Any, page: Any, served: tuple[str, Path]) -> None:
    """Bug: a save of anything else in the file refused the form for ever."""

    def edit(window: Any, key: str) -> Any:
        window.goto(f"{served[0]}#counters")
        window.locator(f'.piece[data-key="{key}"]').click()
        return window.get_by_label("Name", exact=True)

    name = edit(page, "Ra1")
    name.fill("Mine")
    other = visit(errors=("status of 409",)).page
    edit(other, "Ra2").fill("Theirs")
    other.locator("#save").click()
    _said(other, "Saved.")
    page.locator("#save").click()
    _said(page, "Saved.")
    both = TOY["red.yaml"].replace("name: 1 Army", "name: Mine").replace("name: 2 Army", "name: Theirs")
    assert _text(served, "red.yaml") == both

    name.fill("Mine too")
    edit(other, "Ra1").fill("Theirs too")
    other.locator("#save").click()
    _said(other, "Saved.")
    page.locator("#save").click()
    page.locator(".clash", has_text="Theirs too").wait_for()
    assert name.input_value() == "Mine too"
    page.locator(".clash button", has_text="Mine").last.click()
    page.locator("#save").click()
    _said(page, "Saved.")
    assert "name: Mine too" in _text(served, "red.yaml")

    # Each window takes back what it has done itself.
    other.locator("#history summary").click()
    assert other.locator("#history li").all_inner_texts() == ["Ra1: Name", "Ra2: Name"]
    other.keyboard.press("Control+z")
    other.locator("#said", has_text="choose what stays").wait_for()
    page.locator("#undo").click()
    _said(page, "Undone. Ra1: Name")
    other.locator("#undo").click()
    _said(other, "Undone. Ra1: Name")
    other.locator("#undo").click()
    _said(other, "Undone. Ra2: Name")
    assert _text(served, "red.yaml") == TOY["red.yaml"].replace("name: 1 Army", "name: Mine")


def test_p9_an_entry_is_copied_moved_and_deleted(page: Any, served: tuple[str, Path]) -> None:
    page.goto(f"{served[0]}#counters")
    page.locator('.piece[data-key="Ra1"]').click()
    page.get_by_role("button", name="Duplicate").click()
    page.locator(".crumbs", has_text="Ra3").wait_for()
    line = "  Ra1: {type: army, name: 1 Army}\n"
    copied = TOY["red.yaml"].replace(line, line + line.replace("Ra1", "Ra3"))
    assert _text(served, "red.yaml") == copied
    page.locator('.piece[data-key="Ra3"]').wait_for()
    assert page.get_by_role("button", name="Undo", exact=True).count() == 1, "the head leaves it to the form"
    page.get_by_role("button", name="Move up").click()
    page.get_by_role("button", name="Move up").and_(page.locator(":disabled")).wait_for()
    assert _text(served, "red.yaml") == TOY["red.yaml"].replace(line, line.replace("Ra1", "Ra3") + line)
    page.keyboard.press("Control+z")
    _said(page, "Undone. Ra3: moved")
    page.get_by_role("button", name="Delete").click()
    page.locator("#editor .grid").wait_for()
    assert _text(served, "red.yaml") == TOY["red.yaml"]
    page.keyboard.press("Escape")
    page.locator("#detail").wait_for(state="hidden")
    page.locator("header").get_by_role("button", name="Undo").click()
    page.locator('.piece[data-key="Ra3"]').wait_for()


PASTE = """([label, text]) => {
  const pasted = new Event("paste", { bubbles: true, cancelable: true });
  pasted.clipboardData = new DataTransfer();
  pasted.clipboardData.setData("text", text);
  document.querySelector(`#editor input[aria-label="${label}"]`).dispatchEvent(pasted);
}"""


def test_cells_of_a_spreadsheet_are_pasted_into_the_grid(page: Any, served: tuple[str, Path]) -> None:
    page.goto(f"{served[0]}#counters")
    page.locator('.piece[data-key="Ra1"]').click()
    page.locator("#grid").click()
    page.locator("#editor .grid").wait_for()
    page.evaluate(PASTE, ["Ra1, type", "corps\tI Corps\narmy\tII Army\n"])
    page.get_by_label("Rc16, copies").fill("5")
    page.locator("#save").click()
    _said(page, "Saved.")
    wanted = TOY["red.yaml"].replace("{type: army, name: 1 Army}", "{type: corps, name: I Corps}")
    wanted = wanted.replace("name: 2 Army", "name: II Army").replace("copies: 2", "copies: 5")
    assert _text(served, "red.yaml") == wanted


def test_p14_counters_go_to_any_place_of_the_set_up(one: Any, page: Any, served: tuple[str, Path]) -> None:
    """Bug: an empty place vanished, places without counters were no targets, and ids stood for counters."""
    page.goto(f"{served[0]}#setup-campaign")
    page.locator("#placed").click()
    board = page.locator("[data-units]")
    unit, place = board.locator(".unit[data-unit=Ra1]"), board.locator('.place[data-place="715"]')

    def saved() -> None:
        board.locator(".written", has_text="Saved.").wait_for()
        assert board.locator(".written", has_text="setup.yaml").count() == 1
        page.evaluate("document.querySelector('.written').textContent = ''")

    unit.locator("svg").wait_for()
    assert violations(page) == []
    board.get_by_role("button", name="List").click()
    assert violations(page) == []
    if one.firefox:  # its driver cannot drop
        unit.click()
        place.locator(".name").click()
    else:
        unit.drag_to(place)
    place.locator(".unit[data-unit=Ra1]").wait_for()
    saved()
    wanted = TOY["setup.yaml"].replace("[Rc16]\n        701 Petrograd: [Ra1]", "[Rc16, Ra1]")
    assert _text(served, "setup.yaml") == wanted

    empty, none = board.locator('.place[data-place="701"]'), board.locator('.place[data-place="pool"]')
    assert empty.inner_text().strip() == "701 Petrograd", "it stays without a counter"
    unit.click()
    none.locator(".name").click()
    saved()
    none.locator(".unit[data-unit=Ra1]").click()
    empty.locator(".name").click()
    saved()
    empty.locator(".unit[data-unit=Ra1]").click()
    board.get_by_role("button", name="Turn over").click()
    saved()
    assert "701 Petrograd: [(Ra1)]" in _text(served, "setup.yaml")
    undo(page, 4)
    assert _text(served, "setup.yaml") == TOY["setup.yaml"]


def test_an_older_answer_moves_no_counter_back(page: Any, served: tuple[str, Path]) -> None:
    """Bug: what was asked before a move, and answered after it, took the place of it on the board."""
    page.goto(f"{served[0]}#setup-campaign")
    page.locator("#placed").click()
    board = page.locator("[data-units]")
    board.locator(".unit[data-unit=Ra1] svg").wait_for()
    board.get_by_role("button", name="List").click()
    page.evaluate(HOLD, "setup")

    text = TOY["setup.yaml"].replace("[(Ra2)]", "[Ra2]")
    (served[1] / "setup.yaml").write_text(text, encoding="utf-8")
    asked = page.wait_for_function("() => window.go")
    board.locator(".unit[data-unit=Ra1]").click()
    board.locator(".place[data-place=pool] .name").click()
    page.wait_for_function("asked => window.go !== asked", arg=asked)
    page.evaluate("go()")
    board.locator(".written", has_text="Saved.").wait_for()
    page.evaluate(LATE, asked)
    assert board.locator(".place[data-place=pool] .unit[data-unit=Ra1]").is_visible()


def test_p13_words_of_a_booklet_are_changed_in_its_source(visit: Any, tmp_path: Path) -> None:
    """Bug: nothing in a booklet could be clicked, not even to find its line."""
    booklet = "kind: booklet\nid: notes\ntitle: Notes\nsource: Ours\ntext: {file: notes.md}\n"
    words = "# How it began\n\nWith **one** card,\nand a coin.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"
    files = {"game.yaml": TOY["game.yaml"], "notes.yaml": booklet, "notes.md": words}
    folder = write(tmp_path / "toy", files)
    page = visit().page
    with serving(folder) as address:
        # P20: a game without rolls had an empty menu, and buttons.
        page.goto(f"{address}roller")
        page.get_by_text("This game has nothing to roll.").wait_for()
        assert page.locator("#form, #own, #digital").filter(visible=True).count() == 0
        page.goto(f"{address}#booklet-notes")
        page.get_by_label("Reading").check()
        page.locator(".booklet p", has_text="one card").click()
        page.locator("#detail", has_text="notes.md, line 3").wait_for()
        text = page.locator("#passage")
        assert violations(page) == []
        assert text.input_value() == "With **one** card,\nand a coin."
        text.fill("With **two** cards,\nand [a coin](#nowhere).")
        page.locator("#said", has_text="nowhere").wait_for()
        page.keyboard.press("Escape")
        page.locator("#drafts").click()
        assert page.locator("#passage").input_value().startswith("With **two**"), "it is kept"
        page.locator("#passage").fill("With **two** cards.")
        page.keyboard.press("Control+s")
        _said(page, "Saved.")
        page.locator(".booklet p", has_text="two cards.").wait_for()
        wanted = words.replace("**one** card,\nand a coin.", "**two** cards.")
        assert (folder / "notes.md").read_text(encoding="utf-8") == wanted
        page.locator(".booklet table").click()
        page.locator("#detail", has_text="line 5").wait_for()

        page.locator("#passage").fill("| a | c |\n| --- | --- |\n| 1 | 2 |")
        page.evaluate(HOLD, "passage")
        page.keyboard.press("Control+s")
        saved = page.wait_for_function("() => window.go")
        page.locator(".booklet p", has_text="two cards.").click()
        page.wait_for_function("saved => window.go !== saved", arg=saved)
        page.evaluate("go()")
        page.locator("#detail", has_text="line 3").wait_for()
        page.wait_for_function("() => document.getElementById('passage')?.value.startsWith('With')")
        page.evaluate(LATE, saved)
        assert page.locator("#said").text_content() == "", "what is told belongs to the form before"
        assert page.locator("#passage").input_value() == "With **two** cards."
        assert "| a | c |" in (folder / "notes.md").read_text(encoding="utf-8")
        page.goto("about:blank")


def test_texts_are_edited_in_the_language_of_the_preview(visit: Any, tmp_path: Path) -> None:
    tiles = TOY["pieces.yaml"].replace(":forest:", ":forest: with units that are not light")
    folder = write(tmp_path / "toy", {**TOY, "pieces.yaml": tiles})
    page = (one := visit(errors=("status of 422",))).page

    def files() -> tuple[str, str]:
        german, red = ((folder / name).read_text(encoding="utf-8") for name in ("german.yaml", "red.yaml"))
        return german, red

    def press(button: str) -> None:
        """Press a button, and wait for the form as it is then."""
        form = page.locator("#fields").element_handle()
        page.locator(button).click()
        page.wait_for_function("form => !form.isConnected", arg=form)

    with serving(folder, language="de") as address:
        page.goto(f"{address}#counters")
        corps = page.locator('.piece[data-key="Rc16"]')
        corps.click()
        page.locator("#edit").click()
        page.locator("#editor").get_by_text("(de)").wait_for()
        page.get_by_label("Name", exact=True).fill("K 16")
        press("#save")
        translated = TOY["german.yaml"] + "  c16: K 16\n"
        assert files() == (translated, TOY["red.yaml"]), "a text goes into the translation"
        corps.get_by_text("K 16").first.wait_for()

        # P18: keys of YAML stood for labels.
        page.locator("#grid").click()
        heads = page.locator("#editor .grid th[scope=col]")
        heads.first.wait_for()
        assert heads.all_inner_texts() == ["Typ", "Name", "Exemplare"]
        page.locator("#edit").click()
        page.get_by_label("Name", exact=True).wait_for()

        one.type_number("Exemplare", "3")
        press("#save")
        assert files() == (translated, TOY["red.yaml"].replace("copies: 2", "copies: 3")), "a value into the data"
        assert page.get_by_label("Name", exact=True).input_value() == "K 16"

        page.locator("#fields > select").select_option("designation")
        page.get_by_label("Bezeichnung", exact=True).fill("Neu")
        page.locator("#save").click()
        page.locator("#said", has_text="'Neu' is a new text").wait_for()

        press("#undo")
        press("#undo")
        assert files() == (TOY["german.yaml"], TOY["red.yaml"])
        # P18: owners were ids, and long texts stood in fields of one line.
        page.goto(f"{address}#pieces-tiles")
        page.locator(".piece", has_text="Wood").first.click()
        owner = page.get_by_label("Besitzer", exact=True)
        owner.wait_for()
        assert "Red" in owner.locator("option").all_inner_texts()
        assert page.locator("#editor").get_by_label("Text", exact=True).evaluate("one => one.localName") == "textarea"
        page.goto("about:blank")


def test_p20_columns_stand_in_the_order_of_all_rows(page: Any, served: tuple[str, Path]) -> None:
    """Bug: a key that the first entry has not came last, and what was pasted as ever went into another column."""
    text = TOY["red.yaml"].replace("Ra2: {type: army, name: 2 Army}", "Ra2: {type: army, copies: 2, name: 2 Army}")
    (served[1] / "red.yaml").write_text(text, encoding="utf-8")
    _grid(page, served[0])
    heads = page.locator("#editor .grid th[scope=col]")
    page.wait_for_function("() => document.querySelectorAll('#editor .grid th[scope=col]').length === 3")
    assert heads.all_inner_texts() == ["Type", "Copies", "Name"]


def _grid(page: Any, address: str, key: str = "Ra1", stem: str = "counters") -> None:
    page.goto(f"{address}#{stem}")
    page.locator(f'.piece[data-key="{key}"]').click()
    page.locator("#grid").click()
    page.locator("#editor .grid").wait_for()


def test_p1_a_new_row_with_an_id_that_is_there_is_refused(page: Any, served: tuple[str, Path]) -> None:
    """Bug: it took the place of the entry, and was told as saved."""
    _grid(page, served[0])
    page.get_by_role("button", name="Add a row").click()
    name = page.get_by_label("id of the new row")
    name.fill("Ra2")
    page.get_by_label("new row, type").fill("army")
    page.get_by_label("new row, name").fill("Another")
    page.locator("#save").click()
    page.locator(".wrong", has_text="'Ra2' is there already: take another id").wait_for()
    assert name.get_attribute("aria-invalid") == "true"
    assert _text(served, "red.yaml") == TOY["red.yaml"]
    for key in ("Control+a", "Delete"):  # Playwright empties no field in Firefox
        name.press(key)
    page.locator("#save").click()
    page.locator(".wrong", has_text="a new row needs an id").wait_for()
    name.fill("Ra3")
    page.locator("#save").click()
    _said(page, "Saved.")
    assert _text(served, "red.yaml") == TOY["red.yaml"].replace(
        "copies: 2}", "copies: 2}\n  Ra3: {type: army, name: Another}"
    )


def test_p2_what_was_not_saved_is_there_again(page: Any, served: tuple[str, Path]) -> None:
    """Bug: Escape, a click on another card and a reload lost it without a question."""
    page.goto(f"{served[0]}#counters")

    def edit(key: str) -> Any:
        page.locator(f'.piece[data-key="{key}"]').click()
        page.locator("#edit").click()
        page.locator("#fields").wait_for()
        return page.get_by_label("Name", exact=True)

    edit("Ra1").fill("Mine")
    page.locator("#unsaved").wait_for()
    page.keyboard.press("Escape")
    page.locator("#drafts", has_text="1 change not saved").wait_for()
    edit("Ra2")
    assert page.locator("#unsaved").is_hidden()
    name = edit("Ra1")
    _said(page, "is here again")
    assert name.input_value() == "Mine"

    asked: list[str] = []

    def answer(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.reload()
    assert asked == ["beforeunload"]
    page.locator("#drafts").click()
    _said(page, "is here again")
    assert page.get_by_label("Name", exact=True).input_value() == "Mine"
    page.locator("#discard").click()
    page.locator("#drafts").wait_for(state="hidden")
    assert page.get_by_label("Name", exact=True).input_value() == "1 Army"
    page.get_by_label("Name", exact=True).fill("2 Guard")
    page.locator("#save").click()
    _said(page, "Saved.")
    page.locator("#drafts").wait_for(state="hidden")
    page.reload()
    page.locator('.piece[data-key="Ra1"]').wait_for()
    assert asked == ["beforeunload"], "nothing is lost"


def test_the_game_and_what_entries_hold_are_changed_in_place(page: Any, served: tuple[str, Path]) -> None:
    """Bug: nothing led to the game's own title and sides, and a card's fields were hidden behind a button."""
    page.goto(f"{served[0]}#cards-factions")
    page.locator('.piece[data-key="factions/ukraine"]').click()
    page.locator(".within").get_by_role("button", name="Remove Row").click()
    page.locator("#unsaved").wait_for()
    page.keyboard.press("Escape")
    page.locator('.piece[data-key="factions/ukraine"]').click()
    _said(page, "is here again")
    assert page.locator("#field-strip-row").is_hidden()
    page.locator("#discard").click()

    page.locator("#components a", has_text="Title, sides, signs").click()
    page.locator("#field-title").fill("Toys")
    page.keyboard.press("Control+s")
    _said(page, "Saved.")
    assert _text(served, "game.yaml") == TOY["game.yaml"].replace("title: Toy\n", "title: Toys\n") != TOY["game.yaml"]
    page.locator("#game", has_text="Toys").wait_for()
    page.get_by_role("button", name="Sides").click()
    page.locator("#editor td").first.wait_for()
    page.locator(".crumbs button", has_text="Game").click()
    page.locator("#field-title").wait_for()
    page.locator("#components a", has_text="Overview").click()
    page.locator("#detail").wait_for(state="hidden")


def test_a_form_may_be_closed_while_it_is_checked(page: Any, served: tuple[str, Path]) -> None:
    """Bug: the page failed when the answer came."""
    page.goto(f"{served[0]}#counters")
    page.locator('.piece[data-key="Ra1"]').click()
    page.evaluate(HOLD, "check")
    page.get_by_label("Name", exact=True).fill("Mine")
    page.wait_for_function("() => window.go")
    page.keyboard.press("Escape")
    page.locator("#detail").wait_for(state="hidden")
    page.evaluate("go()")
    page.locator("#drafts", has_text="1 change not saved").wait_for()


def test_p2_a_grid_is_kept_with_its_new_rows(page: Any, served: tuple[str, Path]) -> None:
    _grid(page, served[0])
    page.get_by_label("Rc16, copies").fill("7")
    page.get_by_role("button", name="Add a row").click()
    page.get_by_label("id of the new row").fill("Ra8")
    page.get_by_label("new row, name").fill("8 Army")
    page.keyboard.press("Escape")
    page.reload()
    _grid(page, served[0])
    _said(page, "is here again")
    assert page.get_by_label("Rc16, copies").input_value() == "7"
    assert page.get_by_label("id of the new row").input_value() == "Ra8"
    assert page.get_by_label("new row, name").input_value() == "8 Army"
    page.locator("#discard").click()
    page.get_by_label("id of the new row").wait_for(state="detached")


def test_p3_pasted_cells_are_told_if_they_have_no_place(page: Any, served: tuple[str, Path]) -> None:
    """Bug: rows past the end and further columns were lost, and it was told as saved."""
    _grid(page, served[0])
    page.evaluate(PASTE, ["Rc16, name", "I Corps\t3\ta\nII Corps\t4\tb\n"])
    page.locator("#pasted", has_text="2 of 6 cells had no place: a | b").wait_for()
    page.locator("#save").click()
    page.locator(".wrong", has_text="a new row needs an id").wait_for()
    page.get_by_label("id of the new row").fill("Rc17")
    page.get_by_label("new row, type").fill("corps")
    page.locator("#save").click()
    _said(page, "Saved.")
    wanted = TOY["red.yaml"].replace(
        "name: c16, copies: 2}", "name: I Corps, copies: 3}\n  Rc17: {type: corps, name: II Corps, copies: 4}"
    )
    assert _text(served, "red.yaml") == wanted


def test_p3_a_pasted_cell_with_a_line_break_stays_one_cell(page: Any, served: tuple[str, Path]) -> None:
    """Bug: its second line went into the next row, and all below shifted."""
    _grid(page, served[0])
    page.evaluate(PASTE, ["Ra1, name", '"1st\n""Red"" Army"\t1\nNext\t2\n'])
    assert page.get_by_label("Ra1, name").input_value() == '1st\n"Red" Army'
    assert page.get_by_label("Ra2, name").input_value() == "Next"
    assert page.get_by_label("Ra1, copies").input_value() == "1"
    assert page.get_by_label("Rc16, name").input_value() == "c16"
    page.locator("#discard").click()


def test_p8_a_row_is_added_to_a_chart(page: Any, served: tuple[str, Path]) -> None:
    """Bug: it was made as a mapping, which a chart refuses."""
    (served[1] / "tables.yaml").write_text(TOY["tables.yaml"].replace("2-6:", "2-5:"), encoding="utf-8")
    page.goto(f"{served[0]}#all-charts")
    page.locator('.piece[data-key="sheet 1"] [data-at]', has_text="neutral").last.dispatch_event("click")
    page.locator("#grid").click()
    page.get_by_role("button", name="Add a row").click()
    page.get_by_label("id of the new row").fill("6")
    page.get_by_label("new row, 0").fill("RED")
    page.get_by_label("new row, 1").fill("RED")
    page.locator("#save").click()
    _said(page, "Saved.")
    assert "2-5: [neutral, neutral], " in (text := _text(served, "tables.yaml"))
    assert ": [RED, RED]}" in text


def test_p5_a_name_that_does_not_fit_is_refused(page: Any, served: tuple[str, Path]) -> None:
    page.goto(f"{served[0]}#counters")
    page.locator('.piece[data-key="Ra1"]').click()
    page.locator("#edit").click()
    page.get_by_label("Name", exact=True).fill("A very long counter name that cannot fit anywhere")
    page.locator("#save").click()
    page.locator(".field", has_text="Name").locator(".wrong", has_text="does not fit").wait_for()
    assert page.locator("#problems").is_hidden()
    assert _text(served, "red.yaml") == TOY["red.yaml"]
    page.locator("#discard").click()


def test_p6_a_card_from_a_spreadsheet_says_where_it_is_edited(visit: Any, tmp_path: Path) -> None:
    begin(tmp_path / "deck", "cards")
    page = visit().page
    with serving(tmp_path / "deck") as address:
        page.goto(address)
        page.locator("#components a", has_text=re.compile("cards|Cards|deck", re.I)).first.wait_for()
        page.evaluate("location.hash = document.querySelector('#components [data-stem^=cards]').dataset.stem")
        page.locator(".piece").first.click()
        page.locator("#detail", has_text=re.compile(r"in .*sheets/cards\.csv, row \d+\.")).wait_for()
        assert page.locator("#edit, #grid").count() == 0
        page.goto("about:blank")


UNCOVERED = """part => {
  const { left, top, width, height } = document.querySelector(part).getBoundingClientRect();
  return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest(part));
}"""


def test_p12_a_preview_begun_with_an_error_has_its_look(visit: Any, tmp_path: Path) -> None:
    """Bug: the page had no colours, and told of a last good state that there was not."""
    folder = write(tmp_path / "toy", {**TOY, "red.yaml": TOY["red.yaml"].replace("type: corps", "typ: corps")})
    page = visit().page
    with serving(folder) as address:
        page.goto(address)
        page.locator("#problems", has_text="red.yaml as it last was").wait_for()
        assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')").strip()
        page.locator("#components a", has_text="Counters").wait_for()
        page.locator("#problems button", has_text="Edit here").first.click()
        page.get_by_label("Typ", exact=True).fill("corps")
        # P4: the panel of problems lay over the form.
        for width, height in ((1280, 800), (1440, 700), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(UNCOVERED, "#save") and page.evaluate(UNCOVERED, "#problems h2")
        page.get_by_role("button", name="Remove Typ").click()
        page.get_by_label("Add a key").select_option("type")
        page.get_by_label("Type", exact=True).select_option("corps")
        page.locator("#save").click()
        page.locator("#problems").wait_for(state="hidden")
        page.goto("about:blank")
