"""Files with many pictures, which are made and kept in files of their own: the same bytes, and nothing left behind."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from pictures_support import picture, saved
from rcwkit.kit import build as building
from rcwkit.kit import pipeline as entries
from rcwkit.kit.build import Made
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import build
from rcwkit.source.project import Project
from tests_support import TOY, write

CARDS = """kind: cards
id: deck
title: Deck
source: S
layout: picture
back: {title: Deck}
cards:
  a: {title: A}
  b: {title: B}
"""
LAYOUT = "kind: layouts\nid: own\nlayouts: {picture: {boxes: {art: {image: '{{ card.id }}.png'}}}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a game with a deck of two pictures."""
    game = {"game.yaml": TOY["game.yaml"], "cards.yaml": CARDS, "layouts.yaml": LAYOUT}
    folder = write(tmp_path / "toy", game)
    for seed, name in enumerate("ab"):
        (folder / f"{name}.png").write_bytes(saved(picture(seed=seed)))
    return folder


def built(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, bytes], list[str]]:
    """Build the game; return the files of its kit, and the names of those that were made in files of their own."""
    stored: list[str] = []

    def finished(*given: object, **options: object) -> object:
        made = given[2]
        assert isinstance(made, list)
        stored.extend(one.name for one in made if isinstance(one, Made) and isinstance(one.contents, Path))
        return finish(*given, **options)  # type: ignore[arg-type]

    finish = building.finish
    monkeypatch.setattr("rcwkit.kit.pipeline.finish", finished)
    out = folder.parent / "out"
    build([Project(folder)], out, {"": Options()}, lambda *_: None)
    return {path.name: path.read_bytes() for path in (out / "toy").iterdir()}, stored


def test_the_kit_is_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = folder.parent / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    with monkeypatch.context() as patched:
        small, stored = built(folder, patched)
    assert stored == []
    for path in (folder.parent / "out" / "toy").iterdir():
        path.unlink()
    monkeypatch.setattr(building, "LARGE", 1)
    monkeypatch.setattr(entries, "LARGE", 1)
    with monkeypatch.context() as patched:
        assert built(folder, patched) == (small, ["cards-deck.pdf"])
    # What was kept is copied, before another build may replace it.
    write(folder, {"gauges.yaml": TOY["gauges.yaml"]})
    monkeypatch.setattr(building, "LARGE", building.LARGE * 10**9)
    with monkeypatch.context() as patched:
        more, stored = built(folder, patched)
    assert more["cards-deck.pdf"] == small["cards-deck.pdf"]
    assert {"cards-deck.pdf"} <= {*stored} <= {*more}
    assert list(scratch.iterdir()) == []
