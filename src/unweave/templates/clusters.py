"""Pages clustered by template.

Legend

    element paths   ``{"/div.book", "/div.book/h1"}``: the paths of a page's elements; pages of a template share most
    similarity      ``0.5``: the share of the smaller set of paths that the other page has, too
    cluster         pages of one template; discovered when there are enough of them

Each page joins the cluster whose first page is most similar, if it shares at least a third of the paths (pages of
different sites share less than a quarter); otherwise it begins a new cluster.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from unweave.page import Page
from unweave.templates.texts import CollectionTexts, read_texts, vocabulary
from unweave.tuning import CLUSTER_MIN_PAGES, CLUSTER_SIMILARITY


@dataclass(frozen=True, slots=True)
class PageCluster:
    """Pages of one template; ``numbers`` are their indices in the given pages."""

    pages: tuple[Page, ...]
    numbers: tuple[int, ...]

    @property
    def is_large(self) -> bool:
        """Whether there are enough pages to tell template and data apart."""
        return len(self.pages) >= CLUSTER_MIN_PAGES


def cluster_pages(pages: Sequence[Page], *, similarity: float = CLUSTER_SIMILARITY) -> list[PageCluster]:
    """The pages by template, the largest cluster first.

    >>> books = [Page(f"<div class=book><h1>{title}</h1></div>") for title in ("Emma", "Kim")]
    >>> posts = [Page(f"<table class=post><tr><td>{number}00 words</table>") for number in range(3)]
    >>> [cluster.numbers for cluster in cluster_pages([*books, *posts])]
    [(2, 3, 4), (0, 1)]
    """
    numbers = similar_pages(read_texts(pages), similarity)
    return [PageCluster(tuple(pages[number] for number in some), some) for some in numbers]


def large_clusters(found: Sequence[PageCluster]) -> list[PageCluster]:
    """The clusters to discover: those with enough pages, or else the largest if it has two."""
    large = [cluster for cluster in found if cluster.is_large]
    return large or [cluster for cluster in found[:1] if len(cluster.pages) > 1]


def similar_pages(texts: CollectionTexts, similarity: float) -> list[tuple[int, ...]]:
    """The numbers of the pages of each cluster, the largest first."""
    paths = texts.element_paths(vocabulary(texts.names(), 0.0))
    clusters: list[list[int]] = []
    for number, own in enumerate(paths):
        nearest = max(clusters, key=lambda cluster: shared_paths(own, paths[cluster[0]]), default=None)
        if nearest and shared_paths(own, paths[nearest[0]]) >= similarity:
            nearest.append(number)
        else:
            clusters.append([number])
    return [tuple(cluster) for cluster in sorted(clusters, key=lambda cluster: (-len(cluster), cluster[0]))]


def shared_paths(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of the smaller set that the other set has, too.

    >>> shared_paths(frozenset("ab"), frozenset("bcd"))
    0.5
    """
    return len(one & other) / max(1, min(len(one), len(other)))
