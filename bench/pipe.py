"""How fast many texts are from Python and in spaCy, beside the command.

python bench/pipe.py [FILE.txt | FILE.conllu] [--model en] [--bytes 1000000] [--repeat 5]

Each line of the file is a text, or each sentence of a treebank; without a file, the paragraphs of
this repository's pages, again and again.  The command is what `multiplane parse` does with a file
in which empty lines separate the texts, without its start.  All rows take turns; CPU seconds of one
thread, the best of N, so that a busy machine changes little.  Without spaCy, its rows are left out.
"""

import argparse
import itertools
import platform
import re
import tempfile
import time
from pathlib import Path

from multiplane.conllu import read
from multiplane.pipeline.models import load
from multiplane.pipeline.stream import annotate_file
from multiplane.segmentation.raw import plain_text, raw_sentences

PAGES = Path(__file__).parents[1]
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
NO_PROSE = ("|", "#", "<", "!", " ", "-")
COMMAND = "the command, file to file"


def pages():
    """The paragraphs of our own pages, without code and tables."""
    for page in (PAGES / "README.md", *sorted((PAGES / "docs").glob("*.md"))):
        for part in CODE.sub("", page.read_text("utf-8")).split("\n\n"):
            if part.strip() and not part.strip("\n").startswith(NO_PROSE):
                yield " ".join(part.split())


def texts_of(file, size):
    """Texts of about so many bytes, repeated where there are fewer."""
    if file is None:
        found = list(pages())
    elif file.suffix == ".conllu":
        found = [plain_text([raw]).strip() for raw in raw_sentences(read(file))]
    else:
        found = [line for line in file.read_text("utf-8").split("\n") if line.strip()]
    if not found:
        raise SystemExit("the text is empty")
    texts, done = [], 0
    for text in itertools.cycle(found):
        texts.append(text)
        done += len(text.encode()) + 1
        if done >= size:
            break
    return texts


def words_of(docs):
    return sum(len(sentence) for doc in docs for sentence in doc)


def read_out(docs):
    """Read a form, a head and a label of each word."""
    words = 0
    for doc in docs:
        for token in doc.tokens:
            words += bool(token.form and token.deprel and token.head_number is not None)
    return words


def rows_of(name, texts, folder):
    """The ways to parse, each a function that returns how many words it has parsed."""
    nlp, place = load(name), folder / "texts.txt"
    place.write_text("\n\n".join(texts), encoding="utf-8")
    rows = {
        COMMAND: lambda: annotate_file(nlp, place, folder / "out.conllu").words,
        "nlp.pipe(texts)": lambda: words_of(nlp.pipe(texts)),
        "nlp.pipe(texts), tokens read": lambda: read_out(nlp.pipe(texts)),
        "nlp(text), one by one": lambda: words_of(map(nlp, texts)),
    }
    try:
        import spacy
    except ImportError:
        return rows
    blank, full = spacy.blank("en"), spacy.blank("en")
    full.add_pipe("multiplane", config={"model": name})
    return rows | {
        "spaCy's tokens alone, by pipe": lambda: sum(map(len, blank.pipe(texts))),
        "component of spaCy, by pipe": lambda: sum(map(len, full.pipe(texts))),
        "component of spaCy, one by one": lambda: sum(map(len, map(full, texts))),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--model", default="en")
    parser.add_argument("--bytes", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    texts = texts_of(given.file, given.bytes)
    size = sum(len(text.encode()) for text in texts)
    print(f"{platform.machine()}, Python {platform.python_version()}, {given.model}")
    print(f"{len(texts):,} texts, {size:,} bytes\n")
    with tempfile.TemporaryDirectory() as folder:
        rows = rows_of(given.model, texts, Path(folder))
        rates = dict.fromkeys(rows, 0.0)
        for repeat, (name, work) in itertools.product(range(given.repeat + 1), rows.items()):
            begin = time.process_time()
            words = work()
            if repeat:  # the first time, kernels are compiled
                rates[name] = max(rates[name], words / (time.process_time() - begin))
    print("| | words/s | of the command |\n| --- | --- | --- |")
    for name, rate in rates.items():
        print(f"| {name} | {rate:,.0f} | {100 * rate / rates[COMMAND]:.0f} % |")


if __name__ == "__main__":
    main()
