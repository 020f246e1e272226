"""Sentences that a command cannot use: `--on-error stop` or `skip`."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.choice import Choice
from multiplane.counted import counted
from multiplane.errors import FormatError, MultiplaneError

if TYPE_CHECKING:
    from multiplane.conllu import Sentence

LISTED = 10  # sentences that are named on standard error
ADVICE = "; use --on-error skip to skip such sentences"
WAYS = Choice(("stop", "skip"))


def on_error_option(text: str) -> Callable[[Any], Any]:
    """Return the option `--on-error`, with a help text for what a command does."""
    return click.option(
        "--on-error", type=WAYS, default="stop", show_default=True, help=text, callback=note
    )


def note(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Remember that a command can skip sentences, and whether it does."""
    ctx.meta[__name__] = value or "stop"
    return value


def advised(error: FormatError, ctx: click.Context) -> FormatError:
    """Return an error that says how to go on, if there is a way."""
    if ctx.meta.get(__name__) == "stop" and not error.whole:
        error.args = (f"{error}{ADVICE}",)
    return error


# By default, what is no tree is left out and what is malformed is an error.
NO_TREES = click.option(
    "--on-error",
    type=WAYS,
    callback=note,
    help="stop: also stop at a sentence that is not a tree; skip: also skip malformed ones.",
)
ON_ERROR = on_error_option("When a sentence cannot be used: stop, or skip and count it.")


@dataclass
class Damage:
    """What to do at a sentence that cannot be used, and what was met so far."""

    on_error: str
    fate: str = "left out"
    met: list[str] = field(default_factory=list)

    def take(self, sentence: "Sentence", error: MultiplaneError) -> None:
        """Stop, or note the error with its place."""
        if not isinstance(error, FormatError):
            error = MultiplaneError(f"{sentence.file}:{sentence.line}: {error}")
        if self.on_error == "stop":
            raise error if isinstance(error, FormatError) else MultiplaneError(f"{error}{ADVICE}")
        self.met.append(str(error))

    def sound(
        self, files: Sequence[str], form: str | None, check: Callable[["Sentence"], Any]
    ) -> Iterator["Sentence"]:
        """Yield the sentences of some files that are well-formed and that `check` lets pass."""
        from multiplane.conllu import read

        for file in files:
            for sentence in read(file, format=form, on_error=self.on_error):
                try:
                    if sentence.error:
                        raise sentence.error
                    check(sentence)
                except FormatError as error:
                    self.take(sentence, error)
                else:
                    yield sentence

    def report(self) -> None:
        """Name the first few on standard error, and say how many there were."""
        for message in self.met[:LISTED]:
            print(f"multiplane: {message}; {self.fate}", file=sys.stderr)
        if self.met:
            many = counted(len(self.met), "sentence")
            print(f"multiplane: {many} {self.fate}", file=sys.stderr)
