"""Sides that only colour would tell apart are named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests_support import TOY

from generator.bundled import bundled
from generator.catalogue import games
from generator.checks.sides import alike, marks
from generator.loader import load
from generator.models.game import Owner
from generator.project import Project


def owner(colour: str) -> Owner:
    return Owner(title="A", short="A", colour=colour, mark="star")


def found(write_game: Callable[[dict[str, str]], Project], old: str, new: str) -> list[str]:
    assert old in TOY["game.yaml"]
    return [str(finding.message) for finding in marks(load(write_game({**TOY, "game.yaml": TOY["game.yaml"].replace(old, new)})))]


def test_two_sides_of_one_mark_and_like_colours_are_named_with_where(write_game: Callable[[dict[str, str]], Project]) -> None:
    (message,) = found(write_game, '"#27425F", mark: diamond', '"#4F6020", mark: star')
    assert message.startswith("Red and White share the mark 'star' and look alike in greyscale")


def test_one_mark_is_enough_where_colours_stay_apart(write_game: Callable[[dict[str, str]], Project]) -> None:
    assert found(write_game, '"#27425F", mark: diamond', '"#C9A227", mark: star') == []


def test_like_colours_are_no_matter_with_two_marks(write_game: Callable[[dict[str, str]], Project]) -> None:
    assert found(write_game, "#27425F", "#B3201F") == []


@pytest.mark.parametrize(
    ("a", "b", "where"),
    [
        ("#B3201F", "#27425F", []),
        ("#B3201F", "#E08080", ["in low ink"]),
        ("#8A5A2B", "#3E6B4F", ["in greyscale"]),
        ("#8A5A2B", "#6B6A1E", ["in greyscale", "to green-blind eyes"]),
    ],
)
def test_where_colours_meet(a: str, b: str, where: list[str]) -> None:
    assert alike(owner(a), owner(b)) == where


@pytest.mark.parametrize("folder", games())
def test_no_game_of_the_kit_leaves_it_to_colour(folder: str) -> None:
    assert list(marks(load(Project(bundled("data") / folder, shown=folder)))) == []
