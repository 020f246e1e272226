"""`multiplane find QUERY FILE...`: search treebanks for structures."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.census import WITHOUT
from multiplane.cli.choice import FORMAT, Choice
from multiplane.cli.console import say
from multiplane.cli.damage import NO_TREES
from multiplane.cli.matches import STYLES, SUFFIXES, Tally, write
from multiplane.cli.streams import unwritten
from multiplane.cli.suffixes import format_of
from multiplane.cli.tables import Column, Table, render, table
from multiplane.compressed import created
from multiplane.counted import counted
from multiplane.errors import in_a_line
from multiplane.harmless import harmless

if TYPE_CHECKING:
    from multiplane.query.matching import Query

SHOWN = 100  # sentences that are shown to people, if they do not ask for more
FOR_PEOPLE = ("table", "drawing", "html", "latex", "pdf")
COUNTS = (
    Column("treebank", lambda row: in_a_line(row["name"])),
    Column("trees", lambda row: f"{row['trees']:,}"),
    Column("with a match", lambda row: f"{row['sentences']:,}"),
    Column("% of trees", lambda row: f"{100 * row['sentences'] / (row['trees'] or 1):.2f}"),
    Column("matches", lambda row: f"{row['matches']:,}"),
)


@click.command("find", short_help="Search treebanks: labels, tags, crossings, planes, gaps.")
@click.argument("query")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--count", "only_count", is_flag=True, help="Only count sentences and matches.")
@click.option(
    "--by",
    "keys",
    metavar="NAMES",
    help="Count matches by attributes of their words, such as V.lemma or V.lemma,S.Case.",
)
@WITHOUT
@click.option(
    "--limit",
    type=click.IntRange(0),
    metavar="N",
    help="Stop after N sentences, or show the N most frequent values of --by; 0: no limit."
    f"  Default: {SHOWN} sentences, no limit for conllu, json and --by.",
)
@FORMAT
@NO_TREES
@click.option(
    "--style",
    type=Choice(STYLES),
    help="Output format.  Default: by the suffix of the output, else table.",
)
@click.option("--json", "as_json", is_flag=True, help="Same as --style json.")
@click.option("--output", "-o", default="-", metavar="FILE", help="Write to FILE.")
def command(
    query: str,
    files: tuple[str, ...],
    *,
    only_count: bool,
    keys: str | None,
    tags: tuple[str, ...],
    limit: int | None,
    form: str | None,
    on_error: str | None,
    style: str | None,
    as_json: bool,
    output: str,
) -> None:
    """Search treebanks for words and arcs: labels, tags, crossings, planes, gaps.

    Files are CoNLL-U or CoNLL-X, plain or compressed; - is standard input; a folder stands for
    all its treebank files.  Sentences that are not trees are skipped.

    \b
    multiplane find 'planes>=3' train.conllu
    multiplane find 'crossing(nsubj, obl)' UD_Dutch-LassySmall --style drawing
    multiplane find 'V[upos=VERB] -nsubj-> S[gap_degree>=1]' train.conllu \\
        -o page.html
    multiplane find 'in_gap(G[upos=VERB], N[upos=NOUN])' train.conllu --by G.lemma
    multiplane find '[non_projective]' */train.conllu --count
    """
    from multiplane.query.matching import Query

    asked = Query.of(query)
    reading: dict[str, Any] = {"format": form, "on_error": on_error, "without": frozenset(tags)}
    kind = (
        "json"
        if as_json
        else style or format_of(output, SUFFIXES, "choose one with --style") or "table"
    )
    if (only_count or keys) and kind not in ("table", "json"):
        raise click.UsageError(f"--count and --by print a table or json; found {kind}")
    if only_count and not keys and limit is not None:
        raise click.UsageError("--limit is for what is shown; --count counts all")
    try:
        if keys:
            most = limit or None
            text = _grouped(asked, files, reading, keys, kind, most, to_screen=output == "-")
        elif only_count:
            text = _counted(asked, files, reading, kind, to_screen=output == "-")
        else:
            show(asked, files, reading, kind, output, limited(limit, kind))
            return
        with created(output) as file:
            file.write(text)
    except OSError as error:
        raise unwritten(error, output) from error


def limited(limit: int | None, kind: str) -> int:
    """Return how many sentences are written at most; 0: all."""
    return SHOWN if limit is None and kind in FOR_PEOPLE else limit or 0


def show(
    query: "Query", files: Sequence[str], reading: dict[str, Any], kind: str, output: str, most: int
) -> None:
    """Write the sentences that fit, at most so many unless 0, and say how many they are."""
    from multiplane.query import find

    tally = Tally()
    found = find(query, *files, **reading)
    try:
        with created(output) as file:
            shown = tally.seen(islice(found, most) if most else found)
            write(kind, shown, file, query.text, output)
    except OSError as error:
        raise unwritten(error, output) from error
    more = most and next(found, None) is not None
    matches = f"{tally.matches:,} match{'' if tally.matches == 1 else 'es'}"
    said = f"{matches} in {counted(tally.sentences, 'sentence')}"
    say(f"{said}; there are more: see --limit and --count of multiplane find" if more else said)
    _advise(query, tally.matches)


def _advise(query: "Query", matches: int) -> None:
    """Say how a name between the brackets of a relation was understood, if nothing was found."""
    if query.capitals and not matches:
        labels, words = (" and ".join(f"{c}{end}" for c in query.capitals) for end in ("", "[]"))
        read = "was read as a label" if len(query.capitals) == 1 else "were read as labels"
        say(f"{labels} {read}; for any words, write * or {words}")


def _counted(
    query: "Query", files: Sequence[str], reading: dict[str, Any], kind: str, *, to_screen: bool
) -> str:
    from multiplane.query.find import count

    rows = count(query, *files, **reading)
    _advise(query, sum(row.matches for row in rows))
    records = [row.as_dict() for row in rows]
    style = "json" if kind == "json" else "terminal"
    return render(style, [table("", COUNTS, records)], records, to_screen=to_screen)


def _grouped(
    query: "Query",
    files: Sequence[str],
    reading: dict[str, Any],
    keys: str,
    kind: str,
    most: int | None,
    *,
    to_screen: bool,
) -> str:
    from multiplane.query import find
    from multiplane.query.grouping import grouping

    names = [key.strip() for key in keys.split(",")]
    values = grouping(query, names)
    counts: Counter[tuple[str, ...]] = Counter()
    for found in find(query, *files, **reading):
        counts.update(values(found))
    total = counts.total()
    _advise(query, total)
    rows = counts.most_common(most)
    if len(rows) < len(counts):
        say(f"the {len(rows):,} most frequent of {len(counts):,}; there are more: see --limit")
    if kind == "json":
        records = [{**dict(zip(names, row, strict=True)), "matches": many} for row, many in rows]
        return render("json", [], records)
    cells = tuple(
        (*map(harmless, row), f"{many:,}", f"{100 * many / total:.2f}") for row, many in rows
    )
    shape = "l" * len(names) + "rr"
    titles = (*names, "matches", "%")
    return render("terminal", [Table("", titles, cells, shape)], to_screen=to_screen)
