"""The plan of a kit, which files it has and from what they are made, and its build from folders to published kits."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from itertools import chain
from pathlib import Path
from shutil import copyfileobj
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings, nearest
from rcwkit.dice.places import place_fields, region_of
from rcwkit.dice.setups import Place
from rcwkit.document.blocks import TextDocument
from rcwkit.game.game import Game
from rcwkit.game.languages import Translation
from rcwkit.game.loader import load
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.guide.say import Component, print_guide
from rcwkit.kinds.kind import LANGUAGE, LETTERS, MARKERS, NUMBERS, SPOTS, File, sheets_of
from rcwkit.kit.build import (
    GUIDE,
    INDEX,
    PROGRAM,
    About,
    Made,
    Scratch,
    counted,
    finish,
    make,
    make_document,
    opened,
    setter_of,
    temporary,
    unflagged,
)
from rcwkit.kit.kept import files_kept, inputs_of, key_of
from rcwkit.kit.options import BuildReport, Options, Step
from rcwkit.source.claims import digest, is_plain
from rcwkit.source.project import Files, Project
from rcwkit.workers import Workers, here

INDEXED = 9
"""How many pages a kit has for the table at least to have an index; one over several sheets counts once."""


def indexed(listed: Iterable[Component]) -> tuple[Component, ...]:
    """Return the components of a kit's index; none if too few are read to need one: cards are dealt, and not counted.

    Counters tell nothing.
    """
    table = (component for component in listed if component.words and component.shelf == "table")
    found = tuple(component for component in table if component.form != "counters")
    return found if sum(one.told for one in found if one.form != "cards") >= INDEXED else ()


def last(game: Game, stem: str, view: TextDocument, options: Options) -> Made:
    """Make the print guide or the index of a kit from its text."""
    title = game.say("Index" if stem == INDEX else "Print guide")
    shown = {""} if stem == INDEX else None  # the guide does not list itself
    return make_document(game, f"{stem}.pdf", title, view, options, setter_of(game, options), shown=shown)


def last_view(game: Game, stem: str, listed: Iterable[Component], options: Options) -> TextDocument:
    """Return the text of the print guide or index of a kit with these components."""
    if stem != INDEX:
        return guide_view(game, listed, options)
    from rcwkit.kinds.guide.index import index_sheet  # which small kits do not have

    return index_sheet(game, indexed(listed))


def guide_view(game: Game, listed: Iterable[Component], options: Options) -> TextDocument:
    """Return the text of the print guide. Components without pages were not made and are left out."""
    printed = [one for one in listed if one.pages]
    left = [(file.shelf, file.title) for file in sheets_of(game) if not options.wants(file)]
    told = setter_of(game, options).theme.edition
    large, study = options.aids == "large", "study" in options.shelves
    return print_guide(game, printed, options.edition, PROGRAM, told, left, large=large, study=study)


def digests_of(project: Project, game: Game) -> dict[str, str]:
    """Return a hash of what was read of each kind, and of the pseudo-kinds, for a project just loaded."""
    own = [dict(one.texts) for _, one in game.all(Translation) if one.language == game.say.code]
    tracks = (track for one in game.documents if one.kind == "tracks" for track in one.model.tracks.values())
    besides = {
        NUMBERS: sorted(ruling_numbers(game).items()),
        MARKERS: [row.marker or name for track in tracks for name, row in track.rows.items()],
        SPOTS: _spots(game),
        LETTERS: game.book.said,
        LANGUAGE: (game.say.code, own, [*game.owners]),
    }
    hashes = {name: hashlib.sha256(repr(one).encode()).hexdigest() for name, one in besides.items()}
    return {**project.digests(), **hashes}


def _spots(game: Game) -> list[tuple[Any, ...]]:
    """Return what counters say of where they start: each place with its name, fields and region; and its fields."""
    fields = [(name, one.model_dump_json()) for name, one in place_fields(game).items()]
    named = ((name, item.value) for name, item in game[Place].items())
    return [*fields, *((name, one.name, dict(one.fields), region_of(game, name).value.title) for name, one in named)]


Folders = tuple[tuple[Path, str, str], ...]
"""The folders of a project and its overlays, each with the name to show for it, and the language asked for."""


class Planned(NamedTuple):
    """A file to make, with a hash of its inputs; equal for all editions and kits that print it alike.

    The print guide and the index have no kind, but their text.
    """

    folders: Folders
    options: Options
    kind: str
    stem: str
    inputs: str
    view: TextDocument | None = None

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.stem}.pdf"


LARGE = 2**25
"""Bytes of a file that are kept in memory."""
DOCUMENT = 15.0
"""Milliseconds that the shortest text document takes, roughly."""


class Kit(NamedTuple):
    """A game that can be built, with what was found in its data, its files, and digests of what was read by kind."""

    project: Project
    game: Game
    found: list[Diagnostic]
    files: list[File]
    reads: Mapping[str, str]

    @classmethod
    def of(cls, project: Project, game: Game, found: Iterable[Diagnostic] = ()) -> Kit:
        """Return the kit of a project just loaded."""
        return cls(project, game, [*found], [*sheets_of(game)], digests_of(project, game))

    @property
    def folders(self) -> Folders:
        """The folders from which another process can read the project."""
        return tuple((one.root, one.shown, self.project.language) for one in (self.project, *self.project.overlays))

    def plan(self, options: Options) -> list[Planned]:
        """Plan an edition's files, except the last."""
        return [self.planned(file, options) for file in self.files if options.wants(file)]

    def planned(self, file: File, options: Options) -> Planned:
        """Plan a file of an edition."""
        options = options.of(file)
        return Planned(self.folders, options, file.kind, file.stem, self._inputs(file, options))

    def last(self, options: Options, made: Mapping[Planned, Made]) -> Iterator[Planned]:
        """Plan what lists an edition's other files, once these are made: its index, then its guide."""
        if options.only:
            return
        plan = self.plan(options)
        listed = [made[one].about.component for one in plan]
        # A map needs no index: what it shows is looked for on it.
        if pages := indexed(made[one].about.component for one in plan if not self.file(one).spread):
            bare = [page._replace(small=()) for page in pages]
            yield (index := self._planned_last(INDEX, bare, options))
            listed.append(made[index].about.component)
        yield self._planned_last(GUIDE, [component._replace(words=()) for component in listed], options)

    def file(self, planned: Planned) -> File:
        """Return the file that is planned. Raises StopIteration for the guide and index."""
        return next(file for file in self.files if (file.kind, file.stem) == (planned.kind, planned.stem))

    def make(self, planned: Planned, scratch: Scratch | None = None) -> Made:
        """Make a file; one with many pictures goes into `scratch`, if that is given.

        Its errors go into its diagnostics, so that other files go on.
        """
        options, inputs = planned.options, planned.inputs
        try:
            if planned.view:
                made = last(self.game, planned.stem, planned.view, options)
            else:
                file = self.file(planned)
                # A process that read the game by itself may have found it changed.
                inputs = inputs if self._inputs(file, options) == inputs else ""
                made = make(self.game, file, options, scratch)
        except InputError as error:
            component = Component(planned.name, planned.stem, "document", 0, 0)
            made = Made(About(component, diagnostics=(*error.diagnostics,)))
        return made._replace(about=made.about._replace(inputs=inputs, sha256=digest(made.contents)))

    def weight(self, planned: Planned) -> float:
        """Estimate a file in milliseconds: documents by the length of their data, odds threefold; pieces are quick."""
        file = next((file for file in self.files if file.stem == planned.stem), None)
        if file is None or file.cut:
            return file.pieces / 4 if file else 0
        names = [name for name, kinds in self.project.kinds.items() if planned.kind in kinds]
        size = sum(len(line) for name in names for line in self.project.lines.get(name, ()))
        return DOCUMENT + (3 if planned.stem == "odds" else 1) * size / 150

    def _inputs(self, file: File, options: Options) -> str:
        reads = {kind: self.reads.get(kind, "") for kind in sorted(file.reads)}
        return inputs_of(options, file.stem, reads, cut=file.cut)

    def _planned_last(self, stem: str, listed: Iterable[Component], options: Options) -> Planned:
        """Plan the print guide or index, whose input is its own text."""
        view = last_view(self.game, stem, listed, options)
        reads = [repr(view), self.reads.get("game"), self.reads.get(LANGUAGE)]
        return Planned(self.folders, options, "", stem, inputs_of(options, stem, reads, cut=True), view)


