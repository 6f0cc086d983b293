"""All that is taken from WeasyPrint. It finds its fonts when it is first imported: with this module, once `press` has told it where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from cssselect2 import ElementWrapper
from weasyprint import CSS, DEFAULT_OPTIONS, HTML
from weasyprint.css.counters import CounterStyle
from weasyprint.document import Document, Page
from weasyprint.formatting_structure.build import build_formatting_structure
from weasyprint.html import UA
from weasyprint.images import get_image_from_uri
from weasyprint.layout import initialize_page_maker
from weasyprint.layout.background import layout_box_backgrounds
from weasyprint.layout.page import make_all_pages
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

__all__ = ["Engine"]

_BOXES = re.compile(r"@(?:top|right|bottom|left)-[a-z-]+")


class Engine:
    """WeasyPrint for one HTML text with its pictures (address → SVG), with no way to any file or network."""

    def __init__(self, text: str, own: Mapping[str, str]) -> None:
        self._fetcher, self._fonts, self._counters = _Fetcher(own), FontConfiguration(), CounterStyle()
        self._tree = _Tree(text, self._fetcher)
        self._options: dict[str, Any] = {"stylesheets": [], "cache": {}}
        self.root = self._tree.etree_element

    def read(self) -> None:
        """Take the style sheets out of the document's head and read them, once for all that is laid out from now on.

        They stay where one of them holds for some media only, or others stand elsewhere: those would weigh more than they did.
        """
        head = next(self.root.iter("head"))
        sheets = head.findall("style")
        if any(sheet.attrib for sheet in sheets) or len(sheets) < len([*self.root.iter("style")]):
            return
        how = {"url_fetcher": self._fetcher, "font_config": self._fonts, "counter_style": self._counters}
        self._options["stylesheets"] = [CSS(string=sheet.text or "", **how) for sheet in sheets]
        for sheet in sheets:
            head.remove(sheet)

    def pages(self, root: Any) -> Any:
        """A tree of elements as a document of pages."""
        self._take(root)
        return self._tree.render(font_config=self._fonts, counter_style=self._counters, **self._options)

    def measured(self, root: Any) -> Any:
        """The box of a tree's first page, without what is only drawn: backgrounds, feet, links."""
        self._take(root)
        context = Document._build_layout_context(self._tree, self._fonts, self._counters, {}, {**DEFAULT_OPTIONS, **self._options})
        find = context.style_for, context.get_image_from_uri, self._tree.base_url, context.target_collector, self._counters, context.footnotes
        box = build_formatting_structure(root, *find)
        initialize_page_maker(context, box)
        return next(make_all_pages(context, box, self._tree, []))

    def page(self, page_box: Any, blocks: Iterable[Any]) -> Any:
        """A page that was laid out, with blocks that were laid out elsewhere."""
        for block in blocks:
            layout_box_backgrounds(page_box, block, self._picture)
        return Page(page_box)

    def _picture(self, url: str, **how: Any) -> Any:
        return get_image_from_uri(self._options["cache"], self._fetcher, DEFAULT_OPTIONS, url, **how)

    def _take(self, root: Any) -> None:
        self._tree.etree_element, self._tree.wrapper_element = root, ElementWrapper.from_html_root(root, content_language=None)


class _Fetcher(URLFetcher):  # type: ignore[misc]
    """Opens a document's own pictures alone."""

    def __init__(self, own: Mapping[str, str]) -> None:
        super().__init__()
        self._own = own

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        if url not in self._own:
            raise ValueError("no address is opened")
        return URLFetcherResponse(url, self._own[url], {"Content-Type": "image/svg+xml"})


class _Tree(HTML):  # type: ignore[misc]
    """An HTML text under the engine's own style sheet, as far as documents use it."""

    def __init__(self, text: str, fetcher: URLFetcher) -> None:
        super().__init__(string=text, url_fetcher=fetcher)
        self._named = frozenset(_BOXES.findall(text))

    def _ua_stylesheets(self, forms: bool = False) -> list[Any]:
        return [_plain(self._named)]


@cache
def _plain(named: frozenset[str]) -> CSS:
    """The engine's own style sheet with marks for items of lists alone, none for notes, and only the boxes in margins that are `named`.

    Every element would have six more styles, and every page sixteen. Notes would be lost: blocks are laid out before their pages are.
    """
    kept = [line for line in UA.splitlines() if named.issuperset(_BOXES.findall(line)) and not re.match(r"\s*(::|@)(foot)?note", line)]
    return CSS(string="\n".join(kept).replace("::marker", "li::marker"))
