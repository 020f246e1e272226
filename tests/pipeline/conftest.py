"""A small pipeline, trained once."""

import pytest

from multiplane.pipeline.training import train_pipeline
from plain import treebank


@pytest.fixture(scope="session")
def toy_files(tmp_path_factory):
    """A treebank to train on, and one to score by."""
    folder = tmp_path_factory.mktemp("plain")
    for name, size, seed in (("train", 150, 1), ("dev", 40, 2)):
        (folder / f"{name}.conllu").write_text(treebank(size, seed), "utf-8")
    return folder


@pytest.fixture(scope="session")
def toy_pipeline(toy_files):
    return train_pipeline(
        "arc-eager", toy_files / "train.conllu", toy_files / "dev.conllu",
        folds=3, tagger_epochs=3, epochs=3, bits=14, root="first", about={"language": "Toy"},
    )  # fmt: skip
