"""Training of networks, on a toy language, for systems of all kinds."""

import json
import sys
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from multiplane import modelfile
from multiplane.cli import group
from multiplane.errors import MultiplaneError
from multiplane.modelfile.room import SETTING
from multiplane.parsing.parser import load
from multiplane.training import scale
from multiplane.training.checkpoint import FORMAT
from multiplane.training.neural.dials import TRIED, with_best_dials
from multiplane.training.options import Options
from multiplane.training.recipes import recipe_for
from multiplane.training.training import train
from support import toy

SMALL = "form=16 lemma=8 upos=8 xpos=4 morph=4 grams=8 lstm=24 hidden=64 graph=16 label=16"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("toy")
    (place / "plain").write_text(toy.treebank(150))
    (place / "crossing").write_text(toy.treebank(150, crossing=True))
    (place / "graphs").write_text(toy.graphs(150))
    return place


def needs_torch():
    pytest.importorskip("torch", reason="networks are trained with torch: pip install torch")


def learnt(folder, system, file, *, network=SMALL, **options):
    needs_torch()
    return train(
        system, str(folder / file), str(folder / file), learner="neural", network=network,
        **{"epochs": 6, **options},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("system", "file", "options"),
    [
        ("arc-eager", "plain", {}),
        ("arc-eager", "plain", {"network": f"{SMALL} graph=0 label=0", "root": "first"}),
        ("arc-standard", "plain", {"oracle": "static", "network": f"{SMALL} label=0"}),
        ("arc-eager", "crossing", {"projectivize": "head", "beam": 3}),
        ("side-stack", "crossing", {"beam": 3}),
        ("2-planar-eager", "crossing", {"network": f"{SMALL} costs=0 repair=0", "root": "last"}),
        ("covington", "crossing", {"exploration": 0.0}),
        ("swap", "crossing", {}),
        ("easy-first", "plain", {}),
        ("undirected-2-planar", "crossing", {}),
    ],
)
def test_it_learns_the_toy_language(folder, system, file, options):
    parser = learnt(folder, system, file, **options)
    assert parser.training["scores"]["las"] > 85
    assert parser.training["learner"] == "neural"


@pytest.mark.parametrize("halves", [False, True])
def test_it_learns_in_either_precision(folder, halves, monkeypatch):
    needs_torch()
    from multiplane.training.neural import learner

    monkeypatch.setattr(learner, "has_halves", lambda: halves)
    parser = learnt(folder, "side-stack", "crossing")
    assert parser.training["scores"]["las"] > 85
    assert parser.training["halves"] is halves


def test_it_learns_graphs(folder):
    parser = learnt(folder, "dag-arc-eager", "graphs", graphs=True)
    assert parser.training["scores"]["f1"] > 80


def test_the_same_seed_gives_the_same_file(folder, tmp_path):
    torch = pytest.importorskip("torch", reason="networks are trained with torch")
    before = torch.get_rng_state()
    for name, seed in (("one", 1), ("two", 1), ("three", 2)):
        learnt(folder, "arc-eager", "plain", epochs=2, seed=seed).save(tmp_path / name)
    assert torch.equal(before, torch.get_rng_state())  # others may use it
    one, two, three = ((tmp_path / name).read_bytes() for name in ("one", "two", "three"))
    assert one == two != three


def test_the_command_trains_and_tells(folder, tmp_path):
    needs_torch()
    model = tmp_path / "toy.mp"
    arguments = ["train", "--learner", "neural", "--system", "arc-eager", "--epochs", "2"]
    files = ["--train", str(folder / "plain"), "--dev", str(folder / "plain")]
    options = ["--network", SMALL, "--model", str(model), "--beam", "2"]
    trained = CliRunner().invoke(group, [*arguments, *files, *options])
    assert trained.exit_code == 0, trained.output
    assert load(model).beam == 2
    told = CliRunner().invoke(group, ["info", str(model)]).output
    assert "LSTM of 2 × 24, hidden layer of 64" in told
    assert "form 16, lemma 8, upos 8, xpos 4, morph 4, grams 8" in told
    report = json.loads(CliRunner().invoke(group, ["info", str(model), "--json"]).output)
    assert report["network"]["graph"] == 16
    assert report["learner"] == "neural"
    said = CliRunner().invoke(group, ["info", str(model), "--features"]).output
    assert "σ[0].vector" in said


