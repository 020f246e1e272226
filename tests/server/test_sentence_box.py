"""The box for a sentence: what is typed stays, and no answer is drawn with another's words."""

import pytest
from playwright.sync_api import expect

# Answers about a sentence with the word SLOW come late, also to those who have stopped waiting.
SLOW = """
const real = window.fetch;
window.fetch = async (path, options) => {
  if (!(options?.body ?? "").includes?.("SLOW")) return real(path, options);
  const answer = await real(path, { ...options, signal: undefined });
  document.documentElement.dataset.late = "";
  await new Promise((done) => setTimeout(done, 1200));
  return answer;
};
"""
FORMS = ".tree .form"


def box(page):
    return page.get_by_label("Sentence", exact=True)


def test_a_click_on_parse_takes_what_has_just_been_typed(open_page, model_server):
    page = open_page("/", base=model_server)
    expect(page.locator(FORMS).first).to_have_text("A")
    expect(page.get_by_role("button", name="Parse")).to_be_visible()
    typed = "I  like my dog."
    page.evaluate(
        """(typed) => {  // faster than the pause after which a text is read
          const box = document.getElementById("sentence");
          box.focus(); box.value = typed; box.dispatchEvent(new Event("input"));
          const button = [...document.querySelectorAll("button")]
            .find((each) => each.textContent === "Parse");
          button.focus(); button.click();
        }""",
        typed,
    )
    expect(page.locator(FORMS)).to_have_text(["I", "like", "my", "dog."])
    expect(page.locator(".tree g.arc")).to_have_count(3)
    expect(page.locator(".origin")).to_contain_text("Parsed by alphabetical")
    expect(box(page)).to_have_value(typed)
    page.locator("h1").evaluate("e => document.activeElement.blur()")
    box(page).focus()
    expect(box(page)).to_have_value(typed)
    page.reload()
    expect(box(page)).to_have_value(typed)


def test_enter_parses_before_the_page_knows_that_there_is_a_model(open_page, model_server):
    page = open_page("/#system=arc-eager", base=model_server)
    box(page).fill("all is well")
    page.keyboard.press("Enter")
    expect(page.locator(".tree g.arc")).to_have_count(2)
    expect(box(page)).to_have_value("all is well")


def test_a_text_is_parsed_while_it_is_typed(open_page, model_server):
    page = open_page("/", base=model_server)
    expect(page.get_by_role("button", name="Parse")).to_be_visible()
    box(page).fill("1/2 cup of tea")  # a fraction, no head
    expect(page.locator(FORMS)).to_have_text(["1/2", "cup", "of", "tea"])
    expect(page.locator(".tree g.arc")).to_have_count(3)
    page.locator('.tree [data-word="4"]').click()
    page.locator('.tree [data-word="1"]').click()
    expect(page.locator(".origin")).to_contain_text("changed by hand")
    assert "heads=0,1,2,1" in page.url
    box(page).fill("1/2 cup of  tea")  # only a space: what was done by hand stays
    expect(box(page)).to_have_value("1/2 cup of  tea")
    page.wait_for_timeout(600)
    assert "heads=0,1,2,1" in page.url
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".origin")).to_contain_text("Parsed by alphabetical")
    assert "heads=0,1,2,3" in page.url


def test_the_showcase_does_not_lose_its_crossing_in_silence(open_page, model_server):
    page = open_page("/", base=model_server)
    expect(page.locator(".facts")).to_contain_text("1 crossing")
    page.get_by_role("button", name="Parse").click()
    origin = page.locator(".origin")
    expect(origin).to_contain_text("of 10 heads differ from the example’s own tree")
    expect(origin).to_contain_text("arc-eager, the system of alphabetical, builds only projective")
    origin.get_by_role("button", name="Back to the example’s own tree").click()
    expect(page.locator(".facts")).to_contain_text("1 crossing")
    expect(page.locator(".tree .crossing")).to_have_count(1)


