"""Read a picture of a map, and the sheet of the same name that says where places are on it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings, nearest
from rcwkit.look.frame import Frame
from rcwkit.look.images import measured
from rcwkit.reading.game import Game
from rcwkit.reading.sides import size_of
from rcwkit.screens.export.ground import Ground

__all__ = ["COLUMNS", "read_ground"]

COLUMNS = ("place", "x", "y")
"""Columns of the sheet: an id of a place, and pixels from the left and from the top."""
SCALE = 2
"""Pixels per point: a virtual table shows pictures pixel by pixel."""
MOST = 10_000_000
"""Most bytes of the sheet."""


def read_ground(game: Game, picture: Path) -> Ground:
    """Return the map in a PNG or JPEG file, with the spots in the CSV beside it.

    Raises InputError (E590 for the picture, E591 for the sheet), or Surroundings.
    """
    sheet = picture.with_suffix(".csv")
    try:
        data = picture.read_bytes()
        with sheet.open("rb") as stream:
            text = stream.read(MOST).decode("utf-8-sig")
    except OSError as error:
        raise Surroundings(f"cannot read {error.filename}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputError([Diagnostic("E591", "not UTF-8 text", Span(str(sheet), 1), "save it as UTF-8")]) from error
    try:
        size = measured(data)
    except ValueError as error:
        raise InputError([Diagnostic("E590", f"{picture.name}: {error}", Span(str(picture), 0))]) from error
    spots, found = {}, []
    rows = csv.DictReader(io.StringIO(text, newline=""))
    if not set(COLUMNS) <= set(rows.fieldnames or ()):
        raise InputError([Diagnostic("E591", "no columns place, x, y", Span(str(sheet), 1), "head them so")])
    for row in rows:
        at, place = Span(str(sheet), rows.line_num), str(row["place"]).strip()
        try:
            x, y = float(row["x"]), float(row["y"])
            inside = 0 <= x <= size.width and 0 <= y <= size.height
        except (TypeError, ValueError):
            inside = False
        if place not in game.places:
            found.append(Diagnostic("E591", f"unknown place '{place}'", at, nearest(place, game.places)))
        elif not inside:
            said = f"'{row['x']}, {row['y']}' is not a spot on a picture of {size.width} × {size.height} pixels"
            found.append(Diagnostic("E591", said, at))
        else:
            spots[place] = game.places[place].value.name, x / SCALE, y / SCALE
    if found:
        raise InputError(found)
    edge = max((max(size_of(game, unit)) for unit in game.counters), default=45.0)
    frame = Frame(size.width / SCALE, size.height / SCALE, (), name="map")
    kind = "png" if data.startswith(b"\x89PNG") else "jpg"
    return Ground(frame, spots, edge, data, f"map.{kind}")
