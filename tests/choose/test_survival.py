"""Detail pages after a small change of their site: what a wrapper from three pages still reads."""

import re
from collections.abc import Callable, Mapping

import pytest

import unweave
from unweave.page import Page
from unweave.records import Example
from unweave.rules import RulesWrapper

BOOKS = [
    {"title": "Emma", "author": "Jane Austen", "price": "$5.50"},
    {"title": "Kim", "author": "Rudyard Kipling", "price": "$7.20"},
    {"title": "Dune", "author": "Frank Herbert", "price": "$9.30"},
    {"title": "Vathek", "author": "William Beckford", "price": "$3.80"},
]
FORM = (
    '<div class="top">Shop</div><div class="main"><h1 class="name">{title}</h1><div class="info">'
    '<span class="label">Author:</span> <span class="author">{author}</span><br>'
    '<span class="label">Price:</span> <span class="price">{price}</span></div></div><div class="end">Contact</div>'
)
CHANGES: Mapping[str, Callable[[str], str]] = {
    "a div around the page": lambda source: f'<div id="layout">{source}</div>',
    "a div around the facts": lambda source: re.sub('(<div class="info">.*?</div>)', r"<div>\1</div>", source),
    "classes renamed": lambda source: re.sub('class="(\\w+)"', r'class="css-\1"', source),
    "values in another tag": lambda source: re.sub(r'<span (class="(?:author|price)".*?)</span>', r"<b \1</b>", source),
    "block moved": lambda source: re.sub('(<div class="top">.*?</div>)(.*)', r"\2\1", source),
}


def learned() -> RulesWrapper:
    """The wrapper from the first three pages."""
    wrapper = unweave.learn([Example.from_values(Page(FORM.format(**row)), [row]) for row in BOOKS[:3]])
    assert isinstance(wrapper, RulesWrapper)
    return wrapper


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_all_values_after_a_small_change(change: Callable[[str], str]) -> None:
    """Nothing is learned anew: what is not changed is enough to find the values."""
    found = learned().extract(Page(change(FORM.format(**BOOKS[3]))))
    assert [record.to_dict() for record in found] == [BOOKS[3]]


def test_a_value_that_is_not_there_is_not_found() -> None:
    """Without its row a field is empty: nothing else on the page is taken for it."""
    source = re.sub(r'<br><span class="label">Price:.*?</span></div>', "</div>", FORM.format(**BOOKS[3]))
    found = learned().extract(Page(source.replace(BOOKS[3]["price"], "").replace('<span class="price"></span>', "")))
    assert [record.to_dict() for record in found] == [{**BOOKS[3], "price": None}]


@pytest.mark.parametrize("name", ["title", "author", "price"])
def test_the_rules_of_one_builder_are_silent_once(name: str) -> None:
    """Where all rules of a builder find nothing, they weigh no more than the heaviest of them."""
    rules = learned().of(name)
    for builder in {rule.builder for rule in rules}:
        own = [rule for rule in rules if rule.builder == builder]
        assert sum(rule.silence for rule in own) <= 1e-9 + max(rule.weight for rule in own)
