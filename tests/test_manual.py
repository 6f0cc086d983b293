"""The manual: whole, linked, and with a picture of everything that can be chosen."""

from __future__ import annotations

import io
import re
from html import escape
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops, ImageStat
from rcwkit.art.theme import Hatch
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.cli.group import COMMANDS
from rcwkit.frame import MM, Frame, Group, Item, Text
from rcwkit.game.schema import explanations, schema_of
from rcwkit.kinds.maps.model import Drawing, LineStyle, TerrainEdge
from rcwkit.screens.manual import GAME, GUIDES, MARK, drawn_in, page_of, reference
from rcwkit.screens.pictures import COLUMN, KEYS, Sample, Samples, keys, samples
from rcwkit.sheets.pictures import picture
from rcwkit.source.info import MOTIFS, SHIPPED_FONTS, BoxStyle, Like, TableStyle, TitleStyle
from rcwkit.source.kinds import KINDS
from rcwkit.source.markup import SHIPPED
from rcwkit.source.symbols import BRANCHES, ECHELONS, MARKS, PICTURES, SCENES
from rcwkit.source.yaml import parse
from rcwkit.type.fonts import FontBook
from tests_support import Golden

PAGE = 830
"""Pixels across a page of Markdown on a code host."""
GAP = 2 * MM


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
    assert names["Edges of terrain"] == [*get_args(TerrainEdge)]
    assert set(names["Patterns of terrain"]) > {*get_args(Hatch)}
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


def test_the_reference_shows_what_keys_do_beside_them(page: str) -> None:
    assert {kind for kind, _ in KEYS} >= {"maps", "counters", "cards", "tables", "tracks", "layouts"}
    for kind in dict.fromkeys(kind for kind, _ in KEYS):
        (html,) = re.findall(rf'<section class="page" id="kind-{kind}">(.*?)</section>', page, re.S)
        drawn: dict[tuple[str, tuple[Frame, ...]], str] = {}
        for model, one in keys(kind):
            table = html.partition(f'<a id="kind-{kind}-{model}">')[2] if model else html
            row = re.search(rf"<td><code>{one.name}</code></td>.*?</tr>", table, re.S)
            assert row and f'class="copy">{escape(one.line)}<' in row[0] and "<svg" in row[0], f"{kind}: {one.line}"
            first = drawn.setdefault((model, one.frames), one.line)
            assert first in (one.line, "top: flat"), f"{one.line} changes no more than {first}"
    grid = schema_of("maps")["$defs"]["HexGrid"]["properties"]
    assert {key for key, value in grid.items() if "enum" in value} <= {one.name for _, one in keys("maps")}


def test_words_of_the_reference_lead_to_the_gallery_and_many_are_folded_up(page: str) -> None:
    html = dict(re.findall(r'<section class="page" id="(kind-\w+)">(.*?)</section>', page, re.S))
    edge = re.search(r"<td><code>terrain_edge</code></td>\n<td>(.*?)</td>", html["kind-maps"])
    assert edge and edge[1].endswith(
        '<a href="#gallery-edges-of-terrain">Edges of terrain</a>); default <code>hexsides</code>'
    )
    symbol = re.search(r"<td><code>symbol</code></td>\n<td>(.*?)</td>", html["kind-counters"])
    assert symbol and symbol[1].startswith("<details><summary>")
    assert re.findall(r'href="#([^"]+)"', symbol[1]) == [
        "gallery-unit-boxes",
        "gallery-pictures-on-counters",
        "gallery-marks-of-owners",
    ]
    assert "<summary>" not in edge[1]


def test_the_line_beside_a_picture_has_its_word(shown: dict[str, Samples]) -> None:
    for group in shown.values():
        assert [one.line for one in group.samples if one.name not in one.line] == []


def test_the_gallery_is_searched_from_the_command_line() -> None:
    found = CliRunner().invoke(main, ["manual", "--find", "Ship"])
    assert (
        "  symbol: sailing_ship\n" in found.stdout and "Signs in texts (between colons in any text)\n" in found.stdout
    )
    assert all("ship" in line for line in found.stdout.splitlines() if line.startswith("  "))
    lost = CliRunner().invoke(main, ["manual", "--find", "batleship"])
    assert (lost.exit_code, "did you mean 'battleship'?" in lost.stderr) == (2, True)


