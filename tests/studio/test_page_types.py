"""Several page types in one project: each has its fields, links lead from one to the other, rows are joined."""

import csv
import io
import json
import random
from pathlib import Path
from typing import Any

from sites.shop import Shop
from studio.client import StudioClient
from unweave.run.site_job import extract_site
from unweave.sites import load_site

SHOP = Shop(sizes=(12, 6), per_page=6)
ITEMS = SHOP.database


def open_shop(studio: StudioClient, shop: Shop = SHOP) -> dict[str, str]:
    """All pages of the shop but the index and what is about it; path -> page."""
    wanted = {url: html for url, html in shop.pages.items() if "/c/" in url or "/item/" in url}
    return {
        url.removeprefix(shop.host): studio.open(html, f"{number}.html", url)
        for number, (url, html) in enumerate(wanted.items())
    }


def types_of(studio: StudioClient) -> dict[str, str]:
    """Name -> id."""
    return {one["name"]: one["id"] for one in studio.get("/api/project")["types"]}


def taught(studio: StudioClient, shop: Shop = SHOP) -> dict[str, str]:
    """The shop with its types, title and price of the list, maker of the details, and a link between them."""
    pages = open_shop(studio, shop)
    studio.say("types_take")
    kinds, first = types_of(studio), pages["/c/kettles"]
    named(studio, ITEMS[0]["title"], first, "title")
    named(studio, ITEMS[0]["price"], first, "price")
    studio.say("link_add", page_type=kinds["list"], to=kinds["detail"])
    detail = pages[SHOP.details[0]]
    named(studio, ITEMS[0]["maker"].replace("&", "&amp;"), detail, "maker", ITEMS[0]["maker"])
    return pages


def named(studio: StudioClient, source: str, page: str, name: str, text: str | None = None) -> str:
    made: str = studio.say(
        "label", page=page, field=None, unit=studio.unit(source, page), value=text or source, sign=1
    )["made"]["field"]
    studio.say("field_change", field=made, name=name)
    return made


def rows(studio: StudioClient) -> list[dict[str, str]]:
    """The joined table."""
    table = studio.get("/api/joined?limit=1000")
    names = [one["name"] for one in table["fields"]]
    return [dict(zip(names, (cell["text"] for cell in row["cells"]), strict=True)) for row in table["rows"]]


def wanted() -> list[dict[str, str]]:
    return [{name: item[name] for name in ("title", "price", "link", "maker")} for item in ITEMS]


def test_types_are_proposed_and_taken(studio: StudioClient) -> None:
    """The proposal has names; taken, every page has its type, and nothing else has changed."""
    pages = open_shop(studio)
    site = studio.get("/api/site")
    assert [(one["name"], len(one["pages"])) for one in site["proposed"]] == [("list", 3), ("detail", 18)]
    assert (site["is_linked"], site["links"]) == (True, [])
    delta = studio.say("types_take")
    assert [(one["name"], len(one["pages"])) for one in delta["types"]] == [("list", 3), ("detail", 18)]
    kinds = types_of(studio)
    assert delta["page_types"][pages["/c/lamps"]] == kinds["list"]
    assert delta["sentence"] == "made the page types list (3), detail (18)"
    studio.move("undo")
    assert studio.get("/api/project")["types"] == []
    assert studio.move("redo")["types"] == delta["types"]


def test_fields_go_to_the_type_that_has_their_values(studio: StudioClient) -> None:
    """Fields that were made before there were types belong to the pages that they were clicked on."""
    pages = open_shop(studio)
    title = named(studio, ITEMS[0]["title"], pages["/c/kettles"], "title")
    price = named(studio, ITEMS[0]["price"], pages[SHOP.details[0]], "price")
    studio.say("types_take")
    kinds = types_of(studio)
    fields = {one["id"]: (one["page_type"], one["number"]) for one in studio.get("/api/project")["fields"]}
    assert fields == {title: (kinds["list"], 1), price: (kinds["detail"], 1)}


