"""Forms of `/process`: a line with the media type, one with the query, and then the body."""

from functools import cache
from unittest.mock import patch
from urllib.parse import urlencode

from fuzz.target import LostError, Target
from fuzz.texts import parser, pipeline, surface, without_spaces
from fuzz.varied import by_words
from multiplane.conllu import reads
from multiplane.server import workplace
from multiplane.server.forms import MULTIPART, URLENCODED, fields
from multiplane.server.processing import process
from multiplane.server.trained import Trained

MOST_WORDS = 60
BOUNDARY = "----b"
WORDS = "1\tAnn\t_\t_\t_\t_\t_\t_\t_\tx=y\n2\tsees\tSEE\tX\t_\t_\t_\t_\t_\t_\n\n"
ALL = {"tokenizer": "", "tagger": "", "parser": ""}
FORMS = (
    {"data": "Ann can't see it. Why?\n\nNo.", **ALL},
    {"data": "A b.\nC d.", **ALL, "tokenizer": "presegmented;ranges", "model": "zoo"},
    {"data": WORDS, "tagger": "", "parser": "", "output": "vertical"},
    {"data": WORDS, "parser": "", "model": "parser.mp"},
    {"data": "A b .\nC d .", "input": "horizontal", "tagger": "", "output": "plaintext"},
    {"data": "A\nb\n\nC\tx\n", "input": "vertical", "tagger": "", "output": "horizontal"},
    {"data": "A b.", "input": "generic_tokenizer", "output": "horizontal=x"},
)


@cache
def models() -> tuple[Trained, ...]:
    return Trained("zoo_toy.mp", pipeline()), Trained("parser.mp", parser())


def form(data: bytes) -> None:
    """The answer is in the layout asked for, and no character of a text is lost."""
    kind, _, rest = data.partition(b"\n")
    query, _, body = rest.partition(b"\n")
    asked = query, kind.decode("latin-1"), body
    with patch.object(workplace, "models", models()):
        found = process(*asked, MOST_WORDS)
    given = fields(*asked)
    if given.get("output", "conllu") != "conllu":
        return
    sentences = [s for s in reads(found["result"]) if s.words] if found["sentences"] else []
    assert len(sentences) == found["sentences"]
    assert sum(s.words for s in sentences) == found["words"]
    if "tokenizer" in given:
        tokens = "".join(token for s in sentences for token in surface(s.text))
        if without_spaces(tokens) != without_spaces(given["data"].removeprefix("\ufeff")):
            raise LostError(f"{tokens!r:.200} is left")


def parts(given: dict[str, str]) -> bytes:
    """Write a form in parts, as browsers do."""
    head = 'Content-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    said = "".join(f"--{BOUNDARY}\r\n{head.format(*pair)}" for pair in given.items())
    return f"{MULTIPART}; boundary={BOUNDARY}\n\n{said}--{BOUNDARY}--\r\n".encode()


def seeds():
    for given in FORMS:
        yield f"{URLENCODED}\n\n{urlencode(given)}".encode()
        yield f"\n{urlencode(given)}\n".encode()
        yield parts(given)


VOCABULARY = (
    MULTIPART, URLENCODED, "; boundary=", "; charset=utf-16", BOUNDARY, f"\r\n--{BOUNDARY}\r\n",
    f"\r\n--{BOUNDARY}--", "Content-Disposition: form-data; ", 'name="', "name*=utf-8''", "data",
    "filename=", "Content-Transfer-Encoding: ", "base64", "quoted-printable", "uuencode",
    "Content-Type: ", "message/rfc822", "text/plain", "\r\n\r\n", "\r\n", "=", "&", ";", "%", "%00",
    "%0A", "%09", "%C3", "%EF%BB%BF", "+", "\u00a0", "\u2028", "\ufeff", "\0", "model", "tokenizer",
    "tagger", "parser", "input", "output", "conllu", "horizontal", "vertical", "plaintext",
    "presegmented", "ranges", "generic_tokenizer", "epe", "zoo", "en", "parser.mp", "1-2\tcan't",
    "1.1", "\t_", "# newpar", "SpaceAfter=No",
)  # fmt: skip
SENT = (
    Target(
        "form",
        form,
        ("multiplane.server.forms", "multiplane.server.processing", "multiplane.server.layouts",
         "multiplane.server.steps"),
        seeds,
        VOCABULARY,
        1200,
        vary=by_words(seeds, VOCABULARY),
    ),
)  # fmt: skip
