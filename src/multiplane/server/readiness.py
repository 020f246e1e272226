"""Readiness: is all compiled that requests need, and if not, why?"""

import asyncio
from collections.abc import Awaitable, Callable

from multiplane.errors import MultiplaneError
from multiplane.server.workplace import Busy, Late

TRIES = 3  # what one has compiled is kept, so the next gets further
PAUSE = 1.0  # seconds before the next try, where there was too much other work
SLOW = "warming up takes longer than expected; the first answers may be slow"


class Readiness:
    """How far the start has come.

    Requests are answered as soon as something is `compiled`, or cannot be in time: then the rest is
    tried again, and in the end compiled by those who need it.  Only a mistake keeps the server from
    being ready.
    """

    def __init__(self) -> None:
        self.compiled = asyncio.Event()
        self.reached = False
        self.problem: str | None = None

    async def reach(self, warm_up: Callable[[], Awaitable[None]]) -> None:
        """Warm up, in time or not."""
        try:
            for left in reversed(range(TRIES)):
                try:
                    await warm_up()
                # Requests that are answered meanwhile may take all workers, which is no mistake; a
                # worker that dies or has too little memory is one.
                except (Late, Busy) as error:
                    self.problem = SLOW
                    self.compiled.set()
                    if left and isinstance(error, Busy):
                        await asyncio.sleep(PAUSE)
                else:
                    self.problem = None
                    break
        except (MultiplaneError, RuntimeError) as error:
            self.problem = str(error)
            raise
        finally:
            self.compiled.set()
        self.reached = True
