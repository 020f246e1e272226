"""Libraries that are imported only where they are used."""

import importlib
from typing import Any

from multiplane.errors import missing_package

DISTRIBUTIONS = {"sklearn": "scikit-learn"}  # packages that are installed by another name


def library(name: str, extra: str) -> Any:
    """Import a library, or say how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        package = DISTRIBUTIONS.get(package, package)
        raise missing_package("this needs", package, extra) from error
