"""X1: whichever stage fails, the exit code is 70, one line names the crash report, and the old kit is whole."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from faults_support import picture
from rcwkit.cli import main
from tests_support import TOY, write

STAGES = [
    "rcwkit.source.project.Project.read",
    "rcwkit.game.loader.parse",
    "rcwkit.game.loader.validate",
    "rcwkit.game.loader.lay_over",
    "rcwkit.game.loader.assemble",
    "rcwkit.kit.build.check",
    "rcwkit.kit.build.missing_glyphs",
    "rcwkit.kit.pipeline.sheets_of",
    "rcwkit.sheets.pdf.draw",
    "rcwkit.document.pages.sheets",
    "rcwkit.document.setting.slabs",
    "rcwkit.kit.build.publish",
]
TOLD = "a secret of the user's"
FAILURES = [RuntimeError, KeyError, RecursionError, UnicodeError]


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    write(folder / "toy", TOY)
    assert (
        CliRunner().invoke(main, ["build", str(folder / "toy"), "--out", str(folder / "out"), "--jobs", "1"]).exit_code
        == 0
    )
    return folder


@pytest.mark.row("X1")
@pytest.mark.parametrize("how", ["raises", "ends"])
def test_a_worker_that_fails(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """A failure in a worker is reported as if it were in the main process; an end by the system is reported as such."""

    def fail(*_: object, **__: object) -> None:
        if how == "ends":
            os._exit(1)
        raise KeyError(TOLD)

    monkeypatch.setattr(
        "rcwkit.document.pages.sheets", fail
    )  # workers are forked from this process, and so inherit the patch
    monkeypatch.setattr("rcwkit.kit.pipeline.WORTH", 0.0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = picture(kit)
    result = CliRunner().invoke(main, ["build", str(kit / "toy"), "--out", str(kit / "out"), "--jobs", "2", "--fresh"])
    assert result.exit_code == (3 if how == "ends" else 70), result.stderr
    assert (
        "perhaps for lack of memory" in result.stderr if how == "ends" else "internal error: KeyError" in result.stderr
    )
    assert "Traceback" not in result.output
    assert all("secret" not in path.read_text(encoding="utf-8") for path in tmp_path.glob("rcwkit-crash-*"))
    assert picture(kit) == before


@pytest.mark.row("X1")
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.__name__)
@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_that_fails(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str, failure: type[Exception]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise failure(TOLD)

    monkeypatch.setattr(stage, fail)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = picture(kit)
    result = CliRunner().invoke(main, ["build", str(kit / "toy"), "--out", str(kit / "out"), "--jobs", "1", "--fresh"])
    assert result.exit_code == 70, result.stderr
    assert result.stderr.splitlines()[0].startswith(
        f"internal error: {failure.__name__}; please report it with {tmp_path}"
    )
    assert "Traceback" not in result.output
    report = Path(re.search(r"with (\S+)$", result.stderr, re.MULTILINE)[1]).read_text(encoding="utf-8")  # type: ignore[index]
    assert "secret" not in report
    assert "generator/rcwkit/cli/group.py" in report
    assert failure.__name__ in report
    assert picture(kit) == before


@pytest.mark.row("X1")
def test_a_report_that_cannot_be_saved(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: if the temporary folder was full or gone, writing the crash report crashed."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("x")

    monkeypatch.setattr("rcwkit.kit.build.check", fail)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    result = CliRunner().invoke(main, ["build", str(kit / "toy"), "--out", str(kit / "out"), "--jobs", "1", "--fresh"])
    assert (result.exit_code, result.stderr) == (70, "internal error: RuntimeError; please report it\n")


@pytest.mark.row("X1")
def test_too_little_memory_is_of_the_surroundings(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("rcwkit.kit.build.check", fail)
    before = picture(kit)
    result = CliRunner().invoke(main, ["build", str(kit / "toy"), "--out", str(kit / "out"), "--jobs", "1", "--fresh"])
    assert (result.exit_code, result.stderr) == (3, "error: not enough memory\n")
    assert picture(kit) == before
