"""Wrappers made of a deduced template: data from unlabelled pages.

``discover`` and ``discover_list`` are the two entry points; ``Exalg`` is the algorithm of the paper.
"""

from unweave.regions.main_list import find_list, list_records, list_spans
from unweave.templates.clusters import PageCluster, cluster_pages
from unweave.templates.columns import TemplateColumn
from unweave.templates.discover import Discover, DiscoverList, Discovery, discover, discover_list
from unweave.templates.exalg import Exalg, ExalgWrapper
from unweave.templates.labelled import LabelledColumns
from unweave.templates.template_texts import template_texts
from unweave.templates.wrappers import ListWrapper, MultiTemplateWrapper, TemplateWrapper

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
