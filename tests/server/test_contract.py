"""All that the interface's description allows gets an answer that the description allows."""

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from multiplane.server.app import playground


def what_is_described_has_the_right_shape(ctx, response, case):
    """Texts, systems and trees may be wrong, but not the form of what is described."""
    positive = case.meta is not None and case.meta.generation.mode.is_positive
    if positive and response.status_code == 422:
        assert response.json()["kind"] in {"input", "notation"}, response.text


CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
    what_is_described_has_the_right_shape,
)
REFUSED = ["400", "404", "405", "413", "415", "422"]  # 413: before it is known what is in it
CONFIG = {"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}}
schema = schemathesis.openapi.from_dict(
    playground().openapi(), config=schemathesis.Config.from_dict(CONFIG)
)


@schema.parametrize()
@settings(max_examples=15, suppress_health_check=list(HealthCheck))
def test_answers_keep_to_the_description(case, server):
    response = case.call(base_url=server)
    if response.status_code in (501, 503):  # no model, or too hard: as the description says
        case.validate_response(response, checks=CHECKS[1:])
    else:
        case.validate_response(response, checks=CHECKS)


def test_a_question_is_one_of_two(client):
    """The description says what was known to the code alone."""
    parts = client.get("/api/openapi.json").json()["components"]["schemas"]
    for part, names in {
        "SystemChoice": ["name", "text"],
        "GivenSentence": ["conllu", "forms"],
    }.items():
        assert [option["required"] for option in parts[part]["oneOf"]] == [[n] for n in names]


def test_a_text_that_is_too_long_is_refused_as_the_description_says(client):
    from multiplane.server.limits import LIMITS

    answer = client.post("/api/read", json={"conllu": "a" * (LIMITS.text + 1)})
    assert (answer.status_code, answer.json()["kind"]) == (422, "request")


def test_no_treebank_is_a_treebank_without_trees(client):
    answer = client.post("/api/census", headers={"Content-Type": "application/octet-stream"})
    assert (answer.status_code, answer.json()["trees"]) == (200, 0)


def test_numbers_are_numbers(client):
    """As JSON Schema says: 300.0 is a whole number; true and "300" are none."""
    sentence = {"forms": ["a"], "heads": [0]}
    for width, status in ((300, 200), (300.0, 200), (300.5, 422), (False, 422), ("300", 422)):
        answer = client.post("/api/draw", json={"sentence": sentence, "width": width})
        assert answer.status_code == status, width
