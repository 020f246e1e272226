"""Questions of the playground's pages, answered as the server's interface does.

The answers are those of the functions that the server's workers run; only what is compiled there
has a plain twin here, and what needs a trained model is refused.
"""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from multiplane.browser.census import treebank_census
from multiplane.browser.find import matching
from multiplane.browser.treebanks import MOST
from multiplane.errors import MultiplaneError
from multiplane.server import derivations, lessons, pictures, printing, typeset, verifying
from multiplane.server.limits import LIMITS
from multiplane.server.matches import MOST_QUERY
from multiplane.server.models import NoModel
from multiplane.server.refusals import refusal
from multiplane.version import __version__

Question = dict[str, Any]
DERIVED = 60  # words of a sentence that is derived: a few seconds
NO_MODEL = (
    "this page has no trained model; for one, install Multiplane and run multiplane serve, or give"
    " words with their heads"
)


def _about(_: Question) -> dict[str, Any]:
    limits = {"derived": DERIVED, "words": LIMITS.words, "treebank": MOST}
    return {"version": __version__, "model": None, "model_system": None, "limits": limits}


def _derivation(asked: Question) -> dict[str, Any]:
    _check_length(asked)
    return derivations.oracle_derivation(asked["system"], asked["sentence"])


def _steps(asked: Question) -> dict[str, Any]:
    _check_length(asked)
    given = asked.get("sentence"), asked.get("words", 0), asked.get("transitions", [])
    return derivations.hand_derivation(asked["system"], *given, with_costs=True)


def _lesson(asked: Question) -> dict[str, Any]:
    _check_length(asked)
    return lessons.saved(asked)


def _latex(asked: Question) -> dict[str, Any]:
    _check_length(asked)
    return typeset.document(asked)


def _verify(asked: Question) -> dict[str, Any]:
    words = asked.get("words", LIMITS.verified)
    if not 1 <= words <= LIMITS.verified:
        raise MultiplaneError(f"words: found {words}; expected 1 to {LIMITS.verified}")
    return verifying.verification(asked["system"], asked["graph_class"], words)


def _check_length(asked: Question) -> None:
    words = len((asked.get("sentence") or {}).get("forms") or ())
    if words > DERIVED:
        raise MultiplaneError(
            f"a sentence of {words} words; the limit for derivations is {DERIVED} on a page without"
            f" a server, and {LIMITS.derived} with one"
        )


def _no_model(_: Question) -> dict[str, Any]:
    raise NoModel(NO_MODEL)


ANSWERS: dict[str, Callable[[Question], dict[str, Any]]] = {
    "": _about,
    "/systems": lambda _: printing.system_list(),
    "/system": printing.system_page,
    "/read": lambda asked: pictures.read_text(asked["conllu"]),
    "/draw": lambda asked: pictures.drawing(asked["sentence"], asked.get("width", 1000)),
    "/derivation": _derivation,
    "/steps": _steps,
    "/verify": _verify,
    "/lesson": _lesson,
    "/latex": _latex,
    "/parse": _no_model,
    "/scores": _no_model,
}
PREFIX, SYSTEM = "/api", "/systems/"


def _census(data: bytes, asked: dict[str, str]) -> dict[str, Any]:
    return treebank_census(data, asked.get("name", "treebank"))


def _find(data: bytes, asked: dict[str, str]) -> dict[str, Any]:
    query, first = asked.get("query", ""), int(asked.get("first", "0"))
    if len(query) > MOST_QUERY:
        raise MultiplaneError(
            f"a query of {len(query)} characters; the limit is {MOST_QUERY} characters"
        )
    return matching(data, asked.get("name", "treebank"), query, first)


OF_TREEBANKS: dict[str, Callable[[bytes, dict[str, str]], dict[str, Any]]] = {
    "/census": _census,
    "/find": _find,
}


def answer(address: str, body: bytes | memoryview | str | None = None) -> str:
    """Return [status, answer] as JSON, for an address of the interface and the body of a request.

    A body of text is JSON, one of bytes a treebank.
    """
    try:
        found = 200, _found(address, body)
    except MultiplaneError as error:
        found = refusal(error)
    except (MemoryError, RecursionError):
        message = "this needs too much memory for a page without a server; try something smaller"
        found = 503, {"kind": "unavailable", "message": message}
    return json.dumps(found, ensure_ascii=False)


def _found(address: str, body: bytes | memoryview | str | None) -> dict[str, Any]:
    parts = urlsplit(address)
    path = parts.path.removeprefix(PREFIX)
    if path in OF_TREEBANKS:
        assert isinstance(body, bytes | memoryview), "a treebank is bytes"
        return OF_TREEBANKS[path](bytes(body), dict(parse_qsl(parts.query)))
    if path.startswith(SYSTEM):
        return printing.system_page({"name": unquote(path.removeprefix(SYSTEM))})
    if path not in ANSWERS:
        raise MultiplaneError("this page needs a server: run multiplane serve")
    return ANSWERS[path](json.loads(body) if isinstance(body, str) else {})
