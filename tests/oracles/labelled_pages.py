"""Small random pages made of a few short pieces, so that delimiters often exist and often just fail to."""

from hypothesis import strategies as st

from unweave.delimiters.labelled_page import FlatPage, NestedPage
from unweave.page import Span


def pieces(alphabet: str, least: int, most: int) -> st.SearchStrategy[list[str]]:
    """One or two texts to draw from."""
    return st.lists(st.text(alphabet, min_size=least, max_size=most), min_size=1, max_size=2)


@st.composite
def flat_pages(
    draw: st.DrawFn, *, size: int = 3, fields: int = 2, empty_pages: bool = True, absent: bool = False
) -> list[FlatPage]:
    """One or two pages of up to three records over three or four letters; at least one page has records."""
    alphabet = draw(st.sampled_from(["ab", "abc", "abcd"]))
    width = draw(st.integers(1, fields))
    head, tail = draw(pieces(alphabet, 0, size)), draw(pieces(alphabet, 0, size))
    between, inner = draw(pieces(alphabet, 1, size)), [draw(pieces(alphabet, 1, 2)) for _ in range(width - 1)]
    pages = draw(st.integers(1, 2))

    def page(number: int, records: int) -> FlatPage:
        source, rows = draw(st.sampled_from(head)), []
        for record in range(records):
            source += draw(st.sampled_from(between)) if record else ""
            cells: list[Span | None] = []
            for at in range(width):
                source += draw(st.sampled_from(inner[at - 1])) if at else ""
                if absent and draw(st.booleans()) and any([*cells, at < width - 1]):
                    cells.append(None)
                    continue
                value = draw(st.text(alphabet, min_size=1, max_size=2))
                cells.append(Span(len(source), len(source) + len(value)))
                source += value
            rows.append(tuple(cells))
        return FlatPage(f"p{number}", source + draw(st.sampled_from(tail)), tuple(rows), fields=width)

    counts = [draw(st.integers(1, 3)), *(draw(st.integers(0 if empty_pages else 1, 3)) for _ in range(pages - 1))]
    return [page(number, records) for number, records in enumerate(counts)]


@st.composite
def nested_pages(draw: st.DrawFn, *, depth: int = 3) -> list[NestedPage]:
    """One or two pages of up to five values on up to three levels, every level shown."""
    alphabet = draw(st.sampled_from(["ab", "abc", "abcd"]))
    levels = draw(st.integers(1, depth))
    head, tail = draw(pieces(alphabet, 0, 3)), draw(pieces(alphabet, 0, 3))
    lefts = [draw(pieces(alphabet, 1, 2)) for _ in range(levels)]
    rights = [draw(pieces(alphabet, 0, 2)) for _ in range(levels)]

    def page(number: int, first: int) -> NestedPage:
        source, values, level = draw(st.sampled_from(head)), [], 0
        for at in range(first + draw(st.integers(0, 2))):
            level = level + 1 if at < first else draw(st.integers(1, min(level + 1, levels)))
            source += draw(st.sampled_from(lefts[level - 1]))
            value = draw(st.text(alphabet, min_size=1, max_size=2))
            values.append((level, Span(len(source), len(source) + len(value))))
            source += value + draw(st.sampled_from(rights[level - 1]))
        return NestedPage(f"p{number}", source + draw(st.sampled_from(tail)), tuple(values), levels)

    return [page(0, levels), *(page(1, draw(st.integers(0, 1))) for _ in range(draw(st.integers(0, 1))))]
