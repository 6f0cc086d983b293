"""SVG drawings at their limits: sizes, units, depths, and values that are only just accepted."""

from __future__ import annotations

import re

import pytest
from pictures_support import BOX, SVG, svg
from rcwkit.art.artwork import CURRENT
from rcwkit.art.svg import drawing
from rcwkit.art.svg_tree import SIZE, NotDrawn
from rcwkit.frame import Group, Item, Path

MM = 72 / 25.4


def paths(inside: str, head: str = BOX) -> list[Path]:
    return [item for item in drawing(svg(inside, head)).items if isinstance(item, Path)]


def painted(items: tuple[Item, ...], opacity: float = 1.0) -> list[tuple[Path, float]]:
    """The paths of a drawing and of its groups, each with its opacity."""
    found: list[tuple[Path, float]] = []
    for item in items:
        if isinstance(item, Group):
            found += painted(item.items, opacity * item.opacity)
        elif isinstance(item, Path):
            found.append((item, opacity))
    return found


def clipped(inside: str, head: str = BOX) -> Path | None:
    """What a drawing of one group, or of one path, is clipped to."""
    (item,) = drawing(svg(inside, head)).items
    within = item.within if isinstance(item, Group) else None
    assert within is None or isinstance(within, Path)
    return within


def only(inside: str, head: str = BOX) -> Path:
    (path,) = paths(inside, head)
    return path


def rect(more: str = "") -> str:
    return f'<rect width="4" height="2" {more}/>'


def line(more: str = "") -> str:
    return f'<path d="M0 0h1v1" fill="none" stroke="red" {more}/>'


def within(more: str, inside: str) -> str:
    return f"<g {more}>{inside}</g>"


def refused(inside: str, head: str = BOX) -> NotDrawn:
    with pytest.raises(NotDrawn) as error:
        drawing(svg(inside, head))
    return error.value


def sized(size: str) -> str:
    return f'<svg xmlns="{SVG}" {size}>'


def corners(path: Path) -> tuple[float, ...]:
    """The left, top, right and bottom of a path with straight lines, in the units of a drawing 20 wide."""
    points = [point for start, steps, _ in path.subpaths for point in (start, *(step[-2:] for step in steps))]
    across, down = zip(*points, strict=True)
    return min(across) / 50, min(down) / 50, max(across) / 50, max(down) / 50


@pytest.mark.parametrize(
    ("width", "points"),
    [("3", 2.25), ("3px", 2.25), ("3pt", 3), ("3pc", 36), ("3mm", 3 * MM), ("3cm", 30 * MM), (" +.3e1 in ", 216)],
)
def test_lengths_in_every_unit(width: str, points: float) -> None:
    path = only(line(f'stroke-width="{width}"'))
    assert path.line == pytest.approx(points / 0.75 * 50)
    assert drawing(svg("", sized(f'width="{width}" height="{width}"')))[:2] == pytest.approx((points, points))


@pytest.mark.parametrize("width", ["3 p t", "--3", ".", "1e400", "", "3 3", "-1", "thin"])
def test_what_is_no_length_counts_for_nothing(width: str) -> None:
    """As browsers have it."""
    assert only(within('stroke-width="2"', line(f'stroke-width="{width}"'))).line == 100
    assert paths(f'<rect width="{width}" height="2"/>') == []


@pytest.mark.parametrize("inside", ['<rect width="3em" height="2"/>', line('stroke-width="2vw"')])
def test_lengths_of_fonts_and_windows_are_refused(inside: str) -> None:
    assert re.fullmatch("a length in '(em|vw)' is not printed", refused(inside).message)


def test_of_ids_that_are_alike_the_first_counts() -> None:
    two = '<defs><rect id="a" width="4" height="2"/><circle id="a" r="1"/></defs><use href="#a"/>'
    assert corners(only(two)) == (0, 0, 4, 2)


def test_half_an_ellipse_is_a_circle_and_dashes_of_circles_begin_at_the_right() -> None:
    circle = only('<ellipse cx="5" cy="5" rx="2"/>')
    assert corners(circle) == pytest.approx((3, 3, 7, 7)) and circle.subpaths[0].start == (150, 250)
    dashed = only('<circle cx="5" cy="5" r="2" stroke="red" stroke-dasharray="1"/>')
    assert dashed.subpaths[0].start == (350, 250)


def test_what_is_for_other_languages_is_left_out() -> None:
    assert paths(rect('systemLanguage="de"') + rect('requiredExtensions="x"')) == []
    assert len(paths(rect('systemLanguage="de, en-GB"'))) == 1


def test_an_inner_drawing_has_percentages_and_opacity_of_its_own() -> None:
    inner = '<svg viewBox="0 0 8 4"><rect width="50%" height="100%"/></svg>'
    assert corners(only(inner)) == pytest.approx((0, 0, 10, 10))
    symbol = f'<symbol id="s" opacity=".5">{rect()}</symbol><use href="#s" opacity=".5"/>'
    assert [opacity for _, opacity in painted(drawing(svg(symbol)).items)] == [0.25]


