"""axe-core finds nothing to object to on any page, in light and dark, wide and narrow."""

import pytest
from playwright.sync_api import expect

from support.axe import violations

LOOKS = [("light", 1400), ("dark", 360)]
# What each page has when it is ready, and what is done there before it is looked at.
PAGES = {
    "/": ".primary:enabled",
    "/#system=arc-eager&step=4": ".move",
    "/#step=30": ".store.active .chip",
    "/#system=arc-eager&step=2&quiz=1": ".option",
    "/#system=arc-eager&beside=arc-standard&step=4&beside-step=5": ".counts td",
    "/#system=arc-eager&beside=swap&step=4&beside-step=5&quiz=1": ".option",
    "/systems": "tbody tr",
    "/systems/planar#play=acyclic&step=3": ".played .tree",
    "/own": ".summary li",
    "/census": ".drop",
    "/find": ".match",
    "/interface": ".interface li",
}


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_violation(open_page, path, scheme, width):
    page = open_page(path, scheme=scheme, width=width)
    expect(page.locator(PAGES[path]).first).to_be_visible()
    assert violations(page) == []


def test_derivations_on_one_page_are_told_apart(open_page):
    page = open_page("/systems/planar#play=acyclic&step=3")
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verified .tree")).to_be_visible()
    expect(page.locator(".played .tree")).to_have_count(2)
    assert violations(page) == []


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
@pytest.mark.parametrize("key", ["/", "?"])
def test_axe_finds_no_violation_in_dialogs(open_page, key, scheme, width):
    page = open_page("/", scheme=scheme, width=width)
    expect(page.locator(".primary:enabled")).to_be_visible()
    page.keyboard.press(key)
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_role("option" if key == "/" else "definition").nth(5)).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_what_is_known_of_the_text_before_can_still_be_read(open_page, scheme, width):
    page = open_page("/own", scheme=scheme, width=width)
    expect(page.locator(".summary li").first).to_be_visible()
    page.locator("#editor").fill("SHIFT = SHH")
    expect(page.locator("#editor-trouble")).to_contain_text("those of the text before")
    assert violations(page) == []
