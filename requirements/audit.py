"""Ask for known vulnerabilities of all that the locks name.

python requirements/audit.py PIP_AUDIT LOCK...

Ends with 0 if none is known, 1 if some are, and 3 if the service knows nothing of some packages or
cannot be reached: then nothing is known, which is not the same as no vulnerability.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

NONE, SOME, UNKNOWN = 0, 1, 3  # exit codes
OPTIONS = ("--require-hashes", "--disable-pip", "--progress-spinner", "off", "--format", "json")


def judged(name: str, report: dict[str, Any]) -> tuple[int, list[str]]:
    """Return the exit code for a report of pip-audit, and what to print."""
    every = report["dependencies"]
    bad = [one for one in every if one.get("vulns")]
    skipped = [one["name"] for one in every if "skip_reason" in one]
    said = [
        f"{name}: {one['name']} {one['version']}: {vuln['id']}, fixed in"
        f" {', '.join(vuln['fix_versions']) or 'no version'}"
        for one in bad
        for vuln in one["vulns"]
    ]
    if skipped or not every:
        said.append(
            f"{name}: nothing is known of {len(skipped)} of {len(every)} packages:"
            f" {', '.join(skipped[:3])}{', …' * (len(skipped) > 3)}"
        )
    if bad:
        return SOME, said
    if skipped or not every:
        return UNKNOWN, said
    return NONE, [f"{name}: {len(every)} packages without known vulnerabilities"]


def audited(program: str, lock: Path) -> tuple[int, list[str]]:
    """Audit one lock."""
    command = [program, *OPTIONS, "--requirement", str(lock)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return judged(lock.name, json.loads(done.stdout))
    except (ValueError, KeyError, TypeError):  # no report: it has failed
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        return UNKNOWN, [f"{lock.name}: not audited: {last[:300]}"]


def main(program: str, locks: list[str]) -> int:
    codes = []
    for lock in locks:
        code, said = audited(program, Path(lock))
        print(*said, sep="\n", file=sys.stderr if code else sys.stdout, flush=True)
        codes.append(code)
    return SOME if SOME in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
