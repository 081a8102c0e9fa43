"""Click, see, correct: the core loop through the HTTP interface (C2 - C11, U1, U7, K4, K5)."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.client import BOOKS, StudioClient

OTHER = BOOKS.replace("Title", "Work")


def job(studio: StudioClient, path: str, **members: Any) -> Any:
    name = studio.post(path, **members)["job"]["id"]
    studio.studio.jobs.wait(name)
    return studio.get(f"/api/jobs/{name}")


def test_the_first_click_makes_a_field_and_finds_the_others(studio: StudioClient) -> None:
    """C2: one click, many marks; the field has a name from the page."""
    studio.open()
    delta = studio.label("Title A")
    assert [(field["name"], field["n"], field["state"]) for field in delta["fields"]] == [("t", 6, "ok")]
    assert delta["made"] == {"field": delta["fields"][0]["id"]}
    found = {mark[5]: mark[1] for mark in delta["pages"]["p1"]["add"]}
    assert found["Title A"] == "P"
    assert {found[f"Title {letter}"] for letter in "BCDEF"} <= {"X", "U"}
    assert delta["records"]["total"] == 6


def test_reject_accept_and_remove(studio: StudioClient) -> None:
    """C3, C4, C5: what is rejected goes, what is accepted comes, a label that is removed is gone."""
    studio.open("<b>One</b><b>Two</b><b>Three</b><i>Four</i>")
    first = studio.label("One")
    field = first["fields"][0]["id"]
    rejected = studio.label("Three", -1, field)
    assert rejected["rule_version"] == first["rule_version"] + 1
    assert studio.states()["Three"] == "N"
    accepted = studio.label("Four", 1, field)
    assert studio.states()["Four"] == "P"
    assert all(state != "C" for state in studio.states().values())
    assert accepted["fields"][0]["pos"] == 2
    studio.label("Four", 0, field)
    assert studio.states().get("Four") in {None, "S"}


def test_a_second_page_is_extracted_at_once(studio: StudioClient) -> None:
    """C9: the rule of page 1 marks page 2; a label on page 2 is learned from, too."""
    studio.open()
    studio.open(OTHER, "works.html")
    studio.pages = ["p1", "p2"]
    field = studio.label("Title A")["fields"][0]["id"]
    assert {text for text, state in studio.states("p2").items() if state != "S"} == {f"Work {one}" for one in "ABCDEF"}
    delta = studio.label("Work B", -1, field, page="p2")
    assert studio.states("p2")["Work B"] == "N"
    assert delta["fields"][0]["neg"] == 1


def test_records_are_proposed_and_put_right(studio: StudioClient) -> None:
    """C11: two clicks near each other make rows; a merge and a split are statements that are followed."""
    studio.open()
    studio.label("Title A")
    delta = studio.label("$1.50")
    assert delta["records"] == {
        "total": 6,
        "pages": {"p1": 6},
        "proposed": True,
        "layout": "list",
    }
    rows = studio.get("/api/records")["rows"]
    assert [[cell[0]["text"] for cell in row["cells"]] for row in rows][:2] == [
        ["Title A", "$1.50"],
        ["Title B", "$2.50"],
    ]
    colors = [field["color"] for field in delta["fields"]]
    assert len(set(colors)) == 2


def test_a_value_moves_to_another_row(studio: StudioClient) -> None:
    """The price of the second row belongs to the first: both rows are as they were said."""
    studio.open("<p><b>Emma</b></p><p><i>$5</i><b>Kim</b></p><p><i>$7</i><b>Dune</b></p><p><i>$9</i></p>")
    title = studio.label("Emma")["fields"][0]["id"]
    studio.label("$5")
    price = next(one["id"] for one in studio.get("/api/project")["fields"] if one["id"] != title)
    source = studio.studio.project.pages["p1"].page.source
    values = [
        {"field": field, "start": source.index(text), "end": source.index(text) + len(text)}
        for field, text in ((title, "Emma"), (price, "$5"))
    ]
    studio.say("record_together", page="p1", values=values)
    rows = studio.get("/api/records")["rows"]
    assert [[cell["text"] for cell in one] for one in rows[0]["cells"]] == [["Emma"], ["$5"]]
    assert [[cell["text"] for cell in one] for one in rows[1]["cells"]] == [["Kim"], ["$7"]]
    assert studio.get("/api/project")["records"]["proposed"] is False


def test_a_row_is_split_and_merged(studio: StudioClient) -> None:
    """The events store spans; the values count as accepted."""
    studio.open()
    title = studio.label("Title A")["fields"][0]["id"]
    price = studio.label("$1.50")["made"]["field"]
    start = studio.unit("$1.50")["start"]
    at = {"field": price, "start": start, "end": start + 5}
    studio.say("record_split", page="p1", row=1, at=at)
    event = studio.studio.project.log.events[-1]
    assert [[value[0] for value in row] for row in event["rows"]] == [[title], [price]]
    studio.move("undo")
    studio.say("record_merge", page="p1", rows=[1, 2])
    assert len(studio.studio.project.log.events[-1]["rows"][0]) == 4
    assert studio.code(
        "POST", "/api/events", {"type": "record_merge", "page": "p1", "rows": [1, 99], "seq": studio.seq}
    ) == ("not_found")


def test_undo_redo_and_travel(studio: StudioClient) -> None:
    """C7: the marks are restored exactly; a new statement drops what was undone, which can be restored."""
    studio.open()
    seen = [studio.marks()]
    field = studio.label("Title A")["fields"][0]["id"]
    seen.append(studio.marks())
    studio.label("Title F", -1, field)
    seen.append(studio.marks())
    for expected in (seen[1], seen[0]):
        studio.move("undo")
        assert studio.marks() == expected
    assert studio.move("undo")["undo"] == 0
    for expected in (seen[1], seen[2]):
        studio.move("redo")
        assert studio.marks() == expected
    items = studio.get("/api/history")["items"]
    assert [item["done"] for item in items] == [True, True]
    studio.move("travel", to=items[0]["seq"])
    assert studio.marks() == seen[1]
    delta = studio.label("$1.50")
    assert delta["dropped"] == {"count": 1, "last": items[1]["seq"]}
    studio.move("travel", to=items[1]["seq"])
    assert studio.marks() == seen[2]


def test_a_conflict_keeps_the_last_good_rule(studio: StudioClient) -> None:
    """C8: nothing tells the lines apart: the statements are listed, the rule stays, and undo ends it."""
    source = "a,b\n" * 8
    studio.open(source, "x.csv")
    places = [at for at in range(len(source)) if source[at] == "a"]

    def unit(at: int) -> dict[str, Any]:
        return {"kind": "source", "start": at, "end": at + 1}

    field = studio.say("label", page="p1", field=None, unit=unit(places[1]), value="a", sign=1)["fields"][0]["id"]
    for number in (2, 5):
        studio.say("label", page="p1", field=field, unit=unit(places[number]), value="a", sign=1)
    good = {tuple(mark[2:4]) for mark in studio.marks() if mark[1] in "XPU"}
    wrong = places[4]
    assert (wrong, wrong + 1) in good
    delta = studio.say("label", page="p1", field=field, unit=unit(wrong), value="a", sign=-1)
    assert delta["fields"][0]["state"] == "conflict"
    assert {tuple(mark[2:4]) for mark in studio.marks() if mark[1] in "XPUC"} == good
    conflict = delta["conflicts"][0]
    assert conflict["unused"] == [studio.seq]
    assert conflict["statements"][-1]["mark"][:4] == [field, "C", wrong, wrong + 1]
    assert studio.move("undo")["conflicts"] == []


def test_complete_and_partial(studio: StudioClient) -> None:
    """C10: on a complete page what is not accepted is wrong; accepting all is one step."""
    studio.open("<b>One</b><b>Two</b><b>Three</b>")
    studio.label("One")
    assert set(studio.states().values()) <= {"P", "X", "U"}
    studio.say("page_status", page="p1", status="complete", accept=False)
    assert studio.states() == {"One": "P"}
    studio.move("undo")
    delta = studio.say("page_status", page="p1", status="complete", accept=True)
    assert studio.states() == {"One": "P", "Two": "P", "Three": "P"}
    assert delta["pages"]["p1"]["status"] == "complete"
    studio.move("undo")
    assert list(studio.states().values()).count("P") == 1


def test_a_part_of_a_text_with_emoji(studio: StudioClient) -> None:
    """U1: offsets count code points; references are decoded; what the person saw is compared."""
    studio.open("<p>😀 Tea &amp; cake: 5 €</p><p>😀 Soup &amp; bread: 7 €</p>")
    unit = {"kind": "text", "wid": 4, "k": 0, "start": 2, "end": 12}
    delta = studio.say("label", page="p1", field=None, unit=unit, value="Tea & cake", sign=1)
    mark = next(mark for mark in studio.marks() if mark[1] in "PC")
    assert (mark[4], mark[5]) == (["t", 4, 0, 2, 12], "Tea & cake")
    assert delta["fields"][0]["pos"] == 1


def test_what_the_person_saw_is_compared(studio: StudioClient) -> None:
    """409: nothing is learned from a wrong mapping, and the log stays as it is."""
    studio.open()
    unit = {"kind": "text", "wid": 7, "k": 0}
    for value, code in (("Title B", "value_differs"), ("", "value_differs")):
        data = {
            "type": "label",
            "page": "p1",
            "field": None,
            "unit": unit,
            "value": value,
            "sign": 1,
            "seq": studio.seq,
        }
        answer = studio.send("POST", "/api/events", data=data)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, code)
    assert studio.studio.project.seq == studio.seq


def test_an_attribute_by_name_and_by_its_source(studio: StudioClient) -> None:
    """U3: both are the same unit; a value that is never shown can be taken."""
    studio.open()
    element = studio.get("/api/pages/p1/elements/13")
    assert element["tag"] == "a"
    href = element["attributes"][0]
    by_name = studio.post("/api/pages/p1/unit", unit=href["unit"])
    by_source = studio.post(
        "/api/pages/p1/unit", unit={"kind": "source", "start": href["span"][0], "end": href["span"][1]}
    )
    assert by_name == by_source
    assert (by_name["value"], by_name["target"]) == ("/1", ["a", 13, "href"])
    delta = studio.say("label", page="p1", field=None, unit=href["unit"], value="/1", sign=1)
    assert delta["fields"][0]["n"] == 6


def test_two_windows_do_not_lose_each_others_work(studio: StudioClient) -> None:
    """A stale window gets what it has missed, and its event arrives once, also if it is sent twice."""
    studio.open()
    old = studio.seq
    field = studio.label("Title A")["fields"][0]["id"]
    unit = studio.unit("Title F")
    event = {"type": "label", "page": "p1", "field": field, "unit": unit, "value": "Title F", "sign": -1, "id": "w2-1"}
    answer = studio.send("POST", "/api/events", data={**event, "seq": old, "pages": ["p1"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "stale")
    assert answer.json()["delta"]["seq"] == studio.seq
    assert {mark[5] for mark in answer.json()["delta"]["pages"]["p1"]["add"]} >= {"Title A", "Title F"}
    for _ in range(2):
        assert studio.post("/api/events", **event, seq=studio.seq, pages=["p1"])["seq"] == studio.seq
    labels = [one["type"] for one in studio.studio.project.log.events].count("label")
    assert labels == 2
    assert studio.states()["Title F"] == "N"


def test_a_restart_restores_everything(studio: StudioClient, tmp_path: Path) -> None:
    """U7: what was acknowledged is there, and looks the same."""
    studio.open()
    field = studio.label("Title A")["fields"][0]["id"]
    studio.label("Title F", -1, field)
    studio.send("PUT", "/api/ui", data={"tab": "p1", "scroll": 120})
    marks, project = studio.marks(), studio.get("/api/project?pages=p1")
    studio.close()
    again = StudioClient(tmp_path / "books.studio")
    assert again.marks() == marks
    assert {**again.get("/api/project?pages=p1"), "roots": [], "saved": "", "rule_version": 0} == {
        **project,
        "roots": [],
        "saved": "",
        "rule_version": 0,
    }
    again.close()


def test_a_project_that_is_open_elsewhere(studio: StudioClient, tmp_path: Path) -> None:
    """It can be read; taking over makes the other one read-only."""
    studio.open()
    other = StudioClient(tmp_path / "books.studio")
    assert other.get("/api/project")["read_only"] is True
    assert other.code("POST", "/api/pages", {"name": "x.html", "html": "<b>x</b>"}) == "read_only"
    assert other.post("/api/project/take_over")["read_only"] is False
    other.seq = 1
    other.label("Title A")
    event = {"type": "field_add", "name": "x", "seq": studio.seq}
    assert studio.code("POST", "/api/events", event) == "read_only"
    assert studio.get("/api/project")["read_only"] is True
    other.close()


def test_recognizers_only_suggest(studio: StudioClient) -> None:
    """K4: hits are suggestions; a bad or a catastrophic expression does no harm."""
    studio.open("<p>Emma 1815</p><p>Kim 1901</p>" + f"<p>{'a' * 50_000}</p>")
    studio.say("field_add", name="year")
    field = studio.get("/api/project")["fields"][0]["id"]
    answer = studio.post("/api/recognizers", regex="[0-9]{4}", field=field, seq=studio.seq, pages=["p1"])
    assert answer["recognizer"]["hits"] == 2
    assert studio.states() == {"1815": "S", "1901": "S"}
    assert studio.get("/api/project")["fields"][0]["pos"] == 0
    studio.say("bulk_accept", page="p1", field=field, units="suggested")
    assert studio.get("/api/project")["fields"][0]["pos"] == 2
    studio.move("undo")
    assert studio.states() == {"1815": "S", "1901": "S"}
    assert studio.code("POST", "/api/recognizers", {"regex": "(", "seq": studio.seq}) == "bad_regex"
    hostile = studio.post("/api/recognizers/test", regex="(a+)+$b", page="p1")  # without end where it backtracks
    assert hostile["hits"] == []
    assert studio.code("POST", "/api/recognizers/test", {"regex": r"(a)\1", "page": "p1"}) == "bad_regex"


def test_verification_puts_the_strange_page_first(studio: StudioClient, tmp_path: Path) -> None:
    """K5: progress, the order of suspicion, and a job that is cancelled."""
    folder = tmp_path / "pages"
    for number in range(20):
        (folder / f"n{number:02}.html").write_text(BOOKS.replace("Title", f"T{number}"))
    (folder / "n07.html").write_text("<table><tr><td>New layout</td></tr></table>")
    studio.open()
    studio.label("Title A")
    studio.label("$1.50")
    done = job(studio, "/api/verify", root="r1")
    assert (done["state"], done["done"], done["total"]) == ("done", 20, 20)
    pages = done["result"]["pages"]
    assert pages[0]["name"] == "n07.html"
    assert pages[0]["suspicion"] > 0.9
    assert pages[1]["suspicion"] <= 0.1
    assert pages[1]["records"] == 6
    started = studio.post("/api/verify", root="r1")["job"]["id"]
    studio.send("DELETE", f"/api/jobs/{started}")
    studio.studio.jobs.wait(started)
    assert studio.get(f"/api/jobs/{started}")["state"] in {"cancelled", "done"}


def test_a_run_over_a_folder(studio: StudioClient, tmp_path: Path) -> None:
    """All pages of a folder into one file, with how full each field is."""
    for number in range(3):
        (tmp_path / "pages" / f"n{number}.html").write_text(BOOKS)
    studio.open()
    field = studio.label("Title A")["fields"][0]["id"]
    done = job(studio, "/api/run", root="r1", format="csv")
    result = done["result"]
    assert (done["state"], result["pages"], result["records"], result["fill"]) == ("done", 3, 18, {field: 1.0})
    assert result["rows"][0]["t"] == "Title A"
    assert studio.get(f"/api/results/{result['file']}")["content"].count("\n") == 19


def test_discovered_columns_become_fields(studio: StudioClient) -> None:
    """A list page: its rows are found, and kept columns are fields with labels; one step to undo."""
    studio.open()
    result = job(studio, "/api/discover", pages=["p1"])["result"]
    assert (result["layout"], len(result["rows"]["p1"])) == ("list", 6)
    columns = [one for one in result["columns"] if one["examples"][0] in {"Title A", "$1.50"}]
    assert len(columns) == 2
    chosen = [{"id": one["id"], "name": name} for one, name in zip(columns, ("title", "price"), strict=True)]
    delta = studio.say("keep_columns", discovery=result["discovery"], columns=chosen)
    assert [field["name"] for field in delta["fields"]] == ["title", "price"]
    assert delta["records"]["total"] == 6
    assert studio.move("undo")["fields"] == []


def test_the_sample_project(studio: StudioClient) -> None:
    """Three steps, each of which is one click, and the records are right."""
    answer = studio.post("/api/sample")
    assert len(answer["steps"]) == 3
    for step in answer["steps"]:
        studio.say("label", page=step["page"], field=None, unit=step["unit"], value=step["value"], sign=1)
    page = studio.studio.project.pages["p1"]
    rows = studio.get("/api/records?page=p1")["rows"]
    assert len(rows) == page.page.source.count('<li class="book"')
    assert all(all(cells) for cells in (row["cells"] for row in rows))


def test_the_table_is_sorted_and_filtered(studio: StudioClient) -> None:
    """K2: the counts of the facets are the numbers of the filtered rows."""
    studio.open(BOOKS.replace('<i class="p">$3.50</i> ', ""))
    studio.label("Title A")
    studio.label("$1.50")
    studio.label("Title C", 1, studio.get("/api/project")["fields"][0]["id"])
    table = studio.get("/api/records")
    for facet, count in table["facets"].items():
        assert studio.get(f"/api/records?facet={facet}")["matching"] == count
    assert table["facets"]["missing"] == 1
    price = table["fields"][1]
    values = [row["cells"][1] for row in studio.get(f"/api/records?sort={price}&order=desc")["rows"]]
    assert [cell[0]["text"] for cell in values if cell] == ["$6.50", "$5.50", "$4.50", "$2.50", "$1.50"]
    assert studio.get("/api/records?q=title+b")["matching"] == 1
    studio.say("row_flag", page="p1", row=2, flag=True)
    assert [row["row"] for row in studio.get("/api/records?facet=flagged")["rows"]] == [2]


def test_a_detail_page_has_one_record(studio: StudioClient) -> None:
    """Two values of a table of labels and values are one record on each page."""
    books = [("Emma", "Jane Austen", 1815), ("Kim", "Rudyard Kipling", 1901), ("Dune", "Frank Herbert", 1965)]
    for title, author, year in books:
        rows = f"<tr><th>Author:</th><td>{author}</td></tr><tr><th>Year:</th><td>{year}</td></tr>"
        studio.open(f"<h1>{title}</h1><table>{rows}</table>", f"{title}.html")
    studio.label("Jane Austen")
    studio.label("1815")
    delta = studio.label("Emma")
    assert delta["records"]["layout"] == "detail"
    assert [field["name"] for field in delta["fields"]] == ["author", "year", "title"]
    found = [[cell[0]["text"] for cell in row["cells"]] for row in studio.get("/api/records")["rows"]]
    assert found == [[author, str(year), title] for title, author, year in books]


def test_wrong_requests_are_named(studio: StudioClient) -> None:
    """Every wrong member is 4xx with a code, and nothing is written."""
    studio.open()
    field = studio.label("Title A")["fields"][0]["id"]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"type": "nothing"}, "bad_request"),
        ({"type": "label", "page": "p9"}, "not_found"),
        ({"type": "label", "page": ["p1"]}, "not_found"),
        ({"type": "label", "page": "p1"}, "bad_request"),
        ({"type": "label", "page": "p1", "unit": {"kind": "text", "wid": 99_999}}, "not_found"),
        ({"type": "label", "page": "p1", "unit": {"kind": "text", "wid": 7, "k": 5}}, "not_found"),
        ({"type": "label", "page": "p1", "unit": {"kind": "source", "start": 5, "end": 5}}, "bad_request"),
        ({"type": "label", "page": "p1", "unit": {"kind": "text", "wid": 7}, "sign": 2}, "bad_request"),
        ({"type": "label", "page": "p1", "field": "f99", "unit": {"kind": "text", "wid": 7}}, "not_found"),
        ({"type": "label", "page": "p1", "field": field, "unit": studio.unit("Prices"), "sign": -1}, "not_extracted"),
        ({"type": "field_change", "field": field, "name": ""}, "bad_name"),
        ({"type": "field_change", "field": field, "many": "yes"}, "bad_request"),
        ({"type": "field_order", "fields": []}, "bad_request"),
        ({"type": "page_status", "page": "p1", "status": "done"}, "bad_request"),
        ({"type": "record_split", "page": "p1", "row": 1, "at": 7}, "bad_request"),
        ({"type": "move_value", "page": "p1", "value": {"field": field}}, "bad_request"),
        ({"type": "pin_rule", "field": field}, "not_supported"),
        ({"type": "keep_columns", "discovery": 7, "columns": []}, "bad_request"),
    ]
    for members, code in wrong:
        assert studio.code("POST", "/api/events", {"seq": studio.seq, "pages": ["p1"], **members}) == code, members
    assert studio.code("POST", "/api/events", {"type": "field_add"}) == "bad_request"
    assert studio.code("PUT", f"/api/rule/{field}", {"text": "//b"}) == "not_supported"
    assert studio.code("POST", "/api/travel", {"seq": studio.seq, "to": 77}) == "not_found"
    assert studio.code("GET", "/api/pages/p9/units") == "not_found"
    assert studio.code("GET", "/api/records?facet=x") == "bad_request"
    assert studio.code("DELETE", "/api/history") == "method_not_allowed"
    assert studio.studio.project.seq == studio.seq


def test_what_was_said_is_an_examples_file(studio: StudioClient, tmp_path: Path) -> None:
    """It reads back as the same statements, in another project."""
    studio.open()
    field = studio.label("Title A")["fields"][0]["id"]
    studio.label("$1.50")
    studio.label("Title F", -1, field)
    data = json.loads(studio.post("/api/export", what="examples", format="json")["content"])
    other = StudioClient(tmp_path / "other.studio")
    other.open()
    delta = other.post("/api/import", examples=data, pages=["p1"])
    assert [(one["name"], one["pos"], one["neg"]) for one in delta["fields"]] == [("t", 1, 1), ("p", 1, 0)]
    assert {mark[5]: mark[1] for mark in other.marks()} == {mark[5]: mark[1] for mark in studio.marks()}
    other.close()


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "{{x}}", "a\u202eb", "'\"><img src=x>"])
def test_names_are_only_text(studio: StudioClient, text: str) -> None:
    """S7: markup in names and values is passed on as it is."""
    studio.open(name=text.replace("/", "_"))
    delta = studio.say("field_add", name=text)
    assert delta["fields"][0]["name"] == text


def test_the_next_question(studio: StudioClient) -> None:
    """K2: a value on which rules disagree; it can be skipped, and answering "no" is a label like any other."""
    titles = "".join(f"<p><b><a>title{number}</a></b> <a>author{number}</a></p>" for number in (1, 2, 3))
    studio.open(f"<h4>Results</h4>{titles}<center><b><a>Prev</a></b> <a>1</a> <b><a>Next</a></b></center>")
    assert studio.get("/api/next") == {"question": None, "left": 0}
    field = studio.label("title1")["fields"][0]["id"]
    asked = studio.get("/api/next")["question"]
    assert asked["field"] == field
    assert asked["text"] in studio.studio.project.pages["p1"].page.source
    again = studio.get(f"/api/next?skip={asked['id']}")["question"]
    assert again is None or again["id"] != asked["id"]
    unit = {"kind": "source", "start": asked["mark"][2], "end": asked["mark"][3]}
    studio.say("label", page="p1", field=field, unit=unit, value=asked["text"], sign=-1)
    assert studio.states()[asked["text"]] in {"N", "C"}


def test_what_is_in_structured_data(studio: StudioClient) -> None:
    """Values of the page's own data that a reader sees are offered as units."""
    data = '<script type="application/ld+json">{"@type": "Book", "name": "Emma"}</script>'
    studio.open(f"{data}<h1>Emma</h1>")
    items = studio.get("/api/pages/p1/embedded")["items"]
    assert {(item["path"], item["value"]) for item in items} == {("name", "Emma"), ("Book.name", "Emma")}
