"""How records are read of which nobody said whether they are all records of their page."""

from collections.abc import Sequence

import pytest

from unweave.choose import learn
from unweave.cli.status import as_complete, how_it_was_read, learned_with_status
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.wrapper import Wrapper

FACTS = "<h1>{}</h1><ul><li><b>Year:</b> {}</li><li><b>Pages:</b> {}</li><li><b>ISBN:</b> {}</li></ul>"
ROWS = "<ul><li><b>Emma</b> <i>$5</i></li><li><b>Kim</b> <i>$7</i></li><li><b>Dune</b> <i>$9</i></li></ul>"


def shown(source: str, *records: dict[str, str]) -> Example:
    return Example.from_values(Page(source, name="p.html"), records, status="partial")


@pytest.mark.parametrize(
    ("example", "status"),
    [
        (shown(FACTS.format("Emma", "1815", "474", "9780"), {"title": "Emma", "pages": "474"}), "complete"),
        (shown(FACTS.format("Emma", "1815", "474", "9780"), {"title": "Emma"}), "complete"),
        (shown(ROWS, {"title": "Kim", "price": "$7"}), "partial"),
        (shown(ROWS, {"title": "Kim"}), "partial"),
        (shown(ROWS, {"title": "Kim"}, {"title": "Dune"}), "partial"),
    ],
)
def test_the_status(example: Example, status: str) -> None:
    """One record is the only one of its page, unless others with values of their own are found.

    Rows of facts under one title are no list of records: they would have the title in common.
    """
    (read,), wrapper = learned_with_status([example], learn)
    assert read.status == status
    assert example.records[0].to_dict() in [record.to_dict() for record in wrapper.extract(example.page)]


def test_all_pages_have_the_same_status() -> None:
    """And pages without records stay unlabelled."""
    pages = [Page(FACTS.format(f"Book {at}", 1900 + at, 100 + at, 9780 + at), name=f"p{at}.html") for at in range(6)]
    given = [
        Example.from_values(page, [{"title": f"Book {at}"}], status="partial") for at, page in enumerate(pages[:5])
    ]
    read, _ = learned_with_status([*given, Example(pages[5])], learn)
    assert [example.status for example in read] == ["complete"] * 5 + ["unlabelled"]
    assert how_it_was_read(read, chosen=True).startswith("Read as one record for each page")


def test_a_wrapper_of_some_records_is_better_than_none() -> None:
    """Where nothing is learned from complete pages, they are read as partial; where nothing helps, the first error."""

    def only_partial(examples: Sequence[Example]) -> Wrapper:
        if any(example.status == "complete" for example in examples):
            raise NoConsistentWrapper(kind="known", reason="complete")
        return learn(examples)

    def never(examples: Sequence[Example]) -> Wrapper:
        raise NoConsistentWrapper(kind="known", reason=examples[0].status)

    example = shown(FACTS.format("Emma", "1815", "474", "9780"), {"title": "Emma"})
    assert learned_with_status([example], only_partial)[0] == [example]
    with pytest.raises(NoConsistentWrapper, match="complete"):
        learned_with_status([example], never)


def test_the_words() -> None:
    """Each sentence says how it was read; where there is another reading, how to get it."""
    some = shown(ROWS, {"title": "Kim"})
    assert how_it_was_read([some, some], chosen=True) == (
        "Read as some of the records of their pages; if they are all records of these pages, give --complete."
    )
    assert how_it_was_read([as_complete(some)], chosen=False) == (
        "Read as all records of the page, as --complete says."
    )
    assert how_it_was_read([as_complete(some)], chosen=True).endswith("for a list, show two records of a page.")
