"""The pages for the table, measured: their number, how full they are, their type, and that nothing leads nowhere."""

from __future__ import annotations

import math
import re
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, product
from typing import Any, NamedTuple

import pypdfium2
import pytest
from rcwkit.art.theme import Ink
from rcwkit.dice.counters import Counter, names_of
from rcwkit.dice.setups import Track
from rcwkit.document.blocks import Block, Chart, Entry, Heading, Ladder, Section, TextDocument, Throw, Worksheet
from rcwkit.document.form_blocks import forms
from rcwkit.faces.counters import chip_of
from rcwkit.frame import MM, Circle, Group, Item, Line, Path, Polygon, Rect, Sheet, Subpath, Text
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.aids.kind import Ruling, Rulings
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.guide.index import index_sheet, short_name
from rcwkit.kinds.guide.say import Component
from rcwkit.kinds.kind import Cut, File, files_of, kinds_in
from rcwkit.kit.build import GUIDE, INDEX, Made, make, words_of
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import guide_view, indexed, last
from tests_support import laid, shipped

PAGES = {"triumph_of_chaos": 25, "white_general": 20, "rcw_solitaire": 7, "soviet_dawn": 6, "axis_allies_1914": 5}
"""The most pages of a kit for the table, with its index, its print guide and the backs of counters."""
CELLS, INKED, LEAST, MEAN = 10, 0.004, 0.6, 0.8
"""How many cells there are down and, less one, across a page, and the share of ink from which one is used; the least
share of used cells, but on backs, and the mean."""
EMPTIER: dict[tuple[str, str], set[str]] = {}
"""Pages with less: what sticks of true length leave over, as on Letter fewer lie on a page than on A4."""
FULL, FULL_ON_AVERAGE = 0.6, 0.75
"""How much of the height of a page is used, of all pages but the last of a file, and on average."""
MARGINS = {True: (8.0, 9.0), False: (13.0, 15.0)}
"""The upper and lower margin (mm) of pages with and without a given number."""
WRITTEN = 20 * MM
"""A box or row no higher than this is one to fill in or a line of a table, not the frame of a part of the page."""
ROW = 6 * MM
"""The room to write on above a line."""
COMPOSED, SET_UP, OTHER, FOOT, RAISED, MAPPED = 8.0, 7.0, 7.5, 7.0, 6.1, 6.0
"""The smallest type (pt): of pages composed for play, set-ups, other pages, feet, raised numbers, and small maps."""
SMALLEST = {"folder": COMPOSED, "setup": SET_UP}
BODY = 9.0
"""The least size (pt) of most of the text of a page for play or of rulings."""
LOWER = {
    ("white_general", "folder-quick_reference", "letter"): 8.75,
    ("rcw_solitaire", "folder-folder", "letter"): 8.75,
    **{("rcw_solitaire", "rulings", paper): 8.5 for paper in ("a4", "letter")},
}
"""The same where Letter, 18 mm lower than A4, or the broad letters of a look leave no room for it."""
CARD = 8.0
"""The smallest type (pt) of the texts of a card, between the band of its title and its imprint."""
NUMBER = 6.5
"""The same of the numbers of rulings on it."""
BAND, IMPRINT = 18 * MM, 8 * MM
"""The height of that band, and of the imprint at the foot."""


class Page(NamedTuple):
    """A page of a text document: its file, its number in it and whether it is the last, and where the text begins."""

    file: File
    number: int
    last: bool
    sheet: Sheet
    top: float
    bottom: float

    @property
    def name(self) -> str:
        """Its file and number, as in the index."""
        return f"{self.file.stem} {self.number}"


class Drawn(NamedTuple):
    """An item on a page: where its group stands, its scale, and what is read for its group."""

    item: Item
    x: float
    y: float
    scale: float
    within: str = ""


@cache
def laid_out(name: str) -> tuple[tuple[File, object, Sequence[Sheet]], ...]:
    """Return the files of a game but for proxies, with their contents, and with sheets if these are documents."""
    found = []
    for file in (file for file in files_of(shipped(name)) if file.shelf != "proxies"):
        one = laid(name, file.stem, Options().of(file))
        found.append((file, one.contents, one.sheets if isinstance(one.contents, TextDocument) else ()))
    return tuple(found)


