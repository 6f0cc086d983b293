"""Checks of translations: what is missing or out of date, and what a translation keeps of its text."""

from __future__ import annotations

from pathlib import Path

import pytest
from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.places import starts_of
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kit.checks import alike, check, faithful, out_of_date, twice, words
from rcwkit.kit.checks import untranslated as lacking
from rcwkit.source.project import Project
from tests_support import TOY, write

BASE = {"game.yaml": TOY["game.yaml"]}
HEAD = "kind: translation\nlanguage: de\ntexts:\n"


def toy(folder: Path, texts: str = "", language: str = "de", **more: str) -> Game:
    """Load a game of one document with these translations; each further one by the name of its file."""
    translations = {f"{name}.yaml": text for name, text in {"de": HEAD + texts, **more}.items() if text != HEAD}
    return load(Project(write(folder, BASE | translations), shown="toy", language=language))


def line(one: Diagnostic) -> tuple[str, int, int]:
    return one.span.file, one.span.line, one.span.column


def test_each_missing_text_is_told_and_then_counted(tmp_path: Path) -> None:
    game = toy(tmp_path, "  Toy rules: Spielzeugregeln\n  army: Armee\n  armies:\n")
    told = [(one.code, one.message, one.span.line) for one in lacking(game)]
    assert ("N384", "not translated into 'de': ‘armies’", 10) in told
    assert not any("‘army’" in message for _, message, _ in told)
    assert game.texts is not None
    missing, known = len(told) - 1, len(game.texts.found)
    assert told[-1] == ("W385", f"{missing} of {known} texts are not translated into 'de'", 3)
    assert known == missing + 2
    assert next(one.hint for one in lacking(game) if one.code == "W385") == "rcwkit translate toy de lists them"


def test_many_missing_texts_are_only_counted(tmp_path: Path) -> None:
    """Bug: a German kit of Triumph of Chaos ended in 3,664 notes, and no word that it is half English."""
    names = "".join(f"  u{number}: {{type: army, name: Army {number}}}\n" for number in range(30))
    game = toy(tmp_path, units=f"kind: counters\nid: units\ntitle: Units\nside: red\ncounters:\n{names}")
    assert [one.code for one in lacking(game)] == ["W385"]


def test_names_of_pictures_and_colours_are_no_texts(tmp_path: Path) -> None:
    """Bug: each picture of a deck was listed as a text to translate."""
    deck = """
kind: cards
id: scenes
title: Scenes
source: Toy rules
fields: {art: picture, ground: {type: colour}, words: text}
cards:
  night: {title: Night, owner: red, fields: {art: night.png, ground: "#112233", words: It is dark.}}
"""
    folder = write(tmp_path, BASE | {"scenes.yaml": deck, "de.yaml": HEAD + "  Toy: Spiel\n"})
    texts = load(Project(folder, shown="toy", language="de")).texts
    assert texts is not None
    assert {"Night", "It is dark."} <= (missing := {text for text, _ in texts.missing})
    assert missing.isdisjoint({"night.png", "#112233"})


def test_nothing_is_missing_once_all_is_translated(tmp_path: Path) -> None:
    texts = toy(tmp_path / "before").texts
    assert texts is not None
    whole = "".join(f'  "{text}": "{text}"\n' for text, _ in texts.missing)
    assert list(lacking(toy(tmp_path / "after", whole))) == []
    assert list(lacking(toy(tmp_path / "english", language=""))) == []


@pytest.mark.parametrize(
    ("language", "hint"),
    [("dee", "did you mean 'de'?"), ("xx", "there are words in de, ru; a kind: translation may bring others")],
)
def test_an_unknown_language_is_told_alone(tmp_path: Path, language: str, hint: str) -> None:
    assert [(one.code, one.message, one.hint, str(one.span)) for one in lacking(toy(tmp_path, language=language))] == [
        ("W383", f"there is nothing in the language '{language}'", hint, "--language")
    ]


