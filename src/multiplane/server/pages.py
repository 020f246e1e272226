"""The pages: files of the package, read once; no request leads to the file system."""

import hashlib
import mimetypes
from dataclasses import dataclass
from importlib.resources import files

from fastapi import APIRouter, Request, Response

PAGES = ("/", "/systems", "/systems/{name}", "/census", "/find", "/own", "/interface")
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml"}  # whatever the machine believes


@dataclass(frozen=True, slots=True)
class File:
    """A file of the front end, ready to be sent."""

    data: bytes
    media_type: str
    tag: str


def front_end() -> dict[str, File]:
    """Read all files of the front end."""
    found = {}
    for entry in files("multiplane.server").joinpath("front").iterdir():
        if entry.is_file():
            data = entry.read_bytes()
            suffix = "." + entry.name.rpartition(".")[2]
            kind = TYPES.get(suffix) or mimetypes.guess_type(entry.name)[0] or "text/plain"
            found[entry.name] = File(data, kind, f'"{hashlib.sha256(data).hexdigest()[:16]}"')
    return found


def pages() -> APIRouter:
    """Return the routes to the pages, which are one file, and to what it loads."""
    router, loaded = APIRouter(include_in_schema=False), front_end()

    def sent(request: Request, name: str) -> Response:
        file = loaded.get(name)
        if file is None:
            return Response("no such file", 404, media_type="text/plain")
        headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        return Response(file.data, headers=headers, media_type=file.media_type)

    @router.get("/front/{name}")
    async def front(request: Request, name: str) -> Response:
        return sent(request, name)

    async def page(request: Request) -> Response:
        return sent(request, "index.html")

    for path in PAGES:
        router.add_api_route(path, page, methods=["GET"])
    return router
