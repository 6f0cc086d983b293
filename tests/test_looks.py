"""Looks: those that ship, what they hand down, and whether they can be read in colour, grey and low ink."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest
from faults_support import FULL
from fonts_support import truetype
from rcwkit.art.colours import contrast, difference
from rcwkit.art.hatching import cornered
from rcwkit.art.motifs import back_art, motif
from rcwkit.art.theme import HOUSE, LEGIBLE, Ink, themed
from rcwkit.bundled import bundled
from rcwkit.cli.writing import Genre, begin
from rcwkit.diagnostics import Diagnostic, InputError, Severity
from rcwkit.faces.contents import poster
from rcwkit.frame import Polygon, Rect
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import laid_out, make
from rcwkit.kit.checks import PAIRS, check
from rcwkit.kit.options import Options
from rcwkit.source.info import Like, Look
from rcwkit.source.project import Project
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from tests_support import TOY, write

INKS: tuple[Ink, ...] = ("full", "low")
SHIPPED = sorted(path.stem for path in (bundled("templates") / "looks").glob("*.yaml"))


def game_like(folder: Path, look: str) -> Game:
    return load(Project(write(folder, TOY | {"game.yaml": TOY["game.yaml"] + f"look: {look}\n"})))


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    return {name: game_like(tmp_path_factory.mktemp(name), f"{{like: {name}}}") for name in SHIPPED}


NEW = ("title", "sign", "capitals", "table", "box", "steps", "foot", "second", "band", "corners", "backs")
"""Keys that a whole look sets."""


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_look_is_whole(looks: dict[str, Game], name: str) -> None:
    assert set(NEW) <= looks[name].info.look.model_fields_set


def test_every_name_of_a_look_is_a_file() -> None:
    assert sorted(get_args(Like)) == sorted((*SHIPPED, "house"))


def test_the_motif_none_is_empty() -> None:
    assert motif("none", HOUSE).items == ()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_look_is_legible_everywhere(looks: dict[str, Game], name: str) -> None:
    game = looks[name]
    assert [found for found in check(game) if found.severity is Severity.ERROR or found.code == "E278"] == []
    for ink in INKS:
        theme = themed(game.info, ink)
        for text, ground in (*PAIRS, ("accent", "paper"), ("accent", "page")):
            if not (theme.outlined and ground == "gold"):
                assert contrast(getattr(theme, text), getattr(theme, ground)) >= LEGIBLE, (ink, text, ground)
        assert contrast(theme.on(theme.accent), theme.accent) >= LEGIBLE


def test_shipped_looks_are_told_apart(looks: dict[str, Game]) -> None:
    found = {name: game.info.look for name, game in looks.items()} | {"house": Look()}
    for one, other in combinations(found.values(), 2):
        assert difference(one.accent, other.accent, "tritan") > 5
        assert one.motif != other.motif
        assert difference(one.paper, other.paper, "protan") > 1


def test_a_game_has_the_last_word_key_by_key(tmp_path: Path) -> None:
    game = game_like(tmp_path, '{like: napoleonic, accent: "#123456", type: {head: narrow}}')
    look = game.info.look
    assert (look.accent, look.band, look.motif) == ("#123456", "none", "lozenge")
    assert (look.type.head, look.type.text) == ("narrow", "serif")
    assert game.book["sans"].face.family == "PT Serif"
    assert game.book["narrow-bold"].face.family == "PT Sans Narrow"
    assert game.root.at("look", "accent").file == game.root.file
    assert game.root.at("look", "band").file == "templates/looks/napoleonic.yaml"


def test_a_look_of_the_house_reads_like_no_look_at_all(tmp_path: Path) -> None:
    assert game_like(tmp_path, "{like: house}").info.look == Look()


@pytest.mark.parametrize("name", ["napoleonic", "modern"])
@pytest.mark.usefixtures("here")
def test_a_kit_is_made_in_a_look_without_complaints(looks: dict[str, Game], name: str) -> None:
    """Serif type is wider: no text may leave its place for it."""
    for ink in INKS:
        for file in files_of(looks[name]):
            if file.kind in ("cards", "tracks", "counters", "setup"):
                made = make(looks[name], file, Options(ink=ink))
                assert made.data
                assert [found for found in made.about.diagnostics if found.severity is Severity.ERROR] == []


PRINTS = [Options(ink=ink, paper=paper) for ink in INKS for paper in ("a4", "letter")]


def restyled(folder: Path, look: str, more: str = "") -> Game:
    """Return the game in a folder in another look, with more lines in its root document."""
    root = folder / "game.yaml"
    text = re.sub("(?m)^look: .*$", lambda _: f"look: {look}", root.read_text("utf-8"))
    root.write_text(text + more, encoding="utf-8")
    return load(Project(folder))


def complaints(game: Game, options: Options) -> list[Diagnostic]:
    """Return the errors and warnings of laying out a game's files."""
    found = [one for file in files_of(game) for one in laid_out(game, file, options)[1]]
    return [one for one in found if one.severity is not Severity.NOTE]


