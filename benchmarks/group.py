"""Are records rebuilt from the values of their fields, also when optional values are missing?

The right values of every field are given, as spans, without saying which belong together. A grouping is learned from
the records of two pages and rebuilds those of the others: once with all values, once with 20 % of the values of every
field but the first removed at random (from the pages it learns from as well; the schema is given, for a field that is
never shown cannot be learned). Sites: the flat wien sites, and the
bookshop that comes with the project. A record counts when every cell of it is right.

    python benchmarks/group.py [--quick]
"""

import json
import random
import statistics
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from data import command_line, read_json, read_pages, required_data, sites
from unweave.demo import book_pages, shelf_pages
from unweave.page import Page, Span
from unweave.records import Cell, Example, Record, Schema, schema_of
from unweave.records.agree import disagreements
from unweave.records.grouping import Grouping, groupings, paths, spans_of

SHARE = 0.2
SHOWN = 2


def wien_site(site: Path) -> list[Example]:
    """The labelled pages of a flat wien site."""
    labels = read_json(site, "labels.json")
    if labels["nested"]:
        return []
    raw = {page.name.rpartition("/")[2]: page.data.decode("utf-8") for page in read_pages(site)}
    examples = []
    for name, label in labels["pages"].items():
        rows = [{f"a{at}": Span(*span) for at, span in enumerate(record, 1)} for record in label]
        examples.append(Example.from_spans(Page(raw[name], name=name, html=True), rows))
    return [example for example in examples if example.records]


def thinned(example: Example, share: float, chance: random.Random) -> Example:
    """The example with some values removed, the first field's aside."""
    records = []
    for record in example.records:
        gone = {name for name in list(record)[1:] if chance.random() < share}
        cells = {name: None if name in gone else record.cell(name) for name in record}
        records.append(Record(record.page, cells))
    return replace(example, records=tuple(records))


def rebuilt(grouping: Grouping, schema: Schema, example: Example) -> list[Record]:
    """The records that the grouping makes of the example's values."""
    values = [value for record in example.records for value in spans_of(record)]
    spans = {path: sorted(value.span for value in values if value.field == path) for path in paths(schema.fields)}
    return grouping.records(example.page, spans, schema)


def learned(examples: Sequence[Example], schema: Schema) -> Grouping:
    """The first grouping that gives the examples back."""
    choices = list(groupings([record for example in examples for record in example.records], schema))
    fitting = (
        each
        for each in choices
        if not any(disagreements(rebuilt(each, schema, example), example) for example in examples)
    )
    return next(fitting, choices[-1])


def score(examples: Sequence[Example], share: float, seed: int) -> tuple[float, str]:
    """F1 of whole records on the pages that were not shown, and the grouping."""
    chance = random.Random(seed)
    schema = schema_of(examples)
    thin = [thinned(example, share, chance) for example in examples]
    chance.shuffle(thin)
    grouping = learned(thin[:SHOWN], schema)
    right = made = wanted = 0
    for example in thin[SHOWN:]:
        records = rebuilt(grouping, schema, example)
        known = [_told(record, schema) for record in example.records]
        found = [_told(record, schema) for record in records]
        right += sum(one in known for one in found)
        made, wanted = made + len(found), wanted + len(known)
    return 2 * right / max(1, made + wanted), grouping.by


def _told(record: Record, schema: Schema) -> list[Cell]:
    """The record's cells; no values and an absent one are the same."""
    return [record.cell(name) or None if name in record else None for name in schema.names]


def main() -> None:
    """Run it all and print the figures."""
    required_data()
    parser = command_line(__doc__, quick="one run")
    runs = 1 if parser.parse_args().quick else 10
    shelves = {"bookshop": shelf_pages(), "books": book_pages()} | {
        site.stem: wien_site(site) for site in sites("wien")
    }
    table = {}
    for name, examples in shelves.items():
        if len(examples) > SHOWN:
            whole = [score(examples, 0.0, seed) for seed in range(runs)]
            thin = [score(examples, SHARE, seed) for seed in range(runs)]
            table[name] = statistics.mean(f1 for f1, _ in whole), statistics.mean(f1 for f1, _ in thin)
            print(f"  {name:12} all values {table[name][0]:.4f}   20 % removed {table[name][1]:.4f}   by {thin[0][1]}")
    figures = {
        "sites": len(table),
        "all_values": round(statistics.mean(one for one, _ in table.values()), 4),
        "removed": round(statistics.mean(two for _, two in table.values()), 4),
        "worst_removed": round(min(two for _, two in table.values()), 4),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
