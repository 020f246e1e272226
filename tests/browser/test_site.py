"""The playground as a folder of files, in a real browser, from a plain file server."""

import os
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from multiplane.browser import site
from multiplane.errors import MultiplaneError
from support.paths import ROOT

PATIENCE = 120_000  # milliseconds: Python is loaded first, also on a busy machine
LINK = "#system=arc-eager&words=the+old+boat+leaks&heads=3,3,4,0"


@pytest.fixture(scope="module")
def package():
    """Python for browsers, as npm has it."""
    cache = Path(os.environ.get("MULTIPLANE_PYODIDE", ROOT / ".venv" / "pyodide"))
    package = cache / f"pyodide-{site.VERSION}.tgz"
    if not package.is_file():
        pytest.skip(f"no {package}; run make site, or set MULTIPLANE_PYODIDE to its folder")
    return package.read_bytes()


@pytest.fixture(scope="module")
def folder(package, tmp_path_factory):
    """The site, below the root of a file server, as on a course page."""
    served = tmp_path_factory.mktemp("served")
    site.write(served / "course" / "playground", package)
    return served


@pytest.fixture(scope="module")
def address(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        for _ in range(200):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/course/playground/"
        process.terminate()


@pytest.fixture
def page(chromium, address):
    """A page; at the end, no error was in the console, and nothing was asked of anybody else."""
    context = chromium.new_context(viewport={"width": 390, "height": 800})
    context.set_default_timeout(PATIENCE)
    opened, errors, elsewhere = context.new_page(), [], []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda said: said.type == "error" and errors.append(said.text))
    opened.on("request", lambda asked: address in asked.url or elsewhere.append(asked.url))
    yield opened
    context.close()
    assert (errors, [url for url in elsewhere if not url.startswith(("blob:", "data:"))]) == (
        [],
        [],
    )


def test_a_link_opens_on_a_phone_and_again_without_a_network(page, address):
    page.goto(address + LINK)
    expect(page.locator("#notice")).to_contain_text("Python", timeout=PATIENCE)
    expect(page.locator(".primary")).to_be_enabled(timeout=PATIENCE)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_have_text("0 of 7")
    page.keyboard.press("1")
    expect(page.locator(".count")).to_have_text("1 of 7")
    assert page.url == f"{address}{LINK}&step=1"
    expect(page.locator('.move[data-transition="RIGHT-ARC"] .cost')).to_have_text("−1 head")
    page.locator('.move[data-transition="RIGHT-ARC"]').click()
    expect(page.locator(".remark")).to_contain_text("By hand", timeout=PATIENCE)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a page").click()
    assert '"transitions":["SHIFT","RIGHT-ARC"]' in saved.value.path().read_text("utf-8")
    assert "by=SHIFT,RIGHT-ARC" in page.url
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto(address + "?systems#filter=eager")
    expect(page.locator("table.systems tbody tr:not(.group)").first).to_contain_text(
        "eager", timeout=PATIENCE
    )
    page.goto(address + LINK + "&step=2")
    expect(page.locator(".count")).to_have_text("2 of 7", timeout=PATIENCE)


CONLLU = (
    "1\told\told\tADJ\tJJ\tDegree=Pos\t2\tamod\t_\t_\n2\tboats\tboat\tNOUN\t_\t_\t0\troot\t_\t_\n"
)


def test_a_link_has_lemmas_and_features_and_so_has_a_saved_page(chromium, page, address, tmp_path):
    page.goto(f"{address}#system=arc-eager")
    expect(page.locator(".primary")).to_be_enabled(timeout=PATIENCE)
    page.get_by_label("Sentence", exact=True).fill(CONLLU)
    expect(page).to_have_url(re.compile("words=old.*details="), timeout=PATIENCE)
    context = chromium.new_context()
    other = context.new_page()
    other.goto(page.url)
    said = ["lemma old\nXPOS JJ\nDegree=Pos", "lemma boat"]
    expect(other.locator(".tree [data-word] > title")).to_have_text(said, timeout=PATIENCE)
    with other.expect_download(timeout=PATIENCE) as saved:
        other.get_by_role("button", name="Save as a page").click()
    saved.value.save_as(tmp_path / "lesson.html")
    other.goto((tmp_path / "lesson.html").as_uri())
    expect(other.locator(".tree [data-word] > title")).to_have_text(said)
    context.close()


def test_the_first_example_is_shown_before_there_is_python(chromium, address):
    context = chromium.new_context()
    context.route("**/multiplane.zip", lambda route: route.abort())
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".primary")).to_be_enabled(timeout=PATIENCE)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_contain_text("0 of ")
    context.close()


