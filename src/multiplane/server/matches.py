"""What a query finds in an uploaded treebank: run in a worker, which knows nothing of the web."""

import io
from collections.abc import Iterable
from typing import Any

from multiplane.query import find
from multiplane.server.sentences import written
from multiplane.server.treebanks import unpacked

SHOWN = 20  # sentences of an answer
MOST_QUERY = 500  # characters


def matching(data: bytes, name: str, query: str, first: int) -> dict[str, Any]:
    """Search a treebank, plain or compressed; sentences that are not trees are skipped."""
    source = io.BytesIO(unpacked(data))
    source.name = name
    return answered(find(query, source, on_error="skip"), name, first)


def answered(treebank: Iterable[Any], name: str, first: int) -> dict[str, Any]:
    """Return what was found as the interface answers it: all of it counted, and some of it."""
    sentences, matches, listed = 0, 0, []
    for found in treebank:
        if first <= sentences < first + SHOWN:
            listed.append(_listed(found))
        sentences += 1
        matches += len(found.matches)
    return {"name": name, "sentences": sentences, "matches": matches, "found": listed}


def _listed(found: Any) -> dict[str, Any]:
    arcs = [
        {"head": head, "dependent": word, "plane": found.planes.get(word, 1)}
        for word, head in found.heads.items()
        if head
    ]
    return {
        **written(found.sentence),
        "line": found.line,
        "sent_id": found.sent_id,
        "arcs": arcs,
        "marks": [{"word": word, "mark": mark} for word, mark in found.marks.items()],
        "asked": sorted(found.arcs),
    }
