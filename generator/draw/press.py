"""WeasyPrint behind one door: an HTML tree into pages, each part as densely as it wants or as large as its pages allow."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import cache, partial
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
SETTINGS = {"normal": 1.0, "tight": 0.07, "tightest": 0.3}
"""How densely a part may be set, in this order, with the most that it may hope to save of a part's height."""
SPARSE = 0.5
"""A last sheet filled less than this is worth a tighter setting, if that saves it."""


class Press:
    """WeasyPrint with nothing but our fonts and what stands in the document, and no way to any file or network.

    Pictures are drawn here: no other picture, drawing or font reaches the engine.
    """

    def __init__(self, own: Container[str]) -> None:
        try:
            from cssselect2 import ElementWrapper
            from weasyprint import DEFAULT_OPTIONS, HTML
            from weasyprint.document import Page
            from weasyprint.images import get_image_from_uri
            from weasyprint.layout.background import layout_box_backgrounds
            from weasyprint.text.fonts import FontConfiguration
            from weasyprint.urls import URLFetcher
        except (ImportError, OSError) as error:
            raise Surroundings(f"text documents need WeasyPrint and Pango: {str(error).splitlines()[0]}; to get them: {advice()}") from error
        self.wrap, self.html, self.page, self.backgrounds = ElementWrapper.from_html_root, HTML, Page, layout_box_backgrounds

        class Fetcher(URLFetcher):  # type: ignore[misc]
            def fetch(self, url: str, headers: Any = None) -> Any:
                if url not in own:
                    raise ValueError("no address is opened")
                return super().fetch(url, headers)

        self.fetcher, self.fonts = Fetcher(), FontConfiguration()
        self.pictures: dict[str, Any] = {}
        self.picture = partial(get_image_from_uri, cache=self.pictures, url_fetcher=self.fetcher, options=DEFAULT_OPTIONS)

    def set(self, tree: Any, area: paginate.Area) -> tuple[Any, list[str]]:
        """The pages of an HTML tree, and texts of tables that are wider than their columns."""
        root = tree.etree_element
        parts = paginate.parts(root)
        best = self._loose(tree, root, area) | self._fitted(tree, root, area)
        chosen = [best[index] for index in range(len(parts))]
        blanks: dict[Any, Any] = {}
        for part, plan, joins in zip(parts, chosen, paginate.joined(parts, chosen), strict=True):
            blanks |= paginate.rebuild(part, plan, joins=joins)
        document = self._lay_out(tree, root)
        document.pages = [self._filled(page._page_box, blanks) for page in document.pages]
        return document, [plan.wide for plan in chosen if plan.wide]

    def _loose(self, tree: Any, root: Any, area: paginate.Area) -> dict[int, paginate.Plan]:
        """Parts that take the pages they need; a denser setting is taken where that saves an almost empty sheet."""
        free = [index for index, part in enumerate(paginate.parts(root)) if not paginate.limit(part)]
        best: dict[int, paginate.Plan] = {}
        for setting, hope in SETTINGS.items():
            wanting = [index for index in free if index not in best or _sparse(best[index], hope)]
            plans = self._plans(tree, deepcopy(root), wanting, area, setting) if wanting else {}
            best |= {index: plan for index, plan in plans.items() if index not in best or plan.sheets < best[index].sheets}
        return best

    def _fitted(self, tree: Any, root: Any, area: paginate.Area) -> dict[int, paginate.Plan]:
        """Parts of a given number of pages, in the largest type that allows it, or else in the smallest."""
        best: dict[int, paginate.Plan] = {}
        for index, part in enumerate(paginate.parts(root)):
            if most := paginate.limit(part):

                @cache
                def plan(place: int, index: int = index) -> paginate.Plan:
                    return self._plans(tree, deepcopy(root), [index], area, SIZES[place])[index]

                def fits(place: int, most: int = most, plan: Callable[[int], paginate.Plan] = plan) -> bool:
                    return len(plan(place).pages) <= most and not plan(place).wide

                best[index] = plan(bisect_left(range(len(SIZES) - 1), True, key=fits))
        return best

    def _plans(self, tree: Any, root: Any, wanting: list[int], area: paginate.Area, setting: str) -> dict[int, paginate.Plan]:
        """How the parts that want it would be set, measured on one endless sheet."""
        root.set("class", "measure")
        parts = paginate.parts(root)
        paginate.only([parts[index] for index in wanting], root)
        for index in wanting:
            paginate.narrow(parts[index], area, setting)
        boxes = paginate.boxes(self._lay_out(tree, root).pages[0]._page_box)
        return {index: paginate.plan(parts[index], boxes, area, setting) for index in wanting}

    def _lay_out(self, tree: Any, root: Any) -> Any:
        """The pages of a tree of elements."""
        tree.etree_element, tree.wrapper_element = root, self.wrap(root, content_language=None)
        return tree.render(font_config=self.fonts, cache=self.pictures)

    def _filled(self, page_box: Any, blanks: Mapping[Any, Any]) -> Any:
        """A page whose blanks hold the blocks that were measured for them: these are laid out only once."""
        for box in paginate.fill(page_box, blanks):
            self.backgrounds(page_box, box, self.picture)
        return self.page(page_box)


def _sparse(planned: paginate.Plan, hope: float) -> bool:
    """Whether a denser setting may save a sheet that is almost empty."""
    return planned.divided > 0 or (planned.fill < SPARSE and planned.excess < hope)


@contextmanager
def press(fonts: Path, own: Container[str]) -> Iterator[Press]:
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
            yield Press(own)
        finally:
            os.environ.pop("FONTCONFIG_FILE")
            if before is not None:
                os.environ["FONTCONFIG_FILE"] = before
