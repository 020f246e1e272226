"""Answers as Markdown, as LaTeX with booktabs, and as CSV with one line per cell."""

import csv
import io
from collections.abc import Callable

from multiplane.experiments.answer import Answer, Cell
from multiplane.experiments.grid import grid
from multiplane.latex import escaped

_LATEX_MARKS = {"★": r"\star", "†": r"\dagger", "‡": r"\ddagger", "*": "*", "↓": r"\downarrow"}


def markdown(answer: Answer) -> str:
    """Return a Markdown table; each title includes that of its group."""
    laid, decimals = grid(answer), answer.experiment.decimals

    def cell(one: Cell) -> str:
        text = one.shown(decimals)
        return (f"**{text}**" if one.best else text) + one.mark.replace("*", r"\*")

    lines = [("", *laid.flat), ("---", *("---:" for _ in laid.titles))]
    lines += [(name, *map(cell, cells)) for name, cells in laid.rows]
    body = "".join(f"| {' | '.join(t.replace('|', '&#124;') for t in line)} |\n" for line in lines)
    below = "".join(f"\n{text}\n" for text in about(answer))
    return f"**{answer.experiment.title}**\n\n{body}{below}"


def latex(answer: Answer) -> str:
    """Return a tabular with booktabs rules; notes are comments."""
    laid, decimals = grid(answer), answer.experiment.decimals

    def cell(one: Cell) -> str:
        text = escaped(one.shown(decimals)).replace("±", r"$\pm$")
        mark = f"$^{{{_LATEX_MARKS[one.mark]}}}$" if one.mark else ""
        return (rf"\textbf{{{text}}}" if one.best else text) + mark

    head, rules, at = [""], [], 2
    for name, span in laid.groups:
        head.append(rf"\multicolumn{{{span}}}{{c}}{{{escaped(name)}}}")
        rules.append(rf"\cmidrule(lr){{{at}-{at + span - 1}}}" if name else "")
        at += span
    above = [" & ".join(head) + r" \\", "".join(rules)] if any(rules) else []
    lines = [" & ".join(["", *map(escaped, laid.titles)]) + r" \\", r"\midrule"]
    lines += [" & ".join([escaped(n), *map(cell, cells)]) + r" \\" for n, cells in laid.rows]
    begin = rf"\begin{{tabular}}{{l{'r' * len(laid.titles)}}}"
    comments = [f"% {text}" for text in (answer.experiment.title, *about(answer))]
    body = [begin, r"\toprule", *above, *lines, r"\bottomrule", r"\end{tabular}", ""]
    return "\n".join([*comments, *body])


def records(answer: Answer) -> list[dict[str, object]]:
    """Return a record for each cell."""
    return [
        {
            "treebank": treebank,
            "parser": parser,
            "measure": measure,
            "mean": cell.mean,
            "spread": cell.spread if cell.values else None,
            "values": list(cell.values),
            "best": cell.best,
            "mark": cell.mark,
            "text": cell.text,
        }
        for (treebank, parser, measure), cell in answer.cells.items()
    ]


def comma_separated(answer: Answer) -> str:
    """Return the records as CSV; the values of several seeds are separated by spaces."""
    text = io.StringIO()
    found = records(answer)
    writer = csv.DictWriter(text, list(found[0]) if found else ["treebank"], lineterminator="\n")
    writer.writeheader()
    for record in found:
        values = " ".join(map(str, record["values"]))  # type: ignore[call-overload]
        writer.writerow({**record, "values": values})
    return text.getvalue()


def about(answer: Answer) -> list[str]:
    """Return the caption and the notes of an answer."""
    return [text for text in (answer.experiment.caption, *answer.notes) if text]


FORMATS: dict[str, Callable[[Answer], str]] = {
    "md": markdown,
    "csv": comma_separated,
    "tex": latex,
}
