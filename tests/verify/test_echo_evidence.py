"""What the rest of a page tells: which of two texts is the value, and which sources are to be followed."""

import pytest

from unweave import Example, Page, Span, errors, learn, repair
from unweave.observations import profile_of
from unweave.values.profile import Counts, FieldProfile
from unweave.verify.accepting import check_held_out
from unweave.verify.echo_evidence import EchoEvidence
from unweave.verify.successors import detail_rows
from unweave.wrapper import Wrapper, with_origin

PLAYERS = [
    ("Rodney Carney", "#25 SF"), ("James Anderson", "#21 SG"), ("Taj Gibson", "#22 PF"), ("Aaron Brooks", "#11 PG"),
    ("Stephen Graham", "#26 SF"), ("Eduardo Najera", "#14 PF"), ("Marcus Thornton", "#54 SG"), ("Royal Ivey", "#33 PG"),
    ("Kirk Hinrich", "#12 SG"), ("Willie Green", "#37 SF"), ("Joakim Noah", "#13 PF"), ("Trevor Ariza", "#15 SF"),
]  # fmt: skip
FRONT = "<h1>{other}</h1><h1>{value}</h1>"


def page(number: int, row: str = "<h1>{value}</h1>", head: str = "{last}, {first}") -> Page:
    """The page of a player, whose title has the name in another order; the heading has more than the name."""
    (name, rest), (other, its) = PLAYERS[number], PLAYERS[(number + 5) % 12]
    first, last = name.split()
    title = head.format(first=first, last=last)
    values = row.format(value=f"{name} {rest}", other=f"{other} {its}")
    return Page(f"<title>{title}</title><div>Shop</div>{values}<h2>2010 season</h2>", name=f"new-{number}.html")


def value(number: int) -> str:
    return " ".join(PLAYERS[number])


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    """A wrapper for the first six pages."""
    pages = [page(number) for number in range(6)]
    learned = learn([Example.from_values(page(number), [{"player": value(number)}]) for number in range(3)])
    return with_origin(learned, site_profile=profile_of(learned, pages))


def test_words_tell_where_no_text_is_said_twice(wrapper: Wrapper) -> None:
    """No page says a whole heading again, but all of them say the names in it; so another player's is none."""
    assert wrapper.origin.site_profile.fields["player"].features["echo"].seen == {"no": 6}
    new = repair(wrapper, [page(number, FRONT) for number in range(6, 12)])
    read = [str(record["player"]) for at in range(6, 12) for record in new.extract(page(at, FRONT))]
    assert read == [value(at) for at in range(6, 12)]


def test_sources_are_judged_by_the_pages_that_tell(wrapper: Wrapper) -> None:
    """Two of the pages do not say the name: there, the sources are followed that were right on the others."""
    pages = [page(at, FRONT, "{last}, {first}" if at < 10 else "A player") for at in range(6, 12)]
    rows = detail_rows(wrapper, pages, [])
    found = [one.text(row["player"]) for one, row in zip(pages, rows, strict=True) if "player" in row]
    assert found == [value(at) for at in range(6, 12)]


def test_without_evidence_it_is_refused(wrapper: Wrapper) -> None:
    """Which of two players is meant, nothing tells on pages without their names in the title."""
    with pytest.raises(errors.CannotRepair):
        repair(wrapper, [page(at, FRONT, "A player") for at in range(6, 12)])


def test_a_field_that_little_is_known_of_has_no_evidence() -> None:
    """Nothing speaks for or against any text."""
    evidence = EchoEvidence.of(FieldProfile())
    assert not evidence.is_telling
    assert evidence.score(page(1), "Shop") == 0.0
    assert evidence.told(page(1), ["Shop", "2010 season"]) == ""


def test_texts_settle_nothing_that_the_pages_speak_for_as_much() -> None:
    """Values are settled by their echoes only where the other texts have none."""
    known = FieldProfile(features={"echo": Counts({"yes": 9})}, elsewhere={"echo": Counts({"no": 40})})
    evidence, pages = EchoEvidence.of(known), [Page("<title>Emma, Kim</title><b>Emma</b><i>Kim</i><u>She</u>")] * 3
    values, same, others = ([(one, text) for one in pages] for text in ("Emma", "Kim", "She"))
    assert evidence.settles(values, others)
    assert not evidence.settles(values, same)


def with_another(number: int, head: str) -> tuple[Page, dict[str, Span]]:
    """A page with another player behind the first one, and where that is."""
    one = page(number, f"<h1>{{value}}</h1><i>{value(8)}</i>", head)
    start = one.source.index("<i>") + 3
    return one, {"player": Span(start, start + len(value(8)))}


def test_a_successor_is_no_better_than_what_the_page_speaks_for_as_clearly(wrapper: Wrapper) -> None:
    """Where the title names both players, what the wrapper finds may be right; where it names none, nothing tells."""
    check_held_out(wrapper, wrapper, [with_another(at, "{last}, {first} and Hinrich, Kirk") for at in range(6)])
    with pytest.raises(errors.CannotRepair, match="do not agree"):
        check_held_out(wrapper, wrapper, [with_another(at, "A player") for at in range(6)])