def test_each_type_has_fields_of_its_own(studio: StudioClient) -> None:
    """The title of lists is not looked for on detail pages, nor can it be labelled there."""
    pages = open_shop(studio)
    studio.say("types_take")
    detail = pages[SHOP.details[0]]
    title = named(studio, ITEMS[0]["title"], pages["/c/kettles"], "title")
    assert set(studio.states(pages["/c/lamps"])) == {item["title"] for item in ITEMS[12:]}
    assert studio.states(detail) == {}
    unit = studio.unit(ITEMS[0]["title"], detail)
    given = {"type": "label", "page": detail, "field": title, "unit": unit, "sign": 1, "seq": studio.seq}
    assert studio.code("POST", "/api/events", given) == "other_type"
    heading = named(studio, ITEMS[0]["title"], detail, "heading")
    assert studio.states(detail)[ITEMS[0]["title"]] == "P"
    table = studio.get(f"/api/records?page_type={types_of(studio)['detail']}")
    assert (table["fields"], table["total"]) == ([heading], 18)


def test_rows_are_joined_over_the_link(studio: StudioClient) -> None:
    """From four clicks and a link: the table is equal to the database, in its order, without holes."""
    taught(studio)
    assert rows(studio) == wanted()
    table = studio.get("/api/joined?limit=1")
    assert (table["total"], table["holes"], table["visited"]) == (18, 0, {"list": 3, "detail": 18})
    program = studio.get("/api/site")["program"]
    kinds = types_of(studio)
    assert program == {
        "rows": kinds["list"],
        "start": kinds["list"],
        "types": [kinds["list"], kinds["detail"]],
        "left_out": [],
        "problem": "",
    }


def test_a_cell_says_where_its_value_is(studio: StudioClient) -> None:
    """The page and the span of the value, on the list or on the detail page."""
    pages = taught(studio)
    first = studio.get("/api/joined?limit=1")["rows"][0]
    assert first["page"] == pages["/c/kettles"]
    sources = studio.studio.project.pages
    found = [sources[cell["page"]].page.source[slice(*cell["span"])] for cell in first["cells"]]
    assert found == [ITEMS[0]["title"], ITEMS[0]["price"], SHOP.details[0], ITEMS[0]["maker"].replace("&", "&amp;")]
    assert first["cells"][3]["page"] == pages[SHOP.details[0]]


def test_holes_are_marked_with_their_reason(studio: StudioClient) -> None:
    """A detail page that is not in the project: the row is there, its cell says why it is empty."""
    pages = taught(studio)
    studio.send("DELETE", f"/api/pages/{pages[SHOP.details[3]]}", data={})
    table = studio.get("/api/joined?limit=1000")
    assert (table["total"], table["holes"]) == (18, 1)
    address = SHOP.host + SHOP.details[3]
    assert table["rows"][3]["holes"] == [f"detail: it is not in the collection ({address})"]
    assert [bool(cell["hole"]) for cell in table["rows"][3]["cells"]] == [False, False, False, True]


def test_a_link_field_is_proposed(studio: StudioClient) -> None:
    """Without a field that has the links one can be added; with one, that field is proposed to lead there."""
    pages = open_shop(studio)
    studio.say("types_take")
    kinds = types_of(studio)
    named(studio, ITEMS[0]["title"], pages["/c/kettles"], "title")
    proposal = {"page_type": kinds["list"], "to": kinds["detail"]}
    assert studio.get("/api/site")["links"] == [{**proposal, "field": None, "count": 18}]
    more = named(studio, SHOP.details[0], pages["/c/kettles"], "more")
    assert studio.get("/api/site")["links"] == [{**proposal, "field": more, "count": 18}]
    delta = studio.say("field_change", field=more, leads_to=kinds["detail"])
    assert delta["sentence"] == "more leads to detail pages"
    assert {one["id"]: one["leads_to"] for one in delta["fields"]}[more] == kinds["detail"]
    assert studio.get("/api/site")["links"] == []