def learns_nothing(moment):
    assert moment.ended


def test_ctrl_c_keeps_the_best_so_far(folder):
    needs_torch()

    def stop(moment):
        if moment.epoch == 2:
            raise KeyboardInterrupt

    parser = learnt(folder, "arc-eager", "plain", watch=stop)
    assert parser.training["best_epoch"] == 1


def test_without_torch_it_says_what_to_install(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MultiplaneError, match=r"needs the package torch.*extra neural"):
        train("arc-eager", str(folder / "plain"), learner="neural", network=SMALL)


@pytest.mark.parametrize(
    ("learner", "text", "message"),
    [
        ("neural", "X.form\n", "expected at least one template like X.vector"),
        ("perceptron", "X.form\nX.vector\n", "expected none: vectors are what neural guides"),
        ("neural", "X.vector Y.form\n", "line 1: found vector among 2 atoms"),
    ],
)
def test_feature_models_must_fit(folder, tmp_path, learner, text, message):
    (tmp_path / "features").write_text(text)
    with pytest.raises(MultiplaneError, match=message):
        train("arc-eager", str(folder / "plain"), learner=learner, features=tmp_path / "features")


def test_own_features(folder, tmp_path):
    (tmp_path / "features").write_text("X.vector\nY.vector\nX.upos Y.upos\nX.morph\ndist(X,Y)\n")
    parser = learnt(folder, "arc-eager", "plain", features=tmp_path / "features")
    assert parser.training["scores"]["las"] > 80


def test_training_goes_on_from_a_checkpoint(folder, tmp_path):
    needs_torch()
    place = tmp_path / "state"

    def die(moment):
        if moment.epoch == 3:
            raise SystemExit  # nothing is tidied up, as when a process is killed

    learnt(folder, "side-stack", "crossing", epochs=4).save(tmp_path / "whole")
    with pytest.raises(SystemExit):
        learnt(folder, "side-stack", "crossing", epochs=4, checkpoint=place, watch=die)
    assert place.exists()
    seen = []
    again = learnt(folder, "side-stack", "crossing", epochs=4, checkpoint=place, watch=seen.append)
    again.save(tmp_path / "again")
    assert {moment.epoch for moment in seen if not moment.ended} == {3, 4}
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "again").read_bytes()
    assert not place.exists()


@pytest.mark.parametrize("epochs", [2, 3])
def test_ctrl_c_keeps_the_best_of_a_checkpoint_before_another_epoch_ends(folder, tmp_path, epochs):
    """Who watches hears at once that there is something to keep, also if only dials are left."""
    needs_torch()
    place, seen = tmp_path / "state", []

    def stop(moment):
        seen.append(moment)
        if moment.epoch == 3 or len(seen) == 2:
            raise KeyboardInterrupt

    def die(moment):
        if moment.epoch == 2 and moment.ended:
            raise SystemExit

    with pytest.raises(SystemExit):
        learnt(folder, "arc-eager", "plain", epochs=epochs, checkpoint=place, watch=die)
    parser = learnt(folder, "arc-eager", "plain", epochs=epochs, checkpoint=place, watch=stop)
    assert (seen[0].epoch, seen[0].ended) == (2, True)
    assert parser.training["best_epoch"] <= 2
    assert place.exists() == (epochs == 3)


