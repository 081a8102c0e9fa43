"""Small hostile pages and programs to run on them, drawn from the same few words so that rules find something."""

import json
from collections.abc import Sequence

from hypothesis import strategies as st

from unweave.program import Condition, DataPath, DataVote, Selection, Selections, Step
from unweave.records import Field, Schema

WORDS = ("Brand:", "Acme", "Price:", "$5", "Year", "1815", "by Ann (US)", "4 May 2020")
TAGS = ("b", "i", "p", "div", "span", "li", "td", "th", "tr", "h1", "h2", "dl", "dt")
CLASSES = ("x", "x y", "Price")
IDS = ("a", "b")
TEXTS = (
    *WORDS,
    *(
        "Tea &amp; cake",
        "&euro;5",
        "&nbsp;Acme&#160;",
        " ",
        "\n",
        "AT&T",
        "&lt;b>",
        "1 < 2",
        "Brand:\n Price:",
        "caf\u00e9",
    ),
    *("\u4e2d\u6587", "&#32;", "\u00a0", "Brand", "Br&#97;nd:"),
)
RAW = (
    "<script>Brand:</script>",
    "<style>b {}</style>",
    "<noscript><b class=x>Brand:</b></noscript>",
    "<noscript>Acme",
    "</noscript>",
    "<template><b class=x>Acme</b> Brand: <tr><td>$5</template>",
    "<svg><title>Acme</title><g class=x>Brand:</g></svg>",
    "<svg><style><b>Acme</b></style><text class=x>$5</text></svg>",
    "<svg><desc><p class=x>Acme</desc></svg>",
    "<pre>\nBrand: Acme</pre>",
    "<textarea>\n Acme </textarea>",
    "<!-- Brand: -->",
    "<br>",
    "<hr>",
    "<img class=x title=Acme>",
    "<input type=hidden id=a>",
    "<a href='/x?a&amp;b' class=x>Acme</a>",
    "<a href=/y>",
    "<p><b class=x>",
    "</b>",
    "</p>",
    "</td>",
    "</table>",
    "</div>",
    "</body>",
    "</html>",
    "<select><option>Acme<option>$5</select>",
    "<a>Acme</a>, <a>$5</a> and <a class=x>Year</a>",
    "<p><b class=x>Acme</b> | <b class=x>$5</b><br> <b class=x><i>Year</i></b>; <b class=x>Acme</b></p>",
    "<ul><li>Acme<li>$5 <li>by <i>Ann</i></ul>",
    "<body class=x>",
    "<html id=a>",
)


def _tag(tag: str, attributes: str, inner: str, *, closed: bool) -> str:
    return f"<{tag}{attributes}>{inner}" + (f"</{tag}>" if closed else "")


attributes = st.sampled_from(
    ["", "", " class=x", ' class="x y"', " id=a", " id=b class=Price", ' title="Brand: &amp; Acme"', " id=a id=b"]
)
leaves = st.sampled_from(TEXTS) | st.sampled_from(WORDS) | st.sampled_from(RAW)


def _wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    parts = st.lists(inner, max_size=4).map("".join)
    element = st.builds(_tag, st.sampled_from(TAGS), attributes, parts, closed=st.booleans())
    row = st.lists(st.tuples(st.sampled_from(["td", "th"]), attributes, parts), max_size=3).map(
        lambda cells: "<tr>" + "".join(f"<{tag}{own}>{text}" for tag, own, text in cells)
    )
    table = st.lists(row | parts, max_size=3).map(lambda rows: f"<table>{''.join(rows)}</table>")
    return element | table | parts


pages = st.lists(st.recursive(leaves, _wider, max_leaves=10), max_size=6).map("".join)

labels = st.sampled_from(["Brand:", "Price:", "Year", "Acme", "Brand: Price:", "Brand", "Tea & cake"])


def _has(*steps: Step, negated: bool = False) -> Condition:
    return Condition("has", steps=steps, negated=negated)


def _label(axis: str, distance: int, text: str, negated: bool) -> Condition:
    conditions = (Condition("filled"), Condition("position", str(distance)), Condition("text", text))
    return _has(Step(axis, "#text", conditions), negated=negated)  # type: ignore[arg-type]  # an axis


def _heading(text: str, negated: bool) -> Condition:
    conditions = (Condition("heading"), Condition("position", "1"), Condition("text", text))
    return _has(Step("preceding", "", conditions), negated=negated)


