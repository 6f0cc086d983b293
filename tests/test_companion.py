"""The companion: valid HTML without outside requests, with all of its game, whose joined scripts run from disk."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from companion_support import companion_of
from markupsafe import Markup
from pictures_support import picture, saved
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.dice.model import Procedure
from rcwkit.dice.setups import Scenario
from rcwkit.dice.tables import Table
from rcwkit.game.loader import load
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.aids.kind import Ruling
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.folder.kind import Folder
from rcwkit.screens.companion.page import bundle, in_ascii, page
from rcwkit.screens.companion.plans import offer
from rcwkit.source.project import Project
from tests_support import TOY, shipped, write
from tinyhtml5.parser import HTMLParser

GAMES = sorted(path.parent.name for path in bundled("data").glob("*/game.yaml"))
PAGES = bundled("templates") / "preview"
HTML = "{http://www.w3.org/1999/xhtml}"
LEVELS = {f"{HTML}h{level}": level for level in range(1, 7)}


def parsed(text: str) -> Any:
    """Parse a page without syntax errors; its data and fonts, which cannot hold markup, are skipped for speed."""
    head, mark, rest = text.partition('<script type="application/json" id="kit">')
    data, _, tail = rest.partition("</script>")
    assert "<" not in data
    parser = HTMLParser()
    tree = parser.parse(re.sub(r"base64,[\w+/=]+", "base64,", f"{head}{mark}</script>{tail}" if mark else text))
    assert parser.errors == []
    return tree


def check_structure(tree: Any) -> None:
    """Assert what a parser does not check: unique ids, live links, named controls, tables with even rows."""
    ids = [node.get("id") for node in tree.iter() if node.get("id")]
    assert len(ids) == len(set(ids)), sorted({name for name in ids if ids.count(name) > 1})
    for node in tree.iter(f"{HTML}a"):
        target = node.get("href", "")
        assert not target.startswith("#") or target.startswith("#roll=") or target[1:] in ids, target
    named = {id(control) for label in tree.iter(f"{HTML}label") for control in label.iter()}
    for kind in ("input", "select", "button"):
        for node in tree.iter(HTML + kind):
            assert id(node) in named or node.get("aria-label") or "".join(node.itertext()).strip(), node.attrib
    for table in tree.iter(f"{HTML}table"):
        assert len(set(widths(table))) <= 1, "".join(table.itertext())[:60]


def check_reading(tree: Any) -> None:
    """Assert what screen readers need: headings that skip no level, and no empty headers of tables."""
    before = 0
    for node in tree.iter():
        if node.tag in LEVELS:
            level = LEVELS[node.tag]
            assert level <= before + 1, "".join(node.itertext())
            before = level
        if node.tag == f"{HTML}th":
            said = "".join(node.itertext()).strip() or [one for one in node.iter() if one.get("aria-label")]
            assert said, node.attrib


def widths(table: Any) -> list[int]:
    """Return the number of columns in each row, with cells that span down from above."""
    found: list[int] = []
    reaching: list[int] = []
    for row in table.iter(f"{HTML}tr"):
        width = len(reaching)
        reaching = [rows - 1 for rows in reaching if rows > 1]
        for cell in row:
            span, rows = int(cell.get("colspan", 1)), int(cell.get("rowspan", 1))
            width += span
            reaching += [rows - 1] * span if rows > 1 else []
        found.append(width)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_companion_is_valid_and_whole(name: str) -> None:
    text = companion_of(name)
    tree = parsed(text)
    check_structure(tree)
    check_reading(tree)
    game = shipped(name)
    rolled = {node.get("href")[6:] for node in tree.iter(f"{HTML}a") if node.get("href", "").startswith("#roll=")}
    assert rolled <= {one["id"] for one in offer(game)["procedures"]}
    for table in game[Table].values():
        assert f'id="chart-{table.id}"' in text
    ticks = [node.get("data-tick") for node in tree.iter() if node.get("data-tick")]
    assert len(ticks) == len(set(ticks)), sorted({tick for tick in ticks if ticks.count(tick) > 1})
    assert sum(not tick.startswith("set-up|") for tick in ticks) == sum(
        len(part.tasks) for item in game[Scenario].values() for part in item.value.checklist
    )
    assert text.count('id="card-') == sum(len(item.value.cards) for item in game[Deck].values())
    assert text.count('id="pages-') == sum(len(item.value.pages) for item in game[Folder].values())
    assert text.count('<div class="ruling" id="ruling-') == len(ruling_numbers(game))
    words = Markup(text).unescape()
    assert all(item.value.title in words for item in game[Ruling].values() if item.value.slip)
    assert text.isascii(), "browsers read it faster"
    assert "data-at=" not in text, "nobody else has the sources there"
    assert ('id="kit"' in text) == bool(game[Procedure] or any(item.value.roll for item in game[Table].values()))


def test_letters_beyond_ascii_are_named_where_they_are_few() -> None:
    style, script, data = (
        '<style>a { content: "✓–" }</style>',
        "<script>\\u2013</script>",
        '<script type="application/json">',
    )
    said = in_ascii(f'{"." * 999}{style}<p title="–">…</p>{script}{data}["–𝔸"]</script>')
    named = '<style>a { content: "\\2713 \\2013 " }</style><p title="&#8211;">&#8230;</p>'
    assert said.lstrip(".") == f'{named}{script}{data}["\\u2013\\ud835\\udd38"]</script>'
    russian = "<p>Красная армия</p>"
    assert in_ascii(russian) == russian, "named, it would be several times as long"


def test_a_chart_asks_for_the_words_of_its_modifiers_and_names_its_columns() -> None:
    """Bug: who is ahead was asked as a number, and four columns were called FCM."""
    asked = {one["id"]: one["questions"] for one in offer(shipped("triumph_of_chaos"))["procedures"]}
    column, ahead = asked["chart.turn9"]
    assert [choice["title"] for choice in column["choices"]] == ["Red Influence", "Neutral", "White Influence"]
    assert [(one["value"], one["title"]) for one in ahead["choices"]] == [
        ("0", "None"),
        ("red", "Red"),
        ("white", "White"),
    ]
    assert ahead["default"] == "0"
    columns, controlled = asked["chart.polish_response"]
    assert [choice["title"] for choice in columns["choices"]][:3] == ["Belarus: FCM", "Belarus: PIT", "Lithuania: FCM"]
    assert controlled["free"], "how many are controlled is a number"
    battle = {
        one["name"]: one
        for one in next(one for one in offer(shipped("white_general"))["procedures"] if one["id"].endswith("at_hits"))[
            "questions"
        ]
    }
    assert battle["self_moving"]["title"] == "Firer moving"
    assert [choice["title"] for choice in battle["self_moving"]["choices"]] == ["No", "Yes"]


@pytest.mark.parametrize("name", GAMES)
def test_the_companion_asks_for_nothing(name: str) -> None:
    text = companion_of(name)
    assert set(re.findall(r"https?://[^\s\"'<>\\]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert re.findall(r"@import|<link|<iframe|<object", text) == []
    assert all(address.startswith("data:") for address in re.findall(r'(?:src|url)(?:=|\()"([^"]*)', text))
    assert re.findall(r"^(?:import|export) .*", text, re.M) == []
    assert len(text.encode()) < 2_600_000


@pytest.mark.parametrize("name", ["preview", "roller"])
def test_the_pages_of_the_preview_are_valid(name: str) -> None:
    check_structure(parsed((PAGES / f"{name}.html").read_text(encoding="utf-8")))


def test_the_command_writes_the_same_page_twice(tmp_path: Path) -> None:
    folder = write(tmp_path / "toy", TOY)
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    assert CliRunner().invoke(main, ["companion", str(folder), "--out", str(one)]).exit_code == 0
    result = CliRunner().invoke(main, ["companion", str(folder), "--out", str(two), "--json"])
    assert json.loads(result.stdout) == {"file": two.as_posix(), "bytes": two.stat().st_size}
    assert one.read_bytes() == two.read_bytes()


def test_a_game_with_errors_gives_no_page(tmp_path: Path) -> None:
    folder = write(tmp_path / "toy", {**TOY, "red.yaml": "kind: [\n"})
    result = CliRunner().invoke(main, ["companion", str(folder), "--out", str(tmp_path / "one.html")])
    assert result.exit_code == 2
    assert not (tmp_path / "one.html").exists()


def test_texts_cannot_leave_their_place(tmp_path: Path) -> None:
    """A title is text in the page, and in its script's data."""
    evil = "</script><script>alert(1)</script><!--"
    text = page(
        load(
            Project(
                write(
                    tmp_path / "toy",
                    {**TOY, "procedures.yaml": TOY["procedures.yaml"].replace("Reductions", f'"{evil}"')},
                )
            )
        )
    )
    check_structure(parsed(text))
    assert evil not in text
    assert "<!--" not in text.partition('id="kit"')[2]


