"""Finished PDFs as printed, in every edition: true rulers, right boxes, embedded fonts, selectable text."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from typing import Any

import pikepdf
import pytest
from rcwkit.game.game import Game
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import GUIDE, Made, make
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import guide_view, last
from rcwkit.sheets.paper import Printer
from tests_support import text_of

EDITIONS = [
    Options(paper="letter", backs="gutterfold", ink="low"),
    Options(paper="a3", backs="sheets", corners=True, aids="large"),
    Options(paper="tabloid", backs="duplex", flip="short", outline=True, marks="both", ink="low"),
    Options(printer=Printer("office", (0.75, -0.25), 99.4)),
]
Matrix = tuple[float, float, float, float, float, float]


def times(a: Matrix, b: Matrix) -> Matrix:
    """Return the transformation a followed by b."""
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def lines(holder: Any, resources: Any, move: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[float]:
    """Yield the length on paper, in points, of every straight line that a page or form draws."""
    stack: list[Matrix] = []
    at = (0.0, 0.0)
    for instruction in pikepdf.parse_content_stream(holder):
        operands = instruction.operands
        match str(instruction.operator):
            case "q":
                stack.append(move)
            case "Q":
                move = stack.pop()
            case "cm":
                move = times(tuple(float(value) for value in operands), move)  # type: ignore[arg-type]
            case "m":
                at = float(operands[0]), float(operands[1])
            case "l":
                x, y = float(operands[0]) - at[0], float(operands[1]) - at[1]
                yield math.hypot(x * move[0] + y * move[2], x * move[1] + y * move[3])
                at = float(operands[0]), float(operands[1])
            case "Do":
                form = resources.XObject[str(operands[0])]
                if form.Subtype == "/Form":
                    own = tuple(float(value) for value in form.get("/Matrix", [1, 0, 0, 1, 0, 0]))
                    yield from lines(form, form.get("/Resources", resources), times(own, move))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options", EDITIONS, ids=lambda options: f"{options.paper}-{options.backs}-{options.ink}-{options.aids}"
)
def test_the_pages_of_an_edition(triumph: Game, options: Options) -> None:
    files = [
        make(triumph, file, options)
        for file in files_of(triumph)
        if file.stem in ("counters", "cards-factions", "tracks")
    ]
    view = guide_view(triumph, [one.about.component for one in files], options)
    made = {one.name: one for one in [last(triumph, GUIDE, view, options), *files]}
    rulers_are_100_mm_long(options, made)
    boxes_lie_in_one_another_on_the_chosen_paper(options, made)
    fonts_are_embedded_and_text_can_be_selected(options, made)


def rulers_are_100_mm_long(options: Options, made: dict[str, Made]) -> None:
    for name, one in made.items():
        scale = options.printer.scale / 100 if options.printer and name != "0-print-guide.pdf" else 1.0
        with pikepdf.open(io.BytesIO(one.data)) as pdf:
            assert len(pdf.pages) == one.about.component.pages
            found = [[length * scale for length in lines(page, page.Resources)] for page in pdf.pages]
            ruled = [any(abs(length - 283.465) <= 0.01 for length in lengths) for lengths in found]
            # The guide has one ruler, each cut sheet its own.
            assert any(ruled) if name.startswith("0") else all(ruled), f"{name}: {[sorted(one)[-6:] for one in found]}"


def boxes_lie_in_one_another_on_the_chosen_paper(options: Options, made: dict[str, Made]) -> None:
    for name, one in made.items():
        cut = one.about.component.form != "document"
        paper = options.edition.paper if cut else options.paper_of(composed=name.startswith("folder"))
        with pikepdf.open(io.BytesIO(one.data)) as pdf:
            for page in pdf.pages:
                media, bleed, trim = (
                    [float(value) for value in box] for box in (page.mediabox, page.bleedbox, page.trimbox)
                )
                assert sorted((media[2], media[3])) == pytest.approx(
                    sorted((paper.width / 25.4 * 72, paper.height / 25.4 * 72)), abs=0.01
                )
                for inner, outer in ((trim, bleed), (bleed, media)):
                    assert (
                        inner[0] >= outer[0] - 0.01
                        and inner[1] >= outer[1] - 0.01
                        and inner[2] <= outer[2] + 0.01
                        and inner[3] <= outer[3] + 0.01
                    )
                if one.about.component.form in ("cards", "counters"):
                    assert trim[2] - trim[0] < media[2] - 20, "what is cut lies inside the margins"


def fonts_are_embedded_and_text_can_be_selected(options: Options, made: dict[str, Made]) -> None:
    words = {
        "0-print-guide.pdf": "You own the game?",
        "counters.pdf": "Ger a8A",
        "cards-factions.pdf": "ASTRAKHAN",
        "tracks.pdf": "FACTION CONTROL TABLE",
    }
    for name, one in made.items():
        with pikepdf.open(io.BytesIO(one.data)) as pdf:
            found = [
                thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/FontDescriptor" in thing
            ]
            assert found
            assert all("/FontFile2" in font.FontDescriptor or "/FontFile3" in font.FontDescriptor for font in found)
        text = text_of(one.data)
        assert words[name].casefold() in text.casefold()
        if options.printer and name != "0-print-guide.pdf":
            assert "office: backs +0.75, −0.25 mm; 99.4 %" in text
