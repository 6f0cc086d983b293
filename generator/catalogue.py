"""Which games there are, and what each holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.bundled import bundled
from generator.diagnostics import Diagnostic, InputError, Span, nearest
from generator.project import LOCAL, Project

if TYPE_CHECKING:
    from generator.game import Game

__all__ = ["describe", "games", "locate"]


def games() -> list[str]:
    """The ids of the bundled games."""
    return sorted(path.name for path in bundled("data").iterdir() if (path / "game.yaml").is_file())


def locate(name: str, overlays: tuple[Path, ...] = ()) -> Project:
    """A bundled game by its id, or a folder by its path, with its own `local/` and the given overlays. Raises InputError."""
    known = games()
    if name in known:
        root, shown = bundled("data") / name, f"data/{name}"
    elif _is_folder(name):
        root, shown = Path(name), Path(name).as_posix()
    else:
        hint = nearest(name, known) or f"games: {', '.join(known)}; or the path of a folder"
        raise InputError([Diagnostic("E105", f"no game or folder '{name}'", Span(name), hint)])
    local = (root / LOCAL,) if (root / LOCAL).is_dir() else ()
    # A player's own overlay lies in the folder itself: through a link a stranger's game could lay any folder of the reader's over itself.
    if local and local[0].is_symlink():
        hint = "make it a folder, or name it with --overlay"
        raise InputError([Diagnostic("E101", "leads out of the game's folder", Span(f"{shown}/{LOCAL}"), hint)])
    laid = [Project(path, shown=f"{shown}/{LOCAL}" if path in local else path.as_posix()) for path in (*local, *overlays)]
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
