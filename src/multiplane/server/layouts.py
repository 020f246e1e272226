"""Layouts of sentences beside CoNLL-U: words in lines, or a line for each word; and plain text."""

import re
from collections.abc import Callable, Iterable, Iterator

from multiplane.conllu import Sentence

BLANK = "\u00a0"  # stands for a space in a word
_LINES = re.compile(r"\r\n?|\n")
_RANGE = re.compile(r"[0-9]+-([0-9]+)\t")


def lines(text: str) -> list[str]:
    """Return the lines of a text, whatever ends them."""
    return _LINES.split(text)


def from_horizontal(text: str) -> str:
    """Read a sentence from each line, its words between spaces."""
    return _conllu(
        [word.replace(BLANK, " ") for word in re.split("[ \t]+", line.strip(" \t"))]
        for line in lines(text)
        if line.strip(" \t")
    )


def from_vertical(text: str) -> str:
    """Read a word from the first column of each line; an empty line ends a sentence."""
    sentences: list[list[str]] = [[]]
    for line in lines(text):
        word = line.lstrip("\t").partition("\t")[0]
        if word.strip():
            sentences[-1].append(word.strip())
        elif sentences[-1]:
            sentences.append([])
    return _conllu(filter(None, sentences))


def _conllu(sentences: Iterable[list[str]]) -> str:
    rows = []
    for number, words in enumerate(sentences, 1):
        rows.append(f"# sent_id = {number}\n# text = {' '.join(words)}\n")
        rows += [f"{d}\t{word}" + "\t_" * 8 + "\n" for d, word in enumerate(words, 1)]
        rows.append("\n")
    return "".join(rows)


def horizontal(sentences: Iterable[Sentence]) -> str:
    """Write a line for each sentence, spaces between words."""
    return "".join(
        " ".join(form.replace(" ", BLANK) for form in sentence.forms) + "\n"
        for sentence in sentences
    )


def vertical(sentences: Iterable[Sentence]) -> str:
    """Write a line for each word, and an empty line after each sentence."""
    return "".join("".join(f"{form}\n" for form in one.forms) + "\n" for one in sentences)


def plain(sentences: Iterable[Sentence]) -> str:
    """Write a line of text for each sentence, and an empty line between paragraphs."""
    found: list[str] = []
    for sentence in sentences:
        begins = any(re.match(r"# new(par|doc)\b", comment) for comment in sentence.comments)
        found.append("\n" * (begins and bool(found)) + "".join(_surface(sentence)).rstrip() + "\n")
    return "".join(found)


def _surface(sentence: Sentence) -> Iterator[str]:
    covered = 0
    for line in lines(sentence.text):
        row = line.split("\t")
        if line.startswith("#") or len(row) != 10 or "." in row[0]:
            continue
        if match := _RANGE.match(line):
            covered = int(match[1])
        elif int(row[0]) <= covered:
            continue
        yield row[1] + " " * ("SpaceAfter=No" not in row[9].split("|"))


INPUTS: dict[str, Callable[[str], str]] = {
    "conllu": lambda text: "\n".join(lines(text)),
    "horizontal": from_horizontal,
    "vertical": from_vertical,
}
OUTPUTS: dict[str, Callable[[Iterable[Sentence]], str]] = {
    "conllu": lambda sentences: "".join(sentence.text for sentence in sentences),
    "horizontal": horizontal,
    "vertical": vertical,
    "plaintext": plain,
}
