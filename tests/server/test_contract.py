"""All that the interface's description allows gets an answer that the description allows."""

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from multiplane.server.app import playground

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


schema = schemathesis.openapi.from_dict(playground().openapi())


@schema.parametrize()
@settings(max_examples=5, suppress_health_check=list(HealthCheck))
def test_answers_keep_to_the_description(case, server):
    response = case.call(base_url=server)
    if response.status_code == 501:  # there is no model, as the description says
        return
    case.validate_response(response, checks=CHECKS)
