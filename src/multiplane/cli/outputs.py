"""What a command writes where, and in which format."""

import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from multiplane.cli.inputs import Input
from multiplane.cli.suffixes import COMPRESSED, bare, format_of
from multiplane.errors import MultiplaneError
from multiplane.formats.names import EXTENSIONS, SUFFIXES, brat_files

DEFAULTS = {suffix: formats[0] for suffix, formats in SUFFIXES.items()}


class Job(NamedTuple):
    """An output and all that it is made of, in order."""

    output: str
    inputs: tuple[Input, ...]


def is_folder(output: str) -> bool:
    """Does a name stand for a folder?  So it does if there is one, or with a slash at its end."""
    slash = output.endswith(("/", os.sep)) or "://" in output
    return output != "-" and (slash or Path(output).is_dir())


def in_shards(files: Sequence[str], output: str, form: str) -> bool:
    """Are inputs parsed by themselves, each to its file, and not again what was done before?"""
    return is_folder(output) and bool(files) and "-" not in files and form != "brat"


def output_format(output: str, asked: str | None) -> str:
    """Return the format of an output, if what is asked for and the suffix do not disagree."""
    if not output:  # for pathlib, the folder where we are
        raise MultiplaneError("--output: found an empty name; expected a file or a folder")
    if is_folder(output):
        form = asked or "conllu"
    else:
        meant = format_of(output, DEFAULTS, "give a name without a suffix")
        form = asked or meant or "conllu"
        suffix = bare(output).suffix.lower()
        if meant and form not in SUFFIXES[suffix]:
            raise MultiplaneError(
                f"{output}: {suffix} is for {' and '.join(SUFFIXES[suffix])}, but --to says {form};"
                f" name a file that ends in {EXTENSIONS[form]}, or leave out --to"
            )
    if form == "brat" and output == "-":
        raise MultiplaneError(
            "brat needs two files, a text and its annotations; name one with --output NAME.ann"
        )
    if form == "parquet":
        _check_parquet(output)
    return form


def _check_parquet(output: str) -> None:
    from multiplane.formats.parquet import schema

    schema()  # or it says what to install
    if Path(output).suffix in COMPRESSED:
        raise MultiplaneError(
            f"{output}: Parquet files are already compressed; name a file that ends in .parquet"
        )
    if output == "-" and sys.stdout.isatty():
        raise MultiplaneError("Parquet cannot be printed; name a file with --output")


def jobs(inputs: Sequence[Input], output: str, form: str) -> list[Job]:
    """Make one output of all inputs, or, in a folder, one of each with its name."""
    read = {Path(each.place).resolve() for each in inputs if each.place != "-"}
    if not is_folder(output):
        for name in brat_files(output) if form == "brat" else (output,):
            _check_kept(name, read, "file")
        return [Job(output, tuple(inputs))]
    made: dict[Path, str] = {}
    found = []
    for each in inputs:
        target = Path(output, each.inside.parent, bare(each.inside.name).stem + EXTENSIONS[form])
        written = brat_files(os.fspath(target)) if form == "brat" else (os.fspath(target),)
        for name in written:
            real = Path(name).resolve()
            if real in made:
                raise MultiplaneError(
                    f"{name}: found two inputs for it, {made[real]} and {each.place}; parse them"
                    " into folders of their own, or choose a kind with --input"
                )
            _check_kept(name, read, "folder")
            made[real] = each.place
        found.append(Job(os.fspath(target), (each,)))
    return found


def _check_kept(name: str, read: Collection[Path], what: str) -> None:
    real = Path(name).resolve()
    if real in read and real.is_file():  # a device is not replaced
        raise MultiplaneError(
            f"{name}: it is an input and would be replaced; name another {what} with --output"
        )
