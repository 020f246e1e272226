"""Read a system from text: a line for each transition, and a few settings.

    name = "arc-eager"
    SHIFT     = SH
    REDUCE    = RE       |  has_head(i)
    LEFT_ARC  = LA >> RE | ~has_head(i)
    RIGHT_ARC = RA >> SH

`start`, `final`, `source`, `prefer` and `short` are settings like `name`; other lower-case names
abbreviate places, guards or transitions.  Definitions with `System(…)`, as in Python, can be pasted
too.  No code is run.
"""

import ast
import re
import warnings
from collections.abc import Mapping
from typing import Any, TypeGuard

from multiplane.calculus import ROOT, WORDS, System
from multiplane.calculus.transition import Transition
from multiplane.errors import DefinitionError, UnknownName
from multiplane.nearest import choices
from multiplane.systems.terms import FUNCTIONS, NAMES, NotationError, Terms

MOST_TEXT = 10_000  # characters
MOST_TRANSITIONS = 40
MOST_WORDS = 12  # words that one transition may look at
TOO_DEEP = "the terms are nested too deeply"
SETTINGS = ("name", "source", "start", "final", "prefer", "short")
DERIVED = ("but", "restricted", "named")  # methods that make a system from another one
TRANSITION = re.compile(r"[A-Z][A-Z0-9_]*")
HYPHENS = re.compile(r"\s*([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)\s*=")


def read_system(text: str, wanted: str | None = None, *, name: str = "mine") -> System:
    r"""Return the system that a text defines; of several, the `wanted` one or the last.

    >>> from multiplane.systems.reader import read_system
    >>> list(read_system("SHIFT = SH\nLEFT_ARC = LA >> RE\nRIGHT_ARC = RA >> SH"))
    ['SHIFT', 'LEFT_ARC', 'RIGHT_ARC']
    """
    if len(text) > MOST_TEXT:
        raise NotationError(1, 1, f"{len(text):,} characters; a text has up to {MOST_TEXT:,}")
    try:
        systems = _Reader(text.replace("\r", "")).systems(name)
    except RecursionError:
        raise NotationError(1, 1, TOO_DEEP) from None
    if wanted is None:
        return list(systems.values())[-1]
    if wanted not in systems:
        raise UnknownName(f"unknown system {wanted!r}; {choices(wanted, systems)}")
    return systems[wanted]


