"""EXALG on the paper's running example and its appendix, intermediate classes included."""

from templates.running import PAGES, VALUES, book_page
from unweave.page import Span
from unweave.templates import Exalg
from unweave.templates.dtokens import SENTINELS, Corpus, PageToken, Role, corpus_of
from unweave.templates.equivalence import EquivalenceClass, equivalence_classes, frequent
from unweave.templates.exalg import analyse, analyse_corpus
from unweave.templates.invalid import nested_classes, ordered_parts, relation, valid_classes
from unweave.templates.template import infix
from unweave.templates.template_building import build

ROOT = [
    "<html>",
    "<body>",
    "<b>",
    "Book",
    "Name",
    "</b>",
    "<b>",
    "Reviews",
    "</b>",
    "<ol>",
    "</ol>",
    "</body>",
    "</html>",
]
REVIEW = ["<li>", "<b>", "Reviewer", "Name", "</b>", "<b>", "Rating", "</b>", "<b>", "Text", "</b>", "</li>"]


def letters(*pages: str) -> Corpus:
    """Pages whose tokens are single letters, without paths."""
    return corpus_of(
        [[PageToken(Role(letter, ""), Span(at, at + 1)) for at, letter in enumerate(page)] for page in pages]
    )


def spelled(corpus: Corpus, classes: list[EquivalenceClass]) -> list[str]:
    return ["".join(corpus.roles[member].text for member in cls.members) for cls in classes]


def words(analysis_classes: tuple[EquivalenceClass, ...], corpus: Corpus) -> list[list[str]]:
    """The tokens of each class, guards left out."""
    return [[corpus.role(place).text for place in cls.grid[0] if corpus.role(place).path] for cls in analysis_classes]


def test_two_rounds_find_the_two_classes_of_the_paper() -> None:
    """With both thresholds 3: 9 and 6 tokens behind DiffForm, 13 and 12 at the end."""
    analysis = analyse(PAGES, size=3, support=3)
    assert [[cls.size for cls in classes] for classes in analysis.rounds] == [
        [9 + 2 * SENTINELS, 6],
        [13 + 2 * SENTINELS, 12],
    ]
    assert words(analysis.classes, analysis.corpus) == [ROOT, REVIEW]


def test_the_template_is_the_papers() -> None:
    """A book name, and a set of reviewer, rating and text."""
    analysis = analyse(PAGES, size=3, support=3)
    template = build(analysis.corpus, analysis.classes)
    assert infix(template) == (
        "^1 ^2 ^3 <html> <body> <b> Book Name </b> * <b> Reviews </b> <ol> "
        "{<li> <b> Reviewer Name </b> * <b> Rating </b> * <b> Text </b> * </li>} "
        "</ol> </body> </html> $1 $2 $3"
    )


def test_the_values_are_the_papers() -> None:
    """Figure 4; a page without reviews gives an empty set."""
    wrapper = Exalg(size=3, support=3).discover(PAGES)
    assert [wrapper.extract(page)[0].to_dict() for page in PAGES] == VALUES


def test_the_template_reads_pages_it_has_not_seen() -> None:
    """Wrapper mode."""
    wrapper = Exalg(size=3, support=3).discover(PAGES)
    page = book_page("Types", [("Ann", "9", "x"), ("Bob", "1", "y"), ("Cy", "5", "z")])
    assert wrapper.extract(page)[0].to_dict() == {
        "a1": "Types",
        "set1": [
            {"a2": "Ann", "a3": "9", "a4": "x"},
            {"a2": "Bob", "a3": "1", "a4": "y"},
            {"a2": "Cy", "a3": "5", "a4": "z"},
        ],
    }


def test_a_trace_lists_each_round() -> None:
    """Every intermediate can be printed."""
    lines = analyse(PAGES, size=3, support=3).trace().splitlines()
    assert [line for line in lines if line.startswith("round")] == ["round 1: 2 classes", "round 2: 2 classes"]


def test_an_almost_ordered_class_is_split() -> None:
    """Example A.1."""
    corpus = letters("ABABCDCD", "ABCD", "ABABABCDCDCD")
    ((members, places),) = frequent(corpus, 3)
    assert spelled(corpus, ordered_parts(corpus, members, places)) == ["AB", "CD"]


def test_two_nearly_nested_classes_are_both_split() -> None:
    """Examples A.2 and A.4: neither meets the other every time."""
    corpus = letters("ABCDAEFBCGHD", "AEFBCGHD", "EFGH")
    classes = [cls for members, places in frequent(corpus, 1) for cls in ordered_parts(corpus, members, places)]
    assert relation(*classes) == "nearly"
    assert spelled(corpus, nested_classes(classes)) == ["A", "BC", "D", "EF", "GH"]


def test_a_valid_class_is_not_split() -> None:
    """Example A.4 with page three ABCD: only the class that is always inside the other is split."""
    corpus = letters("ABCDAEFBCGHD", "AEFBCGHD", "ABCD")
    assert spelled(corpus, valid_classes(corpus, frequent(corpus, 1))) == ["ABCD", "EF", "GH"]


def test_a_class_that_is_badly_nested_with_the_others_is_dropped() -> None:
    """Example A.3: raw tokens, size threshold 2; the bold tags belong to both constructors."""
    texts = [[piece.split("|") for piece in _raw(page.source)] for page in PAGES]
    pages = [[PageToken(Role(text, ""), Span(0, 0)) for (text,) in page] for page in texts]
    corpus = corpus_of(pages)
    found = equivalence_classes(corpus, size=2, support=3)
    bold = [members for members, _ in found if {corpus.roles[member].text for member in members} == {"<b>", "</b>"}]
    assert len(bold) == 1
    left = valid_classes(corpus, found)
    assert [cls.size for cls in left] == [8, 5]


def _raw(source: str) -> list[str]:
    return source.replace("<", " <").replace(">", "> ").split()


def test_no_class_is_no_crash() -> None:
    """Pages without anything in common have a root of guards alone."""
    corpus = letters("abc", "def")
    assert analyse_corpus(corpus, size=3, support=0.25).classes == ()
