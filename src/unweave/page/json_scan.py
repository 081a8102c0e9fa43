r"""JSON in a text, with the place of every value: one pass without recursion, in time linear in the text.

Legend

    text        'var s = {"title": "Emma", "tags": ["a", "b"],}'
    node        a value: its number, in the order of the text; its kind, "object", "array", "string", "number" or
                "constant"; where it begins and ends (a string without its quotes); the node that contains it; its key
    key         of a member of an object, its name; of an item of an array, its number
    path        ("tags", 1): the keys from the root to a node
    constant    true, false and null; as JavaScript has them, undefined, NaN and Infinity

JSON as pages write it: comments, a comma before a closing bracket, names without quotes and strings in single quotes
are allowed, since scripts are JavaScript; a call, a function or an expression is not JSON. Of equal keys all are kept.

    >>> tree = scan_json('{"title": "Emma", "tags": ["a", "b"],}')
    >>> [(tree.path(node), tree.text(node)) for node in tree.scalars()]
    [(('title',), 'Emma'), (('tags', 0), 'a'), (('tags', 1), 'b')]
    >>> scan_json('{"title": f(1)}')
    Traceback (most recent call last):
    unweave.page.json_scan.NotJson: no JSON at 10
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator

from unweave.page.json_strings import unescaped
from unweave.page.span import Span

Key = str | int
KeyPath = tuple[Key, ...]
KINDS = ("object", "array", "string", "number", "constant")
OBJECT, ARRAY, STRING, NUMBER, CONSTANT = range(5)
STRING_TOKEN, MARK_TOKEN, NUMBER_TOKEN, CONSTANT_TOKEN, NAME_TOKEN = range(1, 6)
VALUE, ITEM, MEMBER, COLON, BEHIND = range(5)
"""What may come next: a value; an item or "]"; a name or "}"; a colon; a comma or the end of what is open."""
_token = re.compile(
    r"""(?:[\s\ufeff]++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+
    (?:("[^"\\]*+(?:\\.[^"\\]*+)*+"|'[^'\\]*+(?:\\.[^'\\]*+)*+')
      |([{}\[\],:])
      |(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![\w$.]))
      |((?:true|false|null|undefined|NaN|-?Infinity)(?![\w$]))
      |([A-Za-z_$][\w$]*+))""",
    re.VERBOSE | re.DOTALL,
).match
_skip = re.compile(r"(?:[\s\ufeff]++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))*+").match


class NotJson(ValueError):
    """There is no JSON value; ``at`` is where that was seen."""

    def __init__(self, at: int) -> None:
        super().__init__(f"no JSON at {at}")
        self.at = at


class Names:
    r"""The names of members: each has a number, so that they are compared as numbers, and decoded once.

    >>> names = Names()
    >>> names.number(r'"title"'), names.number("title"), names.number('"tags"'), names.known["tags"], names.texts
    (0, 0, 1, 1, ['title', 'tags'])
    """

    __slots__ = ("_read", "known", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.known: dict[str, int] = {}
        self._read: dict[str, int] = {}  # as they are written

    def number(self, raw: str) -> int:
        """The number of a name as it is written, with or without quotes."""
        number = self._read.get(raw)
        if number is None:
            name = unescaped(raw[1:-1]) if raw[0] in "\"'" else raw
            number = self._read[raw] = self.known.setdefault(name, len(self.texts))
            self.texts += [name] * (number == len(self.texts))
        return number


class JsonTree:
    """The nodes of a JSON value.

    >>> tree = scan_json('[{"a": 1}]')
    >>> len(tree), tree.kind(2), tree.span(2), tree.parent(2), tree.path(2)
    (3, 'number', Span(start=7, end=8), 1, (0, 'a'))
    """

    __slots__ = ("_behind", "_ends", "_keys", "_kinds", "_parents", "_starts", "names", "source")
    is_ordered = True
    """Whether nodes are in the order of the text."""

    def __init__(self, source: str, names: Names | None = None) -> None:
        self.source, self.names = source, names or Names()
        self._kinds, self._starts, self._ends = bytearray(), array("q"), array("q")
        # The key of a member is the number of its name; of an item, -1 - its number.
        self._parents, self._keys = array("q"), array("q")
        self._behind = array("q")  # the node behind a node and all that is in it

    def __len__(self) -> int:
        return len(self._kinds)

    def add(self, kind: int, start: int, end: int, parent: int, key: int) -> int:
        """Add a node, and give its number."""
        self._kinds.append(kind)
        self._starts.append(start)
        self._ends.append(end)
        self._parents.append(parent)
        self._keys.append(key)
        self._behind.append(len(self._kinds))
        return len(self._kinds) - 1

    def close(self, node: int, end: int) -> None:
        """Set the end of an object or array, behind its last node."""
        self._ends[node] = end
        self._behind[node] = len(self._kinds)

    @property
    def end(self) -> int:
        """Where the value ends."""
        return self._ends[0] + (self._kinds[0] == STRING)

    def kind(self, node: int) -> str:
        """The kind of a node."""
        return KINDS[self._kinds[node]]

    def span(self, node: int) -> Span:
        """Where a node is in the scanned text; a string without its quotes."""
        return Span(self._starts[node], self._ends[node])

    def parent(self, node: int) -> int:
        """The number of the object or array that contains a node; -1 for the root."""
        return self._parents[node]

    def key(self, node: int) -> Key:
        """The key of a node in its parent; "" for the root."""
        key = self._keys[node]
        if self._parents[node] < 0:
            return ""
        return -1 - key if key < 0 else self.names.texts[key]

    def raw_key(self, node: int) -> int:
        """The key of a node as ``add`` takes it: the number of a name; -1 - the number of an item."""
        return self._keys[node]

    def path(self, node: int) -> KeyPath:
        """The keys from the root to a node."""
        keys: list[Key] = []
        while self._parents[node] >= 0:
            keys.append(self.key(node))
            node = self._parents[node]
        return tuple(reversed(keys))

    def text(self, node: int) -> str:
        """The text of a string, decoded, or of a number or constant as it stands; "" for objects and arrays."""
        if self._kinds[node] <= ARRAY:
            return ""
        raw = self.source[self._starts[node] : self._ends[node]]
        return unescaped(raw) if self._kinds[node] == STRING else raw

    def scalar_at(self, span: Span) -> int | None:
        """The string, number or constant at a span of the text, if there is one; nodes have to be in its order.

        >>> tree = scan_json('["a", "b"]')
        >>> tree.scalar_at(Span(7, 8)), tree.scalar_at(Span(7, 9))
        (2, None)
        """
        node = bisect_left(self._starts, span.start)
        is_there = node < len(self._kinds) and self.span(node) == span and self._kinds[node] >= STRING
        return node if is_there else None

    def scalars(self) -> Iterator[int]:
        """The nodes that are strings, numbers or constants."""
        return (node for node, kind in enumerate(self._kinds) if kind >= STRING)

    def children(self, node: int) -> Iterator[int]:
        """The members of an object, or the items of an array, in order.

        >>> tree = scan_json('[{"a": 1}, 2]')
        >>> list(tree.children(0)), list(tree.children(1)), list(tree.children(2))
        ([1, 3], [2], [])
        """
        at = node + 1
        while at < len(self._kinds) and self._parents[at] == node:
            yield at
            at = self._behind[at]

    def child(self, node: int, key: Key) -> int | None:
        """The member with this name, or the item with this number; of equal names the last counts, as in JavaScript.

        >>> tree = scan_json('{"a": 1, "a": [2]}')
        >>> tree.child(0, "a"), tree.child(0, "b"), tree.child(2, 0), tree.child(0, 0)
        (2, None, 3, None)
        """
        if self._kinds[node] != (OBJECT if isinstance(key, str) else ARRAY):
            return None
        keys, found = self._keys, None
        if isinstance(key, int):
            return next((one for one in self.children(node) if keys[one] == -1 - key), None)
        wanted = self.names.known.get(key, -1)
        for one in self.children(node) if wanted >= 0 else ():
            if keys[one] == wanted:
                found = one
        return found


def scan_json(  # noqa: C901, PLR0912  # one loop over all tokens, which must be fast
    text: str, start: int = 0, end: int | None = None
) -> JsonTree:
    """The JSON value that begins at ``start``, or it raises NotJson; what comes after it is not looked at.

    >>> scan_json("x = [1, 2]; y", 4).end
    10
    """
    stop = len(text) if end is None else end
    tree, at = JsonTree(text), start
    add, number_of, opened = tree.add, tree.names.number, list[int]()  # the objects and arrays that are open
    counts = list[int]()  # of an open array, how many items it has; of an object, -1
    key, state = -1, VALUE
    while True:
        token = _token(text, at, stop)
        if token is None:
            raise _problem(text, at, stop)
        kind = token.lastindex or 0
        first, last = token.span(kind)
        mark = text[first] if kind == MARK_TOKEN else ""
        if state == VALUE or (state == ITEM and mark != "]"):
            if kind == NAME_TOKEN or (mark and mark not in "{["):
                raise NotJson(first)
            if state == ITEM:
                key = -1 - counts[-1]
                counts[-1] += 1
            parent = opened[-1] if opened else -1
            if mark:
                opened.append(add(OBJECT if mark == "{" else ARRAY, first, last, parent, key))
                counts.append(-1 if mark == "{" else 0)
                state = MEMBER if mark == "{" else ITEM
            elif kind == STRING_TOKEN:
                add(STRING, first + 1, last - 1, parent, key)
                state = BEHIND
            else:
                add(NUMBER if kind == NUMBER_TOKEN else CONSTANT, first, last, parent, key)
                state = BEHIND
        elif state == MEMBER and not mark:
            key, state = number_of(text[first:last]), COLON
        elif state == COLON and mark == ":":
            state = VALUE
        elif mark == "," and state == BEHIND:
            state = MEMBER if counts[-1] < 0 else ITEM
        elif state in {MEMBER, ITEM, BEHIND} and mark == ("}" if counts[-1] < 0 else "]"):
            counts.pop()
            tree.close(opened.pop(), last)
            state = BEHIND
        else:
            raise NotJson(first)
        at = last
        if not opened:
            return tree


def _problem(text: str, at: int, end: int) -> NotJson:
    """There is no JSON at the next character that is not white space or a comment."""
    found = _skip(text, at, end)
    return NotJson(found.end() if found else at)
