"""`/process` and `/models`, as clients of UDPipe's service use them."""

import email.mime.multipart
import email.mime.nonmultipart
import email.policy
import json
import urllib.error
import urllib.parse
import urllib.request
from functools import partial
from pathlib import Path

import httpx
import pytest

from multiplane.conllu import reads
from multiplane.server.app import playground
from multiplane.server.limits import LIMITS, with_options
from multiplane.server.trained import trained
from support.guides import alphabetical
from support.serving import Running
from support.toy import treebank

TEXT = "Ann can't see the cat. The dogs like Bob.\n\nMr. Fox hears cats!"
ALL = {"tokenizer": "", "tagger": "", "parser": ""}
PATIENT = {"patience": 300, "compiling_seconds": 600}
WORDS = (
    "1\tAnn\t_\t_\t_\t_\t_\t_\t_\tx=y\n"
    "2\tsees\tSEE\tX\t_\t_\t_\t_\t_\t_\n"
    "3\tcats\t_\t_\t_\t_\t_\t_\t_\t_\n"
)


@pytest.fixture(scope="module")
def service(toy_pipeline, tmp_path_factory):
    """A service with three models: a pipeline, a parser without a tagger, and one's own."""
    from dataclasses import replace

    from multiplane.training.training import train

    folder = tmp_path_factory.mktemp("service")
    toy_pipeline.save(folder / "toy_plain.mp")
    (folder / "train.conllu").write_text(treebank(30), "utf-8")
    parser = train("arc-eager", str(folder / "train.conllu"), epochs=2, bits=12)
    parser.save(folder / "tags.mp")
    limits = replace(with_options({"--max-words": 40}), **PATIENT)
    models = [partial(trained, str(folder / name)) for name in ("toy_plain.mp", "tags.mp")]
    with (
        Running(playground(*models, alphabetical, limits=limits), limits) as running,
        httpx.Client(base_url=running.address, timeout=300) as client,
    ):
        client.get("/process", params={"data": "Ann sees Bob.", **ALL})
        yield client


def asked(service, **form):
    answer = service.post("/process", data=form)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_text_is_tokenised_tagged_and_parsed(service, toy_pipeline):
    found = asked(service, data=TEXT, **ALL)
    assert list(found) == ["model", "acknowledgements", "result"]
    assert found["model"] == "toy_plain.mp"
    assert found["result"] == toy_pipeline.annotate(TEXT)


def test_what_the_official_client_sends(service):
    """Each field is a part of text/plain with CRLF at its line ends."""

    def request(method, params=None):
        headers, data = {}, None
        if params:
            message = email.mime.multipart.MIMEMultipart("form-data", policy=email.policy.HTTP)
            for name, value in params.items():
                part = email.mime.nonmultipart.MIMENonMultipart("text", "plain")
                part.add_header("Content-Disposition", f'form-data; name="{name}"')
                part.add_header("Content-Transfer-Encoding", "8bit")
                part.set_payload(value, charset="utf-8")
                message.attach(part)
            data = message.as_bytes().partition(b"\r\n\r\n")[2]
            headers = {"Content-Type": message["Content-Type"]}
        address = f"{str(service.base_url).rstrip('/')}/{method}"
        asked = urllib.request.Request(address, headers=headers, data=data)
        with urllib.request.urlopen(asked) as answer:
            return json.loads(answer.read())

    for base in ("", "api/"):
        models = request(f"{base}models")
        assert models["default_model"] == "toy_plain.mp"
        assert models["models"]["toy_plain.mp"] == ["tokenizer", "tagger", "parser"]
        assert models["models"]["tags.mp"] == ["parser"]
        form = {"input": "conllu", "output": "conllu", "data": TEXT, "model": "toy"}
        assert request(f"{base}process", {**form, **ALL}) == asked(service, data=TEXT, **ALL)
    form = {"input": "conllu", "output": "conllu", "data": WORDS + "\n", "tagger": ""}
    assert request("process", form)["result"] == asked(service, data=WORDS, tagger="")["result"]
    with pytest.raises(urllib.error.HTTPError) as error:
        request("process", {"data": "x", "model": "nowhere"})
    assert error.value.code == 400
    assert b"choose from toy_plain.mp" in error.value.read()


def test_a_client_that_others_wrote(service):
    """Udapi's, with all that it can ask."""
    online = pytest.importorskip("udapi.tool.udpipeonline")
    from udapi.core.document import Document
    from udapi.core.root import Root

    client = online.UDPipeOnline("toy_plain.mp", str(service.base_url).rstrip("/"))
    assert client.list_models()[0] == "toy_plain.mp"
    assert client.segment_text(TEXT.partition("\n")[0]) == TEXT.partition("\n")[0].replace(
        ". ", ".\n"
    ).split("\n")
    root = Root()
    root.text = "The dogs like Bob."
    (tree,) = client.tokenize_tag_parse_tree(root)
    assert [node.form for node in tree.descendants] == ["The", "dogs", "like", "Bob", "."]
    assert [node.upos for node in tree.descendants][:3] == ["DET", "NOUN", "VERB"]
    client.tag_parse_tree(tree)
    assert tree.descendants[2].parent is tree
    document = Document()
    document.from_conllu_string(asked(service, data=TEXT, tokenizer="")["result"])
    client.process_document(document, tokenize=False)
    heads = [node.parent.ord for tree in document.trees for node in tree.descendants]
    whole = reads(asked(service, data=TEXT, **ALL)["result"])
    assert heads == [head for sentence in whole for head in sentence.heads]


