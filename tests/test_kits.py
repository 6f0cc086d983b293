"""All editions at once: each whole in its own folder, with its checksums, under one progress count."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from rcwkit.cli import main
from rcwkit.cli.kits import Progress
from rcwkit.diagnostics import Severity
from rcwkit.game.catalogue import games
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import opened
from rcwkit.kit.kept import editions, kits
from rcwkit.kit.options import BuildReport, Options
from rcwkit.kit.pipeline import Kit
from rcwkit.source.claims import read_manifest
from rcwkit.source.project import Project
from tests_support import TOY, laid, shipped, write

Steps = list[tuple[str, int, int]]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Steps, str]:
    folder, steps = tmp_path_factory.mktemp("kits"), []
    toy = write(folder / "toy", {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "tables.yaml")})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Progress, "step", lambda _, game, file, done, total: steps.append((f"{game}/{file}", done, total))
        )
        chosen = ["--papers", "a4", "--backs", "duplex,gutterfold", "--inks", "full,low", "--jobs", "1", "--json"]
        result = CliRunner().invoke(main, ["kit", str(toy), "--out", str(folder / "out"), *chosen])
    assert result.exit_code == 0, result.stderr
    return folder / "out" / "toy", steps, result.stdout


def test_every_edition_has_its_folder(built: tuple[Path, Steps, str]) -> None:
    folder, _, said = built
    names = {f"a4-{backs}-{ink}" for backs in ("duplex", "gutterfold") for ink in ("full", "low")}
    assert {path.name for path in folder.iterdir()} == names
    kits = json.loads(said)["kits"]
    assert {kit["folder"].rpartition("/")[2] for kit in kits} == names
    for name in names:
        files = {path.name for path in (folder / name).iterdir()}
        assert {
            "0-print-guide.pdf",
            "counters.pdf",
            "charts.pdf",
            "LICENCE.txt",
            "SHA256SUMS",
            "manifest.json",
        } <= files
    assert len({(folder / name / "0-print-guide.pdf").read_bytes() for name in names}) == 4, (
        "each edition has a guide of its own"
    )


def test_one_count_over_all_and_nothing_is_made_twice(built: tuple[Path, Steps, str]) -> None:
    folder, steps, _ = built
    assert [done for _, done, _ in steps] == list(range(1, len(steps) + 1))
    assert {total for _, _, total in steps} == {len(steps)}
    # Cut sheets in four editions, texts in two inks.
    assert sum(name.endswith("counters.pdf") for name, _, _ in steps) == 4
    assert sum(name.endswith("charts.pdf") for name, _, _ in steps) == 2
    assert (folder / "a4-duplex-low" / "charts.pdf").read_bytes() == (
        folder / "a4-gutterfold-low" / "charts.pdf"
    ).read_bytes()


def test_checksums_are_those_of_the_files(built: tuple[Path, Steps, str]) -> None:
    for folder in built[0].iterdir():
        lines = [line.split("  ") for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()]
        assert {name for _, name in lines} == {path.name for path in folder.iterdir()} - {
            "SHA256SUMS",
            "manifest.json",
            ".kept.json",
        }
        assert all(hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest for digest, name in lines)
        assert read_manifest(folder)["pieces"]["counters.pdf"]["Rc16"]["copies"] == 2


def test_the_licence_names_game_program_and_type(built: tuple[Path, Steps, str]) -> None:
    text = (built[0] / "a4-duplex-full" / "LICENCE.txt").read_text(encoding="utf-8")
    assert all(word in text for word in ("Toy rules", "Nobody's.", "MIT licence", "ParaType", "GRANT OF LICENSE"))
    assert all(len(line) <= 100 for line in text.splitlines())


def test_editions_are_all_combinations_each_with_a_name() -> None:
    found = editions(
        Options(outline=True), ["a4", "letter"], ["duplex", "gutterfold", "sheets"], ["full", "low"], ["usual", "large"]
    )
    names = list(found)
    assert len(set(names)) == len(names) == 24
    assert all(options.outline for options in found.values())
    assert names[:2] == ["a4-duplex-full", "a4-duplex-full-large"]


def test_large_print_makes_only_reading_matter_anew(tmp_path: Path) -> None:
    project = Project(
        write(tmp_path / "toy", {**TOY, "cards.yaml": TOY["cards.yaml"] + "reference: true\n"}), shown="toy"
    )
    game, _ = opened(project)
    kit = Kit.of(project, game)
    usual, large = ({*kit.plan(options)} for options in (Options(), Options(aids="large")))
    twice = {planned.stem for planned in large - usual}
    assert (
        twice
        == {file.stem for file in kit.files if file.large}
        == {
            *("aids", "booklet-notes", "cards-factions", "all-charts", "checklists", "folder-turn", "odds", "rolls"),
            *("all-rulings", "rulings", "setup-campaign", "storage", "tracks"),
        }
    )


@pytest.mark.parametrize("option", [("--papers", "a5"), ("--backs", ","), ("--inks", "full,none"), ("--aids", "huge")])
def test_unknown_editions_are_refused(tmp_path: Path, option: tuple[str, str]) -> None:
    result = CliRunner().invoke(
        main, ["kit", str(write(tmp_path / "toy", TOY)), "--out", str(tmp_path / "out"), *option]
    )
    assert result.exit_code == 2
    assert "error[E523]" in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_kit_is_published_and_reported_as_soon_as_its_files_are_made(tmp_path: Path) -> None:
    """Bug: no PDF of any game appeared before all games were done."""
    small = {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml")}
    for name in ("one", "two", "three"):
        write(tmp_path / name, {**small, "game.yaml": small["game.yaml"].replace("id: toy", f"id: {name}")})
    (tmp_path / "two" / "red.yaml").write_text("kind: counters\n", encoding="utf-8")
    order: list[str] = []

    def made(game: str, file: str, done: int, total: int) -> None:
        order.append(f"{file} of {game}")

    def told(report: BuildReport) -> None:
        assert (report.folder / "manifest.json").is_file()
        order.append(f"told of {report.game}")

    projects = [Project(tmp_path / name) for name in ("one", "two", "three")]
    reports, found = kits(projects, tmp_path / "out", {"": Options()}, made, on_report=told)
    assert [report.game for report in reports] == ["one", "three"]
    assert found
    assert order.index("told of one") < order.index("counters.pdf of three")
    order.clear()
    (tmp_path / "out" / "three" / "counters.pdf").unlink()
    kits([projects[2], projects[0]], tmp_path / "out", {"": Options()}, made, on_report=told)
    assert order == ["told of one", "counters.pdf of three", "told of three"]


def test_lines_are_printed_above_the_bar_and_stdout_stays_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(enabled=True) as progress:
        progress.step("toy", "a.pdf", 1, 2)
        with progress.aside():
            print("made")
        progress.step("toy", "b.pdf", 2, 2)
    assert capsys.readouterr().out == "made\n"


@pytest.mark.parametrize("name", games())
def test_whatever_can_be_printed_of_the_games_is_laid_out_without_a_warning(name: str) -> None:
    """Bugs: a chart for study was too narrow for its words; on Letter, a shipped game was built with a warning."""
    wanted = (
        Options(),
        Options(paper="letter", aids="large"),
        Options(paper="letter", ink="low", backs="gutterfold"),
    )
    for file in files_of(shipped(name)):
        # Folders in large print take long, and test_large has them.
        for options in dict.fromkeys(one.of(file) for one in wanted if file.kind != "folder" or one.aids != "large"):
            found = laid(name, file.stem, options).found
            assert [str(one) for one in found if one.severity is not Severity.NOTE] == []