def test_a_language_is_known_with_words_of_the_tool_or_of_the_game(tmp_path: Path) -> None:
    french = HEAD.replace("de", "fr") + "  Toy: Jouet\n"
    assert "W383" not in {one.code for one in lacking(toy(tmp_path, language="fr", fr=french))}
    assert {one.code for one in lacking(toy(tmp_path, language="xx"))} == {"W383"}
    assert "W383" not in {one.code for one in lacking(toy(tmp_path, language="de-AT"))}


def test_long_texts_are_shortened_in_messages(tmp_path: Path) -> None:
    texts = {count: "a" * count for count in (57, 60, 61)}
    game = toy(tmp_path, "".join(f"  {text}: x\n" for text in texts.values()) + '  "two\\n  lines": x\n')
    assert [one.message for one in out_of_date(game)] == [
        f"nothing says this any more: ‘{said}’" for said in (texts[57], texts[60], f"{texts[57]}…", "two lines")
    ]


def test_translations_of_nothing_are_reported_and_those_of_our_words_are_not(tmp_path: Path) -> None:
    texts = "  Toy rules: Regeln\n  Toy rulse: Krieg\n  Print guide: Zum Drucken\n  Quicksilver: Merkur\n"
    french = HEAD.replace("de", "fr") + "  Nothing at all: Rien\n"
    game = toy(tmp_path, texts, fr=french)
    assert game.say("Print guide") == "Zum Drucken"
    assert [(one.code, line(one), one.hint) for one in out_of_date(game)] == [
        ("W382", ("toy/de.yaml", 5, 3), "did you mean 'Toy rules'?"),
        ("W382", ("toy/de.yaml", 7, 3), "leave it out"),
    ]
    assert list(out_of_date(toy(tmp_path, texts, "", fr=french))) == []
    assert "Print guide" in words()


def test_a_file_in_place_of_none_is_told(tmp_path: Path) -> None:
    booklet = TOY["booklet.yaml"].partition("text: |")[0] + "text: notes.md\n"
    german = "kind: translation\nlanguage: de\nfiles: {{{}: notes.de.md}}\n"
    files = {**BASE, "booklet.yaml": booklet, "notes.md": "# Notes\n", "notes.de.md": "# Notizen\n"}
    for name, told in (("notes.md", []), ("note.md", ["no booklet has the text 'note.md'"])):
        folder = write(tmp_path / name, {**files, "de.yaml": german.format(name)})
        game = load(Project(folder, shown="toy", language="de"))
        assert [one.message for one in out_of_date(game) if "booklet" in one.message] == told


def test_near_texts_are_looked_for_only_for_short_ones(tmp_path: Path) -> None:
    title = ("of " * 30)[:79]
    files = {"game.yaml": BASE["game.yaml"].replace("credits: Nobody's.", f"credits: {title}")}
    for count, hint in ((79, f"did you mean '{title}'?"), (80, "leave it out")):
        said = title[:-1] + "!" * (count - 78)
        project = Project(write(tmp_path / str(count), files | {"de.yaml": f"{HEAD}  '{said}': x\n"}), language="de")
        assert [one.hint for one in out_of_date(load(project))] == [hint]


def ferries(folder: Path, ids: tuple[str, str], texts: str) -> Game:
    places = f"""
kind: places
id: river
title: River
regions: {{north: {{title: North, places: {{{ids[0]}: {{name: Ford}}, {ids[1]}: {{name: Crossing}}}}}}}}
"""
    red = "kind: counters\nid: red\ntitle: Red\nside: red\ncounters: {a: {type: army}, b: {type: army}}\n"
    setup = "kind: setup\nid: s\ntitle: S\nforces: {red: {at: {North: {Ford: [a], Crossing: [b]}}}}\n"
    return toy(folder, texts, places=places, red=red, setup=setup)


