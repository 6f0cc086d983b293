"""What every PDF of a kit declares: its title, how to print it, where to cut, what its parts are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from rcwkit.game.catalogue import locate
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import build
from rcwkit.sheets.paper import PAPERS
from tests_support import TOY, write

WAYS = (
    Options(paper="a3", flip="short", aids="large"),
    Options(paper="letter", backs="gutterfold", ink="low", screen=True),
)
MM = 72 / 25.4
CUT = ("cards", "counters", "map-", "pieces", "tracks", "gauges", "storage")


@pytest.fixture(scope="module", params=WAYS, ids=lambda options: f"{options.paper}-{options.backs}")
def kit(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Options, dict[str, pikepdf.Pdf]]:
    """Build a kit; return its options, and its PDFs by name."""
    folder = write(tmp_path_factory.mktemp("toy"), TOY)
    (([report], _),) = build([locate(str(folder))], folder / "out", {"": request.param}, lambda *_: None)
    files = {name: pikepdf.open(report.folder / name) for name in report.files if name.endswith(".pdf")}
    assert len(files) >= 12
    return request.param, files


def boxes(page: Any) -> Iterator[list[float]]:
    for name in ("/MediaBox", "/BleedBox", "/TrimBox"):
        yield [float(value) for value in page[name]]


def test_every_page_has_its_paper_and_box_within_box(kit: tuple[Options, dict[str, pikepdf.Pdf]]) -> None:
    options, files = kit
    for name, pdf in files.items():
        if name.startswith("booklet") and options.screen:
            continue  # half sheets, one by one
        cut = name.startswith(CUT)
        paper = PAPERS[options.paper] if cut else options.paper_of(composed=name.startswith("folder"))
        for page in pdf.pages:
            media, bleed, trim = boxes(page)
            assert sorted(media[2:]) == pytest.approx(sorted((paper.width * MM, paper.height * MM)), abs=0.1), name
            for inner, outer in ((trim, bleed), (bleed, media)):
                assert all(one >= other - 0.01 for one, other in zip(inner[:2], outer[:2], strict=True)), name
                assert all(one <= other + 0.01 for one, other in zip(inner[2:], outer[2:], strict=True)), name
            if name.startswith(("cards", "counters", "pieces")):
                assert trim != media, f"{name}: nothing says where to cut"


def test_every_file_declares_its_title_and_how_to_print_it(kit: tuple[Options, dict[str, pikepdf.Pdf]]) -> None:
    options, files = kit
    for name, pdf in files.items():
        root: Any = pdf.Root
        assert str(root.Lang) == "en", name
        assert str(pdf.docinfo["/Title"]).startswith("Toy: "), name
        wishes = root.ViewerPreferences
        assert (str(wishes.PrintScaling), bool(wishes.PickTrayByPDFSize), bool(wishes.DisplayDocTitle)) == (
            "/None",
            True,
            True,
        ), name
        flipped = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}[options.flip]
        expected = (
            flipped if name.startswith(("cards", "counters", "pieces")) and options.backs == "duplex" else "/Simplex"
        )
        if name.startswith("booklet") and not options.screen:
            expected = "/DuplexFlipShortEdge"
        document = "/StructTreeRoot" in root and len(pdf.pages) > 1
        assert str(wishes.Duplex) == ("/DuplexFlipLongEdge" if document else expected), name
        assert len({page.label for page in pdf.pages}) == len(pdf.pages), name
        with pdf.open_outline() as outline:
            assert outline.root, name


def test_every_text_document_is_tagged(kit: tuple[Options, dict[str, pikepdf.Pdf]]) -> None:
    options, files = kit
    for name, pdf in files.items():
        if name.startswith(CUT) or (name.startswith("booklet") and not options.screen):
            continue
        assert bool(pdf.Root.MarkInfo.Marked), name
        roles = Counter(tags(pdf.Root.StructTreeRoot))
        assert roles["/Document"] == 1 and roles["/H1"] >= 1, name
        assert all("/StructParents" in page for page in pdf.pages), name
        if name == "charts.pdf":
            assert roles["/Table"] and roles["/TH"] and roles["/TD"]


def tags(node: Any) -> Iterator[str]:
    """Yield the role of every element of a structure tree."""
    if isinstance(node, pikepdf.Dictionary):
        if "/S" in node:
            yield str(node.S)
        kids: Any = node.get("/K", [])
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            yield from tags(kid)


def test_every_font_is_embedded_and_ours(kit: tuple[Options, dict[str, pikepdf.Pdf]]) -> None:
    _, files = kit
    for name, pdf in files.items():
        fonts = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
        ]
        assert fonts, name
        assert all({"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys()) for font in fonts), name
        assert all("PT" in str(font.FontName) for font in fonts), name


def test_the_ruler_of_cut_sheets_is_as_long_as_it_says(
    kit: tuple[Options, dict[str, pikepdf.Pdf]], tmp_path: Path
) -> None:
    """Ten blocks of a centimetre, with a line of 100 mm below them."""
    options, files = kit
    page = files["counters.pdf"].pages[0]
    forms = [page.Contents, *page.Resources.XObject.values()]
    lengths = {round(length, 2) for form in forms for length in levels(pikepdf.parse_content_stream(form))}
    assert any(length == pytest.approx(283.465, abs=0.01) for length in lengths), lengths


def levels(operations: Any) -> Iterator[float]:
    """Yield the lengths of horizontal lines."""
    start: list[float] = []
    for operation in operations:
        values = [
            float(value)
            for value in operation.operands
            if not isinstance(value, (pikepdf.Name, pikepdf.String, pikepdf.Array))
        ]
        if str(operation.operator) == "m":
            start = values
        elif str(operation.operator) == "l" and start and values[1] == start[1]:
            yield abs(values[0] - start[0])
