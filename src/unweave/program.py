"""The three small forms every wrapper lowers itself to; what is compiled and exported.

A **scan** walks the source once, left to right: find a delimiter, find the next one, cut what lies between. It needs no
tree. A **selection** walks the tree: from a node, step by step, to the nodes that hold a field's values. A **data
path** walks the data in a page's scripts: from a document or a record's object, key by key, to a field's values.

Legend

    Cut(field="code", left="<I>", right="</I>")         where one value begins and ends
    Scan(cuts=(...), head="<P>", tail="<HR>")           find head; while left_1 comes before tail: cut, cut, ...
    Step("child", tag="td", conditions=(...))           from each node to some of its children
    Selection(field="price", steps=(...), take="text")  the nodes behind the last step, and what is taken of them
    Selections(fields=(...), records=(...))             the selections of the fields, and those of a record's element
    Condition("has", steps=(Step("parent", "td"),))     the node from which these steps lead somewhere
    DataPath("price", ("offers", 0, "price"))           the keys from an object to the values of a field
    DataPaths(fields=(...), record=DataPath(...))       the paths of the fields, and that of a record's object
    DataVote(DataPath(...), weight=1.0)                 a path that votes with the selections of its field

Steps and conditions mean what they mean in XPath 1.0: conditions are read left to right, and a position counts the
nodes that are left at that point, in the direction of the axis. Their slow, obvious definition is
``unweave.definition``, their fast form ``unweave.engine``. Several selections of one field either vote or are joined:
those of one ``panel`` vote, each with its ``weight``, on what the values are; what the panels find is joined.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Cut:
    """Where one field's value begins (behind ``left``) and ends (at ``right``).

    ``missing``, where it is not empty, is what is found before ``left`` when the value is absent.

    >>> Cut("code", "<I>", "</I>").right
    '</I>'
    """

    field: str
    left: str
    right: str
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Scan:
    """One pass over the source: ``head``, then records while they begin before ``tail``.

    An empty ``head`` begins at the top; without a ``tail`` only the absence of the next beginning ends the loop. With
    ``opening`` a record begins where it occurs, and behind a record the scan goes on at ``closing``. With ``nested``
    the cuts are levels of a hierarchy, outermost first. With ``lines`` the page is read as lines: a line end before its
    first character and after its last one, and then the character U+0003, are found like any other text.

    >>> Scan((Cut("code", "<I>", "</I>"),), head="<P>").tail
    ''
    """

    cuts: tuple[Cut, ...]
    head: str = ""
    tail: str = ""
    opening: str = ""
    closing: str = ""
    nested: bool = False
    lines: bool = False


Axis = Literal[
    "self",
    "child",
    "descendant",
    "parent",
    "ancestor",
    "following-sibling",
    "preceding-sibling",
    "following",
    "preceding",
]
Property = Literal[
    "attribute",
    "class",
    "text",
    "contains",
    "position",
    "position-from-end",
    "nth",
    "nth-from-end",
    "filled",
    "heading",
    "begins",
    "column",
    "kind",
    "left",
    "right",
    "has",
]


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing a node must have: an attribute's value, a class token, a text, a place among its like.

    ==================== =====================================================================
    ``nth``              it is the nth of its parent's children with its tag (from the end)
    ``filled``           it shows some text, and does not stand in a script or its like
    ``heading``          it is a heading (h1 to h6) that shows some text
    ``begins``           the first text that it shows is this
    ``column``           it stands in a table's column whose first cell has this text
    ``kind``             its text is a price, a date, ... (see ``unweave.values``)
    ``left``, ``right``  the source before it ends so, the source behind it begins so
    ``has``              from it, the steps lead somewhere
    ==================== =====================================================================

    >>> Condition("class", value="price").property
    'class'
    >>> Condition("attribute", name="itemprop", value="name").name
    'itemprop'
    """

    property: Property
    value: str = ""
    name: str = ""
    negated: bool = False
    steps: "tuple[Step, ...]" = ()


