"""`multiplane --version`: what is installed here, as a line or, for reports of errors, as JSON."""

import json
import platform
import re
from importlib import metadata
from typing import Any

import click

from multiplane.version import __version__

NAME = "multiplane"
PACKAGES = ("numpy", "numba", "llvmlite", "click", "rich", "safetensors")
# In metadata: fastapi>=0.115; extra == "serve"
_REQUIREMENT = re.compile(r"""([\w.-]+)(?:\[([\w,-]+)\])?[^;]*;.*extra == ["']([\w-]+)["']""")


def say_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    """Print it, and end."""
    del param
    if wanted and not ctx.resilient_parsing:
        if ctx.params.get("as_json"):
            print(json.dumps(about(), ensure_ascii=False, indent=2))
        else:
            print(f"{NAME}, version {__version__}")
        ctx.exit()


def about() -> dict[str, Any]:
    """Say what would matter if something went wrong."""
    from multiplane.native.folders import home
    from multiplane.pipeline.models import SHIPPED, folders, paths

    models = paths()
    return {
        "version": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: _version(name) for name in PACKAGES},
        "extras": extras(),
        "models": {
            "shipped": sorted(name for name, path in models.items() if path.parent == SHIPPED),
            "installed": sorted(name for name, path in models.items() if path.parent != SHIPPED),
        },
        "folders": {"models": str(folders()[-1]), "cache": str(home())},
    }


def extras() -> dict[str, bool]:
    """Say of each extra whether all of its packages are here; nothing if Multiplane is a copy."""
    needed: dict[str, set[str]] = {}
    for line in _requirements():
        if match := _REQUIREMENT.match(line):
            name, others, extra = match.groups()
            wanted = needed.setdefault(extra, set())
            wanted |= {f"[{other}]" for other in others.split(",")} if name == NAME else {name}

    def present(extra: str) -> bool:
        return all(
            present(name[1:-1]) if name.startswith("[") else _version(name) is not None
            for name in needed.get(extra, ())
        )

    return {extra: present(extra) for extra in sorted(needed)}


def _requirements() -> list[str]:
    try:
        return metadata.requires(NAME) or []
    except metadata.PackageNotFoundError:
        return []


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
