"""How sure the examples make us, said in two ways side by side: a bound that always holds, and a look at these pages.

The PAC bound is of delimiter wrappers with head and tail; it assumes nothing about the site, and asks for far more
pages than are needed. Resampling assumes that the pages to come are like these; it promises nothing.
"""

from collections.abc import Sequence

from unweave.delimiters.pac import confidence, evidence, pages_needed
from unweave.records import Example
from unweave.resampling import resample
from unweave.wrapper import Learner


def sureness(learner: Learner, examples: Sequence[Example], *, epsilon: float = 0.1, delta: float = 0.1) -> list[str]:
    """Two sentences: what the PAC bound says of these examples, and what resampling says.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> titles = ["Emma", "Kim", "Dune"]
    >>> shelf = [Example.from_values(Page(f"<b>{title}</b>"), [{"title": title}]) for title in titles]
    >>> for sentence in sureness(LR(), shelf):
    ...     print(sentence)
    PAC bound, for any site: 0 % sure that at most 10 % of the pages go wrong; 90 % sure takes 78 pages like these
    Resampling, of these pages: 3 of 3 wrappers learned from a part agree with the pages left out
    """
    return [_bound(examples, epsilon, delta), _resampled(learner, examples)]


def _bound(examples: Sequence[Example], epsilon: float, delta: float) -> str:
    shown = [example for example in examples if example.records]
    seen = evidence(shown)
    per_page = sum(seen.values) / len(seen.values) / len(shown)
    needed = pages_needed(
        fields=len(seen.values), values_per_page=per_page, shortest=seen.shortest, epsilon=epsilon, delta=delta
    )
    sure = f"{confidence(seen, epsilon=epsilon):.0%} sure that at most {epsilon:.0%} of the pages go wrong"
    more = f"{1 - delta:.0%} sure takes {needed:,} pages like these"
    return f"PAC bound, for any site: {sure}; {more}".replace("%", " %")


def _resampled(learner: Learner, examples: Sequence[Example]) -> str:
    shown = [example for example in examples if example.records]
    result = resample(learner, shown)
    if not result.trials:
        return "Resampling, of these pages: nothing to say, since there is one page only"
    agreed = f"{result.agreed} of {result.trials} wrappers learned from a part agree with the pages left out"
    return f"Resampling, of these pages: {agreed}"
