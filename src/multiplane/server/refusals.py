"""Errors that are about a request, as the interface answers them."""

from typing import Any

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.server.forms import BadForm
from multiplane.server.models import NoModel
from multiplane.server.workplace import Unavailable
from multiplane.systems.terms import NotationError

KINDS: list[tuple[type[Exception], int, str]] = [
    (NotationError, 422, "notation"),
    (BadForm, 400, "form"),
    (UnknownName, 404, "unknown"),
    (NoModel, 501, "model"),
    (Unavailable, 503, "unavailable"),
    (MultiplaneError, 422, "input"),
]


def refusal(error: Exception) -> tuple[int, dict[str, Any]]:
    """Return the status and the body of the answer to what led to this error."""
    status, kind = next((status, kind) for types, status, kind in KINDS if isinstance(error, types))
    if isinstance(error, NotationError):
        place = {"line": error.line, "column": error.column}
        return status, {"kind": kind, "message": error.problem, **place}
    return status, {"kind": kind, "message": str(error), "line": None, "column": None}
