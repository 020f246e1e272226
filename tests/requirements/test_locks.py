"""Locks name all that pyproject.toml asks for, with checksums; what installs and audits them."""

import re
import runpy
import tomllib
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from support.paths import ROOT

FOLDER = ROOT / "requirements"
LOCKS = ("base", "ci", "serve", "tools")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
MISSING = "ERROR: No matching distribution found for pyyaml==6.0.3\n"  # as pip says it
MISMATCH = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.\n"


def script(name):
    return SimpleNamespace(**runpy.run_path(str(FOLDER / f"{name}.py")))


def locked(name):
    """What a lock names: requirements with their checksums."""
    text = (FOLDER / f"{name}.lock").read_text("utf-8")
    text = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "")
    found = []
    for line in text.splitlines():
        requirement, *sums = re.split(r"\s+--hash=", line.strip())
        found.append((Requirement(requirement), sums))
    return found


def wanted(extra=None):
    """What pyproject.toml asks for, in an extra and all that it names."""
    for text in EXTRAS[extra] if extra else PROJECT["dependencies"]:
        requirement = Requirement(text)
        if requirement.name == PROJECT["name"]:
            for other in requirement.extras:
                yield from wanted(other)
        elif requirement.marker is None or requirement.marker.evaluate({"extra": extra or ""}):
            yield requirement


@pytest.mark.parametrize("name", LOCKS)
def test_everything_has_a_version_and_checksums(name):
    found = locked(name)
    assert len(found) > 5
    for requirement, sums in found:
        assert re.fullmatch(r"==[\w.+!]+", str(requirement.specifier)), requirement
        assert sums
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in sums), requirement
        assert requirement.url is None
    assert "torch" not in {requirement.name for requirement, _ in found}


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize(
    ("name", "extras"), [("base", [None]), ("serve", [None, "serve"]), ("ci", [None, "dev"])]
)
def test_a_lock_is_what_the_project_asks_for(name, extras, python):
    """`make lock` after a change of pyproject.toml."""
    here = {"python_version": python, "python_full_version": f"{python}.0"}
    versions = {}
    for requirement, _ in locked(name):
        if requirement.marker is None or requirement.marker.evaluate(here):
            key = canonicalize_name(requirement.name)
            assert key not in versions, f"two versions for Python {python}"
            versions[key] = str(requirement.specifier).removeprefix("==")
    for requirement in (one for extra in extras for one in wanted(extra)):
        version = versions.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement} is not in the lock; run `make lock`"
        assert requirement.specifier.contains(version), f"{requirement}; run `make lock`"


def test_what_users_get_is_what_is_tested():
    tested = {str(requirement): sums for requirement, sums in locked("ci")}
    for name in ("base", "serve"):
        users = {str(requirement): sums for requirement, sums in locked(name)}
        assert users.items() <= tested.items()


@pytest.mark.parametrize(
    ("said", "lacking"),
    [
        (MISSING, "pyyaml==6.0.3"),
        (MISMATCH, ""),
        (MISSING + MISMATCH, ""),
        ("ERROR: Hashes are required in --require-hashes mode, but they are missing\n", ""),
        ("ERROR: Could not install packages due to an OSError\n", ""),
    ],
)
def test_only_a_missing_wheel_lets_other_versions_in(said, lacking):
    assert script("install").missing(said) == lacking


SOUND = {"name": "click", "version": "8.5.1", "vulns": []}
BAD = {"name": "rich", "version": "1", "vulns": [{"id": "X-1", "fix_versions": ["2"]}]}
SKIPPED = {"name": "numba", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("every", "code", "text"),
    [
        ([SOUND], 0, "a.lock: 1 packages without known vulnerabilities"),
        ([SOUND, BAD, SKIPPED], 1, "a.lock: rich 1: X-1, fixed in 2"),
        ([SOUND, SKIPPED], 3, "a.lock: nothing is known of 1 of 2 packages: numba"),
        ([], 3, "a.lock: nothing is known of 0 of 0 packages: "),
    ],
)
def test_what_nobody_knows_is_not_safe(every, code, text):
    found, said = script("audit").judged("a.lock", {"dependencies": every})
    assert (found, said[0]) == (code, text)


def test_a_service_that_cannot_be_asked(tmp_path, capsys):
    program = tmp_path / "pip-audit"
    program.write_text("#!/bin/sh\necho no connection >&2\nexit 1\n")
    program.chmod(0o755)
    assert script("audit").main(str(program), ["a.lock"]) == 3
    assert capsys.readouterr().err == "a.lock: not audited: no connection\n"
