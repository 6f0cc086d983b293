"""A small set-up and the result of every kind of effect on it: one procedure without dice for each."""

from __future__ import annotations

from rcwkit.dice.settle import Settled, SettledPiece
from tests_support import TOY

WHITE = ["East, 638 Norlinsk: Wa1"]
RED = ["North, 715 Petrozavodsk: Ra1 Rc16 (Rc16)", "North, 701 Petrograd: (Ra2)", "reserve: (Wtwo)"]
START = {"white": WHITE, "red": RED}

# (effects, positions after them): brackets mark the reverse side, a star a position decided by dice
EFFECTS = [
    ("{note: Nothing happens.}", START),
    ("{reduce: Ra1}", {"white": WHITE, "red": ["North, 715 Petrozavodsk: (Ra1)* Rc16 (Rc16)", *RED[1:]]}),
    ("{reduce: Ra2}", {"white": WHITE, "red": [RED[0], "North, 701 Petrograd: (Ra2)*", RED[2]]}),
    ("{reduce: Rc17}", START),
    ("{restore: Ra2}", {"white": WHITE, "red": [RED[0], "North, 701 Petrograd: Ra2*", RED[2]]}),
    ("{flip: Ra1}", {"white": WHITE, "red": ["North, 715 Petrozavodsk: (Ra1)* Rc16 (Rc16)", *RED[1:]]}),
    ("{flip: Ra2}", {"white": WHITE, "red": [RED[0], "North, 701 Petrograd: Ra2*", RED[2]]}),
    # If any copy is flipped, all are flipped back.
    ("{flip: Rc16}", {"white": WHITE, "red": ["North, 715 Petrozavodsk: Ra1 Rc16* Rc16*", *RED[1:]]}),
    ("{remove: Rc16}", {"white": WHITE, "red": ["North, 715 Petrozavodsk: Ra1", *RED[1:]]}),
    # All counters of an owner, whichever side holds them.
    ("{remove: white}", {"white": [], "red": RED[:2]}),
    # A counter enters on its owner's side, or on the side that holds it.
    (
        "{place: Rc17, at: 701 Petrograd}",
        {"white": WHITE, "red": [RED[0], "North, 701 Petrograd: (Ra2) Rc17*", RED[2]]},
    ),
    ("{place: Rc17, where: any port}", {"white": WHITE, "red": [*RED[:2], "As rolled,  any port: Rc17*", RED[2]]}),
    ("{place: Rc17}", {"white": WHITE, "red": [*RED[:2], "reserve: (Wtwo) Rc17*"]}),
    ("{place: Rc17, reserve: red}", {"white": WHITE, "red": [*RED[:2], "reserve: (Wtwo) Rc17*"]}),
    ("{place: Rc17, reserve: white}", {"white": [*WHITE, "reserve: Rc17*"], "red": RED}),
    ("{place: Rc17, at: Norlinsk, to: white}", {"white": ["East, 638 Norlinsk: Wa1 Rc17*"], "red": RED}),
    ("{place: Gang, at: 638}", {**START, "green": ["East, 638 Norlinsk: Gang*"]}),
    # A counter that moves leaves its place, and keeps its side and holder.
    ("{move: Ra2, at: 715}", {"white": WHITE, "red": ["North, 715 Petrozavodsk: Ra1 Rc16 (Rc16) (Ra2)*", RED[2]]}),
    (
        "{move: Ra1, reserve: red}",
        {"white": WHITE, "red": ["North, 715 Petrozavodsk: Rc16 (Rc16)", RED[1], "reserve: (Wtwo) Ra1*"]},
    ),
    ("{move: Wtwo, at: 701}", {"white": WHITE, "red": [RED[0], "North, 701 Petrograd: (Ra2) (Wtwo)*"]}),
    ("{move: Ra2, to: white, at: 638}", {"white": ["East, 638 Norlinsk: Wa1 (Ra2)*"], "red": [RED[0], RED[2]]}),
    # A converted counter shows its front; its back only where that belongs to the new owner.
    ("{convert: Ra2, to: white, at: 638}", {"white": ["East, 638 Norlinsk: Wa1 Ra2*"], "red": [RED[0], RED[2]]}),
    (
        "{convert: Ra1, to: white, where: a port}",
        {"white": [*WHITE, "As rolled,  a port: Ra1*"], "red": ["North, 715 Petrozavodsk: Rc16 (Rc16)", *RED[1:]]},
    ),
    ("{convert: Wtwo, to: white, at: 638}", {"white": ["East, 638 Norlinsk: Wa1 Wtwo*"], "red": RED[:2]}),
    ("{move: Wtwo, to: white, at: 638}", {"white": ["East, 638 Norlinsk: Wa1 Wtwo*"], "red": RED[:2]}),
    ("{move: Wtwo, to: green}", {"white": WHITE, "red": RED[:2], "green": ["reserve: (Wtwo)*"]}),
    ("{convert: Wtwo, to: green}", {"white": WHITE, "red": RED[:2], "green": ["reserve: Wtwo*"]}),
    ("{convert: Wnew, to: red}", {"white": WHITE, "red": [*RED[:2], "reserve: (Wtwo) (Wnew)*"]}),
    ("{place: Wnew, reserve: red}", {"white": WHITE, "red": [*RED[:2], "reserve: (Wtwo) (Wnew)*"]}),
    # A back that belongs to the same owner does not change sides.
    ("{place: Whurt, at: 638}", {"white": ["East, 638 Norlinsk: Wa1 Whurt*"], "red": RED}),
    # Several effects in order.
    (
        "{reduce: Ra1}, {move: Ra1, at: 638}, {flip: Ra1}",
        {"white": WHITE, "red": ["North, 715 Petrozavodsk: Rc16 (Rc16)", RED[1], "East, 638 Norlinsk: Ra1*", RED[2]]},
    ),
    (
        "{place: Rc17, where: any port}, {place: Wa1, to: red, where: any port}",
        {"white": [], "red": [*RED[:2], "As rolled,  any port: Rc17* Wa1*", RED[2]]},
    ),
]

