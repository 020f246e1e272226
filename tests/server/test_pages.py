"""The pages in a real browser: what is seen, by mouse, by keyboard, on a phone and in the dark."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from multiplane.systems import systems
from support.paths import DATA

PAGES = ("/", "/systems", "/systems/planar", "/own", "/census", "/find", "/interface")
READY = {"/": ".primary:enabled", "/own": ".verdicts", "/census": ".drop", "/find": ".match",
         "/systems": "table", "/systems/planar": ".verdicts",
         "/interface": ".interface"}  # fmt: skip


def chips(page, store):
    return page.locator(f'[data-store="{store}"] .chip span').all_inner_texts()


def test_a_sentence_is_drawn_with_its_planes_in_colours(open_page):
    page = open_page("/")
    expect(page.locator(".facts")).to_contain_text("10 words")
    expect(page.locator(".facts")).to_contain_text("2 planes")
    assert page.locator(".tree .form").all_text_contents()[:3] == ["A", "parcel", "came"]
    assert page.locator(".tree g.arc").count() == 9
    colours = page.eval_on_selector_all(
        ".tree .line", "all => all.map(e => getComputedStyle(e).stroke)"
    )
    assert len(set(colours)) == 2
    assert page.locator(".tree .crossing").count() == 1


def test_stepping_by_keyboard_and_sharing_a_link(open_page):
    page = open_page("/#system=arc-eager&words=the+old+boat+leaks&heads=3,3,4,0")
    expect(page.locator(".primary")).to_be_enabled()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_have_text("0 of 7")
    assert (chips(page, "σ"), chips(page, "β")) == ([], ["the", "old", "boat", "leaks"])
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".applied")).to_contain_text("LEFT-ARC")
    expect(page.locator(".applied .print")).to_have_text(
        "(σ|i, j|β, A) ⇒ (σ, j|β, A ∪ {(j, l, i)})  [¬h(i)]"
    )
    expect(page.locator(".bindings")).to_have_text("i = oldj = boat")
    assert chips(page, "σ") == ["the"]
    assert page.locator(".tree .new").count() == 1
    assert page.locator(".tree g.ghost").count() == 2
    assert page.url.endswith("#system=arc-eager&words=the+old+boat+leaks&heads=3,3,4,0&step=3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".count")).to_have_text("2 of 7")
    page.keyboard.press("End")
    expect(page.locator(".count")).to_have_text("7 of 7")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    shared = open_page(page.url.partition(page.url.split("/")[2])[2])
    expect(shared.locator(".count")).to_have_text("1 of 7")
    expect(shared.locator(".tree .form").last).to_have_text("leaks")


def test_another_transition_leads_away_from_the_oracle_and_back(open_page):
    page = open_page("/#system=arc-eager&words=old+boat&heads=2,0&step=1")
    moves = page.locator(".move")
    expect(moves).to_have_count(3)
    expect(page.locator(".move.next")).to_contain_text("LEFT-ARC")
    expect(moves.first.locator(".cost")).to_have_text("−1 head")
    expect(page.locator(".forbidden")).to_contain_text("“old” has no head")
    page.keyboard.press("3")
    expect(page.locator(".count")).to_have_text("2 of 2")
    expect(page.locator(".tree .label")).to_contain_text(["✗"])
    assert "by=SHIFT,RIGHT-ARC" in page.url
    page.get_by_role("button", name="Back to the oracle").click()
    expect(page.locator(".count")).to_have_text("2 of 3")
    assert "by=" not in page.url


def test_playing_and_the_whole_tree(open_page):
    page = open_page("/#system=arc-eager&words=go&heads=0&step=0")
    page.get_by_role("button", name="play (space)").click()
    expect(page.locator(".count")).to_have_text("1 of 1")
    page.keyboard.press("w")
    expect(page.locator(".panel")).to_be_hidden()
    expect(page.get_by_role("button", name="Step through")).to_be_visible()


def test_several_stacks_keep_their_place(open_page):
    page = open_page("/#words=a+b+c+d&heads=3,4,0,3&step=0")
    expect(page.locator(".store.active")).to_have_attribute("data-store", "σ")
    page.keyboard.press("f")
    assert page.locator(".tree g.arc").count() == 3
    assert "planes=apart" in page.url
    while "switch" not in page.locator(".applied").inner_text().lower():
        page.keyboard.press("ArrowRight")
    assert page.locator(".stacks .store").first.get_attribute("data-store") == "σ2"
    assert "plane-1" in page.locator(".stacks .store").first.get_attribute("class")


def test_typing_words_with_heads(open_page):
    page = open_page("/")
    box = page.get_by_label("Sentence", exact=True)
    box.fill("tea/3 was/3 poured/0/root")
    expect(page.locator(".tree .form")).to_have_text(["tea", "was", "poured"])
    assert page.locator(".tree g.arc").count() == 2
    box.fill("tea/9")
    expect(page.locator(".trouble:visible")).to_contain_text("HEAD '9'")
    box.fill("just words")
    expect(page.locator(".facts")).to_contain_text("no arcs yet")
    page.locator('.tree [data-word="1"]').click()
    page.locator('.tree [data-word="2"]').click()
    expect(page.locator(".tree g.arc")).to_have_count(1)
    expect(page.locator(".facts")).to_contain_text("projective")
    box.focus()
    expect(box).to_have_value("just words")


def test_pasting_conllu(open_page):
    page = open_page("/")
    box = page.get_by_label("Sentence", exact=True)
    box.fill((DATA / "structures.conllu").read_text("utf-8"))
    sentences = page.get_by_role("list", name="Sentences of the text").get_by_role("button")
    expect(sentences).to_have_count(6)
    assert "mono" in box.evaluate("e => getComputedStyle(e).fontFamily").lower()
    sentences.nth(4).click()
    expect(page.locator(".tree .form").first).to_have_text("Aurea")
    expect(sentences.nth(4)).to_have_attribute("aria-current", "true")
    box.fill("1\tbroken\n")
    expect(page.locator(".trouble:visible")).to_contain_text("2 columns")


def test_choosing_a_system(open_page):
    page = open_page("/#step=4")
    system = page.get_by_label("System", exact=True)
    expect(system).to_have_value("2-planar")  # without its options, which are behind it
    expect(page.locator(".options summary")).to_have_text(
        "Options: one head for each word, no cycles"
    )
    system.select_option("covington")
    expect(page.locator('[data-store="λ2"]')).to_be_visible()
    assert "system=covington" in page.url
    page.locator(".options summary").click()
    page.get_by_label("Full name").fill("arc-eager+lba")
    page.keyboard.press("Enter")
    expect(system).to_have_value("arc-eager")
    page.get_by_label("Full name").fill("nothing")
    page.keyboard.press("Enter")
    expect(page.locator(".trouble:visible")).to_contain_text("not the name of a system")


def test_the_list_of_systems_and_the_search(open_page):
    page = open_page("/systems")
    expect(page.locator("tbody tr:not(.group)")).to_have_count(len(systems))
    page.get_by_label("Filter").fill("attardi")
    expect(page.locator("tbody tr:not(.group)")).to_have_count(
        sum("attardi" in name for name in systems)
    )
    page.get_by_label("Filter").blur()
    page.keyboard.press("/")
    page.keyboard.type("covin")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("covington")
    expect(page).to_have_title("covington · Multiplane")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Systems")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_a_counterexample_is_played(open_page):
    page = open_page("/systems/planar")
    expect(page.locator(".rule")).to_have_count(4)
    row = page.locator('[data-property="acyclic"]')
    expect(row).to_contain_text("there is a cycle: SHIFT LEFT-ARC RIGHT-ARC SHIFT")
    row.get_by_role("button", name="Show derivation").click()
    expect(row.locator(".count")).to_have_text("4 of 4")
    assert row.locator(".tree g.arc").count() == 2
    page.keyboard.press("ArrowLeft")
    expect(row.locator(".count")).to_have_text("3 of 4")
    assert page.url.endswith("#play=acyclic&step=3")
    again = open_page("/systems/planar#play=acyclic&step=3")
    expect(again.locator('[data-property="acyclic"] .count')).to_have_text("3 of 4")


def test_an_unknown_system_and_an_unknown_page(open_page):
    expect(open_page("/systems/nothing").locator(".trouble")).to_contain_text("not the name")


def test_a_system_of_ones_own(open_page):
    page = open_page("/own")
    expect(page.locator('[data-property="projective"]')).to_have_class("proved")
    editor = page.locator("#editor")
    editor.fill("SHIFT = SH\nLEFT_ARC = LA >> nothing")
    trouble = page.locator("#editor-trouble")
    expect(trouble).to_contain_text("line 2, column 18: unknown name nothing")
    expect(editor).to_have_attribute("aria-invalid", "true")
    trouble.get_by_role("button").click()
    assert editor.evaluate("e => e.selectionStart") == len("SHIFT = SH\nLEFT_ARC = LA >> ")
    editor.fill('name = "loose"\nSHIFT = SH\nREDUCE = RE\nLEFT_ARC = LA\nRIGHT_ARC = RA\n')
    expect(page.locator('[data-property="acyclic"]')).to_have_class("refuted")
    expect(page.locator(".report h2")).to_have_text("loose")
    page.locator('[data-property="acyclic"]').get_by_role("button", name="Show derivation").click()
    expect(page.locator('[data-property="acyclic"] .count')).to_have_text("4 of 4")
    assert "text=name+%3D+%22loose%22" in page.url
    shared = open_page(page.url.partition(page.url.split("/")[2])[2])
    expect(shared.locator(".report h2")).to_have_text("loose")
    shared.get_by_role("button", name="Step through").click()
    expect(shared.locator(".player .count")).to_contain_text("0 of")


def test_starting_from_a_system_of_the_catalogue(open_page):
    page = open_page("/own")
    expect(page.locator(".verdicts")).to_be_visible()
    page.get_by_label("Start from a system").select_option("swap")
    expect(page.locator(".report h2")).to_have_text("swap")
    expect(page.locator("#editor")).to_have_value(re.compile("move\\(σ\\[1\\], β\\)"))


def test_the_census_of_an_upload(open_page):
    page = open_page("/census")
    page.locator("#file").set_input_files(DATA / "not_trees.conllu")
    expect(page.locator(".census h2")).to_have_text("not_trees.conllu")
    expect(page.locator(".left-out summary")).to_contain_text("3 sentences left out")
    page.get_by_role("button", name="Count six odd sentences").click()
    expect(page.locator(".census h2").first).to_have_text("six-sentences.conllu")
    bars = page.locator(".census").first.locator(".bars").first
    assert bars.locator(".number:not(.aside)").all_inner_texts() == ["3", "2", "1"]


def test_files_to_take_away(open_page):
    page = open_page("/")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download the picture as SVG").click()
    assert waiting.value.suggested_filename == "sentence.svg"
    assert Path(waiting.value.path()).read_text("utf-8").startswith("<svg")


NAMELESS = """() => [...document.querySelectorAll(
    'button, a[href], input, select, textarea, [role=button]')].filter((e) => {
    const label = e.labels?.[0]?.textContent ?? '';
    return !(e.getAttribute('aria-label') || e.textContent.trim() || label.trim());
}).map((e) => e.outerHTML)"""


@pytest.mark.parametrize("path", PAGES)
def test_pages_fit_a_phone_and_everything_on_them_has_a_name(open_page, path):
    page = open_page(path, width=360, scheme="dark")
    page.wait_for_selector(READY[path])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(NAMELESS) == []
    assert page.locator("h1").count() == page.locator("main").count() == 1


CONTRAST = """() => {
  const style = getComputedStyle(document.documentElement);
  const light = (name) => {
    const hex = style.getPropertyValue(name).trim().slice(1);
    const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex;
    const parts = [0, 2, 4].map((k) => parseInt(full.slice(k, k + 2), 16) / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const ratio = (...two) =>
    (Math.max(...two.map(light)) + 0.05) / (Math.min(...two.map(light)) + 0.05);
  const texts = ['--ink', '--soft', '--faint', '--accent', '--good', '--bad', '--open'];
  const lines = [1, 2, 3, 4, 5, 6].map((k) => `--plane-${k}`);
  return {
    texts: Math.min(...texts.map((name) => ratio(name, '--paper'))),
    lines: Math.min(...lines.map((name) => ratio(name, '--paper'))),
    button: ratio('--on-accent', '--accent'),
  };
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_read(open_page, scheme):
    """WCAG 2: 4.5 for text, 3 for lines that mean something."""
    page = open_page("/", scheme=scheme)
    shade = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert shade == {"light": "rgb(252, 251, 248)", "dark": "rgb(23, 25, 28)"}[scheme]
    found = page.evaluate(CONTRAST)
    assert found["texts"] >= 4.5
    assert found["button"] >= 4.5
    assert found["lines"] >= 3


def test_a_model_scores_what_is_permitted(open_page, model_server):
    page = open_page("/#system=arc-eager&words=all+is+well&heads=0,1,2", base=model_server)
    expect(page.locator("#version")).to_contain_text("alphabetical")
    page.get_by_role("button", name="Step through").click()
    expect(page.locator(".score")).to_have_text("0.00")


def test_markup_in_words_and_names_stays_text(open_page):
    page = open_page("/#words=<img/src=x/onerror=alert(1)>+<b>bold</b>&heads=2,0&step=1")
    expect(page.locator(".tree .form").first).to_have_text("<img/src=x/onerror=alert(1)>")
    assert page.locator("main img, main b").count() == 0


def test_questions_of_the_interface_can_be_tried(open_page):
    page = open_page("/interface")
    rows = page.locator(".interface li")
    expect(rows.first).to_be_visible()
    assert page.locator(".try").count() == rows.count() > 10

    def tried(title):
        row = rows.filter(has=page.locator("h2", has_text=re.compile(f"^{re.escape(title)}$")))
        row.locator("summary").click()
        return row

    row = tried("POST /api/draw")
    row.get_by_role("button", name="Send").click()
    expect(row.locator("[aria-live] p")).to_contain_text("200")
    expect(row.locator("pre")).to_contain_text('"projective": true')
    row = tried("GET /api/systems/{name}")
    row.get_by_role("button", name="Send").click()
    expect(row.locator("pre")).to_contain_text("arc-eager")
    row = tried("GET /metrics")
    row.get_by_role("button", name="Send").click()
    expect(row.locator("pre")).to_contain_text('multiplane_requests_total{route="/api/draw"')


def test_a_text_is_processed_from_the_page(open_page, model_server):
    page = open_page("/interface", base=model_server)
    row = page.locator(".interface li").filter(has_text="POST /api/process")
    row.locator("summary").click()
    for name in ("tokenizer", "tagger", "parser"):
        row.get_by_label(f"send {name}").check()
    row.get_by_role("button", name="Send").click()
    expect(row.locator("[aria-live] p")).to_contain_text("200", timeout=60_000)
    expect(row.locator("pre")).to_contain_text("duck")
