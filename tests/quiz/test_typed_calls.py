"""Typed calls: a table of literal cases, and what holds of any words."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.quiz.typed_calls import CallKey, fold, key_of, remarks_on
from training.rules.rulesets import load_rulesets


def shipped(ruleset, call, player=4, banker=3):
    """The key of a line of a script that is shipped, at these counts."""
    script = load_rulesets()[ruleset].calls
    line = next(one for one in script if one.id == call)
    return key_of(line, str(line.who), player, banker, script)


KEYS = {
    "P four": shipped("punto-banco", "initial-counts"),
    "P card": shipped("punto-banco", "player-draws"),
    "B stands": shipped("punto-banco", "banker-stands", 4, 6),
    "P wins": shipped("punto-banco", "player-wins", 7, 6),
    "6–6": shipped("punto-banco", "tie", 6, 6),
    "Card": shipped("chemin-de-fer", "dominant-player-card"),
    "Stay": shipped("chemin-de-fer", "dominant-player-stay", 6, 3),
    "Natural 8": shipped("chemin-de-fer", "dominant-player-natural", 8, 3),
    "Under": shipped("chemin-de-fer", "banker-under-8"),
    "NZ": shipped("nz-mini-1994", "no-more-bets"),
    "une": CallKey(who="dealer", words="Joueur un, Banque trois"),
    "counts": CallKey(who="dealer", words="Player four, Banker three", forbidden=("wins", "Card", "stands")),
    "card": CallKey(who="dealer", words="Card for Player", forbidden=("Banker", "stands")),
    "wins": CallKey(who="dealer", words="Banker wins, nine over six", forbidden=("Player", "tie")),
    "tie": CallKey(who="dealer", words="égalité – tie bets win", forbidden=("lose", "Player", "Banker")),
    "bets": CallKey(who="dealer", words="No more bets"),
    "under": CallKey(who="banker", words="Under 8", forbidden=("Card", "Natural")),
    "natural": CallKey(who="dominant player", words="Natural", forbidden=("Card", "Stay")),
    "carte": CallKey(
        who="dealer",
        words="Une carte pour le joueur, s’il vous plaît",
        variants=("Joueur tire",),
        required=("carte", "joueur"),
        forbidden=("banque", "ne tire pas"),
    ),
    "trois": CallKey(who="dealer", words="Banque gagne, sept à trois", required=("banque", "sept", "trois")),
    "中文": CallKey(who="dealer", words="闲家补牌", variants=("闲补牌",), forbidden=("庄家补牌",)),
    "和局": CallKey(who="dealer", words="和局", variants=("和",)),
    "点": CallKey(who="dealer", words="闲家四点，庄家二点"),
    "stay": CallKey(who="dominant player", words="Stay", others=("Card", "Natural", "Under 8")),
    "wins7": CallKey(who="dealer", words="Player wins, seven over six", others=("Player stands", "Card for Player")),
    "steht": CallKey(who="dealer", words="Spieler steht", others=("Karte für Spieler",)),
    "plus": CallKey(who="dealer", words="Rien ne va plus"),
    "reste": CallKey(who="dealer", words="Le joueur reste", required=("joueur", "reste"), others=("Carte au joueur",)),
    "vier": CallKey(
        who="dealer",
        words="Spieler vier, Bank null",
        numbers=("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"),
    ),
}
TOGETHER = "Nothing may stand between the words that belong together: {}."
BETS_TOGETHER = (TOGETHER.format("No more bets"),)
FOUR_WORDS = "Player four, Banker three"
CASES = [
    # right: the words, however they are written
    ("counts", "dealer", "Player four, Banker three", ()),
    ("counts", "dealer", "player four banker three", ()),
    ("counts", "dealer", "PLAYER FOUR, BANKER THREE!", ()),
    ("counts", "dealer", "Player 4, Banker 3", ()),
    ("counts", "dealer", "player 4 / banker 3", ()),
    ("counts", "dealer", "Player quatre, Banker trois", ()),
    ("counts", "dealer", "Player QUATRE, Banker 3", ()),
    ("counts", "dealer", "Ｐｌａｙｅｒ ４， Ｂａｎｋｅｒ ３", ()),
    ("counts", "dealer", "  Player   four\t—\tBanker three…  ", ()),
    ("counts", "dealer", "Player ④, Banker ③", ()),
    ("counts", "dealer", "Player_four,_Banker_three", ()),
    ("counts", "dealer", "“Player four; Banker three.”", ()),
    ("counts", "dealer", "Pláyer fóur, Bànker thrée", ()),
    ("counts", "dealer", "The Player has four and the Banker three", ()),
    ("counts", "dealer", "Player four 🂤 Banker three 🎉", ()),
    ("card", "dealer", "Card for Player", ()),
    ("card", "dealer", "a card, please, for the Player", ()),
    ("card", "dealer", "Card for Player’s hand", ()),
    ("card", "dealer", "ℂard 𝓯𝓸𝓻 𝐏layer", ()),
    ("card", "dealer", "Card-for-Player", ()),
    ("wins", "dealer", "Banker wins, nine over six", ()),
    ("wins", "dealer", "Banker wins 9 over 6", ()),
    ("wins", "dealer", "Banker wins: neuf over six.", ()),
    ("wins", "dealer", "The Banker wins with nine over six", ()),
    ("tie", "dealer", "égalité – tie bets win", ()),
    ("tie", "dealer", "egalite tie bets win", ()),
    ("tie", "dealer", "ÉGALITÉ - TIE BETS WIN", ()),
    ("tie", "dealer", "e\u0301galite\u0301 – tie bets win", ()),
    ("tie", "dealer", "Égalité ― tie-bets win", ()),
    ("tie", "dealer", "ègâlïtë … tie bets win", ()),
    ("bets", "dealer", "no more bets", ()),
    ("bets", "dealer", "No more bets, please!", ()),
    ("under", "banker", "under eight", ()),
    ("under", "banker", "Under huit", ()),
    ("under", "banker", "UNDER ８", ()),
    ("natural", "dominant player", "natural.", ()),
    ("natural", "dominant player", "Näturál!!!", ()),
    ("carte", "dealer", "une carte pour le joueur s'il vous plait", ()),
    ("carte", "dealer", "Carte au joueur", ()),
    ("carte", "dealer", "JOUEUR TIRE", ()),
    ("trois", "dealer", "banque gagne 7 a 3", ()),
    ("trois", "dealer", "Banque, seven, three", ()),
    ("中文", "dealer", "闲家补牌", ()),
    ("中文", "dealer", "「闲家补牌」。", ()),
    ("中文", "dealer", "闲补牌！", ()),
    # right: words that are let pass, and numbers in any spelling
    ("bets", "dealer", "Ladies and gentlemen, no more bets", ()),
    ("plus", "dealer", "Les jeux sont faits, rien ne va plus", ()),
    ("card", "dealer", "One card for Player", ()),
    ("carte", "dealer", "Une carte pour un joueur", ()),
    ("counts", "dealer", "Player4,Banker3", ()),
    ("counts", "dealer", "Player 04, Banker 003", ()),
    ("counts", "dealer", "Player ٤, Banker ٣", ()),
    ("counts", "dealer", "Player ४, Banker ৩", ()),
    ("点", "dealer", "闲家4点庄家2点", ()),
    ("点", "dealer", "闲家四点，庄家两点", ()),
    ("点", "dealer", "闲家四点，而庄家二点", ()),
    ("vier", "dealer", "Spieler vier, Bank null", ()),
    ("vier", "dealer", "Der Spieler hat VIER, die Bank 0", ()),
    # the call turned round
    ("tie", "dealer", "égalité – tie bets do not win", ("Must not be said here: “not”.",)),
    ("tie", "dealer", "égalité – tie bets don’t win", ("Must not be said here: “don’t”.",)),
    ("tie", "dealer", "égalité – tie bets dont win", ("Must not be said here: “dont”.",)),
    ("tie", "dealer", "égalité? Never: no tie bets win", ("Must not be said here: “Never”, “no”.",)),
    ("card", "dealer", "No card for Player", ("Must not be said here: “No”.",)),
    ("card", "dealer", "Card for Player? Nein", ("Must not be said here: “Nein”.",)),
    ("wins7", "dealer", "Player never wins, seven over six", ("Must not be said here: “never”.",)),
    ("counts", "dealer", "Player not four, Banker three", ("Must not be said here: “not”.",)),
    ("stay", "dominant player", "I do not stay", ("Must not be said here: “not”.",)),
    ("under", "banker", "Not under 8", ("Must not be said here: “Not”.",)),
    ("natural", "dominant player", "No natural", ("Must not be said here: “No”.",)),
    ("natural", "dominant player", "non-natural", ("Must not be said here: “non”.",)),
    ("bets", "dealer", "No problem, place more side bets", BETS_TOGETHER),
    ("bets", "dealer", "No more side bets", BETS_TOGETHER),
    ("reste", "dealer", "Le joueur ne reste pas", ("Must not be said here: “ne”, “pas”.",)),
    ("plus", "dealer", "Non, rien ne va plus", ("Must not be said here: “Non”.",)),
    ("steht", "dealer", "Spieler steht nicht", ("Must not be said here: “nicht”.",)),
    ("和局", "dealer", "不和局", ("Must not be said here: “不”.",)),
    ("和局", "dealer", "不和", ("Missing: “局”.",)),
    ("点", "dealer", "闲家没四点，庄家二点", ("Must not be said here: “没”.", TOGETHER.format(KEYS["点"].words))),
    # characters between those that belong together
    ("中文", "dealer", "闲家不补牌", ("Must not be said here: “不”.", TOGETHER.format("闲家补牌"))),
    ("中文", "dealer", "闲家别补牌", ("Must not be said here: “别”.", TOGETHER.format("闲家补牌"))),
    ("中文", "dealer", "闲家停补牌", (TOGETHER.format("闲家补牌"),)),
    *(
        ("Under", "banker", f"That isn{mark}t under 8", (f"Must not be said here: “isn{shown}t”.",))
        for mark, shown in {**dict.fromkeys("´`‘‛ʼ′＇｀'", "'"), "’": "’"}.items()
    ),
    ("Card", "dominant player", "I won´t take a card", ("Must not be said here: “won't”.",)),
    *(
        ("Stay", "dominant player", f"I {word} stay", (f"Must not be said here: “{word}”.",))
        for word in (
            *("wasnt", "werent", "hasnt", "havent", "hadnt", "shouldnt", "wouldnt", "couldnt", "mustnt", "neednt"),
            *("shant", "aint", "doesnt", "didnt", "arent", "isnt", "dont", "wont", "cant", "cannot", "Wasn’t"),
        )
    ),
    ("Stay", "dominant player", "I want to stay at this point, a moment, cent pour cent", ("Wrong: “cent”, “cent”.",)),
    ("Stay", "dominant player", "I want to stay at this point, a constant amount", ()),
    ("Under", "banker", "Under 8? False", ("Must not be said here: “False”.",)),
    ("6–6", "dealer", "égalité – tie bets hardly win", ("Must not be said here: “hardly”.",)),
    ("P four", "dealer", "Player −4, Banker 3", ("Must not be said here: “−”.",)),
    ("P four", "dealer", "Player minus four, Banker three", ("Must not be said here: “minus”.",)),
    ("P four", "dealer", "Player -4 − Banker -3", ()),
    # two calls at once, or another line of the script in any inflection
    ("P card", "dealer", "Card for Player, Player stand", ("Must not be said here: “stand”.",)),
    ("P card", "dealer", "Card for Player wins", ("Must not be said here: “wins”.",)),
    ("P card", "dealer", "Card for Player, égalité", ("Must not be said here: “égalité”.",)),
    ("P card", "dealer", "Player draws a card: card for Player", ()),
    ("P four", "dealer", "Player four, Banker three. Tie", ("Must not be said here: “Tie”.",)),
    ("P four", "dealer", "Player four, Banker three, Player draws", ("Must not be said here: “draws”.",)),
    ("P wins", "dealer", "Player wins, seven over six, le joueur reste", ("Must not be said here: “reste”.",)),
    ("Card", "dominant player", "Card, stays", ("Must not be said here: “stays”.",)),
    ("Stay", "dominant player", "Stay. Draw", ("Must not be said here: “Draw”.",)),
    ("Stay", "dominant player", "I stand: stay", ()),
    ("Under", "banker", "under 8 stays", ("Must not be said here: “stays”.",)),
    ("Under", "banker", "Under eight, stand", ("Must not be said here: “stand”.",)),
    ("6–6", "dealer", "égalité – tie bets win, tie bets lost", ("Must not be said here: “lost”.",)),
    ("NZ", "dealer", "No more bets, the cards are coming", ()),
    ("NZ", "dealer", "No more bets, cards are out", ("Must not be said here: “Cards are out”.",)),
    ("6–6", "dealer", "égalité – all tied, winning tie bets win", ()),
    ("stay", "dominant player", "Stay, card", ("Must not be said here: “Card”.",)),
    ("stay", "dominant player", "Card – stay", ("Must not be said here: “Card”.",)),
    ("reste", "dealer", "Le joueur reste, carte au joueur", ("Must not be said here: “Carte au joueur”.",)),
    ("steht", "dealer", "Karte für Spieler, Spieler steht", ("Must not be said here: “Karte für Spieler”.",)),
    ("wins7", "dealer", "Player stands, Player wins, seven over six", ("Must not be said here: “Player stands”.",)),
    # said twice
    ("bets", "dealer", "No more bets, no more bets", ()),
    ("bets", "dealer", "No, no more bets", ()),
    ("bets", "dealer", "No more bets, thank you, no", ()),
    ("Under", "banker", "Under 8, under eight", ()),
    ("Under", "banker", "Under 8, yes, under 8, under 8", ()),
    ("P four", "dealer", "Player four, Banker three. Player four, Banker three", ()),
    ("P four", "dealer", "Player four, Banker three. I repeat: Player four, Banker three", ()),
    ("P four", "dealer", "Player four, Banker four, three", ("Said too often: “four”.",)),
    ("P four", "dealer", "Player four, Banker three, three", ("Said too often: “three”.",)),
    ("P four", "dealer", "Player three, Banker three", ("Missing: “four”.",)),
    ("carte", "dealer", "Joueur tire, joueur tire", ()),
    ("中文", "dealer", "闲家补牌，闲家补牌", ()),
    # counts that are true may be said along
    ("Natural 8", "dominant player", "Natural eight", ()),
    ("Natural 8", "dominant player", "Natural nine", ("Wrong: “nine”.",)),
    ("Natural 8", "dominant player", "Natural three", ("Wrong: “three”.",)),
    ("B stands", "dealer", "Banker stands on 6", ()),
    ("B stands", "dealer", "Banker stands, six", ()),
    ("B stands", "dealer", "Banker stands on 4", ("Wrong: “4”.",)),
    ("6–6", "dealer", "égalité six, tie bets win", ()),
    ("6–6", "dealer", "égalité seven, tie bets win", ("Wrong: “seven”.",)),
    # accents typed apart
    ("tie", "dealer", "e´galite´ – tie bets win", ()),
    ("tie", "dealer", "E`galite`– tie bets win", ()),
    ("carte", "dealer", "une carte pour le joueur s´il vous plaît", ()),
    ("une", "dealer", "Joueur une, Banque trois", ()),
    # words that are missing
    ("counts", "dealer", "Player four", ("Missing: “Banker”, “three”.",)),
    ("counts", "dealer", "four, three", ("Missing: “Player”, “Banker”.",)),
    ("card", "dealer", "Card", ("Missing: “for”, “Player”.",)),
    ("card", "dealer", "Card for Playr", ("Missing: “Player”.",)),
    ("card", "dealer", "cardforplayer", ("Missing: “Card”, “for”, “Player”.",)),
    ("card", "dealer", "Carte pour joueur", ("Missing: “Card”, “for”, “Player”.",)),
    ("card", "dealer", "x" * 200, ("Missing: “Card”, “for”, “Player”.",)),
    ("tie", "dealer", "tie bets win", ("Missing: “égalité”.",)),
    ("tie", "dealer", "égalité", ("Missing: “tie”, “bets”, “win”.",)),
    ("bets", "dealer", "Rien ne va plus", ("Missing: “No”, “more”, “bets”.",)),
    ("under", "banker", "Under", ("Missing: “8”.",)),
    ("carte", "dealer", "une carte", ("Missing: “joueur”.",)),
    ("中文", "dealer", "闲家不补", ("Missing: “牌”.",)),
    ("card", "dealer", "", ("Missing: “Card”, “for”, “Player”.",)),
    ("bets", "dealer", "🤐", ("Missing: “No”, “more”, “bets”.",)),
    # numbers that are wrong
    ("counts", "dealer", "Player five, Banker three", ("Missing: “four”.", "Wrong: “five”.")),
    ("counts", "dealer", "Player 4, Banker 2", ("Missing: “three”.", "Wrong: “2”.")),
    ("counts", "dealer", "Player four, Banker three, one", ("Wrong: “one”.",)),
    ("counts", "dealer", "Player 14, Banker 3", ("Missing: “four”.", "Wrong: “14”.")),
    ("wins", "dealer", "Banker wins, nine over seven", ("Missing: “six”.", "Wrong: “seven”.")),
    ("under", "banker", "Under 9", ("Missing: “8”.", "Wrong: “9”.")),
    ("trois", "dealer", "Banque gagne, sept à deux", ("Missing: “trois”.", "Wrong: “deux”.")),
    ("P four", "dealer", "Player four hundred, Banker three", ("Wrong: “hundred”.",)),
    ("P four", "dealer", "Player twenty four, Banker three", ("Wrong: “twenty”.",)),
    ("Under", "banker", "Under eight hundred", ("Wrong: “hundred”.",)),
    ("Under", "banker", "Under 8th", ("Missing: “8”.",)),
    # words that must not be said
    ("counts", "dealer", "Player four, Banker three, Player wins", ("Must not be said here: “wins”.",)),
    ("counts", "dealer", "Player four, Banker three – CARD", ("Must not be said here: “Card”.",)),
    ("card", "dealer", "Card for Player, not Banker", ("Must not be said here: “Banker”, “not”.",)),
    ("card", "dealer", "Card for Banker", ("Missing: “Player”.", "Must not be said here: “Banker”.")),
    ("tie", "dealer", "Égalité, tie bets lose", ("Missing: “win”.", "Must not be said here: “lose”.")),
    ("natural", "dominant player", "Natural, card, stay", ("Must not be said here: “Card”, “Stay”.",)),
    ("carte", "dealer", "carte: joueur ne tire pas", ("Must not be said here: “ne tire pas”.",)),
    # the order
    ("counts", "dealer", "Banker three, Player four", (f"The words are in the wrong order: {FOUR_WORDS}.",)),
    ("counts", "dealer", "Player 3, Banker 4", (f"The words are in the wrong order: {FOUR_WORDS}.",)),
    (
        "wins",
        "dealer",
        "Banker wins, six over nine",
        ("The words are in the wrong order: Banker wins, nine over six.",),
    ),
    # the wrong speaker
    ("card", "banker", "Card for Player", ("It is the dealer who says it, not the banker.",)),
    ("under", "dealer", "Under 8", ("It is the banker who says it, not the dealer.",)),
    ("natural", "banker", "Natural 9", ("It is the dominant player who says it, not the banker.", "Wrong: “9”.")),
    (
        "card",
        "dominant player",
        "Banker stands 3",
        (
            "It is the dealer who says it, not the dominant player.",
            "Missing: “Card”, “for”, “Player”.",
            "Wrong: “3”.",
            "Must not be said here: “Banker”, “stands”.",
        ),
    ),
]


@pytest.mark.parametrize(("key", "who", "text", "remarks"), CASES, ids=[f"{row[0]}: {row[2][:40]!a}" for row in CASES])
def test_what_is_wrong_with_a_typed_call(key, who, text, remarks):
    """Is each case judged as a dealing school would, with a sentence for each thing that is wrong?"""
    assert remarks_on(KEYS[key], who, text) == remarks


def test_there_are_eighty_cases_and_none_twice():
    """Does the table have what it promises?"""
    assert len(CASES) >= 80
    assert len({row[:3] for row in CASES}) == len(CASES)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Égalité – 7!", ("egalite", "7")),
        ("zero one two three four five six seven eight nine ten", tuple(map(str, range(11)))),
        ("zéro un deux trois quatre cinq six sept huit neuf dix", tuple(map(str, range(11)))),
        ("Straße", ("strasse",)),
        ("l’égalité", ("l", "egalite")),
        ("ﬁve", ("5",)),
        ("Nº", ("no",)),
        ("", ()),
        ("– … ! 🂡", ()),
        ("\u200b", ()),
        ("闲家，补牌。", ("闲", "家", "补", "牌")),
        ("someone", ("someone",)),
        ("Player04", ("player", "4")),
        ("٨ 008 000 〇 两", ("8", "8", "0", "0", "2")),
        ("don't", ("don't",)),
        ("9" * 5000, ("9" * 5000,)),
    ],
)
def test_words_are_folded(text, words):
    """Are case, accents, ligatures and marks gone, and numbers figures?"""
    assert fold(text) == words


SHIPPED = [
    pytest.param(key_of(call, str(call.who), 4, 3, ruleset.calls), id=f"{ruleset.id}/{call.id}")
    for ruleset in load_rulesets().values()
    for call in ruleset.calls
]


@pytest.mark.parametrize("key", SHIPPED)
def test_the_words_of_the_script_are_always_right(key):
    """However a machine writes them?"""
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        for change in (str, str.upper, str.lower, str.title, str.swapcase):
            assert remarks_on(key, key.who, normalize(form, change(key.words))) == ()
    wide = "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in key.words)
    assert remarks_on(key, key.who, wide) == ()


ACCENTS = "\u0300\u0301\u0302\u0308\u030a\u0327\u0303"
MARKS = " .,;:!?–—-…“”‘’«»()[]/\\|*+=_~#\t\u00a0\u3000。，！"


@given(st.sampled_from(SHIPPED), st.data())
def test_any_case_accents_and_punctuation_are_right(param, data):
    """With every letter in any case, any accent on it, and any marks between the words?"""
    (key,) = param.values
    gap = st.text(MARKS, min_size=1, max_size=3)
    typed = data.draw(st.text(MARKS, max_size=3))
    for word in fold(key.words):
        for letter in word:
            typed += data.draw(st.sampled_from([letter, letter.upper()]))
            typed += data.draw(st.sampled_from(["", "", *ACCENTS])) if letter.isalpha() else ""
        typed += data.draw(gap)
    assert remarks_on(key, key.who, typed) == ()


@given(st.sampled_from(SHIPPED), st.text(max_size=200), st.sampled_from(["dealer", "banker", "dominant player"]))
def test_whatever_is_typed_is_judged(param, text, who):
    """Are the remarks always whole sentences, and is a wrong speaker never right?"""
    (key,) = param.values
    remarks = remarks_on(key, who, text)
    assert all(remark.endswith(".") for remark in remarks)
    assert remarks or who == key.who


@given(st.sampled_from(SHIPPED), st.data())
def test_a_word_that_is_left_out_is_named(param, data):
    """Is each missing word told, whichever it is?"""
    (key,) = param.values
    words = [word for word in key.words.split() if fold(word)]
    left_out = data.draw(st.integers(0, len(words) - 1))
    rest = [word for place, word in enumerate(words) if place != left_out]
    missing = words[left_out].strip(",")
    assert f"Missing: “{missing}”." in remarks_on(key, key.who, " ".join(rest) or "…")


@pytest.mark.parametrize("key", SHIPPED)
@pytest.mark.parametrize("times", [2, 3, 10])
def test_a_call_that_is_said_several_times_is_right(key, times):
    """Is a whole repetition no mistake, whichever call it is?"""
    assert remarks_on(key, key.who, ", ".join([key.words] * times)) == ()


@given(st.sampled_from(SHIPPED), st.data())
def test_the_calls_own_words_are_never_wrong_or_forbidden(param, data):
    """In whatever order and number: does no remark blame a word that the call has?"""
    (key,) = param.values
    typed = " ".join(data.draw(st.lists(st.sampled_from(fold(key.words)), min_size=1)))
    assert not [told for told in remarks_on(key, key.who, typed) if told.startswith(("Wrong", "Must not"))]


@pytest.mark.parametrize("key", SHIPPED)
@pytest.mark.parametrize("negation", ["not", "never", "n’t", "ne … pas", "nicht", "不"])
def test_a_call_with_a_negation_in_it_is_never_right(key, negation):
    """Wherever it stands, and in whatever language: is a call that says the opposite caught?"""
    words = key.words.split()
    for place in range(len(words) + 1):
        typed = " ".join([*words[:place], f"does{negation}" if negation == "n’t" else negation, *words[place:]])
        assert remarks_on(key, key.who, typed) != ()


@pytest.mark.parametrize("ruleset", load_rulesets().values(), ids=lambda ruleset: ruleset.id)
def test_no_call_is_right_together_with_another_of_its_script(ruleset):
    """Before or after it: is who says two calls at once each time caught?"""
    for call in ruleset.calls:
        key = key_of(call, str(call.who), 4, 3, ruleset.calls)
        for other in ruleset.calls:
            if other.words != call.words:
                words = other.filled(other.words, 4, 3)
                assert remarks_on(key, key.who, f"{words}. {key.words}") != ()
                assert remarks_on(key, key.who, f"{key.words}. {words}") != ()


def test_a_key_that_was_stored_before_there_were_others_is_read():
    """Does a question that is open since yesterday go on?"""
    stored = {"who": "dealer", "words": "Natural", "variants": [], "required": [], "forbidden": ["Card"]}
    assert CallKey.from_dict(stored) == CallKey(who="dealer", words="Natural", forbidden=("Card",))


def test_a_key_is_stored_and_read_back():
    """Is nothing of it lost?"""
    for key in KEYS.values():
        assert CallKey.from_dict(key.as_dict()) == key


def test_a_wrong_number_is_named_as_it_was_typed():
    """Who typed “five”, does he read “five”?"""
    assert remarks_on(KEYS["counts"], "dealer", "Player five, Banker three")[1] == "Wrong: “five”."


def test_a_missing_word_is_named_with_its_accents():
    """Is it “égalité” that is missing, also behind an apostrophe?"""
    key = CallKey(who="dealer", words="C’est l’égalité")
    assert remarks_on(key, "dealer", "C'est l'") == ("Missing: “égalité”.",)


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\u200d", "\ufeff", "\u2060"])
def test_what_nobody_sees_makes_nothing_wrong(unseen):
    """Is a word that was pasted with a soft hyphen or a joiner in it still the word?"""
    assert remarks_on(KEYS["card"], "dealer", f"Ca{unseen}rd for Player") == ()


def test_all_calls_at_once_are_not_right():
    """Is who says “Card, Stay, Natural, Under 8” each time ever caught?"""
    calls = [call for call in load_rulesets()["chemin-de-fer"].calls if call.asked]
    for call in calls:
        key = key_of(call, str(call.who), 4, 3, calls)
        assert remarks_on(key, key.who, "Card, Stay, Natural, Under 8") != ()


@pytest.mark.parametrize("text", ["请闲家补牌", "闲家 补牌"])
def test_harmless_extra_words_and_spaces_are_let_pass_in_chinese_too(text):
    """Is politeness, or a space, no fault where words stand without spaces?"""
    assert remarks_on(KEYS["中文"], "dealer", text) == ()


def test_forbidden_words_are_found_in_chinese_too():
    """Is what must not be said named?"""
    remarks = remarks_on(KEYS["中文"], "dealer", "庄家补牌了")
    assert "Must not be said here: “庄家补牌”." in remarks
