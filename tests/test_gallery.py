"""Galleries: every piece under its id, sheets for virtual tables, pages; all or nothing, and reproducible."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from rcwkit.diagnostics import InputError
from rcwkit.dice.counters import Counter
from rcwkit.game.catalogue import locate
from rcwkit.game.game import Game
from rcwkit.kinds.cards.model import Deck
from rcwkit.kit.options import Options
from rcwkit.screens.pictures import INDEX, LARGEST, Gallery, Shot, gallery
from test_determinism import digests
from tests_support import TOY, write

TEXTS = ("places", "setup", "tables", "procedures", "scenarios", "aids", "folder")
CARD = "  c{0}: {{title: Card {0}, sections: [{{head: Effect, text: None.}}]}}\n"


def made(folder: Path, out: Path, shot: Shot, jobs: int = 1) -> Gallery:
    return gallery(locate(str(folder)), out, Options(), shot, lambda *_: None, jobs)


def opened(path: Path) -> Image.Image:
    with Image.open(path) as image:
        return image.copy()


def index(shown: Gallery) -> list[dict[str, Any]]:
    listed = json.loads((shown.folder / INDEX).read_text(encoding="utf-8"))["pictures"]
    assert {name for picture in listed for side in ("front", "back", "page") if (name := picture.get(side))} | {
        INDEX
    } == set(shown.files)
    return list(listed)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return write(tmp_path / "toy", TOY)


def test_every_piece_is_there_under_its_id(toy: Path, tmp_path: Path) -> None:
    shown = made(toy, tmp_path / "out", Shot(dpi=72))
    found = {picture["id"]: picture for picture in index(shown)}
    assert shown.folder == tmp_path / "out" / "toy" / "pieces"
    assert found["Ra1"]["front"] == "Ra1-front.png" and found["Ra1"]["back"] == "Ra1-back.png"
    assert found["Rc16"]["copies"] == 2 and "back" not in found["Rc16"]
    assert any(name.startswith("factions/") for name in found)
    for picture in found.values():
        assert list(opened(shown.folder / picture["front"]).size) == picture["pixels"]


def test_ids_that_differ_only_in_capitals_name_no_pictures(toy: Path, tmp_path: Path) -> None:
    red = toy / "red.yaml"
    red.write_text(red.read_text(encoding="utf-8") + "  rA1: {type: corps, name: other}\n", encoding="utf-8")
    with pytest.raises(InputError, match="differs from 'Ra1' only by case"):
        made(toy, tmp_path / "out", Shot(dpi=72))


DECK = """kind: cards
id: deck
title: Deck
source: Toy rules
size: poker
back: {title: Deck, motif: wedge}
cards:
"""


def test_sheets_hold_at_most_69_cards_and_the_back_for_hidden_ones(toy: Path, tmp_path: Path) -> None:
    (toy / "deck.yaml").write_text(DECK + "".join(CARD.format(number) for number in range(1, 72)), encoding="utf-8")
    shown = made(toy, tmp_path / "out", Shot("sheets"))
    first, second = (picture for picture in index(shown) if picture["file"] == "cards-deck")
    assert (first["columns"], first["rows"], len(first["places"])) == (10, 7, 69)
    assert (second["columns"], second["rows"], len(second["places"])) == (3, 1, 2)
    assert first["places"][0] == {"id": "deck/c1", "title": "Card 1", "copies": 1}
    front, back = opened(shown.folder / first["front"]), opened(shown.folder / first["back"])
    assert first["one_back"] and max(front.size) <= LARGEST
    assert front.size == (back.width * 10, back.height * 7)
    last = front.crop((9 * back.width, 6 * back.height, *front.size))
    assert last.tobytes() == back.tobytes()


def test_backs_that_differ_make_a_sheet_of_their_own(toy: Path, tmp_path: Path) -> None:
    shown = made(toy, tmp_path / "out", Shot("sheets", 100))
    (counters,) = (picture for picture in index(shown) if picture["file"] == "counters")
    assert not counters["one_back"]
    front, back = opened(shown.folder / counters["front"]), opened(shown.folder / counters["back"])
    assert front.size == back.size
    wide = back.width // counters["columns"]
    bare = next(at for at, place in enumerate(counters["places"]) if place["id"] == "Rc16")
    assert back.crop((bare * wide, 0, (bare + 1) * wide, wide)).getcolors() == [(wide * wide, (255, 255, 255))]


def test_pages_are_those_of_every_file_of_the_kit(toy: Path, tmp_path: Path) -> None:
    for name in TEXTS:
        (toy / f"{name}.yaml").unlink()
    shown = made(toy, tmp_path / "out", Shot("pages", 40))
    assert {"0-print-guide-1.png", "counters-1.png", "counters-2.png", "gauges-1.png", "rulings-1.png"} <= set(
        shown.files
    )
    page = opened(shown.folder / "counters-1.png")
    assert sorted(page.size) == pytest.approx([210 / 25.4 * 40, 297 / 25.4 * 40], abs=1)


def test_the_same_pictures_from_one_process_and_from_several(toy: Path, tmp_path: Path) -> None:
    one, two = (made(toy, tmp_path / name, Shot(dpi=72, bleed="shop"), jobs) for name, jobs in (("one", 1), ("two", 3)))
    assert digests(one.folder) == digests(two.folder)


def test_a_failed_run_leaves_the_folder_as_it_was(toy: Path, tmp_path: Path) -> None:
    before = digests(made(toy, tmp_path / "out", Shot(dpi=40)).folder)
    long = TOY["cards.yaml"].replace("owner: red", f"owner: red, note: {'Too long. ' * 300}")
    other = write(tmp_path / "other", {**TOY, "cards.yaml": long})
    with pytest.raises(InputError) as refused:
        made(other, tmp_path / "out", Shot(dpi=40))
    assert "E310" in {found.code for found in refused.value.diagnostics}
    assert digests(tmp_path / "out" / "toy" / "pieces") == before


def test_every_card_and_counter_of_a_kit_has_its_own_name(triumph: Game) -> None:
    ids = [*triumph[Counter], *(f"{deck}-{card}" for deck, item in triumph[Deck].items() for card in item.value.cards)]
    assert len({name.casefold() for name in ids}) == len(ids)
