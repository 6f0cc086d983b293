"""A table as a VASSAL module: a zip of the build file, its description, the pictures, and a file for each start.

Every copy of every counter is there once: in a stack set up on the board, or in the tray. A start is the choice of its
boards: VASSAL itself then sets up the stacks of those boards, and no piece is ever saved.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from rcwkit import __version__
from rcwkit.bundled import bundled
from rcwkit.dice.setups import Box
from rcwkit.document.copy import BLANK
from rcwkit.export import traits
from rcwkit.export import vassal_tracks as tracks
from rcwkit.export.boards import DEAD, REMOVED, cell_of, dead_boxes, reserve_boxes
from rcwkit.export.table import Start, TableDeck, Token, VirtualTable
from rcwkit.export.traits import PREFIX, add, given, icon, written
from rcwkit.export.vassal_boards import (
    CLEARS,
    DPI,
    DRAWS,
    F1,
    MOVED,
    SOLITAIRE,
    TURNED,
    Slots,
    badge,
    board_name,
    cards_of,
    counters_of,
    discard_pile,
    faces_about,
    masked,
    removed_pile,
    windows,
)
from rcwkit.export.vassal_rolls import PICTURES, choices_of, dice_buttons, player_of, rolls_of, seats
from rcwkit.faces.parts import on_faces
from rcwkit.kinds.folder.kind import Folder
from rcwkit.kit.build import LICENCE, licence
from rcwkit.sheets.marks import outlined
from rcwkit.sheets.pictures import pictures
from rcwkit.source.language import Language
from rcwkit.source.markup import spoken
from rcwkit.type.fonts import FontBook

VERSION = "3.6.7"
"""Version of the format. Below 3.5, VASSAL looks for a build file of another name."""
BUILD_FILE, MODULE_DATA, IMAGES = "buildFile.xml", "moduledata", "images/"
SAVED_GAME = "savedGame"
"""Entry of a saved game's zip file."""
DATE, SAVED = (2026, 1, 1, 0, 0, 0), "1767225600000"
"""The day of this version's modules, in the formats of zip files and of VASSAL: a clock would change their bytes."""
MARK = b"rcwkit export vassal"
"""Comment of a module's zip file."""
KEY = 0x5A
"""Byte that a saved game is combined with, as VASSAL writes it."""
EYE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="{high}" viewBox="0 0 64 {high}">'
    '<g transform="translate(0 {down})"><rect x="1" y="1" width="62" height="26" rx="6" fill="#27221c"'
    ' fill-opacity="0.85"/><path d="M18 14 Q32 2 46 14 Q32 26 18 14 Z" fill="#ffffff"/>'
    '<circle cx="32" cy="14" r="4.5" fill="#27221c"/><path d="M16 23 L48 5" stroke="#ffffff" stroke-width="3"/></g>'
    "</svg>"
)
"""A crossed eye at the foot of a picture as high as a card: VASSAL lays its middle on that of the card."""
ARROW = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="22" height="22" viewBox="0 0 22 22">'
    '<circle cx="11" cy="11" r="10" fill="#c9a227" stroke="#27221c" stroke-width="1.5"/>'
    '<path d="M5 11 H15 M11 6.5 L16 11 L11 15.5" fill="none" stroke="#27221c" stroke-width="2.5"/></svg>'
)
"""What lies on a piece that has moved."""


def module(table: VirtualTable, fonts: FontBook, images: Mapping[str, bytes] | None = None, jobs: int = 1) -> bytes:
    """Return the module as bytes, its pictures drawn by that many processes.

    `images` maps digests to raster pictures. The same table gives the same bytes.
    """
    counters = {name for token in table.tokens.values() for name in (token.front, token.back) if name}
    # On screen, nothing is cut: an edge keeps equal counters apart.
    frames = {name: outlined(frame) if name in counters else frame for name, frame in table.frames.items()}
    drawn = dict(zip(frames, pictures(frames.values(), fonts, dpi=DPI, images=images, jobs=jobs), strict=True))
    build = build_file(table)
    files = {BUILD_FILE: build, MODULE_DATA: _module_data(table, build), LICENCE: licence(table.game)}
    files |= {IMAGES + name: data for name, data in (drawn | dict(table.pictures)).items()}
    files |= {IMAGES + name: drawing.encode() for name, drawing in _icons(table).items()}
    files |= {f"{IMAGES}{name}": drawn.encode() for name, drawn in PICTURES.items() if name.encode() in build}
    files |= {f"{IMAGES}{icon(name)}": _sign(name) for name in sorted(set(re.findall(ICON, build.decode())))}
    files |= {file: _page(title, text) for title, (file, text) in _helps(table).items()}
    files |= {file: _zipped({SAVED_GAME: saved(table, start)}) for start, file in _saves(table)}
    return _zipped(files, MARK)


