"""Editing in the preview's page: a form, a grid, units moved, texts in another language, undo, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser_support import NEEDED, browser, served, serving, visit
from tests_support import TOY, write

pytestmark = NEEDED


@pytest.fixture
def one(visit: Any, served: tuple[str, Path]) -> Any:
    address, folder = served
    for name in ("red.yaml", "setup.yaml"):
        (folder / name).write_text(TOY[name], encoding="utf-8")
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
    page.get_by_label("name", exact=True).fill("1 Army: Reds")
    page.locator("#save").click()
    _said(page, "Saved.")
    wanted = TOY["red.yaml"].replace("name: 1 Army}", 'name: "1 Army: Reds"}')
    assert _text(served, "red.yaml") == wanted != TOY["red.yaml"]
    page.locator("#undo").click()
    _said(page, "Undone.")
    assert _text(served, "red.yaml") == TOY["red.yaml"]

    page.get_by_label("Add a key").select_option("copies")
    one.type_number("copies", "3")
    page.get_by_label("name", exact=True).press("Enter")
    _said(page, "Saved.")
    assert "Ra1: {type: army, name: 1 Army, copies: 3}" in _text(served, "red.yaml")
    page.get_by_label("Remove copies").click()
    page.locator("#save").click()
    _said(page, "Saved.")
    assert _text(served, "red.yaml") == TOY["red.yaml"]


def test_a_wrong_value_is_refused_with_its_reason(one: Any, page: Any, served: tuple[str, Path]) -> None:
    page.goto(f"{served[0]}#counters")
    page.locator('.piece[data-key="Rc16"]').click()
    page.locator("#edit").click()
    one.type_number("copies", "0")
    page.locator("#save").click()
    _said(page, "1")
    assert page.get_by_label("copies", exact=True).input_value() == "0", "what was typed stays"
    assert _text(served, "red.yaml") == TOY["red.yaml"]


def test_a_file_saved_elsewhere_is_not_overwritten(page: Any, served: tuple[str, Path]) -> None:
    page.goto(f"{served[0]}#counters")
    page.locator('.piece[data-key="Ra1"]').click()
    page.locator("#edit").click()
    page.get_by_label("name", exact=True).fill("Mine")
    (served[1] / "red.yaml").write_text(TOY["red.yaml"] + "# theirs\n", encoding="utf-8")
    page.locator("#save").click()
    _said(page, "has changed since")
    assert _text(served, "red.yaml") == TOY["red.yaml"] + "# theirs\n"


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


def test_a_unit_is_moved_to_another_place_of_the_set_up(one: Any, page: Any, served: tuple[str, Path]) -> None:
    page.goto(f"{served[0]}#setup-campaign")
    page.locator("[data-at]", has_text="Petrozavodsk").last.dispatch_event("click")
    page.locator("#grid").click()
    board = page.locator("#editor .board")
    unit, place = (board.get_by_role("button", name=name) for name in ("Ra1", "715 Petrozavodsk"))
    if one.firefox:  # its driver cannot drop
        unit.click()
        place.click()
    else:
        unit.drag_to(place)
    page.locator("#save").click()
    _said(page, "Saved.")
    wanted = TOY["setup.yaml"].replace("[Rc16]\n        701 Petrograd: [Ra1]", "[Rc16, Ra1]")
    assert _text(served, "setup.yaml") == wanted


def test_texts_are_edited_in_the_language_of_the_preview(visit: Any, tmp_path: Path) -> None:
    folder = write(tmp_path / "toy", TOY)
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
        page.get_by_label("name", exact=True).fill("K 16")
        press("#save")
        translated = TOY["german.yaml"] + "  c16: K 16\n"
        assert files() == (translated, TOY["red.yaml"]), "a text goes into the translation"
        corps.get_by_text("K 16").first.wait_for()

        one.type_number("copies", "3")
        press("#save")
        assert files() == (translated, TOY["red.yaml"].replace("copies: 2", "copies: 3")), "a value into the data"
        assert page.get_by_label("name", exact=True).input_value() == "K 16"

        page.locator("#fields > select").select_option("designation")
        page.get_by_label("designation", exact=True).fill("Neu")
        page.locator("#save").click()
        page.locator("#said", has_text="'Neu' is a new text").wait_for()

        press("#undo")
        press("#undo")
        assert files() == (TOY["german.yaml"], TOY["red.yaml"])
        page.goto("about:blank")
