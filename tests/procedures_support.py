"""Random procedures in YAML, valid and invalid; and the page's walk, running in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hypothesis import strategies as st
from rcwkit.bundled import bundled
from rcwkit.diagnostics import Span
from rcwkit.game.game import Document, Game, assemble
from rcwkit.game.loader import validate
from rcwkit.screens.companion.page import bundle
from rcwkit.screens.companion.plans import kit
from rcwkit.source.yaml import Node, parse
from tests_support import TOY

NODE = shutil.which("node")

# A small game around the procedures: units to iterate over, and a track with gates and boxes of various costs.
SCENARIOS = """kind: scenarios
id: scenarios
source: Toy rules
scenarios:
  campaign: {title: Campaign, setup: campaign, checklist: [{head: Begin, tasks: [{do: Deal the cards, rule: "1"}]}]}
"""
TRACK = """kind: tracks
id: track
title: Track
source: Toy rules
tracks:
  t:
    title: T
    layout: table
    boxes: {p: {title: P}, q: {title: Q, leave: 2}, x: {title: X, leave: 0}, s: {title: S, leave: 3}, z: {title: Z}}
    rows:
      a: {title: A, start: q, gates: [{box: s, side: red, text: W5}]}
      b: {title: B, start: p, marker: VP}
      y: {title: Y}
"""
TABLES = """kind: tables
id: looked
title: Looked up
source: Toy rules
tables:
  cells: {title: Cells, columns: {A: A, B: B}, rows: {1: [1, x], 2: [2, y], x: [3, 4]}}
  plain: {title: Plain, rows: {1: 5, x: y, y: 0}}
