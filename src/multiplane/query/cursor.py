"""The tokens of a query, read from left to right, and errors that say what was expected."""

from collections.abc import Iterable
from typing import NoReturn

from multiplane.nearest import did_you_mean
from multiplane.query.tokens import QueryError, Token, tokens

MOST_TOKENS = 400


class Cursor:
    """A query, and how far it is read."""

    def __init__(self, query: str) -> None:
        self.query = query
        self.tokens = tokens(query)
        if len(self.tokens) > MOST_TOKENS:
            far = self.tokens[MOST_TOKENS]
            raise self.error(far.at, "more", f"at most {MOST_TOKENS} names and signs")
        self.k = 0

    @property
    def now(self) -> Token:
        return self.tokens[self.k]

    @property
    def next(self) -> Token:
        return self.tokens[self.k + 1]

    def take(self) -> Token:
        self.k += 1
        return self.tokens[self.k - 1]

    def sign(self, *signs: str) -> str | None:
        """Take one of these signs, if it is the next token."""
        if self.now.kind == "sign" and self.now.value in signs:
            return self.take().value
        return None

    def keyword(self, word: str) -> bool:
        if self.now.kind == "word" and self.now.value == word:
            self.take()
            return True
        return False

    def need(self, sign: str, expected: str = "") -> None:
        if not self.sign(sign):
            self.fail(self.now, expected or sign)

    def fail(self, token: Token, expected: str) -> NoReturn:
        raise self.error(token.at, token.shown, expected)

    def error(self, at: int, found: str, expected: str) -> QueryError:
        return QueryError(self.query, at, found, expected)

    def unknown(self, token: Token, names: Iterable[str], what: str, hint: str = "") -> NoReturn:
        known = list(names)
        guess = did_you_mean(token.value, known)
        expected = f"{what}; {guess}choose from {', '.join(known)}{hint}"
        raise self.error(token.at, token.shown, expected)
