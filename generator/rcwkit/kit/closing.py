"""Make what comes after a kit's other files: the print guide, which counts them, and the index of what they say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rcwkit.blocks.guide import Component, print_guide
from rcwkit.blocks.vocabulary import Document
from rcwkit.kit.build import GUIDE, INDEX, Made, files_of, make_document
from rcwkit.kit.options import Options
from rcwkit.kit.paperwork import PROGRAM
from rcwkit.look.text import Setter
from rcwkit.reading.game import Game

__all__ = ["closing", "guide_view", "guided", "indexed", "last", "last_view"]

INDEXED = 5
"""How many files a kit has for the table at least to have an index."""


def closing(game: Game, made: Sequence[Made], options: Options) -> list[Made]:
    """Make what comes after a kit's other files and stands before them: the print guide, and the index it lists."""
    listed = tuple(one.component for one in made)
    index = [last(game, INDEX, listed, options)] if indexed(listed) else []
    return [last(game, GUIDE, guided((*listed, *(one.component for one in index))), options), *index]


def indexed(listed: Iterable[Component]) -> tuple[Component, ...]:
    """Return the components that a kit's index is made of; none if it has too few to need one."""
    found = tuple(component for component in listed if component.words and component.shelf == "table")
    return found if len(found) >= INDEXED else ()


def guided(listed: Iterable[Component]) -> tuple[Component, ...]:
    """Return components as the print guide lists them."""
    return tuple(component._replace(words=()) for component in listed)


def last(game: Game, stem: str, listed: Iterable[Component], options: Options) -> Made:
    """Make the print guide or the index of a kit with these components."""
    view, title = last_view(game, stem, listed, options), game.say("Index" if stem == INDEX else "Print guide")
    return make_document(game, f"{stem}.pdf", title, view, options, _setter(game, options))


def last_view(game: Game, stem: str, listed: Iterable[Component], options: Options) -> Document:
    """Return the text of the print guide or index."""
    if stem != INDEX:
        return guide_view(game, listed, options)
    from rcwkit.blocks.index import index_sheet  # which small kits do not have

    return index_sheet(game, indexed(listed))


def guide_view(game: Game, listed: Iterable[Component], options: Options) -> Document:
    """Return the text of the print guide. Components without pages were not made and are left out."""
    printed = [one for one in listed if one.pages]
    left = [(file.shelf, file.title) for file in files_of(game) if file.shelf not in options.shelves]
    return print_guide(game, printed, options.edition, PROGRAM, _setter(game, options).theme.edition, left)


def _setter(game: Game, options: Options) -> Setter:
    return game.setter(options.ink, large=options.aids == "large")
