"""The place of a model: checked before training, which would be lost."""

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from tempfile import NamedTemporaryFile

from multiplane.errors import MultiplaneError


def check_target(
    target: str | None, checkpoint: str | None, read: Iterable[str | PathLike[str] | None] = ()
) -> None:
    """Raise an error if the model, or a checkpoint, cannot go there.

    It would replace a file of the same name; that must not be one of those to `read`.
    """
    real = {Path(each).resolve() for each in read if each is not None and each != "-"}
    for file, what in ((target, "model"), (checkpoint, "checkpoint")):
        if file is not None and not Path(file).parent.is_dir():
            raise MultiplaneError(f"{file}: there is no folder {Path(file).parent}; make it first")
        if file is not None and Path(file).is_dir():
            raise MultiplaneError(f"{file}: found a folder; expected a file for the {what}")
        if file is not None and Path(file).is_file() and Path(file).resolve() in real:
            raise MultiplaneError(
                f"{file}: it is an input and would be replaced; name another file for the {what}"
            )
        if file is not None and (Path(file).is_file() or not Path(file).exists()):  # no device
            _check_writable(file)
    if checkpoint and target and Path(checkpoint).resolve() == Path(target).resolve():
        raise MultiplaneError(f"{target}: found for both --model and --checkpoint; give two files")


def _check_writable(file: str) -> None:
    """Raise an error if no file can be made there: before training, which would be lost."""
    folder = Path(file).parent
    try:
        with NamedTemporaryFile(dir=folder):  # not TemporaryFile, which tries in two ways
            pass
    except OSError as error:
        raise MultiplaneError(
            f"{file}: no file can be made in the folder {folder}; name another: {error.strerror}"
        ) from error
