"""A playground that runs while the tests do, and a browser to look at it."""

import os
import shutil
import socket
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking",
         "--disable-component-update", "--disable-sync")  # fmt: skip
PATIENCE = 20_000  # milliseconds, also on a busy machine
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Running:
    """A server in a thread, on a port of its own."""

    def __init__(self, app, limits=None):
        import uvicorn

        from multiplane.server.connections import connections
        from multiplane.server.limits import LIMITS

        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        config = uvicorn.Config(
            app,
            log_level="error",
            http=connections(limits or LIMITS),
            ws="none",
            server_header=False,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), daemon=True)

    def __enter__(self):
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.02)
        return self

    def __exit__(self, *_):
        self.server.should_exit = True
        self.thread.join(30)
        self.socket.close()


@pytest.fixture(scope="session")
def server():
    """The address of a playground whose oracles are compiled."""
    import httpx

    from multiplane.server.app import playground
    from multiplane.server.limits import LIMITS

    patient = replace(LIMITS, patience=300)
    with Running(playground(limits=patient)) as running:
        tree = {"forms": ["a", "b"], "heads": [2, 0]}
        question = {"system": {"name": "arc-eager"}, "sentence": tree}
        answer = httpx.post(f"{running.address}/api/derivation", json=question, timeout=300)
        assert answer.status_code == 200, answer.text
        yield running.address


@pytest.fixture(scope="session")
def client(server):
    import httpx

    with httpx.Client(base_url=server, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")  # its event loop must not be there for other tests
def chromium():
    """Chromium, if the machine has one; MULTIPLANE_CHROMIUM says where else it is."""
    found = os.environ.get("MULTIPLANE_CHROMIUM") or next(
        filter(None, map(shutil.which, NAMES)), ""
    )
    if not Path(found).is_file():
        pytest.skip("no chromium; install the package chromium, or set MULTIPLANE_CHROMIUM")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def model_server():
    """The address of a playground with a model, and its oracles compiled."""
    import httpx

    from multiplane.server.app import playground
    from multiplane.server.limits import LIMITS
    from support.guides import alphabetical

    with Running(playground(alphabetical, limits=replace(LIMITS, patience=300))) as running:
        answer = httpx.post(f"{running.address}/api/parse", json={"text": "a b"}, timeout=300)
        assert answer.status_code == 200, answer.text
        yield running.address


@pytest.fixture
def open_page(chromium, server):
    """Open a path; at the end there must have been no error in the console."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    contexts, errors = [], []

    def opened(path, *, scheme="light", width=1200, base=server, script=None):
        context = chromium.new_context(
            color_scheme=scheme, viewport={"width": width, "height": 900}, base_url=base
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        if script:
            page.add_init_script(script)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: message.type == "error" and errors.append(message.text))
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [error for error in errors if "422" not in error and "404" not in error] == []
