"""What modules are written in: attributes and values that VASSAL 3.6 and 3.7 know, and traits' fields in their order.

Compared with both sources, and with what VASSAL 3.7.26 itself writes back of all five games, and does with them.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rcwkit.export.boards import drawn_ground
from rcwkit.export.make import set_ups, table_of
from rcwkit.export.table import Charts, VirtualTable
from rcwkit.export.traits import Trait, decode, parse
from rcwkit.export.vassal import build_file
from rcwkit.game.catalogue import games
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from tests_support import TOY, shipped, write
from vassal_support import PREFIX

WINDOW = (
    "allowMultiple buttonName changeFormat createFormat edgeHeight hotkey icon launch mapName markMoved"
    " markUnmovedHotkey markUnmovedText markUnmovedTooltip moveKey moveToFormat moveWithinFormat"
)
GRID = "color cornersLegal dotsVisible dx dy edgesLegal sideways snapTo visible x0 y0"
NUMBERING = (
    "color first fontSize hDescend hDrawOff hLeading hOff hType locationFormat rotateText sep stagger vDescend"
    " vDrawOff vLeading vOff vType visible"
)
PILE = (
    "allowMultiple allowSelect color deckOwners deckRestrictAccess draw drawFaceUp faceDown height maxStack name"
    " owningBoard reshufflable reshuffleCommand reshuffleMessage reshuffleTarget reversible selectDisplayProperty"
    " shuffle shuffleCommand shuffleFormat width x y"
)
ATTRIBUTES = {
    "GameModule": "VassalVersion description name nextPieceSlotId version",
    "entry": "",
    "module.BasicCommandEncoder": "",
    "module.ChartWindow": "icon name text tooltip",
    "module.ChessClockControl": "buttonText buttonTooltip icon name",
    "module.Chatter": "",
    "module.DiceButton": "hotkey icon nDice nSides name reportFormat reportTotal text tooltip",
    "module.Documentation": "",
    "module.GlobalKeyCommand": "buttonHotkey buttonText deckCount filter hotkey icon name reportSingle tooltip",
    "module.GlobalOptions": "autoReport chatterHTMLSupport nonOwnerUnmaskable",
    "module.Inventory": "centerOnPiece groupBy hotkey icon include leafFormat name sortFormat text tooltip",
    "module.KeyNamer": "",
    "module.Map": WINDOW,
    "module.NotesWindow": "buttonText icon tooltip",
    "module.PlayerHand": f"{WINDOW} side visible",
    "module.PlayerRoster": "buttonIcon buttonText buttonToolTip",
    "module.PredefinedSetup": "description file isMenu name useFile",
    "module.PrototypeDefinition": "description name",
    "module.PrototypesContainer": "",
    "module.StartupGlobalKeyCommand": "deckCount filter hotkey name reportFormat whenToApply",
    "module.ToolbarMenu": "description icon menuItems text tooltip",
    "module.chessclockcontrol.ChessClock": "buttonText side",
    "module.documentation.AboutScreen": "fileName title",
    "module.documentation.HelpFile": "fileName fileType title",
    "module.gamepieceimage.GamePieceImageDefinitions": "",
    "module.map.BoardPicker": "boardPrompt title",
    "module.map.CounterDetailViewer": "bgColor borderWidth counterReportFormat delay display emptyHexReportForma"
    " fontSize minDisplayPieces showgraph showtext summaryReportFormat version verticalBottomText verticalOffset",
    "module.map.DeckGlobalKeyCommand": "deckCount filter hotkey name reportFormat reportSingle",
    "module.map.DrawPile": PILE,
    "module.map.Flare": "circleColor circleScale circleSize flareKey flareName flarePulses flarePulsesPerSec"
    " reportFormat",
    "module.map.ForwardToChatter": "",
    "module.map.ForwardToKeyBuffer": "",
    "module.map.GlobalMap": "buttonText color hotkey icon scale tooltip",
    "module.map.HandMetrics": "disabled",
    "module.map.HidePiecesButton": "buttonText hiddenIcon hotkey showingIcon tooltip",
    "module.map.HighlightLastMoved": "color enabled thickness",
    "module.map.ImageSaver": "buttonText hotkey icon tooltip",
    "module.map.KeyBufferer": "",
    "module.map.MapCenterer": "",
    "module.map.MenuDisplayer": "",
    "module.map.PieceMover": "",
    "module.map.Scroller": "",
    "module.map.SelectionHighlighters": "",
    "module.map.SetupStack": "location name owningBoard useGridLocation x y",
    "module.map.StackExpander": "",
    "module.map.StackMetrics": "exSepX exSepY unexSepX unexSepY",
    "module.map.Zoomer": "zoomLevels zoomStart",
    "module.map.boardPicker.Board": "color height image name reversible width",
    "module.map.boardPicker.board.HexGrid": GRID,
    "module.map.boardPicker.board.Region": "name originx originy",
    "module.map.boardPicker.board.RegionGrid": "fontsize snapto visible",
    "module.map.boardPicker.board.ZonedGrid": "",
    "module.map.boardPicker.board.mapgrid.HexGridNumbering": NUMBERING,
    "module.map.boardPicker.board.mapgrid.Zone": "locationFormat name path useHighlight useParentGrid",
    "module.properties.GlobalProperties": "",
    "module.properties.GlobalProperty": "description initialValue isNumeric name",
    "module.turn.ListTurnLevel": "configFirst configList list name property turnFormat",
    "module.turn.TurnGlobalHotkey": "hotkey match name reportFormat",
    "module.turn.TurnTracker": "buttonText lengthStyle name reportFormat turnFormat",
    "widget.CardSlot": "entryName gpid height width",
    "widget.Chart": "chartName description fileName",
    "widget.PieceSlot": "entryName gpid height width",
    "widget.TabWidget": "entryName",
}
"""Component → its attributes; VASSAL silently forgets any other."""
ALWAYS = "Always|Never|Use Preferences Setting"
MENU = "Always|Never|Via right-click Menu"
WHOLE, NUMBER, COLOUR, TRUTH = r"-?\d+", r"-?\d+(\.\d+)?", r"\d+,\d+,\d+", "true|false"
VALUES = {
    "allowMultiple allowSelect deckRestrictAccess centerOnPiece circleScale configFirst configList cornersLegal"
    " disabled dotsVisible draw drawFaceUp edgesLegal enabled hDescend isMenu isNumeric launch reportTotal"
    " reportSingle reshufflable reversible showgraph showtext sideways snapTo snapto stagger useFile"
    " useGridLocation useHighlight useParentGrid vDescend visible": TRUTH,
    "deckCount delay edgeHeight exSepX exSepY fontSize fontsize gpid hDrawOff hLeading hOff height maxStack"
    " minDisplayPieces nDice nSides nextPieceSlotId originx originy rotateText thickness unexSepX unexSepY vDrawOff"
    " vLeading vOff width x x0 y y0 zoomStart": WHOLE,
    "dx dy scale": NUMBER,
    "circleColor color": COLOUR,
    "circleSize flarePulses flarePulsesPerSec": WHOLE,
    "whenToApply": "firstLaunchOfSession|everyLaunchOfSession|startOfGameOnly",
    "flareKey": "keyAlt|keyCtrl|keyAltShift|keyCtrlShift|keyCtrlAlt",
    "autoReport chatterHTMLSupport markMoved nonOwnerUnmaskable": ALWAYS,
    "faceDown shuffle": MENU,
    "display": "from top-most layer only|from all layers",
    "fileType": "archive|resource|file",
    "lengthStyle": "Variable|Fixed|Maximum",
    "first": "H|V",
    "hType vType": "A|N",
    "path": r"-?\d+,-?\d+(;-?\d+,-?\d+){2,}",
    "zoomLevels": r"\d\.\d+(,\d\.\d+)+",
    "buttonHotkey hotkey markUnmovedHotkey moveKey": r"(\d+,\d+(,\w+)?)?",
}
"""Attributes → what their values look like, of those that are not free text."""
TYPES = {
    "k": r"(\d+,\d+(,\w+)?)?",
    "t": r"[^\n]*",
    "b": TRUTH,
    "i": WHOLE,
    "n": NUMBER,
    "c": COLOUR,
    "l": r"(\d+\\?,\d+(\\?,\w+)?(,\d+\\?,\d+(\\?,\w+)?)*)?",
}
"""Type of a field: key, text, truth, whole number, number, colour, list of keys."""
FIELDS = {
    "piece": "tttt",  # clone, delete, image, name
    "prototype": "t",
    "clone": "tkt",  # command, key, description
    "delete": "tkt",
    "button": "kiiii" + "tbbii" + "iiiiiiii",  # key; box; description, menu, whole shape, version, corners; theirs
    "calcProp": "ttt",  # name, expression, description
    "globalhotkey": "tkkt",  # command, key, key of the toolbar, description
    "immob": "tttt",  # how it is selected, moved and stacked; description
    # Command, key, key that is sent, filter; range; tells each; range; description; of a deck; target; sounds; values.
    "globalkey": "tkkt" + "bibb" + "ttit" + "bt",
    "PROP": "tttt",  # name, limits, keys with values, description
    "submenu": "ttt",  # name, commands, description
    "setprop": "tttt" + "tt",  # name, limits, keys with values, description, level, where
    "label": "kt" + "icc" + "titi" + "tt" + "tti" + "ittb",  # key, command; size, colours; where; name, font; property
    # Name, command, key, condition; keys that it waits for and sends; loop: keys, type, conditions, count, index.
    "macro": "ttkt" + "ll" + "bkk" + "tttt" + "bttt",
    "report": "lttttb",  # keys, text, cycle keys, cycle texts, description, always
    "return": "tkttt" + "ibt",  # command, key, deck's id, prompt, description; version, asks for a deck, deck
    "markmoved": "tii" + "tkt" + "btktk",  # image, x, y; command, key, description; 3.7: same place, on, off
    "obs": "kttttt" + "ttbkt",  # key, back, command, style, name, access; peek, description, rollover, deal
    "rotate": "ikktt" + "kttt" + "kttb",  # facings, keys, commands; random, name, description; direct
    "sendto": "tkttii" + "tkiiii" + "tttttt",  # command, key, map, board, x, y; back, index, offset; where
    "footprint": "ktbb" + "icciiiin" + "kkkt",  # key, command, seen; circle, colours, clearness, line; other keys
    # Commands with modifiers and keys to activate, raise, lower and reset; place, images and names; loop and name;
    # random; property followed; version, always active; keys to activate, raise and lower.
    "emb2": "tittitti" + "ttkt" + "bii" + "tt" + "bt" + "kt" + "bti" + "ib" + "kkk",
}
"""Trait → the types of its fields, by position. Later versions append fields."""
STATES = {"emb2": WHOLE, "markmoved": TRUTH, "rotate": NUMBER, "report": WHOLE, "piece": "null", "obs": "null"}
"""Trait → the first value of its state."""


def tables(folder: Path) -> list[VirtualTable]:
    """The five games, and one with hexes and a hidden deck."""
    hidden = TOY["cards.yaml"].replace("back:", "hidden: true\nshuffled: true\nback:", 1)
    types = TOY["game.yaml"].replace("title: army, ", "title: army, becomes: corps, optional: [attack], ")
    red = {name: text.replace("name: 1 Army}", "name: 1 Army, values: {attack: 4}}") for name, text in TOY.items()}
    toy = load(Project(write(folder / "toy", {**red, "cards.yaml": hidden, "game.yaml": types})))
    found = []
    for game in (toy, *(shipped(name) for name in games())):
        setter = game.setter()
        ground = drawn_ground(game, setter)
        found.append(table_of(game, set_ups(game, None), setter, Charts(), ground))
    return found


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> list[ET.Element]:
    """Build files of the games."""
    return [ET.fromstring(build_file(table)) for table in tables(tmp_path_factory.mktemp("games"))]


def test_components_have_only_attributes_that_vassal_keeps(modules: list[ET.Element]) -> None:
    for one in (one for root in modules for one in root.iter()):
        kind = one.tag.removeprefix(PREFIX)
        assert set(one.attrib) <= set(ATTRIBUTES[kind].split()), kind
    # A board with a picture, even one without a name, loses its size and colour.
    for board in (one for root in modules for one in root.iter(f"{PREFIX}module.map.boardPicker.Board")):
        assert ("image" in board.attrib) != ({"width", "height", "color"} <= set(board.attrib))


def test_values_are_those_that_vassal_reads(modules: list[ET.Element]) -> None:
    patterns = {name: pattern for names, pattern in VALUES.items() for name in names.split()}
    for one in (one for root in modules for one in root.iter()):
        for name, value in one.attrib.items():
            assert re.fullmatch(patterns.get(name, ".*"), value), f"{one.tag}: {name}={value}"


def test_fields_of_traits_are_in_vassals_order(modules: list[ET.Element]) -> None:
    seen = set()
    for root in modules:
        texts = {one.text for one in root.iter() if one.text and one.text.startswith("+/")}
        for trait in {trait for text in texts for trait in parse(text)}:
            seen.add(trait.name)
            if trait.name == "mark":
                assert len(trait.fields) == len(trait.state)
                continue
            types = FIELDS[trait.name]
            assert len(trait.fields) == len(types), trait
            for kind, value in zip(types, trait.fields, strict=True):
                assert re.fullmatch(TYPES[kind], value), (trait.name, kind, value)
            assert re.fullmatch(STATES.get(trait.name, ".*"), trait.state[0]), trait
    assert seen == {*FIELDS, "mark"}


def test_every_board_can_be_pointed_at_and_saved_as_a_picture(modules: list[ET.Element]) -> None:
    for window in (one for root in modules for one in root.iter(f"{PREFIX}module.Map")):
        kinds = [one.tag.removeprefix(f"{PREFIX}module.map.") for one in window]
        assert [kinds.count(kind) for kind in ("Flare", "ImageSaver", "CounterDetailViewer")] == [1, 1, 1]


def test_the_clock_of_a_side_has_its_name(modules: list[ET.Element]) -> None:
    """Bug: VASSAL called all of them Player."""
    clocks = [one for root in modules for one in root.iter(f"{PREFIX}module.chessclockcontrol.ChessClock")]
    assert clocks and all(one.get("buttonText") == one.get("side") for one in clocks)


def test_rounds_begin_anew_with_each_turn(modules: list[ET.Element]) -> None:
    (root,) = [one for one in modules if one.get("name") == "Triumph of Chaos"]
    goes = {
        one.get("entryName"): trait.fields[15]
        for one in root.iter(f"{PREFIX}widget.PieceSlot")
        for trait in parse(one.text or "")
        if trait.name == "sendto" and trait.fields[1] == "57348,0,turns"
    }
    wanted = {"Game Turn marker": "Game Turn Track: $Game Turn Track$", "Action Round marker": "Action Round Track: 1"}
    assert goes == wanted


def test_boxes_of_the_map_that_are_on_a_track_as_well_say_where_those_of_each_owner_are(
    modules: list[ET.Element],
) -> None:
    """Bug: there were three places for corps in reserve, and nothing said which one counts."""
    (root,) = [one for one in modules if one.get("name") == "Triumph of Chaos"]
    told = next(root.iter(f"{PREFIX}module.map.CounterDetailViewer")).get("emptyHexReportForma", "")
    for box in ("Strategic Reserve", "Dead Box"):
        assert f'LocationName == "{box}" ? " · by owner in the window Board"' in told
    assert told.count("by owner in the window") == 2


def test_no_key_is_reported_that_a_piece_does_not_have(modules: list[ET.Element]) -> None:
    """Bug: VASSAL logs a line without words for it."""
    for root in modules:
        shared = {one.get("name"): parse(one.text or "") for one in root.iter(f"{PREFIX}module.PrototypeDefinition")}
        for slot in (one for kind in ("PieceSlot", "CardSlot") for one in root.iter(f"{PREFIX}widget.{kind}")):
            own = parse(slot.text or "")
            found = [*own, *(one for each in own if each.name == "prototype" for one in shared[each.fields[0]])]
            heard = {field for one in found if one.name != "report" for field in one.fields}
            told = {key for one in found if one.name == "report" for key in decode(one.fields[0], ",")}
            assert told <= heard, (slot.get("entryName"), told - heard)


def test_parentheses_are_not_nested_deeply(modules: list[ET.Element]) -> None:
    """VASSAL's reader of expressions takes twice as long for each pair within another: seconds for sixteen of them."""
    for root in modules:
        texts = {text for one in root.iter() for text in (one.text, *one.attrib.values()) if text and "(" in text}
        for text in texts:
            depths = [0]
            for letter in re.sub(r'"([^"\\]|\\.)*"', "", text):
                depths.append(depths[-1] + {"(": 1, ")": -1}.get(letter, 0))
            assert max(depths) <= 6, text


