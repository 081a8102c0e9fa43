"""Examples without manual labels: recognizers, corroboration, learning from noisy labels.

>>> from unweave.page import Page
>>> page = Page("<li>Emma, $5.50 <li>Kim, $7")
>>> [page[span] for span in of_kind("price", "price")(page)]
['$5.50', '$7']
"""

from unweave.labels.compact_label import CompactLabel, corrob_star
from unweave.labels.corroborate import PageLabel, PageLabels, corrob
from unweave.labels.from_recognizers import FromRecognizers
from unweave.labels.instances import Instances, Report, combined_reports, run_recognizers
from unweave.labels.known_values import of_file, of_values
from unweave.labels.patterns import of_kind, of_pattern
from unweave.labels.ranking import Ranked
from unweave.labels.recognizer import Estimate, Recognizer, estimate, estimated, of_function, of_wrapper
from unweave.labels.recognizers_file import Library, read_recognizers
from unweave.labels.structured_data import of_property, self_labelled, structured_data

__all__ = [
    "CompactLabel",
    "Estimate",
    "FromRecognizers",
    "Instances",
    "Library",
    "PageLabel",
    "PageLabels",
    "Ranked",
    "Recognizer",
    "Report",
    "combined_reports",
    "corrob",
    "corrob_star",
    "estimate",
    "estimated",
    "of_file",
    "of_function",
    "of_kind",
    "of_pattern",
    "of_property",
    "of_values",
    "of_wrapper",
    "read_recognizers",
    "run_recognizers",
    "self_labelled",
    "structured_data",
]
