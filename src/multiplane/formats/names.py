"""The names of formats, and of their files."""

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
