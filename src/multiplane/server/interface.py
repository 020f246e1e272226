"""The JSON interface: each question is answered by a job in a worker."""

import asyncio
from dataclasses import fields
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import JSONResponse

from multiplane.server import (
    answers,
    derivations,
    lessons,
    models,
    pictures,
    printing,
    questions,
    treebanks,
    typeset,
    verifying,
)
from multiplane.server.effort import effort
from multiplane.server.guard import RETRY_AFTER
from multiplane.server.limits import LIMITS, OPTIONS
from multiplane.server.media import TREEBANK, TypedRoute
from multiplane.server.refusals import refusal
from multiplane.server.workers import Workers
from multiplane.server.workplace import Unavailable
from multiplane.version import __version__

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": answers.Refusal, "description": "Not JSON"},
    403: {"model": answers.Refusal, "description": "Sent by another site, or to another host"},
    404: {"model": answers.Refusal, "description": "No such system"},
    405: {"model": answers.Refusal, "description": "Another method is expected"},
    408: {"model": answers.Refusal, "description": "The request did not arrive in time"},
    413: {"model": answers.Refusal, "description": "Larger than the limits"},
    415: {"model": answers.Refusal, "description": "Another media type is expected"},
    422: {
        "model": answers.Refusal,
        "description": "Kind `request`: not what this description allows; kinds `input` and"
        " `notation`: allowed by it, but the text, the system or the tree is not valid",
    },
    503: {
        "model": answers.Refusal,
        "description": "Busy, or not finished in time",
        "headers": {
            "Retry-After": {
                "description": "Seconds to wait before the next try",
                "schema": {"type": "integer", "minimum": 1},
            }
        },
    },
}
NO_MODEL: dict[int | str, dict[str, Any]] = {
    501: {"model": answers.Refusal, "description": "No model is loaded"}
}
router = APIRouter(prefix="/api", responses=REFUSALS, route_class=TypedRoute)


def refused(error: Exception) -> JSONResponse:
    """Answer an error that is about the request."""
    status, body = refusal(error)
    headers = {"Retry-After": RETRY_AFTER} if status == 503 else {}
    return JSONResponse(body, status, headers)


def _workers(request: Request) -> Workers:
    workers: Workers = request.app.state.workers
    return workers


@router.get("", summary="Version, model and limits")
async def about(request: Request) -> answers.About:
    workers = _workers(request)
    limits = request.app.state.limits
    found = await workers.run(models.about, effort=effort("about")) if workers.factories else []
    return answers.About(
        version=__version__,
        models=[name for name, _ in found],
        model=found[0][0] if found else None,
        model_system=found[0][1] if found else None,
        limits={field.name: getattr(limits, field.name) for field in fields(limits)},
        options={field: option.name for option in OPTIONS for field in option.fields},
    )


@router.get("/systems", summary="All systems, with a summary of their verdicts")
async def system_list(request: Request) -> answers.SystemList:
    try:
        found = await asyncio.shield(request.app.state.system_list)
    except Unavailable:  # the worker that was at it has died: once more
        found = await _workers(request).run(printing.system_list)
    return answers.SystemList(**found)


@router.get("/systems/{name}", summary="A system: rules, decomposition, verdicts with reasons")
async def system(request: Request, name: Annotated[questions.Name, Path()]) -> answers.SystemPage:
    asked = effort("system", name=name)
    found = await _workers(request).run(printing.system_page, {"name": name}, effort=asked)
    return answers.SystemPage(**found)


@router.post("/system", summary="The same for a system given as text")
async def own_system(request: Request, question: questions.SystemChoice) -> answers.SystemPage:
    asked = effort("system", question)
    found = await _workers(request).run(printing.system_page, question.model_dump(), effort=asked)
    return answers.SystemPage(**found)


@router.post("/read", summary="The sentences of a CoNLL-U text")
async def read(request: Request, question: questions.TextToRead) -> answers.Sentences:
    asked = effort("read", question)
    found = await _workers(request).run(pictures.read_text, question.conllu, effort=asked)
    return answers.Sentences(**found)


