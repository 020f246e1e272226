"""Kinds of input, by the names of files."""

from pathlib import PurePosixPath

from multiplane.treebank.folders import COMPRESSED

SUFFIXES = {
    ".txt": "text",
    ".text": "text",
    ".conllu": "conllu",
    ".conllx": "conllu",
    ".conll": "conllu",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
}
KINDS = tuple(dict.fromkeys(SUFFIXES.values()))


def kind_of(name: str) -> str | None:
    """Say what a file holds, if its name does.

    >>> kind_of("news/a.conllu.gz"), kind_of("notes.doc")
    ('conllu', None)
    """
    path = PurePosixPath(name)
    if is_compressed(name):
        path = path.with_suffix("")
    return SUFFIXES.get(path.suffix.lower())


def is_compressed(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in COMPRESSED
