"""Blocks as HTML: a golden of each kind, by section; template errors give their line."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Span
from rcwkit.document.blocks import (
    Ask,
    Block,
    Cell,
    Chance,
    ChanceRow,
    Chances,
    Chart,
    Column,
    Deal,
    DocumentPart,
    Entry,
    FormStage,
    Grid,
    Heading,
    Ladder,
    Outcome,
    Pane,
    Panel,
    Paragraph,
    Picture,
    Point,
    Ribbon,
    Roll,
    Rolls,
    Row,
    Ruling,
    Rung,
    Section,
    Tabletop,
    Task,
    Throw,
    Worksheet,
)
from rcwkit.document.deployed import Arrivals, Deployment, Expected, Expecting, Key, Placed
from rcwkit.document.templates import html, read_templates
from rcwkit.frame import Frame, Rect
from rcwkit.type.text import Setter
from tests_support import Golden

TEMPLATES = {
    **read_templates(bundled("templates")),
    "t.html": '{% import "blocks.html" as show with context %}\n'
    '{{ show.title(part, "one") }}{{ show.body(part, name, ticks) }}',
}
CHIP = Frame(10, 5, (Rect(0, 0, 10, 5, "#B3201F"),), name="1 Army")
CHART = Chart(
    title="Turn 9",
    rule="15.14",
    note="At its **end**.",
    flags=(3,),
    head="1d6",
    groups=(("Control", 2),),
    columns=(Cell("Red", "word", "red"), Cell("Neutral", "word")),
    rows=(
        Row(
            (Cell("RED", "word owner", "red", 2), Cell("–", "word quiet")),
            (Cell("1", faces=(1,)),),
            Span("toy/tables.yaml", 9),
        ),
        Row((Cell("none", "word"),), (Cell("2–6"),)),
    ),
    rolled=True,
    keys="figure",
    drm=(("−1", "Red leads"),),
    key=((Cell("RED", "word"), "Red **gains** control."),),
    remarks=("Totals past the ends count as 1 or 2–6.",),
    foot=("Once.",),
    width="half",
    id="turn9",
    at=Span("toy/tables.yaml", 6),
)
SECTION = Section(
    "Resolve",
    (
        (
            Pane((Point("Roll {flag 3}.", "a"),), look="boxed", head="Red", aside="first", owner="red"),
            Pane((Point("Stop."),)),
        ),
        (Pane(look="filled", head="Near", picture="tower", ways=("worse", "better")), Pane(look="slip", head="Far")),
    ),
    number="1",
    note="one die",
    rule="9",
    flags=(3,),
)
BLOCKS: dict[str, Block] = {
    "grid-heads": Grid("lines", (), (Cell("Red", owner="red"), Cell("None")), ("Who leads?",)),
    "grid-lines": Grid("lines", (Row((Cell("42.1", note="8/19"), Cell("–")), (Cell("Any reduced"),)),)),
    "grid-changes": Grid("changes", (Row((Cell("1 Army **×2**"), Cell("text")), (Cell("Ra1", box="red: Ra1"),)),)),
    "grid-decisions": Grid("decisions", (Row(()),), (), ("Also agreed",)),
    "chart": CHART,
    "grid-odds": Grid(
        "odds",
        (Row((Cell("50", shade=5), Cell("–"), Cell("1.5", "mean")), (Cell("±0", rows=2),)),),
        (Cell("0"), Cell("1", owner="red"), Cell("mean", "mean")),
        ("DRM",),
        (12.0,),
        "Losses",
    ),
    "heading": Heading("Red", "side", "14.1", (3,), "9 armies", "red.guard", at=Span("toy/red.yaml", 2)),
    "panel": Panel(("First.", "**Last.**"), "warning", (3,)),
    "paragraph": Paragraph("Roll **once** & write ____.", "intro"),
    "deployment": Deployment(
        "North",
        (Placed("715", "Petrozavodsk", "North: 715", (CHIP,), "in reserve", (3,), ":star:"),),
        "1 counter",
        "red.guard",
        "Not in **winter**.",
        (3,),
        CHIP,
    ),
    "key": Key("How to read a line", (("army", CHIP),), ":star: Victory City"),
    "arrivals": Arrivals(
        "Republics",
        (Expecting("Red", "red.guard", True),),
        (("Control", "at home", (Expected((CHIP,), "W5 **only**", (3,)),)),),
    ),
    "point": Point("Stop <here>."),
    "deal": Deal(
        "1", "Form: 1", "Cards", asks=(Ask("How many?", (), "1 to 3"),), deck="Days", spaces=2, count="How many?"
    ),
    "ladder": Ladder(
        "2", "Form: 2", rungs=(Rung("Red leads", "Halt **now**.", ("first", "second"), (3,)), Rung("", "Go."))
    ),
    "rolls": Rolls(
        "Ukraine",
        "controller: Red",
        (("Armies", (Roll("1 Army", (4,), True, "+1 = 5", "full", True, True),)),),
        ("All.",),
        ("Code 1.",),
    ),
    "entry": Entry("Minsk", "charts 2 · turn 1"),
    "grid-modifiers": Grid(
        "modifiers", (Row((Cell("at war"),), (Cell("+1"),)), Row((Cell("tired :loss:"),), (Cell("−1"),)))
    ),
    "ribbon": Ribbon((Cell("Politics", "here", note="Now {die 3}"), Cell("War", ""))),
    "ribbon-boxes": Ribbon((Cell("1", "here", "red"), Cell("2")), "boxes", ("nearer", "off")),
    "chances": Chances(
        "windows",
        (
            ChanceRow(
                (Chance("2 in 6", 0.33, 2), Chance("goes", 1.0, 6, style="sure")), "France", "on average turn 1.7"
            ),
        ),
        ("1", "2"),
        "turn",
        windows=6,
    ),
    "section": SECTION,
    "section-beside": replace(SECTION, beside=(SECTION,)),
    "worksheet": Worksheet(
        (Column("Faction", align="left"), Column("Net", "sum")),
        (Row((Cell(""),), (Cell("{mark red} Red"),)), Row((Cell(""), Cell("{box} W5")))),
        (("Sums", 2),),
        (("All", 2),),
    ),
    "ruling": Ruling(3, "total", "Totals", (("1", "two"),), "The list.", True, id="3"),
    "point-numbered": Point("Roll.", "2"),
    "throw": Throw(
        "1",
        "Form: 1",
        "Armies",
        "Red leads",
        ("in Kiev", "in Minsk"),
        (Ask("Who?", ("Red", "None")),),
        "Once.",
        (3,),
        dice="1d6",
        count=2,
        boxes=("1 Army", "2 Army"),
        modifiers=(("+1", "at war", False), ("−", "lost", True)),
        reading="Read **it**.",
        columns=("Red",),
        rows=(Outcome("1–3", ("full",), "it stays"),),
        follows=(("full", "stays"),),
        remarks=("Ends count.",),
    ),
    "task": Task("Deal the cards.", "Campaign: Begin: Deal", "1", ("seven each",), (3,)),
}
GUIDE = {Picture, Tabletop}
"""Kinds that occur only in the print guide, which is not shown on screens."""


def shown(*blocks: Block, name: str = "", ticks: str = "", places: bool = False, linked: bool = False) -> str:
    part = DocumentPart("Part", blocks, note="for **all**", rule="1", flags=(7,))
    text = html(
        "t.html", {"part": part, "name": name, "ticks": ticks, "places": places, "linked": linked}, TEMPLATES, Setter()
    )
    return re.sub(r"\s*\n\s*", "\n", re.sub(r"<svg(?!\sclass).*?</svg>", "<svg/>", text)).strip() + "\n"


def test_every_kind_of_block_is_tried() -> None:
    found = {*Block.__subclasses__(), *FormStage.__subclasses__()} - GUIDE - {FormStage}
    kinds = {kind for kind in found if kind.__module__.startswith("rcwkit.")}  # other tests have blocks of their own
    assert {type(one) for one in BLOCKS.values()} == kinds
    assert all(type(one).__name__.lower() == name.partition("-")[0] for name, one in BLOCKS.items())


@pytest.mark.parametrize("kind", BLOCKS)
def test_a_block_as_html(golden: Golden, kind: str) -> None:
    golden(f"html/{kind}.html", shown(BLOCKS[kind]).partition('<div class="blocks">\n')[2])


def test_a_part_has_a_title_with_rule_note_and_rulings() -> None:
    assert shown().startswith(
        '<h2 class="part" id="one">Part<sup class="flag">7</sup></h2>\n<p class="sub"><b>Rule 1</b> for <b>all</b></p>'
    )


def test_positions_are_printed_only_on_request() -> None:
    assert "toy/" not in shown(CHART)
    assert re.findall(r'<(\w+)[^>]* data-at="([^"]*)"', shown(CHART, places=True)) == [
        ("div", "toy/tables.yaml:6"),
        ("tr", "toy/tables.yaml:9"),
    ]


def test_links_lead_to_charts_and_rulings() -> None:
    assert ' id="chart-turn9"' in shown(CHART, name="chart")
    assert ' id="' not in shown(CHART).partition("</h2>")[2]
    assert '<sup class="flag"><a href="#ruling-3" aria-label="ruling 3">3</a></sup>' in shown(CHART, linked=True)
    assert ' id="ruling-3"' in shown(BLOCKS["ruling"], name="ruling")


def test_ticks_are_kept_under_their_part_heading_and_words() -> None:
    text = shown(
        Heading("Begin", "section"),
        BLOCKS["task"],
        Heading("End", "section"),
        Task("Stop.", "Campaign: End: Stop"),
        ticks="Campaign",
    )
    assert re.findall(r'data-tick="([^"]*)"', text) == ["Campaign|Begin|Deal the cards.", "Campaign|End|Stop."]


def test_ticks_of_a_set_up_are_kept_under_their_words() -> None:
    assert re.findall(r'data-tick="([^"]*)"', shown(BLOCKS["deployment"], ticks="set-up")) == ["set-up|North: 715"]


def test_sections_begin_with_headings_and_charts() -> None:
    side, minor, point = Heading("Red", "side"), Heading("North", "minor"), Point("one")
    wide = replace(CHART, span=True)
    found = re.findall(
        r'class="(section(?: span)?|heading|point|chart)[ "]',
        shown(point, side, minor, point, point, CHART, point, wide, wide, point),
    )
    assert " ".join(found).replace(" section", "\nsection").splitlines() == [
        "section point",
        "section heading heading point point",
        "section chart point",
        "section span chart",
        "section span chart",
        "section point",
    ]


@pytest.mark.parametrize(
    ("template", "line", "code"),
    [
        ("\n{{ part.nothing }}", 2, "E410"),
        ("{% for %}", 1, "E410"),
        ("\n\n{{ 1 / 0 }}", 3, "E410"),
        ("{{ 7|die }}", 1, "E410"),
        ("{% macro m() %}\n{{ m() }}{% endmacro %}\n{{ m() }}", 2, "E410"),
        ("\n{{ 'x' * (1000 * 1000 * 1000 * 1000 * 1000) }}", 2, "E413"),
    ],
)
def test_template_errors_are_reported_with_their_line(template: str, line: int, code: str) -> None:
    with pytest.raises(InputError) as error:
        html("t.html", {"part": DocumentPart("Part", ())}, {"t.html": template}, Setter())
    (found,) = error.value.diagnostics
    assert (found.code, found.span.file, found.span.line) == (code, "t.html", line)


@pytest.mark.parametrize(
    ("template", "line", "code"), [("\n{{ part.nothing }}", 2, "E410"), ("{{ part.title }}", 0, "")]
)
def test_a_thread_has_its_pages_made_elsewhere(template: str, line: int, code: str) -> None:
    """Only a main thread can be told that its time is over; the preview answers in others."""
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(html, "t.html", {"part": DocumentPart("A & b", ())}, {"t.html": template}, Setter())
        if not code:
            assert answer.result() == "A &amp; b"
            return
        with pytest.raises(InputError) as error:
            answer.result()
    (found,) = error.value.diagnostics
    assert (found.code, found.span.line) == (code, line)
