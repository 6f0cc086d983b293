"""Signs in texts: known, drawn, measured and read."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from time import process_time

import pikepdf
import pytest
from PIL import Image as PILImage
from rcwkit.art.colours import contrast
from rcwkit.art.symbols import SIGNS, sign
from rcwkit.art.theme import HOUSE, LEGIBLE
from rcwkit.diagnostics import InputError, Span
from rcwkit.document.copy import Inset
from rcwkit.document.look import BOX, PageLook
from rcwkit.faces.faces import Faces
from rcwkit.frame import Frame, Group, Item, Rect, Sheet, Text
from rcwkit.frame import Path as FramePath
from rcwkit.game.loader import load
from rcwkit.kinds.cards.draw import sides
from rcwkit.kinds.cards.model import Deck
from rcwkit.kit.checks import check, signs
from rcwkit.screens.companion.page import page
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.sheets.pictures import pictures
from rcwkit.source.info import Owner
from rcwkit.source.markup import SHIPPED, Sign, TrackBox, parts, spoken
from rcwkit.source.project import Project
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import CAP, Setter, TextBlock, TextBox
from sheets_support import extents
from test_readme import PAGES, blocks
from tests_support import write

GAME = """
kind: game
id: pond
title: The Pond
source: {title: Rules}
credits: Ours.
sides: {red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}}
"""


def table(text: str) -> str:
    return (
        f"kind: tables\nid: t\ntitle: T\nsource: s\ntables: {{a: {{title: A, rows: {{x: [y]}}, foot: ['{text}']}}}}\n"
    )


def test_boxes_are_full_or_in_outline_and_one_has_the_start() -> None:
    assert Sign("boxes", "red red-! white").boxes == (TrackBox("red"), TrackBox("red", False, True), TrackBox("white"))


@pytest.mark.parametrize(
    ("value", "full", "labels"),
    [
        ("7-10 of 1-10", "7 8 9 10", "1 2 3 4 5 6 7 8 9 10"),
        ("9 of 6-12", "9", "6 7 8 9 10 11 12"),
        ("4-6+ of 1-6+", "4 5 6+", "1 2 3 4 5 6+"),
        ("4-6", "", ""),
        ("4-9 of 1-6", "", ""),
    ],
)
def test_windows_are_a_row_of_numbers_of_which_some_win(value: str, full: str, labels: str) -> None:
    windows = Sign("windows", value).windows
    assert [window.text for window in windows] == labels.split()
    assert [window.text for window in windows if window.full] == full.split()


def test_windows_are_spoken_as_the_numbers_that_win_and_refused_if_they_are_none(
    write_game: Callable[[dict[str, str]], Project],
) -> None:
    assert spoken("{windows 7-10 of 1-10} vehicles") == "7–10 vehicles"
    (found,) = signs(load(write_game({"game.yaml": GAME, "t.yaml": table("{windows 3 of 7}")})))
    assert (found.code, found.hint) == ("E245", "write which of which: {windows 7-10 of 1-10}")


def test_every_sign_has_words_and_a_picture_within_its_box() -> None:
    assert set(SIGNS) <= set(SHIPPED)
    for name in SIGNS:
        for _, area in extents(sign(name, 10.0, "#000000", "#FFFFFF")):
            assert all(-0.5 <= value <= 10.5 for value in area), name


def width(*texts: str) -> float:
    look = PageLook(Setter())
    return look.copy(*((text, look.letters(9)) for text in texts)).most


def test_a_sign_is_as_wide_as_its_drawing_and_keeps_to_the_word_before_it() -> None:
    look = PageLook(Setter())
    letters = look.letters(9)
    copy = look.copy(("port :port:.", letters))
    insets = [part.inset for atom in copy.atoms for part in atom.parts if part.inset]
    assert len(insets) == 1
    assert isinstance(insets[0], Inset)
    assert len(copy.atoms) == 2  # the full stop stays with the sign
    assert width("port :port:.") > width("port .")


def test_a_blank_die_and_every_box_of_a_row_have_a_field() -> None:
    look = PageLook(Setter(), owners={"red": Owner(title="Red", short="R", colour="#B3201F", mark="star")})
    copy = look.copy(("{die} {boxes red red- red!}", look.letters(9)))
    fields = copy.set(200.0).fields
    assert [field.kind for field in fields] == ["write", "tick", "tick", "tick"]


def run(text: str, width: float = 500.0) -> tuple[list[Group], list[Text]]:
    """Return the boxes of a text, and its words, from left to right and line by line, in letters of 9 points."""
    look = PageLook(Setter())
    items = look.copy((text, look.letters(9))).set(width).items
    return [item for item in items if isinstance(item, Group)], [item for item in items if isinstance(item, Text)]


@pytest.mark.parametrize(
    "text", ["{box} 1 {box} 2 {box} 10", "{box} 1  {box} 2  {box} 10", "{box} of you {box} **none**  {box} of"]
)
def test_pages_8_a_label_is_nearer_to_its_own_box_than_to_the_next(text: str) -> None:
    """Bug: in a run of boxes to tick, numbers stood nearer to the box after them."""
    boxes, labels = run(text)
    assert len(boxes) == len(labels) == 3
    for box, label, following in zip(boxes[:-1], labels[:-1], boxes[1:], strict=True):
        own = label.x - box.x - BOX * 9
        after = following.x - label.x - Setter().width(label.text.rstrip(), label.font, 9)
        assert 1 < own < 4.5 and after > 2 * own and after > 7, text


def test_boxes_without_labels_stand_together_and_a_box_is_never_parted_from_its_label() -> None:
    assert width("{box} {box} {box}") < 4 * BOX * 9
    for measure in range(30, 120, 10):
        boxes, labels = run("{box} one {box} two {box} three", measure)
        assert [label.text.strip() for label in labels] == ["one", "two", "three"]
        for box, label in zip(boxes, labels, strict=True):
            assert 0 < label.x - box.x < 2 * 9 and 0 < label.y - box.y < 9


def test_a_box_to_tick_is_light_on_every_ground() -> None:
    look = PageLook(Setter())
    for fill in (look.theme.ink, look.theme.paper):
        ((inset,),) = (
            [part.inset for part in atom.parts if part.inset]
            for atom in look.copy(("{box}", look.letters(9, fill=fill))).atoms
        )
        assert inset is not None
        (box,) = inset.items
        assert isinstance(box, Rect)
        assert (box.fill, box.stroke) == (look.theme.page, look.theme.ink)


def test_the_number_of_a_ruling_never_begins_a_line() -> None:
    look = PageLook(Setter())
    copy = look.copy(("word {flag 12}", look.letters(9)))
    assert len(copy.atoms) == 1
    block = TextBlock("word {flag 12}, and", "#000000")
    assert [len(Setter().lines(block, width, 9)) for width in (1, 1000)] == [2, 1]


@pytest.mark.parametrize("size", [8.0, 9.0, 11.0])
def test_pages_5_the_number_of_a_ruling_stands_clear_of_the_line_above(size: float) -> None:
    """Bug: on cards, rulings hung into the next line."""
    setter = Setter()
    line = setter.line("word{flag 31 85}", 0, 0, "sans", size, "#000000")
    assert isinstance(line, Group)
    _, raised = line.items
    assert isinstance(raised, Group)
    (figures,) = raised.items
    assert isinstance(figures, Text)
    assert (figures.text, figures.fill, raised.alt) == ("31, 85", HOUSE.accent, "rulings 31, 85")
    assert figures.size >= 5.2
    baseline = raised.y + figures.y
    assert -0.4 * size < baseline < -0.2 * size
    assert baseline - CAP * figures.size > 0.22 * size - HOUSE.tight * size
    assert setter.flagged == {31, 85}


def test_the_number_of_a_ruling_is_as_light_as_the_words_on_a_dark_ground() -> None:
    light = Setter().line("word{flag 85}", 0, 0, "sans", 9, HOUSE.paper)
    assert isinstance(light, Group) and isinstance(light.items[1], Group)
    (figures,) = light.items[1].items
    assert isinstance(figures, Text)
    assert contrast(figures.fill, HOUSE.ink) >= LEGIBLE


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (":harbour:", "E245"),
        ("{mark blue}", "E220"),
        ("{ruling late}", "E225"),
        ("{die 7}", "E245"),
        ("{die 4 7}", "E245"),
        ("{boxes red- blue}", "E220"),
        ("{flag 1}", "E245"),
    ],
)
def test_an_unknown_sign_is_an_error(write_game: Callable[[dict[str, str]], Project], text: str, code: str) -> None:
    game = load(write_game({"game.yaml": GAME, "t.yaml": table(text)}))
    assert [found.code for found in signs(game)] == [code]


def test_signs_are_refused_where_they_are_not_drawn(write_game: Callable[[dict[str, str]], Project]) -> None:
    game = load(
        write_game(
            {
                "game.yaml": GAME.replace("Ours.", "'Ours {box}'"),
                "t.yaml": table("{mark red} {box} :port: {die 4 5}"),
            }
        )
    )
    assert [found.code for found in signs(game)] == ["E245"]


@pytest.mark.parametrize(("old", "new"), [("title: A", "title: '{box}'"), ("x: [y]", "x: [':harbour:']")])
def test_signs_are_checked_in_titles_and_in_rows(
    write_game: Callable[[dict[str, str]], Project], old: str, new: str
) -> None:
    game = load(write_game({"game.yaml": GAME, "t.yaml": table("y").replace(old, new)}))
    assert [found.code for found in signs(game)] == ["E245"]


def test_the_readme_lists_the_signs_of_every_game() -> None:
    section = PAGES["data/README.md"].partition("Every game has these signs:")[2].partition(".")[0]
    assert [name.strip() for name in section.split(",")] == sorted(SHIPPED)


QUACK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path fill="#C02020" d="M0 0H20L10 10Z"/></svg>'


def pond(folder: Path, *, signs: str = "", more: str = "Hm.", files: Mapping[str, bytes] | None = None) -> Project:
    """Write a game with signs of its own and a card of `more` text."""
    game = GAME + (f"signs: {signs}\n" if signs else "")
    deck = "kind: cards\nid: d\ntitle: D\nsource: s\nshelf: table\nback: {title: D}\n"
    cards = f"{deck}cards: {{a: {{title: A, foot: '{more}'}}}}\n"
    write(folder, {"game.yaml": game, "cards.yaml": cards})
    (folder / "signs").mkdir()
    for name, data in {"quack.svg": QUACK.encode(), **(files or {})}.items():
        (folder / "signs" / name).write_bytes(data)
    return Project(folder, shown="pond")


def test_signs_of_its_own_are_as_large_as_a_page_wants_its_dice(tmp_path: Path) -> None:
    game = load(pond(tmp_path, signs="{quack: signs/quack.svg}"))
    look = PageLook(game.setter())
    usual, large = (one.copy((":quack:", one.letters(9))).most for one in (look, look._replace(dice=9.0)))
    assert large > 2 * usual
    assert look._replace(dice=9.0).copy((":port:", look.letters(9))).most == look.copy((":port:", look.letters(9))).most


def test_the_signs_of_the_data_readme_are_printed(tmp_path: Path) -> None:
    given = blocks("data/README.md", "yaml")
    game = next(block for block in given if "kind: game" in block)
    (cards,) = (block for block in given if "id: weather_cards" in block)
    (signs,) = (block for block in given if block.startswith("signs:"))
    write(
        tmp_path,
        {
            "game.yaml": f"{game}\n{signs}",
            "cards.yaml": cards.replace("night:.", "night:. A :quack: costs 3:feather:."),
        },
    )
    (tmp_path / "signs").mkdir()
    for name in ("quack", "feather"):
        (tmp_path / "signs" / f"{name}.svg").write_text(QUACK)
    loaded = load(Project(tmp_path, shown="pond"))
    assert [found for found in check(loaded) if found.code[0] == "E"] == []
    setter = loaded.setter()
    front, _ = sides(Faces(loaded, setter), loaded[Deck]["weather_cards"], "squall", 1)
    said = [group.alt for group in groups(front.items) if group.alt]
    assert said == ["1", "2", "ship", "coin", "night", "quack", "feathers"]
    assert setter.found == []
    words = [item for item in front.items if isinstance(item, Text)]
    assert any(item.font == "sans-italic" and item.text.strip() == "Others" for item in words)
    assert {item.fill for item in words if item.font == "sans-bold" and "every" in item.text} == {"#B3201F"}
    assert not any(set("*:[]{}") & set(item.text) for item in words)


def groups(items: Iterable[Item]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def test_an_own_sign_is_as_high_as_the_type_and_keeps_its_shape(tmp_path: Path) -> None:
    setter = load(pond(tmp_path, signs="{quack: signs/quack.svg}")).setter()
    glyph = setter.glyph(Sign("sign", "quack"), 8, "#000000", "#FFFFFF", {})
    assert glyph is not None
    assert (glyph.width, glyph.height) == (16, 8)
    assert setter.width(":quack:", "sans", 8) == pytest.approx(16 + 0.1 * 8)


def test_a_tinted_sign_has_the_colour_of_its_words(tmp_path: Path) -> None:
    loaded = load(pond(tmp_path, signs="{quack: {file: signs/quack.svg, tint: true}, red_quack: signs/quack.svg}"))
    for name, fill in (("quack", "#123456"), ("red_quack", "#C02020")):
        glyph = loaded.setter().glyph(Sign("sign", name), 8, "#123456", "#FFFFFF", {})
        assert glyph is not None
        paths = [item for group in groups(glyph.items) for item in group.items if isinstance(item, FramePath)]
        assert [path.fill for path in paths] == [fill]


@pytest.mark.parametrize(
    ("signs", "code", "hint"),
    [
        ("{quack: signs/quak.svg}", "E103", "did you mean 'signs/quack.svg'?"),
        ("{quack: ../quack.svg}", "E101", "name a file of the game: pictures/map.png"),
        ("{quack: signs/bad.svg}", "E269", ""),
        ("{quack: {file: signs/dot.png, tint: true}}", "E245", "leave tint out"),
    ],
)
def test_a_wrong_sign_is_an_error_before_anything_is_drawn(tmp_path: Path, signs: str, code: str, hint: str) -> None:
    bad = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g></svg>'
    dot = io.BytesIO()
    PILImage.new("RGB", (4, 4)).save(dot, "PNG")
    (found,) = check(load(pond(tmp_path, signs=signs, files={"bad.svg": bad, "dot.png": dot.getvalue()})))
    assert found.code == code
    assert not hint or found.hint == hint


def test_a_near_name_of_an_own_sign_is_suggested(tmp_path: Path) -> None:
    (found,) = check(load(pond(tmp_path, signs="{quack: signs/quack.svg}", more="A :quak: here.")))
    assert (found.code, found.hint) == ("E245", "did you mean 'quack'?")


def test_a_sign_written_with_a_space_is_found(tmp_path: Path) -> None:
    signs = "{loud-quack: signs/quack.svg, two_quacks: signs/quack.svg}"
    more = "A :loud quack: here, :two quacks: there. Note: no quack: none; at 12:30 sharp:"
    one, two = check(load(pond(tmp_path, signs=signs, more=more)))
    assert (one.code, one.message, one.hint) == ("E245", "':loud quack:' is not a sign", "write :loud-quack:")
    assert (two.message, two.hint) == ("':two quacks:' is not a sign", "write :two_quacks:")


def test_a_sign_may_begin_with_digits(tmp_path: Path) -> None:
    game = load(pond(tmp_path, signs="{2xquack: signs/quack.svg}", more="Gain :2xquack:. It is 10:30am: rest 2:3b:4."))
    assert check(game) == []
    assert [part.what for part in parts("Gain :2xquack:, 10:30am: 5")][1] == Sign("sign", "2xquack")


def test_a_sign_name_that_no_text_could_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be named in a text"):
        load(pond(tmp_path, signs='{"loud noise": signs/quack.svg}'))


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_every_sign_is_drawn_within_its_box(name: str) -> None:
    glyph = Setter().glyph(Sign("sign", name), 10, "#000000", "#FFFFFF", {})
    assert glyph is not None
    assert glyph.width == glyph.height
    (png,) = pictures([Frame(10, 10, glyph.items, 2)], FontBook(), dpi=576, bleed="own")
    shade = PILImage.open(io.BytesIO(png)).convert("L").point(lambda value: 255 * (value < 128))
    left, top, right, bottom = shade.getbbox() or (0, 0, 0, 0)
    edge, far = 16 - 3, 16 + 8 * glyph.height + 3
    assert edge <= left < right <= far and edge <= top < bottom <= far, name
    assert max(right - left, bottom - top) > 5 * glyph.height, name


def test_a_line_of_signs_is_measured_and_set_alike() -> None:
    setter = Setter()
    text = "2:coin: *or* **[accent]3[/]** {die 1 2}"
    line = setter.line(text, 100, 0, "sans", 10, "#000000", align=1.0)
    assert isinstance(line, Group)
    assert line.items[0].x == pytest.approx(100 - setter.width(text, "sans", 10))  # type: ignore[union-attr]
    assert [item.font for item in line.items if isinstance(item, Text)] == ["sans", "sans-italic", "sans-bold"]
    assert setter.size(text, "sans", 10, 5, setter.width(text, "sans", 8), lambda: Span("x"), "box") == 8
    assert setter.halves("one **two three** four", "sans") == ("one **two three** four",)


def test_a_sign_does_not_part_from_the_punctuation_that_touches_it() -> None:
    setter = Setter()
    block = TextBlock("Pay (:coin:), then 2:coin:/3:coin:.", "#000000")
    for width in range(20, 90, 3):
        for runs, _ in setter.lines(block, width, 8):
            said = "".join(text or "@" for _, text, _ in runs)
            assert not said.startswith(("@", ")", ".", ",")), (width, said)


def test_thousands_of_signs_are_set_at_once() -> None:
    setter = Setter()
    block = TextBlock(":coin: **x**{die 1 2 3}[accent]:noise:[/] " * 1000, "#000000")
    begun = process_time()
    assert setter.fit([block], TextBox(0, 0, 400, 9000, "box"), 8, 6, lambda: Span("x"))
    assert process_time() - begun < 2


def test_a_pdf_has_the_words_of_its_signs() -> None:
    setter = Setter()
    items = setter.fit(
        [TextBlock("Pay :coin: now", "#000000")], TextBox(0, 20, 200, 20, "box"), 8, 6, lambda: Span("x")
    )
    data = draw([Sheet(200, 40, items, "1")], Imprint("t", "a", "s"), setter.book)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        marks = [step.operands[1] for step in pikepdf.parse_content_stream(pdf.pages[0]) if str(step.operator) == "BDC"]
    assert [str(mark.ActualText) for mark in marks] == ["coin"]


def test_signs_of_computed_texts_are_checked_when_they_are_set() -> None:
    setter = Setter(HOUSE._replace(colours={"red": "#B3201F"}))
    text = TextBlock(":coyn: {boxes red} [rad]x[/]", "#000000")
    setter.fit([text], TextBox(0, 0, 90, 90, "box"), 8, 6, lambda: Span("x"))
    assert [(one.code, one.hint) for one in setter.found] == [
        ("E245", "did you mean 'coin'?"),
        ("E245", "say it in words"),
        ("E267", "did you mean 'red'?"),
    ]


def test_signs_and_styles_of_headings_and_cells_are_shown_on_screens(tmp_path: Path) -> None:
    text = (
        table("*a* [red]b[/] :quack:")
        .replace("x: [y]", "x: [':quack: 2']")
        .replace("title: A", "title: A, head: ':quack:'")
    )
    folder = pond(tmp_path, signs="{quack: {file: signs/quack.svg, said: Quack!}}").root
    (folder / "t.yaml").write_text(text)
    said = page(load(Project(folder, shown="pond")))
    assert said.count('aria-label="Quack!"') == 3
    assert '<i>a</i> <span class="ink-red">b</span>' in said
    assert ":quack:" not in said.partition("<script")[0]


def test_a_picture_is_in_a_page_once_however_often_it_stands_there(tmp_path: Path) -> None:
    dot = io.BytesIO()
    PILImage.new("RGB", (4, 4)).save(dot, "PNG")
    folder = pond(tmp_path, signs="{dot: signs/dot.png}", files={"dot.png": dot.getvalue()}).root
    (folder / "t.yaml").write_text(table(":dot: :dot: **:dot:**"))
    said = page(load(Project(folder, shown="pond")))
    assert said.count("data:image/png") == 1
    assert said.count('aria-label="dot"') == 3
    assert said.count('<use href="#picture-1"/>') == 2


FLAGGED = """
kind: cards
id: deck
title: Deck
source: s
back: {title: Deck}
cards:
  one:
    title: One
    note: "n {ruling late}"
    sections: [{head: H, text: "t {ruling late}", items: ["i {ruling late}"]}]
    foot: "f {ruling late}"
