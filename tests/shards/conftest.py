"""A corpus of all kinds, and a pipeline for it."""

import pytest

from multiplane.pipeline.models import load
from multiplane.shards.plan import Options, Plan
from multiplane.shards.shard import cut
from multiplane.shards.source import find
from support import corpora


@pytest.fixture(scope="session")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    corpora.corpus(folder)
    return folder


@pytest.fixture(scope="session")
def english():
    return load("en")


@pytest.fixture(scope="session")
def plan():
    return Plan.of("en", Options())


@pytest.fixture(scope="session")
def shards(corpus):
    files, _ = find([str(corpus)])
    return [shard for file in files for shard in cut(file, 400)]
