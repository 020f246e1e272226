"""The errors that Multiplane raises: one family, each message saying what to do next."""


class MultiplaneError(Exception):
    """The parent of all errors that are about the user's input rather than about our code."""


class DefinitionError(MultiplaneError):
    """A transition system that cannot be."""


class NotPermitted(MultiplaneError):  # noqa: N818 - it says what happened
    """A transition was asked of a configuration that forbids it."""


class UnknownName(MultiplaneError):  # noqa: N818 - it says what happened
    """A system, class or option that does not exist; the message lists those that do."""


class NotText(MultiplaneError):  # noqa: N818 - it says what was found
    """Something else where a text is needed."""

    def __init__(self, found: object) -> None:
        kind = type(found).__name__
        what = "bytes; decode them first" if isinstance(found, bytes | bytearray) else kind
        several = isinstance(found, list | tuple | set | frozenset | dict)
        more = "; for several texts, use pipe" if several else ""
        super().__init__(f"found {what}; expected a text (str) or a document (Doc){more}")


class FormatError(MultiplaneError):
    """Malformed input: which file, which line, what was found, what was expected."""

    def __init__(self, file: str, line: int, found: str, expected: str) -> None:
        super().__init__(f"{file}:{line}: found {found}; expected {expected}")
        self.file, self.line, self.found, self.expected = file, line, found, expected

    def __reduce__(self) -> tuple[type["FormatError"], tuple[str, int, str, str]]:
        return FormatError, (self.file, self.line, self.found, self.expected)  # for other processes
