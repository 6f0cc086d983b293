"""Opacity, gradients, clips, dashes and mirrors look alike in PDF and SVG, as colours in places on a page."""

from __future__ import annotations

import io

import pytest
from pictures_support import printed, setter_of
from PIL import Image
from rcwkit.art.rendering import rendered
from rcwkit.frame import Frame, Gradient, Group, Item, Path, Picture, Rect, Sheet, Subpath
from rcwkit.sheets.operators import PressCondition
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.sheets.pictures import flattened
from rcwkit.sheets.svg import svg
from rcwkit.type.fonts import FontBook

GROUND = Rect(0, 0, 100, 100, "#0000FF")
RED = Rect(20, 20, 60, 60, "#FF0000")
FADE = ((0.0, "#FF0000", 1.0), (1.0, "#00FF00", 1.0))
RING = Path(
    tuple(Subpath((a, a), ((b, a), (b, b), (a, b)), closed=True) for a, b in ((0, 100), (40, 60))), even_odd=True
)


def seen(*items: Item) -> list[Image.Image]:
    """Return a page of 100 × 100 as PDFium shows its PDF, and as resvg shows its SVG."""
    pdf = printed(items, setter_of({}), 100, 100)
    drawn = Image.open(io.BytesIO(rendered(svg(Frame(100, 100, items)).encode(), 100))).convert("RGBA")
    return [pdf, Image.alpha_composite(Image.new("RGBA", (100, 100), "white"), drawn).convert("RGB")]


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ((GROUND, Group((RED,), opacity=0.5)), {(50, 50): (128, 0, 128), (10, 10): (0, 0, 255)}),
        ((GROUND, Group((RED, RED), opacity=0.5)), {(50, 50): (128, 0, 128)}),
        ((GROUND, Group((RED,), key="a", opacity=0.25, x=20)), {(90, 50): (64, 0, 191), (30, 50): (0, 0, 255)}),
        ((Gradient(0, 0, 100, 100, (0, 0, 100, 0), FADE),), {(2, 50): (249, 6, 0), (50, 5): (126, 129, 0)}),
        ((Gradient(50, 0, 50, 100, (0, 0, 100, 0), FADE),), {(40, 50): (255, 255, 255), (51, 5): (124, 131, 0)}),
        (
            (Gradient(0, 0, 100, 100, (0, 0, 1, 0), FADE, (0, 100, -100, 0, 0, 0)),),
            {(50, 2): (249, 6, 0), (5, 50): (126, 129, 0)},
        ),
        (
            (Gradient(0, 0, 100, 100, (50, 50, 0, 50, 50, 50), ((0.2, *FADE[0][1:]), (0.6, *FADE[1][1:]))),),
            {(50, 50): (255, 0, 0), (70, 50): (123, 132, 0), (50, 95): (0, 255, 0)},
        ),
        (
            (Gradient(0, 0, 100, 100, (20, 0, 80, 0), ((0, "#0000FF", 1), *FADE, (1, "#0000FF", 1))),),
            {(10, 50): (0, 0, 255), (22, 50): (246, 9, 0), (90, 50): (0, 0, 255)},
        ),
        (
            (GROUND, Gradient(0, 0, 100, 100, (0, 0, 100, 0), ((0, "#FF0000", 1), (1, "#FF0000", 0)))),
            {(1, 50): (251, 0, 4), (50, 50): (126, 0, 129), (98, 50): (4, 0, 251)},
        ),
        ((Group((GROUND,), within=RING),), {(50, 50): (255, 255, 255), (20, 20): (0, 0, 255)}),
        ((Group((GROUND,), within=RING._replace(even_odd=False)),), {(50, 50): (0, 0, 255)}),
        ((Group((Rect(10, 0, 30, 10, "#FF0000"),), 100, 0, mirror=True),), {(75, 5): (255, 0, 0), (25, 5): (255,) * 3}),
        (
            (Group((Rect(10, 0, 30, 10, "#FF0000"),), 0, 50, 180, mirror=True),),
            {(25, 45): (255, 0, 0), (75, 45): (255,) * 3},
        ),
        (
            (Path((Subpath((0, 50), ((100, 50),)),), None, "#FF0000", 20, dash=(20, 10), phase=5),),
            {(10, 50): (255, 0, 0), (20, 50): (255,) * 3, (30, 50): (255, 0, 0), (50, 50): (255,) * 3},
        ),
    ],
)
def test_paint_is_the_same_in_pdf_and_svg(
    items: tuple[Item, ...], expected: dict[tuple[int, int], tuple[int, int, int]]
) -> None:
    pages = seen(*items)
    if any(isinstance(item, Group) and isinstance(item.within, Path) for item in items):
        pages = pages[:1]  # resvg knows no clip paths in styles, as browsers do
    for page in pages:
        for place, colour in expected.items():
            found = page.getpixel(place)
            assert isinstance(found, tuple)
            assert found[:3] == pytest.approx(colour, abs=6), place


def test_for_a_press_what_is_translucent_and_all_below_it_becomes_a_picture() -> None:
    """What lies above, such as text, stays as it is; equal pages share the picture."""
    clear, above = Group((RED,), opacity=0.5), Rect(40, 40, 20, 20, "#112233")
    items = (Group((GROUND, Group((clear, above), 10)), 0, 0), above)
    sheets = [Sheet(100, 100, items, "1"), Sheet(100, 100, items, "2"), Sheet(100, 100, (GROUND,), "3")]
    flat, images = flattened(sheets, FontBook(), {})
    assert flat[2] is sheets[2]
    for sheet in flat[:2]:
        shown, *rest = sheet.items
        assert isinstance(shown, Picture) and shown[:4] == (0, 0, 100, 100)
        assert rest == [Group((Group((above,), 10),)), above]
    assert len(images) == 1
    ((_, data),) = images.items()
    with Image.open(io.BytesIO(data)) as seen:
        assert seen.size == (834, 834)
        assert seen.getpixel((300, 300)) == pytest.approx((128, 0, 128), abs=2)
    pdf = draw(flat, Imprint("", "", ""), FontBook(), images, PressCondition("FOGRA39", 300))
    assert b"/ca " not in pdf and b"/SMask" not in pdf


def test_gradients_are_in_inks_for_a_press() -> None:
    sheet = Sheet(100, 100, (Gradient(0, 0, 100, 100, (0, 0, 100, 0), FADE),), "1")
    data = draw([sheet], Imprint("", "", ""), FontBook(), {}, PressCondition("FOGRA39", 300))
    assert b"/ColorSpace /DeviceCMYK" in data and b"/C0 [0.000 1.000 1.000 0.000]" in data
    assert b"DeviceRGB" not in data and b"/SMask" not in data
