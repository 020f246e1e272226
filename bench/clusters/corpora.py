"""Corpora that are made up, and what came of them."""

import gzip
import json
import random

from multiplane.shards.shard import cut
from multiplane.shards.source import find

SENTENCES = (
    "They saw her duck.", "The committee has not decided yet.", "Who, if anybody, wrote this?",
    "In 1999 prices rose by 3.5 %.", "It rained, so we stayed at home and read.",
)  # fmt: skip


def text(draw, size):
    """Paragraphs of so many characters, about."""
    parts, held = [], 0
    while held < size:
        part = " ".join(draw.choices(SENTENCES, k=draw.randint(1, 8)))
        parts.append(part)
        held += len(part)
    return "\n\n".join(parts)


def corpus(folder, files, size):
    """Write files of mixed kinds: text, documents, compressed and not."""
    draw = random.Random(1)
    for number in range(files):
        place, said = folder / str(number % 7) / f"{number:05}", text(draw, size)
        place.parent.mkdir(parents=True, exist_ok=True)
        rows = [json.dumps({"text": part}) + "\n" for part in said.split("\n\n")]
        if number % 3 == 0:
            place.with_suffix(".txt").write_text(said, encoding="utf-8")
        elif number % 3 == 1:
            place.with_suffix(".jsonl").write_text("".join(rows), encoding="utf-8")
        else:
            place.with_suffix(".txt.gz").write_bytes(gzip.compress(said.encode(), mtime=0))


def shards_of(folder, size):
    files, _ = find([str(folder)])
    return [shard for file in files for shard in cut(file, size)]


def contents(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
