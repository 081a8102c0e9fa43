"""``unweave learn``: a wrapper file, or one paragraph with the reason why there is none."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import unweave
from unweave.cli import main
from unweave.cli.summary_text import coloured_level
from unweave.demo import COUNTRIES
from unweave.records import read_examples

Call = Callable[..., Result]


@pytest.mark.usefixtures("demo")
def test_it_learns(call: Call) -> None:
    """It prints what it learned from, and the file has the wrapper."""
    result = call("learn", "countries.examples.json", "-o", "w.json")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:2] == [
        "Learned country and code from 10 records on 2 pages: w.json",
        "  field    confidence  filled    distinct  examples",
    ]
    assert [line.split()[:1] + line.split()[2:6] for line in lines[2:4]] == [
        ["country", "10", "of", "10", "10"],
        ["code", "10", "of", "10", "10"],
    ]
    assert [line.split(": ")[1] for line in lines if " shown" in line and ".html" in line] == [
        "4 records found, 4 shown",
        "6 records found, 6 shown",
    ]
    page = COUNTRIES.rest()[0]
    assert unweave.load("w.json").extract(page.page) == list(page.records)


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize("method", ["auto", "lr"])
def test_methods(method: str, call: Call) -> None:
    """The method may be named; named or not, the country list is learned."""
    assert call("learn", "countries.examples.json", "-o", "w.json", "--method", method).exit_code == 0


@pytest.mark.usefixtures("demo")
def test_lr_explains_its_failure(call: Call) -> None:
    """On the list with distractions LR prints where it failed, what would help, and then why; exit status 2."""
    result = call("learn", "distracted.examples.json", "--method", "lr", "-o", "w.json")
    assert (result.exit_code, result.stdout) == (2, "")
    happened, where, advice, reason = result.stderr.splitlines()
    assert happened == "unweave: no LR wrapper agrees with the examples"
    assert where.startswith("Where: field country, page ")
    assert where.endswith("countries/distracted/page-01.html")
    assert advice == "It would help to leave out --method lr: then all methods are compared."
    assert reason.startswith("The reason: C2, the left delimiter: ")
    assert not Path("w.json").exists()


def examples(**entry: object) -> str:
    """An examples file of one page entry."""
    Path("p1.html").write_text("<b>Emma</b> <i>$5.50</i>")
    Path("ex.json").write_text(json.dumps({"unweave": 1, "pages": [{"status": "complete", **entry}]}))
    return "ex.json"


def refused(call: Call, *arguments: str) -> str:
    """The error message: one paragraph, exit status 2, no traceback, no wrapper file."""
    result = call("learn", *arguments, "-o", "w.json")
    assert (result.exit_code, result.stdout, result.stderr.count("\n") in {2, 3}) == (2, "", True)
    assert not Path("w.json").exists()
    return result.stderr


def test_missing_examples_file(call: Call) -> None:
    """An examples file that is not there is named."""
    assert "nowhere.json" in refused(call, "nowhere.json")


def test_examples_file_that_is_no_json(call: Call) -> None:
    """An examples file that is not JSON is named."""
    Path("ex.json").write_text('{"unweave": 1, "pages": [')
    assert "ex.json" in refused(call, "ex.json")


def test_examples_of_a_missing_page(call: Call) -> None:
    """A page that the examples name and that is not there is named."""
    assert "gone.html" in refused(call, examples(page="gone.html", records=[{"title": "Emma"}]))


def test_value_that_is_not_on_its_page(call: Call) -> None:
    """A value that is not on its page is named with page, field and the most similar text."""
    message = refused(call, examples(page="p1.html", records=[{"price": "$5.05"}]))
    assert all(part in message for part in ("p1.html", "price", "'$5.05' is not on the page", "'$5.50'"))


def test_unknown_method(call: Call) -> None:
    """A method that does not exist is refused with the list of those that do."""
    message = refused(call, examples(page="p1.html", records=[{"title": "Emma"}]), "--method", "lra")
    assert "'lra' is not known" in message


@pytest.mark.usefixtures("demo")
def test_output_that_cannot_be_written(call: Call) -> None:
    """A wrapper file in a folder that does not exist is refused."""
    result = call("learn", "countries.examples.json", "-o", "no/such/w.json")
    assert (result.exit_code, result.stderr.count("\n") in {2, 3}) == (2, True)


def test_escape_codes_in_names_do_not_reach_the_terminal(call: Call) -> None:
    """What comes from files and is shown in errors cannot command the terminal."""
    message = refused(call, examples(page="\x1b[2Jgone.html", records=[{"title": "Emma"}]))
    assert "\x1b" not in message


@pytest.mark.usefixtures("demo")
def test_sure_prints_both_statements(call: Call) -> None:
    """The PAC bound and the result of resampling, each with its name."""
    result = call("learn", "countries.examples.json", "-o", "w.json", "--method", "hlrt", "--sure")
    sentences = result.output.splitlines()[-2:]
    assert [sentence.partition(":")[0] for sentence in sentences] == [
        "PAC bound, for any site",
        "Resampling, of these pages",
    ]
    assert "2 of 2 wrappers" in sentences[1]


@pytest.mark.usefixtures("demo")
def test_sure_prints_no_bound_for_other_methods(call: Call) -> None:
    """The bound is proven for HLRT only, and the line says so."""
    result = call("learn", "countries.examples.json", "-o", "w.json", "--method", "lr", "--sure")
    assert result.output.splitlines()[-2] == "PAC bound: none, it is proven for the method hlrt only"


SHOP = "<h1>{}</h1><table>{}<tr><th>Format<td>{}<tr><th>Price<td>{}</table><p>Seen: 3</p>"
LANGUAGE = "<tr><th>Language<td>English"
BOOKS = [
    ("Emma", "", "Paperback", "$5"),
    ("Kim", LANGUAGE, "Hardcover", "$7"),
    ("Dune", "", "Paperback", "$9"),
    ("She", LANGUAGE, "Audio", "$4"),
    ("Vathek", "", "Hardcover", "$3"),
    ("Ulysses", LANGUAGE, "Paperback", "$8"),
]
QUESTION = re.compile(r"^(?:Is|Are) (.*) on (\S+) the (\w+)\?$", re.MULTILINE)


@pytest.fixture
def books(here: Path) -> Path:
    """Six pages of books, of which one is shown."""
    for number, book in enumerate(BOOKS):
        (here / f"p{number}.html").write_text(SHOP.format(*book))
    record = {"title": "Emma", "format": "Paperback", "price": "$5"}
    entry = {"page": "p0.html", "status": "complete", "records": [record]}
    (here / "books.json").write_text(json.dumps({"unweave": 1, "pages": [entry]}))
    return here


def ask(*lines: str, options: Sequence[str] = ()) -> Result:
    """What `unweave learn --ask` shows to someone who answers with these lines."""
    arguments = ["learn", "books.json", ".", "--ask", "-o", "w.json", *options]
    return CliRunner().invoke(main, arguments, input="".join(f"{line}\n" for line in lines), catch_exceptions=False)


def extracted(page: str) -> list[dict[str, object]]:
    return [record.to_dict() for record in unweave.load("w.json").extract(unweave.Page.read(page))]


@pytest.mark.usefixtures("books")
def test_other_pages_help(call: Call) -> None:
    """Pages of which nothing is known are compared on; those of the examples are not counted twice."""
    result = call("learn", "books.json", ".", "-o", "w.json")
    lines = result.stdout.splitlines()
    assert lines[0] == "Learned title, format and price from 1 record on 1 page: w.json"
    assert [line.split()[:5] for line in lines[2:5]] == [
        [name, "high", "6", "of", "6"] for name in ("title", "format", "price")
    ]
    reasons = unweave.load("w.json").origin.confidence["format"].reasons
    assert any(reason.startswith("on 5 unlabelled pages") for reason in reasons)
    assert [entry["page"] for entry in unweave.load("w.json").origin.examples] == ["p0.html"]


@pytest.mark.usefixtures("books")
def test_a_budget_that_is_used_up_is_printed(call: Call) -> None:
    """Without any time there is still a wrapper, and the skipped steps are printed."""
    result = call("learn", "books.json", ".", "-o", "w.json", "--budget", "0")
    skipped, described = result.stdout.splitlines()[-3:-1]
    assert skipped.startswith("  the budget of 0 s was used up before: ")
    assert described == "  the budget was used up before all pages were described, so a check knows fewer of them"
    assert extracted("p1.html") == [{"title": "Kim", "format": "Hardcover", "price": "$7"}]


@pytest.mark.usefixtures("books")
def test_it_asks() -> None:
    """A question with a line of its page, an answer, what became of it, and the wrapper has learned from it."""
    shown = ask("y")
    (text, page, field), *_ = QUESTION.findall(shown.stdout)
    assert (text, field) == ("'Paperback'", "format")
    lines = shown.stdout.splitlines()
    assert lines[0] == "Answer y, n, the right value, - if there is none, or an empty line to stop."
    assert lines[2].startswith("  ")
    assert "Format [Paperback] Price" in lines[2]
    assert lines[3].startswith("  other rules find: ")
    assert lines[4] == "> y"
    assert lines[5].startswith("format: ")
    assert "Learned title, format and price from 2 records on 2 pages: w.json" in lines
    (entry,) = [entry for entry in unweave.load("w.json").origin.examples if entry["page"] == page]
    assert entry["records"][0]["title"] == {"unknown": True}


@pytest.mark.usefixtures("books")
def test_as_many_questions_as_fields() -> None:
    """It does not ask for ever."""
    assert 1 <= len(QUESTION.findall(ask("y", "y", "y", "y", "y").stdout)) <= 3


@pytest.mark.usefixtures("books")
@pytest.mark.parametrize("lines", [(), ("",)])
def test_an_empty_line_stops_it(lines: tuple[str, ...]) -> None:
    """An empty line, or no line at all: the wrapper is what it was without a question."""
    shown = ask(*lines)
    assert len(QUESTION.findall(shown.stdout)) == 1
    assert "Learned title, format and price from 1 record on 1 page: w.json" in shown.stdout
    assert extracted("p1.html") == [{"title": "Kim", "format": "Hardcover", "price": "$7"}]


@pytest.mark.usefixtures("books")
def test_a_value_that_is_not_there_is_asked_for_again() -> None:
    """The answer is looked for on the page; a value that is not there is an error with similar texts."""
    shown = ask("Paperbag", "=Paperback")
    assert "'Paperbag' is not on the page; nearest: 'Paperback'" in shown.stdout
    assert "from 2 records on 2 pages" in shown.stdout


@pytest.mark.usefixtures("books")
def test_absent_and_wrong() -> None:
    """The page has none; or, this is not it: both are kept with the examples."""
    assert "Learned" in ask("-").stdout
    (_, none) = unweave.load("w.json").origin.examples
    assert none["records"][0]["format"] is None
    assert "Learned" in ask("n").stdout
    (_, wrong) = unweave.load("w.json").origin.examples
    assert (wrong["records"][0]["format"], wrong["rejected"]) == ({"unknown": True}, {"format": ["Paperback"]})


@pytest.mark.usefixtures("demo")
def test_nothing_to_ask(call: Call) -> None:
    """Without open questions it prints that there are none, and learns."""
    result = call("learn", "countries.examples.json", "-o", "w.json", "--ask")
    assert result.stdout.splitlines()[:2] == [
        "There is nothing to ask.",
        "Learned country and code from 10 records on 2 pages: w.json",
    ]


@pytest.mark.usefixtures("books")
def test_asking_needs_all_methods(call: Call) -> None:
    """One method alone cannot disagree with others."""
    result = call("learn", "books.json", ".", "-o", "w.json", "--ask", "--method", "lr")
    assert (result.exit_code, "leave out --method lr" in result.stderr) == (2, True)


def test_levels_are_coloured_on_a_terminal() -> None:
    """Low is red and medium yellow where there are colours."""
    assert (coloured_level("low"), coloured_level("medium"), coloured_level("high")) == (
        "\x1b[31mlow\x1b[0m",
        "\x1b[33mmedium\x1b[0m",
        "high",
    )


@pytest.mark.usefixtures("books")
def test_answers_are_saved() -> None:
    """In an examples file from which the same can be learned; a file that exists is replaced after a question only."""
    shown = ask("y", options=("--save-answers", "more.json"))
    assert "Wrote 1 answer with the examples: more.json" in shown.stdout
    first, second = read_examples("more.json")
    assert first.records[0].to_dict() == {"title": "Emma", "format": "Paperback", "price": "$5"}
    assert second.records[0]["format"] == "Paperback"
    before = Path("books.json").read_bytes()
    refused = ask("n", options=("--save-answers", "books.json"))
    assert (refused.exit_code, Path("books.json").read_bytes()) == (2, before)
    assert "is an examples file; it is not overwritten" in refused.output
    accepted = ask("y", "y", options=("--save-answers", "books.json"))
    assert "Replace it by the examples with the answers?" in accepted.output
    assert len(read_examples("books.json")) == 2


@pytest.mark.usefixtures("books")
def test_answers_without_a_file_are_mentioned() -> None:
    """So that nobody loses them without knowing."""
    assert "--save-answers FILE writes them to an examples file" in ask("y").stdout


@pytest.mark.usefixtures("books")
def test_no_answer_is_dropped() -> None:
    """An answer that no wrapper agrees with is named and kept, with the statements against it."""
    shown = ask("Seen: 3", "", options=("--save-answers", "more.json"))
    assert "is not used" not in shown.stdout
    assert read_examples("more.json")[1].records[0]["format"] == "Seen: 3"
    wrapper = unweave.load("w.json")
    entries = [entry for entry in wrapper.origin.examples if entry["page"] != "p0.html"]
    assert entries[0]["records"][0]["format"] == "Seen: 3"
    (example,) = [one for one in read_examples("more.json") if not one.page.name.endswith("p0.html")]
    if wrapper.extract(example.page)[0]["format"] != "Seen: 3":
        assert "The wrapper does not follow everything that was said:" in shown.stdout


@pytest.mark.usefixtures("books")
@pytest.mark.parametrize("name", ["books.json", "p1.html"])
def test_nothing_is_overwritten(call: Call, name: str) -> None:
    """Examples and pages are not replaced by the wrapper, unless it is forced; a wrapper is."""
    before = Path(name).read_bytes()
    result = call("learn", "books.json", "-o", name)
    assert (result.exit_code, Path(name).read_bytes()) == (2, before)
    assert "It would help to choose another name, or to give --force." in result.stderr
    assert call("learn", "books.json", "-o", name, "--force").exit_code == 0
    assert call("learn", "books.json", "-o", name).exit_code == (0 if name == "p1.html" else 2)


@pytest.mark.usefixtures("books")
def test_values_that_are_not_there_may_be_unknown(call: Call) -> None:
    """With --missing unknown they are printed, and the rest is learned."""
    path = Path("books.json")
    path.write_text(path.read_text().replace("$5", "$55"))
    assert call("learn", "books.json", ".", "-o", "w.json").exit_code == 2
    entry = json.loads(path.read_text())
    entry["pages"].append({"page": "p1.html", "records": [{"title": "Kim", "format": "Hardcover", "price": "$7"}]})
    path.write_text(json.dumps(entry))
    result = call("learn", "books.json", ".", "-o", "w.json", "--missing", "unknown")
    assert "p0.html: record 1, field price: '$55' is not on the page and is taken as unknown" in result.stdout
    assert extracted("p2.html") == [{"title": "Dune", "format": "Paperback", "price": "$9"}]


@pytest.mark.usefixtures("books")
def test_examples_on_standard_input() -> None:
    """Pages are named relative to the current folder; with --ask the answers come from there instead."""
    text = Path("books.json").read_text()
    result = CliRunner().invoke(main, ["learn", "-", ".", "-o", "w.json"], input=text)
    assert result.exit_code == 0
    assert extracted("p1.html") == [{"title": "Kim", "format": "Hardcover", "price": "$7"}]
    asked = CliRunner().invoke(main, ["learn", "-", ".", "-o", "w.json", "--ask"], input=text)
    assert (asked.exit_code, "give the examples and pages as files" in asked.output) == (2, True)


@pytest.mark.usefixtures("books")
def test_discover_overwrites_nothing(call: Call) -> None:
    """Neither examples by the wrapper, nor a table or a page of one's own; its own files are replaced."""
    Path("mine.csv").write_text("name,age\n")
    pages = [f"p{number}.html" for number in range(6)]
    for option, name in (("-o", "books.json"), ("--data", "mine.csv"), ("--report", "p0.html")):
        before = Path(name).read_bytes()
        result = call("discover", *pages, option, name)
        assert (result.exit_code, Path(name).read_bytes()) == (2, before)
    outputs = ("-o", "w.json", "--data", "data.csv", "--report", "r.html")
    assert [call("discover", *pages, *outputs).exit_code for _ in range(2)] == [0, 0]


STATE = '<h1>{0}</h1><script>window.STATE = {{"book": {{"title": "{0}", "isbn": "{1}"}}}}</script>'


def test_values_in_scripts(call: Call, here: Path) -> None:
    """A value that is only in the data of a script is found and learned; --no-embedded leaves that out."""
    (here / "emma.html").write_text(STATE.format("Emma", "111"))
    (here / "kim.html").write_text(STATE.format("Kim", "222"))
    given = ("learn", "emma.html", "--value", "title=Emma", "--value", "isbn=111", "-o", "w.json")
    assert call(*given).exit_code == 0
    found = unweave.load("w.json").extract(unweave.Page.read("kim.html"))
    assert [record.to_dict() for record in found] == [{"title": "Kim", "isbn": "222"}]
    result = call(*given, "--no-embedded")
    assert result.exit_code == 2
    assert "'111' is not on the page; it is only in a script, a style or a comment" in result.stderr