class _Kits(dict[Folders, Kit]):
    """The kits that are being made: forked workers share those of the first process, spawned ones load them."""

    def __missing__(self, folders: Folders) -> Kit:
        (root, shown, language), *laid = folders
        project = Project(root, shown, tuple(Project(*overlay[:2]) for overlay in laid), language)
        return self.setdefault(folders, Kit.of(project, load(project)))


_KITS = _Kits()


@contextmanager
def shared(kits: Iterable[Kit]) -> Iterator[None]:
    """Let all processes make files of these kits while this lasts; those of the games may change afterwards."""
    _KITS.update({kit.folders: kit for kit in kits})
    try:
        yield
    finally:
        _KITS.clear()


def kit_of(planned: Planned) -> Kit:
    """Return the kit of a planned file, which is shared; a process that does not have it reads it."""
    return _KITS[planned.folders]


def do(planned: Planned, scratch: Scratch | None = None) -> Made:
    """Make a file of a kit that is shared."""
    return kit_of(planned).make(planned, scratch)


class _Standing:
    """The files that the last builds of a kit's editions left in its folder in `out`."""

    def __init__(self, kit: Kit, out: Path, editions: Iterable[str], scratch: Scratch) -> None:
        self._files: dict[tuple[str, str], list[tuple[Path, About]]] = {}
        self._scratch = scratch
        self._picture = cache(Files.of(kit.project).digest)  # several editions show the same ones
        for folder in (out / kit.game.kit / name for name in editions):
            for about in files_kept(folder):
                known = self._files.setdefault((about.component.name, about.inputs), [])
                known.append((folder / about.component.name, about))

    def find(self, planned: Planned) -> Made | None:
        """Return a file as it was made last time, if making it again would give the same; otherwise None."""
        for path, about in self._files.get((planned.name, planned.inputs), ()):
            if all(self._picture(shown) == known for shown, known in about.pictures.items()):
                with suppress(OSError):
                    made = Made(about, self._contents(path)) if is_plain(path) else None
                    if made and digest(made.contents) == about.sha256:
                        return made
        return None

    def _contents(self, path: Path) -> bytes | Path:
        """A file's bytes; a large one is copied, before another build may replace it."""
        if path.stat().st_size <= LARGE:
            return path.read_bytes()
        with path.open("rb") as source, self._scratch.file() as stream:
            copyfileobj(source, stream)
        return Path(stream.name)