def test_a_lost_army_makes_room_for_a_corps_of_the_reserve(modules: list[ET.Element]) -> None:
    """With this, VASSAL 3.8 puts the first corps of the reserve in its place; without one, the army stays."""
    shared = {one.get("name"): parse(one.text or "") for one in modules[0].iter(f"{PREFIX}module.PrototypeDefinition")}
    army, corps = shared["Red, army"], shared["Red, corps"]
    (lost,) = [one for one in army if one.name == "macro" and one.fields[1] == "Replace by corps"]
    steps = decode(lost.fields[5], ",")
    calls = [one for one in army if one.name == "globalkey"]
    assert [one.fields[1] for one in calls] == steps[1:-2]
    assert all(one.fields[3].startswith('{ Type == "corps" && Side == "Red" && ') for one in calls)
    (comes,) = [one for one in corps if one.name == "macro" and {one.fields[2]} == {call.fields[2] for call in calls}]
    assert comes.fields[3] == '{ Replaced != "" }'
    assert [one.fields[16] for one in corps if one.name == "sendto" and one.fields[13] == "A"] == [
        "PieceUID = $Replaced$"
    ]
    assert not any(one.name == "globalkey" for name, found in shared.items() if name != "Red, army" for one in found)
    # A marker is never lost.
    (marker,) = [found for name, found in shared.items() if (name or "").endswith(", marker")]
    assert not [one for one in marker if one.name in ("macro", "sendto")]


