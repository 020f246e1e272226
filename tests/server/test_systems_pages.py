"""The pages of systems: groups, sorting and meanings; an editor that helps to write one."""

import pytest
from playwright.sync_api import expect

from multiplane.systems import systems


def rows(page):
    return page.locator("tbody tr:not(.group) th")


def test_systems_are_in_groups_and_can_be_sorted(open_page):
    page = open_page("/systems")
    expect(page.locator("tr.group")).to_have_text(
        ["Projective trees", "One plane", "Several planes", "Other non-projective", "Undirected"]
    )
    heading = page.get_by_role("button", name="planes", exact=True)
    assert "without crossings" in heading.get_attribute("title")
    heading.click()
    expect(page.locator("tr.group")).to_have_count(0)
    expect(page.locator('th[aria-sort="ascending"]')).to_contain_text("planes")
    heading.click()
    expect(page.locator('th[aria-sort="descending"]')).to_contain_text("planes")
    page.get_by_role("button", name="system", exact=True).click()
    expect(rows(page)).to_have_text(sorted(systems))
    assert page.url.endswith("#sort=system")
    page.get_by_role("button", name="By groups").click()
    expect(page.locator("tr.group")).to_have_count(5)
    page.get_by_text("What the properties mean").click()
    expect(page.locator(".notation dd").nth(1)).to_be_visible()


def test_on_a_phone_a_shadow_shows_that_there_are_more_properties(open_page):
    page = open_page("/systems", width=360)
    table = page.get_by_role("region", name="Table of systems")
    expect(table).to_be_visible()
    assert table.evaluate("e => e.scrollWidth > e.clientWidth")
    assert "gradient" in table.evaluate("e => getComputedStyle(e).backgroundImage")


def test_the_editor_colours_completes_and_keeps_verdicts_in_sight(open_page):
    page = open_page("/own")
    summary = page.get_by_role("list", name="Verdicts")
    expect(summary.get_by_role("button", name="proved: projective")).to_be_visible()
    expect(page.locator(".colours .step").first).to_have_text("SH")
    expect(page.locator(".colours .comment").first).to_contain_text("Left dependents")
    editor = page.locator("#editor")
    editor.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("SWAP = mov")
    expect(page.get_by_role("listbox", name="Completions").locator("li")).to_have_text(
        ["move", "move_all"]
    )
    page.keyboard.press("Tab")
    page.keyboard.type("(σ[1], β)\nprefer = LEF")
    page.keyboard.press("Tab")
    assert editor.input_value().endswith("SWAP = move(σ[1], β)\nprefer = LEFT_ARC")
    expect(summary.get_by_role("button", name="refuted: projective")).to_be_visible()
    page.keyboard.press("Tab")  # no list is open: on to what comes next
    assert page.evaluate("document.activeElement.id") != "editor"
    summary.get_by_role("button", name="refuted: projective").click()
    expect(page.locator('.verdicts [data-property="projective"] h3')).to_be_focused()


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("arc-eager", "projective-forests", "sound and complete for"),
        ("arc-eager", "forests", "sound, but not complete, for"),
        ("planar", "projective-forests", "complete, but not sound, for"),
        ("planar", "2-planar-forests", "neither sound nor complete for"),
    ],
)
def test_what_holds_of_all_short_sentences_cannot_be_misread(open_page, name, kind, said):
    page = open_page(f"/systems/{name}")
    page.get_by_label("Class of graphs").fill(kind)
    page.get_by_label("words up to").select_option("4")
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verified p").first).to_contain_text(f"{name} is {said} {kind}.")


def test_a_name_that_cannot_be_read_is_said_to_be_none(open_page):
    trouble = open_page("/systems/%zz").locator(".trouble")
    expect(trouble).to_have_text(
        "“%zz” cannot be read; expected the name of a system, as in their list"
    )
