"""VASSAL modules as games: our own come back as they were, foreign traits are read, hostile files are refused."""

from __future__ import annotations

import io
import json
from base64 import b64encode
from collections import Counter as Tally
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from PIL import Image
from rcwkit.dice.counters import Counter, owner_of, size_of
from rcwkit.dice.settle import settle
from rcwkit.dice.setups import Place, Scenario, Setup
from rcwkit.export.table import Album, decks_of, tokens_of
from rcwkit.export.traits import Trait, basic, encode, piece
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.importing.game import text_of
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.maps.model import Map
from rcwkit.source.project import Project, unread
from tests_support import TOY, run, shipped, write
from vassal_support import exported, module_of

PREFIX = "VASSAL.build."
BOARD = "module.map.boardPicker"


def imported(module: Path, out: Path) -> Game:
    result = run("import", "vassal", str(module), "--out", str(out))
    assert result.exit_code == 0, result.stderr
    checked = run("check", str(out))
    assert checked.exit_code in (0, 1), checked.stdout + checked.stderr
    assert " 0 errors" in checked.stdout + checked.stderr
    return load(Project(out))


@pytest.mark.parametrize("name", games())
def test_our_modules_come_back_with_counters_faces_and_counts(name: str, tmp_path: Path) -> None:
    game = shipped(name)
    module = tmp_path / "ours.vmod"
    module.write_bytes(module_of(name))
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
    for item in back[Counter].values():
        counter: Any = item.value
        art = (counter.art, getattr(counter.reverse, "art", None))
        front, behind = ((folder / path).read_bytes() if path else b"" for path in art)
        found[counter.full_name or counter.name, front, behind] += counter.copies
    # Names lose signs that documents would read as markup; faces and counts are all there.
    assert Tally(key[1:] for key in found.elements()) == Tally(key[1:] for key in wanted.elements())
    assert len(set(found) & set(wanted)) >= 0.9 * len(wanted)
    for unit in back[Counter]:
        width, height = (side / 72 * 25.4 for side in size_of(back, unit))
        assert min(width, height) >= 6
    decks = decks_of(game, setter, album)
    assert sorted(item.value.title for item in back[Deck].values()) == sorted(deck.title for deck in decks)
    for deck in decks:
        (value,) = [item.value for item in back[Deck].values() if item.value.title == deck.title]
        faces_of = Tally(
            {(folder / str(card.fields["art"])).read_bytes(): card.copies for card in value.cards.values()}
        )
        assert faces_of == Tally({images[card.image]: card.copies for card in deck.cards})
        own = all(card.reverse for card in value.cards.values())
        assert (value.back.art is None) == own
        if value.back.art:
            assert (folder / value.back.art).read_bytes() == images[deck.back]


def slot(*traits: Trait, kind: str = "PieceSlot", name: str = "") -> str:
    text = piece(traits).replace("&", "&amp;").replace("<", "&lt;")
    return f'<{PREFIX}widget.{kind} entryName="{name}" gpid="1">{text}</{PREFIX}widget.{kind}>'


def layer(images: tuple[str, ...], *, said: str = "", active: str = "true", level: str = "1") -> Trait:
    fields = [""] * 31
    fields[3], fields[15], fields[16] = said, encode(images, ","), encode([""] * len(images), ",")
    fields[24], fields[25] = "1", active
    return Trait("emb2", tuple(fields), (level,))


def png(colour: str = "red", size: tuple[int, int] = (60, 60), form: str = "PNG", *, alpha: int = 255) -> bytes:
    target = io.BytesIO()
    picture = Image.new("RGB", size, colour)
    if alpha < 255:
        picture.putalpha(alpha)
    picture.save(target, form)
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


def node(kind: str, *inner: str, **values: object) -> str:
    attributes = "".join(f' {name}="{value}"' for name, value in values.items())
    return f"<{PREFIX}{kind}{attributes}>{''.join(inner)}</{PREFIX}{kind}>"


def palette(*slots: str) -> str:
    group = f'<{PREFIX}widget.ListWidget entryName="Reds">{"".join(slots)}</{PREFIX}widget.ListWidget>'
    return f"<{PREFIX}module.PieceWindow>{group}</{PREFIX}module.PieceWindow>"


