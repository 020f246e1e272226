"""The plan of a run: all that determines an output beside its input."""

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from multiplane import modelfile
from multiplane.errors import MultiplaneError
from multiplane.pipeline import pipeline as pipelines
from multiplane.pipeline.models import changed, find, load
from multiplane.version import __version__

if TYPE_CHECKING:
    from multiplane.parsing.parser import Parser
    from multiplane.pipeline.pipeline import Pipeline


class Hopeless(MultiplaneError):  # noqa: N818 - it says what happened
    """An error that every shard would meet, so that the run ends."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to parse; None is what the model was trained for."""

    beam: int | None = None
    bias: float | None = None
    one_root: bool | None = None
    max_words: int | None = None
    on_error: str = "stop"
    format: str | None = None
    text: str = "text"  # the columns of a table of documents
    id: str = "id"


@dataclass(frozen=True, slots=True)
class Plan:
    """A model, by its file and by what is in it, and how it is used."""

    path: str
    model: str  # checksum of the file
    options: Options = Options()
    to: str = "conllu"
    encoder: str | None = None  # a folder; which one it must be is written in the model

    @classmethod
    def of(cls, model: str, options: Options, to: str = "conllu", **more: Any) -> "Plan":
        """Make a plan with a model by its name or path."""
        path = find(model).resolve()
        return cls(str(path), checksum(path), options, to, **more)

    @property
    def takes_text(self) -> bool:
        """Can the model make words of a text?"""
        return modelfile.alike(modelfile.format_of(Path(self.path)), pipelines.FORMAT)

    def at(self, path: str) -> "Plan":
        """Return the plan for a machine where the same model is somewhere else."""
        return replace(self, path=path)

    def key(self, content: str, kind: str) -> str:
        """Name an output by all that determines it."""
        identity = {
            "multiplane": __version__,
            "content": content,
            "kind": kind,
            "model": self.model,
            "options": asdict(self.options),
            "to": self.to,
        }
        text = json.dumps(identity, ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]

    def load(self) -> "Parser | Pipeline":
        """Load the model; one that cannot be used ends the run."""
        options = self.options
        try:
            found = checksum(Path(self.path))
            model = changed(load(self.path), options.beam, options.bias, self.encoder)
        except MultiplaneError as error:
            raise Hopeless(str(error)) from error
        except OSError as error:
            raise Hopeless(f"{self.path}: {error.strerror or error}") from error
        if found != self.model:
            raise Hopeless(f"{self.path}: found another model than at the start of the run")
        return model


def checksum(path: Path) -> str:
    """Return the sha256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
