"""C1: whatever the output folder held, a build makes exactly what a fresh build makes in an empty folder.

What a user wrote into one of the kit's files stays if the kit no longer has that file.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from faults_support import Cases, command, many, refused
from hypothesis import HealthCheck, example, given, seed, settings
from hypothesis import strategies as st
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Span
from rcwkit.game.catalogue import locate
from rcwkit.kit.kept import KEPT, editions, kits
from rcwkit.kit.options import Options
from rcwkit.kit.reprint import FOLDER, reprint
from rcwkit.source.claims import MANIFEST, digest, read_manifest
from tests_support import TOY, write

CARDS = (
    TOY["cards.yaml"]
    .replace(", strip: {track: control, row: ukraine}", "")
    .replace("cards:\n", "cards:\n  don: {title: Don, copies: 2}\n")
)
GAME = {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "tracks.yaml", "gauges.yaml")} | {
    "cards.yaml": CARDS
}
"""A toy game without text documents, which builds fast; its counters have two sizes, the smaller first."""
GAME["red.yaml"] = TOY["red.yaml"].replace("side: red\n", "side: red\nsize: 20mm\n")
MINE = CARDS.replace("title: Ukraine", "title: Mine")
EDITS = {
    "red.yaml": ("copies: 2", "copies: 3"),
    "white.yaml": ("  VP: {type: marker, name: VP}\n", ""),
    "cards.yaml": ("title: Don", "title: The Don"),
    "tracks.yaml": ("title: Control", "title: Command"),
    "game.yaml": ("title: Toy\n", "title: Old toy\n"),
}
PARTS = ("gauges.yaml", "cards.yaml", "tracks.yaml")
OPTIONS = [
    Options(),
    Options(paper="letter"),
    Options(backs="gutterfold"),
    Options(ink="low"),
    Options(aids="large"),
    Options(flip="short", outline=True),
    Options(marks="cutter"),
    Options(screen=True),
]
OUTPUTS = (
    "0-print-guide.pdf",
    "cards-factions.pdf",
    "counters.pdf",
    "gauges.pdf",
    "storage.pdf",
    "tracks.pdf",
    "LICENCE.txt",
    "SHA256SUMS",
)

WRITTEN = (b"", b"torn", b"{}")
SPOIL, PART, BUILD = ("spoil", "tracks.pdf", b"torn"), ("part", "tracks.yaml"), ("build", Options())

spoil = st.tuples(st.just("spoil"), st.sampled_from([*OUTPUTS, MANIFEST, KEPT]), st.sampled_from([None, *WRITTEN]))
change = st.one_of(
    st.tuples(st.just("edit"), st.sampled_from(sorted(EDITS))),
    st.tuples(st.just("part"), st.sampled_from(PARTS)),
    st.tuples(st.just("overlay")),
    st.tuples(st.just("move_game")),
    st.tuples(st.just("move_kit")),
)
build = st.one_of(
    st.tuples(st.just("build"), st.sampled_from(OPTIONS)),
    st.tuples(st.just("build"), st.just(Options())),
    st.tuples(st.just("editions"), st.sampled_from(OPTIONS)),
    st.tuples(st.just("since"), st.sampled_from(OPTIONS[:3])),
)
histories = st.lists(st.tuples(st.lists(st.one_of(change, spoil), max_size=3), build), min_size=2, max_size=5)


def contents(folder: Path) -> dict[str, str]:
    """Return all files of a folder that belong to no kit, with their digests."""
    return {
        path.name: digest(path.read_bytes())
        for path in folder.glob("*")
        if path.is_file() and path.name not in (".lock", KEPT)
    }


@dataclass
class World:
    """A game, the folder in which its kits are built repeatedly, and what was damaged there since the last build."""

    folder: Path
    game: Path = field(init=False)
    spoilt: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.game = write(self.folder / "toy", GAME)

    @property
    def kit(self) -> Path:
        return self.folder / "out" / "toy"

    def edit(self, name: str) -> None:
        """Make a change, or undo it."""
        path, (old, new) = self.game / name, EDITS[name]
        text = path.read_text("utf-8") if path.exists() else ""
        if old in text or new in text:
            path.write_text(text.replace(old, new) if old in text else GAME[name], "utf-8")

    def part(self, name: str) -> None:
        """Remove a document, or put it back."""
        path = self.game / name
        if path.exists():
            path.unlink()
        else:
            path.write_text(GAME[name], "utf-8")

    def overlay(self) -> None:
        if (self.game / "local").exists():
            shutil.rmtree(self.game / "local")
        else:
            write(self.game / "local", {"mine.yaml": MINE})

    def move_game(self) -> None:
        self.game = self.game.rename(self.game.with_name("other" if self.game.name == "toy" else "toy"))

    def move_kit(self) -> None:
        """Move the kit away, and bring back the one that was moved away before."""
        aside, spare = self.kit.with_name("aside"), self.kit.with_name("spare")
        for before, after in ((self.kit, spare), (aside, self.kit), (spare, aside)):
            if before.exists():
                before.rename(after)
        self.spoilt = {MANIFEST, KEPT} if self.spoilt else set()

    def spoil(self, name: str, data: bytes | None) -> None:
        for path in (self.kit / name, self.kit / "a4-duplex-full" / name):
            if path.exists():
                self.spoilt.add(name)
                path.unlink()
                if data is not None:
                    path.write_bytes(data)

    def made(self, out: Path, how: str, options: Options, *, fresh: bool) -> dict[str, dict[str, str]]:
        """Return what a build leaves in each of its folders."""
        project = locate(str(self.game))
        if how == "since":
            manifest = {"game": "toy", "options": {}, "pieces": {}}
            reprint(project, out, options, manifest, Span("manifest"), lambda *_: None)
            return {FOLDER: contents(out / "toy" / FOLDER)}
        wanted = (
            {"": options}
            if how == "build"
            else editions(options, ["a4"], ["duplex", "gutterfold"], ["full"], ["usual"])
        )
        reports, found = kits([project], out, wanted, lambda *_: None, fresh=fresh)
        if len(reports) < len(wanted):
            raise InputError(found)
        return {name: contents(out / "toy" / name) for name in wanted}

    def compare(self, how: str, options: Options) -> None:
        """Build here and in an empty folder, and compare.

        Only if two things were lost at once may a kit go unrecognized. What a user wrote into a file that the kit then
        lost is the user's: it stays, and is in the way if the kit has the file again.
        """
        with TemporaryDirectory(dir=self.folder) as empty:
            wanted = self.made(Path(empty), how, options, fresh=True)
        blocked = False
        for name, files in wanted.items():
            folder = self.folder / "out" / "toy" / name
            written = {path: sha256 for path, sha256 in contents(folder).items() if sha256 in map(digest, WRITTEN)}
            blocked |= bool(written.keys() & files.keys() - read_manifest(folder)["outputs"].keys())
            wanted[name] = written | files
        try:
            made = self.made(self.folder / "out", how, options, fresh=False)
            unlike = {name: sorted(dict(made[name].items() ^ wanted[name].items())) for name in wanted}
            assert made == wanted, f"{how} {options}: {unlike}"
        except InputError as error:
            assert {found.code for found in error.diagnostics} <= {"E535", "E536"}
            assert (
                blocked
                or (MANIFEST in self.spoilt and len(self.spoilt) > 1)
                or "E536" in {found.code for found in error.diagnostics}
            )
            shutil.rmtree(self.kit)
        self.spoilt.clear()


@pytest.mark.row("C1")
@pytest.mark.parametrize("part", range(4))
def test_after_any_history_a_build_is_the_clean_build(cases: Cases, part: int) -> None:
    """Bugs: sizes were sorted when reused, a copied kit passed for the original, an empty reprint kept the old one."""

    @seed(part)
    @settings(max_examples=many(40, 3), suppress_health_check=list(HealthCheck), database=None)
    @given(histories)
    @example([([], BUILD), ([SPOIL, PART], BUILD), ([PART], BUILD)])
    def run(history: list[tuple[list[tuple[Any, ...]], tuple[str, Options]]]) -> None:
        with cases(history, seconds=300), TemporaryDirectory() as folder:
            world = World(Path(folder))
            for changes, (how, options) in history:
                for name, *rest in changes:
                    getattr(world, name)(*rest)
                world.compare(how, options)

    run()


@pytest.fixture(scope="module")
def goose(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Build the example game's kit once; return it with the digests of its files."""
    folder = tmp_path_factory.mktemp("example")
    shutil.copytree(bundled("templates") / "new", folder / "game")
    kits([locate(str(folder / "game"))], folder / "out", {"": Options()}, lambda *_: None, jobs=2)
    return folder, contents(folder / "out" / "goose_war")