def test_where_a_transformation_begins_is_refused() -> None:
    for how in ('transform-origin="center"', 'style="transform-origin: 2px"'):
        assert refused(rect(how)).message == "'transform-origin' is not printed"


def test_percentages_are_of_the_drawing() -> None:
    assert corners(only('<rect x="50%" y="10%" width="25%" height="50%"/>')) == pytest.approx((10, 1, 15, 6))
    across = (20**2 + 10**2) ** 0.5 / 2**0.5
    assert only(line('stroke-width="10%"')).line == pytest.approx(across / 10 * 50)


def test_a_key_names_the_art() -> None:
    assert drawing(svg(""), "flags/a.svg").key == "flags/a.svg"
    assert drawing(svg("")).key == ""


@pytest.mark.parametrize(
    ("size", "natural"),
    [
        ('width="8pt" height="99pt" viewBox="0 0 20 10"', (8, 4)),
        ('width="50%" viewBox="0 0 20 10"', (15, 7.5)),
        ('width="50% " viewBox="0 0 20 10"', (15, 7.5)),
        ('width="" viewBox="0 0 20 10"', (15, 7.5)),
        ('width="0" viewBox="0 0 20 10"', (15, 7.5)),
        ('width="-5" viewBox="0 0 20 10"', (15, 7.5)),
        ('width="0.5pt" viewBox="0 0 20 10"', (0.5, 0.25)),
        ('width="999999pt" viewBox="0 0 20 10"', (999_999, 499_999.5)),
        ('width="1000000pt" viewBox="0 0 20 10"', (15, 7.5)),
        ('viewBox="7,7 , 20 10"', (15, 7.5)),
        ('width="16" height="4"', (12, 3)),
    ],
)
def test_natural_sizes(size: str, natural: tuple[float, float]) -> None:
    assert drawing(svg("", sized(size)))[:2] == pytest.approx(natural)


def test_without_a_view_the_whole_size_is_drawn_from_its_corner() -> None:
    wide = only('<rect x="4" y="1" width="16" height="2"/>', sized('width="20" height="10"'))
    assert corners(wide) == pytest.approx((4, 1, 20, 3))
    inches = only('<rect x="96" width="96" height="48"/>', sized('width="2in" height="1in"'))
    assert corners(inches) == pytest.approx((10, 0, 20, 5))


@pytest.mark.parametrize(
    "view",
    [*("0 0 1000 1", "0 0 1 1000", "0 0 1e-3 1e-3", "0 0 .5 .5", "0 0 1e7 1e7", "1e7 -1e7 2 2", "-1e7 1e7 2 2")],
)
def test_views_that_are_only_just_drawn(view: str) -> None:
    width, height = map(float, view.split()[2:])
    assert drawing(svg("", sized(f'viewBox="{view}"')))[:2] == pytest.approx((width * 0.75, height * 0.75))


@pytest.mark.parametrize(
    ("view", "size"),
    [
        ("0 0 1000.5 1", "1000.5 × 1"),
        ("0 0 1 1000.5", "1 × 1000.5"),
        ("0 0 9e-4 9e-4", "0.0009 × 0.0009"),
        ("0 0 -1 -1", "-1 × -1"),
        ("0 0 10000001 10000001", "1e+07 × 1e+07"),
        ("10000001 0 1 1", "1 × 1"),
        ("0 -10000001 1 1", "1 × 1"),
        ("inf 0 1 1", "1 × 1"),
        ("0 nan 1 1", "1 × 1"),
    ],
)
def test_views_that_are_too_large_or_too_small(view: str, size: str) -> None:
    error = refused("", sized(f'viewBox="{view}"'))
    assert (error.message, error.code) == (f"a drawing of {size} is too large or too small", "E269")


def test_what_a_view_lacks() -> None:
    hint = "give it a viewBox: '0 0 WIDTH HEIGHT'"
    for size in ('width="5"', 'height="5"', 'width="5%" height="5%"', ""):
        error = refused("", sized(size))
        assert error.message == "the drawing has no size"
    assert (error.message, error.hint, error.code) == ("the drawing has no size", hint, "E269")
    for view in ("0 0 1 1 1", "a b c d", "0 0 1"):
        assert refused("", sized(f'viewBox="{view}"')).message == f"viewBox='{view}' is not four numbers"


LONG = "x" * 41


@pytest.mark.parametrize(
    "inside",
    [
        f'<g transform="{LONG}"/>',
        f'<g clip-path="{LONG}"/>',
    ],
)
def test_long_values_are_quoted_up_to_forty_characters(inside: str) -> None:
    message = refused(inside).message
    assert "x" * 40 in message and "x" * 41 not in message


def test_long_values_of_a_view_or_of_numbers_out_of_range_are_quoted_in_part() -> None:
    assert f"'{'x' * 40}'" in refused("", sized(f'viewBox="{LONG}"')).message
    far = "scale(1e300) scale(1e300) translate(1e9 1e9)"
    assert refused(f'<g transform="{far}"/>').message == f"transform='{far[:40]}' is out of range"


