"""Kernels as plain Python, for a debugger: NUMBA_DISABLE_JIT=1."""

import io
import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from multiplane.guides.lanes import LANES
from multiplane.guides.rows import _add_rows_plainly, aligned, sum_rows

SYSTEMS = ("arc-eager", "easy-first", "undirected-planar")


def results(text: Path) -> dict[str, object]:
    """Train and parse with several systems, greedily and with a beam; count a chart."""
    from multiplane.parsing.stream import parse_file
    from multiplane.tabular.chart import Chart
    from multiplane.tabular.weights import Weights
    from multiplane.training.training import train

    found: dict[str, object] = {"chart": round(Chart(Weights.uniform(3, 2)).logp, 9)}
    for system in SYSTEMS:
        parser = train(
            system, text, bits=12, epochs=1, beam=2 if system == "arc-eager" else 1,
            features=str(text.with_name("features.txt")),
        )  # fmt: skip
        parsed = io.BytesIO()
        parse_file(parser, text, parsed)
        weights = sha256(parser.weights.tobytes()).hexdigest()
        found[system] = parsed.getvalue().decode(), weights
    return found


@pytest.fixture
def text(tmp_path):
    blocks = (Path(__file__).parents[2] / "examples/toy.conllu").read_text().split("\n\n")[:3]
    (tmp_path / "text.conllu").write_text("\n\n".join(blocks) + "\n\n")
    (tmp_path / "features.txt").write_text(
        "X.form\nY.form Y.upos\nX.morph Y.upos\ndist(X,Y) X.left_labels\nX.head.upos\nlast1 plane\n"
    )
    return tmp_path / "text.conllu"


def test_kernels_do_the_same_in_plain_python(text):
    run = subprocess.run(
        [sys.executable, "-W", "error", __file__, text],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == json.loads(json.dumps(results(text)))


def test_functions_are_those_of_the_source():
    """A debugger steps into them, and nothing is compiled ahead."""
    code = """
from types import FunctionType
from multiplane.features.hashing import mix
from multiplane.search.rollout import rollout, run, search
from multiplane.native.preparation import compile_for, is_kept
from multiplane.search.best import Best
assert type(mix) is type(rollout) is type(run) is FunctionType
assert run.py_func.__code__.co_name == "run"
assert type(search.implementations[Best]) is FunctionType
assert mix.py_func is mix
assert is_kept(mix)
compile_for(mix, 3)
"""
    subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=True
    )


@pytest.mark.parametrize(("kind", "sums"), [(np.int8, np.int32), (np.float32, np.float32)])
def test_sums_of_rows_in_plain_python(kind, sums):
    random = np.random.default_rng(1)
    weights = aligned(9, 2 * LANES, kind)
    weights[:] = random.normal(0, 40, weights.shape)
    indices = random.integers(0, 9, 300)
    expected, found = np.zeros((2, 2 * LANES), sums)
    sum_rows(weights, indices, 200, expected)
    for block in (0, LANES):
        _add_rows_plainly(
            weights, weights.ctypes.data + block * weights.itemsize, weights.strides[0],
            indices.ctypes.data, 200, found.ctypes.data + 4 * block,
        )  # fmt: skip
    assert expected.any()
    assert found.tolist() == expected.tolist()


if __name__ == "__main__":
    print(json.dumps(results(Path(sys.argv[1]))))