ICON = r"icon-(\w+)\.svg"
"""How a button names the picture of a sign."""


def _sign(name: str) -> bytes:
    """A sign as the picture of a button."""
    drawing = (bundled("templates") / "signs" / f"{name}.svg").read_text(encoding="utf-8")
    return drawing.replace("<svg ", '<svg width="20" height="20" ', 1).replace("currentColor", "#27221c").encode()


def _icons(table: VirtualTable) -> dict[str, str]:
    """The small pictures that are no piece's."""
    sizes = Slots(table).sizes
    icons = {badge(sizes[deck.back][1]): sizes[deck.back][1] for deck in table.decks if deck.masked}
    eyes = {name: EYE.format(high=high, down=high - 36) for name, high in icons.items()}
    return eyes | ({MOVED: ARROW} if table.tokens else {})


def _zipped(files: Mapping[str, bytes], mark: bytes = b"") -> bytes:
    target = io.BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        archive.comment = mark
        for name, data in sorted(files.items()):
            entry = ZipInfo(name, DATE)
            # Raster pictures are packed already.
            entry.compress_type = ZIP_STORED if name.endswith((".png", ".jpg", ".vsav")) else ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
    return target.getvalue()


def build_file(table: VirtualTable) -> bytes:
    """Return the XML that a module is built from."""
    info, slots = table.game.info, Slots(table)
    root = ET.Element(f"{PREFIX}GameModule")
    add(root, "module.BasicCommandEncoder")
    manual = add(root, "module.Documentation")
    about = add(manual, "module.documentation.AboutScreen", title=table.say("About {game}", game=info.title))
    given(about, fileName=table.about)
    for title, (file, _) in _helps(table).items():
        add(manual, "module.documentation.HelpFile", title=title, fileName=file, fileType="archive")
    say = table.say
    _players(root, table)
    add(root, "module.GlobalOptions", autoReport="Always", chatterHTMLSupport="Always", nonOwnerUnmaskable="Never")
    add(root, "module.Chatter")
    add(root, "module.KeyNamer")
    add(root, "module.gamepieceimage.GamePieceImageDefinitions")
    constants = add(root, "module.properties.GlobalProperties")
    if table.turns:
        # Read by the turn tracker as it is built, so it must come first.
        docked = add(constants, "module.properties.GlobalProperty", name="TurnTracker.defaultDocked")
        given(docked, initialValue=True, isNumeric=False, description=say("The turn tracker starts in the toolbar"))
    if any(token.becomes for token in table.tokens.values()):
        lost = add(constants, "module.properties.GlobalProperty", name=traits.REPLACED, initialValue="")
        given(lost, isNumeric=False, description=say("Which counter is being replaced"))
    chosen = (choice.name for roll in rolls_of(table.game) for choice in choices_of(table.game, roll))
    counts = [name for sides in slots.tallies.values() for _, name in sides]
    counts += [stock.number for held in slots.stocks.values() for stock in held]
    # What has no value of its own has that of the module.
    for name in dict.fromkeys((*chosen, *table.values.values(), *counts)):
        given(add(constants, "module.properties.GlobalProperty", name=name, initialValue=0), isNumeric=False)
    names = (name for start in table.starts for board in start.boards for name in tracks.blanks(board))
    for name in dict.fromkeys((*(way.value for way in slots.ways.values()), *names)):
        given(add(constants, "module.properties.GlobalProperty", name=name, initialValue=""), isNumeric=False)
    _prototypes(root, table, slots)
    windows(root, table, slots)
    _commands(root, table, slots)
    _charts(root, table)
    dice_buttons(root, table.game, table.dice)
    _turns(root, table, slots)
    welcome = add(root, "module.StartupGlobalKeyCommand", name="Welcome", whenToApply="startOfGameOnly")
    hint = say("{game}: Help, How to use this module, tells the keys.", game=info.title)
    given(welcome, hotkey=traits.named("welcome"), filter='{ BasicName == "" }', deckCount=0, reportFormat=hint)
    for stroke, wanted in (
        ((tracks.TOLD, "Track"), (tracks.SHOWN, tracks.LINE)) if slots.ways or slots.tallies or slots.stocks else ()
    ):
        begin = add(root, "module.StartupGlobalKeyCommand", name=wanted, whenToApply="startOfGameOnly")
        given(begin, hotkey=stroke, filter=f'{{ {wanted} != "" }}', deckCount=0, reportFormat="")
    for start, file in _saves(table):
        add(root, "module.PredefinedSetup", name=start.title, description="", isMenu=False, useFile=True, file=file)
    inventory = add(root, "module.Inventory", name=say("Inventory"), text=say("Inventory"), icon=icon("eye"))
    given(inventory, tooltip=say("Where all counters are"), hotkey=f"{F1 + 8},0", include='{ Side != "" }')
    given(inventory, groupBy="Side,CurrentMap,LocationName", leafFormat="$PieceName$", centerOnPiece=True)
    if slots.ways:
        listed = add(root, "module.Inventory", name=say("Tracks"), text=say("Tracks"), icon=icon("top"))
        given(listed, tooltip=say("Where the markers on tracks are"), hotkey=f"{F1 + 10},0", include='{ Track != "" }')
        given(
            listed,
            groupBy="",
            leafFormat="$LocationName$ · $PieceName$",
            sortFormat="$LocationName$",
            centerOnPiece=True,
        )
    if len(seats(table.game)) > 1:
        clocks = add(root, "module.ChessClockControl", name=say("Clocks"), buttonText=say("Clocks"), icon=icon("clock"))
        given(clocks, buttonTooltip=say("A clock for each side"))
        for side in seats(table.game):
            add(clocks, "module.chessclockcontrol.ChessClock", side=side, buttonText=side)
    add(root, "module.NotesWindow", buttonText=say("Notes"), icon=icon("scroll"), tooltip=say("Notes"))
    given(
        root,
        name=info.title,
        version="",
        VassalVersion=VERSION,
        description=_about(table),
        nextPieceSlotId=slots.number(),
    )
    # A saved game belongs to the data that it was played with: VASSAL warns if this is another.
    edition = f"{info.source.version or __version__}-{sha256(written(root)).hexdigest()[:8]}"
    return written(given(root, version=edition))


