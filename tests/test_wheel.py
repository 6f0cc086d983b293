"""The wheel: the installed package is complete, and makes all but booklets without WeasyPrint."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from rcwkit.bundled import bundled
from tests_support import TOY, write

ROOT = Path(__file__).parent.parent
LACKING = "raise ImportError('there is no WeasyPrint here')\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack the wheel as pip would."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("rcwkit-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def run(site: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the installed tool, in a folder of its own, without WeasyPrint."""
    lacking = write(folder / "lacking", {"weasyprint/__init__.py": LACKING, "weasyprint.py": LACKING})
    environment = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{lacking}"}
    command = [sys.executable, "-P", "-m", "rcwkit", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_it_holds_the_package_its_data_and_its_licences_alone(installed: Path) -> None:
    (info,) = installed.glob("rcwkit-*.dist-info")
    assert {path.name for path in installed.iterdir()} == {"rcwkit", info.name}
    assert (installed / "rcwkit" / "py.typed").exists()
    assert {path.name for path in (installed / "rcwkit" / "_bundled").iterdir()} == {"data", "templates", "fonts"}
    told = (info / "METADATA").read_text(encoding="utf-8")
    assert "License-Expression: MIT AND LicenseRef-ParaType AND OFL-1.1" in told
    fonts = {path.name for path in bundled("fonts").glob("LICENSE*.txt")}
    assert {path.name for path in (info / "licenses").rglob("*") if path.is_file()} == {"LICENSE", *fonts}


def test_everything_but_booklets_is_made_without_weasyprint(installed: Path, tmp_path: Path) -> None:
    write(tmp_path / "toy", TOY)
    where = run(installed, tmp_path, "--version")
    assert where.returncode == 0, where.stderr
    made = run(installed, tmp_path, "build", "toy", "--with", "all", "--out", "out")
    assert made.returncode == 3, made.stderr
    assert "error: toy: not made: booklet-notes.pdf" in made.stderr
    names = {path.name for path in (tmp_path / "out" / "toy").glob("*.pdf")}
    assert {
        "0-print-guide.pdf",
        "all-charts.pdf",
        "counters.pdf",
        "odds.pdf",
        "rolls.pdf",
        "setup-campaign.pdf",
    } <= names
    assert not any(name.startswith("booklet") for name in names)


def test_notes_of_a_release_are_what_changed() -> None:
    def notes(version: str) -> subprocess.CompletedProcess[str]:
        command = ["bash", str(ROOT / ".ci" / "notes.sh"), version]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    changes = (ROOT / "CHANGES.md").read_text(encoding="utf-8")
    told = notes("v0.2.0")
    assert told.returncode == 0 and told.stdout.startswith("### Print\n")
    assert told.stdout.strip() in changes and "\n## " not in told.stdout
    assert notes("0.2").returncode == notes("9.9.9").returncode == 3


def test_a_site_has_the_manual_of_each_version_and_leads_to_the_newest(tmp_path: Path) -> None:
    def site(manuals: Path) -> int:
        return subprocess.run(
            ["bash", str(ROOT / ".ci" / "site.sh"), manuals, tmp_path / "site"], check=False
        ).returncode

    for tag in ("v0.2.0", "v0.10.0", "v0.9.1"):
        write(tmp_path / "manuals" / tag, {"manual.html": tag})
    write(tmp_path / "manuals" / "v0.11.0", {"notes.md": "of a release without a manual"})
    assert site(tmp_path / "manuals") == 0
    found = {path.parent.name: path.read_text(encoding="utf-8") for path in (tmp_path / "site").glob("*/index.html")}
    assert found == {"0.2.0": "v0.2.0", "0.9.1": "v0.9.1", "0.10.0": "v0.10.0", "latest": "v0.10.0"}
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'href="([^"]+)/"', index) == ["latest", "0.10.0", "0.9.1", "0.2.0"]
    assert site(tmp_path / "site") == 3


def test_its_own_games_are_found(installed: Path, tmp_path: Path) -> None:
    made = run(installed, tmp_path, "build", "soviet_dawn", "--with", "study", "--out", "out")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "out" / "soviet_dawn" / "odds.pdf").exists()
