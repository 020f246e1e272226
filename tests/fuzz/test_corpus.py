"""Everything that ever failed, and what is like it: it is used or refused, as its name says."""

import time

import pytest

from fuzz import models
from fuzz.target import tried
from fuzz.targets import TARGETS
from support.paths import ROOT

CORPUS = ROOT / "tests" / "corpus"
INPUTS = sorted(path.relative_to(CORPUS) for path in CORPUS.glob("*/*"))


def test_every_reader_has_some():
    assert {path.parts[0] for path in INPUTS} == set(TARGETS)


@pytest.mark.parametrize("path", INPUTS, ids=str)
def test_the_corpus(path):
    target, data = TARGETS[path.parts[0]], (CORPUS / path).read_bytes()
    outcome = tried(target, data)  # which may compile something
    assert path.suffix == f".{outcome}"
    begin = time.process_time()
    tried(target, data)
    assert time.process_time() - begin < 10


@pytest.mark.parametrize("path", sorted((CORPUS / "model").iterdir()), ids=lambda path: path.stem)
def test_recipes_can_be_followed(path):
    assert models.recipe(path.read_bytes())
