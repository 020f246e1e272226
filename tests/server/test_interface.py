"""The JSON interface says what the library says."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.calculus import semantics
from multiplane.calculus.derivation import derive
from multiplane.calculus.notation import STYLES, printed, render, render_system
from multiplane.calculus.verdicts import divisible, planes, verdicts
from multiplane.conllu import read
from multiplane.drawing import draw
from multiplane.oracles.trace import trace
from multiplane.systems import systems
from multiplane.systems.reader import read_system
from multiplane.systems.writer import write_system
from multiplane.treebank.census import census
from multiplane.treebank.multiplanarity import multiplanarity
from support.strategies import trees

DATA = "tests/data/structures.conllu"
BYTES = {"Content-Type": "application/octet-stream"}
DERIVED = (
    "arc-eager",
    "2-planar[single-head,acyclic]",
    "swap",
    "covington",
    "easy-first",
    "attardi-2",
    "undirected-2-planar",
)


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)


def ask(client, path, **question):
    answer = client.post(f"/api/{path}", json=question)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client, path, status, **question):
    answer = client.post(f"/api/{path}", json=question)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_all_systems_are_listed_with_their_verdicts(client):
    found = client.get("/api/systems").json()
    assert [row["name"] for row in found["systems"]] == list(systems)
    for row in found["systems"][:12]:
        judged = verdicts(systems[row["name"]])
        assert row["verdicts"].pop("divisible") == divisible(systems[row["name"]]).holds
        assert row["verdicts"] == {name: verdict.holds for name, verdict in judged.items()}
        assert row["planes"] == planes(systems[row["name"]]).witness


@pytest.mark.parametrize("name", ["arc-eager", "2-planar[single-head,acyclic]+lba", "easy-first"])
def test_a_system_in_print(client, name):
    found = client.get(f"/api/systems/{name}").json()
    system = systems[name]
    assert read_system(found["definition"]) == system
    assert found["whole"] == {style: render_system(system, style) for style in STYLES}
    for row, shown in zip(printed(system).transitions, found["transitions"], strict=True):
        assert shown["name"] == row.name
        assert shown["rule"] == {style: render(str(row.rule), style) for style in STYLES}
        assert shown["elementary"] == list(row.elementary)
    assert found["start"]["text"] == str(printed(system).start)
    assert found["end"]["html"] == render(str(printed(system).end), "html")
    assert (
        f"  start {found['start']['text']}   end {found['end']['text']}\n" in found["whole"]["text"]
    )


@pytest.mark.parametrize("name", ["planar", "2-planar", "swap", "dag-arc-eager"])
def test_counterexamples_can_be_played(client, name):
    refuted = 0
    for verdict in client.get(f"/api/systems/{name}").json()["verdicts"]:
        example = verdict.get("counterexample")
        if example is None:
            continue
        refuted += 1
        played = ask(client, "steps", system={"name": name}, words=example["words"],
                     transitions=example["transitions"])  # fmt: skip
        arcs = [(a["head"], a["dependent"]) for step in played["steps"] for a in step["arcs"]]
        assert sorted(map(list, arcs)) == example["arcs"]
        assert verdict["holds"] is False
    assert refuted


def test_a_text_is_as_good_as_a_name(client):
    text = write_system(systems["2-planar"])
    own = ask(client, "system", text=text)
    assert own == client.get("/api/systems/2-planar").json()


@given(trees(6), st.sampled_from(DERIVED))
@settings(max_examples=25)
def test_derivations_are_those_of_the_oracle(client, tree, name):
    """The slow twin is the plain semantics, configuration by configuration."""
    heads = tree.heads
    sentence = {"forms": [f"w{d}" for d in range(tree.n)], "heads": heads}
    found = ask(client, "derivation", system={"name": name}, sentence=sentence)
    system = systems[name]
    expected = trace(system, tree)
    taken = [step["transition"] for step in found["steps"][1:]]
    assert taken == [step.transition for step in expected.steps[1:]]
    assert found["lost"] == list(expected.lost)
    built = set()
    for at, (step, here) in enumerate(
        zip(found["steps"], expected.derivation.configurations, strict=True)
    ):
        assert step["stores"] == [list(contents) for contents in here.stores]
        built |= {(arc["head"], arc["dependent"]) for arc in step["arcs"]}
        assert built == here.arcs
        permitted = [name.replace("_", "-") for name, _ in semantics.successors(system, here)]
        assert [option["name"] for option in step["permitted"]] == permitted
        assert step["terminal"] == system.is_terminal(here)
        costs = {option["name"]: option["cost"] for option in step["permitted"]}
        if at < len(taken) and not expected.lost:
            assert costs[taken[at]] == 0


def test_arcs_of_one_plane_do_not_cross(client):
    sentence = {"forms": list("abcdefghi"), "heads": [7, 7, 8, 9, 6, 9, 0, 7, 8]}
    found = ask(client, "derivation", system={"name": "3-planar[single-head,acyclic]"},
                sentence=sentence)  # fmt: skip
    assert found["lost"] == []
    by_plane = {}
    for step in found["steps"]:
        for arc in step["arcs"]:
            by_plane.setdefault(arc["plane"], []).append((arc["head"], arc["dependent"]))
    assert len(by_plane) == 3
    for arcs in by_plane.values():
        for one in arcs:
            a, b = sorted(one)
            assert not any(a < min(other) < b < max(other) for other in arcs)


def test_letters_of_a_rule_stand_for_words(client):
    found = ask(client, "steps", system={"name": "arc-eager"}, words=2,
                transitions=["SHIFT", "LEFT-ARC"])  # fmt: skip
    assert found["steps"][2]["bindings"] == [
        {"letter": "i", "word": 1},
        {"letter": "j", "word": 2},
    ]
    shown = printed(systems["arc-eager"]).transition("LEFT_ARC").rule
    assert found["rules"]["LEFT-ARC"]["text"] == str(shown)


def test_a_member_with_more_words_than_letters_is_shown_by_its_family(client):
    found = ask(client, "steps", system={"name": "easy-first"}, words=18,
                transitions=["ATTACH-LEFT(3)", "ATTACH-LEFT(16)"])  # fmt: skip
    shown = printed(systems["easy-first"]).transition("ATTACH_LEFT").rule
    assert found["rules"]["ATTACH-LEFT(16)"]["text"] == str(shown)
    assert [len(step["bindings"]) for step in found["steps"]] == [0, 4, 0]


def test_what_is_not_permitted_has_a_reason(client):
    sentence = {"forms": ["old", "boat"], "heads": [2, 0]}
    found = ask(client, "steps", system={"name": "arc-eager"}, sentence=sentence,
                transitions=["SHIFT"])  # fmt: skip
    last = found["steps"][-1]
    assert last["forbidden"] == [{"name": "REDUCE", "because": "“old” has no head"}]
    assert {option["name"]: option["cost"] for option in last["permitted"]} == {
        "SHIFT": 1,
        "LEFT-ARC": 0,
        "RIGHT-ARC": 2,
    }


def test_a_drawn_sentence(client):
    for found in read(DATA):
        drawn = ask(client, "draw", sentence={"conllu": found.text}, width=700)
        assert drawn["svg"] == draw(found).svg(700)
        expected = multiplanarity(found.graph)
        assert drawn["planes"] == expected.upper
        shown = {(arc["head"], arc["dependent"]): arc["plane"] for arc in drawn["arcs"]}
        assert shown == expected.planes
        assert (drawn["forms"], drawn["heads"]) == (list(found.forms), list(found.heads))


def test_projective_or_not(client):
    def projective(*heads):
        sentence = {"forms": ["w"] * len(heads), "heads": list(heads)}
        return ask(client, "draw", sentence=sentence)["projective"]

    assert projective(2, 0, 2)
    assert not projective(3, 0, 2)  # a covered root
    assert not projective(3, 4, 0, 3)  # a crossing
    assert not projective(2, 3, 1)  # a cycle


def test_a_pasted_text(client):
    text = "".join(found.text for found in read(DATA))
    pasted = ask(client, "read", conllu=text)["sentences"]
    assert [sentence["forms"] for sentence in pasted] == [list(s.forms) for s in read(DATA)]
    second = ask(client, "draw", sentence={"conllu": text, "sentence": 2})
    assert second["forms"][0] == "Whom"


def test_the_census_of_an_upload(client):
    with open(DATA, "rb") as file:  # noqa: PTH123 - bytes to send
        data = file.read()
    answer = client.post("/api/census?name=odd", content=data, headers=BYTES)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    (row,) = census(DATA)
    expected = row.as_dict()
    assert found.pop("plot").lstrip().startswith("<?xml")
    assert found.pop("left_out_count") == 0
    assert found == {**expected, "name": "odd"}


def test_a_packed_upload_and_one_with_faults(client):
    import gzip

    with open("tests/data/not_trees.conllu", "rb") as file:  # noqa: PTH123 - bytes to send
        data = gzip.compress(file.read())
    found = client.post("/api/census?name=faults", content=data, headers=BYTES).json()
    assert (found["trees"], found["left_out_count"]) == (1, 3)
    assert found["left_out"][0].startswith("faults:")


@pytest.mark.parametrize(
    ("path", "status", "kind", "question"),
    [
        ("system", 422, "notation", {"text": "SHIFT = SH\nA = nothing"}),
        ("system", 404, "unknown", {"name": "nothing"}),
        ("system", 404, "unknown", {"name": "99-planar"}),
        ("system", 422, "request", {}),
        ("system", 422, "request", {"name": "swap", "text": "A = SH"}),
        ("steps", 422, "input", {"system": {"name": "swap"}, "words": 2, "transitions": ["SWAP"]}),
        ("steps", 404, "unknown", {"system": {"name": "swap"}, "words": 2, "transitions": ["NO"]}),
        ("steps", 422, "request", {"system": {"name": "swap"}, "words": 9999}),
        ("read", 422, "input", {"conllu": "1\tword\n"}),
        ("read", 422, "input", {"conllu": ""}),
        ("draw", 422, "input", {"sentence": {"forms": ["a", "b"], "heads": [1]}}),
        ("draw", 422, "input", {"sentence": {"forms": ["a", "b"], "heads": [9, 0]}}),
        ("draw", 422, "request", {"sentence": {"forms": ["a\tb"]}}),
        ("parse", 501, "model", {"text": "hello"}),
    ],
)
def test_refusals(client, path, status, kind, question):
    found = refused(client, path, status, **question)
    assert found["kind"] == kind
    assert found["message"]


def test_notation_errors_have_a_place(client):
    found = refused(client, "system", 422, text="SHIFT = SH\nLEFT = LA >> nothing")
    assert (found["line"], found["column"]) == (2, 14)


def test_trees_only_are_derived(client):
    for heads, says in (([2, 1], "cycle"), ([None, 0], "no head")):
        sentence = {"forms": ["a", "b"], "heads": heads}
        found = refused(client, "derivation", 422, system={"name": "swap"}, sentence=sentence)
        assert says in found["message"]
    long = {"forms": ["a"] * 100, "heads": [0] * 100}
    assert (
        "80"
        in refused(client, "derivation", 422, system={"name": "swap"}, sentence=long)["message"]
    )


@pytest.mark.parametrize(
    "text",
    [
        "GROW = copy(σ, σ)\nSHIFT = SH",
        "BACK = copy(σ, β)\nSHIFT = SH",
        "start = {σ: [], σ2: [], β: WORDS}\nSHIFT = copy(β, σ2) >> SH\nBACK = UN",
    ],
)
def test_the_compiled_machine_is_not_given_systems_that_outgrow_it(client, text):
    sentence = {"forms": ["a", "b"], "heads": [2, 0]}
    found = refused(client, "derivation", 422, system={"text": text}, sentence=sentence)
    assert "by hand" in found["message"]
    played = ask(client, "steps", system={"text": text}, sentence=sentence, transitions=["SHIFT"])
    assert played["steps"][-1]["stores"][-1] == [2]


@pytest.mark.parametrize(
    "text",
    [
        "SHIFT = SH\nBACK = UN",
        "SHIFT = SH | has_head(j)",
        "DROP = RE\nfinal = empty(β)\nSHIFT=SH**2",
    ],
)
def test_odd_systems_get_an_answer(client, text):
    sentence = {"forms": ["a", "b", "c"], "heads": [2, 0, 2]}
    answer = client.post("/api/derivation", json={"system": {"text": text}, "sentence": sentence})
    assert answer.status_code in (200, 422), answer.text


def test_what_the_interface_says_of_itself(client):
    described = client.get("/api/openapi.json").json()
    assert set(described["paths"]) == {
        "/api", "/api/systems", "/api/systems/{name}", "/api/system", "/api/read", "/api/draw",
        "/api/derivation", "/api/steps", "/api/census", "/api/find", "/api/parse", "/api/scores",
        "/api/verify", "/api/lesson", "/api/latex", "/api/process", "/api/models",
        "/health", "/health/ready", "/metrics",
    }  # fmt: skip
    assert client.get("/api").json()["model"] is None
    assert json.dumps(described)


def test_by_hand_is_what_derive_does(client):
    names = ["SHIFT", "SHIFT", "SWAP", "SHIFT", "SHIFT", "RIGHT-ARC", "LEFT-ARC"]
    found = ask(client, "steps", system={"name": "swap"}, words=3, transitions=names)
    configurations = derive(systems["swap"], names, words=3).configurations
    assert [step["stores"] for step in found["steps"]] == [
        [list(contents) for contents in c.stores] for c in configurations
    ]
