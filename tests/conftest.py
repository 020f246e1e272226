"""What many tests need."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from support.paths import ROOT

# Tests look at all that commands say, with compiled code kept or not.
os.environ["MULTIPLANE_QUIET"] = "1"
settings.register_profile("multiplane", deadline=None)  # a busy machine is no failure
settings.load_profile("multiplane")

pytest_plugins = ("support.serving", "support.plain")  # the playground and a browser; plain text


@pytest.fixture(scope="session")
def treebanks() -> Path:
    """A folder of treebanks, one folder each; not part of the repository."""
    folder = Path(os.environ.get("MULTIPLANE_TREEBANKS", ROOT.parent / "shared" / "treebanks"))
    if not folder.is_dir():
        pytest.skip(f"no treebanks in {folder}; set MULTIPLANE_TREEBANKS to a folder that has some")
    return folder


@pytest.fixture(scope="session", autouse=True)
def no_models_of_the_user(tmp_path_factory):
    """Tests neither see nor change the models of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MULTIPLANE_MODELS", str(tmp_path_factory.mktemp("models")))
        yield
