"""Pages that stand alone, opened from a disk."""

import json
import re

import pytest
from playwright.sync_api import expect

from multiplane.server.lessons import Lesson, page
from support.commands import run

PATIENCE = 30_000
HOSTILE = ["</script><script>alert(1)</script>", "<!--", "&lt;\\u003c", "leaks"]
HEADS = [2, 4, 4, 0]
LINES = "".join(
    f"{d}\t{form}\t_\t_\t_\t_\t{head}\tdep\t_\t_\n"
    for d, (form, head) in enumerate(zip(HOSTILE, HEADS, strict=True), 1)
)


@pytest.fixture
def from_disk(chromium, tmp_path):
    """Open a page on a phone; nothing is asked for, and there are no errors."""
    contexts, wrong = [], []

    def opened(path, fragment=""):
        context = chromium.new_context(viewport={"width": 390, "height": 800}, offline=True)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
        page.on("dialog", lambda dialog: wrong.append(dialog.message) or dialog.dismiss())
        page.on("request", lambda asked: asked.url.startswith("file:") or wrong.append(asked.url))
        page.goto(path.as_uri() + fragment)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def test_a_lesson_is_stepped_through_from_a_disk(from_disk, tmp_path):
    (tmp_path / "in.conllu").write_text(LINES + "\n", "utf-8")
    path = tmp_path / "lesson.html"
    assert run("trace", "arc-eager", str(tmp_path / "in.conllu"), "-o", str(path)) == (0, "")
    page = from_disk(path)
    expect(page.locator(".tree .form")).to_have_text(HOSTILE)
    expect(page.locator(".count")).to_have_text(re.compile(r"0 of \d+"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".applied")).to_contain_text("LEFT-ARC")
    assert page.url == f"{path.as_uri()}#step=2"
    expect(page.locator(".rules dt")).to_have_text(["SHIFT", "REDUCE", "LEFT-ARC", "RIGHT-ARC"])
    other = page.locator('.move:not(.next)[data-transition="RIGHT-ARC"]').first
    if other.count():
        other.click()
        expect(page.locator("#notice")).to_contain_text("use the playground")
    shared = from_disk(path, "#step=3")
    expect(shared.locator(".count")).to_have_text(re.compile(r"3 of \d+"))
    assert shared.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_lesson_is_named_as_one_writes_and_its_link_says_where_it_leads(from_disk, tmp_path):
    path = tmp_path / "lesson.html"
    sentence = {"forms": ["It", "leaks", "."], "heads": [2, 0, 2]}
    path.write_text(page(sentence, Lesson({"name": "arc-eager"})), "utf-8")
    opened = from_disk(path, "#step=2")
    expect(opened).to_have_title("It leaks. · arc-eager")
    expect(opened.locator("h1")).to_have_text("It leaks.")
    opened.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened.get_by_role("button", name="Copy a link to this step").click()
    expect(opened.locator("#notice")).to_contain_text("add #step=2 to the address of this page")
    last = opened.locator(".chain").bounding_box()
    button = opened.get_by_role("button", name="Copy a link to this step").bounding_box()
    assert button["y"] >= last["y"] + last["height"] + 8


def data_of(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page)[1])


def test_a_derivation_by_hand_is_kept():
    sentence = {"forms": ["old", "boat"], "heads": [2, 0]}
    made = page(sentence, Lesson({"name": "arc-eager"}, ["SHIFT", "RIGHT-ARC"]))
    (kept,) = data_of(made)["lessons"]
    done = [step["transition"] for step in kept["derivation"]["steps"]]
    assert done == ["", "SHIFT", "RIGHT-ARC"]
    assert kept["transitions"] == ["SHIFT", "RIGHT-ARC"]


def test_no_word_ends_an_element():
    made = page({"forms": HOSTILE, "heads": HEADS}, Lesson({"name": "arc-eager"}))
    assert made.count("</script>") == 2
    assert "<title>&lt;/script&gt;" in made
    assert " src=" not in made and "import(" not in made  # noqa: PT018


def test_two_systems_in_one_page_go_together_or_alone(from_disk, tmp_path):
    (tmp_path / "in.conllu").write_text(LINES + "\n", "utf-8")
    path = tmp_path / "lesson.html"
    command = ("trace", "arc-eager", str(tmp_path / "in.conllu"), "--beside", "arc-standard")
    assert run(*command, "-o", str(path)) == (0, "")
    page = from_disk(path)
    expect(page.locator("h2.system")).to_have_text(["arc-eager", "arc-standard"])
    expect(page.locator("main > h2")).to_have_text(["Rules of arc-eager", "Rules of arc-standard"])
    expect(page.locator(".rules")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    alone = page.get_by_role("button", name="this system alone: one step forward")
    alone.nth(1).click()
    assert page.url == f"{path.as_uri()}#step=2&beside-step=3"
    expect(page.locator(".counts tbody tr").first).to_have_text(
        re.compile(r"transitions2 of \d+3 of \d+")
    )
    shared = from_disk(path, "#step=1&beside-step=4")
    expect(shared.locator(".stepper .count")).to_have_text(
        [re.compile("^1 of"), re.compile("^4 of")]
    )
    assert shared.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_quiz_works_from_a_disk(from_disk, tmp_path):
    (tmp_path / "in.conllu").write_text(LINES + "\n", "utf-8")
    path = tmp_path / "quiz.html"
    assert run("trace", "arc-eager", str(tmp_path / "in.conllu"), "--quiz", "-o", str(path))[0] == 0
    page = from_disk(path)
    expect(page.locator(".question")).to_contain_text("Which transitions are permitted?")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_have_text("✓ Right: SHIFT is permitted.")
    plain = from_disk(path, "#quiz=0")
    expect(plain.locator(".move").first).to_be_visible()
    expect(plain.locator(".quiz")).to_have_count(0)


def test_what_is_shown_is_taken_away_as_latex(open_page):
    boat = "words=the+old+boat+leaks&heads=3,3,4,0&labels=det,amod,nsubj,root"
    page = open_page(f"/#system=arc-eager&beside=swap&{boat}&by=SHIFT,RIGHT-ARC&step=2")
    expect(page.locator(".remark")).to_contain_text("By hand")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the derivation as LaTeX").click()
    assert saved.value.suggested_filename == "derivation.tex"
    text = saved.value.path().read_text("utf-8")
    by_hand, oracle = text.split(r"\section*{")[1:]
    assert r"the $\rightarrow$ old \\" in by_hand  # which is not in the tree, so it has no label
    assert r"leaks $\rightarrow$ boat (nsubj) \\" in oracle
    assert by_hand.count(r"$\textsc{") < oracle.count(r"$\textsc{")
