"""Show the rules of a wrapper, and where they apply on a page.

Prints:

    LR wrapper of 2 fields
      a record begins while '<b>' follows
      title: the text between '<b>' and '</b>'
      price: the text between '<i>' and '</i>'
    left title '<b>'
    value title 'Emma'
    right title '</b>'
"""

import unweave

page = unweave.Page("<li><b>Emma</b> <i>$5.50</i><li><b>Kim</b> <i>$7.00</i>", name="books.html")
records = [{"title": "Emma", "price": "$5.50"}, {"title": "Kim", "price": "$7.00"}]
wrapper = unweave.learn([unweave.Example.from_values(page, records)], method="lr")

# An explanation is data: sentences about the fields, and marks on the page's source.
explanation = wrapper.explain(page)
print(explanation.title)
for statement in explanation.statements:
    print(f"  {statement.field}: {statement.text}" if statement.field else f"  {statement.text}")
for mark in explanation.marks[:3]:
    print(f"{mark.role} {mark.field} {page[mark.span]!r}")