@cache
def pages(name: str) -> tuple[Page, ...]:
    """Return the pages of all text documents for the table."""
    found = []
    for file, document, made in laid_out(name):
        if file.shelf == "table" and isinstance(document, TextDocument):
            top, bottom = MARGINS[bool(document.pages)]
            for number, sheet in enumerate(made, 1):
                place = top * MM, sheet.height - bottom * MM
                found.append(Page(file, number, number == len(made), sheet, *place))
    return tuple(found)


def drawn(
    items: Sequence[Item], x: float = 0.0, y: float = 0.0, scale: float = 1.0, turn: float = 0.0, within: str = ""
) -> Iterator[Drawn]:
    across, down = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
    for item in items:
        if isinstance(item, Group):
            left, top = x + across * item.x - down * item.y, y + down * item.x + across * item.y
            yield from drawn(item.items, left, top, scale * item.scale, turn + item.rotate, item.alt or within)
        else:
            yield Drawn(item, x, y, scale, within)


def used(page: Page) -> float:
    """Return the share of the height between the margins that has words, signs, or room to write."""
    rows = [False] * int(page.bottom - page.top)
    for top, bottom in map(_extent, drawn(page.sheet.items)):
        for row in range(max(int(top - page.top), 0), min(int(bottom - page.top) + 1, len(rows))):
            rows[row] = True
    return sum(rows) / len(rows)


def _extent(one: Drawn) -> tuple[float, float]:
    """Return the upper and lower edge of what an item uses: of a text its line, of a frame nothing."""
    match one.item:
        case Text(y=y, size=size):
            upper, lower = y - size, y + 0.5 * size
        case Circle(y=y, radius=radius):
            upper, lower = y - radius, y + radius
        case Rect(y=y, height=height) if height * one.scale <= WRITTEN:
            upper, lower = y, y + height
        case Line(y1=y, y2=end) if y == end:
            upper, lower = y - ROW, y
        case (Polygon() | Path()) as shape if shape.fill and _span(shape)[1] * one.scale <= WRITTEN:  # of a picture
            upper, lower = _span(shape)[0], sum(_span(shape))
        case _:
            upper, lower = 0.0, -1.0
    return one.y + one.scale * upper, one.y + one.scale * lower


def _span(shape: Polygon | Path) -> tuple[float, float]:
    """Return the upper edge and the height of a shape, its curves by their control points."""
    corners = [shape.points] if isinstance(shape, Polygon) else [(one.start, *_steps(one)) for one in shape.subpaths]
    downs = [y for points in corners for _, y in points]
    return min(downs), max(downs) - min(downs)


def _steps(path: Subpath) -> Iterator[tuple[float, float]]:
    return ((step[at], step[at + 1]) for step in path.steps for at in range(0, len(step), 2))


def cited(one: Drawn) -> tuple[int, ...]:
    """Return the rulings whose raised numbers a text is, or that it names in words."""
    if not isinstance(one.item, Text):
        return ()
    named = re.findall(r"\brulings? (\d+(?:, \d+)*)", f"{one.within} {one.item.text}")
    return tuple(int(number) for numbers in named for number in numbers.split(", "))


def is_raised(one: Drawn) -> bool:
    """Return whether a text is the raised numbers of rulings."""
    return one.within.startswith("ruling")


@cache
def made(name: str, paper: str = "a4") -> tuple[Made, ...]:
    """Return the files of a kit for the table, with its index and print guide."""
    game, options = shipped(name), Options(shelves=("table",), paper=paper)
    files = [file for file in files_of(game) if file.shelf == "table"]
    own = [make(game, file, options) for file in files]
    listed = [one.about.component for one in own]
    looked_up = [one for file, one in zip(files, listed, strict=True) if not file.spread]
    if indexed(looked_up):
        own.append(last(game, INDEX, index_sheet(game, indexed(looked_up)), options))
        listed.append(own[-1].about.component)
    return (*own, last(game, GUIDE, guide_view(game, listed, options), options))


