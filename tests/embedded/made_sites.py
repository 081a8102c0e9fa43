"""Made sites in the style of today's frameworks: 200 products in the data of scripts, 20 of them in the text.

Each site has list pages with all products of its state, and shows the first twenty. Prices, sellers and the like are
rendered in part: what the text has, and in which form, differs from site to site.
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from unweave.page import Page

Product = dict[str, Any]
WORDS = (
    "Tea",
    "Café",
    "Öl",
    'The "Big" Set',
    "Salt & Pepper",
    "</script> Mug",
    "Größe XL",
    "Naïve",
    "Back\\slash",
    "☕ Cup",
)
"""Parts of names that need escapes, in JSON or in HTML."""


@dataclass(frozen=True)
class MadeSite:
    """A site: how its page is written, and the values of a record, as a user would give and expect them."""

    name: str
    page: Callable[[Sequence[Product]], str]
    record: Callable[[Product], dict[str, Any]]


def products(seed: int, count: int = 200) -> list[Product]:
    """So many products, none like another."""
    draw = random.Random(seed)
    numbers = draw.sample(range(10_000, 99_999), count)
    return [
        {
            "id": number,
            "name": f"{draw.choice(WORDS)} {draw.choice(WORDS)} {at + 1}",
            "price": round(draw.uniform(1, 500), 2),
            "brand": draw.choice(["Acme", "Bolt & Co", "Cöle"]),
            "stock": draw.randrange(50),
            "sale": draw.random() < 0.2,
            "note": draw.choice([None, "", f"note {number}"]),
            "tags": draw.sample(["new", "eco", "gift", "sale"], draw.randrange(1, 4)),
        }
        for at, number in enumerate(numbers)
    ]


def script(data: Any, *, ascii_only: bool = True) -> str:
    """Data as JSON that may be written into a script."""
    return json.dumps(data, ensure_ascii=ascii_only).replace("</", "<\\/").replace("<!--", "<\\u0021--")


def page_of(made: MadeSite, seed: int) -> tuple[Page, list[dict[str, Any]]]:
    """A page of a site, and all its records."""
    known = products(seed)
    return Page(made.page(known), name=f"{made.name}-{seed}.html"), [made.record(one) for one in known]


def _shell(head: str, body: str, scripts: str) -> str:
    return f"<!doctype html><html><head><title>Shop</title>{head}</head><body>{body}{scripts}</body></html>"


def _grid(known: Sequence[Product], cell: Callable[[Product], str]) -> str:
    return '<main><ul class="grid">' + "".join(f"<li>{cell(one)}</li>" for one in known[:20]) + "</ul></main>"


def _next_pages(known: Sequence[Product]) -> str:
    """Next.js with pages: the state in one script; names and prices are rendered."""
    state = {"props": {"pageProps": {"total": len(known), "products": list(known)}}, "page": "/list", "buildId": "x1"}
    body = _grid(known, lambda one: f"<h2>{escape(one['name'])}</h2><span>{one['price']}</span>")
    data = f'<script id="__NEXT_DATA__" type="application/json">{script(state, ascii_only=False)}</script>'
    return _shell('<script src="/a.js"></script>', f'<div id="__next">{body}</div>', data)


def _next_app(known: Sequence[Product]) -> str:
    """Next.js with the app router: rows of the data in chunks that end anywhere."""
    tree = ["$", "$L3", None, {"children": ["$", "section", None, {"items": list(known), "locale": "en"}]}]
    stream = '1:"$Sreact.fragment"\n2:I[1234,["9","s/9.js"],"default"]\n5:T6,a text' + "0:" + script(tree) + "\n"
    size = 3_001
    parts = [stream[at : at + size] for at in range(0, len(stream), size)]
    pushed = "".join(f"<script>self.__next_f.push([1,{script(part)}])</script>" for part in parts)
    body = _grid(known, lambda one: f"<h3>{escape(one['name'])}</h3>")
    return _shell("", body, f"<script>(self.__next_f=self.__next_f||[]).push([0])</script>{pushed}")


def _redux(known: Sequence[Product]) -> str:
    """A store of entities by their numbers, behind code."""
    state = {
        "ui": {"open": False, "title": "Shop"},
        "entities": {"products": {f"p{one['id']}": one for one in known}},
        "user": None,
    }
    body = _grid(known, lambda one: f"<b>{escape(one['name'])}</b> <i>{one['price']} EUR</i>")
    return _shell("", body, f"<script>!function(){{}}();window.__PRELOADED_STATE__ = {script(state)};boot();</script>")


def _apollo(known: Sequence[Product]) -> str:
    """The cache of Apollo: objects of several types by keys, products among them."""
    cache: dict[str, Any] = {"ROOT_QUERY": {"__typename": "Query", "site": {"__ref": "Site:1"}}}
    cache["Site:1"] = {"__typename": "Site", "name": "Shop", "id": 1}
    for one in known:
        cache[f"Product:{one['id']}"] = {"__typename": "Product", **one}
        cache[f"Brand:{one['brand']}"] = {"__typename": "Brand", "name": one["brand"], "id": one["brand"]}
    body = _grid(known, lambda one: f"<a href='/p/{one['id']}'>{escape(one['name'])}</a>")
    return _shell("", body, f"<script>window.__APOLLO_STATE__={script(cache)}</script>")


def _linked_data(known: Sequence[Product]) -> str:
    """JSON-LD: a graph with an ItemList; offers inside the products."""
    items = [
        {
            "@type": "ListItem",
            "position": at,
            "item": {
                "@type": "Product",
                "name": one["name"],
                "sku": str(one["id"]),
                "brand": {"@type": "Brand", "name": one["brand"]},
                "offers": [{"@type": "Offer", "price": one["price"], "priceCurrency": "EUR"}],
            },
        }
        for at, one in enumerate(known, 1)
    ]
    shop = {"@type": "Organization", "name": "Shop", "sku": "none"}
    graph = {"@context": "https://schema.org", "@graph": [shop, {"@type": "ItemList", "itemListElement": items}]}
    body = _grid(known, lambda one: f"<h2>{escape(one['name'])}</h2>{escape(one['brand'])}")
    return _shell(f'<script type="application/ld+json">\n{script(graph)}\n</script>', body, "")


def _pushed(known: Sequence[Product]) -> str:
    """A data layer: events are pushed one after another, one has the products, with names of its own."""
    items = [{"item_id": one["id"], "item_name": one["name"], "price": one["price"], "quantity": 1} for one in known]
    view = {"event": "view_item_list", "ecommerce": {"currency": "EUR", "items": items}}
    scripts = f"<script>dataLayer=[];dataLayer.push({{'event':'start'}});dataLayer.push({script(view)});</script>"
    body = _grid(known, lambda one: f"<h2>{escape(one['name'])}</h2><em>€{one['price']}</em>")
    return _shell(scripts, body, "<script>dataLayer.push({event: 'end', items: []})</script>")


def _parsed_text(known: Sequence[Product]) -> str:
    """The state as a text that is parsed: escapes in escapes; the list in groups."""
    groups = [{"brand": brand, "products": [one for one in known if one["brand"] == brand]} for brand in _brands(known)]
    text = json.dumps(json.dumps({"catalog": {"groups": groups}})).replace("</", "<\\/")
    body = _grid(known, lambda one: f"<h2>{escape(one['name'])}</h2>")
    return _shell("", body, f"<script>var a = 1; window.CATALOG = JSON.parse({text}); render()</script>")


def _brands(known: Sequence[Product]) -> list[str]:
    return list(dict.fromkeys(one["brand"] for one in known))


def _script_literal(known: Sequence[Product]) -> str:
    """JavaScript, not JSON: names without quotes, single quotes, comments, commas at the end; adverts in the list."""

    def written(one: Product) -> str:
        name = one["name"].replace("\\", "\\\\").replace("'", "\\'").replace("</", "<\\/")
        in_stock = str(one["stock"] > 0).lower()
        return f"{{kind:'product',id:{one['id']},title:'{name}',price:{one['price']},inStock:{in_stock},}}"

    items = [written(one) for one in known]
    listed = ",\n".join(
        ["{kind:'advert',text:'Buy now'}", *items[:100], "{kind:'advert',text:'And more'}", *items[100:]]
    )
    body = _grid(known, lambda one: f"<h2>{escape(one['name'])}</h2>")
    return _shell("", body, f"<script>/* all */ var catalog = {{ items: [{listed},], /* end */ }};\nstart();</script>")


def _one_script_each(known: Sequence[Product]) -> str:
    """A script for each product, as JSON-LD, beside one for the shop."""
    each = "".join(
        '<script type="application/ld+json">'
        + script(
            {"@type": "Product", "name": one["name"], "offers": {"price": f"{one['price']:.2f}"}, "mpn": one["id"]}
        )
        + "</script>"
        for one in known
    )
    store = script({"@type": "Store", "name": "Shop", "mpn": 1, "offers": {"price": "0"}})
    shop = f'<script type="application/ld+json">{store}</script>'
    body = _grid(known, lambda one: f"<h2>{escape(one['name'])}</h2>")
    return _shell(shop, body, each)


def _island(known: Sequence[Product]) -> str:
    """A component with its data in a script of its own, among others of the same kind; nothing is rendered."""
    others = "".join(
        f'<script type="application/json" data-for="menu{at}">{{"items": [{{"name": "Menu {at}"}}]}}</script>'
        for at in range(3)
    )
    state = {"result": {"hits": [{"_source": one, "_score": 1.5} for one in known], "total": {"value": len(known)}}}
    data = f'<script type="application/json" id="search-state">{script(state)}</script>'
    return _shell("", "<div id=root>Loading...</div>", others + data)


def _fetched(known: Sequence[Product]) -> str:
    """SvelteKit: the answer of the server as a text in JSON, beside other answers."""
    answers = [{"user": None, "menu": ["a", "b"]}, {"list": {"items": list(known), "next": 2}}]
    scripts = "".join(
        '<script type="application/json" data-sveltekit-fetched data-url="/api">'
        + script({"status": 200, "headers": {}, "body": json.dumps(one)})
        + "</script>"
        for one in answers
    )
    return _shell("", _grid(known, lambda one: f"<h2>{escape(one['name'])}</h2>"), scripts)


def _nuxt(known: Sequence[Product]) -> str:
    """Nuxt: a pool of values that refer to each other by number; equal texts are in it once."""
    pool: list[Any] = [["ShallowReactive", 1]]
    texts: dict[str, int] = {}

    def put(value: Any) -> int:
        if isinstance(value, str) and value in texts:
            return texts[value]
        at = len(pool)
        pool.append(None if isinstance(value, dict | list) else value)
        if isinstance(value, str):
            texts[value] = at
        if isinstance(value, dict):
            pool[at] = {key: put(one) for key, one in value.items()}
        elif isinstance(value, list):
            pool[at] = [put(one) for one in value]
        return at

    put({"data": {"list-x1y2": {"hits": list(known), "total": len(known)}}, "state": {}, "path": "/shop"})
    data = f'<script type="application/json" id="__NUXT_DATA__" data-ssr="true">{script(pool)}</script>'
    return _shell("", _grid(known, lambda one: f"<h2>{escape(one['name'])}</h2>{one['price']}"), data)


def _fields(*names: str, **renamed: Callable[[Product], Any]) -> Callable[[Product], dict[str, Any]]:
    def record(one: Product) -> dict[str, Any]:
        own = {name: " ".join(str(one[name]).split()) if one[name] not in (None, "") else None for name in names}
        return own | {name: value(one) for name, value in renamed.items()}

    return record


SITES = (
    MadeSite("next-pages", _next_pages, _fields("name", "price")),
    MadeSite("next-app", _next_app, _fields("name", "brand", "id")),
    MadeSite("redux", _redux, _fields("name", "price", "note")),
    MadeSite("apollo", _apollo, _fields("name", "stock")),
    MadeSite("linked-data", _linked_data, _fields("name", "brand", sku=lambda one: str(one["id"]))),
    MadeSite("data-layer", _pushed, _fields("name", "price", number=lambda one: str(one["id"]))),
    MadeSite("parsed-text", _parsed_text, _fields("name", "brand", "id")),
    MadeSite("script-literal", _script_literal, _fields("price", title=lambda one: one["name"])),
    MadeSite("one-script-each", _one_script_each, _fields("name", price=lambda one: f"{one['price']:.2f}")),
    MadeSite("fetched", _fetched, _fields("name", "id")),
    MadeSite("nuxt", _nuxt, _fields("name", "brand", "price", "note")),
    MadeSite("island", _island, _fields("name", "price", tags=lambda one: list(one["tags"]))),
)
