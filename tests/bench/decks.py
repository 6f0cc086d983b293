"""Game folders for benchmarks: decks of similar cards, and two-sided counters with their set-up."""

from __future__ import annotations

import random
from pathlib import Path

from PIL import Image

__all__ = ["counters", "deck", "edit", "pictured"]

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


LAYOUT = """kind: layouts
id: layouts
layouts:
  skill:
    extends: blank
    boxes:
      art: {at: [0, 0, "100%", 40], image: "art/{{ art }}", crop: fill, over: bleed}
      title:
        {at: [4, 42, 44, 8], text: "{{ card.title | upper }}", font: narrow-bold, size: [15, 9], lines: 1,
         valign: middle}
      disc: {at: [50, 41, 9, 9], shape: disc, fill: "{{ owner.colour }}"}
      cost:
        {at: [50, 41, 9, 9], text: "{{ cost }}", font: narrow-bold, size: 12, lines: 1, align: centre, valign: middle,
         ink: paper}
      rules: {at: [4, 52, 55, 26], text: "{{ rules }}", size: [8, 6.5]}
      lacks:
        {at: [4, 80, 55, 4], text: "Lacks {{ lacks | join(', ') }}", when: "{{ lacks }}", font: narrow, size: 7,
         lines: 1}
"""
SIGN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
<circle cx="5" cy="5" r="2.4" fill="#B3201F"/><path d="M5 0V2M5 8V10M0 5H2M8 5H10" stroke="#1B1A18"/></svg>
"""
PICTURES = 20
"""Different pictures in a deck of pictures."""


def pictured(folder: Path, cards: int) -> Path:
    """Write a game of one deck of poker cards with a layout of their own.

    Each card has a picture to the edge, at 300 dpi, a title, a cost in a disc, forty words with a bold phrase and two
    signs from a file of the game, and, for every second one, a list of what it lacks.
    """
    dice, known = random.Random(cards), TEXT.split()
    rows = ["kind: cards", "id: deck", "title: Deck", "source: Bench rules", "back: {title: Deck}", "layout: skill"]
    rows += ["fields: {cost: number, rules: text, lacks: list, art: picture}", "cards:"]
    for number in range(1, cards + 1):
        words = dice.choices(known, k=40)
        words[10:12] = [f"**{words[10]}", f"{words[11]}**"]
        words[20], words[30] = ":noise:", ":noise:"
        lacks = f", lacks: [{', '.join(dice.sample(known, 2))}]" if number % 2 else ""
        rows += [
            f"  card{number}:",
            f"    title: {dice.choice(known).title()} {dice.choice(known).title()}",
            f"    owner: {dice.choice(('red', 'white'))}",
            f"    fields: {{cost: {dice.randint(1, 9)}, art: {number % PICTURES}.jpg{lacks},",
            f'      rules: "{" ".join(words)}."}}',
        ]
    files = {
        "game.yaml": GAME + "signs: {noise: noise.svg}\n",
        "cards.yaml": "\n".join(rows) + "\n",
        "layouts.yaml": LAYOUT,
        "noise.svg": SIGN,
    }
    (folder / "art").mkdir(parents=True, exist_ok=True)
    for number in range(PICTURES):
        shade = Image.linear_gradient("L").rotate(18 * number).resize((792, 497))
        picture = Image.merge(
            "RGB", (shade, shade.transpose(Image.Transpose.FLIP_LEFT_RIGHT), shade.point(lambda x: 255 - x))
        )
        picture.save(folder / "art" / f"{number}.jpg", quality=85)
    return _written(folder, files)


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
