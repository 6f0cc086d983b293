"""WeasyPrint behind one door: an HTML tree into pages, each part as densely as it wants or as large as its pages allow."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.sax.saxutils import escape

from generator.diagnostics import Surroundings
from generator.draw import paginate
from generator.draw.libraries import advice
from generator.fonts import FACES

__all__ = ["SIZES", "Press", "press"]

SIZES = tuple(f"{quarter / 4:g}pt" for quarter in range(40, 25, -1))
"""The sizes of running text in such a document: the largest that fits is taken, and none below the last."""
SETTINGS = {"normal": 1.0, "tight": 0.05, "tightest": 0.3}
"""How densely a part may be set, in this order, with the share of a part's height that it is tried for."""
SPARSE = 0.5
"""A last sheet filled less than this is worth a tighter setting, if that saves it."""


class Press:
    """An HTML text with its pictures (address → SVG), and pages of it, with nothing but our fonts.

    Pictures are drawn here: no other picture, drawing or font reaches the engine. Raises Surroundings where it lacks its libraries.
    """

    def __init__(self, text: str, own: Mapping[str, str]) -> None:
        try:
            from generator.draw.engine import Engine
        except (ImportError, OSError) as error:
            raise Surroundings(f"text documents need WeasyPrint and Pango: {str(error).splitlines()[0]}; to get them: {advice()}") from error
        self.engine = Engine(text, own)
        self.root = self.engine.root

    def set(self, area: paginate.Area) -> tuple[Any, list[str]]:
        """The pages, and texts of tables that are wider than their columns."""
        self.engine.read()
        parts = paginate.parts(self.root)
        best = self._loose(area) | self._fitted(area)
        chosen = [best[index] for index in range(len(parts))]
        blanks: dict[Any, Any] = {}
        for part, plan, joins in zip(parts, chosen, paginate.joined(parts, chosen), strict=True):
            blanks |= paginate.rebuild(part, plan, joins=joins)
        document = self.engine.pages(self.root)
        # Blanks hold the blocks that were measured for them: these are laid out only once.
        document.pages = [self.engine.page(page._page_box, paginate.fill(page._page_box, blanks)) for page in document.pages]
        return document, [plan.wide for plan in chosen if plan.wide]

    def _loose(self, area: paginate.Area) -> dict[int, paginate.Plan]:
        """Parts that take the pages they need; a denser setting is taken where that saves an almost empty sheet."""
        free = [index for index, part in enumerate(paginate.parts(self.root)) if not paginate.limit(part)]
        best: dict[int, paginate.Plan] = {}
        for setting, hope in SETTINGS.items():
            wanting = [index for index in free if index not in best or _sparse(best[index], hope)]
            plans = self._plans(wanting, area, setting) if wanting else {}
            best |= {index: plan for index, plan in plans.items() if index not in best or plan.sheets < best[index].sheets}
        return best

    def _fitted(self, area: paginate.Area) -> dict[int, paginate.Plan]:
        """Parts of a given number of pages, in the largest type that allows it, or else in the smallest."""
        best: dict[int, paginate.Plan] = {}
        for index, part in enumerate(paginate.parts(self.root)):
            if most := paginate.limit(part):

                @cache
                def plan(place: int, index: int = index) -> paginate.Plan:
                    return self._plans([index], area, SIZES[place])[index]

                def fits(place: int, most: int = most, plan: Callable[[int], paginate.Plan] = plan) -> bool:
                    return len(plan(place).pages) <= most and not plan(place).wide

                best[index] = plan(bisect_left(range(len(SIZES) - 1), True, key=fits))
        return best

    def _plans(self, wanting: list[int], area: paginate.Area, setting: str) -> dict[int, paginate.Plan]:
        """How the parts that want it would be set, measured on one endless sheet."""
        root = deepcopy(self.root)
        root.set("class", "measure")
        parts = paginate.parts(root)
        paginate.narrow([parts[index] for index in wanting], root, area, setting)
        boxes = paginate.boxes(self.engine.measured(root))
        return {index: paginate.plan(parts[index], boxes, area, setting) for index in wanting}


def _sparse(planned: paginate.Plan, hope: float) -> bool:
    """Whether a denser setting may save a sheet that is almost empty."""
    return (planned.divided > 0 or planned.fill < SPARSE) and planned.hoped(hope) < planned.sheets


@contextmanager
def press(fonts: Path, text: str, own: Mapping[str, str]) -> Iterator[Press]:
    """A press whose font library sees one folder; its settings must stand before it is first imported."""
    with TemporaryDirectory(prefix="rcwkit-fonts-") as folder:
        settings, home = Path(folder, "fonts.conf"), escape(str(fonts.resolve()))
        # Whatever else lies in the folder is passed over.
        ours = "".join(f"<glob>{home}{os.sep}{face.file}</glob>" for face in FACES.values())
        settings.write_text(
            '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n'
            f"<fontconfig><dir>{home}</dir><cachedir>{escape(folder)}/cache</cachedir>"
            f"<selectfont><acceptfont>{ours}</acceptfont><rejectfont><glob>*</glob></rejectfont></selectfont></fontconfig>\n",
            "utf-8",
        )
        before = os.environ.get("FONTCONFIG_FILE")
        os.environ["FONTCONFIG_FILE"] = str(settings)
        try:
            yield Press(text, own)
        finally:
            os.environ.pop("FONTCONFIG_FILE")
            if before is not None:
                os.environ["FONTCONFIG_FILE"] = before
