"""JSON with places: the same values as the standard library, each at its place, in linear time."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.page.json_scan import JsonTree, NotJson, scan_json
from unweave.page.json_strings import Offsets, unescaped

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4))


def rebuilt(tree: JsonTree, decode: Any = json.loads) -> Any:
    """The value that the nodes make, put together from the end; of equal keys the last one counts."""
    made: list[Any] = []
    for node in range(len(tree)):
        kind = tree.kind(node)
        empty: Any = {} if kind == "object" else []
        made.append(empty if kind in {"object", "array"} else _scalar(tree, node, decode))
        if tree.parent(node) >= 0:
            above, key = made[tree.parent(node)], tree.key(node)
            if isinstance(above, list):
                assert key == len(above)
                above.append(made[node])
            else:
                above[key] = made[node]
    return made[0]


def _scalar(tree: JsonTree, node: int, decode: Any) -> Any:
    return tree.text(node) if tree.kind(node) == "string" else decode(tree.text(node))


@given(VALUES, st.booleans(), st.sampled_from([None, 1, "\t"]))
def test_it_reads_what_json_reads(value: Any, ascii_only: bool, indent: Any) -> None:
    """Any JSON text gives the same value as the standard library, and is read to its end."""
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    tree = scan_json(text)
    assert rebuilt(tree) == json.loads(text)
    assert tree.end == len(text)


@given(VALUES)
def test_places(value: Any) -> None:
    """What is at the span of a node is the node: decoded for itself it gives the same value."""
    text = f"x = {json.dumps(value)};"
    tree = scan_json(text, 4)
    for node in range(len(tree)):
        start, end = tree.span(node)
        raw = f'"{text[start:end]}"' if tree.kind(node) == "string" else text[start:end]
        assert json.loads(raw) == rebuilt(scan_json(raw))
        assert tree.text(node) in {"", unescaped(text[start:end])}
    assert text[tree.end :] == ";"


@given(st.text("{}[]\",:\\ 1ae-./*\n'tru"))
def test_any_text(text: str) -> None:
    """Any text is JSON or not; what the standard library reads is read in the same way."""
    try:
        wanted = json.loads(text, strict=False)
    except ValueError:
        wanted = NotJson
    try:
        tree = scan_json(text)
    except NotJson as problem:
        assert wanted is NotJson
        assert 0 <= problem.at <= len(text)
    else:
        assert wanted is NotJson or rebuilt(tree) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"a": 1, /* one */ "b": [2, 3,], // two\n}', {"a": 1, "b": [2, 3]}),
        ("{a: 'it\\'s', $b_1: \"x\", 5: 1}", {"a": "it's", "$b_1": "x", "5": 1}),
        ('{"a": "\\x41\\u{1F600}\\u0042", "b": "one \\\n line"}', {"a": "A\N{GRINNING FACE}B", "b": "one  line"}),
        ('{"a": 1, "a": 2}', {"a": 2}),
        (
            '["\\ud83d\\ude00", "\\ud83d", "<\\/script>"]',
            ["\N{GRINNING FACE}", "\N{REPLACEMENT CHARACTER}", "</script>"],
        ),
        ("[]", []),
        ("-1.5e3", -1500.0),
    ],
)
def test_json_as_pages_write_it(text: str, wanted: Any) -> None:
    """Comments, commas at the end, names without quotes, single quotes, escapes of JavaScript, equal keys."""
    assert rebuilt(scan_json(text)) == wanted


def test_constants() -> None:
    """What JavaScript has besides JSON is a constant."""
    tree = scan_json("[NaN, -Infinity, undefined, true]")
    kinds = [(tree.kind(node), tree.text(node)) for node in tree.scalars()]
    assert kinds == [("constant", "NaN"), ("constant", "-Infinity"), ("constant", "undefined"), ("constant", "true")]


@pytest.mark.parametrize(
    "text",
    ["", "{", '{"a"}', '{"a":}', "[1,,2]", "[1 2]", "{,}", "f(1)", "[function(){}]", '{"a": `x`}', '"x', "01", "1.",
     "{a b}", "[1)", '{"a": 1]', "/* x", "tru", "[+1]"],
)  # fmt: skip
def test_what_is_no_json(text: str) -> None:
    """Code, and what is broken or cut, is not JSON."""
    with pytest.raises(NotJson):
        scan_json(text)


@given(st.text())
def test_offsets(text: str) -> None:
    """Every character of a decoded string is where the offsets say, so its escape can be read there."""
    raw = json.dumps(text)[1:-1]
    decoded, offsets = unescaped(raw), Offsets.of(raw, 0)
    at = [offsets.source_of(place) for place in range(len(decoded) + 1)]
    assert [unescaped(raw[one:two]) for one, two in pairwise(at)] == list(decoded)


@pytest.mark.parametrize("unit", ["[", '{"a":', '[1,{"b":"c"},', "/*", "[/*", "// x\n", '{"a":"\\\\'])
def test_what_is_cut_off_is_no_json(unit: str) -> None:
    """However long it is."""
    with pytest.raises(NotJson):
        scan_json(unit * 50_000)


def test_deep_nesting() -> None:
    """A hundred thousand levels are read; the path of the innermost value has all of them."""
    depth = 100_000
    tree = scan_json("[" * depth + "1" + "]" * depth)
    assert tree.path(len(tree) - 1) == (0,) * depth


@given(VALUES)
def test_children_by_their_keys(value: Any) -> None:
    """Every member and item is found by its key, however that is written; of equal names the last one."""
    for ascii_only in (True, False):
        tree = scan_json(json.dumps(value, ensure_ascii=ascii_only))
        for node in range(1, len(tree)):
            assert tree.child(tree.parent(node), tree.key(node)) == node


@pytest.mark.parametrize("name", ["a", '""', '"a"', "'a'", r'"\u0061"', r'"\x61"', '"ab"', r'"a\"b"', r'"\\"'])
def test_names_as_pages_write_them(name: str) -> None:
    """With and without quotes, and with escapes."""
    tree = scan_json(f'{{"z": 0, {name}: 1, "y": 2}}')
    assert [tree.child(0, str(tree.key(node))) for node in (1, 2, 3)] == [1, 2, 3]
    assert tree.child(0, "x") is None
