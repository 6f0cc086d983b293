"""A second implementation of the checks of records and mails, written from the docstrings of `rcwkit.dice` alone.

It takes from there only what the docstrings refer to: the rules (`prepare`, the walk), labels, and words of events.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rcwkit.diagnostics import InputError
from rcwkit.dice.plan import Plan
from rcwkit.dice.record import label, worded
from rcwkit.dice.roll import prepare
from rcwkit.dice.values import WalkError
from rcwkit.dice.walk import DrawnCard, Event, Request, begin, onward, take
from rcwkit.game.game import Game

__all__ = ["accepts", "opened", "revealed"]

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Refused(Exception):
    """A record or message that does not hold."""


def must(holds: object) -> None:
    if not holds:
        raise Refused


def canonical(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# Codes


def encode(number: int, digits: int) -> str:
    """Return the code of a number."""
    found = ""
    while number or len(found) < digits:
        number, digit = divmod(number, 32)
        found = DIGITS[digit] + found
    found += DIGITS[-checked(found + "0") % 32]
    return "-".join(found[at : at + 4] for at in range(0, len(found), 4))


def checked(characters: str) -> int:
    """Return the sum of which a code's is a multiple of 32."""
    total = 0
    for place, character in enumerate(reversed(characters)):
        value = DIGITS.index(character)
        total += value if place % 2 == 0 else 2 * value // 32 + 2 * value % 32
    return total


def code_of(seed: bytes) -> str:
    return encode(int.from_bytes(seed, "big"), {5: 8, 16: 26}[len(seed)])


def seed_of(code: str, *lengths: int) -> bytes:
    """Return the seed of a code as `code_of` writes it."""
    plain = code.replace("-", "")
    must(plain and set(plain) <= set(DIGITS) and len(plain) in (9, 27))
    length, number = 5 if len(plain) == 9 else 16, 0
    for character in plain[:-1]:
        number = number * 32 + DIGITS.index(character)
    must(length in lengths and number < 256**length)
    seed = number.to_bytes(length, "big")
    must(code_of(seed) == code)
    return seed


# Mail

FOUR = ["context", "first", "scheme", "second"]
SIX = [*FOUR, "seal", "answer"]


def text(message: Mapping[str, str], names: Sequence[str]) -> str:
    pairs = (f"{quoted(name)}:{quoted(message[name])}" for name in sorted(names))
    return f"{{{','.join(pairs)}}}"


def quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def mac(secret: bytes, label: str, message: Mapping[str, str], names: Sequence[str]) -> bytes:
    return hmac.new(secret, f"rcw-mail/2 {label}|{text(message, names)}".encode(), hashlib.sha256).digest()


LIKE_LATIN = """0430 a, 0432 b, 0435 e, 043A k, 043C m, 043D h, 043E o, 0440 p, 0441 c, 0442 t, 0443 y, 0445 x, 0455 s,
0456 i, 0458 j, 03B1 a, 03B2 b, 03B5 e, 03B6 z, 03B7 h, 03B9 i, 03BA k, 03BC m, 03BD n, 03BF o, 03C1 p, 03C4 t, 03C5 y,
03C7 x"""


def plain(name: Any) -> Any:
    """Return a name as it is compared with the other player's."""
    if not isinstance(name, str):
        return name
    name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    for code, letter in re.findall(r"([0-9A-F]{4}) (\w)", LIKE_LATIN):
        name = name.replace(chr(int(code, 16)), letter)
    return name


