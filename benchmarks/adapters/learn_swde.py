"""``unweave.learn`` with all its defaults for the SWDE scorer, as a user would call it: values as they are given.

An attribute with one value on a page is given as a text there, with several as a list, with none as None.
"""

from collections.abc import Mapping, Sequence

import unweave

Values = Mapping[str, Sequence[str]]


def examples_of(train: Sequence[tuple[str, Values]]) -> list[unweave.Example]:
    """The labelled pages as examples."""
    return [unweave.Example.from_values(unweave.Page(html), [given(row)], missing="unknown") for html, row in train]


def given(row: Values) -> dict[str, str | list[str] | None]:
    """The values of one page."""
    return {name: some[0] if len(some) == 1 else list(some) or None for name, some in row.items()}


def fit(train: Sequence[tuple[str, Values]], unlabelled: Sequence[str] = ()) -> unweave.Wrapper:
    """A wrapper for all attributes of a site; with the site's other pages at hand, these are given without labels."""
    return unweave.learn([*examples_of(train), *(unweave.Example(unweave.Page(html)) for html in unlabelled)])


def predict(wrapper: unweave.Wrapper, html: str) -> dict[str, list[str]]:
    """The values of each attribute on one page."""
    rows = [record.to_dict() for record in wrapper.extract(unweave.Page(html))]
    return {name: one if isinstance(one, list) else [one] for row in rows for name, one in row.items() if one}
