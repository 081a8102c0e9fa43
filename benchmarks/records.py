"""The main list of single pages: search results of three test beds.

    python benchmarks/records.py [--quick] [--detail] [--folds]

``--folds`` chooses the numbers of ``tuning`` on four fifths of the pages and measures the others (``tuned``); each page
is of another site. The figure is the mean of the pages' exact F1, of the pages whose gold is whole.
"""

import json
import zipfile
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from adapters.records_lists import segment
from data import command_line, required_data
from scorers import run
from tuned import chosen_in_folds

ALTERNATIVES: Mapping[str, Sequence[float]] = {
    "LIST_LINK_WEIGHT": (0.1, 0.5, 1.0),
    "LIST_ACROSS_PARENTS": (0.6, 1.0),
    "LIST_ASIDE": (0.1, 1.0),
    "LIST_FILL_TEXT": (0.2, 0.8),
    "LIST_OCCURS": (0.5, 0.9),
    "LIST_FEATURE_BITS": (4.0, 10.0),
}
"""Other values of the numbers for lists; 1.0 is mostly what leaving the mechanism out means."""


def folds() -> dict[str, float]:
    """The mean F1 of each fold of pages with the numbers that are best on the other folds."""
    pages: dict[str, tuple[str, list[str]]] = {}
    for path in sorted((required_data() / "records").glob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            for name, gold in json.loads(archive.read("gold.json"))["pages"].items():
                if not gold.get("partial"):
                    source = archive.read(f"pages/{name}").decode("utf-8", "replace")
                    pages[f"{path.stem} {name}"] = source, gold["records"]
    scorer = import_module("score_records")

    def measure() -> dict[str, float]:
        found = {name: (segment(source), gold) for name, (source, gold) in pages.items()}
        return {name: 2 * scorer.exact(got, gold) / (len(got) + len(gold)) for name, (got, gold) in found.items()}

    return chosen_in_folds(ALTERNATIVES, measure, {name: name for name in pages})


def figures_of(pages: list[dict[str, Any]]) -> dict[str, float]:
    """Exact F1 over records and the number of perfect pages, of the pages whose gold is whole."""
    whole = [page for page in pages if "exact" in page]
    hits = sum(page["exact"] for page in whole)
    total = sum(page["gold"] + page["found"] for page in whole)
    perfect = sum(page["exact"] == page["gold"] == page["found"] for page in whole)
    return {"f1": round(2 * hits / total, 4), "perfect": perfect, "pages": len(whole)}


def cause(page: dict[str, Any]) -> str:
    """Why a page is not perfect."""
    if not page["exact"]:
        return "another list was chosen, or records have other borders"
    if page["exact"] == page["gold"]:
        return "something beside the list was taken for records"
    return "records are missing" if page["exact"] == page["found"] else "some records have other borders"


def main() -> None:
    """Print the table, the failures by cause, and the figures."""
    parser = command_line(__doc__, quick="all pages; they take a few seconds")
    parser.add_argument("--detail", action="store_true", help="one line per page")
    parser.add_argument("--folds", action="store_true", help="numbers chosen on the other pages")
    options = parser.parse_args()
    required_data()
    if options.folds:
        print(json.dumps(folds()))
        return
    report = run("score_records.py", "records_lists.py", *["--detail"] * options.detail)
    failed = [page for page in report if "exact" in page and not page["exact"] == page["gold"] == page["found"]]
    for reason in sorted({cause(page) for page in failed}):
        print(f"\n{reason}:")
        print("\n".join(f"  {page['bed']} {page['page']}" for page in failed if cause(page) == reason))
    beds = sorted({page["bed"] for page in report})
    made = {bed: figures_of([page for page in report if page["bed"] == bed]) for bed in beds}
    print(json.dumps({f"{bed}_{name}": value for bed, found in made.items() for name, value in found.items()}))


if __name__ == "__main__":
    main()
