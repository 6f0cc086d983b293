"""Aircraft, mostly from above, and vehicles from the side as silhouettes, with the ships."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rcwkit.look.pen import Pen, arc, curve
from rcwkit.look.ships import SHIPS

__all__ = ["SILHOUETTES"]

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
