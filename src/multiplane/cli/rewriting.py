"""Commands that read a treebank and write it again with other trees, sentence by sentence."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from multiplane.cli.damage import ADVICE, on_error_option
from multiplane.cli.progress import progress
from multiplane.cli.streams import unwritten
from multiplane.cli.suffixes import TREEBANKS, format_of
from multiplane.conllu import Sentence, read, write
from multiplane.counted import counted
from multiplane.errors import MultiplaneError

LISTED = 10  # sentences left as they are that are named on standard error

# The options that all such commands have.
ON_ERROR = on_error_option(
    "At a sentence that is malformed or not a tree: stop, or leave it unchanged."
)
OUTPUT = click.option("--output", "-o", default="-", metavar="FILE", help="Write to FILE.")


def rewrite(
    file: str, change: Callable[[Sentence], Sentence], form: str | None, on_error: str, output: str
) -> None:
    """Write the sentences of a treebank as `change` makes them; the output appears as a whole."""
    format_of(output, TREEBANKS, "give a name without a suffix")
    left: list[str] = []

    def changed(advance: Callable[[int], None]) -> Iterator[Sentence]:
        done = 1
        for sentence in read(file, format=form, on_error=on_error):
            done += len(sentence.text)
            advance(done)
            try:
                yield change(sentence) if sentence.words or sentence.error else sentence
            except MultiplaneError as error:
                place = f"{sentence.file}:{sentence.line}: "
                message = f"{place}{error}" if sentence.error is None else str(error)
                if on_error == "stop":
                    raise MultiplaneError(f"{message}{ADVICE}") from error
                left.append(message)
                yield sentence

    try:
        size = Path(file).stat().st_size if Path(file).is_file() else 1
        with progress("sentences", size, output) as advance:
            write(changed(advance), output)
    except OSError as error:
        raise unwritten(error, output) from error
    for message in left[:LISTED]:
        print(f"multiplane: {message}; left unchanged", file=sys.stderr)
    if left:
        print(f"multiplane: {counted(len(left), 'sentence')} left unchanged", file=sys.stderr)