def _parsed(text: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's syntax warnings do not apply
            return ast.parse(text)
    except SyntaxError as error:
        line, column = error.lineno or 1, error.offset or 1
        lines = text.split("\n")
        hyphens = HYPHENS.match(lines[line - 1]) if line <= len(lines) else None
        problem = f"{error.msg}; expected a line such as LEFT_ARC = LA >> RE | ~has_head(i)"
        if hyphens:
            problem = f"found {hyphens[1]}; expected {hyphens[1].replace('-', '_')}"
        raise NotationError(line, max(column, 1), problem) from None
    except (ValueError, MemoryError, RecursionError) as error:
        problem = "a character that is none" if isinstance(error, ValueError) else TOO_DEEP
        raise NotationError(1, 1, problem) from None


class _Reader:
    def __init__(self, text: str) -> None:
        self.terms = Terms(text)
        self.found: dict[str, System] = {}  # by System(…)
        self.settings: dict[str, Any] = {}
        self.transitions: dict[str, tuple[ast.expr, Transition]] = {}
        for statement in _parsed(text).body:
            self._take(statement)

    def systems(self, name: str) -> dict[str, System]:
        """Return the systems of the text by their names in it."""
        if self.transitions:
            whole = self._made(self.settings.pop("name", name), self.transitions, self.settings)
            self.found[whole.name] = whole
        if not self.found:
            raise NotationError(1, 1, "no transitions; write a line such as SHIFT = SH")
        return self.found

    def _take(self, statement: ast.stmt) -> None:
        match statement:
            case ast.ImportFrom(module="multiplane.calculus") | ast.Expr(value=ast.Constant()):
                return  # imports and docstrings of Python files
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._define(statement, name, value)
            case _:
                raise self.terms.error(statement, "expected a line such as SHIFT = SH")

    def _define(self, statement: ast.stmt, name: str, value: ast.expr) -> None:
        if (
            isinstance(value, ast.Tuple)
            and len(value.elts) == 1
            and name not in ("prefer", "short")
        ):
            value = value.elts[0]  # a trailing comma, left from arguments of System(…)
        if _is_system(value):
            self.found[name] = self._system(value)
        elif name in SETTINGS:
            self.settings[name] = self._setting(name, value)
        elif TRANSITION.fullmatch(name):
            if name in self.transitions:
                raise self.terms.error(statement, f"{name} is defined twice")
            self.transitions[name] = value, self.terms.expect(value, "a transition")
        elif name in FUNCTIONS or (name in NAMES and name not in ("i", "j")):
            raise self.terms.error(statement, f"{name} has its own meaning; take another name")
        else:
            self.terms.names[name] = self.terms.value(value)

    def _setting(self, name: str, value: ast.expr) -> Any:
        if name == "start":
            return self._start(value)
        if name == "final":
            return self.terms.expect(value, "a final condition")
        if name in ("prefer", "short"):
            return self._listed(value)
        text = self.terms.expect(value, "a text")
        if not text.isprintable() or len(text) > 500:
            raise self.terms.error(value, "expected a text on one line")
        return text

    def _listed(self, value: ast.expr) -> tuple[str, ...]:
        """Return names of transitions, given with or without quotes."""
        items = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
        names = [n.id if isinstance(n, ast.Name) else self.terms.expect(n, "a text") for n in items]
        return tuple(names)

    def _start(self, value: ast.expr) -> dict[Any, tuple[int | str, ...]]:
        if not isinstance(value, ast.Dict) or None in value.keys:
            raise self.terms.error(value, "found no stores; expected {σ: [], β: WORDS} or the like")
        start: dict[Any, tuple[int | str, ...]] = {}
        for key, parts in zip(value.keys, value.values, strict=True):
            assert key is not None
            start[self.terms.expect(key, "a store")] = self._contents(parts)
        together = [part for parts in start.values() for part in parts]
        if together.count(WORDS[0]) != 1 or together.count(ROOT) > 1:
            raise self.terms.error(
                value, "each word is in one store: expected WORDS once, ROOT at most"
            )
        return start

    def _contents(self, value: ast.expr) -> tuple[int | str, ...]:
        items = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
        contents: list[int | str] = []
        for item in items:
            match item.value if isinstance(item, ast.Starred) else item:
                case ast.Name(id="WORDS"):
                    contents += WORDS
                case ast.Name(id="ROOT") | ast.Constant(value=0):
                    contents.append(ROOT)
                case _:
                    raise self.terms.error(
                        item, "a store starts with ROOT, with WORDS, or with nothing"
                    )
        return tuple(contents)

    def _system(self, call: ast.Call) -> System:
        """Make a system from `System("name", …)`, or from another by but, restricted or named."""
        if len(call.args) != 1:
            raise self.terms.error(call, "expected the system's name, then its transitions by name")
        named = self._setting("name", call.args[0])
        settings: dict[str, Any] = {}
        parts: dict[str, tuple[ast.expr, Any]] = {}
        how = call.func.attr if isinstance(call.func, ast.Attribute) else "System"
        wanted = "a guard" if how == "restricted" else "a transition"
        for keyword in call.keywords:
            if keyword.arg is None or how == "named":
                raise self.terms.error(keyword, "expected no such argument")
            if keyword.arg in SETTINGS[1:] and how != "restricted":
                settings[keyword.arg] = self._setting(keyword.arg, keyword.value)
            elif not TRANSITION.fullmatch(keyword.arg):
                raise self.terms.error(keyword, "names of transitions have large letters: LEFT_ARC")
            elif how == "but" and isinstance(keyword.value, ast.Constant):
                parts[keyword.arg] = keyword.value, None  # left out
            else:
                parts[keyword.arg] = keyword.value, self.terms.expect(keyword.value, wanted)
        if not isinstance(call.func, ast.Attribute):
            return self._made(named, parts, settings)
        return self._derived(call, call.func, named, parts, settings)

    def _derived(
        self,
        call: ast.Call,
        func: ast.Attribute,
        named: str,
        parts: Mapping[str, tuple[ast.expr, Any]],
        settings: dict[str, Any],
    ) -> System:
        assert isinstance(func.value, ast.Name)
        old = self.found.get(func.value.id)
        if old is None:
            raise self.terms.error(call, f"there is no system {func.value.id} above")
        merged: dict[str, tuple[ast.expr, Any]] = {n: (call, t) for n, t in old.transitions}
        for name, (node, part) in parts.items():
            if func.attr == "restricted" and name not in merged:
                raise self.terms.error(node, f"{func.value.id} has no {name} to restrict")
            merged[name] = node, merged[name][1] | part if func.attr == "restricted" else part
        left = {name: both for name, both in merged.items() if both[1] is not None}
        inherited = {"start": dict(old.start), "final": old.final, "source": old.source}
        inherited |= {"prefer": old.prefer, "short": old.short}
        return self._made(named, left, inherited | settings)

    def _made(
        self, name: str, parts: Mapping[str, tuple[ast.expr, Any]], settings: dict[str, Any]
    ) -> System:
        """Make the system; errors give the line and column."""
        if not parts:
            raise NotationError(1, 1, f"{name}: a system needs at least one transition")
        first = next(iter(parts.values()))[0]
        if len(parts) > MOST_TRANSITIONS:
            raise self.terms.error(
                first, f"{len(parts)} transitions; expected up to {MOST_TRANSITIONS}"
            )
        for listed in (*settings.get("prefer", ()), *settings.get("short", ())):
            if listed not in parts:
                raise self.terms.error(
                    first, f"{listed} is preferred, but there is no such transition"
                )
        for alone, (node, transition) in parts.items():
            try:
                trial = System(name, {alone: transition}, **_without_preference(settings))
            except DefinitionError as error:
                raise self.terms.error(node, str(error).removeprefix(f"{name}: ")) from None
            if any(len(rule.words) > MOST_WORDS for rule in trial.rules(alone)):
                raise self.terms.error(node, f"{alone} looks at more than {MOST_WORDS} words")
        try:
            return System(name, {n: t for n, (_, t) in parts.items()}, **settings)
        except DefinitionError as error:
            raise self.terms.error(first, str(error).removeprefix(f"{name}: ")) from None


def _without_preference(settings: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in settings.items() if key in ("start", "final")}


def _is_system(value: ast.expr) -> TypeGuard[ast.Call]:
    if not isinstance(value, ast.Call):
        return False
    if isinstance(value.func, ast.Attribute):
        return value.func.attr in DERIVED and isinstance(value.func.value, ast.Name)
    return isinstance(value.func, ast.Name) and value.func.id == "System"
