"""Sitemaps of the Web Scraper extension, read as site programs and written from them, as far as they are static.

Legend
    sitemap     ``{"_id": "shop", "startUrl": ["http://a.org/list?p=[1-9]"], "selectors": [...]}``
    selector    one entry: its id, its type (SelectorText, SelectorLink, ...), a CSS selector, and its parents
    parent      where a selector is looked for: ``_root`` is a start page, the id of an element is inside it, the id of
                a link is on the page that it leads to
    range       ``[1-341]`` in a start address: all these numbers; ``[001-100]`` with zeros, ``[0-100:10]`` in steps
    left out    what needs a browser (clicking, scrolling, popups) or is not understood: each is named with the reason

An element with several records is a list, a link inside of it leads to the details, a link on the start page with
selectors below it is a category. The CSS is the simple part of it (``css_rules``).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from unweave.errors import BadInput, UnweaveError
from unweave.page import Page
from unweave.program import Condition, Selection, Step
from unweave.records import Field, Schema
from unweave.rules import RulesWrapper
from unweave.sites.css_rules import css_step
from unweave.sites.page_links import PageLinks
from unweave.sites.program import LinkField, PageTest, PageType, SiteProgram
from unweave.targets.export import export
from unweave.wrapper import Origin, Wrapper

ROOT = "_root"
VALUES = {"SelectorText": "text", "SelectorLink": "@href", "SelectorImage": "@src", "SelectorElementAttribute": ""}
NOT_STATIC = {
    "SelectorElementClick": "it clicks",
    "SelectorElementScroll": "it scrolls",
    "SelectorPopupLink": "it opens a popup",
}
RANGE = re.compile(r"\[(\d+)-(\d+)(?::(\d+))?\]")
MOST_ADDRESSES = 100_000
PSEUDO = re.compile(r"::(?:text|attr\(([\w:-]+)\))$")


@dataclass(frozen=True, slots=True)
class Sitemap:
    """A sitemap that was read: the site program, where it begins, and what was left out with the reasons.

    >>> read_sitemap({"startUrl": "http://a.org/[1-2]", "selectors": []}).starts
    ('http://a.org/1', 'http://a.org/2')
    """

    site: SiteProgram
    starts: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def start_addresses(pattern: str) -> list[str]:
    """The addresses of a start address with ranges.

    >>> start_addresses("http://a.org/[1-3]"), start_addresses("http://a.org/?from=[0-20:10]")
    (['http://a.org/1', 'http://a.org/2', 'http://a.org/3'],
     ['http://a.org/?from=0', 'http://a.org/?from=10', 'http://a.org/?from=20'])
    >>> start_addresses("http://a.org/[08-10]")
    ['http://a.org/08', 'http://a.org/09', 'http://a.org/10']
    """
    texts = RANGE.split(pattern)[:: RANGE.groups + 1]
    ranges = [_numbers(*found.groups()) for found in RANGE.finditer(pattern)]
    if _product(map(len, ranges)) > MOST_ADDRESSES:
        raise BadInput(source=pattern, reason=f"these are more than {MOST_ADDRESSES:,} addresses")
    return [
        "".join(text + number for text, number in zip(texts, (*numbers, ""), strict=True))
        for numbers in product(*ranges)
    ]


def _product(sizes: Any) -> int:
    result = 1
    for size in sizes:
        result *= size
    return result


def _numbers(first: str, last: str, step: str | None) -> Sequence[str]:
    numbers = range(int(first), int(last) + 1, max(1, int(step or 1)))
    if len(numbers) > MOST_ADDRESSES:
        raise BadInput(source=f"[{first}-{last}]", reason=f"these are more than {MOST_ADDRESSES:,} addresses")
    width = len(first) if first.startswith("0") and len(first) > 1 else 0
    return [str(number).zfill(width) for number in numbers]


def read_sitemap(data: Mapping[str, Any], *, source: str = "the sitemap") -> Sitemap:
    """A sitemap as a site program.

    >>> item = {"id": "item", "type": "SelectorElement", "selector": "li", "parentSelectors": ["_root"]}
    >>> name = {"id": "name", "type": "SelectorText", "selector": "b", "parentSelectors": ["item"]}
    >>> found = read_sitemap({"_id": "shop", "startUrl": "http://a.org/", "selectors": [item, name]})
    >>> page = Page("<ul><li><b>Emma</b><li><b>Kim</b></ul>")
    >>> [record["name"] for record in found.site["list"].wrapper.extract(page)]
    ['Emma', 'Kim']
    """
    given = data.get("startUrl", data.get("startUrls", []))
    selectors = data.get("selectors")
    if not isinstance(selectors, list) or not all(isinstance(one, dict) and "id" in one for one in selectors):
        raise BadInput(source=source, reason="it has no list of selectors. It would help to export it again")
    starts = [
        address for one in ([given] if isinstance(given, str) else given) for address in start_addresses(str(one))
    ]
    reader = _Reader(selectors, source)
    return Sitemap(reader.site(), tuple(starts), tuple(reader.left_out))


@dataclass
class _Reader:
    selectors: Sequence[Mapping[str, Any]]
    source: str
    left_out: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    nested: list[Field] = field(default_factory=list)

    def below(self, parent: str) -> Iterator[Mapping[str, Any]]:
        """The selectors with this parent that can be used."""
        for one in self.selectors:
            if parent not in one.get("parentSelectors", ()) or one["id"] == parent:
                continue
            reason = NOT_STATIC.get(str(one.get("type")), "")
            known = {*VALUES, "SelectorElement", "SelectorTable", "SelectorPagination"}
            if not reason and one.get("type") not in known:
                reason = f"its type, {one.get('type')}, is not known"
            if not reason:
                try:
                    css_step(str(one.get("selector", "")))
                except BadInput as problem:
                    reason = problem.happened
            if reason:
                said = f"{one['id']}: {reason}"
                self.left_out += [said] * (said not in self.left_out)
            else:
                yield one

    def site(self) -> SiteProgram:
        """The program: categories where links of the start page lead to other pages, lists, details."""
        categories = [one for one in self.below(ROOT) if self._is_followed(one)]
        types = self._listed(categories[0]["id"] if categories else ROOT)
        if categories:
            link = categories[0]
            rule = Selection(link["id"], (css_step(link["selector"]),), take="@href")
            wrapper = RulesWrapper(Schema((Field(link["id"]),)), (rule,), single=False)
            types.insert(0, PageType("categories", wrapper, PageTest(), (LinkField(link["id"], types[0].name),)))
        fields = [Field(name, optional=True) for name in self.names] + self.nested
        rows = types[-1].name if len(types) == 1 else next(each.name for each in types if each.name != "categories")
        return SiteProgram(
            Schema(tuple(fields)),
            tuple(types),
            types[0].name,
            rows,
            {**self.names, **{one.name: "detail" if len(types) > 1 else rows for one in self.nested}},
            origin=Origin(method="web-scraper", history=(f"read from {self.source}",)),
        )

    def _is_followed(self, one: Mapping[str, Any]) -> bool:
        return one["type"] == "SelectorLink" and any(
            one["id"] in each.get("parentSelectors", ()) for each in self.selectors
        )

    def _listed(self, parent: str) -> list[PageType]:
        """The list pages below a parent, and the details that they lead to; or pages of a single record."""
        own = list(self.below(parent))
        elements = [one for one in own if one["type"] == "SelectorElement"]
        pages = any(one["type"] == "SelectorPagination" for one in self.selectors)
        if not elements:
            return [self._single("detail", own)]
        values = [one for one in self.below(elements[0]["id"]) if one["type"] in VALUES]
        record = Selection("", (css_step(elements[0]["selector"]),))
        wrapper = self._wrapper(values, "list", records=(record,))
        followed = [one for one in values if self._is_followed(one)][:1]
        links = tuple(LinkField(one["id"], "detail") for one in followed)
        found = [PageType("list", wrapper, PageTest(), links, "labels" if pages else "none")]
        if followed:
            found.append(self._single("detail", list(self.below(followed[0]["id"]))))
        return found

    def _single(self, name: str, own: Sequence[Mapping[str, Any]]) -> PageType:
        """A page with one record, and its nested lists."""
        wrapper = self._wrapper([one for one in own if one["type"] in VALUES], name)
        lists: dict[str, Wrapper] = {}
        for one in own:
            if one["type"] == "SelectorElement":
                inner = [each for each in self.below(one["id"]) if each["type"] in VALUES]
                rules = tuple(map(_rule, inner))
                schema = Schema(tuple(Field(each["id"], optional=True) for each in inner))
                record = Selection("", (css_step(one["selector"]),))
                lists[one["id"]] = RulesWrapper(schema, rules, single=False, records=(record,))
            elif one["type"] == "SelectorTable":
                lists[one["id"]] = _table(one)
        self.nested += [Field(each, optional=True, fields=wrapper.schema.fields) for each, wrapper in lists.items()]
        return PageType(name, wrapper, PageTest(), lists=lists)

    def _wrapper(
        self, values: Sequence[Mapping[str, Any]], kind: str, records: tuple[Selection, ...] = ()
    ) -> RulesWrapper:
        for one in values:
            if one.get("regex"):
                self.left_out.append(f"{one['id']}: its regular expression is left out, the whole text is taken")
            self.names[one["id"]] = kind
        schema = Schema(tuple(Field(one["id"], optional=True) for one in values))
        return RulesWrapper(schema, tuple(map(_rule, values)), single=not records, records=records)


def _rule(one: Mapping[str, Any]) -> Selection:
    take = VALUES[one["type"]] or f"@{str(one.get('extractAttribute') or 'title').lower()}"
    return Selection(one["id"], (css_step(one["selector"]),), take=take)


def _table(one: Mapping[str, Any]) -> RulesWrapper:
    """The rows of a table: each column by its header."""
    columns = [each for each in one.get("columns", ()) if each.get("extract", True)]
    rows = one.get("tableDataRowSelector") or "tr"
    record = Selection("", (css_step(f"{one['selector']} {rows}"),))
    rules = tuple(
        Selection(each["name"], (Step("descendant", "td", (Condition("column", value=each["header"]),)),))
        for each in columns
    )
    schema = Schema(tuple(Field(each["name"], optional=True) for each in columns))
    return RulesWrapper(schema, rules, single=False, records=(record,))


def write_sitemap(
    site: SiteProgram, *, name: str, starts: Sequence[str], pages: Sequence[Page]
) -> tuple[dict[str, Any], list[str]]:
    """A site program as a sitemap, and what cannot be written with the reasons; the CSS is checked on the pages."""
    writer = _Writer(site, pages)
    parents = [ROOT]
    for kind in site.leading[:-1]:
        parents = writer.category(kind, parents)
    writer.rows(site.row_type, parents)
    identifier = re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-") or "site"
    return {"_id": identifier, "startUrl": list(starts), "selectors": writer.selectors}, writer.left_out


@dataclass
class _Writer:
    site: SiteProgram
    pages: Sequence[Page]
    selectors: list[dict[str, Any]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def expressions(self, kind: PageType, wrapper: Wrapper) -> dict[str, str]:
        """The CSS of a wrapper's fields; those that have none are left out."""
        pages = [page for page in self.pages if self.site.type_of(page) == kind]
        try:
            found = export(wrapper, to="css", pages=pages)
        except UnweaveError as problem:
            self.left_out.append(f"{kind.name}: {problem}")
            return {}
        self.left_out += [f"{name}: {reason}" for name, reason in found.all_reasons()]
        return dict(found.items())

    def add(self, name: str, kind: str, selector: str, parents: Sequence[str], **more: Any) -> str:
        """Append a selector; its id."""
        entry = {"id": name, "type": kind, "parentSelectors": list(parents), "selector": selector, "multiple": False}
        self.selectors.append(entry | more)
        return name

    def category(self, kind: PageType, parents: Sequence[str]) -> list[str]:
        """The links of a page type on the way to the rows."""
        found = self.expressions(kind, kind.wrapper)
        link = kind.links[0].field
        selector = f"{found.get('record', '')} {PSEUDO.sub('', found.get(link, 'a'))}".strip()
        return [self.add(f"{kind.name}_{link}", "SelectorLink", selector, parents, multiple=True)]

    def rows(self, kind: PageType, parents: list[str]) -> None:
        """The records of the row type, and what completes them."""
        if kind.next_pages != "none":
            parents = [*parents, self.pagination(kind, [*parents, "next_page"])]
        found = self.expressions(kind, kind.wrapper)
        if "record" in found:
            parents = [self.add("row", "SelectorElement", found.pop("record"), parents, multiple=True)]
        links = {link.field: link for link in kind.links}
        for name, selector in found.items():
            self.value(name, selector, parents, is_link=name in links)
        for name, link in links.items():
            if name in found:
                self.details(self.site[link.to], name)

    def details(self, kind: PageType, parent: str) -> None:
        """The fields of a detail page, and its nested lists."""
        for name, selector in self.expressions(kind, kind.wrapper).items():
            self.value(name, selector, [parent])
        for nested, wrapper in kind.lists.items():
            found = self.expressions(kind, wrapper)
            if "record" in found:
                element = self.add(nested, "SelectorElement", found.pop("record"), [parent], multiple=True)
                for name, selector in found.items():
                    self.value(name, selector, [element])

    def value(self, name: str, selector: str, parents: Sequence[str], *, is_link: bool = False) -> None:
        """A field with a text or an attribute."""
        attribute = PSEUDO.search(selector)
        plain = PSEUDO.sub("", selector)
        if is_link:
            self.add(name, "SelectorLink", plain, parents)
        elif attribute and attribute[1]:
            self.add(name, "SelectorElementAttribute", plain, parents, extractAttribute=attribute[1])
        else:
            self.add(name, "SelectorText", plain, parents, regex="")

    def pagination(self, kind: PageType, parents: Sequence[str]) -> str:
        """The link to the next page, as the pages have it."""
        for page in self.pages:
            if self.site.type_of(page) == kind:
                for link in PageLinks(page).to_next_page():
                    classes = link.node.attributes.get("class", "").split()
                    selector = f"a.{classes[0]}" if classes else f'a:contains("{link.label}")'
                    return self.add("next_page", "SelectorPagination", selector, parents, paginationType="auto")
        self.left_out.append("next_page: no page at hand shows a next page")
        return self.add("next_page", "SelectorPagination", 'a[rel="next"]', parents, paginationType="auto")