def test_as_many_elements_are_drawn_as_the_limit_says() -> None:
    most = "<title/>" * 20_000
    assert paths(most) == []
    error = refused(most + "<title/>")
    assert (error.message, error.hint, error.code) == ("more than 20,000 elements", "simplify it", "E269")


def test_attributes_are_counted_as_often_as_they_are_repeated() -> None:
    """The description and its one repetition have as many characters in attributes as a drawing may have."""
    long = f'<desc id="a" class="{"x" * (SIZE // 2 - 2)}"/>'
    assert paths(f'{long}<use href="#a"/>') == []
    error = refused(f'{long}<use href="#a" x="0"/>')
    assert (error.message, error.code) == ("repeated too often", "E269")


def groups(count: int, inside: str) -> str:
    return "<g>" * count + inside + "</g>" * count


@pytest.mark.parametrize("name", ["g", "symbol"])
def test_elements_are_drawn_as_deep_as_the_limit_says(name: str) -> None:
    """The `use` is at depth 41, what it repeats at 42, and the rectangle at 64 or 65."""
    for deep in (21, 22):
        use = '<use href="#a"/>'
        inside = f'<defs><{name} id="a">{groups(deep, rect())}</{name}></defs>{groups(40, use)}'
        if deep == 21:
            assert len(paths(inside)) == 1
        else:
            error = refused(inside)
            assert (error.message, error.hint, error.code) == ("nested deeper than 64", "simplify it", "E269")


@pytest.mark.parametrize("place", ['x="-20"', 'x="40"', 'y="-10"', 'y="20"', 'x="-20" y="20"'])
def test_a_text_near_the_drawing_is_not_a_note(place: str) -> None:
    error = refused(f"<text {place}>A</text>")
    assert error.message == "<text> is not printed"
    assert error.hint == "convert texts to paths (in Inkscape: Path, Object to Path)"


@pytest.mark.parametrize("place", ['x="-20.01"', 'x="40.01"', 'y="-10.01"', 'y="20.01"', 'x="41" y="21"'])
def test_a_text_more_than_the_size_of_the_drawing_outside_is_a_note(place: str) -> None:
    assert paths(f"<text {place}>A</text>{rect()}") != []


@pytest.mark.parametrize("how", ['visibility="hidden"', 'display="none"', 'opacity="0"'])
def test_a_text_that_does_not_show_is_left_out(how: str) -> None:
    assert paths(f"<text {how}>A</text>") == []


@pytest.mark.parametrize("how", ["", 'x="99" y="99"'])
def test_a_picture_is_refused_wherever_it_stands(how: str) -> None:
    """Unlike a text, it is no note to oneself."""
    assert refused(f"<image {how}/>").message == "<image> is not printed"
    assert paths(f"<image {how} display='none'/>") == []


def test_what_is_not_printed_has_a_hint() -> None:
    error = refused("<image/>")
    assert (error.message, error.code) == ("<image> is not printed", "E268")
    assert error.hint == "name the picture itself instead, as PNG or JPEG"


@pytest.mark.parametrize("name", ["b", "flowRoot", "filter", "linearGradient", "clipPath", "marker", "pattern"])
def test_what_browsers_do_not_show_is_left_out(name: str) -> None:
    assert paths(f"<{name}>{rect()}</{name}>") == []


def test_of_a_switch_the_first_that_is_understood_is_drawn() -> None:
    other = f'<foreignObject/><g requiredExtensions="x">{rect()}</g>'
    assert corners(only(f'<switch>{other}<g transform="translate(1)">{rect()}</g>{rect()}</switch>'))[0] == 1
    assert len(paths(f"<a href='b'>{rect()}</a>")) == 1


def test_what_is_hidden_stays_hidden_where_it_inherits() -> None:
    """Bug: `visibility="inherit"` showed what the group around it hid."""
    assert paths(within('visibility="hidden"', rect('visibility="inherit"'))) == []
    assert len(paths(within('visibility="hidden"', rect('visibility="visible"')))) == 1
    assert len(paths(rect("visibility='inherit'"))) == 1
    assert paths(rect("visibility='collapse'")) == []


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ('width="4" height="6"', (0, 2.5, 4, 3.5)),
        ('width="16" height="1"', (6, 0, 10, 1)),
        ('x="1" y="2" width="8" height="2"', (1, 2, 9, 4)),
        ('width="0.5" height="0.5"', (0, 0.1875, 0.5, 0.3125)),
        ("", (0, 2.5, 20, 7.5)),
    ],
)
@pytest.mark.parametrize("ratio", ["", 'preserveAspectRatio="xMidYMid"', 'preserveAspectRatio="xMidYMid meet"'])
def test_a_symbol_stands_in_the_middle_of_its_room(ratio: str, use: str, found: tuple[float, ...]) -> None:
    symbol = f'<symbol id="s" viewBox="1 2 8 2" {ratio}><rect x="1" y="2" width="8" height="2"/></symbol>'
    assert corners(only(f'{symbol}<use href="#s" {use}/>')) == pytest.approx(found)


