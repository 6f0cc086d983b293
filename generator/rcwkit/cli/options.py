"""Arguments and options that commands share, alone and in groups, and how shells complete them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from rcwkit.cli.group import Output, Variant
from rcwkit.diagnostics import InputError, Surroundings
from rcwkit.source.settings import BACKS, LARGE, PAPERS, SHELVES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from rcwkit.game.game import Game
    from rcwkit.kit.options import Options
    from rcwkit.source.base import Shelf

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[Any], Any]

PATH = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)
PRESENT = click.Path(path_type=Path, dir_okay=False, exists=True)


class Completed(click.types.StringParamType):
    """A word that shells complete to one of the names that a function lists for the command line so far."""

    def __init__(self, names: Callable[[click.Context], Iterable[str]], *, folders: bool = False) -> None:
        self.names, self.folders = names, folders

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Suggest the names that begin so, and folders, where these will do."""
        from click.shell_completion import CompletionItem

        names = (name for name in self.names(ctx) if name.lower().startswith(incomplete.lower()))
        folders = [CompletionItem(incomplete, type="dir")] if self.folders else []
        return [*folders, *map(CompletionItem, names)]


def _games(_: click.Context) -> list[str]:
    from rcwkit.game.catalogue import games

    return games()


def _rollable(context: click.Context) -> list[str]:
    from rcwkit.dice.roll import rollable

    game = _loaded(context)
    return rollable(game) if game else []


def _answers(context: click.Context) -> list[str]:
    """Answers to a procedure's questions as `key=value`, or `key=` where any number will do."""
    from rcwkit.dice.roll import questions

    game = _loaded(context)
    asked = questions(game, _word(context, "procedure", 1)) if game else {}
    return [f"{key}={value}" for key, values in asked.items() for value in values or ("",)]


def _kinds(_: click.Context) -> Iterable[str]:
    from rcwkit.source.kinds import KINDS

    return KINDS


def _codes(_: click.Context) -> Iterable[str]:
    from rcwkit.game.schema import explanations

    return explanations()


def _loaded(context: click.Context) -> Game | None:
    """The game on the command line, or None if it cannot be read."""
    from rcwkit.game.catalogue import locate
    from rcwkit.game.loader import load

    try:
        return load(locate(_word(context, "game", 0)))
    except (InputError, Surroundings, OSError):
        return None


def _word(context: click.Context, name: str, position: int) -> str:
    """An argument given so far; after an option that waits for its value, click leaves arguments unparsed."""
    words = [context.params.get(name), *context.args[position : position + 1]]
    return next((word for word in words if isinstance(word, str)), "")


def choice(flag: str, values: Sequence[str], text: str | None = None, **more: Any) -> Callable[[F], F]:
    """Return an option with some values, of which the first is the default."""
    return click.option(flag, type=click.Choice(values), default=values[0], show_default=True, help=text, **more)


def option_group(name: str, make: Callable[..., Any], /, **options: Decorator) -> Callable[[F], F]:
    """Return a decorator that adds options, named by their parameters; the command gets `make(**values)` as `name`."""

    def add(command: F) -> F:
        @wraps(command)
        def run(*args: Any, **given: Any) -> Any:
            values = {option: given.pop(option) for option in options}
            return command(*args, **given, **{name: make(**values)})

        for option in reversed(options.values()):
            option(run)
        return run  # type: ignore[return-value]

    return add


class Making(NamedTuple):
    """Where kits are built, in how many processes, and whether every file is made again."""

    out: Path
    jobs: int
    fresh: bool


def as_language(context: click.Context, parameter: click.Parameter, code: str) -> str:
    """Return the code of a language as data write it: `DE-at` as de-AT."""
    name, _, rest = code.partition("-")
    if code and not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", code):
        raise click.BadParameter(f"'{code}' is not the code of a language, such as de", context, parameter)
    return f"{name.lower()}-{rest}" if rest else name.lower()


def _shelves(context: click.Context, parameter: click.Parameter, text: str) -> tuple[Shelf, ...]:
    """Parse the shelves to build besides the table's, or `all`."""
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in (*SHELVES, "all"):
            raise click.BadParameter(f"'{name}' is not one of: {', '.join((*SHELVES[1:], 'all'))}", context, parameter)
    return SHELVES if "all" in names else tuple(shelf for shelf in SHELVES if shelf in ("table", *names))


def _options(**chosen: Any) -> Options:
    """Return build options. Raises InputError for an unknown printer."""
    from rcwkit.kit.options import Options, printer

    own = printer(chosen["printer"]) if chosen.get("printer") else None
    flip = chosen.get("flip") or (own.flip if own else "long")
    return Options(**{**chosen, "flip": flip, "printer": own})


GAME = Completed(_games, folders=True)
game_argument = click.argument("game", type=GAME, required=False, metavar="[GAME|DIR]")
games_argument = click.argument("games", type=GAME, nargs=-1, metavar="[GAME|DIR]...")
PROCEDURE = Completed(_rollable)
kinds, codes = Completed(_kinds), Completed(_codes)
answers_option = click.option(
    "--set",
    "given",
    multiple=True,
    metavar="KEY=VALUE",
    type=Completed(_answers),
    help="Answer a question of the procedure, or choose the scenario.",
)


