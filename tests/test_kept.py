"""Files of the last build are reused only if they would come out the same.

Every kind of input changes the right files, and only those.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from faults_support import Cases, many
from pictures_support import svg
from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic
from rcwkit.game.catalogue import games, locate
from rcwkit.game.game import Document, Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import MARKERS, NUMBERS, SPOTS, files_of
from rcwkit.kit import kept, pipeline
from rcwkit.kit.build import Made, finish, make
from rcwkit.kit.kept import KEPT, files_kept, kits
from rcwkit.kit.options import BuildReport, Options
from rcwkit.source.claims import MANIFEST, STAGED, digest
from rcwkit.source.project import Project
from tests_support import TOY, write
from workbooks_support import xlsx

ROOT = Path(__file__).parent.parent / "generator" / "rcwkit"
GUIDE, LICENCE = "0-print-guide.pdf", "LICENCE.txt"
CUT = {
    "cards-factions.pdf",
    "counters.pdf",
    "gauges.pdf",
    "map-front.pdf",
    "pieces-tiles.pdf",
    "storage.pdf",
    "tracks.pdf",
}
TEXTS = {
    "aid-sheet.pdf",
    "aids.pdf",
    "all-charts.pdf",
    "all-rulings.pdf",
    "checklists.pdf",
    "folder-turn.pdf",
    "odds.pdf",
    "rolls.pdf",
    "rulings.pdf",
    "setup-campaign.pdf",
}
TEXTS |= {"booklet-notes.pdf"}
INDEX = "index.pdf"
ALL = {GUIDE, INDEX, *CUT, *TEXTS}
SMALL = {
    name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "cards.yaml", "tracks.yaml", "rulings.yaml")
}
SMALL["cards.yaml"] = SMALL["cards.yaml"].replace("{title: Ukraine,", "{title: Ukraine, copies: 9,")
"""A toy game with one text, which builds fast; less bleed would save a sheet of its cards."""
RULINGS = {"all-rulings.pdf", "rulings.pdf"}
FEW = {GUIDE, "all-rulings.pdf", "cards-factions.pdf", "counters.pdf", "rulings.pdf", "storage.pdf", "tracks.pdf"}
DECKS = {"cards-factions.pdf", "storage.pdf"}
"""What is read from decks: the cards, and the size of the box they need."""


def change(folder: Path, name: str, old: str, new: str) -> None:
    """A change of one word in one document."""
    text = (folder / "toy" / name).read_text("utf-8")
    assert old in text
    (folder / "toy" / name).write_text(text.replace(old, new, 1), "utf-8")


def built(
    folder: Path, options: Options | None = None, *, fresh: bool = False, out: str = "out"
) -> tuple[set[str], BuildReport, list[Diagnostic]]:
    """Build the toy in a folder; return the rebuilt files, the report, and the diagnostics."""
    anew: set[str] = set()
    project = locate(str(folder / "toy"))
    (report,), found = kits(
        [project],
        folder / out,
        {"": options or Options()},
        lambda game, name, number, total: anew.add(name),
        fresh=fresh,
    )
    return anew, report, found


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "toy").iterdir() if path.name != KEPT}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the small toy once."""
    folder = tmp_path_factory.mktemp("first")
    write(folder / "toy", SMALL)
    anew, report, _ = built(folder)
    assert anew == FEW
    assert set(report.files) == FEW | {LICENCE, "SHA256SUMS"}
    return folder