@pytest.mark.parametrize("use", ['width="0"', 'height="0"', 'width="-1"', 'height="-1" width="9"'])
def test_a_symbol_without_room_is_left_out(use: str) -> None:
    assert paths(f'<symbol id="s" viewBox="0 0 4 4"><rect width="4" height="4"/></symbol><use href="#s" {use}/>') == []


@pytest.mark.parametrize(
    ("ratio", "found", "cut"),
    [
        ("none", (0, 0, 16, 4), False),
        ("xMinYMin", (0, 0, 4, 4), False),
        ("xMaxYMax meet", (12, 0, 16, 4), False),
        ("xMidYMid slice", (0, -6, 16, 10), True),
        ("xMinYMax slice", (0, -12, 16, 4), True),
        ("xMidYMid meet meet", (6, 0, 10, 4), False),
    ],
)
def test_a_symbol_is_placed_as_it_says(ratio: str, found: tuple[float, ...], cut: bool) -> None:
    head = f'<symbol id="s" viewBox="0 0 4 4" preserveAspectRatio="{ratio}"><rect width="4" height="4"/></symbol>'
    drawn = f'{head}<use href="#s" width="16" height="4"/>'
    ((path, _),) = painted(drawing(svg(drawn)).items)
    assert corners(path) == pytest.approx(found)
    assert (clipped(drawn) is not None) == cut


def test_a_symbol_is_in_the_middle_where_its_place_is_not_understood() -> None:
    symbol = '<symbol id="s" viewBox="0 0 4 4" preserveAspectRatio="middle"><rect width="4" height="4"/></symbol>'
    for room, found in (('width="8" height="4"', (2, 0, 6, 4)), ('width="4" height="8"', (0, 2, 4, 6))):
        assert corners(only(f'{symbol}<use href="#s" {room}/>')) == found


def test_an_inner_drawing_is_placed_and_clipped() -> None:
    inner = '<svg x="2" y="1" width="8" height="4" viewBox="0 0 4 4">{}</svg>'
    assert corners(only(inner.format('<rect width="4" height="4"/>'))) == pytest.approx((4, 1, 8, 5))
    within = clipped(inner.format('<rect width="9" height="4"/>'))
    assert within and corners(within) == pytest.approx((2, 1, 10, 5))
    ((path, _),) = painted(drawing(svg('<svg id="s" width="0"/><svg><rect x="1" width="1" height="1"/></svg>')).items)
    assert corners(path) == pytest.approx((1, 0, 2, 1))


SYMBOL = '<symbol id="s" viewBox="0 0 10 5" {}>{}</symbol><use href="#s" width="10" height="5" {}/>'


@pytest.mark.parametrize(
    "turn", ["", 'transform="scale(3)"', 'transform="rotate(90)"', 'transform="rotate(37) scale(2)"']
)
@pytest.mark.parametrize(
    ("shape", "inside"),
    [
        ("M-.0099 0h1v1", True),
        ("M-.0102 0h1v1", False),
        ("M0-.0099h1v1", True),
        ("M0-.0102h1v1", False),
        ("M10.0099 0h-1v1", True),
        ("M10.0102 0h-1v1", False),
        ("M0 5.0099h1v-1", True),
        ("M0 5.0102h1v-1", False),
        ("M0 0C10 0 10 5 9 5z", True),
        ("M0 0C10 0 11 5 9 5z", False),
        ("M0 0C11 0 9 5 9 5z", False),
        ("M1 1h1v1zM9 4h2v1z", False),
    ],
)
def test_a_symbol_that_reaches_beyond_its_view_is_clipped(shape: str, inside: bool, turn: str) -> None:
    assert (clipped(SYMBOL.format("", f'<path d="{shape}"/>', turn)) is None) == inside
    assert len(paths(SYMBOL.format('overflow="visible"', f'<path d="{shape}"/>', turn))) == 1


@pytest.mark.parametrize(
    "shape", ["M-1 0h5v5", "M-1.01 0h5v5", "M0-1h5v5", "M0-1.01h5v5", "M999 0h2v1", "M999 0h2.01v1", "M0 499v2h1"]
)
def test_a_thousandth_of_a_symbols_size_may_lie_outside_of_its_view(shape: str) -> None:
    symbol = f'<symbol id="s" viewBox="0 0 1000 500"><path d="{shape}"/></symbol><use href="#s"/>'
    head = sized('viewBox="0 0 1000 500"')
    assert (clipped(symbol, head) is not None) == (".01" in shape)


@pytest.mark.parametrize("turn", ["", 'transform="scale(3)"', 'transform="rotate(90)"'])
def test_half_of_an_outline_may_lie_outside_of_a_symbols_view(turn: str) -> None:
    for left, inside in (("-1.005", True), ("-1.02", False)):
        drawn = SYMBOL.format("", f'<path d="M{left} 1h1v1" stroke="red" stroke-width="2"/>', turn)
        assert (clipped(drawn) is None) == inside


