"""Libraries that are imported only where they are used."""

import importlib
from typing import Any

from multiplane.errors import MultiplaneError


def library(name: str, extra: str) -> Any:
    """Import a library, or say how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise MultiplaneError(
            f"this needs the package {package}; install it with: pip install 'multiplane[{extra}]'"
        ) from error