@pytest.mark.parametrize("name", PAGES)
def test_a_kit_for_the_table_has_few_pages(name: str) -> None:
    pages = {one.name: one.about.component.pages for one in made(name)}
    assert sum(pages.values()) <= PAGES[name], pages


def cells_used(page: Any) -> float:
    """Return the share of the cells above the foot of a page that carry ink."""
    drawn = page.render(scale=50 / 72, grayscale=True).to_pil()
    wide, high = drawn.width, int(drawn.height * (1 - 12 / 297))
    down, across = (CELLS, CELLS - 1) if high > wide else (CELLS - 1, CELLS)
    found = 0
    for row, column in product(range(down), range(across)):
        box = (
            column * wide // across,
            row * high // down,
            (column + 1) * wide // across,
            (row + 1) * high // down,
        )
        tones = drawn.crop(box).histogram()
        found += sum(tones[:200]) > INKED * sum(tones)
    return found / (down * across)


@pytest.mark.parametrize(("name", "paper"), [*product(PAGES, ("a4", "letter"))])
def test_every_page_for_the_table_is_used(name: str, paper: str) -> None:
    used: dict[str, float] = {}
    for one in made(name, paper):
        about = one.about.component
        fronts = about.pages if about.form == "document" else about.sheets  # backs come last
        with pypdfium2.PdfDocument(one.data) as document:
            shares_of = {f"{one.name} {number}": cells_used(page) for number, page in enumerate(document, 1)}
        used |= dict([*shares_of.items()][:fronts])
    assert sum(used.values()) / len(used) >= MEAN, used
    assert {page: share for page, share in used.items() if share < LEAST}.keys() == EMPTIER.get((name, paper), set())


@pytest.mark.parametrize("name", games())
def test_pages_are_full_on_average(name: str) -> None:
    shares = {page.name: used(page) for page in pages(name)}
    assert sum(shares.values()) / len(shares) >= FULL_ON_AVERAGE, shares


@pytest.mark.parametrize("name", games())
def test_no_page_but_the_last_of_a_file_is_half_empty(name: str) -> None:
    shares = {page.name: used(page) for page in pages(name) if not page.last}
    assert {page: share for page, share in shares.items() if share < FULL} == {}


@pytest.mark.parametrize("name", games())
def test_type_is_legible(name: str) -> None:
    small: list[tuple[str, str, float]] = []
    for page in pages(name):
        usual = SMALLEST.get(page.file.kind, OTHER)
        for one in drawn(page.sheet.items):
            if isinstance(one.item, Text) and one.item.text.strip():
                foot = one.y + one.scale * one.item.y > page.bottom
                least = RAISED if is_raised(one) else FOOT if foot else usual
                least = MAPPED if one.within.startswith("Map: ") else least
                if (size := one.item.size * one.scale) < least - 0.01:
                    small.append((page.name, one.item.text, round(size, 2)))
    assert not small


@pytest.mark.parametrize(("name", "paper", "ink"), [*product(games(), ("a4", "letter"), ("full", "low"))])
def test_pages_for_play_and_rulings_have_text_of_one_size(name: str, paper: str, ink: Ink) -> None:
    """Bug: two pages too full for 9 pt set the whole folder in 8.75 pt, and a quick reference in 8.5 pt."""
    game = shipped(name)
    for file in (file for file in files_of(game) if file.shelf == "table" and file.kind in ("folder", "rulings")):
        for sheet in laid(name, file.stem, Options(paper=paper, ink=ink).of(file)).sheets:
            sizes = Tally[float]()
            for one in drawn(sheet.items):
                if isinstance(one.item, Text):
                    sizes[round(one.item.size * one.scale, 2)] += len(one.item.text)
            assert sizes.most_common(1)[0][0] == LOWER.get((name, file.stem, paper), BODY), (file.stem, sheet.label)