seldom = st.sampled_from([False, False, False, True])
own = st.one_of(
    st.builds(lambda value, no: Condition("class", value, negated=no), st.sampled_from(["x", "y", "Price"]), seldom),
    st.builds(lambda value, no: Condition("attribute", value, "id", no), st.sampled_from(IDS), seldom),
    st.builds(lambda value, no: Condition("nth", value, negated=no), st.sampled_from("123"), seldom),
    st.builds(lambda value, no: Condition("nth-from-end", value, negated=no), st.sampled_from("12"), seldom),
)
tests = st.one_of(
    st.builds(lambda value, no: Condition("contains", value, negated=no), st.sampled_from(["Ac", "$", "1"]), seldom),
    st.builds(lambda value, no: Condition("text", value, negated=no), st.sampled_from(WORDS), seldom),
    st.builds(lambda value, no: Condition("begins", value, negated=no), labels, seldom),
    st.builds(lambda value, no: Condition("column", value, negated=no), labels, seldom),
    st.builds(
        lambda value, no: Condition("kind", value, negated=no), st.sampled_from(["price", "date", "integer"]), seldom
    ),
    st.builds(lambda value, no: Condition("left", value, negated=no), st.sampled_from([">", "<b>", "Brand:"]), seldom),
    st.builds(lambda value, no: Condition("right", value, negated=no), st.sampled_from(["<", "</b>", " "]), seldom),
    st.builds(lambda no: Condition("filled", negated=no), seldom),
    st.builds(_heading, labels, seldom),
)
beside = st.builds(_label, st.sampled_from(["preceding", "following"]), st.sampled_from([1, 1, 2, 3]), labels, seldom)
tags = st.sampled_from(["", *TAGS, "table", "a", "g", "body", "pre", "title", "desc"])
parents = st.lists(
    st.builds(
        lambda tag, conditions: Step("parent", tag, tuple(conditions)),
        tags,
        st.lists(own | st.builds(lambda text, no: Condition("begins", text, negated=no), labels, seldom), max_size=2),
    ),
    min_size=1,
    max_size=3,
).map(lambda steps: _has(*steps))
ancestor = st.builds(
    lambda tag, conditions, no: _has(Step("ancestor", tag, tuple(conditions)), negated=no),
    tags,
    st.lists(own, max_size=1),
    seldom,
)
axes = st.sampled_from(
    ["self", "child", "descendant", "following-sibling", "preceding-sibling", "following", "preceding", "parent"]
)
other = st.builds(
    lambda axis, tag, conditions, no: _has(Step(axis, tag, tuple(conditions)), negated=no),
    axes,
    tags | st.just("#text"),
    st.lists(
        own | tests | st.builds(Condition, st.sampled_from(["position", "position-from-end"]), st.sampled_from("12")),
        max_size=2,
    ),
    seldom,
)
conditions = st.lists(st.one_of(own, own, tests, beside, beside, parents, ancestor, other), max_size=3).map(tuple)
steps = st.builds(lambda tag, asked: Step("descendant", tag, asked), tags | st.just("#text"), conditions)


@st.composite
def selections(draw: st.DrawFn, field: str, panel: int = 0, take: str = "text") -> Selection:
    """A rule of a panel."""
    left, right = draw(st.sampled_from([("", "")] * 4 + [("", " "), ("(", ")"), (" ", ""), ("A", "m"), (":", "")]))
    weight, silence = draw(st.sampled_from([(1.0, 0.0), (1.0, 0.5), (2.0, 1.0), (0.7, 0.3), (3.0, 0.0)]))
    step = draw(steps)
    if take != "text" and step.tag == "#text":
        step = Step(step.axis, "", step.conditions)
    return Selection(field, (step,), take, left, right, panel, weight, silence)


@st.composite
def programs(draw: st.DrawFn) -> tuple[Selections, Schema]:
    """A program of one to three fields, of one record a page, of records' elements, or grouped."""
    fields, rules = [], []
    for name in ("f", "g", "h")[: draw(st.integers(1, 3))]:
        fields.append(Field(name, many=draw(st.booleans()), optional=True))
        for panel in range(draw(st.sampled_from([1, 1, 2]))):
            take = draw(st.sampled_from(["text", "text", "text", "@id", "@title", "@class"]))
            rules += draw(st.lists(selections(name, panel, take), min_size=1, max_size=4))
    shape = draw(st.sampled_from(["single", "single", "records", "grouped"]))
    records = draw(st.lists(selections(""), min_size=1, max_size=2)) if shape == "records" else []
    found_alone = [each.name for each in fields if shape != "grouped"]
    program = Selections(
        tuple(rules),
        tuple(records),
        grouped=shape == "grouped",
        repeats=tuple(draw(st.lists(st.sampled_from("fg"), max_size=1))),
        labels=tuple(draw(st.lists(labels, max_size=2, unique=True))),
        rows=tuple(found_alone if draw(st.booleans()) else ()),
        data=tuple(draw(data_vote(name)) for name in _voted(rules) if shape == "single" and draw(st.booleans())),
    )
    return program, Schema(tuple(fields))


def _voted(rules: Sequence[Selection]) -> list[str]:
    """The fields on which data can vote: their rules form one panel, and take the same part of texts."""
    kinds = {name: {(one.panel, one.left, one.right) for one in rules if one.field == name} for name in "fgh"}
    return [name for name, some in kinds.items() if len(some) == 1]


def data_vote(field: str) -> st.SearchStrategy[DataVote]:
    """The vote of a path to one of the members of the objects that ``pages_with_data`` have."""
    paths = st.sampled_from([("a",), ("b",), ("list", None), ("list", 0), (None,)])
    weights = st.sampled_from([0.3, 1.0, 2.0, 5.0])
    return st.builds(lambda keys, weight: DataVote(DataPath(field, keys), weight), paths, weights)


words = st.sampled_from([*WORDS, "Tea &amp; cake", "acme", "Acme!", ""])
scripts = st.builds(
    lambda one, other, some: f"<script>s = {json.dumps({'a': one, 'b': other, 'list': some})}</script>",
    words,
    words,
    st.lists(words, max_size=3),
)
pages_with_data = st.tuples(pages, scripts | st.just(""), pages).map("".join)
