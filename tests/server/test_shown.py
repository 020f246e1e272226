"""Clicks are for what one sees: never for a sentence that is still to come, or cannot be shown."""

import re

from playwright.sync_api import expect

from server.test_races import expect_waiting, holding

T = "#words=old+boats+leak%0Athe+boat+sinks&heads=2,3,0%0A2,3,0"
HEADS = re.escape("heads=2,3,0%0A2,3,0")


def box(page):
    return page.get_by_label("Sentence", exact=True)


def listed(page):
    return page.get_by_role("list", name="Sentences of the text").get_by_role("button")


def link_of(page):
    return page.get_by_role("button", name="Copy a link to this state")


def edit(page):
    for number in (1, 3):
        page.locator(f'.tree [data-word="{number}"]').click(force=True)


def test_no_edit_and_no_link_while_another_sentence_is_coming(open_page):
    page = open_page(f"/{T}", script=holding())
    expect(link_of(page)).to_be_enabled()
    page.evaluate("window.held = '/api/draw'")
    listed(page).nth(1).click()
    expect_waiting(page, 1)
    expect(link_of(page)).to_be_disabled()
    edit(page)
    expect(page.locator("#notice")).to_have_text("Wait for the tree of these words")
    page.evaluate("window.letGo()")
    expect(link_of(page)).to_be_enabled()
    expect(page.locator(".tree .form").first).to_have_text("the")
    expect(page).to_have_url(re.compile(f"{HEADS}&sentence=2"))
    edit(page)
    expect(page).to_have_url(re.compile(re.escape("heads=2,3,0%0A3,3,0")))


def test_no_link_before_what_is_typed_is_read(open_page):
    page = open_page(f"/{T}")
    expect(link_of(page)).to_be_enabled()
    off = """() => {
      const box = document.getElementById("sentence");
      box.value = "all is well"; box.dispatchEvent(new Event("input"));
      document.querySelectorAll(".sentences button")[1].click();  // of the text before
      return [...document.querySelectorAll(".facts button")].every((each) => each.disabled);
    }"""
    assert page.evaluate(off)
    expect(page.locator(".tree .form")).to_have_text(["all", "is", "well"])
    expect(link_of(page)).to_be_enabled()
    assert "words=all+is+well" in page.url


def test_a_sentence_that_cannot_be_shown_leaves_no_other_beside_its_error(open_page):
    page = open_page("/")
    rows = [f"1\t{form}\t_\t_\t_\t_\t0\t_\t_\t_\n" for form in ("fits", "w" * 120)]
    box(page).fill("\n".join(rows))
    expect(listed(page)).to_have_count(2)
    expect(page.locator(".tree .form")).to_have_text(["fits"])
    listed(page).nth(1).click()
    expect(page.locator(".trouble:visible")).to_have_text(
        "word 1 has 120 characters; the limit is 100 characters"
    )
    expect(page.locator(".tree")).to_have_count(0)
    expect(link_of(page)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    listed(page).first.click()
    expect(page.locator(".tree .form")).to_have_text(["fits"])
    expect(link_of(page)).to_be_enabled()


def test_undo_does_not_keep_what_was_typed_from_being_read(open_page):
    page = open_page(f"/{T}")
    expect(link_of(page)).to_be_enabled()
    edit(page)
    expect(page.locator(".origin")).to_contain_text("Heads changed by hand")
    page.evaluate("""() => {
      const box = document.getElementById("sentence");
      box.value = "all is well"; box.dispatchEvent(new Event("input"));
      document.querySelector(".origin button").click();
    }""")
    expect(page.locator("#notice")).to_contain_text("the one in the box comes first")
    expect(page.locator(".tree .form")).to_have_text(["all", "is", "well"])
    expect(link_of(page)).to_be_enabled()
