"""Ships as silhouettes from the side, bow to the right, down to the waterline."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rcwkit.look.pen import Pen, curve

__all__ = ["SHIPS"]


def _ship(pen: Pen) -> None:
    pen.polygon([(0, 42), (100, 38), (84, 62), (12, 62)], pen.ink)
    pen.polygon([(26, 40), (26, 28), (68, 28), (68, 40)], pen.ink)
    for x in (32, 49):
        pen.polygon([(x, 28), (x + 3, 8), (x + 13, 8), (x + 12, 28)], pen.ink)
        pen.rect(x + 2, 12, 12, 4, pen.ground)
    pen.rect(72, 0, 3, 40, pen.ink)
    pen.polygon([(75, 1), (92, 6), (75, 11)], pen.ink)
    pen.polygon([(4, 30), (22, 34), (22, 41), (14, 41), (14, 36), (4, 34)], pen.ink)
    pen.rect(0, 66, 100, 4, pen.ink)


def _turret(pen: Pen, x: float, foot: float, way: int, *, size: float = 1.0) -> None:
    """Draw a gun turret at x that stands on `foot` and points to the bow (1) or the stern (-1)."""
    house = [(-6, 0), (-5.4, -5.4), (3, -6.4), (6.4, -4.2), (6.4, 0)]
    pen.polygon([(x + way * p * size, foot + q * size) for p, q in house], pen.ink)
    barrel = [(5, -5.2), (20, -6.8), (20, -4.9), (5, -2.6)]
    pen.polygon([(x + way * p * size, foot + q * size) for p, q in barrel], pen.ink)


def _funnel(pen: Pen, x: float, top: float, foot: float, wide: float, rake: float = 0.0) -> None:
    """Draw a funnel with a light band; positive rake leans to the stern."""
    pen.polygon([(x, foot), (x - rake, top), (x - rake + wide, top), (x + wide, foot)], pen.ink)
    band = (top - foot) * 0.72 + foot
    pen.polygon(
        [
            (x - rake * 0.72, band),
            (x - rake * 0.72 + wide, band),
            (x - rake * 0.56 + wide, band + 2.2),
            (x - rake * 0.56, band + 2.2),
        ],
        pen.ground,
    )


def _battleship(pen: Pen) -> None:
    pen.polygon([(0, 34), (30, 35), (97, 31), (100, 30.5), (95, 46), (4, 46), (1, 41)], pen.ink)
    _turret(pen, 79, 33, 1)
    pen.rect(61, 26, 14, 8, pen.ink)
    _turret(pen, 69, 26.5, 1, size=0.95)
    _turret(pen, 16, 34.5, -1, size=0.9)
    pen.rect(20, 28, 11, 8, pen.ink)
    _turret(pen, 26, 28.5, -1, size=0.9)
    pen.polygon([(30, 35), (30, 27), (62, 26), (62, 34)], pen.ink)
    pen.polygon([(52, 28), (53, 13), (51, 13), (51, 9), (61, 9), (61, 13), (59.5, 13), (61, 28)], pen.ink)
    pen.polygon([(55.2, 10), (55.6, 0), (57, 0), (57.4, 10)], pen.ink)
    pen.rect(51.5, 3, 9.6, 1.6, pen.ink)
    _funnel(pen, 42, 12, 28, 7.5)
    pen.polygon([(34, 28), (35.2, 4), (36.4, 4), (37.6, 28)], pen.ink)
    pen.rect(32.5, 11, 6.6, 3, pen.ink)


def _cruiser(pen: Pen) -> None:
    pen.polygon([(0, 36), (28, 37), (64, 36), (66, 32.5), (97, 30), (100, 29.5), (94, 45), (4, 45), (1, 41)], pen.ink)
    _turret(pen, 80, 32, 1, size=0.72)
    _turret(pen, 12, 36.5, -1, size=0.72)
    pen.polygon([(26, 38), (26, 32), (66, 30.5), (66, 37)], pen.ink)
    pen.polygon([(63, 33), (63, 23), (61.5, 23), (61.5, 20), (70.5, 20), (70.5, 23), (69.5, 23), (70.5, 33)], pen.ink)
    pen.polygon([(65.5, 21), (65, 2), (66, 2), (67.4, 21)], pen.ink)
    pen.rect(62.8, 8, 5, 1.7, pen.ink)
    for x in (34, 43, 52):
        _funnel(pen, x, 16, 33, 5.4, 1.6)
    pen.polygon([(25.5, 34), (24.6, 6), (25.6, 6), (27.4, 34)], pen.ink)


def _destroyer(pen: Pen) -> None:
    pen.polygon([(0, 38.5), (66, 37.5), (68, 32.5), (96, 29.5), (100, 29), (94.5, 43), (5, 43), (1, 41.5)], pen.ink)
    _turret(pen, 80, 31.5, 1, size=0.55)
    _turret(pen, 10, 38.5, -1, size=0.55)
    pen.polygon([(62, 38), (62.5, 25), (61, 25), (61, 22.5), (71, 22.5), (71, 25), (73, 33)], pen.ink)
    pen.polygon([(64.2, 23), (62.6, 4), (63.6, 4), (66, 23)], pen.ink)
    _funnel(pen, 51, 20, 38.5, 6, 3)
    _funnel(pen, 37, 20, 38.5, 6, 3)
    pen.polygon([(22, 39), (22.4, 34.6), (35, 33.4), (35, 35.4), (29, 36), (29, 39)], pen.ink)
    pen.polygon([(18, 39), (17, 18), (18, 18), (19.8, 39)], pen.ink)


def _submarine(pen: Pen) -> None:
    hull = curve(
        (0, 34),
        (6, 27.6),
        (18, 26.6),
        (30, 26.6),
        (50, 26.4),
        (76, 26),
        (100, 26),
        (97, 31),
        (92, 38),
        (80, 38),
        (56, 39),
        (22, 39),
        (0, 34),
    )
    pen.polygon(hull, pen.ink)
    pen.polygon([(38, 27), (39.5, 15), (42, 13), (57, 13), (59, 17), (62, 27)], pen.ink)
    pen.rect(47, 2, 1.7, 12, pen.ink)
    pen.rect(52, 6, 1.7, 8, pen.ink)
    pen.polygon([(69, 27), (70, 22.4), (72, 22), (85, 19.8), (85, 21.6), (74, 23.8), (74, 27)], pen.ink)
    pen.polygon([(2, 33), (0, 24), (4, 24), (9, 30)], pen.ink)
    for x in range(22, 84, 10):
        pen.rect(x, 30.6, 5, 1.6, pen.ground)


def _carrier(pen: Pen) -> None:
    pen.polygon([(0, 22), (2, 20), (98, 20), (100, 22), (96, 25), (90, 27), (87, 42), (8, 42), (4, 27)], pen.ink)
    for x in (14, 26, 38, 50, 62, 74):
        pen.polygon([(x, 29), (x + 7, 29), (x + 7, 33), (x, 33)], pen.ground)
    pen.polygon([(52, 20), (52, 12), (55, 12), (55, 9), (66, 9), (66, 12), (68, 12), (68, 20)], pen.ink)
    pen.polygon([(60, 9), (60.4, 0), (61.6, 0), (62, 9)], pen.ink)
    _funnel(pen, 54.6, 5, 13, 4.4)
    for x in (10, 26):  # two aircraft on deck
        pen.polygon([(x, 17.2), (x + 1.5, 14), (x + 3, 16.4), (x + 12, 15.4), (x + 13, 17.4), (x + 3, 18.2)], pen.ink)
        pen.rect(x + 9, 17, 1.6, 3.4, pen.ink)


def _transport_ship(pen: Pen) -> None:
    hull = [(0, 28), (14, 28), (14, 31.5), (82, 31.5), (84, 27), (100, 25.5), (95, 44), (7, 44), (3, 40)]
    pen.polygon(hull, pen.ink)
    pen.polygon([(38, 32), (38, 22), (44, 22), (44, 18), (60, 18), (60, 22), (63, 22), (63, 32)], pen.ink)
    for x in (41, 46, 51, 56):
        pen.rect(x, 24.6, 2.6, 2.6, pen.ground)
    _funnel(pen, 47, 4, 19, 7)
    for x, way in ((25, 1), (76, -1)):
        pen.polygon([(x - 1.1, 32), (x - 0.7, 3), (x + 0.7, 3), (x + 1.1, 32)], pen.ink)
        pen.polygon([(x, 27), (x + way * 10, 9.4), (x + way * 11.2, 10.2), (x + way * 1.6, 28)], pen.ink)
        pen.polygon([(x, 27), (x - way * 10, 9.4), (x - way * 11.2, 10.2), (x - way * 1.6, 28)], pen.ink)


def _gunboat(pen: Pen) -> None:
    pen.polygon([(0, 33), (5, 31), (78, 31), (92, 28.5), (100, 28), (93, 43), (6, 43), (1, 38)], pen.ink)
    pen.polygon([(22, 31), (22, 21), (60, 21), (60, 31)], pen.ink)
    pen.rect(18, 19, 46, 2.6, pen.ink)
    for x in (26, 33, 40):
        pen.rect(x, 24, 3.4, 3.4, pen.ground)
    pen.polygon([(52, 20), (52, 11), (63, 11), (63, 20)], pen.ink)
    pen.rect(49.5, 9, 16, 2.4, pen.ink)
    _funnel(pen, 34, 0, 20, 7)
    pen.polygon(
        [(70, 31), (71, 25), (73, 23.6), (78, 23.2), (78.4, 24.4), (97, 20), (97.4, 22.4), (79, 27), (79, 31)], pen.ink
    )
    pen.rect(9, 12, 1.6, 20, pen.ink)
    pen.polygon([(9, 12), (-1, 14.5), (9, 18.5)], pen.ink)


def _sailing_ship(pen: Pen) -> None:
    pen.polygon([(5, 60), (7, 70), (11, 82), (80, 82), (88, 73), (95, 66), (79, 69), (30, 70), (24, 64)], pen.ink)
    pen.polygon([(86, 67), (103, 58), (103.6, 59.4), (90, 70)], pen.ink)
    pen.rect(14, 73, 64, 2.4, pen.ground)
    for x, top, wide in ((24, 16, 17), (48, 4, 23), (72, 12, 20)):
        pen.polygon([(x - 0.9, 70), (x - 0.7, top - 5), (x + 0.7, top - 5), (x + 0.9, 70)], pen.ink)
        low, high = 62.0, top
        for part in range(3):
            y0 = high + (low - high) * (0, 0.26, 0.6)[part]
            y1 = high + (low - high) * (0.22, 0.56, 1.0)[part]
            half0, half1 = wide * (0.3, 0.38, 0.46)[part], wide * (0.38, 0.46, 0.54)[part]
            belly = curve(
                (x + half0, y0), (x + half0 + 4, (y0 + y1) / 2), (x + half1 + 4, (y0 + y1) / 2), (x + half1, y1)
            )
            back = curve(
                (x - half1, y1), (x - half1 + 3, (y0 + y1) / 2), (x - half0 + 3, (y0 + y1) / 2), (x - half0, y0)
            )
            pen.polygon([*belly, *back], pen.ink)
    pen.polygon([(86, 62), (84.5, 24), (101.5, 57.4)], pen.ink)


SHIPS: Mapping[str, tuple[Callable[[Pen], None], float]] = {
    "ship": (_ship, 70),
    "battleship": (_battleship, 46),
    "cruiser": (_cruiser, 46),
    "destroyer": (_destroyer, 44),
    "submarine": (_submarine, 40),
    "carrier": (_carrier, 43),
    "transport_ship": (_transport_ship, 45),
    "gunboat": (_gunboat, 43),
    "sailing_ship": (_sailing_ship, 83),
}
"""Ship → drawing function, and its height at a width of 100."""
