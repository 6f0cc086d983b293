"""Files for print shops: their sizes to the pixel, all copies, and everything that they would refuse."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from PIL import Image
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.diagnostics import InputError
from rcwkit.look.fonts import FontBook
from rcwkit.look.frame import MM, Frame, Group, Rect, Text
from rcwkit.models.base import Shelf
from rcwkit.models.shops import Shop
from rcwkit.reading.project import Project
from rcwkit.reading.settings import SHOPS
from rcwkit.reading.shops import named, shop
from rcwkit.screens.export.make import Exported
from rcwkit.screens.export.safety import clearance
from rcwkit.screens.export.shops import export_shop
from tests_support import TOY, write

ALL: tuple[Shelf, ...] = ("table", "proxies", "study")
DECK = """kind: cards
id: events
title: Events
source: Toy rules
size: 63x88mm
back: {title: Events}
fields: {}
layout: safe
cards:
  storm: {title: Storm, copies: 2}
  calm: {title: Calm}
"""
LAYOUTS = """kind: layouts
id: l
layouts:
  safe: {extends: blank, boxes: {t: {at: [10, 10, 40, 20], text: "{{ card.title }}"}}}
  near: {extends: blank, boxes: {t: {at: [1, 10, 40, 20], text: "{{ card.title }}"}}}
