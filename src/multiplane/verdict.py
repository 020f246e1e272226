"""A verdict: an answer with its reason and, where there is one, its certificate."""

from dataclasses import dataclass
from html import escape
from typing import Any

from multiplane.html_table import html_table

MARKS = {True: "✓", False: "✗", None: "?"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Does a property hold?  Yes, no, or undecided (`None`); why; and what shows it.

    The witness is whatever can be checked by itself: a crossing pair of arcs, a cycle, a
    derivation.  A verdict is true in a condition only if the property was shown to hold.
    """

    holds: bool | None
    because: str
    witness: Any = None

    def __bool__(self) -> bool:
        return self.holds is True

    def _repr_html_(self) -> str:  # what notebooks ask for
        return f"{MARKS[self.holds]} {escape(self.because)}"


class Verdicts(dict[str, Verdict]):
    """Verdicts by property; notebooks show them as a table."""

    def _repr_html_(self) -> str:
        rows = (
            (escape(name.replace("_", " ")), MARKS[verdict.holds], escape(verdict.because))
            for name, verdict in self.items()
        )
        return html_table((), rows)
