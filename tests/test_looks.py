"""Looks: those that ship, what they hand down, and whether they can be read in colour, grey and low ink."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest
from faults_support import FULL
from fonts_support import truetype
from rcwkit.art.colours import contrast, difference
from rcwkit.art.hatching import cornered
from rcwkit.art.motifs import (
    back_art,
    box_art,
    cover,
    following_art,
    foot_art,
    motif,
    striped,
    title_art,
    uneven,
)
from rcwkit.art.theme import HOUSE, LEGIBLE, THEMES, Ink, Theme, themed
from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError, Severity
from rcwkit.document.blocks import DocumentPart, Paragraph, TextDocument
from rcwkit.document.look import PageLook
from rcwkit.document.pages import sheets
from rcwkit.document.prose import banner
from rcwkit.faces.compiling import base_scope
from rcwkit.faces.contents import poster
from rcwkit.faces.faces import Faces
from rcwkit.frame import MM, Circle, Group, Item, Polygon, Rect, Text
from rcwkit.frame import Path as Drawn
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.importing.begin import Genre, begin
from rcwkit.kinds.cards.draw import leaves
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import laid_out, make
from rcwkit.kit.checks import PAIRS, check
from rcwkit.kit.options import Options
from rcwkit.sheets.paper import PAPERS
from rcwkit.source.info import Like, Look, Roles, TableStyle
from rcwkit.source.project import Project
from rcwkit.type.fonts import FontBook, roles
from rcwkit.type.text import Setter
from sheets_support import extents
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


def test_the_sign_of_titles_is_a_symbol_or_a_sign_of_texts(tmp_path: Path) -> None:
    """Bug: a heart, which texts may have, was an unknown symbol."""
    wrong = game_like(tmp_path / "wrong", "{title: rules, sign: hart}")
    assert [(one.code, one.hint) for one in check(wrong) if one.code == "E254"] == [("E254", "did you mean 'heart'?")]
    drawn = []
    for sign in ("heart", "battleship"):
        game = game_like(tmp_path / sign, f"{{title: rules, sign: {sign}}}")
        assert [one for one in check(game) if one.severity is Severity.ERROR] == []
        drawn.append(set(banner_items(game)))
    plain = set(banner_items(game_like(tmp_path / "plain", "{title: rules}")))
    assert len(drawn[0] - plain) == 1
    assert drawn[0] - plain != drawn[1] - plain


def banner_items(game: Game) -> Iterable[Item]:
    """Return what stands behind the title of a page."""
    return title_art(themed(game.info), 400.0, 60.0)


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


@pytest.mark.parametrize("look", ["naval", "modern"])
def test_long_titles_of_a_deck_are_nearly_as_large_as_short_ones(tmp_path: Path, look: str) -> None:
    begin(tmp_path / "game", "area")
    game = restyled(tmp_path / "game", f"{{like: {look}}}")
    drawn = leaves(Faces(game, game.setter()), next(iter(game[Deck].values())))
    fronts = [front.items for _, front, _ in drawn]
    sizes = [max(item.size for item in items if isinstance(item, Text) and len(item.text) > 3) for items in fronts]
    assert len(sizes) == 12
    assert min(sizes) > 0.8 * max(sizes), sizes


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
    theme = themed(game_like(tmp_path, "{like: modern, backs: plain}").info)
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


ACCENTED = '{title: %s, accent: "#7A1F1F", second: "#27425F", box: %s, foot: %s}'
BOX = (0.0, 200.0, 80.0, "#1B1A18")


def styled_look(folder: Path, ink: Ink, title: str = "emblem", box: str = "plain", foot: str = "plain") -> Theme:
    return themed(game_like(folder, ACCENTED % (title, box, foot)).info, ink)


def covered(items: Iterable[Item], fills: tuple[str, ...]) -> float:
    """Return how large the areas in these colours are."""
    total = 0.0
    for item in items:
        if isinstance(item, Rect) and item.fill in fills:
            total += item.width * item.height
        elif isinstance(item, Polygon) and item.fill in fills:
            ends = zip(item.points, (*item.points[1:], item.points[0]), strict=True)
            total += abs(sum(a * d - b * c for (a, b), (c, d) in ends)) / 2
    return total


@pytest.mark.parametrize("title", ["wedge", "rules", "slant", "hexes", "blocks"])
def test_a_title_has_a_band_at_full_ink_and_lines_at_low_ink(tmp_path: Path, title: str) -> None:
    width, low = 595.0, 70.0
    full, lean = (styled_look(tmp_path / ink, ink, title) for ink in INKS)
    colours = (full.accent, full.second, full.ink, full.page)
    banded = title in ("rules", "slant", "blocks")
    assert (covered(title_art(full, width, low), (full.accent,)) > 0.7 * width * low) == banded
    drawn = list(title_art(lean, width, low))
    assert drawn and covered(drawn, (*colours, lean.accent, lean.second)) < 0.16 * width * low
    for theme in (full, lean):
        assert contrast(theme.title_plate.text, theme.title_plate.ground) >= LEGIBLE
        assert list(title_art(theme, width, low)) == list(title_art(theme, width, low))


def test_a_house_title_has_its_emblem_alone(tmp_path: Path) -> None:
    assert list(title_art(styled_look(tmp_path, "full"), 595, 70)) == []


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("box", ["bar", "caution", "handcut", "label", "split"])
def test_boxes_stay_in_their_place(tmp_path: Path, ink: Ink, box: str) -> None:
    theme = styled_look(tmp_path, ink, box=box)
    made = [item for item in box_art(theme, *BOX) if isinstance(item, Rect | Polygon)]
    points = [
        point
        for item in made
        for point in (
            item.points
            if isinstance(item, Polygon)
            else ((item.x, item.y), (item.x + item.width, item.y + item.height))
        )
    ]
    off = 0.45 * 72 / 25.4 + 0.01
    assert made and all(-off <= x <= 200 + off and -off <= y <= 80 + off for x, y in points)
    assert not (theme.outlined and covered(made, (theme.paper,)) > 0.2 * 200 * 80)


def test_stripes_are_cut_at_the_edges_of_their_box() -> None:
    made = striped(10, 61, 14, "#000000")
    assert made.clip == (10, 0, 61, 14)
    points = [point for item in made.items if isinstance(item, Polygon) for point in item.points]
    assert min(x for x, _ in points) < 10 and max(x for x, _ in points) > 71, "they fill it to its edges"


def test_an_outline_cut_by_hand_is_uneven_and_the_same_in_each_build() -> None:
    one, other = uneven(3, 0, 120, 40), uneven(3, 0, 121, 40)
    assert one == uneven(3, 0, 120, 40) and one != other
    assert one != ((3, 0), (123, 0), (123, 40), (3, 40))


@pytest.mark.parametrize("foot", ["rules", "slant", "blocks"])
def test_a_foot_is_a_thin_line(tmp_path: Path, foot: str) -> None:
    theme = styled_look(tmp_path, "full", foot=foot)
    tops = [item.y for item in foot_art(theme, 0, 500, 800) if isinstance(item, Rect)]
    tops += [y for item in foot_art(theme, 0, 500, 800) if isinstance(item, Polygon) for _, y in item.points]
    assert tops and min(tops) > 800 - 3


@pytest.mark.parametrize("title", ["emblem", "rules", "slant", "hexes", "blocks"])
def test_a_page_that_continues_says_whose_it_is(tmp_path: Path, title: str) -> None:
    assert list(following_art(styled_look(tmp_path / "full", "full", title), 595))
    assert not list(following_art(styled_look(tmp_path / "low", "low", title), 595))


def test_the_back_of_a_board_shows_the_poster_down_to_the_place_for_a_name(tmp_path: Path) -> None:
    (shown,) = cover(themed(game_like(tmp_path, "{backs: pale, motif: worker}").info), 0, 0, 200, 300)
    assert shown.clip is not None and shown.clip[2] == 100
    assert shown.clip[3] == pytest.approx(100 * 70.7 / 63)
    assert shown.y + shown.clip[3] / 2 == pytest.approx(150)


def test_pale_backs_show_the_poster_on_paper(tmp_path: Path) -> None:
    theme = themed(game_like(tmp_path, "{backs: pale, motif: hexes}").info)
    (ground, *shapes) = poster("", (0.0, 0.0, 178.0, 249.0), 6, "#2F6B34", Setter(theme))
    assert isinstance(ground, Rect) and ground.fill == theme.paper
    (lines,) = (one for one in shapes if isinstance(one, Drawn))
    assert lines.fill is None and len(lines.subpaths) > 40, "a field of hexes"
    assert contrast(lines.stroke or "", theme.paper) < contrast(theme.accent, theme.paper), "in a pale shade"
    assert sum(isinstance(one, Polygon) and one.fill == "#2F6B34" for one in shapes) == 2


@pytest.mark.parametrize("ink", INKS)
def test_low_ink_leaves_out_the_texture_of_a_poster(ink: Ink) -> None:
    theme = THEMES[ink]
    shapes = back_art("canvas", theme, 178.0, 249.0, 6, theme.poster("#5B5A33"))
    assert any(isinstance(one, Drawn) for one in shapes) == (ink == "full")


@pytest.mark.parametrize("motif", ["worker", "banner", "hexes"])
def test_low_ink_has_broad_lines_of_ink_and_fine_ones_of_colour(motif: str) -> None:
    """Bug: all lines were alike, and the figure of a back was a wire model that sank in the hatches behind it."""
    colours = THEMES["low"].poster("#B3201F")
    found = back_art(motif, THEMES["low"], 178.0, 249.0, 6, colours)
    shapes = [one for one in found if isinstance(one, Polygon) and one.stroke and one.fill]
    ink, colour = ({one.line for one in shapes if (one.stroke == colours.strong) is strong} for strong in (False, True))
    assert min(ink) > 2 * max(colour)


def test_heads_of_tables_are_legible_on_their_ground() -> None:
    for name in get_args(TableStyle):
        for ink in INKS:
            theme = THEMES[ink]._replace(table=name)
            for corner in (False, True):
                ground, text = theme.table_head(corner=corner)
                assert contrast(text, ground or theme.page) >= LEGIBLE, (name, ink, corner)
                assert ground is None or not theme.outlined


def test_titles_are_written_as_the_look_says(tmp_path: Path) -> None:
    assert HOUSE.cased("The **Don** :port:") == "THE **DON** :port:"
    game = game_like(tmp_path, "{capitals: false}")
    theme = themed(game.info)
    assert theme.cased("The Don") == "The Don"
    assert base_scope(game, theme)["look"]["capitals"] is False, "as layouts of cards ask"


BANDED = HOUSE._replace(title="rules")


@pytest.mark.parametrize("pages", [0, 1])
def test_a_title_on_a_band_has_a_sign_and_a_disc_instead_of_the_emblem(pages: int) -> None:
    part = DocumentPart("One", (Paragraph("Words."),), columns=1, page="3")
    found = TextDocument("Sheet", (part,), "Toy", "Rules", "Credits.", pages=pages, composed=bool(pages))
    (sheet,) = sheets(found, PAPERS["a4"], Setter(BANDED), {})
    drawn = list(extents(sheet.items))
    band = next(area for item, area in drawn if isinstance(item, Rect) and item.fill == BANDED.accent)
    (title,) = (item for item, _ in drawn if isinstance(item, Text) and item.text == "ONE")
    assert (title.font, title.fill) == ("display", BANDED.title_plate.text)
    assert band[:2] == (0, 0) and band[2] == sheet.width
    assert band[3] < 33 * MM, "no lower than the emblem"
    (number,) = (item for item, _ in drawn if isinstance(item, Circle))
    assert number.fill == BANDED.paper and number.radius == pytest.approx(5.2 * MM)


@pytest.mark.parametrize("picture", ["", "standoff", "drives", "die_6"])
def test_words_of_a_title_keep_clear_of_its_picture(picture: str) -> None:
    """Bug: a long note went on under a broad picture of the page itself."""
    setter = Setter(HOUSE._replace(title="rules"))
    part = DocumentPart("A title", (), columns=1, note="a note of many words, " * 20, picture=picture)
    found = TextDocument("Sheet", (part,), "Toy", "Rules", "Credits.", pages=1, composed=True)
    slab = banner(part, PageLook(setter, fit=9.0), 190 * MM, found)
    right = max(area[2] for item, area in extents(slab.items) if isinstance(item, Text))
    drawn = title_art(setter.theme, 206 * MM, slab.height + 8 * MM, picture=picture, numbered=True)
    left = min((one.x for one in drawn if isinstance(one, Group)), default=206 * MM)
    shown = 198 * MM - left if picture else 0.0
    assert right < 190 * MM - max(shown, 46 * MM)
    assert right > 190 * MM - max(shown, 46 * MM) - 35 * MM


def test_broad_titles_of_a_folder_have_one_size() -> None:
    setter = Setter(HOUSE, FontBook(roles=roles(Roles(display="dela"), ())))
    parts = tuple(DocumentPart(title, (), columns=1) for title in ("One", "Worksheets for very many dice"))
    found = TextDocument("Sheet", parts, "Toy", "Rules", "Credits.", pages=1, composed=True)
    made = (banner(part, PageLook(setter, fit=9.0), 190 * MM, found) for part in parts)
    shown = (item for slab in made for item, _ in extents(slab.items))
    sizes = {item.size for item in shown if isinstance(item, Text) and item.font == "display"}
    assert len(sizes) == 1 and max(sizes) < 24
    assert setter.found == []
