"""No page says a word that is not translated: all that a kit in an invented language prints is in that language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pseudo_support import pseudo, pseudo_game, runs
from rcwkit.kit.build import files_of
from rcwkit.reading.catalogue import games

COMMANDS = {"rcwkit", "roll", "build", "calibrate", "printer", "with", "study", "proxies", "pdf"}
"""Words of commands and file names."""


@pytest.mark.parametrize("name", games())
def test_every_word_on_a_page_is_translated(tmp_path: Path, name: str) -> None:
    game = pseudo_game(name, tmp_path / "xx")
    source = game.info.source
    same = " ".join(filter(None, (source.author, source.publisher, source.version, game.info.licence, game.info.id)))
    same += " " + " ".join((*game.procedures, *(file.stem for file in files_of(game))))
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


def test_the_invented_language_keeps_markup() -> None:
    assert pseudo("Roll **{n} dice** :coin: {die 4}") == f"{pseudo('Roll')} **{{n}} {pseudo('dice')}** :coin: {{die 4}}"
    assert pseudo("Roll") != "Roll"
