"""Wrappers made of a deduced template: data from unlabelled pages.

``discover`` and ``discover_list`` are the two entry points. ``Exalg``, the algorithm of the paper, is imported when it
is used, since numpy takes long to import.
"""

from typing import TYPE_CHECKING

from unweave.lazy_names import lazy_names
from unweave.regions.main_list import find_list, list_records, list_spans
from unweave.templates.clusters import PageCluster, cluster_pages
from unweave.templates.columns import TemplateColumn
from unweave.templates.discover import Discover, DiscoverList, Discovery, discover, discover_list
from unweave.templates.labelled import LabelledColumns
from unweave.templates.template_texts import template_texts
from unweave.templates.wrappers import ListWrapper, MultiTemplateWrapper, TemplateWrapper

if TYPE_CHECKING:
    from unweave.templates.exalg import Exalg, ExalgWrapper

__all__ = [
    "Discover",
    "DiscoverList",
    "Discovery",
    "Exalg",
    "ExalgWrapper",
    "LabelledColumns",
    "ListWrapper",
    "MultiTemplateWrapper",
    "PageCluster",
    "TemplateColumn",
    "TemplateWrapper",
    "cluster_pages",
    "discover",
    "discover_list",
    "find_list",
    "list_records",
    "list_spans",
    "template_texts",
]

__getattr__ = lazy_names(__name__, dict.fromkeys(("Exalg", "ExalgWrapper"), "unweave.templates.exalg"))
