"""The README is true: its commands run, its YAML loads, its error is what the tool says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.bundled import bundled
from generator.checks import check
from generator.cli import main
from generator.diagnostics import InputError, frame
from generator.loader import load, validate
from generator.project import Project
from generator.source import parse

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```sh\n(.*?)```", README, re.S) for line in block.splitlines()]
COMMANDS = [line.partition("  #")[0].strip() for line in LINES if line.startswith("rcwkit")]
SLOW = (" build ", " kit ", " pictures ", "--sheet")
QUICK = [command for command in COMMANDS if not any(word in command for word in SLOW)]


def test_every_command_of_the_readme_is_listed_here() -> None:
    assert len(COMMANDS) >= 12
    assert all(any(command.startswith(f"rcwkit {name}") for name in main.commands) for command in COMMANDS)


def test_the_quick_commands_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for command in QUICK:
        words, _, target = command.partition(" > ")
        result = CliRunner().invoke(main, shlex.split(words)[1:], input="\n" * 20)
        assert result.exit_code == 0, f"{command}: {result.stderr}"
        if target:
            Path(target).write_text(result.stdout, encoding="utf-8")


@pytest.mark.parametrize("block", re.findall(r"```yaml\n(kind:.*?)```", (ROOT / "data" / "README.md").read_text(encoding="utf-8"), re.S))
def test_the_yaml_of_the_docs_is_valid(block: str) -> None:
    assert validate(parse(block, "README.md"), "README.md").kind in ("tables", "procedures")


def test_the_error_of_the_readme_is_what_the_tool_says(tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "triumph_of_chaos"
    shutil.copytree(bundled("data") / "triumph_of_chaos", folder)
    path = folder / "setup" / "campaign.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("715 Petrozavodsk: [Rc16]", "715 Petrozavodsk: [Rc61]"), encoding="utf-8")
    project = Project(folder, shown="data/triumph_of_chaos")
    try:
        found = check(load(project))
    except InputError as error:
        found = error.diagnostics
    (unknown,) = [d for d in found if d.code == "E210"]
    assert frame(unknown, project.line(unknown.span)) in README
