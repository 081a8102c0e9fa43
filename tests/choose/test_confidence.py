"""Confidence has one source: the same pages give the same level, whatever the method."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

import unweave
from unweave.choose.confidence import confidence
from unweave.choose.consensus import Consensus, PlainVote
from unweave.choose.evidence import FieldEvidence, ListEvidence
from unweave.choose.voters import FieldVoter
from unweave.delimiters import LR
from unweave.demo.pages import book_pages, shelf_pages
from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules
from unweave.trees import KL

METHODS = ("lr", "rules", "tree", "auto")
LEVELS = ("low", "medium", "high")
TITLES = ("Emma", "Kim", "Dune", "She", "Vathek", "Ulysses", "Nana", "Zadig")


def book(title: str) -> Page:
    """A page about one book; its title and price are in the same markup on every page."""
    return Page(f"<h1>{title}</h1><p>Price: <b>${len(title)}.50</b></p><p>Ships soon</p>", name=f"{title}.html")


def shelf(titles: Sequence[str]) -> Page:
    """A page with a list of books."""
    rows = "".join(f"<li><b>{title}</b> <i>${len(title)}.50</i></li>\n" for title in titles)
    return Page(f"<h2>Books</h2><ul>{rows}</ul>", name=f"{len(titles)}.html")


def values(title: str) -> dict[str, str]:
    return {"title": title, "price": f"${len(title)}.50"}


def details(*titles: str) -> list[Example]:
    return [Example.from_values(book(title), [values(title)]) for title in titles]


def lists(*groups: Sequence[str], shown: int | None = None) -> list[Example]:
    return [
        Example.from_values(
            shelf(one), [values(title) for title in one[:shown]], status="complete" if shown is None else "partial"
        )
        for one in groups
    ]


def levels(examples: Sequence[Example], method: str) -> dict[str, str]:
    wrapper = unweave.learn(examples, method=method)
    return {name: one.level for name, one in wrapper.origin.confidence.items()}


UNLABELLED = [Example(book(title)) for title in TITLES[2:]]
UNLABELLED_LISTS = [Example(shelf(TITLES[:size])) for size in range(1, 7)]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("examples", "level"),
    [
        (details("Emma"), "medium"),
        (details("Emma", "Kim", "Dune", "She"), "medium"),
        (details("Emma", "Kim") + UNLABELLED, "high"),
        (lists(TITLES), "medium"),
        (lists(TITLES[:3], TITLES[3:], TITLES[1:6]), "medium"),
        (lists(TITLES[:7]) + UNLABELLED_LISTS, "high"),
        (lists(TITLES, shown=3), "high"),
    ],
    ids=["one page", "four pages", "unlabelled pages", "one list", "three lists", "unlabelled lists", "a partial list"],
)
def test_the_same_pages_give_the_same_level(examples: list[Example], level: str, method: str) -> None:
    """Where all methods find the same values, all of them have the confidence that auto has."""
    assert levels(examples, method) == {"title": level, "price": level}


def ambiguous() -> list[Example]:
    """Two pages from which methods learn different rules: the price also occurs in an offer, and rows come and go."""
    pages = [
        Page(
            f"<p>Now <b>${n}</b></p>" * (n % 2) + f"<table>{'<tr><td>Size<td>9' * (n > 3)}<tr><td>Price<td>${n}</table>"
        )
        for n in range(1, 9)
    ]
    return [Example.from_values(pages[0], [{"price": "$1"}]), *map(Example, pages[1:])]


SETS = {
    "ambiguous": ambiguous(),
    "ambiguous, one page": ambiguous()[:1],
    "books": [Example.from_values(one.page, [{"title": one.records[0]["title"]}]) for one in book_pages()[:3]],
    "shelves": shelf_pages()[:1],
}


@pytest.mark.parametrize("method", [name for name in METHODS if name != "auto"])
@pytest.mark.parametrize("name", SETS)
def test_no_method_is_surer_than_auto(name: str, method: str) -> None:
    """A named method has the level of auto or a lower one, for every field."""
    surest = levels(SETS[name], "auto")
    try:
        named = levels(SETS[name], method)
    except unweave.errors.NoConsistentWrapper:
        return
    assert named.keys() == surest.keys()
    assert all(LEVELS.index(named[field]) <= LEVELS.index(surest[field]) for field in surest)


def advertised(number: int) -> Page:
    """A page with a title and, from the third on, an advertisement in the same markup before it."""
    advertisement = f"<p><b>Ad {number}</b></p>" * (number > 1)
    return Page(f"<div>{advertisement}<h1><b>Title {number}</b></h1><p>Year {number}</p></div>")


def test_a_wrapper_that_differs_from_auto_is_less_sure() -> None:
    """Pages on which a named method finds other values than auto are counted, and exclude high confidence."""
    pages = [advertised(number) for number in range(9)]
    examples = [Example.from_values(page, [{"title": f"Title {n}"}]) for n, page in enumerate(pages[:2])]
    auto, lr = (unweave.learn([*examples, *map(Example, pages[2:])], method=name) for name in ("auto", "lr"))
    assert [len(auto.extract(page)) for page in pages] == [1] * 9
    assert [len(lr.extract(page)) for page in pages] == [1] * 2 + [2] * 7
    assert auto.origin.confidence["title"].level == "high"
    sure = lr.origin.confidence["title"]
    assert (sure.level, sure.reasons[0]) == ("low", "auto finds other values on 7 pages")


def test_every_type_has_its_confidence() -> None:
    """Records of several types: the fields' full names, with a named method as with auto."""
    page = Page("<b>Emma</b><b>Kim</b><i>Jane</i><i>Rudyard</i>")
    books = [{"type": "book", "record": {"title": title}} for title in ("Emma", "Kim")]
    people = [{"type": "author", "record": {"name": name}} for name in ("Jane", "Rudyard")]
    examples = [Example.from_values(page, books + people)]
    assert levels(examples, "lr") == levels(examples, "auto") == {"book.title": "medium", "author.name": "medium"}


