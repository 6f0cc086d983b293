"""Checks of signs: what is said of each mistake, and where signs, styles and colours may stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from pictures_support import picture, saved
from rcwkit.diagnostics import Diagnostic
from rcwkit.game.loader import load
from rcwkit.kit.checks import signs
from rcwkit.source.project import Project
from tests_support import TOY, write

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z"/></svg>'
POINT = ("aids.yaml", "points: [Stop.]", "points: ['@']")
TITLE = ("aids.yaml", "title: Sheet", "title: '@'")
FOOT = ("cards.yaml", "owner: red,", "owner: red, foot: '@',")
CARD = ("cards.yaml", "title: Ukraine, owner", "title: '@', owner")
LEGEND = ("tracks.yaml", "text: W5", "text: '@'")


def found(folder: Path, spot: tuple[str, str, str], text: str, own: str = "", **more: str) -> list[Diagnostic]:
    file, old, new = spot
    assert old in TOY[file]
    files = {**TOY, **more, file: TOY[file].replace(old, new.replace("@", text), 1)}
    files["game.yaml"] += own
    return list(signs(load(Project(write(folder, files), shown="toy"))))


@pytest.mark.parametrize(
    ("spot", "text", "said"),
    [
        (POINT, ":coin: {die 4 5} {mark red} {ruling totals} **b** [red]c[/]", []),
        (POINT, "A{sign coin}B", []),
        (POINT, "A{sign nocoin}B", [("unknown sign 'nocoin'", "did you mean 'coin'?")]),
        (POINT, ":nocoin:", [("unknown sign 'nocoin'", "did you mean 'coin'?")]),
        (POINT, "{die 4 9}", [("'4 9' are not die faces", "write faces from 1 to 6: {die 4 5}")]),
        (POINT, "[whit]A[/] b", [("unknown colour 'whit'", "did you mean 'white'?")]),
        (
            POINT,
            "[whit]A[/] [rde]b[/]",
            [("unknown colour 'rde'", "did you mean 'red'?"), ("unknown colour 'whit'", "")],
        ),
        (POINT, "{ruling total}", [("unknown ruling 'total'", "did you mean 'totals'?")]),
        (POINT, "a [sup]b[/]", [("'[sup]' is printed on cards and pieces, and not here", "leave it out")]),
        (TITLE, ":coin:", [("signs such as ':coin:' are not drawn here", "say it in words")]),
        (TITLE, ":nocoin:", [("unknown sign 'nocoin'", "did you mean 'coin'?")]),
        (FOOT, ":coin: {die 4} {ruling totals}", []),
        (FOOT, "{die}", [("signs such as '{die}' are not drawn here", "say it in words")]),
        (CARD, "A {ruling totals}", [("signs such as '{ruling totals}' are not drawn here", "say it in words")]),
        (LEGEND, ":coin:", []),
        (LEGEND, "{ruling totals}", [("signs such as '{ruling totals}' are not drawn here", "say it in words")]),
    ],
)
def test_what_is_said_of_signs(
    tmp_path: Path, spot: tuple[str, str, str], text: str, said: list[tuple[str, str]]
) -> None:
    diagnostics = found(tmp_path, spot, text)
    assert [one.message for one in diagnostics] == [message for message, _ in said]
    assert all(hint in one.hint for one, (_, hint) in zip(diagnostics, said, strict=True))


@pytest.mark.parametrize("text", ["**A** b", "*A* b", "[red]A[/] b", "a **B**", "**[nobody]A[/]** b"])
def test_a_name_has_one_style(tmp_path: Path, text: str) -> None:
    assert [(one.code, one.hint) for one in found(tmp_path, TITLE, text)] == [("E266", "leave them out")]


def test_of_two_signs_that_are_meant_the_first_is_proposed(tmp_path: Path) -> None:
    own = "signs: {two-up: a.svg, two_up: a.svg}\n"
    (one,) = found(tmp_path, POINT, ":two up:", own, **{"a.svg": SVG})
    assert (one.code, one.message, one.hint) == ("E245", "':two up:' is not a sign", "write :two-up:")


@pytest.mark.parametrize(
    ("own", "places"),
    [
        ("signs: {x: gone.svg}\n", [12]),
        ("signs: {x: {file: gone.svg, tint: true}}\n", [19]),
        ("signs: {x: a.png}\n", []),
        ("signs: {x: {file: a.png}}\n", []),
        ("signs: {x: {file: a.png, tint: true}}\n", [32]),
        ("signs: {x: {file: a.svg, tint: true}}\n", []),
    ],
)
def test_own_signs_can_be_drawn_and_drawings_tinted(tmp_path: Path, own: str, places: list[int]) -> None:
    (tmp_path / "a.png").write_bytes(saved(picture()))
    assert [one.span.column for one in found(tmp_path, POINT, "x", own, **{"a.svg": SVG})] == places


def test_texts_after_those_of_booklets_are_checked(tmp_path: Path) -> None:
    book = "kind: booklet\nid: a\ntitle: A\nsource: x\ntext: |\n  Text with :nocoin: in it.\n"
    assert [(one.message, one.span.file) for one in found(tmp_path, POINT, ":nocoins:", **{"a.yaml": book})] == [
        ("unknown sign 'nocoin'", "toy/a.yaml"),
        ("unknown sign 'nocoins'", "toy/aids.yaml"),
    ]
