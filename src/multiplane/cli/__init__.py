"""The command line: `multiplane COMMAND`.  One file for each command."""

import atexit
import gc
import importlib
import signal
import sys
from typing import Any

import click

from multiplane.cli.interruption import Terminated, ended_by, watch
from multiplane.cli.offering import Offering
from multiplane.cli.streams import give_up_output, open_streams
from multiplane.cli.version import say_version
from multiplane.errors import FormatError, MultiplaneError, in_a_line

# By what people do, in an order to learn them in.
GROUPS = {
    "Parse and train": ("parse", "models", "train", "evaluate", "info"),
    "Look at treebanks": ("draw", "census", "find", "coverage", "enhanced"),
    "Define systems and prove": ("systems", "trace", "verify"),
    "Serve and share": ("serve",),
    "Compare parsers": ("experiment",),
    "Change treebanks": ("projectivize", "deprojectivize"),
    "Use the generative model": ("estimate", "sample", "chart", "induce"),
}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)


GARBAGE = 100_000  # new objects, after which Python looks for those that nobody can reach


class _Lazy(Offering):
    """A group that imports a command's file only when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what they are for."""
        widest = max(map(len, COMMANDS))
        for title, names in GROUPS.items():
            found = [(name, command) for name in names if (command := self.get_command(ctx, name))]
            rows = [
                (name.ljust(widest), command.get_short_help_str(formatter.width - widest - 6))
                for name, command in found
            ]
            with formatter.section(title):
                formatter.write_dl(rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"multiplane.cli.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except FormatError as error:
            from multiplane.cli.damage import advised

            raise advised(error, ctx) from None


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    callback=say_version,
    help="Show the version and exit; with --json, also packages, extras, models and folders.",
)
@click.option("--json", "as_json", is_flag=True, is_eager=True, hidden=True)
def group(*, as_json: bool) -> None:
    """Transition-based dependency parsing in which a transition system is a value.

    \b
    multiplane parse --text "They saw her duck."
    multiplane train --pipeline UD_Latin-PROIEL/  make and install a model
    multiplane census train.conllu                how non-projective a treebank is
    multiplane draw train.conllu --sentence 12
    multiplane systems arc-eager                  rules, properties and proofs
    multiplane serve                              the playground in the browser
    """
    if as_json:
        raise click.UsageError("--json goes after a command, or with --version")


def main() -> None:
    """Run a command; bad input is one line on standard error and exit code 2."""
    _hurry()
    open_streams()
    watch()
    try:
        code = group(standalone_mode=False)
        sys.stdout.flush()  # here, where a full disk can still be told
    except (MultiplaneError, BrokenPipeError) as error:
        if BrokenPipeError in map(type, (error, error.__cause__)):
            give_up_output()  # the reader of a pipe has gone: nobody is left to tell
            code = 1
        else:
            print(f"multiplane: {error}", file=sys.stderr)
            code = 2
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
    except Terminated as end:
        code = ended_by(*end.args)
    sys.exit(code if isinstance(code, int) else 0)


def _hurry() -> None:
    """Look for garbage less often, and not at the end: it is a third of a second of a start."""
    gc.set_threshold(GARBAGE)
    atexit.register(gc.freeze)
