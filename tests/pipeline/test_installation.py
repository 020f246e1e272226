"""Models are installed whole, after all checks, or not at all."""

import shlex
import shutil
import ssl
import stat
import subprocess
import threading
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import multiplane as mp
from multiplane.errors import MultiplaneError
from multiplane.modelfile.room import SETTING
from multiplane.pipeline import models
from multiplane.pipeline.installation import (
    checked_name,
    export,
    install,
    install_file,
    place_for,
    remove,
)

LONG, TAKEN = "a" * 65, ("all", "nul", "com1")
CERTIFICATE = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=a"
    " -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem"
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the user's models are."""
    monkeypatch.setenv(models.FOLDER, str(tmp_path / "models"))
    return tmp_path / "models"


@pytest.fixture(scope="module")
def file(toy_pipeline, tmp_path_factory):
    path = tmp_path_factory.mktemp("file") / "toy.mp"
    toy_pipeline.save(path)
    return path


def digest(path):
    return sha256(Path(path).read_bytes()).hexdigest()


def left(folder):
    return [path.name for path in folder.iterdir()] if folder.exists() else []


def test_a_model_is_found_by_its_name(folder, toy_pipeline):
    assert install(toy_pipeline, "xx_toy") == folder / "xx_toy.mp"
    assert mp.load("xx_toy").annotate("Dogs hear!") == toy_pipeline.annotate("Dogs hear!")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    names = {model.name: model.shipped for model in models.installed()}
    assert names["xx_toy"] is False
    assert names["en"] is True


def test_a_folder_with_the_name_of_a_model_does_not_hide_it(
    folder, toy_pipeline, tmp_path, monkeypatch
):
    install(toy_pipeline, "xx_toy")
    (tmp_path / "xx_toy").mkdir()
    monkeypatch.chdir(tmp_path)
    assert models.find("xx_toy") == folder / "xx_toy.mp"


@pytest.mark.parametrize(
    "name",
    [*"A.é", "", "..", "a/b", "a\\b", "/a", "a.b", ".a", "-a", "1a", "a b", "a\n", LONG, *TAKEN],
)
def test_names_that_cannot_be(folder, file, name):
    for work in (checked_name, place_for, lambda name: install_file(str(file), name)):
        with pytest.raises(MultiplaneError, match="name") as error:
            work(name)
        assert "\n" not in str(error.value)
    assert not left(folder)


def test_models_that_come_with_multiplane_are_not_hidden(folder, file):
    with pytest.raises(MultiplaneError, match="en: a model with this name comes with Multiplane"):
        install_file(str(file), "en", replace=True)
    with pytest.raises(
        MultiplaneError, match=r"^en: comes with Multiplane; only models that you installed"
    ):
        remove("en")
    assert models.find("en").exists()


def test_where_the_models_of_a_user_are(monkeypatch, tmp_path):
    monkeypatch.delenv(models.FOLDER)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    places = {
        "Linux": ".local/share/multiplane/models",
        "Darwin": "Library/Application Support/multiplane/models",
        "Windows": "local/multiplane/models",
    }
    for system, place in places.items():
        monkeypatch.setattr(models.platform, "system", lambda system=system: system)
        assert models.user_folder() == tmp_path / place
    monkeypatch.setattr(models.platform, "system", lambda: "Linux")
    for said, expected in (
        (tmp_path / "data", tmp_path / "data"),
        ("here", tmp_path / ".local/share"),
    ):
        monkeypatch.setenv("XDG_DATA_HOME", str(said))
        assert models.user_folder() == expected / "multiplane/models"


