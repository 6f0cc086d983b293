"""PDF tags for ReportLab documents: which parts of pages are read aloud, as what, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObject, PDFString

from rcwkit.draw.operators import Mark

__all__ = ["tag"]


def tag(document: Any, pages: Sequence[tuple[Any, Sequence[Mark]]]) -> None:
    """Add the structure tree of all marks to a document; `pages` pairs references with marks.

    Adjacent rows form a table.
    """
    tree = _Tree(document)
    marked = [(page, mark) for page, marks in pages for mark in marks]
    for is_table, group in groupby(marked, key=lambda one: one[1].role == "TR"):
        above = tree.add(_Element("Table", tree.whole.name), tree.whole) if is_table else tree.whole
        for page, mark in group:
            tree.mark(mark, page, above)
    numbers: list[Any] = []
    for number, (page, _) in enumerate(pages):
        found = document.idToObject[page.name]
        # ReportLab writes only the entries of a page that it knows.
        found.__NoDefault__ = [*found.__NoDefault__, "StructParents"]
        found.StructParents = number
        numbers += [number, document.Reference(PDFArray(tree.marked.get(page.name, [])))]
    tree.close(numbers)


class _Element(PDFObject):  # type: ignore[misc]
    """A structure element that writes itself: tables have thousands, and ReportLab's dictionaries are far slower.

    It has kids, or contents: those of a `number` on a `page`. `name`, `above`, `page` and `kids` are names of objects.
    """

    def __init__(self, role: str, above: str, alt: str = "", page: str = "", number: int = 0) -> None:
        self.role, self.above, self.alt, self.page, self.number = role, above, alt, page, number
        self.name, self.kids = "", list[str]()

    def format(self, document: Any) -> bytes:
        """Return its dictionary, as written to the file."""
        numbers = document.idToObjectNumberAndVersion
        above, kids = b"%d %d R" % numbers[self.above], b" ".join([b"%d %d R" % numbers[kid] for kid in self.kids])
        contents = b"/K %d /Pg %d %d R" % (self.number, *numbers[self.page]) if self.page else b"/K [%b]" % kids
        alt = b" /Alt " + PDFString(self.alt).format(document) if self.alt else b""
        return b"<</Type /StructElem /S /%b /P %b %b%b>>" % (self.role.encode(), above, contents, alt)


class _Tree:
    """The structure tree of a document, as it grows."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.root = PDFDictionary({"Type": PDFName("StructTreeRoot")})
        self.marked: dict[str, list[Any]] = {}
        self.whole = _Element("Document", document.Reference(self.root).name)
        self.whole.name = document.Reference(self.whole).name

    def add(self, element: _Element, above: _Element) -> _Element:
        """Add an element below another one, and return it."""
        element.name = self.document.Reference(element).name
        above.kids.append(element.name)
        return element

    def mark(self, mark: Mark, page: Any, above: _Element) -> None:
        """Add a mark of a page: an element with its contents or, for a row, with its cells."""
        if mark.parts:
            row = self.add(_Element(mark.role, above.name, mark.alt), above)
            for part in mark.parts:
                self.mark(part, page, row)
        else:
            element = self.add(_Element(mark.role, above.name, mark.alt, page.name, mark.number), above)
            self.marked.setdefault(page.name, []).append(self.document.Reference(element))

    def close(self, numbers: list[Any]) -> None:
        """Finish the tree; `numbers` lists, for each page, the elements with its contents in order."""
        parents = self.document.Reference(PDFDictionary({"Nums": PDFArray(numbers)}))
        whole, following = self.document.Reference(self.whole), len(numbers) // 2
        self.root.dict |= {"K": whole, "ParentTree": parents, "ParentTreeNextKey": following}
        self.document.Catalog.StructTreeRoot = self.root
        self.document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