def faces(game: Game) -> dict[str, tuple[str | None, str | None]]:
    return {unit: (item.value.art, getattr(item.value.reverse, "art", None)) for unit, item in game[Counter].items()}


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
            # Nor is what lies under it, however large.
            slot(layer(("a.png", "b.png")), layer(("DarkShadow.png",)), basic("", "Small", 7)),
        ),
        a_png=png(),
        b_png=png("blue"),
        d_png=png("black"),
        c_gif=png("green", (60, 60), "GIF"),
        DarkShadow_png=png("black", (100, 100)),
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
        "small": both,
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
    assert {unit: item.value.copies for unit, item in game[Counter].items()} == {"army": 4}
    (deck,) = game[Deck].values()
    assert [(card.title, card.copies) for card in deck.value.cards.values()] == [("Truce", 2)]
    (setup,) = game[Setup].values()
    (force,) = setup.value.forces.values()
    places = {place: str(units) for region in force.at.values() for place, units in dict(region).items()}
    assert {place: "copies=3" in units for place, units in places.items()} == {"p_paris": True, "p_far_off": False}
    assert (tmp_path / "game/boards/europe.csv").read_text().split() == [
        "place,x,y",
        "p_paris,100,50",
        "p_far_off,900,60",
    ]
    assert (tmp_path / "game/boards/europe.jpg").read_bytes() == images["m_jpg"]


def test_marks_on_a_piece_are_none_of_its_faces(tmp_path: Path) -> None:
    path = module(
        tmp_path,
        palette(
            # Both are units of four steps, which have a mark of their own and are turned to another unit's back.
            slot(layer(("s.png", "t.png"), said="Flip"), layer(("m.png",)), basic("a.png", "Guard", 1)),
            slot(layer(("", "t.png"), said="Step"), layer(("", "b.png")), basic("a.png", "Line", 2)),
            slot(layer(("n.png",)), basic("t.png", "Tiny", 3)),
        ),
        a_png=png(),
        b_png=png("blue"),
        m_png=png("white", (20, 20)),
        n_png=png(alpha=0, size=(90, 90)),
        s_png=png("black", (30, 20)),
        t_png=png("green", (30, 20)),
    )
    game = imported(path, tmp_path / "game")
    assert faces(game) == {
        "guard": ("art/a.png", None),
        "line": ("art/a.png", "art/b.png"),
        "tiny": ("art/t.png", None),
    }


def test_what_a_drawing_uses_of_another_one_is_in_it(tmp_path: Path) -> None:
    """Bug: pictures with texts, or with parts of another file, were left out: the game had names alone."""
    root = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink" width="50" height="40">'
    line, bar = '<path id="line" d="M0 0H9"/>', '<g id="bar"><use l:href="#line"/></g>'
    signs = f'{root}{line}{bar}<g id="other"/></svg>'
    one = f'{root}<use l:href="signs.svg#bar"/><text>7</text></svg>'
    slots = palette(slot(basic("a.svg", "One", 1)), slot(basic("b.svg", "Two", 2)))
    path = module(
        tmp_path, slots, a_svg=one.encode(), b_svg=one.replace("signs", "none").encode(), signs_svg=signs.encode()
    )
    game = imported(path, tmp_path / "game")
    assert faces(game) == {"one": ("art/a.svg", None), "two": ("art/b.svg", None)}
    drawn = (tmp_path / "game/art/a.svg").read_text(encoding="utf-8")
    assert drawn == f'{root}<defs>{bar}{line}</defs><use l:href="#bar"/><text>7</text></svg>'


def test_a_picture_in_the_frame_of_a_drawing_is_taken_out(tmp_path: Path) -> None:
    inner = b64encode(png("blue", (100, 80))).decode()
    frame = '<defs><clipPath id="c"><rect width="9" height="9"/></clipPath></defs>'
    image = f'<image clip-path="url(#c)" href="data:img/png;base64,{inner}"/>'
    one = f'<svg xmlns="http://www.w3.org/2000/svg" width="50px" height="40">{frame}{image}</svg>'
    two = one.replace(image, image * 2)
    slots = palette(slot(basic("a.svg", "One", 1)), slot(basic("b.svg", "Two", 2)), slot(basic("c.png", "Three", 3)))
    path = module(tmp_path, slots, a_svg=one.encode(), b_svg=two.encode(), c_png=png("red", (50, 50)))
    game = imported(path, tmp_path / "game")
    assert faces(game) == {"one": ("art/a.png", None), "two": ("art/b.svg", None), "three": ("art/c.png", None)}
    assert (tmp_path / "game/art/a.png").read_bytes() == png("blue", (100, 80))
    # What holds more is kept as a drawing.
    assert (tmp_path / "game/art/b.svg").read_bytes() == two.encode()
    # Sides that differ by less than a tenth are the same: 36 points would be nearest to 37.
    assert size_of(game, "one") == pytest.approx((45.0, 37.1), abs=0.1)