def test_only_a_private_folder_is_used(monkeypatch, tmp_path):
    monkeypatch.delenv(models.FOLDER)
    monkeypatch.setattr(models.platform, "system", lambda: "Linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert stat.S_IMODE(place_for("xx_toy").parent.stat().st_mode) == 0o700
    folder = tmp_path / "multiplane" / "models"
    folder.chmod(0o755)
    place_for("xx_toy")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.rmdir()
    folder.touch()
    message = "models is not a folder; set MULTIPLANE_MODELS to a folder of your own"
    with pytest.raises(MultiplaneError, match=message):
        place_for("xx_toy")


def test_a_folder_that_cannot_be_made(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv(models.FOLDER, str(tmp_path / "file"))
    with pytest.raises(MultiplaneError, match="file: File exists: no models can be installed"):
        place_for("xx_toy")


def test_no_home_no_models_of_the_user(monkeypatch):
    monkeypatch.delenv(models.FOLDER)

    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(models, "user_folder", no_home)
    assert models.find("en").exists()


def test_install_from_a_file(folder, file, tmp_path):
    assert install_file(str(file)) == folder / "toy.mp"
    assert (folder / "toy.mp").read_bytes() == file.read_bytes()
    with pytest.raises(MultiplaneError, match="toy: installed already; replace it with --replace"):
        install_file(str(file))
    install_file(file.as_uri(), sha256=digest(file).upper(), replace=True)
    install_file(str(file), "other")
    assert sorted(left(folder)) == ["other.mp", "toy.mp"]
    export(models.find("toy"), tmp_path / "copy.mp")
    assert (tmp_path / "copy.mp").read_bytes() == file.read_bytes()
    assert remove("toy") == folder / "toy.mp"
    assert left(folder) == ["other.mp"]
    with pytest.raises(MultiplaneError, match="toy: no such model; your models: other"):
        remove("toy")


@pytest.mark.parametrize("name", ["../toy", "models/toy", "/toy"])
def test_remove_takes_names_only(folder, file, name):
    install_file(str(file))
    with pytest.raises(MultiplaneError, match="no such model"):
        remove(name)


def test_what_is_wrong_is_not_installed(folder, file, tmp_path, monkeypatch):
    data = bytearray(file.read_bytes())
    data[-9] ^= 1
    damaged, words = tmp_path / "damaged.mp", tmp_path / "words.mp"
    damaged.write_bytes(data)
    words.write_text("no model")
    for source, message in (
        (damaged, "damaged.mp: damaged: the checksum does not match.*; nothing was installed"),
        (words, "words.mp: cannot be read as a model"),
        (tmp_path, "found a folder; expected the file of a model"),
    ):
        with pytest.raises(MultiplaneError, match=message) as error:
            install_file(str(source), "toy")
        assert "draft" not in str(error.value)
    for checksum, message in (
        ("0" * 64, f"found sha256 {digest(file)}; expected 0000"),
        ("abc", "--sha256: found 'abc'; expected 64"),
    ):
        with pytest.raises(MultiplaneError, match=message):
            install_file(str(file), sha256=checksum)
    monkeypatch.setenv(SETTING, "1000")
    with pytest.raises(MultiplaneError, match="found more than 1,000 bytes"):
        install_file(str(file))
    assert not left(folder)


def test_a_failure_leaves_what_was_there(folder, file, tmp_path):
    install_file(str(file))
    (tmp_path / "toy.mp").write_text("no model")
    with pytest.raises(MultiplaneError, match="cannot be read"):
        install_file(str(tmp_path / "toy.mp"), replace=True)
    assert (folder / "toy.mp").read_bytes() == file.read_bytes()


def test_nothing_is_loaded_before_its_checksum_is_right(folder, file, monkeypatch):
    loaded = []
    monkeypatch.setattr("multiplane.pipeline.installation.load", loaded.append)
    with pytest.raises(MultiplaneError, match="found sha256"):
        install_file(str(file), sha256="0" * 64)
    assert not loaded
    install_file(str(file), sha256=digest(file))
    assert len(loaded) == 1


def test_a_damaged_model_is_listed_with_its_problem(folder, toy_pipeline):
    install(toy_pipeline, "good")
    (folder / "bad.mp").write_text("no model")
    (folder / "._good.mp").write_text("left by another system")
    found = {model.name: model.problem for model in models.installed()}
    assert set(found) == {"en", "en_neural", "good", "bad"}
    assert not found["good"]
    assert "bad.mp: cannot be read as a model" in found["bad"]


class Answers(BaseHTTPRequestHandler):
    """Files by name, and addresses that lead elsewhere."""

    def do_GET(self):
        kind, data = self.path.strip("/").split("/")[0], self.server.data
        if kind == "missing":
            self.send_response(404, "Not Found \x1b[2J")
            self.end_headers()
        elif kind == "to":
            self.send_response(302)
            self.send_header("Location", self.server.elsewhere[self.path.split("/")[2]])
            self.end_headers()
        else:
            self.send_response(200)
            if kind != "unsized":
                self.send_header("Content-Length", len(data))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if kind == "half" else data)

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="module")
def site(file, tmp_path_factory):
    """A server that speaks TLS, with a certificate of its own."""
    if not shutil.which("openssl"):
        pytest.skip("openssl makes the certificate")
    place = tmp_path_factory.mktemp("site")
    subprocess.run(
        shlex.split(CERTIFICATE),
        cwd=place,
        check=True,
        capture_output=True,
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(place / "cert.pem", place / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.data = file.read_bytes()
    here = f"127.0.0.1:{server.server_port}"
    server.elsewhere = {
        "http": f"http://{here}/toy.mp",
        "file": file.as_uri(),
        "ftp": "ftp://example.org/toy.mp",
        "here": "/sized/toy.mp",
        "round": f"https://{here}/to/round/toy.mp",
    }
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(place / "cert.pem"))
        patch.setenv("no_proxy", "*")
        yield f"https://{here}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("place", ["sized", "unsized", "to/here"])
def test_install_by_https(folder, file, site, place):
    install_file(f"{site}/{place}/toy.mp?signed={LONG * 9}", sha256=digest(file))
    assert (folder / "toy.mp").read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("missing/toy.mp", r"cannot be fetched: Not Found .x1b"),
        ("half/toy.mp", "found sha256|cannot be fetched"),
        ("to/http/toy.mp", "http://.*: found http; expected a file or an https address"),
        ("to/file/toy.mp", "cannot be fetched: .* is not allowed"),
        ("to/ftp/toy.mp", "found ftp; expected"),
        ("to/round/toy.mp", "cannot be fetched"),
    ],
)
def test_what_does_not_come_is_not_installed(folder, file, site, place, message):
    with pytest.raises(MultiplaneError, match=message) as error:
        install_file(f"{site}/{place}", sha256=digest(file))
    assert "\n" not in str(error.value)
    assert not left(folder)