def test_places_translated_alike_are_told_and_keep_their_units(tmp_path: Path) -> None:
    """Bug: a set-up lost the units of one, and its reference was said to be unclear, or ended in an assertion."""
    game = ferries(tmp_path / "named", ("ford", "crossing"), "  Ford: Furt\n  Crossing: Furt\n")
    assert [(one.code, one.message, line(one)) for one in alike(game)] == [
        ("W387", "2 places are called ‘Furt’ in 'de'", ("toy/de.yaml", 5, 13))
    ]
    assert not [one for one in check(game) if one.code[0] == "E"]
    assert starts_of(game) == {"a": {"s": {"ford"}}, "b": {"s": {"crossing"}}}
    numbered = ferries(tmp_path / "numbered", ("101", "102"), "  Ford: Furt\n  Crossing: Furt\n")
    assert list(alike(numbered)) == []
    assert starts_of(numbered) == {"a": {"s": {"101"}}, "b": {"s": {"102"}}}
    assert list(alike(ferries(tmp_path / "apart", ("ford", "crossing"), "  Ford: Furt\n  Crossing: Fähre\n"))) == []
    taken = ferries(tmp_path / "taken", ("ford", "crossing"), "  Ford: Crossing\n")
    assert [line(one) for one in alike(taken)] == [("toy/de.yaml", 4, 9)]


def test_a_text_has_one_translation_into_a_language(tmp_path: Path) -> None:
    said = "  Toy rules: Spielzeugregeln\n"
    game = toy(tmp_path, "  army: Armee\n" + said, more=HEAD + said, other=(HEAD + said).replace(": de", ": fr"))
    (found,) = twice(game)
    assert (found.code, found.message) == ("E381", "two translations into 'de' of: ‘Toy rules’")
    assert line(found) == ("toy/more.yaml", 4, 3)
    ((said_there, there),) = found.related
    assert (said_there, there.file, there.line, there.column) == ("first here", "toy/de.yaml", 5, 3)


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("one", "eins", ""),
        ("one", "ei\\nns", "the translation of one line is one line"),
        ("one\\ntwo", "eins\\nzwei", ""),
        ("one\\ntwo", "eins zwei", ""),
        ("one", "**eins**", "the translation is bold, italic or coloured, and the text is not"),
        ("one two", "**eins** zwei", "the translation is bold, italic or coloured, and the text is not"),
        ("one", "*eins*", "the translation is bold, italic or coloured, and the text is not"),
        ("one", "[red]eins[/]", "the translation is bold, italic or coloured, and the text is not"),
        ("**one** two", "eins *zwei*", ""),
        ("*one* two", "eins zwei", ""),
        ("take :flag: or :flag:", "nimm :flag:", "the translation lacks ':flag:'"),
        ("take :flag:", "nimm :flag: und :flag:", "the translation has ':flag:', and the text does not"),
        ("take :flag:", "nimm :port:", "the translation lacks ':flag:'"),
        ("{n} of {total}", "{total} und {n}", ""),
        ("{n} of {total}", "{n}", "the translation lacks 'total'"),
        ("{n}", "{n} von {total}", "the translation has 'total', and the text does not"),
    ],
)
def test_a_translation_keeps_signs_parts_and_lines(tmp_path: Path, text: str, said: str, expected: str) -> None:
    game = toy(tmp_path, f'  "{text}": "{said}"\n')
    found = [(one.code, one.message, line(one)) for one in faithful(game)]
    assert found == ([("E380", expected, ("toy/de.yaml", 4, 6 + len(text) + 1))] if expected else [])


def test_each_form_of_a_plural_is_looked_at_where_it_stands(tmp_path: Path) -> None:
    game = toy(tmp_path, '  "{n} pages": {one: "{n} Seite", other: Seiten}\n  one: \n')
    (found,) = faithful(game)
    assert found.message == "the translation lacks 'n'"
    assert line(found) == ("toy/de.yaml", 4, 42)
