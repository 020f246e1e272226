"""A group of commands that says which there are when it is asked for another."""

from typing import Any

import click

from multiplane.nearest import choices


class Offering(click.Group):
    """A group whose error for a command that does not exist names those that do."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        names = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in names:
            raise click.UsageError(f"no command {args[0]!r}; {choices(args[0], names)}")
        return super().resolve_command(ctx, args)