def _about(table: VirtualTable) -> str:
    """What VASSAL says of the module: its set-ups, or else the game's subtitle, and whose game it is."""
    titles = " · ".join(start.title for start in table.starts if start.title)
    return f"{titles or table.game.info.subtitle or table.say('No set-up')}. {table.game.info.credits}"


def _module_data(table: VirtualTable, build: bytes) -> bytes:
    """What VASSAL's list of modules shows without opening one."""
    root = ET.Element("data", version="1")
    for name, text in (
        ("version", ET.fromstring(build).get("version")),
        ("VassalVersion", VERSION),
        ("dateSaved", SAVED),
        ("description", _about(table)),
        ("name", table.game.info.title),
    ):
        ET.SubElement(root, name).text = text
    return written(root)


def _helps(table: VirtualTable) -> dict[str, tuple[str, str]]:
    """The pages of the help menu by title, each with its file: those of the table, and the licence."""
    plain = f"<pre>{escape(licence(table.game).decode())}</pre>"
    pages = {table.say("How to use this module"): _manual(table), **table.helps}
    pages[table.say("Licence and credits")] = plain
    return {title: (f"help-{number}.html", text) for number, (title, text) in enumerate(pages.items(), 1)}


def _manual(table: VirtualTable) -> str:
    """How the module is used, as HTML: how to start, and the keys."""
    say = table.say
    starts = len(table.starts) > 1
    first = [
        say("Choose a set-up and a side when the game starts.")
        if starts
        else say("Choose a side when the game starts."),
        say("Drag counters from the tray; they snap to spaces. Ctrl and click chooses several, Shift a whole stack."),
        say("A command that is given to several counters or a stack is done by all of them."),
    ]
    if any(deck.hidden for deck in table.decks):
        first.append(say("Right-click a deck to draw to your hand, and a card to play, discard or turn it."))
        first.append(say("Write titles and values from your own cards on them once, and save the game: start from it."))
    if table.turns:
        first.append(say("The turn tracker moves on by its plus sign; the turn marker follows, and marks are cleared."))
    if table.rolls:
        first.append(say("Tick modifiers and columns in the window Rolls, and click the dice there."))
    replaced = any(token.becomes for token in table.tokens.values())
    names = [table.say(board.name) for board in (*table.starts[0].boards[1:], *table.besides)]
    keys = {f"F{number}": name for number, name in enumerate(names, 2)}
    keys |= {
        **({"F1": say("Page of the phase")} if any(picture for _, picture in phases_of(table).values()) else {}),
        "F7": say("Overview"),
        "F8": say("Hide counters"),
        "F9": say("Inventory"),
        **({"F11": say("Tracks")} if Slots(table).ways else {}),
        "F12": say("Clear marks"),
        "Ctrl-F": say("Turn over"),
        "Ctrl-E": say("To the dead box"),
        "Ctrl-B": say("To the reserve"),
        "Ctrl-G": say("Out of the game"),
        **({"Ctrl-P": say("Replace by another from the reserve")} if replaced else {}),
        "Ctrl-R": say("Return to the tray"),
        "Ctrl-T": say("Movement trail"),
        "Ctrl-M": say("Mark as moved"),
        "Ctrl-Up": say("Next box"),
        "Ctrl-Down": say("Box before"),
        "Ctrl-Shift-Up": say("{n} boxes on", n=tracks.STRIDE),
        "Ctrl-Shift-Down": say("{n} boxes back", n=tracks.STRIDE),
    }
    if table.decks:
        keys |= {
            "Ctrl-Shift-H": say("Draw a card"),
            "Ctrl-H": say("To my hand"),
            "Ctrl-K": say("To the discards"),
            "Ctrl-L": say("Write on it"),
        }
        shared = enumerate(table.shared, 1)
        keys |= {f"Ctrl-Shift-{at}": f"{deck.title}: {say('Turn up a card')}" for at, deck in shared}
    rows = "".join(f"<tr><td><b>{key}</b></td><td>{escape(text)}</td></tr>" for key, text in keys.items())
    return f"<ol>{''.join(f'<li>{escape(text)}</li>' for text in first)}</ol><table>{rows}</table>"


