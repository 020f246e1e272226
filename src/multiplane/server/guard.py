"""What every request passes: its size, where it comes from, and the headers of its answer."""

import asyncio
import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from multiplane.server.limits import Limits, raised_by

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
TREEBANKS = ("/api/census", "/api/find")  # where whole treebanks are sent
RETRY_AFTER = "3"  # seconds
LOCAL = ("127.0.0.1", "localhost", "[::1]", "::1")


class Guard:
    """Refuse what is too large or too slow, or sent by another site; add what browsers heed.

    Names in the Host header are checked, so that no other site can pass itself off as this one
    by making its own name lead here.
    """

    def __init__(self, app: ASGIApp, limits: Limits, hosts: tuple[str, ...] = LOCAL) -> None:
        self.app, self.limits, self.hosts = app, limits, hosts
        self.uploads = 0  # treebanks that are received or counted now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {
            key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]
        }
        is_upload = scope["path"] in TREEBANKS
        most = self.limits.treebank if is_upload else self.limits.body
        refusal = self._refusal(scope, headers, most)
        if refusal:
            await _refuse(send, *refusal)
            return
        seconds = self.limits.upload_seconds if is_upload else self.limits.body_seconds
        received = _counted(receive, scope["path"], most, seconds)
        self.uploads += is_upload
        try:
            await self.app(scope, received, _with_headers(send))
        finally:
            self.uploads -= is_upload

    def _refusal(
        self, scope: Scope, headers: dict[str, str], most: int
    ) -> tuple[int, str, str] | None:
        site, mode = headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")
        if site == "cross-site" and mode != "navigate":  # a link to the pages is fine
            return 403, "site", "requests from other sites are refused"
        host = headers.get("host", "")
        # Not the scheme: whatever stands in front of this server may add encryption.
        if "origin" in headers and headers["origin"].partition("://")[2] != host:
            return 403, "site", "requests from other sites are refused"
        name = _without_port(host)
        if "*" not in self.hosts and name not in self.hosts:
            return (
                403,
                "host",
                "unknown host name; open the server by its address, or start it with --allow-host",
            )
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > most:
            return 413, "size", _too_large(scope["path"], most)
        if scope["path"] in TREEBANKS and self.uploads >= self.limits.uploads:
            return 503, "unavailable", "busy with other treebanks; try again in a moment"
        return None


def _without_port(host: str) -> str:
    return host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]


def _too_large(path: str, most: int) -> str:
    command = f"use multiplane {path.rpartition('/')[2]}"
    advice = command if path in TREEBANKS else raised_by("body")
    return f"more than {most:,} bytes; {advice}"


def _counted(receive: Receive, path: str, most: int, seconds: float) -> Receive:
    seen, more = 0, True
    deadline = asyncio.get_running_loop().time() + seconds

    async def counted() -> Message:
        nonlocal seen, more
        if not more:
            return await receive()  # that the client goes away, which may take any time
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, f"the request did not arrive in {seconds:g} seconds") from None
        seen += len(message.get("body", b""))
        more = message.get("more_body", False)
        if seen > most:
            raise HTTPException(413, _too_large(path, most))
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            added = [(key.lower().encode(), value.encode()) for key, value in HEADERS.items()]
            message = {**message, "headers": [*message["headers"], *added]}
        await send(message)

    return sent


def refusal_body(kind: str, text: str) -> bytes:
    """Return a `Refusal` as it is sent."""
    body: dict[str, Any] = {"kind": kind, "message": text, "line": None, "column": None}
    return json.dumps(body).encode()


async def _refuse(send: Send, status: int, kind: str, text: str) -> None:
    data = refusal_body(kind, text)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
    if status == 503:
        headers.append((b"retry-after", RETRY_AFTER.encode()))
    out = _with_headers(send)
    await out({"type": "http.response.start", "status": status, "headers": headers})
    await out({"type": "http.response.body", "body": data})
