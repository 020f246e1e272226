"""Sizes, sites, names and headers; and no way to the file system."""

import httpx
import pytest

from multiplane.server.guard import HEADERS
from multiplane.server.limits import LIMITS
from multiplane.server.pages import front_end


@pytest.mark.parametrize("path", ["/", "/systems", "/front/main.js", "/api", "/nowhere", "/api/x"])
def test_every_answer_has_the_headers(client, path):
    found = client.get(path).headers
    assert {key: found.get(key) for key in HEADERS} == HEADERS
    assert "server" not in found


def test_scripts_and_styles_come_from_here_alone():
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    page = front_end()["index.html"].data.decode()
    assert "http" not in page
    assert "<style" not in page
    assert " style=" not in page
    for name, file in front_end().items():
        text = file.data.decode()
        assert "innerHTML" not in text, name
        assert "eval(" not in text, name
        if name.endswith((".js", ".css")):
            assert "https://" not in text, name


def test_large_bodies_are_refused(client):
    answer = client.post("/api/read", content=b" " * (LIMITS.body + 1))
    assert (answer.status_code, answer.json()["kind"]) == (413, "size")


def test_large_bodies_are_refused_even_if_they_do_not_say_how_large(client):
    def parts():
        for _ in range(LIMITS.body // 65536 + 2):
            yield b" " * 65536

    answer = client.post("/api/read", content=parts(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert "bytes" in answer.json()["message"]


def test_a_small_upload_that_unpacks_to_a_large_one(client, monkeypatch):
    import gzip

    from multiplane.errors import MultiplaneError
    from multiplane.server import treebanks

    packed = gzip.compress(b"\n" * (LIMITS.treebank + 2))
    assert len(packed) < LIMITS.body
    with pytest.raises(MultiplaneError, match="64 MB"):
        treebanks.treebank_census(packed, "bomb")


def test_other_sites_and_other_names_are_refused(server):
    def status(**headers):
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        return httpx.get(f"{server}/api", headers=named).status_code

    port = server.rpartition(":")[2]
    assert status() == 200
    assert status(host=f"localhost:{port}") == 200
    assert status(host="[::1]:80") == 200
    assert status(host="evil.example") == 403
    assert status(host="localhost.evil.example") == 403
    assert status(sec_fetch_site="cross-site", sec_fetch_mode="no-cors") == 403
    assert status(sec_fetch_site="cross-site", sec_fetch_mode="navigate") == 200
    assert status(sec_fetch_site="same-origin", sec_fetch_mode="cors") == 200


@pytest.mark.parametrize(
    "path",
    [
        "/front/../app.py",
        "/front/%2e%2e/app.py",
        "/front/..%2fapp.py",
        "/front/%2fetc%2fpasswd",
        "/front/",
        "/api/systems/examples%2fyour_own_system.py:LAZY",
        "/api/systems/your_own_system.py:LAZY",
        "/api/systems/..%2f..%2fetc%2fpasswd",
        "/api/systems/lazy.txt",
    ],
)
def test_no_request_leads_to_the_file_system(client, path):
    assert client.get(path).status_code == 404


def test_files_of_systems_are_not_even_looked_at(client, tmp_path):
    file = tmp_path / "own.py"
    file.write_text(f"import pathlib; pathlib.Path({str(tmp_path / 'made')!r}).touch()\n", "utf-8")
    text = tmp_path / "own.txt"
    text.write_text("SHIFT = SH\n", "utf-8")
    for name in (f"{file}:X", str(text)):
        answer = client.post("/api/system", json={"name": name})
        assert (answer.status_code, answer.json()["kind"]) == (404, "unknown")
    assert not (tmp_path / "made").exists()


def test_pages_and_their_files(client):
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    for path in ("/systems", "/systems/2-planar[single-head,acyclic]", "/census", "/own"):
        assert client.get(path).content == page.content
    script = client.get("/front/main.js")
    assert script.headers["content-type"].startswith("text/javascript")
    again = client.get("/front/main.js", headers={"if-none-match": script.headers["etag"]})
    assert again.status_code == 304


JSON, BYTES = "application/json", "application/octet-stream"


@pytest.mark.parametrize(
    ("path", "kind", "status"),
    [
        ("/api/census", BYTES, 200),
        ("/api/census", "text/plain", 415),
        ("/api/census", "multipart/form-data; boundary=x", 415),
        ("/api/census", "application/x-www-form-urlencoded", 415),
        ("/api/census", "", 415),
        ("/api/system", JSON, 200),
        ("/api/system", "Application/JSON; charset=utf-8", 200),
        ("/api/system", "text/plain", 415),
        ("/api/system", "", 415),
    ],
)
def test_what_any_site_may_send_is_not_taken(client, path, kind, status):
    body = b"" if path == "/api/census" else b'{"name": "arc-eager"}'
    answer = client.post(path, content=body, headers={"Content-Type": kind} if kind else {})
    assert answer.status_code == status, answer.text


def test_other_origins_are_refused(client, server):
    def status(origin):
        headers = {"Content-Type": BYTES, "Origin": origin}
        return client.post("/api/census", content=b"", headers=headers).status_code

    assert status(server) == 200
    assert status(server.replace("http", "https")) == 200  # by something that adds encryption
    assert status("null") == 403
    assert status("https://evil.example") == 403
    assert status("http://127.0.0.1") == 403  # another port is another site
    assert status(server.replace("127.0.0.1", "localhost")) == 403
    question = {"name": "arc-eager"}
    other = client.post("/api/system", json=question, headers={"Origin": "http://evil.example"})
    assert (other.status_code, other.json()["kind"]) == (403, "site")


def test_few_treebanks_are_received_at_a_time():
    """What waits to be counted is in memory, so what is too much is not even received."""
    import asyncio
    from dataclasses import replace

    from multiplane.server.guard import Guard

    async def app(scope, receive, send):
        await receive()

    async def never():
        await asyncio.sleep(60)

    async def asked():
        guard = Guard(app, replace(LIMITS, uploads=1))
        scope = {"type": "http", "path": "/api/census", "method": "POST"}
        scope["headers"] = [(b"host", b"localhost")]
        sent = []

        async def send(message):
            sent.append(message)

        first = asyncio.create_task(guard(scope, never, send))
        await asyncio.sleep(0)
        await guard(scope, never, send)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert guard.uploads == 0
        return sent[0]

    start = asyncio.run(asked())
    assert start["status"] == 503
    assert (b"retry-after", b"3") in start["headers"]
