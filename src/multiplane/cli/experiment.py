"""`multiplane experiment FILE.toml`: a grid of parsers and treebanks, and the table it answers."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from multiplane.cli.choice import Choice
from multiplane.cli.console import say, screen_width
from multiplane.cli.engines import RAY
from multiplane.cli.progress import progress
from multiplane.cli.tables import Table, render

if TYPE_CHECKING:
    from multiplane.experiments.answer import Answer
    from multiplane.experiments.plan import Experiment
    from multiplane.experiments.runs import Run
    from multiplane.experiments.store import Result, Store
    from multiplane.training.training import Moment

PICTURES = ("svg", "png", "pdf")


@click.command("experiment", short_help="Train and score a grid of parsers on treebanks.")
@click.argument("file", required=False)
@click.option(
    "--results",
    default="results",
    show_default=True,
    metavar="DIR",
    help="Folder for runs and tables; several experiments may share it.",
)
@click.option(
    "--treebanks",
    metavar="DIR",
    envvar="MULTIPLANE_TREEBANKS",
    show_envvar=True,
    help="Folder with the treebanks, one subfolder each.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Run only this treebank or parser, or what matches TREEBANK/PARSER/SEED with wildcards.",
)
@click.option(
    "--set",
    "given",
    multiple=True,
    metavar="OPTION=VALUE",
    help="Train with this option instead of the file's, for example oracle=dynamic.  Parsers that"
    " set it themselves keep theirs.",
)
@click.option("--dry-run", is_flag=True, help="List the runs and whether they are done.")
@click.option("--no-runs", is_flag=True, help="Run nothing; make the table from finished runs.")
@click.option("--picture", type=Choice(PICTURES), help="Also draw a plot.")
@click.option("--list", "listed", is_flag=True, help="List the built-in experiments.")
@click.option("--json", "as_json", is_flag=True, help="Print the cells of the table as JSON.")
@RAY
def command(
    file: str | None,
    *,
    results: str,
    treebanks: str | None,
    only: tuple[str, ...],
    given: tuple[str, ...],
    dry_run: bool,
    no_runs: bool,
    picture: str | None,
    listed: bool,
    as_json: bool,
    address: str | None,
) -> None:
    """Train and score a grid of parsers on treebanks, described in a TOML file; print a table.

    FILE is a TOML file or the name of a built-in experiment; see --list.  The table is also
    written to DIR as Markdown, CSV and LaTeX.  Finished runs are kept there: after Ctrl-C, or
    after adding parsers, the same command continues where it stopped.

    \b
    multiplane experiment mine.toml --dry-run
    multiplane experiment mine.toml --picture svg
    multiplane experiment 2013-table-2 --treebanks ud/ \\
        --only Danish --only '*/2Pl/1'
    multiplane experiment 2013-table-2 --treebanks ud/ \\
        --set oracle=dynamic --set epochs=6
    multiplane experiment mine.toml --results /shared/results --ray=auto
    """
    from multiplane.experiments.experiment import answer, do_runs
    from multiplane.experiments.reading import read_experiment
    from multiplane.experiments.runs import chosen, runs
    from multiplane.experiments.settings import settings_of
    from multiplane.experiments.store import Store

    if listed:
        _list()
        return
    if file is None:
        raise click.UsageError("give FILE or --list")
    experiment = read_experiment(file, treebanks, settings_of(given))
    store = Store(results)
    if experiment.missing:
        say(f"treebanks not found, left out: {', '.join(experiment.missing)}")
    wanted = chosen(runs(experiment), only)
    if dry_run:
        _show(wanted, store)
        return
    if not no_runs:
        teller = _Teller(wanted)
        try:
            with progress("runs", 1000 * len(wanted)) as teller.advance:
                if address is None:
                    do_runs(experiment, store, only, teller.see)
                else:
                    _do_on_ray(wanted, store, address)
        except KeyboardInterrupt:
            say(f"finished runs are kept in {results}; run the same command to continue")
            raise
    found = answer(experiment, store)
    _write(experiment, found, store, picture)
    _print(found, as_json=as_json)


def _do_on_ray(wanted: "list[Run]", store: "Store", address: str) -> None:
    """Do the runs that have no results yet, each on a core of a cluster."""
    from multiplane.cli.engines import engine_of
    from multiplane.experiments.running import Performing
    from multiplane.shards.crew import Failure

    left = [run.elsewhere for run in wanted if (r := store.found(run)) is None or r.failed]
    with engine_of(address, None, len(left)) as engine:
        for run, result in engine(Performing(str(store.folder.absolute())), left):
            failed = result.error if isinstance(result, Failure) else result.failed
            if failed:
                say(f"{run.name}: failed: {failed}")
            else:
                say(f"{run.name}: LAS {result.scores['las'] or 0:.2f}")


class _Teller:
    """Tells of runs as they go on."""

    def __init__(self, wanted: "list[Run]") -> None:
        self.numbers = {run.name: number for number, run in enumerate(wanted)}
        self.advance: Callable[[int], None] = lambda _: None
        self.begun = False

    def see(self, run: "Run", result: "Result | None", moment: "Moment | None") -> None:
        number = self.numbers[run.name]
        if moment is not None:
            done = (moment.epoch - 1 + moment.done / moment.sentences) / moment.epochs
            self.advance(1000 * number + round(1000 * min(done, 1.0)))
            self.begun = True
        if result is not None:
            if result.failed:
                say(f"{run.name}: failed: {result.failed}")
            elif self.begun:
                seconds, las = sum(result.seconds.values()), result.scores["las"] or 0
                say(f"{run.name}: LAS {las:.2f}, {seconds:.1f} s")
            self.begun = False
            self.advance(1000 * (number + 1))


def _list() -> None:
    import tomllib

    from multiplane.experiments.reading import SHIPPED, shipped

    for name in shipped():
        title = tomllib.loads((SHIPPED / f"{name}.toml").read_text("utf-8"))["title"]
        print(f"{name:<20} {title}")


def _show(wanted: "list[Run]", store: "Store") -> None:
    for run in wanted:
        result = store.found(run)
        state = "to do" if result is None else "failed" if result.failed else "done"
        print(f"{state:<7} {run.name}")


def _write(experiment: "Experiment", found: "Answer", store: "Store", picture: str | None) -> None:
    from multiplane.compressed import created
    from multiplane.experiments.rendering import FORMATS

    store.folder.mkdir(parents=True, exist_ok=True)
    for suffix, written in FORMATS.items():
        with created(store.folder / f"{experiment.name}.{suffix}") as file:
            file.write(written(found))
    if picture:
        from multiplane.experiments.plot import plot

        plot(found, store.folder / f"{experiment.name}.{picture}")


def _print(found: "Answer", *, as_json: bool) -> None:
    from multiplane.experiments.rendering import about, markdown, records

    if as_json:
        print(json.dumps(records(found), ensure_ascii=False, indent=2))
    elif screen_width() is None:
        print(markdown(found), end="")
    else:
        print(render("terminal", [_table(found)]), end="")
        for text in about(found):
            print(f"\n{text}")


def _table(found: "Answer") -> Table:
    from multiplane.experiments.grid import grid

    laid, decimals = grid(found), found.experiment.decimals
    rows = tuple(
        (name, *(f"{cell.shown(decimals)}{cell.mark}" for cell in cells))
        for name, cells in laid.rows
    )
    best = {
        (r, k): "bold"
        for r, (_, cells) in enumerate(laid.rows)
        for k, cell in enumerate(cells, 1)
        if cell.best
    }
    return Table(found.experiment.title, ("", *laid.flat), rows, styles=best)
