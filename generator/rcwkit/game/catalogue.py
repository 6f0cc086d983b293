"""Find games, and describe what each holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Span, nearest
from rcwkit.source.claims import is_plain
from rcwkit.source.kinds import KINDS
from rcwkit.source.project import LOCAL, Project

if TYPE_CHECKING:
    from rcwkit.game.game import Game

ALL = "all"
"""The name that means every bundled game."""
GAME = re.compile(rb"^kind: *game\b", re.MULTILINE)
"""The line that marks a game's root document."""
LANGUAGE = re.compile(rb"^language: *[\"']?([A-Za-z-]+)", re.MULTILINE)
"""The line that gives its language."""


def games() -> list[str]:
    """Return the ids of the bundled games."""
    return sorted(path.name for path in bundled("data").iterdir() if (path / "game.yaml").is_file())


def meant(names: Sequence[str]) -> list[str]:
    """Return the games of a command line: those named, or the game in the current folder.

    Without names, the repository of the tool means all its games; any other folder raises InputError.
    """
    if names:
        return list(dict.fromkeys(game for name in names for game in (games() if name == ALL else [name])))
    if here():
        return [here()]
    if Path.cwd() == bundled("data").parent:
        return games()
    hint = f"name one ({', '.join(games())}, {ALL}) or the path of a folder, or change to a game's folder"
    raise InputError.of("E523", "no game is named, and there is none in this folder", Span("GAME", 0), hint)


def here() -> str:
    """Return `.` if a document in the current folder is the root of a game, by its name or its kind; else nothing."""
    return "." if is_game(Path()) else ""


def is_game(folder: Path) -> bool:
    """Return whether a document in a folder is the root of a game, by its name or its kind."""
    documents = [path for path in sorted(folder.glob("*.y*ml")) if is_plain(path)]
    return any(path.stem == "game" or GAME.search(_beginning(path)) for path in documents)


def language_of(folder: Path) -> str:
    """Return the language of a game without reading it: what its root document says, if that is `game.yaml`."""
    found = LANGUAGE.search(_beginning(folder / "game.yaml"))
    return found[1].decode() if found else ""


def _beginning(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(2**16)
    except OSError:
        return b""


def locate(name: str, overlays: tuple[Path, ...] = (), language: str = "") -> Project:
    """Return a bundled game by id, or a folder by path, with its own `local/`, the given overlays, and the language.

    Raises InputError for an unknown name, or if `local/` is a link.
    """
    known = games()
    if name in known:
        root, shown = bundled("data") / name, f"data/{name}"
    elif _is_folder(name):
        root, shown = Path(name), Path(name).as_posix()
    else:
        hint = nearest(name, known) or f"games: {', '.join(known)}; or the path of a folder"
        raise InputError.of("E105", f"no game or folder '{name}'", Span(name or "GAME", 0), hint)
    local, laid = root / LOCAL, [Project(path, shown=path.as_posix()) for path in overlays]
    if local.is_dir():
        # Through a link, an untrusted game could lay any folder of the user's over itself.
        if local.is_symlink():
            hint = "make it a folder, or name it with --overlay"
            raise InputError.of("E101", "leads out of the game's folder", Span(f"{shown}/{LOCAL}"), hint)
        laid.insert(0, Project(local, shown=f"{shown}/{LOCAL}"))
    return Project(root, shown=shown, overlays=tuple(laid), language=language)


def passed_over(name: str) -> bool:
    """Return whether a game in a folder here is not meant by its name, because an included game has it, too."""
    if name not in games() or not _is_folder(name) or not is_game(Path(name)):
        return False
    return not Path(name).samefile(bundled("data") / name)


def _is_folder(name: str) -> bool:
    try:
        return bool(name) and Path(name).is_dir()
    except (OSError, ValueError):  # a name too long, or with a NUL
        return False


def describe(game: Game) -> dict[str, Any]:
    """Return a game as data: title, source, and the number of each kind of component."""
    from rcwkit.game.references import family_of  # which finding games does without

    kinds = [KINDS[name] for name in KINDS if name in game.kinds]
    counted = {name: count for kind in kinds for name, count in kind.holds(game).items()}
    return {
        "id": game.info.id,
        "title": game.info.title,
        "source": " ".join(part for part in (game.info.source.title, game.info.source.version) if part),
        "holds": {name: count for name, count in counted.items() if count},
        "procedures": list(family_of("procedures", game).ids(game)) if "procedures" in game.kinds else [],
    }
