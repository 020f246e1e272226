"""`multiplane census FILE...`: how non-projective are treebanks, and in which way?"""

import os
import re
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.choice import FORMAT
from multiplane.cli.console import say
from multiplane.cli.counts import ARCS, RELATIONS, TREES, by_relation, by_treebank, contrasted
from multiplane.cli.damage import NO_TREES
from multiplane.cli.engines import RAY
from multiplane.cli.progress import progress
from multiplane.cli.spread import WORKERS, Spread
from multiplane.cli.streams import unwritten
from multiplane.cli.tables import COLUMNS, STYLES, check_columns, render, style_of, style_option
from multiplane.compressed import created
from multiplane.counted import counted

if TYPE_CHECKING:
    from multiplane.cli.counts import Shown
    from multiplane.query.matching import Query
    from multiplane.treebank.census import Census
    from multiplane.treebank.survey import Surveyed

LISTED = 10  # sentences left out of a file that are named on standard error

WITHOUT = click.option(
    "--without",
    "tags",
    multiple=True,
    metavar="TAG",
    help="Leave out words with this UPOS tag, such as PUNCT; may be repeated.",
)


@click.command("census", short_help="Measure how non-projective treebanks are.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@WITHOUT
@click.option(
    "--by",
    "key",
    metavar="WHAT",
    help="Count by relation, length, genre, or the value of the comment with this name.",
)
@click.option("--compare", is_flag=True, help="Compare two treebanks: intervals, significance.")
@click.option(
    "--trials",
    type=click.IntRange(1, 100_000),
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of samples and of permutations for --compare.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, metavar="N", help="Random seed."
)
@FORMAT
@NO_TREES
@style_option(STYLES)
@click.option("--json", "as_json", is_flag=True, help="Same as --style json.")
@COLUMNS
@click.option("--total", "with_total", is_flag=True, help="Add a row for all files together.")
@click.option(
    "--witnesses",
    metavar="DIR|QUERY",
    help="Write the sentences of rare classes to DIR, or print those that match QUERY instead.",
)
@click.option("--plot", "picture", metavar="FILE", help="Plot the shares (.svg, .png, .pdf).")
@click.option("--output", "-o", default="-", metavar="FILE", help="Write to FILE.")
@WORKERS
@RAY
def command(
    files: tuple[str, ...],
    *,
    tags: tuple[str, ...],
    key: str | None,
    compare: bool,
    trials: int,
    seed: int,
    form: str | None,
    on_error: str | None,
    style: str | None,
    as_json: bool,
    columns: str | None,
    with_total: bool,
    witnesses: str | None,
    picture: str | None,
    output: str,
    workers: int,
    address: str | None,
) -> None:
    """Measure how non-projective treebanks are, and in what ways.

    Files are CoNLL-U or CoNLL-X, plain or compressed; - is standard input; the files of a folder
    are counted together.  By default, a sentence that is not a tree is left out, counted and
    listed, and a malformed one stops the census; --on-error changes this.

    \b
    multiplane census train.conllu dev.conllu --total
    multiplane census UD_Dutch-LassySmall --without PUNCT
    multiplane census UD_English-EWT --by genre
    multiplane census UD_Dutch-LassySmall UD_Dutch-Alpino --compare
    multiplane census */train.conllu --style markdown --plot shares.svg
    multiplane census train.conllu --columns trees,non-projective,planes
    multiplane census UD/ --total --workers 4
    multiplane census train.conllu --witnesses found/
    multiplane census train.conllu --witnesses 'gap_degree>=2 and planes==2' \\
        -o page.html
    xzcat corpus.xz | multiplane census - --json
    """
    for option, value, expected in (
        ("--by", key, "a name"),
        ("--witnesses", witnesses, "a folder"),
    ):
        if value is not None and not value.strip():
            raise click.UsageError(f"{option}: found nothing; expected {expected}")
    reading: dict[str, Any] = {"format": form, "on_error": on_error, "without": frozenset(tags)}
    if query := _query(witnesses):
        others = {"--by": key, "--compare": compare, "--style": style, "--plot": picture}
        if other := [name for name, given in (others | {"--total": with_total}).items() if given]:
            raise click.UsageError(f"--witnesses QUERY writes sentences, without {other[0]}")
        _write_witnesses(query, files, reading, output, as_json=as_json)
        return
    kind = style_of(style, output, as_json=as_json)
    only = {"--compare": compare, "--by relation": key == "relation"}
    unused = {"--total": with_total, "--plot": picture, "--witnesses": compare and witnesses}
    for option in (name for name, given in only.items() if given):
        if other := [name for name, given in unused.items() if given]:
            raise click.UsageError(f"{option} cannot be combined with {', '.join(other)}")
    if compare and (key or len(files) != 2):
        problem = "--by" if key else f"{len(files)} given"
        raise click.UsageError(f"--compare takes two files or folders and no --by; found {problem}")
    if not compare:
        check_columns(
            columns, (c.title for c in (RELATIONS if key == "relation" else TREES + ARCS))
        )
    spread = Spread.of(
        address, workers, {"--by": key, "--compare": compare, "--witnesses": witnesses}
    )
    try:
        if compare:
            shown = _compared(files, {**reading, "trials": trials, "seed": seed})
        else:
            count = partial(spread.rows, files, reading) if spread else None
            shown = _counted(files, reading, key, witnesses, picture, count, with_total=with_total)
        text = render(kind, *shown, to_screen=output == "-", columns=columns)
        with created(output) as file:
            file.write(text)
    except OSError as error:
        raise unwritten(error, output) from error


def _query(witnesses: str | None) -> "Query | None":
    """Return the query, if it is one and not the name of a folder."""
    if not witnesses or witnesses.endswith("/") or Path(witnesses).is_dir():
        return None
    from multiplane.nearest import nearest
    from multiplane.query.matching import Query
    from multiplane.query.tokens import QueryError
    from multiplane.query.vocabulary import TREE

    try:
        return Query.of(witnesses)
    except QueryError:
        if re.fullmatch(r"[\w./\\:~-]+", witnesses) and not nearest(witnesses, TREE):
            return None
        raise


def _write_witnesses(
    query: "Query", files: Sequence[str], reading: dict[str, Any], output: str, *, as_json: bool
) -> None:
    from multiplane.cli.find import limited, show
    from multiplane.cli.matches import SUFFIXES
    from multiplane.cli.suffixes import format_of

    kind = "json" if as_json else format_of(output, SUFFIXES, "use multiplane find --style")
    kind = kind or "conllu"
    show(query, files, reading, kind, output, limited(None, kind))


def _compared(files: Sequence[str], options: dict[str, Any]) -> "Shown":
    from multiplane.evaluation.treebanks import compare

    rows, contrasts = compare(*files, **options)
    for row in rows:
        _report(row, options["without"])
    return contrasted(rows, contrasts)


def _counted(
    files: Sequence[str],
    reading: dict[str, Any],
    key: str | None,
    folder: str | None,
    picture: str | None,
    count: "Callable[[], list[Census]] | None",
    *,
    with_total: bool,
) -> "Shown":
    from multiplane.treebank.census import total
    from multiplane.treebank.groups import NONE
    from multiplane.treebank.relations import Relations

    watcher = _watcher(key)
    rows = count() if count else _rows(files, reading, folder, [watcher.take] if watcher else [])
    for row in rows:
        _report(row, reading["without"])
    if isinstance(watcher, Relations):
        return by_relation(watcher.rows)
    groups = watcher.rows if watcher else rows
    if watcher and [row.name for row in groups] == [NONE]:
        say(f"--by {key}: no sentence has this comment; expected # {key} = …")
    if with_total:
        groups = [*groups, total(groups)]
    names = [row.name for row in groups]
    titles = names if watcher else _titles(names)
    if picture:
        from multiplane.treebank.plot import plot

        plot(groups, picture, titles)
    return by_treebank(groups, titles, key or "")


def _watcher(key: str | None) -> Any:
    """Return what counts by something else than treebanks, if that is asked for."""
    if key is None:
        return None
    from multiplane.treebank.groups import ByComment, ByGenre, Groups, by_length
    from multiplane.treebank.relations import Relations

    if key == "relation":
        return Relations()
    if key == "length":
        return Groups(by_length)
    return Groups(ByGenre() if key == "genre" else ByComment(key))


def _rows(
    files: Sequence[str],
    reading: dict[str, Any],
    folder: str | None,
    watchers: Sequence[Callable[["Surveyed"], object]],
) -> list["Census"]:
    from multiplane.treebank.census import census
    from multiplane.treebank.folders import treebanks

    found = [file for each in files for treebank in treebanks(each) for file in treebank.files]
    sizes = sum(Path(file).stat().st_size for file in map(str, found) if Path(file).is_file())
    with ExitStack() as stack:
        advance = stack.enter_context(progress("census", sizes or 1))
        done = [1]

        def see(surveyed: "Surveyed") -> None:
            done[0] += len(surveyed.chunk.data)
            advance(done[0])

        watch: list[Any] = [see, *watchers]
        written = None
        if folder:
            from multiplane.treebank.witnesses import Witnesses

            written = stack.enter_context(Witnesses(folder))
            watch.append(written.take)
        rows = census(*files, **reading, watch=watch)
    if written:
        say(f"{folder}: " + ", ".join(f"{many:,} {kind}" for kind, many in written.counts.items()))
    return rows


def _report(row: "Census", tags: Collection[str]) -> None:
    """Name the sentences that were left out, the first few, and say what stays open."""
    if tags and not row.words_left_out:
        say(
            f"{row.name}: no word has the tag {' or '.join(sorted(tags))}; see column 4 of the file"
        )
    for error in row.left_out[:LISTED]:
        say(f"{error}; left out")
    if many := row.left_out_count:
        kinds = f"{row.malformed:,} malformed, {row.not_trees:,} not trees"
        say(f"{row.name}: {many:,} left out: {kinds}")
    if row.undecided:
        trees = counted(row.undecided, "tree")
        say(f"{row.name}: {trees} with only bounds for the number of planes; see --json")


def _titles(names: Sequence[str]) -> list[str]:
    """Names without the folder that all files share."""
    paths = [Path(name) for name in names if name not in ("total", "<stdin>")]
    try:
        shared = os.path.commonpath([path.parent for path in paths])
    except ValueError:  # none, or of some the whole path is given and of others not
        shared = ""
    return [name.removeprefix(f"{shared}/") if shared else name for name in names]