def test_several_members_become_one_network(folder, tmp_path):
    alone, other, together = (
        learnt(folder, "arc-eager", "plain", epochs=2, **more)
        for more in ({}, {"members": 2, "seed": 2}, {"members": 2})
    )
    assert together.weights.recipe == replace(alone.weights.recipe, members=2)
    assert together.training["members"] == 2
    scales = together.weights.weights["class-bias"], other.weights.weights["class-bias"]
    assert not (scales[0] == scales[1]).all()
    # The first member is the network of the same seed; its numbers come first.
    size = alone.weights.recipe.hidden
    mine = together.weights.weights["hidden-bias"][:size]
    assert (mine == alone.weights.weights["hidden-bias"]).all()
    place = tmp_path / "state"

    def die(moment):
        if moment.epoch == 2:  # the state after the first epoch is kept
            raise SystemExit

    with pytest.raises(SystemExit):
        learnt(folder, "arc-eager", "plain", epochs=2, members=2, checkpoint=place, watch=die)
    learnt(folder, "arc-eager", "plain", epochs=2, members=2, checkpoint=place).save(
        tmp_path / "again"
    )
    together.save(tmp_path / "whole")
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "again").read_bytes()


def test_members_and_an_encoder_are_refused_together():
    with pytest.raises(MultiplaneError, match="give members 1, or no encoder"):
        Options(learner="neural", members=2, encoder="folder")


@pytest.mark.parametrize(
    ("system", "options", "message"),
    [
        (
            "arc-eager",
            {"members": 33},
            r"^members: found 33; expected 1 to 32, .* 4,096 .* each network has seen=128$",
        ),
        ("arc-eager", {"beam": 1025}, "^beam 1025; give 1 .greedy search. to 1024$"),
        ("easy-first", {"beam": 2}, "^beam 2; easy-first has families of transitions"),
    ],
)
def test_what_no_parser_can_be_is_refused_before_the_first_epoch(folder, system, options, message):
    with pytest.raises(MultiplaneError, match=message):
        learnt(folder, system, "plain", watch=pytest.fail, **options)


@pytest.mark.parametrize(("members", "room"), [(1, 1_000_000), (2, 2_000_000)])
def test_a_network_that_no_file_may_hold_is_refused_before_the_first_epoch(
    folder, monkeypatch, members, room
):
    needs_torch()
    monkeypatch.setenv(SETTING, str(room))
    with pytest.raises(MultiplaneError, match=f"more than {room:,} bytes; .*{SETTING}"):
        learnt(folder, "arc-eager", "plain", members=members, watch=pytest.fail)


def test_a_checkpoint_is_removed_after_the_parser_is_saved(folder, tmp_path):
    needs_torch()
    place = tmp_path / "state"

    def fail(_):
        assert place.exists()
        raise OSError

    learnt(folder, "arc-eager", "plain", epochs=2, save=lambda p: p.save(tmp_path / "whole"))
    with pytest.raises(OSError):  # noqa: PT011
        learnt(folder, "arc-eager", "plain", epochs=2, checkpoint=place, save=fail)
    again = learnt(folder, "arc-eager", "plain", epochs=2, checkpoint=place, watch=learns_nothing)
    again.save(tmp_path / "again")
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "again").read_bytes()
    assert not place.exists()


def test_a_checkpoint_of_another_training_is_refused(folder, tmp_path):
    needs_torch()
    place = tmp_path / "state"

    def stop(moment):
        if moment.epoch == 2:
            raise KeyboardInterrupt

    learnt(folder, "arc-eager", "plain", epochs=3, checkpoint=place, watch=stop)
    for other, options in (
        ("seed", {"epochs": 3, "seed": 2}),
        ("epochs", {"epochs": 4}),
        ("system, sizes or options", {"epochs": 3, "network": "form=8"}),
    ):
        message = f"a checkpoint of another training \\(other {other}\\); remove it"
        with pytest.raises(MultiplaneError, match=message):
            learnt(folder, "arc-eager", "plain", checkpoint=place, **options)
    content, arrays = modelfile.load(place, FORMAT, "")
    learner = content["learner"]
    random = learner["order"] | {"bit_generator": "MT19937"}
    for one, other in (
        ({**content, "epoch": 0}, arrays),
        ({**content, "learner": {**learner, "steps": -1}}, arrays),
        ({**content, "learner": {**learner, "order": random}}, arrays),
        ({**content, "best": {}}, arrays),
        ({**content, "best": {**content["best"], "training": {}}}, arrays),
        ({**content, "history": []}, arrays),
        (content, {**arrays, "learner/exp_avg_sq/seen": -1 - arrays["learner/exp_avg_sq/seen"]}),
        (content, {**arrays, "learner/random": np.zeros(2, np.uint64)}),
        (content, {**arrays, "learner/exp_avg/seen": arrays["learner/exp_avg/seen"][1:]}),
        (content, {name: a for name, a in arrays.items() if name != "learner/weights/seen"}),
        (content, {n: a for n, a in arrays.items() if not n.startswith("best/network seen")}),
    ):
        modelfile.save(place, FORMAT, one, other)
        with pytest.raises(MultiplaneError, match=r"^[^\n]*state: [^\n]*; remove it$"):
            learnt(folder, "arc-eager", "plain", epochs=3, checkpoint=place)
    place.write_bytes(place.read_bytes()[:-5])
    with pytest.raises(MultiplaneError, match="state: "):
        learnt(folder, "arc-eager", "plain", epochs=3, checkpoint=place)


