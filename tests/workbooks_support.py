"""Write small XLSX and ODS workbooks, as spreadsheet programs do."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

Cells = Sequence[Sequence[object]]
"""Rows of cells: None is empty; a text that begins with `<` is XML for the cell itself."""

_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_STYLES = (
    f'<styleSheet {_MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts>'
    '<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs>'
    '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'
)


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """Return parts as a zip file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in parts.items():
            out.writestr(name, data)
    return file.getvalue()


def letters(column: int) -> str:
    """Return the letters of a column, from 1."""
    return chr(64 + column) if column <= 26 else chr(64 + (column - 1) // 26) + chr(65 + (column - 1) % 26)


def xlsx_parts(sheets: Mapping[str, Cells], hidden: Sequence[str] = ()) -> dict[str, str]:
    """Return the parts of an XLSX workbook; texts are shared, the first ones in two runs."""
    shared: list[str] = []

    def cell(value: object, at: str) -> str:
        if value is None:
            return ""
        if isinstance(value, str) and value.startswith("<"):
            return value.replace("<c", f'<c r="{at}"', 1)
        if isinstance(value, str):
            if value not in shared:
                shared.append(value)
            return f'<c r="{at}" t="s"><v>{shared.index(value)}</v></c>'
        if isinstance(value, bool):
            return f'<c r="{at}" t="b"><v>{int(value)}</v></c>'
        return f'<c r="{at}"><v>{value}</v></c>'

    def sheet(rows: Cells) -> str:
        done = [
            f'<row r="{number}">'
            + "".join(cell(value, f"{letters(column)}{number}") for column, value in enumerate(row, 1))
            + "</row>"
            for number, row in enumerate(rows, 1)
        ]
        return f"<worksheet {_MAIN}><sheetData>{''.join(done)}</sheetData></worksheet>"

    written = {f"xl/worksheets/sheet{number}.xml": sheet(rows) for number, rows in enumerate(sheets.values(), 1)}
    names = [
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"'
        + (' state="hidden"/>' if name in hidden else "/>")
        for number, name in enumerate(sheets, 1)
    ]
    relations = [
        f'<Relationship Id="rId{number}" Type="{_REL}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in range(1, len(sheets) + 1)
    ]
    strings = "".join(
        f"<si><r><t>{escape(text[:1])}</t></r><r><rPr/><t>{escape(text[1:])}</t></r><rPh><t>left out</t></rPh></si>"
        for text in shared
    )
    return {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="a" Type="{_REL}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {_MAIN} xmlns:r="{_REL}"><sheets>{"".join(names)}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}">{"".join(relations)}'
        f'<Relationship Id="s" Type="{_REL}/sharedStrings" Target="/xl/sharedStrings.xml"/>'
        f'<Relationship Id="t" Type="{_REL}/styles" Target="styles.xml"/></Relationships>',
        "xl/sharedStrings.xml": f"<sst {_MAIN}>{strings}</sst>",
        "xl/styles.xml": _STYLES,
        **written,
    }


def xlsx(sheets: Mapping[str, Cells], hidden: Sequence[str] = ()) -> bytes:
    """Return an XLSX workbook."""
    return zipped(xlsx_parts(sheets, hidden))


_NAMES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)


def ods_parts(sheets: Mapping[str, Cells]) -> dict[str, str]:
    """Return the parts of an ODS workbook, with the empty cells that programs write to the edges of a sheet."""

    def cell(value: object) -> str:
        if value is None:
            return "<table:table-cell/>"
        if isinstance(value, str) and value.startswith("<"):
            return value
        if isinstance(value, str):
            lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in value.split("\n"))
            return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'
        if isinstance(value, bool):
            return f'<table:table-cell office:value-type="boolean" office:boolean-value="{str(value).lower()}"/>'
        return (
            f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>shown</text:p>'
            "</table:table-cell>"
        )

    def table(name: str, rows: Cells) -> str:
        done = [
            f"<table:table-row>{''.join(map(cell, row))}"
            '<table:table-cell table:number-columns-repeated="16000"/></table:table-row>'
            for row in rows
        ]
        empty = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
        return f"<table:table table:name={quoteattr(name)}>{''.join(done)}{empty}</table:table>"

    tables = "".join(table(name, rows) for name, rows in sheets.items())
    content = (
        f"<office:document-content{_NAMES}><office:body><office:spreadsheet>{tables}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content}


def ods(sheets: Mapping[str, Cells]) -> bytes:
    """Return an ODS workbook."""
    return zipped(ods_parts(sheets))
