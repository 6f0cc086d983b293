"""Shell completion: suggestions for the command line, and the shell scripts that ask for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from rcwkit.cli.group import guarded, main
from rcwkit.diagnostics import InputError, Surroundings

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from rcwkit.game.game import Game

__all__ = ["answers", "codes", "game_argument", "games_argument", "kinds", "near_games", "rolls"]

# Bash breaks words at '='. Rejoin them before sending, and strip the part up to '=' from the replies.
_BASH = r"""%(complete_func)s() {
    local IFS=$'\n' words=() i word type value
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 0)) && [[ $word == = || ${COMP_WORDS[i - 1]} == = ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
    done
    local current=${words[${#words[@]} - 1]} before=""
    [[ $current == *=* ]] && before=${current%%=*}=
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("${value#"$before"}") ;;
        esac
    done < <(COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) %(complete_var)s=bash_complete "$1")
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


def near_games(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Suggest the bundled games, and folders."""
    from click.shell_completion import CompletionItem

    from rcwkit.game.catalogue import games

    return [CompletionItem(incomplete, type="dir"), *(CompletionItem(name) for name in _matching(games(), incomplete))]


def rolls(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Suggest what can be rolled in the game on the command line."""
    from rcwkit.dice.roll import rollable

    game = _loaded(context)
    return _matching(rollable(game), incomplete) if game else []


def answers(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Suggest answers to a procedure's questions as `key=value`, or `key=` where any number will do."""
    from rcwkit.dice.roll import questions

    game = _loaded(context)
    if game is None:
        return []
    asked = questions(game, _word(context, "procedure", 1))
    return _matching((f"{key}={value}" for key, values in asked.items() for value in values or ("",)), incomplete)


def kinds(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Suggest kinds of document."""
    from rcwkit.source.kinds import KINDS

    return _matching(KINDS, incomplete)


def codes(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Suggest codes of diagnostics."""
    from rcwkit.game.schema import explanations

    return _matching(explanations(), incomplete.upper())


game_argument = click.argument("game", shell_complete=near_games, required=False, metavar="[GAME|DIR]")
games_argument = click.argument("games", shell_complete=near_games, nargs=-1, metavar="[GAME|DIR]...")


def _matching(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


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


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@guarded
def completion(shell: str) -> None:
    """Print the script that completes rcwkit in SHELL: games, procedures, tables, answers, options."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    asked = found(main, {}, "rcwkit", "_RCWKIT_COMPLETE")
    template = _BASH if shell == "bash" else asked.source_template
    click.echo(template % asked.source_vars())


COMMANDS = (completion,)
