"""Answers that come late: what is done meanwhile, and pages that were left, in a real browser."""

import time

import pytest
from playwright.sync_api import expect

BOAT = "words=the+old+boat+leaks&heads=3,3,4,0"
# Questions whose address has a certain end wait until they are let go, and are counted.
HOLD = """
const real = window.fetch;
const gone = new Promise((done) => { window.letGo = done; });
window.held = HELD;
window.fetch = async (path, options) => {
  if (window.held && path.endsWith(window.held)) {
    const { dataset } = document.documentElement;
    dataset.waiting = Number(dataset.waiting ?? 0) + 1;
    await gone;
  }
  return real(path, options);
};
"""


def holding(question=""):
    return HOLD.replace("HELD", f'"{question}"')


def expect_waiting(page, number):
    expect(page.locator("html")).to_have_attribute("data-waiting", str(number))


def test_a_choice_that_comes_before_the_answer_to_another_is_not_taken(open_page):
    page = open_page(f"/#system=arc-eager&{BOAT}&step=1", script=holding())
    expect(page.locator(".move").nth(1)).to_be_visible()
    chosen = page.locator(".move").nth(1).get_attribute("data-transition")
    page.evaluate("window.held = '/api/steps'")
    page.keyboard.press("2")
    expect_waiting(page, 1)
    page.keyboard.press("1")  # of transitions that are still shown, but not permitted any more
    page.locator(".move").first.click()
    page.keyboard.press("ArrowRight")
    expect_waiting(page, 1)
    page.evaluate("window.letGo()")
    expect(page.locator(".chain li")).to_have_text(["SHIFT", chosen])
    assert page.url.endswith(f"&by=SHIFT,{chosen}&step=2")
    page.keyboard.press("1")
    expect(page.locator(".chain li")).to_have_count(3)


def test_a_page_that_was_left_does_not_change_the_link_of_the_next(open_page):
    page = open_page(f"/#system=arc-eager&{BOAT}", script=holding())
    expect(page.locator(".primary")).to_be_enabled()
    page.evaluate("window.held = '/api/draw'")
    page.locator(".player .examples button").first.click()
    expect_waiting(page, 1)
    page.get_by_role("link", name="Systems").first.click()
    expect(page.locator("tbody tr").first).to_be_visible()
    with page.expect_response("**/api/draw"):
        page.evaluate("window.letGo()")
    page.wait_for_timeout(300)
    assert page.url.endswith("/systems")


@pytest.mark.parametrize("path", [f"/#{BOAT}&step=1", "/census", "/find"])
def test_a_page_does_without_what_the_server_says_of_itself(open_page, path):
    """An error that nobody has caught would be found at the end."""
    silent = """
    const real = window.fetch;
    window.fetch = async (path, options) => {
      if (path === "/api") throw new TypeError("it does not answer");
      return real(path, options);
    };
    """
    page = open_page(path, script=silent)
    expect(page.locator(".count, .drop, .match").first).to_be_visible()
    page.wait_for_timeout(300)


def test_a_system_of_ones_own_is_named_however_late_its_name_is_known(open_page):
    page = open_page("/own#beside=arc-eager", script=holding("/api/system"))
    expect_waiting(page, 1)
    page.wait_for_timeout(1000)
    page.evaluate("window.letGo()")
    expect(page.locator("h2.system")).to_have_text(["lazy", "arc-eager"])


def test_who_does_not_wait_for_a_busy_server_any_longer_is_not_told_to(open_page):
    busy = """
    const real = window.fetch;
    window.fetch = async (path, options) => {
      if (!window.busy || !path.endsWith("/api/draw")) return real(path, options);
      window.busy = false;
      const body = JSON.stringify({ kind: "unavailable", message: "busy; try again in a moment" });
      return new Response(body, { status: 503, headers: { "Retry-After": "60" } });
    };
    """
    page = open_page(f"/#{BOAT}", script=busy)
    expect(page.locator(".primary")).to_be_enabled()
    page.evaluate("window.busy = true")
    page.get_by_label("Sentence", exact=True).fill("all is well")
    expect(page.locator("#notice")).to_have_text("Busy…")
    page.get_by_label("Sentence", exact=True).fill("all is good")
    expect(page.locator(".tree .form")).to_have_text(["all", "is", "good"])
    expect(page.locator("#notice")).to_have_text("")


def test_a_page_that_is_left_before_it_is_there_does_not_change_the_link_of_another(open_page):
    page = open_page(f"/#system=arc-eager&{BOAT}&step=2")
    expect(page.locator(".chain .now")).to_have_text("SHIFT")
    link = page.url
    page.route("**/front/systems.js", lambda route: (time.sleep(0.8), route.continue_()))
    page.get_by_role("link", name="Systems").first.click()
    page.evaluate("history.back()")
    page.wait_for_timeout(2000)
    assert page.url == link


def test_a_search_that_begins_after_a_pause_does_not_change_the_link_of_another_page(open_page):
    page = open_page(f"/#system=arc-eager&{BOAT}&step=2")
    expect(page.locator(".chain .now")).to_have_text("SHIFT")
    link = page.url
    page.get_by_role("link", name="Search").first.click()
    page.locator("#treebank").fill("1\tgo\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
    page.evaluate("history.back()")
    page.wait_for_timeout(1500)  # longer than a search waits for the next key
    assert page.url == link