WORTH = 50.0
"""Milliseconds of work that are worth starting other processes for."""

Outcome = tuple[list[BuildReport], list[Diagnostic]]
"""The outcome of one game: a report for each edition built, and all diagnostics."""


def build(
    projects: Sequence[Project],
    out: Path,
    wanted: Mapping[str, Options],
    step: Step,
    jobs: int = 1,
    *,
    fresh: bool = False,
    on_report: Callable[[BuildReport], None] = lambda report: None,
) -> list[Outcome]:
    """Build every wanted edition of every game in `out/<game>/<edition>/`, or in `out/<game>/` for the edition "".

    Kits are published in the games' order, and `on_report` is called with each report. An error in one game or edition
    does not hold up the others. `fresh` ignores the last build. Raises Surroundings.
    """
    draft = any(options.draft for options in wanted.values())
    opened_kits, outcomes = [_open(project, draft=draft) for project in projects], list[Outcome]()
    kits = [kit for kit in opened_kits if isinstance(kit, Kit)]
    with temporary() as scratch:
        standing = {} if fresh else {kit.folders: _Standing(kit, out, wanted, scratch) for kit in kits}
        made = make_all(kits, wanted, step, jobs, standing, scratch)
        for kit in opened_kits:
            outcomes.append(_publish(kit, out, wanted, next(made)) if isinstance(kit, Kit) else ([], kit))
            for report in outcomes[-1][0]:
                on_report(report)
    return outcomes


def diagnose(projects: Sequence[Project], step: Step, jobs: int = 1) -> list[Diagnostic]:
    """Return every diagnostic of a default build, without writing anything. Raises Surroundings."""
    kits = [_open(project) for project in projects]
    made = make_all([kit for kit in kits if isinstance(kit, Kit)], {"": Options()}, step, jobs)
    return [found for kit in kits for found in (_diagnostics(kit, next(made)[""]) if isinstance(kit, Kit) else kit)]


def counts(projects: Sequence[Project], step: Step, jobs: int = 1) -> list[dict[str, dict[str, int]]]:
    """Return the files, pages and sheets of each kit by shelf, without writing anything.

    Raises InputError if a game cannot be built.
    """
    opened_kits = [_open(project) for project in projects]
    kits = [kit for kit in opened_kits if isinstance(kit, Kit)]
    if len(kits) < len(projects):
        raise InputError([one for found in opened_kits if not isinstance(found, Kit) for one in found])
    made = make_all(kits, {"": Options()}, step, jobs)
    return [counted(one.about for one in editions[""]) for editions in made]


def _diagnostics(kit: Kit, made: Sequence[Made]) -> list[Diagnostic]:
    """A kit's diagnostics. Raises Surroundings if a file cannot be made here."""
    for one in made:
        if one.missing:
            raise Surroundings(one.missing)
    files = [one.about for one in made]
    return [*kit.found, *(found for one in files for found in one.diagnostics), *unflagged(kit.game, files)]


