"""Jobs of `multiplane parse`: inputs that are parsed one after the other, each to its output."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from multiplane.cli.console import say
from multiplane.cli.inputs import KINDS, Input
from multiplane.cli.outputs import Job
from multiplane.cli.progress import progress
from multiplane.cli.streams import unwritten
from multiplane.cli.suffixes import bare
from multiplane.cli.unreadable import Unreadable
from multiplane.errors import FormatError, MultiplaneError
from multiplane.formats.sink import Sink, sink
from multiplane.parsing.limits import warning
from multiplane.parsing.parser import Parser
from multiplane.parsing.stream import Follower, Report, parse_file
from multiplane.pipeline.stream import annotate_file

if TYPE_CHECKING:
    from multiplane.pipeline.pipeline import Pipeline

NO_TAGGER = (
    "this model is a parser without a tagger and needs tagged CoNLL-U; for plain text, use a"
    " pipeline such as --model en"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What inputs are taken for, and how they are parsed; `text` is parsed instead of them."""

    model: "Parser | Pipeline"
    text: str | None
    kind: str | None
    form: str | None
    on_error: str
    one_root: bool | None
    max_words: int | None
    workers: int

    @property
    def parser(self) -> Parser:
        return self.model if isinstance(self.model, Parser) else self.model.parser

    def parsed(
        self, given: Input, target: Sink, follower: Follower, *, alone: bool, number: int
    ) -> Report:
        """Parse one input, which is the only one of its output or one of several."""
        model, into = self.model, cast("IO[bytes]", target)
        kind = "text" if self.text is not None else kind_of(given, self.kind)
        source = given.place if self.text is None else StringIO(self.text)
        if isinstance(model, Parser):
            if kind == "text":
                raise MultiplaneError(NO_TAGGER)
        elif kind != "conllu" and self.form is None:
            target.begin(given.name, new=not alone)
            return annotate_file(
                model,
                source,
                into,
                one_root=self.one_root,
                workers=self.workers,
                max_words=self.max_words,
                number=number,
                locate=target.locate,
                follower=follower,
            )
        target.begin(given.name, new=False)
        try:
            return parse_file(
                model,
                source,
                into,
                one_root=self.one_root,
                workers=self.workers,
                format=self.form,
                on_error=self.on_error,
                max_words=self.max_words,
                follower=follower,
            )
        except FormatError as error:
            if isinstance(model, Parser) and _seems_text(error):
                raise MultiplaneError(f"{error}; {NO_TAGGER}") from error
            raise


def _seems_text(error: FormatError) -> bool:
    """Is the first line of a file a single column?  Then this is hardly a treebank."""
    return (error.line, error.found) == (1, "1 column")


def kind_of(given: Input, kind: str | None) -> str | None:
    """Say what an input is, if its name does; None leaves it to the model."""
    return kind or ("conllu" if bare(given.place).suffix in KINDS["conllu"] else None)


def done(
    work: Sequence[Job], to: str, output: str, reading: Reading, unreadable: Unreadable
) -> Report:
    """Write all outputs, each whole or not at all."""
    total = Report()
    size = sum(each.size for job in work for each in job.inputs)
    begun = 0
    expect = partial(announce, reading.parser)
    place = output  # what an error without a name is about
    try:
        with progress("bytes", size, output) as advance:

            def further(done: int) -> None:
                advance(begun + done)

            for place, given in work:
                if len(work) > 1 or place != output:
                    Path(place).parent.mkdir(parents=True, exist_ok=True)
                before = total.sentences
                alone = len(given) == 1
                with ExitStack() as stack:
                    if alone:  # what cannot be read has no output
                        stack.enter_context(unreadable.passed_over(given[0].place, Report()))
                    target = stack.enter_context(sink(to, place))
                    for each in given:
                        follower = Follower(further, expect)
                        over = unreadable.passed_over(each.place, follower.report)
                        number = total.sentences - before + 1
                        with nullcontext() if alone else over:
                            reading.parsed(each, target, follower, alone=alone, number=number)
                        total.add(follower.report)
                        begun += each.size
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise unwritten(error, place) from error
    return total


def announce(parser: Parser, place: str, words: int) -> None:
    """On a terminal, say that a sentence will take long."""
    if sys.stderr.isatty() and (reason := warning(parser, words)):
        say(f"{place}: {words:,} words; {reason}; --max-words leaves such sentences unparsed")
