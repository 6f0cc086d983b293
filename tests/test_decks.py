"""Deck files, read back and compared with the kit: lists, single pictures, and grids with their indices."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from rcwkit.export.make import COLUMNS, INDEX
from rcwkit.game.catalogue import games
from rcwkit.kinds.cards.model import Deck
from tests_support import TOY, run, shipped, write

WITH_DECKS = [name for name in games() if name != "axis_allies_1914"]


def exported(game: str, out: Path, *options: str) -> Path:
    result = run("export", "decks", game, "--out", str(out), "--json", *options)
    assert result.exit_code == 0, result.stderr
    return Path(json.loads(result.stdout)["folder"])


def opened(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes()))


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize("name", WITH_DECKS)
def test_deck_files_have_the_contents_of_the_kit(name: str, tmp_path: Path) -> None:
    game = shipped(name)
    folder = exported(name, tmp_path, "--dpi", "72")
    named = set()
    for deck in game[Deck].values():
        listed = rows(folder / f"cards-{deck.id}.csv")
        cards = [
            (f"{card.number or number} {card.title}", str(card.copies))
            for number, card in enumerate(deck.value.leaves.values(), 1)
        ]
        assert [(row["label"], row["item-count"]) for row in listed] == cards
        assert tuple(listed[0]) == COLUMNS
        assert [row["back"] for row in listed] == [
            f"deck-{deck.id}-{card}-back.png"
            if card in deck.value.backs or deck.value.turned(one)
            else f"deck-{deck.id}-back.png"
            for card, one in deck.value.leaves.items()
        ]
        named |= {row[key] for row in listed for key in ("image", "back")}
        index = rows(folder / f"grid-{deck.id}.csv")
        assert tuple(index[0]) == INDEX
        assert [(row["id"], row["title"], row["copies"]) for row in index] == [
            (card, title, copies) for card, (title, copies) in zip(deck.value.leaves, cards, strict=True)
        ]
        columns, lines = (max(int(row[key]) for row in index) for key in ("column", "row"))
        assert [(int(row["row"]) - 1) * columns + int(row["column"]) for row in index] == [
            int(row["number"]) for row in index
        ]
        grid = opened(folder / f"grid-{deck.id}.png")
        assert (grid.width % columns, grid.height % lines) == (0, 0)
        named.add(f"grid-{deck.id}.png")
    assert named == {path.name for path in folder.iterdir() if path.suffix == ".png"}


def test_each_place_of_a_grid_shows_its_card(tmp_path: Path) -> None:
    folder = exported("rcw_solitaire", tmp_path, "--dpi", "150")
    images = {row["label"]: row["image"] for row in rows(folder / "cards-turn.csv")}
    grid = opened(folder / "grid-turn.png").convert("RGB")
    for row in rows(folder / "grid-turn.csv"):
        single = opened(folder / images[row["title"]]).convert("RGB")
        left, top = (int(row["column"]) - 1) * single.width, (int(row["row"]) - 1) * single.height
        place = grid.crop((left, top, left + single.width, top + single.height))
        assert max(ImageStat.Stat(ImageChops.difference(place, single)).mean) < 1


def test_print_shops_get_their_sizes_and_the_web_its_addresses(tmp_path: Path) -> None:
    write(tmp_path / "toy", TOY)
    folder = exported(str(tmp_path / "toy"), tmp_path, "--bleed", "shop", "--url-prefix", "https://example.org/d")
    (row,) = rows(folder / "cards-factions.csv")
    assert (row["image"], row["back"]) == (
        "https://example.org/d/deck-factions-ukraine.png",
        "https://example.org/d/deck-factions-back.png",
    )
    assert opened(folder / "deck-factions-ukraine.png").size == (825, 1125)


def test_a_game_without_decks_says_so_and_nothing_is_written(tmp_path: Path) -> None:
    result = run("export", "decks", "axis_allies_1914", "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "error[E572]: axis_allies_1914 has no decks to export" in result.stderr
    assert not (tmp_path / "out").exists()