def _open(project: Project, *, draft: bool = False) -> Kit | list[Diagnostic]:
    """The kit of a project, or the errors that prevent it."""
    try:
        return Kit.of(project, *opened(project, draft=draft))
    except InputError as error:
        return error.diagnostics


def make_all(
    kits: Sequence[Kit],
    wanted: Mapping[str, Options],
    step: Step,
    jobs: int,
    standing: Mapping[Folders, _Standing] = {},
    scratch: Scratch | None = None,
) -> Iterator[dict[str, list[Made]]]:
    """Yield, kit by kit, the files of its wanted editions as soon as they are made, the print guide first.

    Files that stand as they would be made are not made. A kit's longest files come first, so that no worker idles.
    Large files go into `scratch`, if it is given. Raises Surroundings.
    """

    def known(planned: Planned) -> Made | None:
        return standing[planned.folders].find(planned) if planned.folders in standing else None

    plans = [{name: kit.plan(options) for name, options in wanted.items()} for kit in kits]
    own = [(kit, one) for kit, plan in zip(kits, plans, strict=True) for one in dict.fromkeys(chain(*plan.values()))]
    made = {one: found for _, one in own if (found := known(one))}
    weights = {one: kit.weight(one) for kit, one in own if one not in made}
    turn = {kit.folders: number for number, kit in enumerate(kits)}
    anew = sorted(weights, key=lambda one: (turn[one.folders], -weights[one]))
    number, total = 0, len(anew) + len(kits) * sum(not options.only for options in wanted.values())

    def told(kit: Kit, one: Made) -> Made:
        nonlocal number
        number += 1
        step(kit.game.info.id, one.name, number, total)
        return one

    with shared(kits), Workers(jobs) as workers:
        # Other processes help only if enough work is left besides the longest file.
        work = workers.map if sum(sorted(weights.values())[:-1]) > WORTH else here
        coming = zip(anew, work(partial(do, scratch=scratch), anew), strict=True)
        for kit, plan in zip(kits, plans, strict=True):
            while not made.keys() >= {*chain(*plan.values())}:
                planned, one = next(coming)
                made[planned] = told(kit, one)
            editions: dict[str, list[Made]] = {}
            for name, options in wanted.items():
                editions[name] = [made[one] for one in plan[name]]
                for planned in kit.last(options, made):
                    total += planned.stem == INDEX
                    if planned not in made and (found := known(planned)):
                        made[planned] = found
                    if planned in made:
                        total -= 1
                    else:
                        made[planned] = told(kit, next(here(do, [planned])))
                    editions[name].insert(0, made[planned])
            yield editions


def _publish(kit: Kit, out: Path, wanted: Mapping[str, Options], editions: Mapping[str, Sequence[Made]]) -> Outcome:
    reports, found = list[BuildReport](), list[Diagnostic]()
    for name, options in wanted.items():
        if unknown := list(_unknown(kit, options)):
            found += unknown
            continue
        made = editions[name]
        pictures = {picture for one in made for picture in one.about.pictures.items()}
        # Nothing was changed while the kit was made.
        sound = all(one.about.inputs and not one.missing for one in made) and len(dict(pictures)) == len(pictures)
        key, said = key_of(kit.project, options) if sound else "", [*kit.found, *_unspread(kit, options)]
        try:
            reports.append(finish(kit.project, kit.game, made, options, out / kit.game.kit / name, said, key))
            found += reports[-1].diagnostics
        except InputError as error:
            found += error.diagnostics
    return reports, found


def _unknown(kit: Kit, options: Options) -> Iterator[Diagnostic]:
    """Yield an error (E523) for each name after --only that no file of a kit has."""
    stems = [file.stem for file in kit.files]
    for name in options.unknown(kit.files):
        titled = next((file for file in kit.files if name.casefold() in file.title.casefold()), None)
        listed = f"one of: {', '.join(stems)}; or a beginning such as {stems[0].partition('-')[0]}"
        hint = nearest(name, stems) or (f"'{titled.stem}' has {titled.title}" if titled else listed)
        yield Diagnostic("E523", f"no file '{name}' in the kit of {kit.game.info.id}", Span("--only", 0), hint)


def _unspread(kit: Kit, options: Options) -> Iterator[Diagnostic]:
    """Yield a note (N334) if --whole is given and no map or mat is built that it could be about."""
    spread = [file for file in kit.files if file.spread]
    if options.whole is None or any(map(options.wants, spread)):
        return
    shelves = ", ".join(dict.fromkeys(file.shelf for file in spread))
    more = f"its maps and mats come with --with {shelves}" if spread else "it has no maps or mats"
    message = f"nothing of {kit.game.info.id} is printed whole on {options.whole}: {more}"
    yield Diagnostic("N334", message, Span("--whole", 0))
