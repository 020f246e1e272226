"""Values of options that are one of some names."""

from typing import Any

import click

from multiplane.nearest import choices


class Choice(click.Choice):  # type: ignore[type-arg]
    """A choice whose error proposes the nearest name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in self.choices:
            self.fail(f"{value!r} is unknown; {choices(value, self.choices)}", param, ctx)
        return super().convert(value, param, ctx)
