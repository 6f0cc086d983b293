"""Tags: what of the pages is read aloud, as what, and in which order, for a document that ReportLab keeps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString

from generator.draw.operators import Mark

__all__ = ["tag"]


def tag(document: Any, pages: Sequence[tuple[Any, Sequence[Mark]]]) -> None:
    """Give a document the tree of all marks of its finished pages, named by their references; rows that follow one another are a table."""
    tree = _Tree(document)
    marked = [(page, mark) for page, marks in pages for mark in marks]
    for is_table, group in groupby(marked, key=lambda one: one[1].role == "TR"):
        above = tree.add("Table", tree.whole) if is_table else tree.whole
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


class _Tree:
    """The elements of a document, as they come up."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.root = PDFDictionary({"Type": PDFName("StructTreeRoot")})
        self.kids: dict[str, list[Any]] = {}
        self.elements: dict[str, Any] = {}
        self.marked: dict[str, list[Any]] = {}
        self.whole = self.add("Document", document.Reference(self.root))

    def add(self, role: str, above: Any, **more: Any) -> Any:
        """A reference to a new element below another one."""
        element = PDFDictionary({"Type": PDFName("StructElem"), "S": PDFName(role), "P": above, **more})
        reference = self.document.Reference(element)
        self.elements[reference.name] = element
        self.kids.setdefault(above.name, []).append(reference)
        return reference

    def mark(self, mark: Mark, page: Any, above: Any) -> None:
        """A mark of a page: an element that has its contents or, for a row, its cells."""
        alt = {"Alt": PDFString(mark.alt)} if mark.alt else {}
        if mark.parts:
            row = self.add(mark.role, above, **alt)
            for part in mark.parts:
                self.mark(part, page, row)
        else:
            self.marked.setdefault(page.name, []).append(self.add(mark.role, above, Pg=page, K=mark.number, **alt))

    def close(self, numbers: list[Any]) -> None:
        """Tie the tree together; `numbers` says for each page which elements have its contents, in order."""
        for name, element in self.elements.items():
            if name in self.kids:
                element.dict["K"] = PDFArray(self.kids[name])
        parents = self.document.Reference(PDFDictionary({"Nums": PDFArray(numbers)}))
        self.root.dict |= {"K": self.whole, "ParentTree": parents, "ParentTreeNextKey": len(numbers) // 2}
        self.document.Catalog.StructTreeRoot = self.root
        self.document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