def test_every_shape_of_a_module_is_counted_once(tmp_path: Path) -> None:
    def army(number: int) -> str:
        return slot(basic("a.png", "Army", number))

    def stack(on: str, x: int, y: int, *slots: str, kind: str = "SetupStack", name: str = "") -> str:
        return node(f"module.map.{kind}", *slots, name=name, owningBoard=on, x=x, y=y)

    cells = node(f"{BOARD}.board.mapgrid.SquareGridNumbering", hType="A", hOff=0)
    square = node(f"{BOARD}.board.SquareGrid", cells, dx=100, dy=100, x0=50, y0=50)
    boards = [node(f"{BOARD}.Board", grid, name=year, image="m.png") for year, grid in (("1914", square), ("1915", ""))]
    card = slot(Trait("obs", ("", "b.png", "", "B")), basic("a.png", "Truce", 2), kind="CardSlot")
    covered = slot(Trait("obs", ("", "b.png", "", "B")), basic("b.png", "Pact", 2))
    main = node(
        "module.Map",
        node("module.map.BoardPicker", *boards),
        stack("1914", 150, 60, army(1), army(2)),
        stack("1914", 250, 250, army(3)),
        stack("1915", 10, 10, army(4)),
        stack("", 320, 20, slot(layer(("", "b.png"), level="2"), basic("a.png", "Fleet", 5)), name="Sea"),
        stack("", 5, 5, card, card, covered, kind="DrawPile", name="Events"),
        stack("", 5, 5, army(6), kind="DrawPile", name="Pool"),
        mapName="Main",
    )
    body = main + palette(army(7), slot(basic("c.png", "Marker", 8)), slot(basic("", "Helper", 9)))
    path = module(tmp_path, body, a_png=png(), b_png=png("blue"), c_png=png("green"), m_png=png("white", (400, 300)))
    game = imported(path, tmp_path / "game")
    # Of the boards one is used, with three armies or one; another is in the pool, those of the window are spares.
    assert {unit: item.value.copies for unit, item in game[Counter].items()} == {"army": 4, "fleet": 1, "marker": 1}
    (deck,) = game[Deck].values()
    assert {card.title: card.copies for card in deck.value.cards.values()} == {"Truce": 2, "Pact": 1}
    starts = {}
    for name, item in game[Scenario].items():
        spots = [spot for force in settle(game, name).forces for region in force.regions for spot in region.spots]
        starts[item.value.title] = {
            game[Place][spot.place].value.name: [piece.unit + "/" * piece.reversed for piece in spot.pieces]
            for spot in spots
        }
    assert starts == {
        "1914": {"B01": ["army", "army"], "C03": ["army"], "D01": ["fleet/"]},
        "1915": {"10, 10": ["army"], "D01": ["fleet/"]},
    }
    maps = {str(item.value.picture): item.value for item in game[Map].values()}
    assert sorted(maps) == ["boards/n_1914.png", "boards/n_1915.png"]
    names = {game[Place][place].value.name: space.at for place, space in maps["boards/n_1914.png"].spaces.items()}
    assert len(names) == 12
    scale = 15.875 / 60
    assert names["B01"] == pytest.approx((150 * scale, 50 * scale), abs=0.06)


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
    path = tmp_path / "toy.vmod"
    path.write_bytes(exported(str(write(tmp_path / "toy", TOY)), tmp_path / "out", "--no-charts"))
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "back"), "--json")
    facts = json.loads(result.stdout)
    assert "game.yaml" in facts["files"]
    assert facts["counters"] == sum(item.value.copies for item in load(Project(tmp_path / "toy"))[Counter].values())


def test_an_extension_of_a_module_is_printed_by_itself(tmp_path: Path) -> None:
    """Bug: its counters were refused for want of a game module."""
    body = palette(slot(basic("a.png", "Tank", 1), name="Tank"))
    path = tmp_path / "more.vmdx"
    head, foot = f'<{PREFIX}module.ModuleExtension description="More tanks">', f"</{PREFIX}module.ModuleExtension>"
    with ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", head + body + foot)
        archive.writestr("images/a.png", png())
    assert run("import", "vassal", str(path), "--out", str(tmp_path / "game")).exit_code == 0
    game = load(Project(tmp_path / "game"))
    assert (game.info.title, [item.value.name for item in game[Counter].values()]) == ("More tanks", ["Tank"])


