"""What a run says of itself beside its output: the manifest, and what could not be parsed."""

import json
from collections.abc import Iterable
from typing import Any

from multiplane.shards.storage import Folder

HIDDEN = ".multiplane"  # the folder of receipts
MANIFEST, FAILURES = REPORTS = ("manifest.jsonl", "failures.jsonl")


def line(facts: dict[str, Any]) -> str:
    """Return facts as a line of JSON."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")) + "\n"


def write(folder: Folder, manifest: Iterable[str], failures: Iterable[str]) -> None:
    """Write the lines of both files, which are in the order of shards."""
    for name, lines in ((MANIFEST, manifest), (FAILURES, failures)):
        with folder.written(name) as file:
            file.writelines(one.encode("utf-8", "surrogateescape") for one in lines)
