"""Chosen columns arranged: columns of attribute values next to texts, nested lists, names.

Legend

    companion   of a column of attribute values: the column of texts in the same element
    level       columns that repeat together, below similar elements, become one list of nested records
    label       the template text before the values of a column

Columns of attribute values do not reduce the number of columns of texts: there is at most one for every fifteen texts
allowed. Two with the same values are one. A link whose text is template often differs only in a session number, so
links around data come first.

A column is named after its label ("Publisher:" gives ``publisher``), else after the words its texts begin with, else
after the last class or id of its path, else after its tag.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from unweave.templates.columns import TemplateColumn
from unweave.templates.deduction import Deduction, Level
from unweave.templates.selectors import TextSelector
from unweave.tuning import ATTRIBUTES_PER_TEXTS

NAME = re.compile(r"[^\W_]+")
CLASS = re.compile(r"[.#]([^.#/]+)")
LONGEST = 40
KINDS = {"href": "link", "src": "image"}


def arranged(texts: Deduction, attributes: Deduction | None, limit: int) -> list[TemplateColumn]:
    """All columns, named and with their levels: texts in document order, attribute values behind their companions."""
    ranked = texts.ranked()
    beside = attribute_columns(attributes, ranked[:limit], limit // ATTRIBUTES_PER_TEXTS) if attributes else []
    columns = side_by_side(texts.columns(ranked, limit), beside)
    labels: dict[TextSelector, str] = {}
    repeated: list[tuple[TemplateColumn, Level | None]] = []
    for column in columns:
        deduction = attributes if attributes and column.attribute else texts
        selector = column.selector
        labels[selector] = text_inside(deduction, selector) if column.attribute else deduction.label(selector)
        repeated.append((column, deduction.level(selector) if column.many else None))
    return named(levelled(repeated), labels)


def attribute_columns(deduced: Deduction, texts: Sequence[TextSelector], limit: int) -> list[TemplateColumn]:
    """The best columns of attribute values, each value once: first those of images and around texts that are data."""
    different: dict[tuple[tuple[object, ...], ...], TextSelector] = {}
    for selector in deduced.ranked():
        values = tuple((page, *found) for page, found in sorted(deduced.texts(selector).items()))
        different.setdefault(values, selector)
    elements = {path.rsplit("/", back)[0] for path in {text.path for text in texts} for back in range(3)}
    selectors = sorted(different.values(), key=lambda selector: not _with_data(selector, elements))
    return [with_attribute(column) for column in deduced.columns(selectors, limit)]


def _with_data(selector: TextSelector, elements: Collection[str]) -> bool:
    element, _, attribute = selector.path.rpartition("@")
    return attribute == "src" or element in elements


def with_attribute(column: TemplateColumn) -> TemplateColumn:
    """The column with the attribute that its path ends with.

    >>> with_attribute(TemplateColumn("", TextSelector("html/body/a@href"))).attribute
    'href'
    """
    return replace(column, attribute=column.selector.path.rpartition("@")[2])


def text_inside(deduced: Deduction, selector: TextSelector) -> str:
    """The template text in most of the elements that have the attribute, as in "More by this author"."""
    element = selector.path.rpartition("@")[0]
    rows = [
        (deduced.rows[page], value.first + 1) for page, found in deduced.values[selector].items() for value in found
    ]
    following = [row[at] for row, at in rows if at < len(row)]
    inside = Counter(
        text.text for text in following if f"{text.path}/".startswith(f"{element}/") and not text.attribute
    )
    text, times = inside.most_common(1)[0] if inside else ("", 0)
    return text if 2 * times > len(rows) else ""


def side_by_side(texts: Sequence[TemplateColumn], attributes: Sequence[TemplateColumn]) -> list[TemplateColumn]:
    """Each column of attribute values behind its companion, those without one at the end."""
    behind: dict[TextSelector | None, list[TemplateColumn]] = defaultdict(list)
    for column in attributes:
        other = companion(column, texts)
        behind[other.selector if other else None].append(column)
    columns: list[TemplateColumn] = []
    for at, column in enumerate(texts):
        columns.append(column)
        if at + 1 == len(texts) or texts[at + 1].selector != column.selector:
            columns += behind.pop(column.selector, [])
    return columns + behind.get(None, [])


def companion(column: TemplateColumn, others: Sequence[TemplateColumn]) -> TemplateColumn | None:
    """The first column of texts in the element that has the attribute."""
    element = column.selector.path.rpartition("@")[0]
    return next((other for other in others if _inside(element, column, other)), None)


def _inside(element: str, column: TemplateColumn, other: TemplateColumn) -> bool:
    below = other.selector.path == element or other.selector.path.startswith(f"{element}/")
    behind = {column.selector.behind, other.selector.behind} - {()}
    same_number = column.selector.ordinal == other.selector.ordinal
    return below and not other.attribute and len(behind) < 2 and same_number and column.many == other.many


def levelled(repeated: Sequence[tuple[TemplateColumn, Level | None]]) -> list[TemplateColumn]:
    """Columns of many values with their height, and a level where several repeat together."""
    times = Counter(level.list for column, level in repeated if level and column.slot < 0)
    numbers = {level: number for number, level in enumerate((each for each in times if times[each] > 1), 1)}
    columns = [
        replace(column, level=f"list_{numbers[level.list]}", height=level.height)
        if level and level.list in numbers
        else column
        for column, level in repeated
    ]
    first = {column.level: at for at, column in reversed(list(enumerate(columns)))}
    order = sorted(range(len(columns)), key=lambda at: first[columns[at].level] if columns[at].level else at)
    return [columns[at] for at in order]


def named(columns: Sequence[TemplateColumn], labels: Mapping[TextSelector, str]) -> list[TemplateColumn]:
    """The columns with distinct names, within the page's record and within each level."""
    levels = list(dict.fromkeys(column.level for column in columns if column.level))
    taken: dict[str, list[str]] = defaultdict(lambda: list(levels))
    with_names: list[TemplateColumn] = []
    for column in columns:
        names = taken[column.level]
        names.append(_wanted_name(column, labels[column.selector], with_names))
        names[-1] = distinct(names)[-1]
        with_names.append(replace(column, name=names[-1]))
    return with_names


