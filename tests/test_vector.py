"""SVG drawings: what is read as paths, and what is refused at its line."""

from __future__ import annotations

import pytest
from pictures_support import SVG, here, printed, setter_of, svg
from PIL.ImageColor import getrgb
from rcwkit.art.artwork import CURRENT, placed
from rcwkit.art.svg import drawing
from rcwkit.art.svg_tree import DEPTH, ELEMENTS, SIZE, STEPS, NotDrawn
from rcwkit.frame import Gradient, Group, Path, Subpath

MM = 72 / 25.4


def paths(inside: str, **options: str) -> list[Path]:
    found = drawing(svg(inside, **options)).items
    assert all(isinstance(item, Path) for item in found)
    return [item for item in found if isinstance(item, Path)]


def ends(path: Path) -> list[tuple[float, ...]]:
    """The points of a path, without handles."""
    return [point for start, steps, _ in path.subpaths for point in (start, *(step[-2:] for step in steps))]


def test_the_longer_side_is_a_thousand_points_and_the_natural_size_is_kept() -> None:
    art = drawing(svg('<rect width="20" height="10"/>'))
    assert (art.width, art.height, art.pixels) == (15, 7.5, None)
    assert art.items == (Path((Subpath((0, 0), ((1000, 0), (1000, 500), (0, 500), (0, 0)), True),), "#000000"),)
    wide = f'<svg xmlns="{SVG}" width="40mm" height="20mm" viewBox="-5 -5 20 10">'
    art = drawing(svg('<path d="M-5-5H15"  stroke="red"/>', wide))
    assert (art.width, art.height) == pytest.approx((40 * MM, 20 * MM))
    assert [ends(path) for path in art.items if isinstance(path, Path)] == [[(0, 0), (1000, 0)]]
    assert drawing(svg("", f'<svg xmlns="{SVG}" width="1in" height="36pt">'))[:2] == (72, 36)


@pytest.mark.parametrize(
    ("shape", "points"),
    [
        ('<rect x="1" y="2" width="3" height="4"/>', [(50, 100), (200, 100), (200, 300), (50, 300), (50, 100)]),
        ('<circle cx="5" cy="5" r="5"/>', [(0, 250), (250, 0), (500, 250), (250, 500), (0, 250)]),
        ('<ellipse cx="10" cy="5" rx="10" ry="5"/>', [(0, 250), (500, 0), (1000, 250), (500, 500), (0, 250)]),
        ('<line x1="1" y1="1" x2="2px" y2="3" stroke="red"/>', [(50, 50), (100, 150)]),
        ('<polyline points="0,0 1 1, 2-1"/>', [(0, 0), (50, 50), (100, -50)]),
        ('<polygon points="0,0 1,0 1,1"/>', [(0, 0), (50, 0), (50, 50), (0, 0)]),
        ('<path d="m1 1 h2 v2 z m10 0 l1.5.5"/>', [(50, 50), (150, 50), (150, 150), (50, 50), (550, 50), (625, 75)]),
        ('<path d="M0 0Q5 5 10 0T20 0"/>', [(0, 0), (500, 0), (1000, 0)]),
        ('<path d="M0 0a5 5 0 0110 0"/>', [(0, 0), (250, -250), (500, 0)]),
        ('<path d="M 6. 0\n L 6.\t1"/>', [(300, 0), (300, 50)]),
    ],
)
def test_every_shape_is_a_path(shape: str, points: list[tuple[float, float]]) -> None:
    (path,) = paths(shape)
    assert [pytest.approx(point, abs=0.01) for point in points] == ends(path)


@pytest.mark.parametrize(
    "shape",
    [
        '<rect width="0" height="4"/>',
        '<circle r="0"/>',
        '<path d=""/>',
        '<path d="M 1 1"/>',
        '<polygon points="1 1"/>',
        '<rect width="1" height="1" display="none"/>',
        '<rect width="1" height="1" visibility="hidden"/>',
        '<g opacity="0"><rect width="1" height="1"/></g>',
        '<rect width="1" height="1" fill="none"/>',
        '<line x2="5"/>',
        "<title>A</title><desc>B</desc><metadata><x/></metadata>",
        '<defs><rect id="a" width="1" height="1"/></defs>',
        '<e:view xmlns:e="http://editor"><e:note/><text/></e:view>',
        "<!-- a note -->",
        '<text display="none">A</text>',
        '<g transform="translate(43 0)"><text x="-22" y="-11">A</text></g>',
    ],
)
def test_what_is_not_seen_is_left_out(shape: str) -> None:
    assert paths(shape) == []


