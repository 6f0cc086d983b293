"""A table as a module of VASSAL: a zip of the build file, its short description, and the pictures.

Every counter of the mix is there once for each copy: in a stack that stands on the board at the start, or in the tray. So no saved game is needed.
"""

from __future__ import annotations

import io
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

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
"""The format. A module that names a version below 3.5 is searched for a build file of another name."""
BUILD_FILE, MODULE_DATA, IMAGES = "buildFile.xml", "moduledata", "images/"
EPOCH, SAVED = (1980, 1, 1, 0, 0, 0), "315532800000"
"""When everything was made, as zip files and as VASSAL write it: modules do not depend on the clock."""
MARK = b"rcwkit export vassal"
"""The comment of a module's zip file."""
FLIPS = "$location$: $oldPieceName$ is turned, now $newPieceName$"


def module(table: Table, fonts: FontBook) -> bytes:
    """The module as the bytes of its file; the same table gives the same bytes."""
    drawn = dict(zip(table.frames, pictures(table.frames.values(), fonts, dpi=DPI), strict=True))
    files = {BUILD_FILE: build_file(table), MODULE_DATA: _module_data(table), LICENCE: licence(table.game)}
    files |= {IMAGES + name: data for name, data in (drawn | dict(table.pictures)).items()}
    target = io.BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        archive.comment = MARK
        for name, data in sorted(files.items()):
            entry = ZipInfo(name, EPOCH)
            entry.compress_type, entry.create_system, entry.external_attr = ZIP_DEFLATED, 3, 0o644 << 16
            archive.writestr(entry, data)
    return target.getvalue()


def build_file(table: Table) -> bytes:
    """The XML that a module is built from."""
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
    given(
        root,
        name=info.title,
        version=__version__,
        VassalVersion=VERSION,
        description=said,
        nextPieceSlotId=slots.number(),
    )
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
    """What all counters of an owner have, and all cards of a deck."""
    container = add(root, "module.PrototypesContainer")
    empty = traits.basic("", "", 0)
    for owner in dict.fromkeys(token.owner for token in table.tokens.values()):
        shared = (traits.report([traits.FLIP], FLIPS), traits.mark(Side=owner), empty)
        add(container, "module.PrototypeDefinition", name=counters_of(owner), description="").text = traits.piece(
            shared
        )
    for deck in table.decks:
        shared = (traits.mask(deck.back), traits.mark(Deck=deck.title), empty)
        add(container, "module.PrototypeDefinition", name=cards_of(deck), description="").text = traits.piece(shared)


def _charts(root: ET.Element, table: Table) -> None:
    for chart in table.charts:
        window = add(root, "module.ChartWindow", name=chart.title, text=chart.title, icon="", tooltip=chart.title)
        tabs = add(window, "widget.TabWidget", entryName=chart.title)
        for number, page in enumerate(chart.pages, 1):
            add(tabs, "widget.Chart", chartName=f"Sheet {number}", fileName=page, description="")


def _dice(root: ET.Element, table: Table) -> None:
    for dice, sides in table.dice:
        name = f"{dice}d{sides}"
        report = f"$PlayerName$: {name} = $result$"
        add(
            root,
            "module.DiceButton",
            name=name,
            text=name,
            icon="",
            tooltip=f"Roll {name}",
            nDice=dice,
            nSides=sides,
            reportTotal=True,
            reportFormat=report,
        )


def _turns(root: ET.Element, table: Table) -> None:
    if table.turns:
        title = table.turns.title
        tracker = add(
            root,
            "module.turn.TurnTracker",
            name=title,
            buttonText=title,
            turnFormat="$level1$",
            reportFormat=f"{title}: $newTurn$",
        )
        names = traits.encode([box.title for box in table.turns.boxes.values()], ",")
        add(
            tracker,
            "module.turn.ListTurnLevel",
            name=title,
            property=title,
            list=names,
            turnFormat="$value$",
            configFirst=False,
            configList=False,
        )
