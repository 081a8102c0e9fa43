"""Nothing needs to be HTML: the same table in the five encodings that the thesis names (section 9.2.2)."""

from collections.abc import Sequence

import pytest

from unweave.delimiters import HLRT, LR, NLR, OCLR
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.wrapper import Learner

Table = Sequence[tuple[str, str, str]]
SHOWN = [("Oak", "31", "tall"), ("Elm", "7", "broad"), ("Ash", "12", "slim")]
UNSEEN = [("Yew", "900", "old"), ("Fir", "4", "green")]


def html(table: Table) -> str:
    rows = "\n".join("<tr>" + "".join(f"<td>{value}</td>" for value in row) + "</tr>" for row in table)
    return f"<table>\n{rows}\n</table>\n"


def csv(table: Table) -> str:
    """As a spreadsheet writes it; without quotes the end of the file looks like the beginning of a row."""
    return "".join(",".join(f'"{value}"' for value in row) + "\n" for row in [("tree", "age", "shape"), *table])


def dif(table: Table) -> str:
    rows = "".join("-1,0\nBOT\n" + "".join(f'1,0\n"{value}"\n' for value in row) for row in table)
    return f'TABLE\n0,1\n""\nDATA\n0,0\n""\n{rows}-1,0\nEOD\n'


def rtf(table: Table) -> str:
    rows = "".join("\\trowd " + "".join(f"{value}\\cell " for value in row) + "\\row\n" for row in table)
    return "{\\rtf1\\ansi\n" + rows + "}\n"


def latex(table: Table) -> str:
    rows = "".join("  " + " & ".join(row) + " \\\\\n" for row in table)
    return "\\begin{tabular}{lrl}\n" + rows + "\\end{tabular}\n"


ENCODINGS = {"HTML": html, "CSV": csv, "DIF": dif, "RTF": rtf, "LaTeX": latex}
WRAPPED_BY: dict[str, Learner] = {"HTML": LR(), "CSV": LR(), "DIF": OCLR(), "RTF": LR(), "LaTeX": HLRT()}


def example(encoding: str, table: Table) -> Example:
    """The table as a page, and the spans of its values."""
    page = Page(ENCODINGS[encoding](table), name=f"{encoding}.txt", html=False)
    records, at = [], page.source.index(table[0][0])
    for row in table:
        record = {}
        for name, value in zip(("tree", "age", "shape"), row, strict=True):
            begin = page.source.index(value, at)
            at = begin + len(value)
            record[name] = (begin, at)
        records.append(record)
    return Example.from_spans(page, records)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_is_wrapped_by_some_class(encoding: str) -> None:
    """Learned from one table, it reads another."""
    wrapper = WRAPPED_BY[encoding].learn([example(encoding, SHOWN), example(encoding, SHOWN[:2])])
    unseen = example(encoding, UNSEEN)
    assert wrapper.extract(unseen.page) == list(unseen.records)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_some_classes_wrap_it_and_some_do_not_but_none_is_wrong(encoding: str) -> None:
    """Whatever is learned gives the pages shown back."""
    shown = example(encoding, SHOWN)
    for learner in (LR(), HLRT(), OCLR(), NLR()):
        try:
            wrapper = learner.learn([shown])
        except NoConsistentWrapper:
            continue
        assert wrapper.extract(shown.page) == list(shown.records)
