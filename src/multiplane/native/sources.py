"""The source that compiled code depends on: its file, and every file of the package it imports.

Files are read, not run.  Code compiled for values of some class also depends on the file of that
class, and on the implementations that files register for it, as in `@score.on(Votes)` (see
`bytype`).
"""

import ast
import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from multiplane.drafts import whole

REMEMBERED = 800  # files whose readings are cached
ITSELF = "."


class Reading(NamedTuple):
    """A file's references to other files of the package, ready for JSON."""

    imports: list[list[str]]  # a module, and a name in it that may be a module itself
    # Implementations that it registers: the module of the function, and the module of the class it
    # is registered for, or "" if unknown.
    extensions: list[list[str]]

    @classmethod
    def of(cls, text: bytes, package: str) -> "Reading":
        """Read the source of a file."""
        tree = ast.parse(text)
        names = [
            (name, origin)
            for name, origin in _origins(tree)
            if any(module.partition(".")[0] == package for module in origin)
        ]
        imports = {origin for _, origin in names}
        extensions = set(_extensions(tree, dict(names)))
        return cls(*(sorted(map(list, found)) for found in (imports, extensions)))


def _is_reading(value: object) -> bool:
    """Can this, read from JSON, be the contents of a `Reading`?"""
    if not (isinstance(value, list) and len(value) == len(Reading._fields)):
        return False
    if not all(isinstance(pairs, list) for pairs in value):
        return False
    return all(
        isinstance(pair, list) and [type(text) for text in pair] == [str, str]
        for pairs in value
        for pair in pairs
    )


class Sources:
    """The present source of a package, and the dependencies between its files."""

    def __init__(self, package: Path, memory: Path) -> None:
        self.package, self.memory = package, memory
        self.texts: dict[str, bytes] = {}
        self.packages: set[str] = set()  # modules that are packages
        for folder, name, file in _files(package):
            self.texts[f"{folder}.{name}" if name != "__init__" else folder] = file.read_bytes()
            self.packages.add(folder)
        self.digests = {name: _digest(text) for name, text in self.texts.items()}
        self.readings: dict[str, Any] = {}  # contents of `Reading`, by digest
        self.imports: dict[str, list[str]] = {}
        self.closures: dict[str, set[str]] = {}
        with suppress(OSError, ValueError):  # missing or damaged
            found = json.loads(memory.read_bytes())
            if isinstance(found, dict) and all(map(_is_reading, found.values())):
                self.readings = found
        self.remembered = len(self.readings)

    def name_of(self, file: Path) -> str:
        """Return the module name of a file of the package."""
        parts = file.relative_to(self.package.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def key(self, file: Path, classes: Collection[str] = ()) -> str:
        """Hash the source that a file's code, compiled for classes of these modules, depends on."""
        if file.is_relative_to(self.package):
            own, names = "", [self.name_of(file)]
        else:
            text = b""  # without a file, as in a notebook, Numba hashes the function itself
            with suppress(OSError):
                text = file.read_bytes()
            own = _digest(text)
            names = self._modules(self._reading(text, own))
        needed = sorted(self.needed([*names, *classes]))
        self._remember()
        return _digest("\n".join([own, *needed, *map(self.digests.get, needed)]).encode())[:16]  # type: ignore[list-item]

    def needed(self, names: Iterable[str]) -> set[str]:
        """Return the modules of these names and all that they depend on."""
        found = set[str]().union(*map(self._closure, names))
        grown = -1
        while len(found) != grown:
            grown = len(found)
            for function, kind, name in self._extensions:
                # A package may import the class from any of its files.
                known = kind in self.texts and kind not in self.packages
                if function in found and (kind in found or not known):
                    found |= self._closure(name)
        return found

    def _closure(self, name: str) -> set[str]:
        """Return a module and all that it imports, directly or indirectly."""
        if name not in self.closures:
            found: set[str] = set()
            names = {name} & self.texts.keys()
            while names:
                found |= names
                names = set[str]().union(*map(self._imports, names)) - found
            self.closures[name] = found
        return self.closures[name]

    def _imports(self, name: str) -> list[str]:
        if name not in self.imports:
            reading = self._reading(self.texts[name], self.digests[name])
            self.imports[name] = self._modules(reading)
        return self.imports[name]

    def _modules(self, reading: Reading) -> list[str]:
        """Return the modules of the package that are imported."""
        names = (name if name in self.texts else module for module, name in reading.imports)
        return [name for name in names if name in self.texts]

    @cached_property
    def _extensions(self) -> list[tuple[str, str, str]]:
        """All implementations: the modules of the function, its class, and its registration."""
        return [
            (function, name if kind == ITSELF else kind, name)
            for name, text in self.texts.items()
            if b".on(" in text
            for function, kind in self._reading(text, self.digests[name]).extensions
        ]

    def _reading(self, text: bytes, digest: str) -> Reading:
        if digest not in self.readings:
            self.readings[digest] = Reading.of(text, self.package.name)
        return Reading(*self.readings[digest])

    def _remember(self) -> None:
        """Cache what was read, since parsing source is slow."""
        if len(self.readings) == self.remembered:
            return
        newest = dict(list(self.readings.items())[-REMEMBERED:])
        with suppress(OSError), whole(self.memory, durable=False) as file:
            file.write(json.dumps(newest).encode())
        self.remembered = len(self.readings)


def _files(package: Path) -> Iterator[tuple[str, str, Path]]:
    """Yield the files of a package, with the names of their package and module."""
    for folder, _, names in os.walk(package):
        place = Path(folder)
        module = ".".join(place.relative_to(package.parent).parts)
        for name in names:
            if name.endswith(".py"):
                yield module, name.removesuffix(".py"), place / name


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _origins(tree: ast.AST) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each imported name, the module that it is from, and what may be a module itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                module = node.module or ""
                yield one.asname or one.name, (module, f"{module}.{one.name}")
        elif isinstance(node, ast.Import):
            for one in node.names:
                yield one.asname or one.name, ("", one.name)


def _extensions(tree: ast.AST, origins: dict[str, tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield what `name.on(Class)` registers, as a decorator or not."""
    classes = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name(function), "on"), [kind]) if function in origins:
                module = ""
                if isinstance(kind, ast.Name):
                    module = ITSELF if kind.id in classes else origins.get(kind.id, ("", ""))[0]
                yield origins[function][0], module