@pytest.mark.row("L1")
@pytest.mark.parametrize("like", get_args(Genre))
def test_every_starter_is_laid_out_in_every_look(tmp_path: Path, like: Genre) -> None:
    """Bug: hex numbers and names of states were refused in the wider type of `napoleonic` and `ancients`."""
    begin(tmp_path / "game", like)
    for number, look in enumerate(("house", *SHIPPED)):
        game = restyled(tmp_path / "game", f"{{like: {look}}}")
        for options in PRINTS if FULL else [PRINTS[number % len(PRINTS)]]:
            assert complaints(game, options) == [], (look, options)


@pytest.mark.parametrize("like", get_args(Genre))
def test_counters_fall_back_to_the_narrow_type_of_the_house(tmp_path: Path, like: Genre) -> None:
    """Bug: with a wide font of its own for heads, a game's counters were refused for their figures."""
    begin(tmp_path / "game", like)
    (tmp_path / "game/fonts").mkdir()
    (tmp_path / "game/fonts/wide.ttf").write_bytes(truetype(wide=1.25))
    (tmp_path / "game/fonts/OFL.txt").write_text("Free.\n")
    font = "\nfonts: {Wide: {file: fonts/wide.ttf, licence: fonts/OFL.txt}}\n"
    game = restyled(tmp_path / "game", "{like: classic, type: {head: Wide}}", font)
    assert game.book.width("0604", "narrow-bold", 1.0) > 1.35 * FontBook().width("0604", "narrow-bold", 1.0)
    for ink in INKS:
        assert complaints(game, Options(ink=ink)) == [], ink


def test_corners_are_square_round_or_cut(tmp_path: Path) -> None:
    box = Rect(0, 0, 40, 30, "#FFFFFF")
    assert cornered(box, HOUSE) is box
    for corners in ("round", "cut"):
        theme = themed(game_like(tmp_path / corners, f"{{corners: {corners}, corner: 2}}").info)
        made = cornered(box, theme)
        if isinstance(made, Polygon):
            assert len(made.points) == 8
            assert made.points[0][0] == pytest.approx(2 * 72 / 25.4)
        else:
            assert made.radius == pytest.approx(2 * 72 / 25.4)


@pytest.mark.parametrize(("backs", "count"), [("plain", 2), ("frame", 8)])
def test_backs_without_a_motif(tmp_path: Path, backs: str, count: int) -> None:
    theme = themed(game_like(tmp_path, f"{{backs: {backs}, motif: star}}").info)
    colours = theme.poster("#B3201F")
    made = back_art(None, theme, 178, 249, 6, colours)
    assert len(made) == count
    points = [point for item in made if isinstance(item, Polygon) for point in item.points]
    assert max(y for _, y in points) < 0.85 * 249, "the foot is free for the title"
    assert len(back_art("star", theme, 178, 249, 6, colours)) > 20, "a deck's own motif goes first"


def test_plain_backs_are_pale_unless_the_deck_names_a_motif(tmp_path: Path) -> None:
    theme = themed(game_like(tmp_path, "{like: modern}").info)
    setter = Setter(theme)
    place = (0.0, 0.0, 178.0, 249.0)
    (plain,) = (item for item in poster("", place, 6, "#B3201F", setter) if isinstance(item, Rect))
    assert plain.fill == theme.paper
    (dark, *_) = poster("rings", place, 6, "#B3201F", setter)
    assert isinstance(dark, Rect) and dark.fill == theme.ink


def test_the_look_of_the_data_readme_holds(tmp_path: Path) -> None:
    (block,) = re.findall(r"```yaml\n(look:\n.*?)```", (bundled("data") / "README.md").read_text("utf-8"), re.S)
    made = write(tmp_path, TOY | {"game.yaml": TOY["game.yaml"] + block})
    (made / "fonts").mkdir()
    (made / "fonts/OFL.txt").write_text("Free.\n")
    for name in re.findall(r"fonts/(\S+\.ttf)", block):
        (made / "fonts" / name).write_bytes(truetype())
    game = load(Project(made))
    assert game.info.look.band == "straight"
    assert game.book["sans-italic"].face.family == "Garamond"
    assert [found.code for found in check(game) if found.code[1:] in ("275", "278", "279")] == []


def test_a_limit_is_told_as_people_write_it(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        game_like(tmp_path, "{corner: 9}")
    assert [one.message for one in error.value.diagnostics] == ["'9' is too large: at most 4"]


def test_an_unknown_font_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    (found,) = [one for one in check(game_like(tmp_path, "{type: {text: Baskerville}}")) if one.code == "E279"]
    assert found.hint.startswith("one of: ") and "serif" in found.hint
