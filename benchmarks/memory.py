"""How much memory a page takes, as a multiple of its size.

    python benchmarks/memory.py [--quick]

Each figure is the most resident memory of a process that reads one page, less what it had before, by the size of the
page. Pages: one of nothing but tiny texts (``<b>x</b>y``), a list of books, and some pages of SWDE, one site after the
other, of which the median counts. Operations:

    parse      the parser's own nodes
    extract    by rules learned from small pages, or, of a page of SWDE, from that page
    learn      two fields, from the page

Linux only, since it resets the mark of the most memory in /proc. ``--quick``: smaller pages, fewer sites.
"""

import gc
import json
import statistics
import subprocess
import sys
from pathlib import Path

from data import bench_root, command_line, read_pages, sites
from unweave.choose import learn
from unweave.page import Page
from unweave.records import Example
from unweave.wrapper import Wrapper

SIZE, QUICK_SIZE = 1_000_000, 200_000
SITES, QUICK_SITES = 12, 4
UNITS = {
    "tiny": "<b>x</b>y",
    "list": "<li class=item><a href=/book/12345>The title of a book</a> <i>by somebody</i> <span>$5.50</span></li>\n",
}
OPERATIONS = ("parse", "extract", "learn")


def made_page(kind: str, size: int, number: int = 7) -> Page:
    """A generated page of about so many characters, with two values to find."""
    head = f"<h1>Title {number}</h1><p>Brand: <em>Acme {number}</em></p>"
    return Page(head + UNITS[kind] * (size // len(UNITS[kind])), name=f"{number}.html", html=True)


def made_example(page: Page, number: int = 7) -> Example:
    """Its values."""
    return Example.from_values(page, [{"title": f"Title {number}", "brand": f"Acme {number}"}])


def real_page(number: int) -> Page:
    """The first page of a site of SWDE."""
    return Page.from_bytes(next(read_pages(sites("swde")[number])).data, name="page.html", html=True)


def real_example(page: Page) -> Example:
    """Two texts of a page, one from its first half and one from its second."""
    texts = [text for number in page.tree.visible_texts if len(text := page.tree.nodes[number].text) > 3]
    values = {"one": texts[len(texts) // 4], "two": texts[3 * len(texts) // 4]}
    return Example.from_values(page, [values], status="partial")


def measure(kind: str, operation: str, size: int) -> float:
    """The most memory of an operation, by the size of the page; in this process, which does nothing else."""
    is_real = kind == "swde"
    wrapper = _learned(is_real=is_real, number=size) if operation != "parse" else None
    page = real_page(size) if is_real else made_page(kind, size)
    gc.collect()
    before = _memory("VmRSS:")
    Path("/proc/self/clear_refs").write_text("5")  # the most memory is what there is now
    if operation == "learn":
        learn([real_example(page) if is_real else made_example(page)])
    elif wrapper is not None:
        [record.to_dict() for record in wrapper.extract(page)]
    else:
        page.document  # noqa: B018  # it is parsed when asked for
    return (_memory("VmHWM:") - before) / len(page)


def _learned(*, is_real: bool, number: int) -> Wrapper:
    """A wrapper; whatever is imported and kept for learning is there afterwards."""
    if is_real:
        return learn([real_example(real_page(number))])
    return learn([made_example(made_page("tiny", 50, number), number) for number in (1, 2, 3)])


def _memory(name: str) -> int:
    return 1024 * int(Path("/proc/self/status").read_text().partition(name)[2].split()[0])


def measured(kind: str, operation: str, size: int) -> float:
    """The same in a process of its own."""
    command = [sys.executable, __file__, "--one", kind, operation, str(size)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Print the table and the figures."""
    parser = command_line(__doc__, quick="smaller pages, fewer sites")
    parser.add_argument("--one", nargs=3, metavar=("KIND", "OPERATION", "SIZE"), help="measure in this process")
    options = parser.parse_args()
    if options.one:
        kind, operation, size = options.one
        print(measure(kind, operation, int(size)))
        return
    size, count = (QUICK_SIZE, QUICK_SITES) if options.quick else (SIZE, SITES)
    numbers = range(0, len(sites("swde")), max(1, len(sites("swde")) // count)) if bench_root() else ()
    figures: dict[str, float] = {}
    for operation in OPERATIONS:
        for kind in UNITS:
            figures[f"{kind}_{operation}"] = measured(kind, operation, size)
        if numbers:
            figures[f"swde_{operation}"] = statistics.median(measured("swde", operation, one) for one in numbers)
    for name, value in figures.items():
        print(f"{name:16}{value:8.1f} times the size of the page")
    print(json.dumps({name: round(value, 1) for name, value in figures.items()}))


if __name__ == "__main__":
    main()