def test_no_elite_corps_comes_for_a_plain_army(modules: list[ET.Element]) -> None:
    """Bug: the first corps of the reserve came, whatever it was; VASSAL puts what the army is for `$…$`."""
    (root,) = [one for one in modules if one.get("name") == "Triumph of Chaos"]
    marks = {
        fields["Id"]: fields
        for slot in root.iter(f"{PREFIX}widget.PieceSlot")
        for trait in parse(slot.text or "")
        if trait.name == "mark" and "Id" in (fields := dict(zip(trait.fields, trait.state, strict=True)))
    }
    shared = {one.get("name"): parse(one.text or "") for one in root.iter(f"{PREFIX}module.PrototypeDefinition")}
    filters = [one.fields[3] for one in shared["White, army"] if one.name == "globalkey"]

    def comes(army: str, corps: str) -> list[int]:
        """The calls, from the first on, that a corps hears when an army is lost."""
        known = {**marks[corps], "Side": "White"}
        heard = []
        for at, found in enumerate(filters):
            asked = re.findall(r'(\w+) == "([^"]*)"', found)
            wanted = {name: marks[army].get(value.strip("$"), "") if "$" in value else value for name, value in asked}
            place = wanted.pop("LocationName")
            assert place and set(wanted) <= {"Type", "Side", "Symbol", "Formation"}
            heard += [at] if all(known[name] == value for name, value in wanted.items()) else []
        return heard

    assert comes("DonN", "DonE1") == [] and comes("DonN", "DonCavc1") == []
    assert comes("DonN", "Donc2") == [0, 1, 2, 3] and comes("DonN", "Sic5") == [2, 3]
    assert comes("DonCav", "DonCavc1") == [0, 2] and comes("DonCav", "Donc2") == [1, 3]
    assert comes("DonCav", "SiCosCav1") == [2]


