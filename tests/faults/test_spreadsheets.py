"""I7: a stranger's sheet is refused with its place, in 2 s and 300 MiB; nothing in it is run, expanded or fetched."""

from __future__ import annotations

import os
import random
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from faults_support import FULL, Cases, command, many, refused, spawn, timely
from rcwkit.diagnostics import InputError, Span
from rcwkit.dice.setups import Force
from rcwkit.kinds.cards.model import Deck
from rcwkit.source.columns import Sheet
from rcwkit.source.headings import planned
from rcwkit.source.sheets import entries_of, grid_of
from rcwkit.source.workbooks import WorkbookPlace
from rcwkit.source.yaml import Node
from tests_support import TOY, write
from workbooks_support import ods_parts, xlsx, xlsx_parts, zipped

MIB = 2**20
RANDOM = random.Random("sheets")
HEAD = TOY["red.yaml"].partition("counters:\n")[0]
PARTS = xlsx_parts({"S": [["id", "type", "name"], ["Ra1", "army", "1 Army"]]})
SPACES = '<s text:c="99"/>'
TABLE = "<x><table:table table:name='S'>{}</table:table></x>"
ONE = 'office:value-type="float" office:value="1"'


def part(text: bytes | str, name: str = "xl/worksheets/sheet1.xml") -> bytes:
    return zipped({**PARTS, name: text})


def table(text: str) -> bytes:
    return zipped({**ods_parts({"S": [["a"]]}), "content.xml": TABLE.format(text)})


def cut(data: bytes) -> bytes:
    return data[: RANDOM.randrange(len(data) - 30)]


