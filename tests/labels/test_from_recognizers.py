"""Learning from recognizers that err: with and without a perfect one, with and without an order."""

import random
from collections.abc import Sequence
from functools import partial

import pytest

from unweave.budget import Budget, OutOfTime
from unweave.choose import learn_from_recognizers
from unweave.delimiters import HLRT, LR
from unweave.demo import BOOKS, DISTRACTED
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.labels import FromRecognizers, Library, Recognizer, of_kind, of_values
from unweave.labels.labelling import FieldCounts, label
from unweave.labels.recognizer import Kind
from unweave.page import Page, Span
from unweave.records import Either, Example
from unweave.wrapper import Wrapper

ROWS = [("Emma", "$5.50"), ("Kim", "$7"), ("Dune", "$9.25"), ("She", "$4"), ("Vathek", "$3")]
PAGE = Page(
    "<p>Now from $3<ul>" + "".join(f"<li><b>{title}</b> {price}</li>" for title, price in ROWS) + "</ul>", name="p"
)


def simulated(examples: Sequence[Example], field: str, kind: Kind, rate: float, seed: int) -> Recognizer:
    """A recognizer that errs at random, as its kind does; it invents words of the page."""
    chance = random.Random(f"{field}{seed}")
    reported: dict[str, list[Span]] = {}
    for example in examples:
        spans = [span for record in example.records for span in record.spans(field)]
        words = [token.span for token in example.page.tokens if token.kind == "word" and token.span not in spans]
        kept = spans if kind == "unsound" else chance.sample(spans, len(spans) - round(rate * len(spans)))
        wrong = [] if kind == "incomplete" else chance.sample(words, round(rate * len(kept)))
        reported[example.page.name] = [*kept, *wrong]
    return Recognizer(field, lambda page: reported[page.name], kind)


@pytest.mark.parametrize("way", ["corroborate", "auto"])
def test_one_perfect_recognizer_is_enough(way: str) -> None:
    """Thesis 6.5: perfect codes and countries that are seen in part lead to a wrapper exact on all pages."""
    examples = DISTRACTED.pages()
    seen = (simulated(examples, "country", "incomplete", 0.4, 1), simulated(examples, "code", "unsound", 0.0, 1))
    perfect = Recognizer("code", seen[1].find, "perfect")
    learner = FromRecognizers(recognizers=(seen[0], perfect), learner=HLRT(), order=("country", "code"), way=way)  # type: ignore[arg-type]  # a parameter of the test
    wrapper = learner.learn([Example(example.page) for example in examples[:5]])
    assert [wrapper.extract(example.page) for example in examples] == [list(example.records) for example in examples]


@pytest.mark.parametrize("seed", range(4))
def test_no_recognizer_needs_to_be_perfect(seed: int) -> None:
    """All unreliable, 30 % missed and 30 % invented: the bookshop is learned exactly, the order found out."""
    examples = BOOKS.examples() + BOOKS.rest()
    recognizers = tuple(simulated(examples, field, "unreliable", 0.3, seed) for field in BOOKS.fields)
    wrapper = FromRecognizers(recognizers=recognizers, learner=LR()).learn([Example(one.page) for one in examples[:6]])
    assert wrapper.schema.names == BOOKS.fields
    assert [wrapper.extract(example.page) for example in examples] == [list(example.records) for example in examples]


def test_real_recognizers_on_the_bookshop() -> None:
    """Half of the titles known, anything like a person, any price: no hand label, and every record is right."""
    examples = BOOKS.examples() + BOOKS.rest()
    titles = sorted({str(record["title"]) for example in examples for record in example.records})
    recognizers = (
        of_values("title", titles[::2], kind="unreliable", misses=0.5, invents=0.2),
        of_kind("author", "person", kind="unreliable", misses=0.2, invents=0.7),
        of_kind("price", "price", invents=0.5),
    )
    learner = FromRecognizers(recognizers=recognizers, learner=LR(), order=BOOKS.fields)
    wrapper = learner.learn([Example(example.page) for example in examples[:6]])
    assert [wrapper.extract(example.page) for example in examples] == [list(example.records) for example in examples]


def test_the_best_wrapper_comes_with_its_score() -> None:
    """Wrappers are ranked by score, and the origin has how many values were reported."""
    learner = FromRecognizers(recognizers=(of_values("title", ["Emma", "Dune", "She"]),), learner=LR())
    found = learner.ranked([Example(PAGE)])
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    assert [record["title"] for record in found[0].wrapper.extract(PAGE)] == [title for title, _ in ROWS]
    assert found[0].wrapper.origin.confidence["title"].reasons == ("3 of 5 values were reported by a recognizer",)