def test_ways_to_send_a_form(service):
    form = {"data": TEXT, **ALL, "model": "toy_plain"}
    whole = asked(service, **form)
    assert service.get("/process", params=form).json() == whole
    assert service.post("/process", files={k: (None, v) for k, v in form.items()}).json() == whole
    rest = {key: value for key, value in form.items() if key != "data"}
    files = {"data": ("text.txt", TEXT.encode())}  # as `curl -F data=@text.txt` does
    assert service.post("/process", params=rest, files=files).json() == whole
    assert service.post("/api/process", data=form).json() == whole


BAD_TEXT = b'--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n\xff\r\n--x--'


def columns(conllu, *wanted):
    return [[s.columns[c] for c in wanted] for s in reads(conllu)]


def test_only_what_is_asked_for_is_changed(service):
    asis = asked(service, data=WORDS)["result"]
    assert asis == WORDS + "\n"
    tagged = asked(service, data=WORDS, tagger="")["result"]
    assert columns(tagged, 0, 1, 6, 7, 8, 9) == columns(asis, 0, 1, 6, 7, 8, 9)
    assert columns(tagged, 3) == [[("PROPN", "VERB", "NOUN")]]
    parsed = asked(service, data=WORDS, parser="")["result"]
    assert columns(parsed, 0, 1, 2, 3, 4, 5, 8, 9) == columns(asis, 0, 1, 2, 3, 4, 5, 8, 9)
    assert "_" not in columns(parsed, 6)[0][0]
    both = asked(service, data=WORDS, tagger="", parser="")["result"]
    assert columns(both, 6, 7) == [[("2", "0", "2"), ("nsubj", "root", "obj")]]
    assert columns(both, 2, 3, 4, 5) == columns(tagged, 2, 3, 4, 5)
    rewritten = asked(service, data=both.replace("nsubj", "wrong"), parser="")["result"]
    assert rewritten == both


def test_tokens_alone_have_no_tags(service, toy_pipeline):
    whole, tokens = toy_pipeline.annotate(TEXT), asked(service, data=TEXT, tokenizer="")["result"]
    assert columns(tokens, 0, 1, 9) == columns(whole, 0, 1, 9)
    assert all({*column} == {"_"} for s in columns(tokens, *range(2, 9)) for column in s)
    assert asked(service, data=TEXT, input="generic_tokenizer")["result"] == tokens


def test_lines_as_sentences_and_places_of_tokens(service):
    text = "Ann sees Bob. The dogs like\nMr. Fox can't see cats!\n\nBob hears birds."
    one = asked(service, data=text, tokenizer="presegmented;ranges", tagger="")["result"]
    found = list(reads(one))
    assert len(found) == 3
    assert found[0].forms[-1] == "like"
    assert ["# newpar" in s.comments for s in found] == [True, False, True]
    places = [row.split("\t") for row in one.split("\n") if "TokenRange=" in row]
    for row in places:
        begin, end = row[9].partition("TokenRange=")[2].split(":")
        assert text[int(begin) : int(end)] == row[1]
    assert sum("-" in row[0] for row in places) == 1
    assert len(places) == sum(s.words for s in found) - 1  # two words are one token


def test_layouts(service):
    words = "Ann sees the cats\nBob hears\u00a0so birds\n"
    vertical = "Ann\tx\nsees\nthe\ncats\n\nBob\nhears so\nbirds\n"
    read = asked(service, data=words, input="horizontal", tagger="", parser="")
    assert read == asked(service, data=vertical, input="vertical", tagger="", parser="")
    assert columns(read["result"], 1)[1] == [("Bob", "hears so", "birds")]
    assert asked(service, data=words, input="horizontal", output="horizontal")["result"] == words
    written = asked(service, data=words, input="horizontal", output="vertical")["result"]
    assert written == vertical.replace("\tx", "") + "\n"
    plain = asked(service, data=TEXT, tokenizer="", output="plaintext=normalized_spaces")
    assert plain["result"] == TEXT.replace(". ", ".\n", 1).replace("Mr.\n", "Mr. ") + "\n"


