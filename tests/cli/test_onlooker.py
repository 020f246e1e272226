"""What is said while a parser is trained."""

import pytest
from click.testing import CliRunner

from multiplane.cli import group
from multiplane.cli.onlooker import PARTS, Onlooker
from multiplane.training.epochs import Moment
from support import toy

SCORES = {"uas": 70.0, "las": 60.5}


@pytest.fixture(autouse=True)
def signals(monkeypatch):
    """Signals that were left to the command: it has something to keep."""
    left = []
    monkeypatch.setattr("multiplane.cli.onlooker.leave_to_command", left.append)
    return left


def seen(moments, members=None):
    bar = []
    onlooker = Onlooker(bar.append, members)
    for moment in moments:
        onlooker.see(moment)
    return bar


def test_epochs_are_told_with_their_number_and_scores(capsys, signals):
    bar = seen([Moment(2, 4, 5, 10), Moment(2, 4, 10, 10, SCORES, ended=True)])
    assert capsys.readouterr().err == "multiplane: epoch 2 of 4: UAS 70.00, LAS 60.50\n"
    assert bar == [round(0.375 * PARTS) + 1, PARTS // 2 + 1]
    assert len(signals) == 1  # once for each end


def test_without_a_development_file_epochs_are_told_too(capsys):
    seen([Moment(1, 4, 10, 10, ended=True)])
    assert capsys.readouterr().err == "multiplane: epoch 1 of 4\n"


def test_whoever_goes_on_is_told_from_where(capsys, signals):
    seen([Moment(3, 4, 10, 10, ended=True, resumed=True)])
    assert capsys.readouterr().err == "multiplane: the checkpoint has epoch 3 of 4\n"
    assert signals  # there is something to keep already


def test_several_networks_that_nobody_asked_for_are_told_once(capsys):
    moments = [Moment(1, 30, done, 10, members=3) for done in (1, 5)]
    seen(moments)
    assert capsys.readouterr().err == (
        "multiplane: 3 networks become one parser, after 30 epochs each; --members and --epochs"
        " name other numbers\n"
    )
    seen(moments, members=3)
    assert capsys.readouterr().err == ""


def test_whoever_stops_is_told_how_to_go_on(tmp_path, monkeypatch):
    pytest.importorskip("torch", reason="training needs torch")
    (tmp_path / "toy.conllu").write_text(toy.treebank(20))
    see = Onlooker.see

    def stop(onlooker, moment):
        see(onlooker, moment)
        if moment.epoch == 2:
            raise KeyboardInterrupt

    arguments = [
        "train", "--learner", "neural", "--system", "arc-eager", "--epochs", "2", "--network",
        "form=8 lemma=8 upos=8 xpos=8 morph=8 grams=8 lstm=8 graph=8 label=8",
        "--train", str(tmp_path / "toy.conllu"), "--model", str(tmp_path / "toy.mp"),
        "--checkpoint", str(tmp_path / "state"),
    ]  # fmt: skip
    with monkeypatch.context() as patch:
        patch.setattr(Onlooker, "see", stop)
        answer = CliRunner().invoke(group, arguments)
    assert answer.exit_code == 0, answer.output
    assert "multiplane: epoch 1 of 2\n" in answer.stderr
    assert f"interrupted; with {tmp_path / 'state'}, the same command goes on\n" in answer.stderr
    answer = CliRunner().invoke(group, arguments)
    assert answer.exit_code == 0, answer.output
    assert "multiplane: the checkpoint has epoch 1 of 2\n" in answer.stderr
    assert "interrupted" not in answer.stderr
