"""The options of training on the command line, made from `multiplane.training.options`."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

import click

from multiplane.cli.choice import Choice as Chosen
from multiplane.training.kinds import Amount, Choice, Count, File, Flag, Folder, Kind, Text
from multiplane.training.option import Option
from multiplane.training.options import OPTIONS

Decorator = Callable[[Any], Any]


class Listed(click.Option):
    """An option that stands in a section of the help."""

    def __init__(self, *arguments: Any, section: str, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.section = section


class Sectioned(click.Command):
    """A command whose help has sections; options without one come under "Other options"."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        given = (param for param in self.get_params(ctx) if isinstance(param, click.Option))
        for section, options in groupby(given, key=_section):
            records = [option.get_help_record(ctx) for option in options]
            with formatter.section(section):
                formatter.write_dl([record for record in records if record])


def _section(option: click.Parameter) -> str:
    return option.section if isinstance(option, Listed) else "Other options"


def training_options(section: str) -> Decorator:
    """Return a decorator that adds the options of training that belong to a section."""

    def add(command: Any) -> Any:
        chosen = [option for option in OPTIONS.values() if option.section == section]
        for option in reversed(chosen):  # decorators are applied from the bottom up
            command = _added(option)(command)
        return command

    return add


def _added(option: Option) -> Decorator:
    kind, declared = option.kind, flag(option.name)
    if isinstance(kind, Flag) and kind.opposite:
        declared += f"/{flag(kind.opposite)}"
    return click.option(
        declared,
        option.name,
        cls=Listed,
        section=option.section,
        is_flag=isinstance(kind, Flag),
        type=_type(kind),
        metavar=_metavar(kind),
        default=option.default,
        show_default=option.default not in (None, "") and not isinstance(kind, Flag),
        help=option.helped(flag),
    )


def flag(name: str) -> str:
    """Spell the name of an option as users type it: `split_least` is `--split-least`."""
    return f"--{name.replace('_', '-')}"


def _type(kind: Kind) -> Any:
    match kind:
        case Choice(names):
            return Chosen(names)
        case Count(_, least, most):
            return click.IntRange(least, most)
        case Amount(_, least, most, above):
            return click.FloatRange(least, most, min_open=above)
    return None


def _metavar(kind: Kind) -> str | None:
    match kind:
        case Count():
            return "N"
        case Amount(unit):
            return unit.split()[-1].upper()
        case Text(what):
            return what
        case Folder():
            return "FOLDER"
        case File():
            return "FILE"
    return None
