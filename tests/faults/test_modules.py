"""I8: a stranger's module is refused or read in 2 s and 300 MiB, and writes nothing outside of its folder."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from faults_support import FULL, Cases, many, spawn, timely
from PIL import Image
from rcwkit.diagnostics import InputError
from rcwkit.importing.archive import opened
from rcwkit.importing.game import game_of
from rcwkit.importing.module import module_of
from workbooks_support import zipped

RANDOM = random.Random("modules")
MIB = 2**20
P = "VASSAL.build."


def png(size: tuple[int, int] = (9, 9)) -> bytes:
    target = io.BytesIO()
    Image.new("1", size).save(target, "PNG")
    return target.getvalue()


def build(body: str = "", head: str = "") -> str:
    return f'{head}<{P}GameModule name="Mine" version="1">{body}</{P}GameModule>'


def slot(text: str = "+/null/piece;;;a.png;A/null;0;0;1;0") -> str:
    return f'<{P}widget.PieceSlot entryName="A">{text}</{P}widget.PieceSlot>'


def whole(body: str = "", head: str = "", picture: bytes | None = None, name: str = "images/a.png") -> bytes:
    return zipped({"buildFile.xml": build(body, head), name: picture or png()})


def start(attributes: str) -> str:
    inside = f"<{P}module.map.SetupStack {attributes}>{slot()}</{P}module.map.SetupStack>"
    return f'<{P}module.Map mapName="M">{inside}</{P}module.Map>'


def stacked(kinds: str, states: str = "null") -> str:
    return slot(f"+/null/{kinds}/{states}")


SVG = slot("+/null/piece;;;a.svg;A/null;0;0;1;0")
SVG_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
OUTSIDE = slot("+/null/piece;;;../../secret.png;A/null")
LOL = "<!DOCTYPE l [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
MODULES: dict[str, tuple[Callable[[], bytes], str]] = {
    "no zip file": (lambda: b"PK" * 99, "E592"),
    "nothing": (lambda: b"", "E592"),
    "half a zip file": (lambda: whole()[:200], "E592"),
    "no build file": (lambda: zipped({"a.xml": "<a/>"}), "E592"),
    "no game module": (lambda: zipped({"buildFile.xml": "<a/>"}), "E592"),
    "broken XML": (lambda: zipped({"buildFile.xml": build()[:-3]}), "E592"),
    "entities": (lambda: whole("&b;", LOL), "E592"),
    "entities in UTF-16": (lambda: zipped({"buildFile.xml": build("&b;", LOL).encode("utf-16")}), "E592"),
    "an outside entity": (lambda: whole("&x;", "<!DOCTYPE x [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"), "E592"),
    "a bomb": (lambda: zipped({"buildFile.xml": build(" " * 33 * MIB)}), "E593"),
    "spaces": (lambda: zipped({"buildFile.xml": build(" " * 30 * MIB)}), ""),
    "too many elements": (lambda: whole("<a/>" * 160_000), "E593"),
    "too deep": (lambda: whole("<a>" * 100 + "</a>" * 100), "E593"),
    "too many files": (lambda: zipped({f"images/{number}.png": b"" for number in range(5_100)}), "E593"),
    "many slots": (lambda: whole(slot() * 20_000), ""),
    "a picture of gigapixels": (lambda: whole(slot(), picture=png((30_000, 30_000))), ""),
    "a picture that is none": (lambda: whole(slot(), picture=b"GIF89a" * 99), ""),
    "drawings in drawings": (lambda: whole(SVG, picture=b"<svg <image " * 300_000, name="images/a.svg"), ""),
    "a drawing of a long picture": (
        lambda: whole(SVG, picture=b'<svg><image href="data:img/png;base64,' + b"A" * 9 * MIB, name="images/a.svg"),
        "",
    ),
    "drawings of drawings": (
        lambda: zipped(
            {
                "buildFile.xml": build(SVG * 99),
                "images/a.svg": SVG_HEAD + '<use href="b.svg#n0"/></svg>',
                "images/b.svg": SVG_HEAD
                + "".join(f'<g id="n{number}"><use href="#n{number + 1}"/>' for number in range(15_000))
                + "</g>" * 15_000
                + "</svg>",
            }
        ),
        "",
    ),
    "a picture outside": (lambda: whole(OUTSIDE, name="images/../../secret.png"), ""),
    "traits in each other": (lambda: whole(stacked("a;\t" * 9_000 + "piece;;;a.png;A")), ""),
    "backslashes": (lambda: whole(stacked("a;" + "\\" * 50_000 + "\tpiece;;;a.png;A")), ""),
    "a long text": (lambda: whole(stacked("x" * 20 * MIB)), ""),
    "prototypes in circles": (
        lambda: whole(
            "".join(
                f'<{P}module.PrototypeDefinition name="{name}">+/null/'
                f"prototype;{other}\tprototype;{other}\\\tpiece;;;;/\t\\\tnull</{P}module.PrototypeDefinition>"
                for name, other in ("ab", "ba")
            )
            + stacked("prototype;a\tpiece;;;a.png;A", "\tnull")
        ),
        "",
    ),
    "names of nothing": (lambda: whole('<a mapName="../../x"/>' + slot("+/null/piece;;;a.png;../../../x/null")), ""),
    "numbers past counting": (lambda: whole(start(f'x="{"9" * 9999}" y="NaN"')), ""),
}


@pytest.mark.row("I8")
def test_a_hostile_module_is_read_or_refused_in_little_time_and_memory(tmp_path: Path, cases: Cases) -> None:
    for number, name in enumerate(MODULES if FULL else list(MODULES)[::6]):
        make, code = MODULES[name]
        folder = tmp_path / f"{number}"
        folder.mkdir()
        (folder / "a.vmod").write_bytes(make())
        with cases(name):
            result = spawn("import", "vassal", folder / "a.vmod", "--out", folder / "game", cwd=folder)
            assert result.exit_code == (2 if code else 0), result.stderr[:300]
            assert f"error[{code}" in result.stderr if code else not result.stderr, result.stderr[:300]
            assert {one.name for one in folder.iterdir()} == {"a.vmod", *([] if code else ["game"])}
            assert timely(result.seconds, 2), f"{result.seconds:.1f} s"
            assert result.peak < 300, f"{result.peak:.0f} MiB"
    assert not (tmp_path / "secret.png").exists()


@pytest.mark.row("I8")
def test_a_damaged_module_is_read_or_refused(tmp_path: Path, cases: Cases) -> None:
    layered = stacked("emb2;;2;;Flip;2;;;2;;;;1;f;0;0;,b.png;,B\tpiece;;;a.png;A", "2\tnull")
    text = build(start('name="s" x="1" y="2"') + layered)
    path = tmp_path / "a.vmod"
    for number in range(many(600, 30)):
        made = bytearray(text.encode() if number % 2 else zipped({"buildFile.xml": text, "images/a.png": png()}))
        for _ in range(RANDOM.randint(1, 6)):
            at = RANDOM.randrange(len(made))
            made[at : at + RANDOM.choice((0, 1, 9))] = bytes(
                RANDOM.choices(b'<>&"/;,\t\\+19aAP ', k=RANDOM.randint(1, 6))
            )
        path.write_bytes(zipped({"buildFile.xml": bytes(made)}) if number % 2 else bytes(made))
        with cases(number, seconds=5), suppress(InputError):
            archive = opened(path)
            files = game_of(module_of(archive.tree(), archive.area), archive).files
            assert all(".." not in name and not name.startswith("/") for name in files)
