"""Tables by hand in a browser: cells, pictures and rows of a deck in a sheet, a paste and its report, and errors."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from random import Random
from typing import Any

from browser_support import NEEDED, browser, serving, violations, visit
from tests_support import TOY, write

pytestmark = NEEDED
DECK = """\
kind: cards
id: tides
title: Tides
source: Ours
fields: {cost: {type: number, default: 0}, art: {type: picture}, text: {type: text}}
cards: {from: tides.csv}
"""
SHEET = "Title;Qty;Owner;Cost;Art;Text\nSkiff;2;red;1;;Lands a cargo.\nFog;1;;;;Wait.\n"
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
PASTE = """text => {
  const pasted = new Event("paste", { bubbles: true, cancelable: true });
  pasted.clipboardData = new DataTransfer();
  pasted.clipboardData.setData("text", text);
  document.activeElement.dispatchEvent(pasted);
}"""


DROP = """files => {
  const dropped = new Event("drop", { bubbles: true, cancelable: true });
  dropped.dataTransfer = new DataTransfer();
  for (const [name, text] of files) dropped.dataTransfer.items.add(new File([text], name, { type: "image/svg+xml" }));
  document.getElementById("rows").dispatchEvent(dropped);
}"""
"""Pictures dropped beside the rows."""


def test_five_hundred_cells_are_pasted_as_a_spreadsheet_copies_them(visit: Any, tmp_path: Path) -> None:
    """Whatever is in a cell, quotes, line breaks or separators, is in the same cell of the file."""
    chance = Random(7)

    def words(number: int) -> str:
        parts = ["calm", '"', "sea; sky", "two\nlines", ", ", "it's", '"quoted"']
        return f"{number} " + "".join(chance.choices(parts, k=chance.randint(0, 3)))

    cells = [
        [words(n).replace("\n", " ").strip(), str(n % 9 + 1), "red", str(n % 7), words(n).strip()] for n in range(100)
    ]
    copied = "\n".join(
        "\t".join('"' + cell.replace('"', '""') + '"' if {*'"\n'} & {*cell} else cell for cell in row) for row in cells
    )
    files = {"game.yaml": TOY["game.yaml"], "deck.yaml": DECK, "tides.csv": SHEET}
    folder = write(tmp_path / "toy", files)
    page = visit().page
    with serving(folder) as address:
        page.goto(f"{address}#cards-tides")
        page.get_by_label("Table").first.check()
        page.locator("#rows tbody tr").nth(1).wait_for()
        page.get_by_role("button", name="Add a row").click()
        page.locator("#rows tbody tr").nth(2).locator("input").first.focus()
        page.evaluate(PASTE, f"Title\tQty\tOwner\tCost\tText\n{copied}\n")
        page.locator(".report", has_text="500 cells placed, 99 new rows").wait_for()
        page.locator("#rows-save").click()
        page.locator("#rows-said", has_text="Saved.").wait_for()
        page.goto("about:blank")
    text = (folder / "tides.csv").read_text(encoding="utf-8")
    assert text.startswith(SHEET)
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))[3:]
    assert [[*row[:4], row[5]] for row in rows] == cells


def test_a_deck_in_a_sheet_is_edited_as_a_table(visit: Any, tmp_path: Path) -> None:
    """Bug: a cell that was clicked was taken for words of a piece, and kept their frame once it was left."""
    files = {"game.yaml": TOY["game.yaml"], "deck.yaml": DECK, "tides.csv": SHEET}
    folder = write(tmp_path / "toy", files)
    page = visit(errors=("status of 422",)).page
    with serving(folder) as address:
        page.goto(f"{address}#cards-tides")
        page.get_by_label("Table").first.check()
        page.locator("#rows tbody tr").nth(1).wait_for()
        assert violations(page) == []
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        page.get_by_label("Skiff, Cost").click()
        page.get_by_label("Skiff, Cost").fill("one")
        page.keyboard.press("Control+s")
        page.locator("#rows .bad", has_text="'one' is not a number").wait_for()
        assert "rows" in asked and "place" not in asked
        assert violations(page) == []
        page.get_by_label("Skiff, Cost").fill("3")
        (tmp_path / "Boot.svg").write_text(PICTURE, encoding="utf-8")
        page.locator("#rows input[type=file]").first.set_input_files(tmp_path / "Boot.svg")
        page.locator("#rows .art img").wait_for()
        page.get_by_role("button", name="Row 1").click()
        page.get_by_role("button", name="Duplicate").click()
        page.get_by_label("Skiff, Title").nth(1).fill("Cutter")
        page.get_by_role("button", name="Add a row").click()
        page.locator("#rows tbody tr").nth(2).locator("input").first.focus()
        page.evaluate(PASTE, 'Title\tText\tPrinter\nTea\t"Calm\nsea"\tAnna\nGale\tStay.\tBen\n')
        report = page.locator(".report").inner_text()
        assert "4 cells placed" in report and "No place for Printer: Anna, Ben" in report
        page.reload()
        page.get_by_label("Table").first.check()
        page.locator(".report", has_text="here again").wait_for()
        page.locator("#rows-save").click()
        page.locator("#rows-said", has_text="Saved.").wait_for()
        wanted = (
            "Title;Qty;Owner;Cost;Art;Text\nSkiff;2;red;3;boot.svg;Lands a cargo.\n"
            "Cutter;2;red;3;boot.svg;Lands a cargo.\n"
            'Tea;;;;;"Calm\nsea"\nGale;1;;;;Stay.\n'
        )
        assert (folder / "tides.csv").read_text(encoding="utf-8") == wanted
        assert (folder / "art" / "boot.svg").read_text(encoding="utf-8") == PICTURE
        page.get_by_role("button", name="Undo").click()
        page.locator("#rows-said", has_text="Undone.").wait_for()
        page.get_by_role("button", name="Add a row").click()
        page.evaluate(DROP, [["storm_at_sea.svg", f"{PICTURE}\n"]])
        page.get_by_label("Storm at sea, Title").wait_for()
        assert page.locator("#rows .longest").inner_text() == "Text", "one long cell needs more room than many short"
        page.get_by_role("button", name="Add a row").click()
        page.locator("#rows-save").click()
        page.locator("#rows-said", has_text="Saved.").wait_for()
        assert (folder / "tides.csv").read_text(encoding="utf-8") == f"{SHEET}Storm at sea;;;;storm_at_sea.svg;\n"
        page.get_by_role("button", name="Undo").click()
        page.locator("#rows-said", has_text="Undone.").wait_for()
        assert (folder / "tides.csv").read_text(encoding="utf-8") == SHEET
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.goto("about:blank")


CARDS = """\
kind: cards
id: tides
title: Tides
source: Ours
fields: {art: {type: picture}, text: text}
cards:
  skiff: {title: Skiff, fields: {text: "Lands **one** :coin:."}}
  fog: Fog   # a bare title