def test_links_do_not_lead_in_a_circle(studio: StudioClient) -> None:
    """Not to the own type, and not back."""
    pages = taught(studio)
    kinds = types_of(studio)
    fields = {one["name"]: one["id"] for one in studio.get("/api/project")["fields"]}
    given = {"type": "field_change", "seq": studio.seq, "field": fields["link"]}
    assert studio.code("POST", "/api/events", {**given, "leads_to": kinds["list"]}) == "bad_request"
    back = named(studio, "/c/kettles", pages[SHOP.details[0]], "back")
    given = {"type": "field_change", "seq": studio.seq, "field": back}
    assert studio.code("POST", "/api/events", {**given, "leads_to": kinds["list"]}) == "bad_request"
    assert studio.code("POST", "/api/events", {**given, "leads_to": "t99"}) == "not_found"


def test_types_are_corrected(studio: StudioClient) -> None:
    """A type is added and renamed, a page is moved; a type with pages cannot be removed, an empty one can."""
    pages = taught(studio)
    kinds = types_of(studio)
    moved = pages[SHOP.details[5]]
    studio.say("type_add", name="special", moved=[moved])
    special = types_of(studio)["special"]
    assert studio.get("/api/project")["page_types"][moved] == special
    assert studio.get("/api/site")["program"]["left_out"] == [special]
    given = {"type": "type_remove", "page_type": special, "seq": studio.seq}
    assert studio.code("POST", "/api/events", given) == "has_pages"
    studio.say("page_move", moved=[moved], page_type=kinds["detail"])
    studio.say("type_remove", page_type=special)
    assert list(types_of(studio)) == ["list", "detail"]
    studio.say("type_change", page_type=kinds["detail"], name="product")
    assert studio.code("POST", "/api/events", {**given, "type": "type_change", "name": "list", "seq": studio.seq}) == (
        "not_found"
    )
    assert studio.get("/api/joined")["fields"][3] == {
        "name": "maker",
        "field": studio.get("/api/joined")["fields"][3]["field"],
        "source": "product",
    }
    assert rows(studio) == wanted()


def test_labels_of_a_moved_page_count_again_when_it_is_back(studio: StudioClient) -> None:
    """Moving a page loses nothing."""
    pages = taught(studio)
    kinds, first = types_of(studio), pages["/c/kettles"]
    before = studio.marks(first)
    studio.say("page_move", moved=[first], page_type=kinds["detail"])
    assert studio.states(first).get(ITEMS[0]["price"]) is None
    studio.say("page_move", moved=[first], page_type=kinds["list"])
    assert studio.marks(first) == before


def test_a_first_type_is_added_by_hand(studio: StudioClient) -> None:
    """In a project without types: all other pages and all fields are of the first type."""
    first, second = studio.open(), studio.open("<h1>About</h1>", "about.html")
    studio.label("Title A")
    delta = studio.say("type_add", name="about", moved=[second])
    assert [(one["name"], one["pages"]) for one in delta["types"]] == [("page", [first]), ("about", [second])]
    assert {mark[5] for mark in studio.marks(first)} >= {"Title A", "Title B"}


def test_next_pages_are_recognized_and_corrected(studio: StudioClient) -> None:
    """The list goes on over its pages; told that there is no next page, it ends."""
    pages = taught(studio)
    entry = next(one for one in studio.get("/api/site")["next"] if one["page"] == pages["/c/kettles"])
    second = f"{SHOP.host}/c/kettles?page=2"
    assert (entry["target"], entry["to"], entry["said"]) == (second, pages["/c/kettles?page=2"], False)
    assert second in entry["choices"]
    for path in ("/c/kettles", "/c/lamps"):
        studio.say("next_page", page=pages[path], target=None)
    found = {one["page"]: (one["target"], one["said"]) for one in studio.get("/api/site")["next"]}
    assert found[pages["/c/kettles"]] == (None, True)
    studio.say("next_page", page=pages["/c/kettles"], auto=True)
    studio.move("undo")
    assert studio.code(
        "POST", "/api/events", {"type": "next_page", "page": pages["/c/lamps"], "target": "/x", "seq": studio.seq}
    ) == ("not_found")


