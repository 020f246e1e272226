"""Treebanks on a page without a server: small ones, read sentence by sentence."""

import io
from collections.abc import Iterator

from multiplane.compressed import opened
from multiplane.conllu import Sentence, read
from multiplane.errors import FormatError, MultiplaneError
from multiplane.graph import acyclic

ZST = (b"\x28\xb5\x2f\xfd", b"\x50\x2a\x4d\x18")  # how such files begin
MOST = 4 << 20  # bytes, whose census takes half a minute


def sentences(data: bytes, name: str) -> Iterator[Sentence]:
    """Read a treebank, plain or compressed; what is malformed has an error."""
    if data.startswith(ZST):
        raise MultiplaneError(
            ".zst files need a server: run multiplane serve, or give it plain, .gz or .xz"
        )
    with opened(io.BytesIO(data)) as text:
        plain = text.read(MOST + 1)
    if len(plain) > MOST:
        raise MultiplaneError(
            f"more than {MOST >> 20} MB, which is too much for a page without a server; use the"
            " commands multiplane census and multiplane find, or the playground of multiplane serve"
        )
    source = io.StringIO(plain)
    source.name = name
    return read(source, on_error="skip")


def not_a_tree(sentence: Sentence) -> FormatError | None:
    """Say what keeps a sentence from being a tree, and on which line."""
    if None in sentence.heads:
        word = sentence.heads.index(None) + 1
        return _error(sentence, word, f"no head for word {word}", "a head for each word")
    verdict = acyclic(sentence.graph)
    if verdict:
        return None
    cycle = verdict.witness
    path = " → ".join(map(str, (*cycle, cycle[0])))
    return _error(sentence, cycle[0], f"the cycle {path}", "a tree")


def _error(sentence: Sentence, word: int, found: str, expected: str) -> FormatError:
    lines = sentence.text.split("\n")
    at = next(k for k, line in enumerate(lines) if line.startswith(f"{word}\t"))
    return FormatError(sentence.file, sentence.line + at, found, expected)
