"""A link has all that its page shows: opened by somebody else, it shows the same."""

import base64
import re
import zlib
from hashlib import sha256
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from support.paths import DATA

BOATS = """\
# sent_id = boats
1\tOld\told\tADJ\tJJ\tDegree=Pos\t2\tamod\t_\t_
2\tboats\tboat\tNOUN\tNNS\tCase=Nom|Number=Plur\t3\tnsubj\t_\tGloss=à flot
3\tleak\tleak\tVERB\tVBP\t_\t0\troot\t_\tSpaceAfter=No
4\t.\t.\tPUNCT\t$,\t_\t3\tpunct\t_\t_

"""
SAID = [
    "lemma old\nXPOS JJ\nDegree=Pos",
    "lemma boat\nXPOS NNS\nCase=Nom\nNumber=Plur\nGloss=à flot",
    "lemma leak\nXPOS VBP\nSpaceAfter=No",
    "lemma .\nXPOS $,",
]
READABLE = (
    "#words=Old+boats+leak+.&heads=2,3,0,3&labels=amod,nsubj,root,punct&tags=ADJ,NOUN,VERB,PUNCT"
)
UNREADABLE = "The lemmas and features of this link cannot be read"


def box(page):
    return page.get_by_label("Sentence", exact=True)


def said(page):
    return page.locator(".tree [data-word] > title")


def listed(page):
    return page.get_by_role("list", name="Sentences of the text").get_by_role("button")


def fragment(page):
    return page.url[page.url.index("#") :]


def shared(open_page, page, **more):
    """Open the link of a page as somebody else."""
    return open_page("/" + fragment(page), **more)


