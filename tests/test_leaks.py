"""No page says a word that is not translated: all that a kit in an invented language prints is in that language."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from layouts_support import DECK, drawn, game_of
from pseudo_support import pseudo, pseudo_game, runs, texts
from rcwkit.dice.model import Procedure
from rcwkit.game.catalogue import games
from rcwkit.kinds.kind import files_of
from rcwkit.source.language import Language

COMMANDS = {"rcwkit", "roll", "build", "calibrate", "printer", "with", "study", "proxies", "pdf"}
"""Words of commands and file names."""


@pytest.mark.parametrize("name", games())
def test_every_word_on_a_page_is_translated(tmp_path: Path, name: str) -> None:
    game = pseudo_game(name, tmp_path / "xx")
    source = game.info.source
    same = " ".join(filter(None, (source.author, source.publisher, source.version, game.info.licence, game.info.id)))
    same += " " + " ".join((*game[Procedure], *(file.stem for file in files_of(game))))
    # Unit sizes are signs: XX, III.
    known = COMMANDS | set(re.findall("[A-Za-z]{2,}", same.replace("_", " "))) | {"X" * count for count in range(2, 7)}
    said = list(runs(game))
    assert len(said) > 500
    left = {
        f"{word}: {text} ({file})"
        for text, file in said
        for word in re.findall("[A-Za-z]{2,}", text)
        if word not in known
    }
    assert sorted(left) == []


def test_truth_values_on_a_card_are_translated(tmp_path: Path) -> None:
    deck = DECK.replace("needs: list}", "needs: list, elite: flag, raw: flag}").replace("gun]", "gun], elite: true")
    boxes = """
a: {text: "{{ elite }}", at: [1, 1, 30, 5]}
b: {text: "{{ raw }}!", at: [1, 8, 30, 5]}
c: {text: "{{ elite ~ raw }}", at: [1, 15, 30, 5]}
d: {text: "{{ [elite, raw] }}", at: [1, 22, 30, 5]}
e: {text: "{{ named }}", at: [1, 29, 30, 5]}
f: {text: right, at: [1, 36, 30, 5], when: "{{ ('' ~ elite) == 'yes' }}"}
"""
    game = game_of(tmp_path / "demo", boxes, deck, let='named: "({{ raw }})"')
    english, invented = game.setter(), replace(game.setter(), say=Language("xx", {"yes": "да", "no": "нет"}))
    said = []
    for setter in (english, invented):
        ((face, _),), found = drawn(game, setter)
        assert found == []
        said.append([*texts(face.items)])
    assert said[0] == ["yes", "no!", "yesno", "yes, no", "(no)", "right"]
    assert said[1] == ["да", "нет!", "данет", "да, нет", "(нет)", "right"]


def test_the_invented_language_keeps_markup() -> None:
    assert pseudo("Roll **{n} dice** :coin: {die 4}") == f"{pseudo('Roll')} **{{n}} {pseudo('dice')}** :coin: {{die 4}}"
    assert pseudo("Roll") != "Roll"
