"""Fetching a model: from a file or by https, up to a size, and only if its checksum is right."""

import hashlib
import os
import re
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import SplitResult, unquote, urljoin, urlsplit
from urllib.request import url2pathname

from multiplane.errors import MultiplaneError, in_a_line

BITE = 1 << 18  # bytes that are read at a time
PATIENCE = 60  # seconds without a byte
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")  # a single letter is a drive of Windows
_SHA256 = re.compile(r"[0-9a-f]{64}")


def is_address(source: str) -> bool:
    """Is this an address, not the path of a file?"""
    return bool(_ADDRESS.match(source)) and not os.path.exists(source)  # noqa: PTH110 - of any length


def bare_name(source: str) -> str:
    """Return the name of a file without folders and ending: that of the model in it."""
    path = unquote(_parts(source).path) if is_address(source) else source
    return Path(path).stem


def fetch(
    source: str,
    target: IO[bytes],
    sha256: str | None,
    most: int,
    advance: Callable[[int], None] = lambda _: None,
) -> None:
    """Copy a file of up to `most` bytes with this checksum, which is required of other machines.

    What comes is not used in any other way before the checksum has been compared.
    """
    expected = sha256.lower() if sha256 is not None else None
    if expected is not None and not _SHA256.fullmatch(expected):
        raise MultiplaneError(f"--sha256: found {sha256!r}; expected 64 of 0-9 and a-f")
    with _opened(source, expected) as stream:
        digest, size = hashlib.sha256(), 0
        try:
            while data := stream.read(BITE):
                size += len(data)
                if size > most:
                    raise MultiplaneError(
                        f"{source}: found more than {most:,} bytes; expected a model of up to that"
                    )
                digest.update(data)
                target.write(data)
                advance(size)
        except (TimeoutError, HTTPException) as error:
            raise _broken(source, error) from error
    if expected is not None and digest.hexdigest() != expected:
        raise MultiplaneError(
            f"{source}: found sha256 {digest.hexdigest()}; expected {expected}; nothing was"
            " installed"
        )


def _opened(source: str, sha256: str | None) -> Any:
    if not is_address(source):
        return _file(Path(source))
    parts = _parts(source)
    if parts.scheme == "file":
        if parts.netloc not in ("", "localhost"):
            raise MultiplaneError(f"{source}: found a file elsewhere; expected file:///PATH")
        return _file(Path(url2pathname(parts.path)))
    _check_scheme(source, parts.scheme)
    if sha256 is None:
        raise MultiplaneError(
            f"{source}: found no checksum; expected --sha256 with the one that its author published"
        )
    opener = urllib.request.OpenerDirector()  # unlike the usual one, it knows no other protocols
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(),
        _OnlyHttps(),
    ):
        opener.add_handler(handler)
    try:
        return opener.open(source, timeout=PATIENCE)
    except (OSError, HTTPException, ValueError) as error:
        if isinstance(error, HTTPError):  # which is an answer as well
            error.close()
        raise _broken(source, error) from error


def _parts(source: str) -> SplitResult:
    try:
        return urlsplit(source)
    except ValueError as error:
        raise MultiplaneError(f"{source}: found no address ({error}); expected one") from None


class _OnlyHttps(urllib.request.HTTPRedirectHandler):
    """Follows no address to where nobody can be sure who answers."""

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        try:
            _check_scheme(newurl, urlsplit(urljoin(req.full_url, newurl)).scheme)
        except MultiplaneError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _check_scheme(address: str, scheme: str) -> None:
    if scheme != "https":
        raise MultiplaneError(f"{address}: found {scheme}; expected a file or an https address")


def _file(path: Path) -> IO[bytes]:
    if path.is_dir():
        raise MultiplaneError(f"{path}: found a folder; expected the file of a model")
    return path.open("rb")


def _broken(source: str, error: Exception) -> MultiplaneError:
    said = str(getattr(error, "reason", None) or error)
    said = in_a_line(said)  # a server's words
    return MultiplaneError(f"{source}: cannot be fetched: {said}; nothing was installed")
