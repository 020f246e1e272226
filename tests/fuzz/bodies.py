"""Requests to the playground: a line with the path, and then the body.

The application is asked in this process, and its jobs are done here, not by workers, which would
end those that take long.
"""

import asyncio
import json
from functools import cache

from fuzz.target import Target
from fuzz.varied import by_values
from multiplane.errors import MultiplaneError
from multiplane.server.app import playground
from multiplane.server.effort import COSTLY
from multiplane.server.media import TREEBANK
from multiplane.server.worker import Unavailable

TREE = {"forms": ["a", "b", "c"], "heads": [2, 0, 2], "labels": ["x", "root", "y"]}
CONLLU = "1\ta\t_\tX\t_\t_\t2\tx\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
EAGER = {"name": "arc-eager"}
OWN = {"text": "SHIFT = SH\nLEFT_ARC = LA >> RE | ~has_head(i)\nRIGHT_ARC = RA >> SH\n"}
QUESTIONS = (
    ("system", OWN),
    ("system", {"name": "2-planar[single-head,acyclic]+lba"}),
    ("read", {"conllu": CONLLU}),
    ("draw", {"sentence": TREE, "width": 300}),
    ("draw", {"sentence": {"conllu": CONLLU, "sentence": 1}}),
    ("derivation", {"system": EAGER, "sentence": TREE}),
    ("derivation", {"system": OWN, "sentence": {"conllu": CONLLU}}),
    ("steps", {"system": EAGER, "words": 3, "transitions": ["SHIFT", "LEFT-ARC"]}),
    ("steps", {"system": {"name": "easy-first"}, "sentence": TREE, "transitions": []}),
    ("parse", {"text": "A text."}),
    ("scores", {"system": EAGER, "sentence": TREE, "transitions": ["SHIFT"]}),
)


class Here:
    """Workers that are this process."""

    factories = ()

    def __init__(self) -> None:
        self.compiled = asyncio.Event()
        self.compiled.set()

    async def run(self, job, *arguments, effort=COSTLY, seconds=None, compiled=False):
        try:
            return job(*arguments)
        except (MemoryError, RecursionError):
            raise Unavailable("this needs too much memory; try something smaller") from None


@cache
def application():
    app = playground()
    app.state.workers = Here()
    return app


def body(data: bytes) -> None:
    """An answer that is described: an error of the server is none."""
    path, _, content = data.partition(b"\n")
    kind = TREEBANK if path == b"census" else "application/json"
    status, answer = asyncio.run(asked(path.decode("latin-1"), content, kind))
    if status >= 500 and status not in (501, 503):
        raise AssertionError(f"status {status}")
    if status == 307:  # to the same path without its last slash
        return
    said = json.loads(answer)
    if status >= 400:
        assert {"kind", "message"} <= said.keys()
        raise MultiplaneError("refused")


async def asked(path: str, content: bytes, kind: str) -> tuple[int, bytes]:
    """Ask as a server does that has read all of a request."""
    headers = {"host": "localhost", "content-type": kind, "content-length": str(len(content))}
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
        "scheme": "http", "path": f"/api/{path}", "raw_path": b"", "root_path": "",
        "query_string": b"", "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
    }  # fmt: skip
    found, status = [], 0

    async def receive():
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(message):
        nonlocal status
        status = message.get("status", status)
        found.append(message.get("body", b""))

    await application()(scope, receive, send)
    return status, b"".join(found)


def requests():
    for path, question in QUESTIONS:
        yield f"{path}\n{json.dumps(question, ensure_ascii=False)}".encode()
    yield f"census\n{CONLLU}".encode()


BODIES = (
    Target(
        "request",
        body,
        ("multiplane.server.interface", "multiplane.server.questions", "multiplane.server.choices",
         "multiplane.server.sentences", "multiplane.server.derivations", "multiplane.server.effort",
         "multiplane.server.pictures", "multiplane.server.printing", "multiplane.server.planes",
         "multiplane.server.treebanks", "multiplane.server.obstacles", "multiplane.server.costs",
         "multiplane.server.media", "multiplane.server.guard", "multiplane.server.app"),
        requests,
        ('"name"', '"text"', '"conllu"', '"forms"', '"heads"', '"labels"', '"tags"', '"words"',
         '"transitions"', '"sentence"', '"system"', '"width"', "null", "true", "0", "-1", "81",
         "1e400", "NaN", "[", "]", "{", "}", ",", '"SHIFT"', '"LEFT-ARC"', '"RIGHT-ARC"',
         '"REDUCE"', '"ATTACH-LEFT(2)"', "\\ud800", "\\u0000", "\\n", "\\t", '"arc-eager"',
         '"9-planar"', '"attardi-9"', '"swap"', "[acyclic]", "+rnba"),
        1200,
        beside=("json.decoder", "json.scanner"),
        vary=by_values(
            lambda: ({"path": path, "question": question} for path, question in QUESTIONS),
            lambda table: f"{table.get('path')}\n{json.dumps(table.get('question'))}",
        ),
    ),
)  # fmt: skip
