"""What the paper on (k,l)-contextual tree languages published for its tasks, to be printed beside ours.

S. Raeymaekers, M. Bruynooghe and J. Van den Bussche: Learning (k,l)-contextual tree languages for information
extraction from web pages. Machine Learning 71, 2008. A task is a field of a site of the WIEN survey: "s1-3" is the
third field of site 1. The sites are the same as ours; which pages of a site were used may differ.
"""

TABLE_1_COLUMNS = ("LUTI", "KL opt.", "KL est.", "STALKER", "BWI")
"""F1 in percent from five random positives: with the best parameters (LUTI, KL opt., BWI) or without any to choose."""
TABLE_2_COLUMNS = ("P/N", "k", "l", "ms", "Co-T. P", "Co-T. ms")
"""Clicks (positives and negatives) of the interactive tool, and positives that STALKER with Co-Testing asks for."""

_TABLE_1 = """
s1-1 89.1 100.0 100.0 92.2 100.0
s1-3 90.4 98.7 93.4 81.0 9.1
s1-4 78.8 100.0 100.0 93.1 42.7
s3-2 97.6 100.0 100.0 99.4 27.4
s3-3 98.2 100.0 100.0 96.3 6.4
s4-1 91.6 100.0 100.0 88.8 58.9
s5-2 93.8 98.9 94.7 91.3 27.6
s8-2 100.0 100.0 100.0 95.9 31.6
s8-3 100.0 100.0 100.0 91.3 96.6
s10-2 100.0 100.0 100.0 96.8 20.3
s10-4 100.0 100.0 100.0 96.3 10.8
s11-1 100.0 100.0 100.0 91.7 1.9
s11-2 100.0 100.0 89.4 - 8.1
s12-2 98.4 98.5 98.4 93.1 33.8
s13-2 100.0 100.0 100.0 95.9 38.7
s13-4 100.0 100.0 100.0 85.6 5.5
s14-3 99.5 100.0 100.0 78.0 14.1
s15-2 97.1 100.0 100.0 96.2 34.9
s19-4 100.0 100.0 100.0 100.0 17.2
s20-3 98.5 100.0 100.0 100.0 97.7
s20-4 97.5 100.0 100.0 99.6 100.0
s20-5 97.5 100.0 100.0 100.0 86.4
s20-6 98.5 100.0 100.0 84.0 100.0
s22-2 93.3 100.0 99.8 100.0 68.9
s23-1 97.6 100.0 100.0 87.5 99.5
s23-3 94.4 100.0 100.0 96.2 19.7
s25-2 97.2 100.0 100.0 93.5 20.9
s29-1 96.6 96.6 65.6 87.3 22.8
s29-2 100.0 87.8 36.8 60.7 28.4
s30-2 96.0 100.0 96.0 88.0 88.6
bigbook-2 94.3 100.0 97.3 - -
bigbook-3 88.0 100.0 96.9 - -
okra-1 100.0 100.0 100.0 - -
okra-2 99.3 100.0 100.0 - -
okra-3 99.1 100.0 100.0 - -
okra-4 99.1 100.0 100.0 - -
"""
_TABLE_2 = """
s1-1 1/1 1 3 21 2.5 35
s1-3 4/1.7 3 3 642 7.7 1595
s1-4 1/0 1 2 5 8.7 7376
s3-2 1/1 1 3 12 2.5 190
s3-3 1/0 1 2 4 2.5 77
s4-1 1/0 1 2 2 30.8 266528
s5-2 1/1 1 4 19 6.9 405
s8-2 1/1 1 3 12 2.3 9
s8-3 1/1.3 2 3 43 3.4 554
s10-2 1/1 1 3 9 3.0 34
s10-4 1/1 2 2 15 8.8 35072
s11-1 1/2.1 2 4 4191 80.3 4220
s11-2 1/1.6 2 4 732 - -
s12-2 2/1.4 1 4 43 8.8 515
s13-2 1/1 1 3 10 2.6 23
s13-4 1/1 2 2 15 100+ 1387720
s14-3 1/0 1 2 3 5.6 441
s15-2 1/0 1 2 2 18.3 3912
s19-4 1/1 1 3 7 2.1 8
s20-3 1/0 1 2 3 2.8 29
s20-4 1/1.3 2 3 198 3.1 51
s20-5 1/2 2 3 1142 3.0 53
s20-6 1/1.3 2 3 44 3.1 3024
s22-2 1/1 1 4 26 3.77 88
s23-1 1/1 2 3 39 3.6 132
s23-3 1/1 1 3 12 8.8 382
s25-2 1/1 1 3 6 7.6 1246
s29-1 2/1.6 2 3 125 10.4 179879
s29-2 4.8/2.9 4 3 - !15.9 114784
s30-2 2/1 1 3 12 2.5 5
bigbook-2 2/2 2 5 574 - -
bigbook-3 1/1.3 2 4 100 - -
okra-1 1/1.6 2 3 37 - -
okra-2 1/1 2 3 118 - -
okra-3 1/1.4 2 3 66 - -
okra-4 1/1 2 3 103 - -
"""


def _rows(table: str) -> dict[str, tuple[str, ...]]:
    lines = (line.split() for line in table.strip().splitlines())
    return {name: tuple(cells) for name, *cells in lines}


TABLE_1 = _rows(_TABLE_1)
TABLE_2 = _rows(_TABLE_2)


def beside(table: dict[str, tuple[str, ...]], name: str) -> str:
    """The published cells of a task, as a part of a line; "-" for tasks that the paper does not have."""
    width = len(next(iter(table.values())))
    return " ".join(f"{cell:>8}" for cell in table.get(name, ("-",) * width))


def heading(columns: tuple[str, ...]) -> str:
    """The names of the columns."""
    return " ".join(f"{column[-8:]:>8}" for column in columns)


def published_mean(column: int) -> float:
    """The mean of a column of table 1, over the tasks that have it, as a share."""
    cells = [row[column] for row in TABLE_1.values() if row[column] != "-"]
    return sum(map(float, cells)) / len(cells) / 100
