"""Who does the work of a command: processes of this machine, or a cluster of Ray."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.console import say
from multiplane.cli.interruption import leave_to_command

if TYPE_CHECKING:
    from multiplane.shards.run import Engine

HERE = "here"  # on the cluster that there is, or on this machine


class _Address(click.ParamType):  # type: ignore[type-arg]
    name = "address"

    def convert(self, value: str, param: Any, ctx: Any) -> str:
        if value not in (HERE, "auto", "local") and ":" not in value:
            self.fail(
                f"found {value!r}; expected auto, local or HOST:PORT.  Files come before --ray, or"
                " write --ray=auto",
                param,
                ctx,
            )
        return value


RAY = click.option(
    "--ray",
    "address",
    is_flag=False,
    flag_value=HERE,
    type=_Address(),
    metavar="[ADDRESS]",
    help="Work on a Ray cluster; without an address, use a running cluster or start Ray on this"
    " machine.",
)


@contextmanager
def engine_of(
    address: str | None, workers: int | None, items: int, *, tries: int = 3, model: str = ""
) -> "Iterator[Engine]":
    """Give what does so many items: on Ray if there is an address, else in processes.

    On Ray, None is as many workers as there are cores.  `model` is a file that workers need.
    """
    if address is None and items <= 1:
        from multiplane.shards.crew import here

        yield here
        return
    if address is None:
        from multiplane.shards.processes import processes

        yield partial(processes, workers=max(min(workers or 1, items), 1), tries=tries)
        return
    from multiplane.shards.cluster import Model, cluster, connected, cores

    leave_to_command(signal.SIGINT, signal.SIGTERM)  # it takes Ray a while to end its processes
    with connected(address, workers) as dashboard:
        if dashboard:
            say(f"Ray's dashboard: http://{dashboard}")
        many = max(min(workers or cores(), items), 1)
        stored = Model.put(model) if model else None
        yield partial(cluster, workers=many, tries=tries, model=stored, say=say)


def given_workers(workers: int) -> int | None:
    """Return the option, or None if the user did not say it."""
    source = click.get_current_context().get_parameter_source("workers")
    return None if source is click.core.ParameterSource.DEFAULT else workers
