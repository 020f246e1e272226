"""`multiplane find`, and the same queries for the witnesses of a census."""

import json
import sys

import pytest
from click.testing import CliRunner

from multiplane.cli.census import command as census
from multiplane.cli.find import command
from multiplane.conllu import read, reads
from multiplane.drawing import size
from multiplane.errors import MultiplaneError
from support.paths import NOT_TREES, STRUCTURES

SUBJECTS = "V -nsubj-> S[gap_degree>=1]"


def run(*arguments, of=command, **options):
    return CliRunner().invoke(of, [str(argument) for argument in arguments], **options)


def test_the_table():
    answer = run("crossing(nsubj, obj)", STRUCTURES)
    assert answer.exit_code == 0
    lines = [line.split(None, 3) for line in answer.stdout.splitlines()]
    assert lines[1] == ["cross-serial", "ik/2", "kat/6", lines[1][3]]
    assert "dat [ik] Jan Marie de [kat] zag" in lines[1][3]
    assert answer.stderr == "multiplane: 2 matches in 1 sentence\n"


def test_drawings():
    answer = run(SUBJECTS, STRUCTURES, "--style", "drawing", "--limit", 1)
    assert answer.stdout.startswith("extraposed: V=3 S=2\n")
    assert answer.stdout.rstrip().splitlines()[-1].split() == ["S", "V"]
    assert "there are more" in answer.stderr


def test_conllu_can_be_read_again():
    answer = run(SUBJECTS, STRUCTURES, "--style", "conllu")
    sentences = list(reads(answer.stdout))
    assert [s.comments[2] for s in sentences] == ["# match = V=3 S=2", "# match = V=3 S=4"]
    assert sentences[0].comments[:2] == (
        f"# found_at = {STRUCTURES}:21",
        f"# query = {SUBJECTS}",
    )
    assert "Plane=2" in sentences[0].misc
    whole = [s for s in read(STRUCTURES) if s.heads in {t.heads for t in sentences}]
    assert [s.forms for s in whole] == [t.forms for t in sentences]


def test_json():
    (first, second) = json.loads(run(SUBJECTS, STRUCTURES, "--json").stdout)
    assert (first["sent_id"], first["line"], second["sent_id"]) == ("extraposed", 21, "golden-line")
    (match,) = first["matches"]
    assert [word["form"] for word in match["words"]] == ["came", "parcel"]
    assert match["words"][1] == {
        "name": "S",
        "number": 2,
        "form": "parcel",
        "lemma": "parcel",
        "upos": "NOUN",
        "head": 3,
        "deprel": "nsubj",
        "plane": 1,
    }
    assert match["arcs"] == [2]
    assert json.loads(run("planes>9", STRUCTURES, "--json").stdout) == []


def test_a_page_of_pictures(tmp_path):
    target = tmp_path / "page.html"
    assert run("crossing(amod, <none>)", STRUCTURES, "-o", target).exit_code != 0
    assert not target.exists()
    assert run('S[form!="<b>"], planes>=2', STRUCTURES, "-o", target).exit_code == 0
    page = target.read_text()
    assert page.count("<figure>") == page.count("<svg") == 3
    assert "&lt;b&gt;" in page
    assert "<b>&quot;" not in page
    assert "<script" not in page


def test_latex(tmp_path):
    target = tmp_path / "figures.tex"
    run(SUBJECTS, STRUCTURES, "-o", target)
    text = target.read_text()
    assert text.count(r"\begin{dependency}") == text.count(r"\end{dependency}") == 2
    assert r"edge style={draw=plane1, ultra thick}]{3}{2}{nsubj}" in text
    assert r"\textbf{parcel}" in text


