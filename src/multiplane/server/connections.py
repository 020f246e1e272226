"""Connections: how many there may be, and how long they may take to send a request.

Where there are too many, those are dropped first that have kept the server waiting for longest.
Work is never dropped for them: who comes when all connections are at work is told to come back.
To say so costs little: a server that is asked for more than it can do has better to do.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from multiplane.server.guard import HEADERS, RETRY_AFTER, refusal_body
from multiplane.server.limits import Limits, raised_by

# A request that is on its way already may wait so long for a busy server.
GRACE = 0.05  # seconds
LINGERING = 1  # seconds in which a client may read why it was refused


def _written(status: str, body: bytes = b"", **more: str) -> bytes:
    """Return an answer as it is sent, for those on whom no more work is spent."""
    fields = {**HEADERS, "Connection": "close", "Content-Length": str(len(body)), **more}
    lines = [f"HTTP/1.1 {status}", *(f"{key}: {value}" for key, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


TOO_LATE = _written("408 Request Timeout")
TOO_MANY = _written(
    "503 Service Unavailable",
    refusal_body(
        "unavailable",
        f"too many connections; busy, try again in a moment ({raised_by('connections')})",
    ),
    **{"Content-Type": "application/json", "Retry-After": RETRY_AFTER},
)


class Deadline:
    """A time by which something must have happened; it may be set again and again."""

    def __init__(self, loop: asyncio.AbstractEventLoop, missed: Callable[[], None]) -> None:
        self.loop, self.missed = loop, missed
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._timer is not None

    def set(self, seconds: float) -> None:
        """Set it anew."""
        self.end()
        self._timer = self.loop.call_later(seconds, self.missed)

    def end(self) -> None:
        """It happened, or does not matter any longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Crowd:
    """All connections of a server: those with a place, and those that were refused one."""

    def __init__(self) -> None:
        self.admitted: set[Connection] = set()
        self.refused: dict[Connection, None] = {}  # the oldest first
        self.clients: Counter[str] = Counter()  # how many were admitted from each address
        self.turned_away = 0  # how many were refused since the start

    def add(self, connection: "Connection") -> None:
        if connection.refused:
            self.refused[connection] = None
            self.turned_away += 1
        else:
            self.admitted.add(connection)
            self.clients[connection.address] += 1

    def discard(self, connection: "Connection") -> None:
        self.refused.pop(connection, None)
        if connection in self.admitted:
            self.admitted.discard(connection)
            self.clients[connection.address] -= 1
            if not self.clients[connection.address]:
                del self.clients[connection.address]


class Connection(H11Protocol):
    """A connection with a client, which may make one request after another."""

    limits: Limits
    open: Crowd

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.address = ""  # where the client is
        self.phase: Any = None  # what the client has still to send, by the states of h11
        self.refused = self.answered = False  # there was no room for it; it was told so
        self.since: float | None = None  # when the server began to wait for the client
        self.sending = Deadline(self.loop, self._late)  # for what the client has to send
        self.reading = Deadline(self.loop, self._late)  # for the answer, which it has to read

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.refused = not self._room()
        self.open.add(self)
        self.sending.set(self.limits.head_seconds)
        if not self.refused:
            self.phase = self.conn.their_state
            # By then, all that has arrived is read, however long the server had no time for it.
            self.loop.call_later(GRACE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self.open.discard(self)
        self.sending.end()
        self.reading.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.refused:
            self._refuse()
            return
        super().data_received(data)
        self._look()
        if self.phase is h11.IDLE and not self.sending.is_set:  # a further request has begun
            self.sending.set(self.limits.head_seconds)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.reading.set(self.limits.answer_seconds)
        self._look()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.reading.end()
        self._look()

    def drop(self) -> None:
        """Close it, whatever the client would still send or read."""
        self.open.discard(self)
        self.transport.abort()

    def _room(self) -> bool:
        """Make room for this connection, if it needs it."""
        # Those that were refused take nobody's place, and are dropped if there are many.
        admitted, refused, clients = self.open.admitted, self.open.refused, self.open.clients
        if len(refused) >= self.limits.connections:
            next(iter(refused)).drop()
        if clients[self.address] >= self.limits.connections_of_client:
            return self._drop_slowest(self.address)
        if len(admitted) < self.limits.connections:
            return True
        (most, _), *_ = clients.most_common(1)
        return self._drop_slowest(most) or self._drop_slowest()

    def _drop_slowest(self, address: str | None = None) -> bool:
        """Drop the one that has kept the server waiting for longest, of one client or of all."""
        waiting = [
            (other.since, id(other), other)
            for other in self.open.admitted
            if other.since is not None and address in (None, other.address)
        ]
        if waiting:
            *_, slowest = min(waiting)
            slowest.drop()
        return bool(waiting)

    def _refuse(self) -> None:
        """Answer without a look at the request; the client closes, since data may be on its way."""
        if not self.answered:
            self.answered = True
            self.transport.write(TOO_MANY)
            self.transport.write_eof()
            self.sending.set(LINGERING)

    def _look(self) -> None:
        """Note whether the server waits for the client, and for what."""
        phase = self.conn.their_state
        waits = self.reading.is_set or phase in (h11.IDLE, h11.SEND_BODY)
        if not waits:
            self.since = None
        elif self.since is None or phase is not self.phase:
            self.since = self.loop.time()
        if phase is not self.phase:
            self.phase = phase
            self.sending.end()
            if phase is h11.SEND_BODY:
                self.sending.set(self.limits.upload_seconds)

    def _late(self) -> None:
        if not (self.answered or self.reading.is_set) and self.conn.our_state is h11.IDLE:
            self.transport.write(TOO_LATE)
            self.transport.close()
        else:
            self.drop()


def connections(limits: Limits) -> type[Connection]:
    """Return the kind of connections for one server, as its `http`."""
    return type("LimitedConnection", (Connection,), {"limits": limits, "open": Crowd()})
