"""Sentences that a query found, written for people and for programs."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from multiplane.cli.console import say, screen_width
from multiplane.cli.tables import Table, render
from multiplane.errors import in_a_line
from multiplane.harmless import harmless

if TYPE_CHECKING:
    from multiplane.drawing import Picture
    from multiplane.drawing.size import TooLarge
    from multiplane.query import Found, Match

STYLES = ("table", "drawing", "conllu", "json", "html", "latex", "pdf")
SUFFIXES = {
    ".txt": "table",
    ".conllu": "conllu",
    ".json": "json",
    ".html": "html",
    ".htm": "html",
    ".tex": "latex",
    ".pdf": "pdf",
}
WIDTH = 100  # columns of a drawing in a pipe or a file


@dataclass
class Tally:
    """How much was written."""

    sentences: int = 0
    matches: int = 0

    def seen(self, found: Iterator["Found"]) -> Iterator["Found"]:
        """Count what passes by."""
        for each in found:
            self.sentences += 1
            self.matches += len(each.matches)
            yield each


def write(style: str, found: Iterator["Found"], file: TextIO, query: str, output: str) -> None:
    """Write what was found, as it is found where the style allows."""
    if style == "pdf":
        from multiplane.drawing.pdf import write_pdf

        pictures = ((_name(each), _picture(each)) for each in found)
        write_pdf(pictures, file, undrawn=_say_undrawn)
    elif style == "table":
        file.write(_table(found, to_screen=output == "-"))
    else:
        file.writelines(_WRITERS[style](found, query, output))


def _name(found: "Found") -> str:
    return found.sent_id or f"{found.file}:{found.line}"


def _notes(found: "Found") -> str:
    return "; ".join(str(match) for match in found.matches if match.words)


def _picture(found: "Found") -> "Picture":
    from multiplane.drawing import draw

    return draw(found.sentence, heads=found.heads, marks=found.marks, arcs=found.arcs)


def _drawn(
    found: "Found", drawn: "Callable[[Picture], str]", otherwise: Callable[[str], str]
) -> str:
    """Draw a sentence; one that is too large does not keep the others from being drawn."""
    from multiplane.drawing.size import TooLarge

    try:
        return drawn(_picture(found))
    except TooLarge as error:
        _say_undrawn(error)
        return otherwise(f"not drawn: {error}")


def _say_undrawn(error: "TooLarge") -> None:
    say(f"not drawn: {error}")


def _table(found: Iterator["Found"], *, to_screen: bool) -> str:
    """Write a row for each match: the sentence, its words, and the text with these in brackets."""
    rows = []
    for each in found:
        forms = each.sentence.forms
        for match in each.matches:
            chosen = {word for _, word in match.words}
            words = " ".join(_shown(name, forms[word - 1], word) for name, word in match.words)
            text = " ".join(f"[{form}]" if d in chosen else form for d, form in enumerate(forms, 1))
            rows.append(tuple(map(harmless, (_name(each), words, text))))
    titles = ("sentence", "match", "text")
    return render("terminal", [Table("", titles, tuple(rows), "lpp")], to_screen=to_screen)


def _shown(name: str, form: str, word: int) -> str:
    return f"{name}={form}/{word}" if name else f"{form}/{word}"


def _drawings(found: Iterator["Found"], query: str, output: str) -> Iterator[str]:
    del query
    screen = screen_width() if output == "-" else None

    def drawn(picture: "Picture") -> str:
        return picture.text(screen or WIDTH, colour=screen is not None)

    for each in found:
        notes = _notes(each)
        yield in_a_line(f"{_name(each)}{': ' if notes else ''}{notes}") + "\n"
        yield _drawn(each, drawn, "{}\n".format) + "\n"


def _conllu(found: Iterator["Found"], query: str, output: str) -> Iterator[str]:
    from multiplane.treebank.witnesses import with_planes

    del output
    for each in found:
        comments = [f"# found_at = {each.file}:{each.line}", f"# query = {' '.join(query.split())}"]
        comments += [f"# match = {match}" for match in each.matches if match.words]
        body = with_planes(each.sentence, each.planes).strip("\r\n")
        yield "\n".join(comments) + f"\n{body}\n\n"


def _json(found: Iterator["Found"], query: str, output: str) -> Iterator[str]:
    del query, output
    yield "["
    before = "\n"
    for each in found:
        record = {
            "file": each.file,
            "line": each.line,
            "sent_id": each.sent_id,
            "text": " ".join(each.sentence.forms),
            "matches": [_record(each, match) for match in each.matches],
        }
        yield before + json.dumps(record, ensure_ascii=False)
        before = ",\n"
    yield "\n]\n"


def _record(found: "Found", match: "Match") -> dict[str, Any]:
    sentence = found.sentence
    return {
        "words": [
            {
                "name": name,
                "number": d,
                "form": sentence.forms[d - 1],
                "lemma": sentence.lemmas[d - 1],
                "upos": sentence.upos[d - 1],
                "head": found.heads[d],
                "deprel": sentence.deprels[d - 1],
                "plane": found.planes.get(d),
            }
            for name, d in match.words
        ],
        "arcs": sorted(match.arcs),
    }


def _html(found: Iterator["Found"], query: str, output: str) -> Iterator[str]:
    from multiplane.drawing import page

    del output
    yield page.head("Found by", code=query)
    for each in found:
        picture = _drawn(each, lambda picture: picture.svg(), page.paragraph)
        yield page.figure(_name(each), _notes(each), picture)
    yield page.TAIL


def _latex(found: Iterator["Found"], query: str, output: str) -> Iterator[str]:
    from multiplane.drawing.latex import PREAMBLE

    del output
    yield "% Before \\begin{document}:\n"
    yield "".join(f"%   {line}\n" for line in PREAMBLE.splitlines())
    for each in found:
        yield f"\n% {' '.join(f'{_name(each)} {_notes(each)}'.split())}\n"
        yield _drawn(each, lambda picture: picture.latex(), "% {}\n".format)
    del query


_WRITERS: dict[str, Callable[[Iterator["Found"], str, str], Iterator[str]]] = {
    "drawing": _drawings,
    "conllu": _conllu,
    "json": _json,
    "html": _html,
    "latex": _latex,
}
