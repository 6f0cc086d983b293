"""VASSAL's formats: components in XML, nested sequences with escapes, the traits of pieces, expressions.

A sequence joins texts with a delimiter, and a backslash escapes delimiters within a text, so that nested texts
accumulate backslashes; reading exactly inverts writing. Quotes around a text keep a backslash at its end from
escaping the delimiter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from rcwkit.source.language import Language

PREFIX = "VASSAL.build."
"""Prefix of all components' names."""
Value = str | int | bool


def add(parent: ET.Element, kind: str, **values: Value) -> ET.Element:
    """Add a component to another."""
    return given(ET.SubElement(parent, PREFIX + kind), **values)


def given(element: ET.Element, **values: Value) -> ET.Element:
    """Set attributes of an element, and return it."""
    for name, value in values.items():
        element.set(name, str(value).lower() if isinstance(value, bool) else str(value))
    return element


def written(root: ET.Element) -> bytes:
    """Return the document as bytes."""
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="UTF-8", xml_declaration=True)) + b"\n"


def icon(sign: str) -> str:
    """Return the name of the picture of a sign on a button."""
    return f"icon-{sign}.svg"


def key(letter: str) -> str:
    """Return Ctrl and a letter as VASSAL writes keys: key code and modifiers."""
    return f"{ord(letter)},130"


def named(name: str) -> str:
    """Return a key without a keyboard, known by its name."""
    return f"57348,0,{name}"


FLIP, MOVED, TRAIL, CLONE, DELETE = key("F"), key("M"), key("T"), key("C"), key("D")
DEAD, RESERVE, GONE, HOME, LEFT, RIGHT = key("E"), key("B"), key("G"), key("R"), "37,130", "39,130"
"""Keys of the commands on counters: dead box, reserve, out of the game, back to the tray; Ctrl and an arrow to turn."""
REPLACE, REPLACED = key("P"), "Replaced"
"""Key that has another counter take the place of one that is lost, and the property that says which one that is."""
NEXT, LAST, ON, BACK = "38,130", "40,130", "38,195", "40,195"
"""Keys of the commands on markers: Ctrl and an arrow to the next box of a track, or the one before; Shift goes far."""
HAND, DISCARD, REMOVE, WRITE, UP = key("H"), key("K"), key("X"), key("L"), named("up")
"""Keys of the commands on cards: to the hand, the discards, or out of the game; write on it; turn up the top one."""
UNMARK, TURN, TURNS = named("unmark"), named("turn"), named("turns")
"""Keys that take the mark off a piece that has moved, that a new turn sends to all, and that its marker hears."""
PAGE = named("page")
"""Key that opens or closes the page of the phase."""
_ADD = "+/"
"""Prefix of a text that adds a piece."""


def encode(texts: Sequence[str], delimiter: str) -> str:
    """Join one or more texts as a sequence."""
    return delimiter.join(_quoted(text).replace(delimiter, "\\" + delimiter) for text in texts)


def decode(sequence: str, delimiter: str) -> list[str]:
    """Split a sequence into texts."""
    parts = re.split(rf"(?<!\\){re.escape(delimiter)}", sequence)
    return [_unquoted(part.replace("\\" + delimiter, delimiter)) for part in parts]


def _quoted(text: str) -> str:
    return f"'{text}'" if text.endswith("\\") or (text.startswith("'") and text.endswith("'")) else text


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text.startswith("'") and text.endswith("'") else text


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait: its name, defining fields and state in play; neither fields nor state may be empty."""

    name: str
    fields: tuple[str, ...]
    state: tuple[str, ...] = ("",)

    @property
    def delimiter(self) -> str:
        """The delimiter of its fields."""
        return "," if self.name == "mark" else ";"


def piece(traits: Sequence[Trait]) -> str:
    """Return a piece's text for a module, given its traits from the outermost to the basic one."""
    kinds = [f"{trait.name};{encode(trait.fields, trait.delimiter)}" for trait in traits]
    states = [encode(trait.state, trait.delimiter) for trait in traits]
    return _ADD + encode(("null", _nested(kinds), _nested(states)), "/")


def parse(text: str) -> tuple[Trait, ...]:
    """Return the traits in a piece's text. Raises ValueError for other text."""
    parts = decode(text.removeprefix(_ADD), "/")
    if not text.startswith(_ADD) or len(parts) != 3:
        raise ValueError("not a piece's text")
    traits = []
    for kind, state in zip(_unnested(parts[1]), _unnested(parts[2]), strict=True):
        name, _, fields = kind.partition(";")
        delimiter = Trait(name, ()).delimiter
        traits.append(Trait(name, tuple(decode(fields, delimiter)), tuple(decode(state, delimiter))))
    return tuple(traits)


def _nested(texts: Sequence[str]) -> str:
    *outer, inner = texts
    whole = encode((inner,), "\t")
    for text in reversed(outer):
        whole = encode((text, whole), "\t")
    return whole


