"""What is wrong with a request, in words: how much was found, and what the limit is."""

from collections.abc import Mapping
from typing import Any

NOUNS = {"forms": "words", "tags": "tags", "heads": "heads", "labels": "labels",
         "lemmas": "lemmas", "transitions": "transitions"}  # fmt: skip


def in_words(error: Mapping[str, Any]) -> str:
    """Say in one line what Pydantic found first."""
    place = ".".join(str(part) for part in error["loc"] if part != "body")
    last = str(error["loc"][-1]) if error["loc"] else ""
    limit = error.get("ctx", {}).get("max_length")
    given = error.get("input")
    size = len(given) if isinstance(given, str | bytes | list) else 0
    if error["type"] == "too_long" and last == "forms":
        return f"a sentence of {size:,} words; the limit is {limit:,} words"
    if error["type"] == "too_long":
        return f"{place}: {size:,} {NOUNS.get(last, 'items')}; the limit is {limit:,}"
    if error["type"] == "string_too_long":
        what = "a text" if last in ("text", "conllu") else f"{place}: a text"
        return f"{what} of {size:,} characters; the limit is {limit:,} characters"
    return f"{place}: {error['msg']}".removeprefix(": ")