def test_nested_fields_have_their_confidence() -> None:
    """Fields of nested records are named by their path, with a named method as with auto."""
    page = Page("<h1>Emma</h1><ul><li><b>Ann</b><li><b>Bob</b></ul><h1>Kim</h1><ul><li><b>Cy</b></ul>")
    records = [
        {"title": "Emma", "reviews": [{"by": "Ann"}, {"by": "Bob"}]},
        {"title": "Kim", "reviews": [{"by": "Cy"}]},
    ]
    examples = [Example.from_values(page, records)]
    assert levels(examples, "tree") == levels(examples, "auto") == {"title": "medium", "reviews.by": "medium"}


VOTERS = [FieldVoter("rules", "a", (("x",), ("y",), ("z",), ("u",), ("v",)))]


def agreement(*shares: float) -> FieldEvidence:
    """Evidence from five unlabelled pages with these shares of the weight behind the winner."""
    return FieldEvidence(1, 1, voters=VOTERS, consensus=Consensus(VOTERS[0].values, shares, (1.0,)))


@pytest.mark.parametrize(
    ("evidence", "level"),
    [
        (FieldEvidence(known=4, found=4), "medium"),
        (FieldEvidence(known=4, found=3), "low"),
        (FieldEvidence(known=4, found=4, held_out=(1.0, 1.0, 1.0)), "medium"),
        (FieldEvidence(known=4, found=4, held_out=(1.0, 0.0)), "low"),
        (FieldEvidence(known=4, found=4, ambiguities=("which list?",)), "low"),
        (agreement(1.0, 1.0, 1.0, 1.0, 1.0), "high"),
        (agreement(1.0, 1.0, 0.8, 1.0, 1.0), "high"),
        (agreement(1.0, 1.0, 0.7, 1.0, 1.0), "medium"),
        (FieldEvidence(known=4, found=4, panels=1), "medium"),
        (FieldEvidence(known=4, found=4, panels=2), "medium"),
        (agreement(0.5, 0.5, 0.5, 0.5, 0.5), "low"),
    ],
)
def test_levels(evidence: FieldEvidence, level: str) -> None:
    """High needs agreement on unlabelled pages; low is for missing values, open questions and disagreement."""
    assert confidence(evidence).level == level


def of_list(*, seconded: bool, whole: bool = True, filled: float = 1.0, alike: float = 1.0) -> FieldEvidence:
    """Evidence of a field of a list of 25 records, two of them shown."""
    found = ListEvidence(records=25, shown=2, filled=filled, whole=whole, alike=alike, seconded=seconded)
    return FieldEvidence(known=2, found=2, of_list=found)


