"""How much memory a page takes, as a multiple of its size.

    python benchmarks/memory.py [--quick]

Each figure is the most memory that Python and the parser allocate while one page is read (``tracemalloc``), by the size
of the page. Pages: one of nothing but tiny texts (``<b>x</b>y``), a list of books, and some pages of SWDE, one site
after the other, of which the median counts. Operations:

    parse      the parser's own nodes
    extract    by rules that were learned before
    learn      two fields, from the page

``--quick``: smaller pages, fewer sites.
"""

import gc
import json
import statistics
import tracemalloc
from collections.abc import Callable

from data import command_line, read_pages, sites
from unweave.choose import learn
from unweave.page import Page
from unweave.records import Example

SIZE, QUICK_SIZE = 300_000, 50_000
SITES, QUICK_SITES = 10, 3
UNITS = {
    "tiny": "<b>x</b>y",
    "list": "<li class=item><a href=/book/12345>The title of a book</a> <i>by somebody</i> <span>$5.50</span></li>\n",
}


def made_page(kind: str, size: int) -> Page:
    """A generated page of about so many characters, with two values to find."""
    head = "<h1>Title</h1><p>Brand: <em>Acme</em></p>"
    return Page(head + UNITS[kind] * (size // len(UNITS[kind])), name="page.html", html=True)


def made_example(page: Page) -> Example:
    """Its values."""
    return Example.from_values(page, [{"title": "Title", "brand": "Acme"}])


def real_page(number: int) -> Page:
    """The first page of a site of SWDE."""
    return Page.from_bytes(next(read_pages(sites("swde")[number])).data, name="page.html", html=True)


def real_example(page: Page) -> Example:
    """Two texts of a page, one from its first half and one from its second."""
    texts = [text for number in page.tree.visible_texts if len(text := page.tree.nodes[number].text) > 3]
    values = {"one": texts[len(texts) // 4], "two": texts[3 * len(texts) // 4]}
    return Example.from_values(page, [values], status="partial")


def figures_of(page: Callable[[], Page], example: Callable[[Page], Example]) -> dict[str, float]:
    """The most memory of each operation, by the size of the page, which is made anew for each."""
    wrapper = learn([example(page())])

    def extract(some: Page) -> None:
        [record.to_dict() for record in wrapper.extract(some)]

    operations: dict[str, Callable[[Page], object]] = {
        "parse": lambda some: some.document,
        "extract": extract,
        "learn": lambda some: learn([example(some)]),
    }
    extract(page())  # what the wrapper keeps for all pages
    return {name: most_memory(operation, page()) for name, operation in operations.items()}


def most_memory(operation: Callable[[Page], object], page: Page) -> float:
    """The most memory that an operation allocates, by the size of the page."""
    gc.collect()
    tracemalloc.start()
    operation(page)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / len(page)


def main() -> None:
    """Print the table and the figures."""
    options = command_line(__doc__, quick="smaller pages, fewer sites").parse_args()
    size, count = (QUICK_SIZE, QUICK_SITES) if options.quick else (SIZE, SITES)
    figures: dict[str, float] = {}
    for kind in UNITS:
        found = figures_of(lambda kind=kind: made_page(kind, size), made_example)  # type: ignore[misc]  # a default is no argument
        figures |= {f"{kind}_{name}": value for name, value in found.items()}
    there = sites("swde")
    chosen = range(0, len(there), max(1, len(there) // count))
    real = [figures_of(lambda number=number: real_page(number), real_example) for number in chosen]  # type: ignore[misc]  # the same
    if real:
        figures |= {f"swde_{name}": statistics.median(one[name] for one in real) for name in real[0]}
    for name, value in figures.items():
        print(f"{name:16}{value:8.1f} times the size of the page")
    print(json.dumps({name: round(value, 1) for name, value in figures.items()}))


if __name__ == "__main__":
    main()
