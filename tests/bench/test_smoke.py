"""Every benchmark and every example runs, with tiny settings."""

import json
from dataclasses import replace

import pytest

import multiplane as mp
from support import networks, scripts, toy


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A treebank, a model trained on it, a network with random weights, and a plain text."""
    place = tmp_path_factory.mktemp("treebanks")
    treebank = place / "Toy"
    treebank.mkdir()
    for seed, name in enumerate(("train", "dev", "test")):
        text = toy.treebank(30, seed=seed, crossing=True)
        (treebank / f"{name}.conllu").write_text(text, encoding="utf-8")
    parser = mp.train("arc-eager", treebank / "train.conllu", bits=10, epochs=1)
    parser.save(place / "toy.mp")
    recipe = replace(networks.SMALL, repair=1)
    random, _ = networks.random_parser(mp.systems["arc-eager"], [3, 4], recipe)
    random.save(place / "neural.mp")
    (place / "plain.txt").write_text("They saw her duck. It swam away.\n" * 5, encoding="utf-8")
    return place


SMALL = "form=8 lemma=0 upos=8 xpos=0 morph=0 grams=0 lstm=8 hidden=64 graph=8 label=8"
TINY = "{0} --treebank Toy --epochs 1 --results {0}/%s.jsonl"
ARGUMENTS = {
    "ablations": TINY % "ablations" + f" --network '{SMALL}' --only greedy",
    "accuracy": "{0} --treebank Toy --system arc-eager --epochs 1 --results {0}/out.jsonl --table",
    "biaffine": TINY % "biaffine" + f" --network '{SMALL}' --table",
    "buffer": "{0}/Toy --epochs 1 --bits 10 --turns 1",
    "census": "--quick",
    "chart": "speed --longest 12 --literal 4",
    "cluster": "--only driver --only overhead --only memory --shards 50 --megabytes 1 --words 9999",
    "expected": "{0}/Toy/dev.conllu --words 8 --sentences 2",
    "find": "--quick",
    "lost": "{0}/toy.mp {0}/Toy/test.conllu",
    "memory": "{0}/plain.txt --words 3000 --seconds 1",
    "neural": "{0}/neural.mp {0}/toy.mp {0}/Toy/dev.conllu --repeats 1 --length 20 --length 40",
    "oracles": "--quick",
    "parse": "{0}/Toy --model {0}/toy.mp --no-cold --quick",
    "pipe": "{0}/plain.txt --bytes 500 --repeat 1",
    "pipelines": "{0} --treebank Toy --options '--epochs 1 --bits 10'",
    "pseudo_projective": "{0}/Toy/train.conllu",
    "server": "--seconds 3",
    "text": "en en {0}/Toy/dev.conllu --repeat 1",
    "training": f"{{0}}/Toy/train.conllu --system arc-eager --network '{SMALL}'",
    "transitions": "{0}/Toy/dev.conllu {0}/toy.mp",
    "udpipe": TINY % "udpipe" + " --table",
    "undirected": "{0}/Toy --system undirected-planar --epochs 1 --bits 10",
}
SAID = {
    "ablations": "| greedy |",
    "accuracy": "| Toy |",
    "biaffine": "| Toy | biaffine |",
    "buffer": "| NE+PP |",
    "census": "planes of random trees",
    "chart": "words",
    "cluster": "| two processes | 50 |",
    "expected": "likely heads a word",
    "find": "not well_nested",
    "lost": "non-projective",
    "memory": "most memory up to 0.0 million words",
    "neural": "| table of rows |",
    "oracles": "share of right losses",
    "parse": "kernel alone",
    "pipe": "| nlp.pipe(texts) |",
    "pipelines": "| Toy |",
    "pseudo_projective": "head+path",
    "server": "| and all of these |",
    "text": "words/s",
    "training": "| bfloat16 |",
    "transitions": "| arc-eager |",
    "udpipe": "| Toy | UDPipe 1, swap |",
    "undirected": "| undirected-planar | naive |",
}
NEEDED = {
    "ablations": "torch", "biaffine": "torch", "training": "torch", "udpipe": "ufal.udpipe",
}  # fmt: skip


def need(library):
    pytest.importorskip(library, reason=f"pip install {library}")


@pytest.mark.filterwarnings("ignore::numpy.exceptions.RankWarning")  # few points for a curve
@pytest.mark.filterwarnings("ignore:builtin type:DeprecationWarning")  # UDPipe's bindings
@pytest.mark.parametrize("script", sorted(path.stem for path in scripts.BENCH.glob("*.py")))
def test_it_runs(script, folder, capsys):
    if script in NEEDED:
        need(NEEDED[script])
    scripts.run(script, ARGUMENTS[script].format(folder))
    assert SAID[script] in capsys.readouterr().out
    if script == "accuracy":
        assert json.loads((folder / "out.jsonl").read_text())["treebank"] == "Toy"


def test_the_accuracy_of_networks(folder, capsys):
    need("torch")
    given = f"--system arc-eager --learner neural --network '{SMALL}' --beam 1 --beam 2 --table"
    scripts.run("accuracy", f"{TINY % 'networks'} {given}".format(folder))
    one, other = map(json.loads, (folder / "networks.jsonl").read_text().splitlines())
    assert (one["beam"], other["beam"]) == (1, 2)
    assert one["cpu"] == other["cpu"]  # of the same training; perhaps 0.0, so little is learnt
    assert f"| Toy | arc-eager | first | neural | {SMALL} |" in capsys.readouterr().out
