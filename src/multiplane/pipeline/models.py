"""Models by name or path: those that come with Multiplane, and your own."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from multiplane import modelfile
from multiplane.errors import UnknownName
from multiplane.nearest import did_you_mean
from multiplane.parsing import parser as parsers
from multiplane.parsing.parser import Parser
from multiplane.parsing.stored import TRAINING
from multiplane.pipeline import pipeline as pipelines
from multiplane.pipeline.pipeline import Pipeline

SUFFIX = ".mp"
FOLDER = "MULTIPLANE_MODELS"  # in the environment: where more models are


@dataclass(frozen=True, slots=True)
class Installed:
    """A model that is found by its name, and what it says of itself."""

    name: str
    path: Path
    training: dict[str, Any]

    @property
    def size(self) -> int:
        return self.path.stat().st_size


def folders() -> list[Path]:
    """Return where models are looked for: in the package, then where the environment says."""
    more = os.environ.get(FOLDER)
    return [Path(__file__).parents[1] / "models", *([Path(more)] if more else [])]


def installed() -> Iterator[Installed]:
    """List the models that are found by name."""
    for name, path in sorted(_paths().items()):
        kind = modelfile.format_of(path)
        content, _ = modelfile.load(path, kind, "train")
        with modelfile.reading(path):
            training = TRAINING.take(content.get("training", {}), "training")
        yield Installed(name, path, training)


def find(name: str | PathLike[str]) -> Path:
    """Return the file of a model: a path, or the name of an installed one."""
    path = Path(name)
    if path.exists() and not path.is_dir():  # a folder `en` hides no model
        return path
    known = _paths()
    if str(name) in known:
        return known[str(name)]
    there = ", ".join(sorted(known)) or "none"
    found = (
        "found a folder; expected a file or a model" if path.is_dir() else "no such file or model"
    )
    advice = did_you_mean(name, known)
    raise UnknownName(f"{name}: {found}; {advice}installed models: {there}")


def load(name: str | PathLike[str]) -> Parser | Pipeline:
    """Read a parser or a pipeline, by its path or its name; nothing in the file is ever run."""
    path = find(name)
    if modelfile.format_of(path) == pipelines.FORMAT:
        return pipelines.load(path)
    return parsers.load(path)


def _paths() -> dict[str, Path]:
    files = (file for folder in folders() for file in sorted(folder.glob(f"*{SUFFIX}")))
    return {file.stem: file for file in files}
