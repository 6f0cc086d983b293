"""The drawing log: stable, rounded, complete."""

from __future__ import annotations

from log_support import describe
from rcwkit.frame import Field, Frame, Group, Path, Polygon, Rect, Sheet, Subpath, Text


def test_a_line_for_each_item() -> None:
    frame = Frame(
        10,
        20.004,
        (
            Rect(0, -0.001, 5.125, 5, "#B3201F"),
            Group(
                (Text(1, 2, "two words", "sans", 7, "#1B1A18"), Text(1, 2, "", "sans", 7, "#1B1A18")),
                3,
                4,
                90,
                "art",
                (0, 0, 1, 1),
            ),
            Polygon(((0, 0), (1.239, 2)), None, "#1B1A18", 0.5, closed=False),
        ),
        name="card",
    )
    assert describe(frame).splitlines() == [
        "frame 10 20 name=card",
        "  rect 0 0 5.12 5 fill=#B3201F",
        "  group x=3 y=4 rotate=90 key=art clip=(0 0 1 1)",
        "    text 1 2 'two words' font=sans size=7 fill=#1B1A18",
        "    text 1 2 '' font=sans size=7 fill=#1B1A18",
        "  polygon ((0 0) (1.24 2)) stroke=#1B1A18 line=0.5 closed=false",
    ]


def test_form_fields_come_last() -> None:
    assert describe(
        Sheet(10, 20, (Rect(0, 0, 1, 1),), "sheet 1 of 1", fields=(Field(1, 2.004, 3, 3, "Printed: a.pdf"),))
    ).splitlines() == [
        "sheet 10 20 label='sheet 1 of 1'",
        "  rect 0 0 1 1",
        "  field 1 2 3 3 said='Printed: a.pdf'",
    ]


def test_a_sheet_names_its_label_and_trim() -> None:
    assert describe(Sheet(595.276, 841.89, (), "sheet 1 of 2, front", (1, 2, 3, 4), ("Cards",), 5.669)) == (
        "sheet 595.28 841.89 label='sheet 1 of 2, front' trim=(1 2 3 4) outline=(Cards) bleed=5.67\n"
    )


def test_curves_are_lists_of_subpaths() -> None:
    curves = Path((Subpath((0, 0), ((1, 2.004),), closed=True),), "#B3201F", even_odd=True)
    assert describe(Frame(9, 9, (curves,))).splitlines()[1] == (
        "  path (((0 0) ((1 2)) true)) fill=#B3201F even_odd=true"
    )