def test_ctrl_c_while_dials_are_chosen_keeps_all(folder, tmp_path, monkeypatch):
    """The parser has no bias; the checkpoint is still there, and leads to the whole one."""
    needs_torch()
    place = tmp_path / "state"

    def stop(*_):
        raise KeyboardInterrupt

    learnt(folder, "side-stack", "crossing", epochs=1).save(tmp_path / "whole")
    with monkeypatch.context() as patch:
        patch.setattr("multiplane.training.neural.dials.with_best_dials", stop)
        parser = learnt(folder, "side-stack", "crossing", epochs=1, checkpoint=place)
    assert parser.training["best_epoch"] == 1
    assert parser.weights.recipe.bias == 0
    learnt(folder, "side-stack", "crossing", epochs=1, checkpoint=place, watch=learns_nothing).save(
        tmp_path / "again"
    )
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "again").read_bytes()
    assert not place.exists()


def test_a_place_where_no_checkpoint_can_be_is_an_error_at_once(folder, tmp_path):
    needs_torch()
    for place, message in (
        (tmp_path / "nowhere" / "state", "there is no folder .*nowhere; make it first"),
        (tmp_path, "found a folder; expected a file for the checkpoint"),
    ):
        with pytest.raises(MultiplaneError, match=message):
            learnt(folder, "arc-eager", "plain", checkpoint=place, watch=pytest.fail)


def test_the_bias_is_chosen_on_the_development_file(folder):
    """Of those tried, the first that no other beats."""
    parser = learnt(folder, "side-stack", "crossing", epochs=1)
    scores = {0.0: 70.0, 0.5: 80.0, 1.0: 80.0, 1.5: 79.0, 2.0: 10.0}
    asked = []

    def judge(one):
        bias = one.weights.recipe.bias
        assert one.design.network.bias == bias
        asked.append(bias)
        return {"uas": 90.0, "las": scores[bias]}

    found = with_best_dials(parser, judge, {"graph_weight"})
    assert asked == list(scores)
    assert found.weights.recipe.bias == 0.5
    assert found.training["scores"]["las"] == 80.0


def test_projective_systems_have_no_bias_to_choose(folder):
    parser = learnt(folder, "arc-eager", "crossing", epochs=1)
    given = {"graph_weight"}
    assert with_best_dials(parser, lambda _: pytest.fail("nothing to try"), given) is parser


def test_the_weight_of_arcs_is_chosen_before_the_bias(folder):
    parser = learnt(folder, "side-stack", "crossing", epochs=1)

    def judge(one):
        recipe = one.weights.recipe
        return {"las": 50 - 10 * recipe.graph_weight + recipe.bias * (recipe.graph_weight == 0.25)}

    recipe = with_best_dials(parser, judge).weights.recipe
    assert recipe.graph_weight == min(TRIED["graph_weight"])
    assert recipe.bias == max(TRIED["bias"])


def test_a_weight_of_arcs_that_is_given_is_kept(folder):
    network = f"{SMALL} graph_weight=0.75"
    parser = learnt(folder, "arc-eager", "crossing", epochs=1, network=network)
    assert parser.weights.recipe.graph_weight == 0.75