"""
LATE = """
kind: rulings
id: r
source: s
rulings:
  late: {type: gap, title: Late, places: [{rule: '1', says: No}], prints: Yes}
"""


def test_the_texts_of_a_card_have_flags_and_its_titles_have_none(
    write_game: Callable[[dict[str, str]], Project],
) -> None:
    game = load(write_game({"game.yaml": GAME, "c.yaml": FLAGGED, "r.yaml": LATE}))
    assert list(signs(game)) == []
    setter = Setter()
    front, _ = sides(Faces(game, setter), game[Deck]["deck"], "one", 1)
    assert (setter.found, setter.flagged) == ([], {1})
    figures = [item for item in _texts(front.items) if item.text == "1" and item.font == "narrow-bold"]
    assert len([item for item in figures if item.size < 10]) == 4
    titled = FLAGGED.replace("title: One", "title: 'One {ruling late}'")
    (found,) = signs(load(write_game({"game.yaml": GAME, "c.yaml": titled, "r.yaml": LATE})))
    assert (found.code, found.hint) == ("E245", "say it in words")


def _texts(items: Iterable[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items)
        elif isinstance(item, Text):
            yield item


def test_a_large_sign_is_in_outline_with_low_ink(tmp_path: Path) -> None:
    """Bug: coins of a game's own were printed solid."""
    loaded = load(pond(tmp_path, signs="{quack: {file: signs/quack.svg, tint: true}, red_quack: signs/quack.svg}"))
    for name, size, filled in (("quack", 20, False), ("red_quack", 20, False), ("quack", 8, True)):
        glyph = loaded.setter("low").glyph(Sign("sign", name), size, "#123456", "#FFFFFF", {})
        assert glyph is not None
        paths = [item for group in groups(glyph.items) for item in group.items if isinstance(item, FramePath)]
        assert [(path.fill, path.stroke) for path in paths] == [("#123456", None) if filled else ("#FFFFFF", "#123456")]
