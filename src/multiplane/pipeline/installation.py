"""Installing models: the user's own, found by name from then on."""

import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from multiplane.drafts import whole
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.modelfile.room import most_bytes
from multiplane.native.privacy import make_private
from multiplane.pipeline.fetching import bare_name, fetch
from multiplane.pipeline.models import FOLDER, SHIPPED, SUFFIX, load, paths, user_folder
from multiplane.pipeline.pipeline import Pipeline

LONGEST = 64
_NAME = re.compile(rf"[a-z][a-z0-9_-]{{0,{LONGEST - 1}}}")
# What commands take for something else, and what Windows does.
TAKEN = {"all", "con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))}


def checked_name(name: str) -> str:
    """Return a name that a model of the user may have; others are an error."""
    if not _NAME.fullmatch(name):
        raise MultiplaneError(
            f"{name!r}: found this name for a model; expected up to {LONGEST} of a-z, 0-9, _ and -,"
            " a letter first; give another with --name"
        )
    if name in TAKEN:
        raise MultiplaneError(f"{name}: no model can have this name; give another with --name")
    if (SHIPPED / f"{name}{SUFFIX}").exists():
        raise MultiplaneError(
            f"{name}: a model with this name comes with Multiplane, and would be hidden; give"
            " another with --name"
        )
    return name


def place_for(name: str) -> Path:
    """Return where a model with this name goes, in a folder that is ready for it."""
    checked_name(name)
    try:
        folder = user_folder()
        if os.environ.get(FOLDER):  # whose permissions are its owner's business
            folder.mkdir(0o700, parents=True, exist_ok=True)
        elif problem := make_private(folder):
            raise MultiplaneError(f"{problem}; set {FOLDER} to a folder of your own")
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError) as error:  # it cannot be written to, or there is no home
        said = f"{folder}: {error.strerror}" if isinstance(error, OSError) else str(error)
        raise MultiplaneError(
            f"{said}: no models can be installed there; set {FOLDER} to another folder"
        ) from None
    return folder / f"{name}{SUFFIX}"


def install(pipeline: Pipeline, name: str) -> Path:
    """Install a pipeline under a name, in the place of what had it; return its file."""
    path = place_for(name)
    pipeline.save(path)
    return path


def install_file(
    source: str,
    name: str | None = None,
    *,
    sha256: str | None = None,
    replace: bool = False,
    advance: Callable[[int], None] = lambda _: None,
) -> Path:
    """Install a model from a file or from an https address; return where it is now.

    It is loaded with all checks before it takes its place, and nothing of it is loaded before its
    checksum is right.  `advance` is told how many bytes have come.
    """
    name = checked_name(bare_name(source) if name is None else name)
    if not replace and name in paths():
        raise MultiplaneError(
            f"{name}: installed already; replace it with --replace, or give another name with"
            " --name"
        )
    path = place_for(name)
    with whole(path) as draft:
        fetch(source, draft, sha256, most_bytes(), advance)
        draft.flush()
        try:
            load(Path(draft.name))
        except MultiplaneError as error:
            said = str(error).replace(draft.name, source)
            raise MultiplaneError(f"{said}; nothing was installed") from error
    return path


def remove(name: str) -> Path:
    """Remove a model of the user; return where it was."""
    path = paths().get(name)
    if path is None:
        there = ", ".join(sorted(n for n, file in paths().items() if file.parent != SHIPPED))
        raise UnknownName(f"{name}: no such model; your models: {there or 'none'}")
    if path.parent == SHIPPED:
        raise MultiplaneError(
            f"{name}: comes with Multiplane; only models that you installed can be removed"
        )
    path.unlink()
    return path


def export(path: Path, target: str | os.PathLike[str]) -> None:
    """Copy the file of a model; the copy appears whole or not at all."""
    with path.open("rb") as source, whole(Path(target)) as file:
        while data := source.read(1 << 20):
            file.write(data)
