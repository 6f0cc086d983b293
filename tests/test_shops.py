"""Files for print shops: their sizes to the pixel, all copies, and everything that they would refuse."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest
from click.testing import CliRunner
from exports_support import DECK
from PIL import Image
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.export import shops
from rcwkit.export.make import Exported
from rcwkit.export.shops import Shop, clearance, export_shop, for_press, named, shop
from rcwkit.frame import MM, Circle, Frame, Group, Line, Rect, Sheet
from rcwkit.game.loader import load
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import laid_out
from rcwkit.kit.options import Options
from rcwkit.sheets.pdf import Imprint
from rcwkit.source.base import Shelf
from rcwkit.source.project import Project
from rcwkit.source.settings import SHOPS
from rcwkit.type.text import Setter
from tests_support import TOY, write

ALL: tuple[Shelf, ...] = ("table", "proxies", "study")
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
    with pytest.raises(InputError) as error:
        made(tmp_path, "gamecrafter", {"cards.yaml": proxies, "layouts.yaml": LAYOUTS}, ("table",))
    # Bug: nothing said that the shop makes this deck, and how.
    assert "--with proxies adds events" in error.value.diagnostics[0].hint
    other = DECK.replace("id: events", "id: fates")
    files = {"cards.yaml": proxies, "fates.yaml": other, "layouts.yaml": LAYOUTS}
    exported = made(tmp_path, "gamecrafter", files, ("table",))
    assert [one.message for one in exported.diagnostics if one.code == "N373"] == ["--with proxies adds events"]
    assert {row["folder"] for row in rows(exported)} == {"fates"}


def test_texts_just_outside_of_the_safe_zone_are_drawn_in(tmp_path: Path, drawn: list[Frame | Sheet]) -> None:
    """Bug: the house's own cards, 2.4 mm from the cut, were told of in every deck."""
    inside = LAYOUTS.replace("at: [1, 10", "at: [2.4, 10")
    files = {"cards.yaml": DECK.replace("layout: safe", "layout: near"), "layouts.yaml": inside}
    exported = made(tmp_path, "gamecrafter", files)
    assert "W372" not in codes(exported)
    (note,) = [one.message for one in exported.diagnostics if one.code == "N372"]
    face = next(one for one in drawn if isinstance(one, Frame) and len(one.items) == 2)
    # The face lies under itself, so that the bleed is filled.
    under, over = face.items
    assert isinstance(under, Group) and isinstance(over, Group)
    assert under.items == over.items and 0.9 < over.scale < 1
    assert note == f"'events' is drawn at {100 * over.scale:.1f} %, for texts to be 3.2 mm from the cut"
    near = clearance(face._replace(items=(over,)), (62.992, 87.884), Setter().book)
    assert near == pytest.approx(3.175, abs=0.02)