LOST = many(99, 3)


@pytest.mark.row("C1")
def test_in_the_example_any_file_lost_or_torn_comes_back_as_it_was(
    goose: tuple[Path, dict[str, str]], cases: Cases
) -> None:
    """Bug: once a text was lost, print guide, checksums and manifest differed from those of a clean build."""
    folder, whole = goose
    kit = folder / "out" / "goose_war"
    for number, name in enumerate(sorted(whole, key=lambda name: (name != "aids.pdf", name))[:LOST]):
        with cases(name, seconds=120):
            data = (kit / name).read_bytes()
            (kit / name).unlink()
            if number % 2:
                (kit / name).write_bytes(data[: len(data) // 2])
            kits([locate(str(folder / "game"))], folder / "out", {"": Options()}, lambda *_: None)
            assert contents(kit) == whole


@pytest.mark.row("C1")
def test_another_game_of_the_same_id_leaves_nothing_of_the_first(tmp_path: Path, cases: Cases) -> None:
    """Editions built into one folder in turn each equal their own clean build."""
    first = write(tmp_path / "first", GAME)
    second = write(tmp_path / "second", {name: GAME[name] for name in ("game.yaml", "cards.yaml")})
    clean = {}
    for path in (first, second):
        kits([locate(str(path))], tmp_path / path.name / "out", {"": Options()}, lambda *_: None)
        clean[path] = contents(tmp_path / path.name / "out" / "toy")
    for path in (first, second, first):
        with cases(path.name):
            kits([locate(str(path))], tmp_path / "out", {"": Options()}, lambda *_: None)
            assert contents(tmp_path / "out" / "toy") == clean[path]


@pytest.mark.row("C1")
@pytest.mark.parametrize("name", [*OUTPUTS, MANIFEST, KEPT])
def test_a_kit_where_files_of_others_lie_is_refused_whole(tmp_path: Path, cases: Cases, name: str) -> None:
    """Bug: files that no build had made were overwritten. Another game in the same command is still built."""
    write(tmp_path / "toy", GAME)
    write(tmp_path / "other", {**GAME, "game.yaml": GAME["game.yaml"].replace("id: toy", "id: other")})
    kit = tmp_path / "out" / "toy"
    kit.mkdir(parents=True)
    (kit / name).write_bytes(b"mine")
    (kit / ".staged-mine").write_bytes(b"mine")
    games = tmp_path / "toy", tmp_path / "other"
    with cases(name):
        result = command("build", *games, "--with", "all", "--out", tmp_path / "out", "--jobs", "1")
        refused(result, "E535")
        assert f"{kit}: error[E535]: would be replaced, but rcwkit did not make them: {name}\n" in result.stderr
        assert {path.name: path.read_bytes() for path in kit.iterdir()} == {name: b"mine", ".staged-mine": b"mine"}
        assert (tmp_path / "out" / "other" / MANIFEST).is_file()