SHEETS: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a control character": ("csv", lambda: b"id,name\nRa1,\0", "E119"),
    "nothing but zeros": ("csv", lambda: b"\0" * 8 * MIB, "E119"),
    "one giant cell": ("csv", lambda: b"id\n" + b"x" * 7 * MIB, "E285"),
    "one giant cell in quotes": ("csv", lambda: b'id\n"' + b"x" * 7 * MIB + b'"', "E285"),
    "nothing but quotes": ("csv", lambda: b'"' * 7 * MIB, "E28"),
    "an open quote": ("csv", lambda: b'id\n"' + b"x\n" * 90_000, "E283"),
    "nothing but commas": ("csv", lambda: b"," * 7 * MIB, "E287"),
    "commas and spaces": ("csv", lambda: b", " * 3 * MIB, "E287"),
    "commas and wide spaces": ("csv", lambda: ",\u2003".encode() * 1 * MIB, "E287"),
    "empty quotes": ("csv", lambda: b'"",' * 2 * MIB, "E287"),
    "spaces in quotes": ("csv", lambda: b'" ",' * MIB, "E285"),
    "too many columns": ("csv", lambda: b"a," * 3 * MIB, "E285"),
    "too many rows": ("csv", lambda: b"id\n" * 100_000, "E285"),
    "too many lines": ("csv", lambda: b"\n" * 300_000, "E102"),
    "as many cells as may be": ("csv", lambda: b"id" + b",skip" * 9 + b"\n1,2,3,4,5,6,7,8,9,0" * 19_990, "E28"),
    "another encoding": ("csv", lambda: "id,name\nRa1,Größe".encode("cp1252"), "E104"),
    "UTF-16": ("csv", lambda: "id,name\nRa1,One".encode("utf-16"), "E104"),
    "9 MiB": ("xlsx", lambda: b"x" * 9 * MIB, "E102"),
    "a bomb of 1 GiB": ("xlsx", lambda: part(b"0" * 1024 * MIB), "E285"),
    "a bomb that lies about its size": ("xlsx", lambda: part(b"0" * 64 * MIB).replace(size(64), size(1)), "E28"),
    "a bomb of texts": ("xlsx", lambda: part(b"<si>" * 8 * MIB, "xl/sharedStrings.xml"), "E285"),
    "as many elements as may be": ("xlsx", lambda: part(b"<w>" + b"<row/>" * 5 * MIB), "E285"),
    "an element of a million attributes": ("xlsx", lambda: part(attributes(1_000_000)), "E28"),
    "elements of many attributes": ("xlsx", lambda: part(b"<w>" + attributes(90) * 20_000), "E28"),
    "a comment of 30 MiB": ("xlsx", lambda: part(b"<!--" + b"-a" * 15 * MIB + b"--><w/>"), "E28"),
    "half a million levels": ("xlsx", lambda: part(b"<w>" * 500_000), "E280"),
    "two cells in opposite corners": ("xlsx", lambda: part(sheet("A1", "XFD1048576")), "E285"),
    "a cell of 30 MiB": ("xlsx", lambda: part(inline(b"x" * 30 * MIB)), "E285"),
    "a text that is not there": ("xlsx", lambda: part("<row><c t='s'><v>99</v></c></row>"), "E280"),
    "a number that is none": ("xlsx", lambda: part("<w><row><c><v>0x7</v></c></row></w>"), "E280"),
    "a number without end": ("xlsx", lambda: part(f"<w><row><c><v>{'9' * MIB}</v></c></row></w>"), "E28"),
    "entities": ("xlsx", lambda: part('<!DOCTYPE a [<!ENTITY a "aa">]><w>&a;</w>'), "E280"),
    "an outside entity": ("xlsx", lambda: part('<!DOCTYPE a [<!ENTITY a SYSTEM "/etc/passwd">]><w>&a;</w>'), "E280"),
    "an outside sheet": ("xlsx", lambda: linked("file:///etc/passwd"), "E280"),
    "a sheet above the file": ("xlsx", lambda: linked("../../../../etc/passwd"), "E280"),
    "a sheet on the network": ("xlsx", lambda: linked("https://example.org/sheet1.xml"), "E280"),
    "half a million parts": ("xlsx", lambda: b"PK\x01\x02" * 500_000, "E285"),
    "many parts": ("xlsx", lambda: zipped({f"{number}": "" for number in range(20_000)}), "E285"),
    "another packing": ("xlsx", lambda: packed(zipfile.ZIP_LZMA), "E280"),
    "an old or locked workbook": ("xlsx", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(9000), "E280"),
    "no sheets": ("xlsx", lambda: xlsx({}), "E280"),
    "no such sheet": ("xlsx, sheet: T", lambda: part("<w/>"), "E281"),
    "a date": ("xlsx", lambda: dated("Ra1"), "E284"),
    "a table in ODS": ("xlsx", lambda: table(""), "E280"),
    "a workbook in CSV": ("csv", lambda: part("<w/>"), "E1"),
    "rows repeated a million times": (
        "ods",
        lambda: table(f"<r:table-row table:number-rows-repeated='1048576'><r:table-cell {ONE}/></r:table-row>"),
        "E285",
    ),
    "cells repeated 16,384 times": (
        "ods",
        lambda: table(f"<table-row><table-cell table:number-columns-repeated='16384' {ONE}/></table-row>"),
        "E285",
    ),
    "spaces repeated": (
        "ods",
        lambda: table(f"<table-row><table-cell><p>{SPACES * 10_000}</p></table-cell></table-row>"),
        "E28",
    ),
    "tables in tables": ("ods", lambda: table("<table>" * 10_000 + "</table>" * 10_000), "E287"),
    "an ODS with entities": (
        "ods",
        lambda: zipped({"content.xml": '<!DOCTYPE a [<!ENTITY a "aa">]><x>&a;</x>'}),
        "E280",
    ),
    **{f"XLSX cut off, {n}": ("xlsx", lambda: cut(zipped(PARTS)), "E280") for n in range(8)},
    **{f"ODS cut off, {n}": ("ods", lambda: cut(zipped(ods_parts({"S": [["a"]]}))), "E280") for n in range(8)},
}


def inline(text: bytes) -> bytes:
    return b"<row r='1'><c t='inlineStr'><t>" + text + b"</t></c></row>"


def attributes(count: int) -> bytes:
    return b"<row " + b" ".join(b'a%d=""' % number for number in range(count)) + b"/>"


def size(mib: int) -> bytes:
    return (mib * MIB).to_bytes(4, "little")


def sheet(*addresses: str) -> str:
    cells = "".join(f"<row><c r='{at}'><v>1</v></c></row>" for at in addresses)
    return f"<worksheet><sheetData>{cells}</sheetData></worksheet>"


def linked(target: str) -> bytes:
    name = "xl/_rels/workbook.xml.rels"
    return zipped({**PARTS, name: PARTS[name].replace("worksheets/sheet1.xml", target)})


def packed(method: int) -> bytes:
    data = bytearray(zipped(PARTS))
    for mark, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = data.find(mark)
        while at >= 0:
            data[at + offset] = method
            at = data.find(mark, at + 1)
    return bytes(data)


def dated(name: str) -> bytes:
    return xlsx({"S": [["id", "type", "name"], [name, "army", '<c s="1"><v>45000</v></c>']]})


ALL = list(SHEETS) if FULL else list(SHEETS)[::9]