"""
FACTIONS = ("game.yaml", "red.yaml", "white.yaml", "places.yaml", "setup.yaml", "tracks.yaml")


def _node(value: Any) -> Node:
    """Return plain data as nodes, as if read from a file."""
    span = Span("toy.yaml")
    if isinstance(value, Mapping):
        return Node({key: (_node(key), _node(inner)) for key, inner in value.items()}, span)
    return Node(tuple(_node(inner) for inner in value), span) if isinstance(value, (list, tuple)) else Node(value, span)


@cache
def _around() -> tuple[Document, ...]:
    texts = {name: TOY[name] for name in FACTIONS} | {
        "scenarios.yaml": SCENARIOS,
        "track.yaml": TRACK,
        "looked.yaml": TABLES,
    }
    return tuple(validate(parse(text, name), name) for name, text in texts.items())


def game_of(procedures: Mapping[str, Any], tables: Mapping[str, Any] | None = None) -> Game:
    """Return the small game with these procedures and rolled tables. Raises InputError."""
    documents = [*_around(), _document("procedures", procedures), *([_document("tables", tables)] if tables else [])]
    return assemble(documents)


def _document(kind: str, entries: Mapping[str, Any]) -> Document:
    return validate(
        _node({"kind": kind, "id": f"own_{kind}", "title": "Own", "source": "Toy rules", kind: dict(entries)}),
        f"{kind}.yaml",
    )


# Random procedures. A name may appear where its value does not fit; both walks must refuse that.

WORDS = ("x", "y", "z")
SPANS: dict[str, list[Any]] = {
    "1d2": [{1: 0, 2: 0}],
    "1d3": [{1: 0, "2-3": 0}, {1: 0, 2: 0, 3: 0}, {"1-3": 0}],
    "2d2": [{"2-3": 0, 4: 0}, {2: 0, "3-4": 0}],
    "d33": [{"11-13": 0, "21-32": 0, 33: 0}, {"11-33": 0}],
}
WIDE: dict[str, list[Any]] = {
    "1d2": [{"-9-1": 0, "2+": 0}],
    "1d3": [{"2-": 0, "3+": 0}],
    "2d2": [{"-5-2": 0, "3-9": 0}],
    "d33": [{"3-20": 0, "21-41": 0}],
}
INPUTS: dict[str, Any] = {
    "who": {"title": "?", "choices": {"x": "X", "y": "Y", 2: "Two"}},
    "side": {"title": "?", "choices": {"red": "Red", "white": "White"}},
    "n": {"title": "?", "range": "0-2"},
    "out": {"title": "?", "list": "1-4", "default": "-"},
    "box": {"title": "?", "choices": {"p": "P", "q": "Q", 1: "One"}, "for_each": ["a", "b"], "default": "q"},
}
VARIABLES: dict[str, Any] = {"v": 0, "w": "x"}
DECK = {"title": "D", "cards": "1-4", "classes": {"x": [1, 2], "y": [3]}}


@dataclass
class Names:
    """The names that a step may read, and the results that each is known to have."""

    known: list[str]
    results: dict[str, list[Any]] = field(default_factory=dict)
    looped: bool = False
    count: int = 0

    def fresh(self, scope: str) -> str:
        self.count += 1
        return f"{scope}{self.count}"


numbers = st.integers(-2, 3)


@st.composite
def names(draw: st.DrawFn, around: Names) -> str:
    special = ["item", "box.item"] if around.looped else ["box.a"]
    return draw(st.sampled_from([*around.known, *around.known, *special]))


@st.composite
def amounts(draw: st.DrawFn, around: Names, depth: int = 1) -> Any:
    kind = draw(st.sampled_from(["number", "number", "name", "name", "calc"] if depth else ["number", "name"]))
    if kind == "number":
        return draw(numbers)
    if kind == "name":
        return draw(names(around))
    base = draw(st.sampled_from(["of", "count", "sum", "lookup"]))
    calc: dict[str, Any] = {}
    if base == "of":
        calc["of"] = draw(amounts(around, depth - 1))
    elif base == "sum":
        calc["sum"] = draw(names(around))
    elif base == "count":
        name = draw(names(around))
        calc["count"] = {
            name: draw(
                st.lists(st.sampled_from([*around.results.get(name, WORDS)]), min_size=1, max_size=2, unique=True)
            )
        }
    else:
        calc["lookup"] = draw(st.sampled_from(["cells", "plain"]))
        calc["row"] = draw(st.one_of(st.sampled_from([1, 2, "x", "y"]), names(around)))
        if calc["lookup"] == "cells" or draw(st.booleans()):
            calc["column"] = draw(st.one_of(st.sampled_from(["A", "B"]), names(around)))
        if draw(st.booleans()):
            calc["read"] = {"x": 7, "y": -1}
    for key, value in (
        ("times", st.integers(-2, 2)),
        ("plus", amounts(around, 0)),
        ("least", numbers),
        ("most", numbers),
    ):
        if draw(st.integers(0, 3)) == 0:
            calc[key] = draw(value)
    return calc


@st.composite
def conditions(draw: st.DrawFn, around: Names, depth: int = 1) -> Any:
    kind = draw(st.sampled_from(["is", "is", "bounds", "items", "count", "value", *(["logic"] if depth else [])]))
    if kind == "logic":
        parts = draw(st.lists(conditions(around, 0), max_size=2))
        return {draw(st.sampled_from(["all", "either", "none"])): parts}
    name = draw(names(around))
    listed = st.sampled_from([*around.results.get(name, (*WORDS, 1, 2))])
    bounds = {draw(st.sampled_from(["at_least", "at_most"])): draw(amounts(around, 0))}
    if kind == "is":
        wanted = draw(st.one_of(listed, st.lists(listed, min_size=1, max_size=2)))
        return {name: wanted if draw(st.booleans()) else {"not": wanted}}
    if kind == "bounds":
        return {name: bounds}
    if kind == "items":
        return {draw(st.sampled_from(["any", "every"])): {name: draw(st.lists(listed, min_size=1, max_size=2))}}
    if kind == "count":
        return {"count": {name: draw(listed)}, **bounds}
    return {"value": draw(amounts(around)), **(bounds if draw(st.booleans()) else {"is": draw(numbers)})}


@st.composite
def effects(draw: st.DrawFn, around: Names) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(1, 2))):
        verb = draw(st.sampled_from(["set", "set", "add", "note", "reduce", "convert", "marker"]))
        target = draw(st.sampled_from(["v", "w", "v", "u"]))
        if verb == "set":
            found.append(
                {"set": {target: draw(st.one_of(amounts(around), st.sampled_from(["x", "free word", "who"])))}}
            )
        elif verb == "add":
            found.append({"add": {target: draw(amounts(around))}})
        elif verb == "note":
            found.append({"note": "Something happens."})
        elif verb == "reduce":
            found.append({"reduce": draw(st.sampled_from(["Ra1", "item"]))})
        elif verb == "convert":
            found.append({"convert": "Ra1", "to": draw(st.sampled_from(["white", "side", "side", "who"]))})
        else:
            found.append({"marker": "VP", "on": "t", "to": draw(st.sampled_from(["p", "w", "z"]))})
    return found


@st.composite
def readings(draw: st.DrawFn, around: Names) -> dict[str, Any]:
    """Draw dice and how they are read."""
    dice = draw(st.sampled_from(["1d2", "1d2", "1d3", "2d2", "d33"]))
    found: dict[str, Any] = {"roll": dice}
    if draw(st.integers(0, 3)) == 0:
        return found
    beyond = draw(st.sampled_from([None, None, "clamp", "rows", "error"]))
    spans = draw(st.sampled_from(WIDE[dice] if beyond == "rows" else SPANS[dice]))
    columns = draw(st.sampled_from([(), (), ("A", "B")]))
    cell = st.sampled_from([*WORDS, 1, 2, -1])
    found["rows"] = {
        key: draw(st.lists(cell, min_size=len(columns), max_size=len(columns))) if columns else draw(cell)
        for key in spans
    }
    if columns:
        found["columns"] = {name: name for name in columns}
    if beyond is not None:
        found["beyond"] = beyond
        drm = st.builds(lambda add, when: {"add": add, "text": "T", **when}, amounts(around), _guards(around))
        found["drm"] = draw(st.lists(drm, min_size=1, max_size=2))
    if draw(st.integers(0, 3)) == 0:
        found["natural"] = {2: draw(cell)}
    return found


def _guards(around: Names) -> st.SearchStrategy[dict[str, Any]]:
    return st.one_of(st.just({}), st.just({}), conditions(around).map(lambda condition: {"when": condition}))


@st.composite
def steps(
    draw: st.DrawFn, around: Names, tables: dict[str, Any], scope: str, depth: int, inner: Sequence[str]
) -> dict[str, Any]:
    name = around.fresh(scope)
    step: dict[str, Any] = {"id": name, **draw(_guards(around))}
    kinds = ["roll", "roll", "roll", "total", "test", "draw", "slide", "do", "do"]
    kind = draw(st.sampled_from([*kinds, *(["group", "group"] if depth else []), *(["run"] if inner else [])]))
    items = st.sampled_from([["a", "b"], ["a"], "1-2", "-1-0", [1, "constructor"], {"units": ["army"]}])
    times = st.one_of(st.integers(0, 2), amounts(around))
    repeats = st.one_of(
        st.just({}), items.map(lambda listed: {"for_each": listed}), times.map(lambda number: {"times": number})
    )
    repeat = draw(repeats) if kind != "draw" else {}
    step |= repeat
    looped, around.looped = around.looped, around.looped or bool(repeat)
    if kind in ("roll", "total"):
        reading: dict[str, Any] = (
            draw(readings(around)) if kind == "roll" else {"roll": draw(st.sampled_from(["1d2", "1d3"]))}
        )
        columns = reading.get("columns")
        if columns or kind == "roll" and draw(st.integers(0, 2)) == 0 and "rows" in reading:
            tables[f"tab{len(tables)}"] = {"title": "Tab", **reading}
            step["table"] = f"tab{len(tables) - 1}"
            if columns:
                step["column"] = draw(st.one_of(st.sampled_from([*columns]), names(around)))
        else:
            step |= reading
        cells = [cell for row in reading.get("rows", {}).values() for cell in (row if isinstance(row, list) else [row])]
        if cells:
            around.results[name] = [*dict.fromkeys([*cells, *reading.get("natural", {}).values()])]
            if draw(st.integers(0, 4)) == 0:
                step["again"] = {cells[0]: draw(conditions(around))}
    elif kind == "test":
        against = draw(st.sampled_from(["at_most", "at_least", "above", "below"]))
        step |= {"roll": draw(st.sampled_from(["1d2", "1d3"])), "test": {against: draw(amounts(around))}}
        around.results[name] = ["yes", "no"]
    elif kind == "draw":
        step["draw"] = {"deck": "d", "count": draw(st.one_of(st.integers(0, 2), st.integers(0, 2), amounts(around)))}
        around.results[name] = ["x", "y", "other"]
    elif kind == "slide":
        move: dict[str, Any] = {
            "track": "t",
            "row": draw(st.sampled_from(["a", "b", "y", *(["item"] if around.looped else [])])),
        }
        if draw(st.booleans()):
            move["start"] = draw(names(around))
        move[draw(st.sampled_from(["points", "boxes"]))] = draw(st.one_of(st.integers(-6, 6), amounts(around)))
        if draw(st.integers(0, 3)) == 0:
            move["blocked"] = draw(conditions(around, 0))
        if draw(st.booleans()):
            move["open"] = {"s": draw(conditions(around, 0))}
        step["slide"] = move
        around.results[name] = ["p", "q", "x", "s", "z"]
    elif kind == "do":
        step["do"] = draw(effects(around))
    elif kind == "group":
        step["steps"] = [draw(steps(around, tables, scope, depth - 1, inner)) for _ in range(draw(st.integers(1, 2)))]
    else:
        step |= {
            "run": draw(st.sampled_from([*inner])),
            "given": {"i": draw(st.one_of(amounts(around), st.sampled_from(["x", "v", "w"])))},
        }
        around.known += [f"{name}.c1", f"{name}.k"]
    if kind not in ("do", "group", "run") and draw(st.integers(0, 2)) == 0:
        step["then"] = {draw(st.sampled_from(["*", *around.results.get(name, [1, 2])])): draw(effects(around))}
    around.looped = looped
    if kind not in ("do", "group", "run"):
        around.known.append(name)
    return step


@st.composite
def procedures(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """Draw procedures (`p`, which may run `inner`), the tables that they roll on, and answers to `p`'s questions."""
    tables: dict[str, Any] = {}
    own = Names(["i", "v", "k"], {})
    inner_steps = [draw(steps(own, tables, "c", 1, ())) for _ in range(draw(st.integers(1, 2)))]
    inner = {
        "title": "Inner",
        "inputs": {"i": {"title": "?", "range": "0-3", **draw(st.sampled_from([{}, {"default": 1}]))}, **INPUTS},
        "variables": {"v": 1, "k": 2, "w": "y", "u": 0},
        "decks": {"d": DECK},
        "steps": [
            {"id": "c1", "roll": "1d2"} if step["id"] == "c1" and "steps" in step else step for step in inner_steps
        ],
    }
    around = Names(["who", "n", "v", "w"])
    around.results |= {"who": ["x", "y", 2]}
    deck = {**DECK, **draw(st.sampled_from([{}, {"without": "out"}, {"discards": "out"}]))}
    outer_steps = [draw(steps(around, tables, "s", 2, ["inner"])) for _ in range(draw(st.integers(1, 3)))]
    question = st.one_of(
        conditions(around).map(lambda when: {"when": when}), amounts(around, 2).map(lambda of: {"of": of})
    )
    asked = draw(st.lists(question, min_size=1, max_size=3))
    around.looped = False
    outer = {
        "title": "Outer",
        "inputs": INPUTS,
        "variables": {**VARIABLES, "u": 0},
        "decks": {"d": deck},
        "steps": outer_steps,
        "report": {f"r{index}": {"title": f"r{index}", **question} for index, question in enumerate(asked)},
    }
    answers = {
        "who": draw(st.sampled_from(["x", "y", "2"])),
        "side": "red",
        "n": draw(st.sampled_from(["0", "1", "2"])),
    }
    if draw(st.booleans()):
        answers |= {"out": draw(st.sampled_from(["1", "1+3", "-"])), "box.a": draw(st.sampled_from(["p", "1"]))}
    return {"inner": inner, "p": outer}, tables, answers


