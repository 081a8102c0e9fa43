"""Tree wrappers on the parser's own nodes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.choose import learn
from unweave.definition import select
from unweave.engine.index import Index
from unweave.page import Page
from unweave.program import Selections
from unweave.records import Example
from unweave.trees.extraction import Selector, span_of
from unweave.trees.language import TreeLanguage
from unweave.trees.nodes import NodeTarget
from unweave.trees.outline import outlined
from unweave.trees.vocabulary import Vocabulary

PIECES = ("<ul>", "<li>", "<b>", "</b>", "</ul>", "<p class=a>", "<p>", "<script>x</script>", "name:", "Emma", " ")
TEXT = NodeTarget("text")


@settings(max_examples=150, deadline=None)
@given(
    pieces=st.lists(st.sampled_from(PIECES), min_size=3, max_size=30),
    width=st.integers(1, 3),
    depth=st.integers(2, 4),
    words=st.sampled_from([Vocabulary(), Vocabulary(frozenset({"name:"})), Vocabulary(marks=frozenset({".a"}))]),
)
def test_nodes_of_the_parser_and_the_whole_outline_agree(
    pieces: list[str], width: int, depth: int, words: Vocabulary
) -> None:
    """A selector with an outline made as needed selects what the language does on the outline of the whole page."""
    page = Page("".join(pieces), html=True)
    outline = outlined(page)
    texts = TEXT.candidates(outline)
    if not texts:
        return
    language = TreeLanguage.learned([(outline, texts[0])], width=width, depth=depth, vocabulary=words)
    selected = Selector(TEXT, [language]).nodes(Index(page.document))
    assert [span_of(page, peer, TEXT) for peer in selected] == [
        TEXT.span(outline, at) for at in language.select(outline, texts)
    ]


def test_a_page_leaves_nothing_behind() -> None:
    """A selector gives the same on a page whatever pages came before."""
    pages = [Page(f"<ul><li>name: <b>{name}</b><li>born: <b>1775</b></ul>") for name in ("Emma", "Kim", "Emma")]
    outline = outlined(pages[0])
    words = Vocabulary(frozenset({"name:", "born:"}))
    emma = next(at for at in outline.text_nodes() if outline.texts[at] == "Emma")
    selector = Selector(TEXT, [TreeLanguage.learned([(outline, emma)], width=2, depth=4, vocabulary=words)])
    found = [[peer.data for peer in selector.nodes(Index(page.document))] for page in pages]
    assert found == [["Emma"], ["Kim"], ["Emma"]]


def test_a_program_begins_at_the_document() -> None:
    """Where the context of a value goes up to the document, the program's steps lead from there to the value."""
    page = Page("Emma", html=True)
    wrapper = learn([Example.from_values(page, [{"title": "Emma"}])], method="tree")
    program = wrapper.program()
    assert isinstance(program, Selections)
    (selection,) = program.fields
    assert [(step.axis, step.tag) for step in selection.steps] == [
        ("child", "html"),
        ("child", "body"),
        ("child", "#text"),
    ]
    assert [node.data for node in select(page.tree.root, selection.steps)] == ["Emma"]