def test_pieces_with_nothing_to_see_are_left_out(tmp_path: Path) -> None:
    target = io.BytesIO()
    Image.new("RGBA", (9, 9), (0, 0, 0, 0)).save(target, "PNG")
    slots = palette(slot(basic("a.png", "Seen", 1)), slot(basic("n.png", "Helper", 2)))
    path = module(tmp_path, slots, a_png=png(), n_png=target.getvalue())
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "game"))
    assert "left out, with nothing to see on them: 1" in result.stdout
    assert [*load(Project(tmp_path / "game"))[Counter]] == ["seen"]


def test_a_board_with_too_many_pixels_is_scaled_with_its_spots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: it was left out without a word."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rcwkit.art.images.PIXELS", 800 * 600 // 4)
    region = node(f"{BOARD}.board.Region", name="Paris", originx=400, originy=100)
    grid = node(f"{BOARD}.board.RegionGrid", region)
    board = node(f"{BOARD}.Board", grid, name="Main", image="big.png")
    body = node("module.Map", node("module.map.BoardPicker", board), mapName="Main")
    result = run("import", "vassal", str(module(tmp_path, body, big_png=png(size=(800, 600)))), "--out", "back")
    assert result.exit_code == 0, result.stderr
    assert "big.png is scaled to 50%" in result.stdout
    with Image.open(tmp_path / "back" / "boards" / "main.png") as picture:
        assert picture.size == (400, 300)
    assert (tmp_path / "back" / "boards" / "main.csv").read_text(encoding="utf-8").split() == [
        "place,x,y",
        "p_paris,200,50",
    ]
    (drawn,) = load(Project(tmp_path / "back"))[Map].values()
    assert drawn.value.size == (round(800 * 25.4 / 144, 1), round(600 * 25.4 / 144, 1))


def test_square_counters_are_the_measure_of_all_pieces(tmp_path: Path) -> None:
    """Bug: where most pieces were cards, counters were printed smaller than a thumbnail."""
    names = {name: basic(f"{name}.png", name.title(), 0) for name in ("ace", "king", "troop")}
    pictures = {"ace_png": png("blue", (120, 180)), "king_png": png("white", (120, 180)), "troop_png": png()}
    game = imported(module(tmp_path, palette(*(slot(one) for one in names.values())), **pictures), tmp_path / "game")
    sides = {name: tuple(round(side / 72 * 25.4) for side in size_of(game, name)) for name in names}
    # Sides go by steps: pictures cut out by hand differ by a pixel or two.
    assert sides == {"ace": (31, 50), "king": (31, 50), "troop": (16, 16)}


def tabs(**groups: str) -> str:
    inner = "".join(node("widget.ListWidget", slots, entryName=name) for name, slots in groups.items())
    return node("module.PieceWindow", node("widget.TabWidget", inner, entryName="All"), name="Pieces")


def owners(game: Game) -> dict[str, str]:
    return {unit: game.owners[owner_of(game, unit)].title for unit in game[Counter]}


def test_owners_are_known_by_name_plural_and_ending(tmp_path: Path) -> None:
    """Bug: Teutons and Teuton were two owners."""
    roster = node("module.PlayerRoster", "<entry>Teutons</entry><entry>Prussian</entry>")
    one, two = slot(basic("a.png", "Knight", 1)), slot(basic("b.png", "Guard", 2))
    marked = slot(Trait("mark", ("Side",), ("Teuton",)), basic("c.png", "Boat", 3))
    body = roster + tabs(Teuton=one, Prussia=two, Boats=marked)
    images = {"a_png": png(), "b_png": png("blue"), "c_png": png("green")}
    game = imported(module(tmp_path, body, **images), tmp_path / "game")
    assert owners(game) == {"knight": "Teutons", "guard": "Prussian", "boat": "Teutons"}


def test_tabs_are_owners_where_no_side_is_named(tmp_path: Path) -> None:
    """Bug: all counters were markers."""
    roster = node("module.PlayerRoster", "<entry>Player 1</entry><entry>Player 2</entry>")
    slots = [slot(basic(f"{name}.png", f"Unit {name}", 1)) for name in "abc"]
    body = roster + tabs(France=slots[0], Allies=slots[1], Markers=slots[2])
    images = {"a_png": png(), "b_png": png("blue"), "c_png": png("green")}
    game = imported(module(tmp_path, body, **images), tmp_path / "game")
    assert owners(game) == {"unit_a": "France", "unit_b": "Allies", "unit_c": "Markers"}


