"""Changes of pieces, and lists that turn the old kit into the new one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pictures_support import picture, saved
from rcwkit.diagnostics import InputError, Span
from rcwkit.document.blocks import Cell, Grid, Heading, Row
from rcwkit.document.look import PageLook
from rcwkit.document.setting import slabs
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Picture, Rect, Sheet, Text
from rcwkit.kit.changes import (
    Changes,
    CopyChange,
    Facts,
    compare,
    document_facts,
    facts,
    facts_of,
    known,
    repeated,
)
from rcwkit.kit.reprint import change_list
from rcwkit.sheets.imposition import CutPiece
from rcwkit.sheets.operators import Stream
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import shipped

made = st.builds(
    Facts, st.sampled_from(["Army", "Corps"]), st.integers(1, 4), st.just((16.0, 16.0)), st.sampled_from("abc")
)
kits = st.dictionaries(st.sampled_from(["counters.pdf", "cards.pdf"]), st.dictionaries(st.sampled_from("pqrs"), made))


@given(kits, kits)
def test_what_is_removed_and_added_makes_the_new_kit_of_the_old(
    before: dict[str, dict[str, Facts]], after: dict[str, dict[str, Facts]]
) -> None:
    changes = compare(before, after)
    box = {(file, name, one.sha256): one.copies for file, found in before.items() for name, one in found.items()}
    for change in changes.remove:
        here = change.file, change.id, before[change.file][change.id].sha256
        box[here] -= change.copies
        assert box[here] >= 0
    for change in changes.add:
        here = change.file, change.id, after[change.file][change.id].sha256
        box[here] = box.get(here, 0) + change.copies
    wanted = {(file, name, one.sha256): one.copies for file, found in after.items() for name, one in found.items()}
    assert {here: count for here, count in box.items() if count} == wanted
    assert all(change.copies > 0 for change in (*changes.remove, *changes.add))


def fact(copies: int = 1, sha256: str = "a", title: str = "Army") -> Facts:
    return Facts(title, copies, (16.0, 16.0), sha256)


@pytest.mark.parametrize(
    ("old", "new", "remove", "add"),
    [
        (fact(2), None, [("Army", 2, "gone")], []),
        (None, fact(2), [], [("Army", 2, "new")]),
        (fact(2), fact(2), [], []),
        (fact(2, "a", "Army"), fact(3, "b", "Corps"), [("Army", 2, "changed")], [("Corps", 3, "changed")]),
        (fact(2), fact(5), [], [("Army", 3, "more")]),
        (fact(5), fact(2), [("Army", 3, "fewer")], []),
    ],
    ids=["gone", "new", "same", "changed", "more", "fewer"],
)
def test_what_becomes_of_a_piece(old: Facts | None, new: Facts | None, remove: list[Any], add: list[Any]) -> None:
    changes = compare({"c.pdf": {"p": old} if old else {}}, {"c.pdf": {"p": new} if new else {}})
    assert [[(one.title, one.copies, one.why) for one in part] for part in changes] == [remove, add]
    assert all((one.file, one.id) == ("c.pdf", "p") for one in (*changes.remove, *changes.add))


def test_the_new_kits_order_comes_first() -> None:
    changes = compare(
        {"old.pdf": {"p": fact()}, "c.pdf": {"r": fact(), "q": fact()}},
        {"c.pdf": {"q": fact(2), "a": fact()}, "b.pdf": {"z": fact()}},
    )
    assert [(one.file, one.id) for one in changes.add] == [("c.pdf", "q"), ("c.pdf", "a"), ("b.pdf", "z")]
    assert [(one.file, one.id) for one in changes.remove] == [("c.pdf", "r"), ("old.pdf", "p")]


def test_the_lists_count_copies_and_name_each_piece() -> None:
    changes = Changes(
        (CopyChange("c.pdf", "red/Ra1", "1 Army", 1, "gone"), CopyChange("c.pdf", "Rc16", "c16", 2, "fewer")), ()
    )
    assert list(changes.lines()) == [
        "remove these: 3",
        "    c.pdf  Ra1  1 Army  (gone)",
        "    c.pdf  Rc16  c16 ×2  (fewer)",
        "add these: 0",
    ]
    assert changes.as_json() == {
        "remove": [
            {"file": "c.pdf", "id": "red/Ra1", "title": "1 Army", "copies": 1, "why": "gone"},
            {"file": "c.pdf", "id": "Rc16", "title": "c16", "copies": 2, "why": "fewer"},
        ],
        "add": [],
    }


def face(
    *items: Item, width: float = 16 * MM, height: float = 20 * MM, bleed: float = 1.0, at: str = "red.yaml:7"
) -> Frame:
    return Frame(width, height, items, bleed, "Ra1", at)


RED, INK = "#B3201F", "#1B1A18"
ART = Rect(0, 0, 40, 40, RED)
WORD = Text(4, 4, "1 Army", "sans", 8, INK)
PLAIN = face(ART, WORD)


def drawn(front: Frame = PLAIN, back: Frame | None = PLAIN) -> str:
    return facts_of([CutPiece(front, back, 2, title="1 Army")])["Ra1"].sha256


@pytest.mark.parametrize(
    ("front", "back"),
    [
        (face(ART), PLAIN),
        (PLAIN, face(ART)),
        (PLAIN, None),
        (face(ART, WORD, Circle(8, 8, 2, "#1B1A18")), PLAIN),
        (face(ART._replace(fill="#27425F"), WORD), PLAIN),
        (face(ART, WORD._replace(text="2 Army")), PLAIN),
        (face(ART, WORD._replace(font="bold")), PLAIN),
        (face(ART, Group((WORD,), 1)), PLAIN),
        (face(ART, WORD, width=17 * MM), PLAIN),
        (face(ART, WORD, height=21 * MM), PLAIN),
        (face(ART, WORD, bleed=2.0), PLAIN),
    ],
    ids=["front", "back", "no back", "sign", "colour", "text", "font", "place", "width", "height", "bleed"],
)
def test_any_visible_change_changes_a_piece(front: Frame, back: Frame | None) -> None:
    assert drawn(front, back) != drawn()


def test_a_piece_is_not_changed_by_where_it_is_written_or_how_it_is_kept() -> None:
    assert drawn(PLAIN._replace(at="other.yaml:70", name="Ra1")) == drawn()
    assert drawn(face(*PLAIN.items), face(*PLAIN.items)) == drawn()


def test_a_reused_drawing_counts_by_its_contents() -> None:
    def keyed(key: str, *items: Item) -> str:
        return drawn(face(Group(items, key=key)))

    assert keyed("one", ART) == keyed("two", ART)
    assert keyed("one", ART) != keyed("one", WORD)
    twice = face(Group((ART,), key="one"), Group((ART,), 5, key="one"), Group((WORD,), key="two"))
    assert drawn(twice) == drawn(face(Group((ART,), key="a"), Group((ART,), 5, key="a"), Group((WORD,), key="b")))
    assert drawn(twice) != drawn(face(Group((ART,), key="one"), Group((ART,), 5, key="one"), Group((ART,), key="two")))


def test_a_picture_counts_by_its_contents() -> None:
    assert drawn(face(Picture(0, 0, 9, 9, "aa"))) == drawn(face(Picture(0, 0, 9, 9, "aa")))
    assert drawn(face(Picture(0, 0, 9, 9, "aa"))) != drawn(face(Picture(0, 0, 9, 9, "bb")))


def test_pieces_that_share_a_back_are_told_apart_by_their_fronts() -> None:
    other = face(ART)._replace(name="Ra2")
    found = facts_of([CutPiece(PLAIN, PLAIN), CutPiece(other, PLAIN), CutPiece(PLAIN._replace(name="Ra3"), PLAIN)])
    assert found["Ra1"].sha256 == found["Ra3"].sha256 != found["Ra2"].sha256


def test_faces_drawn_on_pages_are_told_as_those_drawn_alone() -> None:
    """With characters of several subsets of a font, a form in a form, a picture, and a state that pages had before."""
    every = "".join(map(chr, [*range(0x410, 0x450), *range(0x21, 0x7F), *range(0xC0, 0x17F)]))
    lines = [Text(0, 9 * row, every[at : at + 40], "sans", 8, INK) for row, at in enumerate(range(0, len(every), 40))]
    inner = Group((Circle(2, 2, 2, RED),), 1, 1, key="inner")
    form = Group((inner, Text(0, 0, "form Ж", "sans", 8, INK)), 3, 4, 30, key="form", clip=(0, 0, 9, 9))
    rich = face(
        Line(0, 0, 9, 9, RED, 0.5),
        *lines,
        form,
        Picture(0, 0, 9, 9, "abc"),
        Group((*lines[:2], WORD), 1, 2),
        WORD,
        lines[-1],
    )
    other = face(*lines[3:], WORD)._replace(name="Ra2")
    pieces = [CutPiece(rich, face(WORD, form)), CutPiece(other, PLAIN)]
    told = {id(one.items): "" for piece in pieces for one in piece.faces}
    placed = [
        Group(one.items, 30 * at, 40, key="face" if at == 1 else "", clip=(0, 0, 30, 30))
        for at, one in enumerate(one for piece in pieces for one in piece.faces)
    ]
    before = Rect(0, 0, 20, 20, RED, RED, 0.5), Text(0, 0, "before", "sans", 8, INK)
    pages = [Sheet(300, 200, (*before, *placed[at:], *before), "sheet") for at in (2, 0)]
    draw(pages, Imprint("Title", "rcwkit", ""), FontBook(), {"abc": saved(picture(4, 4))}, faces=told)
    assert all(told.values())
    assert facts_of(pieces, told) == facts_of(pieces)


def test_a_manifest_notes_pieces_and_reads_them_back() -> None:
    piece = CutPiece(face(ART, width=15.875 * MM, height=63.333 * MM), None, 3, title="1 Army")
    found = {"counters.pdf": facts_of([piece]), "empty.pdf": {}}
    (one,) = found["counters.pdf"].values()
    assert (one.title, one.copies, one.size) == ("1 Army", 3, (15.88, 63.33))
    assert re.fullmatch("[0-9a-f]{32}", one.sha256)
    noted = known(found)
    assert noted == {
        "counters.pdf": {"Ra1": {"title": "1 Army", "copies": 3, "size": (15.88, 63.33), "sha256": one.sha256}}
    }
    assert facts({"pieces": noted}, Span("manifest.json")) == {"counters.pdf": {"Ra1": one}}


@pytest.mark.parametrize(
    "manifest", [{}, {"pieces": []}, {"pieces": {"c.pdf": {"p": {"title": "Army"}}}}, {"pieces": {"c.pdf": {"p": 1}}}]
)
def test_a_manifest_without_pieces_is_refused_at_its_place(manifest: Any) -> None:
    with pytest.raises(InputError) as caught:
        facts(manifest, Span("manifest.json"))
    (found,) = caught.value.diagnostics
    assert (found.code, found.span) == ("E533", Span("manifest.json"))


def test_a_document_is_one_piece_without_a_size() -> None:
    text, boards = document_facts("Charts", b"%PDF-"), document_facts("Charts", [PLAIN, face(ART)])
    assert text[:3] == boards[:3] == ("Charts", 1, (0.0, 0.0))
    assert text == document_facts("Charts", b"%PDF-") != document_facts("Charts", b"%PDF+")
    assert (
        boards
        == document_facts("Charts", [face(*PLAIN.items, at="b.yaml:1"), face(ART)])
        != document_facts("Charts", [PLAIN])
    )


def test_what_boards_repeat_is_drawn_once_for_the_page_and_the_manifest(monkeypatch: pytest.MonkeyPatch) -> None:
    field = Group((Rect(0, 0, 9, 9, RED), Text(0, 9, "Ж", "sans", 8, INK), WORD), 3, 4, key="tiled map")
    boards = [face(field._replace(x=-30.0 * at, clip=(0, 0, 30, 30)), WORD) for at in range(2)]
    told = repeated(boards)
    draw(
        [Sheet(300, 200, one.items, "sheet") for one in boards], Imprint("Title", "rcwkit", ""), FontBook(), faces=told
    )
    whole = document_facts("Map", boards)
    assert [*told] == [id(field.items)]
    assert document_facts("Map", boards, told) == whole
    painted, paint = list[Iterable[Item]](), Stream.paint

    def noted(self: Stream, items: Iterable[Item]) -> None:
        painted.append(items)
        paint(self, items)

    monkeypatch.setattr(Stream, "paint", noted)
    document_facts("Map", boards, told)
    assert painted
    assert field.items not in painted


def test_the_list_has_each_file_with_its_pieces_to_tick() -> None:
    remove = (
        CopyChange("counters.pdf", "units/Ra1", "1 Army", 2, "changed"),
        CopyChange("counters.pdf", "units/Ra2", "2 Army", 1, "gone"),
    )
    add = (
        CopyChange("counters.pdf", "units/Ra1", "1 Army", 2, "changed"),
        CopyChange("documents", "aids.pdf", "Aids", 1, "new"),
    )
    (part,) = change_list(shipped("soviet_dawn"), Changes(remove, add), {"counters.pdf": "Counters"}).parts
    told: list[Any] = []
    for block in part.blocks:
        match block:
            case Heading():
                told.append(block.text)
            case Grid():
                (row,) = block.rows
                told.append((row.key, *(cell.text for cell in row.cells), block.again))
    assert told == [
        "Remove these: 3",
        "Counters",
        ("Ra1", "1 Army **×2**", "changed", ""),
        ("Ra2", "2 Army", "gone", "Counters, continued"),
        "Add these: 3",
        "Counters",
        ("Ra1", "1 Army **×2**", "changed", ""),
        "documents",
        ("aids.pdf", "Aids", "new", ""),
    ]
    ticks = [block.rows[0].keys[0].box for block in part.blocks if isinstance(block, Grid)]
    assert ticks[0] == "Remove these: 3: Counters: Ra1" and len(set(ticks)) == 4
    assert all(block.keep for block in part.blocks if isinstance(block, Heading))


def test_a_list_of_additions_has_no_heading_for_removals() -> None:
    add = (CopyChange("counters.pdf", "units/Ra1", "1 Army", 2, "new"),)
    (part,) = change_list(shipped("soviet_dawn"), Changes((), add), {}).parts
    assert [block.text for block in part.blocks if isinstance(block, Heading)] == ["Add these: 2", "counters.pdf"]


def test_a_long_name_keeps_clear_of_its_title() -> None:
    for name in (
        "Ra1",
        "a_name_of_some_length",
        "a_name_that_is_so_long_that_it_would_need_more_than_half_of_the_line",
    ):
        setter, row = Setter(), Row((Cell("Title"), Cell("changed")), (Cell(name, box="about"),))
        (slab,) = slabs(Grid("changes", (row,)), PageLook(setter), 88 * MM)
        found = {item.text.strip(): area for item, area in extents(slab.items) if isinstance(item, Text)}
        assert found[name][2] < found["Title"][0] < found["changed"][0]
        assert found["changed"][2] <= 88 * MM + 0.1
