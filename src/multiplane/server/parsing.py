"""The place for a trained model: what the playground asks of one."""

from collections.abc import Callable, Sequence
from typing import Protocol

from multiplane.calculus.system import System
from multiplane.conllu import Sentence


class Model(Protocol):
    """A model that parses plain text and scores transitions.

    The playground works without one; it then says so where a model is asked for.
    """

    name: str  # what the page calls it
    system: str  # whose transitions it scores

    def parse(self, text: str) -> str:
        """Return the sentences of a plain text, parsed, as CoNLL-U."""
        ...

    def scores(
        self, system: System, transitions: Sequence[str], sentence: Sentence
    ) -> dict[str, float]:
        """Return a score for each transition that is permitted after these; the highest is best.

        Names are those of the system, members of a family as ATTACH_LEFT(2).  A model of another
        system returns nothing.
        """
        ...


# Made in another process, so it is a function that can be pickled: not a lambda.  On Linux it is
# made once, and copied with its process: what no copy has (threads, a GPU) is for its first use.
ModelFactory = Callable[[], Model]
Factories = tuple[ModelFactory, ...]  # the first makes the default model