def records_option(text: str) -> Callable[[F], F]:
    """Return the option of records whose set-up is used, with its help."""
    return click.option("--record", "records", type=FILE, multiple=True, metavar="FILE", help=text)


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
_strict = click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")
output_options = option_group("output", Output, strict=_strict, as_json=json_option)
report_options = option_group(
    "output",
    Output,
    strict=_strict,
    as_json=json_option,
    form=click.option(
        "--format", "form", type=click.Choice(["text", "github"]), default="text", help="Github: workflow annotations."
    ),
)
variant_options = option_group(
    "variant",
    Variant,
    overlays=click.option(
        "--overlay",
        "overlays",
        multiple=True,
        type=PATH,
        help="Apply a folder of overlays to the data; may be repeated.",
    ),
    language=click.option(
        "--language",
        default="",
        metavar="CODE",
        callback=as_language,
        help="Language of the kit; the game's own by default.",
    ),
)
BUILD = Path("build")
"""Where commands put what they make, if nothing else is said."""
out_option = click.option("--out", type=PATH, default=BUILD, show_default=True, help="Folder for the kits.")


def place(out: Path | None, name: str) -> Path:
    """Return the file to write: the one named, or `name` in the folder named or that for what is made.

    One without an ending gets that of `name`, by which browsers and viewers know it. Raises OSError.
    """
    if out is None:
        BUILD.mkdir(exist_ok=True)
        return BUILD / name
    if out.is_dir():
        return out / name
    return out if out.suffix else out.with_suffix(Path(name).suffix)


jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    callback=lambda context, parameter, jobs: jobs or os.cpu_count() or 1,
    help="Worker processes; one per core by default.",
)
making_options = option_group(
    "making",
    Making,
    out=out_option,
    jobs=jobs_option,
    fresh=click.option("--fresh", is_flag=True, help="Make every file again, even if nothing changed."),
)
ink_option = choice("--ink", ("full", "low"), "Low: outlines and hatches instead of fills.")
with_option = click.option(
    "--with",
    "shelves",
    default="",
    metavar="SHELVES",
    callback=_shelves,
    help="More than what is used in play: proxies, study, or all; comma-separated.",
)
_PRINTING: dict[str, Decorator] = {
    "flip": click.option(
        "--flip",
        type=click.Choice(["long", "short"]),
        help="Edge over which duplex printing flips the paper; the printer's by default, else long.",
    ),
    "bleed": click.option(
        "--bleed",
        type=click.FloatRange(0, 5),
        metavar="MM",
        help="Most bleed around a piece; less may fit more pieces on a sheet.",
    ),
    "outline": click.option("--outline", is_flag=True, help="Draw the trim line of every piece."),
    "corners": click.option("--corners", is_flag=True, help="Draw arcs for rounded corners."),
    "marks": choice("--marks", ("front", "both", "cutter"), "Pages with crop marks; cutter: registration marks."),
    "printer": click.option("--printer", metavar="NAME", help="Correct for a printer stored by calibrate."),
    "shelves": with_option,
}


def kit_options(**options: Decorator) -> Callable[[F], F]:
    """Return a decorator that adds options of a kit; the command gets them as `options`."""
    return option_group("options", _options, **options)


printing_options = kit_options(**_PRINTING)
"""What applies to several editions at once."""
screen_options = kit_options(paper=choice("--paper", ("a4", "letter")), ink=ink_option)
_aids_option = choice("--aids", ("usual", "large"), "Large: text in 12 pt, larger cards.")
_backs_option = choice("--backs", BACKS, "Sheets: backs on separate sheets, to glue on.")
cut_options = kit_options(
    paper=choice("--paper", PAPERS),
    backs=_backs_option,
    **{name: _PRINTING[name] for name in ("flip", "bleed", "corners", "marks", "printer", "shelves")},
    aids=_aids_option,
)
"""What says where pieces lie on their sheets."""
build_options = kit_options(
    paper=choice("--paper", PAPERS, "A3 and tabloid: text documents stay on A4 and letter."),
    whole=click.option(
        "--whole", type=click.Choice(LARGE), help="Print maps and mats whole on this paper, not in tiles."
    ),
    backs=_backs_option,
    **_PRINTING,
    ink=ink_option,
    aids=_aids_option,
    draft=click.option(
        "--draft",
        is_flag=True,
        help="Go on where pictures are missing and texts do not fit, into draft/ in the kit's folder.",
    ),
    screen=click.option("--screen", is_flag=True, help="Give text documents form fields, to fill in on screen."),
    only=click.option(
        "--only",
        default="",
        metavar="FILES",
        callback=lambda context, parameter, text: tuple(filter(None, map(str.strip, text.split(",")))),
        help="Make only these files, into only/ in the kit's folder: cards, setup-campaign, …; comma-separated.",
    ),
)
