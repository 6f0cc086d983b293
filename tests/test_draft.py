"""A draft shows what is missing and what does not fit; whatever is finished stays strict."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdfium2 import PdfDocument
from rcwkit.cli import main
from rcwkit.frame import Frame, Group, Rect, Text
from rcwkit.game.schema import explain
from rcwkit.importing.begin import begin
from rcwkit.sheets.marks import OVER, reddened


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Result]:
    """A game with a picture that is missing and two texts too long, and its draft beside a kit from before."""
    folder = tmp_path_factory.mktemp("draft")
    game, out = folder / "harbour", folder / "out"
    begin(game, "cards")
    assert run("build", game, out).exit_code == 0
    (game / "art" / "boat.svg").unlink()
    sheet = game / "sheets" / "cards.csv"
    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(text.replace("Carries **two** :cargo:, and lands one", "Carries two " * 90, 1), encoding="utf-8")
    booklet = "kind: booklet\nid: rules\ntitle: Rules\ntext: |\n  Row.\n\n  ![The harbour](art/harbour.png)\n"
    (game / "rules.yaml").write_text(booklet, encoding="utf-8")
    aids = game / "aids.yaml"
    aids.write_text(aids.read_text(encoding="utf-8").replace("Take 2", f"Take {'x' * 150} 2"), encoding="utf-8")
    return game, out, run("build", game, out, "--draft")


def run(command: str, game: Path, out: Path, *words: str) -> Result:
    return CliRunner().invoke(main, [command, str(game), "--out", str(out), "--jobs", "1", *words])


def test_a_draft_has_every_file_and_says_what_it_is(made: tuple[Path, Path, Result]) -> None:
    _, out, result = made
    assert result.exit_code == 0, result.stderr
    assert {code: result.stderr.count(f"warning[{code}]") for code in ("W103", "W310")} == {"W103": 2, "W310": 2}
    assert "'art/harbour.png' cannot be read" in result.stderr
    folder = out / "harbour" / "draft"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["draft"], manifest["options"]["draft"]) == (True, True)
    pages = {path.name: PdfDocument(path)[0].get_textpage().get_text_range() for path in folder.glob("*.pdf")}
    assert {"0-print-guide.pdf", "aids.pdf", "booklet-rules.pdf", "cards-harbour.pdf"} <= {*pages}
    assert [name for name, text in pages.items() if "DRAFT" not in text] == []


def test_the_finished_kit_stays_as_it_was_and_strict(made: tuple[Path, Path, Result]) -> None:
    game, out, _ = made
    finished = json.loads((out / "harbour" / "manifest.json").read_text(encoding="utf-8"))
    assert ("draft" in finished, "draft" in finished["options"]) == (False, False)
    assert run("build", game, out).exit_code == 2
    assert run("build", game, out, "--draft", "--strict").exit_code == 1
    for words in (("export", "shop"), ("export", "tts")):
        assert CliRunner().invoke(main, [*words, str(game), "--out", str(out)]).exit_code == 2
    since = run("build", game, out, "--since", str(out / "harbour" / "draft" / "manifest.json"))
    assert (since.exit_code, "--draft" in run("build", game, out, "--draft", "--since", "printed").stderr) == (2, True)
    assert sorted(path.name for path in out.iterdir() if not path.name.startswith(".")) == ["harbour"]


def test_other_errors_stop_a_draft_too(made: tuple[Path, Path, Result], tmp_path: Path) -> None:
    game = tmp_path / "harbour"
    shutil.copytree(made[0], game)
    cards = game / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8") + "nonsense: 1\n", encoding="utf-8")
    assert run("build", game, tmp_path / "out", "--draft").exit_code == 2
    assert explain("W310") == explain("E310")


def test_red_are_the_texts_of_a_place_and_the_edge_of_their_face() -> None:
    words = Text(0, 0, "long", "sans", 9, "#000000")
    long, short = Group((words,), at="a.yaml:3", key="one"), Group((words,), at="a.yaml:4")
    frame = Frame(100, 50, (long, short), at="a.yaml:2")
    red = reddened(frame, {"a.yaml:3"})
    marked, same, border = red.items
    assert isinstance(marked, Group)
    assert (marked.items, marked.key) == ((words._replace(fill=OVER),), "one-over")
    assert (same, isinstance(border, Rect) and border.stroke) == (short, OVER)
    assert reddened(frame, {"a.yaml:9"}) is frame
    assert len(reddened(frame, {"a.yaml:2"}).items) == 3
