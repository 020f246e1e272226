"""What a browser answers is what the server answers, though nothing is compiled there."""

import json
import subprocess
import sys
from functools import cache
from urllib.parse import urlencode

import pytest

from multiplane.browser.treebanks import MOST
from multiplane.server import derivations, pictures, printing
from multiplane.server.matches import matching
from multiplane.server.treebanks import treebank_census
from multiplane.server.verifying import verification
from multiplane.systems import systems
from support.paths import DATA, ROOT

TREES = [[2, 3, 0, 3, 7, 7, 2, 9, 7, 3], [3, 4, 0, 3, 2], [0], [2, 0, 2], [4, 5, 6, 0, 4, 4]]
OWN = 'name = "own"\nSHIFT = SH\nREDUCE = RE\nLEFT_ARC = LA | ~has_head(i)\nRIGHT_ARC = RA\n'
SCRIPT = ROOT / "tests/support/browser.py"


def in_browser(*questions):
    """Ask all questions of one process."""
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    run = subprocess.run(
        [sys.executable, SCRIPT], input=lines, capture_output=True, check=False, encoding="utf-8"
    )
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def given(heads):
    forms = [f"w{d}" for d in range(1, len(heads) + 1)]
    return {"forms": forms, "heads": heads, "labels": ["x"] * len(heads), "tags": []}


def as_json(value):
    return json.loads(json.dumps(value))


@cache
def derivable():
    """Names of systems, and trees that they have an oracle's derivation of."""
    found = []
    for name in [*systems, "3-planar[single-head,acyclic]"]:
        for heads in TREES if "[" in name or "planar" not in name else TREES[2:4]:
            try:
                derivations.oracle_derivation({"name": name}, given(heads))
            except Exception:  # noqa: BLE001 - not every system has one of every tree
                continue
            found.append((name, heads))
    return found


def test_the_oracles_derive_the_same_with_the_same_costs():
    asked = derivable()
    assert len(asked) > 100
    found = in_browser(
        *(["/api/derivation", {"system": {"name": n}, "sentence": given(h)}] for n, h in asked)
    )
    for (name, heads), (status, answer) in zip(asked, found, strict=True):
        expected = derivations.oracle_derivation({"name": name}, given(heads))
        assert (status, answer) == (200, as_json(expected)), (name, heads)


def test_systems_drawings_and_derivations_by_hand():
    sentence, text = given(TREES[0]), (DATA / "structures.conllu").read_text("utf-8")
    by_hand = {"system": {"text": OWN}, "sentence": sentence, "transitions": ["SHIFT", "RIGHT-ARC"]}
    found = in_browser(
        ["/api/systems", None],
        ["/api/systems/2-planar%5Bsingle-head,acyclic%5D", None],
        ["/api/system", {"text": OWN}],
        ["/api/draw", {"sentence": sentence, "width": 700}],
        ["/api/read", {"conllu": text}],
        ["/api/steps", by_hand],
        ["/api/steps", {"system": {"name": "arc-eager"}, "words": 3, "transitions": ["SHIFT"]}],
    )
    assert [status for status, _ in found] == [200] * 7
    expected = [
        printing.system_list(),
        printing.system_page({"name": "2-planar[single-head,acyclic]"}),
        printing.system_page({"text": OWN}),
        pictures.drawing(sentence, 700),
        pictures.read_text(text),
        derivations.hand_derivation({"text": OWN}, sentence, 0, by_hand["transitions"], True),
        derivations.hand_derivation({"name": "arc-eager"}, None, 3, ["SHIFT"], True),
    ]
    assert [answer for _, answer in found] == as_json(expected)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("arc-eager", "projective-forests"),
        ("arc-standard", "projective-trees"),
        ("swap", "trees"),
        ("2-planar[single-head,acyclic]", "planar-forests"),
        ("undirected-planar", "planar-graphs"),
    ],
)
def test_verification_is_the_same(name, kind):
    asked = {"system": {"name": name}, "graph_class": kind, "words": 3}
    ((status, answer),) = in_browser(["/api/verify", asked])
    assert (status, answer) == (200, as_json(verification({"name": name}, kind, 3)))


