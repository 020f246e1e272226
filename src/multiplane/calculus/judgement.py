"""What is known about a system from its value, computed once: its print and its verdicts."""

from collections.abc import Mapping
from dataclasses import dataclass

from multiplane.calculus import verdicts as properties
from multiplane.calculus.notation import printed
from multiplane.calculus.printed import PrintedSystem
from multiplane.calculus.system import System
from multiplane.remembered import by_system
from multiplane.verdict import MARKS, Verdict

__all__ = ["MARKS", "Judgement", "judgement"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A system in print, with decompositions, and its properties with reasons and witnesses.

    It leaves out where the system was published, because equal systems share a judgement.
    """

    printed: PrintedSystem
    divisible: Verdict
    planes: Verdict  # the witness is their number
    verdicts: Mapping[str, Verdict]  # by the names of VERDICTS

    @property
    def all_verdicts(self) -> dict[str, Verdict]:
        return {"divisible": self.divisible, "planes": self.planes, **self.verdicts}

    @property
    def marks(self) -> dict[str, str]:
        """A mark for each property; for planes, their number."""
        marks = {name: MARKS[verdict.holds] for name, verdict in self.all_verdicts.items()}
        return marks | {"planes": str(self.planes.witness or "–")}


@by_system
def judgement(system: System) -> Judgement:
    """Judge all properties of a system; the first call for it may take a second."""
    return Judgement(
        printed=printed(system),
        divisible=properties.divisible(system),
        planes=properties.planes(system),
        verdicts=properties.verdicts(system),
    )
