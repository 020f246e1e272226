"""A census on several workers, whose counts add up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.engines import engine_of, given_workers
from multiplane.workers import MOST_WORKERS

if TYPE_CHECKING:
    from multiplane.treebank.census import Census

WORKERS = click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of processes to use.",
)


@dataclass(frozen=True)
class Spread:
    """Where to count."""

    address: str | None
    workers: int

    @classmethod
    def of(cls, address: str | None, workers: int, others: Mapping[str, Any]) -> "Spread | None":
        """Make one, if the user asked for it and for nothing that needs one process."""
        if address is None and workers == 1:
            return None
        alone = [name for name in ("--by", "--compare", "--witnesses") if others.get(name)]
        if alone:
            raise click.UsageError(f"{alone[0]} counts in one process, without --workers or --ray")
        return cls(address, workers)

    def rows(self, files: Sequence[str], reading: Mapping[str, Any]) -> "list[Census]":
        """Count each treebank."""
        from multiplane.shards.counting import census

        many = given_workers(self.workers)
        with engine_of(self.address, many, many or 1 << 30) as engine:
            return census(files, engine, **reading)