def test_the_rows_can_be_those_of_another_type(studio: StudioClient) -> None:
    """One row for each detail page, without the list."""
    taught(studio)
    studio.say("site_rows", page_type=types_of(studio)["detail"])
    assert [row["maker"] for row in rows(studio)] == [item["maker"] for item in ITEMS]
    studio.say("site_rows", page_type=None)
    assert rows(studio) == wanted()


def test_the_site_program_runs_elsewhere(studio: StudioClient, tmp_path: Path) -> None:
    """The exported file is read by the commands and gives the same rows as the exported table."""
    taught(studio)
    made = studio.post("/api/export", what="site", format="json")
    assert made["name"] == "books.site.json"
    program = tmp_path / made["name"]
    program.write_text(made["content"], encoding="utf-8")
    saved = tmp_path / "saved"
    saved.mkdir()
    entries = []
    for number, (url, html) in enumerate(SHOP.pages.items()):
        (saved / f"{number}.html").write_text(html, encoding="utf-8")
        entries.append(json.dumps({"file": f"{number}.html", "url": url}))
    (saved / "manifest.jsonl").write_text("\n".join(entries), encoding="utf-8")
    extract_site(load_site(program), [saved], tmp_path / "rows.jsonl")
    found = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text("utf-8").splitlines()]
    assert [{name: row[name] for name in wanted()[0]} for row in found] == wanted()
    lines = studio.post("/api/export", what="joined", format="jsonl")["content"].splitlines()
    assert [{name: row[name] for name in wanted()[0]} for row in map(json.loads, lines)] == wanted()
    table = list(csv.DictReader(io.StringIO(studio.post("/api/export", what="joined", format="csv")["content"])))
    assert [row["title"] for row in table] == [item["title"] for item in ITEMS]
    assert studio.code("POST", "/api/export", {"what": "joined", "format": "xml"}) == "bad_request"


def test_exports_of_one_type(studio: StudioClient) -> None:
    """Wrapper, rule, data and examples are those of the type that is asked for."""
    taught(studio)
    kinds = types_of(studio)
    made = studio.post("/api/export", what="wrapper", format="json", page_type=kinds["detail"])
    assert made["name"] == "books.detail.wrapper.json"
    data = studio.post("/api/export", what="data", format="jsonl", page_type=kinds["detail"])
    assert [json.loads(line)["maker"] for line in data["content"].splitlines()] == [item["maker"] for item in ITEMS]
    rule = studio.get(f"/api/rule/record?format=words&page_type={kinds['detail']}")
    assert "maker" in rule["text"]
    assert "price" not in rule["text"]


def test_without_types_there_is_no_site(studio: StudioClient) -> None:
    """The answer says what would help."""
    studio.open()
    assert studio.code("POST", "/api/export", {"what": "site", "format": "json"}) == "cannot_export"
    assert studio.code("GET", "/api/joined") == "cannot_export"
    assert studio.code("POST", "/api/events", {"type": "types_take", "seq": studio.seq}) == "not_supported"
    assert studio.get("/api/site")["program"]["problem"] == ""


def test_all_of_it_is_there_after_a_restart(studio: StudioClient, tmp_path: Path) -> None:
    """The log says everything: types, links, rows, next pages; a page that is opened later finds its type."""
    pages = taught(studio)
    studio.say("next_page", page=pages["/c/kettles?page=2"], target=None)
    before = [studio.get(path) for path in ("/api/site", "/api/joined?limit=1000")]
    types = studio.get("/api/project")["types"]
    studio.close()
    again = StudioClient(tmp_path / "books.studio")
    try:
        assert again.get("/api/project")["types"] == types
        assert [again.get(path) for path in ("/api/site", "/api/joined?limit=1000")] == before
        other = Shop(sizes=(13, 6), seed=8)
        url = other.host + other.details[12]
        page = again.open(other.pages[url], "new.html", url)
        assert again.get("/api/project")["page_types"][page] == types_of(again)["detail"]
    finally:
        again.close()


