"""Messages between processes: pickled, each after its length.

The server sends and receives them in its event loop.  Threads would have to wait for it each time,
and it has most to do when there is most to send.
"""

import asyncio
import pickle
from socket import socket
from typing import Any

LENGTH = 8  # bytes


def _packed(message: Any) -> bytes:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(LENGTH) + data


def send(to: socket, message: Any) -> None:
    """Send a message, and wait until it is sent."""
    to.sendall(_packed(message))


def receive(source: socket) -> Any:
    """Wait for a message; EOFError says that nobody is there to send one."""
    size = int.from_bytes(_exactly(source, LENGTH))
    return pickle.loads(_exactly(source, size))  # noqa: S301 - by our own processes


def _exactly(source: socket, size: int) -> bytearray:
    data = bytearray(size)
    room = memoryview(data)
    while room:
        count = source.recv_into(room)
        if not count:
            raise EOFError
        room = room[count:]
    return data


async def exchange(other: socket, message: Any) -> Any:
    """Send a message, and return the answer to it; the socket does not block."""
    await asyncio.get_running_loop().sock_sendall(other, _packed(message))
    size = int.from_bytes(await _exactly_awaited(other, LENGTH))
    return pickle.loads(await _exactly_awaited(other, size))  # noqa: S301 - by our own processes


async def _exactly_awaited(source: socket, size: int) -> bytearray:
    loop, data = asyncio.get_running_loop(), bytearray(size)
    room = memoryview(data)
    while room:
        count = await loop.sock_recv_into(source, room)
        if not count:
            raise EOFError
        room = room[count:]
    return data
