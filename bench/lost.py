"""Which non-projective arcs a parser finds, and what it builds in the place of those it loses.

    python bench/lost.py MODEL GOLD

An arc is non-projective if its head does not dominate all words between its ends.  Labels are not
looked at.
"""

import argparse
from collections import Counter

from multiplane.conllu import read
from multiplane.evaluation.domination import non_projective
from multiplane.parsing.parser import load

LENGTHS = ((2, 2), (3, 3), (4, 6), (7, 10), (11, 1 << 30))


def row(name: str, counts: Counter[str]) -> str:
    """One line of the table."""
    found, gold = counts["found"], counts["gold"]
    share = 100 * found / gold if gold else 0
    lost = f"{counts['projective']:>12,}{counts['non-projective']:>16,}"
    return f"{name:>8}{gold:>8,}{found:>8,}{share:>7.1f} %{lost}"


def main() -> None:
    """Print the table for a model and a treebank."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model")
    parser.add_argument("gold")
    given = parser.parse_args()
    model = load(given.model)
    by_length = {span: Counter() for span in LENGTHS}
    predicted = right = 0
    sentences = [s for s in read(given.gold) if s.words and None not in s.heads]
    for gold, parsed in zip(sentences, model.parse(sentences), strict=True):
        wanted, built = (
            {word for word, crosses in enumerate(non_projective(list(s.heads)), 1) if crosses}
            for s in (gold, parsed)
        )
        predicted += len(built)
        right += sum(gold.heads[word - 1] == parsed.heads[word - 1] for word in built)
        for word in wanted:
            head = gold.heads[word - 1]
            length = abs(word - head)
            counts = next(c for (low, high), c in by_length.items() if low <= length <= high)
            counts["gold"] += 1
            if parsed.heads[word - 1] == head:
                counts["found"] += 1
            else:
                counts["non-projective" if word in built else "projective"] += 1
    print("  length    gold   found    share  lost to: projective  non-projective")
    for (low, high), counts in by_length.items():
        name = str(low) if low == high else f"{low}–{high}" if high < 1 << 30 else f"{low}+"
        print(row(name, counts))
    print(row("all", sum(by_length.values(), Counter())))
    print(f"built: {predicted:,} non-projective arcs, {right:,} of them with the right head")


if __name__ == "__main__":
    main()