def test_paint_is_inherited_and_a_style_comes_first() -> None:
    first, second, third = paths(
        '<g fill="#f00" stroke="navy" stroke-width="2" style="fill-rule:evenodd">'
        '<rect width="1" height="1"/><rect width="1" height="1" fill="lime" style="fill: rgb(1, 2, 3) !important"/>'
        '<rect width="1" height="1" fill="inherit" stroke="none"/></g>'
    )
    assert (first.fill, first.stroke, first.line, first.even_odd) == ("#FF0000", "#000080", 100, True)
    assert second.fill == "#010203"
    assert (third.fill, third.stroke, third.line) == ("#FF0000", None, 0)


def test_a_style_sheet_may_have_rules_for_classes() -> None:
    """Drawing programs write them; they come after attributes and before `style`."""
    sheet = "<defs><style>/* x */ .a, .b-1 { fill: #f00; stroke: navy }\n.b-1{fill:lime}.none{}</style></defs>"
    first, second, third, fourth = paths(
        f'{sheet}<rect width="1" height="1" class="a" fill="blue"/><rect width="1" height="1" class="a b-1"/>'
        '<rect width="1" height="1" class="a" style="fill:#010203"/><rect width="1" height="1" class="other"/>'
    )
    assert [path.fill for path in (first, second, third, fourth)] == ["#FF0000", "#00FF00", "#010203", "#000000"]
    assert [path.stroke for path in (first, fourth)] == ["#000080", None]


def test_rules_for_tags_classes_and_ids_take_precedence_in_this_order() -> None:
    sheet = "<style>@font-face{src:url(a)} * {stroke: lime} rect {fill: red} .a {fill: lime} #b.a {fill: navy}</style>"
    shapes = "".join(f"<rect width='1' height='1' {more}/>" for more in ("", "class='a'", "id='b' class='a'", "id='b'"))
    found = paths(f"{sheet}{shapes}<circle r='1' class='a'/><style>rect.a {{fill: yellow}}</style>")
    assert [path.fill for path in found] == ["#FF0000", "#FFFF00", "#000080", "#FF0000", "#00FF00"]
    assert {path.stroke for path in found} == {"#00FF00"}


def gradient(inside: str) -> tuple[Path, Gradient]:
    """The shape of a drawing that is filled with a gradient, and that."""
    (group,) = drawing(svg(inside)).items
    assert isinstance(group, Group) and isinstance(group.within, Path)
    (paint,) = group.items
    assert isinstance(paint, Gradient)
    return group.within, paint


STOPS = "<stop stop-color='red'/><stop offset='50%' style='stop-color:lime;stop-opacity:.5'/>"


def test_gradients_fill_shapes() -> None:
    box = "<rect x='4' width='10' height='5' fill='url(#g)' fill-opacity='.5'/>"
    within, paint = gradient(f"<linearGradient id='g'>{STOPS}</linearGradient>{box}")
    assert ends(within)[0] == (200, 0)
    assert paint[:4] == (200, 0, 500, 250)
    assert (paint.axis, paint.matrix) == ((0, 0, 1, 0), (500, 0, 0, 250, 200, 0))
    assert paint.stops == ((0, "#FF0000", 0.5), (0.5, "#00FF00", 0.25))
    inherited = (
        f"<linearGradient id='a' x2='5'>{STOPS}</linearGradient><linearGradient id='g' href='#a' y1='10%' {{}}/>"
    )
    _, paint = gradient(inherited.format("gradientUnits='userSpaceOnUse' gradientTransform='scale(2)'") + box)
    assert (paint.axis, paint.matrix) == ((0, 1, 5, 0), (100, 0, 0, 100, 0, 0))
    _, paint = gradient(f"<radialGradient id='g' cx='.3' fy='.4'>{STOPS}</radialGradient>{box}")
    assert paint.axis == pytest.approx((0.3, 0.4, 0, 0.3, 0.5, 0.5))
    _, paint = gradient(f"<radialGradient id='g'>{STOPS}</radialGradient>{box}")
    assert paint.axis == (0.5, 0.5, 0, 0.5, 0.5, 0.5)
    lower = box.replace("x='4'", "x='4' y='2'")
    _, paint = gradient(f"<linearGradient id='g'>{STOPS}</linearGradient>{lower}")
    assert paint[:4] == (200, 100, 500, 250)
    assert paint.matrix == (500, 0, 0, 250, 200, 100)


