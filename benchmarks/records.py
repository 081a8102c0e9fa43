"""The main list of single pages: search results of two test beds.

python benchmarks/records.py [--quick] [--detail]
"""

import json
from typing import Any

from data import command_line, required_data
from scorers import run


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
    options = parser.parse_args()
    required_data()
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