@pytest.mark.parametrize("name", games())
def test_type_on_cards_is_legible(name: str) -> None:
    game, small = shipped(name), list[tuple[str, str, float]]()
    boxes = {word for item in game[Track].values() for box in item.value.boxes.values() for word in box.title.split()}
    cards = [one for deck in game[Deck].values() for card in deck.value.cards.values() for one in (card, card.turned)]
    chips = [chip for card in cards for section in card.sections for chip in section.chips]
    # Chips are read as the counters that they show.
    faces = [chip_of(game, chip, game.setter()) for chip in chips]
    boxes |= {word for face in faces for word in (face.large, *face.words)}
    for file, made, _ in laid_out(name):
        if file.shelf != "table" or file.kind != "cards":
            continue
        assert isinstance(made, Cut)
        for frame in made.frames:
            for one in drawn(frame.items):
                if isinstance(one.item, Text) and one.item.text not in boxes:
                    least = NUMBER if is_raised(one) else CARD
                    within = BAND < one.y + one.scale * one.item.y < frame.height - IMPRINT
                    if within and (size := one.item.size * one.scale) < least - 0.01:
                        small.append((frame.name, one.item.text, round(size, 2)))
    assert not small


def blocks(found: Sequence[Block]) -> Iterator[Block]:
    """Yield blocks, and those in the sections and panes of composed pages."""
    for block in found:
        match block:
            case Section(bands=bands, beside=beside):
                yield from blocks([one for band in bands for pane in band for one in pane.blocks])
                yield from blocks(beside)
            case _:
                yield block


@pytest.mark.parametrize("name", games())
def test_no_chart_is_printed_twice(name: str) -> None:
    printed = Tally[str]()
    for file, document, _ in laid_out(name):
        if file.shelf == "table" and isinstance(document, TextDocument):
            for part in document.parts:
                found = (one for one in blocks(part.blocks) if isinstance(one, Chart) and one.at)
                printed.update(f"{one.at.file}:{one.at.line}" for one in found if one.at)
    assert printed
    assert {place: count for place, count in printed.items() if count > 1} == {}


@pytest.mark.parametrize("name", games())
def test_a_roll_form_leads_to_forms_of_the_same_file(name: str) -> None:
    every = [block for part in forms(shipped(name)).parts for block in part.blocks]
    printed = {block.text for block in every if isinstance(block, Heading) and block.look == "form"}
    rungs = [rung for block in every if isinstance(block, Ladder) for rung in block.rungs]
    led = {title for rung in rungs for title in re.findall(r"^Go on with the form ‘([^’]+)’", rung.text)}
    assert led <= printed


@pytest.mark.parametrize("name", games())
def test_a_roll_form_has_a_box_for_every_die(name: str) -> None:
    blocks = [block for part in forms(shipped(name)).parts for block in part.blocks]
    for number, block in enumerate(blocks):
        if isinstance(block, Throw) and (dice := re.match(r"(\d+)d", block.dice)):
            assert block.count >= int(dice[1]), block.about
            grid = next((one for one in blocks[number:] if isinstance(one, Worksheet)), None)
            boxed = grid is not None and all("{die}" * block.count in "".join(row.texts) for row in grid.rows)
            assert block.boxes or boxed, block.about


@pytest.mark.parametrize("name", games())
def test_a_roll_form_is_worded_as_people_write(name: str) -> None:
    game = shipped(name)
    for block in (block for part in forms(game).parts for block in part.blocks):
        texts = [rung.when + rung.text for rung in block.rungs] if isinstance(block, Ladder) else []
        texts += [block.when, block.reading, *block.remarks] if isinstance(block, Throw) else []
        for text in texts:
            assert not re.search(r"[a-z]_[a-z]|\b[a-z]+\.item\b|Note ‘", text), text


def on_pages(name: str, *shelves: str, rulings: bool = False) -> Iterator[Drawn]:
    """Yield all that is drawn for the shelves of a game, its sheets of `rulings` only if asked for."""
    for file, made, drawn_on in laid_out(name):
        if (file.kind == "rulings" and not rulings) or file.shelf not in shelves:
            continue
        frames: list[Sequence[Item]] = [sheet.items for sheet in drawn_on]
        if isinstance(made, Cut):
            faces = (face for piece in made.pieces for face in (piece.front, piece.back))
            frames = [face.items for face in (*faces, *made.boards) if face is not None]
        yield from (one for items in frames for one in drawn(items))