def test_a_gradient_spans_a_curve_and_not_the_points_that_bend_it() -> None:
    curve = "<path d='M2 1C2 5 6 5 6 1z' fill='url(#g)'/>"
    _, paint = gradient(f"<linearGradient id='g'>{STOPS}</linearGradient>{curve}")
    assert paint.matrix == pytest.approx((200, 0, 0, 150, 100, 50))


def test_an_outline_lies_on_a_gradient() -> None:
    box = "<rect width='10' height='5' fill='url(#g)' stroke='blue' {}/>"
    for more, order in (("", [Group, Path]), ("paint-order='stroke'", [Path, Group])):
        found = drawing(svg(f"<linearGradient id='g'>{STOPS}</linearGradient>{box.format(more)}")).items
        assert [type(item) for item in found] == order
        (edge,) = (item for item in found if isinstance(item, Path))
        assert (edge.fill, edge.stroke) == (None, "#0000FF")


def test_the_colours_of_a_gradient_come_in_order_and_from_the_first_that_has_some() -> None:
    stops = "<stop offset='.6' stop-color='red'/><title/><stop offset='.2' stop-color='lime'/><stop offset='2'/>"
    box = "<rect width='10' height='5' fill='url(#g)'/>"
    _, paint = gradient(f"<linearGradient id='g'>{stops}</linearGradient>{box}")
    assert paint.stops == ((0.6, "#FF0000", 1), (0.6, "#00FF00", 1), (1, "#000000", 1))
    chain = f"<linearGradient id='a'>{STOPS}</linearGradient><linearGradient id='g' href='#a'>{stops}</linearGradient>"
    assert gradient(chain + box)[1].stops == paint.stops


def test_gradients_that_are_one_colour_or_none() -> None:
    box = "<rect width='10' height='5' fill='url(#g)'/>"
    assert [path.fill for path in paths(f"<linearGradient id='g'><stop stop-color='#123'/></linearGradient>{box}")] == [
        "#112233"
    ]
    assert paths(f"<linearGradient id='g'/>{box}") == []
    flat = STOPS.replace("stop-opacity:.5", "")
    flat += "<stop offset='1' stop-color='blue'/>"
    for name, still in (("linear", "x2"), ("radial", "r")):
        one = f"<{name}Gradient id='g' {still}='0'>{flat}</{name}Gradient>"
        assert [path.fill for path in paths(f"{one}{box}")] == ["#0000FF"]
    for empty in ("<path d='M1 1h5' fill='url(#g)'/>", "<path d='M1 1v5' fill='url(#g)'/>"):
        assert paths(f"<linearGradient id='g'>{flat}</linearGradient>{empty}") == [], "it has no width or height"
    tinted = STOPS.replace("red", "currentColor")
    with pytest.raises(NotDrawn, match="colour around it"):
        drawing(svg(f"<linearGradient id='g'>{tinted}</linearGradient>{box}"))
    for more in ("spreadMethod='reflect'", "spreadMethod='repeat'"):
        with pytest.raises(NotDrawn, match="repeats"):
            drawing(svg(f"<linearGradient id='g' {more}>{STOPS}</linearGradient>{box}"))
    still = f"<linearGradient id='g' gradientTransform='scale(0)'>{STOPS}</linearGradient>{box}"
    assert paths(still) == []
    with pytest.raises(NotDrawn, match="two circles"):
        drawing(svg(f"<radialGradient id='g' fr='.1'>{STOPS}</radialGradient>{box}"))
    with pytest.raises(NotDrawn, match="outside"):
        drawing(svg(f"<radialGradient id='g' fx='2'>{STOPS}</radialGradient>{box}"))


