"""The media types of requests: only those that no page of another site can send here.

Browsers let any page send text/plain and forms anywhere.  For JSON and for bytes of no further type
they ask the other site first, and this one never agrees.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

TREEBANK = "application/octet-stream"


class TypedRoute(APIRoute):
    """Requests have the type that the description of the interface says, or they are refused."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Look at the type before anything is read."""
        handle = super().get_route_handler()
        expected = getattr(self.body_field and self.body_field.field_info, "media_type", None)

        async def typed(request: Request) -> Response:
            found = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if expected is not None and found != expected:
                raise HTTPException(
                    415, f"found {found or 'no'} media type; expected Content-Type: {expected}"
                )
            return await handle(request)

        return typed
