"""Pages with one record each: a path for each field from the documents of the page.

Legend

    object      a typed object that a path goes through, Recipe in @graph[*]; without types, the document
    sharing     how many of the fields have a path through an object: a record is mostly one object

Of the paths that fit a field, those through a shared object come first. So fields are learned together, also where only
some of them are wanted here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from unweave.embedded.fields import RankedPath, Target, ranked_paths
from unweave.embedded.proposals import TYPES
from unweave.embedded.shown import shown_records
from unweave.errors import NoConsistentWrapper
from unweave.page.address import base_of
from unweave.program import DataPath
from unweave.records import Example, Field
from unweave.tuning import EMBEDDED_OTHER_PAGES
from unweave.values.comparison import TypedComparison
from unweave.values.types import ValueType


def detail_paths(examples: Sequence[Example], fields: Sequence[Field]) -> tuple[dict[str, DataPath], dict[str, str]]:
    """The best path of each field, and for each of the others why there is none.

    >>> from unweave.page import Page
    >>> page = Page('<script>s = {"price": 5, "id": 7, "title": "Emma"}</script>')
    >>> shown = Example.from_values(page, [{"title": "Emma", "price": "5"}])
    >>> {name: path.keys for name, path in detail_paths([shown], [Field("price"), Field("title")])[0].items()}
    {'price': ('price',), 'title': ('title',)}
    """
    ranked, failures = paths_that_fit(examples, fields)
    return best_paths(ranked), failures


def paths_that_fit(
    examples: Sequence[Example], fields: Sequence[Field], kinds: Mapping[str, ValueType] = MappingProxyType({})
) -> tuple[dict[str, list[RankedPath]], dict[str, str]]:
    """The paths that fit each field, and for each of the fields without one why there is none.

    A value of a field in ``kinds`` may be in another form in the data: equal after conversion by that type.

    >>> from unweave.page import Page
    >>> page = Page('<b>$5.50</b><script>s = {"price": 5.5}</script>')
    >>> shown = Example.from_values(page, [{"price": "$5.50"}])
    >>> paths_that_fit([shown], [Field("price")], {"price": ValueType("money")})[0]["price"][0].path.keys
    ('price',)
    """
    others = [one.page.embedded.documents for one in examples if one.status == "unlabelled"][:EMBEDDED_OTHER_PAGES]
    failures: dict[str, str] = {}
    ranked: dict[str, list[RankedPath]] = {}
    for one in fields:
        try:
            ranked[one.name] = ranked_paths(one.name, _targets(examples, one, kinds), many=one.many, others=others)
        except NoConsistentWrapper as failure:
            failures[one.name] = failure.reason
        else:
            if not ranked[one.name]:
                failures[one.name] = "no path in the data of scripts gives its values and nothing else"
    return {name: some for name, some in ranked.items() if some}, failures


def best_paths(ranked: Mapping[str, Sequence[RankedPath]]) -> dict[str, DataPath]:
    """The best path of each field, given those of all: a path through an object that other fields have is preferred.

    >>> best_paths({"title": [RankedPath((0.0,), DataPath("title", ("name",)))]})["title"].keys
    ('name',)
    """
    through = ({each for one in some for each in _objects(one.path)} for some in ranked.values())
    sharing = Counter(each for objects in through for each in objects)
    return {name: min(some, key=lambda one: _rank(one, sharing)).path for name, some in ranked.items()}


def _targets(examples: Sequence[Example], field: Field, kinds: Mapping[str, ValueType]) -> list[Target]:
    return [
        Target(example.page.embedded.documents, record[field.name], _comparison(example, kinds.get(field.name)))
        for example in examples
        for record in (shown_records(example, [field], kinds) if example.status != "unlabelled" else ())
        if field.name in record
    ]


def _comparison(example: Example, kind: ValueType | None) -> TypedComparison | None:
    return None if kind is None else TypedComparison(kind, base_of(example.page))


def _objects(path: DataPath) -> list[DataPath]:
    """The objects that a path goes through, as paths."""
    depths = sorted({one.depth for one in path.neighbours if one.key in TYPES})
    return [
        DataPath("", path.keys[:depth], path.document, 0, tuple(one for one in path.neighbours if one.depth <= depth))
        for depth in depths
    ] or [DataPath("", (), path.document)]


def _rank(one: RankedPath, sharing: Counter[DataPath]) -> tuple[float, ...]:
    """The rank of a path, by whether it names its document and the types of objects, then by sharing."""
    empty, *rest = one.rank
    is_typed = any(condition.key in TYPES for condition in one.path.neighbours)
    return (empty, not one.path.document, not is_typed, -max(sharing[each] for each in _objects(one.path)), *rest)
