"""Proofs and editions on the command line: pictures as colour-blind readers see them, ink in the report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image
from rcwkit.frame import Rect, Sheet
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.type.fonts import FontBook
from tests_support import TOY, run, write


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(draw([Sheet(72, 36, (Rect(0, 0, 72, 36, "#B3201F"),), "one")], Imprint("a", "b", "c"), FontBook()))
    return path


def test_all_proofs_of_a_file(pdf: Path, tmp_path: Path) -> None:
    made = json.loads(run("proof", str(pdf), "--out", str(tmp_path / "out"), "--dpi", "144", "--json").stdout)
    assert [Path(name).name for name in made] == [
        f"sheet-{vision}-1.png" for vision in ("grey", "protan", "deutan", "tritan")
    ]
    colours = set()
    for name in made:
        with Image.open(name) as picture:
            assert picture.size == (144, 72)
            colours.add(picture.getpixel((70, 40)))
    assert len(colours) == 4


def test_one_proof_and_a_file_that_is_none(pdf: Path, tmp_path: Path) -> None:
    assert run("proof", str(pdf), "--as", "grey", "--out", str(tmp_path)).stdout.split() == [
        str(tmp_path / "sheet-grey-1.png")
    ]
    pdf.write_bytes(b"hello")
    result = run("proof", str(pdf), "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "not a PDF" in result.stderr


def test_a_low_ink_build_says_so_and_takes_less(tmp_path: Path) -> None:
    toy = write(tmp_path / "toy", TOY)
    ink = {}
    for edition in ("full", "low"):
        result = run(
            "build", str(toy), "--ink", edition, "--coverage", "--jobs", "1", "--out", str(tmp_path / edition), "--json"
        )
        (kit,) = json.loads(result.stdout)["kits"]
        ink[edition] = {file["name"]: file["ink"] for file in kit["files"] if "ink" in file}
        assert (
            json.loads((tmp_path / edition / "toy" / "manifest.json").read_text(encoding="utf-8"))["options"]["ink"]
            == edition
        )
    assert ink["full"].keys() == ink["low"].keys()
    for name, pages in ink["full"].items():
        assert all(0 < page < 100 for page in pages)
        assert sum(ink["low"][name]) < sum(pages), name


def test_ink_is_measured_only_when_asked_for(tmp_path: Path) -> None:
    toy = write(tmp_path / "toy", TOY)
    (kit,) = json.loads(run("build", str(toy), "--jobs", "1", "--out", str(tmp_path / "out"), "--json").stdout)["kits"]
    assert not any("ink" in file for file in kit["files"])
