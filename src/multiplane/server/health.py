"""Whether the server is well, for those who watch it: `/health` and `/metrics`."""

import asyncio

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from multiplane.server import answers
from multiplane.server.guard import RETRY_AFTER
from multiplane.server.metrics import MEDIA_TYPE, Metrics
from multiplane.server.service import known_models

router = APIRouter(tags=["operation"])


@router.get("/health", summary="The server answers; whether it is ready, with its models")
async def health(request: Request) -> answers.Health:
    """Answer always, and at once: it does not ask a worker that may be busy."""
    return await _health(request)


@router.get(
    "/health/ready",
    summary="503 until models are loaded and all is compiled",
    responses={503: {"model": answers.Health, "description": "Not ready yet"}},
)
async def ready(request: Request) -> Response:
    found = await _health(request)
    status, headers = (200, None) if found.ready else (503, {"Retry-After": RETRY_AFTER})
    return JSONResponse(found.model_dump(), status, headers)


async def _health(request: Request) -> answers.Health:
    state = request.app.state.workers.readiness
    names = [one.name for one in await known_models(request)] if state.reached else []
    return answers.Health(alive=True, ready=state.reached, models=names, problem=state.problem)


@router.get("/metrics", summary="Counts for Prometheus", response_class=Response)
async def metrics(request: Request) -> Response:
    found: Metrics = request.app.state.metrics
    text = await asyncio.to_thread(found.text, request.app.state)  # it reads files
    return Response(text, headers={"Content-Type": MEDIA_TYPE})