def test_the_same_input_gives_the_same_wrapper() -> None:
    """Nothing is drawn at random."""
    learner = FromRecognizers(
        recognizers=(of_values("title", ["Emma", "Dune"]), of_kind("price", "price")), learner=LR()
    )
    assert learner.learn([Example(PAGE)]) == learner.learn([Example(PAGE)])


def test_a_person_is_a_perfect_recognizer() -> None:
    """Labelled pages need no recognizer at all, and help those that there are."""
    example = Example.from_values(PAGE, [{"title": title} for title, _ in ROWS])
    wrapper = FromRecognizers(learner=LR()).learn([example])
    assert [record["title"] for record in wrapper.extract(PAGE)] == [title for title, _ in ROWS]


def test_what_cannot_be_learned_is_said() -> None:
    """No recognizers; nothing reported; and when labels run out, how many of how many were tried."""
    with pytest.raises(BadInput, match="there are none"):
        FromRecognizers(learner=LR()).learn([Example(PAGE)])
    with pytest.raises(NoConsistentWrapper, match="report too little of title"):
        FromRecognizers(recognizers=(of_values("title", ["Ulysses"]),), learner=LR()).learn([Example(PAGE)])
    page = Page("<b>a1b</b> 2 <i>c3d</i> 4", name="odd")
    crossed = Recognizer("x", lambda _: [Span(4, 5), Span(5, 9), Span(16, 17), Span(17, 21)], "unsound")
    anchors = Recognizer("n", lambda _: [Span(10, 11), Span(22, 23)], "perfect")
    learner = FromRecognizers(
        recognizers=(crossed, anchors), learner=LR(), order=("x", "n"), way="corroborate", tries=2
    )
    with pytest.raises(NoConsistentWrapper, match="2 of 4 possible labels were tried"):
        learner.learn([Example(page)])


def test_labels_for_a_user_to_check() -> None:
    """With a perfect price, an unsound title leaves an either/or cell; seen, kept and ambiguous are counted."""
    start = PAGE.source.index("Kim")
    spans = [Span(PAGE.source.index(title), PAGE.source.index(title) + len(title)) for title, _ in ROWS]
    titles = Recognizer("title", lambda _: [*spans, Span(start, start + 2)], "unsound")
    prices = Recognizer("price", lambda page: of_kind("price", "price")(page)[1:], "perfect")
    found = label([PAGE], Library((titles, prices), ("title", "price")))
    assert found.corroborated
    assert found.examples[0].records[1].cell("title") == Either((Span(start, start + 2), Span(start, start + 3)))
    assert found.counts == (FieldCounts("title", 6, 4, 2, 0), FieldCounts("price", 5, 5, 0, 0))
    assert found.ambiguous == ("p, line 1, column 52: title may be 'Ki'", "p, line 1, column 52: title may be 'Kim'")


def test_labels_without_a_perfect_recognizer_are_partial() -> None:
    """They may be wrong, so they are partial; what no recognizer reported is counted as guessed."""
    found = label([PAGE], Library((of_values("title", ["Emma", "Dune", "She"]), of_kind("price", "price"))))
    assert (found.corroborated, found.order, found.examples[0].status) == (False, ("title", "price"), "partial")
    assert found.counts[0] == FieldCounts("title", 3, 3, 0, 2)


def test_the_budget_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any time a few rows are learned from, which is noted; a wrapper that was found by then is the answer."""
    rows = [("Emma", "$5.50"), ("Kim", "$7"), ("Dune", "$9.25"), ("She", "$4"), ("Vathek", "$3")]
    page = Page("".join(f"<li><b>{title}</b> {price}</li>" for title, price in rows))
    known = Library((of_values("title", ["Emma", "Dune", "She"]), of_kind("price", "price")))
    monkeypatch.setattr("unweave.choose.Budget", partial(Budget, least=0.0))  # a first result may take a second
    wrapper = learn_from_recognizers([page, page], known, budget=0.0)
    assert [tuple(record.to_dict().values()) for record in wrapper.extract(page)] == rows
    read, cut = wrapper.origin.history
    assert read.startswith("learned from recognizers on 1 of 2 pages, for lack of time")
    assert cut == "the budget of 0 s cut short: learning from recognizers"

    class Once:
        """A learner that has time for one wrapper only."""

        def __init__(self) -> None:
            self.wrappers = 0

        def learn(self, examples: Sequence[Example]) -> Wrapper:
            self.wrappers += 1
            if self.wrappers > 1:
                raise OutOfTime(step="this")
            return LR().learn(examples)

    recipe = FromRecognizers(recognizers=known.recognizers, learner=Once())
    assert len(recipe.learn([Example(page)]).extract(page)) == 5
