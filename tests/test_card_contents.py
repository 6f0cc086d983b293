"""What layouts draw by rules of their own: the sections of cards, lines to write on, posters, drawn words, outlines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from layouts_support import face_of, game_of, ungrouped
from rcwkit.art.motifs import back_art
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.diagnostics import Span
from rcwkit.faces.contents import HATCH, LINE_PITCH, MARK_LINE, poster, sections
from rcwkit.faces.layouts import CardSection
from rcwkit.faces.parts import ChipFace, chip, disc, gate, place, plain_card, stair, windows
from rcwkit.frame import MM, Circle, Group, Item, Line, Rect, Text
from rcwkit.frame import Path as Shape
from rcwkit.type.text import Setter, TextBlock, TextBox

BOX = TextBox(10, 20, 150, 400, "a")
ROW = HOUSE.card_body * HOUSE.leading
RED = HOUSE.legible(HOUSE.accent, HOUSE.paper)
LONG = "One wagon moves once more, then halts at the station, and waits there for the next train."
SHORT = "One wagon."


def where(*path: Any) -> Span:
    """Name a place in the data by its path."""
    return Span("/".join(map(str, path)))


def made(
    listed: Sequence[CardSection],
    lines: int = 0,
    box: TextBox = BOX,
    sizes: Sequence[float] = (9, 6),
    texts: Sequence[TextBlock] = (),
    **more: Any,
) -> tuple[list[Item], Setter]:
    """Return what sections draw, and the setter with what was wrong."""
    setter = Setter()
    return sections(texts, listed, lines, box, sizes, setter, where, **more), setter


def fitted(*blocks: TextBlock, box: TextBox = BOX, sizes: tuple[float, float] = (9, 6)) -> list[Item]:
    return [*Setter().fit(blocks, box, *sizes, where)]


def lines_of(items: Sequence[Item]) -> list[Line]:
    return [item for item in items if isinstance(item, Line)]


def head(index: int, text: str) -> TextBlock:
    """Return a heading on a line of its own."""
    return TextBlock(text, RED, (index, "head"), "narrow-bold", "narrow-bold", before=0.7, spacing=0.05)


def said(index: int, text: str, **more: Any) -> TextBlock:
    """Return the text of a section."""
    return TextBlock(text, HOUSE.ink, (index, "text"), **more)


def test_the_head_of_a_single_line_runs_in_and_others_stand_above_their_text() -> None:
    found, setter = made((CardSection(head="Move", text=SHORT), CardSection(head="Halt", text=LONG)))
    short = said(0, SHORT, before=0.5, head="MOVE", head_fill=RED)
    assert found == fitted(short, head(1, "HALT"), said(1, LONG)) and setter.found == []


def test_with_run_in_the_head_of_each_single_paragraph_runs_in() -> None:
    listed = (CardSection(head="Move", text=LONG), CardSection(head="Halt", text=f"{SHORT}\n{LONG}"))
    run_in = said(0, LONG, before=0.5, head="MOVE", head_fill=RED)
    assert made(listed, run_in=True)[0] == fitted(run_in, head(1, "HALT"), said(1, SHORT), said(1, LONG))


def test_points_stand_under_their_head() -> None:
    listed = (
        CardSection(head="Move", text="- Go."),
        CardSection(head="Halt", text=SHORT, items=("Here.", "{die 1} x")),
    )
    found, _ = made(listed, sign=1.5, font="narrow")
    fonts: dict[str, Any] = {"font": "narrow", "bold": "narrow-bold", "sign": 1.5}
    point = said(0, "Go.", before=0.08, indent=0.95, bullet="•", **fonts)
    items = [
        TextBlock("Here.", HOUSE.ink, (1, "items", 0), before=0.08, indent=0.95, bullet="•", **fonts),
        TextBlock("{die 1} x", HOUSE.ink, (1, "items", 1), before=0.08, **fonts),
    ]
    assert found == fitted(head(0, "MOVE"), point, head(1, "HALT"), said(1, SHORT, **fonts), *items)


def test_heads_run_in_where_there_is_no_room_for_their_lines() -> None:
    """But not where smaller type is enough, or where all fits at first."""
    listed = tuple(CardSection(head=f"Move {index}", text=LONG) for index in range(2))
    above = [block for index in range(2) for block in (head(index, f"MOVE {index}"), said(index, LONG))]
    beside = [said(index, LONG, before=0.5, head=f"MOVE {index}", head_fill=RED) for index in range(2)]
    setter = Setter()
    large, small = (setter.height(above, BOX.width, size) for size in (9, 6))
    tight = HOUSE.tight / HOUSE.leading
    for high, blocks in ((large, above), (small, above), (small * tight * 0.93, beside)):
        box = BOX._replace(height=high)
        assert made(listed, box=box)[0] == fitted(*blocks, box=box)


def test_a_section_that_does_not_fit_is_reported_at_its_text() -> None:
    listed = (CardSection(head="Move", text=LONG), CardSection(head="Halt", items=(SHORT, LONG)))
    _, setter = made(listed, box=BOX._replace(height=3 * ROW))
    assert [(one.code, one.span.file) for one in setter.found] == [("E310", "1/items/1")]


def test_one_drawn_section_makes_all_flow() -> None:
    listed = (CardSection(head="Move", text=SHORT), CardSection(head="Pays", bar="ink", text=SHORT))
    found, setter = made(listed)
    bars = [item for item in found if isinstance(item, Rect)]
    assert [(bar.x, bar.width, bar.fill) for bar in bars] == [(10, 150, HOUSE.ink)] and setter.found == []
    heads = {item.text: item.fill for item in found if isinstance(item, Text)}
    assert heads["MOVE"] == HOUSE.ink and heads["PAYS"] != HOUSE.ink
    own, _ = made((CardSection(head="Pays", bar="own", text=SHORT),))
    assert [item.fill for item in own if isinstance(item, Rect)] == [HOUSE.accent]


@pytest.mark.parametrize(
    ("high", "pitch"), [(60, 20), (3 * LINE_PITCH[1] + 90, LINE_PITCH[1]), (3 * LINE_PITCH[0], LINE_PITCH[0])]
)
def test_lines_to_write_on_fill_the_foot_of_a_box(high: float, pitch: float) -> None:
    found, setter = made((), 3, BOX._replace(height=high))
    bottom = 20 + high
    expected = [bottom - 2 * pitch, bottom - pitch, bottom]
    assert [(item.x1, item.x2) for item in lines_of(found)] == [(10, 160)] * 3
    assert [item.y1 for item in lines_of(found)] == [item.y2 for item in lines_of(found)] == pytest.approx(expected)
    assert {(item.stroke, item.line) for item in lines_of(found)} == {(HOUSE.hairline, 0.5)}
    assert setter.found == []


def test_lines_stand_below_the_texts_which_shrink_above_them() -> None:
    listed = (CardSection(head="Move", text=LONG),)
    box = BOX._replace(height=80)
    text = Setter().height([head(0, "MOVE"), said(0, LONG)], 150, 9, 0)
    pitch = (80 - text) / 2
    assert LINE_PITCH[0] < pitch < LINE_PITCH[1]
    found, _ = made(listed, 2, box)
    assert [one.y1 for one in lines_of(found)] == pytest.approx([100 - pitch, 100])
    above = box._replace(height=80 - 2 * pitch)
    assert [item for item in found if not isinstance(item, Line)] == fitted(head(0, "MOVE"), said(0, LONG), box=above)


def test_lines_stand_below_what_is_drawn() -> None:
    listed = (CardSection(head="Pays", bar="ink"),)
    found, setter = made(listed, 2, BOX._replace(height=50))
    bar = next(item for item in found if isinstance(item, Rect))
    pitch = (50 - bar.height) / 2
    assert LINE_PITCH[0] < pitch < LINE_PITCH[1] and setter.found == []
    assert [one.y1 for one in lines_of(found)] == pytest.approx([70 - pitch, 70])


def test_more_lines_than_a_box_holds_are_reported() -> None:
    _, setter = made((), 3, BOX._replace(height=30))
    (found,) = setter.found
    assert (found.code, found.span.file, found.hint) == ("E310", "ruled", "fewer lines, or a larger card")
    assert found.message == f"3 ruled lines need {(3 * LINE_PITCH[0] - 30) / MM:.1f} mm more than the box has"
    for lack, faults in ((0, 0), (0.5, 1)):
        assert len(made((), 2, BOX._replace(height=2 * LINE_PITCH[0] - lack))[1].found) == faults


def test_a_text_above_lines_that_does_not_fit_names_them() -> None:
    block = said(0, LONG)
    _, setter = made((), 2, BOX._replace(height=2 * LINE_PITCH[0] + 5), texts=[block])
    assert "the a above its ruled lines" in setter.found[0].message


@pytest.mark.parametrize(
    ("backs", "motif", "pale"),
    [
        ("poster", "", False),
        ("poster", "rings", False),
        ("pale", "", True),
        ("pale", "rings", True),
        ("plain", "", True),
        ("plain", "rings", False),
        ("frame", "", False),
    ],
)
def test_a_poster_is_in_the_colours_that_the_look_has_for_backs(backs: Any, motif: str, pale: bool) -> None:
    theme = HOUSE._replace(backs=backs)
    colours = theme.pale("#B3201F") if pale else theme.poster("#B3201F")
    art = back_art(motif or None, theme, 50, 80, 3, colours)
    assert theme.pale("#B3201F") != theme.poster("#B3201F")
    assert poster(motif, (0, 0, 50, 80), 3, "#B3201F", Setter(theme)) == art
    for x, y in ((5, 0), (0, 5)):
        assert poster(motif, (x, y, 50, 80), 3, "#B3201F", Setter(theme)) == (Group(art, x, y),)


# Drawn words

COLOUR = "#27425F"
X, Y, WIDE, HIGH = 2 * MM, 4 * MM, 24 * MM, 12 * MM


def part(folder: Path, box: str, theme: Theme = HOUSE) -> tuple[list[Item], list[str]]:
    """Return what a drawn word draws in a box, and what is wrong with it."""
    game = game_of(folder, f"a: {{at: [2, 4, 24, 12], fill: '{COLOUR}', {box}}}")
    face, found = face_of(game, theme=theme)
    return [*ungrouped(face.items)], [f"{one.code} {one.message}" for one in found]


def face(words: tuple[str, ...], **more: Any) -> ChipFace:
    return ChipFace(COLOUR, symbol=more.pop("symbol", "none"), words=words, **more)


@pytest.mark.parametrize(
    ("box", "shown"),
    [
        ("part: chip, text: Guards", face(("Guards",))),
        ("part: chip, symbol: infantry, text: Guards", face(("Guards",), symbol="infantry")),
        ("part: chip", face(())),
        ('part: chip, text: "3\\nGuards"', face(("Guards",), large="3")),
        ('part: pile, text: "3\\nGuards"', face(("Guards",), large="3", pile=True)),
        ("part: chip, text: Guards, dash: [1, 1]", face(("Guards",), sure=False)),
    ],
)
def test_a_chip_is_as_large_as_its_box_allows(tmp_path: Path, box: str, shown: ChipFace) -> None:
    found, wrong = part(tmp_path, box)
    assert found == [Group(chip(shown, Setter(), HIGH).items, X, Y)] and wrong == []


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK])
def test_a_chip_is_struck_out_behind_its_words(theme: Theme) -> None:
    """Bug: a heavy line crossed the numbers and names of counters, which nobody could tell apart."""
    items = chip(face(("Guards",), large="3", over=True), Setter(theme), HIGH).items
    (struck,) = (at for at, one in enumerate(items) if isinstance(one, Line) and one.x2 - one.x1 > HIGH / 2)
    shown = [at for at, one in enumerate(items) if isinstance(one, Text)]
    assert len(shown) == 2 and struck < min(shown)


def test_words_wider_than_a_chip_are_told(tmp_path: Path) -> None:
    found, wrong = part(tmp_path, "part: chip, text: Extraordinary guardsmen of the northern front")
    assert len(found) == 1 and len(wrong) == 1
    assert wrong[0].startswith("E310 'Extraordinary guardsmen of the northern front' does not fit: ")
    # The words keep a fortieth of its edge from both sides, and more.
    assert f"too wide for the chip ({24 - 0.175 * 12:.1f} mm)" in wrong[0]


def test_the_other_drawn_words_stand_in_their_boxes(tmp_path: Path) -> None:
    plate, setter = HOUSE.plate(COLOUR), Setter()
    middle, down, radius = X + WIDE / 2, Y + HIGH / 2, HIGH / 2
    steps = {"Home": "its region", "Free": "anywhere"}
    expected = {
        "part: disc, text: '2'": disc(middle, down, radius, "2", 1.3 * radius, setter, "figures"),
        "part: card, text: R1": plain_card(X, Y, WIDE, HIGH, "R1", plate, "", setter),
        "part: gate": gate(middle, Y, HIGH, HOUSE.ink),
        "part: lock": [setter.line(":lock:", X, Y + 0.86 * HIGH, "narrow-bold", HIGH, HOUSE.ink)],
        'part: stair, text: "Home: its region\\nFree: anywhere"': stair(X, Y, WIDE, steps, COLOUR, setter),
        "part: windows, text: '1, 6 and 7 or 0'": windows(X, Y, WIDE, {1, 6}, plate.edge, HOUSE.page),
    }
    for box, items in expected.items():
        found, wrong = part(tmp_path, box)
        assert found == [*ungrouped(items)] != [] and wrong == [], box
    assert isinstance(part(tmp_path, "part: disc, text: '2'")[0][0], Circle)


def test_without_a_fill_a_drawn_word_has_the_accent(tmp_path: Path) -> None:
    found, _ = face_of(game_of(tmp_path, "a: {at: [2, 4, 24, 12], part: windows, text: '1'}"))
    assert list(ungrouped(found.items)) == [*windows(X, Y, WIDE, {1}, HOUSE.plate(HOUSE.accent).edge, HOUSE.page)]


@pytest.mark.parametrize(("size", "line"), [(5, HATCH / 2), (10, 0.3), (20, 0.6), (60, MARK_LINE)])
def test_letters_in_outline_have_lines_by_their_size(tmp_path: Path, size: float, line: float) -> None:
    box = f"a: {{text: 'A', size: {size}, lines: 1, outlined: true}}"
    for theme, outline in ((LOW_INK, line), (HOUSE, 0.0)):
        found, _ = face_of(game_of(tmp_path, box), theme=theme)
        (text,) = found.items
        assert isinstance(text, Text) and text.outline == pytest.approx(outline)


@pytest.mark.parametrize(
    ("around", "over"),
    [
        ("shadow: [3, 0]", False),
        ("shadow: [3.1, 0]", True),
        ("shadow: [0, 3.1]", True),
        ("shadow: [-2, 1, 1]", False),
        ("shadow: [-2, 1, 1.1]", True),
        ("shadow: [1, -2, 1.1]", True),
        ("shadow: [3, 0, -1]", False),
        ("halo: gold, rim: 3", False),
        ("halo: gold, rim: 3.1", True),
        ("halo: gold, rim: 3.1, shadow: [1, 1]", True),
        ("halo: gold, rim: 1, shadow: [3.1, 1]", True),
    ],
)
@pytest.mark.parametrize("at", ["[0, 9, 9, 9]", "[9, 0, 9, 9]", "['100% - 9', 9, 9, 9]", "[9, '100% - 9', 9, 9]"])
def test_what_is_around_a_box_may_reach_as_far_as_the_bleed(tmp_path: Path, at: str, around: str, over: bool) -> None:
    found, wrong = face_of(game_of(tmp_path, f"a: {{at: {at}, fill: ink, {around}}}"), bleed=3 * MM)
    clips = [item.clip for item in found.items if isinstance(item, Group)]
    assert wrong == [] and any(clips) is over


def test_a_shadow_is_sharp_and_pale_unless_more_is_asked_for(tmp_path: Path) -> None:
    boxes = "a: {at: [1, 1, 9, 9], fill: ink}\nb: {at: [9, 9, 9, 9], fill: gold, shadow: [1, 2]}"
    found, _ = face_of(game_of(tmp_path, boxes))
    square = Rect(9 * MM, 9 * MM, 9 * MM, 9 * MM, HOUSE.gold)
    before, shade, drawn = ungrouped(found.items)
    assert (before, drawn) == (Rect(MM, MM, 9 * MM, 9 * MM, HOUSE.ink), square)
    assert isinstance(shade, Group) and (shade.x, shade.y) == pytest.approx((MM, 2 * MM))
    assert (shade.items, shade.opacity) == ((square._replace(fill=HOUSE.ink),), 0.4)


def test_justified_text_begins_its_last_line_at_the_left(tmp_path: Path) -> None:
    found, wrong = part(tmp_path, "text: One wagon moves once more, size: 8, align: justify")
    block = TextBlock("One wagon moves once more", HOUSE.on(COLOUR))
    room = TextBox(X, Y, WIDE, HIGH, "a", justify=True)
    assert found[1:] == [*Setter().fit([block], room, 8, 8, where)] and wrong == []
    assert isinstance(last := found[-1], Text) and last.x == X


def test_texts_stand_within_the_padding_of_a_box(tmp_path: Path) -> None:
    for pad, room in ((2, TextBox(4 * MM, 6 * MM, 20 * MM, 8 * MM, "a")), (0, TextBox(X, Y, WIDE, HIGH, "a"))):
        found, wrong = part(tmp_path, f"text: Go at once, size: 6, pad: {pad}")
        ink = HOUSE.on(COLOUR)
        assert found[1:] == [*Setter().fit([TextBlock("Go at once", ink)], room, 6, 6, where)] and wrong == []
    _, wrong = part(tmp_path, "text: Go, size: 6, pad: 7, lines: 1")
    assert wrong == []
    _, wrong = part(tmp_path, "text: Go, size: 6, pad: 13, lines: 1")
    assert wrong[0].endswith("too wide for the a (0.0 mm) even at 5 pt")


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK])
def test_the_sign_of_a_place_is_in_outline_at_low_ink(theme: Theme) -> None:
    """Bug: solid coins and crowns on a board of outlines."""
    made = place(0.0, 0.0, 30.0, 30.0, ":coin:", Setter(theme))
    coins = [item for item in _within(made) if isinstance(item, Shape)]
    assert coins and {one.fill for one in coins} == {theme.page if theme.outlined else theme.quiet}
    assert all((one.stroke == theme.quiet) is theme.outlined for one in coins)


def _within(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        yield from _within(item.items) if isinstance(item, Group) else (item,)
