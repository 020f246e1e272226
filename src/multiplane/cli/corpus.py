"""`multiplane parse CORPUS/ --output OUT/`: many files and large ones, in shards."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import click

from multiplane.cli.console import is_quiet, say
from multiplane.cli.engines import RAY, engine_of, given_workers
from multiplane.counted import counted
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.shards.plan import Plan
    from multiplane.shards.run import Progress
    from multiplane.shards.shard import Shard

TELL = 30.0  # seconds between two lines about the work, where no terminal shows it
UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


class _Size(click.ParamType):  # type: ignore[type-arg]
    name = "size"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        if isinstance(value, int):
            return value
        text = value.strip().lower().removesuffix("b")
        number, unit = (text[:-1], text[-1:]) if text[-1:] in UNITS else (text, "")
        if not (number.isascii() and number.isdigit() and int(number)):
            self.fail(f"found {value!r}; expected a number of bytes such as 32M", param, ctx)
        return int(number) * UNITS[unit]


class _Part(click.ParamType):  # type: ignore[type-arg]
    name = "part"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        one, _, all_ = value.partition("/")
        if not (one.isdigit() and all_.isdigit() and 1 <= int(one) <= int(all_)):
            self.fail(f"found {value!r}; expected I/N, from 1/N to N/N", param, ctx)
        return int(one), int(all_)


OPTIONS = (
    RAY,
    click.option("--dry-run", is_flag=True, help="List what would be done, without doing it."),
    click.option(
        "--tries",
        type=click.IntRange(1, 100),
        default=3,
        show_default=True,
        metavar="N",
        help="Set a shard aside after it has crashed N workers.",
    ),
    click.option(
        "--shard-size",
        type=_Size(),
        default="32M",
        show_default=True,
        metavar="BYTES",
        help="Cut larger files into shards of this size.",
    ),
    click.option(
        "--part",
        type=_Part(),
        metavar="I/N",
        help="Do only one of N parts of the work, for job arrays.",
    ),
)


@dataclass(frozen=True)
class Sharding:
    """How a corpus is parsed in shards."""

    address: str | None
    dry_run: bool
    tries: int
    shard_size: int
    part: tuple[int, int] | None

    def check_unused(self) -> None:
        """Refuse options that mean nothing for one file."""
        for name, given in (("--ray", self.address), ("--part", self.part)):
            if given:
                raise click.UsageError(f"{name} needs a folder for the output: --output OUT/")
        if self.dry_run:
            raise click.UsageError("--dry-run needs a folder for the output: --output OUT/")


def sharding_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of shards, as one value `sharding`."""

    @wraps(command)
    def inner(**given: Any) -> Any:
        names = Sharding.__dataclass_fields__
        chosen = Sharding(**{name: given.pop(name) for name in names})
        return command(**given, sharding=chosen)

    for option in reversed(OPTIONS):
        inner = option(inner)
    return inner


def parse_corpus(
    inputs: Sequence[str],
    plan: "Plan",
    output: str,
    sharding: Sharding,
    workers: int,
    kind: str | None,
) -> None:
    """Parse files to a folder; what was done before is not done again."""
    from multiplane.shards.run import look, run

    shards = _shards(inputs, plan, output, sharding, kind)
    many = given_workers(workers)
    if sharding.address is None and not sharding.dry_run:
        _compile(plan)
    with engine_of(
        sharding.address, many, len(shards), tries=sharding.tries, model=plan.path
    ) as engine:
        if sharding.dry_run:
            _tell_plan(look(plan, shards, output, engine), shards)
            return
        teller = _Teller()
        try:
            progress = run(
                plan, shards, output, engine, reports=sharding.part is None, see=teller.see
            )
        except KeyboardInterrupt:
            teller.clear()
            say(f"finished shards are kept in {output}; run the same command to continue")
            raise
        finally:
            teller.clear()
    _tell_end(progress, output, reports=sharding.part is None)