"""


def made(folder: Path, name: str, files: Mapping[str, str], shelves: tuple[Shelf, ...] = ALL) -> Exported:
    """Export a game with these documents for a shop."""
    write(folder / "toy", {"game.yaml": TOY["game.yaml"], **files})
    return export_shop(Project(folder / "toy", shown="toy"), folder / "out", *shop(name), shelves)


def rows(exported: Exported) -> list[dict[str, str]]:
    text = (exported.folder / "order.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def codes(exported: Exported) -> list[str]:
    return sorted(one.code for one in exported.diagnostics)


def test_the_shops_of_the_command_are_those_that_ship_with_their_sources_and_dates() -> None:
    assert tuple(named()) == SHOPS
    for name in SHOPS:
        _, one = shop(name)
        assert one.sources
        assert all(re.search(r"\b20\d\d-\d\d-\d\d\b", source.read) for source in one.sources)


def test_figures_are_those_that_the_shops_publish() -> None:
    crafter, cards, through = (shop(name)[1] for name in ("gamecrafter", "makeplayingcards", "drivethrucards"))
    poker = crafter.products["PokerDeck"]
    assert crafter.pixels(poker, crafter.trim(poker)) == (825, 1125)
    assert [round(side / 25.4, 3) for side in crafter.trim(poker)] == [2.5, 3.5]
    assert cards.products["Poker"].pixels == (822, 1122)
    assert [round(side / 25.4, 3) for side in cards.trim(cards.products["Poker"])] == [2.5, 3.5]
    assert through.pixels(through.products["Poker"], through.trim(through.products["Poker"])) == (825, 1125)


@pytest.mark.parametrize("name", ["gamecrafter", "makeplayingcards"])
def test_every_product_has_a_trim_within_its_picture(name: str) -> None:
    _, one = shop(name)
    for product in one.products.values():
        width, height = one.trim(product)
        wide, tall = (side / one.dpi * 25.4 for side in one.pixels(product, (width, height)))
        assert 10 < width < wide - 4
        assert 10 < height < tall - 4


@pytest.mark.parametrize(("name", "size"), [("gamecrafter", (825, 1125)), ("makeplayingcards", (822, 1122))])
def test_pictures_have_the_shops_size_to_the_pixel(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    exported = made(tmp_path, name, {"cards.yaml": DECK, "layouts.yaml": LAYOUTS})
    pictures = [file for file in exported.files if file.endswith(".png")]
    for file in pictures:
        with Image.open(exported.folder / file) as picture:
            assert picture.size == size
            assert picture.mode == "RGB"
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)


def test_a_deck_is_a_folder_of_its_cards_in_order_and_copies_are_listed(tmp_path: Path) -> None:
    exported = made(tmp_path, "gamecrafter", {"cards.yaml": DECK, "layouts.yaml": LAYOUTS})
    assert sorted(exported.files) == [
        *("LICENCE.txt", "events/001-storm-face.png", "events/002-calm-face.png", "events/back.png", "order.csv")
    ]
    assert all((exported.folder / file).stat().st_size == size for file, size in exported.files.items())
    assert [(row["folder"], row["product"], row["file"], row["back"], row["copies"]) for row in rows(exported)] == [
        ("events", "EuroPokerDeck", "001-storm-face.png", "back.png", "2"),
        ("events", "EuroPokerDeck", "002-calm-face.png", "back.png", "1"),
    ]
    assert codes(exported) == []


def test_where_a_shop_counts_files_each_copy_has_its_own(tmp_path: Path) -> None:
    exported = made(tmp_path, "makeplayingcards", {"cards.yaml": DECK, "layouts.yaml": LAYOUTS})
    faces = [file for file in exported.files if file.endswith("-face.png")]
    assert faces == ["events/001-storm-face.png", "events/002-storm-face.png", "events/003-calm-face.png"]
    assert [row["copies"] for row in rows(exported)] == ["1", "1", "1"]


def test_a_pdf_has_a_page_for_each_face_of_each_copy_the_backs_first(tmp_path: Path) -> None:
    exported = made(tmp_path, "drivethrucards", {"cards.yaml": DECK, "layouts.yaml": LAYOUTS})
    assert set(exported.files) == {"events.pdf", "order.csv", "LICENCE.txt"}
    with pikepdf.open(exported.folder / "events.pdf") as pdf:
        assert len(pdf.pages) == 6
        assert [str(page.label) for page in pdf.pages][:3] == ["card 1, back", "card 1, face", "card 2, back"]
        for page in pdf.pages:
            assert [float(side) for side in page.mediabox] == [0, 0, 198, 270]
            assert [float(side) for side in page.trimbox] == [9, 9, 189, 261]
    assert codes(exported) == ["W376"]


def test_any_other_shop_takes_any_size(tmp_path: Path) -> None:
    tiles = "kind: pieces\nid: t\ntitle: T\nsource: None\nsize: 61x33mm\npieces: {a: {title: A}}\n"
    exported = made(tmp_path, "home", {"pieces.yaml": tiles})
    with Image.open(exported.folder / "t" / "001-a-face.png") as picture:
        assert picture.size == (round(67 / 25.4 * 300), round(39 / 25.4 * 300))


def test_a_card_that_lies_is_turned_to_the_product(tmp_path: Path) -> None:
    lying = DECK.replace("63x88mm", "88x63mm")
    exported = made(tmp_path, "gamecrafter", {"cards.yaml": lying, "layouts.yaml": LAYOUTS})
    with Image.open(exported.folder / "events" / "001-storm-face.png") as picture:
        assert picture.size == (825, 1125)


def test_text_near_the_cut_is_told_once_for_a_deck_at_the_worst_card(tmp_path: Path) -> None:
    near = DECK.replace("layout: safe", "layout: near")
    exported = made(tmp_path, "gamecrafter", {"cards.yaml": near, "layouts.yaml": LAYOUTS})
    (one,) = [one for one in exported.diagnostics if one.code.startswith("W37")]
    assert (one.code, one.message) == (
        "W372",
        "'Storm' and 1 more have text in the unsafe zone, at worst 1.0 mm from the cut",
    )
    assert one.hint == "The Game Crafter wants 3.2 mm free of text"
    assert str(one.span) == "toy/cards.yaml:10:1"


def test_what_the_shop_makes_no_product_of_is_left_out_or_refused(tmp_path: Path) -> None:
    tiles = "kind: pieces\nid: t\ntitle: T\nsource: None\nsize: 61x33mm\nback: tile\npieces: {a: {title: A}}\n"
    files = {"cards.yaml": DECK, "layouts.yaml": LAYOUTS, "pieces.yaml": tiles}
    exported = made(tmp_path, "gamecrafter", files)
    (one,) = exported.diagnostics
    assert (one.code, one.message) == (
        "W373",
        "The Game Crafter makes nothing of the size and shape of 't' (61 × 33 mm)",
    )
    with pytest.raises(InputError) as error:
        made(tmp_path / "other", "gamecrafter", {"pieces.yaml": tiles})
    assert [found.code for found in error.value.diagnostics] == ["E373"]
    assert not (tmp_path / "other" / "out").exists()


def test_too_many_cards_and_missing_backs_are_told(tmp_path: Path) -> None:
    many = DECK.replace("copies: 2", "copies: 99")
    own = (named()["makeplayingcards"]).read_text(encoding="utf-8").replace("most: 612", "most: 50")
    write(tmp_path, {"mine.yaml": own})
    exported = made(tmp_path, str(tmp_path / "mine.yaml"), {"cards.yaml": many, "layouts.yaml": LAYOUTS})
    (one,) = exported.diagnostics
    assert (one.code, one.message) == ("W374", "'events' has 100 cards, and MakePlayingCards takes at most 50")
    assert exported.folder.name == "shop-mine"
    tiles = "kind: pieces\nid: t\ntitle: T\nsource: None\nsize: 2.5in\npieces: {a: {title: A}, b: {title: B}}\n"
    bare = made(tmp_path / "bare", "gamecrafter", {"pieces.yaml": tiles})
    assert [(one.code, one.message) for one in bare.diagnostics] == [
        ("W375", "'A' and 1 more have no back, and The Game Crafter wants one")
    ]


def test_pieces_that_are_no_longer_there_leave_the_folder(tmp_path: Path) -> None:
    two = DECK.replace("id: events", "id: more").replace("title: Events", "title: More")
    exported = made(tmp_path, "gamecrafter", {"cards.yaml": DECK, "more.yaml": two, "layouts.yaml": LAYOUTS})
    assert (exported.folder / "more" / "back.png").is_file()
    (exported.folder / "mine").mkdir()
    (exported.folder / "mine" / "notes.txt").write_text("mine")
    (tmp_path / "toy" / "more.yaml").unlink()
    again = made(tmp_path, "gamecrafter", {"cards.yaml": DECK, "layouts.yaml": LAYOUTS})
    assert not (again.folder / "more").exists()
    assert (again.folder / "mine" / "notes.txt").read_text() == "mine"


def test_only_shelves_that_are_asked_for_are_exported(tmp_path: Path) -> None:
    proxies = DECK.replace("title: Events\n", "title: Events\nshelf: proxies\n", 1)
    with pytest.raises(InputError):
        made(tmp_path, "gamecrafter", {"cards.yaml": proxies, "layouts.yaml": LAYOUTS}, ("table",))


def frame(*items: Text | Group, width: float = 63.0, height: float = 88.0) -> Frame:
    return Frame(width * MM, height * MM, (Rect(0, 0, 9, 9, "#000000"), *items), 2 * MM)


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (Text(5 * MM, 40 * MM, "I", "sans", 8, "#000000"), 5.0),
        (Text(30 * MM, 88 * MM - 4 * MM, "I", "sans", 10, "#000000"), 4 - 0.2 * 10 / MM),
        (Group((Text(0, 0, "I", "sans", 10, "#000000"),), 10 * MM, 3 * MM, rotate=90), 3.0),
        (Group((Text(0, 0, "I", "sans", 5, "#000000"),), 6 * MM, 40 * MM, scale=2), 6.0),
        (Text(-3 * MM, 40 * MM, "I", "sans", 8, "#000000"), -3.0),
    ],
)
def test_clearance_is_that_of_the_nearest_letter(item: Text | Group, expected: float) -> None:
    assert clearance(frame(item), (63.0, 88.0), FontBook()) == pytest.approx(expected, abs=0.02)


def test_clearance_is_measured_on_the_products_shape_and_scale() -> None:
    middle = Text(31.5 * MM, 44 * MM, "I", "sans", 8, "#000000")
    assert clearance(frame(), (63, 88), FontBook()) == float("inf")
    corner = Text(3 * MM, 6 * MM, "I", "sans", 8, "#000000")
    disc = frame(corner, width=40, height=40)._replace(shape="round")
    assert (
        clearance(disc, (40, 40), FontBook()) < 0 < clearance(frame(corner, width=40, height=40), (40, 40), FontBook())
    )
    near = Text(5 * MM, 44 * MM, "I", "sans", 8, "#000000")
    assert clearance(frame(middle, near), (126.0, 176.0), FontBook()) == pytest.approx(10, abs=0.02)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gamecraftr", "did you mean 'gamecrafter'?"),
        ("nobody", "or a YAML file"),
        ("missing.yaml", "there is no file 'missing.yaml'"),
        (".", "unknown print shop '.'"),
    ],
)
def test_unknown_shops_are_refused(name: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        shop(name)
    (one,) = error.value.diagnostics
    assert one.code == "E371"
    assert said in f"{one.message} {one.hint}"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\xfe", "E371"),
        (b"a" * 2**18, "E371"),
        (b"title: X\n", "E123"),
        (b"title: X\ndpi: 300\ndelivers: fax\nbleed: 3\nsafe: 3\nbacks: needed\ncopies: once\nsources: []\n", "E124"),
    ],
)
def test_files_that_are_no_shop_are_refused(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "mine.yaml").write_bytes(data)
    with pytest.raises(InputError) as error:
        shop(str(tmp_path / "mine.yaml"))
    assert code in [one.code for one in error.value.diagnostics]


def test_the_command_writes_and_tells(tmp_path: Path) -> None:
    write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], "cards.yaml": DECK, "layouts.yaml": LAYOUTS})
    words = [
        "export",
        "shop",
        str(tmp_path / "toy"),
        "--shop",
        "drivethrucards",
        "--out",
        str(tmp_path),
        "--with",
        "all",
    ]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert "events.pdf" in result.stdout
    assert "PDF/X-1a:2003 in CMYK" in result.stderr
    assert CliRunner().invoke(main, [*words, "--strict"]).exit_code == 1


def test_a_shop_without_products_or_sources_says_so() -> None:
    text = (bundled("templates") / "shops" / "home.yaml").read_text(encoding="utf-8")
    assert "products" not in text
    assert Shop.model_fields["sources"].is_required()
