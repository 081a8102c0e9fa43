"""The links to the next page of a list, without an example or with a few.

    >>> html = '<p>1 <a href="?p=2">2</a> <a href="?p=3">3</a> <a href="?p=2">Next</a>'
    >>> next_pages(Page(html, url="http://a.org/list"))
    ['http://a.org/list?p=2']

Legend
    target      the address that a link leads to: ``http://a.org/list?p=2``
    description what a link has in common with the same link of another page: "next in p.pager"

Which links are taken without an example is decided in ``page_links``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from unweave.errors import BadInput
from unweave.page import Page
from unweave.page.address import joined
from unweave.sites.page_addresses import can_be_followed
from unweave.sites.page_links import NUMBER_STEP, By, PageLinks, targets_of


def next_pages(page: Page, *, by: By = "labels", pager: "Pager | None" = None) -> list[str]:
    """The targets of the links to the next page, in page order; several where a page has several lists.

    Absolute where the page has an address, otherwise as written. The page itself is never among them.

    Args:
        page: the page; with its ``url``, numbers in addresses are compared.
        by: what decides where "older posts" is called the previous page: "labels" (what the site calls next) or
            "numbers" (the page with the next number). By numbers, a page without such a link may name the next
            page in its head (``<link rel="next">``).
        pager: what was learned from examples (``learn_pager``).

    >>> page = Page('<a href="/page/2" class="nav-previous">Older posts</a>', url="http://a.org/")
    >>> next_pages(page), next_pages(page, by="numbers")
    ([], ['http://a.org/page/2'])
    """
    if not page.is_html:
        return []
    return pager.next_pages(page, by=by) if pager else targets_of(PageLinks(page).to_next_page(by))


def learn_pager(examples: Iterable[tuple[Page, Sequence[str]]]) -> "Pager":
    """What the links to the next page look like on a site, from pages and their next pages (none on a last page).

    >>> first = Page('<a href="/page/2" class="nav-previous">Older posts</a>', url="http://a.org/")
    >>> second = Page('<a href="/page/3" class="nav-previous">Older posts</a>', url="http://a.org/page/2")
    >>> next_pages(second, pager=learn_pager([(first, ["/page/2"])]))
    ['http://a.org/page/3']
    """
    wanted: set[str] = set()
    others: set[str] = set()
    refused: set[str] = set()
    scripts = False
    for page, targets in examples:
        links = PageLinks(page, scripts=True)
        shown = {joined(links.base, target) for target in targets}
        missing = shown - {link.target for link in links.all}
        if missing:
            raise BadInput(source=page.name or page.url or "the page", reason=f"no link leads to {min(missing)!r}")
        scripts = scripts or not all(map(can_be_followed, shown))
        for link in links.all:
            (wanted if link.target in shown else others).update(links.descriptions(link))
        for link in links.to_next_page():
            refused.update(links.descriptions(link) if link.target not in shown else ())
    distinct = wanted - others
    named = {each for each in distinct if not each.startswith(NUMBER_STEP)}  # other numbers may rise on a page, too
    return Pager(frozenset(named or distinct), frozenset(refused - wanted), scripts)


@dataclass(frozen=True, slots=True)
class Pager:
    """What the links to the next page look like on a site; ``learn_pager`` makes it.

    Attributes:
        wanted: descriptions of links to the next page that no other link of the examples has.
        refused: descriptions of links that would be taken without examples and do not lead to the next page.
        scripts: whether targets such as ``javascript:;`` are wanted.

    >>> learn_pager([(Page('<a href="/2">go on</a>'), ["/2"])]).wanted
    frozenset({'go on in body'})
    """

    wanted: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    scripts: bool = False

    def next_pages(self, page: Page, *, by: By = "labels") -> list[str]:
        """The targets of the links to the next page; where no link is as in the examples, those found without them.

        >>> Pager(wanted=frozenset({"go on in body"})).next_pages(Page('<a href="/3">go on</a>'))
        ['/3']
        """
        links = PageLinks(page, scripts=self.scripts)
        found = [link for link in links.all if not self.wanted.isdisjoint(links.descriptions(link))]
        if not found:
            found = [link for link in links.to_next_page(by) if self.refused.isdisjoint(links.descriptions(link))]
        return targets_of(found)
