"""The folder of a treebank: which files are for training, development and test.

Names say so: `la_proiel-ud-train.conllu` as UD has them, `train.conllu`, `my.train.v2.conllu.gz`.
A large treebank of UD has its training file in parts (`cs_pdt-ud-train-c.conllu`, `…-l.conllu`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from multiplane.errors import MultiplaneError, in_a_line

MOST_SAID = 1000  # characters of what a model repeats of a treebank
WORDS = {"train": "train(?:ing)?", "dev": "dev(?:el|elopment)?", "test": "test"}
MOST_README = 1 << 20  # characters of it that are looked at
_KIND = r"\.conll[ux]?(?:\.(?:gz|xz|zst))?"
_UD = re.compile(rf"(.+)-ud-(train|dev|test)((?:-[a-z0-9]+)*){_KIND}")
_LICENCE = re.compile(r"^Licen[sc]e:[ \t]*(\S[^\r\n]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TreebankFolder:
    """A treebank; development and test files may be missing, so may all, where nobody trains."""

    path: Path
    train: tuple[Path, ...]
    dev: Path | None
    test: Path | None

    @classmethod
    def read(cls, folder: str | PathLike[str]) -> "TreebankFolder":
        """Find the files; several that could be meant are an error."""
        path = Path(folder)
        if not path.is_dir():
            found = "a file" if path.exists() else "nothing"
            raise MultiplaneError(
                f"{folder}: found {found}; expected the folder of a treebank, with a file such as"
                " la_proiel-ud-train.conllu or train.conllu"
            )
        files = [file for file in sorted(path.iterdir()) if file.is_file()]
        train = _candidates(files, "train")
        stem = _stem(train)
        if not (stem and all(_is_part(file, stem) for file in train)):
            train = train[:1] if _only(path, train, "train") else []
        dev, test = (_only(path, _candidates(files, part), part) for part in ("dev", "test"))
        return cls(path, tuple(train), dev, test)

    def to_train(self) -> "TreebankFolder":
        """Return it, if there is something to train on."""
        if not self.train:
            raise MultiplaneError(
                f"{self.path}: found no training file; expected one such as"
                " la_proiel-ud-train.conllu or train.conllu"
            )
        return self

    @property
    def name(self) -> str:
        """What UD calls it, `la_proiel`; or else the name of its folder, in lower case."""
        return _stem(self.train) or re.sub(r"[^a-z0-9_-]+", "-", self._title.lower()).strip("-")

    @property
    def about(self) -> dict[str, str]:
        """What its names and its README say: treebank, language, licence."""
        found = {"treebank": self._title}
        if language := re.fullmatch(r"UD_(\w+)-\w+", self._title):
            found["language"] = language[1].replace("_", " ")
        for file in sorted(self.path.glob("README*")):
            with file.open(encoding="utf-8", errors="replace") as text:
                if licence := _LICENCE.search(text.read(MOST_README)):
                    found["licence"] = licence[1].strip()
        return {what: in_a_line(said[:MOST_SAID]) for what, said in found.items()}

    @property
    def _title(self) -> str:
        return self.path.resolve().name


def _candidates(files: Sequence[Path], part: str) -> list[Path]:
    """Return the files that say most clearly that they are this part."""
    word = WORDS[part]
    clear = re.compile(rf"(?:.*[-_.])?{word}{_KIND}", re.IGNORECASE)
    vague = re.compile(rf"(?:.*[^a-z])?{word}(?:[^a-z].*)?{_KIND}", re.IGNORECASE)
    official = [file for file in files if (m := _UD.fullmatch(file.name)) and m[2] == part]
    found = {*official, *(file for file in files if clear.fullmatch(file.name))}
    return sorted(found or (file for file in files if vague.fullmatch(file.name)))


def _only(folder: Path, found: Sequence[Path], part: str) -> Path | None:
    if len(found) > 1:
        names = " and ".join(file.name for file in found[:3]) + " and others" * (len(found) > 3)
        raise MultiplaneError(f"{folder}: found {names}; expected one {part} file")
    return found[0] if found else None


def _stem(files: Sequence[Path]) -> str | None:
    """Return what stands before `-ud-train` in the name of the first file."""
    match = _UD.fullmatch(files[0].name) if files else None
    return match[1] if match else None


def _is_part(file: Path, stem: str) -> bool:
    """Is it one of several training files?"""
    match = _UD.fullmatch(file.name)
    return match is not None and match[1] == stem and match[3] != ""
