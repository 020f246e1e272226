"""`python -m fuzz.guided TARGET FOLDER SECONDS`: one reader, with inputs that coverage leads to.

In the folder, `inputs` keeps those that reached something new, `found` those that failed, each with
what went wrong beside it, and `tally` counts, so that the counts outlive a crash.
"""

import sys
from hashlib import sha256
from pathlib import Path

import atheris

from fuzz.targets import TARGETS
from fuzz.trial import Trial
from fuzz.watched import functions
from support.paths import ROOT

STUCK = 120  # seconds after which the process ends; others may have the core meanwhile


def main(name: str, place: str, seconds: str) -> None:
    """Try inputs for so long; does not return."""
    target, folder = TARGETS[name], Path(place)
    seeds = folder / "seeds"
    for path in (folder / "inputs", seeds):
        path.mkdir(parents=True, exist_ok=True)
    corpus = ROOT / "tests" / "corpus" / name
    for data in (*target.beginnings(), *(p.read_bytes() for p in sorted(corpus.glob("*")))):
        (seeds / sha256(data).hexdigest()[:16]).write_bytes(data)
    words = ('"' + "".join(f"\\x{byte:02x}" for byte in w.encode()) + '"\n' for w in target.words)
    (folder / "words").write_text("".join(words))
    with Trial(target, folder) as trial:
        for path in sorted(seeds.iterdir()):  # compiles what they need, before time counts
            trial(path.read_bytes())
        fuzz(trial, seconds, folder)


def fuzz(trial: Trial, seconds: str, folder: Path) -> None:
    target = trial.target
    for function in functions((*target.modules, *target.beside)):
        atheris.instrument_func(function)
    options = {
        "max_total_time": seconds, "max_len": target.most_bytes, "timeout": STUCK,
        "artifact_prefix": f"{folder / 'found'}/", "rss_limit_mb": 6000,
        "len_control": 0,
    }  # fmt: skip
    if target.words:  # it does not take an empty file
        options["dict"] = folder / "words"
    given = [f"-{key}={value}" for key, value in options.items()]
    atheris.Setup([sys.argv[0], *given, str(folder / "inputs"), str(folder / "seeds")], trial)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
