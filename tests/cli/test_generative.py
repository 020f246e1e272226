"""estimate, chart, induce and sample."""

import json

import pytest
from click.testing import CliRunner

from multiplane.cli import group
from multiplane.conllu import read
from multiplane.errors import MultiplaneError

TREES = [("the dog sleeps", "DET NOUN VERB", [2, 3, 0]), ("dogs sleep", "NOUN VERB", [2, 0]),
         ("the cat sees dogs .", "DET NOUN VERB NOUN PUNCT", [2, 3, 0, 3, 3])]  # fmt: skip


@pytest.fixture
def file(tmp_path):
    lines = ["# a comment\n"]
    for words, tags, heads in TREES:
        rows = zip(words.split(), tags.split(), heads, strict=True)
        for number, (word, tag, head) in enumerate(rows, 1):
            lines.append(f"{number}\t{word}\t_\t{tag}\t_\t_\t{head}\t_\t_\tkept\n")
        lines.append("\n")
    path = tmp_path / "trees.conllu"
    path.write_text("".join(lines), "utf-8")
    return path


def invoke(*arguments):
    result = CliRunner().invoke(group, [str(a) for a in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


def run(*arguments):
    return invoke(*arguments).stdout


@pytest.fixture
def model(file, tmp_path):
    run("estimate", file, "--model", tmp_path / "model")
    return tmp_path / "model"


def test_estimate(file, tmp_path):
    out = json.loads(run("estimate", file, "--model", tmp_path / "m", "--json"))
    assert out["sentences"] == out["derived"] == 3
    assert (out["words"], out["symbols"], out["left_out"]) == (10, 4, 0)
    assert "3 trees of 10 words" in run("estimate", file, "--model", tmp_path / "m")


@pytest.mark.parametrize("method", ["viterbi", "risk"])
def test_chart(file, model, tmp_path, method):
    run("chart", file, "--model", model, "--method", method, "--output", tmp_path / "out")
    before, after = list(read(file)), list(read(tmp_path / "out"))
    assert [s.heads for s in after][:2] == [s.heads for s in before][:2]
    assert [s.misc for s in after] == [s.misc for s in before]
    assert after[0].comments == before[0].comments
    assert after[0].deprels == ("dep", "dep", "root")


def test_chart_with_probabilities(file, model):
    first, *_ = json.loads(run("chart", file, "--model", model, "--json"))
    assert first["heads"] == [2, 3, 0]
    assert all(0 < p <= 1 for p in first["posterior"])
    assert first["best_derivation"]["log_probability"] <= first["log_probability"] < 0
    assert first["best_derivation"]["transitions"].count("SHIFT") == 4


def test_long_sentences_pass_through(file, model, tmp_path):
    text = run("chart", file, "--model", model, "--max-words", 2)
    run("chart", file, "--model", model, "--max-words", 2, "-o", tmp_path / "out")
    assert (tmp_path / "out").read_text("utf-8") == text
    assert "3\tsleeps\t_\tVERB\t_\t_\t0\t_\t" in text


def test_sample(model, tmp_path):
    run("sample", "--model", model, "--sentences", 5, "--output", tmp_path / "drawn")
    run("sample", "--model", model, "--sentences", 5, "-o", tmp_path / "same")
    assert (tmp_path / "same").read_bytes() == (tmp_path / "drawn").read_bytes()
    drawn = list(read(tmp_path / "drawn"))
    listed = json.loads(run("sample", "--model", model, "--sentences", 5, "--json"))
    assert [list(s.upos) for s in drawn] == [one["upos"] for one in listed]
    assert [list(s.heads) for s in drawn] == [one["heads"] for one in listed]


@pytest.mark.parametrize(
    "more", [[], ["--without", "PUNCT"], ["--start", "random"], ["--history", "naive"]]
)
def test_induce(file, tmp_path, more):
    target = tmp_path / "induced"
    options = ["--model", target, "--iterations", 3, "--restarts", 2, "--score", *more]
    out = json.loads(run("induce", file, *options, "--json"))
    assert out["sentences"] == 3
    assert out["words"] == (9 if "PUNCT" in more else 10)
    assert [one["seed"] for one in out["starts"]] == [1, 2]
    assert all(0 <= r["uas"] <= 1 for one in out["starts"] for r in one["rounds"])
    assert "kept seed" in run("induce", file, *options)
    run("chart", file, "--model", target)


def test_sentences_of_probability_0_pass_through(file, tmp_path):
    run("estimate", file, "--model", tmp_path / "m", "--smoothing", 0, "--max-words", 2)
    text = run("chart", file, "--model", tmp_path / "m")
    assert "1\tthe\t_\tDET\t_\t_\t2\t_\t" in text
    assert "1\tdogs\t_\tNOUN\t_\t_\t2\tdep\t" in text


def test_estimate_conditional(file, tmp_path):
    options = ["--conditional", 2, "--model", tmp_path / "m", "--json"]
    one, two = json.loads(run("estimate", file, *options))["conditional_log_likelihood"]
    assert one < two < 0
    run("chart", file, "--model", tmp_path / "m")


def test_a_foreign_model(file):
    with pytest.raises(MultiplaneError, match="cannot be read as a model"):
        run("chart", file, "--model", file)


LABELLED = "".join(
    "1\tthe\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tdog\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n"
    "3\tsees\t_\tVERB\t_\t_\t0\troot\t_\t_\n4\tcats\t_\tNOUN\t_\t_\t3\tobj\t_\t_\n\n"
    for _ in range(3)
)


def test_labels(tmp_path):
    """The label depends on the direction: NOUN ← VERB is nsubj, VERB → NOUN is obj."""
    file, model = tmp_path / "labelled.conllu", tmp_path / "model"
    file.write_text(LABELLED, "utf-8")
    report = json.loads(run("estimate", file, "--model", model, "--json"))
    assert report["labels"] == 5  # with dep, which was not seen
    run("chart", file, "--model", model, "--output", tmp_path / "out")
    assert {s.deprels for s in read(tmp_path / "out")} == {("det", "nsubj", "root", "obj")}
    (first, *_) = json.loads(run("chart", file, "--model", model, "--json"))
    assert first["labels"] == ["det", "nsubj", "root", "obj"]
    assert first["sentence"] == 1
    text = run("sample", "--model", model, "--sentences", 20)
    assert "\t0\troot\t" in text
    assert "nsubj" in text


@pytest.mark.parametrize("degree", [1, 3])
def test_other_degrees(file, tmp_path, degree):
    run("estimate", file, "--model", tmp_path / "m", "--degree", degree)
    first, *_ = json.loads(run("chart", file, "--model", tmp_path / "m", "--json"))
    assert first["heads"] == [2, 3, 0]
    run("induce", file, "--model", tmp_path / "i", "--degree", degree, "--iterations", 2)
    run("chart", file, "--model", tmp_path / "i")


def test_the_naive_history_on_a_longer_sentence(tmp_path, file):
    run("estimate", file, "--model", tmp_path / "m", "--history", "naive")
    long = tmp_path / "long.conllu"
    lines = (f"{n}\tw\t_\tNOUN\t_\t_\t_\t_\t_\t_\n" for n in range(1, 15))
    long.write_text("".join(lines) + "\n", "utf-8")
    (only,) = json.loads(run("chart", long, "--model", tmp_path / "m", "--json"))
    assert only["heads"].count(0) == 1
    assert len(only["heads"]) == 14


BAD = {
    "malformed": ("1\tone\tcolumn\n", "found 3 columns"),
    "no head": ("1\ta\t_\tNOUN\t_\t_\t_\t_\t_\t_\n", "found no head for word 1"),
    "cycle": (
        "1\ta\t_\tNOUN\t_\t_\t2\t_\t_\t_\n2\tb\t_\tVERB\t_\t_\t1\t_\t_\t_\n",
        "found word 1 in a cycle",
    ),
}


@pytest.fixture(params=BAD)
def damaged(request, file):
    """The trees again, with a bad sentence after the first."""
    text, found = BAD[request.param]
    first, rest = file.read_text("utf-8").split("\n\n", 1)
    path = file.with_name("damaged.conllu")
    path.write_text(f"{first}\n\n{text}\n{rest}", "utf-8")
    return request.param, path, text, found


@pytest.mark.parametrize("command", ["estimate", "induce --score --iterations 2"])
def test_damage_stops_or_is_left_out(command, damaged, file, tmp_path):
    _, path, _, found = damaged
    name, *options = command.split()
    with pytest.raises(MultiplaneError, match=f"damaged.conllu:6: {found}; expected"):
        run(name, path, "--model", tmp_path / "m", *options)
    assert not (tmp_path / "m").exists()
    result = invoke(name, path, "--model", tmp_path / "m", "--on-error", "skip", "--json", *options)
    report = json.loads(result.stdout)
    assert (report["sentences"], report["skipped"]) == (3, 1)
    assert f"damaged.conllu:6: {found}" in result.stderr
    assert "1 sentence left out" in result.stderr
    run(name, file, "--model", tmp_path / "whole", *options)
    assert (tmp_path / "m").read_bytes() == (tmp_path / "whole").read_bytes()


def test_trees_are_not_asked_for_where_they_are_not_needed(damaged, tmp_path):
    kind, path, _, found = damaged
    options = ["--model", tmp_path / "m", "--iterations", 2, "--json"]
    if kind == "malformed":
        with pytest.raises(MultiplaneError, match=found):
            run("induce", path, *options)
        assert json.loads(run("induce", path, "--on-error", "skip", *options))["skipped"] == 1
    else:
        assert json.loads(run("induce", path, *options))["sentences"] == 4


def test_chart_passes_damage_through(damaged, model, tmp_path):
    kind, path, text, found = damaged
    out = tmp_path / "out"
    if kind != "malformed":  # trees are not read
        run("chart", path, "--model", model, "--output", out)
        return
    with pytest.raises(MultiplaneError, match=f"damaged.conllu:6: {found}"):
        run("chart", path, "--model", model, "--output", out)
    assert not out.exists()
    result = invoke("chart", path, "--model", model, "--output", out, "--on-error", "skip")
    assert f"damaged.conllu:6: {found}; expected 10 columns" in result.stderr.replace("\n", " ")
    assert "1 sentence left unchanged" in result.stderr
    first, bad, *rest = read(out, on_error="skip")
    assert bad.text.strip() == text.strip()
    assert first.heads == (2, 3, 0)
    assert all(s.error is None for s in rest)
    path.write_text(f"{path.read_text('utf-8')}\n{text}\n", "utf-8")
    result = invoke("chart", path, "--model", model, "--output", out, "--on-error", "skip")
    assert "2 sentences left unchanged" in result.stderr


def test_a_sentence_without_room_for_its_chart(file, tmp_path):
    run("estimate", file, "--model", tmp_path / "m", "--degree", 4)
    long = tmp_path / "long.conllu"
    lines = (f"{n}\tw\t_\tNOUN\t_\t_\t_\t_\t_\t_\n" for n in range(1, 101))
    long.write_text(f"{file.read_text('utf-8')}{''.join(lines)}\n", "utf-8")
    options = ["chart", long, "--model", tmp_path / "m", "--max-words", 100]
    with pytest.raises(MultiplaneError, match=r"long.conllu:\d+: 100 words in degree 4 need"):
        run(*options)
    result = invoke(*options, "--on-error", "skip")
    assert "100 words in degree 4 need" in result.stderr
    assert "100\tw\t_\tNOUN\t_\t_\t_\t_\t_\t_\n" in result.stdout