def _page(title: str, text: str) -> bytes:
    # VASSAL's browser knows HTML 3.2, and takes characters beyond ASCII for Latin-1.
    body = f"<html><head><title>{escape(title)}</title></head><body><h1>{escape(title)}</h1>{text}</body></html>"
    return body.encode("ascii", "xmlcharrefreplace")


def _saves(table: VirtualTable) -> list[tuple[Start, str]]:
    """The file of each start, if there are several."""
    if len(table.starts) == 1:
        return []
    return [(start, f"start-{number}.vsav") for number, start in enumerate(table.starts, 1)]


def saved(table: VirtualTable, start: Start) -> bytes:
    """Return a saved game that only chooses boards. Raises nothing; VASSAL reads its text in hexadecimal digits."""
    chosen = {table.say(board.name): board_name(table, start, board) for board in start.boards}
    chosen |= {table.say(board.name): table.say(board.name) for board in table.besides}
    picks = [
        traits.encode((f"{window}BoardPicker", traits.encode((board,), "/"), "0", "0"), "\t")
        for window, board in chosen.items()
    ]
    text = traits.encode(("begin_save", *picks, "end_save"), "\x1b")
    return f"!VCSK{KEY:02x}".encode() + bytes(byte ^ KEY for byte in text.encode()).hex().encode()


def _players(root: ET.Element, table: VirtualTable) -> None:
    roster = add(root, "module.PlayerRoster", buttonText=table.say("Sides"), buttonIcon=icon("shield"))
    given(roster, buttonToolTip=table.say("Take or leave a side"))
    for title in (*seats(table.game), SOLITAIRE):
        ET.SubElement(roster, "entry").text = title


