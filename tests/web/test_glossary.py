"""The glossary: its page, and the words of the trade where they appear."""

import re

import pytest

from tests.web.drill_support import BANKER_FOUR, bad, open_question, put_question
from tests.web.html import read
from training.quiz.bank import Bank, Term
from training.rules.tableau import Provenance
from training.web.glossed import glossed


def term(word, forms, meaning):
    return Term(word, forms, meaning, None, Provenance.UNSEEN)


TERMS = (
    term("burn card", ("burn card", "burn cards"), 'A card that is <b>burnt</b> & "gone".'),
    term("card", ("card", "cards"), "One of 52."),
    term("égalité", ("égalité", "tie"), "A tie."),
    term("19 to 20", ("19 to 20", "19:20"), "Even money less 5 %."),
    term("C++ (odd)", ("C++ (odd)",), "A word full of signs."),
)


@pytest.fixture
def gloss(app):
    """Mark the words of a glossary of five in a text."""
    app.config["BANK"] = Bank({}, TERMS)

    def mark(text):
        with app.test_request_context():
            return str(glossed(text))

    return mark


def words(marked):
    """What is linked, and where to."""
    return [(one.text, one.attributes["href"]) for one in read(marked).all("a")]


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("", []),
        ("Nothing of the trade.", []),
        ("A card.", [("card", "/reference/glossary#card")]),
        ("CARDS lie there.", [("CARDS", "/reference/glossary#card")]),
        ("A card, a card, two cards.", [("card", "/reference/glossary#card")]),
        ("A burn card.", [("burn card", "/reference/glossary#burn-card")]),
        (
            "Cards, a burn card, burn cards.",
            [("Cards", "/reference/glossary#card"), ("burn card", "/reference/glossary#burn-card")],
        ),
        ("A discard is a cardinal scorecard.", []),
        ("card-like", [("card", "/reference/glossary#card")]),
        ("“Égalité – tie bets win”", [("Égalité", "/reference/glossary#egalite")]),
        ("It pays 19:20.", [("19:20", "/reference/glossary#19-to-20")]),
        ("119:20 and 19:205", []),
        ("See C++ (odd).", [("C++ (odd)", "/reference/glossary#c-odd")]),
    ],
)
def test_a_term_is_linked_the_first_time_it_comes(gloss, text, linked):
    """The longest first, whole words only, in any case, once each?"""
    assert words(gloss(text)) == linked


@pytest.mark.parametrize(
    "text", ["<script>card</script>", 'a "card" & more', "card <card>", "&amp; card", "<a>card</a>"]
)
def test_text_and_meaning_are_escaped(gloss, text):
    """Is nothing of a text a tag, and the text the same when it is read?"""
    marked = gloss(text)
    assert [one.tag for one in read(marked).walk()][1:] == ["a"]
    assert "".join(re.sub(r"</?a\b[^>]*>", "", marked).split()) == "".join(
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&#34;").split()
    )


def test_the_meaning_is_the_title(gloss):
    """Escaped, too?"""
    (link,) = read(gloss("A burn card.")).all("a")
    assert link.attributes["title"] == 'A card that is <b>burnt</b> & "gone".'
    assert link.attributes["class"] == "term"


def test_without_a_glossary_the_text_is_only_escaped(app):
    """Does an empty glossary not match everything?"""
    app.config["BANK"] = Bank({}, ())
    with app.test_request_context():
        assert str(glossed("A <card>.")) == "A &lt;card&gt;."


def test_the_page_explains_every_term(app, nadia):
    """Each with its anchor, all of them different, 40 or more, in order?"""
    page = read(nadia.shown("/reference/glossary"))
    anchors = [one.attributes["id"] for one in page.all("dt")]
    assert len(anchors) == len(set(anchors)) == len(page.all("dd")) >= 40
    assert all(one.text for one in page.all("dd"))
    terms = [one.text.casefold() for one in page.all("dt")]
    assert terms == sorted(terms)


def test_every_term_has_its_source_or_a_mark(app, nadia):
    """Does the page say of each word where it stands, or that no text was seen?"""
    page = read(nadia.shown("/reference/glossary"))
    for anchor, dd in zip(page.all("dt"), page.all("dd"), strict=True):
        (source,) = dd.all("p", _class="quiet")
        assert source.text.strip(), anchor.text
    by_word = {dt.text: dd.text for dt, dd in zip(page.all("dt"), page.all("dd"), strict=True)}
    assert "New Zealand Gazette 1994, No. 112, p. 3256, rule 7.5" in by_word["burn value"]
    assert by_word["ace"].endswith("unseen")
    assert by_word["hard cell"].endswith("house")


def test_every_link_leads_to_a_term(app, nadia, drill):
    """Are all anchors of the links on the page?"""
    anchors = {one.attributes["id"] for one in read(nadia.shown("/reference/glossary")).all("dt")}
    nadia.give(drill, bad(BANKER_FOUR))
    page = read(nadia.shown(f"/practice/{drill}/1"))
    links = page.all("a", _class="term")
    assert links
    for link in links:
        path, _, anchor = link.attributes["href"].partition("#")
        assert (path, anchor in anchors) == ("/reference/glossary", True)
        assert link.attributes["title"]


def test_the_glossary_is_led_to_from_the_reference(nadia):
    """Can it be found?"""
    assert 'href="/reference/glossary"' in nadia.shown("/reference")


def test_the_glossary_is_for_whoever_is_signed_in(visitor):
    """Like the rest of the reference?"""
    assert visitor.get("/reference/glossary").headers["Location"].startswith("/sign-in")


@pytest.mark.parametrize("plan", [{}, {"exercise": "knowledge", "focus": "everything"}, {"focus": "payment"}])
def test_no_link_lies_in_a_button_or_in_another_link(app, nadia, plan):
    """On question and verdict, is nothing clickable inside of something clickable?"""
    drill = nadia.start(**plan)
    if not plan:
        put_question(app, drill, BANKER_FOUR)
    pages = [nadia.shown(f"/practice/{drill}")]
    nadia.give(drill, open_question(app, drill).expected[0])
    pages.append(nadia.shown(f"/practice/{drill}/1"))
    for page in map(read, pages):
        for outer in ("button", "a", "summary", "label"):
            assert not [one for holder in page.all(outer) for one in holder.all("a") if one is not holder]


def test_a_question_has_no_links_that_tell(app, nadia):
    """Are prompt and answers left plain, so that no title tells the answer before it is given?"""
    for plan in ({}, {"exercise": "knowledge", "focus": "everything"}, {"focus": "payment"}):
        page = read(nadia.shown(f"/practice/{nadia.start(**plan)}"))
        assert not page.all("a", _class="term")
