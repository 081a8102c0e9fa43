"""Scans in a stand-alone file: find, find, cut; the twin of ``unweave.delimiters.execution``.

>>> country = Scan((Cut("country", "<b>", "</b>"), Cut("code", "<i>", "</i>")))
>>> [row["code"] for row in scan_rows(Reading("<b>Congo</b> <i>242</i><br>"), country)]
[[((16, 19), '242')]]
"""

from collections.abc import Iterator
from typing import Any

from unweave.targets.alone.cuts import Cut, Scan
from unweave.targets.alone.order import Found
from unweave.targets.alone.reading import Reading


class DoesNotFit(ValueError):
    """The page does not follow the wrapper: nothing is given rather than something wrong."""


def scan_rows(reading: Reading, scan: Scan) -> list[dict[str, list[Found]]]:
    """The records that a scan finds, or it raises DoesNotFit."""
    source, rows = reading.source, []
    at = searched(source, scan.head, 0) if scan.head else 0
    while (begin := next_record(source, scan, at)) is not None:
        row, at = one_record(reading, scan, begin)
        if not any(row.values()):
            raise DoesNotFit(f"a record begins behind character {begin}, but has no value")
        rows.append(row)
        if scan.opening:
            at = searched(source, scan.closing, at)
    return rows


def next_record(source: str, scan: Scan, at: int) -> int | None:
    """Where the next record begins, or None when there is no more."""
    needed = [cut.left for cut in scan.cuts if not cut.missing][:1] or [cut.left for cut in scan.cuts]
    starts = [source.find(left, at) for left in ([scan.opening] if scan.opening else needed)]
    begin = min((start for start in starts if start >= 0), default=-1)
    if begin < 0 or is_stopped(source, scan.tail, at, begin):
        return None
    return begin if scan.opening else at


def is_stopped(source: str, tail: str, at: int, begin: int) -> bool:
    """Whether the tail comes before the next record would begin."""
    return bool(tail) and source.find(tail, at, begin + len(tail)) >= 0


def one_record(reading: Reading, scan: Scan, at: int) -> tuple[dict[str, list[Found]], int]:
    """A record's values, and where the scan goes on."""
    row: dict[str, list[Found]] = {}
    for cut in scan.cuts:
        row[cut.field] = []
        if not (cut.missing and is_absent(reading.source, cut, at)):
            value = one_value(reading, cut, at)
            row[cut.field], at = [value], value[0][1]
    return row, at


def is_absent(source: str, cut: Cut, at: int) -> bool:
    """Whether what stands for a missing value comes before the value would."""
    left = source.find(cut.left, at)
    return left < 0 or source.find(cut.missing, at, left + len(cut.missing) - 1) >= 0


def one_value(reading: Reading, cut: Cut, at: int) -> Found:
    """The next value of a field."""
    start = searched(reading.source, cut.left, at) + len(cut.left)
    end = searched(reading.source, cut.right, start)
    return (start, end), reading.said(start, end)


def searched(source: str, delimiter: str, at: int) -> int:
    """Where a delimiter is found."""
    found = source.find(delimiter, at)
    if found < 0:
        raise DoesNotFit(f"{delimiter!r} does not occur behind character {at}")
    return found


def nested_values(reading: Reading, scan: Scan) -> Iterator[tuple[int, Found]]:
    """The values of a hierarchy in the order of the page, each with its level."""
    source = reading.source
    at, level = searched(source, scan.head, 0) if scan.head else 0, 0
    while True:
        starts = [(source.find(cut.left, at), -deep) for deep, cut in enumerate(scan.cuts[: level + 1], 1)]
        begin, deep = min((one for one in starts if one[0] >= 0), default=(-1, 0))
        if begin < 0 or is_stopped(source, scan.tail, at, begin):
            return
        level = -deep
        value = one_value(reading, scan.cuts[level - 1], at)
        at = value[0][1]
        yield level, value


def nested_records(reading: Reading, scan: Scan) -> list[dict[str, Any]]:
    """The records of a hierarchy; ``chapters[].name`` is a name in each record of a list."""
    paths = [cut.field for cut in scan.cuts]
    split = [path.split("[].") for path in paths]
    records: list[dict[str, Any]] = []
    opened: list[dict[str, Any]] = []  # the record that is being filled, and those around it, outermost first
    for level, (_, text) in nested_values(reading, scan):
        *around, name = split[level - 1]
        if level == 1 or around != split[level - 2][:-1]:
            below = opened[len(around) - 1][around[-1]] if around else records
            below.append(empty_record(paths, "".join(f"{one}[]." for one in around)))
            opened[len(around) :] = [below[-1]]
        put(opened[len(around)], name, text)
        del opened[len(around) + 1 :]
    return records


def empty_record(paths: list[str], inside: str) -> dict[str, Any]:
    """A record without values, of the level inside these lists."""
    names = [path.removeprefix(inside) for path in paths if path.startswith(inside)]
    return {name.partition("[]")[0]: [] if "[]" in name else None for name in names}


def put(record: dict[str, Any], name: str, text: str) -> None:
    """Fill a field, once, or add to a list."""
    if name.endswith("[]"):
        record[name.removesuffix("[]")].append(text)
    elif record[name] is None:
        record[name] = text
    else:
        raise DoesNotFit(f"a record would have a second value for {name!r}")
