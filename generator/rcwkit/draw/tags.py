"""Tags: what of the pages is read aloud, as what, and in which order, for a document that ReportLab keeps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObject, PDFString

from rcwkit.draw.operators import Mark

__all__ = ["tag"]


def tag(document: Any, pages: Sequence[tuple[Any, Sequence[Mark]]]) -> None:
    """Give a document the tree of all marks of its finished pages, named by their references; rows that follow one another are a table."""
    tree = _Tree(document)
    marked = [(page, mark) for page, marks in pages for mark in marks]
    for is_table, group in groupby(marked, key=lambda one: one[1].role == "TR"):
        above = tree.add(_Element("Table", tree.whole.name), tree.whole) if is_table else tree.whole
        for page, mark in group:
            tree.mark(mark, page, above)
    numbers: list[Any] = []
    for number, (page, _) in enumerate(pages):
        found = document.idToObject[page.name]
        # ReportLab writes only those entries of a page that it knows.
        found.__NoDefault__ = [*found.__NoDefault__, "StructParents"]
        found.StructParents = number
        numbers += [number, document.Reference(PDFArray(tree.marked.get(page.name, [])))]
    tree.close(numbers)


class _Element(PDFObject):  # type: ignore[misc]
    """An element that writes itself: a sheet of tables has thousands, for which ReportLab's dictionaries take several times as long.

    It has kids, or contents: those of a `number` on a `page`. `above`, `page` and `kids` are names of objects, as is `name`, its own.
    """

    def __init__(self, role: str, above: str, alt: str = "", page: str = "", number: int = 0) -> None:
        self.role, self.above, self.alt, self.page, self.number = role, above, alt, page, number
        self.name, self.kids = "", list[str]()

    def format(self, document: Any) -> bytes:
        """Its dictionary, as it stands in the file."""
        numbers = document.idToObjectNumberAndVersion
        above, kids = b"%d %d R" % numbers[self.above], b" ".join([b"%d %d R" % numbers[kid] for kid in self.kids])
        contents = b"/K %d /Pg %d %d R" % (self.number, *numbers[self.page]) if self.page else b"/K [%b]" % kids
        alt = b" /Alt " + PDFString(self.alt).format(document) if self.alt else b""
        return b"<</Type /StructElem /S /%b /P %b %b%b>>" % (self.role.encode(), above, contents, alt)


class _Tree:
    """The elements of a document, as they come up."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.root = PDFDictionary({"Type": PDFName("StructTreeRoot")})
        self.marked: dict[str, list[Any]] = {}
        self.whole = _Element("Document", document.Reference(self.root).name)
        self.whole.name = document.Reference(self.whole).name

    def add(self, element: _Element, above: _Element) -> _Element:
        """A new element below another one."""
        element.name = self.document.Reference(element).name
        above.kids.append(element.name)
        return element

    def mark(self, mark: Mark, page: Any, above: _Element) -> None:
        """A mark of a page: an element that has its contents or, for a row, its cells."""
        if mark.parts:
            row = self.add(_Element(mark.role, above.name, mark.alt), above)
            for part in mark.parts:
                self.mark(part, page, row)
        else:
            element = self.add(_Element(mark.role, above.name, mark.alt, page.name, mark.number), above)
            self.marked.setdefault(page.name, []).append(self.document.Reference(element))

    def close(self, numbers: list[Any]) -> None:
        """Tie the tree together; `numbers` says for each page which elements have its contents, in order."""
        parents = self.document.Reference(PDFDictionary({"Nums": PDFArray(numbers)}))
        self.root.dict |= {
            "K": self.document.Reference(self.whole),
            "ParentTree": parents,
            "ParentTreeNextKey": len(numbers) // 2,
        }
        self.document.Catalog.StructTreeRoot = self.root
        self.document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
