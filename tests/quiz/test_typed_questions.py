"""Questions whose answer is a typed call: who says it and the words, from a script in any language."""

from random import Random

import pytest

from training.quiz.asking import make_question
from training.quiz.explanations import answer_sentence
from training.quiz.foci import foci_of
from training.quiz.grading import Result, judge, remarks
from training.quiz.questions import Form, Question
from training.quiz.skills import skills_by_id, skills_of, typed_skills
from training.rules.cards import point_count
from training.rules.errors import Illegal
from training.rules.rulesets import BrokenRulesets

CALLS = {
    "punto-banco": {
        *("initial-counts", "player-draws", "player-stands", "banker-draws", "banker-stands"),
        *("player-wins", "banker-wins", "tie"),
    },
    "chemin-de-fer": {
        *("dominant-player-card", "dominant-player-stay", "dominant-player-natural"),
        *("banker-natural", "banker-under-8"),
    },
    "nz-mini-1994": {"no-more-bets"},
    "nj-minibaccarat": set(),
}


def ask(ruleset, call, seed=1, owner=None):
    return make_question(ruleset, skills_by_id(ruleset)[f"{owner or ruleset.id}/typed/{call}"], Random(seed))


def questions(ruleset, call, owner=None, seeds=200):
    return [ask(ruleset, call, seed, owner) for seed in range(seeds)]


@pytest.mark.parametrize("ruleset", CALLS)
def test_every_call_that_is_asked_can_be_typed(rulesets, ruleset):
    """Is there a skill for each line of the script, and none for what no question may ask?"""
    assert {skill.id for skill in typed_skills(rulesets[ruleset])} == {
        f"{ruleset}/typed/{call}" for call in CALLS[ruleset]
    }


def test_calls_are_typed_only_by_who_chooses_to(rulesets):
    """Is typing a focus of its own, outside of `everything`?"""
    for ruleset in rulesets.values():
        assert not [skill for skill in skills_of(ruleset) if "/typed/" in skill.id]
        assert ("typed" in foci_of(ruleset)) is bool(CALLS[ruleset.id])


@pytest.mark.parametrize(("ruleset", "call"), [(one, call) for one, calls in CALLS.items() for call in sorted(calls)])
def test_the_expected_text_is_right_and_stored_whole(rulesets, ruleset, call):
    """Over many deals: does the key judge itself right, is there no option, and is the question read back whole?"""
    for question in questions(rulesets[ruleset], call, seeds=60):
        assert (question.form, question.options, len(question.expected)) == (Form.CALL, (), 1)
        verdict = judge(rulesets[ruleset], question, question.expected[0])
        assert (verdict.result, remarks(question, verdict.given)) == (Result.RIGHT, ())
        assert Question.from_dict(question.as_dict()) == question
        assert question.call_key.words in answer_sentence(question)
        assert question.call_key.words not in question.hint


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("initial-counts", "Player {player}, Banker {banker}"),
        ("player-wins", "Player wins, {player} over {banker}"),
        ("banker-wins", "Banker wins, {banker} over {player}"),
        ("tie", "égalité – tie bets win"),
    ],
)
def test_the_counts_in_the_words_are_those_of_the_cards(rulesets, call, words):
    """Is the key, recomputed from the cards, what is expected?"""
    names = "zero one two three four five six seven eight nine".split()
    for question in questions(rulesets["punto-banco"], call):
        counts = {
            "player": names[point_count(question.facts.player)],
            "banker": names[point_count(question.facts.banker)],
        }
        assert question.expected == (f"dealer: {words.format(**counts)}",)


@pytest.mark.parametrize(
    ("call", "counts"),
    [("dominant-player-card", range(5)), ("dominant-player-stay", (6, 7)), ("dominant-player-natural", (8, 9))],
)
def test_a_free_choice_is_never_asked_from_memory(rulesets, call, counts):
    """Is the Player's 5, where “Card” and “Stay” are both right, never dealt for one of them?"""
    seen = {point_count(question.facts.player) for question in questions(rulesets["chemin-de-fer"], call)}
    assert seen == set(counts)


def test_who_says_it_is_part_of_the_question(rulesets):
    """Half the time the patron, half the time the dealer who repeats: is the situation before that word?"""
    seen = {"dominant player": 0, "dealer": 0}
    for question in questions(rulesets["chemin-de-fer"], "dominant-player-card"):
        who = question.call_key.who
        seen[who] += 1
        said = [(said.who, said.call) for said in question.facts.said]
        assert said == ([("dominant player", "Card")] if who == "dealer" else [])
        assert ("has said “Card”" in question.prompt) is (who == "dealer")
        assert question.citation.endswith("(10)") is (who == "dealer")
        other = next(one for one in seen if one != who)
        verdict = judge(rulesets["chemin-de-fer"], question, f"{other}: Card")
        assert verdict.result is Result.WRONG
        assert remarks(question, verdict.given) == (f"It is the {who} who says it, not the {other}.",)
    assert min(seen.values()) > 60


