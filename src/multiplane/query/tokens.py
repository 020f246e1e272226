"""The tokens of a query, each with its place, and errors that point there."""

import re
from typing import NamedTuple, NoReturn

from multiplane.errors import MultiplaneError

LONGEST = 2000  # characters of a query
_SHOWN = 24  # of what stands before a mistake

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
      | (?P<word>[\w:*]+)
      | (?P<sign>->>|->|<<-|<-|<<|<=|<|>=|>|==|=|!=|-|[()\[\],;.|])
      | (?P<end>$)
    )""",
    re.VERBOSE,
)


class QueryError(MultiplaneError):
    """A query that cannot be understood: where, what was found, what was expected."""

    def __init__(self, query: str, at: int, found: str, expected: str) -> None:
        before = query[max(at - _SHOWN, 0) : at]
        place = f' after "{"…" * (at > _SHOWN)}{before}"' if before.strip() else ""
        super().__init__(f"query, column {at + 1}: found {found}{place}; expected {expected}")
        self.at = at
        self.values = query, at, found, expected

    def __reduce__(self) -> tuple[type["QueryError"], tuple[str, int, str, str]]:
        return QueryError, self.values  # for other processes


class Token(NamedTuple):
    """A word, a number, a quoted text, a sign, or the end."""

    kind: str  # "word", "text", "sign", "end"
    value: str
    at: int
    whole: str  # as it was typed

    @property
    def is_number(self) -> bool:
        return self.kind == "word" and self.value.isascii() and self.value.isdecimal()

    @property
    def shown(self) -> str:
        """How a message names it."""
        return "the end" if self.kind == "end" else self.whole


def tokens(query: str) -> list[Token]:
    """Cut a query into tokens; the last one is the end."""
    if len(query) > LONGEST:
        raise QueryError(query, LONGEST, "more", f"at most {LONGEST} characters")
    found: list[Token] = []
    at = 0
    while not found or found[-1].kind != "end":
        match = _TOKEN.match(query, at)
        if not match:
            fail(query, at)
        kind = match.lastgroup or "end"
        value = match[kind]
        start, at = match.start(kind), match.end()
        text = re.sub(r"\\(.)", r"\1", value[1:-1]) if kind == "text" else value
        found.append(Token(kind, text, start, value))
    return found


def fail(query: str, at: int) -> NoReturn:
    """Complain of a character that begins no token."""
    at += len(query[at:]) - len(query[at:].lstrip())
    if query[at] in "\"'":
        raise QueryError(query, at, f"{query[at]} without its end", f"another {query[at]}")
    expected = 'names, numbers, signs such as -> and [ ], or texts in "quotes"'
    shown = query[at] if query[at].isprintable() else ascii(query[at])[1:-1]
    raise QueryError(query, at, shown, expected)
