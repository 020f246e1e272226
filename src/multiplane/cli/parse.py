"""`multiplane parse --model M [FILE]`: trees for a treebank or a tagged text."""

from dataclasses import replace
from pathlib import Path

import click

from multiplane.cli.console import say
from multiplane.cli.progress import progress
from multiplane.cli.rewriting import FORMAT, OUTPUT
from multiplane.errors import MultiplaneError


@click.command("parse")
@click.argument("file", default="-")
@click.option("--model", required=True, metavar="MODEL", help="A file that `train` wrote.")
@click.option(
    "--beam",
    type=click.IntRange(1),
    metavar="N",
    help="Keep the N best derivations, 1: greedy search.  By default as in training.",
)
@click.option(
    "--one-root/--multiple-roots",
    default=None,
    help="One root for each sentence, or as many as come.  By default as in training.",
)
@click.option(
    "--workers", type=click.IntRange(1), default=1, show_default=True, help="Cores to use."
)
@click.option(
    "--on-error",
    type=click.Choice(("stop", "skip")),
    default="stop",
    show_default=True,
    help="At a malformed sentence: stop, or pass it through unparsed and go on.",
)
@FORMAT
@OUTPUT
def command(
    file: str,
    *,
    model: str,
    beam: int | None,
    one_root: bool | None,
    workers: int,
    on_error: str,
    form: str | None,
    output: str,
) -> None:
    """Parse sentences of CoNLL-U or CoNLL-X, plain or compressed.

    HEAD and DEPREL are filled in, whatever stood there; comments, multiword ranges, empty nodes
    and all other columns stay as they are, byte for byte.  The file is read and written piece by
    piece, so that it may be of any size.

    \b
    multiplane parse --model english.mp text.conllu -o parsed.conllu
    multiplane parse --model english.mp --beam 16 --workers 4 text.conllu.xz -o parsed.conllu.xz
    cat text.conllu | multiplane parse --model english.mp | multiplane draw -
    """
    from multiplane.parsing.parser import load
    from multiplane.parsing.stream import parse_file

    parser = load(model)
    if beam is not None:
        parser = replace(parser, beam=beam)
    try:
        size = Path(file).stat().st_size if Path(file).is_file() else 1
        with progress("bytes", size) as advance:
            report = parse_file(
                parser,
                file,
                output,
                one_root=one_root,
                workers=workers,
                format=form,
                on_error=on_error,
                advance=advance,
            )
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise MultiplaneError(f"{error.filename or output}: {error.strerror}") from error
    for problem in report.problems:
        say(f"{problem}; passed through unparsed")
    if report.skipped:
        say(f"{report.skipped:,} sentences passed through unparsed")
    say(
        f"{report.words:,} words of {report.sentences:,} sentences in {report.seconds:.2f} s, "
        f"{report.rate:,.0f} words/s"
    )
