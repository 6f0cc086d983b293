"""The engine: what it is spared shows nowhere, and what a document uses it still has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree

import pytest
from tests_support import text_of

from generator.bundled import bundled
from generator.draw import paginate
from generator.draw.press import Press, press
from generator.layout.columns import Page

AREA = paginate.Area.within((210.0, 297.0), (13.0, 13.0, 15.0))
PAGE = """<!doctype html><html lang="en"><title>t</title><style>
@page { size: 210mm 297mm; margin: 15mm } @page measure { size: 210mm 20000mm } html.measure { page: measure }
html { font: 10pt/1.2 "PT Sans" } .block, .band { display: flow-root } %s
</style>%s<body><article><div class="blocks">%s</div></article>"""


@contextmanager
def pressed(body: str, css: str = "", head: str = "") -> Iterator[Press]:
    with press(bundled("fonts"), PAGE % (css, head, body), {}) as made:
        yield made


def descendants(document: Any) -> list[Any]:
    return [box for page in document.pages for box in page._page_box.descendants()]


def styles(count: int) -> int:
    """How many styles the boxes of so many equal blocks have when they are measured."""
    with pressed('<div class="block"><p>a <b>word</b></p></div>' * count) as made:
        made.engine.read()
        made.root.set("class", "measure")
        paginate.narrow(paginate.parts(made.root), made.root, AREA, "normal")
        found = [box for box in made.engine.measured(made.root).descendants() if box.element_tag in ("div", "p", "b")]
    assert sum(getattr(box, "text", None) == "word" for box in found) == count
    return len({id(box.style) for box in found})


def test_equal_blocks_share_their_styles() -> None:
    """Bug: with a width of its own each block had styles of its own for all that stood in it, a fifth of the time."""
    assert styles(3) == styles(30)


def test_blocks_are_measured_as_wide_as_their_columns() -> None:
    body = '<div class="block">a</div><div class="block span">b</div>'
    with pressed(body) as made:
        root, part = made.root, paginate.parts(made.root)[0]
        part[0].set("data-columns", "2")
        root.set("class", "measure")
        paginate.narrow([part], root, AREA, "normal")
        boxes = paginate.boxes(made.engine.measured(root))
    assert [round(boxes[block].width * 25.4 / 96, 2) for block in part[0]] == [(184 - 8) / 2, 184]


@pytest.mark.parametrize(
    ("css", "body", "shown"),
    [
        ("ul { list-style: disc }", "<ul><li>One</li></ul>", "• One"),
        ("ol { list-style: decimal }", "<ol><li>One</li><li>Two</li></ol>", "One Two 1. 2."),
        ("i::after { content: ' & after' }", "<p><i>Before</i></p>", "Before & after"),
        ("@page { @top-right { content: 'corner' } }", "<p>Text</p>", "Text corner"),
    ],
)
def test_what_a_document_uses_it_has(css: str, body: str, shown: str) -> None:
    with pressed(f'<div class="block">{body}</div>', css) as made:
        document, _ = made.set(AREA)
        assert " ".join(text_of(document.write_pdf()).split()) == shown


def test_a_box_in_a_margin_is_aligned_as_the_standard_says() -> None:
    with pressed('<div class="block">Text</div>', "@page { @top-right { content: 'r' } @left-top { content: 'l' } }") as made:
        document, _ = made.set(AREA)
        made_of = {box.at_keyword: box.style["text_align_all"] for box in descendants(document) if hasattr(box, "at_keyword")}
    assert made_of == {"@top-right": "right", "@left-top": "center"}


def test_a_style_sheet_for_other_media_says_nothing_and_one_elsewhere_still_holds() -> None:
    block = '<div class="block"><p>Text</p></div>'
    for head, body, size in [
        ("", block, 10),
        ("<style media='screen'>p { font-size: 20pt }</style>", block, 10),
        ("<style media='print'>p { font-size: 20pt }</style>", block, 20),
        ("<style>p { font-size: 20pt }</style>", block, 20),
        ("", f'<div class="block"><style>p {{ font-size: 30pt }}</style>{block}</div>', 30),
    ]:
        with pressed(body, "p { font-size: 10pt }", head) as made:
            document, _ = made.set(AREA)
            paragraph = next(box for box in descendants(document) if box.element_tag == "p")
        assert round(paragraph.style["font_size"] * 0.75, 2) == size, (head, body)


def test_a_denser_setting_is_only_tried_where_it_may_save_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heights that were measured tell how many sheets would be left."""
    tried: list[str] = []
    plans = Press._plans
    monkeypatch.setattr(Press, "_plans", lambda self, wanting, area, setting: tried.append(setting) or plans(self, wanting, area, setting))
    for count, settings in [(12, ["normal"]), (14, ["normal", "tight", "tightest"]), (16, ["normal", "tightest"]), (22, ["normal"])]:
        with pressed('<div class="block" style="height: 20mm">Text</div>' * count) as made:
            made.set(AREA)
        assert (count, tried) == (count, settings)
        tried.clear()


def part(classes: str = "") -> Any:
    return ElementTree.Element("article", {"class": classes})


def planned(used: float, *, room: float = 100.0, pages: int = 1) -> paginate.Plan:
    return paginate.Plan("normal", (Page(()),) * pages, 90.0, used, room, (), lambda share: pages)


JOIN = paginate.JOIN


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ([(part(), planned(40)), (part(), planned(60 - JOIN))], [False, True]),
        ([(part(), planned(40)), (part(), planned(60.1 - JOIN))], [False, False]),
        ([(part(), planned(40)), (part(), planned(20)), (part(), planned(40 - 2 * JOIN))], [False, True, True]),
        ([(part(), planned(40)), (part(), planned(20)), (part(), planned(40.1 - 2 * JOIN))], [False, True, False]),
        ([(part(), planned(40, pages=2)), (part(), planned(20))], [False, True]),
        ([(part(), planned(40)), (part(), planned(20, pages=2))], [False, False]),
        ([(part("turned"), planned(10)), (part(), planned(10))], [False, False]),
        ([(part(), planned(10)), (part("turned"), planned(10))], [False, False]),
        ([(part(), planned(10)), (part("turned"), planned(10)), (part(), planned(10)), (part(), planned(10))], [False, False, False, True]),
    ],
    ids=["room", "no room", "third", "no room for a third", "below the last page", "long", "below a turned sheet", "turned", "after a turned sheet"],
)
def test_a_short_part_goes_on_below_the_one_before_it_on_upright_paper(document: list[tuple[Any, paginate.Plan]], expected: list[bool]) -> None:
    parts, plans = zip(*document, strict=True)
    assert paginate.joined(list(parts), list(plans)) == expected