def test_a_turn_tracker_has_what_its_steps_need(modules: list[ET.Element]) -> None:
    """With this, VASSAL 3.7.26 stepped through all boxes, backwards from the first to the last, and restored a turn."""
    trackers = [(root, one) for root in modules for one in root.iter(f"{PREFIX}module.turn.TurnTracker")]
    assert trackers
    for root, tracker in trackers:
        level, *keys = tracker
        # The dialog in which players set the turn finds it by its text, the first of two alike.
        levels = [one for one in tracker.iter() if "list" in one.attrib]
        for one in levels:
            turns = decode(one.get("list", ""), ",")
            assert len(turns) == len(set(turns)) > 1 and "" not in turns
        # A new turn sends a key that the window of its marker waits for, and the one that clears marks.
        assert {one.get("hotkey") for one in keys} - {""} == {"57348,0,turn", "123,0"}
        heard = {one.get("buttonHotkey") for one in root.iter(f"{PREFIX}module.GlobalKeyCommand")}
        heard |= {one.get("markUnmovedHotkey") for one in root.iter(f"{PREFIX}module.Map")}
        movers = [one for one in root.iter() if "57348,0,turns" in (one.text or "")]
        assert {one.get("hotkey") for one in keys if movers} - {""} <= heard
        for one, known in ((tracker, r"level\d|oldTurn|newTurn"), *((one, "value") for one in levels)):
            for name in ("turnFormat", "reportFormat"):
                assert re.fullmatch(rf"([^$]|\$({known})\$)*", one.get(name, ""))
        # What it tells under its own name would hide a property of that name.
        names = [one.get("name") for one in root.iter(f"{PREFIX}module.properties.GlobalProperty")]
        own = {one.get("property") for one in levels}
        assert not {*own, *(f"{tracker.get('name')}_{end}" for end in ("value", "command"))} & {*names}
        # It reads as it is built whether it starts in the toolbar.
        order = [*root.iter()]
        (docked,) = (one for one in order if one.get("name") == "TurnTracker.defaultDocked")
        assert order.index(docked) < order.index(tracker) and docked.get("initialValue") == "true"


