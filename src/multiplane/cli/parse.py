"""`multiplane parse --model M [FILE...]`: trees for plain texts, treebanks and tagged texts."""

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

import click

from multiplane.cli.choice import FORMAT, Choice, model_names
from multiplane.cli.console import quietly, say
from multiplane.cli.corpus import Sharding, parse_corpus, sharding_options
from multiplane.cli.damage import on_error_option
from multiplane.cli.inputs import KINDS, inputs
from multiplane.cli.unreadable import Unreadable
from multiplane.counted import counted
from multiplane.errors import MultiplaneError
from multiplane.formats.names import FORMATS
from multiplane.workers import MOST_WORKERS

if TYPE_CHECKING:
    from multiplane.parsing.parser import Parser
    from multiplane.pipeline.pipeline import Pipeline


@click.command("parse", short_help="Parse plain text or CoNLL-U; write CoNLL-U, JSON, tables.")
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option(
    "--model",
    default="en",
    show_default=True,
    metavar="MODEL",
    shell_complete=model_names,
    help="Model name or file.",
)
@click.option("--text", metavar="TEXT", help="Parse TEXT instead of a file.")
@click.option(
    "--input",
    "kind",
    type=Choice(tuple(KINDS)),
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
    help="For neural guides: higher values find more crossing arcs.  Default: as in training.",
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
    type=click.IntRange(1, MOST_WORKERS),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of cores to use.",
)
@click.option(
    "--max-words",
    type=click.IntRange(1),
    metavar="N",
    help="Leave longer sentences unparsed.  Default: no limit.",
)
@on_error_option(
    "At a malformed sentence: stop, or leave it unparsed; of several files, those that cannot be"
    " read are skipped, too."
)
@FORMAT
@click.option(
    "--to",
    type=Choice(FORMATS),
    help="Output format.  Default: by the suffix of the output, else conllu.",
)
@click.option(
    "--output",
    "-o",
    default="-",
    metavar="FILE",
    help="Write to FILE; or, if it is a folder or ends in /, one file there for each input.",
)
@click.option("--quiet", "-q", is_flag=True, help="Print only errors, apart from the output.")
@sharding_options
def command(
    files: tuple[str, ...],
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
    to: str | None,
    output: str,
    quiet: bool,
    sharding: Sharding,
) -> None:
    """Parse plain text with a pipeline, or CoNLL-U or CoNLL-X with any model.

    A model is a name (see `multiplane models`) or a file written by `train`.  Plain text becomes
    CoNLL-U; empty lines separate paragraphs.  In CoNLL-U input, HEAD and DEPREL are overwritten
    (by a pipeline, tags and lemmas too) and everything else is kept byte for byte.  Files may be
    compressed and of any size: they are streamed.  A folder stands for all its text and CoNLL-U
    files; without a file, standard input is parsed as it arrives.

    \b
    multiplane parse --text "They saw her duck."
    multiplane parse --model en book.txt -o book.conllu
    multiplane parse --model en letters/ -o parsed/ --to parquet
    multiplane parse --model english.mp --beam 16 --workers 4 text.conllu.xz \\
        -o parsed.conllu.xz
    cat text.txt | multiplane parse --model en --to jsonl --quiet | grep '"xcomp"'
    """
    if text is not None and files:
        raise MultiplaneError(f"--text and {files[0]}: found two things to parse; expected one")
    with quietly(quiet):
        from multiplane.cli.jobs import Reading, done, kind_of
        from multiplane.cli.outputs import in_shards, jobs, output_format
        from multiplane.parsing.ahead import Compilation
        from multiplane.parsing.parser import Parser
        from multiplane.pipeline.models import changed, find, load

        path = find(model)  # or it is an error, at once
        to = output_format(output, to)
        if text is None and in_shards(files, output, to):
            from multiplane.shards.plan import Options, Plan

            options = Options(beam, bias, one_root, max_words, on_error, form)
            plan = Plan.of(model, options, to, encoder=encoder)
            parse_corpus(files, plan, output, sharding, workers, kind)
            return
        sharding.check_unused()
        with Compilation.begin() as compilation:
            found = changed(load(path), beam, bias, encoder)
            kinds = _kinds(found, kind, form)
            given = inputs(files or ("-",), kinds)
            if isinstance(found, Parser):
                compilation.finish(found)
            elif text is None and all(kind_of(each, kind) == "conllu" for each in given):
                compilation.finish(found.parser)
            else:
                compilation.finish(found.parser, partial(found.draft, "a"))
        unreadable = Unreadable(len(given), skip=on_error == "skip")
        reading = Reading(
            model=found,
            text=text,
            kind=kind,
            form=form,
            on_error=on_error,
            one_root=one_root,
            max_words=max_words,
            workers=workers,
        )
        report = done(jobs(given, output, to), to, output, reading, unreadable)
        for problem in report.problems:
            say(f"{problem}; left unparsed")
        if report.skipped:
            say(f"{counted(report.skipped, 'sentence')} left unparsed")
        say(
            f"{counted(report.words, 'word')} of {counted(report.sentences, 'sentence')}"
            f" in {report.seconds:.2f} s, {report.rate:,.0f} words/s"
        )
        unreadable.report()


def _kinds(model: "Parser | Pipeline", kind: str | None, form: str | None) -> Collection[str]:
    """Say which files of a folder are meant."""
    from multiplane.parsing.parser import Parser

    if kind is None and (form is not None or isinstance(model, Parser)):
        return ("conllu",)
    return (kind,) if kind else tuple(KINDS)
