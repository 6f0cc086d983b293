"""Games as saved objects of Tabletop Simulator: decks from sheets of faces, counters as two-sided tiles."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rcwkit.look.frame import Frame
from rcwkit.models.shapes import Shape
from rcwkit.reading.game import Game
from rcwkit.screens.export.grid import Grid, grid
from rcwkit.screens.export.table import Album, Card, Deck, Token

__all__ = ["CARD_DPI", "LARGEST", "TILE_DPI", "Address", "saved_object", "sheets"]

CARD_DPI, TILE_DPI = 150, 300
"""Pixels per inch of sheets and tiles."""
LARGEST = 69
"""Most faces on a sheet of ten by seven, whose last cell shows the back of hidden cards."""
FACE_DOWN = 180.0
"""Rotation around the long axis that shows a deck's back."""
TILE = 144.0
"""Side of a tile of scale 1, in points: two inches, if cards are life-size."""
TILES: Mapping[Shape, int] = {"square": 0, "hex": 1, "round": 2}
"""The numbers by which Tabletop Simulator knows shapes of tiles."""
STEP, DECKS, ROW = 1.0, 3.5, 20
"""Spacing of tiles and of decks in inches, and tiles per row."""

Address = Callable[[str], str]
"""Maps the name of a picture to its URL."""
Object = dict[str, Any]


def sheets(deck: Deck) -> list[tuple[Grid, tuple[Card, ...]]]:
    """Return the sheets of a deck, each with its cards; copies share a face."""
    parts = [deck.cards[at : at + LARGEST] for at in range(0, len(deck.cards), LARGEST)]
    return [(grid(f"sheet-{deck.id}-{number}.png", part, deck.back), part) for number, part in enumerate(parts, 1)]


def behind(deck: Deck) -> list[Grid]:
    """Return the backs of a deck's sheets, if some of its cards have backs of their own."""
    if not deck.two_faced:
        return []
    parts = [part for _, part in sheets(deck)]
    turned = ([replace(card, image=card.back or deck.back) for card in part] for part in parts)
    return [grid(f"backs-{deck.id}-{number}.png", part, deck.back) for number, part in enumerate(turned, 1)]


def saved_object(
    game: Game, tokens: Mapping[str, Token], decks: tuple[Deck, ...], faces: Album, address: Address
) -> bytes:
    """Return the JSON of all decks and counters; the same arguments give the same bytes."""
    guids = _guids(game.info.id)
    objects: list[Object] = []
    first = 1
    for column, deck in enumerate(decks):
        objects.append(_deck(deck, first, (column * DECKS, 6.0), address, guids))
        first += len(sheets(deck))
    place = 0
    for owner in dict.fromkeys(token.owner for token in tokens.values()):
        for token in (token for token in tokens.values() if token.owner == owner):
            spot = place % ROW * STEP, -(place // ROW) * STEP
            objects.append(_tile(token, faces[token.front], spot, address, guids))
            place += 1
        # Each owner starts a new row.
        place += -place % ROW
    saved = {
        "SaveName": game.info.title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": game.info.title,
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": game.info.credits,
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }
    return (json.dumps(saved, indent=2, ensure_ascii=False) + "\n").encode()


def _deck(deck: Deck, first: int, spot: tuple[float, float], address: Address, guids: Iterator[str]) -> Object:
    """A deck, or its card if there is only one; `first` is the number of its first sheet."""
    used: dict[str, Object] = {}
    cards: list[Object] = []
    backs = [one.name for one in behind(deck)] or [deck.back] * len(sheets(deck))
    for number, ((sheet, part), back) in enumerate(zip(sheets(deck), backs, strict=True), first):
        used[str(number)] = {
            "FaceURL": address(sheet.name),
            "BackURL": address(back),
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": True,
            "UniqueBack": deck.two_faced,
        }
        for index, card in enumerate(part):
            for _ in range(card.copies):
                deck_of_card = {str(number): used[str(number)]}
                own = {"CardID": 100 * number + index, "SidewaysCard": False, "CustomDeck": deck_of_card}
                cards.append(_object("Card", card.title, deck.title, spot, 1.0, guids, own, face_down=True))
    if len(cards) == 1:
        return cards[0]
    ids = [card["CardID"] for card in cards]
    own = {"SidewaysCard": False, "DeckIDs": ids, "CustomDeck": used, "ContainedObjects": cards}
    return _object("Deck", deck.title, "", spot, 1.0, guids, own, face_down=True)


def _tile(token: Token, face: Frame, spot: tuple[float, float], address: Address, guids: Iterator[str]) -> Object:
    """A counter, or a stack of its copies. Without a reverse, both sides show the front."""
    picture = {
        "ImageURL": address(token.front),
        "ImageSecondaryURL": address(token.back or token.front),
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": TILES[face.shape], "Thickness": 0.1, "Stackable": True, "Stretch": True},
    }
    own: Object = {"CustomImage": picture}
    if token.copies > 1:
        own["Number"] = token.copies
    kind = "Custom_Tile_Stack" if token.copies > 1 else "Custom_Tile"
    return _object(kind, token.name, f"{token.owner}, {token.type}", spot, face.width / TILE, guids, own)


def _object(
    kind: str,
    name: str,
    text: str,
    spot: tuple[float, float],
    scale: float,
    guids: Iterator[str],
    own: Object,
    *,
    face_down: bool = False,
) -> Object:
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": FACE_DOWN if face_down else 0.0}
    scales = {"scaleX": round(scale, 4), "scaleY": 1.0, "scaleZ": round(scale, 4)}
    return {
        "GUID": next(guids),
        "Name": kind,
        "Transform": {"posX": spot[0], "posY": 1.0, "posZ": spot[1], **turned, **scales},
        "Nickname": name,
        "Description": text,
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": False,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        **own,
    }


def _guids(seed: str) -> Iterator[str]:
    """Six hexadecimal digits per object, unique, and the same for the same game."""
    seen: set[str] = set()
    number = 0
    while True:
        found = hashlib.sha256(f"{seed} {number}".encode()).hexdigest()[:6]
        number += 1
        if found not in seen:
            seen.add(found)
            yield found
