"""The glossary where its words appear: the first time a term comes in a text it leads to what it means."""

import re
from functools import lru_cache

from flask import Flask, url_for
from markupsafe import Markup, escape

from training.quiz.bank import Term
from training.quiz.options import option_id
from training.web.context import bank


def configure_glossary(app: Flask) -> None:
    """Let templates mark the words of the trade: `{{ text|glossed }}`."""
    app.jinja_env.filters["glossed"] = glossed


def term_id(term: Term) -> str:
    """The anchor of a term on the glossary page."""
    return option_id(term.term)


@lru_cache(maxsize=1)
def _pattern(glossary: tuple[Term, ...]) -> tuple[re.Pattern[str], dict[str, Term]]:
    terms = {form.casefold(): term for term in glossary for form in term.forms}
    forms = sorted(terms, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, forms))})(?!\w)", re.IGNORECASE), terms


def glossed(text: str) -> Markup:
    """A text with each term linked once, its meaning as the title; escaped."""
    return _marked(text, bank().glossary, url_for("reference.glossary"))


@lru_cache(maxsize=1024)
def _marked(text: str, glossary: tuple[Term, ...], address: str) -> Markup:
    if not glossary:
        return escape(text)
    pattern, terms = _pattern(glossary)
    seen: set[str] = set()
    parts: list[str] = []
    end = 0
    for match in pattern.finditer(text):
        term = terms[match[1].casefold()]
        if term.term in seen:
            continue
        seen.add(term.term)
        parts += [escape(text[end : match.start()]), _link(term, match[1], address)]
        end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


def _link(term: Term, words: str, address: str) -> Markup:
    link = Markup('<a class="term" href="{}#{}" title="{}">{}</a>')
    return link.format(address, term_id(term), term.meaning, words)
