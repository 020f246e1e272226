"""The slow twin of `multiplane.machine.explore`, for browsers, where nothing is compiled."""

from functools import cached_property

from multiplane.calculus.derivation import Derivation
from multiplane.calculus.search import Search
from multiplane.calculus.system import System
from multiplane.errors import MultiplaneError
from multiplane.graph import Graph
from multiplane.machine.explore import graph_key

WORK = 400_000  # transitions tried: half a minute


class PlainSpace:
    """The reachable configurations, in breadth-first order."""

    def __init__(self, system: System, words: int) -> None:
        self.words = words
        self._search = Search(system, words, WORK)
        if not self._search.complete:
            raise MultiplaneError(
                f"{system} has too many configurations for {words} words on a page without a"
                " server; ask for fewer words, or use multiplane verify"
            )
        self._all = list(self._search.came_from)

    @cached_property
    def outputs(self) -> dict[int, int]:
        """The graphs of terminal configurations, as keys, and the first configuration of each."""
        found: dict[int, int] = {}
        for index, configuration in enumerate(self._all):
            if self._search.system.is_terminal(configuration):
                found.setdefault(graph_key(Graph(self.words, configuration.arcs)), index)
        return found

    def derivation(self, index: int) -> Derivation:
        """Return a shortest derivation of a configuration."""
        return self._search.derivation(self._all[index])
