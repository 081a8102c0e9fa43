"""Columns inside the records of a list that is most of a page."""

import json

import pytest

from unweave import Page, store
from unweave.errors import BadInput
from unweave.templates import Discover
from unweave.templates.list_columns import with_list_columns
from unweave.templates.readings import column_values, readings
from unweave.templates.wrappers import TemplateWrapper

WORDS = ("amber", "brook", "cedar", "delta", "ember", "flint", "grove", "haven", "inlet", "jetty", "knoll", "larch")


def results(query: int) -> Page:
    """Answers to a query: a rank, a file, a score and a size, of which the last two have one path."""
    items = "".join(
        f"<dt><b>{rank}:</b> <a href='/{query}/{rank}.html'>{WORDS[(query + rank) % 12]} {query}{rank}</a>"
        f"<dd>Score: <b>{1000 - 7 * rank - query if rank > 1 else 1000}</b>, Size: <b>{rank * query} kbytes</b>"
        for rank in range(1, 6 + query)
    )
    return Page(f"<title>Search</title><h1>Answers to {WORDS[query]}</h1><dl>{items}</dl><p>End", name=str(query))


PAGES = [results(query) for query in range(1, 7)]


def test_labels_inside_records_tell_values_apart() -> None:
    """A score and a size have one path; in each record the label before them tells which is which."""
    wrapper = Discover().largest(PAGES)
    record = wrapper.extract(results(8))[0].to_dict()
    first = record["records"][0]
    assert (first["score"], first["size"]) == ("1000", "8 kbytes")
    assert [one["score"] for one in record["records"]][1:3] == ["978", "971"]
    assert len(record["records"]) == 13


def test_what_records_say_is_said_once() -> None:
    """No column of the page with many values says what a column of the records says."""
    wrapper = Discover().largest(PAGES)
    read = readings([column_values(wrapper, page) for page in PAGES])
    own = {read.get(column.full_name) for column in wrapper.columns if column.many and not column.in_record}
    inside = {read[column.full_name] for column in wrapper.columns if column.in_record}
    assert len(inside) >= 4
    assert not own & inside


def test_without_records() -> None:
    """The step can be turned off; then the page's own columns are all."""
    assert "records" not in Discover(records=False).largest(PAGES).schema.names


def test_pages_with_one_record_stay_as_they_are() -> None:
    """A list of links beside a long text is not the page."""
    links = "".join(f"<li><a href=/{word}>{word}</a>" for word in WORDS)
    pages = [Page(f"<h1>{word}</h1><p>{f'{word} is a word. ' * 20}<ul>{links}</ul>") for word in WORDS[:5]]
    assert not any(column.in_record for column in Discover().largest(pages).columns)


def test_nothing_new() -> None:
    """Where records say nothing new the wrapper stays as it is."""
    plain = Discover(records=False).largest(PAGES)
    assert isinstance(plain, TemplateWrapper)
    assert with_list_columns(plain, Discover().list_wrapper([]), [], 60) is plain


def test_no_more_columns_than_allowed() -> None:
    """Where the columns of records would be too many there are none."""
    assert "records" not in Discover(limit=8).largest(PAGES).schema.names


def test_it_is_stored() -> None:
    """A file has all of it; what the records lack is told."""
    wrapper = Discover().largest(PAGES)
    text = store.dumps(wrapper)
    assert store.loads(text).extract(PAGES[0]) == wrapper.extract(PAGES[0])
    stored = json.loads(text)
    stored["wrapper"]["in_records"] = None
    with pytest.raises(BadInput, match="a column in records that have no template"):
        store.loads(json.dumps(stored).encode())
