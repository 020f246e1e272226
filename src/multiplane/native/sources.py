"""What the compiled code of a file depends on: its own source and all of ours that it imports.

Read from the source alone, nothing is run.  Two dependencies are not imports: a kernel works with
named tuples whose class it need not import, and calls what other files register by a decorator
such as `@score.of(Votes)`, where `score` is imported from the file that defines it.
"""

import ast
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

REMEMBERED = 2000  # files whose reading is remembered


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file says about others."""

    imports: list[str]  # names that may be modules
    extends: list[str]  # modules for whose functions it registers implementations
    records: list[str]  # its named tuples with their fields, in order

    @classmethod
    def of(cls, text: bytes) -> "Reading":
        tree = ast.parse(text)
        origins = dict(_origins(tree))
        imports = {name for origin, name in origins.values() for name in (origin, name)}
        extends = {
            origins[function.id][0]
            for function in _registering(tree)
            if function.id in origins and origins[function.id][0]
        }
        return cls(sorted(imports - {""}), sorted(extends), list(_records(tree)))


class Sources:
    """The source of a package as it stands, and what depends on what in it."""

    def __init__(self, package: Path, memory: Path) -> None:
        self.package, self.memory = package, memory
        self.texts = {self.name_of(file): file.read_bytes() for file in package.rglob("*.py")}
        self.digests = {name: _digest(text) for name, text in self.texts.items()}
        self.readings: dict[str, Reading] = {}  # by digest
        with suppress(OSError, ValueError, TypeError, AttributeError):  # none, or damaged
            found = json.loads(memory.read_bytes())
            self.readings = {digest: Reading(*reading) for digest, reading in found.items()}
        self.remembered = len(self.readings)

    def name_of(self, file: Path) -> str:
        """Return the name of a file of the package as a module."""
        parts = file.relative_to(self.package.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def key(self, file: Path) -> str:
        """Name the source that the compiled code of a file depends on."""
        parts = list(self._records)
        if file.is_relative_to(self.package):
            names = [self.name_of(file)]
        else:
            text = b""  # where there is no file, as in a notebook, Numba looks at the function
            with suppress(OSError):
                text = file.read_bytes()
            parts.append(_digest(text))
            names = list(self._reading(text, parts[-1]).imports)
        parts += [f"{name} {self.digests[name]}" for name in sorted(self._needed(names))]
        self._remember()
        return _digest("\n".join(parts).encode())[:16]

    def _needed(self, names: list[str]) -> set[str]:
        """Return the modules of these names and all that they depend on."""
        found: set[str] = set()
        while names:
            name = names.pop()
            if name in self.texts and name not in found:
                found.add(name)
                names += self._module(name).imports
                names += self._extensions.get(name, ())
        return found

    @cached_property
    def _extensions(self) -> dict[str, list[str]]:
        """The modules that register implementations, by the module for whose functions."""
        found: dict[str, list[str]] = {}
        native = f"{self.package.name}.native".encode()  # only what is compiled can be registered
        for name, text in self.texts.items():
            if native in text:
                for other in self._module(name).extends:
                    found.setdefault(other, []).append(name)
        return found

    @cached_property
    def _records(self) -> list[str]:
        """All named tuples: Numba takes one for another that has other names for its fields."""
        return [
            f"{name}.{record}"
            for name, text in sorted(self.texts.items())
            if b"NamedTuple" in text
            for record in self._module(name).records
        ]

    def _module(self, name: str) -> Reading:
        return self._reading(self.texts[name], self.digests[name])

    def _reading(self, text: bytes, digest: str) -> Reading:
        if digest not in self.readings:
            self.readings[digest] = Reading.of(text)
        return self.readings[digest]

    def _remember(self) -> None:
        """Keep what was read, since parsing source takes a while."""
        if len(self.readings) == self.remembered:
            return
        newest = list(self.readings.items())[-REMEMBERED:]
        found = {d: (r.imports, r.extends, r.records) for d, r in newest}
        draft = self.memory.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            draft.write_text(json.dumps(found), encoding="utf-8")
            draft.replace(self.memory)
        self.remembered = len(self.readings)


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


def _registering(tree: ast.Module) -> Iterator[ast.Name]:
    """Yield the x of decorators such as `@x.of(Type)`."""
    for node in tree.body:
        for decorator in getattr(node, "decorator_list", ()):
            call = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name):
                yield call.value


def _records(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any(
            isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases
        ):
            fields = [s.target for s in node.body if isinstance(s, ast.AnnAssign)]
            yield f"{node.name} {' '.join(map(ast.unparse, fields))}"
