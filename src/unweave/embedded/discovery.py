"""Discovery in the data of scripts: columns of unlabelled pages, named by their keys.

Legend

    pattern     graph[*].offers.price where "@type" of graph[*] is "Product": the path of values, with [*] for the
                number of an item and for a key with a number in it
    column      a pattern with values on enough pages that are not the same on all of them: what is, is a setting
    object      of a list: what an array has, an object whose keys have numbers in them, or several scripts of one name;
                the pattern of the objects that have most values is that of the records
    name        of a column: its last key; where several have the same, with the keys before it, as many as it takes;
                the type of an object is in the place of its number

Pages with one record each give one record a page, and a column that is in an array many values. With ``listing`` the
objects of the largest list are the records.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from unweave.budget import check_time
from unweave.embedded.proposals import is_volatile, typed_neighbours
from unweave.embedded.wrapper import EmbeddedWrapper, repeats, wrapper_of
from unweave.engine.data import DataPlace, below, is_value, places_at, present
from unweave.errors import BadInput
from unweave.page import Page
from unweave.page.embedded_document import EmbeddedDocument, shown_text
from unweave.program import DataKey, DataPath, DataPaths, Neighbour
from unweave.records import Example, Field, Schema
from unweave.tuning import COLUMN_SHARE, DISCOVER_COLUMNS, EMBEDDED_DEPTH

LEAST_OBJECTS = 3  # of a list
NODES_BETWEEN_CHECKS = 1_000  # of the time
MOST_LISTS, MOST_OBJECTS = 20, 400  # lists that are compared, and objects of a list that are: limits on time


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoverData:
    """The learner of columns in the data of scripts; it uses pages only, not what their examples label.

    ``listing``: the objects of the largest list are the records; ``limit``: at most so many columns; ``share``: a
    column has values on that share of the pages, or of the objects.

    >>> pages = [Page('<script>s = {"v": 3, "book": {"title": "%s"}}</script>' % title) for title in ("Emma", "Kim")]
    >>> [record.to_dict() for page in pages for record in DiscoverData().discover(pages).extract(page)]
    [{'title': 'Emma'}, {'title': 'Kim'}]
    """

    listing: bool = False
    limit: int = DISCOVER_COLUMNS
    share: float = COLUMN_SHARE

    def learn(self, examples: Sequence[Example]) -> EmbeddedWrapper:
        """A wrapper for the pages of the examples."""
        return self.discover([example.page for example in examples])

    def discover(self, pages: Sequence[Page], names: Mapping[str, str] | None = None) -> EmbeddedWrapper:
        """A wrapper for these pages, or it raises BadInput where their scripts have no columns.

        ``names``: new names for columns.
        """
        record, columns = self._largest_list(pages) if self.listing else (None, self._columns(pages))
        if not columns:
            what = "no list of objects" if self.listing else "no data that differs from page to page"
            raise BadInput(source="the pages", reason=f"their scripts have {what}")
        given = names or {}
        made = column_names(list(columns))
        if missing := [old for old in given if old not in made]:
            raise BadInput(source=missing[0], reason=f"is no column; there are {', '.join(made)}")
        new = [given.get(name, name) for name in made]
        fields = tuple(Field(name, many=many, optional=True) for name, many in zip(new, columns.values(), strict=True))
        paths = tuple(
            DataPath(name, path.keys, path.document, 0, path.neighbours)
            for name, path in zip(new, columns, strict=True)
        )
        return wrapper_of(Schema(fields), DataPaths(paths, record, repeats(fields)))

    def _columns(self, pages: Sequence[Page]) -> dict[DataPath, bool]:
        """The patterns of columns, and whether a page has several values."""
        found = [_values_by_pattern(page) for page in pages]
        texts: dict[DataPath, list[tuple[str, ...]]] = defaultdict(list)
        for pattern, some in (item for values in found for item in values.items()):
            texts[pattern].append(tuple(some))
        least = max(2, self.share * len(pages))
        kept = {one: some for one, some in texts.items() if len(some) >= least and len(set(some)) > 1}
        best = sorted(kept, key=lambda one: (not one.neighbours, -len(kept[one]), len(one.keys)))[: self.limit]
        return {one: max(map(len, kept[one])) > 1 for one in kept if one in best}

    def _largest_list(self, pages: Sequence[Page]) -> tuple[DataPath | None, dict[DataPath, bool]]:
        """The pattern of the records, and those of their columns."""
        counts = Counter(pattern for page in pages for pattern in _objects(page))
        best: tuple[int, DataPath | None, dict[DataPath, bool]] = (0, None, {})
        for pattern, count in counts.most_common(MOST_LISTS):
            if count >= LEAST_OBJECTS:
                columns = self._record_columns(pages, pattern)
                if count * len(columns) > best[0]:
                    best = count * len(columns), pattern, columns
        return best[1:]

    def _record_columns(self, pages: Sequence[Page], pattern: DataPath) -> dict[DataPath, bool]:
        objects = [one for page in pages for one in places_at(page.embedded.documents, pattern)]
        objects = objects[:: -(-len(objects) // MOST_OBJECTS)]
        texts: dict[DataPath, list[tuple[str, ...]]] = defaultdict(list)
        for one in objects:
            check_time()
            for keys in dict.fromkeys(_keys_below(one)):
                path = DataPath("", keys)
                values = tuple(value.shown for value in present(below(one, path)))
                texts[path].extend([values] if values else [])
        least = self.share * len(objects)
        kept = [one for one, some in texts.items() if len(some) >= least and len(set(some)) > 1][: self.limit]
        return {one: max(map(len, texts[one])) > 1 for one in kept}


def _values_by_pattern(page: Page) -> Mapping[DataPath, Sequence[str]]:
    """The values of a page, by their patterns."""
    found: dict[DataPath, list[str]] = defaultdict(list)
    for document in page.embedded.documents:
        tree = document.tree
        numbers, patterns = _patterns(document)
        kept = [_is_data(one.keys) and len(one.keys) <= EMBEDDED_DEPTH for one in patterns]
        for node in tree.scalars():
            if kept[numbers[node]] and is_value(tree, node) and (text := shown_text(tree.text(node))):
                found[patterns[numbers[node]]].append(text)
    return found


def _patterns(document: EmbeddedDocument) -> tuple[list[int], list[DataPath]]:
    """For each node the number of its pattern, and the patterns; a pattern is made once, of that of the node above."""
    tree = document.tree
    numbers: list[int] = []
    known: dict[tuple[int, DataKey, tuple[Neighbour, ...]], int] = {}
    patterns: list[DataPath] = []
    for node in range(len(tree)):
        if node % NODES_BETWEEN_CHECKS == 0:
            check_time()
        kind, parent = tree.kind(node), tree.parent(node)
        key = tree.key(node) if node else None
        is_inner = kind in {"object", "array"}
        step = None if isinstance(key, int) or (is_inner and isinstance(key, str) and is_volatile(key)) else key
        types = tuple(typed_neighbours(tree, [node])) if kind == "object" else ()
        way = (numbers[parent] if node else -1, step, types)
        if way not in known:
            known[way] = len(patterns)
            above = patterns[way[0]] if node else DataPath("", (), document.name)
            keys = (*above.keys, step) if node else ()
            own = tuple(replace(one, depth=len(keys)) for one in types)
            patterns.append(replace(above, keys=keys, neighbours=(*above.neighbours, *own)))
        numbers.append(known[way])
    return numbers, patterns


def _general(keys: Sequence[DataKey]) -> tuple[DataKey, ...]:
    """Keys with None for numbers of items, and for keys with numbers in them but the last."""
    last = len(keys) - 1
    return tuple(
        None if isinstance(key, int) or (at < last and isinstance(key, str) and is_volatile(key)) else key
        for at, key in enumerate(keys)
    )


def _is_data(keys: Sequence[DataKey]) -> bool:
    """Whether a path leads to data: not to a context or an address in the graph, nor to numbers in arrays of arrays."""
    named = [key for key in keys if isinstance(key, str)]
    return bool(named) and not named[-1].startswith("@") and tuple(keys[-2:]) != (None, None)


def _objects(page: Page) -> Iterator[DataPath]:
    """The patterns of the objects in arrays, behind keys with numbers and in many scripts, once for each object."""
    roots: list[DataPath] = []
    for document in page.embedded.documents:
        tree = document.tree
        numbers, patterns = _patterns(document)
        roots += [patterns[0]] if tree.kind(0) == "object" else []
        for node in range(1, len(tree)):
            pattern = patterns[numbers[node]]
            if tree.kind(node) == "object" and pattern.keys[-1] is None and len(pattern.keys) <= EMBEDDED_DEPTH:
                yield pattern
    counts = Counter(roots)
    yield from (one for one in roots if counts[one] >= LEAST_OBJECTS)


def _keys_below(place: DataPlace) -> Iterator[tuple[DataKey, ...]]:
    """The keys from an object to its values, generalised, in order."""
    tree = place.document.tree
    waiting: list[tuple[int, tuple[DataKey, ...]]] = [(place.node, ())]
    while waiting:
        node, keys = waiting.pop()
        if tree.kind(node) in {"object", "array"}:
            waiting += [(child, (*keys, tree.key(child))) for child in reversed(list(tree.children(node)))]
        elif _is_data(general := _general(keys)):
            yield general


def column_names(columns: Sequence[DataPath]) -> list[str]:
    """A name for each of some paths, made of its last keys; what is still the same gets a number.

    >>> column_names([DataPath("", keys) for keys in [("name",), ("brand", "name"), (None, "a.b"), ("name",)]])
    ['name', 'brand_name', 'a_b', 'name_2']
    """
    words = [_name_words(one) for one in columns]
    sizes = [1] * len(words)
    for _ in range(max(map(len, words), default=0)):
        names = ["_".join(some[-size:]) for some, size in zip(words, sizes, strict=True)]
        again = Counter(names)
        sizes = [min(size + (again[name] > 1), len(some)) for some, size, name in zip(words, sizes, names, strict=True)]
    seen = Counter[str]()
    found = []
    for name in ("_".join(some[-size:]) for some, size in zip(words, sizes, strict=True)):
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return found


def _name_words(column: DataPath) -> list[str]:
    """The keys of a path, and in the place of a number the type of its object.

    >>> _name_words(DataPath("", ("@graph", None, "name"), neighbours=(Neighbour(2, "@type", "Recipe"),)))
    ['Recipe', 'name']
    """
    types = {one.depth: one.text.rpartition("/")[2] for one in column.neighbours}
    keys = [types.get(0), *(types.get(at) if key is None else key for at, key in enumerate(column.keys, 1))]
    named = [key.replace(".", "_") for key in keys if isinstance(key, str) and key and not key.startswith("@")]
    return named or ["value"]
