"""Inputs that cannot be read, among others: the end, or skipped with `--on-error skip`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from multiplane.cli.damage import LISTED
from multiplane.compressed import Damaged, name_of
from multiplane.counted import counted
from multiplane.errors import FormatError, MultiplaneError, in_a_line

if TYPE_CHECKING:
    from multiplane.parsing.stream import Report

ADVICE = "; use --on-error skip to skip such files"


@dataclass
class Unreadable:
    """What to do at a file that is no text, is damaged or cannot be opened, and those met so far.

    If there is only one input, there is nothing to go on with: its error is that of the command.
    """

    inputs: int
    skip: bool
    met: list[str] = field(default_factory=list)

    @contextmanager
    def passed_over(self, place: str, report: "Report") -> Iterator[None]:
        """Go on after what cannot be read; a report says how much of it was written before."""
        try:
            yield
        except (FormatError, Damaged, OSError) as error:
            if self.inputs == 1 or not _is_of_file(error, place):
                raise
            said = f"{place}: {error.strerror}" if isinstance(error, OSError) else str(error)
            message = in_a_line(said)
            if not self.skip:
                raise MultiplaneError(message + ADVICE) from None
            if report.sentences:
                message += f"; parsed only {counted(report.sentences, 'sentence')} before that"
            elif isinstance(error, Damaged) or isinstance(error.__cause__, Damaged):
                message += "; nothing of it was parsed"
            else:
                message += "; skipped"
            self.met.append(message)

    def report(self) -> None:
        """Name the first few, even with --quiet, and say how many there were, as an error.

        All other outputs are written by now, but that is not all that was asked for.
        """
        for message in self.met[:LISTED]:
            print(f"multiplane: {message}", file=sys.stderr)
        if self.met:
            raise MultiplaneError(
                f"{len(self.met):,} of {counted(self.inputs, 'file')} could not be parsed"
            )


def _is_of_file(error: Exception, place: str) -> bool:
    """Tell a bad file from a bad sentence, and from an output that cannot be written."""
    if isinstance(error, OSError):
        return bool(error.filename == name_of(place))
    return not isinstance(error, FormatError) or error.whole
