"""Trees come back with their words, or by a click; CoNLL-U is read as it is pasted."""

import re

from playwright.sync_api import expect

T = (
    "#words=old+boats+leak%0Athe+boat+sinks%0Aall+is+well&heads=2,3,0%0A2,3,0%0A3,3,0"
    "&tags=ADJ,NOUN,VERB%0ADET,NOUN,VERB%0ADET,AUX,ADJ&sentence=2"
)
ROW = "\t_\tX\t_\tA=b\t0\troot\t_\t_\n"
SLOW_DETAILS = """
const Real = window.DecompressionStream;
const wait = new Promise((done) => { window.letGo = done; });
window.DecompressionStream = function (kind) {
  const real = new Real(kind);
  const readable = real.readable.pipeThrough(new TransformStream({ transform: async (part, out) => {
    await wait;
    out.enqueue(part);
  } }));
  return { readable, writable: real.writable };
};
"""


def box(page):
    return page.get_by_label("Sentence", exact=True)


def listed(page):
    return page.get_by_role("list", name="Sentences of the text").get_by_role("button")


def test_trees_come_back_with_their_words(open_page, model_server):
    for base in ({}, {"base": model_server}):
        page = open_page(f"/{T}", **base)
        expect(listed(page)).to_have_count(3)
        expect(page.locator(".primary")).to_be_enabled()
        text = box(page).input_value()
        box(page).fill(f"{text}x")
        expect(listed(page)).to_have_count(0)
        back = page.get_by_role("button", name="Back to the tree of the link")
        expect(back).to_be_visible()
        box(page).fill(text)
        expect(listed(page)).to_have_count(3)
        expect(page).to_have_url(re.compile(re.escape(T)))
        box(page).fill("quite different")
        expect(page.locator(".tree .form")).to_have_text(["quite", "different"])
        back.click()
        expect(box(page)).to_have_value(text)
        expect(page).to_have_url(re.compile(re.escape(T)))


def test_pasted_trees_come_back_after_an_example_or_an_empty_box(open_page):
    page = open_page("/")
    box(page).fill("1\tOld" + ROW)
    expect(page.locator(".tree .form")).to_have_text(["Old"])
    page.get_by_role("button", name="Economic news").click()
    back = page.get_by_role("button", name="Back to the pasted tree")
    back.click()
    expect(page.locator(".tree .form")).to_have_text(["Old"])
    expect(box(page)).to_have_value("1\tOld" + ROW)
    box(page).fill("")
    back.click()
    expect(page.locator(".tree title")).to_contain_text(["A=b"])


def test_heads_as_text_keep_other_sentences_and_tags(open_page):
    page = open_page(f"/{T}")
    page.get_by_role("button", name="Edit heads as text").click()
    expect(box(page)).to_have_value("the/2 boat/3 sinks/0")
    expect(page.locator(".origin")).to_contain_text("the other sentences stay")
    box(page).fill("the/3 boat/3  sinks/0")
    expect(page).to_have_url(re.compile(re.escape(T.replace("%0A2,3,0", "%0A3,3,0"))))
    expect(listed(page)).to_have_count(3)
    listed(page).nth(2).click()
    expect(box(page)).to_have_value("all/3 is/3 well/0")
    box(page).fill("all/3 is/3 good/0")
    expect(listed(page).nth(2)).to_have_text("all is good")
    expect(listed(page).nth(1)).to_have_text("the boat sinks")


def test_a_space_while_details_are_unpacked_changes_nothing(open_page):
    page = open_page("/")
    rows = [("Old", 2), ("boats", 3), ("leak", 0)]
    text = "".join(f"{d}\t{w}\t{w}\tX\t_\t_\t{k}\t_\t_\t_\n" for d, (w, k) in enumerate(rows, 1))
    box(page).fill(text)
    expect(page).to_have_url(re.compile("details="))
    link = page.url[page.url.index("#") :] + "&by=SHIFT,LEFT-ARC&step=2"
    page = open_page("/" + link.replace("#", "#system=arc-eager&"), script=SLOW_DETAILS)
    box(page).fill("Old  boats leak")
    page.wait_for_timeout(700)
    page.evaluate("letGo()")
    expect(page.locator(".count")).to_contain_text("2 of 2")
    expect(page.locator(".tree [data-word] > title")).to_have_count(3)
    for part in ("details=", "by=SHIFT,LEFT-ARC", "step=2"):
        assert part in page.url


def test_conllu_is_read_with_spaces_indented_or_after_a_mark(open_page):
    page = open_page("/")
    lines = ["# sent_id = 1", "1 Old old ADJ _ _ 2 amod _ _", "2 boats boat NOUN _ _ 0 root _ _"]
    tabs = [re.sub(r" (?!sent|=)", "\t", line) if line[0] != "#" else line for line in lines]
    written = ["\n".join(lines), "   ".join(["", *lines[1:]]).replace("   2", "\n   2")]
    for text in [
        *written,
        "\n".join(f"    {line}" for line in tabs),
        "\ufeff" + "\n".join(tabs[1:]),
    ]:
        box(page).fill("something else")
        expect(page.locator(".tree .form")).to_have_text(["something", "else"])
        box(page).fill(text)
        expect(page.locator(".origin")).to_contain_text("From the pasted text")
        expect(page.locator(".tree .form").first).to_have_text("Old")
    box(page).fill("\n".join(lines).replace("boats boat", "two boats boat"))
    expect(page.locator(".trouble:visible")).to_contain_text("line 3: 11 columns between spaces")
    box(page).fill("1 boat and 9 of all men went far away")
    expect(page.locator(".tree .form")).to_have_count(10)
