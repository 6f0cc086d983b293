"""Profiles are stored where the platform keeps settings, completely or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from rcwkit.cli import main
from rcwkit.diagnostics import InputError, Surroundings
from rcwkit.kit.options import printer, printer_names, printers_folder, profile, store
from rcwkit.sheets.paper import Printer


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        ({"HOME": "/home/anna", "XDG_CONFIG_HOME": "/elsewhere"}, "linux", "/elsewhere/rcwkit/printers"),
        ({"HOME": "/home/anna", "XDG_CONFIG_HOME": "/elsewhere"}, "darwin", "/elsewhere/rcwkit/printers"),
        ({"HOME": "/home/anna", "XDG_CONFIG_HOME": "not/absolute"}, "linux", "/home/anna/.config/rcwkit/printers"),
        ({"HOME": "/home/anna"}, "linux", "/home/anna/.config/rcwkit/printers"),
        ({"HOME": "/Users/anna"}, "darwin", "/Users/anna/Library/Application Support/rcwkit/printers"),
        ({"USERPROFILE": "/anna", "APPDATA": "/anna/Roaming"}, "win32", "/anna/Roaming/rcwkit/printers"),
    ],
)
def test_the_folder_is_the_platforms(environment: dict[str, str], platform: str, expected: str) -> None:
    assert printers_folder(environment, platform).as_posix() == expected


def test_a_stored_profile_is_read_again() -> None:
    office = profile("office", (0.75, -0.25), 99.4, "short")
    path = store(office)
    assert path == printers_folder() / "office.json"
    assert printer("office") == office == Printer("office", (0.75, -0.25), 99.4, "short")
    store(profile("office", (0.0, 0.0), 100.0, "long"))
    store(profile("attic", (1.0, 1.0), 100.5, "long"))
    assert printer("office").back == (0.0, 0.0)
    assert printer_names() == ["attic", "office"]
    assert sorted(entry.name for entry in printers_folder().iterdir()) == ["attic.json", "office.json"]


@pytest.mark.parametrize(
    ("name", "back", "scale", "said"),
    [
        ("../office", (0.0, 0.0), 100.0, "not a valid printer name"),
        ("", (0.0, 0.0), 100.0, "not a valid printer name"),
        ("office", (0.0, 5.25), 100.0, "off by 0, 5.25 mm"),
        ("office", (float("nan"), 0.0), 100.0, "off by nan"),
        ("office", (0.0, 0.0), 96.0, "a scale of 96 %"),
        ("office", (0.0, 0.0), float("nan"), "a scale of nan %"),
    ],
)
def test_what_no_printer_does_is_refused(name: str, back: tuple[float, float], scale: float, said: str) -> None:
    with pytest.raises(InputError, match=said):
        profile(name, back, scale, "long")


def test_an_unknown_printer_is_named_and_a_near_one_offered() -> None:
    store(profile("office", (0.0, 0.0), 100.0, "long"))
    with pytest.raises(InputError) as caught:
        printer("ofice")
    (found,) = caught.value.diagnostics
    assert (found.code, found.hint) == ("E551", "did you mean 'office'?")
    for name in ("../office", "office.json", "/etc/passwd"):
        with pytest.raises(InputError):
            printer(name)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"back": [1], "scale": 100, "flip": "long"}',
        '{"back": [9, 9], "scale": 100, "flip": "long"}',
        "{" * 9,
    ],
)
def test_a_spoilt_profile_is_an_error_with_its_place(text: str) -> None:
    path = store(profile("office", (0.0, 0.0), 100.0, "long"))
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        printer("office")
    assert caught.value.diagnostics[0].code in ("E550", "E551")


def test_a_failing_disk_leaves_the_old_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    path = store(profile("office", (0.5, 0.0), 100.0, "long"))

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Surroundings, match="office.json: No space left on device"):
        store(profile("office", (1.0, 0.0), 100.0, "long"))
    assert printer("office").back == (0.5, 0.0)
    assert [entry.name for entry in path.parent.iterdir()] == ["office.json"]


def test_any_size_is_fitted_and_explained() -> None:
    runner = CliRunner()
    said = runner.invoke(main, ["fit", "--paper", "letter", "--size", "poker"]).stdout.splitlines()
    assert [line.split(": ")[1] for line in said] == ["9-up", "8-up", "6-up", "6-up"]
    facts = json.loads(runner.invoke(main, ["fit", "--paper", "a4", "--size", "18mm", "--gutterfold", "--json"]).stdout)
    assert [fact["bleed"] for fact in facts] == [0.0, 1.0, 2.0, 3.0]
    assert all(fact["said"].startswith(f"{fact['fit']}-up: ") and 0 < fact["fit"] <= 150 / 2 for fact in facts)
    for size in ("0x9mm", "axb", "90 apples", "-5mm"):
        refused = runner.invoke(main, ["fit", "--size", size])
        assert (refused.exit_code, "is not a size such as" in refused.stderr) == (2, True), refused.stderr
