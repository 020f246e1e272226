"""A sentence as a `DependencyGraph` of NLTK: `ctag` is UPOS, `tag` XPOS, `rel` DEPREL.

Not carried: comments, multiword ranges and empty nodes, the columns DEPS and MISC; line ends of
Windows, a byte order mark, empty lines beyond one.
"""

from typing import Any

from multiplane.conllu import Sentence
from multiplane.doc.library import library
from multiplane.doc.row import Row, sentence_of
from multiplane.doc.sentence import ParsedSentence

# Our names for what a node has.
COLUMNS = {
    "form": "word",
    "lemma": "lemma",
    "upos": "ctag",
    "xpos": "tag",
    "feats": "feats",
    "head": "head",
    "deprel": "rel",
}


def to_nltk(sentence: ParsedSentence) -> Any:
    graph = library("nltk.parse.dependencygraph", "graphs").DependencyGraph()
    for token in sentence:
        node = {theirs: getattr(token.row, ours) for ours, theirs in COLUMNS.items()}
        graph.nodes[token.number].update(node, address=token.number, head=token.head_number)
        if token.head_number is not None:
            graph.nodes[token.head_number]["deps"][token.deprel].append(token.number)
    if sentence.roots:
        graph.root = graph.nodes[sentence.roots[0].number]
        graph.top_relation_label = sentence.roots[0].deprel
    return graph


def from_nltk(graph: Any) -> Sentence:
    # Asking for a node that is not there makes one, without an address.
    nodes = [node for address, node in sorted(graph.nodes.items()) if address and node["address"]]
    return sentence_of(
        Row(
            str(node["address"]),
            **{
                ours: "_" if node[theirs] is None else str(node[theirs])
                for ours, theirs in COLUMNS.items()
            },
        )
        for node in nodes
    )
