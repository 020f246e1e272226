"""Answers that do not come change nothing; links to what is not possible show the oracle's."""

import re

import pytest
from playwright.sync_api import expect

BOAT = "system=arc-eager&words=the+old+boat+leaks&heads=3,3,4,0"
# Questions whose address has a certain end get no answer.
SILENT = """
const real = window.fetch;
window.silent = SILENT;
window.fetch = async (path, options) => {
  if (window.silent && path.endsWith(window.silent)) throw new TypeError("it does not answer");
  return real(path, options);
};
"""


def silent(question=""):
    return SILENT.replace("SILENT", f'"{question}"', 1)


def trouble(page):
    return page.locator(".stepper .trouble")


def again(page):
    return page.get_by_role("button", name="Try again")


def test_a_transition_without_an_answer_changes_nothing(open_page):
    page = open_page(f"/#{BOAT}&step=1", script=silent())
    expect(page.locator(".move").nth(1)).to_be_visible()
    link = page.url
    before = page.locator(".chain li").all_text_contents()
    page.evaluate("window.silent = '/api/steps'")
    page.keyboard.press("2")
    expect(trouble(page)).to_contain_text("Nothing has changed: the server does not answer")
    assert page.url == link
    assert page.locator(".chain li").all_text_contents() == before
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_have_text(f"2 of {len(before)}")
    expect(trouble(page)).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    chosen = page.locator(".move").nth(1).get_attribute("data-transition")
    page.keyboard.press("2")
    expect(again(page)).to_be_visible()
    page.evaluate("window.silent = ''")
    again(page).click()
    expect(page.locator(".chain li")).to_have_text(["SHIFT", chosen])
    expect(trouble(page)).to_have_count(0)
    assert page.url.endswith(f"&by=SHIFT,{chosen}&step=2")
    page.evaluate("window.silent = '/api/derivation'")
    page.get_by_role("button", name="Back to the oracle").click()
    again(page).click()
    expect(again(page)).to_be_visible()
    assert page.url.endswith(f"&by=SHIFT,{chosen}&step=2")
    page.evaluate("window.silent = ''")
    again(page).click()
    expect(page.locator(".chain li")).to_have_text(before)
    assert page.url.endswith("heads=3,3,4,0&step=2")


IMPOSSIBLE = {
    "not permitted": ("REDUCE", "REDUCE is not permitted"),
    "unknown": ("FOO", "no transition FOO; it has SHIFT, REDUCE, LEFT-ARC, RIGHT-ARC"),
    "empty": (",,", "transition 1 is empty; expected a name such as SHIFT"),
}


@pytest.mark.parametrize(("by", "said"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_link_to_impossible_transitions_says_so_and_shows_the_oracles(open_page, by, said):
    page = open_page(f"/#{BOAT}&by={by}&step=2")
    expect(trouble(page)).to_contain_text("not possible, so these are the oracle’s: ")
    expect(trouble(page)).to_contain_text(said)
    expect(again(page)).to_have_count(0)
    expect(page.locator(".count")).to_have_text(re.compile("^2 of"))
    expect(page.locator(".chain li").first).to_have_text("SHIFT")
    assert page.url.endswith("heads=3,3,4,0&step=2")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_have_text(re.compile("^3 of"))
    expect(trouble(page)).to_have_count(0)


def test_where_there_is_no_derivation_keys_do_not_change_the_link(open_page):
    page = open_page(f"/#{BOAT}&by=SHIFT&step=1", script=silent("/api/steps"))
    expect(again(page)).to_be_visible()
    for key in ("w", "Home", "q", "End", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.url.endswith(f"{BOAT}&by=SHIFT&step=1")
    page.evaluate("window.silent = ''")
    again(page).click()
    expect(page.locator(".chain li")).to_have_text(["SHIFT"])


def test_a_step_after_the_last_one_is_said_not_to_be_there(open_page):
    page = open_page(f"/#{BOAT}&step=99")
    count = page.locator(".chain li")
    expect(trouble(page)).to_have_text(re.compile(r"^There is no step 99; the last one is \d+\.$"))
    assert page.url.endswith(f"&step={count.count()}")
