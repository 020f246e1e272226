"""A toy language with spaces, abbreviations and multiword tokens: treebanks of plain text."""

import random

import pytest

NAMES = ("Ann", "Bob", "Mr. Fox", "Dr. Hare")
NOUNS = {"cat": "cats", "dog": "dogs", "bird": "birds", "frog": "frogs"}
VERBS = {"sees": "see", "hears": "hear", "likes": "like"}
NUMBERS = {True: "Number=Plur", False: "Number=Sing"}


def noun(draw: random.Random, label: str, head: int):
    """`the cat`, `cats`: form, lemma, UPOS, XPOS, FEATS, head from the first word on, label."""
    single, several = draw.choice(list(NOUNS.items()))
    plural = draw.random() < 0.4
    word = (several if plural else single, single, "NOUN", "N", NUMBERS[plural])
    if draw.random() < 0.6:
        return [("the", "the", "DET", "D", "_", 1, "det"), (*word, head, label)]
    return [(*word, head, label)]


def name(draw: random.Random, label: str):
    """`Ann`, `Mr. Fox`."""
    first, *rest = draw.choice(NAMES).split()
    found = [(first, first, "PROPN", "P", "_", None, label)]
    return found + [(part, part, "PROPN", "P", "_", -1, "flat") for part in rest]


def sentence(draw: random.Random):
    """Words, each with whether a space follows; `ca` and `n't` are one token."""
    subject = name(draw, "nsubj") if draw.random() < 0.3 else noun(draw, "nsubj", None)
    third, bare = draw.choice(list(VERBS.items()))
    rows = list(subject)
    denied = draw.random() < 0.3
    if denied:
        rows.append(("ca", "can", "AUX", "M", "_", None, "aux"))
        rows.append(("n't", "not", "PART", "R", "Polarity=Neg", None, "advmod"))
    verb = len(rows)
    rows.append((bare if denied else third, bare, "VERB", "V", "_", "root", "root"))
    rows += name(draw, "obj") if draw.random() < 0.3 else noun(draw, "obj", None)
    rows.append((draw.choice(".!"), None, "PUNCT", ".", "_", None, "punct"))
    found = []
    for at, (form, lemma, upos, xpos, feats, head, label) in enumerate(rows):
        whole = 0 if head == "root" else verb + 1 if head is None else at + 1 + head
        glued = at == len(rows) - 2 or form == "ca"
        found.append((form, lemma or form, upos, xpos, feats, whole, label, not glued))
    first = found[0]
    found[0] = (first[0][0].upper() + first[0][1:], *first[1:])
    return found


def treebank(sentences: int, seed: int) -> str:
    """CoNLL-U with paragraphs, SpaceAfter=No, and `can't` as a multiword token."""
    draw = random.Random(seed)
    lines = []
    for number in range(sentences):
        lines += ["# newpar"] * (number % 5 == 0)
        for at, (form, lemma, upos, xpos, feats, head, label, spaced) in enumerate(
            sentence(draw), 1
        ):
            misc = "_" if spaced or form == "ca" else "SpaceAfter=No"
            if form == "ca":
                lines.append(f"{at}-{at + 1}\tcan't" + "\t_" * 8)
            lines.append(
                f"{at}\t{form}\t{lemma}\t{upos}\t{xpos}\t{feats}\t{head}\t{label}\t_\t{misc}"
            )
        lines.append("")
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="session")
def toy_files(tmp_path_factory):
    """A treebank to train on, and one to score by."""
    folder = tmp_path_factory.mktemp("plain")
    for name, size, seed in (("train", 150, 1), ("dev", 40, 2)):
        (folder / f"{name}.conllu").write_text(treebank(size, seed), "utf-8")
    return folder


@pytest.fixture(scope="session")
def toy_pipeline(toy_files):
    """A small pipeline, trained once."""
    from multiplane.pipeline.taggers import Taggers
    from multiplane.pipeline.training import train_pipeline

    return train_pipeline(
        "arc-eager", toy_files / "train.conllu", toy_files / "dev.conllu",
        taggers=Taggers(folds=3, epochs=3), epochs=3, bits=14, root="first",
        about={"language": "Toy"},
    )  # fmt: skip
