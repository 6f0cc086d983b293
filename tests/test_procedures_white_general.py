"""Every dice procedure of The White General: exact odds against icepool, with numbers transcribed independently."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import icepool
import pytest
from icepool import d10
from odds_support import Odds, fractions
from rcwkit.bundled import bundled
from rcwkit.dice.model import Procedure
from rcwkit.dice.odds import Answer
from rcwkit.dice.roll import answers, prepare, rolled, seeded, verify
from rcwkit.dice.sources import Typed
from rcwkit.dice.tables import Table
from rcwkit.document.chart_blocks import chart
from rcwkit.game.game import Game
from rcwkit.kit.checks import check
from rcwkit.type.fonts import FontBook
from tests_support import shipped

# The casualty table as printed: a line per factor, a digit per die result, points for blanks.
CASUALTIES = [
    ".........1",
    "........11",
    ".......111",
    "......1111",
    ".....11111",
    "....111111",
    "...1111112",
    "..11111122",
    ".111111222",
    "1111112222",
    "1111122223",
    "1111222233",
    "1112222333",
    "1122223333",
    "1222233334",
]
FACTORS = [
    [2, 2, 1, 1, 1, 0],
    [4, 3, 2, 1, 1, 0],
    [6, 4, 3, 2, 1, 0],
    [8, 6, 4, 3, 2, 1],
    [10, 8, 5, 4, 2, 1],
    [12, 9, 6, 4, 3, 2],
    [14, 11, 7, 5, 3, 2],
    [16, 12, 8, 6, 4, 2],
    [18, 14, 9, 6, 4, 2],
    [20, 15, 10, 7, 5, 3],
    [22, 17, 11, 7, 5, 3],
    [24, 18, 12, 9, 6, 3],
    [26, 20, 13, 9, 6, 3],
    [28, 21, 14, 10, 7, 4],
    [30, 23, 15, 11, 7, 4],
    [32, 24, 16, 12, 8, 4],
]
EFFECTS = {
    "tank": ["no effect"] * 5 + ["retire"] * 2 + ["weapon hit", "immobilised", "knocked out"],
    "car": ["no effect"] * 3 + ["retire"] * 2 + ["weapon hit", "immobilised"] + ["knocked out"] * 3,
    "bunker": ["no effect"] * 4 + ["retire"] * 3 + ["immobilised"] + ["knocked out"] * 2,
}
RANGE = {"Point Blank": -2, "Close": -1, "Medium": 0, "Long": 1, "Extreme": 1}
COVER = {"Open": 0, "Light cover": 1, "Medium cover": 2, "Heavy cover": 3, "Total cover": 4}
FORMATION = {"Normal order": 0, "Close order": -1, "Extended order": 1}
MOUNT = {"Foot": 0, "Mounted troops": -1, "Tchanka": -1}


@pytest.fixture(scope="module")
def game() -> Game:
    return shipped("white_general")


@pytest.fixture(scope="module")
def odds(game: Game) -> Odds:
    """Ask a procedure: question → answer."""
    return lambda name, **given: {answer.id: answer for answer in answers(prepare(game, name, given))}


def spread(answer: Answer, die: Any) -> None:
    """Assert that an answer has the distribution of a die."""
    assert dict(answer.distribution) == fractions(die)


def chance(answer: Answer, die: Any, *wanted: Any) -> None:
    """Assert that an answer is the chance of some outcomes of a die (of True, if none is named)."""
    assert answer.chance == sum(
        (part for outcome, part in fractions(die).items() if outcome in (wanted or (True,))), Fraction(0)
    )


def casualties(factor: int, modifier: int = 0) -> Any:
    """Return the casualties of a final factor, in rolls of 15 and a rest."""
    parts = [15] * (factor // 15) + ([factor % 15] if factor % 15 else [])
    dice = [
        d10.map(
            lambda face, part=part: int(CASUALTIES[part - 1][min(max(face + modifier, 1), 10) - 1].replace(".", "0"))
        )
        for part in parts
    ]
    return sum(dice[1:], dice[0]) if dice else icepool.Die([0])


def final(basic: int, shift: int) -> int:
    """Return a basic factor after column shifts from C; over 16, row 16 and the row of the rest."""
    column = max(shift, -2) + 2
    rows = [16] * (basic // 16) + [basic % 16]
    return sum(FACTORS[row - 1][column] for row in rows if row) if column < 6 else 0


def effect(target: str, modifier: int = 0) -> Any:
    """Return a roll on the AFV effects table."""
    return d10.map(lambda face: EFFECTS[target][min(max(face + modifier, 1), 10) - 1])


def one_if(true: bool) -> int:
    """Return 1 for True, so that dice of a condition can be added."""
    return int(true)


def at_hits(modifier: int) -> Any:
    """Return the hits of a D10 with all its modifiers: none below 6, five at 10 and more."""
    return d10.map(lambda face: min(max(face + modifier - 5, 0), 5))


def test_nothing_is_wrong_in_the_data(game: Game) -> None:
    assert [
        f"{found.span.file}: {found.code} {found.message}" for found in check(game) if not found.code.startswith("N290")
    ] == []


def test_the_casualty_chart_is_the_printed_one(game: Game) -> None:
    rows: Any = game[Table]["casualties"].value.rows
    assert [
        "".join(str(rows[die][factor]) for die in range(1, 11)).replace("0", ".") for factor in range(15)
    ] == CASUALTIES
    printed = chart(game, FontBook(), game[Table]["casualties"])
    assert (printed.head, printed.groups) == ("Fire factor", (("1d10", 10),))
    assert [column.text for column in printed.columns] == [str(face) for face in range(1, 11)]
    assert {row.key: "".join(cell.text or "." for cell in row.cells) for row in printed.rows} == {
        str(factor): cells for factor, cells in enumerate(CASUALTIES, 1)
    }


# Motivation


def test_initiative(odds: Odds) -> None:
    found = odds("initiative")
    chance(found["first"], d10 > d10)
    chance(found["second"], d10 < d10)
    chance(found["tie"], d10 == d10)
    assert sum(answer.chance or 0 for answer in found.values()) == 1


def band(total: int, unit: str) -> str:
    guns = unit in ("on_table", "off_table")
    if total <= 0:
        return "Routs"
    if unit == "halted" and total < 10:
        return "Stays halted"
    if total <= 3:
        return {"troops": "Retires", "on_table": "Limbers up"}.get(unit, "Carries on")
    if total <= 7:
        return "Carries on" if guns else "Hesitates"
    return "Acts freely" if total <= 18 else "Carries on" if guns else "Advances"


@pytest.mark.parametrize(
    ("given", "modifier"),
    [
        ({}, 6),
        ({"level": "Green", "formation": "close"}, 4 + 1),
        ({"level": "Elite", "order": "advance"}, 9 + 1),
        ({"level": "Green", "stiffened": "yes", "afv_near": "yes"}, 6 - 2),
        ({"stiffened": "yes", "cavalry_near": "yes", "alone": "yes"}, 9 - 1 - 1),
        ({"level": "Elite", "stiffened": "yes"}, 9),
        ({"order": "retire", "defences": -1, "officer_lost": "yes", "stiffener_lost": "yes"}, 6 - 1 - 1 - 2 - 1),
        ({"level": "Green", "figures_lost": 4, "lost_this_move": 2, "formation": "extended"}, 4 - 4 - 2 - 2),
        ({"crippled": "yes", "flame_or_gas": "yes", "bombarded": "sustained", "defences": 1}, 6 - 2 - 2 - 1 + 1),
        ({"bombarded": "intense"}, 6 - 2),
    ],
)
@pytest.mark.parametrize("unit", ["troops", "halted", "on_table", "off_table"])
def test_motivation(odds: Odds, given: dict[str, Any], modifier: int, unit: str) -> None:
    found = odds("motivation_test", unit=unit, **given)
    results = d10.map(lambda face: band(face + modifier, unit))
    spread(found["results"], results)
    chance(found["acts"], results, "Acts freely", "Advances")
    chance(found["breaks"], results, "Retires", "Limbers up", "Routs")


@pytest.mark.parametrize(("factor", "lost", "specialists"), [(1, 0, 3), (3, 0, 1), (1, 4, 10), (3, 10, 2)])
def test_cheka_stiffening(odds: Odds, factor: int, lost: int, specialists: int) -> None:
    found = odds("cheka_stiffening", factor=factor, figures_lost=lost, specialists=specialists)
    hit = casualties(factor)
    chance(found["casualty"], hit, 1)
    taken = hit.map(lambda figure: d10 + lost >= 10 if figure else icepool.Die([False]))
    chance(found["specialist"], taken)
    chance(found["defects"], taken.map(lambda it: icepool.d(specialists) == 1 if it else icepool.Die([False])))


# Fire at soft targets


@pytest.mark.parametrize("factor", [0, 1, 7, 10, 15, 16, 30, 32, 45, 60, 90, 96])
@pytest.mark.parametrize("die", [0, -4, 3])
def test_casualty_rolls(odds: Odds, factor: int, die: int) -> None:
    found = odds("casualty_rolls", factor=factor, die=die)
    spread(found["casualties"], casualties(factor, die))
    chance(found["none"], casualties(factor, die), 0)


def test_the_example_of_factor_32(odds: Odds) -> None:
    """A factor of 32 is two rolls on row 15 and one on row 2."""
    assert dict(odds("casualty_rolls", factor=32)["casualties"].distribution) == fractions(
        2 @ casualties(15) + casualties(2)
    )


@pytest.mark.parametrize(
    ("basic", "range_", "cover", "formation", "mount", "moving", "more"),
    [
        (10, "Medium", "Open", "Normal order", "Foot", "no", 0),
        (16, "Point Blank", "Open", "Close order", "Mounted troops", "no", 0),
        (11, "Long", "Open", "Normal order", "Foot", "no", 0),
        (7, "Close", "Heavy cover", "Extended order", "Tchanka", "yes", 0),
        (5, "Extreme", "Total cover", "Extended order", "Foot", "yes", 2),
        (3, "Medium", "Heavy cover", "Normal order", "Foot", "no", 0),
        (9, "Medium", "Light cover", "Normal order", "Foot", "no", 2),
        (0, "Close", "Open", "Normal order", "Foot", "no", 0),
        (17, "Close", "Heavy cover", "Normal order", "Foot", "no", 0),
        (20, "Medium", "Open", "Normal order", "Foot", "no", 0),
        (33, "Long", "Light cover", "Extended order", "Foot", "no", 0),
        (48, "Point Blank", "Open", "Normal order", "Foot", "no", 0),
    ],
)
def test_fire(
    odds: Odds, basic: int, range_: str, cover: str, formation: str, mount: str, moving: str, more: int
) -> None:
    found = odds(
        "fire", basic=basic, range=range_, cover=cover, formation=formation, mount=mount, moving=moving, more=more
    )
    factor = final(basic, RANGE[range_] + COVER[cover] + FORMATION[formation] + MOUNT[mount] + (moving == "yes") + more)
    spread(found["factor"], icepool.Die([factor]))
    spread(found["casualties"], casualties(factor))
    chance(found["none"], casualties(factor), 0)


def test_fire_in_every_row_and_column(odds: Odds) -> None:
    """Cover moves 0 to 4 right, Point Blank 2 left: all six columns of all sixteen rows, and beyond."""
    for basic in range(1, 17):
        for cover, shift in COVER.items():
            for range_ in ("Point Blank", "Medium"):
                factor = final(basic, shift + RANGE[range_])
                assert odds("fire", basic=basic, cover=cover, range=range_)["factor"].distribution == (
                    (factor, Fraction(1)),
                )


@pytest.mark.parametrize("basic", [1, 3, 4, 11, 16])
def test_fire_column(odds: Odds, basic: int) -> None:
    for column, letter in enumerate("ABCDEF"):
        found = odds("fire_column", basic=basic, letter=letter)
        fallen = casualties(FACTORS[basic - 1][column])
        chance(found["any"], fallen > 0)
        spread(found["casualties"], fallen)


def small_arms(figures: int, range_: str, **more: Any) -> int:
    """Return the basic factor of small arms, by the list of the rules."""
    factor: int = figures + more.get("other", 0)
    factor += {"none": 0, "lmg": 4, "one_lost": 2}[more.get("lmg", "none")]
    if more.get("assault") == "yes":
        factor += {"Point Blank": 3, "Close": 0}.get(range_, -1)
    factor += 3 * (more.get("charging") == "yes") - 3 * (more.get("mounted") == "yes")
    factor += {"Green": 2, "Normal": 0, "Elite": -2}[more.get("level", "Normal")]
    return max(factor, 0)


@pytest.mark.parametrize("range_", RANGE)
@pytest.mark.parametrize(
    ("figures", "given"),
    [
        (10, {}),
        (8, {"lmg": "lmg", "cover": "Medium cover"}),
        (6, {"lmg": "one_lost", "level": "Green", "formation": "Close order"}),
        (7, {"assault": "yes"}),
        (10, {"assault": "yes", "lmg": "lmg", "level": "Green"}),
        (9, {"charging": "yes", "mounted": "yes", "mount": "Mounted troops"}),
        (3, {"mounted": "yes", "level": "Elite"}),
        (1, {"level": "Elite", "other": -2}),
    ],
)
def test_small_arms_fire(odds: Odds, figures: int, range_: str, given: dict[str, Any]) -> None:
    found = odds("small_arms_fire", figures=figures, range=range_, **given)
    basic = small_arms(figures, range_, **given)
    shift = RANGE[range_] + COVER[given.get("cover", "Open")] + FORMATION[given.get("formation", "Normal order")]
    factor = final(basic, shift + MOUNT[given.get("mount", "Foot")])
    spread(found["basic"], icepool.Die([basic]))
    spread(found["factor"], icepool.Die([factor]))
    spread(found["casualties"], casualties(factor))
    chance(found["any"], casualties(factor) > 0)


def test_ten_figures_with_an_lmg(odds: Odds) -> None:
    """10 figures, LMG +4, at Close range in column B: row 14 gives 21."""
    found = odds("small_arms_fire", figures=10, range="Close", lmg="lmg")
    assert found["basic"].distribution == ((14, Fraction(1)),)
    assert found["factor"].distribution == ((21, Fraction(1)),)


def test_the_example_on_the_sheets(odds: Odds) -> None:
    """8 figures, LMG +4, in light cover at Medium range: row 12, column D gives 9."""
    found = odds("small_arms_fire", figures=8, range="Medium", lmg="lmg", cover="Light cover")
    assert found["basic"].distribution == ((12, Fraction(1)),)
    assert found["factor"].distribution == ((9, Fraction(1)),)


@pytest.mark.parametrize(
    ("given", "charge", "answer"),
    [
        # Basic factor and column shift of each side: 8 chargers, 6 targets.
        ({}, (8 + 3, -1), (6, 0 - 1)),
        ({"lancers": "yes"}, (8 + 3 + 3, -2), (6, 0 - 1)),
        ({"lancers": "yes", "enemy": "cavalry", "saddle": "yes"}, (8 + 3 + 3 - 3, -2 - 1), (6 - 3, 0 - 1)),
        ({"bout": "later", "lancers": "yes", "enemy": "cavalry"}, (8 - 2, -1 - 1), (6, -1 - 1)),
        ({"bout": "later", "lancers": "yes", "enemy": "lancers"}, (8, -1 - 1), (6, -1 - 1)),
        ({"bout": "later", "enemy": "lancers"}, (8, -1 - 1), (6 - 2, -1 - 1)),
        ({"enemy": "tchanka", "target_lmg": "lmg"}, (8 + 3, -1 - 1), (6 + 4, 0 - 1)),
        (
            {"charger_level": "Elite", "target_level": "Green", "cover": "Light cover", "formation": "Extended order"},
            (8 + 3 + 2, -1 + 1 + 1),
            (6 - 2, 0 - 1),
        ),
    ],
)
def test_charge_melee(odds: Odds, given: dict[str, Any], charge: tuple[int, int], answer: tuple[int, int]) -> None:
    found = odds("charge_melee", chargers=8, targets=6, **given)
    lost, taken = casualties(final(*charge)), casualties(final(*answer))
    spread(found["target_losses"], lost)
    spread(found["charger_losses"], taken)
    chance(found["more"], lost > taken)


@pytest.mark.parametrize("shrapnel", ["no", "yes"])
@pytest.mark.parametrize(
    ("basic", "cover", "formation"),
    [(8, "Open", "Normal order"), (8, "Medium cover", "Extended order"), (22, "Light cover", "Close order")],
)
def test_barrage_casualties(odds: Odds, basic: int, shrapnel: str, cover: str, formation: str) -> None:
    found = odds("barrage_casualties", basic=basic, shrapnel=shrapnel, cover=cover, formation=formation)
    shift = COVER[cover] + FORMATION[formation] + 2 * (shrapnel == "yes" and cover != "Open")
    spread(found["factor"], icepool.Die([final(basic, shift)]))
    spread(found["casualties"], casualties(final(basic, shift)))
    chance(found["none"], casualties(final(basic, shift)), 0)


@pytest.mark.parametrize(("army", "loads"), [("Blue", (6, 12, 20)), ("Others", (3, 6, 8))])
@pytest.mark.parametrize("cover", COVER)
def test_bomb_casualties(odds: Odds, army: str, loads: tuple[int, ...], cover: str) -> None:
    for bomber, bombs in zip(("scout", "light", "heavy"), loads, strict=True):
        found = odds("bomb_casualties", army=army, bomber=bomber, cover=cover)
        spread(found["factor"], icepool.Die([final(bombs, COVER[cover])]))
        spread(found["casualties"], casualties(final(bombs, COVER[cover])))
        chance(found["none"], casualties(final(bombs, COVER[cover])), 0)


@pytest.mark.parametrize(("indirect", "modifier"), [("light", 0), ("heavy", 2)])
def test_demolition_charge(odds: Odds, indirect: str, modifier: int) -> None:
    found = odds("demolition_charge", indirect=indirect)
    spread(found["effect"], effect("bunker", modifier))
    chance(found["knocked_out"], effect("bunker", modifier), "knocked out")


@pytest.mark.parametrize(("target", "needed"), [("heavy", 7), ("foot", 9)])
@pytest.mark.parametrize("tries", [1, 2, 5])
def test_location_roll(odds: Odds, target: str, needed: int, tries: int) -> None:
    chance(odds("location_roll", target=target, tries=tries)["located"], (tries @ (d10 >= needed).map(one_if)) > 0)


@pytest.mark.parametrize("unit", ["plain", "cadre"])
@pytest.mark.parametrize(("taken", "lost"), [(1, 0), (3, 0), (2, 3), (10, 1), (4, 10)])
def test_specialist_losses(odds: Odds, taken: int, lost: int, unit: str) -> None:
    found = odds("specialist_losses", taken=taken, figures_lost=lost, unit=unit)
    special = d10 + lost >= (9 if unit == "cadre" else 10)
    spread(found["lost"], taken @ special.map(one_if))
    chance(found["any"], taken @ special.map(one_if) > 0)
    nine = (d10 + lost == 9).map(one_if) if unit == "cadre" else icepool.Die([0])
    chance(found["cadre"], taken @ nine > 0)


@pytest.mark.parametrize("needed", [2, 4, 6, 8, 10])
@pytest.mark.parametrize("moving", ["no", "yes"])
def test_he_round(odds: Odds, needed: int, moving: str) -> None:
    found = odds("he_round", needed=needed, moving=moving)
    short = d10.map(lambda face: 5 * max(needed - face + 4 * (moving == "yes"), 0))
    spread(found["short"], short)
    chance(found["hit"], short, 0)


def test_the_example_of_a_short_round(game: Game) -> None:
    """8 needed and 4 rolled: 20 cm short."""
    found = {answer.id: answer for answer in answers(prepare(game, "he_round", {"needed": 8}))}
    assert dict(found["short"].distribution)[20] == Fraction(1, 10)


@pytest.mark.parametrize(
    ("needed", "moving", "rounds", "basic", "shrapnel", "cover", "formation"),
    [
        (2, "no", 1, 8, "no", "Open", "Normal order"),
        (6, "yes", 1, 7, "yes", "Open", "Close order"),
        (8, "no", 2, 12, "yes", "Light cover", "Normal order"),
        (4, "no", 2, 9, "no", "Medium cover", "Extended order"),
        (10, "yes", 2, 10, "no", "Open", "Normal order"),
        (4, "no", 2, 12, "no", "Open", "Close order"),
    ],
)
def test_he_fire(
    odds: Odds, needed: int, moving: str, rounds: int, basic: int, shrapnel: str, cover: str, formation: str
) -> None:
    found = odds(
        "he_fire",
        needed=needed,
        moving=moving,
        rounds=rounds,
        basic=basic,
        shrapnel=shrapnel,
        cover=cover,
        formation=formation,
    )
    shift = COVER[cover] + FORMATION[formation] + 2 * (shrapnel == "yes" and cover != "Open")
    hit = d10 - 4 * (moving == "yes") >= needed
    one = hit.map(lambda landed: casualties(final(basic, shift)) if landed else icepool.Die([0]))
    shots = 1 if moving == "yes" else rounds
    spread(found["hits"], shots @ hit.map(one_if))
    spread(found["casualties"], shots @ one)
    chance(found["none"], shots @ one, 0)


@pytest.mark.parametrize("range_", RANGE)
@pytest.mark.parametrize("formation", FORMATION)
@pytest.mark.parametrize("mount", MOUNT)
def test_flame_attack(odds: Odds, range_: str, formation: str, mount: str) -> None:
    found = odds("flame_attack", range=range_, formation=formation, mount=mount)
    factor = final(16, RANGE[range_] + FORMATION[formation] + MOUNT[mount])
    spread(found["factor"], icepool.Die([factor]))
    spread(found["casualties"], casualties(factor))


@pytest.mark.parametrize("cover", COVER)
def test_sniper(odds: Odds, cover: str) -> None:
    chance(odds("sniper", cover=cover)["hit"], casualties(final(4, COVER[cover])) > 0)


@pytest.mark.parametrize("cover", COVER)
@pytest.mark.parametrize(
    ("gas", "intense", "shrapnel", "days"), [("no", "no", "no", 3), ("yes", "yes", "no", 2), ("yes", "no", "yes", 1)]
)
def test_bombardment(odds: Odds, gas: str, intense: str, shrapnel: str, days: int, cover: str) -> None:
    found = odds("bombardment_roll", gas=gas, intense=intense, shrapnel=shrapnel, days=days, cover=cover)
    factor = final(
        4 + (gas == "yes") + 2 * (intense == "yes"), COVER[cover] + 2 * (shrapnel == "yes" and cover != "Open")
    )
    spread(found["factor"], icepool.Die([factor]))
    bonus = 0 if intense == "yes" else days
    spread(found["casualties"], casualties(factor, bonus))
    chance(found["none"], casualties(factor, bonus), 0)


@pytest.mark.parametrize(
    ("target", "prepared", "open_top", "modifiers"),
    [
        ("soft", "no", "no", (0, 0)),
        ("soft", "yes", "no", (-2, -4)),
        ("soft", "yes", "yes", (0, 0)),
        ("car", "no", "no", (-2, -2)),
        ("car", "yes", "no", (-4, -6)),
        ("car", "no", "yes", (2, 2)),
    ],
)
@pytest.mark.parametrize("troops", ["other", "elite"])
def test_gas(odds: Odds, target: str, prepared: str, open_top: str, modifiers: tuple[int, int], troops: str) -> None:
    """Open armour has no modifier of the gas, and 2 on the effects table."""
    modifier = modifiers[troops == "elite"]
    given = {"target": target, "prepared": prepared, "open_top": open_top, "troops": troops}
    found = odds("gas_attack", basic=11, russian_car="yes", indirect="heavy", **given)
    if target == "soft":
        spread(found["casualties"], casualties(11, modifier))
    else:
        chance(found["knocked_out"], effect("car", modifier + 3), "knocked out")
        chance(found["effect"], effect("car", modifier + 3), "no effect")


# Fire at armour


def afv(hits: Any, target: str, modifier: int = 0) -> Any:
    """Return (immobilised, knocked out, abandoned, weapon hits, retires) after all of a number of hits."""
    column = "tank" if target == "train" else target

    def strike(immobile: bool, out: bool, abandoned: bool, weapons: int, retires: bool) -> Any:
        return effect(column, modifier).map(
            lambda result: (
                immobile or result == "immobilised",
                out or result == "knocked out",
                abandoned or (result == "retire" and immobile and target in ("tank", "car")),
                weapons + (result == "weapon hit"),
                retires or result == "retire",
            )
        )

    def after(number: int) -> Any:
        state: Any = icepool.Die([(False, False, False, 0, False)])
        for _ in range(number):
            state = state.map(strike, star=True)
        return state

    return hits.map(after)


ANTI_TANK = [
    ({"strike": 4, "defence": 2}, 2, 0),
    ({"strike": 6, "defence": 1, "target": "car", "range": "Point Blank", "russian_car": "yes"}, 5 + 2, 1),
    ({"strike": 1, "defence": 1, "target": "car", "weapon": "hmg", "range": "Close"}, 0 + 1, -2),
    ({"strike": 1, "defence": 1, "weapon": "hmg_k", "self_moving": "yes", "range": "Long"}, 0 - 1 - 2, 1),
    ({"strike": 6, "defence": 2, "target": "train", "target_moving": "yes", "range": "Extreme"}, 4 - 1 - 2, 0),
    ({"strike": 6, "defence": 6, "target": "bunker"}, 0, 0),
    ({"strike": 4, "defence": 2, "position": "wood", "camouflaged": "yes"}, 2 - 1 - 2, 0),
    ({"strike": 4, "defence": 2, "position": "hill"}, 2 - 2, 0),
    ({"strike": 4, "defence": 2, "position": "both"}, 2 - 1 - 2, 0),
]


@pytest.mark.parametrize(("given", "modifier", "on_effects"), ANTI_TANK)
def test_anti_tank(odds: Odds, given: dict[str, Any], modifier: int, on_effects: int) -> None:
    found = odds("anti_tank", **given)
    hits = at_hits(modifier)
    end = afv(hits, given.get("target", "tank"), on_effects)
    spread(found["hits"], hits)
    chance(found["knocked_out"], end.map(lambda state: state[1], star=False))
    chance(found["gone"], end.map(lambda state: state[1] or state[2], star=False))
    chance(found["immobile"], end.map(lambda state: state[0], star=False))
    spread(found["weapons"], end.map(lambda state: state[3], star=False))
    chance(found["retires"], end.map(lambda state: state[4], star=False))


@pytest.mark.parametrize("target", ["tank", "car", "bunker"])
@pytest.mark.parametrize(
    ("indirect", "open_top", "russian", "modifier"),
    [("light", "no", "no", 0), ("heavy", "yes", "no", 4), ("heavy", "no", "yes", 3)],
)
def test_barrage_vehicle(odds: Odds, target: str, indirect: str, open_top: str, russian: str, modifier: int) -> None:
    found = odds("barrage_vehicle", target=target, indirect=indirect, open_top=open_top, russian_car=russian)
    end = (d10 == 10).map(lambda hit: effect(target, modifier) if hit else icepool.Die(["missed"]))
    chance(found["hit"], d10 == 10)
    for name, result in (
        ("knocked_out", "knocked out"),
        ("immobile", "immobilised"),
        ("weapon", "weapon hit"),
        ("retires", "retire"),
    ):
        chance(found[name], end, result)


# Indirect fire

CLOCK = ["over", "over right", "right", "short right", "short", "short left", "left", "over left"]


def landing(observed: bool, turns: int) -> Any:
    """Return (direction, centimetres off)."""

    def aimed(face: int) -> Any:
        if observed and face + 2 * turns >= 9:
            return icepool.Die([("on target", 0)])
        return d10.map(lambda distance: ("on target", 0) if face > 8 else (CLOCK[face - 1], 3 * distance))

    return (d10 if observed else icepool.d8).map(aimed)


@pytest.mark.parametrize("turns", [0, 1, 3, 4, 10])
@pytest.mark.parametrize("sight", ["observed", "unobserved"])
def test_indirect_fire(odds: Odds, sight: str, turns: int) -> None:
    found = odds("indirect_fire", sight=sight, turns=turns)
    lands = landing(sight == "observed", turns)
    chance(found["hit"], lands.map(lambda one: one[0], star=False), "on target")
    spread(found["where"], lands.map(lambda one: one[0], star=False))
    spread(found["off"], lands.map(lambda one: one[1], star=False))


def test_the_example_of_scatter(game: Game) -> None:
    """A 5, then a 4: 12 cm short; unobserved, the same."""
    for sight in ("observed", "unobserved"):
        prepared = prepare(game, "indirect_fire", {"sight": sight})
        result, _ = rolled(prepared, Typed([5, 4]), None)
        assert [entry["faces"] for entry in result.record["rolls"]] == [[5], [4]]
        assert dict(landing(sight == "observed", 0).items()).get(("short", 12))


@pytest.mark.parametrize("cut", ["no", "yes"])
@pytest.mark.parametrize(("speed", "needed"), [("slow", 4), ("fast", 8)])
@pytest.mark.parametrize("sight", ["observed", "unobserved"])
def test_fire_mission(odds: Odds, cut: str, speed: str, needed: int, sight: str) -> None:
    found = odds("fire_mission", cut=cut, speed=speed, sight=sight, turns=1)
    answered = d10 - 3 * (cut == "yes") >= needed
    lands = answered.map(lambda fires: landing(sight == "observed", 1) if fires else icepool.Die([("no fire", 0)]))
    chance(found["fire"], answered)
    chance(found["hit"], lands.map(lambda one: one[0], star=False), "on target")
    spread(found["off"], lands.map(lambda one: one[1], star=False))


@pytest.mark.parametrize(
    ("cut", "observer", "turns", "dug_in"), [("no", "no", 0, "no"), ("yes", "yes", 2, "yes"), ("no", "yes", 10, "yes")]
)
def test_counter_battery(odds: Odds, cut: str, observer: str, turns: int, dug_in: str) -> None:
    found = odds("counter_battery_fire", cut=cut, observer=observer, turns=turns, dug_in=dug_in)
    called = d10 - 3 * (cut == "yes") >= 8
    located = called.map(lambda fires: d10 + turns + (observer == "yes") >= 10 if fires else icepool.Die([False]))
    duel = (d10 - d10 - (dug_in == "yes")).map(lambda lead: max(lead, 0))
    chance(found["located"], located)
    spread(found["penalty"], located.map(lambda there: duel if there else icepool.Die([0])))


@pytest.mark.parametrize(("name", "moves"), [("gas_drift", 1), ("gas_drift", 7), ("boat_drift", 1), ("boat_drift", 5)])
def test_drifts(odds: Odds, name: str, moves: int) -> None:
    spread(odds(name, moves=moves)["drifted"], moves @ d10)


def test_smoke_pot(odds: Odds) -> None:
    spread(odds("smoke_pot")["lasts"], 2 @ d10)


@pytest.mark.parametrize("moves", [1, 2, 5])
def test_fire_spread(odds: Odds, moves: int) -> None:
    found = odds("fire_spread", moves=moves)
    burns = d10.map(lambda face: face % 2 == 1)
    chance(found["burns"], burns)
    spread(
        found["spread"],
        burns.map(lambda on: moves @ d10.map(lambda face: max(6 - face, 0)) if on else icepool.Die([0])),
    )


@pytest.mark.parametrize("moves", [1, 3, 12])
def test_wire_fire(odds: Odds, moves: int) -> None:
    spread(odds("wire_fire", moves=moves)["damage"], (moves @ (d10 == 10).map(one_if)).map(lambda count: min(count, 3)))


# Aircraft


@pytest.mark.parametrize("damage", [0, 1, 2])
@pytest.mark.parametrize(("height", "dice"), [("low", 1), ("medium", 2), ("high", 4)])
def test_bombing(odds: Odds, height: str, dice: int, damage: int) -> None:
    found = odds("bombing_run", height=height, damage=damage)
    attack = (d10 - (0, 3, 5)[damage]).map(
        lambda score: "on target" if score >= 9 else "over" if score >= 5 else "short"
    )
    far = dice @ d10
    chance(found["hit"], attack, "on target")
    spread(found["attack"], attack)
    spread(found["off"], attack.map(lambda where: {"on target": icepool.Die([0]), "over": far, "short": -far}[where]))


HEIGHT = {"target": (0, None, None), "aa_mg": (1, 0, -4), "heavy_aa": (-4, 1, 0)}


@pytest.mark.parametrize("firer", HEIGHT)
@pytest.mark.parametrize("height", ["low", "medium", "high"])
@pytest.mark.parametrize(
    ("aircraft", "armoured", "markers", "range_"), [(3, 0, 0, "Medium"), (2, 0, 2, "Close"), (5, 1, 1, "Long")]
)
def test_anti_aircraft(
    odds: Odds, firer: str, height: str, aircraft: int, armoured: int, markers: int, range_: str
) -> None:
    found = odds(
        "anti_aircraft", firer=firer, height=height, aircraft=aircraft, armoured=armoured, markers=markers, range=range_
    )
    high = HEIGHT[firer][("low", "medium", "high").index(height)]
    strike = {"target": 1, "aa_mg": 2, "heavy_aa": 6}[firer]
    hits = (
        icepool.Die([0])
        if high is None
        else at_hits(strike + high - aircraft - armoured + {"Medium": 0, "Close": 1, "Long": -1}[range_])
    )
    after = hits + markers
    spread(found["hits"], hits)
    spread(found["markers"], after.map(lambda count: min(count, 3)))
    chance(found["aborts"], after >= 3)
    chance(found["crashes"], after.map(lambda count: d10 <= 5 if count >= 3 else icepool.Die([False])))


def test_air_combat(odds: Odds) -> None:
    found = odds("air_combat")
    chance(found["attack"], d10 > d10)
    chance(found["tie"], d10 == d10)


@pytest.mark.parametrize(("barrels", "basic"), [("Single", 6), ("Twin", 8), ("Triple", 9), ("Quad", 10)])
@pytest.mark.parametrize(("range_", "cover"), [("Medium", "Open"), ("Close", "Heavy cover")])
@pytest.mark.parametrize("damage", [0, 1, 2])
def test_strafing(odds: Odds, barrels: str, basic: int, range_: str, cover: str, damage: int) -> None:
    found = odds("strafing_run", barrels=barrels, range=range_, cover=cover, damage=damage)
    factor = final(basic, RANGE[range_] + COVER[cover])
    spread(found["factor"], icepool.Die([factor]))
    spread(found["casualties"], casualties(factor, (0, -3, -5)[damage]))


# Movement and optional rules


@pytest.mark.parametrize(("rate", "penalties", "wanted"), [(20, 1, 12), (5, 3, 1), (45, 7, 10), (30, 0, 30)])
def test_move(odds: Odds, rate: int, penalties: int, wanted: int) -> None:
    found = odds("move", rate=rate, penalties=penalties, wanted=wanted)
    far = (rate - penalties @ d10 if penalties else icepool.Die([rate])).map(lambda left: max(left, 0))
    spread(found["distance"], far)
    chance(found["gets_there"], far >= wanted)
    chance(found["stuck"], far, 0)


@pytest.mark.parametrize("distance", [30, 31, 36, 40, 41])
def test_charge(odds: Odds, distance: int) -> None:
    found = odds("charge_move", distance=distance)
    assert found["normal"].chance == (distance <= 30)
    chance(found["reach"], 30 + d10 >= distance)


@pytest.mark.parametrize(("penalties", "moves"), [(0, 1), (3, 1), (2, 6), (10, 2)])
def test_breakdown(odds: Odds, penalties: int, moves: int) -> None:
    chance(
        odds("breakdown_roll", penalties=penalties, moves=moves)["broken"],
        moves @ (d10 + penalties >= 10).map(one_if) > 0,
    )


@pytest.mark.parametrize(("density", "stretches"), [(1, 1), (6, 3), (10, 2)])
def test_minefield_soft(odds: Odds, density: int, stretches: int) -> None:
    found = odds("minefield", density=density, stretches=stretches)
    one = (d10 <= density).map(lambda hit: casualties(8) if hit else icepool.Die([0]))
    chance(found["struck"], stretches @ (d10 <= density).map(one_if) > 0)
    spread(found["casualties"], stretches @ one)
    assert found["through"].chance == 1


@pytest.mark.parametrize(("target", "defence", "russian"), [("tank", 1, "no"), ("tank", 2, "no"), ("car", 2, "yes")])
@pytest.mark.parametrize(("density", "stretches"), [(6, 1), (8, 3)])
def test_minefield_armour(odds: Odds, target: str, defence: int, russian: str, density: int, stretches: int) -> None:
    """Each section is crossed only while the AFV is neither immobilised nor knocked out."""
    found = odds("minefield", density=density, stretches=stretches, target=target, defence=defence, russian_car=russian)
    blast = afv(at_hits(3 - defence), target, int(russian == "yes"))
    hit = (d10 <= density).map(lambda mine: mine)
    state: Any = icepool.Die([(False, False, False)])  # struck, immobilised, knocked out
    for _ in range(stretches):
        state = state.map(lambda struck, immobile, out: crossing(hit, blast, struck, immobile, out), star=True)
    chance(found["struck"], state.map(lambda struck, immobile, out: struck, star=True))
    chance(found["through"], state.map(lambda struck, immobile, out: not immobile and not out, star=True))
    chance(found["out"], state.map(lambda struck, immobile, out: out, star=True))


def crossing(hit: Any, blast: Any, struck: bool, immobile: bool, out: bool) -> Any:
    """Return one section of a minefield."""
    if immobile or out:
        return icepool.Die([(struck, immobile, out)])
    after = blast.map(lambda one: (True, one[0], one[1]), star=False)
    return hit.map(lambda mine: after if mine else icepool.Die([(struck, False, False)]))


@pytest.mark.parametrize(("work", "moves"), [(80, 1), (80, 8), (120, 12)])
def test_entrench(odds: Odds, work: int, moves: int) -> None:
    step = (20 - 3 @ d10).map(lambda left: max(left, 0))
    found = odds("entrench", work=work, moves=moves)
    chance(found["finished"], (moves @ step) >= work)
    spread(odds("entrench", work=work, moves=1)["dug"], step)


# All of them


def walks(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every procedure once, with its first or smallest answers where it has no default."""
    for name, item in game[Procedure].items():
        given: dict[str, Any] = {}
        for question, asked in item.value.inputs.items():
            if asked.default is None:
                given[question] = (
                    next(iter(asked.choices)) if asked.choices else int(str(asked.range).split("-")[-1]) // 2
                )
        yield name, given


def test_every_roll_replays(game: Game) -> None:
    for name, given in walks(game):
        code, source = seeded(None)
        result, _ = rolled(prepare(game, name, given), source, code)
        assert verify(game, result.record).difference == "", name


def test_every_procedure_has_a_test(game: Game) -> None:
    text = (bundled("data").parent / "tests" / "test_procedures_white_general.py").read_text(encoding="utf-8")
    assert [name for name in game[Procedure] if f'"{name}"' not in text] == []
