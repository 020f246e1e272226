"""A run: one parser trained on one treebank with one seed, identified by all its inputs."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from multiplane.calculus.portable import as_data
from multiplane.errors import UnknownName
from multiplane.experiments.plan import Experiment, Row, Treebank
from multiplane.guides.neural.pretrained.identity import checksum
from multiplane.systems import systems
from multiplane.systems.planar import single_headed
from multiplane.version import __version__

FILES = {"features", "vectors", "encoder"}  # options that name a file or a folder


@dataclass(frozen=True, slots=True)
class Run:
    """A parser, a treebank, a seed, and the file to score."""

    treebank: Treebank
    row: Row
    seed: int
    on: str

    @property
    def name(self) -> str:
        return f"{self.treebank.name}/{self.row.name}/{self.seed}"

    @property
    def gold(self) -> Path:
        return self.treebank.files[self.on]

    @property
    def elsewhere(self) -> "Run":
        """The same run for a process with another folder to begin with."""
        files = {purpose: path.absolute() for purpose, path in self.treebank.files.items()}
        options = dict(self.row.options)
        for key in options.keys() & FILES:
            options[key] = str(Path(options[key]).absolute())
        treebank, row = replace(self.treebank, files=files), replace(self.row, options=options)
        return replace(self, treebank=treebank, row=row)

    @property
    def identity(self) -> dict[str, Any]:
        """Everything that determines the result: contents of files, not their names."""
        files, options = self.treebank.files, dict(self.row.options)
        for key in options.keys() & FILES:
            options[key] = _digest(Path(options[key]))
        return {
            "multiplane": __version__,
            "system": as_data(systems[single_headed(options.pop("system"))]),
            "options": options,
            "seed": self.seed,
            "train": _digest(files["train"]),
            "dev": _digest(files["dev"]) if "dev" in files else None,
            "on": _digest(self.gold),
        }

    @property
    def key(self) -> str:
        """A short hash of the identity."""
        text = json.dumps(self.identity, ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]


def runs(experiment: Experiment) -> list[Run]:
    """List the runs that an experiment needs: all seeds of a parser before the next parser."""
    return [
        Run(treebank, row, seed, experiment.on[0] if experiment.kind != "census" else "test")
        for treebank in experiment.treebanks
        if experiment.kind != "census" or {"train", "test"} <= {*treebank.files}
        for row in experiment.rows
        if not row.best_of
        for seed in experiment.seeds
    ]


def chosen(all_runs: Sequence[Run], only: Sequence[str]) -> list[Run]:
    """Return the runs that match a pattern: TREEBANK/PARSER/SEED with wildcards, or just a name."""
    for pattern in only:
        if not any(_fits(run, pattern) for run in all_runs):
            names = ", ".join(_names(all_runs))
            raise UnknownName(f"{pattern!r} matches no run; choose from {names}")
    return [run for run in all_runs if not only or any(_fits(run, pattern) for pattern in only)]


def _fits(run: Run, pattern: str) -> bool:
    return pattern in (run.treebank.name, run.row.name) or fnmatchcase(run.name, pattern)


def _names(all_runs: Sequence[Run]) -> Iterator[str]:
    yield from dict.fromkeys(run.treebank.name for run in all_runs)
    yield from dict.fromkeys(run.row.name for run in all_runs)


@cache
def _digest(path: Path) -> str:
    if path.is_dir():
        return checksum(path)
    if not path.is_file():
        return f"no {path.name}"
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
