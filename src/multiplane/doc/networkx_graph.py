"""A sentence as a directed graph of networkx: 0 is the artificial root, words are 1, 2, ….

An edge leads from head to dependent with `deprel`, and `plane` if it is between words; a node has
the other columns; the graph has `comments`, and in `rows` multiword ranges and empty nodes.

Not carried: line ends of Windows, a byte order mark, empty lines beyond one.
"""

from typing import Any

from multiplane.conllu import Sentence
from multiplane.doc.library import library
from multiplane.doc.row import Row, sentence_of
from multiplane.doc.sentence import ParsedSentence
from multiplane.errors import MultiplaneError


def to_networkx(sentence: ParsedSentence) -> Any:
    networkx = library("networkx", "graphs")
    others = [tuple(row) for row in sentence.rows if not row.is_word]
    graph = networkx.DiGraph(comments=list(sentence.source.comments), rows=others)
    graph.add_node(0)
    for token in sentence:
        columns = token.row._asdict()
        del columns["id"], columns["head"]
        if token.head_number is not None:
            plane = {"plane": token.plane} if token.plane else {}
            graph.add_edge(token.head_number, token.number, deprel=columns.pop("deprel"), **plane)
        graph.add_node(token.number, **columns)
    return graph


def from_networkx(graph: Any) -> Sentence:
    nodes = set(graph.nodes) - {0}
    words = range(1, len(nodes) + 1)
    if nodes != set(words):
        raise MultiplaneError(
            f"nodes {nodes!r:.60}; number the words 1, 2, … and use 0 for the root"
        )
    rows = [Row(*map(str, row)) for row in graph.graph.get("rows", ())]
    for word in words:
        heads = list(graph.predecessors(word))
        if len(heads) > 1:
            raise MultiplaneError(f"word {word} has the heads {heads}; at most one is allowed")
        node = graph.nodes[word]
        columns = {name: str(node[name]) for name in Row._fields if name in node}
        if heads:
            edge = graph.edges[heads[0], word]
            columns |= {"head": str(heads[0]), "deprel": str(edge.get("deprel", "_"))}
        rows.append(Row(**(columns | {"id": str(word)})))
    return sentence_of(sorted(rows, key=lambda row: row.place), graph.graph.get("comments", ()))
