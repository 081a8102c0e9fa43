"""``unweave test`` and its form for pytest: a result for each field of each stored page."""

from pathlib import Path

import pytest

from unweave import Example, Page, dump, errors, learn
from unweave.verify.stored_cases import case_files, folder_of, results, store_case
from unweave.wrapper import Wrapper

pytest_plugins = ["pytester"]
SOURCE = "<h1>{0}</h1><p>Price: <b>{1}</b></p>"


@pytest.fixture
def wrapper(tmp_path: Path) -> Wrapper:
    """A wrapper with a stored page."""
    rows = [("Emma", "$5.50"), ("Kim", "$7.20")]
    wrapper = learn(
        [Example.from_values(Page(SOURCE.format(*row)), [{"title": row[0], "price": row[1]}]) for row in rows]
    )
    dump(wrapper, tmp_path / "books.json")
    (tmp_path / "kim.html").write_text(SOURCE.format("Kim", "$7.20"))
    assert store_case(wrapper, tmp_path / "kim.html", folder_of(tmp_path / "books.json")) == 1
    return wrapper


def test_results_are_by_field(wrapper: Wrapper, tmp_path: Path) -> None:
    """A wrong field is named with what was expected; the others are right."""
    ((page, expected),) = case_files(tmp_path / "books.tests")
    assert [one.is_right for one in results(wrapper, page, expected)] == [True, True]
    expected.write_text(expected.read_text().replace("$7.20", "$8"))
    assert [str(one) for one in results(wrapper, page, expected)] == [
        "kim.html: title is right",
        "kim.html: price is wrong: expected ['$8'], found ['$7.20']",
    ]


def test_cases_that_cannot_be_used(wrapper: Wrapper, tmp_path: Path) -> None:
    """A folder without cases, and a file that is no list of records, are clear errors."""
    with pytest.raises(errors.BadInput, match="there is no page with expected records"):
        case_files(tmp_path / "nowhere")
    ((page, expected),) = case_files(tmp_path / "books.tests")
    expected.write_text("{}")
    with pytest.raises(errors.BadInput, match="this is no list of records"):
        list(results(wrapper, page, expected))


def test_pytest_collects_each_field(wrapper: Wrapper, tmp_path: Path, pytester: pytest.Pytester) -> None:
    """With the plugin, each field of each page is a test of its own."""
    expected = tmp_path / "books.tests" / "kim.html.json"
    expected.write_text(expected.read_text().replace("$7.20", "$8"))
    del wrapper
    found = pytester.inline_run("-p", "unweave.cli.pytest_plugin", "-p", "no:cacheprovider", str(tmp_path))
    passed, _, failed = found.listoutcomes()
    assert ([one.nodeid.rpartition("::")[2] for one in passed], len(failed)) == (["kim.html:title"], 1)
