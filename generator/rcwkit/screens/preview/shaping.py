"""Layouts by hand: the boxes of a face, sample faces beside it, and what a box that was moved or changed is written as.

Lengths are in millimetres from the top left of a face.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from rcwkit.diagnostics import Diagnostic, InputError, Severity, Span
from rcwkit.dice.counters import Counter, owner_of
from rcwkit.faces import counters
from rcwkit.faces.compiling import Pose, Refused, owner_scope
from rcwkit.faces.faces import FaceBox, Faces
from rcwkit.faces.inherited import ResolvedBox, chain, known
from rcwkit.faces.layouts import Layout, LayoutLength, Layouts, part
from rcwkit.frame import MM
from rcwkit.game.game import Document, Game, GameItem
from rcwkit.game.loader import load
from rcwkit.kinds.cards import draw as cards
from rcwkit.kinds.cards.model import HOUSE, Deck
from rcwkit.kinds.pieces import draw as pieces
from rcwkit.kinds.pieces.kind import Pieces
from rcwkit.screens.preview.editing import Editing
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.sheets.svg import svg
from rcwkit.source.patterns import free
from rcwkit.source.project import DOCUMENTS, encoded
from rcwkit.source.splicing import block_lines, spliced
from rcwkit.source.yaml import parse
from rcwkit.type.fonts import FACES, STRONG
from rcwkit.type.text import Setter

NEW: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "text": ("words", {"text": "Words", "size": [11, 7], "align": "centre", "valign": "middle"}),
    "ground": ("ground", {"fill": "gold"}),
    "picture": ("picture", {"image": "", "crop": "fit"}),
}
"""What boxes may be added: how they are called, and what they have besides where they stand."""
LEAST = 0.02
"""What is nearer than this to where it was has not moved, in mm."""
KEYS = ("text", "font", "size", "lines", "ink", "fill", "stroke", "align", "valign", "image", "crop")
"""What can be changed of a box, beside where it stands."""
SHOWN = (".png", ".jpg", ".jpeg", ".svg")
"""Suffixes of pictures."""
MOST = 200
"""Most pictures that are offered."""
OWNERS = 8
"""Most owners whose colours the contrast is told for."""
TOLD = 8
"""Most places of a file that are told after a change."""

Rect = tuple[float, float, float, float]


def moved(written: Sequence[Any], before: Rect, after: Rect, size: tuple[float, float]) -> list[Any]:
    """Return `at` of a box as a person would write it after it went from one rectangle to another on a face of a size.

    A length that stays is left as it was written; others keep their form: a share of the face with mm, a distance from
    the far edge, or mm, which also take the place of what is computed.
    """
    found = list(written)
    for axis in (0, 1):
        whole = size[axis]
        (old, wide), (new, tall) = (before[axis], before[axis + 2]), (after[axis], after[axis + 2])
        if abs(new - old) > LEAST:
            found[axis] = _start(_length(written[axis]), new, whole)
        far = _is_far(written[axis + 2])
        if abs((new + tall) - (old + wide) if far else tall - wide) > LEAST:
            found[axis + 2] = _extent(_length(written[axis + 2]), new, tall, whole)
    return found


def _length(written: Any) -> LayoutLength:
    return LayoutLength(0.0, 0.0) if isinstance(written, str) and "{{" in written else part(written)


def _is_far(written: Any) -> bool:
    return not (isinstance(written, str) and "{{" in written) and part(written).far


def _start(old: LayoutLength, value: float, whole: float) -> int | float | str:
    if old.far and value - whole < -LEAST:
        return _figure(value - whole)
    if old.share:
        return _shared(old.share, value - old.share * whole)
    return _figure(value) if value > -LEAST else _shared(0.0, value)


def _extent(old: LayoutLength, start: float, value: float, whole: float) -> int | float | str:
    if old.far:
        left = start + value - whole
        return _figure(left) if left < -LEAST else _shared(1.0, value - whole)
    return _shared(old.share, value - old.share * whole) if old.share else _figure(value)


def _shared(share: float, more: float) -> str:
    """Return a share of the face with mm: 50% - 9."""
    figure = _figure(abs(more))
    return f"{share * 100:.6g}%" + (f" {'-' if more < 0 else '+'} {figure}" if figure else "")


def _figure(value: float) -> int | float:
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def lines_of(before: str, after: str) -> list[dict[str, Any]]:
    """Return the lines that differ between two texts of a file: the number of the first, and those before and after."""
    old, new = before.splitlines(), after.splitlines()
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [
        {"line": start + 1, "before": old[first:last], "after": new[start:end]}
        for tag, first, last, start, end in codes
        if tag != "equal"
    ][:TOLD]


class _Sitter(NamedTuple):
    """A card or counter: its key in the preview, its letters, and its owner."""

    key: str
    letters: int
    owner: str


class Shaping:
    """The layouts of one game as its preview shows and changes them."""

    def __init__(self, workshop: Workshop, editing: Editing) -> None:
        self.workshop, self.editing = workshop, editing

    def shown(self, key: str, *, back: bool = False) -> dict[str, Any]:
        """Return the boxes of the layout of a face, its drawing, and sample faces.

        Raises InputError if a piece of this name has no such face, or while the game cannot be read.
        """
        game = self.workshop.sound()
        return self._told(game, key, back)

    def _told(self, game: Game, key: str, back: bool) -> dict[str, Any]:
        pictures = self._pictures(_poses(game, key, back)[back])
        return {**_shown(game, self.workshop, key, back), "pictures": pictures}

    def change(self, key: str, back: bool, box: str, wanted: Mapping[str, Any], window: str = "") -> dict[str, Any]:
        """Change a box of the layout of a face, and return what `shown` does, with the lines that were written.

        `wanted` has its new `place`, `keys` to set or, with None, to take out, and the layout that is changed as
        `home`; or else `new`, what is added, or `gone`, if it is to go. If the game would have errors, nothing is
        written; they are `problems`. A `draft` is only drawn, which is quick in a large game. Raises InputError for
        what cannot be done.
        """
        with nullcontext() if wanted.get("draft") else self.editing.writing:
            return self._made(key, back, box, wanted, window)

    def _made(self, key: str, back: bool, box: str, wanted: Mapping[str, Any], window: str) -> dict[str, Any]:
        game = load(self.editing.tried({}))
        pose = _poses(game, key, back)[back]
        if wanted.get("new"):
            box, (path, before, after) = self._added(game, pose, str(wanted["new"]))
        else:
            path, before, after = self._changed(game, pose, box, wanted)
        data, problems = {path: after}, list[Diagnostic]()
        if before == after:
            return {**self._told(game, key, back), "written": None, "problems": []}
        try:
            if not wanted.get("draft"):
                self.editing.write(data, window)
        except InputError as error:
            problems = error.diagnostics
        try:
            game = load(self.editing.tried(data))
        except InputError:  # there is nothing to draw
            raise InputError(problems) from None
        lines = lines_of((before or b"").decode(), after.decode())
        told = [{"message": one.message, "hint": one.hint} for one in problems]
        written = {"file": path.name, "lines": lines}
        return {**self._told(game, key, back), "written": written, "problems": told, "box": box}

    def _added(self, game: Game, pose: Pose, what: str) -> tuple[str, tuple[Path, bytes | None, bytes]]:
        """Return the name of a new box in the middle of a face, and its file as `_changed` does."""
        if what not in NEW:
            raise InputError.of("E391", f"no box '{what}' to add", pose.at)
        name, keys = NEW[what]
        taken = {one.box.placed.name for one in Faces(game, game.setter()).boxes(pose)}
        wide, high = (length / MM for length in pose.size)
        at = [_figure(round(one)) for one in (wide * 0.2, high * 0.4, wide * 0.6, high * 0.2)]
        if what == "picture":
            keys = {**keys, "image": next(iter(self._pictures(pose)), "")}
            if not keys["image"]:
                hint = "put one into its folder art/, or drop it on a cell of the table"
                raise InputError.of("E130", "this game has no pictures yet", pose.at, hint)
        homes = _homes(game, pose.layout)
        named = free(name, taken)
        return named, self._written(game, homes[0].id if homes else pose.layout, named, {"at": at, **keys})

    def _pictures(self, pose: Pose) -> list[str]:
        """Return what boxes may show of pictures: that of the piece, and those of the game."""
        fields = [name for name in ("art",) if isinstance(pose.scope.get(name), str)]
        project = self.workshop.project
        own = [path.relative_to(project.root).as_posix() for path in project.walk() if path.suffix.lower() in SHOWN]
        within = "art/" if any(name.startswith("art/") for name in own) else ""
        return [*(f"{within}{{{{ {name} }}}}" for name in fields), *own[:MOST]]

    def _changed(self, game: Game, pose: Pose, box: str, wanted: Mapping[str, Any]) -> tuple[Path, bytes | None, bytes]:
        """Return the file of a changed layout, with what it has and what it is to have."""
        faces = Faces(game, game.setter(self.workshop.options.ink))
        boxes = faces.boxes(pose)
        found = next((one for one in boxes if one.box.placed.name == box), None)
        if found is None:
            raise InputError.of("E391", f"no box '{box}' in the layout '{pose.layout}'", pose.at)
        keys = {name: value for name, value in dict(wanted.get("keys") or {}).items() if name in KEYS}
        if wanted.get("gone"):
            return self._without(game, pose, box, str(wanted.get("home") or ""))
        if (place := wanted.get("place")) is not None:
            keys["at"] = _at(found, place, pose.size)
        homes = _homes(game, pose.layout)
        home = str(wanted.get("home") or _home(found.box.placed, homes, [*keys], pose.layout))
        return self._written(game, home, box, keys)

    def _without(self, game: Game, pose: Pose, box: str, home: str) -> tuple[Path, bytes | None, bytes]:
        """Return the file of a layout without a box; one that it has from another layout is drawn no more."""
        holders = [one for one in chain(game, known(game)[pose.layout]) if box in one.value.boxes]
        homes = _homes(game, pose.layout)
        if len(holders) > 1 or home not in ("", holders[0].id) or not any(one.id == holders[0].id for one in homes):
            return self._written(game, home or (homes[0].id if homes else pose.layout), box, {"when": False})
        document = holders[0].document
        path = self.workshop.path_of(document.file)
        assert path is not None, "it is the game's own"
        raw = path.read_bytes()
        data = parse(raw.decode("utf-8-sig"), document.file).plain()
        del data["layouts"][holders[0].id]["boxes"][box]
        return path, raw, encoded(spliced(raw.decode("utf-8-sig"), data, document.file), raw)

    def _written(self, game: Game, home: str, box: str, keys: Mapping[str, Any]) -> tuple[Path, bytes | None, bytes]:
        """Return the file of a layout of the game's own, which extends a shipped one of its name if it is new."""
        item = game[Layout].get(home)
        document = item.document if item else next((one for one, _ in game.all(Layouts)), None)
        path = self.workshop.path_of(document.file) if document else None
        if document is None or path is None:
            path = self._free("layouts")
            head = f"kind: layouts\nid: {path.stem}\nlayouts:\n  {home}:\n    extends: {home}\n    boxes:\n"
            return path, None, "\n".join([head.rstrip(), *block_lines({box: keys}, 6), ""]).encode()
        raw = path.read_bytes()
        text = raw.decode("utf-8-sig")
        data = parse(text, document.file).plain()
        layout = data["layouts"].setdefault(home, {"extends": home})
        boxes = layout["boxes"] = dict(layout.get("boxes") or {})
        own = dict(boxes.get(box) or {})
        boxes[box] = {name: value for name, value in {**own, **keys}.items() if value is not None}
        if not boxes[box]:
            del boxes[box]
        made = spliced(text, data, document.file)
        return path, raw, encoded(made, raw)

    def _free(self, stem: str) -> Path:
        """Return the path of a new document of the game."""
        root = self.workshop.project.root
        names = [stem, *(f"{stem}_{number}" for number in range(2, 100))]
        return next(
            root / f"{name}{DOCUMENTS[0]}"
            for name in names
            if not any((root / f"{name}{end}").exists() for end in DOCUMENTS)
        )