def test_a_new_turn_says_what_its_box_says(modules: list[ET.Element]) -> None:
    """With this, VASSAL 3.7.26 logged it once a turn, before the page of its first phase."""
    (root,) = [one for one in modules if one.get("name") == "Triumph of Chaos"]
    keys = {one.get("name", ""): one for one in root.iter(f"{PREFIX}module.turn.TurnGlobalHotkey")}
    assert [name for name in keys if re.search(r"\d", name)] == [
        f"Game Turn Track {n}" for n in (*range(1, 10), 15, 16)
    ]
    assert not any("___" in one.get("reportFormat", "") for one in keys.values())
    four = keys["Game Turn Track 4"]
    said = "Central Powers withdraw: 1–6 · France withdraws: 1–2"
    assert four.get("reportFormat") == f"Game Turn Track 4: {said}"
    at = '("" + GetProperty("Game Turn Track")) == "4" && Phase == "Political phase"'
    assert four.get("match") == f"{{ {at} }}"


def test_a_piece_set_right_in_its_place_is_not_logged(modules: list[ET.Element]) -> None:
    """Bug: a counter moved within its hex was logged as going from this hex to the same one."""
    for one in (one for root in modules for one in root.iter(f"{PREFIX}module.Map")):
        moved, within = one.get("moveToFormat", ""), one.get("moveWithinFormat")
        assert within == f'{{location == previousLocation ? "" : {moved[1:]}'