def test_all_that_is_left_out_is_listed_beside_the_game(tmp_path: Path) -> None:
    """Bug: of many pieces, only the first were named, and of those with more faces none."""
    lost = [slot(basic(f"{name}.png", f"Lost {name}", number)) for number, name in enumerate("stuvwxyz")]
    layered = slot(layer(("a.png", "b.png", "c.png")), basic("", "State", 9))
    blank = {f"{name}_png": png(alpha=0) for name in "stuvwxyz"}
    images = {f"{name}_png": png(colour) for name, colour in zip("abc", COLOURS, strict=False)}
    path = module(tmp_path, palette(*lost, layered), **blank, **images)
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "game"))
    assert "left out, with nothing to see on them: 8, Lost s (1)" in result.stdout
    assert "Lost x (1)… all are in README.txt" in result.stdout
    assert "kept: 1, State" in result.stdout
    listed = (tmp_path / "game" / "README.txt").read_text(encoding="utf-8").splitlines()
    assert [line.strip() for line in listed if line.startswith("  ")] == [
        *(f"Lost {one} (1)" for one in "stuvwxyz"),
        "State",
    ]


def test_buttons_and_masks_are_left_out_and_listed_by_prototype(tmp_path: Path) -> None:
    """Bug: they became counters to cut out."""
    fixed = Trait("immob", ("", "V", "R", ""))
    button = (fixed, Trait("globalhotkey", ("Draw", "1,1", "2,2", "")))
    shared = node("module.PrototypesContainer", prototype_of("Adjuster", *button))
    slots = [
        slot(Trait("prototype", ("Adjuster",)), basic("a.png", "Plus", 1)),
        slot(Trait("prototype", ("Adjuster",)), basic("b.png", "Minus", 2)),
        slot(*button, basic("c.png", "Draw", 3)),
        slot(fixed, basic("d.png", "Fort", 4)),
        slot(Trait("obs", ("", "m.png", "", "B")), basic("e.png", "Spy", 5)),
        slot(basic("m.png", "Cover", 6)),
        slot(layer(("a.png", "b.png", "c.png")), basic("", "State", 7)),
    ]
    images = {f"{name}_png": png(colour) for name, colour in zip("abcdem", COLOURS, strict=True)}
    path = module(tmp_path, shared + palette(*slots), **images)
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "game"))
    assert "pieces left out, buttons of the program: 3, Adjuster (2), Draw (1)" in result.stdout
    assert "pieces left out, blank, and the backs of others: 1, Cover (1)" in result.stdout
    assert "pieces with more than two faces, of which the first two are kept: 1" in result.stdout
    assert [*load(Project(tmp_path / "game"))[Counter]] == ["fort", "spy", "state"]


def test_charts_have_boards_and_stacks_are_no_tabs(tmp_path: Path) -> None:
    """Bug: boards in windows of charts were missing, and stacks were owners; a hundredth card was dropped silently."""
    board = f'<{PREFIX}{BOARD}.Board name="Weather" image="w.png"/>'
    chart = node("module.ChartWindow", node("widget.MapWidget", node("widget.WidgetMap", board)))
    card = slot(basic("b.png", "Wound", 2), kind="CardSlot")
    pile = f'<{PREFIX}module.map.DrawPile name="Wounds" x="1" y="1">{card * 100}</{PREFIX}module.map.DrawPile>'
    stack = f'<{PREFIX}module.map.SetupStack name="The ball" x="9" y="9">{slot(basic("a.png", "Ball", 1))}'
    table = node("module.Map", f"{stack}</{PREFIX}module.map.SetupStack>{pile}")
    slots = tabs(France=slot(basic("images/c.png", "Guard", 3)), Allies=slot(basic("b.png", "Foot", 4)))
    images = {"a_png": png(), "b_png": png("blue"), "w_png": png("white", (400, 300)), "images/c_png": png("green")}
    path = module(tmp_path, chart + table + slots, **images)
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "game"))
    assert "Wound: 100 copies, 99 of them kept" in result.stdout, result.stdout + result.stderr
    game = load(Project(tmp_path / "game"))
    # A pile of what is as small as counters, and has no back, holds counters.
    assert owners(game) == {"ball": "Markers", "wound": "Markers", "guard": "France", "foot": "Allies"}
    assert (tmp_path / "game/boards/weather.png").read_bytes() == images["w_png"]
    assert game[Counter]["guard"].value.art == "art/c.png"


COLOURS = ("red", "blue", "green", "black", "yellow", "tan")


def prototype_of(name: str, *traits: Trait) -> str:
    return f'<{PREFIX}module.PrototypeDefinition name="{name}">{piece((*traits, basic("", "", 0)))}' + (
        f"</{PREFIX}module.PrototypeDefinition>"
    )


