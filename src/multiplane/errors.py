"""The errors that Multiplane raises: one family, each message saying what to do next."""


def in_a_line(text: str) -> str:
    r"""Return a text that a terminal shows in one line, whatever names it quotes.

    >>> in_a_line("a\nb\x1b[31m")
    'a\\nb\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class MultiplaneError(Exception):
    """The parent of all errors that are about the user's input rather than about our code."""

    def __str__(self) -> str:
        return in_a_line(super().__str__())


class DefinitionError(MultiplaneError):
    """A transition system that cannot be."""


class NotPermitted(MultiplaneError):  # noqa: N818 - it says what happened
    """A transition was asked of a configuration that forbids it."""


class UnknownName(MultiplaneError):  # noqa: N818 - it says what happened
    """A system, class or option that does not exist; the message lists those that do."""


class FormatError(MultiplaneError):
    """Malformed input: which file, which line, what was found, what was expected."""

    def __init__(
        self, file: str, line: int, found: str, expected: str, *, whole: bool = False
    ) -> None:
        super().__init__(f"{file}:{line}: found {found}; expected {expected}")
        self.file, self.line, self.found, self.expected = file, line, found, expected
        self.whole = whole  # it is about the file, not only about a sentence of it

    def __reduce__(self) -> tuple[type["FormatError"], tuple[str, int, str, str], dict[str, bool]]:
        values = self.file, self.line, self.found, self.expected  # for other processes
        return FormatError, values, {"whole": self.whole}


def not_text(found: object) -> MultiplaneError:
    """Return the error of something else where a text is needed."""
    what = type(found).__name__
    if isinstance(found, bytes | bytearray):
        what += "; decode them first"
    several = isinstance(found, list | tuple | set | frozenset | dict)
    more = "; for several texts, use pipe" if several else ""
    return MultiplaneError(f"found {what}; expected a text (str) or a document (Doc){more}")


def missing_package(what: str, package: str, extra: str) -> MultiplaneError:
    """Return the error of a package that only some need; how to install it works anywhere."""
    return MultiplaneError(
        f"{what} the package {package}; install it with: pip install {package}"
        f" (or install Multiplane with its extra {extra})"
    )
