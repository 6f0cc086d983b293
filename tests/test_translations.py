"""Games in other languages: texts laid over the data, what is missing or out of date, folders, builds."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.dice.places import find_place
from rcwkit.dice.setups import Place, Setup
from rcwkit.frame import Text
from rcwkit.game.catalogue import locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.booklet.kind import Booklet
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.build import inspected
from rcwkit.kit.checks import check
from rcwkit.kit.kept import kits
from rcwkit.kit.options import Options
from rcwkit.sheets.paper import PAPERS
from rcwkit.source.project import Project
from sheets_support import extents
from tests_support import TOY, write

GERMAN = """\
kind: translation
language: de
texts:
  Toy rules: Spielzeugregeln
"""


def toy(folder: Path, texts: str = GERMAN, language: str = "de") -> Project:
    write(folder, TOY)
    (folder / "lang").mkdir(exist_ok=True)
    (folder / "lang" / "de.yaml").write_text(texts, encoding="utf-8")
    return Project(folder, shown="toy", language=language)


def goose(language: str) -> Game:
    return load(Project(bundled("templates") / "new", shown="new", language=language))


def codes_of(game: Game) -> list[str]:
    return [one.code for one in check(game) if one.code in ("E380", "E381", "W382", "W383", "N384", "W385")]


def test_a_game_is_in_its_own_language_unless_asked(tmp_path: Path) -> None:
    english = load(toy(tmp_path, language=""))
    assert english.say.code == "en" and english.texts is None and english.kit == english.info.id
    german = load(toy(tmp_path))
    assert german.say.code == "de" and german.kit == f"{german.info.id}-de"


@pytest.mark.parametrize("language", ["de", "ru"])
def test_the_example_is_translated_as_a_whole(language: str) -> None:
    game = goose(language)
    assert game.texts is not None
    assert list(game.texts.missing) == []
    assert codes_of(game) == []
    assert game.info.title in ("Der Gänsekrieg", "Гусиная война")
    (booklet,) = game[Booklet].values()
    assert booklet.value.language == language
    assert booklet.document.attached is not None
    assert "six" not in booklet.document.attached.prose.text


def test_soviet_dawn_is_german_as_a_whole() -> None:
    game = load(Project(bundled("data") / "soviet_dawn", shown="soviet_dawn", language="de"))
    assert game.texts is not None
    assert list(game.texts.missing) == []
    assert [one for one in check(game) if one.code != "N290"] == []


def test_places_are_found_by_their_translated_names() -> None:
    english, german = goose(""), goose("de")
    assert find_place(german, "Bäckerei") is not None
    assert list(german[Place]) == list(english[Place])
    assert {len(setup.value.forces) for setup in german[Setup].values()} == {
        len(setup.value.forces) for setup in english[Setup].values()
    }
    assert [one.code for one in check(german)] == [one.code for one in check(english)]


def test_missing_texts_are_counted_and_listed_with_their_places(tmp_path: Path) -> None:
    game = load(toy(tmp_path))
    assert game.texts is not None
    found = list(game.texts.missing)
    assert len(found) > 20
    assert all(span.line > 0 and span.file.startswith("toy/") for _, span in found)
    (total,) = (one for one in check(game) if one.code == "W385")
    assert re.match(rf"{len(found)} of \d+ texts are not translated into 'de'", total.message)


LAYOUT = """\
kind: layouts
id: own
layouts:
  own:
    boxes:
      price: {at: [2, 2, 40, 8], text: "{{ 'Dear' if card.title == 'Dear' else 'Cheap' }}", size: 9}
      cost: {at: [2, 12, 40, 8], text: "Cost of {{ card.title }}", size: 9}
      both: {at: [2, 22, 40, 8], text: "{{ card.title }} · {{ card.title }}", size: 9}
"""


def test_words_of_a_layout_of_ones_own_are_translated(tmp_path: Path) -> None:
    """Bug: words in the boxes of a game's own layouts were neither listed nor, in expressions, translated."""
    project = toy(tmp_path, GERMAN + "  Cheap: Billig\n  'Cost of {{ card.title }}': 'Preis von {{ card.title }}'\n")
    (tmp_path / "own.yaml").write_text(LAYOUT, encoding="utf-8")
    (tmp_path / "deck.yaml").write_text(
        "kind: cards\nid: own\ntitle: Own\nsource: S\nlayout: own\ncards: {ox: {title: Ox}}\n", encoding="utf-8"
    )
    game = load(project)
    assert game.texts is not None
    assert [text for text, span in game.texts.missing if span.file.endswith("own.yaml")] == ["Dear"]
    (file,) = (file for file in files_of(game) if file.stem == "cards-own")
    made = file.lay_out(game.setter(), PAPERS["a4"])
    assert isinstance(made, Cut)
    said = {item.text for frame in made.frames for item, _ in extents(frame.items) if isinstance(item, Text)}
    assert {"Billig", "Preis von Ox"} <= said