def test_lines_of_the_reference_are_read_as_they_are_written() -> None:
    rows = re.findall(r"^\| \**`(\w+)`\** \|.* `(\w+: [^`]+)` \|$", reference(), re.M)
    assert len(rows) > 500
    for key, line in rows:
        assert [*parse(f"{line}\n", "line.yaml").plain()] == [key], line


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


def test_keys_and_comments_of_examples_are_told_from_values(page: str) -> None:
    play = page.partition('id="guide-tutorial"')[2]
    assert "<b>colour</b>" not in play  # within braces, nothing is
    assert '<b>kind</b>: <a href="#kind-game">game</a>\n<b>id</b>: mill\n' in play
    assert "<b>sides</b>:\n  <b>red</b>: {title: Red" in play
    assert "  <b>&quot;0202&quot;</b>: {name: Millham}\n" in play
    assert (
        "  <b>anchor</b>: {title: Anchor, foot: Only at the jetty.}     <i># entries of YAML may follow</i>\n" in page
    )


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


@pytest.fixture(scope="module")
def illustrated() -> dict[str, list[Sample]]:
    """Return the pictures of each guide."""
    game, drawn = dict[str, str](), {}
    for name in GUIDES:
        files = dict(game)
        drawn[name] = [one for _, one in drawn_in(page_of(name), files) if one]
        game = files if name == GAME else game
    return drawn


def test_the_pictures_of_the_guides_are_as_they_were(illustrated: dict[str, list[Sample]], golden: Golden) -> None:
    each = [(name, one, frame) for name, shown in illustrated.items() for one in shown for frame in one.frames]
    lines = [f"{name}: {one.name} {told(frame)}" for name, one, frame in each]
    golden("manual/pictures.txt", "\n".join(lines) + "\n")


def standing(shown: Sample) -> Image.Image:
    """Draw a sample in rows: as wide as a page on a code host, or at three times its size."""
    rows, wide = [list[Frame]()], 0.0
    for frame in shown.frames:
        if rows[-1] and wide + frame.width > COLUMN:
            rows.append([])
            wide = 0.0
        rows[-1].append(frame)
        wide += frame.width + GAP
    items, top, across = list[Item](), 0.0, 0.0
    for row in rows:
        left = 0.0
        for frame in row:
            items.append(Group(frame.items, left, top, clip=(0.0, 0.0, frame.width, frame.height)))
            left += frame.width + GAP
        top, across = top + max(frame.height for frame in row) + GAP, max(across, left - GAP)
    whole = Frame(across, top - GAP, tuple(items))
    drawn = picture(whole, shown.fonts or FontBook(), dpi=72 * min(3.0, PAGE / across))
    return Image.open(io.BytesIO(drawn)).convert("RGB")


def test_guides_show_their_pictures_without_the_tool(
    illustrated: dict[str, list[Sample]], request: pytest.FixtureRequest
) -> None:
    """On a code host, the file below the comment stands for what `rcwkit manual` draws."""
    folder, known = bundled("data") / "manual", set[str]()
    for name, shown in illustrated.items():
        body = page_of(name)
        asked = re.findall(r"^<!-- picture: .* -->\n!\[(.+)\]\(pictures/(.+\.png)\)$", body, re.M)
        assert asked == [(one.name, f"{name}-{number}.png") for number, one in enumerate(shown, 1)]
        assert body.count("<!-- picture:") == len(asked)
        for (_, file), one in zip(asked, shown, strict=True):
            drawn, path = standing(one), folder / "pictures" / file
            if request.config.getoption("--update"):
                drawn.quantize(128).save(path, optimize=True)
            kept = Image.open(path).convert("RGB")
            assert kept.size == drawn.size, f"{file} is out of date: pytest --update tests/test_manual.py"
            mean = sum(ImageStat.Stat(ImageChops.difference(kept, drawn)).mean) / 3
            assert mean < 2, f"{file} is out of date by {mean:.1f}: pytest --update tests/test_manual.py"
            known.add(file)
    assert {path.name for path in (folder / "pictures").iterdir()} == known


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