def _wanted_name(column: TemplateColumn, label: str, before: Sequence[TemplateColumn]) -> str:
    if not column.attribute:
        return slug(column.header) or name_of(column.selector, label)
    other = companion(column, before)
    return attribute_name(column.selector, other.name if other else label)


def slug(text: str) -> str:
    """A text as a name.

    >>> slug("Publisher:"), slug("# of bids"), slug("2nd half")
    ('publisher', 'of_bids', '2nd_half')
    """
    return "_".join(NAME.findall(text.lower()))[:LONGEST].strip("_")


def name_of(selector: TextSelector, label: str = "") -> str:
    """The name of a column before names are made distinct; ``label`` is the template text right before its values.

    >>> name_of(TextSelector("html/body/div.price/b")), name_of(TextSelector("html/body/td2"), "Our price:")
    ('price', 'our_price')
    """
    steps = [step for step in selector.path.split("/") if step and not step.startswith("~")]
    classes = [name for step in reversed(steps[-3:]) for name in reversed(CLASS.findall(step))]
    candidates = (slug(selector.prefix), slug(label), *map(slug, classes), slug(steps[-1]) if steps else "")
    return next((name for name in candidates if name), "text")


def attribute_name(selector: TextSelector, beside: str = "") -> str:
    """The name of a column of attribute values, given the name of its companion or the label before it.

    >>> attribute_name(TextSelector("html/body/a@href"), "title"), attribute_name(TextSelector("html/img.cover@src"))
    ('title_link', 'cover_image')
    >>> attribute_name(TextSelector("html/body/img@src")), attribute_name(TextSelector("html/body/iframe@src"))
    ('image', 'src')
    """
    path, _, attribute = selector.path.rpartition("@")
    tag = NAME.findall(path.rpartition("/")[2])[0]
    kind = attribute if attribute == "src" and tag != "img" else KINDS.get(attribute, attribute)
    stem = slug(beside) or name_of(TextSelector(path))
    if stem in {tag, kind}:
        return kind
    return stem if stem.endswith(f"_{kind}") else f"{stem}_{kind}"


def distinct(names: Iterable[str]) -> list[str]:
    """The same names, with a number where a name is taken already.

    >>> distinct(["price", "price", "title"])
    ['price', 'price_2', 'title']
    """
    taken: dict[str, None] = {}
    for name in names:
        number, candidate = 1, name
        while candidate in taken:
            number += 1
            candidate = f"{name}_{number}"
        taken[candidate] = None
    return list(taken)