def packed(text):
    """What a link has of a text, made without the pages."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(text.encode()) + deflate.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def texts(*lines):
    """The four columns of a sentence."""
    return "\n".join(["\t".join(line) for line in lines] + [""] * (4 - len(lines)))


def pasted(page, text=BOATS):
    expect(page).to_have_url(re.compile("words="))  # of the example
    box(page).fill(text)
    expect(page).to_have_url(re.compile("words=Old"))
    return page


def test_lemmas_and_features_are_there_for_who_opens_a_link(open_page):
    page = pasted(open_page("/"))
    expect(said(page)).to_have_text(SAID)
    assert page.url.count("details=") == 1
    assert READABLE in page.url
    other = shared(open_page, page)
    expect(said(other)).to_have_text(SAID)
    assert fragment(other) == fragment(page)
    expect(other.locator(".origin")).to_have_text("")


def test_a_link_made_elsewhere_is_read(open_page):
    """Another compressor gives other letters."""
    page = open_page(f"/{READABLE}&details={packed(texts(['old', 'boat', 'leak', '.']))}")
    expect(said(page)).to_have_text(["lemma old", "lemma boat", "lemma leak", "lemma ."])


def test_a_link_without_such_columns_is_as_it_was(open_page):
    page = open_page(f"/{READABLE}&step=2")
    expect(page.locator(".count")).to_contain_text("2 of")
    expect(said(page)).to_have_count(0)
    assert fragment(page) == f"{READABLE}&step=2"
    box(page).fill("Old/2 boats/3/nsubj leak/0")
    expect(page).to_have_url(re.compile("#words=Old\\+boats\\+leak&heads=2,3,0&labels=_,nsubj,_"))
    assert "details" not in page.url


FITS = packed(texts(["old", "boat", "leak", "."]))


DAMAGED = {
    "other letters": "{}!",
    "no stream": "AAAA",
    "cut short": FITS[:-4],
    "lines too few": packed("old\tboat\tleak\t."),
    "a word too few": packed(texts(["old", "boat", "leak"])),
    "a word too many": packed(texts(["old", "boat", "leak", ".", "more"])),
    "a sentence too many": packed(texts(["old", "boat", "leak", "."]) + "\n" * 4),
    "a line end in a value": packed(texts(["old", "boat\r", "leak", "."])),
    "not UTF-8": base64.urlsafe_b64encode(zlib.compress(b"\xff\xfe", wbits=-15)).decode(),
    "much in few letters": packed(texts(["a" * 3_000_000, "", "", ""])),
    "many letters": FITS * 2000,
}


@pytest.mark.parametrize("details", DAMAGED.values(), ids=DAMAGED)
def test_what_cannot_be_read_is_left_out_and_said(open_page, details):
    page = open_page(f"/{READABLE}&details={details}&step=2")
    expect(page.locator(".origin")).to_contain_text(UNREADABLE)
    expect(page.locator(".count")).to_contain_text("2 of")
    expect(said(page)).to_have_count(0)
    expect(page.locator(".trouble:visible")).to_have_count(0)
    assert fragment(page) == f"{READABLE}&step=2"


def test_strange_values_are_shown_as_they_are(open_page):
    strange = ["</title><script>", "\x01\u2028", "a b", "_"]
    page = open_page(f"/{READABLE}&details={packed(texts(strange))}")
    expect(page.locator(".primary")).to_be_enabled()
    assert said(page).all_text_contents() == [f"lemma {value}" for value in strange]


def test_all_sentences_of_a_text_have_their_lemmas(open_page):
    page = open_page("/")
    box(page).fill((DATA / "structures.conllu").read_text("utf-8") + BOATS)
    expect(listed(page)).to_have_count(7)
    listed(page).nth(1).click()
    expect(page).to_have_url(re.compile("sentence=2"))
    expect(page.locator(".facts")).not_to_contain_text("in the link")
    other = shared(open_page, page)
    expect(said(other).first).to_have_text("lemma who")
    listed(other).nth(6).click()
    expect(said(other)).to_have_text(SAID)


def varied(sentences):
    """A text that hardly becomes shorter."""
    return "\n".join(
        "".join(
            f"{d}\tw\t_\tX\t_\t_\t0\tdep\t_\t{sha256(bytes([d, k])).hexdigest()}\n"
            for d in range(1, 12)
        )
        for k in range(sentences)
    )


LONG = f"1\tOld\t_\tADJ\t_\t_\t0\troot\t_\t{''.join(varied(20).split())}\n"


@pytest.mark.parametrize(
    ("text", "lacks", "there", "known"),
    [
        (varied(12), "lemmas and features of this sentence only", 12, True),
        (LONG, "no lemmas and features", 0, False),
        (BOATS * 60, "this sentence only", 0, True),
        (
            LONG + "\n" + BOATS * 60,
            "this sentence only, no lemmas and features",
            0,
            False,
        ),
    ],
    ids=["details", "one", "text", "both"],
)
def test_what_a_link_has_no_room_for_is_said(open_page, text, lacks, there, known):
    kept = """Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text) => { window.kept = text; } } })"""
    page = open_page("/", script=kept)
    box(page).fill(text)
    expect(page.locator(".facts .take .aside")).to_have_text(f"in the link: {lacks}")
    page.get_by_role("button", name="Copy a link to this state").click()
    expect(page.locator("#notice")).to_contain_text(f"The link copied ({lacks}); it opens on")
    assert len(page.url) < 5000
    first = said(page).first.text_content()
    other = shared(open_page, page)
    expect(other.locator(".primary")).to_be_enabled()
    expect(listed(other)).to_have_count(there)
    assert said(other).first.text_content() == first if known else said(other).count() == 0
    if there:
        listed(other).nth(1).click()
        expect(listed(other).nth(1)).to_have_attribute("aria-current", "true")
        expect(said(other)).to_have_count(0)
        listed(other).first.click()
        expect(said(other)).to_have_count(11)


def test_spaces_that_were_typed_are_in_a_link_only_if_there_is_room(open_page):
    page = open_page("/")
    box(page).fill("boats  leaking " * 100)
    expect(page).to_have_url(re.compile("raw="))
    box(page).fill("boats  leaking " * 149)
    expect(page).to_have_url(re.compile("(boats\\+leaking\\+){148}"))
    assert "raw=" not in page.url
    assert len(page.url) < 5000


def test_an_old_browser_makes_readable_links(open_page):
    page = pasted(open_page("/", script="delete window.CompressionStream"))
    expect(page.locator(".facts")).to_contain_text("no lemmas and features")
    assert "details" not in page.url
    expect(said(page)).to_have_text(SAID)


def test_what_is_edited_is_the_same_on_the_page_and_in_its_link(open_page):
    page = pasted(open_page("/"))
    page.locator('.tree [data-word="1"]').click()
    page.locator('.tree [data-word="3"]').click()
    expect(page).to_have_url(re.compile("heads=3,3,0,3"))
    expect(said(page)).to_have_text(SAID)
    other = shared(open_page, page)
    expect(said(other)).to_have_text(SAID)
    box(other).fill("Old  boats leak.")  # only a space: they are the same words
    expect(other).to_have_url(re.compile("raw="))
    expect(said(other)).to_have_text(SAID)
    assert "details=" in other.url
    box(other).fill("Old ships leak.")
    expect(other).to_have_url(re.compile("ships"))
    expect(said(other)).to_have_count(0)
    assert "details" not in other.url
    box(page).fill(BOATS.replace("2\tboats\tboat", "2\tships\tship"))
    expect(said(page).nth(1)).to_contain_text("lemma ship")
    expect(said(shared(open_page, page)).nth(1)).to_contain_text("lemma ship")


def test_no_head_is_not_a_root_and_a_tag_keeps_its_comma(open_page):
    page = pasted(open_page("/"), BOATS.replace("\t3\tpunct", "\t_\ta,b").replace("PUNCT", "$,"))
    expect(page.locator(".place")).to_contain_text("Some words have no head")
    other = shared(open_page, page)
    expect(other.locator(".place")).to_contain_text("Some words have no head")
    expect(other.locator(".tree .tag").last).to_have_text("$, · root")
    found = parse_qs(fragment(other)[1:])
    assert (found["heads"], found["labels"]) == (["2,3,0,_"], ["amod,nsubj,root,a%2Cb"])


def test_copied_and_saved_sentences_have_their_columns(open_page, chromium, tmp_path):
    kept = """Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text) => { window.kept = text; } } })"""
    page = pasted(open_page("/#system=arc-eager"))
    other = shared(open_page, page, script=kept)
    other.get_by_role("button", name="Copy the sentence as CoNLL-U").click()
    other.wait_for_function("window.kept")
    assert other.evaluate("kept") == BOATS[BOATS.index("\n") + 1 :]
    with other.expect_download() as saved:
        other.get_by_role("button", name="Save as a page").click()
    saved.value.save_as(tmp_path / "lesson.html")
    alone = chromium.new_page()
    alone.goto((tmp_path / "lesson.html").as_uri() + "#step=3")
    expect(said(alone)).to_have_text(SAID)
    alone.close()


def test_sentences_that_are_found_keep_their_lemmas(open_page):
    page = open_page("/find#query=planes>=3")
    page.locator(".match a").click()
    expect(page.locator(".facts")).to_contain_text("3 planes")
    expect(said(page).nth(6)).to_have_text("lemma zien")


def test_a_system_of_ones_own_has_such_links(open_page):
    page = pasted(open_page("/own"))
    expect(said(page)).to_have_text(SAID)
    other = open_page(f"/own{fragment(page)}")
    expect(other.locator(".player .tree [data-word] > title")).to_have_text(SAID)


def test_columns_of_a_request_come_back(client):
    columns = {"lemmas": ["go", ""], "xpos": ["VB", "."], "features": ["A=b|C=d", ""]}
    sentence = {"forms": ["go", "!"], "heads": [0, 1], "misc": ["", "a b"], **columns}
    answer = client.post("/api/draw", json={"sentence": sentence})
    assert answer.status_code == 200
    drawn = answer.json()
    assert {name: drawn[name] for name in sentence} == sentence
    assert drawn["conllu"].split("\n")[1] == "2\t!\t_\t_\t.\t_\t1\t_\t_\ta b"
    for wrong in (["go"], ["go", "a\tb"], ["go", "a\nb"], ["go", "a\rb"]):
        answer = client.post("/api/draw", json={"sentence": {**sentence, "lemmas": wrong}})
        assert answer.status_code == 422, wrong
