"""The recognizers file: what it can say, and that every error names its line."""

from pathlib import Path

import pytest

from unweave.delimiters import LR
from unweave.errors import BadInput
from unweave.labels.recognizers_file import read_recognizers
from unweave.page import Page
from unweave.records import Example

GOOD = """\
order = ["title", "price"]

[[recognizer]]
field = "price"
find = "price"
kind = "unsound"
invents = 0.5

[[recognizer]]
field = "title"
find = "file"
file = "books.csv"
column = "title"

[[recognizer]]
field = "title"
find = "pattern"
pattern = "[A-Z][a-z]+"
"""


def written(folder: Path, text: str) -> Path:
    (folder / "books.csv").write_text('title,price\nEmma,5\n"Kim, again",7\n')
    path = folder / "r.toml"
    path.write_text(text)
    return path


def test_a_good_file_gives_its_recognizers_in_order(tmp_path: Path) -> None:
    """Fields, kinds, rates and order are as written, and files are named relative to it."""
    library = read_recognizers(written(tmp_path, GOOD))
    assert [(each.field, each.name, each.kind) for each in library.recognizers] == [
        ("price", "price", "unsound"), ("title", "values", "incomplete"), ("title", "pattern", "unreliable"),
    ]  # fmt: skip
    assert library.order == library.fields == ("title", "price")
    page = Page("<b>Kim, again</b> <i>$7</i>")
    assert [[page[span] for span in each(page)] for each in library.recognizers] == [["$7"], ["Kim, again"], ["Kim"]]
    assert library.recognizers[0].rates.invents == 0.5


def test_a_property_of_the_structured_data_can_be_found(tmp_path: Path) -> None:
    """Where the page shows its text."""
    path = written(tmp_path, '[[recognizer]]\nfield = "title"\nfind = "property"\nproperty = "Book.name"\n')
    page = Page('<script type="application/ld+json">{"@type": "Book", "name": "Emma"}</script><h1>Emma</h1>')
    (recognizer,) = read_recognizers(path).recognizers
    assert (recognizer.name, [tuple(span) for span in recognizer(page)]) == ("property Book.name", [(81, 85)])


def test_a_wrapper_is_read_by_the_given_function(tmp_path: Path) -> None:
    """What another wrapper extracts can be a recognizer; how wrappers are read is handed in."""
    old = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"name": "Emma"}])])
    path = written(tmp_path, '[[recognizer]]\nfield = "title"\nfind = "wrapper"\nwrapper = "w.json"\nof = "name"\n')
    library = read_recognizers(path, load=lambda given: old)
    page = Page("<b>Dune</b>")
    assert [page[span] for span in library.recognizers[0](page)] == ["Dune"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("order = [", "it is not TOML: "),
        ("", "it has no recognizers"),
        ('\n[[recognizers]]\nfield = "a"\n', "line 2: unknown key 'recognizers'"),
        ('[[recognizer]]\nfield = "a"\n', "line 1: a recognizer needs"),
        ('[[recognizer]]\nfield = "a"\nfind = "prices"\n', "line 3: 'prices' is not a way to find values"),
        ('[[recognizer]]\nfield = "a"\nfind = "price"\nkind = "sound"\n', "line 4: 'sound' is not a kind"),
        ('[[recognizer]]\nfield = "a"\nfind = "price"\n\ncolour = 1\n', "line 5: unknown key 'colour'"),
        ('[[recognizer]]\nfield = "a"\nfind = "price"\nmisses = "x"\n', "line 4: misses is 'x'"),
        ('[[recognizer]]\nfield = "a"\nfind = "price"\nmisses = 2\n', "misses is 2, but a rate lies between 0 and 1"),
        ('[[recognizer]]\nfield = "a"\nfind = "pattern"\n', "line 1: a recognizer that finds by pattern needs"),
        (
            '[[recognizer]]\nfield = "a"\nfind = "pattern"\npattern = "(?<=x)"\n',
            "line 4: the recognizer: field a: the pat",
        ),
        ('[[recognizer]]\nfield = "a"\nfind = "file"\nfile = "none.txt"\n', "line 4: "),
        ('[[recognizer]]\nfield = "a"\nfind = "file"\nfile = "books.csv"\ncolumn = "x"\n', "it has no column 'x'"),
        ('[[recognizer]]\nfield = "a"\nfind = "values"\nvalues = []\n', "line 4: the recognizer: field a: the list"),
        ('order = ["b"]\n[[recognizer]]\nfield = "a"\nfind = "price"\n', "line 1: order must list each field once: a"),
        ('[[recognizer]]\nfield = "a"\nfind = "price"\nwhere = "there"\n', "'there' is not a place to search"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, text: str, reason: str) -> None:
    """Whatever is wrong is reported with its line."""
    with pytest.raises(BadInput) as failure:
        read_recognizers(written(tmp_path, text))
    assert reason in str(failure.value)