@pytest.mark.parametrize(
    ("ruleset", "several"), [("punto-banco", False), ("nz-mini-1994", False), ("chemin-de-fer", True)]
)
def test_who_speaks_is_only_asked_where_several_do(rulesets, ruleset, several):
    """Is nobody asked what the form gives no way to answer, and told the speaker after it all the same?"""
    for skill in typed_skills(rulesets[ruleset]):
        question = make_question(rulesets[ruleset], skill, Random(1))
        assert ("Who speaks now" in question.prompt) is several
        assert "hat are the words?" in question.prompt
        assert question.explanation.startswith(f"The {question.call_key.who} says “")


@pytest.mark.parametrize(
    ("given", "asked_again"),
    [
        ("", "choose who says it"),
        ("Card for Player", "choose who says it"),
        (": Card for Player", "choose who says it"),
        ("croupier: Card for Player", "choose who says it"),
        ("Dealer: Card for Player", "choose who says it"),
        ("dealer:", "type the words of the call"),
        ("dealer: ", "type the words of the call"),
        ("dealer: …!?", "type the words of the call"),
        ("dealer: 🂡🎉", "type the words of the call"),
        ("dealer: \u200b", "type the words of the call"),
    ],
)
def test_no_speaker_or_no_words_is_asked_again(rulesets, given, asked_again):
    """Is what is no call at all never graded wrong?"""
    with pytest.raises(Illegal, match=asked_again):
        judge(rulesets["punto-banco"], ask(rulesets["punto-banco"], "player-draws"), given)


def test_without_any_answer_it_is_asked_again(rulesets):
    """And too late, is it a timeout?"""
    question = ask(rulesets["punto-banco"], "player-draws")
    with pytest.raises(Illegal):
        judge(rulesets["punto-banco"], question, None)
    assert judge(rulesets["punto-banco"], question, None, in_time=False).result is Result.TIMEOUT
    given = "dealer: Card for Player"
    assert judge(rulesets["punto-banco"], question, given, in_time=False).result is Result.TIMEOUT


FRENCH = """
[call.player-draws]
words = "Une carte pour le joueur"
variants = ["Joueur tire"]
required = ["carte", "joueur"]
forbidden = ["banque", "reste"]
gloss = "a card for the Player"

[call.player-wins]
words = "Joueur gagne, {high} à {low}"
language = "fr"
forbidden = ["banque"]
gloss = "the Player wins, high over low"
"""


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("Une carte pour le joueur", ()),
        ("CARTE AU JOUEUR", ()),
        ("joueur tire!", ()),
        ("Une carte", ("Missing: “joueur”.",)),
        ("une carte pour la banque", ("Missing: “joueur”.", "Must not be said here: “banque”.")),
        ("joueur, carte", ("The words are in the wrong order: Une carte pour le joueur.",)),
        ("Card for Player", ("Missing: “carte”, “joueur”.",)),
    ],
)
def test_a_house_script_in_french_decides(house, given, told):
    """Do required, forbidden and variants of the file decide, and is the gloss told after the answer?"""
    ruleset = house(FRENCH)
    question = ask(ruleset, "player-draws")
    verdict = judge(ruleset, question, f"dealer: {given}")
    assert remarks(question, verdict.given) == told
    assert verdict.result is (Result.WRONG if told else Result.RIGHT)
    assert question.explanation == "The dealer says “Une carte pour le joueur” (a card for the Player)."
    assert "a card for the Player" not in question.hint + question.prompt
    assert question.provenance == "house"


@pytest.mark.parametrize("figures", [True, False])
def test_french_numbers_are_numbers(house, figures):
    """Is `sept à trois` typed in words or figures right?"""
    ruleset = house(FRENCH)
    names = "zéro un deux trois quatre cinq six sept huit neuf".split()
    for question in questions(ruleset, "player-wins", seeds=50):
        high, low = point_count(question.facts.player), point_count(question.facts.banker)
        high, low = (high, low) if figures else (names[high], names[low])
        given = f"dealer: joueur gagne {high} a {low}"
        assert judge(ruleset, question, given).result is Result.RIGHT


GERMAN = """
[numbers]
de = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]

[call.initial-counts]
words = "Spieler {player}, Bank {banker}"
language = "de"
gloss = "Player {player}, Banker {banker}"
"""


def test_a_house_brings_the_number_words_of_its_language(house):
    """Are counts spoken in them, and typed in words or figures?"""
    ruleset = house(GERMAN)
    names = "null eins zwei drei vier fünf sechs sieben acht neun".split()
    for question in questions(ruleset, "initial-counts", seeds=50):
        player, banker = point_count(question.facts.player), point_count(question.facts.banker)
        assert question.call_key.words == f"Spieler {names[player]}, Bank {names[banker]}"
        for spoken in (names, range(10)):
            given = f"dealer: Spieler {spoken[player]}, Bank {spoken[banker]}"
            assert judge(ruleset, question, given).result is Result.RIGHT
        wrong = f"dealer: Spieler {names[player]}, Bank {names[(banker + 1) % 10]}"
        assert judge(ruleset, question, wrong).result is Result.WRONG
        assert Question.from_dict(question.as_dict()) == question


