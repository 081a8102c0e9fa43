"""The examples of the paper."""

import pytest

from trees.pages import PAPERS, STUDENTS, text, texts
from unweave.trees.language import TreeLanguage
from unweave.trees.outline import outlined
from unweave.trees.search import Limits, Memory, ParameterSearch, Point, Words

TAGS = Limits(words=("tags",))


def extracted(width: int, depth: int, marked: str) -> list[str]:
    outline = outlined(PAPERS)
    language = TreeLanguage.learned([text(PAPERS, marked)], width=width, depth=depth)
    return [outline.texts[at] for at in language.select(outline, outline.text_nodes())]


def best(positive: str, *negatives: str) -> Point:
    search = ParameterSearch([text(PAPERS, positive)], [text(PAPERS, each) for each in negatives], texts(PAPERS), TAGS)
    found = search.best()
    assert found is not None
    return found.point


TITLES = ["title1", "title2", "title3"]


def test_example_6() -> None:
    """An author marked, with width 1 and depth 3, extracts the authors and rejects the page links."""
    assert extracted(1, 3, "author1") == ["author1", "author2", "author3"]


@pytest.mark.parametrize(("width", "depth", "count"), [(1, 2, 10), (1, 3, 5), (1, 4, 3), (2, 4, 3)], ids=str)
def test_example_10_counts(width: int, depth: int, count: int) -> None:
    """Marking title1, [1,2] extracts 10 nodes, [1,3] five, [1,4] and [2,4] three."""
    assert len(extracted(width, depth, "title1")) == count


def test_example_10_texts() -> None:
    """Which nodes these are."""
    assert extracted(1, 3, "title1") == [*TITLES, "Prev", "Next"]
    assert extracted(1, 4, "title1") == extracted(2, 4, "title1") == TITLES


def test_example_10_negatives() -> None:
    """With author1 and 1 rejected the answer is [1,3], with Prev it is [1,4]."""
    assert best("title1", "author1", "1") == Point(1, 3)
    assert best("title1", "Prev") == Point(1, 4)


def test_example_13() -> None:
    """From title1 the answer is [1,2]; Prev or Next lead to [1,4], any other to [1,3] and one more round."""
    assert best("title1") == Point(1, 2)
    false = [each for each in extracted(1, 2, "title1") if each not in TITLES]
    assert {each: best("title1", each).depth for each in false} == {
        "author1": 3, "author2": 3, "author3": 3, "Prev": 4, "1": 3, "3": 3, "Next": 4,
    }  # fmt: skip
    assert best("title1", "author1", "Prev") == Point(1, 4)


def test_example_13_true_negatives() -> None:
    """What is not extracted (search term, 2) cannot be marked negative, for it is none of the false positives."""
    assert not {"search term", "2"} & set(extracted(1, 2, "title1"))


@pytest.mark.parametrize(("words", "point"), [("tags", Point(2, 4)), ("texts", Point(2, 3, "texts"))])
def test_example_12(words: Words, point: Point) -> None:
    """Stefan positive, Hendrik negative: (2,4) without distinguishing contexts, (2,3) with them."""
    search = ParameterSearch(
        [text(STUDENTS, "Stefan")], [text(STUDENTS, "Hendrik")], texts(STUDENTS), Limits(words=(words,))
    )
    found = search.best()
    assert found is not None
    assert found.point == point
    assert words == "tags" or "name:" in found.vocabulary.texts


def test_example_12_selects_the_students() -> None:
    """All students are extracted, and no supervisor."""
    outline = outlined(STUDENTS)
    found = ParameterSearch([text(STUDENTS, "Stefan")], [text(STUDENTS, "Hendrik")], texts(STUDENTS)).best()
    assert found is not None
    language = TreeLanguage.learned(
        [text(STUDENTS, "Stefan")], width=found.point.width, depth=found.point.depth, vocabulary=found.vocabulary
    )
    assert [outline.texts[at] for at in language.select(outline, outline.text_nodes())] == ["Stefan", "Anneleen"]


def test_a_search_without_patience_is_cut_short() -> None:
    """Once there is a solution the budget counts, and the answer is marked as cut short."""
    examples = [text(STUDENTS, "Stefan")], [text(STUDENTS, "Hendrik")], texts(STUDENTS)
    patient, hasty = ParameterSearch(*examples).best(), ParameterSearch(*examples, Limits(patience=0)).best()
    assert patient is not None
    assert hasty is not None
    assert (patient.cut_short, hasty.cut_short) == (False, True)
    assert len(patient.front) > 1


def test_refuted_points_stay_refuted() -> None:
    """A search that goes on with more examples answers as one that starts afresh."""
    memory = Memory()
    for negatives in ([], ["author1"], ["author1", "Prev"]):
        refused = [text(PAPERS, each) for each in negatives]
        going_on = ParameterSearch([text(PAPERS, "title1")], refused, texts(PAPERS), TAGS, memory).best()
        assert going_on == ParameterSearch([text(PAPERS, "title1")], refused, texts(PAPERS), TAGS).best()
