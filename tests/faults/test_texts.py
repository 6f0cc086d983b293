"""L1, L2: overlong texts and missing glyphs are errors at their place; accepted text lies whole inside its piece."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from faults_support import Cases, command, many, refused
from rcwkit.diagnostics import Diagnostic, InputError, Severity
from rcwkit.frame import Frame, Group, Item, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.build import make
from rcwkit.kit.checks import check, missing_glyphs
from rcwkit.kit.options import Options
from rcwkit.source.markup import spoken
from rcwkit.source.project import Project
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter
from tests_support import TOY, write

# (file, old text, the same with a slot for a text): where authors write texts.
SPOTS = {
    "card title": ("cards.yaml", "title: Ukraine, owner", "title: @, owner"),
    "card subtitle": ("cards.yaml", "owner: red,", "owner: red, subtitle: @,"),
    "card section": ("cards.yaml", "owner: red,", "owner: red, sections: [{head: Event, text: @}],"),
    "card head": ("cards.yaml", "owner: red,", "owner: red, sections: [{head: @, text: Short.}],"),
    "card item": ("cards.yaml", "owner: red,", "owner: red, sections: [{head: Event, items: [One, @]}],"),
    "card foot": ("cards.yaml", "owner: red,", "owner: red, foot: @,"),
    "card back": ("cards.yaml", "back: {title: Factions}", "back: {title: @}"),
    "counter name": ("red.yaml", "name: 1 Army", "name: @"),
    "track title": ("tracks.yaml", "title: Control\n    layout", "title: @\n    layout"),
    "box title": ("tracks.yaml", "neutral: {title: Neutral}", "neutral: {title: @}"),
    "row title": ("tracks.yaml", "{title: Ukraine, start", "{title: @, start"),
    "gate": ("tracks.yaml", "text: W5", "text: @"),
    "gauge title": ("gauges.yaml", "title: Rifle", "title: @"),
    "gauge reach": ("gauges.yaml", "text: close", "text: @"),
    "table title": ("tables.yaml", "title: Turn 9", "title: @"),
    "table column": ("tables.yaml", "columns: {red: Red", "columns: {red: @"),
    "table drm": ("tables.yaml", "text: Red leads", "text: @"),
    "aid title": ("aids.yaml", "title: Quick", "title: @"),
    "aid head": ("aids.yaml", "head: Turn 9, table: turn9", "head: @, text: Short."),
    "aid text": ("aids.yaml", "table: turn9", "text: @"),
    "aid point": ("aids.yaml", "table: turn9", "points: [One, @]"),
    "page title": ("folder.yaml", "title: A turn", "title: @"),
    "page note": ("folder.yaml", "note: both sides", "note: @"),
    "page foot": ("folder.yaml", 'foot: ":victory: is a victory point."', "foot: @"),
    "phase": ("folder.yaml", "{title: War, text: page 2}", "{title: @, text: page 2}"),
    "phase text": ("folder.yaml", "text: page 2", "text: @"),
    "section head": ("folder.yaml", "head: Resolve", "head: @"),
    "section note": ("folder.yaml", "note: one die", "note: @"),
    "pane head": ("folder.yaml", "head: Then", "head: @"),
    "pane aside": ("folder.yaml", "aside: first", "aside: @"),
    "pane text": ("folder.yaml", "text: None.", "text: @"),
    "pane label": ("folder.yaml", "head: Notes", "head: @"),
    "pane step": ("folder.yaml", '"Read the row."', "@"),
    "pane tick": ("folder.yaml", "[Rolled]", "[@]"),
    "pane point": ("folder.yaml", "[Stop.]", "[@]"),
    "pane amount": ("folder.yaml", '"+1": [', "@: ["),
    "pane modifier": ("folder.yaml", "[at war]", "[at war, @]"),
    "shown cell": ("folder.yaml", '":flag: RED"', "@"),
    "worksheet column": ("folder.yaml", "{head: Faction,", "{head: @,"),
    "worksheet box": ("folder.yaml", "under: box", "under: @"),
    "worksheet group": ("folder.yaml", "group: Sums}", "group: @}"),
    "worksheet row": ("folder.yaml", "head: Ukraine", "head: @"),
    "worksheet cell": ("folder.yaml", '"{box} W5"', "@"),
    "worksheet side": ("folder.yaml", "group: All}", "group: @}"),
    "ruling title": ("rulings.yaml", "title: Totals", "title: @"),
    "ruling": ("rulings.yaml", "prints: The list.", "prints: @"),
    "ruling quote": ("rulings.yaml", "says: two", "says: @"),
    "task": ("scenarios.yaml", "do: Deal the cards", "do: @"),
    "marker place": ("setup.yaml", "at: box 0", "at: @"),
    "force title": ("setup.yaml", "  red:\n    declared", "  red:\n    title: @\n    declared"),
    "place name": ("places.yaml", "{715: Petrozavodsk, 701", "{999: @, 715: Petrozavodsk, 701"),
    "step title": ("procedures.yaml", "- id: armies", "- id: armies\n        title: @"),
    "input": ("procedures.yaml", 'title: "Who leads?"', "title: @"),
    "game title": ("game.yaml", "title: Toy\n", "title: @\n"),
    "credits": ("game.yaml", "credits: Nobody's.", "credits: @"),
}
WORDS = re.findall(
    r"\w+", "the army marches over frozen rivers towards Petrograd while its supply trains wait behind Narva and Pskov"
)


def long(dice: random.Random) -> str:
    match dice.randrange(6):
        case 0:
            return "W" * dice.choice((12, 30, 60, 119))
        case 1:
            return " ".join(dice.choices(WORDS, k=dice.choice((3, 8, 16))))
        case 2:
            return " ".join(dice.choices(WORDS, k=600))[:3990].strip()
        case 3:
            return "Donaudampfschifffahrtsgesellschaftskapitaen" * dice.choice((1, 2, 60))
        case 4:
            return "**" + " ".join(dice.choices(WORDS, k=dice.choice((6, 40)))) + "** " + "x" * dice.choice((5, 50))
        case _:
            return "MW " * dice.choice((4, 30, 400)) + "end"


def texts(items: tuple[Item, ...], x: float = 0.0, y: float = 0.0) -> Iterator[tuple[Text, float, float]]:
    """Yield texts with their positions in the frame; rotated and clipped groups are left out."""
    for item in items:
        if isinstance(item, Text):
            yield item, x + item.x, y + item.y
        elif isinstance(item, Group) and not item.rotate and not item.clip:
            yield from texts(item.items, x + item.x, y + item.y)


def inside(frame: Frame, book: FontBook) -> None:
    for text, x, y in texts(frame.items):
        end = x + book.width(text.text.rstrip(), text.font, text.size, text.spacing)
        assert x > -0.1 and end < frame.width + 0.5, (
            f"'{text.text[:30]}' from {x:.1f} to {end:.1f} of {frame.width:.1f} in {frame.name}"
        )
        assert 0 < y < frame.height + 0.5, f"'{text.text[:30]}' at {y:.1f} of {frame.height:.1f} in {frame.name}"


def plain(text: str) -> str:
    return re.sub(r"\W+", "", spoken(text)).casefold()


def read(data: bytes) -> str:
    """Return all text of a PDF, after checking that each character lies on its page."""
    document = pypdfium2.PdfDocument(data)
    found = []
    for page in document:
        width, height = page.get_size()
        textpage = page.get_textpage()
        for index in range(textpage.count_chars()):
            left, bottom, right, top = textpage.get_charbox(index)
            assert left > -0.5 and bottom > -0.5 and right < width + 0.5 and top < height + 0.5, (
                f"a character at {left:.0f}, {bottom:.0f}"
            )
        found.append(textpage.get_text_bounded())
        textpage.close()
        page.close()
    document.close()
    return " ".join(found)


def printed(game: Game, text: str, stems: set[str]) -> list[Diagnostic]:
    """Return the errors of layout and drawing; if none, the text was found whole in one of the files."""
    found: list[Diagnostic] = []
    pages = ""
    for file in files_of(game):
        if stems and file.stem.split("-")[0] not in stems:
            continue
        setter = Setter()
        contents = file.lay_out(setter, Options().edition.room)
        if isinstance(contents, Cut) and not setter.found:
            for piece in contents.pieces:
                for face in (piece.front, piece.back):
                    if face is not None:
                        inside(face, setter.book)
        made = make(game, file, Options())
        found += made.about.diagnostics
        if not any(diagnostic.severity is Severity.ERROR for diagnostic in made.about.diagnostics):
            pages += plain(read(made.data).replace("\x02", "").replace("\ufffe", ""))
    if not any(diagnostic.severity is Severity.ERROR for diagnostic in found):
        assert plain(text) in pages or all(plain(word) in pages for word in text.split()), "not printed whole"
    return found


def written(folder: Path, spot: str, text: str) -> tuple[Game, list[Diagnostic]]:
    """Return the toy game with a text at a spot, and the errors that its checks find."""
    file, old, new = SPOTS[spot]
    assert old in TOY[file]
    write(folder, {**TOY, file: TOY[file].replace(old, new.replace("@", f'"{text}"'), 1)})
    game = load(Project(folder, shown="toy"))
    found = [*check(game), *missing_glyphs(game)]
    return game, [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]


STEMS = {
    "cards.yaml": {"cards"},
    "red.yaml": {"counters"},
    "tracks.yaml": {"tracks"},
    "gauges.yaml": {"gauges"},
    "tables.yaml": {"all"},
}
STEMS |= {
    "aids.yaml": {"aids"},
    "folder.yaml": {"folder"},
    "rulings.yaml": {"all", "rulings"},
    "scenarios.yaml": {"checklists"},
    "setup.yaml": {"setup"},
    "procedures.yaml": {"rolls"},
}
STEMS |= {"game.yaml": {"gauges", "all", "rulings"}, "places.yaml": {"setup"}}


@pytest.mark.row("L1")
@pytest.mark.parametrize("part", range(4))
def test_a_text_fits_or_is_an_error_at_its_place(tmp_path: Path, cases: Cases, part: int) -> None:
    dice = random.Random(f"L1/{part}")
    names = sorted(SPOTS)
    for number in range(many(175, 14)):
        spot = names[(number * 4 + part) % len(names)]
        file, text = SPOTS[spot][0], long(dice)
        with cases(f"{part}/{number} {spot}: {text[:24]}.. ({len(text)})", seconds=90):
            try:
                game, found = written(tmp_path / "toy", spot, text)
                if "**" in text and {diagnostic.code for diagnostic in found} == {"E266"}:
                    text = text.replace("**", "")
                    game, found = written(tmp_path / "toy", spot, text)
                assert found == []
                found = printed(game, text if spot not in ("place name", "input") else "", STEMS[file])
            except InputError as error:
                found = error.diagnostics
                assert {diagnostic.code for diagnostic in found} <= {"E110", "E124"}
            for diagnostic in found:
                assert (
                    diagnostic.code in ("E110", "E124", "E310", "W311", "E331", "E330", "E332", "E412", "E414")
                    or diagnostic.severity is Severity.NOTE
                ), diagnostic
                assert diagnostic.span.file.startswith("toy/") or diagnostic.code == "E412"


@pytest.mark.row("L1")
def test_an_aid_of_thousands_of_points_goes_on_over_many_pages(tmp_path: Path) -> None:
    """Bug: it was an error of the template."""
    points = "".join(f"\n      - Point {number}" for number in range(6000))
    section = f"    - head: Points\n      points:{points}\n"
    aids = f"kind: aids\nid: aids\nsource: x\naids:\n  quick:\n    title: Quick\n    sections:\n{section}"
    game = load(Project(write(tmp_path / "toy", {**TOY, "aids.yaml": aids}), shown="toy"))
    (file,) = [file for file in files_of(game) if file.stem == "aids"]
    made = make(game, file, Options())
    assert not any(diagnostic.severity is Severity.ERROR for diagnostic in made.about.diagnostics)
    said = read(made.data)
    assert all(f"Point {number}" in said for number in (0, 2999, 5999))


STRANGE = ["→", "☭", "⚀", "★", "漢字", "ا", "א", "𝔄", "😀", "\u202e", "\ufeff", "\u200f", "≺", "⊕", "\uf8ff", "ﬀ"]


@pytest.mark.row("L2")
def test_a_glyph_that_no_font_has_is_named_at_its_line(tmp_path: Path, cases: Cases) -> None:
    dice = random.Random("L2")
    book = FontBook()
    for number in range(many(120, 40)):
        spot = sorted(SPOTS)[number % len(SPOTS)]
        file, old, new = SPOTS[spot]
        strange = STRANGE[number // len(SPOTS) * 4 + dice.randrange(4)]
        body = TOY[file].replace(old, new.replace("@", f'"Ab{strange}c"'), 1)
        folder = write(tmp_path / "toy", {**TOY, file: body})
        line = next(number for number, row in enumerate(body.split("\n"), 1) if strange in row)
        lacking = [
            character
            for character in strange
            if any(book.missing(character, font) for font in ("sans", "sans-bold", "narrow-bold", "serif"))
        ]
        with cases(f"{spot} {strange!a}"):
            # A control character or an invisible mark is refused even if a font has a blank glyph for it.
            lacking = lacking or [strange]
            result = command("build", folder, "--out", tmp_path / "out", "--jobs", "1")
            refused(result)
            assert re.search(
                rf"/{re.escape(file)}:{line}:\d+: error\[E(320|119)\].*U\+{ord(lacking[0]):04X}", result.stderr
            ), result.stderr[:300]
            assert not (tmp_path / "out").exists()
