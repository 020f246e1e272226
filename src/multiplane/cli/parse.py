"""`multiplane parse --model M [FILE]`: trees for a plain text, a treebank or a tagged text."""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from multiplane.cli.choice import Choice
from multiplane.cli.console import say
from multiplane.cli.damage import on_error_option
from multiplane.cli.progress import progress
from multiplane.cli.rewriting import FORMAT, OUTPUT
from multiplane.cli.suffixes import TREEBANKS as WRITTEN
from multiplane.cli.suffixes import bare, format_of
from multiplane.counted import counted
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.parsing.parser import Parser
    from multiplane.parsing.stream import Report
    from multiplane.pipeline.pipeline import Pipeline

KINDS = ("text", "conllu")
TREEBANKS = (".conllu", ".conllx", ".conll")  # names of files that are no plain text


@click.command("parse")
@click.argument("file", default="-")
@click.option(
    "--model", default="en", show_default=True, metavar="MODEL", help="Model name or file."
)
@click.option("--text", metavar="TEXT", help="Parse TEXT instead of a file.")
@click.option(
    "--input",
    "kind",
    type=Choice(KINDS),
    help="Kind of input.  Default for pipelines: plain text, unless the name ends in .conllu.",
)
@click.option(
    "--beam",
    type=click.IntRange(1),
    metavar="N",
    help="Beam width; 1: greedy search.  Default: as in training.",
)
@click.option(
    "--bias",
    type=float,
    metavar="X",
    help="Of a neural guide: higher values find more crossing arcs.  Default: as in training.",
)
@click.option(
    "--one-root/--multiple-roots",
    default=None,
    help="Exactly one root per sentence, or any number.  Default: as in training.",
)
@click.option(
    "--encoder",
    metavar="FOLDER",
    help="Where the model's pretrained encoder is.  Default: where it was in training.",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Number of cores to use.",
)
@click.option(
    "--max-words",
    type=click.IntRange(1),
    metavar="N",
    help="Leave longer sentences unparsed.  Default: no limit.",
)
@on_error_option("At a malformed sentence: stop, or leave it unparsed.")
@FORMAT
@OUTPUT
def command(
    file: str,
    *,
    model: str,
    text: str | None,
    kind: str | None,
    beam: int | None,
    bias: float | None,
    one_root: bool | None,
    encoder: str | None,
    workers: int,
    max_words: int | None,
    on_error: str,
    form: str | None,
    output: str,
) -> None:
    """Parse plain text with a pipeline, or CoNLL-U or CoNLL-X with any model.

    A model is a name (see `multiplane models`) or a file written by `train`.  Plain text becomes
    CoNLL-U; empty lines separate paragraphs.  In CoNLL-U input, HEAD and DEPREL are overwritten
    (by a pipeline, tags and lemmas too) and everything else is kept byte for byte.  Files may be
    compressed and of any size: they are streamed.

    \b
    multiplane parse --text "They saw her duck."
    multiplane parse --model en book.txt -o book.conllu
    multiplane parse --model english.mp --beam 16 --workers 4 text.conllu.xz -o parsed.conllu.xz
    cat text.txt | multiplane parse --model en | multiplane draw -
    """
    from multiplane.parsing.ahead import Compilation
    from multiplane.parsing.parser import Parser
    from multiplane.pipeline.models import find, load

    path = find(model)  # or it is an error, at once
    format_of(output, WRITTEN, "give a name without a suffix")
    given = _kind(file, text, kind)
    with Compilation.begin() as compilation:
        found = _changed(load(path), beam, bias, encoder)
        if isinstance(found, Parser):
            compilation.finish(found)
        elif given == "conllu":
            compilation.finish(found.parser)
        else:
            compilation.finish(found.parser, partial(found.draft, "a"))
    try:
        size = Path(file).stat().st_size if text is None and Path(file).is_file() else 1
        with progress("bytes", size, output) as advance:
            report = _run(
                found,
                given,
                file if text is None else StringIO(text),
                output,
                one_root=one_root,
                workers=workers,
                form=form,
                on_error=on_error,
                max_words=max_words,
                advance=advance,
            )
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise MultiplaneError(f"{error.filename or output}: {error.strerror}") from error
    for problem in report.problems:
        say(f"{problem}; left unparsed")
    if report.skipped:
        say(f"{counted(report.skipped, 'sentence')} left unparsed")
    say(
        f"{counted(report.words, 'word')} of {counted(report.sentences, 'sentence')}"
        f" in {report.seconds:.2f} s, {report.rate:,.0f} words/s"
    )


def _changed(
    model: "Parser | Pipeline", beam: int | None, bias: float | None, encoder: str | None
) -> "Parser | Pipeline":
    """Return a model with another search, or with its encoder elsewhere."""
    from multiplane.parsing.networks import turned
    from multiplane.parsing.parser import Parser

    parser = model if isinstance(model, Parser) else model.parser
    if beam is not None:
        parser = replace(parser, beam=beam)
    if bias is not None:
        parser = turned(parser, bias=bias)
    if encoder is not None:
        parser = parser.with_encoder(encoder)
    return parser if isinstance(model, Parser) else replace(model, parser=parser)


def _kind(file: str, text: str | None, kind: str | None) -> str | None:
    """Say what the input is, if its name does; None leaves it to the model."""
    if text is not None:
        return "text"
    return kind or ("conllu" if bare(file).suffix in TREEBANKS else None)


def _run(
    model: "Parser | Pipeline",
    kind: str | None,
    source: str | StringIO,
    output: str,
    *,
    one_root: bool | None,
    workers: int,
    form: str | None,
    on_error: str,
    max_words: int | None,
    advance: Callable[[int], None],
) -> "Report":
    from multiplane.parsing.parser import Parser
    from multiplane.parsing.stream import parse_file
    from multiplane.pipeline.stream import annotate_file

    if isinstance(model, Parser):
        if kind == "text":
            raise MultiplaneError(
                "this model is a parser without a tagger and needs tagged CoNLL-U; for plain text"
                " use a pipeline, such as --model en or one made by train --pipeline"
            )
    elif kind != "conllu" and form is None:
        return annotate_file(
            model,
            source,
            output,
            one_root=one_root,
            workers=workers,
            max_words=max_words,
            advance=advance,
            expect=partial(_expect, model.parser),
        )
    return parse_file(
        model,
        source,
        output,
        one_root=one_root,
        workers=workers,
        format=form,
        on_error=on_error,
        max_words=max_words,
        advance=advance,
        expect=partial(_expect, model if isinstance(model, Parser) else model.parser),
    )


def _expect(parser: "Parser", place: str, words: int) -> None:
    """On a terminal, say that a sentence will take long."""
    from multiplane.parsing.limits import warning

    if sys.stderr.isatty() and (reason := warning(parser, words)):
        say(f"{place}: {words:,} words; {reason}; --max-words leaves such sentences unparsed")
