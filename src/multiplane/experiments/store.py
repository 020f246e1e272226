"""The folder of results: a run is stored completely or not at all.

RESULTS/runs/KEY/output.conllu.gz    the parser's output for the file that is scored
RESULTS/runs/KEY/run.json            everything else; written last, with a checksum of the output
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from multiplane.compressed import created
from multiplane.experiments.runs import Run

OUTPUT, RECORD = "output.conllu.gz", "run.json"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a run: scores, or the reason why there are none."""

    output: Path
    scores: dict[str, float | None] = field(default_factory=dict)
    dev: dict[str, float] | None = None  # scores of the epoch that was kept
    epoch: int | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    # `TransitionScore.as_dict` of each transition; None if arcs cannot be attributed to them.
    transitions: list[dict[str, Any]] | None = None
    failed: str = ""


class Store:
    """Results by the keys of runs; several experiments may share one."""

    def __init__(self, folder: str | PathLike[str]) -> None:
        self.folder = Path(folder)

    def place(self, run: Run) -> Path:
        return self.folder / "runs" / run.key

    def found(self, run: Run) -> Result | None:
        """Return the stored result of a run, or None if there is none or it is damaged."""
        place = self.place(run)
        try:
            record = json.loads((place / RECORD).read_text(encoding="utf-8"))
            if record["key"] != run.key:
                return None
            result = Result(place / OUTPUT, **record["result"])
            if not result.failed and record["sha256"] != _digest(result.output):
                return None
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None  # a file that cannot be read is an error: it may be all right
        return result

    def keep(self, run: Run, make: Callable[[Path], Result]) -> Result:
        """Store the result of `make`, which writes its output to the given path."""
        place = self.place(run)
        place.mkdir(parents=True, exist_ok=True)
        result = make(place / OUTPUT)
        said = {key: value for key, value in asdict(result).items() if key != "output"}
        record = {
            "run": run.name,
            "key": run.key,
            "identity": run.identity,
            "result": said,
            "sha256": "" if result.failed else _digest(result.output),
        }
        with created(place / RECORD) as file:
            file.write(json.dumps(record, ensure_ascii=False, indent=1) + "\n")
        return result


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
