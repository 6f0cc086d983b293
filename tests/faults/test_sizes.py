"""L4, S1: every sheet prints at true size, and a deck of ten thousand cards is built in a minute."""

from __future__ import annotations

import io
import os
import re
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pikepdf
import pytest
from faults_support import FULL, Cases, many, members, spawn, start
from PIL import Image
from rcwkit.bundled import bundled
from rcwkit.frame import MM
from rcwkit.game.catalogue import games
from rcwkit.game.loader import load
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import make
from rcwkit.kit.options import Options
from rcwkit.sheets.paper import PAPERS
from rcwkit.source.project import Project
from tests_support import TOY, write

RULER = 283.465
_MOVE = re.compile(rb"([\d.-]+) ([\d.-]+) m ([\d.-]+) ([\d.-]+) l")


def lengths(page: pikepdf.Page) -> Iterator[float]:
    """Yield the lengths of all vertical and horizontal lines of a page, those in its forms included."""
    forms = [form.read_bytes() for form in page.Resources.get("/XObject", {}).values() if form.Subtype == "/Form"]
    for x1, y1, x2, y2 in _MOVE.findall(b"\n".join([page.Contents.read_bytes(), *forms])):
        if x1 == x2 or y1 == y2:
            yield abs(float(x2) - float(x1)) + abs(float(y2) - float(y1))


@pytest.mark.row("L4")
@pytest.mark.parametrize("game", games() if FULL else ["toy"])
def test_every_sheet_to_be_cut_is_true_to_scale(tmp_path: Path, cases: Cases, game: str) -> None:
    folder = write(tmp_path / "toy", TOY) if game == "toy" else bundled("data") / game
    loaded = load(Project(folder, shown=game))
    ways = [*product(("a4", "letter"), ("duplex", "gutterfold")), ("a3", "sheets"), ("tabloid", "none")]
    for paper, backs in ways if FULL else ways[:1]:
        size = sorted((PAPERS[paper].width * MM, PAPERS[paper].height * MM))
        for file in (file for file in files_of(loaded) if file.cut):
            made = make(loaded, file, Options(paper=paper, backs=backs))  # type: ignore[arg-type]
            with pikepdf.open(io.BytesIO(made.data)) as pdf:
                for number, page in enumerate(pdf.pages, 1):
                    with cases(f"{paper} {backs} {file.stem} page {number} ({page.label})"):
                        media, trim = ([float(value) for value in box] for box in (page.MediaBox, page.TrimBox))
                        assert sorted(media[2:]) == pytest.approx(size, abs=0.01)
                        assert media[:2] == [0, 0]
                        assert 0 <= trim[0] < trim[2] <= media[2] + 0.01
                        assert 0 <= trim[1] < trim[3] <= media[3] + 0.01
                        assert "/UserUnit" not in page.obj and int(page.obj.get("/Rotate", 0)) == 0
                        assert any(abs(length - RULER) < 0.01 for length in lengths(page)), "no ruler of 100 mm"


def deck(cards: int) -> dict[str, str]:
    event = '[{{head: Event, text: "Advance {0} spaces; then draw {1}."}}]'
    entries = "".join(
        f'  c{n}: {{title: "Card {n}", subtitle: Deck, sections: {event.format(n % 7, n % 3)}}}\n' for n in range(cards)
    )
    top = "kind: cards\nid: deck\ntitle: Deck\nsource: Toy rules\nback: {title: Deck}\ncards:\n"
    return {"game.yaml": TOY["game.yaml"].partition("unit_types")[0], "cards.yaml": top + entries}


def built(folder: Path, cards: int) -> tuple[float, float]:
    """Return the CPU seconds of a whole build of a deck, and the peak memory of its largest process in MiB."""
    write(folder / str(cards), deck(cards))
    process = start("build", str(cards), "--out", "out", "--jobs", "1", cwd=folder, stdout=None, stderr=None)
    peak = 0.0
    before = os.times()
    while process.poll() is None:
        for member in members(process.pid):
            found = re.search(r"VmHWM:\s+(\d+) kB", _status(member))
            peak = max(peak, int(found[1]) / 1024 if found else 0.0)
        time.sleep(0.05)
    assert process.returncode == 0
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system, peak


def _status(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return ""


@pytest.mark.row("S1")
def test_ten_thousand_cards(tmp_path: Path) -> None:
    """`make test` builds a thousand cards, within the same bounds."""
    small, _ = built(tmp_path, many(1000, 100))
    seconds, peak = built(tmp_path, many(10_000, 1000))
    print(f"{seconds:.1f} s, {peak:.0f} MiB, {seconds / small:.1f} times as long as a thousand")
    assert seconds < 60
    assert peak < 300
    assert seconds / small <= 12


@pytest.mark.row("S1")
def test_a_deck_of_pictures_takes_less_memory_than_its_pdf(tmp_path: Path) -> None:
    """Each card has its own picture, of 200 kB; they are read and stored one at a time."""
    number = many(600, 300)
    image = io.BytesIO()
    Image.effect_noise((750, 1050), 40).convert("RGB").save(image, "JPEG", quality=55)
    cards = "".join(f"  c{card}: {{title: Card {card}}}\n" for card in range(number))
    toy = write(
        tmp_path / "toy",
        {
            "game.yaml": TOY["game.yaml"],
            "layouts.yaml": "kind: layouts\nid: faces\n"
            "layouts: {picture: {boxes: {art: {image: '{{ card.id }}.jpg'}}}}\n",
            "cards.yaml": "kind: cards\nid: deck\ntitle: Deck\nsource: S\nlayout: picture\nback: {title: Deck}\n"
            f"cards:\n{cards}",
        },
    )
    for card in range(number):
        (toy / f"c{card}.jpg").write_bytes(image.getvalue() + b"%d" % card)
    result = spawn("build", "toy", "--out", "out", "--jobs", "1", cwd=tmp_path)
    assert result.exit_code == 0, result.stderr
    size = (tmp_path / "out" / "toy" / "cards-deck.pdf").stat().st_size / 2**20
    print(f"{size:.0f} MiB, {result.peak:.0f} MiB in memory, {result.seconds:.1f} s")
    assert size > 0.9 * number * len(image.getvalue()) / 2**20
    assert result.peak < many(200, 120)
