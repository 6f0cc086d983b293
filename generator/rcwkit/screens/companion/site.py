"""The companion to serve: its page with what browsers need to install it and to keep it for use without a network."""

from __future__ import annotations

import json
from hashlib import sha256

from rcwkit.bundled import bundled
from rcwkit.draw.pictures import picture
from rcwkit.look.fonts import FontBook
from rcwkit.look.frame import MM, Frame, Group, Rect
from rcwkit.look.motifs import HEIGHT, MOTIFS, WIDTH, motif
from rcwkit.look.theme import Theme
from rcwkit.reading.game import Game
from rcwkit.screens.companion.page import page

__all__ = ["site"]

SIZES = (192, 512)
"""Pixels of the icons that browsers ask for."""


def site(game: Game) -> dict[str, bytes]:
    """Return the files of the folder to serve, by name; the same game gives the same bytes.

    Raises InputError if a template does not fit its data.
    """
    setter = game.setter()
    theme, icons = setter.theme, [f"icon-{size}.png" for size in SIZES]
    manifest = {
        "name": f"{game.info.title} – companion",
        "short_name": game.info.title,
        "lang": game.say.code,
        "start_url": "./",
        "display": "standalone",
        "background_color": theme.paper,
        "theme_color": theme.page,
        "icons": [
            {"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for size, name in zip(SIZES, icons, strict=True)
            for purpose in ("any", "maskable")
        ],
    }
    files = {
        "index.html": page(game, served=True).encode(),
        "app.webmanifest": f"{json.dumps(manifest, ensure_ascii=False, indent=1)}\n".encode(),
        **{name: _icon(theme, setter.book, size) for size, name in zip(SIZES, icons, strict=True)},
    }
    return {**files, "worker.js": _worker(game.info.id, files)}


def _icon(theme: Theme, fonts: FontBook, size: int) -> bytes:
    """The game's emblem on its page's colour, as a PNG of so many pixels."""
    named = theme.motif or "wedge"
    drawn = motif(named if named in MOTIFS else "wedge", theme)
    ground = Rect(0, 0, HEIGHT * MM, HEIGHT * MM, theme.page)
    frame = Frame(HEIGHT * MM, HEIGHT * MM, (ground, Group(drawn.items, (HEIGHT - WIDTH) * MM)))
    return picture(frame, fonts, dpi=size / (HEIGHT / 25.4))


def _worker(game: str, files: dict[str, bytes]) -> bytes:
    """The script that keeps the files. It differs whenever one of them does: so browsers find a new version."""
    digest = sha256(b"".join(files.values())).hexdigest()[:16]
    kept = ["./", *(name for name in files if name != "index.html")]
    head = f'const GAME = "rcwkit.{game}.";\nconst VERSION = "{digest}";\nconst FILES = {json.dumps(kept)};\n'
    return f"{head}\n{(bundled('templates') / 'companion' / 'worker.js').read_text(encoding='utf-8')}".encode()