@pytest.mark.parametrize("turn", ["scale(0 1)", "scale(1 0)", "matrix(1 4 1 4 0 0)", "matrix(4 1 4 1 0 0)", "scale(0)"])
def test_a_symbol_that_is_pressed_flat_has_no_inside(turn: str) -> None:
    drawn = SYMBOL.format("", '<path d="M0 0h11v1"/>', f'transform="{turn}"')
    assert len(paths(drawn)) == 1


@pytest.mark.parametrize(
    ("turn", "wide"),
    [
        ("", 50),
        ("scale(-2 2)", 100),
        ("rotate(30)", 50),
        ("rotate(90) scale(3)", 150),
        ("matrix(0 2 2 0 0 0)", 100),
        ("matrix(3 4 -4 3 9 9)", 250),
        ("matrix(3 -4 4 3 9 9)", 250),
    ],
)
def test_an_outline_is_scaled_with_its_shape(turn: str, wide: float) -> None:
    assert only(line(f'transform="{turn}"')).line == pytest.approx(wide)


@pytest.mark.parametrize("turn", ["scale(1 1.01005)", "scale(100 99)", "matrix(1 0 .0099 1 0 0)", "skewX(.56)"])
def test_an_outline_may_be_skewed_and_stretched_a_little(turn: str) -> None:
    assert len(paths(line(f'transform="{turn}"'))) == 1


@pytest.mark.parametrize(
    "turn", ["scale(1 1.0103)", "scale(1.0103 1)", "matrix(1 0 .0101 1 0 0)", "skewX(.59)", "skewY(-.59)"]
)
def test_an_outline_may_not_be_skewed_and_stretched_more(turn: str) -> None:
    error = refused(line(f'transform="rotate(20) {turn}"'))
    assert error.message == "an outline that is skewed or stretched is not printed"
    assert error.hint == "make the outline a shape (in Inkscape: Path, Stroke to Path)"


def test_outlines_without_width_are_not_drawn() -> None:
    assert paths(line('stroke-width="0"')) == []
    filled = only(rect('stroke="red" stroke-width="0"'))
    assert (filled.fill, filled.stroke, filled.line) == ("#000000", None, 0)
    assert only(line('stroke-width="0.01"')).line == pytest.approx(0.5)


def test_a_line_has_no_inside() -> None:
    line = only('<line x2="5" y2="5" fill="red" stroke="blue"/>')
    assert (line.fill, line.stroke) == (None, "#0000FF")
    assert paths('<line x2="5" y2="5" fill="red"/>') == []


def test_an_outline_drawn_first_is_two_paths_only_if_both_show() -> None:
    assert len(paths(line('paint-order="stroke"'))) == 1
    assert len(paths(rect('paint-order="stroke"'))) == 1
    first, second = paths(rect('stroke="red" stroke-width="2" paint-order="stroke fill"'))
    assert (first.fill, first.stroke, first.line) == (None, "#FF0000", 100)
    assert (second.fill, second.stroke, second.line) == ("#000000", None, 0)
    assert len(paths(within('paint-order="stroke"', rect('stroke="red" paint-order="inherit"')))) == 2


def test_what_is_inherited_and_what_is_not() -> None:
    outer = 'fill-rule="evenodd" stroke="red" stroke-width="3" stroke-miterlimit="7" stroke-linecap="round"'
    plain, inherits, other = paths(
        f'<g {outer} stroke-linejoin="bevel">{line()}'
        + '<path d="M0 0h1v1" fill-rule="inherit" stroke="inherit" stroke-width="inherit" stroke-miterlimit="inherit"'
        + ' stroke-linecap="inherit" stroke-linejoin="inherit"/>'
        + '<path d="M0 0h1v1" stroke="blue" fill-rule="nonzero" stroke-width="2" stroke-miterlimit="1"'
        + ' stroke-linecap="butt" stroke-linejoin="miter"/></g>'
    )
    for path in (plain, inherits):
        assert (path.stroke, path.line, path.miter, path.cap, path.join) == ("#FF0000", 150, 7, "round", "bevel")
        assert path.even_odd
    assert (other.stroke, other.line, other.miter, other.cap, other.join) == ("#0000FF", 100, 1, "butt", "miter")
    assert not other.even_odd
    bare = only(line(""))
    assert (bare.line, bare.miter, bare.cap, bare.join, bare.even_odd) == (50, 4, "butt", "miter", False)
    square = only(line('stroke-linecap="square" stroke-linejoin="round"'))
    assert (square.cap, square.join) == ("square", "round")


@pytest.mark.parametrize(
    "effect",
    [
        'mask="none"',
        'filter=""',
        'vector-effect="none"',
        'vector-effect="inherit"',
        'vector-effect=""',
        'mix-blend-mode="normal"',
    ],
)
def test_effects_that_change_nothing_are_accepted(effect: str) -> None:
    assert len(paths(rect(effect))) == 1


