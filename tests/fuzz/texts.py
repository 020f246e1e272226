"""Treebanks and plain texts."""

import io
from contextlib import suppress
from functools import cache
from unittest.mock import patch
from zlib import crc32

from fuzz.target import LostError, Target, chance
from fuzz.varied import by_words
from multiplane.conllu import read, reads, write
from multiplane.doc import Doc
from multiplane.drawing import draw
from multiplane.errors import MultiplaneError
from multiplane.evaluation import evaluate
from multiplane.parsing.stream import parse_file
from multiplane.pipeline import stream
from multiplane.pipeline.stream import annotate_file
from multiplane.text.characters import LINE, PLANE, SPACE, tables
from multiplane.treebank.census import census
from support import odd_lines, sentences, zoo
from support.paths import DATA
from support.scanned import agrees

COMPRESSED = (b"\x1f\x8b", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")  # their bytes are others when written
SIZES = (1, 7, 64, 1000)  # of what is read at a time

parser = cache(zoo.MAKERS["trees"])
pipeline = cache(zoo.pipeline)


def conllu(data: bytes) -> None:
    """Every byte survives, scanner and reader agree, and what is sound can be used."""
    target = io.BytesIO()
    write(read(io.BytesIO(data), on_error="skip"), target)
    if target.getvalue() != data and not data.startswith(COMPRESSED):
        raise LostError(f"{target.getvalue()!r:.200} is written")
    agrees(data, size=SIZES[crc32(data) % len(SIZES)])
    if chance(data, 16):
        use_treebank(data)
    for sentence in read(io.BytesIO(data)):
        assert sentence.with_tree(sentence.heads, sentence.deprels) == sentence


def use_treebank(data: bytes) -> None:
    """What commands do with a treebank that may be damaged, and with each sound sentence."""
    target = io.BytesIO()
    parse_file(parser(), io.BytesIO(data), target, on_error="skip")
    if without_trees(target.getvalue()) != without_trees(data):
        raise LostError("columns other than HEAD and DEPREL are changed by a parser")
    census(io.BytesIO(data), on_error="skip")
    for sentence in read(io.BytesIO(data), on_error="skip"):
        if sentence.words and not sentence.error:
            draw(sentence).svg(500)
            (again,) = Doc.from_json(Doc([sentence]).to_json()).blocks
            assert (again.columns, again.comments) == (sentence.columns, sentence.comments)
    with suppress(MultiplaneError):
        evaluate(io.BytesIO(data), io.BytesIO(data))
        census(io.BytesIO(data))


def without_trees(data: bytes) -> list[str]:
    found = []
    for s in read(io.BytesIO(data), on_error="skip"):
        whole = s.error or not s.words
        found.append(s.text if whole else s.with_tree([None] * s.words, ["_"] * s.words).text)
    return found


def plain(data: bytes) -> None:
    """What is not white space is in the tokens, in order, however much is read at a time."""
    found = []
    for size in (5, 1 << 17):
        target = io.BytesIO()
        with patch.object(stream, "SIZE", size):
            annotate_file(pipeline(), io.BytesIO(data), target)
        found.append(target.getvalue())
    if found[0] != found[1]:
        raise AssertionError("reading it piece by piece gives other sentences")
    text = found[0].decode("utf-8", "surrogateescape")
    tokens = "".join(form for s in reads(text) for form in surface(s.text))
    given = data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    given = given.encode("utf-8", "replace").decode()  # other bytes become ?, as the docs say
    if without_spaces(tokens) != without_spaces(given):
        raise LostError(f"{tokens!r:.200} is left")


def without_spaces(text: str) -> str:
    """White space as segmentation has it: control characters belong to it."""
    kinds = tables().kinds
    return "".join(c for c in text if ord(c) >= PLANE or kinds[ord(c)] not in (SPACE, LINE))


def surface(text: str):
    """The forms of the tokens of a sentence, multiwords as one."""
    inside = 0
    for line in text.split("\n"):
        name, _, rest = line.partition("\t")
        if not rest or name.startswith("#"):
            continue
        first, dash, last = name.partition("-")
        if dash:
            inside = int(last)
        elif int(first) <= inside:
            continue
        yield rest.partition("\t")[0]


def treebanks():
    for name in ("figures", "not_trees", "structures"):
        for sentence in read(DATA / f"{name}.conllu", on_error="skip"):
            yield sentence.text.encode()[:1500]
    yield from (text.encode() for text in sentences.NASTY.values())
    yield zoo.SENTENCES.encode()[:1500]


def plain_texts():
    yield zoo.TEXT.encode()
    yield "…?!… »Ja«, sagte er (z. B. 3.14 €).\r\n\r\n\tI can't\u00a0– don't!".encode()
    yield "\n\n\n«Quoi ?»\u2028日本語。です".encode()
    yield b"Mr. Fox... ran 1,000 m. www.a-b.org/x?y=z a@b.c :-) 'tis\n\n\n\n \n 2nd e.g. \xff\xfe"


ODD = ("\t", "\n", "\r\n", "\n\n", "\ufeff", "_", "#", "# text = a\n", "1-2", "1.1", "0.1", "0",
       "-1", "00", "٣", "é", "\u2028", "\x85", "\x1f\x8b", "SpaceAfter=No", "root", "|", "=",
       odd_lines.line(1) + "\n", odd_lines.line(2, "1") + "\n")  # fmt: skip
SIGNS = ("\n\n", "\r\n", "\ufeff", " ", "\t", ".", "...", "…", "?!", "don't", "n't", "Mr.", "1,000",
         "«", "日本", "e\u0301", "\u200d", "\u00a0", "\u2028", "\x85", "\x1c", "\0", "🙂", "ß", "İ",
         "\u3000", "\v", "." * 300)  # fmt: skip

TEXTS = (
    Target(
        "conllu",
        conllu,
        ("multiplane.conllu", "multiplane.compressed", "multiplane.treebank.scan",
         "multiplane.treebank.rewrite", "multiplane.parsing.stream"),
        treebanks,
        ODD,
        vary=by_words(treebanks, ODD),
    ),
    Target(
        "text",
        plain,
        ("multiplane.pipeline.stream", "multiplane.pipeline.pipeline", "multiplane.text",
         "multiplane.pipeline.annotator", "multiplane.segmentation.compact",
         "multiplane.segmentation.segmenter", "multiplane.segmentation.multiword"),
        plain_texts,
        SIGNS,
        600,
        vary=by_words(plain_texts, SIGNS),
    ),
)  # fmt: skip