def _at(found: FaceBox, place: Any, size: tuple[float, float]) -> list[Any]:
    """Return what `at` of a box becomes. Raises InputError if it cannot be changed so."""
    placed = found.box.placed
    numbers = isinstance(place, list) and len(place) == 4 and all(type(one) in (int, float) for one in place)
    if not numbers or found.place is None or not all(abs(one) <= 2000 for one in place):
        raise InputError.of("E391", "a place is four lengths in mm", placed.at("at"))
    written = _raw(placed, "at") or [0, 0, "100%", "100%"]
    mm = tuple(length / MM for length in found.place), tuple(length / MM for length in size)
    x, y, width, height = place
    return moved(written, mm[0], (x, y, max(0.5, width), max(0.5, height)), mm[1])  # type: ignore[arg-type]


def _homes(game: Game, layout: str) -> list[GameItem[Layout]]:
    """Return the layouts of the game's own that a layout is made of, itself first."""
    return [one for one in chain(game, known(game)[layout]) if any(one.document is own for own in game.documents)]


def _home(placed: ResolvedBox, homes: Sequence[GameItem[Layout]], keys: Sequence[str], layout: str) -> str:
    """Return the layout in which keys of a box are written: where they stand, or else where the box does."""
    boxes = {one.id: one.value.boxes.get(placed.name) for one in homes}
    for name, box in boxes.items():
        if box is not None and all(key in box.model_fields_set for key in keys):
            return name
    held = next((name for name, box in boxes.items() if box is not None), None)
    return held or (homes[0].id if homes else layout)