def test_spots_beside_the_picture_of_a_board_are_meant_for_exports(tmp_path: Path) -> None:
    """Bug: the sheets that the import made were noted as not read."""
    folder = write(tmp_path / "toy", TOY)
    (folder / "boards").mkdir()
    (folder / "boards" / "main.csv").write_text("place,x,y\n", encoding="utf-8")
    assert [one.code for one in unread(Project(folder))] == ["N107"]
    (folder / "boards" / "main.png").write_bytes(png())
    assert not [*unread(Project(folder))]


def test_names_have_only_letters_that_are_printed() -> None:
    assert text_of("M20 – Al-Rȗm, Łódź ☃ Полк", 60) == "M20 – Al-Rum, Łódź Полк"


def test_every_piece_of_a_module_comes_or_is_said_to_be_left_out(tmp_path: Path) -> None:
    """Bug: helpers without a picture went without a word, and of buttons that start in many places one was counted."""
    fixed = (Trait("immob", ("", "V", "R", "")), Trait("globalhotkey", ("Draw", "1,1", "2,2", "")))
    spy, button, bare = (
        slot(basic("a.png", "Spy", 1)),
        slot(*fixed, basic("b.png", "Draw", 2)),
        slot(basic("", "Skull", 3)),
    )
    stacks = [node("module.map.SetupStack", one, name="At", x=1, y=1) for one in (spy, button, button, button, bare)]
    board = node("module.map.BoardPicker", node("module.map.boardPicker.Board", name="Field", image="lost.png"))
    window = node("module.Map", board + "".join(stacks), mapName="Main")
    path = module(tmp_path, palette(spy, bare) + window, a_png=png(), b_png=png("blue"))
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "game"))
    assert "game: 1 counters, 0 cards" in result.stdout
    assert "left out, buttons of the program: 3, Draw (3)" in result.stdout
    assert "left out, without a picture: 2, Skull (2)" in result.stdout
    assert "that the module has again, in other windows or on other boards: 1, Spy (1)" in result.stdout
    assert "missing or cannot be printed: 1, lost.png" in result.stdout


def pile(name: str, *slots: str, kind: str = "DrawPile") -> str:
    return node(f"module.map.{kind}", *slots, name=name, x=1, y=1)


def masked(art: str, mask: str, name: str, number: int, kind: str = "PieceSlot") -> str:
    return slot(Trait("obs", ("", mask, "", "B")), basic(art, name, number), kind=kind)


def test_chits_and_tiles_in_piles_are_no_cards(tmp_path: Path) -> None:
    """Bug: meeples and chits of a cup were cards of 63.5 mm, and stood drawn out among cards of one pile."""
    cards = [masked("c.png", "k.png", f"Truce {number}", number, "CardSlot") for number in range(3)]
    chits = [masked("a.png", "b.png", "Chit", 4, "CardSlot"), masked("a.png", "small.png", "Man", 5, "CardSlot")]
    tiles = [masked("t.png", "t.png", "Tile", 6, "CardSlot"), slot(basic("a.png", "Spare", 7), kind="CardSlot")]
    table = node(
        "module.Map", pile("Events", *cards, *chits), pile("Tiles", *tiles * 2), pile("Pool", tiles[1]), mapName="Main"
    )
    images = {"a_png": png(size=(40, 40)), "b_png": png("blue", (40, 40)), "small_png": png("tan", (20, 20))}
    images |= {"c_png": png("white", (200, 280)), "k_png": png("black", (200, 280)), "t_png": png("green", (160, 160))}
    path = module(tmp_path, table + palette(slot(basic("a.png", "Army", 8))), **images)
    game = imported(path, tmp_path / "game")
    decks = {
        deck.value.title: {card.title: card.copies for card in deck.value.cards.values()}
        for deck in game[Deck].values()
    }
    assert decks == {"Events": {f"Truce {number}": 1 for number in range(3)}, "Tiles": {"Tile": 2}}
    assert {unit: item.value.copies for unit, item in game[Counter].items()} == {
        "chit": 1,
        "man": 1,
        "spare": 3,
        "army": 1,
    }
    # What hides a chit is its back, if it is as large.
    assert faces(game)["chit"] == ("art/a.png", "art/b.png")
    assert faces(game)["man"] == ("art/a.png", None)
    sizes = {deck.value.title: tuple(deck.value.size) for deck in game[Deck].values()}
    assert sizes == {"Events": (63.5, 88.9), "Tiles": (63.5, 63.5)}, "a tile is four counters wide, as on screen"


