"""The terms of the calculus in text: Python's syntax, walked as data and never run.

Only what is in the tables below exists, so texts from untrusted sources are safe.  Numbers and
lengths are limited, so that a short text cannot cause endless work.
"""

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from multiplane import calculus
from multiplane.calculus import (
    Address,
    Final,
    Guard,
    Index,
    Literal,
    Store,
    Transition,
    stack,
    β,
    λ1,
    λ2,
    σ,
)
from multiplane.calculus.vocabulary import CONDITIONS, NUMBER, PLACE, STEPS, STORE, TOP
from multiplane.errors import DefinitionError

MOST_NUMBER = 20  # for depths, exponents and the like
MOST_STEPS = 60  # of one transition


class NotationError(DefinitionError):
    """An error in a text: its line and column, and what to write instead."""

    def __init__(self, line: int, column: int, problem: str) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.line, self.column, self.problem = line, column, problem

    def __reduce__(self) -> tuple[type["NotationError"], tuple[int, int, str]]:
        return NotationError, (self.line, self.column, self.problem)  # for other processes


KINDS: dict[str, tuple[type, ...]] = {
    STORE: (Store,),
    PLACE: (Address,),
    TOP: (Store, Address),
    "a transition": (Transition,),
    "a condition": (Literal,),
    "a guard": (Literal, Guard),
    "a final condition": (Final,),
    "an index": (Index,),
    NUMBER: (int,),
    "a number or an index": (int, Index),
    "a text": (str,),
}


