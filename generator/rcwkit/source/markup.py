"""Markup within texts: `**bold**`, `[red]coloured[/]`, and signs such as `:port:`, `{die 4 5}` and `{box}`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

Kind = Literal["box", "boxes", "die", "flag", "mark", "ruling", "sign", "windows"]
IN_BRACES: tuple[Kind, ...] = ("boxes", "box", "die", "flag", "mark", "ruling", "sign", "windows")
"""Kinds of signs that are written in braces; the longer of two that begin alike comes first."""

SHIPPED: Mapping[str, str] = {
    "arrow": "leads to",
    "arrow_down": "down",
    "arrow_left": "to the left",
    "arrow_right": "to the right",
    "arrow_up": "up",
    "arrows": "to either side",
    "bolt": "energy",
    "bomb": "bomb",
    "book": "book",
    "bow": "bow",
    "bridge": "bridge",
    "card": "card",
    "cards": "cards",
    "chosen": "card chosen",
    "clock": "time",
    "cloud": "cloud",
    "club": "clubs",
    "coin": "coin",
    "crown": "crown",
    "d10": "ten-sided die",
    "d12": "twelve-sided die",
    "d20": "twenty-sided die",
    "d4": "four-sided die",
    "d6": "six-sided die",
    "d8": "eight-sided die",
    "diamond": "diamonds",
    "die1": "1",
    "die2": "2",
    "die3": "3",
    "die4": "4",
    "die5": "5",
    "die6": "6",
    "discard": "discard",
    "drawn": "card drawn at random",
    "drop": "water",
    "eye": "eye",
    "factory": "factory",
    "fire": "fire",
    "flag": "flag",
    "flame": "flame",
    "food": "food",
    "forest": "forest",
    "fort": "fort",
    "gate": "gate",
    "gear": "work",
    "gem": "gem",
    "gun": "gun",
    "hand": "hand",
    "heart": "heart",
    "horse": "cavalry",
    "hourglass": "turn",
    "infinity": "unlimited",
    "iron": "iron",
    "key": "key",
    "leader": "leader",
    "lock": "lock",
    "loss": "loss",
    "minus": "minus",
    "mountain": "mountain",
    "move": "move",
    "mud": "mud",
    "night": "night",
    "oil": "oil",
    "plane": "aircraft",
    "plus": "plus",
    "port": "port",
    "potion": "potion",
    "rail": "railway",
    "rain": "rain",
    "reduced": "reduced",
    "reshuffle": "reshuffle",
    "resource": "resource",
    "scroll": "event",
    "shield": "shield",
    "ship": "ship",
    "skull": "killed",
    "snow": "snow",
    "spade": "spades",
    "spot": "spot",
    "star": "star",
    "start": "start",
    "stone": "stone",
    "storm": "storm",
    "sun": "sun",
    "sword": "sword",
    "swords": "combat",
    "tank": "tank",
    "tap": "turn sideways",
    "top": "top of the deck",
    "town": "town",
    "victory": "victory point",
    "wind": "wind",
    "wood": "wood",
    "worker": "worker",
    "yes": "yes",
}
"""The pictures that every game may name, as in `:port:`, and what is read in their place."""


FACES = frozenset(f"die{face}" for face in range(1, 7))
"""The pictures of dice, which are a little larger than others."""


MOST = 20
"""The most windows in a row."""
SELECTOR = "\N{VARIATION SELECTOR-16}"
"""What asks for a character in colour, as an emoji."""


class TrackBox(NamedTuple):
    """A box in a row of boxes: its owner, whether it is in full colour, and whether it is the start."""

    owner: str
    full: bool = True
    start: bool = False


class Window(NamedTuple):
    """A number in a row of windows, and whether it is one of those that are filled."""

    text: str
    full: bool


_WINDOWS = re.compile(r"(\d{1,3})(?:[-–](\d{1,3}))?(\+?) of (\d{1,3})[-–](\d{1,3})(\+?)")


class Sign(NamedTuple):
    """A sign in a text: its kind and what it shows (faces, an owner, a picture, a ruling's id or number)."""

    kind: Kind
    value: str = ""

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of dice."""
        return tuple(int(face) for face in self.value.split() if face in "123456" and len(face) == 1)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The printed numbers of rulings."""
        return tuple(map(int, self.value.split())) if self.kind == "flag" and self.value[:1].isdecimal() else ()

    @property
    def boxes(self) -> tuple[TrackBox, ...]:
        """The boxes of a row: `red` in full colour, `red-` in outline, `red!` with the start."""
        return tuple(TrackBox(word.rstrip("-!"), "-" not in word, "!" in word) for word in self.value.split())

    @property
    def windows(self) -> tuple[Window, ...]:
        """The windows of `7-10 of 1-10`, of which 7 to 10 are filled; none if that is not how they are written."""
        found = _WINDOWS.fullmatch(self.value) if self.kind == "windows" else None
        if found is None:
            return ()
        first, last = int(found[4]), int(found[5])
        low, high = int(found[1]), int(found[2] or found[1])
        if not first <= low <= high <= last or last - first >= MOST:
            return ()
        return tuple(
            Window(f"{number}{found[6] if number == last else ''}", low <= number <= high)
            for number in range(first, last + 1)
        )

    def spoken(self, said: Mapping[str, str]) -> str:
        """The words in place of the sign, where it is not drawn; `said` has those for pictures by name."""
        if self.kind == "sign":
            return said.get(self.value) or SHIPPED.get(self.value) or self.value.replace("_", " ")
        if self.kind in ("die", "mark"):
            return self.value.replace("_", " ")
        if self.kind == "windows":
            return self.value.partition(" of ")[0].replace("-", "–")
        return ""


_NAME = r"[A-Za-z][A-Za-z0-9_-]*"
_SIGN = rf"(?P<sign>\{{(?:{'|'.join(IN_BRACES)})(?: [^{{}}]*)?\}})"
# A name with letters on both sides of its colons is not meant as a sign: attack:defence:move. Nor is 10:30am: one.
_NAMED = rf"(?P<named>:(?:(?<![^\W\d_]:){_NAME}:|{_NAME}:(?![^\W\d_])|(?<!\w:)[0-9]+{_NAME}:))"
_TOKEN = re.compile(  # what it begins with is tried first, as most characters begin nothing
    rf"(?=[{{:*\[\n])(?:{_SIGN}|{_NAMED}|(?P<stars>\*+)|(?P<colour>\[(?:[A-Za-z][\w.-]*|[1-4]?[0-9]{{2}}%)\])|(?P<end>\[/\])|(?P<line>\n))"
)
_SIGNS = re.compile(rf"{_SIGN}|{_NAMED}")
_NAME_ALONE = re.compile(_NAMED)
_RULING = re.compile(r"\{ruling ([^{}]*)\}")
_RULINGS = re.compile(rf" ?{_RULING.pattern}(?:[ ,]*{_RULING.pattern})*")


STYLES = frozenset({"strike", "sub", "sup", "underline"})
"""Styles that are written in brackets, as colours are."""


def _is_style(name: str) -> bool:
    return name in STYLES or name.endswith("%")


class TextPart(NamedTuple):
    """Words of one style, or a sign; `colour` is the name of an owner or colour, or empty.

    `more` are further styles, the outermost first: those of `STYLES`, and sizes such as 150%.
    """

    what: str | Sign
    bold: bool = False
    italic: bool = False
    colour: str = ""
    more: tuple[str, ...] = ()


def marked(text: str) -> bool:
    """Return whether a text may have markup; this is cheap."""
    return "*" in text or named(text)


def named(text: str) -> bool:
    """Return whether a text may have signs or colours."""
    return "{" in text or "[/]" in text or (":" in text and _NAME_ALONE.search(text) is not None)


@lru_cache(maxsize=4096)  # a text is checked, measured and read aloud
def parts(text: str) -> tuple[TextPart, ...]:
    """Part a text into words and signs, in order."""
    if not marked(text):
        return (TextPart(text),) if text else ()
    if (plain := _plain(text)) is not None:
        return plain
    tokens, turns = _paired(text)
    found: list[TextPart] = []
    words: list[str] = []  # in the style of `now`
    now = TextPart("")
    weight = slope = 0
    within: list[str] = []  # of styles and colours
    for index, token in enumerate(tokens):
        turn = turns.get(index)
        if turn is None or isinstance(token, Sign):
            more = tuple(filter(_is_style, within))
            inks = [name for name in within if not _is_style(name)]
            style = TextPart("", weight > 0, slope > 0, inks[-1] if inks else "", more)
            if words and (style != now or isinstance(token, Sign)):
                found.append(now._replace(what="".join(words)))
                words = []
            now = style
            if isinstance(token, Sign):
                found.append(style._replace(what=token))
            else:
                words.append(token)
        elif token == "**":
            weight += turn
        elif token == "*":
            slope += turn
        elif turn > 0:
            within.append(token[1:-1])
        else:
            within.pop()
    return (*found, now._replace(what="".join(words))) if words else tuple(found)


def _plain(text: str) -> tuple[TextPart, ...] | None:
    """Part a text with no marks but signs and bold words, in a tenth of the time; None if it may have others."""
    if "[/]" in text or ("\n" in text and "*" in text):
        return None
    found: list[TextPart] = []
    bold, end = False, 0
    for sign in (*(_SIGNS if "{" in text else _NAME_ALONE).finditer(text), None):
        before, *pieces = text[end : sign.start() if sign else None].split("**")
        for index, piece in enumerate((before, *pieces)):
            if "*" in piece or (index and not piece and index < len(pieces)):
                return None
            if index:
                bold = not bold
            if index and (piece[:1] if bold else before[-1:]).isspace():
                return None
            if piece:
                found.append(TextPart(piece, bold))
            before = piece
        if sign:
            found.append(TextPart(_sign(sign[0]), bold))
            end = sign.end()
    return None if bold else tuple(found)


def _paired(text: str) -> tuple[list[str | Sign], dict[int, int]]:
    """Return the tokens of a text, and which are marks: index → 1 for one that opens, -1 for one that closes."""
    tokens: list[str | Sign] = []
    turns: dict[int, int] = {}
    waiting: dict[str, list[int]] = {"**": [], "*": [], "[": []}  # marks that may open, and are not closed so far
    end = 0

    def close(mark: str) -> bool:
        if not waiting[mark]:
            return False
        opener = waiting[mark].pop()
        for other, inside in waiting.items():
            first = -1
            while inside and inside[-1] > opener:
                first = inside.pop()
            if first == opener + 1 and "[" not in mark + other:
                # Of three stars, those that close first are the inner ones.
                tokens[opener], tokens[first] = other, mark
                inside.append(opener)
                opener = first
        turns[opener], turns[len(tokens)] = 1, -1
        return True

    for found in _TOKEN.finditer(text):
        if found.start() > end:
            tokens.append(text[end : found.start()])
        end, kind = found.end(), found.lastgroup
        if kind == "stars":
            inner = max(("*", "**"), key=lambda mark: waiting[mark][-1:])
            for star, opens, closes in _stars(text, found, inner):
                if not (closes and close(star)) and opens:
                    waiting[star].append(len(tokens))
                tokens.append(star)
            continue
        if kind == "line":
            for places in waiting.values():
                places.clear()
        elif kind == "colour":
            waiting["["].append(len(tokens))
        elif kind == "end":
            close("[")
        tokens.append(_sign(found[0]) if kind in ("sign", "named") else found[0])
    return [*tokens, text[end:]] if end < len(text) else tokens, turns


def _stars(text: str, found: re.Match[str], inner: str) -> Iterator[tuple[str, bool, bool]]:
    """Yield each mark of a row of stars, and whether it may open and close; four stars or more are none.

    Three close the `inner` mark first.
    """
    before, after = text[: found.start()][-1:] or " ", text[found.end() : found.end() + 1] or " "
    opens, closes = not after.isspace(), not before.isspace()
    count = len(found[0])
    if count == 2:
        yield "**", opens, closes
    elif count > 3:
        yield found[0], False, False
    else:
        opens, closes = opens and not before.isalnum(), closes and not after.isalnum()
        single, double = ("*", opens, closes), ("**", opens, closes)
        yield from (single,) if count == 1 else (single, double) if closes and inner == "*" else (double, single)


def _sign(token: str) -> Sign:
    if token[0] == ":":
        return Sign("sign", token[1:-1])
    kind, _, value = token[1:-1].partition(" ")
    return Sign(kind, value)  # type: ignore[arg-type]


def split(text: str) -> list[str | Sign]:
    """Part a text whose only markup is signs by name, such as that of a booklet."""
    found: list[str | Sign] = []
    end = 0
    for one in _NAME_ALONE.finditer(text):
        found += [text[end : one.start()], Sign("sign", one[0][1:-1])]
        end = one.end()
    return [part for part in (*found, text[end:]) if part]


def resolved(text: str, number: Callable[[str], int | None]) -> str:
    """The text with the printed numbers of rulings in place of their ids, at the word before them.

    Neighbours share a sign. Those without a number, such as slips, are left out. A figure before one is set apart, so
    that nobody reads a power.
    """

    def raised(found: re.Match[str]) -> str:
        shown = numbered("", _numbers(found[0], number))
        figure = text[: found.start()].rstrip(".,;:*")[-1:].isdecimal()
        return f"\N{NO-BREAK SPACE}{shown}" if shown and figure else shown

    return _RULINGS.sub(raised, text) if "{ruling " in text else text


def numbered(text: str, numbers: Iterable[int]) -> str:
    """The text with the numbers of rulings at its end."""
    shown = " ".join(map(str, sorted(set(numbers))))
    return f"{text}{{flag {shown}}}" if shown else text


def _numbers(text: str, number: Callable[[str], int | None]) -> Iterator[int]:
    """Yield the numbers of the rulings that a text names."""
    return (printed for name in _RULING.findall(text) if (printed := number(name)) is not None)


def neighbours(text: str) -> list[list[str]]:
    """The ids of the rulings that a text names, those at one place together."""
    return [_RULING.findall(found[0]) for found in _RULINGS.finditer(text)] if "{ruling " in text else []


def capitals(text: str) -> str:
    """The text in capitals, its signs and colours as they are."""
    if not marked(text):
        return text.upper()
    tokens, turns = _paired(text)
    said = ""
    for index, (token, after) in enumerate(zip(tokens, (*tokens[1:], ""), strict=True)):
        if isinstance(token, Sign):
            apart = token.kind != "sign" or not isinstance(after, str)
            said += written(token) if apart else _between(said[-1:], token.value, str(after)[:1])
        else:
            said += token if index in turns else token.upper()
    return said


def _between(before: str, name: str, after: str) -> str:
    """Return a sign as it is written between two characters: in braces if colons would join it to a word."""
    joined = before.isalnum() and (after.isalnum() or name[0].isdecimal())
    return f"{{sign {name}}}" if joined else f":{name}:"


def with_signs(text: str, names: Mapping[str, str]) -> str:
    """The text with signs in place of characters, or of several in a row; `names` has the name of the sign for each.

    A `SELECTOR` after a character goes with it.
    """
    found = _any_of(tuple(names)).split(text)
    for index in range(1, len(found), 2):
        found[index] = _between(found[index - 1][-1:], names[found[index]], found[index + 1][:1])
    return "".join(found)


@lru_cache(maxsize=4)
def _any_of(texts: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of some texts, the longest first."""
    longest = sorted(texts, key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, longest))}){SELECTOR}?")


def written(one: Sign) -> str:
    """A sign as it is written in a text."""
    if one.kind == "sign":
        return f":{one.value}:"
    return f"{{{one.kind} {one.value}}}" if one.value else f"{{{one.kind}}}"


def measured(text: str) -> str:
    """The text as it is measured where signs are not drawn: each counts as two figures."""
    return "".join("00" if isinstance(part.what, Sign) else part.what for part in parts(text))


def spoken(text: str, said: Mapping[str, str] = SHIPPED) -> str:
    """The text without markup, as it is read aloud, searched and listed; `said` has the words for signs by name."""
    if not marked(text):
        return text
    words, after = "", False
    for part in parts(text):
        sign = isinstance(part.what, Sign)
        word = part.what.spoken(said) if isinstance(part.what, Sign) else part.what
        apart = (sign or after) and words[-1:].isalnum() and word[:1].isalnum()
        words, after = words + (f" {word}" if apart else word), sign
    return words
