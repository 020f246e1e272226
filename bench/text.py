"""How fast a pipeline is on plain text, and where the time goes.

python bench/text.py MODEL FILE.txt [--repeat N]

One thread; CPU seconds, the best of N, so that a busy machine changes little.  The first sentence
of a process is timed by `time multiplane parse --model en --text "..."`.
"""

import argparse
import io
import platform
import time
from pathlib import Path

from multiplane.pipeline.models import load
from multiplane.pipeline.stream import annotate_file
from multiplane.text.characters import points
from multiplane.treebank.scan import scan


def best(work, repeat):
    """Return the shortest time of some, and what the work gives."""
    times = []
    for _ in range(repeat):
        begin = time.process_time()
        found = work()
        times.append(time.process_time() - begin)
    return min(times), found


def shares(pipeline, text, repeat):
    """Time the steps one by one."""
    rows = {}
    annotator, tagger = pipeline.annotator, pipeline.tagger
    rows["code points"], numbers = best(lambda: points(text), repeat)
    rows["sentences and tokens"], tokens = best(lambda: pipeline.segmenter.split(numbers), repeat)
    rows["multiword tokens"], (words, counts) = best(
        lambda: pipeline.multiwords.words(tokens), repeat
    )
    rows["attributes of words"], values = best(lambda: tagger.values(words), repeat)
    rows["tags"], tags = best(lambda: tagger.tag_values(values, words.starts), repeat)
    rows["lemmas"], _ = best(lambda: pipeline.lemmatiser.choose(words, values, tags), repeat)
    both, draft = best(lambda: annotator.written(tokens, counts, words, 1), repeat)
    rows["writing"] = both - sum(rows[name] for name in ("attributes of words", "tags", "lemmas"))
    rows["reading again"], chunks = best(
        lambda: list(scan(io.BytesIO(draft), format="conllu", size=len(draft) + 1)), repeat
    )
    rows["trees"], _ = best(lambda: [pipeline.parser.rewritten(chunk) for chunk in chunks], repeat)
    return rows, len(words)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("model")
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--repeat", type=int, default=5)
    given = arguments.parse_args()
    pipeline = load(given.model)
    text = given.file.read_text("utf-8")
    pipeline.annotate(text[:2000])  # whatever is compiled is compiled now
    print(f"{platform.machine()}, Python {platform.python_version()}, {given.file.name}")
    rows, words = shares(pipeline, text, given.repeat)
    total = sum(rows.values())
    for name, seconds in rows.items():
        print(f"{name:<22} {1e6 * seconds / words:6.2f} µs/word  {100 * seconds / total:5.1f} %")
    seconds, report = best(
        lambda: annotate_file(pipeline, io.StringIO(text), io.BytesIO()), given.repeat
    )
    print(f"{'all, as a stream':<22} {1e6 * seconds / words:6.2f} µs/word")
    print(f"{report.words:,} words, {report.words / seconds:,.0f} words/s in one thread")


if __name__ == "__main__":
    main()