def test_models_are_chosen_by_name(service):
    for name in ("toy_plain", "toy", "toy_plain.mp", ""):
        assert asked(service, data="Bob.", model=name, **ALL)["model"] == "toy_plain.mp"
    tagged = asked(service, data=WORDS, tagger="")["result"]
    assert asked(service, data=tagged, model="tags", parser="")["model"] == "tags.mp"
    own = asked(service, data="a b", model="alphabetical", **ALL)
    assert columns(own["result"], 6) == [[("0", "1")]]


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({}, "data: missing"),
        ({"data": "x", "model": "toy_plan"}, "did you mean toy_plain.mp?"),
        ({"data": "x", "output": "matxin"}, "output: found 'matxin'; choose from conllu"),
        ({"data": "x", "input": "conlu"}, "did you mean conllu?"),
        ({"data": "x", "tokenizer": "magic"}, "tokenizer: found 'magic'"),
        ({"data": "Ann sees"}, "data:1: found"),
        ({"data": "Ann sees", "parser": ""}, "if data is plain text, add the field tokenizer"),
        ({"data": "Bob.", "model": "tags", **ALL}, "tags.mp has no tokenizer and no tagger"),
        ({"data": "a", "model": "alphabetical", "tokenizer": ""}, "all at once"),
        ({"data": "cat " * 41, "input": "horizontal", "tagger": ""}, "--max-words"),
        ({"data": "cat " * 41, "input": "horizontal"}, "41 words; the limit is 40"),
        ({"data": "cat " * 41 + ".", **ALL}, "--max-words"),
    ],
)
def test_what_is_refused(service, form, message):
    answer = service.post("/process", data=form)
    assert answer.status_code == 400, answer.text
    assert message in answer.json()["message"]
    assert "\n" not in answer.json()["message"]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/plain", b"data=x"),
        ("", b"data=x"),
        ("application/json", b'{"data": "x"}'),
        ("multipart/form-data", b"--x\r\n\r\nx"),
        ("multipart/form-data; boundary=x", b"no parts"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\nno name\r\n--x--"),
        ("multipart/form-data; boundary=x", BAD_TEXT),
        ("application/x-www-form-urlencoded", b"data=%ff"),
        ("application/x-www-form-urlencoded", b"data=\xff"),
        ("application/x-www-form-urlencoded", b"a=1&" * 101),
    ],
)  # fmt: skip
def test_what_is_no_form(service, kind, body):
    answer = service.post("/process", content=body, headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["kind"]) == (400, "form")


def test_a_text_without_words(service):
    for text in ("", " \n\n "):
        assert asked(service, data=text, **ALL)["result"] == ""
    assert asked(service, data="", tagger="")["result"] == ""


def test_without_a_model(client):
    assert client.get("/models").json() == {"models": {}, "default_model": None}
    assert client.post("/process", data={"data": "x", **ALL}).status_code == 501


def test_limits_are_shown(service):
    about = service.get("/api").json()
    assert about["limits"]["processed"] == 40
    assert about["limits"]["body"] == LIMITS.body
    assert isinstance(about["limits"]["body"], int)  # bytes have no half
    assert about["options"]["processed"] == "--max-words"
    assert about["models"] == ["toy_plain.mp", "tags.mp", "alphabetical"]
    large = service.post("/process", data={"data": "x" * LIMITS.body})
    assert large.status_code == 413
    assert "--max-bytes" in large.json()["message"]


def test_health(service):
    found = service.get("/health/ready")
    assert found.status_code == 200
    assert found.json()["models"] == ["toy_plain.mp", "tags.mp", "alphabetical"]
    assert service.get("/health").json() == found.json()


def metrics(service):
    answer = service.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    rows = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (row.rpartition(" ") for row in rows)}


def test_metrics_add_up(service):
    before = metrics(service)
    for _ in range(3):
        asked(service, data="Ann sees Bob.", **ALL)
    service.post("/process", data={})
    service.get("/no/such/page/%22%0a")
    after = metrics(service)

    def grown(name):
        return after.get(name, 0) - before.get(name, 0)

    assert grown('multiplane_requests_total{route="/process",status="200"}') == 3
    assert grown('multiplane_requests_total{route="/process",status="400"}') == 1
    assert grown('multiplane_request_seconds_count{route="/process"}') == 4
    assert grown('multiplane_request_seconds_bucket{route="/process",le="+Inf"}') == 4
    assert 0 < grown('multiplane_request_seconds_sum{route="/process"}') < 60
    assert grown('multiplane_words_total{model="toy_plain.mp"}') == 12
    assert grown('multiplane_sentences_total{model="toy_plain.mp"}') == 3
    assert grown('multiplane_requests_total{route="other",status="404"}') == 1
    assert after["multiplane_ready"] == 1
    assert after['multiplane_workers{lane="short"}'] == LIMITS.cheap_workers
    assert after['multiplane_queue_length{lane="long"}'] == 0
    if Path("/proc/self/smaps_rollup").exists():
        assert after['multiplane_worker_memory_bytes{lane="short"}'] > 1 << 20


def test_any_number_of_addresses_is_one_label(service):
    for number in range(5):
        service.get(f"/systems/unheard-of-{number}")
        service.get(f"/api/systems/unheard-of-{number}")
        service.get(f"/{number}")
    routes = {name for name in metrics(service) if "requests_total" in name}
    assert not [name for name in routes if "unheard" in name]
    assert len(routes) < 40
