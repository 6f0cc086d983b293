"""Any body of a request to the preview is answered: with what was asked, or with a message that says what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from faults_support import many
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.site import DEEPEST, Site
from rcwkit.screens.preview.workshop import Workshop
from tests_support import TOY, write

ADDRESSES = ("drawings", "place", "find", "entry", "edit", "shape", "map", "board", "undo", "redo", "sheet")
KEYS = (
    "stem",
    "key",
    "number",
    "at",
    "text",
    "hashes",
    "path",
    "file",
    "hash",
    "changes",
    "local",
    "procedure",
    "given",
)
MORE = (
    "code",
    "faces",
    "record",
    "step",
    "kept",
    "keys",
    "value",
    "remove",
    "new",
    "ink",
    "box",
    "wanted",
    "back",
    "map",
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["counters", "reductions", "turn9", "rulings", "F-1Y", "-", "\ud800", "9" * 5000, "١:٢"])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)
BODIES = st.dictionaries(st.sampled_from((*KEYS, *MORE)), VALUES, max_size=8)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = write(tmp_path_factory.mktemp("bodies") / "toy", TOY)
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    press = PrintJobs(workshop.name, ())
    yield Site(workshop, press)
    press.close()


def _deep(depth: int) -> Any:
    return [] if depth == 0 else [_deep(depth - 1)]


def _answered(site: Site, address: str, body: Any) -> int:
    answer = site.post(address, body)
    said = json.loads(answer.body) if answer.type.startswith("application/json") else {}
    assert answer.status in (200, 400, 404, 409, 422)
    assert answer.status == 200 or said["error"]
    return answer.status


UNHURRIED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@settings(suppress_health_check=UNHURRIED, max_examples=many(300, 100))
@given(address=st.sampled_from(ADDRESSES), body=BODIES)
def test_every_body_is_answered(site: Site, address: str, body: Any) -> None:
    _answered(site, address, body)


@settings(suppress_health_check=UNHURRIED, max_examples=many(200, 60))
@given(
    steps=st.lists(SCALARS, max_size=5), value=VALUES, marks=st.dictionaries(st.sampled_from(["remove", "new"]), VALUES)
)
def test_every_change_is_answered(site: Site, steps: list[Any], value: Any, marks: dict[str, Any]) -> None:
    """Also one of a document that is there, in its present state."""
    root = Path(site.workshop.name)
    before = {path: path.read_bytes() for path in root.rglob("*.yaml")}
    file = f"{root.as_posix()}/rulings.yaml"
    entry = json.loads(site.post("entry", {"at": f"{file}:5"}).body)
    for path in (steps, [*entry["path"], *steps[:2]]):
        changes = [{"path": path, "value": value, **marks}]
        if _answered(site, "edit", {"file": file, "hash": entry["hash"], "changes": changes}) == 200:
            site.editing.undo()
        _answered(site, "entry", {"at": f"{file}:5", "path": path})
    assert {path: path.read_bytes() for path in root.rglob("*.yaml")} == before


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("entry", {"at": f"toy/red.yaml:{'9' * 5000}"}),
        ("entry", {"at": "toy/red.yaml:١"}),
        ("entry", {"at": "toy/red.yaml:1", "path": [-1]}),
        ("entry", {"at": "toy/red.yaml:1", "path": [True]}),
        ("edit", {"file": "toy/red.yaml", "hash": "", "changes": [{"path": ["title"], "value": float("nan")}]}),
        ("edit", {"file": "toy/red.yaml", "hash": "", "changes": [{"path": ["title"], "value": float("inf")}]}),
        ("edit", {"file": "toy/red.yaml", "hash": "", "changes": [{"path": ["title"], "value": "\ud800"}]}),
        ("edit", {"file": "toy/red.yaml", "hash": "", "changes": [{"path": ["title"], "value": _deep(DEEPEST)}]}),
        ("sheet", {"record": {"seed": "\udfff"}}),
        ("find", {"text": _deep(400)}),
        ("sheet", []),
    ],
)
def test_odd_bodies_are_refused(site: Site, address: str, body: Any) -> None:
    """Bug: some broke the connection."""
    assert _answered(site, address, body) == 400


def test_a_number_within_a_text_is_no_place(site: Site) -> None:
    file = f"{Path(site.workshop.name).as_posix()}/rulings.yaml"
    entry = json.loads(site.post("entry", {"at": f"{file}:5"}).body)
    wrong = {"path": ["title", 0], "value": "x"}
    assert _answered(site, "edit", {"file": file, "hash": entry["hash"], "changes": [wrong]}) == 422