@pytest.mark.parametrize("name", games())
def test_every_ruling_has_its_number_on_a_page(name: str) -> None:
    game = shipped(name)
    numbers = ruling_numbers(game)
    flagged = {number for one in on_pages(name, "table", "study") for number in cited(one)}
    for document in game.documents:
        if document.attached is not None:
            named = (reference.name for reference in document.attached.prose.rulings)
            flagged |= {numbers[name] for name in named if name in numbers}
    unseen = [ruling for ruling, number in numbers.items() if number not in flagged]
    assert unseen == [], "name them in `rulings:` of the chart, card, pane or space that they are about"


@pytest.mark.parametrize("name", games())
def test_the_number_of_a_ruling_on_the_table_leads_to_a_line_on_the_table(name: str) -> None:
    flagged = {number for one in on_pages(name, "table") for number in cited(one)}
    lines = {
        int(one.item.text)
        for file, _, made in laid_out(name)
        for sheet in made
        for one in drawn(sheet.items)
        if (file.kind, file.shelf) == ("rulings", "table") and isinstance(one.item, Text) and one.item.text.isdecimal()
    }
    assert flagged - lines == set()
    assert flagged


@pytest.mark.parametrize("name", games())
def test_a_place_on_the_table_has_at_most_two_rulings(name: str) -> None:
    crowds = [one.within for one in on_pages(name, "table") if is_raised(one) and len(cited(one)) > 2]
    assert not crowds


def named_pages(where: str) -> Iterator[tuple[str, int]]:
    """Yield the files and pages that an entry of an index names."""
    for one in where.replace("\xa0", " ").replace("**", "").split(" · "):
        file, pages = re.match(r"(.*?) ([\d–, ]+)$", one).groups()  # type: ignore[union-attr]
        for run in pages.split(", "):
            first, _, last = run.partition("–")
            yield from ((file, page) for page in range(int(first), int(last or first) + 1))


@cache
def index_of(name: str) -> tuple[list[Component], list[Entry]]:
    """Return the text documents for the table and the entries of their index, but for those that lead to others."""
    files = [(file, made) for file, _, made in laid_out(name) if file.shelf == "table" and made]
    components = [
        Component(f"{file.stem}.pdf", file.title, "document", len(made), 1, words=words_of(made))
        for file, made in files
    ]
    blocks = [block for part in index_sheet(shipped(name), components).parts for block in part.blocks]
    return components, [one for one in blocks if isinstance(one, Entry) and not one.where.startswith("see ")]


def test_the_index_leads_to_the_box_that_tells_what_a_faction_brings() -> None:
    """Bug: on pages drawn a little smaller, heads of boxes were no headings; a list of abbreviations told of cards."""
    found = {entry.name: [*named_pages(entry.where)] for entry in index_of("triumph_of_chaos")[1]}
    assert ("folder", 3) in found["Central Powers"]
    assert found["Political card"] == [("folder", 1)]


@pytest.mark.parametrize("name", games())
def test_an_index_entry_is_found_on_the_pages_that_it_names(name: str) -> None:
    game, (components, found) = shipped(name), index_of(name)
    bare = {(stem, page) for kind in kinds_in(game) for stem, page, _ in kind.prints(game)}
    assert len(found) > 5
    for entry in found:
        turned = re.sub(r"^(.*) (\d+)$", r"\2 \1", entry.name)
        words = [entry.name, turned, *game.info.terms.get(entry.name, ()), *game.info.terms.get(turned, ())]
        roots = [re.sub(r"(ies|y|s)$", "", word.casefold()) for word in words]
        for title, page in named_pages(entry.where):
            (one,) = [one for one in components if short_name(one) == title]
            said = any(root in one.words[page - 1].text for root in roots)
            assert said or (one.name.removesuffix(".pdf"), page) in bare, (entry, title, page)


