"""Wrappers made of wrappers: one per field, one per type of record, or one for the list under a heading."""

from unweave.combined.per_field import Combined, PerField, of_path, with_fewest_records
from unweave.combined.per_section import Sectioned, UnderHeading, common_headings
from unweave.combined.per_type import PerType, SeveralTypes, only

__all__ = [
    "Combined",
    "PerField",
    "PerType",
    "Sectioned",
    "SeveralTypes",
    "UnderHeading",
    "common_headings",
    "of_path",
    "only",
    "with_fewest_records",
]
