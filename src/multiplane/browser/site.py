"""The playground as a folder of files that any plain file server can host.

`python -m multiplane.browser.site FOLDER CACHE [DOCUMENTATION [SERVER]]` writes it: the pages,
Python for browsers (Pyodide, from its npm package), our own Python as an archive, and what is known
beforehand about the systems of the catalogue.  SERVER is the address of a playground with a model,
which is asked for what needs one: a path on the same host, as a server refuses pages of others.
"""

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from multiplane.browser.answers import ANSWERS, PREFIX, SYSTEM
from multiplane.errors import MultiplaneError
from multiplane.oracles.plain_reach import definition_key
from multiplane.oracles.reach import seen_answers
from multiplane.server.printing import system_page
from multiplane.systems import systems

VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
# Of the npm package.  Code gets names that end in .js: many file servers have no type for .mjs, and
# browsers run no module without one.
TAKEN = {
    "code": {"pyodide.js": "pyodide.mjs", "pyodide.asm.js": "pyodide.asm.mjs"},
    "data": {name: name for name in ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")},
}
# Of our own packages, those that answers are made of.
OURS = ("browser", "calculus", "drawing", "machine", "native", "oracles", "query", "server",
        "systems", "treebank", "verification")  # fmt: skip
WIDTH = 1000  # of pictures, as the pages ask for them
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'{server}; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
ALONE = "Computed in this browser; parsing plain text needs a server (multiplane serve)"
ASKING = "Computed in this browser; plain text is parsed by the server {server}"
ADDRESS = re.compile(r"(https?://[\w.:\[\]-]+)?(?:/(?!/)[\w./~-]*)?")
HEAD = """<meta name="serverless" content="yes">
  <meta http-equiv="Content-Security-Policy" content="{policy}">
  """


def write(folder: Path, pyodide: bytes, documentation: str = "", server: str = "") -> None:
    """Write the playground; `pyodide` is the npm package, the others are addresses."""
    python = _pyodide(pyodide) | {"multiplane.zip": _archive(), "reach.json.gz": _reach()}
    # What the worker counts as it is loaded; code is imported.
    total = sum(len(data) for name, data in python.items() if name not in TAKEN["code"])
    python["known.json.gz"] = _packed({"total": total, "answers": _known()})
    written = {f"python/{name}": data for name, data in python.items()}
    written |= {f"front/{name}": data for name, data in _pages()}
    service_worker = written.pop("front/service-worker.js").decode()
    page = written.pop("front/index.html").decode()
    written["index.html"] = _index(page, documentation, server).encode()
    version = hashlib.sha256(b"".join(written[name] for name in sorted(written))).hexdigest()[:16]
    listed = json.dumps(["./", *sorted(written.keys() - {"index.html"})])
    service_worker = service_worker.replace("multiplane-VERSION", f"multiplane-{version}")
    service_worker = service_worker.replace("const FILES = [];", f"const FILES = {listed};")
    written["service-worker.js"] = service_worker.encode()
    for name, data in written.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def _pages() -> Iterator[tuple[str, bytes]]:
    for part in (
        files("multiplane.server").joinpath("front"),
        files("multiplane.browser").joinpath("pages"),
    ):
        for entry in part.iterdir():
            if entry.is_file():
                yield entry.name, entry.read_bytes()


def _index(page: str, documentation: str, server: str) -> str:
    """Return the page with relative addresses; at its end it says what it is."""
    found = ADDRESS.fullmatch(server)
    if server and not found:
        raise MultiplaneError(f"{server}: not the address of a server; write https://… or /path/")
    head = HEAD.format(policy=POLICY.format(server=f" {found[1]}" if found and found[1] else ""))
    head += f'<meta name="model-server" content="{server}">\n  ' * bool(server)
    relative = re.sub(r'(href|src)="/front/', r'\1="front/', page)
    link = f'<a href="{escape(documentation)}">Documentation</a>' if documentation else ""
    link += f"<span>{ASKING.format(server=server) if server else ALONE}</span>"
    changes = {"<title>": head + "<title>", '<a href="/interface">JSON interface</a>': link}
    for old, new in changes.items():
        assert old in relative, old
        relative = relative.replace(old, new, 1)
    return relative


def _pyodide(package: bytes) -> dict[str, bytes]:
    """Return what is needed of the package; a plain file server compresses nothing."""
    if hashlib.sha256(package).hexdigest() != SHA256:
        raise MultiplaneError(f"this is not the npm package pyodide, version {VERSION}")
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        found = {}
        for written, name in (TAKEN["code"] | TAKEN["data"]).items():
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            found[written] = member.read()
    found["pyodide.asm.wasm.gz"] = gzip.compress(found.pop("pyodide.asm.wasm"), mtime=0)
    lock = json.loads(found.pop("pyodide-lock.json"))
    found["lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    return found


def _archive() -> bytes:
    """Return our own Python."""
    root = Path(str(files("multiplane")))
    found = [*root.glob("*.py"), *(file for name in OURS for file in (root / name).glob("**/*.py"))]
    found += (file for file in (root / "server" / "front").iterdir() if file.is_file())
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(found):
            entry = zipfile.ZipInfo(f"multiplane/{file.relative_to(root).as_posix()}")
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())
    return out.getvalue()


def _reach() -> bytes:
    return _packed({definition_key(system): seen_answers(system) for system in systems.values()})


def _known() -> dict[str, Any]:
    """Return the answers that are the same for everybody."""
    answers = {PREFIX + path: ANSWERS[path]({}) for path in ("", "/systems")}
    answers |= {f"{PREFIX}{SYSTEM}{name}": system_page({"name": name}) for name in systems}
    return answers | dict(_examples())


def _examples() -> Iterator[tuple[str, dict[str, Any]]]:
    """Give what the first page asks about its examples: it shows them before there is Python."""
    pages = dict(_pages())
    (first,) = re.findall(r'^const FIRST = "(.+)";', pages["sentence.js"].decode(), re.MULTILINE)
    examples = re.findall(
        r'^ +line: "(.+)",\n +tags: "(.+)",$', pages["examples.js"].decode(), re.MULTILINE
    )
    assert examples, "the examples are written in another way"
    for line, tags in examples:
        forms, heads, labels = zip(*(word.rsplit("/", 2) for word in line.split()), strict=True)
        columns = {"forms": forms, "tags": tags.split(), "heads": [*map(int, heads)]}
        sentence = columns | {"labels": labels}
        for path, question in (
            ("/draw", {"sentence": sentence, "width": WIDTH}),
            ("/derivation", {"system": {"name": first}, "sentence": sentence}),
        ):
            text = json.dumps(question, ensure_ascii=False, separators=(",", ":"))
            yield f"{PREFIX}{path} {text}", ANSWERS[path](question)


def _packed(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def package(cache: Path) -> bytes:
    """Return the npm package, fetched once; its sum is checked when it is used."""
    kept = cache / f"pyodide-{VERSION}.tgz"
    if not kept.is_file():
        cache.mkdir(parents=True, exist_ok=True)
        npm = shutil.which("npm")
        fetched = [npm, "pack", "--silent", f"pyodide@{VERSION}"] if npm else ["false"]
        if subprocess.run(fetched, cwd=cache, stdout=subprocess.DEVNULL, check=False).returncode:  # noqa: S603
            raise MultiplaneError(
                f"{kept}: not found, and npm cannot fetch it; run npm pack pyodide@{VERSION}"
                " elsewhere, and put the file there"
            )
    return kept.read_bytes()


if __name__ == "__main__":
    folder, cache, *address = sys.argv[1:]
    write(Path(folder), package(Path(cache)), *address)
