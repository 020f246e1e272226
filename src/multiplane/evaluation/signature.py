"""A signature: what one has to know to get the same numbers again."""

from dataclasses import asdict, dataclass

from multiplane.version import __version__


@dataclass(frozen=True, slots=True)
class Signature:
    """How scores were computed; printed with every number.

    >>> print(Signature(punct="upos", labels="whole", seed=7, version="1.0"))
    punct:upos|labels:whole|bootstrap:no|randomized:no|seed:7|version:1.0
    """

    punct: str  # by what words are punctuation: "upos", "form", "upos+form"
    labels: str  # "whole", or "universal" for labels without subtypes
    bootstrap: int = 0  # trials
    randomized: int = 0  # trials
    seed: int = 1
    version: str = __version__

    def __str__(self) -> str:
        return "|".join(
            f"{key}:{'no' if value == 0 and key != 'seed' else value}"
            for key, value in asdict(self).items()
        )
