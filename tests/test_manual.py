"""The manual: whole, linked, and with a picture of everything that can be chosen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from rcwkit.cli import main
from rcwkit.cli.group import COMMANDS
from rcwkit.frame import Frame
from rcwkit.game.schema import explanations
from rcwkit.kinds.maps.model import Drawing, LineStyle
from rcwkit.screens.manual import GUIDES
from rcwkit.screens.samples import Samples, samples
from rcwkit.source.info import MARKS, MOTIFS, SHIPPED_FONTS, BoxStyle, Like, TableStyle, TitleStyle
from rcwkit.source.kinds import KINDS
from rcwkit.source.markup import SHIPPED
from rcwkit.source.symbols import BRANCHES, ECHELONS, PICTURES


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("manual") / "manual.html"
    for _ in range(2):  # it replaces its own file
        result = CliRunner().invoke(main, ["manual", "--out", str(path)])
        assert result.exit_code == 0, result.output
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def shown() -> dict[str, Samples]:
    return {one.title: one for one in samples()}


def test_every_word_that_can_be_chosen_is_in_the_gallery(shown: dict[str, Samples]) -> None:
    names = {title: [one.name for one in group.samples] for title, group in shown.items()}
    assert names["Looks"] == [*get_args(Like)]
    assert set(names["Unit boxes"]) >= set(BRANCHES)
    assert names["Pictures on counters"] == [name for name in PICTURES if name != "none"]
    assert names["Sizes of units"] == [*ECHELONS]
    assert names["Signs in texts"] == [*SHIPPED]
    assert names["Marks of owners"] == [*MARKS]
    assert names["Terrain"] == [*get_args(Drawing)]
    assert sorted(names["Lines on maps"]) == sorted(get_args(LineStyle))
    assert names["Backs of cards"] == [*MOTIFS]
    for title, words in (
        ("Titles of pages", TitleStyle),
        ("Heads of tables", TableStyle),
        ("Boxes with text", BoxStyle),
    ):
        assert names[title] == [*get_args(words)]
    assert names["Fonts of titles"] == [*SHIPPED_FONTS]


def test_each_picture_shows_something_of_its_own(shown: dict[str, Samples]) -> None:
    """Symbols that mean the same may look the same; no other two samples of a group do."""
    same = {"cavalry": "recon", "armour": "mechanised", "self_propelled": "armour", "arrow": "move"}
    for title, group in shown.items():
        drawn: dict[tuple[Frame, ...], str] = {}
        for one in group.samples:
            assert all(frame.items for frame in one.frames), f"{title}: {one.name}"
            first = drawn.setdefault(one.frames, one.name)
            assert one.name in {first, *(like for pair in same.items() for like in pair)}, (
                f"{title}: {one.name} is {first}"
            )


def test_the_line_beside_a_picture_has_its_word(shown: dict[str, Samples]) -> None:
    for group in shown.values():
        assert [one.line for one in group.samples if one.name not in one.line] == []


def test_every_kind_command_and_message_has_a_page(page: str) -> None:
    wanted = [f"kind-{kind}" for kind in KINDS] + [f"command-{name}" for name in COMMANDS] + [*explanations()]
    pages = re.findall(r'<section class="page" id="([^"]+)">', page)
    assert [name for name in wanted if pages.count(name) != 1] == []
    assert {"change-a-card", "layouts", "spreadsheets", "terms"} <= {*pages}


def test_the_guides_come_first_and_lead_to_each_other(page: str) -> None:
    pages = re.findall(r'<section class="page" id="([^"]+)">(.*?)</section>', page, re.S)
    assert [name for name, _ in pages[: len(GUIDES) + 1]] == [*GUIDES, "change-a-card"]
    html = dict(pages)
    assert 'href="#print"' in html["play"]
    assert 'href="#play"' in html["screens"]
    assert 'href="#spreadsheets"' in html["change"]


def test_the_tutorial_shows_its_counters_map_and_cards(page: str) -> None:
    (tutorial,) = re.findall(r'<section class="page" id="tutorial">(.*?)</section>', page, re.S)
    labels = re.findall(r'<svg[^>]*aria-label="(\w+)"', tutorial)
    assert labels == ["counters"] * 16 + ["maps"] + ["cards"] * labels.count("cards")
    assert labels.count("cards") >= 4


def test_every_link_leads_somewhere_in_the_file(page: str) -> None:
    ids = re.findall(r' id="([^"]+)"', page)
    links = set(re.findall(r'href="#([^"]*)"', page))
    assert len(links) > 300
    assert sorted(links - {*ids}) == []
    assert sorted({name for name in ids if ids.count(name) > 1}) == []
    assert re.findall(r'(?:src|href)="(?!#|https?:|data:)[^"]*"', page) == []


def test_a_foreign_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "manual.html"
    path.write_text("mine", encoding="utf-8")
    assert CliRunner().invoke(main, ["manual", "--out", str(path)]).exit_code == 2
    assert path.read_text(encoding="utf-8") == "mine"
