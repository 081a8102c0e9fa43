"""Wrappers made of a deduced template: data from unlabelled pages."""

from unweave.templates.discover import Discover, discover
from unweave.templates.families import Family, families
from unweave.templates.labelled import Columns
from unweave.templates.landmarks import template_texts
from unweave.templates.layout import Column, LayoutWrapper
from unweave.templates.listing import DiscoverList, ListWrapper, discover_list
from unweave.templates.lists import find_list, list_spans
from unweave.templates.mixed import DiscoverMixed, MixedWrapper, discover_mixed
from unweave.templates.plain import Exalg, ExalgWrapper

__all__ = [
    "Column",
    "Columns",
    "Discover",
    "DiscoverList",
    "DiscoverMixed",
    "Exalg",
    "ExalgWrapper",
    "Family",
    "LayoutWrapper",
    "ListWrapper",
    "MixedWrapper",
    "discover",
    "discover_list",
    "discover_mixed",
    "families",
    "find_list",
    "list_spans",
    "template_texts",
]