def test_the_last_colour_of_a_gradient_without_a_way_has_its_own_opacity() -> None:
    stops = STOPS + "<stop offset='1' stop-color='#0000FF80' stop-opacity='.5'/>"
    box = "<rect width='10' height='5' fill='url(#g)'/>"
    (group,) = drawing(svg(f"<linearGradient id='g' x2='0'>{stops}</linearGradient>{box}")).items
    assert isinstance(group, Group) and group.opacity == pytest.approx(0.251, abs=0.001)
    (path,) = group.items
    assert isinstance(path, Path) and path.fill == "#0000FF"
    assert gradient(f"<linearGradient id='g'>{stops}</linearGradient>{box}")[1].stops[-1][2] == group.opacity


def test_a_gradient_takes_what_it_lacks_from_nine_at_most_and_from_no_shape() -> None:
    """Even if they name one another in a circle."""
    box = "<rect width='10' height='5' fill='url(#g1)'/>"
    chain = "".join(f"<linearGradient id='g{at}' href='#g{at + 1}'/>" for at in range(1, 9))
    for last, found in ((chain, 1), (f"{chain}<linearGradient id='g9' href='#g10'/>", 0)):
        at = 10 - found
        assert len(drawing(svg(f"{last}<linearGradient id='g{at}'>{STOPS}</linearGradient>{box}")).items) == found
    assert paths(f"<linearGradient id='g1' href='#g1'/>{box}") == []
    alone = f"<rect id='a' x2='.5'/><linearGradient id='g1' href='#a'>{STOPS}</linearGradient>"
    assert gradient(alone + box)[1].axis == (0, 0, 1, 0)


def test_a_gradient_may_begin_on_the_edge_of_its_circle() -> None:
    box = "<rect width='10' height='5' fill='url(#g)'/>"
    _, paint = gradient(f"<radialGradient id='g' fx='1'>{STOPS}</radialGradient>{box}")
    assert paint.axis == (1, 0.5, 0, 0.5, 0.5, 0.5)
    _, paint = gradient(f"<radialGradient id='g' r='1e-9'>{STOPS}</radialGradient>{box}")
    assert paint.axis[5] == 1e-9


def test_a_colour_by_name_is_read_alike_after_pillow_looked_it_up() -> None:
    """Pillow keeps what it has looked up in the same table, as numbers."""
    getrgb("rebeccapurple")
    assert [path.fill for path in paths('<rect width="1" height="1" fill="RebeccaPurple"/>')] == ["#663399"]


def test_opacity_is_that_of_a_group() -> None:
    """Bug: it was flattened on white, whatever was below."""
    (group,) = drawing(svg('<g opacity=".5"><rect width="1" height="1"/><rect width="2" height="1"/></g>')).items
    assert isinstance(group, Group)
    assert group.opacity == 0.5 and len(group.items) == 2


def test_the_colour_around_a_drawing_is_its_current_colour() -> None:
    art = drawing(svg('<path d="M0 0h5v5" stroke="currentColor" fill="currentColor"/>'))
    assert art.tinted
    assert [(item.fill, item.stroke) for item in art.items if isinstance(item, Path)] == [(CURRENT, CURRENT)]
    (own,) = paths('<g color="#B3201F"><rect width="1" height="1" fill="currentColor"/></g>')
    assert own.fill == "#B3201F"
    assert not drawing(svg("<rect width='1' height='1'/>")).tinted


@pytest.mark.parametrize(
    ("transform", "point"),
    [
        ("translate(2)", (150, 50)),
        ("translate(2, 3)", (150, 200)),
        ("scale(2)", (100, 100)),
        ("scale(2 3)", (100, 150)),
        ("rotate(90)", (-50, 50)),
        ("rotate(180, 1, 1)", (50, 50)),
        ("matrix(0 1 -1 0 5 0)", (200, 50)),
        ("skewX(45)", (100, 50)),
        ("skewY(45)", (50, 100)),
        ("translate(1 1) , scale(2)", (150, 150)),
    ],
)
def test_transformations(transform: str, point: tuple[float, float]) -> None:
    (path,) = paths(f'<g transform="{transform}"><path d="M1 1h1"/></g>')
    assert ends(path)[0] == pytest.approx(point, abs=0.01)


