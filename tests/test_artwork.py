"""A game's own pictures: found in its folder or an overlay's, checked once, recorded, and sparing in low ink."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

import pytest
from pictures_support import distance, here, picture, printed, saved, setter_of, svg
from PIL import Image
from rcwkit.art.artwork import Artwork, placed
from rcwkit.art.images import ink
from rcwkit.art.theme import LOW_INK
from rcwkit.diagnostics import InputError, Span
from rcwkit.frame import Path as Curves
from rcwkit.frame import Picture
from rcwkit.memo import Memo
from rcwkit.source.project import NOWHERE, Files, Project
from rcwkit.type.text import Setter

DISC = svg('<circle cx="10" cy="5" r="5" fill="#B3201F"/>')


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "toy" / "art").mkdir(parents=True)
    (tmp_path / "toy" / "art" / "disc.svg").write_bytes(DISC)
    (tmp_path / "toy" / "art" / "map.png").write_bytes(saved(picture()))
    (tmp_path / "ours").mkdir()
    return tmp_path


def opened(folder: Path, *overlays: str) -> Setter:
    laid = tuple(Project(folder / name, shown=name) for name in overlays)
    return Setter(artwork=Artwork(Files.of(Project(folder / "toy", shown="toy", overlays=laid))))


def test_a_picture_is_found_by_its_path_and_recorded_with_the_digest_of_its_file(folder: Path) -> None:
    setter = opened(folder)
    drawing, photograph = (setter.picture(name, here) for name in ("art/disc.svg", "art/map.png"))
    assert drawing and photograph and setter.found == []
    assert (drawing.pixels, photograph.pixels) == (None, (96, 64))
    assert (photograph.width, photograph.height) == pytest.approx((96 * 72 / 300, 64 * 72 / 300))
    data = (folder / "toy" / "art" / "map.png").read_bytes()
    assert setter.artwork.shown == {
        "art/disc.svg": hashlib.sha256(DISC).hexdigest(),
        "art/map.png": hashlib.sha256(data).hexdigest(),
    }
    assert [setter.artwork[digest] for digest in setter.artwork] == [data]


def test_a_picture_of_an_overlay_comes_first(folder: Path) -> None:
    (folder / "ours" / "art").mkdir()
    (folder / "ours" / "art" / "disc.svg").write_bytes(svg("<rect width='20' height='10'/>"))
    plain, laid = opened(folder), opened(folder, "ours")
    one, other = (setter.picture("art/disc.svg", here) for setter in (plain, laid))
    assert one and other and one.items != other.items
    assert laid.picture("art/map.png", here) == plain.picture("art/map.png", here)
    assert plain.artwork.shown["art/disc.svg"] != laid.artwork.shown["art/disc.svg"]


@pytest.mark.parametrize(
    ("name", "code", "hint"),
    [
        ("art/disk.svg", "E103", "did you mean 'art/disc.svg'?"),
        ("art/map.jpg", "E103", "did you mean 'art/map.png'?"),
        ("none/a.png", "E103", ""),
        ("none/Map.PNG", "E103", "did you mean 'art/map.png'?"),
        ("art/toy.svg", "E103", ""),
        ("art", "E101", ""),
        ("../toy/art/map.png", "E101", "name a file of the game: pictures/map.png"),
        ("/etc/passwd", "E101", "name a file of the game: pictures/map.png"),
        ("https://example.org/a.png", "E101", "name a file of the game: pictures/map.png"),
        ("art\\map.png", "E101", "name a file of the game: pictures/map.png"),
        ("art/link.png", "E101", ""),
        ("art/" + "x" * 300 + ".png", "E103", ""),
        ("art/text.png", "E132", "save it as PNG, JPEG or SVG, with at most 25 million pixels"),
    ],
)
def test_a_picture_that_is_refused_is_reported_once_where_it_is_named(
    folder: Path, name: str, code: str, hint: str
) -> None:
    (folder / "toy" / "art" / "link.png").symlink_to("/etc/hostname")
    (folder / "toy" / "art" / "text.png").write_text("text")
    setter = opened(folder)
    assert setter.picture(name, here) is None
    assert setter.picture(name, here) is None
    assert [(one.code, one.span, one.hint) for one in setter.found] == [(code, here(), hint)]
    assert setter.artwork.shown.keys() <= {"art/text.png"}


def test_a_drawing_is_refused_at_its_own_line(folder: Path) -> None:
    (folder / "toy" / "art" / "bad.svg").write_bytes(svg("\n<g>"))
    setter = opened(folder)
    assert setter.picture("art/bad.svg", here) is None
    (found,) = setter.found
    assert (found.code, found.span.place) == ("E269", "toy/art/bad.svg:2")
    assert found.related == (("'art/bad.svg' is named here", here()),)


def test_a_drawing_that_is_no_shapes_is_a_picture_as_sharp_as_its_place_needs(folder: Path) -> None:
    """One note tells of it, however often it is printed; low ink has it in greys."""
    (folder / "toy" / "art" / "words.svg").write_bytes(svg("\n<rect width='9' height='9'/><text y='9'>A</text>"))
    setter = opened(folder)
    art = setter.picture("art/words.svg", here)
    assert art and art == setter.picture("art/words.svg", here, small=True)
    assert [(one.code, one.message, one.span.place) for one in setter.found] == [
        ("N272", "'art/words.svg' is printed as a picture: <text> is not printed", "toy/art/words.svg:2")
    ]
    assert (art.width, art.height) == (15, 7.5)
    for side, pixels in ((72, 320), (720, 3008), (1e6, 5000)):
        (item,) = placed(art, 0, 0, side, side).items
        assert isinstance(item, Picture) and item.digest in setter.artwork
        assert item.digest == f"{setter.artwork.shown['art/words.svg']}-{pixels}px"
    (item,) = placed(art, 0, 0, 72, 72).items
    assert isinstance(item, Picture)
    drawn = Image.open(io.BytesIO(setter.artwork[item.digest]))
    assert (
        drawn.size == (320, 160)
        and drawn.getpixel((50, 50)) == (0, 0, 0, 255)
        and drawn.getchannel("A").getpixel((300, 9)) == 0
    )
    low = setter_of({"a.svg": (folder / "toy" / "art" / "words.svg").read_bytes()}, LOW_INK)
    pale = low.picture("a.svg", here)
    assert pale
    (item,) = placed(pale, 0, 0, 72, 72).items
    assert isinstance(item, Picture) and item.digest.endswith("-pale-320px")
    assert Image.open(io.BytesIO(low.artwork[item.digest])).mode == "L"


def test_a_picture_that_changed_meanwhile_is_not_embedded(folder: Path) -> None:
    setter = opened(folder)
    assert setter.picture("art/map.png", here)
    (digest,) = setter.artwork
    (folder / "toy" / "art" / "map.png").write_bytes(saved(picture(seed=1)))
    with pytest.raises(KeyError):
        setter.artwork[digest]


def test_pictures_already_read_are_not_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, known = Files.of(Project(folder / "toy")), Memo(10_000)
    first = Setter(artwork=Artwork(files, known)).picture("art/disc.svg", here)
    monkeypatch.setattr("rcwkit.art.svg.drawing", lambda *_: pytest.fail("it is known"))
    second = Setter(artwork=Artwork(files, known))
    assert second.picture("art/disc.svg", here) is first
    assert second.artwork.shown.keys() == {"art/disc.svg"}


def test_without_a_folder_there_are_no_pictures() -> None:
    for setter in (Setter(), Setter(artwork=Artwork(NOWHERE))):
        assert setter.picture("a.png", here) is None
        assert [one.code for one in setter.found] == ["E103"]
    with pytest.raises(InputError, match="there is no folder"):
        NOWHERE("a.png", Span("x"))
    assert NOWHERE.digest("a.png") == ""


def test_in_low_ink_drawings_are_in_outline_unless_they_are_small() -> None:
    setter = setter_of({"a.svg": DISC}, LOW_INK)
    outline, sign = setter.picture("a.svg", here), setter.picture("a.svg", here, small=True)
    assert outline and sign
    (drawn,), (solid,) = outline.items, sign.items
    assert isinstance(drawn, Curves) and isinstance(solid, Curves)
    assert (drawn.fill, drawn.stroke, drawn.subpaths) == (LOW_INK.page, LOW_INK.ink, solid.subpaths)
    for side in (10, 200):
        group = placed(outline, 0, 0, side, side)
        (line,) = group.items
        assert isinstance(line, Curves)
        assert line.line * group.scale == pytest.approx(0.5, rel=0.01), "as fine at any size"
    assert (solid.fill, solid.stroke) == ("#B3201F", None)


def test_in_low_ink_a_photograph_is_grey_and_takes_half_the_ink() -> None:
    for kind in ("PNG", "JPEG"):
        files = {"a": saved(picture(), kind)}
        usual, low = setter_of(files), setter_of(files, LOW_INK)
        pages = []
        for setter in (usual, low):
            art = setter.picture("a", here)
            assert art
            pages.append(printed((placed(art, 0, 0, 192, 128),), setter, 192, 128))
        assert 0.1 < ink(pages[1]) / ink(pages[0]) < 0.6
        assert distance(pages[1], pages[1].convert("L")) < 1


def test_a_digest_names_the_way_a_picture_is_converted() -> None:
    low = setter_of({"a": saved(picture(), "JPEG")}, LOW_INK)
    art = low.picture("a", here)
    assert art
    (item,) = art.items
    assert isinstance(item, Picture)
    assert item.digest == low.artwork.shown["a"] + "-pale"
    assert low.artwork[item.digest] != low.artwork[low.artwork.shown["a"]]
