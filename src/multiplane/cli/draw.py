"""`multiplane draw FILE`: a sentence with its arcs, in the terminal or as SVG."""

import shutil
import sys
from html import escape

import click

from multiplane.cli.choice import FORMAT, Choice
from multiplane.cli.sentences import SENTENCE, chosen
from multiplane.cli.streams import unwritten
from multiplane.cli.suffixes import format_of
from multiplane.compressed import created

STYLES = ("text", "svg", "html", "latex", "pdf")
SUFFIXES = {
    ".txt": "text",
    ".svg": "svg",
    ".html": "html",
    ".htm": "html",
    ".tex": "latex",
    ".pdf": "pdf",
}
PAGE = """<!doctype html>
<html><head><meta charset="utf-8"><title>{title}</title></head>
<body>
{picture}</body></html>
"""


@click.command("draw", short_help="Draw a sentence, with arcs coloured by plane.")
@click.argument("file")
@SENTENCE
@FORMAT
@click.option(
    "--style",
    type=Choice(STYLES),
    help="Output format.  Default: by the suffix of the output, else text.",
)
@click.option(
    "--width",
    type=click.IntRange(min=0),
    metavar="N",
    help="Maximum width of a row, in columns or pixels; 0: no limit.",
)
@click.option("--output", "-o", default="-", metavar="FILE", help="Write to FILE.")
def command(
    file: str, *, which: str, form: str | None, style: str | None, width: int | None, output: str
) -> None:
    """Draw a sentence: arcs above the words, coloured by plane, crossings marked.

    Arcs are drawn on as few planes as possible.  A long sentence takes several rows; an arc that
    runs off a row shows the number of the word it leads to.

    \b
    multiplane draw train.conllu --sentence 12
    multiplane draw train.conllu --sentence weblog-0001 -o picture.svg
    multiplane draw train.conllu --sentence weblog-0001 -o page.html
    multiplane draw train.conllu --sentence weblog-0001 -o figure.tex
    multiplane draw found/not-2-planar.conllu -o picture.svg --width 700
    """
    from multiplane.drawing import draw

    otherwise = "choose one with --style; for .png, export an .svg with a drawing program"
    style = style or format_of(output, SUFFIXES, otherwise) or "text"
    try:
        sentence = chosen(file, which, form)
        drawn = draw(sentence)
        if style == "pdf":
            from multiplane.drawing.pdf import write_pdf

            with created(output) as target:
                write_pdf([("", drawn)], target, 700 if width is None else width)
            return
        if style == "latex":
            text = drawn.latex()
        elif style in ("svg", "html"):
            text = drawn.svg(1000 if width is None else width)
            if style == "html":
                text = PAGE.format(title=escape(" ".join(sentence.forms)), picture=text)
        else:
            on_terminal = output == "-" and sys.stdout.isatty()
            columns = shutil.get_terminal_size((100, 24)).columns if on_terminal else 100
            text = drawn.text(columns if width is None else width, colour=on_terminal)
        with created(output) as target:
            target.write(text)
    except OSError as error:
        raise unwritten(error, output) from error
