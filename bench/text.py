"""How fast pipelines are on plain text, where the time goes, and how right they are.

python bench/text.py MODEL... FILE.txt [--repeat N]
python bench/text.py en en_neural dev.conllu [--beam 8]

The text of a treebank is put together from its tokens, and what pipelines make of it is scored.
One thread; CPU seconds, the best of N, so that a busy machine changes little.  The first sentence
of a process is timed by `time multiplane parse --model en --text "..."`.
"""

import argparse
import io
import platform
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from multiplane.conllu import read, reads
from multiplane.evaluation import evaluate
from multiplane.evaluation.raw_text import evaluate_text
from multiplane.pipeline.models import load
from multiplane.pipeline.stream import annotate_file
from multiplane.segmentation.raw import plain_text, raw_sentences
from multiplane.text.characters import points
from multiplane.treebank.scan import scan

GIVEN = ("uas", "las", "np_precision", "np_recall")  # np: on non-projective arcs


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
    numbers = np.arange(1, len(tokens.starts))
    found = annotator.annotated(words)
    rows["writing"], draft = best(lambda: annotator.written(tokens, counts, found, numbers), repeat)
    rows["reading again"], chunks = best(
        lambda: list(scan(io.BytesIO(draft), format="conllu", size=len(draft) + 1)), repeat
    )
    rows["trees"], _ = best(lambda: [pipeline.parser.rewritten(chunk) for chunk in chunks], repeat)
    return rows, len(words)


def speed(pipeline, text, repeat):
    """Print where the time goes, and how many words are parsed in a second."""
    pipeline.annotate(text[:2000])  # whatever is compiled is compiled now
    rows, words = shares(pipeline, text, repeat)
    total = sum(rows.values())
    for name, seconds in rows.items():
        print(f"{name:<22} {1e6 * seconds / words:6.2f} µs/word  {100 * seconds / total:5.1f} %")
    seconds, report = best(lambda: annotate_file(pipeline, io.StringIO(text), io.BytesIO()), repeat)
    print(f"{'all, as a stream':<22} {1e6 * seconds / words:6.2f} µs/word")
    print(f"{report.words:,} words, {report.words / seconds:,.0f} words/s in one thread")


def scores(pipeline, text, gold):
    """Print scores of what is made of the text, with and without its words given."""
    scored = evaluate_text(gold, reads(pipeline.annotate(text)))
    print(", ".join(f"{name} {score.f1:.2f}" for name, score in scored.items()))
    sound = [sentence for sentence in read(gold) if sentence.words and not sentence.error]
    given = evaluate(sound, pipeline.parse(sound)).scores
    shown = (f"{name} {'–' if given[name] is None else f'{given[name]:.2f}'}" for name in GIVEN)
    print(f"with words given: {', '.join(shown)}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("models", nargs="+", metavar="MODEL")
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--repeat", type=int, default=5)
    arguments.add_argument("--beam", type=int, help="of networks, instead of the model's")
    given = arguments.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}, {given.file.name}")
    treebank = given.file.suffix == ".conllu"
    if treebank:
        text = plain_text(raw_sentences(read(given.file)))
    else:
        text = given.file.read_text("utf-8")
    for name in given.models:
        pipeline = load(name)
        if given.beam and pipeline.parser.design.network:
            pipeline = replace(pipeline, parser=replace(pipeline.parser, beam=given.beam))
        print(f"\n{name}")
        speed(pipeline, text, given.repeat)
        if treebank:
            scores(pipeline, text, given.file)


if __name__ == "__main__":
    main()
