"""What is known of one option: its name, kind and default, its help, and who uses it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from multiplane.training.kinds import Kind


@dataclass(frozen=True, slots=True)
class Option:
    """An option of training.

    In the help, names of other options stand in backticks.  What happens where the default is None
    is told there, too.
    """

    name: str
    default: Any
    kind: Kind
    section: str  # of the command's help
    help: str
    learners: tuple[str, ...]  # that use it, the others pass over it; none: all do
    with_graphs: bool  # does it go with `graphs`?

    def check(self, value: Any) -> None:
        """Refuse a value that is not of its kind."""
        if not (self.default is None and _is_open(value)):
            self.kind.check(self.name, value)

    def is_given(self, value: Any) -> bool:
        """Does the value differ from the default?"""
        return not _is_open(value) and bool(value != self.default)

    def helped(self, spell: Callable[[str], str] = lambda name: f"`{name}`") -> str:
        """Return the help, in which other options are named as `spell` spells them."""
        text = re.sub(r"`(\w+)`", lambda match: spell(match[1]), self.help)
        return f"{text}  Used by {' and '.join(self.learners)}." if self.learners else text


def about(
    kind: Kind,
    section: str,
    text: str,
    *,
    learners: tuple[str, ...] = (),
    with_graphs: bool = True,
) -> dict[str, Any]:
    """Return the metadata of a field: all of an option but its name and its default."""
    return {
        "kind": kind,
        "section": section,
        "help": text,
        "learners": learners,
        "with_graphs": with_graphs,
    }


def _is_open(value: object) -> bool:
    """Is it left to the default?  TOML has no None; an empty text says the same there."""
    return value is None or value == ""