def kind(value: object) -> str:
    """Return the kind of a value, for messages."""
    return next((name for name, types in KINDS.items() if isinstance(value, types)), "a list")


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the notation, and the kinds of its arguments."""

    make: Callable[..., Any]
    takes: tuple[str, ...]
    any_number: bool = False  # may it take any number of arguments of that kind?


FUNCTIONS = {
    **{
        word.name: Function(getattr(calculus, word.name), word.takes, word.any_number)
        for word in (*STEPS.values(), *CONDITIONS.values())
    },
    "empty": Function(calculus.empty, (STORE,)),
    "single": Function(calculus.single, (STORE,)),
    "stack": Function(lambda number: stack(max(number, 1)), (NUMBER,)),
}
STORES = {store.name: store for store in (σ, *map(stack, range(2, 10)), β, λ1, λ2)}
PLAIN = {"σ": "sigma", "β": "beta", "λ": "lambda"}  # for keyboards without Greek
NAMES: dict[str, Any] = {
    **{name: getattr(calculus, name) for name in ("SH", "UN", "RE", "LA", "RA", "i", "j", "m")},
    **STORES,
    **{PLAIN[name[0]] + name[1:]: store for name, store in STORES.items()},
}
OPERATORS: dict[
    type[ast.operator], tuple[str, Callable[[Any, Any], Any], list[tuple[str, str]]]
] = {
    ast.RShift: (">>", operator.rshift, [("a transition", "a transition")]),
    ast.BitOr: ("|", operator.or_, [("a transition", "a guard")]),
    ast.BitAnd: (
        "&",
        operator.and_,
        [("a guard", "a guard"), ("a final condition", "a final condition")],
    ),
    ast.Pow: ("**", operator.pow, [("a transition", "a number or an index")]),
    ast.Add: ("+", operator.add, [("an index", "a number")]),
    ast.Sub: ("-", operator.sub, [("an index", "a number")]),
}
INSTEAD: dict[type[ast.AST], str] = {
    ast.BoolOp: "write & for and; there is no or: write two transitions",
    ast.Not: "write ~ for not",
    ast.Compare: "write >> for first this, then that",
    ast.Lambda: "write lambda1 or λ1 for the list",
    ast.Attribute: "a dot means nothing here",
}


class Terms:
    """The terms of one text, with the names that it has defined so far."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.names = dict(NAMES)

    def error(self, node: ast.expr | ast.stmt | ast.keyword, problem: str) -> NotationError:
        """Return an error with the line and column of a node."""
        line = self.lines[node.lineno - 1].encode()
        column = len(line[: node.col_offset].decode(errors="replace")) + 1  # col_offset is in bytes
        return NotationError(node.lineno, column, problem)

    def expect(self, node: ast.expr, wanted: str) -> Any:
        """Return the value of a term, which must be of the `wanted` kind."""
        value = self.value(node)
        if not isinstance(value, KINDS[wanted]):
            raise self.error(node, f"found {kind(value)}; expected {wanted}")
        return value

    def value(self, node: ast.expr) -> Any:
        """Return the value of a term."""
        match node:
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.Constant(value=bool(truth)):
                raise self.error(node, f"found {truth}; a guard is a condition such as has_head(i)")
            case ast.Constant(value=int(number)):
                if number > MOST_NUMBER:
                    raise self.error(node, f"found {number}; numbers go up to {MOST_NUMBER}")
                return number
            case ast.Constant(value=str(text)):
                return text
            case ast.Subscript():
                store: Store = self.expect(node.value, STORE)
                return store[self.expect(node.slice, NUMBER)]
            case ast.UnaryOp(op=ast.Invert()):
                return ~self.expect(node.operand, "a condition")
            case ast.BinOp():
                return self._joined(node)
            case ast.Call(func=ast.Name(id=name)):
                return self._called(node, name)
        culprit = node.op if isinstance(node, ast.UnaryOp) else node
        advice = INSTEAD.get(type(culprit), "see the calculus for what can be written")
        raise self.error(node, f"this is not part of the notation; {advice}")

    def _named(self, node: ast.expr, name: str) -> Any:
        if name in self.names:
            return self.names[name]
        if name in FUNCTIONS:
            raise self.error(
                node, f"{name} takes {', '.join(FUNCTIONS[name].takes)}, in parentheses"
            )
        stores = ("σ", "σ2", "…", "β", "λ1", "λ2")  # a selection of those in NAMES
        known = [own for own in self.names if NAMES.get(own) not in STORES.values()]
        raise self.error(node, f"unknown name {name}; choose from {', '.join((*known, *stores))}")

    def _joined(self, node: ast.BinOp) -> Any:
        if type(node.op) not in OPERATORS:
            raise self.error(
                node, "this operator is not part of the notation; choose from >> | & ~ **"
            )
        sign, join, patterns = OPERATORS[type(node.op)]
        left, right = self.value(node.left), self.value(node.right)
        for one, other in patterns:
            if isinstance(left, KINDS[one]) and isinstance(right, KINDS[other]):
                return self._checked(node, lambda: join(left, right))
        wanted = " or ".join(f"{one} {sign} {other}" for one, other in patterns)
        raise self.error(node, f"found {kind(left)} {sign} {kind(right)}; expected {wanted}")

    def _called(self, node: ast.Call, name: str) -> Any:
        function = FUNCTIONS.get(name)
        if function is None:
            raise self.error(node, f"unknown name {name}; choose from {', '.join(FUNCTIONS)}")
        count = len(node.args) if function.any_number else len(function.takes)
        if node.keywords or len(node.args) != count:
            raise self.error(node, f"{name} takes {', '.join(function.takes)}")
        kinds = function.takes * count if function.any_number else function.takes
        values = [self.expect(a, wanted) for a, wanted in zip(node.args, kinds, strict=True)]
        return self._checked(node, lambda: function.make(*values))

    def _checked(self, node: ast.expr, make: Callable[[], Any]) -> Any:
        """Make a value; errors of the calculus get a line and column."""
        try:
            value = make()
        except DefinitionError as error:
            raise self.error(node, str(error)) from None
        if isinstance(value, Transition) and len(value.steps) > MOST_STEPS:
            raise self.error(node, f"{len(value.steps)} steps; a transition has up to {MOST_STEPS}")
        if isinstance(value, Index) and abs(value.shift) > MOST_NUMBER:
            raise self.error(node, f"numbers go up to {MOST_NUMBER}")
        return value
