"""A table as a VASSAL module: a zip of the build file, its description, and the pictures.

Every copy of every counter is there once: in a stack set up on the board, or in the tray. No saved game is needed.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from rcwkit import __version__
from rcwkit.draw.pictures import pictures
from rcwkit.kit.paperwork import LICENCE, licence
from rcwkit.look.fonts import FontBook
from rcwkit.screens.export import traits
from rcwkit.screens.export.table import Table
from rcwkit.screens.export.vassal_boards import DPI, Slots, cards_of, counters_of, window
from rcwkit.screens.export.vassal_xml import PREFIX, add, given, written

__all__ = ["BUILD_FILE", "IMAGES", "MODULE_DATA", "VERSION", "build_file", "module"]

VERSION = "3.6.7"
"""Version of the format. Below 3.5, VASSAL looks for a build file of another name."""
BUILD_FILE, MODULE_DATA, IMAGES = "buildFile.xml", "moduledata", "images/"
EPOCH, SAVED = (1980, 1, 1, 0, 0, 0), "315532800000"
"""A fixed time of creation, in the formats of zip files and of VASSAL, so that modules are reproducible."""
MARK = b"rcwkit export vassal"
"""Comment of a module's zip file."""
FLIPS = "$location$: $oldPieceName$ is turned, now $newPieceName$"


def module(table: Table, fonts: FontBook, images: Mapping[str, bytes] | None = None) -> bytes:
    """Return the module as bytes; `images` maps digests to raster pictures. The same table gives the same bytes."""
    drawn = dict(zip(table.frames, pictures(table.frames.values(), fonts, dpi=DPI, images=images), strict=True))
    files = {BUILD_FILE: build_file(table), MODULE_DATA: _module_data(table), LICENCE: licence(table.game)}
    files |= {IMAGES + name: data for name, data in (drawn | dict(table.pictures)).items()}
    target = io.BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        archive.comment = MARK
        for name, data in sorted(files.items()):
            entry = ZipInfo(name, EPOCH)
            # Pictures are packed already.
            entry.compress_type = ZIP_STORED if name.startswith(IMAGES) else ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
    return target.getvalue()


def build_file(table: Table) -> bytes:
    """Return the XML that a module is built from."""
    info, slots = table.game.info, Slots(table)
    root = ET.Element(f"{PREFIX}GameModule")
    add(root, "module.BasicCommandEncoder")
    add(root, "module.Documentation")
    _players(root, table)
    add(root, "module.GlobalOptions", autoReport="Always", chatterHTMLSupport="Never", nonOwnerUnmaskable="Never")
    add(root, "module.Chatter")
    add(root, "module.KeyNamer")
    add(root, "module.gamepieceimage.GamePieceImageDefinitions")
    add(root, "module.properties.GlobalProperties")
    _prototypes(root, table)
    for board in table.boards:
        window(root, table, board, slots)
    _charts(root, table)
    _dice(root, table)
    _turns(root, table)
    add(root, "module.NotesWindow", buttonText="Notes", icon="", tooltip="Notes")
    said = f"{table.setup or 'No set-up'}. {info.credits}"
    given(root, name=info.title, version=__version__, VassalVersion=VERSION, description=said)
    given(root, nextPieceSlotId=slots.number())
    return written(root)


def _module_data(table: Table) -> bytes:
    """What VASSAL's list of modules shows without opening one."""
    root = ET.Element("data", version="1")
    for name, text in (
        ("version", __version__),
        ("VassalVersion", VERSION),
        ("dateSaved", SAVED),
        ("description", table.setup),
        ("name", table.game.info.title),
    ):
        ET.SubElement(root, name).text = text
    return written(root)


def _players(root: ET.Element, table: Table) -> None:
    roster = add(root, "module.PlayerRoster", buttonText="Sides", buttonIcon="", buttonToolTip="Take or leave a side")
    for title in (*(side.title for side in table.game.info.sides.values() if side.plays), "Solitaire"):
        ET.SubElement(roster, "entry").text = title


def _prototypes(root: ET.Element, table: Table) -> None:
    """Traits shared by all counters of an owner, and by all cards of a deck."""
    container = add(root, "module.PrototypesContainer")
    empty = traits.basic("", "", 0)
    shared = {
        counters_of(owner): (traits.report([traits.FLIP], FLIPS), traits.mark(Side=owner), empty)
        for owner in dict.fromkeys(token.owner for token in table.tokens.values())
    }
    shared |= {cards_of(deck): (traits.mask(deck.back), traits.mark(Deck=deck.title), empty) for deck in table.decks}
    for name, found in shared.items():
        add(container, "module.PrototypeDefinition", name=name, description="").text = traits.piece(found)


def _charts(root: ET.Element, table: Table) -> None:
    for chart in table.charts:
        window = add(root, "module.ChartWindow", name=chart.title, text=chart.title, icon="", tooltip=chart.title)
        tabs = add(window, "widget.TabWidget", entryName=chart.title)
        for number, page in enumerate(chart.pages, 1):
            add(tabs, "widget.Chart", chartName=f"Sheet {number}", fileName=page, description="")


def _dice(root: ET.Element, table: Table) -> None:
    for dice, sides in table.dice:
        name = f"{dice}d{sides}"
        button = add(root, "module.DiceButton", name=name, text=name, icon="", tooltip=f"Roll {name}")
        report = f"$PlayerName$: {name} = $result$"
        given(button, nDice=dice, nSides=sides, reportTotal=True, reportFormat=report)


def _turns(root: ET.Element, table: Table) -> None:
    if table.turns:
        title = table.turns.title
        tracker = add(root, "module.turn.TurnTracker", name=title, buttonText=title)
        given(tracker, turnFormat="$level1$", reportFormat=f"{title}: $newTurn$")
        names = traits.encode([box.title for box in table.turns.boxes.values()], ",")
        level = add(tracker, "module.turn.ListTurnLevel", name=title, property=title, list=names)
        given(level, turnFormat="$value$", configFirst=False, configList=False)
