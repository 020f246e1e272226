"""Derivations as a document of LaTeX: by the oracle or by hand, one or two of the same tree."""

from collections.abc import Mapping
from typing import Any

from multiplane.calculus.derivation import derive
from multiplane.server.choices import chosen
from multiplane.server.derivations import oracle_trace
from multiplane.server.sentences import gold, sentence


def document(asked: Mapping[str, Any]) -> dict[str, str]:
    """Return the document that a request asks for."""
    from multiplane.drawing.steps import as_latex
    from multiplane.oracles.trace import Trace

    found = sentence(asked["sentence"])
    rows = [row for row in (asked, asked.get("beside")) if row is not None]
    traces = []
    for row in rows:
        transitions = row.get("transitions")
        if transitions is None:
            traces.append(oracle_trace(row["system"], found))
        else:
            words = gold(found).n
            traces.append(Trace(derive(chosen(row["system"]), transitions, words=words)))
    return {"latex": as_latex(found, *traces)}
