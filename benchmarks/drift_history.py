"""Three real sites over years: whether a wrapper still reads the next version, what a check says, and what repair does.

    python benchmarks/drift_history.py

Each pair is two versions of a list, months or years apart, one page each, with one field (docket numbers). The wrapper
is learned from all values of the older page. Six pairs are an example, not a measure.
"""

import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import unweave
from data import bench_root, sites, skip_word


def main() -> None:
    """Print a line for each pair, then the figures as JSON."""
    if bench_root() is None:
        print(skip_word())
        return
    lines = [line for site in sites("drift") for line in pairs(site)]
    print(f"{'site':10}{'from':12}{'to':12}{'values':>7}{'F1':>7}  {'check':12}repair")
    for line in lines:
        print("{site:10}{since:12}{until:12}{values:7}{f1:7.2f}  {check:12}{repair}".format(**line))
    survived = [line for line in lines if line["f1"] == 1]
    right = [line for line in lines if (line["check"] == "ok") == (line["f1"] == 1)]
    print(json.dumps({"pairs": len(lines), "survived": len(survived), "checked_right": len(right)}))


def pairs(path: Path) -> Iterator[dict[str, Any]]:
    """The result of each pair of a site."""
    with zipfile.ZipFile(path) as archive:
        data = json.loads(archive.read("drift.json"))
        values = {name: some for version in data["versions"] for name, some in version["pages"].items()}
        texts = {name: archive.read(f"pages/{name}").decode("utf-8", "replace") for name in values}
    for pair in data["pairs"]:
        (old,), (new,) = pair["train"], pair["test"]
        yield {
            "site": path.stem,
            "since": pair["from"][:10],
            "until": pair["to"][:10],
            "values": len(values[new]),
            **result(data["field"], (texts[old], values[old]), (texts[new], values[new])),
        }


def result(field: str, old: tuple[str, Sequence[str]], new: tuple[str, Sequence[str]]) -> dict[str, Any]:
    """The F1 of the old wrapper on the new page, the verdict, and the F1 after repair."""
    rows = [{field: value} for value in old[1]]
    wrapper = unweave.learn([unweave.Example.from_values(unweave.Page(old[0]), rows, missing="unknown")])
    page = unweave.Page(new[0])
    status = unweave.check(wrapper, [page]).status
    try:
        repaired = unweave.repair(wrapper, [page])
        mended = "as it was" if repaired is wrapper else f"F1 {f1(repaired, page, field, new[1]):.2f}"
    except unweave.errors.CannotRepair as problem:
        mended = f"refused: {problem.reason}"
    return {"f1": f1(wrapper, page, field, new[1]), "check": status, "repair": mended}


def f1(wrapper: unweave.Wrapper, page: unweave.Page, field: str, wanted: Sequence[str]) -> float:
    """How well the values are found."""
    try:
        found = Counter(record.get(field) for record in wrapper.extract(page))
    except unweave.errors.DoesNotFit:
        return 0.0
    gold: Mapping[Any, int] = Counter(wanted)
    same = (found & Counter(gold)).total()
    return 2 * same / max(1, found.total() + len(wanted))


if __name__ == "__main__":
    main()
