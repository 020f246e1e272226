"""Derivations as documents of LaTeX: a tree (tikz-dependency), and its steps (booktabs).

Stores have numbers, which stand below the words of the tree: words would not fit on a page.
"""

from collections.abc import Iterable, Sequence

from multiplane.calculus.notation import printed, render
from multiplane.conllu import Sentence
from multiplane.drawing.latex import PREAMBLE
from multiplane.drawing.picture import draw
from multiplane.graph import Arc
from multiplane.latex import escaped
from multiplane.oracles.trace import Trace, listing

BEGIN = rf"""% pdflatex is enough for Latin letters.  For others, take lualatex and a font that
% has them: write \setmainfont{{NAME}} after \usepackage{{fontspec}}.  Run it twice: the table's
% columns are measured by the first run.
\documentclass{{article}}
\usepackage[margin=2.2cm]{{geometry}}
\usepackage{{iftex}}
\ifpdftex\usepackage[T1]{{fontenc}}\usepackage{{lmodern}}\else\usepackage{{fontspec}}\fi
\usepackage{{amsmath, amssymb}}  % the rules
\usepackage{{booktabs, longtable, tabularx}}  % the tables
{PREAMBLE}
\setlength{{\parindent}}{{0pt}}
\begin{{document}}
"""
# A tree is made smaller where it is wider than the page.
FIT = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"


def as_latex(sentence: Sentence, *traces: Trace) -> str:
    """Write the tree; for each derivation of it, the steps and the rules of its system."""
    names = [trace.derivation.system.name for trace in traces]
    several = len(traces) > 1
    parts: list[str] = []
    for name, trace in zip(names, traces, strict=True):
        parts += [rf"\section*{{{escaped(name)}}}", ""] if several else []
        parts += _part(trace, sentence)
    return "\n".join(
        [
            f"% {'Derivations' if several else 'A derivation'} by {' and by '.join(names)}.",
            BEGIN,
            FIT,
            f"{draw(sentence).latex(numbers=True).rstrip()}}}",
            "",
            *parts,
            r"\end{document}",
            "",
        ]
    )


def _part(trace: Trace, sentence: Sentence) -> list[str]:
    """Write the steps of a derivation, and the rules that it uses."""
    system = trace.derivation.system
    steps = [
        [_name(step.transition), *map(_store, step.configuration.stores), _arcs(step.new, sentence)]
        for step in trace.steps
    ]
    used = {system.defined_as(name) for name in trace.derivation.transitions}
    rules = [
        [_name(row.name), f"${render(str(row.rule), 'latex')}$"]
        for row in printed(system).transitions
        if row.defined_as in used
    ]
    titles = ["Transition", *(f"${render(s.name, 'latex')}$" for s in system.stores), "New arc"]
    lost = [(sentence.heads[word - 1] or 0, word) for word in trace.lost]
    return [
        rf"\begin{{longtable}}[l]{{@{{}}{'l' * len(titles)}@{{}}}}",
        r"  \toprule",
        *_rows([titles]),
        r"  \midrule",
        r"  \endhead",
        r"  \bottomrule",
        r"  \endfoot",
        *_rows(steps),
        r"\end{longtable}",
        "",
        *([f"Not derived: {_arcs(lost, sentence)}.", r"\bigskip", ""] if lost else []),
        r"\begin{tabularx}{\linewidth}{@{}l>{\raggedright\arraybackslash}X@{}}",
        r"  \toprule",
        *_rows(rules),
        r"  \bottomrule",
        r"\end{tabularx}",
        "",
    ]


def _rows(rows: Iterable[Sequence[str]]) -> list[str]:
    return [rf"  {' & '.join(cells)} \\" for cells in rows]


def _name(transition: str) -> str:
    return f"${render(transition, 'latex')}$" if transition else "start"


def _store(nodes: Sequence[int]) -> str:
    return escaped(listing(nodes)).replace("…", r"\dots")


def _arcs(arcs: Sequence[Arc], sentence: Sentence) -> str:
    """Write arcs, those of the tree with their labels."""
    return ", ".join(
        rf"{_word(head, sentence)} $\rightarrow$ {_word(dependent, sentence)}"
        f"{_label(head, dependent, sentence)}"
        for head, dependent in arcs
    )


def _label(head: int, dependent: int, sentence: Sentence) -> str:
    label = sentence.deprels[dependent - 1]
    known = label != "_" and (sentence.heads[dependent - 1] or 0) == head
    return f" ({escaped(label)})" if known else ""


def _word(node: int, sentence: Sentence) -> str:
    return escaped(sentence.forms[node - 1]) if node else r"\textsc{root}"