@pytest.mark.parametrize(
    ("colour", "found"),
    [
        ("#ABCdef", "#ABCDEF"),
        ("#1aF", "#11AAFF"),
        (" Navy ", "#000080"),
        ("rgb(1,2,3)", "#010203"),
        ("rgb( 255 , 256, 999 )", "#FFFFFF"),
        ("rgb(254 16 0)", "#FE1000"),
        ("rgb(100%, 0%, 20%)", "#FF0033"),
        ("rgba(1,2,3,1)", "#010203"),
        ("#abcf", "#AABBCC"),
        ("hsl(120, 100%, 25%)", "#008000"),
        ("hsl(-240deg 100% 25%)", "#008000"),
        ("rgb(0, 50%, 0)", "#B3201F"),
        ("redd", "#B3201F"),
        ("rgb(1,2)", "#B3201F"),
        ("", "#B3201F"),
        ("url(#a) #123456", "#123456"),
        ("inherit", "#B3201F"),
        ("currentColor", CURRENT),
    ],
)
def test_colours(colour: str, found: str) -> None:
    assert only(within('fill="#b3201f"', rect(f'fill="{colour}"'))).fill == found


@pytest.mark.parametrize(
    ("colour", "found"),
    [
        ("#0f08", 0x88 / 255),
        ("#00ff0080", 128 / 255),
        ("rgba(0,255,0,.4)", 0.4),
        ("rgb(0 255 0 / 40%)", 0.4),
        ("hsla(120,100%,50%,.4)", 0.4),
    ],
)
def test_a_colour_may_be_translucent(colour: str, found: float) -> None:
    ((path, opacity),) = painted(drawing(svg(rect(f'fill="{colour}"'))).items)
    assert path.fill == "#00FF00" and opacity == pytest.approx(found, abs=0.002)


def test_a_link_to_nothing_paints_nothing() -> None:
    assert paths(rect('fill="url(#a)"')) == paths(rect('fill="url(http://b/#a) none"')) == []
    assert paths('<path d="M0 0h1" fill="none" stroke="url(#a)"/>') == []


def test_no_colour_at_all_keeps_the_current_one() -> None:
    for colour in ("none", "inherit", "transparent", "currentColor"):
        inner = within(f'color="{colour}"', rect('fill="currentColor"'))
        assert only(within('color="red"', inner)).fill == "#FF0000"
    assert paths(rect('fill="transparent"')) == []


def test_a_drawing_is_tinted_by_a_fill_or_an_outline_alone() -> None:
    assert drawing(svg(rect('fill="currentColor" stroke="red"'))).tinted
    assert drawing(svg(rect('stroke="currentColor"'))).tinted
    assert drawing(svg(rect() + rect('fill="currentColor"'))).tinted
    assert not drawing(svg(rect('stroke="red"'))).tinted


@pytest.mark.parametrize(
    ("opacity", "found"),
    [
        ('opacity="0.4"', 0.4),
        ('opacity="40%"', 0.4),
        ('opacity="1.5"', 1),
        ('opacity="2" fill-opacity="0.4"', 0.4),
        ('opacity="150%" fill-opacity="40%"', 0.4),
        ('opacity="0.5" fill-opacity="0.8"', 0.4),
        *((f'opacity="{text}"', 1) for text in ("0.5mm", "nan", "inf", "%", "", "5 %%", "half")),
    ],
)
def test_opacities(opacity: str, found: float) -> None:
    ((path, filled),) = painted(drawing(svg(rect(opacity))).items)
    assert path.fill == "#000000" and filled == pytest.approx(found)
    ((path, stroked),) = painted(drawing(svg(line(opacity.replace("fill-", "stroke-")))).items)
    assert path.stroke == "#FF0000" and stroked == pytest.approx(found)


def test_a_group_fades_as_a_whole_and_no_opacity_is_negative() -> None:
    (group,) = drawing(svg(within('opacity="0.5"', rect() + rect('opacity="0.8" stroke="black"')))).items
    assert isinstance(group, Group) and group.opacity == 0.5
    first, second = group.items
    assert isinstance(first, Path) and isinstance(second, Group)
    assert second.opacity == 0.8 and len(second.items) == 1
    assert paths(rect('opacity="-1"')) == []
    assert paths(within('opacity="-1"', rect('fill-opacity="-1"'))) == []
    ((_, opacity),) = painted(drawing(svg(within('fill-opacity="0.4"', rect()))).items)
    assert opacity == 0.4
    both = painted(drawing(svg(rect('stroke="red" fill-opacity="0.4"'))).items)
    assert [(path.fill, path.stroke, opacity) for path, opacity in both] == [
        ("#000000", None, 0.4),
        (None, "#FF0000", 1),
    ]
    assert drawing(svg(rect('fill="currentColor" opacity="0.5"'))).tinted
    assert paths(rect('fill="currentColor" opacity="0"')) == []
    assert paths(within('display="none"', rect('display="inline"'))) == []


def test_miter_limits() -> None:
    for limit in ("1", "1.5", "1e6"):
        assert only(line(f'stroke-miterlimit="{limit}"')).miter == float(limit)
    for limit in ("0.99", "5mm", "-4", "nan", "inf", "four"):
        assert only(line(f'stroke-miterlimit="{limit}"')).miter == 4


