"""A1-A3: foreign pictures, drawings and fonts reach no renderer; decompression bombs take no memory."""

from __future__ import annotations

import io
import json
import shutil
import struct
import sys
import time
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner
from faults_support import Cases, Watch, many, spawn, timely
from faults_support import refused as refused_command
from pictures_support import chunk
from PIL import Image
from rcwkit.art.images import PIXELS, admitted
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.diagnostics import InputError, Severity, Surroundings
from rcwkit.kit.build import checked, opened
from rcwkit.screens.preview.door import Door
from rcwkit.source.language import ENGLISH
from rcwkit.source.project import Project
from rcwkit.type.fonts import FACES, FontBook
from tests_support import TOY, write

BOOKLET = "kind: booklet\nid: notes\ntitle: Notes\nsource: S\ntext: {file: notes.md}\n"


def bomb(width: int, height: int, packed: bytes = b"", *more: bytes) -> bytes:
    """Return a small PNG file that claims to have this many pixels."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + header
        + b"".join(more)
        + chunk(b"IDAT", packed or zlib.compress(b"\0" * 10_000))
        + chunk(b"IEND", b"")
    )


def sound(kind: str, mode: str = "RGB") -> bytes:
    target = io.BytesIO()
    Image.effect_noise((64, 64), 50).convert(mode).save(target, kind)
    return target.getvalue()


PNG, JPEG = sound("PNG"), sound("JPEG")
TEXT_BOMB = chunk(b"zTXt", b"x\0\0" + zlib.compress(b"x" * 50_000_000))
RASTERS: dict[str, bytes] = {
    **{f"PNG cut at {part} %": PNG[: len(PNG) * part // 100] for part in (1, 10, 50, 90, 99)},
    **{f"JPEG cut at {part} %": JPEG[: len(JPEG) * part // 100] for part in (1, 10, 50, 90)},
    "empty": b"",
    "a PNG's head alone": PNG[:8],
    "100,000 x 100,000": bomb(100_000, 100_000),
    "a line of 2^31 - 1": bomb(2**31 - 1, 1),
    "a column of 2^31 - 1": bomb(1, 2**31 - 1),
    "just too large": bomb(5001, PIXELS // 5000),
    "no size": bomb(0, 0),
    "fewer pixels than it says": bomb(4000, 4000),
    "a text that unpacks to 50 MB": bomb(16, 16, zlib.compress(b"\0" * 16 * 65), TEXT_BOMB),
    "random pixels": bomb(64, 64, bytes(range(256)) * 4),
    "a PNG with one byte changed": PNG[:60] + bytes([PNG[60] ^ 255]) + PNG[61:],
    "GIF": sound("GIF", "P"),
    "BMP": sound("BMP"),
    "TIFF": sound("TIFF"),
    "WEBP": sound("WEBP"),
    "ICO": sound("ICO"),
    "PCX": sound("PCX"),
    "PPM": sound("PPM"),
    "TGA": sound("TGA"),
    "EPS": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) run\n",
    "PDF": b"%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n",
    "SVG": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "HTML": b"<html><script>alert(1)</script></html>",
    "PSD": b"8BPS\0\1" + b"\0" * 100,
    "XPM": b"/* XPM */ static char *x[] = {",
    "ZIP": b"PK\3\4" + b"\0" * 100,
    "a shell script": b"#!/bin/sh\nid\n",
    "FLI": b"\0\0\0\0\x11\xaf" + b"\0" * 200,
    "an address": b"file:///etc/passwd",
    "PNG's name, JPEG's data": PNG[:16] + JPEG[16:],
    "GIF, then PNG": b"GIF89a" + PNG,
    "NULs": b"\0" * 1000,
}


@pytest.mark.row("A1")
@pytest.mark.parametrize("name", RASTERS)
def test_a_picture_that_is_not_sound_is_not_admitted(name: str) -> None:
    with pytest.raises(ValueError, match="not a printable picture"):
        admitted(RASTERS[name])


@pytest.mark.row("A1")
def test_sound_pictures_are_admitted(cases: Cases) -> None:
    for name, data in {
        "PNG": PNG,
        "JPEG": JPEG,
        "grey": sound("PNG", "L"),
        "palette": sound("PNG", "P"),
        "CMYK": sound("JPEG", "CMYK"),
    }.items():
        with cases(name):
            assert admitted(data) is data


def refused(folder: Path, text: str, code: str, data: bytes = b"") -> None:
    """Assert that a booklet with this text beside `a.png` is refused at its line, and nothing outside is opened."""
    write(folder, {"game.yaml": TOY["game.yaml"], "booklet.yaml": BOOKLET, "notes.md": text})
    (folder / "a.png").write_bytes(data)
    with Watch.get()() as watch, pytest.raises(InputError) as error:
        opened(Project(folder, shown="toy"))
    errors = (one for one in error.value.diagnostics if one.severity is Severity.ERROR)
    assert {(one.code, one.span.file, one.span.line) for one in errors} == {(code, "toy/notes.md", 1)}
    assert watch.network == []
    assert [path for path in watch.opened if path.startswith("/etc")] == []


@pytest.mark.row("A1")
@pytest.mark.parametrize("name", RASTERS)
def test_a_picture_of_a_booklet_reaches_no_engine(tmp_path: Path, name: str) -> None:
    refused(tmp_path, "![A](a.png)\n", "E132", RASTERS[name])


NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"'
LAUGHS = "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10 if n else 'ha'}'>" for n in range(10))
DRAWINGS: dict[str, str] = {
    "sound": f"<svg {NS}><rect width='9' height='9'/></svg>",
    "entities": f"<!DOCTYPE svg [{LAUGHS}]><svg {NS}><text>&a9;</text></svg>",
    "an outside entity": f"<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg {NS}><text>&x;</text></svg>",
    "an outside parameter": f"<!DOCTYPE svg [<!ENTITY % x SYSTEM 'http://127.0.0.1:9/'>%x;]><svg {NS}/>",
    "an outside DTD": f"<!DOCTYPE svg SYSTEM 'http://127.0.0.1:9/x.dtd'><svg {NS}/>",
    "a script": f"<svg {NS}><script>alert(1)</script></svg>",
    "an event": f"<svg {NS} onload='alert(1)'/>",
    "an image": f"<svg {NS}><image href='file:///etc/passwd' width='9' height='9'/></svg>",
    "an image of old": f"<svg {NS}><image xlink:href='http://127.0.0.1:9/' width='9' height='9'/></svg>",
    "a use": f"<svg {NS}><use href='file:///etc/passwd#a'/></svg>",
    "itself": f"<svg {NS}><g id='a'><use href='#a'/><use href='#a'/></g></svg>",
    "uses of uses": f"<svg {NS}>"
    + "".join(f"<g id='u{n}'>" + f"<use href='#u{n - 1}'/>" * 10 + "</g>" for n in range(1, 10))
    + "</svg>",
    "a style": f"<svg {NS}><style>@import url(http://127.0.0.1:9/);</style></svg>",
    "a fill": f"<svg {NS}><rect fill='url(http://127.0.0.1:9/#a)' width='9' height='9'/></svg>",
    "a filter": f"<svg {NS}><filter id='f'><feImage href='file:///etc/passwd'/></filter></svg>",
    "a foreign object": f"<svg {NS}><foreignObject><iframe src='file:///etc/passwd'/></foreignObject></svg>",
    "deep": f"<svg {NS}>" + "<g>" * 20_000 + "</g>" * 20_000 + "</svg>",
    "wide": f"<svg {NS}>" + "<rect width='1' height='1'/>" * 20_000 + "</svg>",
    "huge": "<svg xmlns='http://www.w3.org/2000/svg' width='1e30' height='1e30'/>",
    "no number": "<svg xmlns='http://www.w3.org/2000/svg' width='NaN' height='inf'/>",
    "a pattern of nothing": f"<svg {NS}><pattern id='p' width='1e-9' height='1e-9'/>"
    "<rect fill='url(#p)' width='9' height='9'/></svg>",
    "not closed": f"<svg {NS}><g>",
    "not XML": "<svg",
    "UTF-7": "+ADw-svg+AD4-",
    "an XInclude": f"<svg {NS} xmlns:xi='http://www.w3.org/2001/XInclude'>"
    "<xi:include href='file:///etc/passwd'/></svg>",
    "a style sheet": f"<?xml-stylesheet href='http://127.0.0.1:9/'?><svg {NS}/>",
}


@pytest.mark.row("A2")
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_not_accepted_as_a_picture_of_a_booklet(tmp_path: Path, name: str) -> None:
    refused(tmp_path, "![A](a.png)\n", "E132", DRAWINGS[name].encode())


@pytest.mark.row("A2")
@pytest.mark.parametrize("name", ["sound", "a script", "an event", "an image", "a use", "a style", "a foreign object"])
def test_a_drawing_written_into_a_text_is_refused(tmp_path: Path, name: str) -> None:
    refused(tmp_path, DRAWINGS[name] + "\n", "E130")


def drawn(inside: str, times: int = 1) -> bytes:
    return f"<svg {NS}>{inside * times}</svg>".encode()


ON_A_CARD = {
    **{name: text.encode() for name, text in DRAWINGS.items()},
    "a gradient": drawn("<linearGradient id='g'/><rect fill='url(#g)' width='9' height='9'/>"),
    "a text": drawn("<text>a</text>"),
    "a link": drawn("<a href='http://127.0.0.1:9/'><rect width='9' height='9'/></a>"),
    "an animation": drawn("<rect width='9' height='9'><animate attributeName='x'/></rect>"),
    "an effect": drawn("<g cursor='url(file:///etc/passwd)'><g/><g filter='url(#x)'/></g>"),
    "a million steps": drawn("<path d='M0 0" + "h0" * 900_000 + "'/>"),
    "a million uses": drawn("<g id='a'>" + "<g/>" * 999 + "</g>" + "<use href='#a'/>" * 999),
    "a million turns": drawn("<g transform='" + "scale(1)" * 200_000 + "'/>"),
    "a million numbers": drawn("<path d='M0 0L" + "1 " * 900_000 + "'/>"),
    "a million points": drawn("<polygon points='" + "1 " * 900_000 + "'/>"),
    "a long style, used often": drawn("<g id='a' style='" + "a:b;" * 300_000 + "'/>" + "<use href='#a'/>" * 15_000),
    "a long path, used often": drawn("<path id='a' d='M0 0" + " " * 1_500_000 + "'/>" + "<use href='#a'/>" * 15_000),
    "arcs, used often": drawn("<path id='a' d='M0 0" + "a0 0 0 0 1 0 0" * 100 + "'/>" + "<use href='#a'/>" * 15_000),
    "classes past counting": drawn("<style>" + "".join(f".a{n} {{}}" for n in range(9999)) + "</style>"),
    "a class of many properties": drawn(
        "<style>.a{" + "".join(f"x{n}:y;" for n in range(99_999)) + "}</style>" + "<g class='a'/>" * 15_000 + "<text/>"
    ),
    "infinity": drawn("<path d='M0 0L1e999 0'/>"),
    "a filter without end": drawn(
        "<filter id='f'>"
        + "<feTurbulence baseFrequency='9' numOctaves='99'/>" * 500
        + "</filter><rect width='9' height='9' filter='url(#f)'/>"
    ),
    "a filter of all the plane": drawn(
        "<filter id='f' x='-1e6' y='-1e6' width='2e6' height='2e6'><feGaussianBlur stdDeviation='1e6'/></filter>"
        "<rect width='9' height='9' filter='url(#f)'/>"
    ),
    "patterns within patterns": drawn(
        "".join(
            f"<pattern id='p{n}' width='.1' height='.1' patternUnits='userSpaceOnUse'>"
            f"<rect width='9' height='9' fill='url(#p{n + 1})'/></pattern>"
            for n in range(9)
        )
        + "<rect width='9' height='9' fill='url(#p0)'/>"
    ),
    "a clip path of many": drawn(
        "<clipPath id='c'>"
        + "<rect width='1' height='1'/>" * 15_000
        + "</clipPath><rect width='9' height='9' clip-path='url(#c)'/>"
    ),
    "a clip path, used often": drawn(
        "<clipPath id='c'>" + "<rect width='1' height='1'/>" * 99 + "</clipPath>"
        "<g>" + "<rect width='9' height='9' clip-path='url(#c)'/>" * 5_000 + "</g>"
    ),
    "a clip path of itself": drawn("<clipPath id='c'><use href='#c'/></clipPath><rect clip-path='url(#c)'/>"),
    "a gradient of itself": drawn("<linearGradient id='g' href='#g'/><rect fill='url(#g)' width='9' height='9'/>"),
    "dashes past counting": drawn("<path d='M0 0h9' stroke='red' stroke-dasharray='1e-9'/>"),
    "groups in groups that fade": drawn("<g opacity='.9'>" * 60 + "<rect width='9' height='9'/>" + "</g>" * 60),
    "rules for all": drawn("<style>" + "*{fill:red}" * 299 + "</style>" + "<rect width='1' height='1'/>" * 15_000),
    "drawings in a drawing": drawn(
        "<image href='data:image/svg+xml;utf8,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E"
        "%3Cimage href=%22file:///etc/passwd%22/%3E%3C/svg%3E' width='9' height='9'/>"
    ),
    "an entity used often": b"<!DOCTYPE svg [<!ENTITY a '" + b"x" * 999 + b"'>]>" + drawn("&a;", 100_000),
    "an endless arc": drawn("<path d='M0 0A1e308 1e308 0 0 1 1e308 1e308'/>"),
    "grown past counting": drawn("<g transform='" + "scale(1e99)" * 9 + "'><rect width='9' height='9'/></g>"),
    "4 MiB": drawn(" ", 2**22),
    "a picture": PNG,
    "nothing": b"",
    "NULs": b"\0" * 1000,
    "UTF-16 without a mark": f"<svg {NS}/>".encode("utf-16-le"),
}
"""SVG files beside the back of a deck."""
UNSOUND = {
    *("entities", "an outside entity", "an outside parameter", "uses of uses", "deep", "huge", "not closed", "not XML"),
    *("UTF-7", "a million uses", "a long style, used often", "a long path, used often", "a class of many properties"),
    *("a filter without end", "a clip path, used often", "an entity used often", "a picture", "nothing", "NULs"),
}
"""Those that no browser shows, or that take too much to draw; of the others, what runs or leads out is left out."""


@pytest.mark.row("A2")
@pytest.mark.parametrize("name", list(ON_A_CARD)[:: many(1, 5)])
def test_a_drawing_on_a_piece_is_harmless_or_refused_at_its_line(tmp_path: Path, name: str) -> None:
    """Nothing outside is opened, and each takes little time: the process that renders is allowed two seconds, too."""
    write(tmp_path, TOY | {"cards.yaml": TOY["cards.yaml"].replace("back: {", "back: {art: a.svg, ")})
    (tmp_path / "a.svg").write_bytes(ON_A_CARD[name])
    began = time.process_time()
    with Watch.get()() as watch:
        found = [one for one in checked(Project(tmp_path, shown="toy")) if one.severity is Severity.ERROR]
    # Children that end just now may have been begun by other tests, and have worked for long.
    assert timely(time.process_time() - began, 3)
    assert {*watch.network} <= {f"subprocess.Popen {sys.executable}"}
    assert [path for path in watch.opened if path.startswith("/etc")] == []
    if name not in UNSOUND:
        assert found == []
    else:
        (one,) = found
        assert (one.code, one.span.file) in (("E268", "toy/a.svg"), ("E269", "toy/a.svg"))
        assert [(text, place.place) for text, place in one.related] == [("'a.svg' is named here", "toy/cards.yaml:5")]


@pytest.mark.row("A2")
@pytest.mark.parametrize(
    "name",
    ["a million steps", "uses of uses", "wide", "a million points", "a class of many properties"][: many(5, 3)],
)
def test_a_drawing_takes_little_time_and_memory(tmp_path: Path, name: str) -> None:
    toy = write(tmp_path / "toy", TOY | {"cards.yaml": TOY["cards.yaml"].replace("back: {", "back: {art: a.svg, ")})
    (toy / "a.svg").write_bytes(ON_A_CARD[name])
    result = spawn("check", "toy", cwd=tmp_path)
    if name in UNSOUND:
        refused_command(result)
    assert "error[E26" in result.stderr or "note[N272]" in result.stderr + result.stdout
    assert result.peak < 300, result.peak
    assert timely(result.seconds, 5), result.seconds


@pytest.mark.row("A1")
@pytest.mark.parametrize("name", RASTERS)
def test_a_picture_on_a_piece_reaches_no_renderer(tmp_path: Path, name: str) -> None:
    write(tmp_path, TOY | {"cards.yaml": TOY["cards.yaml"].replace("back: {", "back: {art: a.png, ")})
    (tmp_path / "a.png").write_bytes(RASTERS[name])
    found = [one for one in checked(Project(tmp_path, shown="toy")) if one.severity is Severity.ERROR]
    assert [(one.code, one.span.place) for one in found] == [("E132", "toy/cards.yaml:5")]


STRANGE: tuple[str, ...] = ("../a.png", "a/b.png", "a\\b.png", ".a.png", "a\0.png", "a\n.png", "a.png.exe", ".png", "")
STRANGE += (f"{'x' * 300}.png",)


@pytest.mark.row("A1")
def test_pictures_that_a_page_sends_with_a_sheet(tmp_path: Path, cases: Cases, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are kept beside the sheet under plain names alone, and what is no picture is an error of the new game."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "games").mkdir()
    door = Door(tmp_path / "games", ENGLISH)
    monkeypatch.setattr(door, "_done", lambda work, *given: work(*given))
    sheet, sent = tmp_path / "deck.csv", tmp_path / "sent"
    sheet.write_text("Title,Picture,Text\nSpy,a.png,Look.\nRain,,Wet.\n", encoding="utf-8")
    before = sorted(path.name for path in tmp_path.iterdir())
    for name, data in [*RASTERS.items(), *((one, PNG) for one in STRANGE)]:
        with cases(name[:40]):
            told = json.loads(door.take("sheet", "deck.csv", sheet).body)
            sent.write_bytes(data)
            strange = name in STRANGE
            answer = door.take(f"sheet/{told['sheet']}", name if strange else "a.png", sent)
            assert answer.status == (400 if strange else 200)
            sent.unlink()
            assert sorted(path.name for path in tmp_path.iterdir()) == before
            if strange:
                continue
            guessed = json.loads(door.post("guess", {"sheet": told["sheet"], "title": "Spies"}).body)
            assert [*map(len, (guessed["cover"]["faces"], guessed["cover"]["problems"]))] == [2, 1]
            assert "'a.png'" in guessed["cover"]["problems"][0] and "<image" not in guessed["cover"]["faces"][0]
            made = json.loads(door.post("begin", {"sheet": told["sheet"], "title": "Spies"}).body)
            folder = tmp_path / "games" / Path(made["folder"]).name
            found = [one for one in checked(Project(folder, shown="new")) if one.severity is Severity.ERROR]
            assert [(one.code, one.span.place.partition("/")[2]) for one in found] == [("E132", "deck.csv:2")]
    door.close()


@pytest.mark.row("A1")
def test_a_coarse_picture_is_a_warning(tmp_path: Path) -> None:
    write(tmp_path, TOY | {"cards.yaml": TOY["cards.yaml"].replace("back: {", "back: {art: a.png, ")})
    (tmp_path / "a.png").write_bytes(PNG)
    found = [one for one in checked(Project(tmp_path, shown="toy")) if one.span.file == "toy/cards.yaml"]
    assert [(one.code, one.severity) for one in found] == [("W270", Severity.WARNING)]


FONT = (bundled("fonts") / FACES["sans"].file).read_bytes()
FONTS: dict[str, bytes] = {
    **{f"cut at {part} %": FONT[: len(FONT) * part // 100] for part in (0, 1, 10, 50, 99)},
    "one byte changed": FONT[:5000] + bytes([FONT[5000] ^ 1]) + FONT[5001:],
    "one byte more": FONT + b"\0",
    "another of ours": (bundled("fonts") / FACES["serif"].file).read_bytes(),
    "random": bytes(range(256)) * 1000,
    "WOFF": b"wOFF" + FONT[4:],
    "WOFF2": b"wOF2" + FONT[4:],
    "a collection": b"ttcf\0\1\0\0" + b"\xff" * 100,
    "PostScript": b"OTTO" + FONT[4:],
    "65,535 tables": FONT[:4] + b"\xff\xff" + FONT[6:],
    "text": b"file:///etc/passwd",
    "a picture": PNG,
}


@pytest.mark.row("A3")
@pytest.mark.parametrize("face", ["sans", "narrow-bold"])
@pytest.mark.parametrize("name", FONTS)
def test_a_font_that_is_not_ours_is_not_read(tmp_path: Path, name: str, face: str) -> None:
    """No library reads foreign fonts: ours are known by their hash."""
    (tmp_path / FACES[face].file).write_bytes(FONTS[name])
    with pytest.raises(Surroundings, match="not the bundled one; reinstall rcwkit"):
        FontBook(tmp_path)[face]


@pytest.mark.row("A3")
@pytest.mark.parametrize("how", ["gone", "another"])
def test_a_damaged_installation_is_reported_with_the_damaged_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    fonts = Path(shutil.copytree(bundled("fonts"), tmp_path / "fonts"))
    (fonts / "PTS55F.ttf").unlink() if how == "gone" else (fonts / "PTS55F.ttf").write_bytes(FONT[:-1])
    monkeypatch.setattr("rcwkit.type.fonts.bundled", lambda _: fonts)
    result = CliRunner().invoke(main, ["build", "axis_allies_1914", "--out", str(tmp_path / "out"), "--jobs", "1"])
    assert result.exit_code == 3, result.stderr
    assert f"error: the font {fonts / 'PTS55F.ttf'}" in result.stderr
    assert not (tmp_path / "out").exists()
