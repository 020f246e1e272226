"""Corpora of many small files of all kinds, and tasks that fail, for tests of shards."""

import gzip
import json
import os
import random
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from multiplane.shards.work import Parsing
from support import toy

WORDS = ("The", "cat", "sees", "Ann", "dogs", "hear", "big", "birds")


def text(draw: random.Random, sentences: int) -> str:
    """Sentences, some of them in paragraphs of their own."""
    parts = []
    for _ in range(sentences):
        words = draw.choices(WORDS, k=draw.randint(2, 7))
        parts.append(" ".join(words) + "." + draw.choice((" ", " ", "\n\n")))
    return "".join(parts)


def corpus(folder: Path, files: int = 12, *, sentences: int = 12) -> None:
    """Write files of mixed kinds, some compressed, some in inner folders."""
    draw = random.Random(1)
    for number in range(files):
        place = folder / ("news" if number % 3 else "books") / f"f{number:03}"
        place.parent.mkdir(parents=True, exist_ok=True)
        plain = text(draw, sentences)
        documents = [
            {"id": f"d{number}-{k}", "text": part} for k, part in enumerate(plain.split("\n\n"))
        ]
        match number % 4:
            case 0:
                place.with_suffix(".txt").write_text(plain)
            case 1:
                treebank = toy.treebank(sentences, seed=number)
                place.with_suffix(".conllu").write_text(treebank)
            case 2:
                lines = "".join(json.dumps(row) + "\n" for row in documents)
                place.with_suffix(".jsonl").write_text(lines)
            case 3:
                data = gzip.compress(plain.encode(), mtime=0)
                place.with_suffix(".txt.gz").write_bytes(data)


def contents(folder: Path) -> dict[str, bytes]:
    """All that is in a folder, hidden files too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@dataclass(frozen=True)
class Disturbed(Parsing):
    """Parses, but some shards end the process that works on them.

    Those in `always` do every time; those in `once` leave a mark in a folder, and do so if it is
    not there.  `slow` shards take so many seconds, and tell in the same folder who is at it.
    """

    always: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    marks: str = ""
    slow: float = 0.0

    def begin(self):
        work = super().begin()

        def disturbed(shard):
            if shard.name in self.always:
                os.kill(os.getpid(), signal.SIGKILL)
            if shard.name in self.once:
                mark = Path(self.marks, shard.name.replace("/", "-"))
                if not mark.exists():
                    mark.touch()
                    # In the middle of writing, so that a draft stays.
                    with work.folder.written(f"{shard.name}.left") as file:
                        file.write(b"half")
                        file.flush()
                        os.kill(os.getpid(), signal.SIGKILL)
            if self.slow:
                Path(self.marks, f"pid-{os.getpid()}").touch()
                time.sleep(self.slow)
            return work(shard)

        disturbed.load = work.load
        return disturbed
