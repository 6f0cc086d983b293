"""F1, TO: foreign files in an output folder stay untouched; settings are accepted or refused at their line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from faults_support import Cases, command, many
from rcwkit.diagnostics import InputError
from rcwkit.kit.publish import publish, withdraw
from rcwkit.source.claims import read_manifest
from rcwkit.source.settings import CHOICES, read
from tests_support import TOY, write

NAMES = ["a.pdf", "b.pdf", "LICENCE.txt", "manifest.json", "print-guide.pdf", "a.csv", "é.pdf", "x y.pdf"]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.is_dir() else {}


@pytest.mark.row("F1")
def test_what_we_did_not_make_is_neither_replaced_nor_removed(tmp_path: Path, cases: Cases) -> None:
    """Publish into one folder several times, with foreign files added in between, and compare with a list of ours."""
    dice = random.Random("F1")
    for number in range(many(300, 40)):
        folder, foreign = tmp_path / str(number), dict[str, bytes]()
        with cases(number):
            for turn in range(dice.randint(1, 4)):
                ours = set(read_manifest(folder)["outputs"]) | {"manifest.json"} if contents(folder) and turn else set()
                free = [name for name in NAMES if name not in ours and not (folder / name).exists()]
                for name in dice.sample(free, min(len(free), dice.randint(0, 2))):
                    folder.mkdir(exist_ok=True)
                    (folder / name).write_bytes(
                        foreign.setdefault(name, dice.choice([b"mine", b"", b"{}", b"\xff", b"%PDF-1.7"]))
                    )
                before = contents(folder)
                files = {name: dice.randbytes(3) for name in dice.sample(NAMES, 3) if name != "manifest.json"}
                try:
                    publish(folder, files, {})
                except InputError as error:
                    assert foreign.keys() & {*files, "manifest.json"}, error
                    assert contents(folder) == before
                else:
                    assert not foreign.keys() & {*files, "manifest.json"}
                    assert contents(folder).keys() == {*files, "manifest.json", *foreign}
                assert foreign.items() <= contents(folder).items()
            if "manifest.json" not in foreign:
                withdraw(folder)
                assert contents(folder) == foreign


@pytest.mark.row("F1")
@pytest.mark.parametrize("name", ["manifest.json", "aids.pdf", "rulings.pdf", ".kept.json"])
def test_a_build_refuses_a_folder_of_another(tmp_path: Path, name: str) -> None:
    toy = write(tmp_path / "toy", TOY)
    kit = tmp_path / "out" / "toy"
    kit.mkdir(parents=True)
    (kit / name).write_bytes(b"mine")
    result = command("build", toy, "--out", tmp_path / "out", "--jobs", "1")
    assert result.exit_code in (2, 3), result.stderr
    assert name in result.stderr
    assert contents(kit) == {name: b"mine"}


PIECES = [
    "paper",
    "ink",
    "out",
    "backs",
    "flip",
    "printer",
    "papr",
    "=",
    " = ",
    '"a4"',
    '"low"',
    "'kits'",
    '"../x"',
    '"/tmp/x"',
    '"link"',
    '""',
    "1",
]
PIECES += [
    "[",
    "]",
    "[build]",
    "[[a]]",
    "{",
    "}",
    "a.b = 1",
    "\n",
    "\n",
    "#",
    '"',
    "'''",
    "\\u0000",
    '"\\u0000"',
    "\x00",
    "\xff",
    "\u2028",
    "é",
]
PIECES += ["true", "1979-05-27", "0x", "nan", "9" * 5000, "[" * 5000, '"A4"', '"letter"', "\r", "\t", "\ufeff"]
SOUND = [
    'paper = "a4"\n',
    'ink = "low"\n',
    'out = "kits"\n',
    'printer = "home"\n',
    'flip = "short"\n',
    'backs = "none"\n',
    'out = "a/../b"\n',
    "",
]


@pytest.mark.row("TO")
def test_settings_are_taken_or_refused_at_their_line(tmp_path: Path, cases: Cases) -> None:
    dice = random.Random("TO")
    (tmp_path / "link").symlink_to("..")
    path = tmp_path / "rcwkit.toml"
    for number in range(many(3000, 400)):
        text = dice.choice(SOUND) + "".join(dice.choices(PIECES, k=dice.randint(0, 6)))
        path.write_text(text, encoding="utf-8")
        with cases(f"{number} {ascii(text)[:80]}"):
            settings = read(path, tmp_path)
            assert not (settings.found and settings.values)
            for found in settings.found:
                assert found.span.file == "rcwkit.toml"
                assert 1 <= found.span.line <= text.count("\n") + text.count("\r") + text.count("\u2028") + 1
            for name, value in settings.values.items():
                assert not CHOICES[name] or value in CHOICES[name]
            if "out" in settings.values:
                assert (tmp_path / settings.values["out"]).resolve().is_relative_to(tmp_path.resolve())


WRONG = {
    "deep": "a = " + "[" * 30_000,
    "long": "paper = " + "9" * 5000,
    "a NUL": "\0",
    "a number": "out = 1\n",
    "large": "x" * 70_000,
}


@pytest.mark.row("TO")
@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_command_reports_errors_in_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Bug: deep lists and long numbers ended in a traceback."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rcwkit.toml").write_text(text, encoding="utf-8")
    result = command("list")
    assert result.exit_code == 2
    assert result.stderr.startswith("rcwkit.toml:1:")
