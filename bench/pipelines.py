"""What one command makes of each treebank: `multiplane train --pipeline FOLDER`, in a table.

    python bench/pipelines.py TREEBANKS
    python bench/pipelines.py TREEBANKS --treebank Gothic-PROIEL --options "--beam 8" --models out

For each folder in TREEBANKS that has a training file: its words, the CPU seconds of the command
(training, scoring and, the first time, compiling), the size of the model, and its scores on the
test file.  Where the treebank does not say what its text was, words are given to the pipeline, and
there are no scores for tokens and sentences.  Lines go to `pipelines.jsonl` in the folder of
models, and what is there already is not made again.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from multiplane.conllu import read
from multiplane.treebank.folder import TreebankFolder

COMMAND = [sys.executable, "-c", "from multiplane.cli import main; main()"]
SCORES = {"tokens": "Tokens", "sentences": "Sentences", "upos": "UPOS", "uas": "UAS", "las": "LAS"}
TITLES = ("treebank", "words", "system", "CPU s", "MB", *SCORES.values())


def words(files) -> int:
    """Count the words of all sentences that can be read."""
    found = (s for file in files for s in read(file, on_error="skip"))
    return sum(s.words for s in found if not s.error)


def children() -> float:
    """CPU seconds of all processes that were started here and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def made(folder: TreebankFolder, models: Path, options: str) -> dict[str, object] | None:
    """Run the command; return what it says, or None if it fails, and has said why."""
    before = children()
    given = ["--on-error", "skip", "--json", *shlex.split(options)]
    done = subprocess.run(
        [*COMMAND, "train", "--pipeline", *given, str(folder.path)],
        env={**os.environ, "MULTIPLANE_MODELS": str(models)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        return None
    report = json.loads(done.stdout)
    return {
        "treebank": folder.path.name,
        "options": options,
        "words": words(folder.train),
        "cpu": round(children() - before, 1),
        "bytes": (models / f"{report['model']}.mp").stat().st_size,
        **{key: report.get(key) for key in ("system", "epochs", "dev", "test", "model")},
    }


def row(line: dict) -> str:
    scores = (line["test"] or {}).get("scores", {})
    cells = [
        line["treebank"],
        f"{line['words']:,}",
        line["system"],
        f"{line['cpu']:,.0f}",
        f"{line['bytes'] / 1e6:.1f}",
        *(f"{scores[key]:.2f}" if key in scores else "–" for key in SCORES),
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--treebank", action="append", help="only these")
    arguments.add_argument("--options", default="", help="for the command")
    arguments.add_argument("--models", type=Path, help="where models and results are kept")
    given = arguments.parse_args()
    found = [
        TreebankFolder.read(path)
        for path in sorted(given.folder.iterdir())
        if path.is_dir() and (not given.treebank or path.name in given.treebank)
    ]
    with tempfile.TemporaryDirectory() as place:
        models = given.models or Path(place)
        models.mkdir(parents=True, exist_ok=True)
        results = models / "pipelines.jsonl"
        lines = [json.loads(line) for line in results.open()] if results.exists() else []
        known = {(line["treebank"], line["options"]): line for line in lines}
        print(f"| {' | '.join(TITLES)} |\n| --- | ---: | --- |{' ---: |' * (len(TITLES) - 3)}")
        for folder in found:
            key = folder.path.name, given.options
            if folder.train and key not in known:
                if not (line := made(folder, models, given.options)):
                    continue
                known[key] = line
                with results.open("a") as file:
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
            if key in known:
                print(row(known[key]), flush=True)


if __name__ == "__main__":
    main()
