"""The fast form agrees with the slow one on any tree, for any language."""

from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.records.schema import Field, Schema
from unweave.targets.tree import compile_tree
from unweave.trees.aims import Aim
from unweave.trees.labels import Vocabulary
from unweave.trees.language import Language
from unweave.trees.outline import outlined
from unweave.trees.wrapper import Picker, TreeWrapper

TEXTS = st.sampled_from(["name:", " name: ", "x", "y", " ", "\n", "<!--c-->", "<br>", "&nbsp;", "<script>s</script>"])
STARTS = st.sampled_from(["i", "b", "b class=k", "b class='l k'", "i id=m href=1", "b href=2", "noscript"])


def rendered(start: str, below: list[str]) -> str:
    """An element's source; nothing that the parser has to repair."""
    return f"<{start}>{''.join(below)}</{start.split(maxsplit=1)[0]}>"


BODIES = st.recursive(TEXTS, lambda some: st.builds(rendered, STARTS, st.lists(some, max_size=4)), max_leaves=14)
STARTING = st.sampled_from(["", "\ufeff", "\u4e2d", "\ufeff\u4e2d", "\xe9", "<input type='hidden'>"])
PAGES = st.builds(
    lambda start, some: Page(f"{start}<div>{''.join(some)}</div>", html=True),
    STARTING,
    st.lists(BODIES, min_size=1, max_size=5),
)
AIMS = st.sampled_from([Aim("text"), Aim("attribute", "href")])
VOCABULARIES = st.builds(
    Vocabulary,
    st.sampled_from([frozenset[str](), frozenset({"name:"})]),
    st.sets(st.sampled_from([".k", ".l", "id=m"])),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PAGES, min_size=2, max_size=4), AIMS, VOCABULARIES, st.data())
def test_compiled_is_interpreted(pages: list[Page], aim: Aim, vocabulary: Vocabulary, data: st.DataObject) -> None:
    """Any language of width up to 4 and depth up to 5, and a second one beside it, page after page."""
    nodes = [(outlined(page), at) for page in pages for at in aim.candidates(outlined(page))]
    if not nodes:
        return
    languages = []
    for _ in range(data.draw(st.integers(1, 2))):
        shown = data.draw(st.lists(st.sampled_from(nodes), min_size=1, max_size=3))
        width, depth = data.draw(st.integers(1, 4)), data.draw(st.integers(2, 5))
        languages.append(Language.learned(shown, width=width, depth=depth, vocabulary=vocabulary))
    wrapper = TreeWrapper(Schema((Field("value"),)), Picker(aim, tuple(languages)))
    run = compile_tree(wrapper)
    for page in pages:
        assert run(page.source) == [record.to_dict() for record in wrapper.extract(page)]


CELLS = st.sampled_from(
    [
        "<td>Height</td>",
        "<td>Weight</td>",
        "<td> Height\n</td>",
        "<td>7</td>",
        "<td></td>",
        "<td>&nbsp;</td>",
        "<td><b>x</b></td>",
        "<td>a<!--c-->b</td>",
        "<td><i>x</i>y</td>",
        "<th>Height</th>",
        "<script>Height</script>",
        "<!--c-->",
        "\n",
    ]
)
TABLES = st.lists(st.lists(CELLS, min_size=1, max_size=4).map("".join), min_size=1, max_size=6).map(
    lambda rows: Page(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>", html=True)
)
LINES = st.lists(
    st.sampled_from(
        ["Size: ", "Type:", " ", "\n", "<b>1</b>", "<b> </b>", "<b>a<i>b</i></b>", "<br>", "<b></b>", "<!--c-->"]
    ),
    max_size=7,
)
LISTS = st.lists(LINES.map("".join), min_size=1, max_size=5).map(
    lambda lines: Page(f"<dl>{''.join(f'<dd>{line}</dd>' for line in lines)}</dl>", html=True)
)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(st.lists(TABLES, min_size=2, max_size=4), st.lists(LISTS, min_size=2, max_size=4)),
    st.sampled_from([frozenset[str](), frozenset({"Height"}), frozenset({"Size:", "Type:"})]),
    st.integers(2, 3),
    st.integers(3, 4),
    st.data(),
)
def test_rows(pages: list[Page], texts: frozenset[str], width: int, depth: int, data: st.DataObject) -> None:
    """Rows of labels and values, told apart by the texts beside or inside the neighbours, page after page."""
    nodes = [(outlined(page), at) for page in pages for at in outlined(page).text_nodes()]
    if not nodes:
        return
    shown = data.draw(st.lists(st.sampled_from(nodes), min_size=1, max_size=3))
    language = Language.learned(shown, width=width, depth=depth, vocabulary=Vocabulary(texts))
    wrapper = TreeWrapper(Schema((Field("value"),)), Picker(Aim("text"), (language,)))
    try:
        run = compile_tree(wrapper)
    except CannotCompile:
        return
    for page in pages:
        assert run(page.source) == [record.to_dict() for record in wrapper.extract(page)]
