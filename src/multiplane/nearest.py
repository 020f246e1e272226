"""What somebody may have meant by a name that does not exist."""

from collections.abc import Iterable
from difflib import get_close_matches

LIKENESS = 0.6  # of two names, from 0 to 1, for one to be proposed for the other


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like another, if one is.

    >>> nearest("arceager", ["arc-eager", "swap"]), nearest("x", ["swap"])
    ('arc-eager', None)
    """
    names = {other.casefold(): other for other in known}
    found = get_close_matches(name.casefold(), names, 1, LIKENESS)
    return names[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a question that goes before the list of all names, or nothing.

    >>> did_you_mean("swop", ["arc-eager", "swap"])
    'did you mean swap? '
    """
    found = nearest(name, known)
    return f"did you mean {found}? " if found else ""
