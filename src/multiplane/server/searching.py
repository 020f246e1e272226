"""Search in an uploaded treebank: the job, what it answers, and its place in the interface."""

import io
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from pydantic import BaseModel, Field

from multiplane.server import questions
from multiplane.server.answers import NewArc, PlainSentence
from multiplane.server.interface import REFUSALS
from multiplane.server.limits import LIMITS
from multiplane.server.media import TREEBANK, TypedRoute
from multiplane.server.sentences import written
from multiplane.server.treebanks import unpacked

SHOWN = 20  # sentences of an answer
MOST_QUERY = 500  # characters
MOST_FIRST = 1_000_000

router = APIRouter(prefix="/api", responses=REFUSALS, route_class=TypedRoute)


class Mark(BaseModel):
    word: int
    mark: str = Field(description="Names of the query, or ▲ for a word without one")


class FoundSentence(PlainSentence):
    line: int
    sent_id: str
    arcs: list[NewArc]
    marks: list[Mark]
    asked: list[int] = Field(description="Words whose arcs the query is about")


class Matches(BaseModel):
    """How much fits a query, and some of it."""

    name: str
    sentences: int
    matches: int
    found: list[FoundSentence] = Field(description=f"At most {SHOWN}, from `first` on")


def matching(data: bytes, name: str, query: str, first: int) -> dict[str, Any]:
    """Search a treebank, plain or compressed; sentences that are no trees are passed over."""
    from multiplane.query import find

    source = io.BytesIO(unpacked(data))
    source.name = name
    sentences, matches, listed = 0, 0, []
    for found in find(query, source, on_error="skip"):
        if first <= sentences < first + SHOWN:
            listed.append(_listed(found))
        sentences += 1
        matches += len(found.matches)
    return {"name": name, "sentences": sentences, "matches": matches, "found": listed}


def _listed(found: Any) -> dict[str, Any]:
    arcs = [
        {"head": head, "dependent": word, "plane": found.planes.get(word, 1)}
        for word, head in found.heads.items()
        if head
    ]
    return {
        **written(found.sentence),
        "line": found.line,
        "sent_id": found.sent_id,
        "arcs": arcs,
        "marks": [{"word": word, "mark": mark} for word, mark in found.marks.items()],
        "asked": sorted(found.arcs),
    }


@router.post("/find", summary="Search an uploaded treebank with a query")
async def find_in_treebank(
    request: Request,
    query: Annotated[str, Query(min_length=1, max_length=MOST_QUERY, pattern=questions.Printable)],
    data: Annotated[bytes, Body(media_type=TREEBANK, max_length=LIMITS.treebank)] = b"",
    name: Annotated[str, Query(max_length=120, pattern=questions.Printable)] = "treebank",
    first: Annotated[int, Query(ge=0, le=MOST_FIRST)] = 0,
) -> Matches:
    found = await request.app.state.workers.run(
        matching, data, name, query, first, seconds=LIMITS.census_seconds, compiled=True
    )
    return Matches(**found)
