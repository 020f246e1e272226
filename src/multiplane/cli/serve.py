"""`multiplane serve`: the playground in the browser, and a service for programs."""

import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import click

from multiplane.cli.choice import model_names
from multiplane.cli.interruption import Terminated, hang_up_politely, leave_to_command
from multiplane.errors import MultiplaneError, missing_package
from multiplane.server.limits import OPTIONS

DEFAULT = "en"


def _limits(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(OPTIONS):
        function = click.option(
            option.name,
            type=click.IntRange(1, option.most),
            default=option.default,
            show_default=True,
            metavar="N",
            help=f"Limit: {option.help[0].lower()}{option.help[1:]}.",
        )(function)
    return function


@click.command("serve", short_help="Open the playground in the browser and serve programs.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8013,
    show_default=True,
    metavar="PORT",
    help="Port to listen on; 0: any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen on; any other address allows access from other machines.",
)
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    help="Host name that clients use, for example through a proxy; may be given several times."
    "  With --host, requests for other names are refused.  [default with --host: all]",
)
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="MODEL",
    shell_complete=model_names,
    help="Name or file of a model; may be given several times, the first is the default one."
    "  [default: en, if installed]",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@_limits
def command(
    port: int,
    host: str,
    names: tuple[str, ...],
    models: tuple[str, ...],
    *,
    no_browser: bool,
    **limits: int,
) -> None:
    """Open the playground in the browser: draw sentences and derive them step by step, browse
    systems and their proofs, define your own, and take the census of a treebank.

    For programs there are a JSON interface, described at /interface and /api/openapi.json;
    /process and /models, as in UDPipe's service; /health and /metrics.  Nothing is stored, and
    nothing leaves this machine.

    \b
    multiplane serve
    multiplane serve --model mine.mp
    multiplane serve --model en --model la_proiel --port 9000 --no-browser
    curl -F tokenizer= -F tagger= -F parser= -F data=@book.txt \\
        localhost:9000/process
    """
    uvicorn, playground = _imported()
    from multiplane.server.connections import connections
    from multiplane.server.guard import LOCAL
    from multiplane.server.limits import with_options
    from multiplane.server.trained import trained

    chosen = _found(models)
    given = {option.name: limits[option.name[2:].replace("-", "_")] for option in OPTIONS}
    allowed = with_options(given)
    hosts = (*LOCAL, *names) if names or host in LOCAL else ("*",)
    listening = _listening(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    print(f"multiplane: playground running at {address} (press Ctrl-C to stop)", file=sys.stderr)
    if host not in LOCAL:
        print("multiplane: other machines can reach it too", file=sys.stderr)

    app = playground(*(partial(trained, name) for name in chosen), limits=allowed, hosts=hosts)
    http = connections(allowed)
    app.state.crowd = http.open

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
        http=http,
        ws="none",
        timeout_graceful_shutdown=1,
    )
    leave_to_command(signal.SIGINT, signal.SIGTERM)
    hang_up_politely()
    with suppress(KeyboardInterrupt, Terminated):  # which is how it ends
        Server(config).run([listening])


def _found(models: tuple[str, ...]) -> tuple[str, ...]:
    """Return the models to be loaded, if all of them are there, and say at once what is not."""
    from multiplane.modelfile import format_of
    from multiplane.pipeline.models import find, paths

    if not models:
        return (DEFAULT,) if DEFAULT in paths() else ()
    names = [Path(name).name.removesuffix(".mp") for name in models]
    for at, (name, model) in enumerate(zip(names, models, strict=True)):
        format_of(find(model))
        if name in names[:at]:
            raise MultiplaneError(
                f"{model}: found two models named {name}; expected different names"
            )
    return models


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