def _prototypes(root: ET.Element, table: VirtualTable, slots: Slots) -> None:
    """Traits shared by all counters of an owner, by two-sided ones, and by all cards of a deck."""
    container = add(root, "module.PrototypesContainer")
    empty = traits.basic("", "", 0)
    say, shared, player = table.say, dict[str, tuple[traits.Trait, ...]](), player_of(table.game)
    if any(token.back for token in table.tokens.values()):
        parts = {"player": "$player$", "before": "$oldPieceName$", "after": "$newPieceName$", "where": "$location$"}
        flips = say("{player} turns {before} in {where}, now {after}", **parts)
        shared[say(TURNED)] = (traits.report([traits.FLIP], traits.expression(flips, player=player)), empty)
    for name, token in {counters_of(token, say): token for token in table.tokens.values()}.items():
        shared[name] = (*_counter_traits(table, token, player), traits.mark(Side=token.owner), empty)
    for unit, sides in slots.tallies.items():
        shared[tracks.tally(table.tokens[unit])] = (*tracks.counted(sides), empty)
    if slots.stocks:
        shared[tracks.STOCKED] = (*tracks.stocked(slots.stocks), empty)
    for deck in table.decks:
        shared[cards_of(deck, say)] = (*_card_traits(table, deck, slots, player), traits.mark(Deck=deck.title), empty)
    for name, found in shared.items():
        add(container, "module.PrototypeDefinition", name=name, description="").text = traits.piece(found)


def _counter_traits(table: VirtualTable, token: Token, player: str) -> Iterator[traits.Trait]:
    """The commands of an owner's counters of a type, with a line in the log for each."""
    say, named, main = table.say, traits.named, table.starts[0].boards
    regions = {cell: (say(board.name), area.title) for board in main for cell, area in board.cells.items()}
    out = dead_boxes(table.game)[token.owned]
    kept = regions.get(reserve_boxes(table.game).get(token.owned) or cell_of("reserve", token.owned))
    done = {"player": "$player$", "piece": "$oldPieceName$", "command": "$menuCommand$", "before": "$oldLocation$"}
    stays = traits.expression(say("{player}: {piece}: {command}", **done), player=player)
    leaves = traits.expression(say("{player}: {piece}: {command}, from {before}", **done), player=player)
    comes = traits.expression(say("{player}: {piece}: {before} to {after}", **done, after="$location$"), player=player)
    lost = traits.DEAD, "dead", regions.get(out), say("Out of play") if out == REMOVED else ""
    off = next((cell for cell in regions if cell.startswith("track ") and DEAD in cell and cell.endswith(REMOVED)), "")
    places = lost, (traits.RESERVE, "reserve", kept, ""), (traits.GONE, "gone", regions.get(off), "")
    sends = [one for one in places if one[2] and not token.marker]
    yield traits.report([traits.HOME], leaves)
    if sends:
        yield traits.report([named(name) for _, name, *_ in sends], comes)
    turned = [traits.LEFT, traits.RIGHT] if faces_about(table.game) else []
    if made := turned + ([traits.CLONE, traits.DELETE] if token.marker else []):
        yield traits.report(made, stays)
    if token.becomes and kept:
        # The first of them in the reserve comes; if there is none, the counter stays. One of another symbol, such as
        # elite, does not come for a plain one; of its own formation it comes before others.
        alike = {"Type": token.becomes, "Side": token.owner, "LocationName": kept[1]}
        wanted = " && ".join(f"{name} == {traits.literal(value)}" for name, value in alike.items())
        own, plain, formed = 'Symbol == "$Symbol$"', 'Symbol == ""', ' && Formation == "$Formation$"'
        calls = {named(f"calls{at}"): like for at, like in enumerate((own + formed, plain + formed, own, plain), 1)}
        first, left, last = (named(step) for step in ("leaves", "left", "stays"))
        steps = [first, *calls, left, last]
        yield traits.trigger(say("Replace by {type}", type=token.becomes), traits.REPLACE, steps)
        # Read as text: in an expression, VASSAL 3.6 rounds such large numbers, and many are the same.
        yield traits.setter(traits.REPLACED, {first: "$PieceUID$", last: ""})
        for call, like in calls.items():
            yield traits.called(call, named("wanted"), f"{{ {wanted} && {like} }}")
        yield traits.trigger("", left, [named("dead"), traits.UNMARK], f'{{ {traits.REPLACED} == "" }}')
    if any(one.becomes == token.type for one in table.tokens.values()):
        steps = [named("replaces"), named("replaced")]
        yield traits.report(steps[:1], comes)
        yield traits.trigger("", named("wanted"), steps, f'{{ {traits.REPLACED} != "" }}')
        yield traits.send_to_piece(steps[0], f"PieceUID = ${traits.REPLACED}$")
        yield traits.setter(traits.REPLACED, {steps[1]: ""})
    for stroke, name, place, command in sends:
        if place:
            # What is there already does not go there, of which the log must not tell.
            there = f"{{ LocationName != {traits.literal(place[1])} }}"
            yield traits.trigger(command or say("To {box}", box=place[1]), stroke, [named(name), traits.UNMARK], there)
            yield traits.send("", named(name), *place)
    yield traits.trail(say)