def test_cards_of_another_shape_are_shown_whole(tmp_path: Path) -> None:
    """Bug: all cards were drawn out to the shape of the first one."""
    fronts = {"Flat": "f.png", **{f"Tall {number}": "c.png" for number in range(4)}}
    cards = [masked(art, "k.png", name, number, "CardSlot") for number, (name, art) in enumerate(fronts.items())]
    plain = [masked("c.png", "k.png", "Plain", 9, "CardSlot")]
    table = node("module.Map", pile("Events", *cards), pile("Others", *plain), mapName="Main")
    images = {"c_png": png("white", (200, 280)), "k_png": png("black", (200, 280)), "f_png": png("tan", (280, 200))}
    game = imported(module(tmp_path, table, **images), tmp_path / "game")
    assert {deck.value.title: (deck.value.layout, *deck.value.size) for deck in game[Deck].values()} == {
        "Events": ("card_whole", 63.5, 88.9),
        "Others": ("card_picture", 63.5, 88.9),
    }


def test_cards_in_windows_of_pieces_are_decks_and_others_as_large_have_their_size(tmp_path: Path) -> None:
    """Bug: 1,178 cards in tabs were counters of 27.5 × 38.4 mm without a back."""
    deck = pile("Events", *(masked("c.png", "k.png", f"Truce {number}", number, "CardSlot") for number in range(3)))
    spare = [masked("c.png", "k.png", f"Spell {number}", number) for number in range(10)]
    few = [masked("c.png", "k.png", "Truce 0", 20), masked("c.png", "k.png", "Hero", 21)]
    windows = node(
        "module.PieceWindow",
        node("widget.ListWidget", *spare, entryName="Power"),
        node("widget.ListWidget", node("widget.ListWidget", *few, entryName="Guards"), entryName="Troops"),
        entryName="All",
    )
    table = node(
        "module.Map", deck, pile("Sheet", slot(basic("c.png", "Sheet", 30)), kind="SetupStack"), mapName="Main"
    )
    images = {"c_png": png("white", (200, 280)), "k_png": png("black", (200, 280)), "a_png": png(size=(60, 60))}
    path = module(tmp_path, table + windows + palette(*(slot(basic("a.png", "Army", 40)) for _ in range(3))), **images)
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "game"))
    assert "that the module has again, in other windows or on other boards: 3, Army (2), Truce 0 (1)" in result.stdout
    game = load(Project(tmp_path / "game"))
    held = {deck.value.title: sum(card.copies for card in deck.value.cards.values()) for deck in game[Deck].values()}
    assert held == {"Events": 3, "Power": 10, "All": 1}
    assert size_of(game, "sheet") == pytest.approx((63.5 / 25.4 * 72, 88.9 / 25.4 * 72), abs=0.1)


def test_boards_side_by_side_are_one_start_and_paper_between_them_is_not_printed(tmp_path: Path) -> None:
    """Bug: each board of a table was a set-up of its own, and 19 sheets of plain purple were printed."""
    names = {"Map": "m.png", "Side": "s.png", "Edge": "e.png", "Desert": "m.png"}
    strip = node(f"{BOARD}.Board", name="Strip", image="a.png")
    boards = [node(f"{BOARD}.Board", name=name, image=image) for name, image in names.items()]
    setup = "<setup>MainBoardPicker\tMap\t0\t0\tSide/rev\t1\t0\tEdge\t2\t0</setup>"
    stacks = [
        node("module.map.SetupStack", slot(basic("a.png", name, 1)), name=f"{name} box", owningBoard=name, x=9, y=9)
        for name in names
    ]
    half = Image.new("RGB", (400, 300), "white")
    half.paste((9, 9, 9), (0, 0, 200, 300))
    target = io.BytesIO()
    half.save(target, "PNG")
    window = node("module.Map", node("module.map.BoardPicker", *boards, strip) + "".join(stacks), mapName="Main")
    window = window.replace(f"</{PREFIX}module.map.BoardPicker>", f"{setup}</{PREFIX}module.map.BoardPicker>")
    pictures = {"m_png": target.getvalue(), "s_png": target.getvalue(), "e_png": png("purple", (400, 300))}
    path = module(tmp_path, window, a_png=png(), **pictures)
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "game"))
    assert "boards of one colour or less than 30 mm wide, not printed: 2, Edge, Strip" in result.stdout
    game = load(Project(tmp_path / "game"))
    assert sorted(str(item.value.picture) for item in game[Map].values()) == [
        f"boards/{name}.png" for name in ("desert", "map", "side")
    ]
    starts = {
        item.value.title: sorted(
            piece.unit
            for force in settle(game, name).forces
            for region in force.regions
            for spot in region.spots
            for piece in spot.pieces
        )
        for name, item in game[Scenario].items()
    }
    assert starts == {"Map": ["edge", "map", "side"], "Desert": ["desert"]}


