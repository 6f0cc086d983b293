"""VASSAL modules as games: our own come back as they were, foreign traits are read, hostile files are refused."""

from __future__ import annotations

import io
import json
from collections import Counter as Tally
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from PIL import Image
from rcwkit.reading.catalogue import games, locate
from rcwkit.reading.game import Game
from rcwkit.reading.loader import load
from rcwkit.reading.project import Project
from rcwkit.reading.sides import size_of
from rcwkit.screens.export.table import Album, decks_of, tokens_of
from rcwkit.screens.export.traits import Trait, basic, encode, piece
from tests_support import TOY, run, write

PREFIX = "VASSAL.build."


def exported(game: str, out: Path) -> Path:
    result = run("export", "vassal", game, "--no-charts", "--out", str(out), "--json")
    assert result.exit_code == 0, result.stderr
    facts = json.loads(result.stdout)
    return Path(facts["folder"]) / str(facts["files"][0]["name"])


def imported(module: Path, out: Path) -> Game:
    result = run("import", "vassal", str(module), "--out", str(out))
    assert result.exit_code == 0, result.stderr
    checked = run("check", str(out))
    assert checked.exit_code in (0, 1), checked.stdout + checked.stderr
    assert " 0 errors" in checked.stdout + checked.stderr
    return load(Project(out))


@pytest.mark.parametrize("name", games())
def test_our_modules_come_back_with_counters_faces_and_counts(name: str, tmp_path: Path) -> None:
    game = load(locate(name))
    module = exported(name, tmp_path)
    folder = tmp_path / "back"
    back = imported(module, folder)
    with ZipFile(module) as archive:
        images = {one[7:]: archive.read(one) for one in archive.namelist() if one.startswith("images/")}
    album, setter = Album(), game.setter()
    wanted: Tally[tuple[str, bytes, bytes]] = Tally()
    for token in tokens_of(game, setter, album).values():
        behind = images[token.back] if token.back else b""
        wanted[token.name, images[token.front], behind] += token.copies
    found: Tally[tuple[str, bytes, bytes]] = Tally()
    for item in back.counters.values():
        counter: Any = item.value
        art = (counter.art, getattr(counter.reverse, "art", None))
        front, behind = ((folder / path).read_bytes() if path else b"" for path in art)
        found[counter.full_name or counter.name, front, behind] += counter.copies
    # Names lose signs that documents would read as markup; faces and counts are all there.
    assert Tally(key[1:] for key in found.elements()) == Tally(key[1:] for key in wanted.elements())
    assert len(set(found) & set(wanted)) >= 0.9 * len(wanted)
    for unit in back.counters:
        width, height = (side / 72 * 25.4 for side in size_of(back, unit))
        assert min(width, height) >= 6
    decks = decks_of(game, setter, album)
    assert sorted(item.value.title for item in back.decks.values()) == sorted(deck.title for deck in decks)
    for deck in decks:
        (value,) = [item.value for item in back.decks.values() if item.value.title == deck.title]
        faces_of = Tally(
            {(folder / str(card.fields["art"])).read_bytes(): card.copies for card in value.cards.values()}
        )
        assert faces_of == Tally({images[card.image]: card.copies for card in deck.cards})
        assert value.back.art is not None
        assert (folder / value.back.art).read_bytes() == images[deck.back]


def slot(*traits: Trait, kind: str = "PieceSlot", name: str = "") -> str:
    text = piece(traits).replace("&", "&amp;").replace("<", "&lt;")
    return f'<{PREFIX}widget.{kind} entryName="{name}" gpid="1">{text}</{PREFIX}widget.{kind}>'


def layer(images: tuple[str, ...], *, said: str = "", active: str = "true", level: str = "1") -> Trait:
    fields = [""] * 31
    fields[3], fields[15], fields[16] = said, encode(images, ","), encode([""] * len(images), ",")
    fields[24], fields[25] = "1", active
    return Trait("emb2", tuple(fields), (level,))


def png(colour: str = "red", size: tuple[int, int] = (60, 60), form: str = "PNG") -> bytes:
    target = io.BytesIO()
    Image.new("RGB", size, colour).save(target, form)
    return target.getvalue()


def module(folder: Path, body: str, **images: bytes) -> Path:
    """Write a module with this body; pictures are named `a_png`."""
    build = f'<{PREFIX}GameModule name="Mine" version="1">{body}</{PREFIX}GameModule>'
    path = folder / "mine.vmod"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", build)
        for name, data in images.items():
            archive.writestr(f"images/{name.replace('_', '.')}", data)
    return path


def palette(*slots: str) -> str:
    group = f'<{PREFIX}widget.ListWidget entryName="Reds">{"".join(slots)}</{PREFIX}widget.ListWidget>'
    return f"<{PREFIX}module.PieceWindow>{group}</{PREFIX}module.PieceWindow>"


def faces(game: Game) -> dict[str, tuple[str | None, str | None]]:
    return {unit: (item.value.art, getattr(item.value.reverse, "art", None)) for unit, item in game.counters.items()}