@pytest.mark.row("I7")
def test_a_hostile_sheet_is_refused_in_little_time_and_memory(tmp_path: Path, cases: Cases) -> None:
    for number, name in enumerate(ALL):
        suffix, data, code = SHEETS[name]
        kind, _, more = suffix.partition(",")
        asked = f"{{from: {{file: a.{suffix}}}}}" if more else f"{{from: a.{kind}}}"
        folder = write(tmp_path / f"{number}", {**TOY, "red.yaml": f"{HEAD}counters: {asked}\n"})
        (folder / f"a.{kind}").write_bytes(data())
        with cases(name):
            result = spawn("check", folder, cwd=tmp_path)
            refused(result)
            assert f"error[{code}" in result.stderr, result.stderr[:300]
            assert len(result.stderr) < 20_000
            assert timely(result.seconds, 2), f"{result.seconds:.1f} s"
            assert result.peak < 300, f"{result.peak:.0f} MiB"


@pytest.mark.row("I7")
def test_a_link_or_pipe_in_place_of_a_sheet_is_never_opened(tmp_path: Path, cases: Cases) -> None:
    (tmp_path / "outside.csv").write_text("id,type,name\nSecret,army,Secret\n")
    for kind in ("link", "pipe", "folder", "chain", "loop"):
        for suffix in (".csv", ".xlsx"):
            asked = f"{HEAD}counters: {{from: a{suffix}}}\n"
            folder = write(tmp_path / f"{kind}{suffix}", {**TOY, "red.yaml": asked})
            path = folder / f"a{suffix}"
            if kind == "pipe":
                os.mkfifo(path)
            elif kind == "folder":
                path.mkdir()
            else:
                (folder / "b").symlink_to(tmp_path / "outside.csv")
                path.symlink_to({"link": tmp_path / "outside.csv", "chain": folder / "b", "loop": path}[kind])
            with cases(f"{kind}{suffix}", seconds=5):
                result = command("check", folder)
                refused(result)
                assert "Secret" not in result.stdout + result.stderr
                assert "red.yaml:6:18: error[E10" in result.stderr


ROWS: list[list[object]] = [
    ["id", "title", "copies", "sections.A", "strip.track", "rulings"],
    ["n", "Noise", 2, "a; b", "t", "one"],
    ["m", "Move", 1.5, "c\nd", None, True],
]
HEADINGS = "id;ID ;title;..;sections;sections.;sections.A;sections.A.head;a.b;reverse.fields.x;fields;strip.row;type"


def changed(data: bytes) -> bytes:
    """Return bytes with a few of them changed, left out or put in."""
    made = bytearray(data)
    for _ in range(RANDOM.randint(1, 6)):
        at = RANDOM.randrange(len(made))
        length = RANDOM.choice((0, 1, 1, 9, 40))
        made[at : at + length] = bytes(RANDOM.choices(b'<>&"/0129:;,=ABCxmlr \n', k=RANDOM.randint(1, 9)))
    return bytes(made)


def broken(number: int) -> tuple[str, bytes | str]:
    """Return the name and contents of a file that was damaged, or put together without sense."""
    if number % 4 == 0:
        names = RANDOM.sample(HEADINGS.split(";"), RANDOM.randint(1, 6))
        rows = [RANDOM.choices(["a", "1", "x;y", "", "yes", "0", "1.5"], k=len(names)) for _ in range(3)]
        return "a.csv", "\n".join(",".join(row) for row in [names, *rows])
    if number % 4 == 1:
        return "a.csv", changed(b'id,title,copies\nn,"No""ise",2\nm,Move,x\n').decode("utf-8", "replace")
    parts: dict[str, str | bytes] = {**(xlsx_parts({"S": ROWS}) if number % 4 == 2 else ods_parts({"S": ROWS}))}
    name = RANDOM.choice(list(parts))
    parts[name] = changed(str(parts[name]).encode())
    whole = zipped(parts)
    return "a.xlsx" if number % 4 == 2 else "a.ods", changed(whole) if number % 3 == 0 else whole


@pytest.mark.row("I7")
def test_a_damaged_sheet_is_read_or_refused(cases: Cases) -> None:
    annotations = [Deck.model_fields["cards"].annotation, Force.model_fields["at"].annotation]
    asked = Node({}, Span("g/a.yaml"))
    for number in range(many(2000, 120)):
        name, data = broken(number)
        with cases(number, seconds=5), suppress(InputError):
            grid = grid_of(data, WorkbookPlace(f"g/{name}", Span("g/a.yaml")), None)
            plan = planned(grid, Sheet(file=name, skip=RANDOM.choice(["rest", ()])), asked, annotations[number % 2])
            assert all(str(key.span).startswith(f"g/{name}") for key, _ in entries_of(plan).values())
