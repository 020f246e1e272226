"""The command line: `multiplane COMMAND`.  One file for each command."""

import atexit
import gc
import importlib
import signal
import sys
from typing import Any

import click

from multiplane.cli.interruption import Terminated, ended_by, watch
from multiplane.cli.streams import give_up_output, open_streams
from multiplane.errors import FormatError, MultiplaneError, in_a_line
from multiplane.nearest import choices
from multiplane.version import __version__

COMMANDS = (
    "systems",
    "verify",
    "trace",
    "coverage",
    "census",
    "find",
    "draw",
    "train",
    "parse",
    "info",
    "models",
    "estimate",
    "chart",
    "induce",
    "sample",
    "evaluate",
    "experiment",
    "projectivize",
    "deprojectivize",
    "enhanced",
    "serve",
)


GARBAGE = 100_000  # new objects, after which Python looks for those that nobody can reach


class _Lazy(click.Group):
    """A group that imports a command's file only when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"multiplane.cli.{cmd_name}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(f"no command {args[0]!r}; {choices(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except FormatError as error:
            from multiplane.cli.damage import advised

            raise advised(error, ctx) from None


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="multiplane")
def group() -> None:
    """Transition-based dependency parsing in which a transition system is a value.

    \b
    multiplane systems                  list all systems and their properties
    multiplane systems arc-eager        show one: rules, parts, and properties with proofs
    multiplane verify arc-eager --class projective-forests --max-words 5
    multiplane census train.conllu      how non-projective a treebank is, and in what ways
    multiplane draw train.conllu --sentence 12
    multiplane train --system arc-eager --train train.conllu --dev dev.conllu --model en.mp
    multiplane parse --text "They saw her duck."
    """


def main() -> None:
    """Run a command; bad input is one line on standard error and exit code 2."""
    _hurry()
    open_streams()
    watch()
    try:
        code = group(standalone_mode=False)
        sys.stdout.flush()  # here, where a full disk can still be told
    except MultiplaneError as error:
        print(f"multiplane: {error}", file=sys.stderr)
        code = 2
    except BrokenPipeError:  # the reader of a pipe has gone: nobody is left to tell
        give_up_output()
        code = 1
    except OSError as error:
        give_up_output()
        place = in_a_line(str(error.filename or "<stdout>"))
        print(f"multiplane: {place}: {error.strerror}", file=sys.stderr)
        code = 2
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        code = ended_by(signal.SIGINT)
    except Terminated:
        code = ended_by(signal.SIGTERM)
    sys.exit(code if isinstance(code, int) else 0)


def _hurry() -> None:
    """Look for garbage less often, and not at the end: it is a third of a second of a start."""
    gc.set_threshold(GARBAGE)
    atexit.register(gc.freeze)
