"""The manual: whole, linked, and with a picture of everything that can be chosen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from rcwkit.cli import main
from rcwkit.cli.group import COMMANDS
from rcwkit.frame import MM, Frame, Group, Item, Text
from rcwkit.game.schema import explanations
from rcwkit.kinds.maps.model import Drawing, LineStyle
from rcwkit.screens.manual import GAME, GUIDES, MARK, drawn_in, page_of
from rcwkit.screens.pictures import Samples, samples
from rcwkit.source.info import MARKS, MOTIFS, SHIPPED_FONTS, BoxStyle, Like, TableStyle, TitleStyle
from rcwkit.source.kinds import KINDS
from rcwkit.source.markup import SHIPPED
from rcwkit.source.symbols import BRANCHES, ECHELONS, PICTURES, SCENES
from tests_support import Golden


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("manual") / "manual.html"
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
    assert names["Pictures on pages"] == [*SCENES]
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
    assert [name for name, _ in pages[: len(GUIDES) + 1]] == [*(f"guide-{name}" for name in GUIDES), "change-a-card"]
    html = dict(pages)
    assert 'href="#guide-print"' in html["guide-play"]
    assert 'href="#guide-play"' in html["guide-screens"]
    assert 'href="#spreadsheets"' in html["guide-change"]


def test_the_tutorial_shows_its_counters_map_and_cards(page: str) -> None:
    (tutorial,) = re.findall(r'<section class="page" id="guide-tutorial">(.*?)</section>', page, re.S)
    labels = re.findall(r'<svg[^>]*aria-label="([^"]+)"', tutorial)
    assert labels == ["Counters"] * 16 + ["The Mill"] + ["Events"] * 4


def told(frame: Frame) -> str:
    """Return the size of a frame in mm, the number of its shapes, and its words."""
    shapes, words = 0, list[str]()
    waiting: list[Item] = [*reversed(frame.items)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Group):
            waiting += reversed(item.items)
        elif isinstance(item, Text):
            words.append(item.text)
        else:
            shapes += 1
    return f"{frame.width / MM:.0f} × {frame.height / MM:.0f}, {shapes} shapes: {' | '.join(words)}"


def test_the_pictures_of_the_guides_are_as_they_were(golden: Golden) -> None:
    game: dict[str, str] = {}
    lines = []
    for name in GUIDES:
        body = page_of(name)
        for _, shown in drawn_in(body, files := dict(game)):
            lines += [f"{name}: {shown.name} {told(one)}" for one in shown.frames] if shown else []
        game = files if name == GAME else game
    golden("manual/pictures.txt", "\n".join(lines) + "\n")


def test_every_font_of_a_picture_is_in_the_file(page: str) -> None:
    """Bug: fonts of titles were shown in whatever the reader's system had."""
    used = {family for families in re.findall(r'font-family="([^"]+)"', page) for family in families.split(", ")}
    known = set(re.findall(r'@font-face \{ font-family: "([^"]+)"', page))
    assert {family.strip("'") for family in used} - {"sans-serif", "serif"} <= known
    assert {"PT Serif", "Russo One"} <= known


def test_every_link_leads_somewhere_in_the_file(page: str) -> None:
    ids = re.findall(r' id="([^"]+)"', page)
    links = set(re.findall(r'href="#([^"]*)"', page))
    assert len(links) > 300
    assert sorted(links - {*ids}) == []
    assert sorted({name for name in ids if ids.count(name) > 1}) == []
    assert re.findall(r'(?:src|href)="(?!#|https?:|data:)[^"]*"', page) == []


def test_it_replaces_its_own_file_and_no_foreign_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcwkit.screens.manual.manual", lambda commands: f"{MARK.decode()} of {len(list(commands))}")
    path = tmp_path / "manual.html"
    for text, code in ((MARK.decode(), 0), ("mine", 2)):
        path.write_text(text, encoding="utf-8")
        assert CliRunner().invoke(main, ["manual", "--out", str(path)]).exit_code == code
        assert (path.read_text(encoding="utf-8") == text) is bool(code)