def test_what_nobody_would_see_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: a deck was said to be drawn at 100.0 %."""
    monkeypatch.setattr("rcwkit.export.shops.inset", lambda *_: 0.9997)
    assert "N372" not in codes(made(tmp_path, "gamecrafter", {"cards.yaml": DECK, "layouts.yaml": LAYOUTS}))


def test_no_line_is_too_thin_for_a_press() -> None:
    """Signs within texts had lines of 0.08 points."""
    sign = Group((Line(0, 0, 9, 0, "#000000", 0.4), Rect(0, 0, 9, 9, "#FFFFFF")), scale=0.2, key="sign")
    bold = Group((Circle(5, 5, 3, None, "#000000", 2.0),), scale=0.5, key="bold")
    face = Frame(100, 200, (sign, bold, Line(0, 0, 9, 9, "#000000", 0.1)), name="card")
    thin, same, line = for_press(face).items
    assert isinstance(thin, Group) and isinstance(line, Line) and same == bold
    assert thin.items == (Line(0, 0, 9, 0, "#000000", 1.25), Rect(0, 0, 9, 9, "#FFFFFF"))
    assert (thin.key, line.line) == ("", 0.25)
    _, over = for_press(face, 0.9).items
    assert isinstance(over, Group) and isinstance(over.items[2], Line)
    assert over.items[2].line * over.scale == pytest.approx(0.25)


def cutters(folder: Path, more: str = "", **given: object) -> str:
    """Write the figures of a shop of our own, and return its path."""
    figures = {"delivers": "pictures", "dpi": 100, "bleed": "2mm", "safe": "1mm", "backs": "optional", "copies": "once"}
    lines = "".join(f"{key}: {value}\n" for key, value in (figures | given).items())
    sources = "sources: [{says: all, at: here, read: today}]\n"
    write(folder, {"cutters.yaml": f"title: Cutters\n{lines}{sources}{more}"})
    return str(folder / "cutters.yaml")


def tiles(*names: str, name: str = "tiles", **given: object) -> str:
    """Return a document of tiles without backs, in a layout that prints nothing near the cut."""
    lines = "".join(f"{key}: {value}\n" for key, value in ({"size": "40x30mm"} | given).items())
    pieces = ", ".join(f"{one}: {{title: {one.title()}}}" for one in names)
    return f"kind: pieces\nid: {name}\ntitle: Tiles\nsource: s\n{lines}layout: flat\npieces: {{{pieces}}}\n"


FLAT = """kind: layouts
id: flat
layouts:
  flat:
    extends: blank
    boxes:
      all: {at: [0, 0, "100%", "100%"], fill: "#FFFFFF", over: bleed}
      left: {at: [0, 0, 10, "100%"], fill: "#FF0000", over: bleed}
      top: {at: [10, 0, "100% - 10", 10], fill: "#0000FF", over: bleed}
"""
RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Frame | Sheet]:
    """Draw nothing; return the faces and pages that would be drawn."""
    found: list[Frame | Sheet] = []

    def pictures(faces: Iterable[Frame], *_: object, **options: object) -> list[bytes]:
        found.extend(listed := list(faces))
        return [f"{options['dpi']}: {len(found)}".encode() for _ in listed]

    def draw(sheets: Sequence[Sheet], imprint: Imprint, *_: object) -> bytes:
        found.extend(sheets)
        return imprint.title.encode()

    monkeypatch.setattr(shops, "pictures", pictures)
    monkeypatch.setattr(shops, "draw", draw)
    return found


def listed(exported: Exported, *columns: str) -> list[tuple[str, ...]]:
    """Return some columns of the list."""
    return [tuple(row[column] for column in columns) for row in rows(exported)]


def test_sizes_of_one_document_are_batches_of_their_own(tmp_path: Path, drawn: list[Frame | Sheet]) -> None:
    counters = "kind: counters\nid: {0}\ntitle: T\nsource: s\nside: red\nsize: {1}\ncounters:\n  {2}\n".format
    red = counters("red", "15mm", "{Ra1: {type: army, name: 1, copies: 3}, Ra2: {type: army, name: 2}}")
    small = counters("small", "12mm", "{VP: {type: marker, name: VP, copies: 4}}")
    files = {"cards.yaml": DECK, "layouts.yaml": LAYOUTS, "tiles.yaml": tiles("a"), "f.yaml": FLAT}
    exported = made(tmp_path, cutters(tmp_path), {"red.yaml": red, "small.yaml": small, **files})
    assert listed(exported, "folder", "file", "id", "copies", "title") == [
        ("counters-1", "001-Ra1-face.png", "Ra1", "3", "1"),
        ("counters-1", "002-Ra2-face.png", "Ra2", "1", "2"),
        ("counters-2", "001-VP-face.png", "VP", "4", "VP"),
        ("events", "001-storm-face.png", "events/storm", "2", "Storm"),
        ("events", "002-calm-face.png", "events/calm", "1", "Calm"),
        ("tiles", "001-a-face.png", "tiles/a", "1", "A"),
    ]


@pytest.mark.parametrize(
    ("size", "product", "trim"),
    [
        ("40x30mm", "Tile", (40, 30)),
        ("41.1x30mm", "Wide", (42, 30)),
        ("40x31.4mm", "Tile", (40, 30)),
        ("38.51x30mm", "Tile", (40, 30)),
        ("30x40mm", "Tile", (40, 30)),
        ("30x41.4mm", "Wide", (42, 30)),
        ("30x29.6mm", "Square", (30, 30)),
    ],
)
def test_a_piece_is_the_product_nearest_in_size_lying_or_standing(
    tmp_path: Path, drawn: list[Frame | Sheet], size: str, product: str, trim: tuple[float, float]
) -> None:
    products = """products:
  Disc: {trim: 40x30mm, shape: round}
  Tall: {trim: 40x33mm}
  Tile: {trim: 40x30mm}
  Square: {trim: 30x30mm}
  Wide: {trim: 42x30mm}