def test_the_log_says_where_a_pile_lies_without_the_set_up(modules: list[ET.Element]) -> None:
    """Bug: of a cube from a pile it said `Victory City cube: Victory Cities that Red controls, Campaign game to …`."""
    (root,) = [one for one in modules if one.get("name") == "Triumph of Chaos"]
    starts = "Campaign game", "1918 (introductory scenario)"
    (board,) = [one for one in root.iter(f"{PREFIX}module.Map") if one.get("mapName") == "Board"]
    piles = {one.get("name") for one in board.iter(f"{PREFIX}module.map.DrawPile")}
    assert {f"Victory Cities that Red controls, {one}" for one in starts} < piles
    cut = "".join(f'.replace(", {one}", "")' for one in starts)
    assert f'("" + previousLocation){cut})' in board.get("moveToFormat", "")


def properties(root: ET.Element) -> set[str]:
    """The names of the properties that a module shares."""
    return {one.get("name", "") for one in root.iter(f"{PREFIX}module.properties.GlobalProperty")}


def test_markers_keep_their_boxes_as_properties_that_a_line_above_the_board_shows(modules: list[ET.Element]) -> None:
    """With this, VASSAL 3.7.26 showed the line from the start of a game, and after each move by hand or by key."""
    told = {}
    for root in modules:
        after, tell, show, shown = (f"57348,0,{name}" for name in ("after", "told", "shows", "shown"))
        markers = {}
        for slot in root.iter(f"{PREFIX}widget.PieceSlot"):
            found = parse(slot.text or "")
            for one in (one for one in found if one.name == "setprop" and one.fields[0].startswith("At_")):
                (called,) = [trait for trait in found if trait.name == "globalkey" and trait.fields[1] == show]
                steps = {trait.fields[2]: decode(trait.fields[5], ",") for trait in found if trait.name == "macro"}
                assert called.fields[2] == shown and steps[after] == [tell, show]
                # Whose face a marker shows, it says after it is turned, too.
                assert ("Reverse_Level" not in one.fields[2]) or steps["70,130"] == [tell, show]
                markers[one.fields[0]] = slot.get("entryName")
        assert {*markers} == {name for name in properties(root) if name.startswith("At_")}
        lines = [one for one in root.iter(f"{PREFIX}widget.PieceSlot") if one.get("entryName") == "Line"]
        (window, *_) = root.iter(f"{PREFIX}module.Map")
        starts = [one.get("hotkey") for one in root.iter(f"{PREFIX}module.StartupGlobalKeyCommand")]
        assert bool(markers) == bool(lines) == (window.get("edgeHeight") == "44") == (starts[-2:] == [tell, shown])
        for line in lines:
            (kept,) = [one for one in parse(line.text or "") if one.name == "PROP"]
            told[root.get("name")] = {name for name in markers if name in kept.fields[2]}
        assert all(one.get("moveKey") == after for one in root.iter(f"{PREFIX}module.Map") if one.get("edgeHeight"))
    # Of many, only those that have a track to themselves; those that the source does not place, once they are on it.
    involved = {f"At_PIT_{one}" for one in ("poland", "ukraine", "japan", "sr")}
    assert told["Triumph of Chaos"] == {"At_Turn", "At_Round", "At_VP", *involved}
    assert len(told["Soviet Dawn"]) == 6 and told["Axis & Allies 1914"] == {"At_IPCs"}
    (root,) = [one for one in modules if one.get("name") == "Triumph of Chaos"]
    (every,) = [one for one in root.iter(f"{PREFIX}module.turn.TurnGlobalHotkey") if one.get("name") == "Clear marks"]
    # The turn itself stands in the tracker.
    told_all = {*re.findall(r"At_\w+", every.get("reportFormat", ""))}
    assert told_all == {one for one in properties(root) if "At_" in one} - {"At_Turn"}


