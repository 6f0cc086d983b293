"""The list that accompanies reprinted pieces: which to take out of the old kit, and which to put in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rcwkit.blocks import playing
from rcwkit.blocks.base import again, document
from rcwkit.blocks.vocabulary import Block, Document, Heading, Part
from rcwkit.kit.changes import Change, Changes
from rcwkit.look.language import Language, word
from rcwkit.reading.game import Game

__all__ = ["change_list"]

WHY = {
    "new": word("new"),
    "gone": word("gone"),
    "changed": word("changed"),
    "more": word("more"),
    "fewer": word("fewer"),
}
"""Why a piece is taken out or put in, as printed."""


def change_list(game: Game, changes: Changes, titles: Mapping[str, str]) -> Document:
    """Return the list as a document; `titles` maps file names to titles."""
    out, into = (sum(change.copies for change in part) for part in (changes.remove, changes.add))
    listed = (
        *_listed(game.say, game.say("Remove these: {n}", n=out), changes.remove, titles),
        *_listed(game.say, game.say("Add these: {n}", n=into), changes.add, titles),
    )
    title = game.say("Changes")
    note = game.say("Take the old pieces out, cut the new ones, and tick them off.")
    return document(game, title, (Part(title, listed, note=note),))


def _listed(say: Language, head: str, changes: tuple[Change, ...], titles: Mapping[str, str]) -> Iterator[Block]:
    """The pieces of each file under its title, repeated as "continued" at the top of a column."""
    if changes:
        yield Heading(head, "section", span=True, keep=True)
    for file in dict.fromkeys(change.file for change in changes):
        title = titles.get(file, file)
        yield Heading(title, "file", keep=True)
        for number, change in enumerate(one for one in changes if one.file == file):
            name = change.id.rpartition("/")[2]
            repeated = again(say, title) if number else ""
            yield playing.Change(
                name, change.title, change.copies, say(change.why), f"{head}: {title}: {name}", again=repeated
            )
