"""Portraits: composed of parts in three tones, light and hatched in low ink, and no two leaders alike."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import pytest
from pictures_support import printed
from PIL import ImageChops, ImageStat
from rcwkit.art.symbols import portrait
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.diagnostics import Diagnostic
from rcwkit.frame import MM, Group, Item, Line
from rcwkit.game.loader import load
from rcwkit.kit.checks import check
from rcwkit.source.info import Portrait
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from tests_support import shipped

RED, BLUE = "#B3201F", "#27425F"
OFFICER = Portrait(cap="peaked", moustache="kaiser", details=("boards",))
BARE = Portrait(head="dome", hair="fringe", beard="goatee")


def shapes(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from shapes(item.items)
        else:
            yield item


def drawn(parts: Portrait, theme: Theme = HOUSE, accent: str = RED, overlay: str = "") -> list[Item]:
    return [*shapes((portrait(parts, 0, 0, 100, 100, accent, theme, overlay),))]


def fills(items: list[Item]) -> set[str | None]:
    return {getattr(item, "fill", None) for item in items}


def test_a_portrait_stands_in_the_middle_of_its_box_on_its_foot() -> None:
    wide, tall = portrait(BARE, 10, 20, 60, 30, RED, HOUSE), portrait(BARE, 10, 20, 30, 60, RED, HOUSE)
    assert (wide.x, wide.y, wide.scale) == (25, 20, 0.3)
    assert (tall.x, tall.y, tall.scale) == (10, 50, 0.3)


def test_it_is_stored_once_for_each_colour_and_state() -> None:
    keys = [
        portrait(parts, 0, 0, 9, 9, accent, theme, overlay).key
        for parts, accent, theme, overlay in (
            (OFFICER, RED, HOUSE, ""),
            (OFFICER.model_copy(), RED, HOUSE, ""),
            (OFFICER, BLUE, HOUSE, ""),
            (OFFICER, RED, LOW_INK, ""),
            (OFFICER, RED, HOUSE, "bars"),
            (BARE, RED, HOUSE, ""),
        )
    ]
    assert keys[0] == keys[1]
    assert len({*keys}) == 5


def test_three_tones_and_the_colours_that_are_given() -> None:
    assert fills(drawn(BARE)) >= {HOUSE.ink, HOUSE.paper}
    assert HOUSE.gold in fills(drawn(OFFICER)) and "#861817" in fills(drawn(OFFICER)), "boards, and a collar"
    assert fills(drawn(OFFICER.model_copy(update={"crown": BLUE}))) - fills(drawn(OFFICER)) == {BLUE}


def test_low_ink_is_drawn_in_outline_and_hatches() -> None:
    full, low = drawn(OFFICER), drawn(OFFICER, LOW_INK)
    assert fills(low) == {LOW_INK.ink, LOW_INK.page, None}
    assert sum(isinstance(item, Line) for item in low) > 40 > sum(isinstance(item, Line) for item in full)
    assert ink_of(portrait(OFFICER, 0, 0, 100, 100, RED, LOW_INK)) < 0.6 * ink_of(
        portrait(OFFICER, 0, 0, 100, 100, RED, HOUSE)
    )


def ink_of(item: Item) -> float:
    """Return how dark a drawing is, on white."""
    page = printed((item,), Setter(HOUSE), 100, 100)
    return 255 - float(ImageStat.Stat(page.convert("L")).mean[0])


def test_grey_hair_is_light_with_an_outline() -> None:
    grey = BARE.model_copy(update={"grey": True})
    assert ink_of(portrait(grey, 0, 0, 100, 100, RED, HOUSE)) < ink_of(portrait(BARE, 0, 0, 100, 100, RED, HOUSE))


def test_under_a_cap_only_the_temples_show() -> None:
    wild = Portrait(hair="wild", cap="kepi")
    assert drawn(wild) == drawn(wild.model_copy(update={"hair": "swept"}))
    assert drawn(wild) != drawn(wild.model_copy(update={"hair": None}))


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK], ids=["full", "low"])
def test_no_two_leaders_are_alike_at_8_mm(theme: Theme) -> None:
    """Each two differ by more than a twentieth of their area, in grey."""
    known = shipped("triumph_of_chaos").info.portraits
    side = round(8 * MM)
    pages = {
        name: printed((portrait(parts, 0, 0, side, side, RED, theme),), Setter(HOUSE), side, side, 4).convert("L")
        for name, parts in known.items()
    }
    names = [*pages]
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            apart = ImageChops.difference(pages[one], pages[other]).point(lambda value: 255 if value > 90 else 0)
            assert ImageStat.Stat(apart).mean[0] / 255 > 0.05, f"{one} looks like {other}"


GAME = """kind: game
id: pond
title: The Pond
source: {title: Rules}
credits: Ours.
sides: {red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}}
drawings: {portraits: {hair_plaits: plaits.svg}}
portraits:
  Duck: {hair: HAIR, details: [tabs, DETAIL]}
"""


def found(folder: pathlib.Path, hair: str, detail: str = "cross") -> list[Diagnostic]:
    plaits = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="9" height="60"/></svg>'
    (folder / "plaits.svg").write_text(plaits, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME.replace("HAIR", hair).replace("DETAIL", detail), encoding="utf-8")
    return [one for one in check(load(Project(folder, shown="pond"))) if one.severity == "error"]


def test_a_game_may_bring_parts_of_its_own(tmp_path: pathlib.Path) -> None:
    assert found(tmp_path, "plaits") == []
    game = load(Project(tmp_path))
    assert drawn(game.info.portraits["Duck"], game.setter().theme) != drawn(Portrait(hair="bob"))


@pytest.mark.parametrize(
    ("hair", "detail", "message", "hint"),
    [
        ("swpt", "cross", "unknown hair 'swpt'", "did you mean 'swept'?"),
        ("kepi", "cross", "unknown hair 'kepi'", ""),
        ("bob", "bords", "unknown detail 'bords'", "did you mean 'boards'?"),
    ],
)
def test_an_unknown_part_is_refused_in_its_place(
    tmp_path: pathlib.Path, hair: str, detail: str, message: str, hint: str
) -> None:
    (one,) = found(tmp_path, hair, detail)
    assert (one.code, one.span.line, one.message) == ("E254", 9, message)
    assert hint in one.hint