@pytest.mark.parametrize("file", ["structures.conllu", "not_trees.conllu", "figures.conllu"])
def test_the_census_is_the_same(file):
    text = (DATA / file).read_text("utf-8")
    text += "1\ta\t_\t_\t_\t_\t1\tx\t_\t_\n\n1\tb\t_\t_\t_\t_\t7\tx\t_\t_\n\nbroken\n\n"
    ((status, answer),) = in_browser(["/api/census?name=a%20b", {"bytes": text}])
    expected = treebank_census(text.encode(), "a b") | {"plot": None}
    assert (status, answer) == (200, as_json(expected))


QUERIES = [
    "crossing(*, *)", "planes>=3", "planes!=2", "not well_nested", "[non_projective]", "words>3",
    "V[upos=VERB] -nsubj-> S", "V -nsubj-> S, V -obj-> O, O << S", "covers(*, [root])",
    "crossing(nsubj, obj) or crossing(amod, *)", "A -> B, not (B -> C)", "in_gap(A, B)",
    "N -amod-> A, interleaved(N, M), M -amod-> B, N << M", "[lemma=who] <- V <- [root]",
    "A ->> B, A.length < B.length", "[Case=Acc or upos=N*]", "[attardi_degree>=2]",
    "B, not (B[upos=VERB])", "A -> B, not (B[upos=NOUN], B -> C)",
]  # fmt: skip


@pytest.mark.parametrize("file", ["structures.conllu", "not_trees.conllu", "figures.conllu"])
def test_a_search_finds_the_same(file):
    text = (DATA / file).read_text("utf-8")
    text += "1\ta\t_\t_\t_\t_\t1\tx\t_\t_\n\n1\tb\t_\t_\t_\t_\t7\tx\t_\t_\n\nbroken\n\n"
    found = in_browser(
        *([f"/api/find?{urlencode({'query': q, 'name': 'a b'})}", {"bytes": text}] for q in QUERIES)
    )
    for query, answer in zip(QUERIES, found, strict=True):
        assert answer == [200, as_json(matching(text.encode(), "a b", query, 0))], query


def test_a_search_is_bounded_and_says_so():
    long = "".join(f"{d}\tw\t_\t_\t_\t_\t{d - 1}\tx\t_\t_\n" for d in range(1, 90))
    unrelated = urlencode({"query": "A << B, C << D, E << F"})
    refused = in_browser(
        [f"/api/find?{unrelated}", {"bytes": long}],
        ["/api/find?query=crossing(", {"bytes": long}],
        [f"/api/find?query={'x' * 501}", {"bytes": long}],
        ["/api/find?query=words>0", {"bytes": "#" * (MOST + 1)}],
    )
    assert [status for status, _ in refused] == [422] * 4
    expected = ["too many ways to try for a page without", "expected", "501", "more than 4 MB"]
    for (_, answer), part in zip(refused, expected, strict=True):
        assert part in answer["message"]


def test_what_it_cannot_do_is_said():
    long = given([0, *range(1, 70)])
    refused = in_browser(
        ["/api/parse", {"text": "Go home"}],
        ["/api/derivation", {"system": {"name": "arc-eager"}, "sentence": long}],
        ["/api/census?name=x", {"bytes": "#" * (MOST + 1)}],
        ["/api/openapi.json", None],
        ["/api/systems/nope", None],
        ["/api/system", {"text": "SHIFT = SH\n!"}],
        ["/api/draw", {"sentence": {"forms": ["a"], "heads": [4]}}],
    )
    kinds = [(status, answer["kind"]) for status, answer in refused]
    assert kinds == [(501, "model"), (422, "input"), (422, "input"), (422, "input"),
                     (404, "unknown"), (422, "notation"), (422, "input")]  # fmt: skip
    messages = [answer["message"] for _, answer in refused]
    assert "multiplane serve" in messages[0]
    assert "the limit for derivations is 60 on a page without a server" in messages[1]
    assert "more than 4 MB" in messages[2]
    assert refused[5][1]["line"] == 2


def test_reach_is_known_only_for_the_same_definition():
    from multiplane.oracles.plain_reach import KNOWN, definition_key, known

    system = systems["arc-eager"]
    assert known(system) is None
    KNOWN[definition_key(system)] = [1]
    try:
        assert known(system) == [1]
        assert known(systems["arc-hybrid"]) is None
    finally:
        KNOWN.clear()
