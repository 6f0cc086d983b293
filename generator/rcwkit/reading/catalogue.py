"""Which games there are, and what each holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.reading.claims import is_plain
from rcwkit.reading.project import LOCAL, Project

if TYPE_CHECKING:
    from rcwkit.reading.game import Game

__all__ = ["ALL", "describe", "games", "here", "locate", "meant"]

ALL = "all"
"""The name that stands for every game that comes with the tool."""
GAME = re.compile(rb"^kind: *game\b", re.MULTILINE)
"""The line by which a document is the root of a game."""


def games() -> list[str]:
    """The ids of the bundled games."""
    return sorted(path.name for path in bundled("data").iterdir() if (path / "game.yaml").is_file())


def meant(names: Sequence[str]) -> list[str]:
    """The games of a command line: those named; without a name the one that one stands in, and in the repository of the tool all of its games.

    Raises InputError where no name is given in any other folder.
    """
    if names:
        return list(dict.fromkeys(game for name in names for game in (games() if name == ALL else [name])))
    if here():
        return [here()]
    if Path.cwd() == bundled("data").parent:
        return games()
    hint = f"name one ({', '.join(games())}, {ALL}) or the path of a folder, or stand in a game's folder"
    raise InputError([Diagnostic("E523", "no game is named, and there is none in this folder", Span("GAME", 0), hint)])


def here() -> str:
    """The folder that one stands in, if one of its own documents is a game's by its name or by what it says; else nothing."""
    documents = [path for path in sorted(Path().glob("*.y*ml")) if is_plain(path)]
    return "." if any(path.stem == "game" or GAME.search(_beginning(path)) for path in documents) else ""


def _beginning(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(2**16)
    except OSError:
        return b""


def locate(name: str, overlays: tuple[Path, ...] = ()) -> Project:
    """A bundled game by its id, or a folder by its path, with its own `local/` and the given overlays. Raises InputError."""
    known = games()
    if name in known:
        root, shown = bundled("data") / name, f"data/{name}"
    elif _is_folder(name):
        root, shown = Path(name), Path(name).as_posix()
    else:
        hint = nearest(name, known) or f"games: {', '.join(known)}; or the path of a folder"
        raise InputError([Diagnostic("E105", f"no game or folder '{name}'", Span(name or "GAME", 0), hint)])
    local = (root / LOCAL,) if (root / LOCAL).is_dir() else ()
    # A player's own overlay lies in the folder itself: through a link a stranger's game could lay any folder of the reader's over itself.
    if local and local[0].is_symlink():
        hint = "make it a folder, or name it with --overlay"
        raise InputError([Diagnostic("E101", "leads out of the game's folder", Span(f"{shown}/{LOCAL}"), hint)])
    laid = [
        Project(path, shown=f"{shown}/{LOCAL}" if path in local else path.as_posix()) for path in (*local, *overlays)
    ]
    return Project(root, shown=shown, overlays=tuple(laid))


def _is_folder(name: str) -> bool:
    try:
        return bool(name) and Path(name).is_dir()
    except (OSError, ValueError):  # a name too long, or with a NUL
        return False


def describe(game: Game) -> dict[str, Any]:
    """A game as data: title, source, and how many of what it holds."""
    counted = {
        "counters": sum(item.value.copies for item in game.counters.values()),
        "cards": sum(card.copies for deck in game.decks.values() for card in deck.value.cards.values()),
        "scenarios": len(game.scenarios),
        "tracks and displays": len(game.tracks),
        "charts": len(game.tables),
        "quick references": len(game.aids),
        "gauges": sum(item.value.copies for item in game.gauges.values()),
        "dice procedures": len(game.procedures),
        "rulings": len(game.rulings),
    }
    return {
        "id": game.info.id,
        "title": game.info.title,
        "source": " ".join(part for part in (game.info.source.title, game.info.source.version) if part),
        "holds": {name: count for name, count in counted.items() if count},
        "procedures": list(game.procedures),
    }
