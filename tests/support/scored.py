"""Treebanks and the outputs of parsers, to be scored."""

from hypothesis import strategies as st

from multiplane.conllu import reads
from multiplane.evaluation import evaluate
from support.paths import DATA

GOLD, SYSTEM, BASELINE = (
    str(DATA / f"eval_{name}.conllu") for name in ("gold", "system", "baseline")
)
WORDS = [[("a", "X", 2, "x"), ("b", "X", 0, "root")], [("c", "X", 0, "root")]]
LABELS = ["nsubj", "nsubj:pass", "obj", "det", "aux:pass", "punct", "root"]


def conllu(treebank) -> str:
    """A treebank as in `naive`, as text."""
    return "".join(
        "".join(
            f"{d}\t{form}\t_\t{upos}\t_\t_\t{'_' if head is None else head}\t{label}\t_\t_\n"
            for d, (form, upos, head, label) in enumerate(sentence, 1)
        )
        + "\n"
        for sentence in treebank
    )


def evaluated(gold, system, **options):
    options.setdefault("bootstrap", 0)
    if "against" in options:
        options["against"] = reads(conllu(options["against"]))
    return evaluate(reads(conllu(gold)), reads(conllu(system)), **options)


@st.composite
def heads(draw, max_words: int):
    """One head, 0 or None for each word: cycles and all."""
    n = draw(st.integers(1, max_words))
    others = ([None, *(h for h in range(n + 1) if h != d)] for d in range(1, n + 1))
    return [draw(st.sampled_from(choice)) for choice in others]


@st.composite
def treebanks(draw, outputs: int = 1):
    """Gold and the outputs of systems, which are often right."""
    gold, systems = [], [[] for _ in range(outputs)]
    for _ in range(draw(st.integers(1, 4))):
        arcs = [head or 0 for head in draw(heads(6))]
        words = [
            (form, upos, head, draw(st.sampled_from(LABELS)))
            for head in arcs
            for form, upos in [
                draw(st.sampled_from([("a", "NOUN"), (".", "PUNCT"), ("«…", "_"), ("$", "_")]))
            ]
        ]
        gold.append(words)
        for system in systems:
            system.append([draw(guesses(d, len(words), w)) for d, w in enumerate(words, 1)])
    return gold, *systems


def guesses(d: int, n: int, word):
    others = [None, *(h for h in range(n + 1) if h != d)]
    wrong = st.tuples(
        st.just(word[0]), st.just(word[1]), st.sampled_from(others), st.sampled_from(LABELS)
    )
    return st.one_of(st.just(word), wrong)