@pytest.mark.parametrize(
    "first", ["SLOW and/1 steady/1", "SLOW", "1\tSLOW\t_\t_\t_\t_\t0\t_\t_\t_\n"]
)
def test_no_answer_is_drawn_with_the_words_of_another_sentence(open_page, model_server, first):
    page = open_page("/", base=model_server, script=SLOW)
    expect(page.get_by_role("button", name="Parse")).to_be_visible()
    expect(page.locator(FORMS).first).to_have_text("A")
    box(page).fill(first)
    expect(page.locator("html[data-late]")).to_be_attached()  # asked, and the answer is on its way
    box(page).fill("quick words win")
    expect(page.locator(FORMS)).to_have_text(["quick", "words", "win"])
    page.wait_for_timeout(1500)
    expect(page.locator(FORMS)).to_have_text(["quick", "words", "win"])
    assert "words=quick+words+win" in page.url
    expect(page.locator(".trouble:visible")).to_have_count(0)


def test_a_parse_whose_text_has_changed_meanwhile_is_dropped(open_page, model_server):
    page = open_page("/", base=model_server, script=SLOW)
    expect(page.get_by_role("button", name="Parse")).to_be_visible()
    box(page).fill("SLOW words")
    page.get_by_role("button", name="Parse").click()
    expect(page.locator("html[data-late]")).to_be_attached()
    box(page).press_sequentially("!?")
    page.wait_for_timeout(1400)
    expect(page.locator(FORMS)).to_have_text(["SLOW", "words!?"])
    expect(box(page)).to_have_value("SLOW words!?")


def test_scores_belong_to_the_transitions_before_them(open_page, model_server):
    page = open_page("/#system=arc-eager&words=a+b+c&heads=2,3,0&step=1", base=model_server)
    expect(page.locator(".count")).to_contain_text("1 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".score")).to_have_count(1)  # after LEFT-ARC, only SHIFT is permitted
    page.keyboard.press("ArrowLeft")
    page.locator('.move[data-transition="SHIFT"]').click()
    expect(page.locator(".count")).to_contain_text("2 of 2")
    expect(page.locator(".score")).to_have_count(3)


def test_heads_are_edited_as_text_only_by_who_asks_for_it(open_page):
    page = open_page("/#words=the+boat+leaks+.&heads=2,3,0,3&labels=det,nsubj,root,punct")
    expect(box(page)).to_have_value("the boat leaks.")
    page.get_by_role("button", name="Edit heads as text").click()
    expect(box(page)).to_have_value("the/2/det boat/3/nsubj leaks/0/root ./3/punct")
    page.locator('.tree [data-word="1"]').click()
    page.locator('.tree [data-word="3"]').click()
    expect(box(page)).to_have_value("the/3 boat/3/nsubj leaks/0/root ./3/punct")
    expect(page.locator(".tree g.arc").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(box(page)).to_have_value("the/2/det boat/3/nsubj leaks/0/root ./3/punct")


def test_without_a_model_it_is_said_beside_the_box_what_to_do(open_page, model_server):
    page = open_page("/")
    box(page).fill("They saw her duck")
    expect(page.locator(".origin")).to_contain_text("No model here parses it: click a word")
    page.locator('.tree [data-word="1"]').click()
    page.locator('.tree [data-word="2"]').click()
    expect(page.locator(".origin")).to_contain_text("Heads changed by hand")
    page = open_page("/", base=model_server)
    box(page).fill("They saw her duck")
    expect(page.locator(".origin")).to_contain_text("Parsed by")


def test_what_is_refused_is_not_parsed_for_ever(open_page, model_server):
    page = open_page("/", base=model_server)
    expect(page.get_by_role("button", name="Parse")).to_be_visible()
    expect(page.locator(FORMS).first).to_be_visible()
    box(page).fill("x" * 30_000)
    page.keyboard.press("Enter")
    expect(page.locator(".trouble:visible").first).to_contain_text("30,000 characters")
    expect(page.locator(".origin")).not_to_contain_text("Parsing")


def test_a_head_that_is_not_there_is_called_that(open_page, model_server):
    page = open_page("/", base=model_server)
    expect(page.get_by_role("button", name="Parse")).to_be_visible()
    box(page).fill("a/9 b/1")
    page.keyboard.press("Enter")
    expect(page.locator(".origin")).to_contain_text("not word 9, which is not there")
