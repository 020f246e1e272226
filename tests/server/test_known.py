"""What is known of words is text on the page: by mouse, finger and keyboard, and on saved pages."""

from playwright.sync_api import expect

BOATS = """\
1\tOld\told\tADJ\tJJ\tDegree=Pos\t2\tamod\t_\t_
2\tboats\tboat\tNOUN\tNNS\tCase=Nom|Number=Plur\t0\troot\t_\tGloss=à flot
3\t!\t_\tPUNCT\t_\t_\t2\tpunct\t_\t_

"""
OLD = "Old lemma old · XPOS JJ · Degree=Pos"
BOAT = "boats lemma boat · XPOS NNS · Case=Nom · Number=Plur · Gloss=à flot"


def word(page, number):
    return page.locator(f'.tree [data-word="{number}"]')


def opened(open_page, **more):
    page = open_page("/#system=arc-eager", **more)
    page.get_by_label("Sentence", exact=True).fill(BOATS)
    expect(page.locator(".known")).to_contain_text("Point at a word")
    return page


def test_it_is_read_by_mouse_and_keyboard(open_page):
    page = opened(open_page)
    word(page, 1).hover()
    expect(page.locator(".known")).to_have_text(OLD)
    word(page, 2).focus()
    expect(page.locator(".known")).to_have_text(BOAT)
    page.keyboard.press("Tab")
    expect(page.locator(".known")).to_have_text("! nothing more is known")
    page.get_by_role("button", name="Economic news").click()
    expect(page.locator(".facts")).to_contain_text("9 words")
    expect(page.locator(".known")).to_have_count(0)


def test_one_click_shows_it_and_two_change_the_tree(open_page):
    page = opened(open_page, width=360)
    word(page, 1).click()
    expect(page.locator(".known")).to_have_text(OLD)
    word(page, 3).click()
    expect(page.locator(".origin")).to_contain_text("Heads changed by hand")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".origin")).to_contain_text("From the pasted text")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_who_taps_from_word_to_word_changes_nothing(chromium, server):
    phone = {"width": 360, "height": 740}
    context = chromium.new_context(has_touch=True, is_mobile=True, viewport=phone, base_url=server)
    page = opened(lambda path: context.new_page().goto(path) and context.pages[0])
    word(page, 1).tap()
    expect(page.locator(".known")).to_have_text(f"{OLD} Change its head")
    word(page, 2).tap()
    expect(page.locator(".known")).to_have_text(f"{BOAT} Change its head")
    expect(page.locator(".word.selected")).to_have_count(0)
    expect(page.locator(".origin")).to_contain_text("From the pasted text")
    page.get_by_role("button", name="Change its head").tap()
    expect(page.locator(".word.selected .form")).to_have_text("boats")
    word(page, 1).tap()
    expect(page.locator(".origin")).to_contain_text("Heads changed by hand")
    context.close()


def test_a_link_to_a_step_shows_it_on_a_phone(chromium, server):
    phone = {"width": 360, "height": 740}
    context = chromium.new_context(has_touch=True, is_mobile=True, viewport=phone, base_url=server)
    page = context.new_page()
    page.goto("/#words=the+old+boat+leaks&heads=3,3,4,0&step=2")
    expect(page.locator(".figure .tree")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="one step forward")).to_be_in_viewport()
    context.close()


def test_saved_pages_have_it_for_who_goes_from_word_to_word(open_page, chromium, tmp_path):
    page = opened(open_page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a page").click()
    saved.value.save_as(tmp_path / "lesson.html")
    alone = chromium.new_page()
    alone.goto((tmp_path / "lesson.html").as_uri())
    word(alone, 2).focus()
    expect(alone.locator(".known")).to_have_text(BOAT)
    assert word(alone, 2).get_attribute("aria-label").startswith("boats, word 2: lemma boat, XPOS")
    assert word(alone, 3).get_attribute("tabindex") is None
    word(alone, 1).click()
    expect(alone.locator(".known")).to_have_text(OLD)
    alone.close()
