"""The architecture: imports go in one direction, each heavy library has one door, modules stay small."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "generator" / "rcwkit"
MODULES = sorted(ROOT.rglob("*.py"))

ROOMS = (
    "",
    "source",
    "art",
    "type",
    "game",
    "dice",
    "faces",
    "sheets",
    "document",
    "kinds",
    "kit",
    "export",
    "importing",
    "screens",
    "cli",
)
"""The packages in order of data flow; a module imports from its own package and from earlier ones."""
ALL = {"__init__", "__main__", "bundled", "diagnostics", "frame", "memo", "workers"}
"""The modules beside the packages, which several of them use."""
DOORS = {
    "yaml": {"source.yaml"},
    "reportlab": {"sheets.pdf"},
    "weasyprint": {"kinds.booklet.draw"},
    "pydyf": {"kinds.booklet.draw"},
    "jinja2": {"document.templates"},
    "markdown_it": {"kinds.booklet.markdown"},
    "mdit_py_plugins": {"kinds.booklet.markdown"},
    "PIL": {"art.images", "art.svg_tree"},
    "pypdfium2": {"sheets.pictures"},
    "click": {"cli"},
    "watchfiles": {"screens.preview.server"},
    "fontTools": {"type.outlines", "art.svg", "art.svg_tree", "screens.companion.page"},
}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room(module: str) -> int:
    """Return the position of a module's package in the order."""
    first = module.partition(".")[0]
    return ROOMS.index(first) if first in ROOMS else 0


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def statements(path: Path) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(parsed(path)) if isinstance(node, ast.Import | ast.ImportFrom)]


def imports(nodes: Iterable[ast.Import | ast.ImportFrom], path: Path) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
            assert node.level == 0 and node.module is not None, f"{path}: imports name the whole path"
            found |= {f"rcwkit.{alias.name}" for alias in node.names} if node.module == "rcwkit" else {node.module}
    return found


def at_run_time(path: Path) -> set[str]:
    """Return what a module imports, without what only its annotations need."""
    guarded = {
        inner
        for node in parsed(path).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    return imports((node for node in statements(path) if node not in guarded), path)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_from_its_own_package_and_those_before_it(path: Path) -> None:
    module = name_of(path)
    found = {name.removeprefix("rcwkit.") for name in at_run_time(path) if name.startswith("rcwkit.")}
    above = {name for name in found if room(name) > room(module)} if module not in ("", "__main__") else set()
    assert above == set()


def test_kinds_do_not_import_one_another() -> None:
    """They meet in a `Game`; what two share is in the engine."""
    found: set[tuple[str, str]] = set()
    for path in MODULES:
        first, _, rest = name_of(path).partition(".")
        named = (name.split(".") for name in imports(statements(path), path) if name.startswith("rcwkit.kinds."))
        if first == "kinds" and "." in rest:
            found |= {(rest.split(".")[0], parts[2]) for parts in named}
    assert {(one, other) for one, other in found if other not in (one, "kind")} == set()


def test_no_package_before_the_kinds_knows_one() -> None:
    """Not even for a type, but for that of the text which a booklet's document carries along."""
    before = [path for path in MODULES if room(name_of(path)) < ROOMS.index("kinds") and path.parent != ROOT]
    found = {(name_of(path), name) for path in before for name in imports(statements(path), path)}
    known = {(module, name) for module, name in found if name.startswith("rcwkit.kinds")}
    assert known == {("game.game", "rcwkit.kinds.booklet.markdown")}


def test_modules_import_one_another_without_a_circle() -> None:
    """At the top of modules; a function may import what would otherwise close a circle."""
    known = {name_of(path): path for path in MODULES}
    todo: dict[str, set[str]] = {}
    for name, path in known.items():
        found = set[str]()
        for node in parsed(path).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rcwkit."):
                base = (node.module or "").removeprefix("rcwkit.")
                found |= {whole if (whole := f"{base}.{one.name}") in known else base for one in node.names}
        todo[name] = found - {name}
    while free := {name for name, found in todo.items() if not found & todo.keys()}:
        todo = {name: found for name, found in todo.items() if name not in free}
    assert todo == {}


def test_the_root_holds_the_modules_that_several_packages_use() -> None:
    assert {path.stem for path in ROOT.glob("*.py")} == ALL
    assert {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()} == set(ROOMS) - {""}


@pytest.mark.parametrize("name", [name for name in ROOMS if name])
def test_each_package_has_a_short_docstring(name: str) -> None:
    said = ast.get_docstring(ast.parse((ROOT / name / "__init__.py").read_text(encoding="utf-8")))
    assert said and len(said.splitlines()) <= 6
    for module in re.findall(r"`(\w+)`", said):
        known = {path.stem for path in (ROOT / name).rglob("*.py")} | {path.name for path in (ROOT / name).iterdir()}
        assert module in known or module[0].isupper() or module in ("check",), f"{name} speaks of {module}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_each_library_has_one_door(path: Path) -> None:
    for imported in imports(statements(path), path):
        top = imported.split(".")[0]
        if top in DOORS:
            assert DOORS[top] & {name_of(path), name_of(path).split(".")[0]}, f"{name_of(path)} imports {top}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_private_name_is_imported(path: Path) -> None:
    """So a name without an underscore is what other modules may use, and no list of names says it again."""
    assert path.name == "__init__.py" or "\n__all__" not in path.read_text(encoding="utf-8")
    for node in statements(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                private = any(part.startswith("_") and not part.startswith("__") for part in whole.split("."))
                assert not private, f"{name_of(path)} imports {whole}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_module_is_longer_than_650_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 650


def test_there_are_at_most_240_modules() -> None:
    assert len(MODULES) <= 240


def test_few_type_names_are_in_two_modules() -> None:
    named = [{node.name for node in parsed(path).body if isinstance(node, ast.ClassDef)} for path in MODULES]
    counted = Counter(name for names in named for name in names)
    assert len([name for name, count in counted.items() if count > 1]) <= 30


def test_heads_of_modules_are_at_most_nine_per_cent() -> None:
    """A head is a module's docstring and imports; small modules have the most of them."""
    heads = 0
    for path in MODULES:
        body = parsed(path).body
        ends = [node.end_lineno or 0 for node in body if isinstance(node, ast.Import | ast.ImportFrom | ast.If)]
        first = next((node.lineno for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)), 10**6)
        heads += max((end for end in ends if end < first), default=0)
    assert heads <= 0.09 * sum(len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES)


def test_browsers_wait_for_what_is_to_come() -> None:
    """Bug: an expression that was not true at once was refused by the page's policy; and no time is long enough."""
    trap = re.compile(r"""wait_for_timeout|wait_for_function\(\s*f?"++(?!\w+ =>|\()""")
    tests = Path(__file__).parent
    found = [path.name for path in tests.glob("*browser*.py") if trap.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_the_repository_holds_nothing_but_its_rooms() -> None:
    """Bug: packages downloaded into the folder were committed with it."""
    repository = ROOT.parents[1]
    if not (repository / ".git").exists():
        pytest.skip("not a repository")
    listed = subprocess.run(
        ["git", "ls-files"], cwd=repository, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    files = {"CHANGES.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "constraints.txt", "pyproject.toml"}
    rooms = {"build", "data", "fonts", "generator", "templates", "tests"}
    assert {name.split("/")[0] for name in listed if not name.startswith(".")} == files | rooms
    assert [name for name in listed if name.startswith("build/")] == ["build/.gitkeep"]
