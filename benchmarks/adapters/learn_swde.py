"""``unweave.learn`` for the SWDE scorer, as a user would call it: values as they are given.

An attribute with one value on a page is given as a text there, with several as a list, with none as None. The data in
scripts is left out unless it is asked for, so that figures can be compared with those of tools that do not read it.
"""

from collections.abc import Mapping, Sequence

import unweave

Values = Mapping[str, Sequence[str]]


def examples_of(train: Sequence[tuple[str, Values]], *, embedded: bool = False) -> list[unweave.Example]:
    """The labelled pages as examples; without ``embedded``, values are not searched in the data of scripts."""
    return [
        unweave.Example.from_values(unweave.Page(html), [given(row)], missing="unknown", embedded=embedded)
        for html, row in train
    ]


def given(row: Values) -> dict[str, str | list[str] | None]:
    """The values of one page."""
    return {name: some[0] if len(some) == 1 else list(some) or None for name, some in row.items()}


def fit(
    train: Sequence[tuple[str, Values]], unlabelled: Sequence[str] = (), *, embedded: bool = False
) -> unweave.Wrapper:
    """A wrapper for all attributes of a site; with the site's other pages at hand, these are given without labels."""
    others = (unweave.Example(unweave.Page(html)) for html in unlabelled)
    return unweave.learn([*examples_of(train, embedded=embedded), *others], embedded=embedded)


def in_data(train: Sequence[tuple[str, Values]]) -> set[str]:
    """The attributes whose values on the labelled pages are all values of the data in their scripts."""
    found = {name for _, row in train for name in row if row[name]}
    for html, row in train:
        data = unweave.Page(html).embedded
        found -= {name for name in found if not all(data.find(value) for value in row.get(name, ()))}
    return found


def predict(wrapper: unweave.Wrapper, html: str) -> dict[str, list[str]]:
    """The values of each attribute on one page."""
    rows = [record.to_dict() for record in wrapper.extract(unweave.Page(html))]
    return {name: one if isinstance(one, list) else [one] for row in rows for name, one in row.items() if one}
