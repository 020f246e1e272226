"""Whether a stored parser has the numbering of features and classes of this version."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.parsing.design import Design


def check_version(design: Design, said: Mapping[str, Any]) -> None:
    """Raise an error if a stored parser was made with another numbering."""
    if said["program"] != fingerprint(design):
        raise MultiplaneError(
            f"its features have other numbers in version {said['multiplane']}, which made it; "
            "train it again"
        )


def fingerprint(design: Design) -> str:
    """Hash the numbering of features and classes: weights are useless with another one."""
    digest = sha256()
    for table in (*design.program.tables, *design.classes.numbers):
        digest.update(np.ascontiguousarray(table).data)
    return digest.hexdigest()[:16]