"""
    exported = made(tmp_path, cutters(tmp_path, products), {"tiles.yaml": tiles("a", size=size), "f.yaml": FLAT})
    assert listed(exported, "product") == [(product,)]
    (face,) = drawn
    assert (face.width > face.height) == (trim[0] > trim[1] or size == "30x29.6mm")
    assert codes(exported) == []


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ({"size": "40x32mm"}, "the nearest is Tile, 40 × 30 mm"),
        ({"size": "40x31.51mm"}, "the nearest is Tile, 40 × 30 mm"),
        ({"size": "32x34mm"}, "the nearest is Square, 30 × 33.33 mm"),
        ({"size": "40mm", "shape": "round"}, "it makes none that are round"),
        ({"outline": "[[0, 10], [25, 0], [50, 10], [25, 30]]", "size": ""}, "it makes no outlines of one's own"),
    ],
)
def test_a_piece_of_no_product_is_told_what_is_nearest(
    tmp_path: Path, drawn: list[Frame | Sheet], given: dict[str, str], hint: str
) -> None:
    products = "products: {Square: {trim: 30x33.333mm}, Tile: {trim: 40x30mm}, Hex: {trim: 40x34mm, shape: hex}}\n"
    text = tiles("a", **given).replace("size: \n", "")
    files = {"tiles.yaml": text, "good.yaml": tiles("b", name="good"), "f.yaml": FLAT}
    exported = made(tmp_path, cutters(tmp_path, products), files)
    (one,) = exported.diagnostics
    assert (one.code, one.hint) == ("W373", hint)
    assert one.message.startswith("Cutters makes nothing of the size and shape of 'tiles' (")
    assert (one.span.file, text.splitlines()[one.span.line - 1]) == ("toy/tiles.yaml", "pieces: {a: {title: A}}")
    assert listed(exported, "folder") == [("good",)]
    # If nothing is left, that is an error, and each size is told.
    other = made_refused(tmp_path, products, {"tiles.yaml": text, "f.yaml": FLAT})
    assert [(found.code, found.hint, found.span) for found in other] == [("E373", hint, one.span)]


def made_refused(folder: Path, products: str, files: Mapping[str, str]) -> list[Diagnostic]:
    with pytest.raises(InputError) as error:
        made(folder / "refused", cutters(folder, products), files)
    assert not (folder / "refused" / "out").exists()
    return error.value.diagnostics


def test_a_game_without_pieces_is_refused(tmp_path: Path) -> None:
    (one,) = made_refused(tmp_path, "", {})
    assert (one.code, one.message, one.span.file) == ("E373", "toy has nothing to cut", "toy")


def test_what_does_not_fit_a_piece_is_refused(tmp_path: Path) -> None:
    deck = DECK.replace("title: Storm", f"title: {'W' * 90}")
    found = made_refused(tmp_path, "", {"cards.yaml": deck, "layouts.yaml": LAYOUTS})
    assert [one.code for one in found] == ["E310"]


def test_a_turned_piece_keeps_its_top_left_corner_at_the_top_right(tmp_path: Path) -> None:
    products = "products: {Tile: {trim: 30x40mm}}\n"
    files = {"tiles.yaml": tiles("a", back="flat"), "f.yaml": FLAT}
    exported = made(tmp_path, cutters(tmp_path, products), files)
    for name in ("001-a-face.png", "back.png"):
        with Image.open(exported.folder / "tiles" / name) as picture:
            assert picture.size == (134, 173)
            # The left edge is now the top one, the top edge the right one; all reach into the bleed.
            found = [picture.getpixel(spot) for spot in ((3, 3), (130, 3), (130, 170), (3, 170), (60, 100))]
            assert found == [RED, RED, BLUE, WHITE, WHITE]


def test_backs_are_one_file_only_if_all_are_alike(tmp_path: Path, drawn: list[Frame | Sheet]) -> None:
    files = {"tiles.yaml": tiles("a", "b", back="flat"), "f.yaml": FLAT}
    alike = made(tmp_path, cutters(tmp_path), files)
    assert listed(alike, "file", "back") == [("001-a-face.png", "back.png"), ("002-b-face.png", "back.png")]
    # Faces and backs that look alike are drawn once.
    assert len(drawn) == 1
    own = {"tiles.yaml": tiles("a", "b", back="tile"), "f.yaml": FLAT}
    apart = made(tmp_path / "apart", cutters(tmp_path), own)
    assert listed(apart, "file", "back") == [
        ("001-a-face.png", "001-a-back.png"),
        ("002-b-face.png", "002-b-back.png"),
    ]
    bare = made(tmp_path / "bare", cutters(tmp_path), {"tiles.yaml": tiles("a"), "f.yaml": FLAT})
    assert listed(bare, "file", "back") == [("001-a-face.png", "")]


@pytest.mark.parametrize(
    ("given", "labels"),
    [
        ({"copies": "once"}, ["card 1, face", "card 1, back", "card 2, face", "card 2, back"]),
        ({"copies": "once", "first": "back"}, ["card 1, back", "card 1, face", "card 2, back", "card 2, face"]),
        ({"copies": "each"}, [f"card {number}, {side}" for number in (1, 2, 3) for side in ("face", "back")]),
    ],
)
def test_a_pdf_has_its_pages_in_the_order_of_the_shop(
    tmp_path: Path, drawn: list[Frame | Sheet], given: dict[str, str], labels: list[str]
) -> None:
    shop = cutters(tmp_path, delivers="pdf", **given)
    exported = made(tmp_path, shop, {"cards.yaml": DECK, "layouts.yaml": LAYOUTS})
    assert [page.label for page in drawn if isinstance(page, Sheet)] == labels
    assert (exported.folder / "events.pdf").read_bytes() == b"events"
    assert listed(exported, *shops.COLUMNS) == [
        ("events", "", "events.pdf", "", "events/storm", "Storm", "2"),
        ("events", "", "events.pdf", "", "events/calm", "Calm", "1"),
    ]


def test_pages_without_backs_are_numbered_through(tmp_path: Path, drawn: list[Frame | Sheet]) -> None:
    files = {"tiles.yaml": tiles("a", "b", "c").replace("B}", "B, back: flat}"), "f.yaml": FLAT}
    made(tmp_path, cutters(tmp_path, delivers="pdf"), files)
    labels = [page.label for page in drawn if isinstance(page, Sheet)]
    assert labels == ["card 1, face", "card 2, face", "card 2, back", "card 3, face"]


@pytest.mark.parametrize(("bleed", "filling"), [(3, 47 / 44), (1, None)])
def test_a_page_is_filled_to_its_bleed_under_the_face_in_its_middle(
    tmp_path: Path, drawn: list[Frame | Sheet], bleed: int, filling: float | None
) -> None:
    shop = cutters(tmp_path, "products: {Tile: {trim: 41x30mm}}\n", delivers="pdf", bleed=f"{bleed}mm")
    made(tmp_path, shop, {"tiles.yaml": tiles("a"), "f.yaml": FLAT})
    (page,) = drawn
    assert isinstance(page, Sheet)
    wide, high = 41 + 2 * bleed, 30 + 2 * bleed
    assert (page.width / MM, page.height / MM, page.bleed / MM) == pytest.approx((wide, high, bleed))
    assert page.trim is not None
    assert [side / MM for side in page.trim] == pytest.approx([bleed, bleed, 41, 30])
    # The face has 40 × 30 mm and a bleed of 2 mm. If that does not fill the page, a larger one lies under it.
    scales = [filling, 41 / 40] if filling else [41 / 40]
    groups = [one for one in page.items if isinstance(one, Group) and one.clip]
    assert [(one.scale, one.x / MM, one.y / MM) for one in groups] == [
        pytest.approx((scale, (wide - 40 * scale) / 2, (high - 30 * scale) / 2)) for scale in scales
    ]
    assert len(page.items) == len(scales)
    assert {tuple(round(side / MM, 6) for side in one.clip or ()) for one in groups} == {(-2, -2, 44, 34)}


def test_a_tall_page_is_filled_to_its_bleed(tmp_path: Path, drawn: list[Frame | Sheet]) -> None:
    shop = cutters(tmp_path, "products: {Tile: {trim: 40x31mm}}\n", delivers="pdf", bleed="3mm")
    made(tmp_path, shop, {"tiles.yaml": tiles("a"), "f.yaml": FLAT})
    (page,) = drawn
    assert [one.scale for one in page.items if isinstance(one, Group)] == pytest.approx([37 / 34, 31 / 30])


def test_pictures_that_are_too_coarse_are_told(tmp_path: Path) -> None:
    layouts = FLAT + '      art: {at: [10, 10, 20, 10], image: "{{ piece.art }}"}\n'
    files = {"tiles.yaml": tiles("a").replace("title: A", "title: A, art: art.png"), "f.yaml": layouts}
    (tmp_path / "toy").mkdir()
    Image.new("RGB", (24, 12), RED).save(tmp_path / "toy" / "art.png")
    exported = made(tmp_path, cutters(tmp_path), files)
    assert codes(exported) == ["W270"]
    with Image.open(exported.folder / "tiles" / "001-a-face.png") as picture:
        assert picture.getpixel((round(22 / 25.4 * 100), round(17 / 25.4 * 100))) == RED


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
    near = {"cards.yaml": DECK.replace("layout: safe", "layout: near")}
    near["layouts.yaml"] = LAYOUTS.replace("at: [1, 10", "at: [2.4, 10")
    write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], **near})
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
    assert "It prints in CMYK" in result.stderr
    # Bug: what is drawn smaller, or could be made besides, was told to no one.
    assert "note[N372]: 'events' is drawn at 97.2 %" in result.stderr
    # Bug: the lock of the folder was left in it.
    assert not [*tmp_path.rglob(".lock")]
    assert CliRunner().invoke(main, [*words, "--strict"]).exit_code == 1


def test_a_shop_without_products_or_sources_says_so() -> None:
    text = (bundled("templates") / "shops" / "home.yaml").read_text(encoding="utf-8")
    assert "products" not in text
    assert Shop.model_fields["sources"].is_required()


TILES = """kind: pieces
id: p
title: Tiles
source: None
outline: [[10, 20], [40, 20], [40, 35], [25, 50]]
pieces: {a: {title: A, copies: 2}}
"""


def paths(data: str) -> dict[str, list[tuple[tuple[float, ...], ...]]]:
    """Return the points of the lines in an SVG by layer."""
    found: dict[str, list[tuple[tuple[float, ...], ...]]] = {}
    for group in ElementTree.fromstring(data):
        for path in group:
            points = path.attrib["d"].removeprefix("M").removesuffix(" Z").split(" L")
            line = tuple(tuple(map(float, point.split())) for point in points)
            found.setdefault(group.attrib["id"], []).append(line)
    return found


def vertices(data: str, height: float) -> dict[str, list[tuple[tuple[float, ...], ...]]]:
    """Return the points of the lines in a DXF by layer, downwards from the upper left of a sheet of this height."""
    words = data.split("\r\n")
    found: dict[str, list[tuple[tuple[float, ...], ...]]] = {}
    tags = list(zip(map(int, words[:-1:2]), words[1::2], strict=True))
    assert tags[-1] == (0, "EOF")
    starts = [at for at, tag in enumerate(tags) if tag[0] == 0]
    for start, end in pairwise(starts):
        of = dict(tags[start + 1 : end])
        if tags[start][1] == "POLYLINE":
            assert of[70] == ("1" if of[8] == "cut" else "0")
            found.setdefault(of[8], []).append(())
        elif tags[start][1] == "VERTEX":
            found[of[8]][-1] += ((float(of[10]), round(height - float(of[20]), 3)),)
    return found


def test_lines_for_a_cutting_machine_lie_where_the_sheets_print_the_pieces(tmp_path: Path) -> None:
    documents = {"cards.yaml": DECK, "layouts.yaml": LAYOUTS, "tiles.yaml": TILES}
    toy = write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], **documents})
    words = ["export", "cut", str(toy), "--paper", "letter", "--corners", "--out", str(tmp_path), "--with", "all"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    (folder,) = {path.parent for path in tmp_path.rglob("*.dxf")}
    game, counts = load(Project(toy)), dict[str, int]()
    for file in files_of(game):
        for number, sheet in enumerate(laid_out(game, file, Options("letter", corners=True))[0], 1):
            name, high = f"{file.stem}-page-{number}", sheet.height / MM
            # Each group is a face or the foot; the bleed of a face is all that its clip has beyond the trim.
            faces = [one for one in sheet.items if isinstance(one, Group) and one.clip]
            if not file.pieces or "back" in sheet.label:
                assert not (folder / f"{name}.svg").exists()
                continue
            svg = paths((folder / f"{name}.svg").read_text())
            dxf = vertices((folder / f"{name}.dxf").read_bytes().decode("ascii"), high)
            assert [(layer, len(found)) for layer, found in sorted(dxf.items())] == [("cut", len(faces)), ("mark", 4)]
            for layer, found in dxf.items():
                for one, other in zip(found, svg[layer], strict=True):
                    assert [*chain(*one)] == pytest.approx([*chain(*other)], abs=0.002)
            assert {point for line in svg["mark"] for point in line} >= {(0, 0), (round(sheet.width / MM, 3), high)}
            for face, line in zip(faces, svg["cut"], strict=True):
                corner = [min(point[axis] for point in line) for axis in (0, 1)]
                size = [max(point[axis] for point in line) - corner[axis] for axis in (0, 1)]
                assert corner == pytest.approx([face.x / MM, face.y / MM], abs=0.01)
                assert size == pytest.approx([63, 88] if "cards" in name else [30, 30], abs=0.01)
                if "pieces" in name:
                    tip = corner[0] + 15, corner[1] + 30
                    assert len(line) == 4 and line[-1] == pytest.approx(tip, abs=0.01)
                else:
                    assert len(line) == 36
            counts[name] = len(faces)
    assert counts == {"cards-events-page-1": 3, "pieces-p-page-1": 2}


def test_a_game_without_pieces_has_nothing_to_cut(tmp_path: Path) -> None:
    toy = write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"]})
    result = CliRunner().invoke(main, ["export", "cut", str(toy), "--out", str(tmp_path)])
    assert result.exit_code == 2 and "E572" in result.stderr
