"""Form fields: one in every printed box of the on-screen edition, with stable names, at the printed places."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.game.catalogue import locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import Made, make
from rcwkit.kit.options import Options
from rcwkit.sheets.pdf import field_name
from tests_support import TOY, write


def fields(data: bytes) -> dict[str, Any]:
    """Return name → type of every field; the names must be unique."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        if "/AcroForm" not in pdf.Root:
            return {}
        listed = [(str(field.T), str(field.FT), str(field.TU)) for field in pdf.Root.AcroForm.Fields]
        widgets = sum(
            annotation.get("/Subtype") == "/Widget" for page in pdf.pages for annotation in page.get("/Annots", [])
        )
    assert len(listed) == len({name for name, _, _ in listed}) == widgets
    assert all(name and "." not in name and said for name, _, said in listed)
    return {name: kind for name, kind, _ in listed}


def made(game: Game, stem: str, **options: Any) -> Made:
    (file,) = [file for file in files_of(game) if file.stem == stem]
    return make(game, file, Options(**options))


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(locate(str(write(tmp_path_factory.mktemp("toy"), TOY))))


def test_every_tick_box_of_a_set_up_sheet_is_a_check_box(toy: Game) -> None:
    found = fields(made(toy, "setup-campaign", screen=True).data)
    assert found["red-north-715-petrozavodsk"] == "/Btn"
    assert "red-reserve" in found
    assert set(found.values()) == {"/Btn"}


def test_a_checklist_has_boxes_and_a_form_room_to_write(toy: Game) -> None:
    assert fields(made(toy, "checklists", screen=True).data) == {"campaign-begin-deal-the-cards": "/Btn"}
    found = fields(made(toy, "rolls", screen=True).data)
    assert Counter(found.values())["/Tx"] >= 3 and "turn-9-1-red-leads" in found
    assert fields(made(toy, "all-rulings", screen=True).data) == {"your-ruling-1-totals": "/Tx"}


def test_print_has_no_fields_and_the_same_pages(toy: Game) -> None:
    for stem in ("setup-campaign", "checklists"):
        paper, screen = made(toy, stem), made(toy, stem, screen=True)
        assert fields(paper.data) == {}
        assert paper.about.component.pages == screen.about.component.pages
        assert screen.data == made(toy, stem, screen=True).data


def test_fields_are_in_the_printed_boxes(toy: Game) -> None:
    """On screen, boxes have the same edges as in print: the pages differ only in their feet."""
    pictures = []
    for screen in (False, True):
        page = pypdfium2.PdfDocument(made(toy, "setup-campaign", screen=screen).data)[0]
        width, height = page.get_size()
        pictures.append(page.render(scale=2, crop=(0, 60, 0, 0), may_draw_forms=False).to_pil().convert("L"))
    assert pictures[0].tobytes() == pictures[1].tobytes()


def marked(*said: str) -> list[str]:
    """Return the names of fields about these subjects."""
    used: set[str] = set()
    names = []
    for text in said:
        names.append(field_name(text, used))
        used.add(names[-1])
    return names


@given(st.lists(st.text("aB12 .ж", min_size=1, max_size=4), max_size=12))
def test_names_are_told_apart_whatever_boxes_are_for(said: list[str]) -> None:
    names = marked(*said)
    assert len(names) == len(said) == len(set(names))
    assert all(name and "." not in name for name in names)


def test_a_name_stays_when_other_boxes_come_and_go() -> None:
    assert marked("Red: 715", "Red: 701") == ["red-715", "red-701"]
    assert marked("White: 1", "Red: 701") == ["white-1", "red-701"]
    assert marked("Red: 715", "Red: 715") == ["red-715", "red-715-2"]


def test_the_command_builds_the_edition(tmp_path: Path) -> None:
    from click.testing import CliRunner
    from rcwkit.cli import main

    folder = write(tmp_path / "toy", TOY)
    result = CliRunner().invoke(main, ["build", str(folder), "--out", str(tmp_path / "out"), "--screen", "--jobs", "1"])
    assert result.exit_code == 0, result.stderr
    assert fields((tmp_path / "out" / "toy" / "checklists.pdf").read_bytes())
    assert not fields((tmp_path / "out" / "toy" / "counters.pdf").read_bytes())
