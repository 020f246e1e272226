"""Queries: patterns of words and arcs, with what only crossings and planes can say of them."""

from multiplane.query.find import Found, Match, find
from multiplane.query.parser import parse_query
from multiplane.query.tokens import QueryError

__all__ = ["Found", "Match", "QueryError", "find", "parse_query"]