def _card_traits(table: VirtualTable, deck: TableDeck, slots: Slots, player: str) -> Iterator[traits.Trait]:
    """The commands of a deck's cards, with a line in the log for each; what players write on a card joins its name."""
    say = table.say
    card = '(BasicName + (Written == "" ? "" : " " + Written))'
    plays = {traits.named(f"play{at}"): say("Play: {use}", use=use) for at, use in enumerate(deck.uses, 1)}
    done = {"player": "$player$", "card": "$card$", "command": "$menuCommand$", "before": "$oldLocation$"}
    played = traits.expression(say("{player}: {card}: {command}, from {before}", **done), player=player, card=card)
    parts = {"player": "$player$", "before": "$oldPieceName$", "after": "$newPieceName$", "where": "$location$"}
    turned = traits.expression(say("{player} turns {before} in {where}, now {after}", **parts), player=player)
    yield traits.report([*plays, traits.DISCARD, *([] if deck.open else [traits.REMOVE])], played)
    yield traits.report([traits.FLIP], turned)
    if deck in table.shared:
        shows = {**done, "command": say("Turn up a card")}
        shown = traits.expression(say("{player}: {card}: {command}, from {before}", **shows), player=player, card=card)
        yield traits.report([traits.UP], shown)
        yield traits.to_deck("", traits.UP, discard_pile(deck, say))
    for stroke, command in plays.items():
        yield traits.to_deck(command, stroke, discard_pile(deck, say))
    yield traits.to_deck(say("To the discards"), traits.DISCARD, discard_pile(deck, say))
    if not deck.open:
        yield traits.to_deck(say("Out of the game"), traits.REMOVE, removed_pile(deck, say))
    if any(one.hidden for one in table.decks):
        # A command moves a card without a word of its own; which one it is, only its new owner sees.
        takes = say("{player} takes a card from {before}", player="$player$", before="$oldLocation$")
        yield traits.report([traits.HAND], traits.expression(takes, player=player))
        yield traits.send_to_point(say("To my hand"), traits.HAND, _hand_of(table, deck), slots.held)
    if not deck.two_faced:
        yield traits.mask(deck.back, badge(slots.sizes[deck.back][1]), masked(deck, say), say)
        yield traits.written_on(say)


def _hand_of(table: VirtualTable, deck: TableDeck) -> str:
    """Return what tells the window of a hand: of the deck's owner, or of the player; a lone player has the first."""
    say, first = table.say, seats(table.game)[0]
    if deck.owner:
        return say("{side}: hand", side=deck.owner)
    own = f"(PlayerSide == {traits.literal(SOLITAIRE)} ? {traits.literal(first)} : PlayerSide)"
    return traits.expression(say("{side}: hand", side="$side$"), side=own)