def test_a_marker_that_waits_to_be_placed_steps_onto_its_own_track(modules: list[ET.Element]) -> None:
    """Bug: markers of involvement tracks, whose start boxes no source gives, neither stepped nor were they told."""
    (root,) = [one for one in modules if one.get("name") == "Triumph of Chaos"]
    slots = [
        one
        for one in root.iter(f"{PREFIX}widget.PieceSlot")
        if one.get("entryName", "").endswith("Involvement Track marker")
    ]
    assert len(slots) == 8
    for slot in slots:
        found = parse(slot.text or "")
        track = f"{slot.get('entryName')}".removesuffix(" marker")
        (kept,) = [one for one in found if one.name == "setprop"]
        assert plain(kept).endswith('.split(": ", 2)[1] : ""}') and f'"{track}: "' in plain(kept)
        steps = [one.fields[15] for one in found if one.name == "sendto" and "CurrentZone" in one.fields[15]]
        assert len(steps) == 2 and all(f'"{track}: ' in step for step in steps)
    (line, *_) = [one for one in root.iter(f"{PREFIX}widget.PieceSlot") if one.get("entryName") == "Line"]
    (told,) = [one for one in parse(line.text or "") if one.name == "PROP"]
    assert '(At_PIT_poland == "" ? "" : " · " + "Polish Involvement Track" + " " + At_PIT_poland)' in plain(told)


def plain(trait: Trait) -> str:
    """Return what a trait sets a property to."""
    return trait.fields[2].replace("\\", "")


def test_every_card_that_can_be_hidden_is_written_on_under_its_mask(modules: list[ET.Element]) -> None:
    """With this, VASSAL 3.7.26 asked `Write on it`, and a card was `+12 Event card My title` after the answer."""
    written = 0
    for root in modules:
        shared = {one.get("name"): parse(one.text or "") for one in root.iter(f"{PREFIX}module.PrototypeDefinition")}
        for slot in root.iter(f"{PREFIX}widget.CardSlot"):
            traits: list[Trait] = []
            for one in parse(slot.text or ""):
                traits += shared[one.fields[0]] if one.name == "prototype" else [one]
            names = [one.name for one in traits]
            (label,) = [one for one in traits if one.name == "label"]
            assert label.fields[:2] == ("76,130", "Write on it") and label.fields[11] == "$pieceName$ $label$"
            # From the outside: what others see of a hidden card has nothing of what lies within the mask.
            assert "obs" not in names or names.index("obs") < names.index("label")
            written += 1
    assert written > 200


def test_a_line_counts_the_markers_of_each_side_on_the_boards(modules: list[ET.Element]) -> None:
    """With this, VASSAL 3.7.26 told `Red 1, White 1` after two cities were placed and one turned, and one sent home."""
    counted = {root.get("name"): {one for one in properties(root) if one.startswith("Count_")} for root in modules}
    (root,) = [one for one in modules if one.get("name") == "Triumph of Chaos"]
    kinds = "Control", "Insurrection", "Res", "VC"
    assert counted.pop("Triumph of Chaos") == {f"Count_{one}_{side}" for one in kinds for side in ("red", "white")}
    assert not any(counted.values())
    keys = {one: f"57348,0,{one}" for one in ("after", "shows", "shown", "none", "sums", "counted", "drawn")}
    prototypes = {one.get("name"): one for one in root.iter(f"{PREFIX}module.PrototypeDefinition")}
    found = parse(prototypes["Victory City cube (VC)"].text or "")
    assert [one.fields[2] for one in found if one.name == "macro"] == [keys["after"], "70,130", "82,130"]
    assert [(one.fields[0], plain(one)) for one in found if one.name == "setprop"] == [
        ("Count_VC_red", f":{keys['counted']}:P,{{Reverse_Level == 2 ? Count_VC_red : Count_VC_red + 1}}"),
        ("Count_VC_white", f":{keys['counted']}:P,{{Reverse_Level == 2 ? Count_VC_white + 1 : Count_VC_white}}"),
    ]
    using = [
        slot.get("entryName")
        for slot in root.iter(f"{PREFIX}widget.PieceSlot")
        if any(one.name == "prototype" and one.fields[0] == "Victory City cube (VC)" for one in parse(slot.text or ""))
    ]
    assert {*using} == {"Victory City cube"} and len(using) == 2 * 35
    (line, *_) = [one for one in root.iter(f"{PREFIX}widget.PieceSlot") if one.get("entryName") == "Line"]
    traits = parse(line.text or "")
    (step,) = [one for one in traits if one.name == "macro"]
    assert decode(step.fields[5], ",") == [keys["none"], keys["sums"], keys["drawn"]]
    zeroed = [one.fields[0] for one in traits if one.name == "setprop" and f":{keys['none']}:P,0" in plain(one)]
    counts = [one for one in zeroed if not one.startswith("Stock_")]
    assert sorted(counts) == sorted(f"Count_{one}_{side}" for one in kinds for side in ("red", "white"))
    # Those in the tray, and those that wait to be placed, do not count.
    (called,) = [one for one in traits if one.name == "globalkey"]
    assert called.fields[1:3] == (keys["sums"], keys["counted"])
    assert '!(LocationName == "' in called.fields[3] and 'CurrentMap == "Counters"' in called.fields[3]
    assert '(Count_VC_red + Count_VC_white == 0 ? "" : " · " + "Victory City cube: Red " + Count_VC_red' in plain(
        next(one for one in traits if one.name == "PROP")
    )


