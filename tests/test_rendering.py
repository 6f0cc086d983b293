"""Drawings as pictures: cleaned of all that runs or leads out of the file, and rendered within limits."""

from __future__ import annotations

import io
import resource

import pytest
from pictures_support import SVG, svg
from PIL import Image
from rcwkit.art.rendering import cleaned, rendered

HREF = "http://www.w3.org/1999/xlink"


def picture(inside: str, head: str = f'<svg xmlns="{SVG}" viewBox="0 0 20 10">', side: int = 200) -> Image.Image:
    return Image.open(io.BytesIO(rendered(svg(inside, head), side)))


def test_a_drawing_has_the_pixels_that_are_asked_for_and_is_transparent_beside_its_shapes() -> None:
    found = picture('<rect x="10" width="10" height="10" fill="#f00"/>')
    assert found.size == (200, 100)
    assert found.getpixel((50, 50)) == (0, 0, 0, 0) and found.getpixel((150, 50)) == (255, 0, 0, 255)


def test_gradients_filters_and_masks_are_drawn() -> None:
    found = picture(
        '<linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>'
        '<mask id="m"><rect width="20" height="5" fill="#fff"/></mask>'
        '<filter id="f"><feFlood flood-color="#0f0"/></filter>'
        '<rect width="20" height="10" fill="url(#g)" mask="url(#m)"/>'
        '<rect x="16" y="6" width="3" height="3" filter="url(#f)"/>'
    )
    greys = [found.getchannel("R").getpixel((x, 25)) for x in (20, 100, 150)]
    assert greys == [26, 128, 192]
    assert found.getpixel((50, 75)) == (0, 0, 0, 0)
    assert found.getpixel((175, 75)) == (0, 255, 0, 255)


def test_texts_are_set_in_the_fonts_of_the_house() -> None:
    serif, sans = (
        picture(f'<text y="9" font-size="9" font-family="{family}">Wi</text>') for family in ("serif", "sans-serif")
    )
    assert serif.getbbox() and sans.getbbox() and serif.tobytes() != sans.tobytes()


@pytest.mark.parametrize(
    ("given", "house"),
    [
        ('font-family="Unknown"', "PT Sans"),
        ('font-family="Helvetica Neue"', "Arimo"),
        ('font-family="Book Antiqua, serif"', "PT Serif"),
        ("style=\"fill:#000;font-family:'Helvetica Narrow';opacity:1\"", "PT Sans Narrow"),
    ],
)
def test_a_font_that_is_not_there_is_replaced_by_the_one_most_like_it(given: str, house: str) -> None:
    found, like = (picture(f'<text y="9" font-size="9" {one}>Wi</text>') for one in (given, f'font-family="{house}"'))
    assert found.getbbox() and found.tobytes() == like.tobytes()


def test_fonts_of_style_sheets_are_replaced_and_inherited() -> None:
    sheet = "<style>.a {font-family: 'Helvetica Narrow'; fill: #000}</style>"
    text = '<g class="a"><text y="9" font-size="9" font-family="inherit">Wi</text></g>'
    like = '<text y="9" font-size="9" font-family="PT Sans Narrow">Wi</text>'
    assert picture(sheet + text).tobytes() == picture(like).tobytes()


def test_keywords_of_paint_may_have_capitals() -> None:
    found = picture('<g fill="None"><rect width="20" height="10" stroke="RED" stroke-width="2"/></g>')
    assert found.getpixel((100, 50)) == (0, 0, 0, 0) and found.getpixel((100, 2)) == (255, 0, 0, 255)


@pytest.mark.parametrize(
    ("given", "size"),
    [
        ('viewBox="0 0 40 20"', (40, 20)),
        ('viewBox="0 0 40 20" width="1in"', (96, 48)),
        ('viewBox="0 0 40 20" height="10"', (20, 10)),
        ('width="30px" height="72pt"', (30, 96)),
        ('width="100%" height="100%"', (300, 150)),
        ('viewBox="0 0 -1 20"', (300, 150)),
        ("", (300, 150)),
    ],
)
def test_its_natural_size_is_that_of_browsers(given: str, size: tuple[float, float]) -> None:
    assert cleaned(svg("", f'<svg xmlns="{SVG}" {given}>'))[:2] == pytest.approx(size)


def test_what_runs_or_leads_out_of_the_file_is_left_out() -> None:
    found = cleaned(
        svg(
            "<script>a</script><g onclick='b'><image href='/c.png'/><image x:href='http://d/'/><use x:href='#e'/></g>"
            "<foreignObject><g><text>f</text></g></foreignObject><rect><set/></rect><a xml:base='g'>&lt;</a>",
            f'<svg xmlns="{SVG}" xmlns:x="{HREF}" onload="h">',
        )
    )
    assert found.rest == '<g><image></image><image></image><use x:href="#e"></use></g><rect></rect><a>&lt;</a></svg>'
    assert "onload" not in found.head and not found.worded


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (svg("<g>" * 300), "nested too deeply"),
        (b"<!DOCTYPE svg [<!ENTITY a 'b'><!ENTITY c '&#38;a;&#38;a;'>]>" + svg("<text>&c;</text>"), "has others in it"),
        (b"<!DOCTYPE svg [<!ENTITY a '" + b"b" * 900 + b"'>]>" + svg("&a;" * 10_000), "used too often"),
        (svg("", f'<svg xmlns="{SVG}" viewBox="0 0 9999 1">'), "too large or too small"),
        (b"<html/>", "is not an SVG drawing"),
        (svg("<g>"), "not XML"),
    ],
)
def test_what_is_no_drawing_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cleaned(data)


def test_a_drawing_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it does, in a library that no exception stops."""
    monkeypatch.setattr("rcwkit.art.rendering.SECONDS", 1)
    filters = '<feTurbulence baseFrequency="5" numOctaves="100"/>' * 300
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with pytest.raises(ValueError, match="takes more than 1 s"):
        picture(f'<filter id="f">{filters}</filter><rect width="20" height="10" filter="url(#f)"/>', side=256)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 9


def test_the_process_that_draws_opens_no_file() -> None:
    from rcwkit.workers import apart

    with pytest.raises(ValueError, match="Too many open files"):
        apart("confine(); open(sys.executable)", b"", ("/",), 1, 2**30)
    assert (
        apart("confine(); open(sys.executable).close(); sys.stdout.write('x')", b"", ("/",), 1, 2**30, files=True)
        == b"x"
    )