def test_an_empty_translation_is_not_one_yet(tmp_path: Path) -> None:
    before = load(toy(tmp_path, "kind: translation\nlanguage: de\n")).texts
    after = load(toy(tmp_path, "kind: translation\nlanguage: de\ntexts:\n  Toy rules:\n")).texts
    assert before is not None and after is not None
    assert list(before.missing) == list(after.missing)


def test_a_game_brings_a_language_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, TOY)
    french = 'kind: translation\nlanguage: fr\nplurals: {one: "n = 0,1"}\ntexts:\n  Toy: La guerre\n'
    french += '  "{n} pages": {one: "{n} page", other: "{n} pages (fr)"}\n'
    (tmp_path / "fr.yaml").write_text(french, encoding="utf-8")
    game = load(Project(tmp_path, shown="toy", language="fr"))
    assert "W383" not in codes_of(game)
    assert [game.say.count(n, "{n} page", "{n} pages") for n in (0, 2)] == ["0 page", "2 pages (fr)"]
    assert game.info.title == "La guerre"


def test_the_list_of_missing_texts_is_a_document(tmp_path: Path) -> None:
    write(tmp_path, TOY)
    run = CliRunner()
    listed = run.invoke(main, ["translate", str(tmp_path), "DE"])
    assert listed.exit_code == 0
    (tmp_path / "de.yaml").write_text(listed.output, encoding="utf-8")
    game = load(Project(tmp_path, shown="toy", language="de"))
    assert game.texts is not None and {"W382", "E380", "E381"}.isdisjoint(codes_of(game))
    wrong = run.invoke(main, ["translate", str(tmp_path), "en"])
    assert wrong.exit_code == 2 and "are in 'en'" in wrong.output
    assert run.invoke(main, ["translate", str(tmp_path), "../x"]).exit_code == 2


def test_a_shell_may_send_the_list_into_the_game_itself(tmp_path: Path) -> None:
    """Bug: the shell makes the empty file first, and the game was refused for it."""
    write(tmp_path / "toy", TOY)
    (tmp_path / "toy" / "german.yaml").unlink()
    tool = Path(sys.executable).with_name("rcwkit")
    done = subprocess.run(
        f"mkdir -p toy/lang && {tool} translate toy de > toy/lang/de.yaml",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    game = load(Project(tmp_path / "toy", shown="toy", language="de"))
    assert game.texts is not None and len(list(game.texts.missing)) == len(game.texts.found)
    assert (tmp_path / "toy" / "lang" / "de.yaml").read_text("utf-8").count("\n") > 50


def test_the_list_is_written_to_a_new_or_empty_file(tmp_path: Path) -> None:
    write(tmp_path / "toy", TOY)
    out, run = tmp_path / "toy" / "lang" / "fr.yaml", CliRunner()
    words = ["translate", str(tmp_path / "toy"), "fr"]
    assert run.invoke(main, [*words, "--out", str(out)]).exit_code == 0
    assert out.read_text("utf-8") == run.invoke(main, words).stdout
    refused = run.invoke(main, [*words, "--out", str(out)])
    assert (refused.exit_code, "is not empty: what it has would be lost" in refused.stderr) == (2, True)


def test_an_empty_document_is_told_and_left_out(tmp_path: Path) -> None:
    write(tmp_path, {**TOY, "lang/fr.yaml": ""})
    project = Project(tmp_path, shown="toy")
    found = [one for one in inspected(project)[1] if one.code == "W108"]
    assert [str(one.span) for one in found] == ["toy/lang/fr.yaml:1:1"]


def test_each_language_has_its_folder_and_a_changed_translation_remakes_only_it(tmp_path: Path) -> None:
    source, out, wanted = tmp_path / "game", tmp_path / "out", {"": Options(shelves=("table",))}
    shutil.copytree(bundled("templates") / "new", source)

    def built(language: str) -> dict[str, bytes]:
        reports, _ = kits([locate(str(source), (), language)], out, wanted, lambda *_: None, 1)
        (report,) = reports
        return {path.name: path.read_bytes() for path in report.folder.iterdir() if path.suffix == ".pdf"}

    english, german = built("en"), built("de")
    assert {path.name for path in out.iterdir() if path.is_dir()} == {"goose_war", "goose_war-de"}
    assert english.keys() == german.keys()
    assert all(english[name] != german[name] for name in english if name != "gauges.pdf")
    words = source / "lang" / "de.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace("Dörflertrupp\n", "Haufen\n"), encoding="utf-8")
    changed = built("de")
    assert built("en") == english
    assert changed != german
    shutil.rmtree(out)
    assert built("de") == changed