def test_a_line_counts_the_units_in_reserves_and_dead_boxes(modules: list[ET.Element]) -> None:
    """They lie on another board than the map, where the line says how many there are."""
    found = {root.get("name"): {one for one in properties(root) if one.startswith("Stock_")} for root in modules}
    (root,) = [one for one in modules if one.get("name") == "Triumph of Chaos"]
    own = found.pop("Triumph of Chaos")
    assert {"Stock_strategic_reserves_red", "Stock_dead_boxes_white"} <= own and len(own) == 11
    assert not any(found.values())
    prototypes = {one.get("name"): one for one in root.iter(f"{PREFIX}module.PrototypeDefinition")}
    traits = parse(prototypes["Stocked"].text or "")
    sets = {one.fields[0]: plain(one) for one in traits if one.name == "setprop"}
    assert {*sets} == own
    here, number = 'LocationName == "Dead Boxes: White"', "Stock_dead_boxes_white"
    assert sets[number] == f":57348,0,counted:P,{{{here} ? {number} + 1 : {number}}}"
    # Whoever comes into a box or leaves it has the line count anew.
    comes, home = [one.fields for one in traits if one.name == "macro"]
    assert (comes[2], home[2]) == ("57348,0,after", "82,130")
    assert here in comes[3] and f"Old{here}" in comes[3]
    using = {
        slot.get("entryName")
        for slot in root.iter(f"{PREFIX}widget.PieceSlot")
        if any(one.name == "prototype" and one.fields[0] == "Stocked" for one in parse(slot.text or ""))
    }
    assert {"Red Army 6", "Kornilov"} & using and not {"VP", "Victory City cube"} & using
    (line, *_) = [one for one in root.iter(f"{PREFIX}widget.PieceSlot") if one.get("entryName") == "Line"]
    (called,) = [one for one in parse(line.text or "") if one.name == "globalkey"]
    assert f" || {here}" in called.fields[3]
    (shown,) = [plain(one) for one in parse(line.text or "") if one.name == "PROP"]
    assert f'({number} == 0 ? "" : ", White " + {number})' in shown


def test_titles_that_a_board_leaves_open_are_written_in_and_said_by_the_log(modules: list[ET.Element]) -> None:
    """Bug: two open boxes of a track had one name, so that a marker never came to the second."""
    seen = {}
    for root in modules:
        regions = [one.get("name") for one in root.iter(f"{PREFIX}module.map.boardPicker.board.Region")]
        for board in root.iter(f"{PREFIX}module.map.boardPicker.Board"):
            named = [one.attrib for one in board.iter(f"{PREFIX}module.map.boardPicker.board.mapgrid.Zone")]
            names = [one["name"] for one in named if "GetProperty" in one["locationFormat"]]
            assert len(names) == len(set(names)) and not any("…" in one["name"] for one in named)
        asked = {}
        for slot in root.iter(f"{PREFIX}widget.PieceSlot"):
            found = {one.name: one for one in parse(slot.text or "")}
            if "setprop" in found and "R\\,Name of " in found["setprop"].fields[2]:
                asked[found["setprop"].fields[0]] = found["button"].fields[0]
                # Only an answer is logged.
                assert found["macro"].fields[3] == f'{{ GetProperty("{slot.get("entryName")}") != "" }}'
                assert decode(found["macro"].fields[5], ",") == [found["report"].fields[0].replace("\\", "")]
                assert found["label"].state[0] == f'{{GetProperty("{slot.get("entryName")}")}}'
        assert {*asked} <= properties(root) and {*asked.values()} <= {"57348,0,click"}
        zones = [*root.iter(f"{PREFIX}module.map.boardPicker.board.mapgrid.Zone")]
        said = {one.get("name"): one.get("locationFormat", "") for one in zones if "GetProperty" in str(one.attrib)}
        assert {name for text in said.values() for name in re.findall(r'GetProperty\("([^"]+)"\)', text)} == {*asked}
        assert {*said} <= {*regions}
        seen[root.get("name")] = said
    own = '("" + GetProperty("Polish Involvement Track: box 6"))'
    assert seen["Triumph of Chaos"]["Polish Involvement Track: box 6"] == (
        f'{{"Polish Involvement Track: " + ({own} == "" ? "box 6" : {own}) + ""}}'
    )
    assert '("" + GetProperty("Front status 2"))' in seen["Soviet Dawn"]["Front status 2: Routed"]
