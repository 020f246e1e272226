"""The sentence page: what it is, what its signs mean, and what cannot be built."""

import re

from playwright.sync_api import expect

from support.paths import DATA


def box(page):
    return page.get_by_label("Sentence", exact=True)


def test_the_page_says_what_it_is_and_has_examples_to_click(open_page):
    page = open_page("/")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".lead")).to_contain_text("Type a sentence or click an example")
    page.get_by_role("button", name="dat ik Jan Marie… three planes").click()
    expect(page.locator(".facts")).to_contain_text("3 planes")
    expect(box(page)).to_have_value("dat ik Jan Marie de kat zag leren voeren")


def test_stores_have_names_and_planes_a_legend(open_page):
    page = open_page("/#step=3")
    expect(page.locator('[data-store="β"] .name')).to_have_text("Buffer β")
    expect(page.locator('[data-store="σ"] .name')).to_contain_text("Stack σ")
    legend = page.get_by_role("list", name="Legend")
    expect(legend).to_contain_text("not yet built")
    page.keyboard.press("w")
    expect(legend.get_by_role("listitem")).to_have_text(["plane 1", "plane 2", "arcs cross"])


def test_buttons_have_icons_that_are_drawn(open_page):
    page = open_page("/#system=arc-eager&words=old+boat&heads=2,0&step=1")
    expect(page.locator(".control svg.icon")).to_have_count(5)
    assert page.locator(".controls .buttons").inner_text().strip() == ""


def test_what_cannot_be_built_is_shown_on_the_tree(open_page):
    page = open_page("/#system=arc-eager")
    lost = page.locator(".tree g.arc.lost")
    expect(lost).to_have_count(1)
    assert lost.get_attribute("data-arc") == "2-7"
    expect(page.locator(".cannot")).to_have_text("arc-eager cannot build parcel → name.")
    expect(page.get_by_role("list", name="Legend")).to_contain_text("cannot be built")
    # The only arc of plane 3 is not drawn in its colour, so that there is none to explain.
    page = open_page("/#words=dat+ik+Jan+Marie+de+kat+zag+leren+voeren&heads=7,7,8,9,6,9,0,7,8")
    expect(page.get_by_role("list", name="Legend").get_by_role("listitem")).to_have_text(
        ["plane 1", "plane 2", "arcs cross", "cannot be built"]
    )


def test_long_trees_have_rows_and_on_a_phone_a_cue(open_page):
    words = "+".join(f"word{d}" for d in range(1, 31))
    heads = ",".join(str(d - 1) for d in range(1, 31))
    page = open_page(f"/#words={words}&heads={heads}")
    tree = page.locator(".figure .tree")
    expect(tree).not_to_have_attribute("data-rows", "1")
    assert page.locator(".figure").evaluate("e => e.scrollWidth <= e.clientWidth")
    # At once, and again if need be: the tree is drawn once more when its derivation is there.
    top = "d => document.querySelector(`.tree [data-word='${d}']`).getBoundingClientRect().top"
    page.wait_for_function(f"() => {{ const [a, b] = [1, 30].map({top}); return a < b; }}")
    expect(page.locator(".cue")).to_have_count(0)
    page.set_viewport_size({"width": 360, "height": 800})
    expect(tree).to_have_attribute("data-rows", "1")
    expect(page.locator(".cue")).to_contain_text("Scroll sideways")


def test_the_box_has_room_for_its_text_when_a_phone_is_turned(open_page):
    page = open_page("/")
    expect(page.locator(".move, .primary").first).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 800})
    page.wait_for_function("() => sentence.scrollHeight <= sentence.clientHeight")
    assert box(page).evaluate("e => e.clientHeight > 50")  # it has two lines now


def test_a_page_that_has_the_focus_has_no_frame(open_page):
    page = open_page("/")
    page.get_by_role("link", name="Systems", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    assert page.locator("#main").evaluate("e => getComputedStyle(e).outlineStyle") == "none"


def test_lemma_and_features_are_seen_on_hover(open_page):
    page = open_page("/")
    box(page).fill("1\tboats\tboat\tNOUN\t_\tNumber=Plur|Case=Nom\t0\troot\t_\t_\n")
    expect(page.locator('.tree [data-word="1"] title')).to_have_text(
        "lemma boat\nNumber=Plur\nCase=Nom"
    )


def test_limits_are_said_in_words(open_page):
    page = open_page("/")
    box(page).fill("go " * 301)
    expect(page.locator(".trouble:visible")).to_have_text(
        "a sentence of 301 words; the limit is 300 words"
    )


def test_scores_are_explained(open_page, model_server):
    page = open_page("/#system=arc-eager&words=a+b&heads=2,0&step=1", base=model_server)
    expect(page.locator(".scores")).to_contain_text("only their differences mean anything")
    page.route("**/api/scores", lambda route: route.fulfill(json={"scores": {}}))  # as models do
    page.get_by_label("System", exact=True).select_option("swap")
    expect(page.locator(".scores")).to_contain_text(
        "alphabetical scores the transitions of arc-eager"
    )


def test_the_sentences_of_a_file_are_listed(open_page):
    page = open_page("/")
    box(page).fill((DATA / "structures.conllu").read_text("utf-8"))
    listed = page.get_by_role("list", name="Sentences of the text").get_by_role("button")
    expect(listed.nth(2)).to_contain_text("parcel came yesterday")


def listed(page):
    return page.get_by_role("list", name="Sentences of the text").get_by_role("button")


def test_a_link_has_all_sentences_of_a_text_and_says_which_is_shown(open_page):
    page = open_page("/")
    box(page).fill((DATA / "structures.conllu").read_text("utf-8"))
    listed(page).nth(2).click()
    expect(page).to_have_url(re.compile("sentence=3"))
    facts = page.locator(".facts").text_content()
    other = open_page("/" + page.url[page.url.index("#") :])
    expect(listed(other)).to_have_count(6)
    expect(listed(other).nth(2)).to_have_attribute("aria-current", "true")
    expect(other.locator(".tree")).to_contain_text("parcel")
    expect(other.locator(".facts")).to_have_text(facts)


def test_of_a_text_too_long_for_a_link_it_has_the_sentence_that_is_shown(open_page):
    page = open_page("/")
    box(page).fill(9 * (DATA / "structures.conllu").read_text("utf-8"))
    listed(page).nth(2).click()
    expect(page).to_have_url(re.compile("parcel"))
    assert "%0A" not in page.url
    assert len(page.url) < 4000
    other = open_page("/" + page.url[page.url.index("#") :])
    expect(other.locator(".tree")).to_contain_text("parcel")
    expect(listed(other)).to_have_count(0)


def test_a_link_to_this_machine_says_so(open_page):
    kept = """Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text) => { window.kept = text; } } })"""
    page = open_page("/#system=arc-eager&words=old+boat&heads=2,0&step=1", script=kept)
    page.get_by_role("button", name="Copy a link to this state").click()
    expect(page.locator("#notice")).to_have_text(
        "The link copied; it opens on this machine only. A saved page opens everywhere."
    )
    assert page.evaluate("kept") == page.url


def test_a_notice_is_as_wide_as_a_phone(open_page):
    page = open_page("/", width=360)
    page.locator('.tree [data-word="2"]').click()
    notice = page.locator("#notice.shown")
    expect(notice).to_contain_text("click the head of “parcel”")
    assert notice.evaluate("e => e.getBoundingClientRect().width") > 300
