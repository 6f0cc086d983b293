"""Groups of commands that refuse an option given twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click

__all__ = ["StrictGroup"]


class StrictGroup(click.Group):
    """A group whose commands refuse an option given twice, unless it may be repeated."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the words name; raises UsageError for an option given twice, too."""
        name, command, words = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            _refuse_twice(click.Context(command, parent=ctx, info_name=name), words)
        return name, command, words


def _refuse_twice(context: click.Context, words: Sequence[str]) -> None:
    """Raise UsageError if an option of a command, not a switch, is given twice: only the last would count."""
    try:
        given = context.command.make_parser(context).parse_args(list(words))[2]
    except click.UsageError:
        return  # the command itself says what is wrong
    values = [one for one in given if isinstance(one, click.Option) and not (one.multiple or one.is_flag or one.count)]
    for one, number in Counter(values).items():
        if number > 1:
            raise click.UsageError(f"{one.opts[0]} is given {number} times; give it once", context)
