"""Types of values: how many notations are read, how long a value takes, and which types fields are said to have.

    python benchmarks/value_types.py [--quick] [--detail]

price-parser   Its own test cases, from the source package of the installed version, which pip downloads; skipped with a
               word where that cannot be had. A case is right if the amount is, and the currency where the text names
               one. Texts with several amounts are misfits here, where price-parser takes the first one; they count as
               wrong. Not with ``--quick``: pip would take longer than all the rest.
time           Microseconds of CPU for a value, the mean over prices, dates and texts that are neither; and the most for
               one of these.
suggested      The labels of each field of the SWDE sites and the recipes: the type that is suggested if one in five, in
               ten, in twenty or in a hundred values may differ; how many of these types are not what a person said, and
               how many fields that have a type get none.
"""

import ast
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest.mock import patch

from data import bench_root, command_line, read_json, sites, skip_word
from unweave.values import suggest
from unweave.values.suggest import suggested_type
from unweave.values.types import Misfit, ValueType
from unweave.values.types.money import code_of, money_of

TIMED = {
    "money": ("$1,299.00", "1.299,00 €", "CHF 1'049.95", "17 940,00 руб", "Our price: $5", "Sold out", "12.50"),
    "date": ("2026-03-12", "12 mars 2026", "Thursday, March 12th, 2026", "12.03.2026", "Emma", "03/12/2026"),
    "decimal": ("1.299,50", "12", "Emma"),
    "integer": ("1,299", "Emma"),
    "time": ("2:30 pm", "Emma"),
    "duration": ("1 h 30 min", "PT90M", "Emma"),
    "url": ("/emma", "https://books.org/emma"),
    "email": ("jane@pemberley.org", "Emma"),
    "phone": ("+44 20 7946 0958", "Emma"),
    "boolean": ("yes", "Emma"),
}
SAID = {
    "price": {"money", "decimal"}, "publication_date": {"date", "integer"}, "date_posted": {"date"},
    "weight": {"", "integer"}, "total_time": {"integer"}, "yields": {"", "integer"},
}  # fmt: skip
"""What fields may be, by their names; all others are text."""


def main(arguments: Sequence[str]) -> None:
    """Print the tables, and all figures as one line of JSON."""
    parser = command_line(__doc__, quick="one site in four, without price-parser's tests")
    parser.add_argument("--detail", action="store_true", help="the cases that are wrong, and every field")
    options = parser.parse_args(arguments)
    figures = time_figures() | ({} if options.quick else price_parser_figures(detail=options.detail))
    if bench_root() is None:
        print(skip_word())
    else:
        figures |= suggested_figures(step=4 if options.quick else 1, detail=options.detail)
    print(json.dumps(figures))


def price_parser_figures(*, detail: bool) -> dict[str, float]:
    """The share of price-parser's own cases that are right."""
    source = price_parser_tests()
    if source is None:
        print("price-parser's tests: skipped, its source package cannot be downloaded")
        return {}
    cases = list(price_parser_cases(source))
    wrong = [case for case in cases if not is_right(case)]
    print(f"price-parser's tests: {len(cases) - len(wrong)} of {len(cases)} right")
    for case in wrong if detail else ():
        print(f"  {case['price']!r}: {case['amount']} {case['currency']}")
    return {"price_parser": round(1 - len(wrong) / len(cases), 4), "price_parser_cases": len(cases)}


def price_parser_tests() -> str | None:
    """The test module in the source package of the installed version; None where it cannot be had."""
    wanted = f"price-parser=={version('price-parser')}"
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--no-binary",
            ":all:",
            "-d",
            folder,
            wanted,
        ]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            return None
        for archive in Path(folder).glob("*.tar.gz"):
            with tarfile.open(archive) as files:
                for member in files:
                    if member.name.endswith("test_price_parsing.py") and (stream := files.extractfile(member)):
                        return stream.read().decode()
    return None