@pytest.mark.parametrize(
    ("dash", "found"),
    [
        ("4 2", ((200, 100), 0)),
        ("4,2,1", ((200, 100, 50, 200, 100, 50), 0)),
        ("5%", ((39.528, 39.528), 0)),
        ("4 2' stroke-dashoffset='1", ((200, 100), 50)),
        ("4 2' stroke-dashoffset='-1", ((200, 100), 250)),
        ("0 0", ((), 0)),
        ("none", ((), 0)),
        ("4 -2", ((), 0)),
        ("4 x", ((), 0)),
    ],
)
def test_dashes(dash: str, found: tuple[tuple[float, ...], float]) -> None:
    path = only(line(f"stroke-dasharray='{dash}'"))
    assert (path.dash, path.phase) == found


def test_dashes_too_fine_to_print_are_refused() -> None:
    assert refused(line('stroke-dasharray="0.001"')).message == "'stroke-dasharray' is not printed"


def test_a_line_that_does_not_scale_keeps_its_width_even_if_it_is_stretched() -> None:
    assert only(within('transform="scale(2 1)"', line('vector-effect="non-scaling-stroke"'))).line == 50


CLIP = "<clipPath id='c' {}>{}</clipPath>"


def test_a_clip_path_shows_a_part() -> None:
    circle = '<circle cx="5" cy="5" r="2"/>'
    within = clipped(CLIP.format("", circle) + rect('clip-path="url(#c)" transform="translate(1)"'))
    assert within and corners(within)[::2] == pytest.approx((4, 8))
    within = clipped(CLIP.format('transform="scale(2)"', circle) + f'<g clip-path="url(#c)">{rect()}</g>')
    assert within and corners(within)[::2] == pytest.approx((6, 14))
    within = clipped(CLIP.format('clipPathUnits="objectBoundingBox"', rect()) + rect('clip-path="url(#c)" x="3"'))
    assert within and corners(within) == pytest.approx((3, 0, 19, 4))
    ring = '<path clip-rule="evenodd" d="M0 0h9v9h-9zM2 2h5v5h-5z"/>'
    within = clipped(CLIP.format("", ring) + rect("style='clip-path:url(\"#c\")'"))
    assert within and within.even_odd and len(within.subpaths) == 2


def test_shapes_of_a_clip_path_are_united() -> None:
    """They run the same way round, so that what lies in both is not cut out."""
    two = '<path d="M0 0h4v4h-4z"/><path d="M2 2v4h4v-4z"/>'
    within = clipped(CLIP.format("", two) + rect('clip-path="url(#c)"'))
    assert within and not within.even_odd
    turns = [
        sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:], strict=False)) > 0
        for points in ([start, *steps, start] for start, steps, _ in within.subpaths)
    ]
    assert turns == [True, True]
    holes = '<path d="M0 0h4v4h-4zM1 1v2h2v-2z"/><rect width="2" height="2"/>'
    assert "overlap" in refused(CLIP.format("", holes) + rect('clip-path="url(#c)"')).message


def test_curves_of_a_clip_path_are_turned_round_as_they_are() -> None:
    """The second runs the other way round: its points come in reverse, and it is the same shape."""
    bow = "M{0} 4C{0} 0 {1} 0 {1} 4z"
    two = f'<path d="{bow.format(0, 8)}"/><path d="{bow.format(10, 6)}"/>'
    within = clipped(CLIP.format("", two) + rect('clip-path="url(#c)"'))
    assert within and [(start, steps) for start, steps, _ in within.subpaths] == [
        ((0, 200), ((0, 0, 400, 0, 400, 200), (0, 200))),
        ((500, 200), ((300, 200), (300, 0, 500, 0, 500, 200))),
    ]


def test_shapes_of_a_clip_path_that_lie_apart_stay_as_they_are() -> None:
    ring = 'clip-rule="evenodd" d="M{0} 0h4v4h-4zM{1} 1h2v2h-2z"'
    for other, count in ((ring.format(4, 5), 4), ("clip-rule='evenodd'", 2)):
        clips = f"<path {ring.format(0, 1)}/><path {other}/>"
        within = clipped(CLIP.format("", clips) + rect('clip-path="url(#c)"'))
        assert within and within.even_odd and len(within.subpaths) == count
    mixed = f'<path {ring.format(0, 1)}/><rect x="9" width="1" height="1"/>'
    assert "of shapes" in refused(CLIP.format("", mixed) + rect('clip-path="url(#c)"')).message


@pytest.mark.parametrize("at", [(0, 3), (8, 3), (4, 0), (4, 6)])
def test_shapes_of_a_clip_path_that_touch_are_not_turned_round(at: tuple[float, float]) -> None:
    two = f'<rect x="4" y="3" width="4" height="3"/><path d="M{at[0]} {at[1]}v3h4v-3z"/>'
    within = clipped(CLIP.format("", two) + rect('clip-path="url(#c)"'))
    assert within and not within.even_odd
    assert within.subpaths[1].steps[0] == (at[0] * 50, at[1] * 50 + 150)


