"""Which encoder a network was trained with: its folder, and a checksum of what is in it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import file_digest, sha256
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.modelfile.fields import Choice, Text
from multiplane.modelfile.records import Record

CONFIG, TOKENIZER, WEIGHTS = "config.json", "tokenizer.json", "*.safetensors"
ADAPTER = "adapter_config.json"  # it would name another model, to be fetched from elsewhere
MEAN, FIRST = POOLINGS = ("mean", "first")  # what a word is given: of its pieces


@dataclass(frozen=True, slots=True)
class Identity:
    """An encoder as a model file names it."""

    folder: str  # as it was given
    checksum: str
    pooling: str = MEAN

    def __post_init__(self) -> None:
        if self.pooling not in POOLINGS:
            raise UnknownName(
                f"unknown pooling {self.pooling!r}; choose from {', '.join(POOLINGS)}"
            )

    @classmethod
    def of(cls, folder: str | PathLike[str], pooling: str) -> "Identity":
        """Identify what is in a folder."""
        return cls(fspath(folder), checksum(folder), pooling)

    @property
    def name(self) -> str:
        return Path(self.folder).name or self.folder

    def check(self) -> None:
        """Raise an error unless the folder has what it had in training."""
        if not Path(self.folder).is_dir():
            raise MultiplaneError(
                f"{self.folder}: there is no such folder; expected the encoder that this model was"
                " trained with; say where it is with --encoder FOLDER"
            )
        if checksum(self.folder) != self.checksum:
            raise MultiplaneError(
                f"{self.folder}: found another encoder than the one that this model was trained"
                " with; say where that one is with --encoder FOLDER"
            )

    def as_dict(self) -> dict[str, str]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Identity":
        """Read what `as_dict` wrote."""
        return cls(**IDENTITY.take(data, "encoder"))


IDENTITY = Record({"folder": Text(least=1), "checksum": Text(64, 64), "pooling": Choice(POOLINGS)})


def files(folder: str | PathLike[str]) -> list[Path]:
    """Return the files that make an encoder: data in known formats, of which nothing is run."""
    place = Path(folder)
    if not place.is_dir():
        raise MultiplaneError(f"{folder}: there is no such folder; expected that of an encoder")
    weights = sorted(place.glob(WEIGHTS))
    for name, there in (
        (CONFIG, (place / CONFIG).is_file()),
        (TOKENIZER, (place / TOKENIZER).is_file()),
        (WEIGHTS, bool(weights)),
    ):
        if not there:
            raise MultiplaneError(
                f"{folder}: found no {name}; expected an encoder as `save_pretrained` writes it,"
                f" with {CONFIG}, {TOKENIZER} and {WEIGHTS}"
            )
    if (place / ADAPTER).exists():
        raise MultiplaneError(
            f"{folder}: found {ADAPTER}; expected a whole encoder: merge the adapter into it first"
        )
    return [place / CONFIG, place / TOKENIZER, *weights]


def checksum(folder: str | PathLike[str]) -> str:
    """Return a checksum of an encoder's files, whatever the folder is called."""
    digest = sha256()
    for path in files(folder):
        with path.open("rb") as file:
            digest.update(f"{path.name} {file_digest(file, 'sha256').hexdigest()}\n".encode())
    return digest.hexdigest()
