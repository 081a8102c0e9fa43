import pytest

from contract.cases import COUNTRIES, SHOWN
from unweave.choose import learn
from unweave.choose.methods import METHODS, NAMES, learner
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.wrapper import Learner


@pytest.mark.parametrize("name", METHODS)
def test_every_method_of_the_table_has_a_learner(name: str) -> None:
    """The table promises nothing that is not there."""
    assert isinstance(learner(name), Learner)


def test_auto_says_which_method_answered() -> None:
    """The origin names it, and keeps the examples with their values."""
    origin = learn(COUNTRIES).origin
    assert origin.method in METHODS
    assert origin.examples[0]["page"] == SHOWN[0].name
    assert origin.examples[0]["status"] == "complete"


def test_an_unknown_method_is_refused_with_the_known_ones() -> None:
    """A typing error is answered with the choice."""
    with pytest.raises(BadInput, match=", ".join(NAMES)):
        learn(COUNTRIES, method="hlt")


def test_nothing_to_learn_from_is_said() -> None:
    """Unlabelled pages alone teach no fields."""
    with pytest.raises(BadInput, match="no page has a record"):
        learn([Example(Page("<b>Emma</b>"))])


def test_when_nothing_agrees_the_first_reason_is_told() -> None:
    """No method of the table can tell these two apart."""
    page = Page("x1x2x1x2", name="blur.txt")
    example = Example.from_spans(page, [{"digit": (1, 2)}, {"digit": (5, 6)}], status="complete")
    with pytest.raises(NoConsistentWrapper) as raised:
        learn([example], method="lr")
    assert (raised.value.field, raised.value.page) == ("digit", "blur.txt")


@pytest.mark.parametrize(("source", "rows"), [("><a></a>m", [(0, 1)]), ("><I>><H>N<I>a<I>y<I>M", [(0, 2), (3, 4)])])
def test_a_wrapper_that_contradicts_its_examples_is_not_returned(source: str, rows: list[tuple[int, int]]) -> None:
    """Here the values of each field are found, but they are grouped into other records than those that were shown."""
    page = Page(source, name="p.html", html=True)
    texts = [node.span for node in page.tree.nodes if node.kind == "text"]
    records = [{"f0": texts[first], "f1": texts[second]} for first, second in rows]
    example = Example.from_spans(page, records, status="partial")
    with pytest.raises(NoConsistentWrapper, match="was not found") as raised:
        learn([example], method="tree")
    assert raised.value.page == "p.html"
