"""The theme in light letters on dark grounds, for screens."""

from __future__ import annotations

from collections.abc import Mapping

from rcwkit.look.theme import Theme, css_variables
from rcwkit.models.game import GameInfo

__all__ = ["night", "screen_variables"]


def night(theme: Theme) -> Theme:
    """Return a theme on dark grounds; its accent is lightened until it is legible there."""
    dark = theme._replace(ink="#EFE9DD", paper="#171614", page="#22201D", quiet="#BDB5A7", hairline="#565047")
    return dark._replace(accent=dark.legible(theme.accent, dark.page))


def screen_variables(theme: Theme, info: GameInfo, fonts: Mapping[str, str] | None = None) -> str:
    """Return the CSS variables of a page on screen: dark where the system or class `dark` says so, light in print."""
    dark = night(theme)
    rules = {root: css_variables(dark, info, under=root) for root in (":root.dark", ":root:not(.light)")}
    chosen, followed = (f"{text}{root} {{ color-scheme: dark; }}\n" for root, text in rules.items())
    return (
        f"{css_variables(theme, info, fonts)}@media screen {{\n{chosen}}}\n"
        f"@media screen and (prefers-color-scheme: dark) {{\n{followed}}}\n"
    )