def test_pdf(tmp_path):
    pytest.importorskip("matplotlib")
    target = tmp_path / "figures.pdf"
    assert run(SUBJECTS, STRUCTURES, "-o", target).exit_code == 0
    data = target.read_bytes()
    assert data.startswith(b"%PDF")
    assert b"/Count 2" in data
    run(SUBJECTS, STRUCTURES, "-o", tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == data
    nothing = run("planes>9", STRUCTURES, "-o", tmp_path / "nothing.pdf")
    assert "nothing was found" in str(nothing.exception)
    assert not (tmp_path / "nothing.pdf").exists()


@pytest.mark.parametrize(
    ("name", "after"), [("x.html", "<svg"), ("x.txt", "▼"), ("x.tex", "depend"), ("x.pdf", None)]
)
def test_a_sentence_that_cannot_be_drawn_does_not_keep_others_from_it(
    tmp_path, monkeypatch, name, after
):
    if name == "x.pdf":
        pytest.importorskip("matplotlib")
    monkeypatch.setattr(size, "MOST_PAIRS", 1000)
    source, output = tmp_path / "stars.conllu", tmp_path / name
    stars = (
        "".join(f"{d}\tw\t_\tX\t_\t_\t{min(d - 1, 1)}\ta\t_\t_\n" for d in range(1, n + 1))
        for n in (4, 60, 5)
    )
    source.write_text("\n".join(stars) + "\n")
    style = ["--style", "drawing"] if name == "x.txt" else []
    answer = run("planes>=1", source, "-o", output, *style)
    assert answer.exit_code == 0
    said = f"not drawn: {source}:6: found 60 words with too many arcs"
    assert said in answer.stderr
    assert "in 3 sentences" in answer.stderr
    if after:
        _, rest = output.read_text().split(said)
        assert after in rest


def test_a_pdf_of_letters_that_no_font_has(tmp_path):
    pytest.importorskip("matplotlib")
    source = tmp_path / "x.conllu"
    source.write_text("1\t\U000f0000\tx\tX\t_\t_\t0\troot\t_\t_\n\n")
    error = run("words>0", source, "-o", tmp_path / "x.pdf").exception
    assert "missing" in str(error)
    assert "write .svg or .html" in str(error)


def test_a_pdf_without_matplotlib(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    error = run("planes>1", STRUCTURES, "-o", tmp_path / "x.pdf").exception
    assert "extra plot" in str(error)


def test_counts():
    answer = run("planes>1", STRUCTURES, NOT_TREES, "--count")
    assert " 3 " in answer.stdout
    rows = json.loads(run("[crossed]", STRUCTURES, NOT_TREES, "--count", "--json").stdout)
    assert [(row["trees"], row["sentences"]) for row in rows] == [(6, 3), (1, 0)]
    assert rows[0]["matches"] == 10


def test_counts_by_attributes():
    answer = run("V -nsubj-> S", STRUCTURES, "--by", "S.plane,S.crossed", "--json")
    assert json.loads(answer.stdout) == [
        {"S.plane": "1", "S.crossed": "no", "matches": 6},
        {"S.plane": "1", "S.crossed": "yes", "matches": 1},
        {"S.plane": "3", "S.crossed": "yes", "matches": 1},
        {"S.plane": "2", "S.crossed": "yes", "matches": 1},
    ]
    shown = run("V -nsubj-> S", STRUCTURES, "--by", "S.upos").stdout.split()
    assert shown[:3] == ["S.upos", "matches", "%"]
    for keys, said in (
        ("X.lemma", "no word 'X'; choose from S, V"),
        ("lemma", "choose from S, V, for its lemma S.lemma"),
        ("S.lema", "did you mean lemma?"),
    ):
        assert said in str(run("V -nsubj-> S", STRUCTURES, "--by", keys).exception)


def test_the_most_frequent_values():
    query = "V -nsubj-> S", STRUCTURES, "--by", "S.plane,S.crossed"
    answer = run(*query, "--limit", 2)
    assert [line.split()[-1] for line in answer.stdout.splitlines()] == ["%", "66.67", "11.11"]
    assert answer.stderr == "multiplane: the 2 most frequent of 4; there are more: see --limit\n"
    assert len(json.loads(run(*query, "--limit", 3, "--json").stdout)) == 3
    assert run(*query, "--limit", 0).stdout == run(*query).stdout
    counted = run("V -nsubj-> S", STRUCTURES, "--count", "--limit", 2)
    assert (counted.exit_code, "--count counts all" in counted.stderr) == (2, True)


def test_counts_by_features(tmp_path):
    file = tmp_path / "a.conllu"
    feats = ("Case=Nom|Number=Sing", "Number=Plur", "_", "Case=Nom")
    lines = (f"{d}\ta\t_\tX\t_\t{f}\t{d - 1}\tx\t_\t_\n" for d, f in enumerate(feats, 1))
    file.write_text("".join(lines) + "\n")
    answer = run("W[]", file, "--by", "W.Case,W.Number", "--json")
    assert [tuple(row.values()) for row in json.loads(answer.stdout)] == [
        ("Nom", "Sing", 1), ("", "Plur", 1), ("", "", 1), ("Nom", "", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["planes>=", STRUCTURES], "query, column 9"),
        (["planes>1", "nowhere.conllu"], "nowhere.conllu: No such file"),
        (["planes>1", STRUCTURES, "-o", "x.docx"], r"unknown suffix .docx"),
        (["planes>1", NOT_TREES, "--on-error", "stop"], "cycle"),
    ],
)
def test_bad_input_is_one_line(arguments, said):
    answer = run(*arguments)
    assert isinstance(answer.exception, MultiplaneError)
    assert said in str(answer.exception)
    assert "\n" not in str(answer.exception)


def test_what_does_not_go_together():
    answer = run("planes>1", STRUCTURES, "--count", "--style", "html")
    assert answer.exit_code == 2
    assert "a table or json" in answer.stderr


def test_witnesses_of_a_query(tmp_path):
    answer = run(STRUCTURES, "--witnesses", "planes>=3", of=census)
    (sentence,) = reads(answer.stdout)
    assert "# sent_id = cross-serial" in sentence.comments
    assert "Trees" not in answer.stdout
    page = tmp_path / "page.html"
    assert (
        run(STRUCTURES, "--witnesses", "crossing(nsubj,obj)", "-o", page, of=census).exit_code == 0
    )
    assert page.read_text().count("<svg") == 1
    answer = run(STRUCTURES, "--witnesses", "planes>=3", "--total", of=census)
    assert answer.exit_code == 2


def test_witnesses_without_punctuation():
    """The full stop of the extraposed sentence crosses the arc of what is extraposed."""
    whole, fewer = (
        run(STRUCTURES, "--witnesses", "not planar", *more, of=census).stdout.count("sent_id")
        for more in ([], ["--without", "PUNCT"])
    )
    assert (whole, fewer) == (3, 2)


def test_witnesses_to_a_folder_or_by_a_query(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("found", "some/where", "planar/"):
        assert run(STRUCTURES, "--witnesses", name, of=census).exit_code == 0
        assert (tmp_path / name / "ill-nested.conllu").exists()
    assert "# text" in run(STRUCTURES, "--witnesses", "projective", of=census).stdout
    assert "Trees" in run(STRUCTURES, "--witnesses", "planar", of=census).stdout  # it exists
    for mistake in ("ill_nestd", "planes >= x", "not nested"):
        error = run(STRUCTURES, "--witnesses", mistake, of=census).exception
        assert str(error).startswith("query, column")
    assert not (tmp_path / "ill_nestd").exists()


def test_arcs_that_cross_are_found_once_without_names():
    (once,) = json.loads(run("crossing(*, *)", STRUCTURES, "--count", "--json").stdout)
    (both,) = json.loads(run("crossing(A[], B[])", STRUCTURES, "--count", "--json").stdout)
    assert (once["matches"], both["matches"]) == (11, 22)


@pytest.mark.parametrize("options", [(), ("--count",)])
def test_a_label_that_looks_like_a_word(options):
    said = run("crossing(A, B)", STRUCTURES, *options).stderr
    assert "A and B were read as labels; for any words, write * or A[] and B[]" in said
    said = run("crossing(A, nsubj)", STRUCTURES, *options).stderr
    assert "A was read as a label; for any words, write * or A[]" in said
    for query in ("crossing(A[], B[])", "A -> X, crossing(A, B[])", "crossing(nsubj, obj)"):
        assert "read as" not in run(query, STRUCTURES, *options).stderr
