"""Which page is wrapped by which class: figures B.3 and B.4 of the thesis, all 84 cells.

Row D of figure B.3 is misprinted there: its third tuple reads A31, A32 here.
"""

import re
from typing import Any

import pytest

from oracles.wrappers import contains_values, flat_scans
from unweave.delimiters import HLRT, HOCLRT, LR, NHLRT, NLR, OCLR, DelimiterWrapper
from unweave.delimiters.labelled_page import FlatPage
from unweave.errors import NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example

LEARNERS: dict[str, LR | HLRT | OCLR | HOCLRT | NLR | NHLRT] = {
    "LR": LR(),
    "HLRT": HLRT(),
    "OCLR": OCLR(),
    "HOCLRT": HOCLRT(),
    "N-LR": NLR(),
    "N-HLRT": NHLRT(),
}

# region: page, and the classes that wrap it
FIGURE_B3 = {
    "A": ("pA11qA12rA21sA22tA31uA32v", ""),
    "B": ("o[ho[A11](A12)cox[A21](A22)co[A31](A32)c", "HOCLRT"),
    "C": ("-[h[A11](A12)[A21](A22)[A31](A32)t", "HLRT HOCLRT"),
    "D": ("[h[A11](A12)h-[A21](A22)h[A31](A32)t", "HLRT OCLR HOCLRT"),
    "E": ("ho[A11](A12)co[A21](A22)co[A31](A32)ct", "LR HLRT OCLR HOCLRT"),
    "F": ("ho[A11](A12)cox[A21](A22)co[A31](A32)c", "LR OCLR HOCLRT"),
    "G": ("[A11](A12)t[A21](A22)[A31](A32)t", "LR OCLR"),
    "H": ("x[o[A11](A12)o[A21](A22)ox[A31](A32)", "OCLR"),
    "I": ("[ho[A11](A12)cox[A21](A22)co[A31](A32)c", "OCLR HOCLRT"),
}
FIGURE_B4 = {
    "J": ("pA11qA12rA21sA22tA31uA32v", ""),
    "K": ("[h[A11][(A12)[A21](A22)[A31](A32)t", "HLRT"),
    "L": ("[A11][(A12)t[A21](A22)[A31](A32)t", "LR"),
    "M": ("h[A11][(A12)[A21](A22)[A31](A32)t", "LR HLRT"),
    "N": ("h[A11]-(A12)[A21](A22)[A31](A32)t(", "LR HLRT N-HLRT"),
    "O": ("[h[A11](A12)[A21](A22)[A31](A32)t", "HLRT N-HLRT"),
    "P": ("[h[A11i][A11ii](A12)[A21](A22)[A31](A32)t", "N-HLRT"),
    "Q": ("[A11i][A11ii](A12)t[A21](A22)[A31](A32)t", "N-LR"),
    "R": ("[A11](A12)t[A21](A22)[A31](A32)t", "LR N-LR"),
    "S": ("h[A11])t(A12)[A21](A22)[A31](A32)t", "LR HLRT N-LR"),
    "T": ("h[A11](A12)[A21](A22)[A31](A32)t", "LR HLRT N-LR N-HLRT"),
    "U": ("h[A11i][A11ii](A12)[A21](A22)[A31](A32)t", "N-LR N-HLRT"),
}
CELLS = [
    (region, source, name, name in wrapped.split())
    for figure, names in ((FIGURE_B3, ("LR", "HLRT", "OCLR", "HOCLRT")), (FIGURE_B4, ("LR", "HLRT", "N-LR", "N-HLRT")))
    for region, (source, wrapped) in figure.items()
    for name in names
]


def tree(source: str) -> list[dict[str, Any]]:
    """The page's values as a hierarchy: A11i and A11ii, A12 below the latter."""
    records: list[dict[str, Any]] = []
    for found in re.finditer(r"A\d(\d)i*", source):
        if found[1] == "1":
            records.append({"a1": found.span(), "a2": []})
        else:
            records[-1]["a2"].append(found.span())
    return records


def example(source: str, name: str) -> Example:
    """The page with its label; as a table for the flat classes, where it is one."""
    records = tree(source)
    if not name.startswith("N-") and all(len(record["a2"]) == 1 for record in records):
        records = [{"a1": record["a1"], "a2": record["a2"][0]} for record in records]
    return Example.from_spans(Page(source, html=False), records)


def learned(shown: Example, name: str) -> DelimiterWrapper | None:
    try:
        return LEARNERS[name].learn([shown])
    except NoConsistentWrapper:
        return None


def test_the_tables_have_84_cells() -> None:
    """9 pages in 4 classes and 12 pages in 4 classes."""
    assert len(CELLS) == 84


@pytest.mark.parametrize(("region", "source", "name", "wrapped"), CELLS)
def test_a_page_is_wrapped_by_just_the_classes_of_its_region(
    region: str, source: str, name: str, wrapped: bool
) -> None:
    """A wrapper is found where the figure has one, and gives the label back; elsewhere none is."""
    shown = example(source, name)
    wrapper = learned(shown, name)
    assert (wrapper is not None) is wrapped, region
    assert wrapper is None or wrapper.extract(shown.page) == list(shown.records)


@pytest.mark.parametrize("region", ["B", "C"])
def test_delimiters_that_contain_values_would_contradict_the_thesis(region: str) -> None:
    """It has no OCLR wrapper for these pages; execution alone has some, all with a part of a value in them."""
    source, wrapped = FIGURE_B3[region]
    rows = tuple((Span(*record["a1"]), Span(*record["a2"][0])) for record in tree(source))
    page = FlatPage(region, source, rows)
    beyond = list(flat_scans("oclr", [page], beyond=True))
    assert "OCLR" not in wrapped.split()
    assert list(flat_scans("oclr", [page])) == []
    assert beyond
    assert all(contains_values(scan, [page]) for scan in beyond)