def _shown(game: Game, workshop: Workshop, key: str, back: bool) -> dict[str, Any]:
    setter = workshop.remembering(game).setter(workshop.options.ink)
    workshop.trying(setter.artwork)
    faces, poses = Faces(game, setter), _poses(game, key, back)
    pose = poses[back]
    sitters = [] if back else [*_sitters(game, key, pose.layout)]
    owners = [*dict.fromkeys(one.owner for one in sitters)][:OWNERS] or [str(pose.scope["owner"].get("id") or "")]
    boxes = faces.boxes(pose)
    contrasts = [_contrasts(faces, pose, owner) for owner in owners]
    homes = [one.id for one in _homes(game, pose.layout)]

    def told(index: int, one: FaceBox) -> dict[str, Any]:
        placed = one.box.placed
        place = [round(length / MM, 3) for length in one.place] if one.place else None
        span = placed.at("at" if "at" in placed.places else "")
        written = [str(length) for length in _raw(placed, "at") or [0, 0, "100%", "100%"]]
        return {
            "name": placed.name,
            "place": place,
            "drawn": one.drawn,
            "written": written,
            "computed": ["{{" in length for length in written],
            "keys": {name: _raw(placed, name) for name in KEYS if name in placed.places},
            "said": _said(one),
            "home": _home(placed, _homes(game, pose.layout), ["at"], pose.layout),
            "from": span.place,
            "contrasts": [ratios[index] for ratios in contrasts if ratios[index] is not None],
        }

    return {
        "layout": pose.layout,
        "homes": homes or [pose.layout],
        "own": bool(homes),
        "width": round(pose.size[0] / MM, 3),
        "height": round(pose.size[1] / MM, 3),
        "boxes": [told(index, one) for index, one in enumerate(boxes)],
        "face": _drawn(faces, pose),
        "sides": len(poses),
        "samples": [*_samples(game, faces, pose, sitters)],
        "values": [*_values(pose.scope)],
        "fonts": _fonts(setter),
        "colours": {name: setter.theme.colours.get(name) or getattr(setter.theme, name) for name in _colours(setter)},
    }


