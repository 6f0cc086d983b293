"""Game folders for benchmarks: decks of similar cards, and two-sided counters with their set-up."""

from __future__ import annotations

import random
from pathlib import Path

__all__ = ["counters", "deck", "edit"]

GAME = """kind: game
id: bench
title: Bench
source: {title: Bench rules}
credits: Nobody's.
sides:
  red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}
  white: {title: White, short: W, colour: "#27425F", mark: diamond, plays: true}
unit_types:
  army: {title: army, plural: armies, symbol: infantry, reverse: reduced}
"""
TEXT = """
the front holds where rail and river meet while armies march east before winter comes and every town
must choose between bread powder horses allies or the long road home under banners nobody recalls
except old clerks who keep lists of men lost near bridges
"""
BLOCK = 80
"""Units in one region of the set-up."""
ALIKE = 500
"""The most units of one type: a force declares at most 999 of each."""


def deck(folder: Path, cards: int) -> Path:
    """Write a game of one deck of poker cards.

    Each card has a slanted band, a title, a number in a circle, sixty words with a bold phrase, and a footer.
    """
    dice, known = random.Random(cards), TEXT.split()
    rows = ["kind: cards", "id: deck", "title: Deck", "source: Bench rules", "back: {title: Deck}", "cards:"]
    for number in range(1, cards + 1):
        words = dice.choices(known, k=60)
        words[20:24] = [f"**{words[20]}", *words[21:23], f"{words[23]}**"]
        rows += [
            f"  card{number}:",
            f"    title: {dice.choice(known).title()} {dice.choice(known).title()}",
            f'    number: "{number}"',
            f"    owner: {dice.choice(('red', 'white'))}",
            f'    sections: [{{head: Event, text: "{" ".join(words)}."}}]',
        ]
    return _written(folder, {"game.yaml": GAME, "cards.yaml": "\n".join(rows) + "\n"})


def counters(folder: Path, units: int) -> Path:
    """Write a game of two-sided counters, half of them for each side, all placed in a set-up."""
    types = ["army", *(f"army{number}" for number in range(2, (units // 2 - 1) // ALIKE + 2))]
    more = "".join(
        f"  {name}: {{title: {name}, plural: {name}, symbol: infantry, reverse: reduced}}\n" for name in types[1:]
    )
    files = {"game.yaml": GAME + more}
    regions, forces = ["kind: places", "id: map", "title: Map", "source: Bench rules", "regions:"], []
    for side in ("red", "white"):
        names = [f"{side[0]}{number}" for number in range(1, units // 2 + 1)]
        head = f"kind: counters\nid: {side}\ntitle: {side.title()}\nsource: Bench rules\nside: {side}\ncounters:\n"
        kinds = [types[index // ALIKE] for index in range(len(names))]
        rows = (f"  {name}: {{type: {kind}, name: {name[1:]} Army}}\n" for name, kind in zip(names, kinds, strict=True))
        files[f"{side}.yaml"] = head + "".join(rows)
        declared = ", ".join(f"{kind}: {kinds.count(kind)}" for kind in types)
        forces += [f"  {side}:", f"    declared: {{{declared}}}", "    at:"]
        for first in range(0, len(names), BLOCK):
            title = f"{side.title()} front {first // BLOCK + 1}"
            block = names[first : first + BLOCK]
            places = {f"{name}0": f"Town {name}" for name in block}
            listed = ", ".join(f"{key}: {name}" for key, name in places.items())
            regions.append(f"  {side}{first}: {{title: {title}, places: {{{listed}}}}}")
            forces.append(f"      {title}:")
            forces += [
                f"        {key} {name}: [{unit}]" for (key, name), unit in zip(places.items(), block, strict=True)
            ]
    files["places.yaml"] = "\n".join(regions) + "\n"
    files["setup.yaml"] = (
        "\n".join(["kind: setup", "id: campaign", "title: Campaign", "source: Bench rules", "forces:", *forces]) + "\n"
    )
    return _written(folder, files)


def edit(folder: Path, number: int) -> None:
    """Change one card's text."""
    path = folder / "cards.yaml"
    before, mark, after = path.read_text("utf-8").partition(f'number: "{number}"\n')
    path.write_text(before + mark + after.replace('text: "', 'text: "again ', 1), "utf-8")


def _written(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder
