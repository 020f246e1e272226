"""Models by name or path: those that come with Multiplane, and your own."""

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any

from multiplane import modelfile
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.nearest import did_you_mean
from multiplane.parsing import parser as parsers
from multiplane.parsing.networks import turned
from multiplane.parsing.parser import Parser
from multiplane.parsing.stored import TRAINING
from multiplane.pipeline import pipeline as pipelines
from multiplane.pipeline.pipeline import Pipeline

SUFFIX = ".mp"
FOLDER = "MULTIPLANE_MODELS"  # in the environment: where the user's models are
SHIPPED = Path(__file__).parents[1] / "models"


@dataclass(frozen=True, slots=True)
class Installed:
    """A model that is found by its name, and what it says of itself."""

    name: str
    path: Path
    training: dict[str, Any]
    problem: str = ""  # why it cannot be read

    @property
    def size(self) -> int:
        return self.path.stat().st_size

    @property
    def shipped(self) -> bool:
        """Does it come with Multiplane?"""
        return self.path.parent == SHIPPED

    @property
    def date(self) -> str:
        """The day when its file was written."""
        return str(datetime.fromtimestamp(self.path.stat().st_mtime).astimezone().date())


def user_folder() -> Path:
    """Return where the user's models are: as the environment says, or among the user's data."""
    if given := os.environ.get(FOLDER):
        return Path(given)
    match platform.system():
        case "Windows":
            data = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        case "Darwin":
            data = Path.home() / "Library" / "Application Support"
        case _:
            said = Path(os.environ.get("XDG_DATA_HOME", ""))
            data = said if said.is_absolute() else Path.home() / ".local" / "share"
    return Path(data) / "multiplane" / "models"


def folders() -> list[Path]:
    """Return where models are looked for: in the package, then where the user has them."""
    try:
        return [SHIPPED, user_folder()]
    except RuntimeError:  # a user without a home has none
        return [SHIPPED]


def installed() -> Iterator[Installed]:
    """List the models that are found by name; one that cannot be read has a problem."""
    for name, path in sorted(paths().items()):
        try:
            yield Installed(name, path, _training(path))
        except MultiplaneError as error:
            yield Installed(name, path, {}, str(error))


def _training(path: Path) -> dict[str, Any]:
    content, _ = modelfile.load(path, modelfile.format_of(path), "train")
    with modelfile.reading(path):
        return TRAINING.take(content.get("training", {}), "training")


def find(name: str | PathLike[str]) -> Path:
    """Return the file of a model: a path, or the name of an installed one."""
    path = Path(name)
    is_folder = path.is_dir() and name != ""  # for pathlib, no name is the folder where we are
    if path.exists() and not path.is_dir():  # a folder `en` hides no model
        return path
    known = paths()
    if str(name) in known:
        return known[str(name)]
    there = ", ".join(sorted(known)) or "none"
    found = "found a folder; expected a file or a model" if is_folder else "no such file or model"
    advice = did_you_mean(name, known)
    raise UnknownName(f"{name or 'an empty name'}: {found}; {advice}installed models: {there}")


def load(name: str | PathLike[str]) -> Parser | Pipeline:
    """Read a parser or a pipeline, by its path or its name; nothing in the file is ever run."""
    path = find(name)
    if modelfile.alike(modelfile.format_of(path), pipelines.FORMAT):
        return pipelines.load(path)
    return parsers.load(path)


def changed(
    model: Parser | Pipeline, beam: int | None, bias: float | None, encoder: str | None
) -> Parser | Pipeline:
    """Return a model with another search, or with its encoder elsewhere."""
    parser = model if isinstance(model, Parser) else model.parser
    if beam is not None:
        parser = replace(parser, beam=beam)
    if bias is not None:
        parser = turned(parser, bias=bias)
    if encoder is not None:
        parser = parser.with_encoder(encoder)
    return parser if isinstance(model, Parser) else replace(model, parser=parser)


def paths() -> dict[str, Path]:
    """Return the files of installed models, by name."""
    files = (file for folder in folders() for file in sorted(folder.glob(f"*{SUFFIX}")))
    return {file.stem: file for file in files if not file.name.startswith(".")}
