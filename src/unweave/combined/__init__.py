"""Wrappers made of wrappers: one per field, per type of record, for a list under a heading, for split texts."""

from unweave.combined.per_field import Combined, PerField, of_path, with_fewest_records
from unweave.combined.per_section import Sectioned, UnderHeading, common_headings
from unweave.combined.per_type import PerType, SeveralTypes, only
from unweave.combined.separated import LINE_BREAK, Separated, with_joined_values

__all__ = [
    "LINE_BREAK",
    "Combined",
    "PerField",
    "PerType",
    "Sectioned",
    "Separated",
    "SeveralTypes",
    "UnderHeading",
    "common_headings",
    "of_path",
    "only",
    "with_fewest_records",
    "with_joined_values",
]