def test_up_to_two_hundred_shapes_of_a_clip_path_may_overlap() -> None:
    clips = [CLIP.format("", rect() * count) + rect('clip-path="url(#c)"') for count in (200, 201)]
    within = clipped(clips[0])
    assert within and len(within.subpaths) == 200
    assert "overlap" in refused(clips[1]).message


def test_what_is_hidden_in_a_clip_path_shows_nothing_and_what_is_used_is_moved() -> None:
    hidden = '<title/><desc/><metadata/><g display="none"/><rect visibility="hidden" width="9" height="9"/>'
    defined, use = '<defs><rect id="r" width="2" height="1"/></defs>', '<use href="#r" x="3" y="4"/>'
    within = clipped(defined + CLIP.format("", hidden + use) + rect('clip-path="url(#c)"'))
    assert within and corners(within) == (3, 4, 5, 5)


def test_a_clip_path_of_a_group_is_in_units_of_the_drawing_and_not_clipped_itself() -> None:
    group = within('clip-path="url(#c)"', rect())
    for clip in (
        CLIP.format('clipPathUnits="objectBoundingBox"', rect()),
        CLIP.format('clip-path="url(#d)"', rect()),
        CLIP.format("", rect('clip-path="url(#d)"')),
    ):
        assert "is not printed" in refused(clip + group).message


def test_what_a_clip_path_may_be() -> None:
    assert drawing(svg(CLIP.format("", "") + rect('clip-path="url(#c)"'))).items == ()
    assert clipped(rect('clip-path="url(#none)"')) is None
    for bad in ("circle(5px)", "url(#r)"):
        assert "clip-path" in refused(f"<rect id='r'/>{rect(f'clip-path={chr(34)}{bad}{chr(34)}')}").message
    words = CLIP.format("", "<text>A</text>") + rect('clip-path="url(#c)"')
    assert refused(words).message == "<text> in a clipPath is not printed"


def test_a_transformation_has_two_thousand_characters_at_most() -> None:
    most = "translate(1   0)" + "scale(1)" * 248
    assert len(most) == 2000
    assert corners(only(rect(f'transform="  {most}  "')))[0] == 1
    error = refused(rect(f'transform="{most[:-1]} )"'))
    assert (error.message, error.hint, error.code) == (
        "a transformation of 2,001 characters",
        "multiply it out",
        "E269",
    )


@pytest.mark.parametrize(
    "turn",
    [
        "translate(1 2 3)",
        "scale(1 2 3)",
        "rotate(1 2)",
        "rotate()",
        "rotate(1 2 3 4)",
        "matrix(1 2 3 4 5)",
        "skewX(1 2)",
        "skewY()",
        "translate()",
        "scale(a)",
        "scale(2) x",
        "scale(2),,scale(2)",
        "Scale(2)",
    ],
)
def test_what_is_not_a_transformation(turn: str) -> None:
    error = refused(rect(f'transform="{turn}"'))
    assert (error.message, error.hint) == (f"transform='{turn}' is not a transformation", "write it out")


@pytest.mark.parametrize(
    ("turn", "found"),
    [
        ("translate(3)", (3, 0, 7, 2)),
        ("translate(3,1)", (3, 1, 7, 3)),
        ("scale(2)", (0, 0, 8, 4)),
        ("scale(2,3)", (0, 0, 8, 6)),
        ("matrix(1 0 0 2 3 4)", (3, 4, 7, 8)),
        ("rotate(90)", (-2, 0, 0, 4)),
        ("rotate(90 5 1)", (4, -4, 6, 0)),
        ("skewX(45)", (0, 0, 6, 2)),
        ("skewY(45)", (0, 0, 4, 6)),
        ("", (0, 0, 4, 2)),
    ],
)
def test_where_transformations_lead(turn: str, found: tuple[float, ...]) -> None:
    assert corners(only(rect(f'transform="{turn}"'))) == pytest.approx(found, abs=1e-4)


def test_uses_are_moved_and_need_a_shape_of_the_drawing() -> None:
    defined = '<defs><rect id="a" width="4" height="2"/></defs>'
    assert corners(only(f'{defined}<use href="#a" x="3" y="4" transform="scale(2)"/>')) == (6, 8, 14, 12)
    for name in ("a", "#b", "", "##a", "other.svg#a"):
        assert paths(f'{defined}<use href="{name}"/>') == []
    inner = '<defs><svg id="s" width="4"><rect width="9" height="9"/></svg></defs><use href="#s" x="1"/>'
    within = clipped(inner)
    assert within and corners(within) == (1, 0, 5, 10)


def test_a_drawing_is_an_svg_element() -> None:
    with pytest.raises(NotDrawn) as error:
        drawing(b"<svg/>\n")
    assert error.value.message == "the drawing has no size"
    with pytest.raises(NotDrawn) as error:
        drawing(b"\n<g/>")
    assert (error.value.line, error.value.code) == (2, "E269")
    assert error.value.hint == f"its first element is <svg xmlns='{SVG}'>"
