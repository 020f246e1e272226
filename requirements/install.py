"""Install this package for its tests, with exactly the files that requirements/ci.lock names.

python requirements/install.py [--strict]

Where they have no wheel for this Python or machine, that is said, and the newest versions that
pyproject.toml permits are taken; with --strict, it is an error.  A file with another checksum than
in the lock is always one.
"""

import platform
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = Path(__file__).with_name("ci.lock")
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
LOCKED = ("--require-hashes", "--only-binary", ":all:", "--requirement", str(LOCK))
# hatchling, which builds the package, is in the lock.
PACKAGE = ("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
MISSING = re.compile(r"No matching distribution found for (\S+)")
UNSAFE = re.compile(r"DO NOT MATCH THE HASHES|Hashes are required|--require-hashes mode")


def missing(said: str) -> str:
    """Return what pip has not found, if that is all that it complains about."""
    found = MISSING.search(said)
    return found[1] if found and not UNSAFE.search(said) else ""


def pip(*arguments: str) -> None:
    done = subprocess.run([*PIP, *arguments], check=False)
    if done.returncode:
        sys.exit(done.returncode)


def main(*, strict: bool) -> None:
    locked = subprocess.run([*PIP, *LOCKED], stderr=subprocess.PIPE, text=True, check=False)
    if not locked.returncode:
        pip(*PACKAGE)
        return
    lacking = missing(locked.stderr)
    here = f"Python {platform.python_version()} on {sys.platform}, {platform.machine()}"
    if strict or not lacking:
        print(locked.stderr, end="", file=sys.stderr)
        print(f"{LOCK.name}: cannot be installed for {here}; see above", file=sys.stderr)
        sys.exit(1)
    print(
        f"{LOCK.name}: found no wheel of {lacking} for {here}; installing the newest versions that"
        " pyproject.toml permits instead, without checksums",
        file=sys.stderr,
    )
    pip("--editable", f"{ROOT}[dev]")


if __name__ == "__main__":
    main(strict="--strict" in sys.argv[1:])
