"""Many pictures on one page for a browser: self-contained, without scripts."""

from html import escape

HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ font: 15px/1.4 "Noto Sans", "DejaVu Sans", sans-serif; margin: 2em; color: #222 }}
h1 {{ font-size: 1.2em }}
figure {{ margin: 0 0 2em; overflow-x: auto; break-inside: avoid }}
figcaption {{ color: #555; margin-bottom: .4em }}
figcaption b {{ color: #222 }}
code {{ background: #f2f2f2; padding: 0 .2em }}
</style></head>
<body>
<h1>{heading}</h1>
"""
TAIL = "</body></html>\n"


def head(title: str, *, code: str = "") -> str:
    """Begin a page; the code, such as a query, stands behind its title."""
    more = f" <code>{escape(code)}</code>" if code else ""
    whole = f"{title} {code}".strip()
    return HEAD.format(title=escape(whole), heading=escape(title) + more)


def figure(name: str, note: str, svg: str) -> str:
    """Show a picture, or a `paragraph` in its place, under its name and a note."""
    caption = f"<figcaption><b>{escape(name)}</b> {escape(note)}</figcaption>"
    return f"<figure>\n{caption}\n{svg}</figure>\n"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>\n"
