"""The dark theme: legible, of the same owners and roles as the light one, and not in print."""

from __future__ import annotations

import re

import pytest
from rcwkit.art.colours import contrast, hue
from rcwkit.art.theme import CLEAR, HOUSE, LEGIBLE, css_variables, night, screen_variables
from rcwkit.game.game import Game


@pytest.mark.parametrize("accent", ["#B3201F", "#1B1A18", "#C9A227", "#1F3A6E", "#FFFFFF"])
def test_text_is_legible_on_dark_grounds(accent: str) -> None:
    dark = night(HOUSE.__class__(accent=accent))
    for ground in (dark.page, dark.paper):
        assert min(contrast(text, ground) for text in (dark.ink, dark.quiet, dark.accent)) >= LEGIBLE


def test_colours_keep_their_hue_on_dark_grounds() -> None:
    dark = night(HOUSE)
    for colour in ("#B3201F", "#27425F", "#2F6B34"):
        shade = dark.legible(colour, dark.page)
        assert contrast(shade, dark.page) >= CLEAR
        assert hue(shade) == pytest.approx(hue(colour), abs=4), "mixed with the ink of words, it would be grey"


def test_a_page_is_dark_only_on_screen(triumph: Game) -> None:
    css = screen_variables(HOUSE, triumph.info)
    light, screen, followed = re.split(r"^@media ", css, flags=re.M)
    assert light == css_variables(HOUSE, triumph.info)
    assert screen.startswith("screen {\n:root.dark {\n  --ink: #F4ECDD;\n")
    assert followed.startswith("screen and (prefers-color-scheme: dark) {\n:root:not(.light) {\n")
    roles = re.findall(r"--[\w-]+(?=:)", light)
    assert re.findall(r"--[\w-]+(?=:)", screen) == re.findall(r"--[\w-]+(?=:)", followed) == roles
