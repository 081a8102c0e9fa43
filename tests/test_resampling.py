from contract.cases import SHOWN, UNSEEN
from unweave.delimiters import LR
from unweave.page import Page
from unweave.records import Example
from unweave.resampling import Resampling, measure_noise, resample

ALIKE = [Example.from_values(*page) for page in (SHOWN, UNSEEN[0])]


def test_pages_that_are_alike_agree() -> None:
    """Each page is left out once and found by what the others taught."""
    assert resample(LR(), ALIKE) == Resampling(trials=2, agreed=2)


def test_a_page_unlike_the_others_shows() -> None:
    """A wrapper learned without it fails on it."""
    odd = Example.from_values(Page("<p>Code <u>Fiji</u>: <s>679</s>"), [{"country": "Fiji", "code": "679"}])
    assert resample(LR(), [ALIKE[1], odd]).agreed == 0


def test_many_pages_are_halved_at_random_but_always_alike() -> None:
    """More pages than trials: random halves, the same at every call."""
    many = [
        Example.from_values(Page(f"<b>{word}</b>"), [{"title": word}])
        for word in ("Emma", "Kim", "Dune", "Ulysses", "Molloy")
    ]
    assert resample(LR(), many, trials=3) == resample(LR(), many, trials=3) == Resampling(trials=3, agreed=3)


def test_one_page_cannot_be_resampled() -> None:
    """There is nothing to leave out."""
    assert resample(LR(), ALIKE[:1]) == Resampling(trials=0, agreed=0)


def test_slightly_wrong_labels_are_seldom_learnable() -> None:
    """Section 7.7: with one boundary moved no wrapper agrees, so the noise term is close to zero."""
    assert measure_noise(LR(), ALIKE, trials=50) == 0.0