def test_other_addresses(folder, file, site, monkeypatch):
    for address, message in (
        ("http://example.org/toy.mp", "found http; expected a file or an https address"),
        ("ftp://example.org/toy.mp", "found ftp; expected"),
        ("data:,toy", "found data; expected"),
        ("file://example.org/toy.mp", "found a file elsewhere"),
        ("https://[/toy.mp", "found no address"),
        ("https://127.0.0.1:x/toy.mp", "cannot be fetched"),
    ):
        with pytest.raises(MultiplaneError, match=message):
            install_file(address, "toy", sha256=digest(file))
    with pytest.raises(MultiplaneError, match="found no address"):
        install_file("https://[/toy.mp")
    with pytest.raises(MultiplaneError, match="found no checksum; expected --sha256"):
        install_file(f"{site}/sized/toy.mp")
    monkeypatch.setenv(SETTING, "1000")
    with pytest.raises(MultiplaneError, match="found more than 1,000 bytes"):
        install_file(f"{site}/unsized/toy.mp", sha256=digest(file))
    monkeypatch.delenv(SETTING)
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(MultiplaneError, match=r"cannot be fetched: .*certificate"):
        install_file(f"{site}/sized/toy.mp", sha256=digest(file))
    assert not left(folder)


def test_export_changes_nothing_where_it_fails(folder, file, tmp_path):
    install_file(str(file))
    with pytest.raises(OSError, match=r"there is no folder .*nowhere; make it first"):
        export(folder / "toy.mp", tmp_path / "nowhere" / "copy.mp")
    assert left(tmp_path) == ["models"]
