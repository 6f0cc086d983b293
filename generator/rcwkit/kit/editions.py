"""Build a kit in one edition or in several, each in a folder of its own; kits that are up to date are left alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from rcwkit.diagnostics import Diagnostic
from rcwkit.kit.kept import unchanged
from rcwkit.kit.options import Options, Print
from rcwkit.kit.reports import Report, Step
from rcwkit.reading.project import Project

if TYPE_CHECKING:
    from rcwkit.look.edition import Backs
    from rcwkit.look.theme import Ink

__all__ = ["editions", "kits"]


def editions(
    common: Options, papers: Sequence[str], backs: Sequence[Backs], inks: Sequence[Ink], aids: Sequence[Print]
) -> dict[str, Options]:
    """Return the options of every combination, by folder name and in order; `common` holds what they share."""
    wanted = (
        common._replace(paper=paper, backs=how, ink=ink, aids=size)
        for paper, how, ink, size in product(papers, backs, inks, aids)
    )
    return {_edition_name(options): options for options in wanted}


def _edition_name(options: Options) -> str:
    """Return the folder of an edition, such as `a4-duplex-full` or `a4-duplex-full-large`."""
    return f"{options.paper}-{options.backs}-{options.ink}" + ("-large" if options.aids == "large" else "")


def kits(
    projects: Sequence[Project],
    out: Path,
    wanted: Mapping[str, Options],
    step: Step,
    jobs: int = 1,
    *,
    fresh: bool = False,
    on_report: Callable[[Report], None] = lambda report: None,
) -> tuple[list[Report], list[Diagnostic]]:
    """Bring every edition of every game up to date in `out/<game>/<edition>/`, or in `out/<game>/` for the edition "".

    Files that editions share, such as text documents whatever the backs, are made once. An unchanged kit is not even
    loaded, unless `fresh` asks for everything to be made. `on_report` is called with each kit's report once it is
    there. Raises Surroundings.
    """
    standing = [None if fresh else unchanged(project, out, wanted) for project in projects]
    for report in (report for reports in standing for report in reports or ()):
        on_report(report)
    changed = [project for project, reports in zip(projects, standing, strict=True) if reports is None]
    built = []
    if changed:
        from rcwkit.kit.pipeline import build

        built = build(changed, out, wanted, step, jobs, fresh=fresh, on_report=on_report)
    outcomes = iter(built)
    reports: list[Report] = []
    found: list[Diagnostic] = []
    for ready in standing:
        if ready is None:
            made, said = next(outcomes)
        else:
            made, said = ready, [diagnostic for report in ready for diagnostic in report.diagnostics]
        reports += made
        found += said
    return reports, found
