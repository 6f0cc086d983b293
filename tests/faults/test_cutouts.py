"""T8: pieces and print shops of strangers: every outline is refused or cut at once, every size within bounds."""

from __future__ import annotations

from pathlib import Path

import pytest
from faults_support import Cases, many, refused, spawn, timely
from rcwkit.diagnostics import Diagnostic, InputError, Severity
from rcwkit.export.shops import named, shop
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.checks import check
from rcwkit.sheets.imposition import impose
from rcwkit.sheets.paper import PAPERS, Edition
from rcwkit.source.project import Project
from tests_support import TOY, write

HEAD = "kind: pieces\nid: p\ntitle: P\nsource: None\n"
TAIL = "\npieces: {a: {title: A, copies: 99}}\n"
ZIGZAG = ", ".join(f"[{index}, {index % 2 * 50}]" for index in range(200))
SPIRAL = ", ".join(f"[{100 + index % 7 * 20}, {100 + index * 3 % 11 * 10}]" for index in range(60))

OUTLINES = [
    "[]",
    "[[0, 0]]",
    "[[0, 0], [30, 0]]",
    "[[0, 0], [0, 0], [0, 0]]",
    "[[0, 0], [10, 0], [20, 0]]",
    "[[0, 0], [0, 200], [0, 100]]",
    "[[0, 0], [30, 30], [30, 0], [0, 30]]",
    "[[0, 0], [60, 0], [60, 60], [0, 60], [0, 0]]",
    "[[0, 0], [60, 0], [60, 60], [60, 0], [0, 60]]",
    "[[0, 0], [60, 0], [30, 30], [60, 60], [0, 60], [30, 30]]",
    "[[0, 0], [260, 0], [260, 0.001], [0, 0.001]]",
    f"[{ZIGZAG}]",
    f"[{SPIRAL}]",
    "[[0, 0], [-1, 0], [30, 30]]",
    "[[0, 0], [261, 0], [30, 30]]",
    "[[0, 0], [1e308, 0], [30, 30]]",
    "[[0, 0], [.nan, 0], [30, 30]]",
    "[[0, 0], [.inf, 0], [30, 30]]",
    "[[0, 0], [30, 0, 5], [30, 30]]",
    "[[0, 0], [30], [30, 30]]",
    "[[0, 0], 30, [30, 30]]",
    "[0, 0, 30, 0, 30, 30]",
    "[[0, 0], [x, 0], [30, 30]]",
    "[[0, 0], [{a: 1}, 0], [30, 30]]",
    "[[[0, 0]], [[30, 0]], [[30, 30]]]",
    "{a: [0, 0], b: [30, 0], c: [30, 30]}",
    "[[0, 0], [30mm, 0], [3 cm, 30], [0, 1in]]",
    "[[0, 0], [260, 0], [260, 260], [0, 260]]",
    '"M0 0L9 9"',
    "~",
    "30",
    "[" + "[0, 0], " * 201 + "[1, 1]]",
]

SIZES = [
    "size: 0",
    "size: -5",
    "size: 4.9",
    "size: 1e9",
    "size: .nan",
    "size: .inf",
    "size: 5x2000mm\nform: mat",
    "size: 2000x2000mm\nform: mat",
    "size: 2000x5mm\nform: mat",
    "size: 5\nform: figure\ndepth: 1000",
    "size: 200\nform: figure\ndepth: 0.01",
    "size: 5x200mm\nform: figure",
    "size: 5\nshape: hex",
    "size: 260\nshape: hex",
    "size: 5x260mm\nshape: hex",
    "size: 260x5mm\nshape: hex\ncuts: apart",
    "size: 5\nshape: round",
    "size: 5\nform: die",
]


def found(folder: Path, text: str) -> list[Diagnostic]:
    """Load, check, draw and impose a game with this document; return all that is wrong."""
    try:
        game = load(Project(write(folder, {"game.yaml": TOY["game.yaml"], "pieces.yaml": text}), shown="demo"))
        wrong = check(game)
        if any(one.severity is Severity.ERROR for one in wrong):
            return wrong
        setter = game.setter()
        for file in files_of(game):
            contents = file.lay_out(setter, PAPERS["a4"])
            assert isinstance(contents, Cut)
            if contents.pieces:
                from sheets_support import FOOT

                impose(contents.pieces, Edition(PAPERS["a4"]), FOOT)
        return [*wrong, *setter.found]
    except InputError as error:
        return error.diagnostics


@pytest.mark.row("T8")
def test_every_outline_is_refused_at_its_place_or_cut(tmp_path: Path, cases: Cases) -> None:
    for number, outline in enumerate(OUTLINES):
        with cases(outline[:50], seconds=20):
            text = f"{HEAD}outline: {outline}{TAIL}"
            wrong = [one for one in found(tmp_path / str(number), text) if one.severity is Severity.ERROR]
            assert {one.code for one in wrong} <= {"E112", "E114", "E124", "E330", "E370"}, wrong
            assert all(one.span.file == "demo/pieces.yaml" and one.span.line >= 1 for one in wrong), wrong
            good = "30mm" in outline
            assert bool(wrong) != good, wrong


@pytest.mark.row("T8")
def test_every_size_is_refused_or_printed(tmp_path: Path, cases: Cases) -> None:
    for number, size in enumerate(SIZES):
        with cases(size, seconds=20):
            tail = TAIL if "die" not in size else "\npieces: {a: {title: A, sides: [a, b, c, d]}}\n"
            wrong = [one for one in found(tmp_path / str(number), HEAD + size + tail) if one.severity is Severity.ERROR]
            assert {one.code for one in wrong} <= {"E124", "E310", "E330"}, wrong


@pytest.mark.row("T8")
def test_a_million_corners_end_in_time_and_memory(tmp_path: Path, cases: Cases) -> None:
    for count in (1_000_000, 100_000)[: many(2, 1)]:
        with cases(count, seconds=60):
            text = f"{HEAD}outline: [{', '.join(['[0, 1]'] * count)}]{TAIL}"
            write(tmp_path / "demo", {"game.yaml": TOY["game.yaml"], "pieces.yaml": text})
            ended = spawn("check", "demo", cwd=tmp_path)
            refused(ended)
            assert timely(ended.seconds, 2)
            assert ended.peak < 300


FIGURES = [
    ("dpi: 300", "dpi: 999999999"),
    ("dpi: 300", "dpi: 0"),
    ("dpi: 300", "dpi: high"),
    ("bleed: 1/8in", "bleed: -3"),
    ("bleed: 1/8in", "bleed: 99999"),
    ("[825, 1125]", "[99999999, 99999999]"),
    ("[825, 1125]", "[0, 0]"),
    ("[825, 1125]", "[825]"),
    ("sources:", "source:"),
    ("PokerDeck:", "../../PokerDeck:"),
]


@pytest.mark.row("T8")
def test_figures_of_a_shop_are_within_bounds(tmp_path: Path, cases: Cases) -> None:
    text = named()["gamecrafter"].read_text(encoding="utf-8")
    for before, after in FIGURES:
        with cases(after, seconds=5):
            assert before in text
            (tmp_path / "mine.yaml").write_text(text.replace(before, after, 1), encoding="utf-8")
            with pytest.raises(InputError) as error:
                shop(str(tmp_path / "mine.yaml"))
            assert {one.code for one in error.value.diagnostics} <= {"E122", "E123", "E124"}
