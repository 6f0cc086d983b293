"""What imported games have in common: names made from a module's texts, sizes, the layouts, and a note to readers."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["LAYOUTS", "README", "apart", "folded", "names_of", "sheet_of", "sides_of", "text_of"]

_WORD = re.compile(r"[^\w\s.,;()/’'&+–-]")


def sides_of(size: tuple[float, float]) -> str:
    """Return a size such as 15.9x15.9mm."""
    return f"{size[0]:g}x{size[1]:g}mm"


def names_of(full: str, across: float) -> dict[str, str]:
    """Return the name on a counter of that width, whose words must fit, and the full one if it is another."""
    longest = max(3, int(0.6 * across))
    name = " ".join(word if len(word) <= longest else f"{word[: longest - 1]}." for word in full.split())[:24].strip()
    return {"name": name, **({"full_name": full} if full != name else {})}


def folded(regions: Mapping[str, Mapping[str, Iterable[str]]]) -> dict[str, dict[str, list[str]]]:
    """Return the units of each place with their number: `Inf x3`."""
    return {
        region: {
            place: [f"{unit} x{count}" if count > 1 else unit for unit, count in Tally(units).items()]
            for place, units in places.items()
        }
        for region, places in regions.items()
    }


def sheet_of(spots: Iterable[tuple[str, int, int]]) -> bytes:
    """Return places with their spots in pixels as CSV."""
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(("place", "x", "y"))
    writer.writerows(spots)
    return target.getvalue().encode()


def text_of(text: str, most: int) -> str:
    """Return a text of the module as a name: one line of common characters without markup."""
    plain = "".join(one if ord(one) < 0x530 or one in "–—’“”…" else " " for one in text)
    return re.sub(r"\s+", " ", _WORD.sub(" ", plain).replace("_", " ")).strip()[:most].strip()


def apart(name: str, taken: Iterable[str]) -> str:
    """Return the name, with a number behind it if it is taken; a set learns it."""
    known = taken if isinstance(taken, set | dict) else set(taken)
    found = name if name and name[:1].isalpha() else f"n_{name}"
    number = 1
    base = found
    while found in known:
        number += 1
        found = f"{base}_{number}"
    if isinstance(taken, set):
        taken.add(found)
    return found


LAYOUTS: Mapping[str, Any] = {
    "kind": "layouts",
    "id": "pictures",
    "layouts": {
        "picture": {
            "boxes": {
                "ground": {"fill": "{{ owner.colour | tint(0.35) }}", "over": "bleed"},
                "art": {"image": "{{ counter.art }}", "crop": "fit", "when": "{{ counter.art }}"},
                "name": {
                    "at": ["5%", "20%", "90%", "60%"],
                    "when": "{{ not counter.art }}",
                    "text": "{{ counter.name }}",
                    "size": [9, 3],
                    "align": "centre",
                    "valign": "middle",
                },
            }
        },
        "card_picture": {
            "boxes": {
                "art": {"image": "{{ art }}", "crop": "stretch", "over": "bleed", "when": "{{ art }}"},
                "title": {
                    "at": ["8%", "10%", "84%", "80%"],
                    "when": "{{ not art }}",
                    "text": "{{ card.title }}",
                    "size": [12, 4],
                },
            }
        },
    },
}
README = """This game was made from a VASSAL module by `rcwkit import vassal`; its pieces show the module's pictures.

boards/ has the pictures of its boards, which maps/ shows, and beside each the spots of places, in pixels, as `rcwkit
export vassal --map` reads them. Sizes are a guess: modules do not say how large their pieces are. Titles, owners and
set-ups are a start, to be corrected by hand. The pictures belong to their makers: keep the kit to yourself unless they
allow more.
"""
