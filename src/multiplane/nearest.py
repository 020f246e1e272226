"""Suggestions for unknown names."""

from collections.abc import Iterable

LIKENESS = 0.65  # of two names, from 0 to 1, for one to be proposed for the other


def nearest(name: object, known: Iterable[str]) -> str | None:
    """Return the known name most like another, if one is.

    >>> nearest("arceager", ["arc-eager", "swap"]), nearest("x", ["swap"])
    ('arc-eager', None)
    """
    from difflib import SequenceMatcher  # which nobody needs who makes no mistakes

    wrong = SequenceMatcher(b=str(name).casefold())

    def likeness(other: str) -> float:
        wrong.set_seq1(other.casefold())
        return wrong.ratio()

    found = max(known, key=likeness, default=None)
    return found if found is not None and likeness(found) >= LIKENESS else None


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return a question that goes before other advice, or nothing.

    >>> did_you_mean("swop", ["arc-eager", "swap"])
    'did you mean swap? '
    """
    found = nearest(name, known)
    return f"did you mean {found}? " if found else ""


def choices(name: object, known: Iterable[str]) -> str:
    """Say what there is instead of a name, beginning with the one most like it.

    >>> choices("swop", ["arc-eager", "swap"])
    'did you mean swap? choose from arc-eager, swap'
    """
    names = list(known)
    return f"{did_you_mean(name, names)}choose from {', '.join(names)}"
