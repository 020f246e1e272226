"""`multiplane serve`: the playground in the browser."""

import signal
import socket
import sys
import webbrowser
from contextlib import suppress
from functools import partial
from typing import Any

import click

from multiplane.cli.interruption import Terminated, leave_to_command
from multiplane.errors import MultiplaneError, missing_package

DEFAULT = "en"


@click.command("serve")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8013,
    show_default=True,
    help="Port to listen on; 0: any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; any other than the default lets other machines in.",
)
@click.option(
    "--model",
    metavar="MODEL",
    help="Model that parses plain text and scores transitions  [default: en, if installed]",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
def command(port: int, host: str, model: str | None, *, no_browser: bool) -> None:
    """Open the playground in the browser: draw sentences and derive them step by step, browse
    systems and their proofs, define your own, and take the census of a treebank.

    Nothing is stored, and nothing leaves this machine.  The JSON interface is described at
    /interface and /api/openapi.json.

    \b
    multiplane serve
    multiplane serve --model mine.mp
    multiplane serve --port 9000 --no-browser
    """
    uvicorn, playground = _imported()
    from multiplane.pipeline.models import find, installed
    from multiplane.server.connections import connections
    from multiplane.server.guard import LOCAL
    from multiplane.server.limits import LIMITS
    from multiplane.server.trained import trained

    if model is None and any(found.name == DEFAULT for found in installed()):
        model = DEFAULT
    if model:
        find(model)  # or say at once what there is
    hosts = LOCAL if host in LOCAL else ("*",)
    listening = _listening(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    print(f"multiplane: playground running at {address} (press Ctrl-C to stop)", file=sys.stderr)
    if host not in LOCAL:
        print("multiplane: other machines can reach it too", file=sys.stderr)

    app = playground(partial(trained, model) if model else None, hosts=hosts)

    class Server(uvicorn.Server):  # type: ignore[misc, name-defined]
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not no_browser:
                webbrowser.open(address)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await app.state.workers.stop()  # so that no request waits for them
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        log_level="error",
        server_header=False,
        http=connections(LIMITS),
        ws="none",
        timeout_graceful_shutdown=1,
    )
    leave_to_command(signal.SIGINT, signal.SIGTERM)
    with suppress(KeyboardInterrupt, Terminated):  # which is how it ends
        Server(config).run([listening])


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise MultiplaneError(
            f"{host}:{port}: {error.strerror}; choose another port with --port (0: any)"
        ) from None
    return listening


def _imported() -> tuple[Any, Any]:
    try:
        import uvicorn

        from multiplane.server.app import playground
    except ImportError as error:
        raise missing_package("the playground needs", str(error.name), "serve") from None
    return uvicorn, playground