def test_addresses_of_saved_pages(studio: StudioClient, tmp_path: Path) -> None:
    """Pages of a folder have the addresses of its manifest; without one, their places, which their links name."""
    folder = tmp_path / "pages"
    (folder / "list.html").write_text('<ul><li><a href="b/1.html">x</a></ul>', encoding="utf-8")
    (folder / "b").mkdir()
    (folder / "b" / "1.html").write_text("<h1>x</h1>", encoding="utf-8")
    given: dict[str, Any] = {"file": {"root": "r1", "path": "b/1.html"}}
    assert studio.post("/api/pages", **given)["pages"][0]["url"] == "file:///b/1.html"
    entry = json.dumps({"file": "list.html", "url": "http://a.org/list"})
    (folder / "manifest.jsonl").write_text(entry, encoding="utf-8")
    given = {"file": {"root": "r1", "path": "list.html"}}
    assert studio.post("/api/pages", **given)["pages"][0]["url"] == "http://a.org/list"


def test_the_link_of_a_record_is_the_one_in_its_element(studio: StudioClient) -> None:
    """Not that of its neighbour, even if that is nearer in the source, or if its own page is not in the project."""
    text = "a few words about it, " * 9
    items = "".join(f'<li><b>Title {n}</b> <i>{text}</i> <a href="{n}.html">more</a></li>' for n in range(1, 6))
    first = studio.open(f"<h1>Titles</h1><ul>{items}</ul>", "list.html")
    for number in (1, 3, 4):
        studio.open(f"<h2>{number}</h2><p>{'x' * number}</p><p>y</p>", f"{number}.html")
    studio.say("types_take")
    kinds = types_of(studio)
    named(studio, "Title 2", first, "title")
    studio.say("link_add", page_type=kinds["list"], to=kinds["detail"])
    source = studio.studio.project.pages[first].page.source
    labels = studio.studio.project.log.events[-1]["labels"]
    assert [source[start:end] for _, _, start, end, _ in labels] == ["2.html"]


def test_examples_for_a_field_of_another_type_are_refused(studio: StudioClient) -> None:
    """An examples file that has the maker on a list page is not taken over in part."""
    pages = taught(studio)
    entry = {"page": "0.html", "status": "partial", "records": [{"maker": ITEMS[0]["price"]}]}
    assert studio.get(f"/api/pages/{pages['/c/kettles']}")["name"] == "0.html"
    assert studio.code("POST", "/api/import", {"examples": {"unweave": 1, "pages": [entry]}}) == "other_type"
    assert studio.get("/api/history")["items"][-1]["type"] != "import"


def test_random_corrections_keep_every_page_and_field_in_one_type(studio: StudioClient, tmp_path: Path) -> None:
    """Whatever is said about types: each page and each field is of one type, and a replay of the log says the same."""
    numbers = random.Random(5)
    pages = [studio.open(f"<h1>Page {one}</h1><p>{one}</p>", f"{one}.html") for one in range(6)]
    studio.label("Page 0", page=pages[0])
    for step in range(60):
        kinds = list(types_of(studio).values()) or ["none"]
        kind, page = numbers.choice(kinds), numbers.choice(pages)
        said: list[dict[str, Any]] = [
            {"type": "type_add", "name": f"type {step}", "moved": numbers.sample(pages, 2)},
            {"type": "page_move", "moved": [page], "page_type": kind},
            {"type": "type_change", "page_type": kind, "name": f"name {step}"},
            {"type": "type_remove", "page_type": kind},
            {"type": "site_rows", "page_type": kind},
            {"type": "field_add", "name": f"field {step}", "page_type": kind},
        ]
        path, given = numbers.choice([("events", numbers.choice(said)), ("undo", {}), ("redo", {})])
        studio.send("POST", f"/api/{path}", data={**given, "seq": studio.seq, "pages": []})
        studio.seq = studio.studio.project.seq
        project = studio.get("/api/project")
        known = {one["id"] for one in project["types"]} or {""}
        assert sorted(page for one in project["types"] for page in one["pages"]) == (pages if project["types"] else [])
        assert {one["page_type"] for one in (*project["fields"], *project["pages"])} <= known
    studio.close()
    again = StudioClient(tmp_path / "books.studio")
    try:
        for part in ("types", "page_types", "fields", "undo", "redo"):
            assert again.get("/api/project")[part] == project[part]
    finally:
        again.close()
