"""Checks of looks: which texts are not legible on which grounds, where that is said, and what would be."""

from __future__ import annotations

from pathlib import Path

import pytest
from rcwkit.art.colours import contrast
from rcwkit.diagnostics import Diagnostic
from rcwkit.game.loader import load
from rcwkit.kit.checks import check, legible
from rcwkit.source.project import Project
from tests_support import TOY, write


def found(folder: Path, look: str) -> list[Diagnostic]:
    text = f"{TOY['game.yaml']}look: {look}\n"
    return list(legible(load(Project(write(folder / "toy", {**TOY, "game.yaml": text}), shown="toy"))))


def needs(text: str, ground: str, ratio: str) -> str:
    return f"{text} on {ground} has a contrast of {ratio}: text needs 4.5"


@pytest.mark.parametrize(
    ("look", "said"),
    [
        ("{}", []),
        ("{ink: '#000000', page: '#FFFFFF'}", []),
        (
            "{quiet: '#B0B0B0', like: naval}",
            [
                (15, needs("quiet #B0B0B0", "paper #EDF1F3", "1.9"), "such as #6A6A6A"),
                (15, needs("quiet #B0B0B0", "page #FFFFFF", "2.2"), "such as #727272"),
            ],
        ),
        (
            "{page: '#777777'}",
            [
                (14, needs("ink #1B1A18", "page #777777", "3.9"), "such as #858585"),
                (14, needs("quiet #58534A", "page #777777", "1.7"), "such as #C9C9C9"),
            ],
        ),
        (
            "{like: naval, gold: '#445566'}",
            [(27, needs("ink #17222B", "gold #445566", "2.1"), "such as #85909C")],
        ),
        (
            "{ink: '#777777', paper: '#FFFFFF'}",
            [
                (13, needs("ink #777777", "paper #FFFFFF", "4.5"), "such as #717171"),
                (13, needs("ink #777777", "page #FFFFFF", "4.5"), "such as #717171"),
                (13, needs("ink #777777", "gold #C9A227", "1.9"), "such as #3C3C3C"),
            ],
        ),
        # The text is what to change, wherever the ground stands.
        (
            "{paper: '#777777', quiet: '#888888'}",
            [
                (15, needs("ink #1B1A18", "paper #777777", "3.9"), "such as #858585"),
                (33, needs("quiet #888888", "paper #777777", "1.3"), "such as #000000"),
                (33, needs("quiet #888888", "page #FFFFFF", "3.5"), "such as #747474"),
            ],
        ),
        (
            "{ink: '#202020', page: '#101010', paper: '#FFFFFF', gold: '#FFFFFF', quiet: '#FFFFFF'}",
            [
                (13, needs("ink #202020", "page #101010", "1.2"), "make the text darker and its ground lighter"),
                (83, needs("quiet #FFFFFF", "paper #FFFFFF", "1.0"), "such as #737373"),
                (83, needs("quiet #FFFFFF", "white sheets", "1.0"), "such as #737373"),
            ],
        ),
        (
            "{ink: '#F0F0F0', quiet: '#FFFFFF', paper: '#101010', page: '#202020', gold: '#303030'}",
            [
                (13, needs("ink #F0F0F0", "white sheets", "1.1"), "such as #6C6C6C"),
                (31, needs("quiet #FFFFFF", "white sheets", "1.0"), "such as #737373"),
            ],
        ),
    ],
)
def test_texts_that_are_not_legible(tmp_path: Path, look: str, said: list[tuple[int, str, str]]) -> None:
    line = TOY["game.yaml"].count("\n") + 1
    assert [(one.span.column, one.message, one.hint) for one in found(tmp_path, look)] == said
    assert {(one.code, one.span.file, one.span.line) for one in found(tmp_path, look)} <= {
        ("E278", "toy/game.yaml", line)
    }


def test_what_is_proposed_is_just_legible() -> None:
    """Steps of a twentieth: the one before the proposed shade would not do."""
    assert contrast("#727272", "#FFFFFF") >= 4.5 > contrast("#7B7B7B", "#FFFFFF")
    assert contrast("#1B1A18", "#858585") >= 4.5 > contrast("#1B1A18", "#7E7E7E")


def test_just_enough_contrast_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = "{ink: '#777777', page: '#FFFFFF', paper: '#FFFFFF', gold: '#FFFFFF'}"
    assert len(found(tmp_path, look)) == 3
    monkeypatch.setattr("rcwkit.kit.checks.LEGIBLE", contrast("#777777", "#FFFFFF"))
    assert found(tmp_path, look) == []
    # On white sheets too, and a shade that has it is proposed.
    dark = "{ink: '#777777', page: '#000000', paper: '#000000', gold: '#000000', quiet: '#777777'}"
    assert found(tmp_path, dark) == []
    monkeypatch.setattr("rcwkit.kit.checks.LEGIBLE", contrast("#727272", "#FFFFFF"))
    assert found(tmp_path, "{quiet: '#B0B0B0', paper: '#FFFFFF'}")[0].hint == "such as #727272"
    monkeypatch.setattr("rcwkit.kit.checks.LEGIBLE", contrast("#777777", "#000000"))
    assert [one.message.split(" has")[0] for one in found(tmp_path, dark)] == [
        "ink #777777 on white sheets",
        "quiet #777777 on white sheets",
    ]


LAID = """kind: layouts
id: l
layouts:
  bare: {boxes: {words: {size: %s, text: "{{ card.title }}", at: [5, 5, 50, 20]}}}
"""


@pytest.mark.parametrize(
    ("size", "told"), [("[10, 8]", ["W271"]), ('"{{ look.size }}"', [])], ids=["of its own", "that of the look"]
)
def test_a_size_that_no_card_uses_is_told(tmp_path: Path, size: str, told: list[str]) -> None:
    """Bug: `sizes: {cards: 12}` changed nothing on cards with a layout of their own, without a word."""
    files = {name: TOY[name] for name in ("game.yaml", "tracks.yaml", "cards.yaml")}
    files["game.yaml"] += "look: {sizes: {cards: 12}}\n"
    files["cards.yaml"] = files["cards.yaml"].replace("cards:\n", "layout: bare\ncards:\n")
    project = Project(write(tmp_path, {**files, "layouts.yaml": LAID % size}), shown="toy")
    found = [one for one in check(load(project)) if one.code == "W271"]
    assert [one.code for one in found] == told
    assert [str(one.span) for one in found] == ["toy/game.yaml:13:23" for _ in told]


def test_the_house_uses_the_size_of_cards(tmp_path: Path) -> None:
    files = {name: TOY[name] for name in ("tracks.yaml", "cards.yaml")}
    game = {"game.yaml": TOY["game.yaml"] + "look: {sizes: {cards: 9}}\n"}
    assert [one.code for one in check(load(Project(write(tmp_path, files | game)))) if one.code == "W271"] == []