def test_lines_grow_with_their_shapes_and_keep_their_ends() -> None:
    (path,) = paths(
        '<path transform="scale(3)" d="M0 0h1" stroke="red" stroke-linecap="round" stroke-linejoin="bevel"/>'
    )
    assert path.line == pytest.approx(150)
    assert (path.cap, path.join) == ("round", "bevel")


def test_a_symbol_takes_the_room_of_its_use() -> None:
    symbol = '<symbol id="s" viewBox="0 0 4 4"><rect width="4" height="4"/></symbol>'
    (path,) = paths(symbol + '<use href="#s" x="2" y="1" width="8" height="4"/>')
    assert box(path) == (200, 50, 400, 250)
    (path,) = paths(symbol + '<use href="#s"/>')  # the whole drawing, which is 20 × 10
    assert box(path) == (250, 0, 750, 500)
    assert paths(symbol + '<use href="#s" width="0"/>') == []
    (path,) = paths(symbol.replace("0 0 4 4", "-2 -2 8 8") + '<use href="#s" width="8" height="8"/>')
    assert box(path) == (100, 100, 300, 300)


def test_outlines_are_drawn_first_where_paint_order_says_so() -> None:
    shape = '<path d="M0 0h4v4" fill="red" stroke="blue" {}/>'
    for order in ("", 'paint-order="normal"', 'paint-order="fill stroke"', 'paint-order="markers"'):
        (path,) = paths(shape.format(order))
        assert (path.fill, path.stroke) == ("#FF0000", "#0000FF")
    for order in ('paint-order="stroke"', 'style="paint-order: markers stroke"'):
        assert [(path.fill, path.stroke) for path in paths(shape.format(order))] == [
            (None, "#0000FF"),
            ("#FF0000", None),
        ]


def test_joins_end_at_the_miter_limit() -> None:
    assert [
        path.miter for path in paths('<g stroke="red"><path d="M0 0h1v1"/><path d="M0 0h1" stroke-miterlimit="9"/></g>')
    ] == [4, 9]
    files = {
        name: svg(f'<path d="M2 2L12 4L2 6" fill="none" stroke="#000" {limit}/>')
        for name, limit in (("a.svg", ""), ("b.svg", 'stroke-miterlimit="20"'))
    }
    setter, ends = setter_of(files), []
    for name in files:
        art = setter.picture(name, here)
        assert art is not None
        page = printed((placed(art, 0, 0, 200, 100),), setter, 200, 100)
        ends.append(max(x for x in range(200) if sum(page.getpixel((x, 40))) < 384))
    cut, sharp = ends
    assert cut < 126 and sharp > 140  # half a line, and two and a half, beyond the corner at 120


def test_what_is_important_takes_precedence() -> None:
    css = "<style>.a {fill: red !important; stroke: lime} .b {stroke: blue ! IMPORTANT}</style>"
    (path,) = paths(css + '<path class="a b" d="M0 0h1" style="fill: yellow; stroke: black" stroke="white"/>')
    assert (path.fill, path.stroke) == ("#FF0000", "#0000FF")
    (path,) = paths(css + '<path class="a" d="M0 0h1" style="fill: yellow !important"/>')
    assert (path.fill, path.stroke) == ("#FFFF00", "#00FF00")


@pytest.mark.parametrize(
    "turn", ["rotate(30)", "scale(2)", "scale(-2 2)", "rotate(90) scale(3)", "matrix(0 2 -2 0 1 1)"]
)
def test_outlines_may_be_turned_and_scaled(turn: str) -> None:
    assert len(paths(f'<path transform="{turn}" d="M0 0h1v1" stroke="red"/>')) == 1


@pytest.mark.parametrize("turn", ["scale(2 1)", "skewX(20)", "skewY(5)", "matrix(1 0 0.1 1 0 0)", "scale(1 1.05)"])
def test_an_outline_that_is_skewed_or_stretched_is_refused(turn: str) -> None:
    assert len(paths(f'<path transform="{turn}" d="M0 0h1v1"/>')) == 1
    with pytest.raises(NotDrawn, match="skewed or stretched") as error:
        paths(f'<path transform="{turn}" d="M0 0h1v1" stroke="red"/>')
    assert error.value.code == "E268"