# The page's walk.

SERVER = """
const modulesOf = new Function("document", %s);
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", async (line) => {
  const { kit, asked } = JSON.parse(line);
  const { ask } = modulesOf({ getElementById: () => ({ textContent: kit }) })["kit.js"];
  const answers = [];
  for (const [address, data] of asked) {
    // An error of the language's own is no refusal, but a fault of the page.
    const broke = (error) => [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
    const refused = (error) =>
      broke(error) ? { broke: error.stack } : { error: error.message, step: error.node?.name ?? null };
    answers.push(await ask(address, data).catch(refused));
  }
  process.stdout.write(JSON.stringify(answers) + "\\n");
});
"""


class Page:
    """The page's scripts in one Node process, questioned line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.known: tuple[Game | None, str] = None, ""

    def ask(self, game: Game, asked: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Any]:
        """Return the page's answers for this game."""
        assert self.process.stdin is not None and self.process.stdout is not None
        if self.known[0] is not game:
            self.known = game, json.dumps(kit(game))
        self.process.stdin.write(json.dumps({"kit": self.known[1], "asked": asked}) + "\n")
        self.process.stdin.flush()
        answers: list[Any] = json.loads(self.process.stdout.readline())
        return answers


@contextmanager
def page() -> Iterator[Page]:
    """Provide a page that runs until the block ends."""
    assert NODE is not None
    home = bundled("templates")
    paths = [home / "preview" / "say.js", *(home / "companion").glob("*.js")]
    sources = {path.name: path.read_text(encoding="utf-8") for path in paths}
    script = SERVER % json.dumps(bundle(["kit.js"], sources) + "\nreturn modules;")
    with subprocess.Popen(
        [NODE, "-e", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            yield Page(process)
        finally:
            process.kill()