def formed(message: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, str]:
    """Check a message's form."""
    must(set(message) == set(names) and all(type(value) is str for value in message.values()))
    must(message["scheme"] == "rcw-mail/2" and plain(message["first"]) != plain(message["second"]))
    for name, most in (("first", 100), ("second", 100), ("context", 1000)):
        value = message[name]
        must(1 <= len(value) <= most and unicodedata.normalize("NFC", value) == value)
        kinds = [unicodedata.category(character) for character in value]
        must(not {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"} & set(kinds) and kinds.count("Zs") == value.count(" "))
        must(value == value.strip(" ") and "  " not in value)
        must(
            not re.search(
                "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]",
                value,
            )
        )
    for name in ("seal", "digest"):
        must(name not in names or re.fullmatch("[0-9a-f]{64}", message[name]))
    for name in ("answer", "secret"):
        if name in names:
            seed_of(message[name], 16)
    if "digest" in names:
        said = hashlib.sha256(f"rcw-mail/2 answer|{text(message, SIX)}".encode()).hexdigest()
        must(message["digest"] == said)
    return message


def well_formed(message: Mapping[str, Any]) -> bool:
    """Return whether a commitment has the form of one."""
    try:
        formed(message, [*FOUR, "seal"])
    except Refused:
        return False
    return True


def revealed(sent: Mapping[str, Any], answered: Mapping[str, Any], secret: bytes) -> str:
    """Return the seed's code after the step `reveal`, or '' if it ends without one."""
    try:
        formed(sent, [*FOUR, "seal"])
        formed(answered, [*SIX, "digest"])
        must(all(answered[name] == value for name, value in sent.items()))
        must(mac(secret, "seal", answered, FOUR).hex() == answered["seal"])
        must(seed_of(answered["answer"], 16) != secret)
    except Refused:
        return ""
    return code_of(mac(secret, "seed", answered, SIX)[:16])


def opened(message: Mapping[str, Any], kept: Mapping[str, Any] | str) -> str:
    """Return the seed's code after the step `open`, or '' if it ends without one."""
    try:
        formed(message, [*SIX, "digest", "secret"])
        if isinstance(kept, str):
            must(message["digest"] == kept)
        else:
            formed(kept, [*SIX, "digest"])
            must(all(message[name] == value for name, value in kept.items()))
        secret = seed_of(message["secret"], 16)
        must(mac(secret, "seal", message, FOUR).hex() == message["seal"])
    except Refused:
        return ""
    return code_of(mac(secret, "seed", message, SIX)[:16])


# Records

HASH = re.compile("[0-9a-f]{64}")
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}")


def whole(value: Any) -> bool:
    return type(value) is int


def is_id(value: Any) -> bool:
    return type(value) is str and ID.fullmatch(value) is not None


def claimed(record: Any) -> None:
    """Check the form of the claims."""
    must(type(record) is dict and type(record.get("tool")) is str)
    must(re.fullmatch(r"rcwkit [0-9A-Za-z.+-]{1,40}", record["tool"]))
    must(is_id(record.get("game")) and is_id(record.get("procedure")))
    must("scenario" in record and (record["scenario"] is None or is_id(record["scenario"])))
    must(type(record.get("inputs")) is dict)
    for value in record["inputs"].values():
        must(type(value) is str or whole(value) or (type(value) is list and all(map(whole, value))))
    must("seed" in record and type(record.get("seed_from")) is str)
    if record["seed"] is not None:
        must(type(record["seed"]) is str)
        seed_of(record["seed"], 5, 16)
    must(record["seed_from"] in (["faces alone"] if record["seed"] is None else ["fresh", "given"]))
    typed = record.get("typed_faces")
    must(type(typed) is list and all(face is None or (whole(face) and face > 0) for face in typed))
    must(type(record.get("history")) is list and len(record["history"]) <= 1000)
    for entry in record["history"]:
        must(type(entry) is dict and set(entry) == {"again", "kept", "seed", "before"})
        must(all(type(entry[name]) is str for name in ("again", "seed", "before")))
        must(type(entry["kept"]) is list and all(type(item) is str for item in entry["kept"]))
        must(HASH.fullmatch(entry["before"]))
        seed_of(entry["seed"], 5, 16)


def shown(seed: bytes, path: str, sides: int) -> int:
    """Return the face of a seeded die."""
    limit, block = 2**32 - 2**32 % sides, 0
    while True:
        said = f"rcw-dice/1|{unicodedata.normalize('NFC', path)}|{block}"
        digest = hmac.new(seed, said.encode(), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            word = int.from_bytes(digest[at : at + 4], "big")
            if word < limit:
                return word % sides + 1
        block += 1


@dataclass
class First:
    """The dice of the first roll."""

    seed: bytes | None
    typed: list[int | None]
    next: int = 0
    seeded: bool = False

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """Return a die's face, and whether it was typed."""
        given = None
        if self.typed:
            must(self.next < len(self.typed))
            given = self.typed[self.next]
            self.next += 1
        if given is not None:
            must(1 <= given <= sides)
            return given, True
        must(self.seed is not None)
        self.seeded = True
        return shown(self.seed or b"", path, sides), False

    def start(self, path: str) -> int:
        """Return the number of a path's first attempt."""
        return 1

    def end(self) -> None:
        """Check that all is used: faces, of which not all are missing, and the seed."""
        must(self.next == len(self.typed) and self.seeded == (self.seed is not None))
        must(not self.typed or any(face is not None for face in self.typed))


@dataclass
class Later:
    """The dice of a reroll."""

    seed: bytes
    faces: Mapping[str, tuple[int, bool]]
    starts: Mapping[str, int]

    def face(self, path: str, sides: int) -> tuple[int, bool]:
        """Return a die's face, and whether it was typed."""
        face, typed = self.faces.get(path, (0, False))
        return (face, typed) if 1 <= face <= sides else (shown(self.seed, path, sides), False)

    def start(self, path: str) -> int:
        """Return the number of a path's first attempt."""
        return self.starts.get(path, 1)

    def end(self) -> None:
        """Do nothing."""


def dice_of(entry: Mapping[str, Any]) -> list[str]:
    """Return the paths of an entry's dice."""
    if "card" in entry:
        return [entry["path"]]
    attempt = "" if entry["attempt"] == 1 else f"~{entry['attempt']}"
    return [f"{entry['path']}.{number}{attempt}" for number in range(len(entry["faces"]))]


@dataclass
class Walked:
    """One walk through a plan, die by die."""

    plan: Plan
    dice: First | Later
    entries: list[dict[str, Any]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    code: list[tuple[int, int]] = field(default_factory=list)
    piles: dict[str, list[tuple[Any, str]]] = field(default_factory=dict)
    drawn: dict[str, int] = field(default_factory=dict)
    paths: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Walk to the end."""
        self.piles = {name: list(deck.cards.items()) for name, deck in self.plan.decks.items()}
        state, events, request = begin(self.plan)
        self.events += events
        while request is not None:
            outcome = self.draw(request) if request.dice is None else self.roll(request)
            state, events = take(request, outcome)
            self.events += events
            state, events, request = onward(self.plan, state)
            self.events += events
        self.dice.end()

    def show(self, path: str, sides: int) -> tuple[int, bool]:
        """Show one die."""
        must(path not in self.paths)
        self.paths.add(path)
        face, typed = self.dice.face(path, sides)
        self.code.append((face, sides))
        return face, typed

    def roll(self, request: Request) -> Any:
        """Roll until the rules take the result."""
        assert request.dice is not None
        count, sides, attempt = request.dice.count, request.dice.faces, self.dice.start(request.path)
        while True:
            entry: dict[str, Any] = {"path": request.path, "label": label(request), "dice": str(request.dice)}
            entry |= {"faces": [0] * count, "attempt": attempt}
            faces = [self.show(path, sides) for path in dice_of(entry)]
            entry |= {"faces": [face for face, _ in faces], "typed": [typed for _, typed in faces]}
            entry["drm"] = [[reason, add] for reason, add in request.drm if add]
            digits = entry["dice"].startswith("d")
            natural = int("".join(map(str, entry["faces"]))) if digits else sum(entry["faces"])
            found = request.resolve(natural)
            entry["total"] = natural + sum(add for _, add in entry["drm"])
            entry |= {"read": found.read, "row": found.row, "result": found.result}
            if request.bound is not None:
                entry["against"] = [request.bound[0].replace("_", " "), request.bound[1]]
            self.entries.append(entry)
            if not found.again:
                break
            entry["rolled_again"] = True
            attempt += 1
        ways = {True: 0, False: 0}
        for other, weight in request.outcomes():
            ways[same(other.result, found.result)] += weight
        entry["chance"] = share(Fraction(ways[True], ways[True] + ways[False]))
        return found

    def draw(self, request: Request) -> DrawnCard:
        """Draw a card."""
        assert request.node.step.draw is not None
        deck = request.node.step.draw.deck
        at, pile = self.drawn.get(deck, 0), self.piles[deck]
        if at == len(pile):
            for name, more in self.plan.decks.items():
                self.piles[name] += more.discards.items()
        left = len(pile) - at
        must(left)
        head, _, number = request.path.rpartition("/")
        path = f"{head}.{number}"
        face, typed = self.show(path, left)
        pile[at], pile[at + face - 1] = pile[at + face - 1], pile[at]
        self.drawn[deck] = at + 1
        card, kind = pile[at]
        entry: dict[str, Any] = {
            "path": path,
            "label": label(request),
            "dice": f"1 of {left}",
            "faces": [face],
            "typed": [typed],
        }
        entry |= {"drm": [], "total": face, "read": face, "row": None, "result": kind, "attempt": 1}
        self.entries.append({**entry, "card": card, "chance": share(Fraction(1, left))})
        return DrawnCard(kind)


def same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def share(part: Fraction) -> str:
    return f"{part.numerator}/{part.denominator}"


def written(claims: Mapping[str, Any], facts: Mapping[str, Any], plan: Plan, walked: Walked) -> dict[str, Any]:
    """Return the record of a walk."""
    exempt = [{"item": item, "reason": reason} for node in plan.steps for item, reason in node.exempt]
    head = {**claims, "format": "rcw-record/2", "scheme": "rcw-dice/1", "exempt": exempt}
    head |= {"title": plan.procedure.title, "rule": plan.procedure.rule, **facts, "tool": claims["tool"]}
    running, rolls, product = link("", head), [], Fraction(1)
    for entry in walked.entries:
        running = link(running, entry)
        rolls.append({**entry, "hash": running[:16]})
        product *= Fraction(entry.get("chance", "1/1"))
    number = 1
    for face, sides in reversed(walked.code):
        number = face - 1 + sides * number
    tail = {"faces_code": f"F-{encode(number, 1)}", "outcome": [*map(worded, walked.events)], "chance": share(product)}
    return {**head, "rolls": rolls, **tail, "hash": link(running, tail)}


def link(before: str, data: Any) -> str:
    return hashlib.sha256(f"{before}|{canonical(data)}".encode()).hexdigest()


def rerolled(before: Mapping[str, Any], entry: Mapping[str, Any], procedure: str) -> Later:
    """Return the dice of a reroll."""
    must(before["hash"] == entry["before"] and "/" not in entry["again"])
    step = f"{procedure}/{entry['again']}"
    own = [one for one in before["rolls"] if "card" not in one and f"{one['path']}/".startswith(f"{step}/")]
    items = {one["path"].rpartition("/")[2] for one in own if one["path"] != step}
    must(entry["kept"] == sorted(set(entry["kept"])) and set(entry["kept"]) <= items)
    starts: dict[str, int] = {}
    for one in before["rolls"]:
        starts.setdefault(one["path"], one["attempt"])
    again = [one for one in own if one["path"] == step or one["path"].rpartition("/")[2] not in entry["kept"]]
    must(again)
    starts |= {one["path"]: one["attempt"] + 1 for one in again}
    faces = {
        path: shown_before
        for one in before["rolls"]
        for path, shown_before in zip(dice_of(one), zip(one["faces"], one["typed"], strict=True), strict=True)
    }
    return Later(seed_of(entry["seed"], 5, 16), faces, starts)


def rebuilt(game: Game, record: Any) -> dict[str, Any]:
    """Return the record that the claims lead to."""
    claimed(record)
    given = {name: tuple(value) if type(value) is list else value for name, value in record["inputs"].items()}
    if record["scenario"] is not None:
        given = {"scenario": record["scenario"], **given}
    prepared = prepare(game, record["procedure"], given)
    facts = {name: value for name, value in prepared.facts.items() if name in ("game", "scenario", "data")}
    claims = {name: record[name] for name in ("tool", "procedure", "seed", "seed_from", "typed_faces")}
    claims["inputs"] = {name: list(one) if type(one) is tuple else one for name, one in prepared.plan.inputs.items()}
    seed = None if record["seed"] is None else seed_of(record["seed"], 5, 16)
    walked = Walked(prepared.plan, First(seed, record["typed_faces"]))
    walked.run()
    made = written({**claims, "history": []}, facts, prepared.plan, walked)
    for number, entry in enumerate(record["history"], 1):
        walked = Walked(prepared.plan, rerolled(made, entry, prepared.plan.id))
        walked.run()
        made = written({**claims, "history": record["history"][:number]}, facts, prepared.plan, walked)
    return made


def accepts(game: Game, record: Any) -> bool:
    """Return whether a record agrees with the rules."""
    try:
        return canonical(rebuilt(game, record)) == canonical(record)
    except (Refused, InputError, WalkError):
        return False
