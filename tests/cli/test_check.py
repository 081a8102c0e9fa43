"""``unweave check``, ``repair`` and ``test`` as a user calls them."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from unweave import load

Call = Callable[..., Result]
SOURCE = "<h1>{0}</h1><p>Price: <b>{1}</b></p><p>Free returns.</p>"
BOOKS = [
    ("Emma", "$5.50"),
    ("Kim", "$7.20"),
    ("She", "$4.10"),
    ("Dune", "$9.30"),
    ("Vathek", "$3.80"),
    ("Ida", "$6.40"),
]


def write(folder: Path, source: str) -> None:
    folder.mkdir(exist_ok=True)
    for number, book in enumerate(BOOKS):
        (folder / f"{number}.html").write_text(source.format(*book))


@pytest.fixture
def learned(call: Call, here: Path) -> Path:
    """A wrapper that was learned from three of the pages, and the folder of its pages."""
    write(here / "pages", SOURCE)
    pages = [
        {"page": f"pages/{at}.html", "records": [{"title": book[0], "price": book[1]}]}
        for at, book in enumerate(BOOKS[:4])
    ]
    (here / "examples.json").write_text(json.dumps({"unweave": 1, "pages": pages}))
    assert call("learn", "examples.json", "-o", "w.json").exit_code == 0
    return here


def test_ok_suspicious_and_drifted_have_their_exit_status(call: Call, learned: Path) -> None:
    """0 for ok, 4 for drifted; the evidence names the field and what is different."""
    done = call("check", "w.json", "pages")
    assert (done.exit_code, done.output.splitlines()[0]) == (
        0,
        "ok: 6 records from 6 pages, compared with 4 pages known before",
    )
    write(learned / "new", SOURCE.replace("{1}", "ask us"))
    done = call("check", "w.json", "new")
    assert done.exit_code == 4
    assert "  price: drifted" in done.output
    assert "now: 'ask us'; before: '$5.50', '$7.20', '$4.10'" in done.output


def test_json_log_and_report(call: Call, learned: Path) -> None:
    """The verdict as JSON; runs are added to the log, and the report draws them without any script."""
    for _ in range(2):
        done = call("check", "w.json", "pages", "--json", "--log", "runs.jsonl", "--html", "report.html")
    data = json.loads(done.output)
    assert (data["status"], data["records"], [one["name"] for one in data["fields"]]) == ("ok", 6, ["title", "price"])
    assert len((learned / "runs.jsonl").read_text().splitlines()) == 2
    report = (learned / "report.html").read_text()
    assert (report.count("<rect"), "<script" in report) == (4, False)


def test_gates_and_a_sharper_profile_are_saved(call: Call, learned: Path) -> None:
    """--save writes another file: with the gates, and with a profile that knows the new pages."""
    done = call("check", "w.json", "pages", "--min-fill", "price=.95", "--min-records", "6", "--save", "new.json")
    assert done.exit_code == 0
    new, old = load(learned / "new.json"), load(learned / "w.json")
    assert new == old
    assert (new.origin.gates.records, dict(new.origin.gates.fill)) == (6, {"price": 0.95})
    assert (new.origin.site_profile.pages, old.origin.site_profile.pages) == (10, 4)
    done = call("check", "new.json", "pages/0.html")
    assert (done.exit_code, "gate: 1 records; the gate is 6" in done.output) == (4, True)


def test_the_hook_runs_without_a_shell(call: Call, learned: Path) -> None:
    """The command gets the verdict and the wrapper as arguments, as they are, and only if the verdict is not ok."""
    (learned / "hook.py").write_text(
        "import sys, pathlib; pathlib.Path('called.txt').write_text(' '.join(sys.argv[1:]))"
    )
    hook = f"{sys.executable} hook.py 'a b; touch oops'"
    call("check", "w.json", "pages", "--on-drift", hook)
    assert not (learned / "called.txt").exists()
    write(learned / "new", SOURCE.replace("{1}", "$(touch oops)"))
    call("check", "w.json", "new", "--on-drift", hook)
    assert (learned / "called.txt").read_text() == "a b; touch oops drifted w.json"
    assert not (learned / "oops").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--min-fill", "price"], "this is no gate"),
        (["--min-fill", "cost=.5"], "there is no field 'cost'"),
        (["--good"], "--good is for --save"),
        (["--on-drift", "'"], "this is no command"),
        (["--log", "pages/0.html"], "this is no file of verdicts"),
        (["--html", "w.json"], "this file exists"),
    ],
)
def test_what_cannot_be_done(call: Call, learned: Path, arguments: list[str], message: str) -> None:
    """Wrong options end with status 2 and a sentence, and nothing is written."""
    before = sorted(learned.iterdir())
    done = call("check", "w.json", "pages", *arguments)
    assert (done.exit_code, message in " ".join(done.output.split())) == (2, True)
    assert sorted(learned.iterdir()) == before


def test_repair_writes_another_file(call: Call, learned: Path) -> None:
    """The new wrapper reads the new pages; the old file stays, and an existing one is not overwritten."""
    write(learned / "new", "<div><h1>{0}</h1><dl><dt>Price:<dd><small>today</small><u>{1}</u></dl></div>")
    before = (learned / "w.json").read_bytes()
    done = call("repair", "w.json", "new", "-o", "new.json")
    assert (done.exit_code, "Repaired on 6 pages: new.json. w.json stays as it was." in done.output) == (0, True)
    assert (learned / "w.json").read_bytes() == before
    assert call("check", "new.json", "new").exit_code == 0
    assert call("repair", "w.json", "new", "-o", "w.json").exit_code == 2


def test_repair_that_is_refused(call: Call, learned: Path) -> None:
    """Status 2, with the field and what would help; nothing is written."""
    write(learned / "new", "<h1>{0}</h1><p>Ask us for the price</p>")
    done = call("repair", "w.json", "new", "-o", "new.json")
    assert (done.exit_code, (learned / "new.json").exists()) == (2, False)
    assert "cannot repair price" in " ".join(done.output.split())


def test_repair_asks_for_the_value_that_settles_it(call: Call, learned: Path) -> None:
    """Two prices that look the same, on pages that nobody knows: the answer to a question about one page decides."""
    (learned / "new").mkdir()
    for number, (title, price) in enumerate(BOOKS):
        source = f"<h1>{title}</h1><dl><dt>Offer<dd>${number + 2}.90<dt>For you<dd>{price}</dl>"
        (learned / "new" / f"new-{number}.html").write_text(source)
    refused = call("repair", "w.json", "new", "-o", "new.json")
    assert (refused.exit_code, "cannot repair price" in " ".join(refused.output.split())) == (2, True)
    done = call("repair", "w.json", "new", "-o", "new.json", "--ask", typed="$5.50\n")
    assert (done.exit_code, "price on new/new-0.html: $5.50" in done.output) == (0, True)
    call("extract", "new.json", "new", "-o", "rows.json")
    rows = json.loads((learned / "rows.json").read_text())
    assert [row["price"] for row in rows] == [price for _, price in BOOKS]


def test_repair_asks_for_two_records_of_a_list(call: Call, here: Path) -> None:
    """Of a list all fields of two records are asked for."""
    old, new = "<li><b>{0}</b> <i>{1}</i>", "<tr><td>{2}<td>{1}<td>{0}"
    for name, row, since in (("old", old, 1), ("new", new, 3)):
        records = "".join(row.format(f"Book {n}", f"${n}.50", f"${n}.90") for n in range(since, since + 6))
        (here / f"{name}.html").write_text(f"<h1>Books</h1><ul>{records}</ul>")
    first, second = (["--value", f"title=Book {n}", "--value", f"price=${n}.50"] for n in (1, 2))
    assert call("learn", "old.html", *first, "--record", *second, "-o", "w.json").exit_code == 0
    done = call("repair", "w.json", "new.html", "-o", "new.json", "--ask", typed="Book 4\n$4.50\nBook 5\n$5.50\n")
    assert (done.exit_code, "title on new.html, record 1: Book 4" in done.output) == (0, True)


def test_stored_cases(call: Call, learned: Path) -> None:
    """--add stores a page with its records; without it the stored pages are tested field by field."""
    assert call("test", "w.json").exit_code == 2
    assert call("test", "w.json", "--add", "pages/0.html", "pages/1.html").exit_code == 0
    done = call("test", "w.json")
    assert (done.exit_code, done.output) == (0, "4 results right, 0 wrong: w.tests\n")
    expected = learned / "w.tests" / "0.html.json"
    expected.write_text(expected.read_text().replace("Emma", "Kim"))
    done = call("test", "w.json")
    assert (done.exit_code, "0.html: title is wrong" in done.output) == (1, True)