@pytest.mark.parametrize(
    ("view", "long"), [("0 0 20 10", (1000, 500)), ("0 0 10 20", (500, 1000)), ("0 0 5 5", (1000, 1000))]
)
def test_the_longer_side_of_a_drawing_takes_the_grid(view: str, long: tuple[float, float]) -> None:
    _, _, width, height = view.split()
    art = drawing(svg(f'<rect width="{width}" height="{height}"/>', f'<svg xmlns="{SVG}" viewBox="{view}">'))
    (path,) = art.items
    assert isinstance(path, Path) and box(path) == (0, 0, *long)


def box(path: Path) -> tuple[float, ...]:
    """Return the left, top, right and bottom of a path's points."""
    points = [
        (one[at], one[at + 1])
        for start, steps, _ in path.subpaths
        for one in (start, *steps)
        for at in range(0, len(one), 2)
    ]
    (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*points, strict=True))
    return left, top, right, bottom


def test_shapes_are_used_again_in_another_place_and_colour() -> None:
    first, second, third = paths(
        '<defs><rect id="a" width="1" height="1"/><symbol id="s"><path d="M0 0h1v1"/></symbol></defs>'
        '<use href="#a"/><g fill="red"><use xmlns:x="http://www.w3.org/1999/xlink" x:href="#a" x="2" y="3"/></g>'
        '<use href="#s" transform="scale(2)"/>'
    )
    assert (ends(first)[0], first.fill) == ((0, 0), "#000000")
    assert (ends(second)[0], second.fill) == ((100, 150), "#FF0000")
    assert ends(third)[1] == (100, 0)


@pytest.mark.parametrize(
    ("inside", "code", "message"),
    [
        ("<text>A</text>", "E268", "<text> is not printed"),
        ("<text x='19' y='-9'>A</text>", "E268", "<text> is not printed"),
        ("<image/>", "E268", "<image> is not printed"),
        ("<g style='filter: blur(2px)'/>", "E268", "'filter' is not printed"),
        ("<g style='mix-blend-mode: multiply'/>", "E268", "'mix-blend-mode' is not printed"),
        ("<style>g rect {fill: red}</style>", "E268", "<style> with 'g rect' is not printed"),
        ("<style>rect:hover {fill: red}</style>", "E268", "<style> with 'rect:hover' is not printed"),
        (
            "<style>@media print {g {fill: red}}</style>",
            "E268",
            "<style> with more than rules for tags, classes and ids is not printed",
        ),
        (
            "<style>.a {fill: red</style>",
            "E268",
            "<style> with more than rules for tags, classes and ids is not printed",
        ),
        (
            "<rect fill='url(#p)' width='1' height='1'/><pattern id='p'/>",
            "E268",
            "a fill of <pattern> is not printed",
        ),
        (
            "<path d='M0 0h1' stroke='url(#g)'/><linearGradient id='g'><stop/></linearGradient>",
            "E268",
            "a stroke of <linearGradient> is not printed",
        ),
        ("<g style='transform: scale(2)'/>", "E268", "'transform' in a style is not printed"),
        ("<g id='a'><use href='#a'/></g>", "E269", "nested deeper than 64"),
        ("<path d='M0 0L NaN 5'/>", "E268", "the data of this <path> are not sound"),
        ("<path d='M0 0L 5'/>", "E268", "the data of this <path> are not sound"),
        ("<path d='5 5'/>", "E268", "the data of this <path> are not sound"),
        ("<path d='M0 0A1 1'/>", "E268", "the data of this <path> are not sound"),
        ("<path d='M0 0L1e9 0'/>", "E268", "the data of this <path> are not sound"),
        ("<g transform='turn(5)'/>", "E268", "transform='turn(5)' is not a transformation"),
        ("<g transform='scale()'/>", "E268", "transform='scale()' is not a transformation"),
        ("<g transform='scale(1e300) scale(1e300)'/>", "E269", "transform='scale(1e300) scale(1e300)' is out of range"),
        ("<g>", "E269", "not XML: mismatched tag"),
    ],
)
def test_everything_else_is_refused_with_its_line(inside: str, code: str, message: str) -> None:
    with pytest.raises(NotDrawn) as error:
        drawing(svg(f"\n\n{inside}"))
    assert (error.value.code, error.value.message, error.value.line) == (code, message, 3)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not XML: no element found"),
        (b"<html/>", "<html> is not an SVG drawing"),
        (svg("", f'<svg xmlns="{SVG}">'), "the drawing has no size"),
        (svg("", f'<svg xmlns="{SVG}" viewBox="0 0 1">'), "viewBox='0 0 1' is not four numbers"),
        (svg("", f'<svg xmlns="{SVG}" viewBox="0 0 0 1">'), "a drawing of 0 × 1 is too large or too small"),
        (svg("", f'<svg xmlns="{SVG}" viewBox="0 0 NaN 1">'), "a drawing of nan × 1 is too large or too small"),
        (svg("", f'<svg xmlns="{SVG}" viewBox="0 0 1e9 1e9">'), "a drawing of 1e+09 × 1e+09 is too large or too small"),
        (svg("", f'<svg xmlns="{SVG}" viewBox="0 0 2000 1">'), "a drawing of 2000 × 1 is too large or too small"),
        (svg("<g>" * DEPTH + "</g>" * DEPTH), f"nested deeper than {DEPTH}"),
        (svg("<g/>" * ELEMENTS), f"more than {ELEMENTS:,} elements"),
        (svg(f"<!--{'x' * SIZE}-->"), "a drawing of more than 2 MiB"),
        (svg(f"<path d='M0 0{'h0' * STEPS}'/>"), f"more than {STEPS:,} lines and curves"),
        (b"<!DOCTYPE svg [<!ENTITY a SYSTEM 'b'>]>" + svg(""), "the entity 'a' is of another file"),
        (
            b"<!DOCTYPE svg [<!ENTITY a 'b'><!ENTITY c '&#38;a;'>]>" + svg(""),
            "the entity 'c' is one of many, too long, used too often, or has others in it",
        ),
        (b'<?xml version="1.0" encoding="klingon"?>' + svg(""), "not XML: unknown encoding: klingon"),
    ],
)
def test_a_file_that_is_no_sound_drawing(data: bytes, message: str) -> None:
    with pytest.raises(NotDrawn) as error:
        drawing(data)
    assert (error.value.code, error.value.message) == ("E269", message)


