"""Wrappers made of a deduced template: data from unlabelled pages."""

from unweave.templates.discover import Discover, discover
from unweave.templates.families import Family, families
from unweave.templates.layout import Column, LayoutWrapper
from unweave.templates.lists import find_list, list_spans
from unweave.templates.plain import Exalg, ExalgWrapper

__all__ = [
    "Column",
    "Discover",
    "Exalg",
    "ExalgWrapper",
    "Family",
    "LayoutWrapper",
    "discover",
    "families",
    "find_list",
    "list_spans",
]
