"""The playground as an ASGI application."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from multiplane.errors import MultiplaneError
from multiplane.server import health, searching, service
from multiplane.server.answers import Refusal
from multiplane.server.guard import LOCAL, Guard
from multiplane.server.in_words import in_words
from multiplane.server.interface import refused, router
from multiplane.server.limits import LIMITS, Limits
from multiplane.server.metrics import Measured, Metrics
from multiplane.server.pages import pages
from multiplane.server.parsing import ModelFactory
from multiplane.server.printing import system_list
from multiplane.server.warm_up import warm_up
from multiplane.server.workers import Workers
from multiplane.version import __version__

DESCRIPTION = "Transition systems, derivations, pictures and treebanks. Nothing is stored."


def playground(
    *guides: ModelFactory, limits: Limits = LIMITS, hosts: tuple[str, ...] = LOCAL
) -> FastAPI:
    """Make the application; each of `guides` makes a trained model, the first the default one.

    `limits` are those of time, memory and the size of requests; those of words are always the same.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.workers = workers = Workers(limits, guides)
        await workers.start(warm_up)
        # The same for ever, and on many pages: asked once, before anybody does.
        listed = workers.run(system_list, seconds=limits.compiling_seconds)
        app.state.system_list = asyncio.create_task(listed)
        app.state.system_list.add_done_callback(lambda task: task.cancelled() or task.exception())
        yield
        app.state.system_list.cancel()
        await workers.stop()

    app = FastAPI(
        title="Multiplane",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # they load scripts from elsewhere; /interface is our own
        redoc_url=None,
    )
    app.state.limits, app.state.metrics = limits, Metrics()
    app.include_router(router)
    app.include_router(searching.router)
    app.include_router(service.router)
    app.include_router(health.router)
    app.include_router(pages())
    app.add_middleware(Guard, limits=limits, hosts=hosts)
    app.add_middleware(Measured, metrics=app.state.metrics)  # the outermost

    @app.exception_handler(MultiplaneError)
    async def _refused(request: Request, error: Exception) -> JSONResponse:
        del request
        return refused(error)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, RequestValidationError)
        refusal = Refusal(kind="request", message=in_words(error.errors()[0]))
        return JSONResponse(refusal.model_dump(), 422)

    @app.exception_handler(HTTPException)
    async def _failed(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, HTTPException)
        refusal = Refusal(kind="request", message=str(error.detail))
        return JSONResponse(refusal.model_dump(), error.status_code, error.headers)

    return app