OF_THE_PROGRAM = {
    r"preset|defaults?": "a player sees what is printed, not what was set",
    r"procedures?": "a roll, steps or the rule's own name; the program's procedures are on no page",
    r"inputs?|parameters?": "a question, or a box to fill in",
    r"cells?|cell index": "a line, a box or a blank",
    r"cards? for each": "the cards are there or they are not",
    r"the kit asks|is asked for|asks? for|(?:rolls?|procedure) asks?": "paper asks nothing; it has boxes",
    r"(?:in|of) this field|the fields? (?:of|in)": "a box or a line",
    r"YAML|overlays?|manifest|schema": "files of the program",
    r"random mix|Policy \d\.|one checklist each": "answers to the program, not to a player",
}
"""Words of the program, and what to say in their place; `the kit` and `this kit prints` may stand for the print."""


@pytest.mark.parametrize("name", games())
def test_pages_19_the_table_has_no_words_of_the_program(name: str) -> None:
    """Bug: players had to tick "preset to yes", "the procedure asks" and "a card for each"."""
    words = re.compile(rf"\b(?:{'|'.join(OF_THE_PROGRAM)})\b|\b[a-z]+_[a-z_]+\b", re.IGNORECASE)
    shown = (one.item.text for one in on_pages(name, "table", rulings=True) if isinstance(one.item, Text))
    assert [(found[0], text) for text in shown if (found := words.search(re.sub(r"\{[^}]*\}", "", text)))] == []


NAMED = re.compile(r"\b[A-Z]{2,}[A-Za-z]*\b|\b[A-Z](?=\d+\b)")
"""An abbreviation: two capitals or more at the start of a word, or a letter before a number, as in R15."""
SAID = {"USA", "II", "III", "IV", "VI", "VII", "VIII", "XX", "XXX", "XXXX", "IIA", "FT", "MS", "T"}
"""What needs no explanation: a country, numerals, signs of size, types of tanks."""


def explained(game: Game) -> set[str]:
    """Return the words of a game that its terms explain, or that are names of its counters, places and the like."""
    terms = (term for _, document in game.all(Rulings) for term in document.terms)
    counters = (text for item in game[Counter].values() for text in (item.value.name, item.value.full_name or ""))
    said = {word for text in (*terms, *names_of(game).values(), *counters) for word in re.findall(r"\w+", text)}
    return said | SAID | {word[0] for word in said if word[1:].isdecimal()}


@pytest.mark.parametrize("name", games())
def test_every_abbreviation_on_the_table_is_explained_or_a_name(name: str) -> None:
    known, unknown = explained(shipped(name)), set[str]()
    for one in on_pages(name, "table", rulings=True):
        if isinstance(one.item, Text) and not one.item.text.isupper():
            unknown |= {word for word in NAMED.findall(one.item.text) if not {word, word.removesuffix("s")} & known}
    assert unknown == set()


READINGS, DECISIONS = 190, 50
"""Readings that the five games print, and those of them over which two players could really differ, at most."""


def test_few_readings_are_printed_and_fewer_are_to_be_decided() -> None:
    every = [item.value for name in games() for item in shipped(name)[Ruling].values() if not item.value.slip]
    assert 100 < len(every) <= READINGS
    assert 0 < sum(ruling.decide for ruling in every) <= DECISIONS


@pytest.mark.parametrize("name", games())
def test_rulings_come_in_the_order_of_their_moments(name: str) -> None:
    """A sheet in which a moment returns, or whose numbers jump back, cannot be read along the turn.

    What is to be decided comes before the rest, so that a number tells its page.
    """
    rulings = shipped(name)[Ruling]
    found = {one: rulings[one].value for one in ruling_numbers(shipped(name))}
    assert [one for one, ruling in found.items() if ruling.moment is None] == [], "give them a `moment:`"
    assert sorted(found, key=lambda one: not found[one].decide) == [*found]
    for decide in (True, False):
        moments = [ruling.moment for ruling in found.values() if ruling.decide is decide]
        assert [moment for moment, _ in groupby(moments)] == list(dict.fromkeys(moments))


@pytest.mark.parametrize("name", games())
def test_a_rule_without_a_number_is_called_by_its_name(name: str) -> None:
    """Bug: "Rule Opening, Revolution 1–6" is no sentence."""
    texts = (one.item.text for one in on_pages(name, "table", "study") if isinstance(one.item, Text))
    assert [text for text in texts if re.match(r"Rule [A-Z]", text)] == []
