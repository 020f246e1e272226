"""Plain text in LaTeX."""

import re

_ESCAPES = {char: rf"\{char}" for char in "{}&%$#_"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}


def escaped(text: str) -> str:
    r"""Write a text so that LaTeX shows it as it is.

    >>> print(escaped("50 % of a_b"))
    50 \% of a\_b
    """
    text = re.sub(r"[\\{}&%$#_^~]", lambda match: _ESCAPES[match[0]], text)
    return text.replace("–", "--")
