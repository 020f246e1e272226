"""`multiplane serve` as a user types it."""

import builtins
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing

import httpx
import pytest

from multiplane.cli import main


def started(*arguments):
    command = [sys.executable, "-c", "from multiplane.cli import main; main()", "serve"]
    return subprocess.Popen([*command, *arguments], stderr=subprocess.PIPE, text=True)


def test_it_says_where_it_is_answers_there_and_ends_with_ctrl_c():
    process = started("--port", "0", "--no-browser")
    try:
        said = process.stderr.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", said)[0]
        transport = httpx.HTTPTransport(retries=20)
        with httpx.Client(transport=transport, timeout=60) as client:
            assert client.get(f"{address}api").json()["model"] == "en"
            assert "Multiplane" in client.get(address).text
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.stderr.close()
        process.wait()


def fails(monkeypatch, capsys, *arguments):
    monkeypatch.setattr(sys, "argv", ["multiplane", "serve", "--no-browser", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    return capsys.readouterr().err


def test_a_port_that_is_taken(monkeypatch, capsys):
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert "choose another port with --port" in fails(monkeypatch, capsys, "--port", port)


def test_without_the_packages(monkeypatch, capsys):
    real = builtins.__import__

    def without(name, *rest):
        if name == "uvicorn":
            raise ImportError(name, name="uvicorn")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert "pip install uvicorn" in fails(monkeypatch, capsys)


def test_importing_multiplane_imports_nothing_of_the_web():
    listed = "[name for name in sys.modules if name in sys.argv]"
    code = f"import sys, multiplane, multiplane.cli; print({listed})"
    web = ["fastapi", "uvicorn", "pydantic", "starlette"]
    command = [sys.executable, "-c", code, *web]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_several_models_limits_and_names():
    process = started(
        "--port", "0", "--no-browser", "--model", "en", "--model", "en_neural",
        "--max-bytes", "3000", "--workers", "1", "--allow-host", "parser.example",
    )  # fmt: skip
    try:
        said = process.stderr.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", said)[0]
        transport = httpx.HTTPTransport(retries=20)
        with httpx.Client(base_url=address, transport=transport, timeout=60) as client:
            assert client.get("/health").json()["alive"]
            found = client.get("/models", headers={"Host": "parser.example"}).json()
            assert list(found["models"]) == ["en", "en_neural"]
            assert found["default_model"] == "en"
            assert client.get("/models", headers={"Host": "other.example"}).status_code == 403
            about = client.get("/api").json()
            assert (about["limits"]["body"], about["limits"]["costly_workers"]) == (3000, 1)
            large = client.post("/process", data={"data": "x" * 3000})
            assert large.status_code == 413
            assert "3,000 bytes; multiplane serve --max-bytes" in large.json()["message"]
            connections = "multiplane_connections 1\n"
            assert connections in client.get("/metrics").text
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    finally:
        process.kill()
        process.stderr.close()
        process.wait()


def test_names_are_checked_also_where_other_machines_are_let_in():
    process = started(
        "--port", "0", "--no-browser", "--host", "0.0.0.0", "--allow-host", "parser.example",
    )  # fmt: skip
    try:
        port = re.search(r"http://0\.0\.0\.0:(\d+)/", process.stderr.readline())[1]
        address, transport = f"http://127.0.0.1:{port}", httpx.HTTPTransport(retries=20)
        with httpx.Client(base_url=address, transport=transport, timeout=60) as client:
            assert client.get("/health").status_code == 200
            for name, status in (("parser.example", 200), ("other.example", 403)):
                assert client.get("/health", headers={"Host": name}).status_code == status
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    finally:
        process.kill()
        process.stderr.close()
        process.wait()


def test_models_that_are_not_there_or_no_models(monkeypatch, capsys, tmp_path):
    assert "did you mean en?" in fails(monkeypatch, capsys, "--model", "en", "--model", "enn")
    bad = tmp_path / "bad.mp"
    bad.write_text("no model")
    assert "cannot be read as a model" in fails(monkeypatch, capsys, "--model", str(bad))
    twice = fails(monkeypatch, capsys, "--model", "en", "--model", "en")
    assert "found two models named en; expected different names" in twice
