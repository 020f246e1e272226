"""Search in a treebank: over the interface, on its page, and behind the numbers of a census."""

from playwright.sync_api import expect

from support.paths import DATA

STRUCTURES = (DATA / "structures.conllu").read_bytes()
BYTES = {"Content-Type": "application/octet-stream"}


def found(client, query, data=STRUCTURES, **more):
    answer = client.post("/api/find", params={"query": query, **more}, content=data, headers=BYTES)
    return answer.status_code, answer.json()


def test_a_query_finds_sentences_with_what_is_to_be_drawn(client):
    status, answer = found(client, "crossing(nsubj, obj)", name="structures")
    assert (status, answer["sentences"], answer["matches"]) == (200, 1, 2)
    (sentence,) = answer["found"]
    assert sentence["sent_id"] == "cross-serial"
    assert [mark["word"] for mark in sentence["marks"]] == [2, 3, 6]
    assert sentence["asked"] == [2, 3, 6]
    assert max(arc["plane"] for arc in sentence["arcs"]) == 3


def test_a_long_list_comes_in_parts(client):
    many = STRUCTURES.rstrip(b"\n") + b"\n\n"
    status, first = found(client, "words>0", data=many * 5)
    assert (status, first["sentences"], len(first["found"])) == (200, 30, 20)
    _, rest = found(client, "words>0", data=many * 5, first=20)
    assert len(rest["found"]) == 10
    assert rest["found"][0]["line"] > first["found"][-1]["line"]


def test_what_is_wrong_with_a_query_is_said_in_a_line(client):
    status, answer = found(client, "crossing(nsubj")
    assert (status, answer["kind"]) == (422, "input")
    assert "\n" not in answer["message"].strip()
    status, answer = found(client, "x" * 501)
    assert answer["message"] == "a query of 501 characters; the limit is 500 characters"


def test_matches_are_drawn_and_lead_to_their_sentence(open_page):
    page = open_page("/find")
    expect(page.locator(".match")).to_have_count(3)
    query = page.get_by_label("Query")
    query.fill("covers(*, [root])")
    expect(page.locator(".results")).to_contain_text("matches in 3 sentences of the pasted text")
    query.fill("covers(")
    expect(page.locator(".trouble:visible")).to_contain_text("expected")
    page.get_by_role("button", name="planes>=3 three planes or more").click()
    expect(page.locator(".match")).to_have_count(1)
    assert "query=planes" in page.url
    page.locator("#file").set_input_files(DATA / "not_trees.conllu")
    expect(page.locator(".results")).to_contain_text("No match in not_trees.conllu")
    page.get_by_label("Treebank, as CoNLL-U").fill(STRUCTURES.decode())
    expect(page.locator("#file")).to_have_value("")  # or it could not be chosen again
    page.locator(".match a").click()
    expect(page.locator(".facts")).to_contain_text("3 planes")


def test_every_number_of_a_census_opens_its_sentences(open_page):
    page = open_page("/census")
    count = page.get_by_role("button", name="Count six odd sentences")
    count.click()
    expect(page.locator(".census")).to_have_count(1)
    expect(page.locator(".compared")).to_have_count(0)
    page.get_by_role("button", name="1: show trees that are ill-nested").click()
    expect(page.locator(".match a")).to_have_text("golden-line")
    numbers = page.locator(".census button.link").evaluate_all(
        "all => all.map((e) => [e.textContent, e.title])"
    )
    assert len(numbers) == 28
    page.locator("#file").set_input_files(DATA / "structures.conllu")
    expect(page.locator(".compared tbody th")).to_have_text(
        ["six-sentences.conllu", "structures.conllu"]
    )
    for text, query in numbers:
        count = page.evaluate(
            """async ([query]) => {
              const { SAMPLE } = await import("/front/sample.js");
              const { send } = await import("/front/api.js");
              const found = await send(`/api/find?query=${encodeURIComponent(query)}`, SAMPLE);
              return [found.sentences, found.matches];
            }""",
            [query],
        )
        degree = query.rpartition("=")[2]
        if "%" in text:  # a share
            assert min(count) > 0, query
        else:
            assert int(text) in count or text == degree, query
    page.get_by_role(
        "button", name="show trees of six-sentences.conllu that are ill-nested"
    ).click()
    expect(page.locator(".match a")).to_have_text("golden-line")


def test_a_pasted_treebank_is_counted(open_page):
    page = open_page("/census")
    page.get_by_text("Or paste one").click()
    count = page.get_by_role("button", name="Count the pasted text")
    count.click()
    expect(page.locator(".trouble:visible")).to_contain_text("nothing is pasted")
    text = (DATA / "structures.conllu").read_text("utf-8")
    page.get_by_label("Treebank, as CoNLL-U").fill(
        text.strip().replace("\t", "    ")
    )  # as web pages have it
    count.click()
    expect(page.locator(".census h2")).to_have_text("pasted text")
    page.get_by_role("button", name="1: show trees that are ill-nested").click()
    expect(page.locator(".match")).to_have_count(1)
    expect(page.locator(".trouble:visible")).to_have_count(0)
    page.get_by_label("Treebank, as CoNLL-U").fill("1\tone\ttwo\n")
    count.click()
    expect(page.locator(".trouble:visible, .left-out").first).to_be_visible()


def test_treebanks_of_the_same_name_are_told_apart(open_page):
    page = open_page("/census")
    tree = b"1\tYes\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    given = [{"name": "dev.conllu", "mimeType": "text/plain", "buffer": tree}] * 3
    page.locator("input[type=file]").set_input_files(given)
    names = ["dev (3).conllu", "dev (2).conllu", "dev.conllu"]
    expect(page.locator(".census h2")).to_have_text(names)
    expect(page.locator(".compared tbody th")).to_have_text(names[::-1])
