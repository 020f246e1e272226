"""Plain text in LaTeX."""

import re

_ESCAPES = {char: rf"\{char}" for char in "{}&%$#_"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",  # some fonts have other signs in the places of these three
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",  # not the option of the command before it, as after a line of a table
    "]": "{]}",
    "*": "{*}",  # nor a variant of it
    "–": "--",
}
_SPECIAL = re.compile("--+|" + "|".join(map(re.escape, _ESCAPES)))


def escaped(text: str) -> str:
    r"""Write a text so that LaTeX shows it as it is.

    >>> print(escaped("50 % of a_b -- [c]"))
    50 \% of a\_b -{}- {[}c{]}
    """
    # Hyphens would become a dash.
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0]) or "{}".join(found[0]), text)