def _unnested(text: str) -> list[str]:
    first, *inner = decode(text, "\t")
    return [first, *(_unnested(inner[0]) if inner else ())]


def basic(image: str, name: str, gpid: int) -> Trait:
    """The innermost trait: front picture and name; `gpid` is the piece's number in the module, 0 in a prototype."""
    return Trait("piece", ("", "", image, name), ("null", "0", "0", str(gpid) if gpid else "", "0"))


def layer(image: str, name: str, command: str, *, turned: bool) -> Trait:
    """The reverse: a picture that `FLIP` shows over the front's, and the name with it (` ending` after a plus sign)."""
    keys = ("", "2", "")
    looks = (encode(("", image), ","), encode(("", name), ","))
    commands = (*keys, command, *keys[1:], *keys, "", "", "1")
    ending = ("true", "Reverse", "", "", "false", "", "1", "1", "true", "", FLIP, "")
    return Trait("emb2", (*commands, "false", "0", "0", *looks, *ending), ("2" if turned else "1",))


def calculated(name: str, value: str) -> Trait:
    """A property whose value is an expression."""
    return Trait("calcProp", (name, value, ""))


def follows(images: Sequence[str], name: str, first: int) -> Trait:
    """The picture that belongs to a number, a property of the module, from the `first` on; the last for all beyond."""
    blank = encode(("",) * len(images), ",")
    looks = (*("", "2", "") * 3, "", "", "1", "false", "0", "0", encode(images, ","), blank)
    return Trait("emb2", (*looks, "true", "Shown", "", "", "true", name, str(first), "1", "true", "", "", ""), ("1",))


def button(stroke: str, left: int, top: int, right: int, bottom: int) -> Trait:
    """What a click on a part of a piece does; the part's sides are in pixels from the middle of the piece."""
    corners = (left, top, right, top, right, bottom, left, bottom)
    fields = (stroke, "0", "0", "0", "0", "", "false", "false", "1", "4", *map(str, corners))
    return Trait("button", fields)


def fires(stroke: str, hotkey: str) -> Trait:
    """What presses a button in the toolbar when the piece gets a key."""
    return Trait("globalhotkey", ("", stroke, hotkey, ""))


def mark(**values: str) -> Trait:
    """Constant properties, by name."""
    return Trait("mark", tuple(values), tuple(values.values()))


def mask(back: str, badge: str, name: str, say: Language) -> Trait:
    """A card's back: `FLIP` turns the card down; who did so sees its face under a `badge`, others a `name`."""
    shown = (say("Turn over"), f"G{badge}", name, "player:", say("Peek"))
    return Trait("obs", (FLIP, back, *shown, "", "true", "", ""), ("null", ""))


def moved(picture: str, at: tuple[int, int], say: Language) -> Trait:
    """A mark on a piece that has moved, so many pixels from its middle, until it is cleared."""
    commands = (say("Mark as moved"), MOVED, "", "false", "", "", "", UNMARK)
    return Trait("markmoved", (picture, str(at[0]), str(at[1]), *commands), ("false",))


def trail(say: Language) -> Trait:
    """The way that a piece has come, shown and hidden by Ctrl-T."""
    looks = ("10", "255,255,255", "0,0,0", "100", "50", "20", "30", "1.0")
    fields = (TRAIL, say("Movement trail"), "false", "false", *looks, "", "", "", "")
    return Trait("footprint", fields, ("false", "", "0", "false"))


def send(command: str, stroke: str, window: str, region: str) -> Trait:
    """A command that moves a piece to a region of a window's board."""
    return Trait(
        "sendto",
        (command, stroke, window, "", "0", "0", "", "", "0", "0", "1", "1", "", "R", "", region, "", ""),
        ("", "", ""),
    )


def send_to_point(command: str, stroke: str, window: str, at: tuple[int, int]) -> Trait:
    """A command that moves a piece to a point of a window, in pixels."""
    fields = (command, stroke, window, "", str(at[0]), str(at[1]), "", "", "0", "0", "1", "1", "", "L", "", "", "", "")
    return Trait("sendto", fields, ("", "", ""))


def send_to_piece(stroke: str, wanted: str) -> Trait:
    """What moves a piece to the first one that an expression is true of."""
    fields = ("", stroke, "", "", "0", "0", "", "", "0", "0", "1", "1", "", "A", "", "", wanted, "")
    return Trait("sendto", fields, ("", "", ""))


SHARED = "", "Current Zone/Current Map/Module", ""
"""Where a property is that pieces share."""


def _sets(values: Mapping[str, str], how: str) -> tuple[str, str]:
    """How a property is changed: `P` to an expression, `R` to what the player answers to a question."""
    sets = [encode(("", stroke, encode((how, value), ",")), ":") for stroke, value in values.items()]
    return "false,0,0,false", encode(sets, ",")


