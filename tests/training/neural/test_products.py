"""Products of matrices in training, against products of numbers that are rounded first."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="networks are trained with torch: pip install torch")

from multiplane.training.neural.products import (  # noqa: E402
    ROWS,
    has_halves,
    linear,
    multiplier,
    over_rows,
)

ROUNDED = 2.0**-8  # of a number in bfloat16, by its own size


def made(*shape, seed=1):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator)


def exact(array, *, halves):
    return array.bfloat16().double() if halves else array.double()


def close(found, wanted, halves):
    return torch.allclose(found.double(), wanted, rtol=ROUNDED if halves else 1e-5, atol=1e-4)


@pytest.mark.parametrize("halves", [False, True])
@pytest.mark.parametrize("many", [0, 1, 5, ROWS - 1, ROWS, 2 * ROWS + 1])
def test_products_and_gradients(many, halves):
    rows, weight = made(many, 7).requires_grad_(), made(4, 7, seed=2).requires_grad_()
    bias = made(4)
    found = linear(rows, weight, bias, halves=halves)
    x, w = exact(rows.detach(), halves=halves), exact(weight.detach(), halves=halves)
    assert close(found - bias, x @ w.T, halves)
    change = made(many, 4, seed=3)
    of_rows, of_weight = torch.autograd.grad((found * change).sum(), (rows, weight))
    change = exact(change, halves=halves)
    assert close(of_rows, change @ w, halves)
    assert close(of_weight, change.T @ x, halves)


@pytest.mark.parametrize("halves", [False, True])
def test_what_needs_no_gradient_gets_none(halves):
    weight = made(4, 7).requires_grad_()
    linear(made(5, 7), weight, halves=halves).sum().backward()
    assert weight.grad is not None


@pytest.mark.parametrize("halves", [False, True])
def test_products_of_arrays(halves):
    rows, other, matrix = made(5, 7), made(5, 3, seed=2), made(7, 4, seed=3)
    turned = np.asfortranarray(matrix.numpy())
    product = torch.from_numpy(multiplier(turned, halves=halves)(rows.numpy()))
    x = exact(rows, halves=halves)
    assert close(product, x @ exact(matrix, halves=halves), halves)
    summed = over_rows(rows.numpy(), other.numpy(), halves=halves)
    assert close(summed, x.T @ exact(other, halves=halves), halves)


@pytest.mark.parametrize(
    ("capabilities", "expected"),
    [({"avx512_bf16": True}, True), ({"avx512_bf16": False, "avx2": True}, False), ({}, False)],
)
def test_halves_are_used_where_the_processor_has_them(capabilities, expected, monkeypatch):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: capabilities, raising=False)
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: True)
    assert has_halves.__wrapped__() is expected
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: False)
    assert has_halves.__wrapped__() is False


def test_an_older_torch_does_not_say(monkeypatch):
    monkeypatch.delattr(torch.cpu, "get_capabilities", raising=False)
    assert has_halves.__wrapped__() is False
