"""A stand-in for a trained model, found by worker processes under this name."""

from multiplane.calculus.derivation import Derivation
from multiplane.server import workplace


class Alphabetical:
    """Every word hangs from the one before it; transitions are best in alphabetical order."""

    name = "alphabetical"
    system = "arc-eager"

    def parse(self, text):
        rows = [
            f"{d}\t{form}\t_\tX\t_\t_\t{d - 1}\tdep\t_\t_" for d, form in enumerate(text.split(), 1)
        ]
        return "\n".join([*rows, "", ""])

    def scores(self, system, transitions, sentence):
        here = Derivation(system, sentence.words, tuple(transitions))
        return {name: -float(rank) for rank, name in enumerate(sorted(here.permitted))}


def alphabetical():
    return Alphabetical()


def noted(path):
    """A model; a byte is added to a file each time that it is loaded."""
    with open(path, "ab") as file:  # noqa: PTH123 - to be appended to
        file.write(b".")
    return Alphabetical()


def missing(path):
    """A model that cannot be loaded."""
    noted(path)
    raise SystemExit(1)


def loaded():
    """Is there a model in this process?"""
    return bool(workplace.models)
