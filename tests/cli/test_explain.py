"""``unweave explain``: the rules, and the page with its marks, with colour and without."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from rich.console import Console

from oracles.error_text import in_one_line
from unweave import dump, learn
from unweave.cli.source_excerpt import CONTEXT, SourceGap, SourcePiece, pieces
from unweave.cli.terminal import show
from unweave.page import Page, Span
from unweave.records import Example, Record
from unweave.wrapper import Explanation, Mark, Statement

Call = Callable[..., Result]


def marked(source: str, *values: str, between: tuple[str, str] = ("<b>", "</b>")) -> Explanation:
    """An explanation of a page on which each value is between two delimiters, one record each."""
    page, marks, records = Page(source, name="p.html"), [], []
    for value in values:
        start = source.index(between[0] + value + between[1]) + len(between[0])
        span = Span(start, start + len(value))
        marks += [
            Mark(Span(start - len(between[0]), start), "left", "title"),
            Mark(span, "value", "title"),
            Mark(Span(span.end, span.end + len(between[1])), "right", "title"),
        ]
        records.append(Record(page, {"title": span}))
    return Explanation("bold", (Statement("title", "in bold"),), page, tuple(marks), tuple(records))


def drawn(explanation: Explanation, *, colour: bool = False, records: int = 3) -> str:
    """What is shown, on a terminal with colours or in a pipe."""
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=colour, color_system="truecolor" if colour else None, width=80)
    show(explanation, records=records, console=console)
    return stream.getvalue()


def test_without_colour_there_are_labels() -> None:
    """In a pipe, values are in brackets with their field and delimiters in guillemets; lines are whole."""
    assert drawn(marked("<ul><li><b>Emma</b><li><b>Kim</b></ul>", "Emma", "Kim")) == (
        "bold\n"
        "  title: in bold\n"
        "\n"
        "p.html: 2 records\n"
        "<ul><li>«<b>»[title: Emma]«</b>»<li>«<b>»[title: Kim]«</b>»</ul>\n"
    )


def test_with_colour_the_source_is_as_it_is() -> None:
    """On a terminal colours tell what is what, with a legend, and the source is untouched."""
    shown = drawn(marked("<ul><li><b>Emma</b></ul>", "Emma"), colour=True)
    plain = io.StringIO()
    Console(file=plain, width=80).print(_without_codes(shown), end="", markup=False, highlight=False)
    assert plain.getvalue().splitlines()[-2:] == ["<ul><li><b>Emma</b></ul>", "title  delimiters"]
    assert "\x1b[1;36mEmma" in shown
    assert "\x1b[4m<b>" in shown


def _without_codes(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_evidence_stands_below_its_statement() -> None:
    """Statements are a list, with their evidence indented below."""
    statements = (Statement("", "two rules"), Statement("price", "in italics", ("seen 8 times", "on 2 pages")))
    assert drawn(Explanation("LR", statements)) == (
        "LR\n  two rules\n  price: in italics\n    seen 8 times\n    on 2 pages\n"
    )


def test_the_first_records_of_each_type_are_shown() -> None:
    """Of a page with two lists both are seen, though one comes far behind the other."""
    page = Page("<b>Emma</b>" + "." * 2000 + "<i>Jane</i>")
    records = (Record(page, {"title": Span(3, 7)}, type="book"), Record(page, {"name": Span(2014, 2018)}, type="by"))
    shown = drawn(Explanation("two", page=page, records=records), records=1)
    assert ("Emma" in shown, "Jane" in shown) == (True, True)


def test_only_the_first_records_are_shown() -> None:
    """The source is clipped around the first records, with the number of omitted characters."""
    source = "".join(f"{'.' * 1000}<b>Book {number}</b>" for number in range(9))
    parts = pieces(marked(source, *(f"Book {number}" for number in range(9))), records=2)
    assert parts == [
        SourceGap(1003 - CONTEXT),
        SourcePiece("." * (CONTEXT - 3), "outside"),
        SourcePiece("<b>", "delimiter"),
        SourcePiece("Book 0", "value", "title"),
        SourcePiece("</b>", "delimiter"),
        SourcePiece("." * (CONTEXT - 4)),
        SourceGap(1000 - (CONTEXT - 3) - (CONTEXT - 4)),
        SourcePiece("." * (CONTEXT - 3)),
        SourcePiece("<b>", "delimiter"),
        SourcePiece("Book 1", "value", "title"),
        SourcePiece("</b>", "delimiter"),
        SourcePiece("." * (CONTEXT - 4)),
        SourceGap(len(source) - 2 * 1013 - (CONTEXT - 4)),
    ]
    assert "\n... 943 characters ...\n" in drawn(marked(source, "Book 0"))


def test_overlapping_delimiters() -> None:
    """A right delimiter may reach into the next left one; what is shown is the source, once."""
    page = Page("<b>Congo</b> <i>242")
    marks = (
        Mark(Span(3, 8), "value", "country"),
        Mark(Span(8, 16), "right", "country"),
        Mark(Span(13, 16), "left", "code"),
        Mark(Span(16, 19), "value", "code"),
    )
    parts = pieces(Explanation("", page=page, marks=marks), records=1)
    assert parts == [
        SourcePiece("<b>", "outside"),
        SourcePiece("Congo", "value", "country"),
        SourcePiece("</b> <i>", "delimiter"),
        SourcePiece("242", "value", "code"),
    ]


def test_neighbouring_values_stay_apart() -> None:
    """Two values of a field that touch are two values."""
    marks = (Mark(Span(0, 1), "value", "digit"), Mark(Span(1, 2), "value", "digit"))
    parts = pieces(Explanation("", page=Page("12"), marks=marks), records=1)
    assert parts == [SourcePiece("1", "value", "digit"), SourcePiece("2", "value", "digit")]


def test_a_very_long_value_is_shortened() -> None:
    """A value of a hundred thousand characters does not fill the screen."""
    value = "x" * 100_000
    shown = drawn(marked(f"<b>{value}</b>", value))
    assert len(shown) < 1000
    assert "... 99,734 characters ..." in shown


def test_what_stopped_it_is_said() -> None:
    """When a page does not fit, the explanation has the reason, and the marks up to there."""
    far = marked("." * 900 + "<b>Emma</b><b>Kim", "Emma")
    torn = Explanation(far.title, far.statements, far.page, far.marks, (), "p.html does not fit: title at 914: ...")
    lines = drawn(torn).splitlines()
    assert lines[3] == "p.html does not fit: title at 914: ..."
    assert lines[-1].endswith("«<b>»[title: Emma]«</b>»<b>Kim")


def test_a_page_without_marks() -> None:
    """Where nothing is marked the page's beginning is shown."""
    assert pieces(Explanation("", page=Page("x" * 1000)), records=3) == [SourcePiece("x" * 400), SourceGap(600)]
    assert pieces(Explanation("", page=Page("")), records=3) == []


