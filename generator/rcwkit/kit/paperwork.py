"""The paperwork of a kit besides its PDFs, as plain text: licence, credits and checksums."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill

from rcwkit import __version__
from rcwkit.blocks.guide import CHECKSUMS, credits
from rcwkit.bundled import bundled
from rcwkit.look.language import word
from rcwkit.models.markup import spoken
from rcwkit.reading.game import Game

__all__ = ["CHECKSUMS", "LICENCE", "PROGRAM", "checksums", "licence"]

LICENCE = "LICENCE.txt"
FONT = word("The font {name} is under this licence:")
PROGRAM = f"rcwkit {__version__}"


def licence(game: Game) -> bytes:
    """Credit the game, its source, the program and the fonts, with the fonts' licence in full."""
    said = (spoken(text, game.info.said) for text in credits(game, PROGRAM))
    fonts = (bundled("fonts") / "LICENSE.txt").read_text(encoding="utf-8").strip()
    head = game.say("{title}: licence and credits", title=game.info.title)
    own = (
        "\n".join(
            ("", "-" * len(head), "", game.say("The font {name} is under this licence:", name=name), "", text, "")
        )
        for name, text in game.licences.items()
    )
    parts = [
        head,
        "=" * len(head),
        "",
        *(fill(text, 100) + "\n" for text in said),
        "-" * len(head),
        "",
        fonts,
        "",
        *own,
    ]
    return "\n".join(parts).encode()


def checksums(digests: Mapping[str, str]) -> bytes:
    """Return one line per file, as `sha256sum -c` reads them."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items())).encode()
