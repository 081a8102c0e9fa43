"""Every method's wrapper agrees with its examples, or there is none."""

import random

import pytest

import unweave
from unweave.choose.methods import METHODS
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.records.agree import contradictions

TAGS = {"title": "b", "by": "i", "price": "u"}


def shelf(seed: int) -> Example:
    """A list whose records lack fields, and have them in any order."""
    choice = random.Random(seed)
    records, source = [], ""
    for number in range(choice.randint(2, 4)):
        names = [name for name in choice.sample(list(TAGS), 3) if choice.random() < 0.6] or ["title"]
        records.append({name: f"{name} {number}" for name in names})
        source += "".join(f"<{TAGS[name]}>{text}</{TAGS[name]}>" for name, text in records[-1].items())
    return Example.from_values(Page(f"<div>{source}</div>"), records)


@pytest.mark.parametrize("method", METHODS)
def test_no_wrapper_contradicts_a_complete_example(method: str) -> None:
    """Values that cannot be grouped into the records are an error, not other records."""
    for seed in range(12):
        example = shelf(seed)
        try:
            wrapper = unweave.learn([example], method=method)
        except (NoConsistentWrapper, BadInput):
            continue
        assert contradictions(wrapper.extract(example.page), example) == []


def test_the_tree_method_names_the_record_that_it_misses() -> None:
    """It returned a wrapper that divides these values into other records."""
    page = Page("<div><b>a0</b><u>c0</u><i>b0</i><b>a1</b><u>c2</u><b>a2</b></div>", name="p1.html")
    records = [{"a": "a0", "b": "b0", "c": "c0"}, {"a": "a1"}, {"a": "a2", "c": "c2"}]
    with pytest.raises(NoConsistentWrapper) as caught:
        unweave.learn([Example.from_values(page, records)], method="tree")
    assert (caught.value.page, caught.value.reason[:35]) == ("p1.html", "record 3 should be {'a': 'a2', 'c':")


def test_only_texts_count_where_only_texts_were_given() -> None:
    """A wrapper may find the value elsewhere, or with the white space around it."""
    example = Example.from_values(Page("<b> Emma </b>"), [{"title": "Emma"}])
    assert [record["title"] for record in unweave.learn([example], method="lr").extract(example.page)] == ["Emma"]
