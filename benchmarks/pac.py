"""The PAC model beside measurements: figures 7.7, 7.8 and 7.9 of the thesis, on the sites of the WIEN survey.

    python benchmarks/pac.py [--quick]

For each site that HLRT can wrap, with perfect labels and epsilon = delta = 0.1

    predicted   the pages that equation 4.5 asks for (figure 7.7: 251 to 1131 pages, depending on the recognizers)
    kappa       assumption 4.1: the F = R^(1/kappa) that fits best, for fragments of length F on pages of length R. The
                assumption holds where kappa > 3 (figure 7.8: 3.1)
    below       the share of fragments with F < 4 R^(1/3) (the thesis: more than 80 %)
    distance    the mean of |F - R^(1/3)| / R (the thesis: 0.7 %)
    ratio       assumption 4.2: the first term of the bound by the second (equation 7.1), mean and largest value for 100
                to 400 random pages, drawn with replacement (figure 7.9: below 0.0002)
"""

import json
import math
import random
import statistics
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from data import command_line, required_data, sites
from unweave.delimiters import pac
from wien import load

EPSILON = DELTA = 0.1
KAPPAS = [at / 100 for at in range(100, 601)]
Fragment = tuple[int, int]
"""The length of a fragment, and that of its page."""


def main() -> int:
    """Print the table, then the figures as one line of JSON."""
    parser = command_line(__doc__, quick="200 trials instead of 5000")
    trials = 200 if parser.parse_args().quick else 5000
    root = required_data()
    scorer = load(root / "score_wien.py")
    print(f"{'site':6}{'K':>3}{'predicted':>10}{'kappa':>7}{'below':>7}{'distance':>10}{'ratio':>10}{'largest':>10}")
    rows = []
    for path in sorted(sites("wien"), key=lambda one: (len(one.stem), one.stem)):
        document = scorer.load_site(path)
        examples = scorer.site_examples(document, "hlrt") if "hlrt" in document["reference"] else None
        if examples:
            rows.append(measured(document["site"], list(examples.values()), trials))
            print_row(rows[-1])
    everywhere = [one for row in rows for one in row["fragments"]]
    figures = {
        "predicted least": min(row["predicted"] for row in rows),
        "predicted most": max(row["predicted"] for row in rows),
        "kappa": best_kappa(everywhere),
        "below": below(everywhere),
        "distance": distance(everywhere),
        "largest ratio": max(row["largest"] for row in rows),
    }
    print(f"all sites: kappa {figures['kappa']:.2f}, below {figures['below']:.1%}, distance {figures['distance']:.2%}")
    print(json.dumps(figures))
    return 0


def print_row(row: dict[str, Any]) -> None:
    """One line of the table."""
    print(
        f"{row['site']:6}{row['fields']:>3}{row['predicted']:>10,}{best_kappa(row['fragments']):>7.2f}"
        f"{below(row['fragments']):>7.0%}{distance(row['fragments']):>10.2%}{row['ratio']:>10.1e}{row['largest']:>10.1e}",
        flush=True,
    )


def measured(site: str, examples: Sequence[tuple[str, Any]], trials: int) -> dict[str, Any]:
    """The predictions and checks for one site; the label of a page is a list of rows of offsets."""
    fields = max(len(row) for _, label in examples for row in label)
    values = [len(label) for _, label in examples]
    shortest = min(len(text) for text, _ in examples)
    choose = random.Random(0)
    ratios = [ratio(fields, choose.choices(values, k=choose.randint(100, 400)), shortest) for _ in range(trials)]
    return {
        "site": site,
        "fields": fields,
        "predicted": pac.pages_needed(
            fields=fields, values_per_page=statistics.fmean(values), shortest=shortest, epsilon=EPSILON, delta=DELTA
        ),
        "fragments": [one for text, label in examples for one in fragments(text, label)],
        "ratio": statistics.fmean(ratios),
        "largest": max(ratios),
    }


def ratio(fields: int, values: Sequence[int], shortest: int) -> float:
    """Equation 7.1 for pages with so many records each."""
    psi = 4 * fields - 2
    first = psi * (1 - EPSILON / psi) ** sum(values)
    return float(first / (pac.phi(shortest) * (1 - EPSILON / 2) ** len(values)))


def fragments(text: str, label: Any) -> list[Fragment]:
    """The lengths of all values and of all texts between them, each with the length of the page."""
    borders = [0, *(at for row in label for span in row for at in span), len(text)]
    return [(end - begin, len(text)) for begin, end in pairwise(borders)]


def best_kappa(every: Sequence[Fragment]) -> float:
    """The kappa of least squared error."""
    lengths = sorted({page for _, page in every})
    grouped = {page: [size for size, other in every if other == page] for page in lengths}
    sums = [(page, len(sizes), sum(sizes), sum(size * size for size in sizes)) for page, sizes in grouped.items()]

    def error(kappa: float) -> float:
        return math.fsum(
            squares - 2 * page ** (1 / kappa) * total + number * page ** (2 / kappa)
            for page, number, total, squares in sums
        )

    return min(KAPPAS, key=error)


def below(every: Sequence[Fragment]) -> float:
    """The share of fragments that are shorter than four times the assumed length."""
    return statistics.fmean(size < 4 * page ** (1 / 3) for size, page in every)


def distance(every: Sequence[Fragment]) -> float:
    """The mean distance of the fragments' lengths from the assumed one, by the length of the page."""
    return statistics.fmean(abs(size - page ** (1 / 3)) / page for size, page in every)


if __name__ == "__main__":
    raise SystemExit(main())
