"""A toy language whose trees follow from its words: small treebanks for training."""

import random

from multiplane.conllu import read

NOUNS, VERBS = ("cat", "dog", "bird", "fish"), ("sees", "hears", "likes")
# With toy treebanks as its files.
EXPERIMENT = """
title = "T"
on = "test"
treebanks = [{ name = "toy", train = "train.conllu", test = "test.conllu" }]
[[parsers]]
name = "NE"
system = "arc-eager"
epochs = 1
bits = 12
"""
FEATS = {"NOUN": "Case=Nom|Number=Sing", "DET": "Definite=Def"}


def phrase(draw: random.Random) -> list[tuple[str, str, int, str]]:
    """A noun with what stands before it: form, tag, head relative to the noun, label."""
    words = [("the", "DET", "det")] if draw.random() < 0.7 else []
    words += [(draw.choice(("big", "old")), "ADJ", "amod")] * (draw.random() < 0.4)
    size = len(words)
    return [(form, tag, size - at, label) for at, (form, tag, label) in enumerate(words)] + [
        (draw.choice(NOUNS), "NOUN", 0, "")
    ]


def sentence(draw: random.Random, *, crossing: bool = False) -> list[tuple[str, str, int, str]]:
    """Subject, verb, object, and perhaps `yesterday` that an object's `that` depends on.

    With `crossing`, a word after the verb belongs to the subject: "the cat sees dogs which".
    """
    subject, other = phrase(draw), phrase(draw)
    words: list[tuple[str, str, int, str]] = []
    verb = len(subject) + 1

    def add(part: list[tuple[str, str, int, str]], label: str) -> int:
        noun = len(words) + len(part)
        for form, tag, away, name in part:
            at = len(words) + 1
            words.append((form, tag, at + away if away else verb, name or label))
        return noun

    first = add(subject, "nsubj")
    words.append((draw.choice(VERBS), "VERB", 0, "root"))
    add(other, "obj")
    if crossing and draw.random() < 0.5:
        words.append(("which", "PRON", first, "acl"))
    words.append((".", "PUNCT", verb, "punct"))
    return words


def text(words: list[tuple[str, str, int, str]], number: int, *, columns: str = "all") -> str:
    """Write a sentence as CoNLL-U; `columns` is all, forms (other columns are empty) or conllx."""
    lines = [] if columns == "conllx" else [f"# sent_id = {number}"]
    for at, (form, tag, head, label) in enumerate(words, 1):
        said = [form, tag, tag[0], FEATS.get(tag, "_")] if columns != "forms" else ["_"] * 4
        last = [str(head), label] if columns == "conllx" else ["_", "_"]
        lines.append("\t".join([str(at), form, *said, str(head), label, *last]))
    return "\n".join(lines) + "\n\n"


def treebank(size: int, seed: int = 1, *, crossing: bool = False, columns: str = "all") -> str:
    draw = random.Random(seed)
    return "".join(
        text(sentence(draw, crossing=crossing), number, columns=columns) for number in range(size)
    )


def several_roots(size: int, seed: int = 1) -> str:
    """Two sentences in one, each with a root of its own."""
    draw = random.Random(seed)
    found = []
    for number in range(size):
        one, two = sentence(draw), sentence(draw)
        shifted = [(f, t, h + len(one) if h else 0, label) for f, t, h, label in two]
        found.append(text(one + shifted, number))
    return "".join(found)


def covered_roots(size: int, seed: int = 1) -> str:
    """Between subject and verb, under their arc, stands another root: "the cat oh sees"."""
    draw = random.Random(seed)
    found = []
    for number in range(size):
        words = sentence(draw)
        verb = [label for *_, label in words].index("root")
        if draw.random() < 0.5:
            words = [(f, t, h + (h > verb), label) for f, t, h, label in words]
            words.insert(verb, ("oh", "INTJ", 0, "root"))
        found.append(text(words, number).replace("punct", "dep"))  # for roots that must not be
    return "".join(found)


def graphs(size: int, seed: int = 1) -> str:
    """A treebank with graphs in DEPS: an article depends on the adjective after it, too."""
    draw = random.Random(seed)
    found = []
    for number in range(size):
        words = sentence(draw)
        lines = text(words, number).split("\n")
        for at, (_, tag, head, label) in enumerate(words, 1):
            deps = [(head, label)]
            if tag == "DET" and words[at][1] == "ADJ":
                deps.append((at + 1, "agr"))
            fields = lines[at].split("\t")
            fields[8] = "|".join(f"{h}:{name}" for h, name in sorted(deps))
            lines[at] = "\t".join(fields)
        found.append("\n".join(lines))
    return "".join(found)


def parallel(size: int, seed: int = 1) -> str:
    """Graphs with several arcs from one word to another, with different labels.

    Nouns are also `arg` of the verb, a fish is its `topic` as well, and a verb that `likes` is the
    root in two ways.
    """
    draw = random.Random(seed)
    found = []
    for number in range(size):
        words = sentence(draw)
        lines = text(words, number).split("\n")
        for at, (form, tag, head, label) in enumerate(words, 1):
            deps = [(head, label)]
            if tag == "NOUN":
                deps += [(head, "arg")] + [(head, "topic")] * (form == "fish")
            deps += [(0, "wish")] * (form == "likes")
            fields = lines[at].split("\t")
            fields[8] = "|".join(f"{h}:{name}" for h, name in sorted(deps))
            lines[at] = "\t".join(fields)
        found.append("\n".join(lines))
    return "".join(found)


def las(parser, path) -> float:
    """The share of words with the right head and label, by the plain reader."""
    gold, found = list(read(path)), list(parser.parse(read(path)))
    right = [
        (a.heads[w], a.deprels[w]) == (b.heads[w], b.deprels[w])
        for a, b in zip(gold, found, strict=True)
        for w in range(a.words)
    ]
    return 100 * sum(right) / len(right)
