r"""Derivations for LaTeX: the tree by tikz-dependency, its steps as a table by booktabs."""

from collections.abc import Sequence

from multiplane.calculus.notation import printed, render
from multiplane.calculus.stores import Store
from multiplane.conllu import Sentence
from multiplane.drawing.latex import PREAMBLE
from multiplane.drawing.picture import draw
from multiplane.graph import Arc
from multiplane.latex import escaped
from multiplane.oracles.trace import Trace

SHOWN = 6  # words of a store, from its open end


def as_latex(trace: Trace, sentence: Sentence) -> str:
    """Write the tree, the steps of its derivation and the rules of its system."""
    system = trace.derivation.system
    names = " & ".join(f"${render(store.name, 'latex')}$" for store in system.stores)
    columns = "l" * (len(system.stores) + 2)
    rows = [
        f"{_name(step.transition)} & {_stores(system.stores, step.configuration.stores, sentence)}"
        f" & {_arcs(step.new, sentence)} \\\\"
        for step in trace.steps
    ]
    used = {system.defined_as(name) for name in trace.derivation.transitions}
    rules = [
        f"{_name(row.name)} & ${render(str(row.rule), 'latex')}$ \\\\"
        for row in printed(system).transitions
        if row.defined_as in used
    ]
    needs = "\n".join(f"%   {line}" for line in (r"\usepackage{booktabs}", *PREAMBLE.split("\n")))
    return "\n".join(
        [
            f"% A derivation by {system.name}.  The document needs, before it begins:",
            needs,
            draw(sentence).latex().rstrip("\n"),
            "",
            rf"\begin{{tabular}}{{{columns}}}",
            r"  \toprule",
            rf"  Transition & {names} & Arc \\",
            r"  \midrule",
            *(f"  {row}" for row in rows),
            r"  \bottomrule",
            r"\end{tabular}",
            "",
            r"\begin{tabular}{ll}",
            r"  \toprule",
            *(f"  {rule}" for rule in rules),
            r"  \bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _name(transition: str) -> str:
    return f"${render(transition, 'latex')}$" if transition else "start"


def _stores(stores: Sequence[Store], contents: Sequence[Sequence[int]], sentence: Sentence) -> str:
    return " & ".join(
        _store(store, nodes, sentence) for store, nodes in zip(stores, contents, strict=True)
    )


def _store(store: Store, nodes: Sequence[int], sentence: Sentence) -> str:
    """Write the words of a store; of many, those at its open end."""
    words = [_word(node, sentence) for node in nodes]
    if len(words) > SHOWN:
        left = store.open_on_left
        words = [*words[:SHOWN], r"\dots"] if left else [r"\dots", *words[-SHOWN:]]
    return f"{{[{', '.join(words)}]}}"


def _arcs(arcs: Sequence[Arc], sentence: Sentence) -> str:
    """Write arcs with their labels."""
    return ", ".join(
        f"({_word(head, sentence)}, {escaped(sentence.deprels[dependent - 1])},"
        f" {_word(dependent, sentence)})"
        for head, dependent in arcs
    )


def _word(node: int, sentence: Sentence) -> str:
    return escaped(sentence.forms[node - 1]) if node else r"\textsc{root}"
