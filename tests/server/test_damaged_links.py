"""Links that were cut short say so, and odd words and labels come back as they were."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

TWO = "words=old+boats+leak%0Athe+boat+sinks&heads=2,3,0%0A2,3,0"
DAMAGED = {
    "in heads": (TWO[:-4], "1 heads for the 3 words of sentence 2", ["old", "boats", "leak"]),
    "before a line": (TWO[: TWO.rindex("%0A")], "heads for 1 of 2 sentences", ["old"]),
    "in a letter": ("words=ak+ana+lukarnasta%C3", "“words” breaks off", ["ak", "ana"]),
    "in an escape": ("words=ak+ana%C", "“words” breaks off", ["ak", "ana"]),
    "in a name": ("words=ak+ana&hea", "“hea” breaks off", ["ak", "ana"]),
    "in labels": ("words=a+b&heads=2,0&labels=det", "1 labels for the 2 words", ["a", "b"]),
    "nothing left": ("words=%C3", "“words” breaks off", ["A", "parcel"]),
    "below a root": ("words=a+b&heads=2,-1", "“-1” is no head for word 2", ["a", "b"]),
    "a step below": ("words=a+b&heads=2,0&step=-3", "“-3” is no step", ["a", "b"]),
    "half a step": ("words=a+b&heads=2,0&step=1.5", "“1.5” is no step", ["a", "b"]),
    "a step afar": ("words=a+b&beside-step=999999999999", "“999999999999” is no step", ["a", "b"]),
    "after no words": ("words=a+b%0A%0Ac&heads=2,0", "heads for 1 of 2 sentences", ["a", "b"]),
    "no words": ("heads=2,0", "heads for 1 of 0 sentences", ["A", "parcel"]),
}


@pytest.mark.parametrize(("link", "said", "words"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_link_says_so_and_shows_what_there_is(open_page, link, said, words):
    page = open_page(f"/#{link}")
    origin = page.locator(".origin")
    expect(origin).to_contain_text("This link is cut short or damaged: ")
    expect(origin).to_contain_text(said)
    forms = page.locator(".tree .form")
    for k, word in enumerate(words):
        expect(forms.nth(k)).to_have_text(word)
    expect(page.locator(".trouble:visible", has_text="greater")).to_have_count(0)


@pytest.mark.parametrize("link", ["a+b%0A%0Ac+d&heads=2,0%0A%0A0,1", "+%0Ac+d%0A&heads=%0A0,1"])
def test_a_line_without_words_is_no_sentence(open_page, link):
    page = open_page(f"/#words={link}&sentence=2")
    expect(page.locator(".tree .form")).to_have_text(["c", "d"])
    expect(page.locator(".primary")).to_be_enabled()
    expect(page.locator(".origin")).to_have_text("")


def test_heads_that_were_cut_off_are_no_roots(open_page):
    page = open_page(f"/#{TWO[:-4]}&sentence=2")
    expect(page.locator(".place")).to_contain_text("Some words have no head")
    expect(page).to_have_url(re.compile(r"heads=2,3,0%0A2,_,_"))


def test_odd_words_and_labels_come_back(open_page):
    odd = ["\u3000", "middle", "\u2003"]
    rows = zip(odd, ["a%2Cb", "c,d", "50%25"], strict=True)
    page = open_page("/")
    expect(page).to_have_url(re.compile("words="))
    text = "".join(
        f"{d}\t{w}\t_\t_\t_\t_\t{d - 1}\t{x}\t_\t_\n" for d, (w, x) in enumerate(rows, 1)
    )
    page.get_by_label("Sentence", exact=True).fill(text)
    expect(page).to_have_url(re.compile("middle"))
    other = open_page("/" + page.url[page.url.index("#") :])
    expect(other.locator(".tree .label.arc")).to_have_count(2)
    assert other.locator(".tree .form").all_text_contents() == odd
    assert sorted(other.locator(".tree .label").all_text_contents()) == ["50%25", "c,d"]
    assert other.url.endswith(page.url[page.url.index("#") :])
    assert quote("a%252Cb") in other.url


def test_links_of_before_keep_their_percent_signs(open_page):
    page = open_page("/#words=a+b&heads=2,0&labels=50%25,x%252Cy")
    expect(page.locator(".tree .label")).to_have_text(["50%"])
    expect(page).to_have_url(re.compile(re.escape("labels=50%2525,x%252Cy")))