@router.post("/draw", summary="A sentence with its arcs on the fewest planes, and its picture")
async def draw(request: Request, question: questions.ToDraw) -> answers.Drawing:
    given, width = question.sentence.model_dump(), question.width
    asked = effort("draw", question)
    found = await _workers(request).run(pictures.drawing, given, width, effort=asked)
    return answers.Drawing(**found)


@router.post("/derivation", summary="The oracle's derivation of a tree, step by step")
async def derivation(request: Request, question: questions.ToDerive) -> answers.DerivationOf:
    found = await _workers(request).run(
        derivations.oracle_derivation,
        question.system.model_dump(),
        question.sentence.model_dump(),
        effort=effort("derivation", question),
        compiled=True,
    )
    return answers.DerivationOf(**found)


@router.post(
    "/steps", summary="A derivation by hand: the resulting configurations and permitted transitions"
)
async def steps(request: Request, question: questions.ToStep) -> answers.DerivationOf:
    workers = _workers(request)
    found = await workers.run(
        derivations.hand_derivation,
        question.system.model_dump(),
        question.sentence.model_dump() if question.sentence else None,
        question.words,
        question.transitions,
        workers.compiled.is_set(),  # costs are worth having, but not worth waiting for
        effort=effort("steps", question),
    )
    return answers.DerivationOf(**found)


@router.post("/verify", summary="Is a system sound and complete, on all short sentences?")
async def verify(request: Request, question: questions.ToVerify) -> answers.VerificationOf:
    found = await _workers(request).run(
        verifying.verification,
        question.system.model_dump(),
        question.graph_class,
        question.words,
        effort=effort("verify", question),
        compiled=True,
    )
    return answers.VerificationOf(**found)


@router.post("/lesson", summary="One derivation or two as an HTML page that needs nothing else")
async def lesson(request: Request, question: questions.ToSave) -> answers.Lesson:
    found = await _workers(request).run(
        lessons.saved,
        question.model_dump(),
        effort=effort("lesson", question),
        compiled=True,
    )
    return answers.Lesson(**found)


@router.post("/latex", summary="One derivation or two as a document of LaTeX")
async def latex(request: Request, question: questions.ToTypeset) -> answers.Document:
    found = await _workers(request).run(
        typeset.document,
        question.model_dump(),
        effort=effort("latex", question),
        compiled=True,
    )
    return answers.Document(**found)


@router.post("/census", summary="The census of an uploaded treebank")
async def census(
    request: Request,
    data: Annotated[bytes, Body(media_type=TREEBANK, max_length=LIMITS.treebank)] = b"",
    name: Annotated[str, Query(max_length=120, pattern=questions.Printable)] = "treebank",
) -> answers.TreebankCensus:
    seconds = LIMITS.census_seconds
    found = await _workers(request).run(
        treebanks.treebank_census, data, name, seconds=seconds, compiled=True
    )
    return answers.TreebankCensus(**found)


@router.post("/parse", summary="Parse plain text with the model", responses=NO_MODEL)
async def parse(request: Request, question: questions.TextToParse) -> answers.Parsed:
    workers, asked = _workers(request), effort("parse", question)
    with_model = bool(workers.factories)
    found = await workers.run(models.parse, question.text, effort=asked, compiled=with_model)
    words = sum(len(one["forms"]) for one in found["sentences"])
    request.app.state.metrics.parsed(found.pop("model"), words, len(found["sentences"]))
    return answers.Parsed(**found)


@router.post(
    "/scores", summary="The model's scores of the permitted transitions", responses=NO_MODEL
)
async def scores(request: Request, question: questions.ToScore) -> answers.Scores:
    workers = _workers(request)
    found = await workers.run(
        models.scores,
        question.system.model_dump(),
        question.sentence.model_dump(),
        question.transitions,
        effort=effort("scores", question),
        compiled=bool(workers.factories),
    )
    return answers.Scores(**found)
