"""Recognizers that people need: kinds of values, patterns, known values, structured data, other wrappers, functions.

>>> from unweave.page import Page
>>> page = Page("<li>Emma, $5.50 <li>Kim, $7")
>>> [page[span] for span in of_kind("price", "price")(page)]
['$5.50', '$7']
"""

from unweave.labels.library.kinds import of_kind, of_pattern
from unweave.labels.library.known import of_file, of_values, read_values
from unweave.labels.library.others import of_function, of_wrapper
from unweave.labels.library.said import of_said, said, self_labelled

__all__ = [
    "of_file",
    "of_function",
    "of_kind",
    "of_pattern",
    "of_said",
    "of_values",
    "of_wrapper",
    "read_values",
    "said",
    "self_labelled",
]
