"""Small tables of HTML for notebooks: without styles, so in the colours of the notebook."""

from collections.abc import Iterable, Sequence


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; cells are markup, and the first of a row is its heading."""
    lines = ["<tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"] if heads else []
    for name, *cells in rows:
        body = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f"<tr><th>{name}</th>{body}</tr>")
    return "\n".join(["<table>", *lines, "</table>"])
