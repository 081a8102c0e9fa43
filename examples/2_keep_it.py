"""Learn from two pages, store the wrapper in a file, and use it on another page.

Prints:

    learned title and price
    {'title': 'Persuasion', 'price': '$4.25'} at 7-30
    {'title': 'Sense & Sensibility', 'price': '$8.00'} at 46-82
"""

import tempfile
from pathlib import Path

import unweave

PAGES = {
    "<li><b>Emma</b> <i>$5.50</i></li><li><b>Kim</b> <i>$7.00</i></li>": [
        {"title": "Emma", "price": "$5.50"},
        {"title": "Kim", "price": "$7.00"},
    ],
    "<li><b>Walden</b> <i>$6.75</i></li>": [{"title": "Walden", "price": "$6.75"}],
}
NEW = "<li><b>Persuasion</b> <i>$4.25</i></li><li><b>Sense &amp; Sensibility</b> <i>$8.00</i></li>"

# These examples are complete: they name every record of their page, so no other text is a title or a price.
examples = [unweave.Example.from_values(unweave.Page(source), records) for source, records in PAGES.items()]
file = Path(tempfile.mkdtemp()) / "books.wrapper.json"
unweave.dump(unweave.learn(examples), file)

wrapper = unweave.load(file)
print("learned", " and ".join(wrapper.schema.names))
for record in wrapper.extract(unweave.Page(NEW)):
    start, end = record.extent or (0, 0)
    print(record.to_dict(), f"at {start}-{end}")