"""


OPACITY = """() => {
  const cell = document.querySelector("#rows .printed");
  return [...cell.children].map((one) => getComputedStyle(one).opacity);
}"""
"""How a cell and what lies over it are seen."""


def test_cells_look_as_printed_until_they_are_typed_in(visit: Any, tmp_path: Path) -> None:
    page = visit().page
    folder = write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], "deck.yaml": CARDS})
    with serving(folder) as address:
        page.goto(f"{address}#cards-tides")
        page.get_by_label("Table").first.check()
        styled = page.locator("#rows .styled")
        styled.locator(".sign").wait_for()
        cell = page.get_by_label("Skiff, text")
        assert (styled.locator("b").inner_text(), cell.input_value()) == ("one", "Lands **one** :coin:.")
        assert page.evaluate(OPACITY) == ["0", "1"]
        assert violations(page) == []
        cell.focus()
        assert page.evaluate(OPACITY) == ["1", "0"]
        cell.fill("Lands *two*.")
        assert styled.count() == 0, "what is typed is seen as it is typed, until it is saved"
        page.locator("#rows-save").click()
        page.locator("#rows-said", has_text="Saved.").wait_for()
        styled.locator("i", has_text="two").wait_for()
        page.goto("about:blank")
    assert (folder / "deck.yaml").read_text(encoding="utf-8") == CARDS.replace(
        '"Lands **one** :coin:."', '"Lands *two*."'
    )


def test_a_card_gets_its_picture_and_text_in_its_form(visit: Any, tmp_path: Path) -> None:
    """Bug: a form had no place for fields of a deck that its card did not have yet, such as its picture."""
    page = visit().page
    folder = write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], "deck.yaml": CARDS})
    (tmp_path / "Fog bank.svg").write_text(PICTURE, encoding="utf-8")
    with serving(folder) as address:
        page.goto(f"{address}#cards-tides")
        page.locator('.piece[data-key="tides/fog"]').click()
        page.locator("#field-fields-text").fill("Nobody moves.")
        page.locator("#detail input[type=file]").set_input_files(tmp_path / "Fog bank.svg")
        page.locator("#detail .art img").wait_for()
        assert page.locator("#field-fields-art").input_value() == "fog_bank.svg"
        assert violations(page) == []
        page.keyboard.press("Escape")
        page.locator("#detail").wait_for(state="hidden")
        page.locator('.piece[data-key="tides/fog"]').click()
        page.locator("#detail .art img").wait_for()  # kept, though not saved
        page.locator("#field-fields-art").press("Control+s")
        page.locator("#detail [role=status]", has_text="Saved.").wait_for()
        page.goto("about:blank")
    wanted = CARDS.replace("fog: Fog ", "fog: {title: Fog, fields: {art: fog_bank.svg, text: Nobody moves.}} ")
    assert (folder / "deck.yaml").read_text(encoding="utf-8") == wanted