@pytest.mark.parametrize(
    ("evidence", "level"),
    [
        (of_list(seconded=True), "high"),
        (of_list(seconded=False), "medium"),
        (of_list(seconded=True, filled=0.6), "medium"),
        (of_list(seconded=False, filled=0.6), "low"),
        (of_list(seconded=True, whole=False), "medium"),
        (of_list(seconded=False, whole=False), "medium"),
        (of_list(seconded=False, whole=False, filled=0.6), "low"),
        (of_list(seconded=True, alike=0.8), "low"),
    ],
)
def test_levels_of_lists(evidence: FieldEvidence, level: str) -> None:
    """A reason against a field and no second opinion are low; that it is a part of a text is no such reason."""
    assert confidence(evidence).level == level


@pytest.mark.parametrize("learner", [LR(), KL(), Rules()], ids=lambda learner: type(learner).__name__)
def test_a_learner_alone_computes_no_confidence(learner: unweave.Learner) -> None:
    """Only ``unweave.learn`` compares methods, so only its wrappers have a confidence."""
    examples = [Example.from_values(book("Emma"), [{"title": "Emma"}])]
    assert learner.learn(examples).origin.confidence == {}
    assert levels(examples, "auto") == {"title": "medium"}


def test_without_other_pages_the_chance_is_said() -> None:
    """Where no unlabelled page was compared, the reasons say how often such fields are right."""
    alone = [FieldEvidence(1, 1, pages=pages, panels=panels) for pages, panels in ((1, 1), (3, 1), (3, 2))]
    said = "compared on no unlabelled page: about {} % of such fields are right on all pages of a site".format
    assert [[reason for reason in confidence(one).reasons if "about" in reason] for one in alone] == [
        [said(88)],
        [said(93)],
        [said(70)],
    ]


def test_pages_without_a_part_in_the_choice_count_against_a_field() -> None:
    """A page is contested whether or not it had a part in the choice."""
    sure = agreement(1.0, 1.0, 1.0, 1.0, 1.0)
    contested = replace(sure, further=PlainVote((0.6,), (0.4,)))
    assert (confidence(sure).level, confidence(contested).level, confidence(contested).reasons[0]) == (
        "high",
        "low",
        "other rules find something else on 1 unlabelled page",
    )


def test_low_says_why() -> None:
    """Because rules disagree on the whole, or on a single page; high says how far they agree."""
    held_out = FieldEvidence(known=2, found=2, pages=2, held_out=(0.0, 0.0))
    contested = FieldEvidence(known=1, found=1, consensus=Consensus((("a",),) * 5, (0.9,) * 5, (), (0, 0, 0.3, 0, 0)))
    sure = FieldEvidence(known=1, found=1, consensus=Consensus(tuple((text,) for text in "abcde"), (0.9,) * 5, ()))
    assert [(one.level, one.reasons[0]) for one in map(confidence, (held_out, contested, sure))] == [
        ("low", "rules that find the known values find different ones on other pages"),
        ("low", "other rules find something else on 1 unlabelled page"),
        ("high", "on 5 unlabelled pages the votes agree to 90 %, at worst 90 %"),
    ]


def test_a_wrapper_that_has_nobody_to_agree_with_is_not_sure() -> None:
    """Where one tree alone votes, all of the weight is behind its values on every page, which says nothing."""
    alone = agreement(1.0, 1.0, 1.0, 1.0, 1.0)
    tree = replace(alone, voters=[replace(VOTERS[0], method="tree")])
    assert confidence(alone).level == "high"
    assert confidence(tree).level == "medium"
    assert confidence(tree).reasons[0] == "no other kind of wrapper finds its known values"
    assert confidence(replace(tree, others=[replace(VOTERS[0], method="lr")])).level == "high"


def test_nothing_but_the_shown_records() -> None:
    """Two records of a page are shown as some of them, and no method finds a third one: nobody knows why."""
    lines = "".join(f"{at:<4}Ship {name:<12}Port {name[::-1]:<12}{at * 317 + 900}\n" for at, name in enumerate(TITLES))
    records = [{"ship": f"Ship {name}", "tons": f"{at * 317 + 900}"} for at, name in enumerate(TITLES)]
    page = Page(f"<pre>No. Ship  Port  Tons\n{lines}</pre>")
    wrapper = unweave.learn([Example.from_values(page, records[:2], status="partial")])
    assert [record.to_dict() for record in wrapper.extract(page)] == records[:2]
    assert {
        name: (found.level, found.reasons[0]) for name, found in wrapper.origin.confidence.items()
    } == dict.fromkeys(("ship", "tons"), ("low", "no further record was found"))
