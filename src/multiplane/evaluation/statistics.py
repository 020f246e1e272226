"""What is counted in each sentence: statistics that add up."""

import numpy as np
from numpy.typing import NDArray

from multiplane.evaluation.words import Bools, Words

# The relations of function words, and punctuation, which CLAS leaves out (Nivre & Fang 2017; the
# CoNLL shared task of 2018).
FUNCTIONAL = ("aux", "case", "cc", "clf", "cop", "det", "mark", "punct")

Counts = NDArray[np.int64]


def right_heads(words: Words) -> Bools:
    found: Bools = words.system.head == words.gold.head
    return found


def right_arcs(words: Words) -> Bools:
    """Say of which words head and label are right."""
    found: Bools = right_heads(words) & (words.system.label == words.gold.label)
    return found


def statistics(words: Words) -> dict[str, Counts]:
    """Count, in each sentence, what scores are made of; by name, one number for each sentence."""
    head, right = right_heads(words), right_arcs(words)
    gold, system, counted = words.gold, words.system, ~words.punctuation
    arc = system.head >= 0
    functional = np.array([label in FUNCTIONAL for label in words.labels])[words.universal]
    universal = words.universal[system.label] == words.universal[gold.label]
    content = ~functional[gold.label]
    of_words = {
        "tokens": np.ones_like(head),
        "head": head,
        "right": right,
        "tokens_nopunct": counted,
        "head_nopunct": head & counted,
        "right_nopunct": right & counted,
        "content_gold": content,
        "content_system": arc & ~functional[system.label],
        "content_right": head & universal & content,
        # A right arc may be projective in one tree and not in the other: each has its own count.
        "np_gold": gold.non_projective,
        "np_gold_right": gold.non_projective & right,
        "np_system": system.non_projective,
        "np_system_right": system.non_projective & right,
        "projective_gold": ~gold.non_projective,
        "projective_gold_right": ~gold.non_projective & right,
        "projective_system": arc & ~system.non_projective,
        "projective_system_right": arc & ~system.non_projective & right,
        "headless": ~arc,
        "roots": system.head == 0,
    }
    counts = {
        name: np.add.reduceat(flags.astype(np.int64), words.starts)
        for name, flags in of_words.items()
    }
    of_sentences = {
        "sentences": counts["tokens"] > 0,
        "exact_head": counts["head"] == counts["tokens"],
        "exact_right": counts["right"] == counts["tokens"],
        "multiple_roots": counts["roots"] > 1,
        "not_trees": ~words.tree,
    }
    return counts | {name: flags.astype(np.int64) for name, flags in of_sentences.items()}
