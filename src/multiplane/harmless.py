"""Escapes untrusted text for terminals."""

from unicodedata import category

PICTURES = 0x2400  # ␀, ␁, …: one for each of the first control characters


def harmless(text: str) -> str:
    r"""Return a text with pictures of control characters, which a terminal would obey.

    Other invisible characters stay: words of some languages need them.

    >>> harmless("a\x1b[31m\x9b"), harmless("می\u200cروم") == "می\u200cروم"
    ('a␛[31m�', True)
    """
    if text.isprintable():
        return text
    return "".join(_harmless(char) for char in text)


def _harmless(char: str) -> str:
    if category(char) not in ("Cc", "Cs"):
        return char
    return chr(PICTURES + ord(char)) if char < " " else "\N{REPLACEMENT CHARACTER}"
