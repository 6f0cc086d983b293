"""The house stands: imports point one way, heavy libraries have one door each, rooms stay small."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "generator" / "rcwkit"
MODULES = sorted(ROOT.rglob("*.py"))

LAYERS = (
    ("advice", "bundled", "diagnostics", "memory", "models", "limits", "prose"),
    ("portable", "project", "settings", "source", "colours", "layout.frame"),
    ("fonts", "game", "images", "markdown", "mistakes"),
    ("theme", "settle"),
    ("symbols", "layout.text", "layout.marks", "layout.tints", "dice.codes"),
    ("dice", "checks", "draw.svg", "draw.operators", "draw.log", "layout"),
    ("roll", "draw", "views", "changes"),
    ("kinds",),
    ("attached", "overlay", "loader", "claims", "publish", "options", "reports", "crews", "workers"),
    ("paperwork", "printers", "kept"),
    ("build",),
    ("entries", "tasks"),
    ("pipeline", "editions", "reprint", "catalogue", "explain", "schema", "wording", "asking", "progress"),
    ("preview", "gallery", "companion", "export"),
    ("starting",),
    ("cli",),
    ("__main__",),
)
DOORS = {
    "yaml": {"source"},
    "reportlab": {"draw.sheets", "draw.tags"},
    "weasyprint": {"draw.typesetting"},
    "jinja2": {"draw.html", "draw.booklet"},
    "markdown_it": {"markdown"},
    "mdit_py_plugins": {"markdown"},
    "PIL": {"images"},
    "pypdfium2": {"draw.proof"},
    "click": {"cli", "asking"},
    "rich": {"progress"},
    "watchfiles": {"preview.watching"},
    "fontTools": {"companion.fonts"},
}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer(module: str) -> int:
    """The longest matching entry of LAYERS wins, so that one room of a package may stand higher than the rest."""
    matches = [(len(entry), index) for index, entries in enumerate(LAYERS) for entry in entries if module == entry or module.startswith(entry + ".")]
    assert matches, f"module {module} has no layer"
    return max(matches)[1]


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports name the whole path"
            assert node.module is not None
            found |= {f"{node.module}.{alias.name}" for alias in node.names} if node.module == "generator" else {node.module}
            if (ROOT / Path(*node.module.split(".")[1:])).is_dir() and node.module != "generator":
                found |= {
                    f"{node.module}.{alias.name}" for alias in node.names if (ROOT / Path(*node.module.split(".")[1:]) / f"{alias.name}.py").exists()
                }
    return found


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_from_its_own_layer_and_those_above(path: Path) -> None:
    module = name_of(path)
    if not module:
        return
    for imported in imports(path):
        if imported.startswith("generator.") and imported != "generator.__version__":
            other = imported.removeprefix("generator.")
            assert layer(other) <= layer(module), f"{module} imports {other}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_each_library_has_one_door(path: Path) -> None:
    for imported in imports(path):
        top = imported.split(".")[0]
        if top in DOORS:
            assert DOORS[top] & {name_of(path), name_of(path).split(".")[0]}, f"{name_of(path)} imports {top}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_module_is_longer_than_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_the_median_module_is_small() -> None:
    lengths = sorted(len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES if path.stat().st_size > 200)
    assert lengths[len(lengths) // 2] <= 200


def test_the_repository_holds_nothing_but_its_rooms() -> None:
    """Bug: packages that had been fetched into the folder were committed with it."""
    if not (ROOT.parent / ".git").exists():
        pytest.skip("not a repository")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT.parent, capture_output=True, text=True, check=True).stdout.splitlines()
    files = {"LICENSE", "Makefile", "README.md", "constraints.txt", "pyproject.toml"}
    rooms = {"build", "data", "fonts", "generator", "templates", "tests"}
    assert {name.split("/")[0] for name in listed if not name.startswith(".")} == files | rooms
    assert [name for name in listed if name.startswith("build/")] == ["build/.gitkeep"]