def test_owners_are_those_who_play_by_their_abbreviations_and_no_tabs_of_tokens(tmp_path: Path) -> None:
    """Bug: BR stood beside Britain, and Tokens and Solo were owners."""
    sides = "".join(f"<entry>{side}</entry>" for side in ("Britain", "France", "Solo"))
    roster = f"<{PREFIX}module.PlayerRoster>{sides}</{PREFIX}module.PlayerRoster>"
    marks = [slot(Trait("mark", ("Side",), (side,)), basic("a.png", f"{side} fleet", 1)) for side in ("BR", "FR")]
    path = module(tmp_path, roster + palette(*marks), a_png=png())
    game = imported(path, tmp_path / "game")
    assert owners(game) == {"br_fleet": "Britain", "fr_fleet": "France"}
    assert [side.title for side in game.owners.values()] == ["Britain", "France", "Markers"]
    path = module(
        tmp_path,
        tabs(Tokens=slot(basic("a.png", "Wound", 2)), Goths=slot(basic("b.png", "Foot", 3))),
        a_png=png(),
        b_png=png("blue"),
    )
    assert owners(imported(path, tmp_path / "tabs")) == {"wound": "Markers", "foot": "Goths"}


def test_names_of_pictured_counters_are_whole(tmp_path: Path) -> None:
    """Bug: set-ups named Moslem Infantry 3-2 Nubi, and a cannon of 1-0 was number 0."""
    name = "Highland Infantry 3-2 Northumbrian"
    path = module(tmp_path, palette(slot(basic("a.png", name, 1))), a_png=png(size=(100, 108)))
    game = imported(path, tmp_path / "game")
    (item,) = game[Counter].values()
    assert (item.value.name, item.value.full_name) == (name, None)
    # A picture that is a twelfth higher than wide was cut out by hand: its counter is square.
    assert size_of(game, item.id) == pytest.approx((45.0, 45.0), abs=0.1)


def test_a_mark_over_a_face_is_on_the_back_with_the_face_under_it(tmp_path: Path) -> None:
    """Bug: 182 backs of two modules were a ring or a letter on the owner's colour."""
    ring = Image.new("RGBA", (60, 60))
    ring.paste((0, 0, 0, 255), (0, 0, 60, 9))
    target = io.BytesIO()
    ring.save(target, "PNG")
    path = module(
        tmp_path,
        palette(
            slot(layer(("", "r.png")), basic("a.png", "Inspired", 1)),
            slot(layer(("", "b.png")), basic("a.png", "Turned", 2)),
            slot(layer(("a.png", "r.png")), basic("", "Bare", 3)),
        ),
        a_png=png(),
        b_png=png("blue"),
        r_png=target.getvalue(),
    )
    game = imported(path, tmp_path / "game")
    backs = {unit: str(back) for unit, (_, back) in faces(game).items()}
    assert backs["turned"] == "art/b.png"
    with Image.open(tmp_path / "game" / backs["inspired"]) as shown:
        assert [shown.convert("RGBA").getpixel(at) for at in ((30, 5), (30, 30))] == [(0, 0, 0, 255), (255, 0, 0, 255)]
    # Without a picture of its own, a piece shows one layer at a time.
    assert (tmp_path / "game" / backs["bare"]).read_bytes() == target.getvalue()


def test_what_stays_in_a_hand_is_no_counter(tmp_path: Path) -> None:
    """Bug: two sheets of a module were outlines that show where the cards of a hand lie."""
    outline = slot(Trait("immob", ("", "V", "R", "")), basic("a.png", "Place of a card", 1))
    fort = slot(Trait("immob", ("", "V", "R", "")), basic("b.png", "Fort", 2))
    hand = node("module.PlayerHand", pile("Places", outline, outline, kind="SetupStack"), mapName="Hand")
    table = node("module.Map", pile("Forts", fort, kind="SetupStack"), mapName="Main")
    path = module(tmp_path, hand + table, a_png=png(), b_png=png("blue"))
    result = run("import", "vassal", str(path), "--out", str(tmp_path / "game"))
    assert "left out, buttons of the program: 2, Place of a card (2)" in result.stdout
    assert [*load(Project(tmp_path / "game"))[Counter]] == ["fort"]
