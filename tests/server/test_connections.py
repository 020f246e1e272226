"""Clients that send slowly, or never, or do not read, are in nobody's way."""

import asyncio
import contextlib
import socket
import time
from dataclasses import replace

import httpx
import pytest

from multiplane.server.guard import HEADERS, Guard
from multiplane.server.limits import LIMITS
from support.serving import Running

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
QUICK = replace(LIMITS, head_seconds=0.3, body_seconds=0.3, upload_seconds=0.3, answer_seconds=0.3)


async def app(scope, receive, send):
    """Read the request; answer at once, after a second, or at great length."""
    if scope["type"] != "http":
        return
    if scope["method"] == "POST":
        while (await receive()).get("more_body"):
            pass
    if scope["path"] == "/slow":
        await asyncio.sleep(1)
    body = bytes(50_000_000) if scope["path"] == "/long" else b"ok"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


@contextlib.contextmanager
def serving(limits):
    with Running(Guard(app, limits), limits) as running, contextlib.ExitStack() as stack:
        host, _, port = running.address.removeprefix("http://").partition(":")

        def connect(data=b"", source="127.0.0.1"):
            client = stack.enter_context(socket.socket())
            try:
                client.bind((source, 0))
            except OSError:
                pytest.skip(f"this machine has no address {source}")
            client.settimeout(10)
            client.connect((host, int(port)))
            client.sendall(data)
            return client

        yield running.address, connect


def received(client):
    """All that the server sends until it closes the connection."""
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := client.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def test_half_sent_requests_do_not_keep_others_out():
    with serving(LIMITS) as (address, connect):
        for _ in range(3 * LIMITS.connections_of_client):
            connect(HALF)
        for _ in range(5):
            begin = time.monotonic()
            assert httpx.get(address).status_code == 200
            assert time.monotonic() - begin < 1


def test_the_slowest_are_dropped_first():
    with serving(replace(LIMITS, connections_of_client=3)) as (address, connect):
        clients = [connect(HALF) for _ in range(3)]
        assert httpx.get(address).status_code == 200
        assert received(clients[0]) == b""
        clients[2].sendall(b"\r\n")
        assert b"200 OK" in clients[2].recv(1000)


def test_those_who_have_most_connections_make_room_for_others():
    limits = replace(LIMITS, connections=5, connections_of_client=4)
    with serving(limits) as (address, connect):
        one = connect(HALF)  # slowest of all, but alone
        time.sleep(0.05)
        many = [connect(HALF, source="127.0.0.2") for _ in range(4)]
        assert httpx.get(address).status_code == 200
        assert received(many[0]) == b""
        one.sendall(b"\r\n")
        assert b"200 OK" in one.recv(1000)


def test_requests_on_their_way_are_not_dropped():
    """They may not have been read yet, if many come at the same time."""
    with serving(replace(LIMITS, connections_of_client=4)) as (_, connect):
        clients = [connect(HALF + b"Connection: close\r\n\r\n") for _ in range(40)]
        said = [received(client) for client in clients]
        assert {answer[9:12] for answer in said} <= {b"200", b"503"}


def test_who_comes_when_all_are_at_work_is_told_to_come_back():
    with serving(replace(LIMITS, connections_of_client=2)) as (address, connect):
        busy = [connect(HALF.replace(b"/ ", b"/slow ") + b"\r\n") for _ in range(2)]
        time.sleep(0.2)
        begin = time.monotonic()
        answer = httpx.get(address)
        assert time.monotonic() - begin < 0.5
        assert (answer.status_code, answer.json()["kind"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) > 0
        assert {key: answer.headers.get(key) for key in HEADERS} == HEADERS
        large = httpx.post(address, content=bytes(1_000_000))  # much is still on its way
        assert large.status_code == 503
        for client in busy:
            assert b"200 OK" in client.recv(1000)
        assert httpx.get(address).status_code == 200


def trickled(client, data, every=0.05):
    """Send byte by byte, until the server has had enough or ten seconds have passed."""
    begin = time.monotonic()
    with contextlib.suppress(ConnectionError, BrokenPipeError):
        for byte in data:
            client.sendall(bytes([byte]))
            time.sleep(every)
            if time.monotonic() - begin > 10:
                break
    return time.monotonic() - begin


def test_a_head_must_arrive_in_time():
    with serving(QUICK) as (_, connect):
        assert received(connect()).startswith(b"HTTP/1.1 408 ")
        assert received(connect(HALF)).startswith(b"HTTP/1.1 408 ")
        assert trickled(connect(), HALF + b"X: " + b"x" * 200) < 5


def test_a_further_head_must_arrive_in_time():
    with serving(QUICK) as (_, connect):
        client = connect(HALF + b"\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 200 ")
        client.sendall(HALF)
        begin = time.monotonic()
        assert b"HTTP/1.1 408 " in received(client)
        assert time.monotonic() - begin < 3


POST = b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n"


@pytest.mark.parametrize("path", [b"/", b"/api/census"])
def test_a_body_must_arrive_in_time(path):
    with serving(QUICK) as (_, connect):
        assert trickled(connect(POST % path), b"x" * 1000) < 5


def test_a_body_that_nobody_reads_must_arrive_in_time():
    with serving(QUICK) as (_, connect):
        refused = POST.replace(b"127.0.0.1", b"elsewhere") % b"/"
        client = connect(refused)
        assert client.recv(1000).startswith(b"HTTP/1.1 403 ")
        assert trickled(client, b"x" * 1000) < 5


def test_an_answer_must_be_read_in_time():
    with serving(QUICK) as (_, connect):
        client = connect(HALF.replace(b"/ ", b"/long ") + b"\r\n")
        time.sleep(1)
        assert len(received(client)) < 50_000_000


def test_work_is_not_hurried():
    """Deadlines are for what the client does, not for what is done for it."""
    with serving(QUICK) as (address, _):
        assert httpx.get(f"{address}/slow").status_code == 200
        with httpx.Client(base_url=address) as client:
            for _ in range(3):
                assert client.post("/slow", content=b"x" * 100).status_code == 200