def test_a_bias_that_is_given_is_kept(folder):
    parser = learnt(folder, "side-stack", "crossing", epochs=1, bias=-0.5)
    parser.save(folder / "biased.mp")
    assert load(folder / "biased.mp").weights.recipe.bias == -0.5
    command = ["parse", "--model", str(folder / "biased.mp"), str(folder / "plain")]
    few, many = (
        CliRunner().invoke(group, [*command, "--format", "conllu", "--bias", bias])
        for bias in ("-90", "90")
    )
    assert few.exit_code == many.exit_code == 0
    assert few.output != many.output


@pytest.mark.parametrize(
    ("options", "words", "expected"),
    [
        # Two or three networks have half the epochs of one each, but not too few.
        ({}, 10**7, (2, 8)),
        ({}, 75_000, (2, 8)),
        ({}, 50_000, (2, 12)),
        ({}, 49_999, (3, 12)),
        ({}, 40_000, (3, 15)),
        ({}, 30_000, (3, 20)),
        ({}, 20_000, (3, 30)),
        ({}, 1_000, (3, 30)),
        ({"members": 1}, 10**7, (1, 10)),
        ({"members": 1}, 100_000, (1, 12)),
        ({"members": 1}, 1_000, (1, 30)),
        ({"members": 3}, 1_000, (3, 30)),
        ({"epochs": 3}, 1_000, (1, 3)),
        ({"epochs": 3, "members": 2}, 1_000, (2, 3)),
        ({"encoder": "folder"}, 1_000, (1, 30)),
        ({"graphs": True}, 1_000, (1, 30)),
        ({"learner": "perceptron"}, 1_000, (1, 12)),
        ({"learner": "perceptron", "members": 4}, 1_000, (4, 12)),
    ],
)
def test_the_numbers_of_networks_and_epochs_follow_from_that_of_words(options, words, expected):
    found = Options(**{"learner": "neural", **options}).for_words(words)
    assert (found.members, found.epochs) == expected


def test_a_small_treebank_is_learnt_by_three_networks(folder):
    parser = learnt(folder, "arc-eager", "plain", epochs=None)
    assert (parser.training["members"], parser.training["epochs"]) == (3, 30)
    assert parser.weights.recipe.members == 3


@pytest.mark.parametrize(
    ("words", "given", "expected"),
    [
        (49_999, {}, (128, 192, 128)),
        (49_999, {"members": 3}, (128, 128, 128)),
        (50_000, {}, (192, 192, 128)),
        (149_999, {"members": 2}, (192, 128, 128)),
        (150_000, {}, (256, 192, 192)),
        (150_000, {"members": 2}, (256, 128, 192)),
        (150_000, {"members": 2, "network": "lstm=100 hidden=64"}, (100, 64, 192)),
    ],
)
def test_sizes_follow_from_the_numbers_of_words_and_networks(words, given, expected):
    recipe = recipe_for(Options(learner="neural", **given), words)
    assert (recipe.lstm, recipe.hidden, recipe.graph) == expected


def test_large_treebanks_have_larger_networks_unless_sizes_are_given(folder, monkeypatch):
    monkeypatch.setattr(scale, "LARGE", 1)
    monkeypatch.setattr(scale, "SMALL", 0)
    recipe = learnt(folder, "arc-eager", "plain", epochs=1, network="graph=16").weights.recipe
    assert (recipe.lstm, recipe.graph) == (256, 16)


def test_devices_that_torch_cannot_use_are_refused(folder):
    for device in ("cuda:77", "toaster", "", "privateuseone"):
        with pytest.raises(
            MultiplaneError, match=f"^device '{device}': .{{10,200}}; give cpu"
        ) as told:
            learnt(folder, "arc-eager", "plain", epochs=1, device=device)
        assert str(told.value).isprintable()


def test_tensors_are_made_on_the_device_of_the_context():
    """What the learner relies on; there is no other device here to try it on."""
    torch = pytest.importorskip("torch", reason="networks are trained with torch")
    with torch.device("meta"):
        assert torch.as_tensor(np.zeros(2)).device.type == "meta"