GAME = {name: TOY[name] for name in ("scenarios.yaml", "tables.yaml", "rulings.yaml")} | {
    "game.yaml": TOY["game.yaml"].replace(
        "unit_types:", 'factions:\n  green: {title: Green, short: G, colour: "#3E7B4F", mark: cross}\nunit_types:'
    ),
    "red.yaml": TOY["red.yaml"].replace("copies: 2", "copies: 2, reverse: reduced")
    + "  Rc17: {type: corps, name: c17}\n",
    "white.yaml": TOY["white.yaml"]
    + """  Wtwo: {type: corps, name: Two, reverse: {side: red, state: Red}}
  Wnew: {type: corps, name: New, reverse: {side: red, state: Red}}
  Whurt: {type: corps, name: Hurt, reverse: {side: white, state: wounded}}
  Turn: {type: marker, name: Turn, full_name: Turn marker}
""",
    "green.yaml": """kind: counters
id: green
title: Green
source: Toy rules
side: green
counters:
  Gang: {type: army, name: Gang}
""",
    "places.yaml": TOY["places.yaml"],
    "setup.yaml": """kind: setup
id: campaign
title: Campaign
source: Toy rules
forces:
  white:
    at:
      East: {638 Norlinsk: [Wa1]}
  red:
    at:
      North: {715 Petrozavodsk: [Ra1, Rc16, (Rc16)], 701 Petrograd: [(Ra2)]}
    reserve: [(Wtwo)]
tracks:
  control: {ukraine: neutral, finland: red}
""",
    "tracks.yaml": TOY["tracks.yaml"].replace("text: W5}]}}", "text: W5}]}, finland: {title: Finland, marker: VP}}")
    + """  turn:
    title: Turns
    layout: line
    boxes: {t1: {title: 1918}, t2: {title: 1919}}
""",
    "effects.yaml": "kind: procedures\nid: effects\ntitle: Effects\nsource: Toy rules\nprocedures:\n"
    + "".join(
        f"  effect_{number}: {{title: Effect, steps: [{{id: do, do: [{effects}]}}]}}\n"
        for number, (effects, _) in enumerate(EFFECTS)
    ),
}


def standing(settled: Settled) -> dict[str, list[str]]:
    """Return owner → `region, place: counters` of each line, then the reserve.

    Brackets mark the reverse side, a star a position decided by dice.
    """

    def words(pieces: tuple[SettledPiece, ...]) -> str:
        return " ".join((f"({piece.unit})" if piece.reversed else piece.unit) + "*" * piece.rolled for piece in pieces)

    return {
        force.owner: [
            f"{region.title}, {spot.place} {spot.name}: {words(spot.pieces)}"
            for region in force.regions
            for spot in region.spots
        ]
        + ([f"reserve: {words(force.reserve)}"] if force.reserve else [])
        for force in settled.forces
    }