def test_pages_cannot_command_the_terminal_or_rich() -> None:
    """Escape codes are spelled out, and what looks like rich's markup is text."""
    shown = drawn(marked("<b>\x1b[2J[red]Emma[/red] :smile:</b>", "\x1b[2J[red]Emma[/red] :smile:"))
    assert "[title: \\x1b[2J[red]Emma[/red] :smile:]" in shown


@pytest.mark.usefixtures("wrapper")
def test_rules_alone(call: Call) -> None:
    """Without a page it prints the rules: both fields, with their delimiters."""
    result = call("explain", "w.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert all(part in result.stdout for part in ("country", "code", "<B>", "</B>", "<I>", "</I>"))


@pytest.mark.usefixtures("wrapper")
def test_rules_on_a_page(call: Call) -> None:
    """With a page it shows where the rules apply in the source, and how many records come of it."""
    result = call("explain", "w.json", "countries/plain/page-03.html")
    assert result.exit_code == 0
    assert "countries/plain/page-03.html: 6 records" in result.stdout
    assert "\n«<B>»[country: Kenya]«</B>» «<I>»[code: 254]«</I>»<BR>\n" in result.stdout


@pytest.mark.usefixtures("wrapper")
def test_a_page_that_does_not_fit(call: Call) -> None:
    """A page that does not fit is explained too: what was found, and what was not."""
    Path("torn.html").write_text("<BODY>\n<B>Congo</B> <I>242</I><BR>\n<B>Egypt</B> <I>20")
    result = call("explain", "w.json", "torn.html")
    assert result.exit_code == 0
    assert "[country: Congo]" in result.stdout
    assert "does not occur" in result.stdout


@pytest.mark.usefixtures("wrapper")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.json"], "nowhere.json: cannot be read"),
        (["w.json", "nowhere.html"], "nowhere.html: "),
        (["w.json", "countries"], "countries: "),
    ],
)
def test_what_it_refuses(arguments: list[str], message: str, call: Call) -> None:
    """What cannot be used is refused in one line with its name, exit status 2."""
    result = call("explain", *arguments)
    assert (result.exit_code, result.stdout, result.stderr.count("\n") in {2, 3}) == (2, "", True)
    assert in_one_line(result.stderr).startswith(message)


def test_notes_from_learning_are_told(call: Call) -> None:
    """That the data in scripts has more records than the text is said of the wrapper, too."""
    books = [{"title": f"Book {number}", "price": number / 4} for number in range(30)]
    shown = "".join(f"<li><b>{one['title']}</b> <i>${one['price']:.2f}</i>" for one in books[:10])
    page = Page(f"<ul>{shown}</ul><script>window.STATE = {json.dumps({'books': books})}</script>")
    rows = [{"title": "Book 1", "price": "$0.25"}, {"title": "Book 2", "price": "$0.50"}]
    dump(learn([Example.from_values(page, rows, status="partial")]), "books.json")
    told = " ".join(call("explain", "books.json").output.split())
    assert "note: the data in scripts has 30 records with title, the text 10; to take them, show the other" in told


@pytest.mark.usefixtures("wrapper")
def test_a_page_is_not_overwritten_by_its_explanation(call: Call) -> None:
    """Only an earlier report is replaced; anything else needs --force."""
    page = "countries/plain/page-03.html"
    before = Path(page).read_text(encoding="utf-8")
    refused = call("explain", "w.json", page, "--html", page)
    assert (refused.exit_code, Path(page).read_text(encoding="utf-8")) == (2, before)
    assert refused.stderr.startswith(
        "unweave: this file exists, and this command did not make it; it is not overwritten"
    )
    assert [call("explain", "w.json", page, "--html", "why.html").exit_code for _ in range(2)] == [0, 0]
    assert call("explain", "w.json", page, "--html", page, "--force").exit_code == 0