def test_what_does_nothing_in_print_is_left_out() -> None:
    inside = "<script>x()</script><rect width='1' height='1' onclick='x()'><animate/></rect><?php ?>"
    assert len(paths(inside)) == 1


def test_entities_of_the_file_are_read() -> None:
    """Illustrator names its namespaces so."""
    head = b"<!DOCTYPE svg [<!ENTITY ns 'http://www.w3.org/2000/svg'><!ENTITY red '#FF0000'>]>"
    (path,) = drawing(
        head + b"<svg xmlns='&ns;' viewBox='0 0 1 1'><rect width='1' height='1' fill='&red;'/></svg>"
    ).items
    assert isinstance(path, Path) and path.fill == "#FF0000"


def test_the_document_type_of_svg_itself_is_allowed_and_not_fetched() -> None:
    head = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert drawing(head + svg("<rect width='1' height='1'/>")).items


def test_a_drawing_looks_on_paper_as_it_should() -> None:
    """Fill rules, holes, what lies outside the drawing, and the order of shapes."""
    setter = setter_of(
        {
            "a.svg": svg(
                '<rect x="-50" y="-50" width="200" height="200" fill="#00f"/>'
                '<path fill="#f00" fill-rule="evenodd" d="M2 2h6v6h-6z M4 4h2v2h-2z"/>'
                '<path fill="#0f0" d="M12 2h6v6h-6z M14 4h2v2h-2z"/>'
            )
        }
    )
    art = setter.picture("a.svg", here)
    assert art
    page = printed((placed(art, 20, 20, 100, 50),), setter, 140, 90)
    blue, white = (0, 0, 255), (255, 255, 255)
    assert [page.getpixel((x, 45)) for x in (10, 25, 33, 45, 95, 115, 125)] == [
        *(white, blue, (255, 0, 0), blue, (0, 255, 0), blue, white)
    ]
