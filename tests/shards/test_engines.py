"""Shards on processes and on Ray: the same bytes, whatever ends in between."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial

import pytest

from multiplane.errors import MultiplaneError
from multiplane.shards.crew import CRASHED, Failure, here
from multiplane.shards.plan import Hopeless
from multiplane.shards.processes import processes
from multiplane.shards.run import look, run
from multiplane.shards.work import Parsing
from support.corpora import Disturbed, contents
from support.paths import ROOT

TWO = partial(processes, workers=2)


@pytest.fixture(scope="module")
def expected(plan, shards, tmp_path_factory):
    out = tmp_path_factory.mktemp("expected")
    run(plan, shards, str(out), here)
    return contents(out)


def test_each_output_and_its_receipt_are_there(expected, shards):
    assert len(expected) == 2 * len(shards) + 2
    manifest = [json.loads(line) for line in expected["manifest.jsonl"].splitlines()]
    assert [(one["input"], one["part"]) for one in manifest] == [(s.name, s.part) for s in shards]
    assert all(len(expected[one["output"]]) == one["bytes"] for one in manifest)
    assert expected["failures.jsonl"] == b""


def test_two_processes_give_the_same_bytes_and_do_nothing_twice(plan, shards, expected, tmp_path):
    out = str(tmp_path)
    assert look(plan, shards, out, here).left == len(shards)
    assert run(plan, shards, out, TWO).before == 0
    assert contents(tmp_path) == expected
    assert look(plan, shards, out, here).left == 0
    assert run(plan, shards, out, here).before == len(shards)
    assert contents(tmp_path) == expected


def test_a_worker_that_is_killed_costs_nothing(plan, shards, expected, tmp_path):
    marks, out = tmp_path / "marks", tmp_path / "out"
    marks.mkdir()
    once = tuple({shard.name for shard in shards[::5]})
    task = Disturbed(plan, str(out), once=once, marks=str(marks))
    progress = run(plan, shards, str(out), TWO, task=task)
    assert progress.failed == 0
    assert {path.name for path in marks.iterdir()} == {name.replace("/", "-") for name in once}
    assert contents(out) == expected


def test_what_always_ends_its_worker_is_set_aside(plan, shards, expected, tmp_path):
    bad = next(shard.name for shard in shards if shard.parts == 1)
    task = Disturbed(plan, str(tmp_path), always=(bad,))
    progress = run(plan, shards, str(tmp_path), partial(TWO, tries=2), task=task)
    there = [shard for shard in shards if shard.name == bad]
    assert (progress.failed, progress.left) == (len(there), 0)
    failures = [json.loads(one) for one in (tmp_path / "failures.jsonl").read_text().splitlines()]
    assert [(one["input"], one["tries"], one["problems"]) for one in failures] == [
        (bad, 2, [CRASHED]) for _ in there
    ]
    run(plan, shards, str(tmp_path), here)  # now it is well
    assert contents(tmp_path) == expected


DRIVER = """
import pickle, sys
from functools import partial
from multiplane.shards.processes import processes
from multiplane.shards.run import run
if __name__ == "__main__":
    plan, shards, out, task = pickle.load(open(sys.argv[1], "rb"))
    run(plan, shards, out, partial(processes, workers=2), task=task)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_the_process_that_started_them(number, plan, shards, expected, tmp_path):
    import pickle

    out, marks, job = tmp_path / "out", tmp_path / "marks", tmp_path / "job"
    marks.mkdir()
    task = Disturbed(plan, str(out), marks=str(marks), slow=0.05)
    job.write_bytes(pickle.dumps((plan, shards, str(out), task)))
    script = tmp_path / "driver.py"
    script.write_text(DRIVER)
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests")))
    driver = subprocess.Popen(
        [sys.executable, script, job],
        env={**os.environ, "PYTHONPATH": path},
        stderr=subprocess.DEVNULL,
    )
    while not list(out.glob(".multiplane/*/*.json")):  # a receipt comes after its output
        time.sleep(0.05)
        assert driver.poll() is None
    driver.send_signal(number)
    driver.wait()
    workers = [int(mark.name.removeprefix("pid-")) for mark in marks.iterdir()]
    assert workers
    limit = time.monotonic() + 30
    while any(map(alive, workers)):
        assert time.monotonic() < limit
        time.sleep(0.05)
    assert not (out / "manifest.jsonl").exists()
    assert 0 < run(plan, shards, str(out), here).before < len(shards)
    assert contents(out) == expected


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_malformed_input_is_set_aside_at_once(plan, shards, tmp_path):
    def broken(task, items):
        for item in items:
            yield item, Failure("a.conllu:1: found this; expected that", 1)

    progress = run(plan, shards[:2], str(tmp_path), broken)
    assert progress.failed == 2
    line = json.loads((tmp_path / "failures.jsonl").read_text().splitlines()[0])
    assert line == {
        "input": shards[0].name, "part": 1, "parts": shards[0].parts, "unparsed": "all",
        "tries": 1, "problems": ["a.conllu:1: found this; expected that"],
    }  # fmt: skip


def test_a_damaged_file_that_would_be_cut_is_set_aside(plan, shards, tmp_path):
    pytest.importorskip("pyarrow", reason="pip install pyarrow")
    from multiplane.shards.shard import cut
    from multiplane.shards.source import find

    path = tmp_path / "a.parquet"
    path.write_text("PAR1 that is none")
    bad = cut(find([str(path)])[0][0])
    out = tmp_path / "out"
    assert run(plan, [*bad, *shards[:2]], str(out), TWO).failed == 1
    line = json.loads((out / "failures.jsonl").read_text())
    assert (line["input"], line["tries"]) == ("a.parquet", 1)
    assert "found no Parquet file" in line["problems"][0]


def test_a_model_that_cannot_be_used_ends_the_run(plan, shards, tmp_path):
    task = Parsing(replace(plan, model="0" * 64), str(tmp_path))
    with pytest.raises(Hopeless, match="another model"):
        list(TWO(task, shards))


def test_other_parts_of_the_same_input_are_replaced(plan, corpus, tmp_path):
    from multiplane.shards.shard import cut
    from multiplane.shards.source import find

    files, _ = find([str(corpus)])
    for size in (300, 10**9):
        run(plan, [s for f in files for s in cut(f, size)], str(tmp_path), here)
    assert len(list(tmp_path.rglob("*.conllu"))) == len(files)
    other = replace(plan, to="jsonl")
    run(other, [s for f in files for s in cut(f)], str(tmp_path), here)  # which replaces nothing
    assert len(list(tmp_path.rglob("*.conllu"))) == len(files)


def test_two_inputs_for_one_output_are_refused(plan, tmp_path):
    from multiplane.shards.shard import cut
    from multiplane.shards.source import find

    for name in ("a.txt", "a.jsonl"):
        (tmp_path / name).write_text("")
    shards = [s for f in find([str(tmp_path)])[0] for s in cut(f)]
    with pytest.raises(MultiplaneError, match="found two inputs for it"):
        run(plan, shards, str(tmp_path / "out"), here)
