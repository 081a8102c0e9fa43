"""From chosen columns to finished ones: texts and attribute values side by side, levels, names.

Legend

    companion   of a column of attribute values: the column of texts in the same element
    level       columns that repeat together, below like elements, become one list of nested records

Attribute values come on top of the texts, so that they crowd none out: at most one for every fifteen texts allowed.
Those that say the same as another one are left out. A link whose text is template often differs in a session's number
alone, so links around data come first.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from unweave.templates.deduction import Deduction, Level
from unweave.templates.landmarks import Landmark, Rows
from unweave.templates.layout import Column
from unweave.templates.naming import attribute_name, distinct, name_of, slug
from unweave.templates.places import Place

SHARE = 15  # for so many texts that are allowed there may be one column of attribute values

Keyed = Sequence[tuple[Column, Level | None]]


def texts_of(rows: Rows) -> Rows:
    """The rows without the values of attributes."""
    return [[leaf for leaf in row if not leaf.attribute] for row in rows]


def attributes_of(rows: Rows, marks: Sequence[Landmark]) -> Rows:
    """The rows with the values of attributes alone, and the landmarks that they stand behind."""
    known = frozenset(marks)
    return [[leaf for leaf in row if leaf.attribute or Landmark(leaf.path, leaf.text) in known] for row in rows]


def finished(texts: Deduction, attributes: Deduction | None, limit: int) -> list[Column]:
    """All columns, named and with their levels: texts in document order, attribute values behind their companions."""
    ranked = texts.ranked()
    beside = attribute_columns(attributes, ranked[:limit], limit // SHARE) if attributes else []
    columns = side_by_side(texts.columns(ranked, limit), beside)
    deductions = [attributes if attributes and column.attribute else texts for column in columns]
    pairs = list(zip(columns, deductions, strict=True))
    labels = {
        column.place: text_inside(deduction, column.place) if column.attribute else deduction.label(column.place)
        for column, deduction in pairs
    }
    keyed = [(column, deduction.level(column.place) if column.many else None) for column, deduction in pairs]
    return named(levelled(keyed), lambda place: labels[place])


def attribute_columns(made: Deduction, texts: Sequence[Place], limit: int) -> list[Column]:
    """The best columns of attribute values, each value once: first those of images and around texts that are data."""
    different: dict[tuple[tuple[object, ...], ...], Place] = {}
    for place in made.ranked():
        different.setdefault(tuple((page, *found) for page, found in sorted(made.texts(place).items())), place)
    steps = {path.rsplit("/", back)[0] for path in {text.path for text in texts} for back in range(3)}
    places = sorted(different.values(), key=lambda place: not _tells(place, steps))
    return [replace(column, attribute=attribute_in(column.place)) for column in made.columns(places, limit)]


def _tells(place: Place, steps: Collection[str]) -> bool:
    element, _, attribute = place.path.rpartition("@")
    return attribute == "src" or element in steps


def text_inside(made: Deduction, place: Place) -> str:
    """The landmark in most of the elements that have the attribute, as in "More by this author"."""
    element = place.path.rpartition("@")[0]
    rows = [(made.rows[page], value.first + 1) for page, found in made.values[place].items() for value in found]
    behind = [row[at] for row, at in rows if at < len(row)]
    inside = Counter(leaf.text for leaf in behind if f"{leaf.path}/".startswith(f"{element}/") and not leaf.attribute)
    text, times = inside.most_common(1)[0] if inside else ("", 0)
    return text if 2 * times > len(rows) else ""


def attribute_in(place: Place) -> str:
    """The attribute that the path of a place ends with.

    >>> attribute_in(Place("html/body/a@href"))
    'href'
    """
    return place.path.rpartition("@")[2]


def side_by_side(texts: Sequence[Column], attributes: Sequence[Column]) -> list[Column]:
    """Each column of attribute values behind its companion, those without one at the end."""
    behind: dict[Place | None, list[Column]] = defaultdict(list)
    for column in attributes:
        other = companion(column, texts)
        behind[other.place if other else None].append(column)
    made: list[Column] = []
    for at, column in enumerate(texts):
        made.append(column)
        if at + 1 == len(texts) or texts[at + 1].place != column.place:
            made += behind.pop(column.place, [])
    return made + behind.get(None, [])


def companion(column: Column, others: Sequence[Column]) -> Column | None:
    """The first column of texts in the element that has the attribute."""
    element = column.place.path.rpartition("@")[0]
    return next((other for other in others if _inside(element, column, other)), None)


def _inside(element: str, column: Column, other: Column) -> bool:
    below = other.place.path == element or other.place.path.startswith(f"{element}/")
    marks = {column.place.marks, other.place.marks} - {()}
    same_number = column.place.ordinal == other.place.ordinal
    return below and not other.attribute and len(marks) < 2 and same_number and column.many == other.many


def levelled(keyed: Keyed) -> list[Column]:
    """Columns of many values with their depth, and a level where several repeat together."""
    times = Counter(key for column, key in keyed if key and column.slot < 0)
    numbers = {key: number for number, key in enumerate((k for k in times if times[k] > 1), 1)}
    made = [
        replace(column, level=f"list_{numbers[key]}", depth=key[1]) if key in numbers and key else column
        for column, key in keyed
    ]
    first = {column.level: at for at, column in reversed(list(enumerate(made)))}
    order = sorted(range(len(made)), key=lambda at: first[made[at].level] if made[at].level else at)
    return [made[at] for at in order]


def named(columns: Sequence[Column], label: Callable[[Place], str]) -> list[Column]:
    """The columns with distinct names, within the page's record and within each level."""
    levels = list(dict.fromkeys(column.level for column in columns if column.level))
    taken: dict[str, list[str]] = defaultdict(lambda: list(levels))
    made: list[Column] = []
    for column in columns:
        names = taken[column.level]
        names.append(_wanted(column, label(column.place), made))
        names[-1] = distinct(names)[-1]
        made.append(replace(column, name=names[-1]))
    return made


def _wanted(column: Column, label: str, before: Sequence[Column]) -> str:
    if not column.attribute:
        return slug(column.header) or name_of(column.place, label)
    other = companion(column, before)
    return attribute_name(column.place, other.name if other else label)
