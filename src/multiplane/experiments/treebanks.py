"""Find treebanks: by files, by a folder, or by name in the folder of all treebanks."""

import os
from collections.abc import Mapping
from pathlib import Path

from multiplane.errors import MultiplaneError
from multiplane.experiments.plan import SPLITS, Treebank
from multiplane.treebank.folder import TreebankFolder

VARIABLE = "MULTIPLANE_TREEBANKS"


def home(folder: str | os.PathLike[str] | None) -> Path | None:
    """Return the folder of all treebanks: the given one, or the one from the environment."""
    found = folder or os.environ.get(VARIABLE)
    return Path(found) if found else None


def files_in(folder: Path) -> dict[str, Path]:
    """Find the files in a folder: train.conllu, or en_ewt-ud-train.conllu.gz, and so on."""
    found = TreebankFolder.read(folder)
    if len(found.train) > 1:
        raise MultiplaneError(
            f"{folder}: found {len(found.train)} parts of the training file; expected one train"
            " file: join them"
        )
    files = dict(zip(SPLITS, (*(found.train or (None,)), found.dev, found.test), strict=True))
    return {split: path for split, path in sorted(files.items()) if path}


def treebank(entry: Mapping[str, str], beside: Path, all_of_them: Path | None) -> Treebank | None:
    """Find the files of a treebank; None if it was given by name and does not exist."""
    given = {split: beside / entry[split] for split in SPLITS if split in entry}
    for path in given.values():
        if not path.is_file():
            raise MultiplaneError(f"{path}: found no file; expected a treebank")
    name = entry.get("name") or entry.get("folder") or "treebank"
    if given:
        return Treebank(name, given)
    wanted = entry.get("folder", name)
    for folder in (beside / wanted, *([all_of_them / wanted] if all_of_them else [])):
        if folder.is_dir():
            if files := files_in(folder):
                return Treebank(name, files)
            raise MultiplaneError(f"{folder}: found no file such as train.conllu; expected some")
    return None