@pytest.fixture
def kit(first: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return to the folder of the first build, restored."""
    backup = first.with_name(first.name + "-backup")
    shutil.rmtree(backup, ignore_errors=True)
    shutil.copytree(first, backup)
    forget()
    yield first
    monkeypatch.undo()
    forget()
    shutil.rmtree(first)
    backup.rename(first)


def forget() -> None:
    kept._code.cache_clear()
    kept._folder.cache_clear()


def elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, file: str) -> None:
    """Move one of the bundled folders, and add a line to one of its files."""
    shutil.copytree(bundled(name), folder / name)
    with (folder / name / file).open("ab") as stream:
        stream.write(b"\n")
    monkeypatch.setattr(kept, "bundled", lambda wanted: folder / name if wanted == name else bundled(wanted))
    forget()


def test_kept_files_equal_the_made_ones(first: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: sizes were sorted when reused, so that the guide listed them in another order."""
    finished: list[list[Made]] = []

    def watched(project: Project, game: Game, made: list[Made], *rest: Any) -> Any:
        finished.append(made)
        return finish(project, game, made, *rest)

    monkeypatch.setattr(pipeline, "finish", watched)
    built(first, fresh=True)
    known = files_kept(first / "out" / "toy")
    assert known == [one.about for one in finished[0]]
    # Equality ignores the order of pieces, which the guide and the manifest show.
    assert [*map(repr, known)] == [repr(one.about) for one in finished[0]]


def test_nothing_changed(kit: Path) -> None:
    before = {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in (kit / "out" / "toy").iterdir()}
    anew, report, found = built(kit)
    assert anew == set()
    assert before == {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in (kit / "out" / "toy").iterdir()}
    everything, fresh, found_again = built(kit, fresh=True)
    assert everything == FEW
    assert report == fresh
    assert found == found_again
    assert any(diagnostic.code == "N330" for diagnostic in found), "the toy has something to be said of it"


FIRST = "  first: {type: gap, title: First, places: [], prints: It.}\n"
PLACED = {"checklists.pdf", "counters.pdf", "odds.pdf", "rolls.pdf", "setup-campaign.pdf"}
NAMED = {"checklists.pdf", "counters.pdf"}
CHANGES = [
    ("cards.yaml", "{title: Ukraine,", "{title: The Ukraine,", DECKS),
    ("rulings.yaml", "says: two", "says: three", RULINGS),
    # Nearly everything may have a ruling, which it prints by number.
    ("rulings.yaml", "  totals: {", f"{FIRST}  totals: {{", ALL - {GUIDE, "counters.pdf", "storage.pdf"}),
    ("booklet.yaml", "then **fight**", "and **fight**", {"booklet-notes.pdf"}),
    ("gauges.yaml", "text: close", "text: near", {"gauges.pdf"}),
    ("aids.yaml", "title: Quick,", "title: Quickly,", {"aid-sheet.pdf", "aids.pdf", "all-charts.pdf"}),
    ("cards.yaml", "kind: cards", "kind: cards # a note", DECKS),
    # Rolls set up units, so a rolled game is read with its set-up, places and counters.
    (
        "scenarios.yaml",
        "Deal the cards",
        "Deal cards",
        {"checklists.pdf", "odds.pdf", "rolls.pdf", "setup-campaign.pdf"},
    ),
    ("setup.yaml", "at: box 0", "at: box 1", PLACED),
    # Counters and checklists say where units start, by place and region, and nothing else of a list of places or map.
    ("places.yaml", "title: Map", "title: The map", {*PLACED - NAMED, "map-front.pdf"}),
    ("places.yaml", "638: Norlinsk", "638: Norlinsk, 640: Elton", {*PLACED, "map-front.pdf"}),
    # Places may come from a map.
    ("map.yaml", "title: The front", "title: A front", {*PLACED - NAMED, GUIDE, INDEX, "map-front.pdf"}),
    ("values.yaml", "attack: }", "attack: 2 }", {*PLACED, GUIDE}),
    (
        "red.yaml",
        "title: Red",
        "title: The Red",
        {*PLACED, GUIDE, "storage.pdf"},
    ),
    (
        "tables.yaml",
        "title: Charts",
        "title: All charts",
        {"aid-sheet.pdf", "aids.pdf", "all-charts.pdf", "folder-turn.pdf", "odds.pdf", "rolls.pdf"},
    ),
    ("procedures.yaml", "title: Rolls", "title: All rolls", {"odds.pdf", "rolls.pdf"}),
    (
        "tracks.yaml",
        "title: Control",
        "title: All control",
        {"cards-factions.pdf", "odds.pdf", "rolls.pdf", "setup-campaign.pdf", "tracks.pdf"},
    ),
    ("game.yaml", "title: Toy", "title: Old toy", ALL),
]


def test_a_changed_document_of_every_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what depends on the change is rebuilt; in the end all is as if built at once."""
    monkeypatch.setattr("rcwkit.kit.pipeline.INDEXED", 1)  # few pages have an index, too
    write(tmp_path / "toy", TOY)
    assert built(tmp_path)[0] == ALL
    for name, old, new, anew in CHANGES:
        change(tmp_path, name, old, new)
        # The index is remade when names come to other pages, the guide when a page that it shows looks different.
        assert built(tmp_path)[0] - {INDEX, GUIDE} == anew - {INDEX, GUIDE}, name
    _, report, found = built(tmp_path)
    built(tmp_path, fresh=True, out="again")
    assert contents(tmp_path / "out") == contents(tmp_path / "again")
    assert built(tmp_path)[1:] == (report, found)


def test_an_overlay(kit: Path) -> None:
    write(kit / "toy" / "local", {"mine.yaml": TOY["cards.yaml"].replace("title: Ukraine", "title: Mine")})
    assert built(kit)[0] - {GUIDE} == DECKS
    shutil.rmtree(kit / "toy" / "local")
    assert built(kit)[0] - {GUIDE} == DECKS


def test_a_document_more_and_one_less(kit: Path) -> None:
    write(kit / "toy", {"gauges.yaml": TOY["gauges.yaml"]})
    assert built(kit)[0] == {"gauges.pdf", GUIDE}
    (kit / "toy" / "gauges.yaml").unlink()
    assert built(kit)[0] == {GUIDE}
    assert not (kit / "out" / "toy" / "gauges.pdf").exists()


def test_a_file_that_is_not_a_document(kit: Path) -> None:
    write(kit / "toy", {"notes.txt": "x", "picture.png": "y", ".hidden.yaml": "z"})
    assert built(kit)[0] == set()


@pytest.mark.parametrize(
    ("options", "anew"),
    [
        (Options(bleed=1.0), FEW - RULINGS),
        (Options(backs="gutterfold"), FEW - RULINGS),
        (Options(aids="large"), {GUIDE, "tracks.pdf", *RULINGS}),
        (Options(screen=True), {GUIDE, *RULINGS}),
        (Options(paper="letter"), FEW),
        (Options(ink="low"), FEW),
    ],
    ids=["bleed", "backs", "aids", "screen", "paper", "ink"],
)
def test_an_option(kit: Path, options: Options, anew: set[str]) -> None:
    assert built(kit, options)[0] == anew


def test_a_font(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere(tmp_path, monkeypatch, "fonts", "PTS55F.ttf")
    assert built(kit)[0] == FEW


def test_a_template(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere(tmp_path, monkeypatch, "templates", "base.css")
    assert built(kit)[0] == RULINGS


@pytest.mark.parametrize("file", ["art/posters/wedge.svg", "signs/coin.svg", "looks/modern.yaml"])
def test_a_drawing(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    """Bug: pieces stayed as they were when a poster or sign had changed."""
    elsewhere(tmp_path, monkeypatch, "templates", file)
    assert built(kit)[0] == FEW


def test_the_code(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT, tmp_path / "generator" / "rcwkit", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "generator" / "rcwkit" / "sheets" / "marks.py").open("a", encoding="utf-8") as stream:
        stream.write("# changed\n")
    monkeypatch.setattr(kept, "__file__", str(tmp_path / "generator" / "rcwkit" / "kept.py"))
    assert built(kit)[0] == FEW


def test_a_library(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weasyprint-99.0.dist-info").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    assert built(kit)[0] == FEW


def spoilt(name: str, data: bytes | None) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        path = folder / name
        path.unlink()
        if data is not None:
            path.write_bytes(data)

    return spoil


def flipped(folder: Path) -> None:
    data = (folder / KEPT).read_bytes()
    (folder / KEPT).write_bytes(data.replace(b'"document",1', b'"document",7', 1))


def forged(folder: Path) -> None:
    """Another PDF replaces one, and the manifest vouches for it."""
    other = (folder / "tracks.pdf").read_bytes()
    text = (folder / MANIFEST).read_text("utf-8")
    outputs = json.loads(text)["outputs"]
    (folder / "rulings.pdf").write_bytes(other)
    (folder / MANIFEST).write_text(
        text.replace(outputs["rulings.pdf"]["sha256"], outputs["tracks.pdf"]["sha256"]), "utf-8"
    )


@pytest.mark.parametrize(
    ("spoil", "anew"),
    [
        (spoilt("rulings.pdf", None), {"rulings.pdf"}),
        (spoilt("rulings.pdf", b"%PDF-1.7 not what was made"), {"rulings.pdf"}),
        (spoilt(MANIFEST, None), set()),
        (spoilt(MANIFEST, b"{}"), set()),
        (spoilt(KEPT, None), FEW),
        (spoilt(KEPT, b""), FEW),
        (spoilt(KEPT, b"not\nwhat\n{"), FEW),
        (flipped, FEW),
        (forged, {"rulings.pdf"}),
        (lambda folder: (folder / f"{STAGED}rulings.pdf").write_bytes(b"half"), set()),
    ],
    ids=[
        *(
            "gone",
            "changed",
            "manifest gone",
            "manifest changed",
            "record gone",
            "record empty",
            "record torn",
            "record flipped",
        ),
        *("manifest forged", "staged"),
    ],
)
def test_what_is_spoilt_is_not_believed(kit: Path, spoil: Callable[[Path], None], anew: set[str]) -> None:
    before = contents(kit / "out")
    spoil(kit / "out" / "toy")
    assert built(kit)[0] == anew
    assert contents(kit / "out") == before


def record(folder: Path, lines: tuple[bytes, bytes, bytes]) -> None:
    """Write a record of these lines, with the matching digest."""
    key, kit, files = lines
    (folder / KEPT).write_bytes(b"\n".join((key, digest(kit + b"\n" + files).encode(), kit, files)))


def lines_of(folder: Path) -> tuple[bytes, bytes, bytes]:
    key, _, kit, files = (folder / KEPT).read_bytes().split(b"\n", 3)
    return key, kit, files


def damaged(value: Any) -> Iterator[Any]:
    """Yield the value with one part of it missing, or of another type."""
    if isinstance(value, dict):
        for name in value:
            yield {other: one for other, one in value.items() if other != name}
    if isinstance(value, (dict, list)):
        for name in list(value) if isinstance(value, dict) else range(len(value)):
            for other in damaged(value[name]):
                copy = value.copy()
                copy[name] = other
                yield copy
    others: tuple[object, ...] = (None, 7, -1.5, "x", [], {}, True)
    yield from (other for other in others if type(other) is not type(value))


def test_a_damaged_record_with_the_right_digest_is_not_believed(tmp_path: Path, cases: Cases) -> None:
    """Bug: a body of `{}` ended in an internal error."""
    write(tmp_path / "toy", {name: TOY[name] for name in ("game.yaml", "tracks.yaml", "rulings.yaml")})
    built(tmp_path)
    folder = tmp_path / "out" / "toy"
    _, whole, files = lines_of(folder)
    before = contents(tmp_path / "out")
    dice = random.Random("record")

    def some(line: bytes, number: int) -> list[bytes]:
        chosen = dice.sample([*damaged(json.loads(line))], number)
        return [*(json.dumps(one).encode() for one in chosen), b"{}", b"[]", b"", b"{", b"\xff", b"[" * 10_000]

    for number, head in enumerate(some(whole, many(60, 12))):
        with cases(f"head {number} {head[:80]!r}"):
            record(folder, (b"", head, files))
            built(tmp_path)
            assert contents(tmp_path / "out") == before
    for number, one in enumerate(some(files, many(150, 15))):
        with cases(f"entries {number} {one[:80]!r}"):
            record(folder, (b"", whole, one))
            built(tmp_path)
            assert contents(tmp_path / "out") == before


def test_the_record_of_another_kit_is_not_believed(kit: Path, tmp_path: Path) -> None:
    write(tmp_path / "toy", {**SMALL, "game.yaml": TOY["game.yaml"].replace("id: toy", "id: other")})
    built(tmp_path)
    before = contents(kit / "out")
    shutil.copy(tmp_path / "out" / "other" / KEPT, kit / "out" / "toy" / KEPT)
    assert built(kit)[0] == FEW
    assert contents(kit / "out") == before
    for name in (KEPT, MANIFEST):
        shutil.copy(tmp_path / "out" / "other" / name, kit / "out" / "toy" / name)
    _, found = kits([locate(str(kit / "toy"))], kit / "out", {"": Options()}, lambda *_: None)
    assert [(one.code, one.message) for one in found if one.code != "N107"] == [
        ("E535", "the folder holds the kit of another game, 'other'")
    ]


def test_a_kit_in_a_folder_of_another_name_is_not_the_one_wanted(kit: Path) -> None:
    """Bug: a copy of the folder beside it passed for the kit itself."""
    before = contents(kit / "out")
    (kit / "out" / "toy").rename(kit / "out" / "printed in May")
    assert built(kit)[0] == FEW
    assert contents(kit / "out") == before


def _untitled(tracks: Document) -> Document:
    """Tracks with the same markers, called otherwise."""
    called = {name: one.model_copy(update={"title": "Other"}) for name, one in tracks.model.tracks.items()}
    return replace(tracks, model=tracks.model.model_copy(update={"title": "Other", "tracks": called}))


def _moved(places: Document) -> Document:
    """Maps or lists with the same names of places, drawn otherwise."""
    changed: dict[str, Any] = {"note": "Other", "subtitle": "Other"}
    if places.kind == "places":
        regions = places.model.regions.items()
        changed = {"regions": {name: one.model_copy(update={"colour": "#123456"}) for name, one in regions}}
    return replace(places, model=places.model.model_copy(update=changed))


@pytest.mark.parametrize("name", [*games(), "toy"])
def test_a_file_is_made_of_the_documents_that_it_says_it_reads(tmp_path: Path, name: str) -> None:
    ruled = TOY["gauges.yaml"].replace("title: Rifle,", "title: Rifle, rulings: [totals],")
    write(tmp_path / "toy", TOY | {"gauges.yaml": ruled})
    game = load(locate(str(tmp_path / "toy") if name == "toy" else name))
    files = [*files_of(game)]
    for file in files if name == "toy" else files[:: many(1, 8)]:
        reads = {"rulings" if kind == NUMBERS else kind for kind in file.reads}
        documents = tuple(document for document in game.documents if document.kind in reads)
        if MARKERS in reads:
            documents += tuple(map(_untitled, (one for one in game.documents if one.kind == "tracks")))
        if SPOTS in reads:
            listed = (one for one in game.documents if one.kind in {"maps", "places"} - reads)
            documents += tuple(map(_moved, listed))
        part = Game(documents, game.info, game.files)
        alone = next(one for one in files_of(part, file.kind) if one.stem == file.stem)
        assert make(part, alone, Options()) == make(game, file, Options()), file.stem


def test_a_file_of_which_nothing_is_left_is_not_there(tmp_path: Path) -> None:
    """A deck whose box exceeds the paper: no empty PDF, no row in the guide, and the rest is kept as usual."""
    card = "  c{0}: {{title: Card {0}, copies: 60}}\n"
    deck = TOY["cards.yaml"].partition("cards:")[0] + "cards:\n" + "".join(card.format(number) for number in range(9))
    write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], "cards.yaml": deck})
    _, report, found = built(tmp_path)
    assert "W333" in {diagnostic.code for diagnostic in found}
    assert set(report.files) == {GUIDE, "cards-factions.pdf", LICENCE, "SHA256SUMS"}
    assert built(tmp_path)[0] == set()


def test_a_picture_remakes_what_shows_it_and_nothing_else(tmp_path: Path) -> None:
    """Also one that an overlay lays over it, and that overlay's being gone again."""
    shown = SMALL | {"cards.yaml": SMALL["cards.yaml"].replace("back: {", "back: {art: art/back.svg, ")}
    art, ours = tmp_path / "toy" / "art", tmp_path / "toy" / "local" / "art"
    write(tmp_path / "toy", shown)
    art.mkdir()
    ours.mkdir(parents=True)
    (art / "back.svg").write_bytes(svg("<rect width='20' height='10'/>"))
    (tmp_path / "toy" / "local" / "note.yaml").write_text("kind: rulings\nid: more\nsource: S\nrulings: {}\n")
    assert built(tmp_path)[0] >= FEW
    before = contents(tmp_path / "out")
    assert built(tmp_path)[0] == set()

    def remade() -> bool:
        anew, _, found = built(tmp_path)
        assert anew <= {GUIDE, "cards-factions.pdf"}
        assert [one for one in found if one.code.startswith("E")] == []
        clean = tmp_path / "clean"
        shutil.rmtree(clean, ignore_errors=True)
        built(tmp_path, fresh=True, out="clean")
        assert contents(clean) == contents(tmp_path / "out")
        return "cards-factions.pdf" in anew

    (art / "back.svg").write_bytes(svg("<circle r='9'/>"))
    assert remade()
    (art / "unused.svg").write_bytes(svg(""))
    assert not remade()
    (ours / "back.svg").write_bytes(svg("<rect width='20' height='10'/>"))
    assert remade()
    assert contents(tmp_path / "out")["cards-factions.pdf"] == before["cards-factions.pdf"]
    (ours / "back.svg").unlink()
    assert remade()
    (art / "back.svg").unlink()
    reports, found = kits([locate(str(tmp_path / "toy"))], tmp_path / "out", {"": Options()}, lambda *_: None)
    place = f"{(tmp_path / 'toy').as_posix()}/cards.yaml:5"
    assert (reports, [(one.code, one.span.place) for one in found if one.code.startswith("E")]) == (
        [],
        [("E103", place)],
    )


def test_a_picture_that_changes_while_a_kit_is_made_is_not_believed(tmp_path: Path) -> None:
    """Two decks show it; the first was printed with what it was before."""
    deck = SMALL["cards.yaml"].replace("back: {", "back: {art: back.svg, ")
    more = "".join(f"  c{number}: {{title: Card}}\n" for number in range(4))
    write(
        tmp_path / "toy", SMALL | {"cards.yaml": deck + more, "later.yaml": deck.replace("id: factions", "id: later")}
    )
    back = tmp_path / "toy" / "back.svg"
    back.write_bytes(svg("<rect width='20' height='10'/>"))
    made: list[str] = []

    def step(game: str, name: str, number: int, total: int) -> None:
        made.append(name)
        if name == "cards-factions.pdf":
            back.write_bytes(svg("<circle r='9'/>"))

    kits([locate(str(tmp_path / "toy"))], tmp_path / "out", {"": Options()}, step)
    assert made.index("cards-factions.pdf") < made.index("cards-later.pdf")
    assert "cards-factions.pdf" in built(tmp_path)[0]
    built(tmp_path, fresh=True, out="clean")
    assert contents(tmp_path / "clean") == contents(tmp_path / "out")
    assert built(tmp_path)[0] == set()


def test_the_manifest_lists_pictures_among_the_inputs(tmp_path: Path) -> None:
    write(tmp_path / "toy", SMALL | {"cards.yaml": SMALL["cards.yaml"].replace("back: {", "back: {art: back.svg, ")})
    data = svg("<rect width='20' height='10'/>")
    (tmp_path / "toy" / "back.svg").write_bytes(data)
    built(tmp_path)
    inputs = json.loads((tmp_path / "out" / "toy" / MANIFEST).read_text("utf-8"))["inputs"]
    assert inputs[f"{(tmp_path / 'toy').as_posix()}/back.svg"] == digest(data)


def test_a_sheet_remakes_what_is_made_from_it_and_nothing_else(tmp_path: Path) -> None:
    """Two kinds of documents take rows of one workbook; an overlay may replace it."""
    deck = SMALL["cards.yaml"].partition("cards:\n")[0] + "cards: {from: {file: rows.xlsx, sheet: Cards}}\n"
    units = SMALL["red.yaml"].partition("counters:\n")[0] + "counters: {from: {file: rows.xlsx, sheet: Units}}\n"
    write(tmp_path / "toy", SMALL | {"cards.yaml": deck, "red.yaml": units})
    ours = tmp_path / "toy" / "local"
    write(ours, {"note.yaml": "kind: rulings\nid: more\nsource: S\nrulings: {}\n"})

    def save(folder: Path, title: str = "Don", name: str = "1 Army") -> None:
        rows: list[list[object]] = [["id", "type", "name"], ["Ra1", "army", name], ["Ra2", "army", "2 Army"]]
        book = xlsx({"Cards": [["id", "title"], ["don", title]], "Units": rows})
        (folder / "rows.xlsx").write_bytes(book)

    def remade() -> set[str]:
        anew, _, found = built(tmp_path)
        assert [one for one in found if one.code.startswith("E")] == []
        shutil.rmtree(tmp_path / "clean", ignore_errors=True)
        built(tmp_path, fresh=True, out="clean")
        assert contents(tmp_path / "clean") == contents(tmp_path / "out")
        return anew & {"cards-factions.pdf", "counters.pdf", "tracks.pdf"}

    save(tmp_path / "toy")
    assert {"cards-factions.pdf", "counters.pdf"} <= remade()
    assert built(tmp_path)[0] == set()
    save(tmp_path / "toy", title="The Don")
    assert "cards-factions.pdf" in remade()
    save(tmp_path / "toy", title="The Don", name="First")
    assert "counters.pdf" in remade()
    save(ours, name="Ours")
    assert {"cards-factions.pdf", "counters.pdf"} <= remade()
    (ours / "rows.xlsx").unlink()
    assert "counters.pdf" in remade()
    inputs = json.loads((tmp_path / "out" / "toy" / MANIFEST).read_text("utf-8"))["inputs"]
    assert f"{(tmp_path / 'toy').as_posix()}/rows.xlsx" in inputs
