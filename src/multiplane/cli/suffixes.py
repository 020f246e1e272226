"""The format of an output, by the name of its file."""

from collections.abc import Mapping
from pathlib import Path

from multiplane.errors import MultiplaneError

COMPRESSED = (".gz", ".xz", ".zst")
TREEBANKS = {".conllu": "conllu", ".conllx": "conllu", ".conll": "conllu", ".txt": "conllu"}


def bare(path: str) -> Path:
    """Return a path without what says that the file is compressed."""
    name = Path(path)
    return name.with_suffix("") if name.suffix in COMPRESSED else name


def format_of(output: str, formats: Mapping[str, str], otherwise: str) -> str | None:
    """Return the format that the suffix of an output means, or say which there are.

    None: it has no suffix, or is no file, and so says nothing.
    """
    suffix = bare(output).suffix.lower()
    if not suffix or (Path(output).exists() and not Path(output).is_file()):
        return None
    if suffix not in formats:
        raise MultiplaneError(
            f"{output}: unknown suffix {suffix}; choose from {', '.join(formats)}, or {otherwise}"
        )
    return formats[suffix]
