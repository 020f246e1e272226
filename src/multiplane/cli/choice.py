"""Values of options that are one of some names, and names that the shell completes."""

from typing import TYPE_CHECKING, Any

import click

from multiplane.conllu import FORMATS
from multiplane.nearest import choices

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Choice(click.Choice):  # type: ignore[type-arg]
    """A choice whose error proposes the nearest name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in self.choices:
            self.fail(f"{value!r} is unknown; {choices(value, self.choices)}", param, ctx)
        return super().convert(value, param, ctx)


FORMAT = click.option(
    "--format", "form", type=Choice(FORMATS), help="Input format.  Default: detected."
)


def model_names(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Complete the name of a model, or else of a file, since a model may be given as either."""
    del ctx, param
    from click.shell_completion import CompletionItem

    from multiplane.pipeline.models import paths

    names = sorted(name for name in paths() if name.startswith(incomplete))
    if names:
        return [CompletionItem(name) for name in names]
    return [CompletionItem(incomplete, type="file")]
