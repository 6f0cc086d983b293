"""The companion's folder for a web host: its files, and a worker that differs whenever one of them does."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

from click.testing import CliRunner
from PIL import Image
from rcwkit.cli import main
from rcwkit.game.loader import load
from rcwkit.screens.companion.page import page, site
from rcwkit.source.project import Project
from tests_support import TOY, write


def test_the_manifest_names_icons_of_their_sizes(tmp_path: Path) -> None:
    files = site(load(Project(write(tmp_path / "toy", TOY))))
    manifest = json.loads(files["app.webmanifest"])
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Toy – companion", "./", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        with Image.open(io.BytesIO(files[icon["src"]])) as picture:
            assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_the_worker_keeps_all_files_and_differs_with_them(tmp_path: Path) -> None:
    project = Project(write(tmp_path / "toy", TOY))
    files, again = site(load(project)), site(load(project))
    assert files == again
    kept = re.search(r"const FILES = (.*);", files["worker.js"].decode())
    assert kept
    assert {*json.loads(kept[1])} == {"./", *files} - {"index.html", "worker.js"}
    write(tmp_path / "toy", {"red.yaml": TOY["red.yaml"].replace("1 Army", "First Army")})
    assert site(load(project))["worker.js"] != files["worker.js"]


def test_a_page_by_itself_has_no_part_of_it(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path / "toy", TOY)))
    alone, served = page(game), page(game, served=True)
    assert "serviceWorker" not in alone
    policies = [str(re.findall(r'Security-Policy" content="([^"]*)"', text)) for text in (alone, served)]
    assert ["worker-src 'self';" in policy for policy in policies] == [False, True]
    assert all(re.search(r"script-src 'sha256-[\w+/]{43}=';", policy) for policy in policies)


def test_the_command_writes_the_folder(tmp_path: Path) -> None:
    folder = write(tmp_path / "toy", TOY)
    result = CliRunner().invoke(main, ["companion", str(folder), "--site", str(tmp_path / "site"), "--json"])
    assert json.loads(result.stdout)["files"] == sorted(site(load(Project(folder))))
    there = sorted(path.name for path in (tmp_path / "site").iterdir())
    assert there == sorted([*site(load(Project(folder))), "manifest.json"]), "C25: no lock is left"
    both = ["companion", str(folder), "--site", str(tmp_path / "site"), "--out", str(tmp_path / "one.html")]
    assert CliRunner().invoke(main, both).exit_code == 2
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "index.html").write_text("theirs")
    refused = CliRunner().invoke(main, ["companion", str(folder), "--site", str(tmp_path / "theirs")])
    assert refused.exit_code == 2
    assert (tmp_path / "theirs" / "index.html").read_text() == "theirs"
