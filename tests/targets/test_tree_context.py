"""The fast form agrees with the slow one on any tree, for any language."""

from hypothesis import given, settings
from hypothesis import strategies as st

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
PAGES = st.lists(BODIES, min_size=1, max_size=5).map(lambda some: Page(f"<div>{''.join(some)}</div>", html=True))
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
