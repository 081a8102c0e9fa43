"""Records and examples: the values of a page, and what is known of it.

>>> from unweave.page import Page
>>> example = Example.from_values(Page("<b>Congo</b> <i>242</i>"), [{"country": "Congo", "code": "242"}])
>>> example.records[0].to_dict()
{'country': 'Congo', 'code': '242'}
"""

from unweave.records.cells import UNKNOWN, Either, Unknown
from unweave.records.example import Example, IfMissing, Status, schema_of
from unweave.records.examples_file import example_from_data, example_to_data, read_examples, write_examples
from unweave.records.grouping import group
from unweave.records.locate import locate, occurrences
from unweave.records.record import Cell, Record
from unweave.records.schema import Field, Schema

__all__ = [
    "UNKNOWN",
    "Cell",
    "Either",
    "Example",
    "Field",
    "IfMissing",
    "Record",
    "Schema",
    "Status",
    "Unknown",
    "example_from_data",
    "example_to_data",
    "group",
    "locate",
    "occurrences",
    "read_examples",
    "schema_of",
    "write_examples",
]
