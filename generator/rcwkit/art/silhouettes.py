"""Silhouettes: ships from the side, aircraft mostly from above, vehicles from the side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rcwkit.art.unit_boxes import Pen, arc, curve

__all__ = ["SILHOUETTES"]


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

Shape = Sequence[tuple[float, float]]


def _train(pen: Pen) -> None:
    pen.polygon([(0, 46), (0, 22), (8, 14), (33, 14), (33, 46)], pen.ink)  # gun car
    pen.polygon([(-4, 5), (15, 9), (15, 14), (-4, 9)], pen.ink)
    pen.polygon([(11, 14), (13, 6), (25, 6), (27, 14)], pen.ink)
    pen.rect(7, 24, 19, 4, pen.ground)
    pen.rect(33, 38, 7, 4, pen.ink)
    pen.polygon([(40, 46), (40, 4), (64, 4), (64, 16), (92, 16), (97, 24), (97, 46)], pen.ink)  # engine
    pen.rect(46, 10, 11, 10, pen.ground)
    pen.polygon([(79, 16), (77, 0), (92, 0), (90, 16)], pen.ink)
    pen.polygon([(92, 46), (104, 58), (92, 58)], pen.ink)
    for x in (8, 25, 50, 66, 82):
        pen.circle(x, 50, 8, pen.ink, pen.ground, 2.5)
        pen.circle(x, 50, 2, pen.ground)
    pen.rect(-4, 60, 108, 4, pen.ink)


def _aircraft(pen: Pen) -> None:
    pen.polygon([(50, 4), (56, 14), (55, 62), (52, 88), (48, 88), (45, 62), (44, 14)], pen.ink)
    pen.polygon([(0, 26), (100, 26), (97, 42), (3, 42)], pen.ink)
    pen.polygon([(32, 78), (68, 78), (65, 88), (35, 88)], pen.ink)
    pen.rect(34, 3, 32, 3.5, pen.ink)
    pen.circle(17, 34, 4.5, pen.ground)
    pen.circle(83, 34, 4.5, pen.ground)
    pen.circle(50, 48, 3, pen.ground)


# Aircraft from above, nose up; the seaplane and the zeppelin from the side.
def _mirrored(pen: Pen, half: Shape) -> None:
    """Draw the right half of a shape, from nose to tail, and its mirror image."""
    pen.polygon([*half, *((100 - x, y) for x, y in reversed(half))], pen.ink)


def _propeller(pen: Pen, x: float, y: float, half: float) -> None:
    pen.polygon([(x - half, y - 0.9), (x + half, y - 0.9), (x + half, y + 0.9), (x - half, y + 0.9)], pen.ink)


def _fighter(pen: Pen) -> None:
    _propeller(pen, 50, 8, 14)
    _mirrored(pen, [(50, 3), (53, 6), (55.4, 12), (56, 30), (55, 48), (52.4, 78), (51, 86), (50, 87)])
    wing = curve((54, 28), (72, 26), (90, 28), (98, 35), (96, 42), (78, 47), (54, 50))
    _mirrored(pen, [(50, 28), *wing, (50, 50)])
    tail = curve((51, 72), (62, 71), (70, 74), (71, 78), (68, 82), (58, 82), (51, 83))
    _mirrored(pen, [(50, 72), *tail, (50, 83)])
    pen.polygon(curve((50, 39), (53, 40), (53, 49), (50, 54), (47, 49), (47, 40), (50, 39)), pen.ground)


def _bomber(pen: Pen) -> None:
    for x in (30, 70):
        _propeller(pen, x, 19.4, 11)
        pen.polygon([(x - 4, 40), (x - 4, 22), (x, 17), (x + 4, 22), (x + 4, 40), (x, 52)], pen.ink)
    _mirrored(pen, [(50, 4), (54, 7), (56, 14), (56, 44), (53.4, 74), (52, 88), (50, 90)])
    _mirrored(pen, [(50, 28), (56, 27), (97, 33), (100, 37), (98, 42), (56, 46), (50, 46)])
    _mirrored(pen, [(50, 75), (54, 74), (72, 77), (73, 81), (71, 84), (50, 86)])
    pen.polygon([(47.4, 7.5), (52.6, 7.5), (53.6, 13), (46.4, 13)], pen.ground)
    pen.polygon([(47.6, 20), (52.4, 20), (52.4, 25), (47.6, 25)], pen.ground)


def _heavy_bomber(pen: Pen) -> None:
    for x, y in ((16, 26), (33, 23), (67, 23), (84, 26)):
        _propeller(pen, x, y - 4, 7.4)
        pen.polygon([(x - 3, y + 16), (x - 3, y - 2), (x, y - 6), (x + 3, y - 2), (x + 3, y + 16)], pen.ink)
    _mirrored(pen, [(50, 2), (53.6, 6), (55, 14), (55, 48), (52.8, 76), (51.6, 90), (50, 92)])
    _mirrored(pen, [(50, 29), (55, 28), (99, 33), (101, 36), (99, 40), (55, 46), (50, 46)])
    _mirrored(pen, [(50, 77), (53, 76), (73, 79), (74, 83), (72, 86), (50, 88)])
    pen.polygon([(47.6, 7), (52.4, 7), (53, 12), (47, 12)], pen.ground)
    pen.circle(50, 58, 2.6, pen.ground)


def _recon_plane(pen: Pen) -> None:
    _propeller(pen, 50, 10, 13)
    _mirrored(pen, [(50, 6), (54, 9), (55.6, 16), (55, 50), (52, 80), (51, 86), (50, 87)])
    _mirrored(pen, [(50, 24), (98, 24), (101, 28), (99, 36), (93, 38), (50, 38)])
    _mirrored(pen, [(50, 73), (67, 74), (70, 78), (67, 84), (50, 84)])
    pen.circle(50, 31, 10.5, pen.ink)
    pen.circle(50, 31, 7.6, pen.ground)
    pen.circle(50, 31, 3.6, pen.ink)


def _transport_plane(pen: Pen) -> None:
    for x in (29, 71):
        _propeller(pen, x, 21, 10)
        pen.polygon([(x - 4.4, 40), (x - 4.4, 25), (x, 19), (x + 4.4, 25), (x + 4.4, 40)], pen.ink)
    _mirrored(pen, [(50, 2), (55, 5), (58, 13), (58, 54), (54.6, 78), (52, 90), (50, 91)])
    _mirrored(pen, [(50, 29), (58, 28), (92, 36), (98, 41), (94, 44), (58, 48), (50, 48)])
    _mirrored(pen, [(50, 75), (54, 74), (70, 79), (72, 83), (69, 85), (50, 87)])
    pen.polygon([(45, 10), (55, 10), (54, 14), (46, 14)], pen.ground)
    for y in (22, 52, 59, 66):
        pen.rect(44.4, y, 2.4, 3.6, pen.ground)
        pen.rect(53.2, y, 2.4, 3.6, pen.ground)


def _seaplane(pen: Pen) -> None:
    body = curve(
        (8, 22),
        (30, 25),
        (52, 22),
        (76, 18),
        (90, 16),
        (96, 19),
        (96, 26),
        (94, 34),
        (86, 37),
        (66, 37),
        (40, 36),
        (20, 30),
        (8, 26),
    )
    pen.polygon(body, pen.ink)
    pen.polygon([(6, 27), (2, 8), (9, 7), (20, 24)], pen.ink)
    pen.rect(48, 4, 40, 4.4, pen.ink, radius=2)
    pen.rect(45, 36, 40, 4.4, pen.ink, radius=2)
    for x in (54, 80):
        pen.line(x, 6, x - 2, 38, pen.ink, 2)
    pen.line(98, 10, 98, 42, pen.ink, 2.4)
    pen.polygon(curve((66, 20), (68, 16), (74, 16), (76, 19)), pen.ground)
    for x in (56, 76):
        pen.line(x, 38, x - 1, 54, pen.ink, 2.4)
    pen.polygon(
        curve(
            (34, 54),
            (50, 51),
            (78, 51),
            (92, 51),
            (99, 51),
            (98, 55),
            (92, 58),
            (78, 62),
            (60, 62),
            (52, 59),
            (44, 57),
            (38, 56),
            (34, 54),
        ),
        pen.ink,
    )


def _zeppelin(pen: Pen) -> None:
    body = curve(
        (0, 20),
        (12, 6),
        (30, 2),
        (54, 2),
        (82, 2),
        (96, 10),
        (100, 20),
        (96, 30),
        (82, 37),
        (54, 37),
        (30, 37),
        (12, 32),
        (0, 20),
    )
    pen.polygon(body, pen.ink)
    pen.polygon([(3, 18), (-2, 2), (8, 2), (22, 10)], pen.ink)
    pen.polygon([(3, 22), (-2, 37), (8, 37), (22, 29)], pen.ink)
    for y in (13.5, 25):
        bow = 0.5 * (20 - y)
        pen.polygon(
            curve((14, y + bow * 0.5), (40, y - bow * 0.6), (70, y - bow * 0.6), (94, y + bow * 0.4), steps=14),
            None,
            pen.ground,
            1.3,
            closed=False,
        )
    pen.polygon([(60, 36), (62, 43), (77, 43), (81, 36)], pen.ink)
    pen.polygon([(28, 36), (30, 42), (41, 42), (44, 36)], pen.ink)
    for x in (64.5, 69, 73.5):
        pen.rect(x, 38.4, 2.6, 2.2, pen.ground)


# Vehicles, heading to the right.
def _tank(pen: Pen) -> None:
    track = [
        *curve(
            (4, 38),
            (2, 30),
            (10, 28),
            (16, 28),
            (40, 28),
            (70, 28),
            (84, 28),
            (96, 28),
            (99, 34),
            (94, 42),
            (88, 54),
            (82, 56),
            (70, 56),
            (56, 56),
            (40, 56),
            (26, 56),
            (14, 56),
            (8, 50),
            (4, 38),
        )
    ]
    pen.polygon(track, pen.ink)
    for x in (22, 36, 50, 64, 78):
        pen.circle(x, 46, 5.6, pen.ground)
        pen.circle(x, 46, 2.6, pen.ink)
    pen.circle(12.5, 37, 3.6, pen.ground)
    pen.circle(88.5, 36, 3.6, pen.ground)
    pen.polygon([(12, 29), (18, 22), (82, 21), (92, 29)], pen.ink)
    pen.polygon([(30, 22), (33, 9), (38, 6), (58, 6), (64, 11), (67, 22)], pen.ink)
    pen.polygon([(63, 11.5), (104, 9.5), (104, 13), (65, 17)], pen.ink)
    pen.rect(40, 2.6, 12, 4, pen.ink)


def _armoured_car(pen: Pen) -> None:
    pen.polygon([(2, 44), (4, 26), (12, 20), (62, 18), (70, 27), (92, 30), (97, 36), (97, 46), (2, 46)], pen.ink)
    pen.polygon([(24, 20), (26, 6), (46, 6), (49, 20)], pen.ink)
    pen.polygon([(46, 10), (72, 9), (72, 12.4), (48, 14.6)], pen.ink)
    pen.rect(54, 24, 9, 3, pen.ground)
    for x in (21, 79):
        pen.circle(x, 47, 12, pen.ink, pen.ground, 2.6)
        pen.circle(x, 47, 4.4, pen.ground)


def _gun(pen: Pen) -> None:
    pen.polygon([(36, 30), (99, 9), (100.6, 13.4), (40, 38)], pen.ink)
    pen.polygon([(28, 38), (30, 29), (42, 27), (46, 35)], pen.ink)
    pen.polygon([(40, 40), (34, 44), (0, 60), (0, 55)], pen.ink)
    pen.polygon([(52, 10), (57, 9), (62, 44), (56, 45)], pen.ink)
    pen.circle(48, 42, 18, None, pen.ink, 4.6)
    for turn in range(6):
        pen.polygon(arc(48, 42, 17, turn * 60 - 3, turn * 60 + 3, 1) + [(48, 42)], pen.ink)
    pen.circle(48, 42, 4, pen.ink)


def _lorry(pen: Pen) -> None:
    pen.polygon([(2, 44), (2, 10), (58, 10), (58, 44)], pen.ink)
    pen.polygon([(60, 44), (60, 16), (74, 16), (80, 27), (94, 29), (97, 34), (97, 44)], pen.ink)
    pen.polygon([(64, 19), (72, 19), (76.4, 27), (64, 27)], pen.ground)
    for x in (16, 30, 44):
        pen.line(x, 11, x, 38, pen.ground, 1.8)
    pen.rect(2, 40, 95, 5, pen.ink)
    for x in (20, 82):
        pen.circle(x, 47, 10, pen.ink, pen.ground, 2.6)
        pen.circle(x, 47, 3.6, pen.ground)


SILHOUETTES: Mapping[str, tuple[Callable[[Pen], None], float]] = {
    **SHIPS,
    "train": (_train, 64),
    "aircraft": (_aircraft, 92),
    "fighter": (_fighter, 90),
    "bomber": (_bomber, 92),
    "heavy_bomber": (_heavy_bomber, 94),
    "recon_plane": (_recon_plane, 90),
    "transport_plane": (_transport_plane, 93),
    "seaplane": (_seaplane, 66),
    "zeppelin": (_zeppelin, 45),
    "tank": (_tank, 57),
    "armoured_car": (_armoured_car, 60),
    "gun": (_gun, 62),
    "lorry": (_lorry, 58),
}
"""Silhouette → drawing function, and its height at a width of 100."""
