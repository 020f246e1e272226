"""The names of formats, and of their files."""

from pathlib import Path

# By suffix, the formats that a file may have; the first, if nothing else is asked for.
SUFFIXES = {
    ".conllu": ("conllu",),
    ".conllx": ("conllu",),
    ".conll": ("conllu",),
    ".txt": ("conllu", "brat"),
    ".json": ("json", "displacy"),
    ".jsonl": ("jsonl",),
    ".ndjson": ("jsonl",),
    ".tsv": ("tsv",),
    ".parquet": ("parquet",),
    ".ann": ("brat",),
}
# By format, the suffix of a file whose name is ours to choose.
EXTENSIONS = {
    "conllu": ".conllu",
    "json": ".json",
    "jsonl": ".jsonl",
    "tsv": ".tsv",
    "parquet": ".parquet",
    "brat": ".ann",
    "displacy": ".json",
}
FORMATS = tuple(EXTENSIONS)


def brat_files(place: str) -> tuple[str, str]:
    """Return the names of the text and of the annotations, by the name of either.

    >>> brat_files("a.ann"), brat_files("b.txt.gz"), brat_files("c")
    (('a.txt', 'a.ann'), ('b.txt.gz', 'b.ann.gz'), ('c.txt', 'c.ann'))
    """
    path, compressed = Path(place), ""
    if path.suffix in (".gz", ".xz", ".zst"):
        path, compressed = path.with_suffix(""), path.suffix
    stem = path.with_suffix("") if path.suffix in (".txt", ".ann") else path
    return f"{stem}.txt{compressed}", f"{stem}.ann{compressed}"
