"""Very many pages through ``extract`` in one process: its memory must not grow.

    python benchmarks/soak.py [--quick] [--pages N]

Small pages are made, every fiftieth of them mutated (``tests/mutations/hostile.py``), written as lines of JSON and run
through ``unweave.run.extract`` without workers, by a wrapper of rules learned from three pages. The resident memory is
read at every tenth of the rows. ``growth`` is the memory at the end by that after the first fifth, which has filled all
caches; 1 is flat. ``--quick``: 5,000 pages; else 200,000.
"""

import io
import json
import random
import sys
import tempfile
from pathlib import Path
from time import process_time

from data import command_line

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from mutations.hostile import hostile
from unweave.choose import learn
from unweave.page import Page
from unweave.records import Example
from unweave.run import extract
from unweave.run.job import RunOptions

PAGES, QUICK_PAGES = 200_000, 5_000
MUTATED = 50
FILES = 20


class Watched(io.RawIOBase):
    """A stream that forgets what is written, and notes the resident memory every so many lines."""

    def __init__(self, every: int) -> None:
        super().__init__()
        self.every, self.lines, self.memory = every, 0, list[float]()

    def writable(self) -> bool:
        """It can be written to."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # bytes are what sinks write
        """Count the lines."""
        for _ in range(data.count(b"\n")):
            self.lines += 1
            if self.lines % self.every == 0:
                self.memory.append(resident())
                print(f"{self.lines:8} rows {self.memory[-1]:8.1f} MB {process_time():8.1f} s of CPU", flush=True)
        return len(data)


def resident() -> float:
    """The resident memory of this process, in MB."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000


def source(number: int) -> str:
    """A page about a book."""
    chance = random.Random(number)
    title, price, pages = (
        f"Book {chance.randrange(10**6)}",
        f"${chance.randrange(5000) / 100:.2f}",
        chance.randrange(900),
    )
    rows = f"<tr><th>Price<td>{price}" + (f"<tr><th>Pages<td>{pages}" if pages % 3 else "")
    return f"<title>{title}</title><div class=menu>Home | Books</div><h1>{title}</h1><table>{rows}</table><p>Ends."


def labelled(number: int) -> Example:
    """A page with its values."""
    page = Page(source(number), name=f"{number}.html")
    cells = [node.text for node in page.tree.elements() if node.tag == "td"]
    title = next(node.text for node in page.tree.elements() if node.tag == "h1")
    return Example.from_values(page, [{"title": title, "price": cells[0], "pages": cells[1] if cells[1:] else None}])


def write_pages(folder: Path, pages: int) -> None:
    """The pages as lines of JSON, in some files."""
    for number in range(FILES):
        with (folder / f"{number:02}.jsonl").open("w", encoding="utf-8") as file:
            for at in range(number * pages // FILES, (number + 1) * pages // FILES):
                made = source(at) if at % MUTATED else hostile(source(at), seed=str(at))
                made = made.encode(errors="replace").decode()  # half a surrogate pair is no JSON
                file.write(json.dumps({"url": f"https://example.com/{at}", "html": made}) + "\n")


def main() -> None:
    """Print the memory as the run goes on, then the figures."""
    parser = command_line(__doc__, quick=f"{QUICK_PAGES} pages")
    parser.add_argument("--pages", type=int, default=PAGES)
    options = parser.parse_args()
    pages = QUICK_PAGES if options.quick else options.pages
    wrapper = learn([labelled(number) for number in (1, 2, 3)])
    with tempfile.TemporaryDirectory() as name:
        write_pages(Path(name), pages)
        out = Watched(pages // 10)
        files = sorted(Path(name).glob("*.jsonl"))
        summary = extract(wrapper, files, out, options=RunOptions(workers=0))  # type: ignore[arg-type]  # it is written to
    growth = round(out.memory[-1] / out.memory[1], 3)
    figures = {"pages": summary.pages, "rows": summary.records, "set_aside": summary.set_aside}
    print(json.dumps(figures | {"mb_after_a_fifth": out.memory[1], "mb_at_the_end": out.memory[-1], "growth": growth}))


if __name__ == "__main__":
    main()