def test_layers_tell_the_back_of_a_piece(tmp_path: Path) -> None:
    path = module(
        tmp_path,
        palette(
            slot(layer(("", "b.png")), basic("a.png", "Over", 1)),
            slot(layer(("a.png", "b.png")), basic("", "Both", 2)),
            slot(layer(("b.png",), active="false", level="-1"), basic("a.png", "Hidden", 3)),
            slot(layer(("c.gif",)), basic("a.png", "Plain", 4)),
            # A mark that several have is not the face.
            slot(layer(("c.gif",)), layer(("d.png", "b.png"), said="Flip"), basic("", "Marked", 5)),
            slot(layer(("c.gif",)), basic("", "Shadow", 6)),
        ),
        a_png=png(),
        b_png=png("blue"),
        d_png=png("black"),
        c_gif=png("green", (9, 9), "GIF"),
    )
    game = imported(path, tmp_path / "game")
    both = ("art/a.png", "art/b.png")
    assert faces(game) == {
        "over": both,
        "both": both,
        "hidden": both,
        "plain": ("art/c.png", None),
        "marked": ("art/d.png", "art/b.png"),
        "shadow": ("art/c.png", None),
    }


def test_stacks_copies_decks_and_boards(tmp_path: Path) -> None:
    one = slot(basic("a.png", "Army", 1))
    card = slot(Trait("obs", ("", "b.png", "", "B")), basic("a.png", "Truce", 2), kind="CardSlot")
    body = f"""
<{PREFIX}module.PlayerRoster><entry>Red</entry><entry>Blue</entry></{PREFIX}module.PlayerRoster>
<{PREFIX}module.Map mapName="Main">
 <{PREFIX}module.map.BoardPicker>
  <{PREFIX}module.map.boardPicker.Board name="Europe" image="m.jpg">
   <{PREFIX}module.map.boardPicker.board.RegionGrid>
    <{PREFIX}module.map.boardPicker.board.Region name="Paris" originx="100" originy="50"/>
   </{PREFIX}module.map.boardPicker.board.RegionGrid>
  </{PREFIX}module.map.boardPicker.Board>
 </{PREFIX}module.map.BoardPicker>
 <{PREFIX}module.map.SetupStack name="s" owningBoard="Europe" x="110" y="60">{one * 3}</{PREFIX}module.map.SetupStack>
 <{PREFIX}module.map.SetupStack name="Far off" owningBoard="Europe" x="900" y="60">{one}</{PREFIX}module.map.SetupStack>
 <{PREFIX}module.map.DrawPile name="Events" x="1" y="1">{card * 2}</{PREFIX}module.map.DrawPile>
</{PREFIX}module.Map>{palette(one)}"""
    images = {"a_png": png(), "b_png": png("blue"), "m_jpg": png("white", (1000, 400), "JPEG")}
    game = imported(module(tmp_path, body, **images), tmp_path / "game")
    assert {unit: item.value.copies for unit, item in game.counters.items()} == {"army": 4}
    (deck,) = game.decks.values()
    assert [(card.title, card.copies) for card in deck.value.cards.values()] == [("Truce", 2)]
    (setup,) = game.setups.values()
    (force,) = setup.value.forces.values()
    places = {place: str(units) for region in force.at.values() for place, units in dict(region).items()}
    assert {place: "copies=3" in units for place, units in places.items()} == {"p_paris": True, "p_far_off": False}
    assert (tmp_path / "game/boards/europe.csv").read_text().split() == [
        "place,x,y",
        "p_paris,100,50",
        "p_far_off,900,60",
    ]
    assert (tmp_path / "game/boards/europe.jpg").read_bytes() == images["m_jpg"]


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    path = module(tmp_path, palette(slot(basic("a.png", "A", 1))), a_png=png())
    write(tmp_path / "game", {"mine.txt": "kept"})
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "game"))
    assert (result.exit_code, "error[E534]" in result.stderr) == (2, True)
    assert [one.name for one in (tmp_path / "game").iterdir()] == ["mine.txt"]


def test_a_sheet_is_imported_without_naming_the_command(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("title\nTruce\n", encoding="utf-8")
    for command in (("import",), ("import", "sheet")):
        result = run(*command, str(tmp_path / "cards.csv"), "--kind", "cards")
        assert (result.exit_code, "truce" in result.stdout) == (0, True), result.stderr


def test_a_module_of_the_toy_is_written_as_json(tmp_path: Path) -> None:
    path = exported(str(write(tmp_path / "toy", TOY)), tmp_path)
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "back"), "--json")
    facts = json.loads(result.stdout)
    assert "game.yaml" in facts["files"]
    assert facts["counters"] == sum(item.value.copies for item in load(Project(tmp_path / "toy")).counters.values())


def test_pieces_with_nothing_to_see_are_left_out(tmp_path: Path) -> None:
    target = io.BytesIO()
    Image.new("RGBA", (9, 9), (0, 0, 0, 0)).save(target, "PNG")
    slots = palette(slot(basic("a.png", "Seen", 1)), slot(basic("n.png", "Helper", 2)))
    path = module(tmp_path, slots, a_png=png(), n_png=target.getvalue())
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "game"))
    assert "left out, with nothing to see on them: 1" in result.stdout
    assert [*load(Project(tmp_path / "game")).counters] == ["seen"]
