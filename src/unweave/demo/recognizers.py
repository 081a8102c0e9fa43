"""The bookshop without a hand label: half of the titles are known, and anything may be a person or a price.

unweave learn --recognizers demo-out/books.recognizers.toml demo-out/bookshop/shelves -o books.wrapper.json
"""

from pathlib import Path

from unweave.demo.folder import BOOKS
from unweave.files import replacing

TITLES = "known-titles.txt"
RECOGNIZERS = "books.recognizers.toml"
TEXT = f"""\
# What is known of the bookshop's fields. No page is labelled by hand.
order = ["title", "author", "price"]

[[recognizer]]
field = "title"
find = "file"
file = "{TITLES}"        # half of the titles, which stand in other places of the pages too
kind = "unreliable"
misses = 0.5
invents = 0.2

[[recognizer]]
field = "author"
find = "person"                  # two capitalised words: many titles are taken for persons
kind = "unreliable"
misses = 0.2
invents = 0.7

[[recognizer]]
field = "price"
find = "price"                   # old prices and the delivery's are prices too
kind = "unsound"
invents = 0.5
"""


def known_titles() -> list[str]:
    """Every second title, in alphabetical order.

    >>> len(known_titles()) > 20
    True
    """
    return sorted({str(record["title"]) for example in BOOKS.pages() for record in example.records})[::2]


def lay_out_recognizers(folder: Path) -> Path:
    """Write the recognizers file and the known titles into the folder; the path of the recognizers file.

    >>> import tempfile
    >>> lay_out_recognizers(Path(tempfile.mkdtemp())).name
    'books.recognizers.toml'
    """
    with replacing(folder / TITLES) as draft:
        draft.write_text("\n".join(known_titles()) + "\n", encoding="utf-8")
    with replacing(folder / RECOGNIZERS) as draft:
        draft.write_text(TEXT, encoding="utf-8")
    return folder / RECOGNIZERS
