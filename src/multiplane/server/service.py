"""What clients of UDPipe's service ask: `process` and `models`, at the root and below /api."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from multiplane.server import answers, processing
from multiplane.server.effort import Effort, effort
from multiplane.server.forms import MULTIPART, URLENCODED
from multiplane.server.interface import NO_MODEL, REFUSALS
from multiplane.server.layouts import INPUTS, OUTPUTS
from multiplane.server.workers import Workers

FIELDS: dict[str, dict[str, Any]] = {
    "data": {"description": "The text, or sentences in the layout of `input`"},
    "model": {"description": "Name of a model, its beginning, or a language; default: the first"},
    "tokenizer": {
        "description": "If present, `data` is plain text; options: `presegmented` (each line is a"
        " sentence), `ranges`, separated by `;`"
    },
    "tagger": {"description": "If present, lemmas, tags and features are put in"},
    "parser": {"description": "If present, heads and relations are put in"},
    "input": {
        "description": "Layout of `data` without `tokenizer`",
        "enum": [*INPUTS, processing.GENERIC],
    },
    "output": {"description": "Layout of the result", "enum": [*OUTPUTS]},
}
FORM = {
    "type": "object",
    "required": ["data"],
    "properties": {name: {"type": "string", **more} for name, more in FIELDS.items()},
}
BODY = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": FORM} for kind in (MULTIPART, URLENCODED)},
    }
}
QUERY = {
    "parameters": [
        {
            "name": name,
            "in": "query",
            "required": name == "data",
            "allowEmptyValue": True,
            "schema": {"type": "string", **{key: more[key] for key in more if key == "enum"}},
            "description": more["description"],
        }
        for name, more in FIELDS.items()
    ]
}
BAD: dict[int | str, dict[str, Any]] = {
    400: {"model": answers.Refusal, "description": "No such form, field, model or layout"}
}
router = APIRouter(responses={**REFUSALS, **BAD, **NO_MODEL})


async def models(request: Request) -> answers.Models:
    """List the models, and what each can do."""
    found = await known_models(request)
    abilities = {one.name: list(one.abilities) for one in found}
    return answers.Models(models=abilities, default_model=found[0].name if found else None)


async def known_models(request: Request) -> list[processing.Described]:
    """Return what workers say of their models, who are asked once."""
    state, workers = request.app.state, request.app.state.workers
    if getattr(state, "models", None) is None:
        asked = effort("models")
        state.models = (
            await workers.run(processing.described, effort=asked) if workers.factories else []
        )
    found: list[processing.Described] = state.models
    return found


async def process(request: Request) -> JSONResponse:
    """Tokenise, tag and parse: only what is asked for is changed."""
    workers: Workers = request.app.state.workers
    limits = request.app.state.limits
    body = await request.body()
    query = request.scope["query_string"]
    size = len(query) + len(body)
    found = await workers.run(
        processing.process,
        query,
        request.headers.get("content-type", ""),
        body,
        limits.processed,
        effort=Effort(size > limits.cheap_size, ("process", "", size.bit_length())),
        compiled=bool(workers.factories),
    )
    words, sentences = found.pop("words"), found.pop("sentences")
    request.app.state.metrics.parsed(found["model"], words, sentences)
    return JSONResponse(found)


for prefix in ("", "/api"):
    for method, described in (("GET", QUERY), ("POST", BODY)):
        shown = {
            "methods": [method],
            "response_model": answers.Processed,
            "summary": "Tokenise, tag and parse, as UDPipe's service does",
            "include_in_schema": bool(prefix),
            "openapi_extra": described,
        }
        router.add_api_route(f"{prefix}/process", process, **shown)  # type: ignore[arg-type]
        router.add_api_route(
            f"{prefix}/models",
            models,
            methods=[method],
            summary="Models, and what each can do",
            include_in_schema=bool(prefix),
        )
