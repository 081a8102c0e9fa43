"""Run a wrapper over a folder of pages into an SQLite file, and query the file.

Prints:

    80 books on 12 shelves, 0 pages set aside
    $4.00  Paper Sparrow, by Quentin Novak and Clara Aziz (travel)
    $4.00  The Painted Orchard, by Rosa O'Dowd and Oskar Zeller (cookery)
    $4.25  Midnight Sparrow: A Life, by Greta Ward-Ellis (cookery)
"""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import unweave
from unweave import run
from unweave.demo import write_demo

folder = Path(tempfile.mkdtemp())
write_demo(folder)  # the pages of the demo's bookshop

wrapper = unweave.learn(unweave.read_examples(folder / "books.examples.json"))
summary = run.extract(wrapper, [folder / "bookshop" / "shelves"], folder / "books.sqlite")
print(f"{summary.records} books on {summary.pages} shelves, {summary.set_aside} pages set aside")

with closing(sqlite3.connect(folder / "books.sqlite")) as database:
    query = "SELECT title, author, price, page FROM records ORDER BY CAST(substr(price, 2) AS REAL), title LIMIT 3"
    for title, author, price, page in database.execute(query):
        print(f"{price}  {title}, by {author} ({Path(page).stem})")
