"""Whatever system somebody writes, the playground answers, and goes on answering."""

from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.systems.writer import write_system
from support.strategies import systems as random_systems
from support.strategies import trees


@given(random_systems(), trees(6), st.integers(0, 3))
@settings(max_examples=6)
def test_any_system_gets_an_answer(client, system, tree, steps):
    text = {"text": write_system(system)}
    page = client.post("/api/system", json=text)
    assert page.status_code in (200, 503), page.text  # some proofs take longer than we wait
    heads = tree.heads
    sentence = {"forms": ["w"] * tree.n, "heads": heads}
    derived = client.post("/api/derivation", json={"system": text, "sentence": sentence})
    assert derived.status_code in (200, 422, 503), derived.text
    shifts = ["SHIFT"] * min(steps, tree.n)
    by_hand = {"system": text, "sentence": sentence, "transitions": shifts}
    stepped = client.post("/api/steps", json=by_hand)
    assert stepped.status_code == 200, stepped.text
    assert stepped.json()["steps"][-1]["stores"][0] == list(range(1, len(shifts) + 1))
    if derived.status_code == 200:
        found = derived.json()
        last = found["steps"][-1]
        assert last["terminal"]
        built = {(a["head"], a["dependent"]) for step in found["steps"] for a in step["arcs"]}
        right = {(h, d) for d, h in enumerate(heads, 1) if h}
        assert right - built <= {(heads[d - 1], d) for d in found["lost"]}
