"""Examples without a person: recognizers, corroboration, learning from noisy labels.

>>> from unweave.page import Page
>>> page = Page("<li>Emma, $5.50 <li>Kim, $7")
>>> [page[span] for span in of_kind("price", "price")(page)]
['$5.50', '$7']
"""

from unweave.labels.compact import Compact, corrob_star
from unweave.labels.corroborate import Label, Labels, corrob
from unweave.labels.evidence import Evidence, Report, collected, weighed
from unweave.labels.library import (
    of_file,
    of_function,
    of_kind,
    of_pattern,
    of_said,
    of_values,
    of_wrapper,
    said,
    self_labelled,
)
from unweave.labels.noisy import FromRecognizers
from unweave.labels.ranking import Ranked
from unweave.labels.recognizer import Estimate, Recognizer, estimate, estimated
from unweave.labels.recognizers_file import Library, read_recognizers

__all__ = [
    "Compact",
    "Estimate",
    "Evidence",
    "FromRecognizers",
    "Label",
    "Labels",
    "Library",
    "Ranked",
    "Recognizer",
    "Report",
    "collected",
    "corrob",
    "corrob_star",
    "estimate",
    "estimated",
    "of_file",
    "of_function",
    "of_kind",
    "of_pattern",
    "of_said",
    "of_values",
    "of_wrapper",
    "read_recognizers",
    "said",
    "self_labelled",
    "weighed",
]
