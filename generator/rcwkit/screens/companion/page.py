"""The companion's page: blocks as HTML, with the style sheet, fonts, data and script that it needs, all in one file."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

from rcwkit.blocks.base import document
from rcwkit.blocks.charts import charts
from rcwkit.blocks.decks import decks
from rcwkit.blocks.folder import folder
from rcwkit.blocks.setup import setup_sheet
from rcwkit.blocks.texts import aids, checklists, rulings_sheet
from rcwkit.blocks.vocabulary import Document
from rcwkit.bundled import bundled
from rcwkit.dice.settle import settle
from rcwkit.draw.html import html, read_templates
from rcwkit.look.fonts import FontBook
from rcwkit.look.language import Language
from rcwkit.look.night import screen_variables
from rcwkit.reading.game import Game
from rcwkit.screens.companion.fonts import embedded
from rcwkit.screens.companion.kit import kit
from rcwkit.screens.companion.script import bundle
from rcwkit.screens.companion.tracks import boards
from rcwkit.screens.words import dictionary, inert, told

__all__ = ["MARK", "page"]

SHORT = 40
"""Length of the longest result of a roll, in characters."""
MARK = b'<meta name="generator" content="rcwkit">'
"""Marks every page of ours."""


def page(game: Game, *, served: bool = False) -> str:
    """Return the page; the same game gives the same text. A `served` one has the files of a site beside it.

    Raises InputError if a template does not fit its data.
    """
    from markupsafe import Markup

    folder = bundled("templates")
    setter = game.setter()
    data = kit(game)
    settled = {name: settle(game, name) for name, item in game.scenarios.items() if item.value.setup is not None}
    templates = {**read_templates(folder), **read_templates(folder / "preview"), **read_templates(folder / "companion")}
    main = (
        *(("roller.js",) if data["procedures"] else ()),
        "theme.js",
        "pages.js",
        "search.js",
        "ticks.js",
        "tracks.js",
        "flags.js",
        "wide.js",
        *(("install.js",) if served else ()),
    )
    script = f"\n{bundle(main, _modules(folder))}\n"
    context: dict[str, Any] = {
        "charts": charts(game, setter.book),
        "pages": _pages(game, setter.book),
        "aids": aids(game, setter.book, every=True),
        "checklists": checklists(game),
        "setups": {name: setup_sheet(game, one, setter) for name, one in settled.items()},
        "cards": decks(game),
        "boards": boards(game, settled),
        "rulings": rulings_sheet(game),
        "places": False,
        "linked": True,
        "rollers": _rollers(game),
        "game": game.info.id,
        "served": served,
        "variables": Markup(screen_variables(setter.theme, game.info, setter.book.stacks)),
        "fonts": "",
        "roller": Markup(_roller(templates["roller.html"], game.say)) if data["procedures"] else "",
        "kit": Markup(inert(data)),
        "terms": Markup(inert({term: [*others] for term, others in game.info.terms.items()})),
        "script": Markup(script),
        "digest": b64encode(sha256(script.encode()).digest()).decode(),
    }
    context["words"] = Markup(inert(_words(game, context["script"])))
    said = html("companion.html", context, templates, setter)
    return said.replace("<style>\n", f"<style>\n{embedded(said, setter.book)}", 1)


def _pages(game: Game, book: FontBook) -> Document:
    """The pages of all folders."""
    parts = [part for name in game.folders for part in folder(game, book, name).parts]
    return document(game, game.say("Pages"), parts)


def _rollers(game: Game) -> dict[str, str]:
    """What the roller calls the tables that dice are rolled on."""
    rolled = [name for name, item in game.tables.items() if item.value.roll is not None]
    return {name: f"chart.{name}" if name in game.procedures else name for name in rolled}


def _roller(text: str, say: Language) -> str:
    """The main part of the roller's own page, in the language of the kit."""
    found = re.search(r'<main class="roller">\n(.*)  </main>', text, re.S)
    assert found is not None
    return told(found[1], say)


def _words(game: Game, script: str) -> dict[str, Any]:
    """The words that a script says, and the game's own short ones, in the language of the kit."""
    short = {text for text in game.texts.known if len(text) <= SHORT} if game.texts else set()
    return dictionary(script, game.say, short)


def _modules(folder: Path) -> dict[str, str]:
    """The scripts by name; the companion's answers.js replaces the server's."""
    paths = [*sorted((folder / "preview").glob("*.js")), *sorted((folder / "companion").glob("*.js"))]
    return {path.name: path.read_text(encoding="utf-8") for path in paths}
