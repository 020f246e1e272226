"""Search in an uploaded treebank: what is asked, and what is answered."""

from typing import Annotated

from fastapi import APIRouter, Body, Query, Request
from pydantic import BaseModel, Field

from multiplane.server import questions
from multiplane.server.answers import NewArc, PlainSentence
from multiplane.server.interface import REFUSALS
from multiplane.server.limits import LIMITS
from multiplane.server.matches import MOST_QUERY, SHOWN, matching
from multiplane.server.media import TREEBANK, TypedRoute

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
