"""The device on which torch computes."""

import torch

from multiplane.errors import MultiplaneError


def device_of(name: str) -> torch.device:
    """Return a device by its name, such as cpu or cuda; an error says why it cannot be used."""
    try:
        device = torch.device(name)
        torch.zeros(1, device=device).add(1).cpu()
    # ImportError: of the package that a device of somebody else would need.
    except (RuntimeError, AssertionError, ImportError) as error:
        line = str(error).partition("\n")[0]
        reason = line.partition(". ")[0] or type(error).__name__
        raise MultiplaneError(
            f"device {name!r}: {reason}; give cpu, or install torch for it"
        ) from None
    return device