def setter(name: str, values: Mapping[str, str]) -> Trait:
    """What sets a property of the module when the piece gets a key: key → expression."""
    return Trait("setprop", (name, *_sets(values, "P"), *SHARED))


def asks(name: str, stroke: str, question: str) -> Trait:
    """What asks the player for a property of the module when the piece gets a key."""
    return Trait("setprop", (name, *_sets({stroke: question}, "R"), *SHARED))


def dynamic(name: str, value: str, values: Mapping[str, str]) -> Trait:
    """A property of the piece with its value, set when it gets a key: key → expression."""
    return Trait("PROP", (name, *_sets(values, "P"), ""), (value,))


def submenu(name: str, commands: Sequence[str]) -> Trait:
    """What puts commands of the piece into a menu of their own."""
    return Trait("submenu", (name, encode(commands, ","), ""))


def called(stroke: str, sent: str, wanted: str) -> Trait:
    """What sends a key to all pieces that an expression is true of."""
    return Trait("globalkey", ("", stroke, sent, wanted, "false", "0", "false", "true", "", "", "0", "", "false", ""))


def to_deck(command: str, stroke: str, deck: str) -> Trait:
    """A command that puts a piece on a deck."""
    return Trait("return", (command, stroke, "", "", "", "2", "false", deck))


def clone(say: Language) -> Trait:
    """A command that makes another piece like this one."""
    return Trait("clone", (say("Clone"), CLONE, ""))


def delete(say: Language) -> Trait:
    """A command that removes a piece from the game."""
    return Trait("delete", (say("Delete"), DELETE, ""))


def rotate(facings: int, say: Language) -> Trait:
    """Commands that turn a piece by one of its facings."""
    turns = (RIGHT, LEFT, say("Turn right"), say("Turn left"))
    return Trait("rotate", (str(facings), *turns, "", "", "Turn", "", "", "", "", "true"), ("0",))


def trigger(command: str, stroke: str, sent: Sequence[str], wanted: str = "") -> Trait:
    """A command that sends the piece several keys, one after the other, if an expression is true or empty."""
    once = ("false", "", "", "counted", "", "", "", "false", "", "1", "1")
    return Trait("macro", ("", command, stroke, wanted, "", encode(sent, ","), *once))


def label(
    command: str,
    stroke: str,
    size: int,
    at: tuple[str, int],
    text: str = "",
    name: str = "",
    across: int = 0,
    just: str = "c",
) -> Trait:
    """A text on a piece, from its top (`t`), middle (`c`) or bottom (`b`), so many pixels away; players may write it.

    It joins the name of the piece by the format `name`: `$pieceName$` and `$label$`. It is `across` pixels to the
    right of the middle, around that point or, if it is `just` `l`, to its right.
    """
    looks = (str(size), "255,255,255", "27,26,24", at[0], str(at[1]), "c", str(across), at[0], just)
    fields = (stroke, command, *looks, name or "$pieceName$", "SansSerif", "0", "0", "Written", "", "false")
    return Trait("label", fields, (text,))


def written_on(say: Language) -> Trait:
    """A text on a card that players write, for titles from their own copy; it joins the card's name.

    It lies above the badge of a hidden card, and can be read at half the size.
    """
    return label(say("Write on it"), WRITE, 26, ("b", -50), name="$pieceName$ $label$")


def immobile() -> Trait:
    """What neither moves nor stacks, nor can be selected."""
    return Trait("immob", ("n", "V", "R", ""))


def prototype(name: str) -> Trait:
    """Traits defined once for many pieces."""
    return Trait("prototype", (name,))


def plain(text: str) -> str:
    """Return a text as it can be said in an expression: VASSAL would read dollars as names, and braces as ends."""
    return text.replace("$", "").replace("{", "(").replace("}", ")")


def literal(text: str) -> str:
    """Return a text in an expression of BeanShell."""
    return '"' + plain(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def chosen(cases: Iterable[tuple[str, str]], otherwise: str) -> str:
    """Return an expression for what belongs to the first condition that is true.

    Each stands beside the last, not within it: VASSAL takes twice as long for each pair of parentheses around another.
    """
    return f"({''.join(f'{condition} ? {value} : ' for condition, value in cases)}{otherwise})"


def expression(text: str, **names: str) -> str:
    """Return a text as an expression: `$name$` stands for what a name is given, or for VASSAL's own property.

    VASSAL takes a property such as 0202 for the number 202: none that is said may be one.
    """
    parts = re.split(r"\$(\w+)\$", text)
    said = (names.get(part, part) if at % 2 else literal(part) for at, part in enumerate(parts) if part)
    return f"{{{' + '.join(said)}}}"


def report(keys: Sequence[str], text: str) -> Trait:
    """A line in the log when one of the keys is used on the piece."""
    return Trait("report", (encode(keys, ","), text, "", "", "", "false"), ("-1",))
