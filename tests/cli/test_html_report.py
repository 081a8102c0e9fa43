"""``unweave explain --html``: the explanation as one file."""

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from unweave.cli.html_report import discovery_page, explanation_page
from unweave.page import Page, Span
from unweave.records import Record
from unweave.templates import Discover
from unweave.templates.report import summarise
from unweave.wrapper import Explanation, Mark, Statement

PAGE = Page("<p>top<b>Emma</b>end<script>alert(1)</script>", name="a&b.html")
EXPLANATION = Explanation(
    title="bold <titles>",
    statements=(Statement("title", "between '<b>' and '</b>'", ("found once",)),),
    page=PAGE,
    marks=(
        Mark(Span(6, 9), "left", "title"),
        Mark(Span(9, 13), "value", "title"),
        Mark(Span(13, 17), "right", "title"),
    ),
    records=(Record(PAGE, {"title": Span(9, 13)}),),
)


def test_the_source_is_marked_run_by_run() -> None:
    """Outside, delimiter, value, delimiter, outside: every character of the page, escaped, and nothing else."""
    source = explanation_page(EXPLANATION).partition("<pre>")[2].partition("</pre>")[0]
    assert source == (
        '<span class="outside">&lt;p&gt;top</span>'
        '<span class="delimiter">&lt;b&gt;</span>'
        '<mark title="title" style="background:#9bd4f5">Emma</mark>'
        '<span class="delimiter">&lt;/b&gt;</span>'
        '<span class="outside">end&lt;script&gt;alert(1)&lt;/script&gt;</span>'
    )


def test_nothing_of_the_page_is_alive() -> None:
    """No script, no link, no image: whatever is on the page is text."""
    html = explanation_page(EXPLANATION)
    assert [word for word in ("<script", "<img", "<a ", "src=", "href=") if word in html] == []
    assert "a&amp;b.html: 1 record" in html
    assert "bold &lt;titles&gt;" in html


def test_a_problem_is_told() -> None:
    """The reason why the extraction failed is above the source."""
    html = explanation_page(Explanation(title="t", page=PAGE, problem="'</b>' does not occur"))
    assert '<p class="problem">&#x27;&lt;/b&gt;&#x27; does not occur</p>' in html


def test_the_command_writes_the_file(call: Callable[..., Result], tmp_path: Path) -> None:
    """One line prints its path."""
    call("demo", "--out", str(tmp_path / "shop"))
    file = tmp_path / "why.html"
    page = next((tmp_path / "shop" / "countries" / "plain").glob("*.html"))
    result = call("explain", str(tmp_path / "shop" / "countries.wrapper.json"), str(page), "--html", str(file))
    assert (result.exit_code, result.output) == (0, f"The rules and the marked source: {file}\n")
    assert "<mark " in file.read_text(encoding="utf-8")


def test_the_report_of_a_template_shows_values_and_executes_nothing() -> None:
    """Texts of the pages are escaped."""
    names = ["Emma", "Kim", "Dune", "Walden", "Ulysses", "&lt;script&gt;alert(1)&lt;/script&gt;"]
    pages = [Page(f"<h1>{name}</h1><p>Author: <b>{name} Senior</b></p>", name=f"{name}.html") for name in names]
    wrapper = Discover().largest(pages)
    html = discovery_page(wrapper, pages, summarise(wrapper, pages), shown=6)
    assert "Kim Senior" in html
    assert "alert(1)" in html
    assert [word for word in ("<script", "<img", "<a ", "src=", "href=") if word in html] == []


def test_records_with_many_fields_have_a_row_for_each() -> None:
    """A table with a column for each would be wider than the window."""
    names = [f"a_long_name_{number}" for number in range(8)]
    record = Record(PAGE, dict.fromkeys(names, Span(9, 13)))
    html = explanation_page(Explanation(title="t", page=PAGE, records=(record,)))
    assert html.count("<tr>") == len(names)
    assert '<th class="row">a_long_name_7</th><td>Emma</td>' in html


def test_the_shorter_of_two_values_is_drawn_over_the_longer() -> None:
    """Otherwise it would not be seen at all."""
    marks = (Mark(Span(9, 10), "value", "initial"), Mark(Span(9, 13), "value", "title"))
    html = explanation_page(Explanation(title="t", page=PAGE, marks=marks))
    assert '">E</mark><mark title="title"' in html