def test_modules_become_one_script() -> None:
    modules = {
        "a.js": 'import { b } from "./b.js";\n\nexport const a = b;\n',
        "b.js": "export async function b() {}\nexport class C {}\n",
    }
    assert bundle(["a.js"], modules) == (
        '"use strict";\nconst modules = {};\n'
        'modules["b.js"] = (() => {\nasync function b() {}\nclass C {}\n\nreturn { b, C };\n})();\n'
        'modules["a.js"] = (() => {\nconst { b } = modules["b.js"];\n\nconst a = b;\n\nreturn { a };\n})();\n'
    )
    with pytest.raises(KeyError):
        bundle(["c.js"], modules)


def test_pictures_on_chips_are_within_the_page(tmp_path: Path) -> None:
    """A companion is one file; a chip that named a picture's address would show a gap."""
    folder = tmp_path / "geese"
    assert CliRunner().invoke(main, ["new", str(folder)]).exit_code == 0
    (folder / "mill.png").write_bytes(saved(picture()))
    counters = folder / "counters" / "mill.yaml"
    counters.write_text(counters.read_text().replace("name: Betsy", "name: Betsy, art: mill.png"))
    text = page(load(Project(folder)))
    assert "picture/" not in text
    assert "data:image/png;base64," in text.partition('id="drawings"')[2], "drawn once, for the page and its rolls"
