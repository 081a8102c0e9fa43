"""``--type``, ``--types`` and ``--raw``: types of fields on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import unweave
from unweave.records.typed import types_of_fields

Call = Callable[..., Result]
VALUES = ("--value", "title=Emma", "--value", "price=$5.50", "--value", "born=03/12/1815", "--value", "link=emma.pdf")


@pytest.fixture(autouse=True)
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, price, born in (
        ("Emma", "$5.50", "03/12/1815"),
        ("Kim", "$7", "04/11/1901"),
        ("Dune", "$9", "01/08/1965"),
    ):
        Path(f"{name}.html").write_text(
            f"<base href='https://a.org/'><h1>{name}</h1><p>Price: <b>{price}</b></p><p>Born: <i>{born}</i></p>"
            f"<a href='{name.lower()}.pdf'>read</a>",
            encoding="utf-8",
        )


def learned(call: Call, *options: str) -> Result:
    result = call("learn", "Emma.html", *VALUES, "-o", "w.json", "Kim.html", "Dune.html", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    return result


def rows(result: Result) -> list[dict[str, object]]:
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_learn_suggests_types(call: Call) -> None:
    """Types that fit are named and not applied."""
    result = learned(call)
    line = "  types that fit: price money:point, born date, link url (to apply them: --types auto)"
    assert line in result.stdout.splitlines()
    assert types_of_fields(unweave.load("w.json").schema) == {}
    assert rows(call("extract", "w.json", "Emma.html"))[0]["price"] == "$5.50"


def test_learn_applies_types(call: Call) -> None:
    """With --types auto they are stored; --type says more; what stays ambiguous is told."""
    result = learned(call, "--types", "auto", "--type", "link=text")
    types = types_of_fields(unweave.load("w.json").schema)
    assert types == {"price": "money:point", "born": "date", "link": "text"}
    told = "  born: date; 3 of 3 values do not fit and stay text: '03/12/1815' on Emma.html (it may be"
    assert any(line.startswith(told) for line in result.stdout.splitlines())
    learned(call, "--type", "born=date:day-first", "--force")
    assert rows(call("extract", "w.json", "Emma.html"))[0]["born"] == "1815-12-03"


def test_extract_with_types(call: Call) -> None:
    """Types may be given, suggested or left out when pages are extracted; texts stand beside on request."""
    learned(call)
    options = ("--types", "auto", "--type", "born=date:month-first", "--raw")
    row = rows(call("extract", "w.json", "Emma.html", "Kim.html", *options))[0]
    assert {name: row[name] for name in ("price", "price_currency", "price_raw", "born", "link")} == {
        "price": 5.5,
        "price_currency": "$",
        "price_raw": "$5.50",
        "born": "1815-03-12",
        "link": "https://a.org/emma.pdf",
    }
    learned(call, "--type", "price=money", "--force")
    assert rows(call("extract", "w.json", "Emma.html"))[0]["price"] == 5.5
    assert rows(call("extract", "w.json", "Emma.html", "--types", "none"))[0]["price"] == "$5.50"


def test_misfits_are_told(call: Call) -> None:
    """The summary counts and lists what does not fit, in words and as JSON."""
    learned(call)
    Path("Kim.html").write_text(
        Path("Kim.html").read_text(encoding="utf-8").replace("$7", "Sold out"), encoding="utf-8"
    )
    pages = ("Emma.html", "Kim.html", "Dune.html")
    result = call("extract", "w.json", *pages, "-o", "out.csv", "--type", "price=money")
    why = "'Sold out' on Kim.html (there is no amount in it)"
    assert result.stdout.splitlines()[1:3] == [
        "Types: price money:point",
        f"  price: money:point; 1 of 3 values do not fit and stay text: {why}",
    ]
    again = call("extract", "w.json", *pages, "-o", "out.csv", "--type", "price=money", "--json")
    assert (again.exit_code, again.stderr) == (0, "")
    assert json.loads(again.stdout)["types"][0]["misfits"] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--type", "price=prize"), "there is no such type"),
        (("--type", "prise=money"), "there is no such field"),
        (("--type", "price="), "give a field and its type"),
        (("--types", "none", "--type", "price=money"), "leave out --type"),
        (("--type", "a", "--type", "b"), "ive one type of records"),
    ],
)
def test_mistakes(call: Call, options: tuple[str, ...], message: str) -> None:
    """A mistake is a message and exit status 2."""
    learned(call)
    result = call("extract", "w.json", "Emma.html", *options)
    assert result.exit_code == 2
    assert message in result.stderr
