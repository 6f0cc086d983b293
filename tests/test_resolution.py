"""Pictures with less than 300 dpi in print are reported once, where they are largest."""

from __future__ import annotations

from pictures_support import here, picture, saved, setter_of, svg
from rcwkit.art.artwork import coarse, placed
from rcwkit.frame import MM, Frame, Group

INCH = 72.0


def test_a_coarse_picture_is_reported_with_the_pixels_wanted() -> None:
    setter = setter_of({"a.png": saved(picture(300, 150))})
    art = setter.picture("a.png", here)
    assert art
    one, two = (Frame(200, 200, (Group((placed(art, 0, 0, side, side / 2),), scale=2),)) for side in (INCH / 2, INCH))
    assert coarse([one], setter.artwork) == []
    (found,) = coarse([one, two, one], setter.artwork)
    assert (found.code, found.span) == ("W270", here())
    assert found.message == f"'a.png' has only 150 dpi at {2 * INCH / MM:.1f} × {INCH / MM:.1f} mm"
    assert found.hint == "300 dpi are sharp: 600 × 300 pixels, not 300 × 150"


def test_the_part_that_is_cut_off_does_not_count() -> None:
    setter = setter_of({"a.png": saved(picture(600, 300))})
    art = setter.picture("a.png", here)
    assert art
    filled, whole = (Frame(99, 99, (placed(art, 0, 0, INCH, INCH, crop),)) for crop in ("fill", "fit"))
    assert coarse([filled, whole], setter.artwork) == []
    tall = Frame(99, 99, (placed(art, 0, 0, INCH, 2 * INCH, "fill"),))
    assert [one.code for one in coarse([tall], setter.artwork)] == ["W270"]
    stretched = Frame(99, 99, (placed(art, 0, 0, INCH, 2 * INCH, "stretch"),))
    assert "150 dpi" in coarse([stretched], setter.artwork)[0].message


def test_the_piece_is_named_on_which_it_is_largest() -> None:
    setter = setter_of({"a.png": saved(picture(30, 30))})
    art = setter.picture("a.png", here)
    assert art
    sides = ((INCH, "events/a"), (2 * INCH, "events/a back"), (INCH, "events/b"))
    frames = [Frame(99, 99, (placed(art, 0, 0, side, side),), name=name) for side, name in sides]
    (found,) = coarse(frames, setter.artwork)
    assert found.message.endswith(" × 50.8 mm, on events/a back")


def test_a_drawing_is_sharp_at_any_size() -> None:
    setter = setter_of({"a.svg": svg("<rect width='1' height='1'/>")})
    art = setter.picture("a.svg", here)
    assert art
    assert coarse([Frame(9999, 9999, (placed(art, 0, 0, 9999, 9999),))], setter.artwork) == []


def test_many_coarse_pictures_are_one_warning() -> None:
    """Bug: two hundred of them drowned the rest."""
    setter = setter_of({f"{n}.png": saved(picture(30 + n, 30)) for n in range(20)})
    arts = [setter.picture(f"{n}.png", here) for n in range(20)]
    frames = [Frame(99, 99, (placed(art, 0, 0, INCH, INCH),)) for art in arts if art]
    assert len(coarse(frames[:12], setter.artwork)) == 12
    (found,) = coarse(frames, setter.artwork)
    assert found.message.endswith("; 19 more pictures have fewer than 300 dpi, too")