def _charts(root: ET.Element, table: VirtualTable) -> None:
    """Add a window for each chart, all under one button."""
    say = table.say
    for chart in table.charts:
        window = add(root, "module.ChartWindow", name=chart.title, text=chart.title, icon=icon("book"))
        given(window, tooltip=chart.title)
        tabs = add(window, "widget.TabWidget", entryName=chart.title)
        for name, page in chart.pages:
            add(tabs, "widget.Chart", chartName=name, fileName=page, description="")
    if len(table.charts) > 1:
        items = traits.encode([chart.title for chart in table.charts], ",")
        menu = add(
            root,
            "module.ToolbarMenu",
            description=say("Charts"),
            text=say("Charts"),
            icon=icon("book"),
            menuItems=items,
        )
        given(menu, tooltip=say("Charts and set-up sheets"))


def phases_of(table: VirtualTable) -> Mapping[str, tuple[str, str]]:
    """Return the phases of a turn on the tracker, as ribbons on the pages of the folder have them, each with a page.

    That is the name and the picture of its own page, or else of the first, which says where it is told; empty without
    charts.
    """
    charts, said = {chart.title: chart for chart in table.charts}, table.game.info.said
    phases: dict[str, tuple[str, str]] = {}
    for _, folder in table.game.all(Folder) if table.turns else ():
        chart = charts.get(folder.title)
        # What goes over several pages of the chart is one of the folder.
        shown = {at: chart.first(at) for at in range(len(folder.pages))} if chart else {}
        for at, page in enumerate(folder.pages.values()):
            ribbon = {traits.plain(spoken(phase.title, said)): phase.here for phase in page.ribbon}
            phases = phases or dict.fromkeys(ribbon, shown.get(at, ("", "")))
            phases |= {one: shown.get(at, ("", "")) for one, here in ribbon.items() if here and one in phases}
    return phases


def _commands(root: ET.Element, table: VirtualTable, slots: Slots) -> None:
    """Add what acts whichever windows are open: a key that draws from one's own hidden deck, and markers of turns."""
    say = table.say
    owned = {deck.owner: deck for deck in reversed(table.decks) if deck.hidden and deck.owner}
    if owned:
        names = {side: say("{deck}: deck", deck=deck.title) for side, deck in owned.items()}
        own = (
            f"(PlayerSide == {traits.literal(side)} && DeckName == {traits.literal(name)})"
            for side, name in names.items()
        )
        draws = add(root, "module.GlobalKeyCommand", name=say("Draw a card"), buttonText=say("Draw a card"))
        given(draws, icon=icon("hand"), tooltip=say("Draw a card to my hand"), buttonHotkey=DRAWS)
        given(draws, hotkey=traits.HAND, filter=f"{{ {' || '.join(own)} }}", deckCount=1, reportSingle=False)
    for number, deck in enumerate(table.shared, 1):
        turns = add(root, "module.GlobalKeyCommand", name=say("Turn up a card"), buttonText="", icon="")
        given(turns, buttonHotkey=f"{ord('0') + number},195", hotkey=traits.UP, deckCount=1, reportSingle=False)
        given(turns, filter=f"{{ DeckName == {traits.literal(say('{deck}: deck', deck=deck.title))} }}")
    if slots.movers:
        follow = add(root, "module.GlobalKeyCommand", name=say("The turn marker follows"), buttonText="", icon="")
        given(follow, buttonHotkey=traits.TURN, hotkey=traits.TURNS, filter='{ Id != "" }', deckCount=0)
        given(follow, reportSingle=True)


