"""Sides that differ in colour alone are reported."""

from __future__ import annotations

import pytest
from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic
from rcwkit.game.catalogue import games
from rcwkit.game.loader import load
from rcwkit.kinds.counters.check import alike, marks
from rcwkit.source.info import Owner
from rcwkit.source.project import Project
from tests_support import TOY, WriteGame, pointed


def owner(colour: str) -> Owner:
    return Owner(title="A", short="A", colour=colour, mark="star")


def found(write_game: WriteGame, old: str, new: str) -> tuple[Project, list[Diagnostic]]:
    assert old in TOY["game.yaml"]
    project = write_game({**TOY, "game.yaml": TOY["game.yaml"].replace(old, new)})
    return project, list(marks(load(project)))


def test_two_sides_of_one_mark_and_like_colours_are_named_with_where(
    write_game: WriteGame,
) -> None:
    project, (diagnostic,) = found(write_game, '"#27425F", mark: diamond', '"#CF0030", mark: star')
    assert diagnostic.code == "W226"
    assert diagnostic.message == "Red and White share the mark 'star' and look alike in greyscale, in low ink"
    assert diagnostic.hint == "give one of them another mark"
    # At the second side's mark; the first one's is named beside it.
    assert pointed(project, diagnostic.span) == "game.yaml:8 star"
    assert [(text, pointed(project, span)) for text, span in diagnostic.related] == [
        ("the other one", "game.yaml:7 star")
    ]


def test_factions_are_compared_with_sides_and_with_each_other(write_game: WriteGame) -> None:
    factions = """factions:
  reds: {title: Reds, short: A, colour: "#B3201F", mark: star}
  blues: {title: Blues, short: B, colour: "#27425F", mark: cross}
  others: {title: Others, short: O, colour: "#27425F", mark: cross}
unit_types:"""
    project, diagnostics = found(write_game, "unit_types:", factions)
    assert [
        (pointed(project, d.span), d.message.partition(" share")[0], pointed(project, d.related[0][1]))
        for d in diagnostics
    ] == [
        ("game.yaml:10 star", "Red and Reds", "game.yaml:7 star"),
        ("game.yaml:12 cross", "Blues and Others", "game.yaml:11 cross"),
    ]


def test_one_mark_is_enough_where_colours_stay_apart(write_game: WriteGame) -> None:
    assert found(write_game, '"#27425F", mark: diamond', '"#C9A227", mark: star')[1] == []


def test_like_colours_are_no_matter_with_two_marks(write_game: WriteGame) -> None:
    assert found(write_game, "#27425F", "#B3201F")[1] == []


@pytest.mark.parametrize(
    ("a", "b", "where"),
    [
        ("#B3201F", "#27425F", []),
        ("#B3201F", "#E08080", ["in low ink"]),
        ("#8A5A2B", "#3E6B4F", ["in greyscale"]),
        ("#9ED832", "#EAD832", ["to red-blind eyes"]),
        ("#265B27", "#573D1D", ["to green-blind eyes"]),
        ("#EF9563", "#EF958A", ["in greyscale", "to blue-blind eyes"]),
        ("#8A5A2B", "#6B6A1E", ["in greyscale", "to green-blind eyes"]),
        (
            "#777777",
            "#777777",
            ["in greyscale", "to red-blind eyes", "to green-blind eyes", "to blue-blind eyes", "in low ink"],
        ),
    ],
)
def test_where_colours_meet(a: str, b: str, where: list[str]) -> None:
    assert alike(owner(a), owner(b)) == where


@pytest.mark.parametrize(("apart", "count"), [(4.99, 4), (5.0, 0)])
def test_colours_count_as_one_up_to_what_a_press_may_miss(
    monkeypatch: pytest.MonkeyPatch, apart: float, count: int
) -> None:
    monkeypatch.setattr("rcwkit.kinds.counters.check.difference", lambda a, b, vision: apart)
    assert len(alike(owner("#B3201F"), owner("#27425F"))) == count


@pytest.mark.parametrize("folder", games())
def test_no_game_of_the_kit_leaves_it_to_colour(folder: str) -> None:
    assert list(marks(load(Project(bundled("data") / folder, shown=folder)))) == []
