"""Texts with markup, measured as clusters of words and signs."""

from __future__ import annotations

from collections.abc import Callable

from rcwkit.look.breaking import Cluster, Hand
from rcwkit.look.fonts import styled
from rcwkit.models.markup import Part, parts, written
from rcwkit.models.signs import Sign

__all__ = ["clustered", "fonts"]


def fonts(part: Part, font: str, bold: str) -> str:
    """Return the font of a part of a text in `font`, whose bold words are in `bold`."""
    usual = bold if part.bold else font
    return styled(usual, italic=True) if part.italic else usual


def clustered(
    text: str,
    font: str,
    bold: str,
    words: Callable[[str, str], list[Cluster]],
    extent: Callable[[Sign, float], float | None],
    large: float = 1.0,
) -> list[Cluster]:
    """Return the clusters of a text with markup.

    `words` measures plain words in a font, `extent` a sign that is so many times as `large` as usual; both in
    thousandths of an em. What touches stays together.
    """
    clusters: list[Cluster] = []
    glued = False
    for part in parts(text):
        name = fonts(part, font, bold)
        wide = extent(part.what, large) if isinstance(part.what, Sign) else None
        if isinstance(part.what, Sign) and wide is not None:
            space = words("n", name)[0][0]
            found: list[Cluster] = [(space, wide, ((Hand(name, part.colour, part.what, large), "", wide),), "", "")]
            begins = ends = True
            glued = bool(clusters) and (glued or part.what.kind == "flag")  # a flag never begins a line
        else:
            said = written(part.what) if isinstance(part.what, Sign) else part.what
            bare = said.strip(" ")
            found = words(bare, name) if bare else []
            begins, ends = not said.startswith(" "), not said.endswith(" ")
            if part.colour:
                found = [_inked(cluster, part.colour) for cluster in found]
        if glued and begins and found:  # a word continues in another style, or with a sign
            (space, width, runs, whole, _), (_, more, others, rest, _) = clusters.pop(), found.pop(0)
            clusters.append((space, width + more, runs + others, whole + rest.lstrip(" "), ""))
        clusters += found
        glued = bool(clusters) and ends
    return clusters


def _inked(cluster: Cluster, colour: str) -> Cluster:
    space, width, runs, whole, font = cluster
    return space, width, tuple((Hand(font, colour), text, wide) for _, text, wide in runs), whole, ""