def _turns(root: ET.Element, table: VirtualTable, slots: Slots) -> None:
    """Add the turn tracker: a level for turns and one for phases. A new turn moves its marker and clears marks."""
    if table.turns is None:
        return
    track, phases, say = table.turns.value, phases_of(table), table.say
    title, names = track.title, [box.title for box in track.boxes.values()]
    _phase_pages(root, say, phases)
    tracker = add(root, "module.turn.TurnTracker", name=title, buttonText=title)
    shown = "$level1$ · $level2$" if phases else "$level1$"
    given(tracker, reportFormat=traits.expression("$player$: $newTurn$", player=player_of(table.game)))
    given(tracker, turnFormat=f"{title}: {shown}", lengthStyle="Maximum")
    level = _level(tracker, title, names)
    if phases:
        _level(level, say("Phase"), [*phases])
    first = next(iter(phases), "")
    begins = f" && {_is(say('Phase'), first)}" if first else ""
    for box in track.boxes.values():
        if news := _news(table, box):
            told = add(tracker, "module.turn.TurnGlobalHotkey", name=f"{title} {box.title}", hotkey="")
            given(told, match=f"{{ {_is(title, box.title)}{begins} }}", reportFormat=f"{title} {box.title}: {news}")
    # A window that opens by itself would close again at the next turn, so the log says where the phase is told.
    for phase, (page, picture) in phases.items():
        if picture:
            told = add(tracker, "module.turn.TurnGlobalHotkey", name=phase, hotkey="")
            hint = say("{phase}: F1 opens the page {page}", phase=phase, page=traits.plain(page))
            given(told, match=f"{{ {_is(say('Phase'), phase)} }}", reportFormat=hint)
    follow = add(tracker, "module.turn.TurnGlobalHotkey", name=say("The turn marker follows"), hotkey=traits.TURN)
    given(follow, match="", reportFormat="")
    clear = add(tracker, "module.turn.TurnGlobalHotkey", name=say("Clear marks"), hotkey=CLEARS, reportFormat="")
    given(clear, match=f"{{ {_is(say('Phase'), first)} }}" if first else "")
    # The tracker itself says which turn it is.
    others = {unit: way for unit, way in slots.ways.items() if way.track != title}
    if said := tracks.status(table, others, slots.tallies, slots.stocks, whole=True):
        given(clear, reportFormat=f"{{{said}}}")


def _phase_pages(root: ET.Element, say: Language, phases: Mapping[str, tuple[str, str]]) -> None:
    """Add a button that opens or closes the page of the phase on the turn tracker: a window for each page.

    The key of a window turns it on or off, so it must be pressed once: VASSAL 3.6 runs a loop with a number at least
    once, but one with a condition never if that is false.
    """
    pages = dict.fromkeys(page for page in phases.values() if page[1])
    for at, page in enumerate(pages, 1):
        name, picture = page
        window = add(root, "module.ChartWindow", name=name, text="", icon="", hotkey=traits.named(f"page{at}"))
        add(window, "widget.Chart", chartName=name, fileName=picture, description="")
        here = " || ".join(_is(say("Phase"), phase) for phase, its in phases.items() if its == page)
        turns = add(root, "module.DoActionButton", name=name, text="", icon="", hotkey=traits.PAGE)
        given(turns, doHotkey=True, hotkeys=traits.encode([traits.named(f"page{at}")], ","), doLoop=True)
        given(turns, loopType="while", whileExpression=f"{{ Page{at} == 0 && ({here}) }}")
        given(turns, index=True, indexProperty=f"Page{at}", indexStart=0, indexStep=1)
    if pages:
        opens = add(root, "module.DoActionButton", name=say("Page of the phase"), text=say("Page of the phase"))
        given(opens, icon=icon("hourglass"), tooltip=say("Open or close the page of the phase"))
        given(opens, hotkey=f"{F1},0", doHotkey=True, hotkeys=traits.encode([traits.PAGE], ","))


def _is(level: str, value: str) -> str:
    """Return an expression that is true if a level of the turn tracker has a value."""
    # VASSAL reads digits as a number, which is no text.
    own = f'("" + {_property(level)})' if value.isdecimal() else _property(level)
    return f"{own} == {traits.literal(value)}"


def _news(table: VirtualTable, box: Box) -> str:
    """Return what a box of the turn track says happens then, without lines to fill in."""
    lines = [line for line in box.lines if not BLANK.search(line)]
    for what, faces in box.chances.items():
        lines.append(f"{what}: {faces if isinstance(faces, str) else on_faces(faces, table.say)}")
    return traits.plain(spoken(" · ".join(lines), table.game.info.said))


def _level(parent: ET.Element, title: str, names: Sequence[str]) -> ET.Element:
    level = add(parent, "module.turn.ListTurnLevel", name=title, property=title, list=traits.encode(names, ","))
    return given(level, turnFormat="$value$", configFirst=False, configList=False)


def _property(name: str) -> str:
    """Return how an expression reads a property whose name has spaces or other letters than those of programs."""
    return name if name.isascii() and name.isidentifier() else f"GetProperty({traits.literal(name)})"