@dataclass(frozen=True, slots=True)
class Step:
    """From each node along an axis to the nodes with this tag (empty: any) that meet every condition.

    ``tag="#text"`` asks for text nodes.

    >>> Step("child", tag="td").axis
    'child'
    """

    axis: Axis
    tag: str = ""
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """Steps from the document (or the record's node) to the nodes of one field, and what to take of each.

    ``take`` is ``"text"`` (all a reader sees of it), or ``"@href"`` (an attribute's value). With ``left`` or ``right``
    it is only the part of that text behind the first ``left``, before the next ``right``. In its panel a selection
    counts with its ``weight``, or, where it finds nothing, with its ``silence`` for there being nothing. ``builder``
    says who made it.

    >>> Selection("title", (Step("descendant", "h1"),)).take
    'text'
    """

    field: str
    steps: tuple[Step, ...]
    take: str = "text"
    left: str = ""
    right: str = ""
    panel: int = 0
    weight: float = 1.0
    silence: float = 0.0
    builder: str = ""


DataKey = str | int | None


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What an object on a path must have: this text as the member of this name, or in the array that is this member.

    ``depth`` is how many keys lead to the object.

    >>> Neighbour(0, "@type", "Recipe").key
    '@type'
    """

    depth: int
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class DataPath:
    """The keys from the root of a document (or from a record's object) to the values of a field.

    A key is the name of a member, the number of an item, or None for each member or item. ``document`` is the name of
    the documents in which to look; "" are all of them. With a record it is "", and the keys begin ``up`` levels above
    the record's object. ``neighbours`` are conditions on what is on the path.

    >>> DataPath("author", ("author", None, "name"), neighbours=(Neighbour(0, "@type", "Book"),)).up
    0
    """

    field: str
    keys: tuple[DataKey, ...]
    document: str = ""
    up: int = 0
    neighbours: tuple[Neighbour, ...] = ()


@dataclass(frozen=True, slots=True)
class DataVote:
    """A data path that votes with the selections of its field, with this weight; where it finds nothing, it is silent.

    It is asked last, and only if its vote can still change what wins: scripts are read for no other page.

    >>> DataVote(DataPath("title", ("name",))).weight
    1.0
    """

    path: DataPath
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Selections:
    """A record's fields, each by its own selections; with ``records`` they start at each record's element.

    With ``grouped`` a page holds many records, and values are grouped into them by the order of the page. Of the fields
    in ``repeats`` a value may come more than once. ``labels`` are texts of the template: a selection whose node
    is one that names another field, or right behind one, has no vote. Of the fields in ``rows`` one value is found, and
    where it is in a row ("Ann Lee, Bob Ray"), all of the row are values, unless one of them is a label. ``data`` are
    data paths that vote too, at most one for a field, whose selections form one panel; a page is one record then.

    >>> Selections((Selection("title", (Step("descendant", "h1"),)),)).record is None
    True
    """

    fields: tuple[Selection, ...]
    records: tuple[Selection, ...] = ()
    grouped: bool = False
    repeats: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    data: tuple[DataVote, ...] = ()

    @property
    def record(self) -> Selection | None:
        """The first selection of a record's element, for who can write only one.

        >>> Selections((), (Selection("", (Step("descendant", "li"),)),)).record.steps[0].tag
        'li'
        """
        return self.records[0] if self.records else None


@dataclass(frozen=True, slots=True)
class DataPaths:
    """A record's fields, each by its path in the data of scripts; with ``record`` they start at each record's object.

    Without it a page is one record. Of the fields in ``repeats`` all values are taken, of the others the first.

    >>> DataPaths((DataPath("title", ("title",)),), DataPath("", ("products", None), "window.STATE")).repeats
    ()
    """

    fields: tuple[DataPath, ...]
    record: DataPath | None = None
    repeats: tuple[str, ...] = ()


Program = Scan | Selections | DataPaths


def labels_of(step: Step) -> Iterator[str]:
    """The texts before a node by which a step names it: a label, or the first text of its row.

    >>> row = Step("parent", "tr", (Condition("begins", "Brand:"),))
    >>> list(labels_of(Step("descendant", "td", (Condition("has", steps=(row,)),))))
    ['Brand:']
    """
    for condition in step.conditions:
        if condition.property == "begins":
            yield condition.value
        for below in condition.steps:
            is_before = (below.axis, below.tag) == ("preceding", "#text") or below.axis == "preceding-sibling"
            yield from texts_of(below) if is_before else labels_of(below)


def texts_of(step: Step) -> Iterator[str]:
    """The texts that a step rests on.

    >>> list(texts_of(Step("descendant", "td", (Condition("begins", "Brand:"),))))
    ['Brand:']
    """
    for condition in step.conditions:
        if condition.property in {"text", "begins"} and not condition.negated:
            yield condition.value
        for below in condition.steps:
            yield from texts_of(below)
