"""What virtual tables say in other languages: menus, buttons, windows, boxes, messages, help and notes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from pseudo_support import pseudo_game, texts
from rcwkit.bundled import bundled
from rcwkit.dice.counters import Counter
from rcwkit.export import tts
from rcwkit.export.boards import drawn_ground
from rcwkit.export.make import set_ups, table_of
from rcwkit.export.table import Album, Charts, VirtualTable
from rcwkit.export.traits import parse
from rcwkit.export.vassal import build_file
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.kind import files_of
from rcwkit.source.project import Project
from tests_support import TOY, write
from vassal_support import PREFIX

VALUES = (
    "VassalVersion version color display faceDown fileType file fileName filter first gpid hType icon image launch"
    " lengthStyle location markMoved autoReport chatterHTMLSupport nonOwnerUnmaskable path shuffle vType whenToApply"
    " zoomLevels hotkey shuffleHotkey buttonIcon buttonHotkey groupBy flareKey moveKey"
)
"""Attributes that hold VASSAL's own words, names of files, and numbers."""
KNOWN = {"true", "false", "null", "Solitaire", "Shuffle", "TurnTracker", "defaultDocked", "Line", "Replaced", "Stocked"}
"""Names by which VASSAL, or a module itself, knows parts; players do not see them, or in their own language."""
WRITTEN: dict[str, tuple[int, ...]] = {
    "piece": (3,),
    "clone": (0,),
    "delete": (0,),
    "report": (1,),
    "return": (0, 7),
    "markmoved": (3,),
    "obs": (2, 4, 6),
    "rotate": (3, 4),
    "sendto": (0, 2, 15),
    "footprint": (1,),
    "emb2": (3, 16),
    "prototype": (0,),
}
"""Trait → fields that hold words."""


UNSEEN = {"module.properties.GlobalProperty.name", "module.StartupGlobalKeyCommand.name"}
"""What the module calls properties and commands that nobody is shown."""


def made(game: Game) -> VirtualTable:
    setter = game.setter()
    table = table_of(game, set_ups(game, None), setter, Charts(), drawn_ground(game, setter))
    assert not setter.found
    return table


def phrases(value: str) -> Iterator[str]:
    """Yield the words of a text; of an expression, what is quoted in it, without markup."""
    parts = re.findall(r'"([^"]*)"', value) if value.startswith("{") else [value]
    yield from (re.sub(r"\$\w+\$|</?\w+( \w+=\w+)*>|<font color=", "", part) for part in parts)


def written(root: ET.Element) -> Iterator[tuple[str, str]]:
    """Yield what a module says, each text with where it does."""
    for one in root.iter():
        kind = one.tag.removeprefix(PREFIX)
        for name, value in one.attrib.items():
            if name not in VALUES.split() and f"{kind}.{name}" not in UNSEEN:
                yield from ((part, f"{kind}.{name}") for part in phrases(value))
        text = one.text or ""
        for trait in parse(text) if text.startswith("+/") else ():
            if trait.name == "mark":
                marks = zip(trait.state, trait.fields, strict=True)
                yield from ((value, "mark") for value, name in marks if name not in ("Id", "Symbol", "Formation"))
            for at in WRITTEN.get(trait.name, ()):
                yield from ((part, f"{trait.name}, field {at}") for part in phrases(trait.fields[at]))
        if kind == "entry":
            yield text, kind


def left(game: Game, said: Iterator[tuple[str, str]]) -> list[str]:
    """Return the Latin words in texts, without names of people, files and ids."""
    source = game.info.source
    same = " ".join(filter(None, (source.author, source.publisher, source.version, game.info.licence, game.info.id)))
    same += " " + " ".join((*game[Counter], *game[Deck], *(file.stem for file in files_of(game))))
    known = KNOWN | set(re.findall("[A-Za-z]{2,}", same.replace("_", " ")))
    words = ((word, text, where) for text, where in said for word in re.findall("[A-Za-z]{2,}", text))
    return sorted({f"{word}: {text} ({where})" for word, text, where in words if word not in known})


@pytest.fixture(scope="module", params=("toy", *games()))
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game in an invented language; the small one has a hidden deck."""
    folder, name = tmp_path_factory.mktemp("games"), str(request.param)
    if name == "toy":
        hidden = TOY["cards.yaml"].replace("back:", "hidden: true\nshuffled: true\nback:", 1)
        name = str(write(folder / "toy", {**TOY, "cards.yaml": hidden}))
    return pseudo_game(name, folder / "xx")


def test_every_word_in_a_module_is_translated(game: Game) -> None:
    assert left(game, written(ET.fromstring(build_file(made(game))))) == []


def test_every_word_on_a_board_is_translated(game: Game) -> None:
    table = made(game)
    assert left(game, ((text, board.name) for board in table.boards for text in texts(board.frame.items))) == []


def test_every_word_of_a_saved_object_is_translated(game: Game) -> None:
    table = made(game)
    assert isinstance(table.frames, Album)
    first = table.starts[0]
    scene = tts.Scene(first.boards, first.stacks, (), table.dice, table.helps)
    saved = json.loads(tts.saved_object(game, table.tokens, table.decks, table.frames, str, scene))
    said = [(saved["Note"], "note"), *((tab["title"], "tab") for tab in saved["TabStates"].values())]
    objects = [*saved["ObjectStates"]]
    for one in objects:
        objects += one.get("ContainedObjects", ())
        said += [(one["Nickname"], one["Name"]), (one["Description"], one["Name"])]
    assert len(said) > len(table.tokens) > 0
    assert left(game, iter(said)) == []


@pytest.mark.parametrize("language", ["de", "ru"])
def test_windows_boards_and_decks_have_names_of_their_own_in_every_language(language: str) -> None:
    """VASSAL finds them by name."""
    for folder in (bundled("templates") / "new", bundled("data") / "soviet_dawn"):
        game = load(Project(folder, shown=folder.name, language=language))
        root = ET.fromstring(build_file(made(game)))
        for kind, name in (("module.Map", "mapName"), ("module.map.DrawPile", "name")):
            names = [one.get(name) for one in root.iter(PREFIX + kind)]
            assert len(names) == len(set(names)) > 0
        windows = {one.get("mapName"): one for one in root.iter(f"{PREFIX}module.Map")}
        for window in windows.values():
            boards = {one.get("name") for one in window.iter(f"{PREFIX}module.map.boardPicker.Board")}
            assert {one.get("owningBoard") for one in window.iter() if "owningBoard" in one.attrib} <= boards


def test_soviet_dawn_has_german_menus_buttons_and_messages() -> None:
    game = load(Project(bundled("data") / "soviet_dawn", shown="soviet_dawn", language="de"))
    said = {text for text, _ in written(ET.fromstring(build_file(made(game))))}
    assert {"Landkarte", "Tafel", "Spielmarker", "Karten", "Mischen", "1W6", "1W6 würfeln", "Würfeln auf"} <= said
    assert {"Wenden", "Ansehen", "Ablegen", "Bewegungsspur", "Notizen", "Seiten"} <= said
