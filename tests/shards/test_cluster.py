"""Shards on Ray: a real cluster of several nodes on this machine."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from multiplane.errors import MultiplaneError
from multiplane.shards.crew import CRASHED, here
from multiplane.shards.run import look, run
from multiplane.shards.work import Parsing
from support.corpora import Disturbed, contents
from support.paths import ROOT

ray = pytest.importorskip("ray", reason="pip install ray")
pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own

from multiplane.shards.cluster import Model, cluster, connected, cores  # noqa: E402

NODE = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}


@pytest.fixture(scope="module")
def expected(plan, shards, tmp_path_factory):
    out = tmp_path_factory.mktemp("expected")
    run(plan, shards, str(out), here)
    return contents(out)


@pytest.fixture(scope="module", autouse=True)
def importable():
    """Nodes find this package, and what tests add to it."""
    with pytest.MonkeyPatch.context() as patch:
        paths = (str(ROOT / "src"), str(ROOT / "tests"))
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_worker_niceness", "0")  # or they starve on a busy machine
        yield


@pytest.fixture(scope="module")
def nodes(importable):
    """A cluster of three nodes with one core each."""
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args=NODE)
    try:
        for _ in range(2):
            made.add_node(num_cpus=1, object_store_memory=80 << 20)
        with connected(made.address):
            yield made
    finally:
        made.shutdown()


def test_nothing_runs_on_after_the_cluster_was_left():
    """Ray on this machine alone, started and ended by us."""
    with connected("local", 1):
        pids = [ray.get(ray.remote(lambda: os.getpid()).remote())]  # noqa: PLW0108 - Ray takes no builtin
    limit = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < limit
        time.sleep(0.1)


def test_ctrl_c_ends_what_was_started_and_leaves_no_draft(tmp_path):
    place, out = tmp_path / "in", tmp_path / "out"
    place.mkdir()
    for number in range(200):
        (place / f"{number:03}.txt").write_text("The cat sees Ann. Dogs hear.\n\n" * 2000)
    command = [sys.executable, "-c", "from multiplane.cli import main; main()", "parse"]
    command += [str(place), "-o", f"{out}/", "--ray=local", "--workers", "1"]
    driver = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while not [*out.glob(".multiplane/*.json")]:
        assert driver.poll() is None, driver.communicate()
        time.sleep(0.05)
    ours = [int(path.name) for path in Path("/proc").glob("[0-9]*") if parent(path) == driver.pid]
    driver.send_signal(signal.SIGINT)
    _, said = driver.communicate(timeout=120)
    assert driver.returncode == 128 + signal.SIGINT
    assert "run the same command to continue" in said
    assert "Traceback" not in said
    assert ours
    assert not [pid for pid in ours if Path(f"/proc/{pid}/exe").exists()]
    assert not [*out.rglob("*draft*")]
    assert len([*out.glob("*.conllu")]) < 200


def parent(process):
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:  # it has ended
        return 0


def test_an_address_where_nobody_listens_is_refused_at_once():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        free = "127.0.0.1:{1}".format(*taken.getsockname())
    begin = time.monotonic()
    refused = pytest.raises(MultiplaneError, match=f"^Ray, {free}: no answer ")
    with refused, connected(free):
        pass
    assert time.monotonic() - begin < 20  # Ray itself would try for many minutes


def test_a_cluster_that_may_want_a_token_is_told(monkeypatch):
    def refuse(**_):
        raise ConnectionError("Failed to connect")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", refuse)
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = "127.0.0.1:{1}".format(*other.getsockname())
        with pytest.raises(MultiplaneError, match="RAY_AUTH_MODE=token"), connected(address):
            pass


def test_three_nodes_give_the_same_bytes_and_do_nothing_twice(
    nodes, plan, shards, expected, tmp_path
):
    assert cores() == 3
    engine = partial(cluster, workers=3, model=Model.put(plan.path))
    assert run(plan, shards, str(tmp_path), engine).before == 0
    assert contents(tmp_path) == expected
    assert look(plan, shards, str(tmp_path), engine).left == 0
    assert run(plan, shards, str(tmp_path), engine).before == len(shards)
    assert contents(tmp_path) == expected


def test_an_actor_that_is_killed_costs_nothing(nodes, plan, shards, expected, tmp_path):
    marks, out = tmp_path / "marks", tmp_path / "out"
    marks.mkdir()
    once = tuple({shard.name for shard in shards[::7]})
    task = Disturbed(plan, str(out), once=once, marks=str(marks))
    assert run(plan, shards, str(out), partial(cluster, workers=2), task=task).failed == 0
    assert {path.name for path in marks.iterdir()} == {name.replace("/", "-") for name in once}
    assert contents(out) == expected


def test_what_always_ends_its_actor_is_set_aside(nodes, plan, shards, tmp_path):
    bad = next(shard.name for shard in shards if shard.parts == 1)
    task = Disturbed(plan, str(tmp_path), always=(bad,))
    progress = run(plan, shards, str(tmp_path), partial(cluster, workers=2, tries=2), task=task)
    assert (progress.failed, progress.left) == (1, 0)
    (line,) = (tmp_path / "failures.jsonl").read_text().splitlines()
    assert json.loads(line)["problems"] == [CRASHED]


def test_a_model_that_nodes_do_not_have_comes_from_the_object_store(
    nodes, plan, shards, expected, tmp_path
):
    model = Model.put(plan.path)
    task = Parsing(plan.at("/no/such/model.mp"), str(tmp_path))
    engine = partial(cluster, workers=1, model=model)
    run(plan, shards[:4], str(tmp_path), engine, task=task)
    for name in (one for one in contents(tmp_path) if one.endswith(".conllu")):
        assert (tmp_path / name).read_bytes() == expected[name]


def test_a_node_that_dies_costs_nothing(nodes, plan, shards, expected, tmp_path):
    marks, out = tmp_path / "marks", tmp_path / "out"
    marks.mkdir()
    task = Disturbed(plan, str(out), marks=str(marks), slow=0.2)
    ended = []

    def see(progress):
        if progress.done >= 3 and not ended:
            ended.append(nodes.list_all_nodes()[-1])
            nodes.remove_node(ended[0], allow_graceful=False)

    progress = run(plan, shards, str(out), partial(cluster, workers=3), task=task, see=see)
    assert (progress.failed, progress.left) == (0, 0)
    assert ended
    assert contents(out) == expected


def test_a_dataset_of_documents_becomes_one_of_sentences(nodes):
    pytest.importorskip("pyarrow", reason="pip install pyarrow")
    import multiplane as mp

    texts = ["The cat sees Ann. Dogs hear.", "", "Birds!"] * 5
    rows = [{"id": f"d{k}", "body": text} for k, text in enumerate(texts)]
    parsed = mp.ray.parse(ray.data.from_items(rows), "en", column="body", concurrency=1)
    found = sorted(parsed.take_all(), key=lambda row: (int(row["file"][1:]), row["start"]))
    assert [row["text"] for row in found] == ["The cat sees Ann.", "Dogs hear.", "Birds!"] * 5
    assert [row["file"] for row in found[:4]] == ["d0", "d0", "d2", "d3"]
    assert list(found[1]["heads"]) == [2, 0, 2]


def test_an_experiment_on_a_cluster_is_kept_as_on_one_machine(nodes, tmp_path, monkeypatch):
    from click.testing import CliRunner

    from multiplane.cli import group
    from support import toy

    monkeypatch.chdir(tmp_path)
    for seed, name in enumerate(("train", "test")):
        (tmp_path / f"{name}.conllu").write_text(toy.treebank(20, seed=seed))
    (tmp_path / "toy.toml").write_text(toy.EXPERIMENT)
    for where in ("here", "there"):
        more = ["--ray"] if where == "there" else []
        result = CliRunner().invoke(
            group, ["experiment", "toy.toml", "--results", where, "--json", *more]
        )
        assert result.exit_code == 0, result.output
    one, other = (contents(tmp_path / where) for where in ("here", "there"))
    assert [name for name in one if name.endswith(".gz")]
    assert {n: d for n, d in one.items() if n.endswith((".gz", ".csv"))} == {
        n: d for n, d in other.items() if n.endswith((".gz", ".csv"))
    }
