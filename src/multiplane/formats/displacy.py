"""Sentences for displaCy, which draws them: `displacy.render(data, style="dep", manual=True)`."""

from typing import Any

from multiplane.formats.flat import FlatSentence


def drawn(row: FlatSentence) -> dict[str, Any]:
    """Return words and arcs; roots have no arc there."""
    words = [
        {"text": form, "tag": tag or "", "lemma": lemma}
        for form, tag, lemma in zip(row.forms, row.upos, row.lemmas, strict=True)
    ]
    arcs = [
        {
            "start": min(head, d) - 1,
            "end": max(head, d) - 1,
            "label": label or "",
            "dir": "left" if d < head else "right",
        }
        for d, (head, label) in enumerate(zip(row.heads, row.deprels, strict=True), 1)
        if head
    ]
    return {"words": words, "arcs": arcs}
