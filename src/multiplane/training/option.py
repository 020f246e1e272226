"""One option of training: its name, kind, default and help, and the learners that use it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from multiplane.training.kinds import Kind


@dataclass(frozen=True, slots=True)
class Option:
    """An option of training.

    The help has names of other options in backticks, and says what a default of None means.
    """

    name: str
    default: Any
    kind: Kind
    section: str  # of the command's help
    help: str
    learners: tuple[str, ...]  # that use it; empty: all do
    with_graphs: bool  # can it be combined with `graphs`?

    def check(self, value: Any) -> None:
        """Raise an error if the value is not of its kind."""
        if not (self.default is None and _is_open(value)):
            self.kind.check(self.name, value)

    def is_given(self, value: Any) -> bool:
        """Does the value differ from the default?"""
        return not _is_open(value) and bool(value != self.default)

    def helped(self, spell: Callable[[str], str] = lambda name: f"`{name}`") -> str:
        """Return the help; `spell` writes the names of other options."""
        text = re.sub(r"`(\w+)`", lambda match: spell(match[1]), self.help)
        return f"{text}  Used by {self.users}." if self.learners else text

    @property
    def users(self) -> str:
        """The learners that use it, as a text."""
        *others, last = self.learners
        return f"{', '.join(others)} and {last}" if others else last


def option(
    default: Any,
    kind: Kind,
    section: str,
    text: str,
    *,
    learners: tuple[str, ...] = (),
    with_graphs: bool = True,
) -> Any:
    """Return a field of a dataclass that describes an option: everything but its name."""
    about = {
        "kind": kind,
        "section": section,
        "help": text,
        "learners": learners,
        "with_graphs": with_graphs,
    }
    return field(default=default, metadata=about)


def _is_open(value: object) -> bool:
    """Is the value None, or an empty string, which stands for None in TOML?"""
    return value is None or value == ""
