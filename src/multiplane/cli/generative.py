"""What every command that learns a generative model is given."""

from collections.abc import Callable
from typing import Any

import click

from multiplane.cli.choice import Choice

GIVEN: tuple[Callable[[Any], Any], ...] = (
    click.argument("files", nargs=-1, required=True, metavar="FILE..."),
    click.option("--model", "target", required=True, metavar="OUT", help="Write the model to OUT."),
    click.option(
        "--column",
        default="upos",
        show_default=True,
        metavar="COLUMN",
        help="Column that the model generates.",
    ),
    click.option(
        "--symbols",
        type=click.IntRange(1),
        default=64,
        show_default=True,
        metavar="N",
        help="Number of symbols to distinguish, the most frequent first; the rest share one.",
    ),
    click.option(
        "--degree",
        type=click.IntRange(1, 4),
        default=2,
        show_default=True,
        metavar="N",
        help="Highest degree of Attardi's transitions; 1: projective.",
    ),
    click.option(
        "--history",
        "kind",
        type=Choice(["elaborated", "naive"]),
        default="elaborated",
        show_default=True,
        help="Which stack symbols each choice depends on.",
    ),
)


def learns_generative(command: Any) -> Any:
    """Add these options to a command, before its own."""
    for option in reversed(GIVEN):  # decorators are applied from the bottom up
        command = option(command)
    return command