_HOLDERS = ("card", "counter", "piece", "values", "owner", "deck")
"""What a face has values of, beside its own fields."""


def _values(scope: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a box may show of a piece: the name of each value in expressions, and the value of this one."""
    held = {name: scope[name] for name in _HOLDERS if isinstance(scope.get(name), Mapping)}
    for within, values in [("", scope), *((f"{name}.", values) for name, values in held.items())]:
        for name, value in values.items():
            if isinstance(value, str | int | float | None) and not isinstance(value, bool) and name != "id":
                yield f"{within}{name}", "" if value is None else str(value)


def _poses(game: Game, key: str, back: bool = False) -> list[Pose]:
    """Return what the faces of a piece of the preview are drawn of. Raises InputError if it has no such face."""
    name = key.partition(" #")[0]
    deck, _, card = name.partition("/")
    found: list[Pose] = []
    if deck in game[Deck] and card in game[Deck][deck].value.cards:
        leaves = [*game[Deck][deck].value.leaves]
        found += cards.poses(game, game[Deck][deck], card, leaves.index(card) + 1 if card in leaves else 1)
    elif deck in game[Pieces] and card in game[Pieces][deck].value.pieces:
        found += pieces.poses(game, game[Pieces][deck], card)
    elif name in game[Counter]:
        found += counters.poses(game, game[Counter][name])
    if len(found) <= back:
        raise InputError.of("E391", f"'{key}' has no layout to show", Span(key))
    return found


def _sitters(game: Game, key: str, layout: str) -> Iterator[_Sitter]:
    """Yield the pieces that are sheeted with a piece and have its layout."""
    deck = key.partition("/")[0]
    if deck in game[Deck]:
        value = game[Deck][deck].value
        for name, card in value.leaves.items():
            if (value.layout_of(card) or HOUSE) == layout:
                yield _Sitter(f"{deck}/{name}", _letters(card), card.owner or value.back.colour or "")
        return
    if deck in game[Pieces]:
        sheet = game[Pieces][deck].value
        for name, piece in sheet.pieces.items():
            if sheet.layout_of(piece) == layout:
                yield _Sitter(f"{deck}/{name}", _letters(piece), piece.owner or "")
        return
    for name, item in game[Counter].items():
        if counters.face_layout(game, name) == layout:
            yield _Sitter(name, _letters(item.value), owner_of(game, name))


def _letters(value: Any) -> int:
    """Count the letters of all texts in a value."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, BaseModel):  # not what it has worked out: the other side of a card may be itself
        value = {name: getattr(value, name) for name in type(value).model_fields}
    if isinstance(value, Mapping):
        return sum(map(_letters, value.values()))
    return sum(map(_letters, value)) if isinstance(value, (list, tuple)) else 0


def _samples(game: Game, faces: Faces, pose: Pose, sitters: Sequence[_Sitter]) -> Iterator[dict[str, Any]]:
    """Yield the faces with the fewest and the most letters, and one without texts."""
    ranked = sorted(sitters, key=lambda one: one.letters)
    for which, sitter in zip(("shortest", "longest"), (ranked[0], ranked[-1]) if ranked else (), strict=False):
        yield {"which": which, "key": sitter.key, **_drawn(faces, _poses(game, sitter.key)[0])}
    yield {"which": "empty", "key": "", **_drawn(faces, pose._replace(scope=_emptied(pose.scope))), "problems": []}


_KEPT = ("owner", "deck", "game", "look", "back", "values", "id", "number", "symbol", "copies")
"""What a face without texts keeps of its values."""


def _emptied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: one if key in _KEPT else _emptied(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return []
    return "" if isinstance(value, str) else value if isinstance(value, (bool, int, float)) else None


def _drawn(faces: Faces, pose: Pose) -> dict[str, Any]:
    """Return a face as the page shows it, with what is wrong on it."""
    known_ = len(faces.setter.found)
    frame = faces.face(pose)
    worse = [one for one in faces.setter.found[known_:] if one.severity is not Severity.NOTE]
    problems = [*dict.fromkeys(one.message for one in worse)]
    drawn = svg(frame, bleed=True, label=None, pictures="picture/{}".format, fonts=faces.setter.book)
    sizes = {name: round(getattr(frame, name) / MM, 3) for name in ("width", "height", "bleed")}
    return {"svg": drawn, **sizes, "problems": problems}


def _contrasts(faces: Faces, pose: Pose, owner: str) -> list[dict[str, Any] | None]:
    """Return the contrast of the ink of each box with what is under it, on a face of an owner."""
    scope = {**pose.scope, "owner": owner_scope(faces.game, owner)} if owner else pose.scope
    title = faces.game.owners[owner].title if owner in faces.game.owners else ""
    found = (one for _, one in faces.contrasts(pose._replace(scope=scope)))
    return [
        one and {"owner": title, "ratio": round(one.ratio, 1), "ink": one.ink, "ground": one.ground} for one in found
    ]


def _raw(placed: ResolvedBox, key: str) -> Any:
    """Return the value of a key as it is written; None if it is not given."""
    if key not in placed.places:
        return None
    document, path = placed.places[key]
    return _plain(document, (*path, key))


def _plain(document: Document, path: Sequence[Any]) -> Any:
    node = document.node
    for step in path:
        node = node.value[step][1] if isinstance(node.value, dict) else node.value[step]
    return node.plain()


def _said(one: FaceBox) -> str:
    try:
        return str(one.box.value("text", one.scope, "") or "")
    except Refused:
        return ""


def _fonts(setter: Setter) -> list[dict[str, Any]]:
    """Return the fonts that a box may name, with their families as CSS names them."""
    names = dict.fromkeys((*FACES, *STRONG, *setter.book.own))
    found = ((name, setter.book[name]) for name in names)
    return [{"name": name, "families": [*font.families], "bold": name.endswith("bold")} for name, font in found]


def _colours(setter: Setter) -> list[str]:
    return ["ink", "paper", "page", "quiet", "hairline", "gold", "accent", *setter.theme.colours]
