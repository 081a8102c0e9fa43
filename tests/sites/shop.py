"""A generated site: an index, categories, paginated lists, details with optional rows and reviews, and other pages.

Legend
    database    the records that the site is made from, in the order in which a visitor meets them
    paths       the address of each page on its host -> its status and its HTML
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

CATEGORIES = ("Kettles", "Lamps", "Chairs", "Clocks", "Ropes", "Maps", "Drums", "Boots")
FIRST = ("Amber", "Brisk", "Copper", "Dusky", "Elder", "Fallow", "Grand", "Hollow", "Ivory", "Jolly", "Keen", "Lofty")
SECOND = ("Harbour", "Meadow", "Orchard", "Quarry", "River", "Summit", "Thicket", "Valley", "Willow", "Yard", "Zephyr")
MAKERS = ("Hale & Sons", "Northgate", "Oskar Vance", "Pell", "Tamsin Works")
COLOURS = ("red", "slate blue", "moss green", "off-white")
READERS = ("Ann", "Bo", "Clara", "Dev", "Erin", "Farid", "Grace", "Hugo", "Ines", "Jonas")
SAID = ("Could not be better.", "It broke in a week.", "A present for my aunt; she loves it.", "Good for the money.")
HOST = "http://shop.test"


@dataclass(frozen=True)
class Shop:
    """A shop with so many items in each category, and so many items on each page of a list.

    ``failing`` are the addresses that answer with an error.
    """

    sizes: Sequence[int] = (7, 4)
    per_page: int = 3
    host: str = HOST
    failing: frozenset[str] = field(default_factory=frozenset)
    seed: int = 7

    @cached_property
    def database(self) -> list[dict[str, Any]]:
        """The records, category by category."""
        random_numbers = random.Random(self.seed)
        return [
            _item(random_numbers, CATEGORIES[number], at, self.host)
            for number, size in enumerate(self.sizes)
            for at in range(size)
        ]

    @cached_property
    def paths(self) -> dict[str, tuple[int, str]]:
        """Every page by its path."""
        found = dict(self._pages())
        return {
            path: (503, _page("Sorry", "<h1>Sorry</h1>")) if path in self.failing else found[path] for path in found
        }

    @property
    def pages(self) -> dict[str, str]:
        """The HTML of every page that can be read, by its address."""
        return {self.host + path: html for path, (status, html) in self.paths.items() if status == 200}

    @property
    def details(self) -> list[str]:
        """The paths of the detail pages."""
        return [item["link"].removeprefix(self.host) for item in self.database]

    def _pages(self) -> Iterator[tuple[str, tuple[int, str]]]:
        names = CATEGORIES[: len(self.sizes)]
        tiles = "".join(f'<li class="tile"><a href="/c/{name.lower()}">{name}</a></li>' for name in names)
        yield "/", (200, _page("All kinds", f'<h1>All kinds</h1><ul class="tiles">{tiles}</ul>'))
        yield "/about", (200, _page("About", "<h1>About us</h1><p>A small shop.</p><p>Open on weekdays.</p>"))
        yield "/old", (404, _page("Gone", "<h1>Not found</h1><p>This page is gone.</p>"))
        for name in names:
            items = [item for item in self.database if item["category"] == name]
            yield from self._lists(name, items)
        for item in self.database:
            yield item["link"].removeprefix(self.host), (200, _detail(item))

    def _lists(self, name: str, items: list[dict[str, Any]]) -> Iterator[tuple[str, tuple[int, str]]]:
        chunks = [items[at : at + self.per_page] for at in range(0, len(items), self.per_page)]
        for number, chunk in enumerate(chunks, start=1):
            rows = "".join(map(_row, chunk))
            pager = _pager(f"/c/{name.lower()}", number, len(chunks))
            body = f'<h1>{name}</h1><p class="count">{len(items)} kinds</p><ul class="items">{rows}</ul>{pager}'
            yield _numbered(f"/c/{name.lower()}", number), (200, _page(name, body))


def _item(numbers: random.Random, category: str, at: int, host: str) -> dict[str, Any]:
    title = f"{numbers.choice(FIRST)} {numbers.choice(SECOND)} {category[:-1]} {at + 11}"
    item: dict[str, Any] = {
        "category": category,
        "title": title,
        "price": f"£{numbers.randrange(5, 90)}.{numbers.randrange(100):02d}",
        "maker": numbers.choice(MAKERS),
        "colour": numbers.choice(COLOURS) if numbers.random() < 0.6 else None,
        "weight": f"{numbers.randrange(100, 4000)} g" if numbers.random() < 0.7 else None,
        "link": f"{host}/item/{title.lower().replace(' ', '-')}",
    }
    readers = numbers.sample(READERS, numbers.randrange(4)) if at > 1 else numbers.sample(READERS, 2)
    item["reviews"] = [{"by": name, "said": numbers.choice(SAID)} for name in readers]
    return item


def _page(title: str, body: str) -> str:
    menu = "".join(f'<a class="m" href="{path}">{name}</a> ' for path, name in (("/", "Home"), ("/about", "About us")))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} - Tin Shed</title></head>'
        f'<body><header class="top"><p class="logo">Tin <b>Shed</b></p><nav>{menu}</nav></header><main>{body}</main>'
        '<footer><p>Tin Shed, 4 Mill Lane</p><p><a href="/about">Terms</a></p></footer></body></html>\n'
    )


def _row(item: dict[str, Any]) -> str:
    path = "/" + item["link"].split("/", 3)[3]
    return (
        f'<li class="item"><a class="pic" href="{path}"><img src="/i.png" alt=""></a>'
        f'<h2><a href="{path}">{escape(item["title"])}</a></h2><p class="cost">only <b>{item["price"]}</b></p></li>'
    )


def _numbered(path: str, number: int) -> str:
    return path if number == 1 else f"{path}?page={number}"


def _pager(path: str, number: int, last: int) -> str:
    if last == 1:
        return ""
    numbers = " ".join(
        f"<b>{n}</b>" if n == number else f'<a href="{_numbered(path, n)}">{n}</a>' for n in range(1, last + 1)
    )
    after = f'<a class="next" href="{_numbered(path, number + 1)}">Next</a>' if number < last else ""
    before = f'<a class="prev" href="{_numbered(path, number - 1)}">Previous</a>' if number > 1 else ""
    return f'<p class="pager">{before} {numbers} {after}</p>'


def _detail(item: dict[str, Any]) -> str:
    facts = [("Maker", item["maker"]), ("Colour", item["colour"]), ("Weight", item["weight"])]
    rows = "".join(f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" for name, value in facts if value)
    reviews = "".join(
        f'<div class="review"><p class="by">by <b>{one["by"]}</b></p><p class="said">{one["said"]}</p></div>'
        for one in item["reviews"]
    )
    said = f'<section class="reviews"><h2>What people say</h2>{reviews}</section>' if reviews else ""
    return _page(
        item["title"],
        f'<p class="crumbs"><a href="/">Home</a> &rsaquo; '
        f'<a href="/c/{item["category"].lower()}">{item["category"]}</a></p>'
        f'<article><h1>{escape(item["title"])}</h1><p class="price">{item["price"]}</p>'
        f'<table class="facts">{rows}</table></article>{said}',
    )