def _shards(
    inputs: Sequence[str], plan: "Plan", output: str, sharding: Sharding, kind: str | None
) -> "list[Shard]":
    from multiplane.shards.kinds import KINDS
    from multiplane.shards.shard import cut
    from multiplane.shards.source import find
    from multiplane.shards.storage import resolved

    for given in inputs:
        if resolved(given) == resolved(output):
            raise MultiplaneError(
                f"{output}: found the folder of the input; name another one with --output"
            )
    tagged = plan.options.format is not None or not plan.takes_text
    kinds = (kind,) if kind else ("conllu",) if tagged else KINDS
    meant = kind or ("conllu" if tagged else None)
    files, others = find(inputs, kind=meant, kinds=kinds, without=output)
    if others:
        suffixes = "another suffix" if others == 1 else "other suffixes"
        say(f"{counted(others, 'file')} with {suffixes} skipped")
    shards = [shard for file in files for shard in cut(file, sharding.shard_size)]
    if sharding.part:
        one, many = sharding.part
        shards = shards[one - 1 :: many]
    return shards


def _compile(plan: "Plan") -> None:
    """Compile once what each of the processes would compile otherwise."""
    from multiplane.native.preparation import is_kept
    from multiplane.parsing.ahead import Compilation
    from multiplane.parsing.parser import Parser
    from multiplane.search.steps import find_open

    if is_kept(find_open):
        return
    with Compilation.begin() as compilation:
        model = plan.load()
        if isinstance(model, Parser):
            compilation.finish(model)
        else:
            compilation.finish(model.parser, partial(model.draft, "a"))


class _Teller:
    """Tells how far the work is: in one line of a terminal, or now and then in a line of a log."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty() and not is_quiet()
        self.last = 0.0

    def see(self, progress: "Progress") -> None:
        now = progress.seconds
        if now - self.last < (0.2 if self.live else TELL) and progress.left:
            return
        self.last = now
        if self.live:
            print(f"\r\x1b[2K{_state(progress)}", end="", file=sys.stderr, flush=True)
        elif progress.left:
            say(_state(progress))

    def clear(self) -> None:
        if self.live:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)


def _state(progress: "Progress") -> str:
    parts = [f"{progress.done:,} of {counted(progress.shards, 'shard')} done"]
    if progress.words:
        parts.append(f"{progress.rate:,.0f} words/s")
    if progress.failed:
        parts.append(f"{progress.failed:,} failed")
    if (left := progress.seconds_left) is not None and progress.left:
        minutes, seconds = divmod(round(left), 60)
        hours, minutes = divmod(minutes, 60)
        parts.append(f"{hours}:{minutes:02}:{seconds:02} left")
    return ", ".join(parts)


def _tell_plan(found: "Progress", shards: "Sequence[Shard]") -> None:
    files = len({shard.name for shard in shards})
    print(f"{counted(files, 'file')} in {counted(len(shards), 'shard')}")
    print(f"{found.done:,} done before, {counted(found.words_before, 'word')}")
    print(f"{found.left:,} to do")
    if found.failed:
        print(f"{found.failed:,} cannot be read")


def _tell_end(progress: "Progress", output: str, *, reports: bool) -> None:
    if progress.before:
        say(f"{counted(progress.before, 'shard')} done before")
    if progress.unparsed:
        say(f"{counted(progress.unparsed, 'sentence')} left unparsed")
    done = progress.done - progress.before
    if done or progress.failed:
        say(
            f"{counted(progress.words, 'word')} of {counted(done, 'shard')}"
            f" in {progress.seconds:.2f} s, {progress.rate:,.0f} words/s"
        )
    else:
        say("nothing left to do")
    if progress.failed:
        where = f"; see {output.rstrip('/')}/failures.jsonl" if reports else ""
        failed = counted(progress.failed, "shard")
        raise MultiplaneError(f"{progress.problem}; {failed} could not be parsed{where}")