class Declaring(SimpleHTTPRequestHandler):
    """As file servers may be set up: no type for .mjs, and what is in gzip is declared encoded."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "application/octet-stream"}

    def end_headers(self):
        if self.path.endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def log_message(self, *_):
        pass


class Forwarding(SimpleHTTPRequestHandler):
    """Files, and below /parser what another server answers."""

    def __init__(self, *given, to, **options):
        self.to = to
        super().__init__(*given, **options)

    def do_GET(self):
        if self.path.startswith("/parser/"):
            self.do_POST()
        else:
            super().do_GET()

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        kind = {"Content-Type": self.headers.get("Content-Type", "")}
        address = self.to + self.path.removeprefix("/parser")
        found = httpx.request(self.command, address, content=body, headers=kind, timeout=60)
        self.send_response(found.status_code)
        self.send_header("Content-Length", str(len(found.content)))
        self.end_headers()
        self.wfile.write(found.content)

    def log_message(self, *_):
        pass


@contextmanager
def hosted(handler, folder, **options):
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(handler, directory=folder, **options)
    ) as hosting:
        threading.Thread(target=hosting.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{hosting.server_port}/"
        hosting.shutdown()


def test_other_file_servers_host_it_too(chromium, folder):
    with hosted(Declaring, folder) as address:
        context = chromium.new_context()
        page = context.new_page()
        page.goto(f"{address}course/playground/{LINK}&step=2")
        expect(page.locator(".count")).to_have_text("2 of 7", timeout=PATIENCE)
        context.close()


def test_a_server_with_a_model_parses_for_the_page(chromium, package, model_server, tmp_path):
    site.write(tmp_path, package, server="/parser/")
    with hosted(Forwarding, tmp_path, to=model_server) as address:
        context = chromium.new_context()
        page = context.new_page()
        page.goto(address)
        page.get_by_label("Sentence", exact=True).fill("a b c")
        page.get_by_role("button", name="Parse", exact=True).click(timeout=PATIENCE)
        expect(page.locator(".origin")).to_contain_text("Parsed by", timeout=PATIENCE)
        expect(page.locator(".stepper .primary")).to_be_enabled(timeout=PATIENCE)
        expect(page.locator(".bottom")).to_contain_text("parsed by the server /parser/")
        context.close()


def test_without_the_server_the_page_says_so_and_works(chromium, package, tmp_path):
    site.write(tmp_path, package, server="/parser")
    with hosted(SimpleHTTPRequestHandler, tmp_path) as address:
        context = chromium.new_context()
        page = context.new_page()
        page.goto(address)
        expect(page.locator("#notice")).to_contain_text("does not answer", timeout=PATIENCE)
        expect(page.locator(".stepper .primary")).to_be_enabled(timeout=PATIENCE)
        expect(page.get_by_role("button", name="Parse", exact=True)).to_be_hidden()
        context.close()


@pytest.mark.parametrize("server", ["javascript:alert(1)", 'https://a.b/"', "//a.b", "https://a b"])
def test_only_addresses_of_servers_are_taken(package, tmp_path, server):
    with pytest.raises(MultiplaneError, match="not the address of a server"):
        site.write(tmp_path, package, server=server)


def test_systems_counterexamples_ones_own_and_the_census(page, address):
    page.goto(address)
    page.get_by_role("button", name="Go to").click()
    expect(page.locator("#found li").first).to_be_visible()
    expect(page.locator("#found")).not_to_contain_text("interface")  # which only a server has
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Systems", exact=True).click()
    assert page.url == f"{address}?systems"
    page.get_by_role("link", name="planar", exact=True).click()
    assert page.url == f"{address}?systems/planar"
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verified")).to_contain_text("derived outside it", timeout=PATIENCE)
    page.locator(".verdicts button").first.click()
    expect(page.locator(".played .count").first).to_contain_text("of", timeout=PATIENCE)
    page.get_by_role("link", name="Edit a copy").click()
    expect(page.locator(".verdicts")).to_be_visible(timeout=PATIENCE)
    assert page.url.startswith(f"{address}?own#text=")
    editor = page.get_by_label("Definition", exact=True)
    editor.fill("SHIFT = SH\nLEFT_ARC = NOPE")
    expect(page.locator("#editor-trouble")).to_contain_text("NOPE", timeout=PATIENCE)
    page.goto(f"{address}?census")
    page.get_by_role("button", name=re.compile("six odd sentences")).click()
    expect(page.locator(".census h2")).to_have_text("six-sentences.conllu", timeout=PATIENCE)
    expect(page.locator(".drop")).not_to_contain_text(".zst")
    packed = {"name": "a.zst", "mimeType": "", "buffer": b"\x28\xb5\x2f\xfd"}
    page.locator("#file").set_input_files(packed)
    expect(page.locator(".trouble:visible").first).to_contain_text(".zst files need a server")
    page.goto(f"{address}?systems/nope")
    expect(page.locator(".trouble")).to_contain_text("nope", timeout=PATIENCE)


def test_two_systems_a_quiz_and_a_page_to_take_away(page, address):
    page.goto(f"{address}{LINK}&beside=swap&step=1&beside-step=2&quiz=1")
    expect(page.locator(".quiz")).to_have_count(2, timeout=PATIENCE)
    expect(page.locator(".stepper .count")).to_have_text([re.compile("^1 of"), re.compile("^2 of")])
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_contain_text("LEFT-ARC")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a page").click()
    text = saved.value.path().read_text("utf-8")
    assert '"quiz":true' in text
    assert text.count('"derivation":') == 2


def test_a_search_in_the_browser_itself(page, address):
    page.goto(f"{address}?find#query=planes>=3")
    expect(page.locator(".match")).to_have_count(1, timeout=PATIENCE)
    expect(page.locator(".take")).to_contain_text("up to 4 MB")
    page.get_by_label("Query").fill("V -nsubj-> S")
    expect(page.locator(".results")).to_contain_text("matches in", timeout=PATIENCE)
    page.get_by_label("Query").fill("covers(")
    expect(page.locator(".trouble:visible")).to_contain_text("expected", timeout=PATIENCE)
    page.goto(f"{address}?census")
    page.get_by_role("button", name=re.compile("six odd sentences")).click()
    page.get_by_role("button", name="1: show trees that are ill-nested").click(timeout=PATIENCE)
    expect(page.locator(".match a")).to_have_text("golden-line", timeout=PATIENCE)


def test_only_the_right_package_is_used(tmp_path):
    with pytest.raises(MultiplaneError, match="not the npm package pyodide, version"):
        site.write(tmp_path, b"something else")
    assert list(tmp_path.iterdir()) == []
