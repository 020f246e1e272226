"""EM: the updates of the paper, likelihood, restarts, checkpoints."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.tabular.alphabet import Alphabet
from multiplane.tabular.em import em, expect, maximise, start
from multiplane.tabular.history import History, elaborated, naive
from multiplane.tabular.induction import Induction
from multiplane.tabular.model import Model

ALPHABET = Alphabet("upos", ("A", "B", "C"))
CORPUS = [ALPHABET.encode(s) for s in ("A", "AB", "BAC", "CABB", "ABCA", "BB", "CACBA", "AAB")]


def name(kind):
    return f"{kind.name} {kind.degree}" if isinstance(kind, History) else kind


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_the_likelihood_never_falls(seed, single_root):
    how = "random" if seed % 2 else "harmonic"
    model = start(elaborated(2), ALPHABET, CORPUS, how, seed, single_root=single_root)
    steps = list(em(model, CORPUS, 30, tolerance=0.0, single_root=single_root))
    logliks = [step.loglik for step in steps]
    assert len(logliks) > 3
    assert all(b >= a - 1e-9 * abs(a) for a, b in pairwise(logliks))
    assert logliks[-1] > logliks[0]


@pytest.mark.parametrize("how", ["harmonic", "random"])
@pytest.mark.parametrize("kind", [elaborated(1), elaborated(3), naive(2), naive(3)], ids=name)
def test_nor_in_other_histories(kind, how):
    model = start(kind, ALPHABET, CORPUS[:6], how, 1)
    logliks = [step.loglik for step in em(model, CORPUS[:6], 4)]
    assert logliks == sorted(logliks)
    assert logliks[-1] > logliks[0]


def test_expected_counts_are_the_gradient():
    """θ · ∂ log p / ∂ θ = E[f]: what the re-estimation of the paper rests on."""
    model = start(elaborated(2), ALPHABET, CORPUS, "random", 3)
    _, counts = expect(model, CORPUS)
    rng, step = np.random.default_rng(0), 1e-6
    for c, table in enumerate(model.tables):
        for at in rng.choice(np.flatnonzero(table), 20, replace=False):
            sides = []
            for sign in (1, -1):
                changed = [t.copy() for t in model.tables]
                changed[c].flat[at] *= 1 + sign * step
                sides.append(expect(replace(model, tables=tuple(changed)), CORPUS)[0])
            assert counts[c].flat[at] == pytest.approx((sides[0] - sides[1]) / (2 * step), abs=1e-5)


def test_updates_are_those_of_the_paper():
    model = start(elaborated(2), ALPHABET, CORPUS, "random", 3)
    _, (e0, e1, e2) = expect(model, CORPUS)
    after, n = maximise(model, (e0, e1, e2)), len(ALPHABET)
    codes = range(3, n)
    for b1 in codes:
        reduces = e1[:, b1, :2].sum() + e2[:, :, b1].sum()  # Z_{b1}
        shifts = e0[b1, :n].sum()
        assert e0[b1, n] == pytest.approx(reduces)
        for b in codes:
            assert after.tables[0][b1, b] == pytest.approx(e0[b1, b] / (reduces + shifts))
        for b2 in codes:
            deep = e2[:, b2, b1].sum()  # Z_{b2, b1}
            assert e1[b2, b1, 2] == pytest.approx(deep)
            la1, ra1 = e1[b2, b1, :2]
            assert after.tables[1][b2, b1, 0] == pytest.approx(la1 / (deep + la1 + ra1))
            for b3 in codes:
                la2, ra2 = e2[b3, b2, b1]
                if la2 + ra2:
                    assert after.tables[2][b3, b2, b1, 0] == pytest.approx(la2 / (la2 + ra2))
                else:
                    assert (after.tables[2][b3, b2, b1] == model.tables[2][b3, b2, b1]).all()


def test_models_stay_models():
    model = start(elaborated(2), ALPHABET, CORPUS, "harmonic", 1)
    *_, last = em(model, CORPUS, 10)
    for choice, table in zip(model.history.choices, last.model.tables, strict=True):
        legal = model.history.legal(choice, len(ALPHABET))
        assert np.allclose(table.sum(-1), legal.any(-1))
        assert not table[~legal].any()


def test_annealing_ends_where_em_does():
    model = start(elaborated(2), ALPHABET, CORPUS, "random", 2)
    steps = list(em(model, CORPUS, 60, anneal=0.3))
    assert len(steps) > 10
    assert all(b.loglik >= a.loglik - 1e-9 for a, b in pairwise(steps[10:]))


def induction(path=None, iterations=6, **settings):
    return Induction(
        CORPUS, ALPHABET, elaborated(2), "random", 1, iterations, 0.0, checkpoint=path, **settings
    )


@pytest.mark.parametrize("anneal", [1.0, 0.5])
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not(tmp_path, anneal):
    whole = induction(iterations=14, anneal=anneal)
    model = whole.run(3)

    class Stop(Exception):  # noqa: N818 - it is no error
        pass

    def stop(done):
        if done == 20:  # in the middle of the second start
            raise Stop

    path = tmp_path / "part"
    with pytest.raises(Stop):
        induction(path, 14, anneal=anneal).run(3, stop)
    again = induction(path, 14, anneal=anneal)
    resumed = again.run(3)
    assert again.starts == whole.starts
    assert resumed.notes == model.notes
    assert all((a == b).all() for a, b in zip(resumed.tables, model.tables, strict=True))


def test_a_run_that_ends_at_any_file_goes_on_as_if_it_had_not(tmp_path, monkeypatch):
    """Also between the last round of a start, which nothing but its rise tells, and its end."""
    settings = {"iterations": 40, "tolerance": 0.05}
    names = ("part", "part.best")

    def run(folder):
        path = folder / "part"
        kind = elaborated(2)
        Induction(CORPUS, ALPHABET, kind, "random", 1, **settings, checkpoint=path).run(2)
        return [(folder / name).read_bytes() for name in names]

    (tmp_path / "whole").mkdir()
    saved, plain = [], Model.save
    monkeypatch.setattr(Model, "save", lambda *given: saved.append(plain(*given)))
    whole = run(tmp_path / "whole")
    assert 6 < len(saved) < 80  # it has ended before its last round
    for fatal in range(len(saved)):
        folder, done = tmp_path / str(fatal), []
        folder.mkdir()

        def die(model, path, fatal=fatal, done=done):
            if len(done) == fatal:
                raise SystemExit
            done.append(plain(model, path))

        monkeypatch.setattr(Model, "save", die)
        with pytest.raises(SystemExit):
            run(folder)
        monkeypatch.setattr(Model, "save", plain)
        assert run(folder) == whole, fatal


def test_the_likeliest_start_is_kept():
    run = induction()
    model = run.run(4)
    best = max(run.starts, key=lambda one: one["rounds"][-1]["log_likelihood"])
    assert model.notes["seed"] == best["seed"]
    assert math.isfinite(model.notes["log_likelihood"])


def test_a_checkpoint_of_something_else(tmp_path):
    path = tmp_path / "part"
    induction(path).run(1)
    other = induction(path)
    other.corpus = CORPUS[:4]
    with pytest.raises(MultiplaneError, match="other sentences or settings"):
        other.run(1)


def test_unknown_starts():
    with pytest.raises(UnknownName, match="harmonic, random"):
        start(elaborated(2), ALPHABET, CORPUS, "magic", 1)