@pytest.mark.parametrize("words", ["7", "['null']", "[" + "'eins'," * 10 + "]", str(["a b", *"cdefghijk"])])
def test_number_words_that_are_no_ten_words_are_named(house, words):
    """Is it told in one line what is expected?"""
    with pytest.raises(BrokenRulesets) as caught:
        house(f"[numbers]\nde = {words}\n")
    assert "numbers.de" in caught.value.problems[0]


CHINESE = """
[call.player-draws]
words = "闲家补牌"
variants = ["闲补牌"]
forbidden = []
gloss = "a card for the Player"

[call.tie]
words = "和局"
forbidden = []
gloss = "a tie"
"""


@pytest.mark.parametrize(
    ("given", "told"),
    [("闲家补牌", ()), ("閒家補牌", ("Missing: “闲”, “补”.",)), ("闲补牌。", ()), ("“闲家补牌！”", ())],
)
def test_a_house_script_in_chinese_decides(house, given, told):
    """Is it loaded, asked, judged and explained like any other?"""
    ruleset = house(CHINESE)
    question = ask(ruleset, "player-draws")
    verdict = judge(ruleset, question, f"dealer: {given}")
    assert remarks(question, verdict.given) == told
    assert question.explanation == "The dealer says “闲家补牌” (a card for the Player)."
    assert Question.from_dict(question.as_dict()) == question


def test_a_script_that_was_not_changed_keeps_its_skill(house):
    """Is what a trainee knows of the other lines carried over?"""
    ids = {skill.id for skill in typed_skills(house(CHINESE))}
    assert {"house/typed/player-draws", "house/typed/tie", "punto-banco/typed/player-stands"} <= ids
    assert "punto-banco/typed/tie" not in ids


def test_what_the_script_says_of_a_call_is_checked(house):
    """Are texts that are none named?"""
    lines = "[call.tie]\nvariants = 'égalité'\nrequired = [1]\nforbidden = {}\ngloss = 7\nlanguage = 7\n"
    with pytest.raises(BrokenRulesets) as caught:
        house(lines)
    assert {line.partition(": ")[2].partition(":")[0] for line in caught.value.problems} == {
        *("call.tie.forbidden", "call.tie.gloss", "call.tie.language", "call.tie.required", "call.tie.variants"),
    }


def test_the_gloss_tells_the_counts_in_english(house):
    """Does a reader who knows no German see which counts were meant?"""
    names = "zero one two three four five six seven eight nine".split()
    for question in questions(house(GERMAN), "initial-counts", seeds=20):
        player, banker = point_count(question.facts.player), point_count(question.facts.banker)
        assert question.explanation.endswith(f"” (Player {names[player]}, Banker {names[banker]}).")


@pytest.mark.parametrize("gloss", ["Player {count}", "a {}", "{player", "{player!r}", "{0}"])
def test_a_gloss_with_unknown_braces_is_refused(house, gloss):
    """Is it named, and what may stand there?"""
    with pytest.raises(BrokenRulesets, match=r"call\.tie\.gloss: .*player, banker, high, low"):
        house(f'[call.tie]\ngloss = "{gloss}"\n')


def test_an_error_of_the_script_is_told_once(house):
    """Is one thing that is wrong one line?"""
    with pytest.raises(BrokenRulesets) as caught:
        house("[call.tie]\nrequired = [1]\n")
    assert len(caught.value.problems) == 1


def test_counts_are_spoken_in_the_language_of_the_script(house):
    """Does a French dealer say “quatre”, and not “four”?"""
    question = ask(house(FRENCH), "player-wins")
    assert not set(question.call_key.words.split()) & set("one two three four five seven eight nine".split())


def test_counts_in_a_chinese_script_can_be_typed(house):
    """Is `闲家4点` or `闲家四点` right for `闲家{player}点`?"""
    ruleset = house(
        '[call.initial-counts]\nwords = "闲家{player}点，庄家{banker}点"\nforbidden = []\ngloss = "counts"\n'
    )
    question = ask(ruleset, "initial-counts")
    player, banker = point_count(question.facts.player), point_count(question.facts.banker)
    figures = "零一二三四五六七八九"
    typed = (f"闲家{player}点，庄家{banker}点", f"闲家{figures[player]}点，庄家{figures[banker]}点")
    assert Result.RIGHT in {judge(ruleset, question, f"dealer: {text}").result for text in typed}


def test_the_hint_counts_words(rulesets):
    """Has `égalité – tie bets win` four words, and `Card` one?"""
    assert ask(rulesets["punto-banco"], "tie").hint == "The call has 4 words."
