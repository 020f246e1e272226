"""How many threads torch computes with: one, so that sums do not depend on how many there are."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def one_thread_of_torch() -> Iterator[None]:
    """Let torch use a single thread, here and until the end; others get their number back."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