def price_parser_cases(source: str) -> Iterator[dict[str, Any]]:
    """The cases of the module, read without running it; those that price-parser itself fails are left out."""
    for statement in ast.parse(source).body:
        names = [target.id for target in getattr(statement, "targets", []) if isinstance(target, ast.Name)]
        if not any(name.startswith("PRICE_PARSING") and "XFAIL" not in name for name in names):
            continue
        for call in ast.walk(statement):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Example":
                yield case_of(call)


def case_of(call: ast.Call) -> dict[str, Any]:
    """One case: the text, and what is expected of it."""
    given = [ast.literal_eval(re.sub(r"^Decimal\((.*)\)$", r"\1", ast.unparse(each))) for each in call.args]
    named = {each.arg: ast.literal_eval(each.value) for each in call.keywords}
    mark = named.get("decimal_separator") or (given[5] if len(given) > 5 else None)
    return {"price": given[1], "currency": given[2], "amount": given[4], "mark": mark}


def is_right(case: dict[str, Any]) -> bool:
    """Whether the amount is right, and the currency where the text names it."""
    text = case["price"] or ""
    try:
        found = money_of(text, notation={".": "point", ",": "comma"}.get(case["mark"] or "", ""))
    except Misfit:
        return case["amount"] is None
    named = case["currency"] if case["currency"] and case["currency"] in text else None
    right = case["amount"] is not None and abs(float(found.amount) - float(case["amount"])) < 1e-9
    return right and (named is None or found.currency == code_of(named))


def time_figures() -> dict[str, float]:
    """Microseconds for a value, on average and at most."""
    spent = {(name, text): microseconds(ValueType(name), text) for name, texts in TIMED.items() for text in texts}
    slowest = max(spent, key=lambda one: spent[one])
    mean = sum(spent.values()) / len(spent)
    print(
        f"a value takes {mean:.1f} microseconds on average, at most {spent[slowest]:.1f} ({slowest[0]} {slowest[1]!r})"
    )
    return {"microseconds": round(mean, 1), "most_microseconds": round(spent[slowest], 1)}


def microseconds(kind: ValueType, text: str, *, times: int = 2000) -> float:
    """The least of three measurements."""
    found = []
    for _ in range(3):
        start = time.process_time()
        for _ in range(times):
            try:
                kind.value(text, base="https://books.org/")
            except Misfit:
                continue
        found.append((time.process_time() - start) / times * 1e6)
    return min(found)


def suggested_figures(*, step: int, detail: bool) -> dict[str, float]:
    """How many fields get a wrong type, and how many none that have one, for several shares of values that fit."""
    fields = list(labelled_fields())[::step]
    figures: dict[str, float] = {}
    for share in (0.8, 0.9, 0.95, 0.99):
        with patch.object(suggest, "TYPE_SHARE", share):
            types = [(name, site, suggested_type((), values)) for site, name, values in fields]
        wrong = [
            (name, site, kind) for name, site, kind in types if (kind.name if kind else "") not in SAID.get(name, {""})
        ]
        missed = sum(kind is None for _, _, kind in wrong)
        print(f"{share}: {len(types)} fields, {len(wrong) - missed} with a wrong type, {missed} with none")
        for case in wrong if detail else ():
            print(" ", *case)
        figures |= {f"suggested_wrong_{share}": len(wrong) - missed, f"suggested_missed_{share}": missed}
    print(Counter(str(kind or "") for _, _, kind in types).most_common() if detail else "")
    return figures


def labelled_fields() -> Iterator[tuple[str, str, list[str]]]:
    """Site, field and values of each field of the SWDE sites and of the recipes."""
    for site in (*sites("swde"), *sites("recipes")):
        labels = read_json(site, "labels.json")
        for name in labels["attributes"]:
            values = [text for page in labels["values"].values() for text in page.get(name, ())]
            if values:
                yield site.stem, name, values


if __name__ == "__main__":
    main(sys.argv[1:])
