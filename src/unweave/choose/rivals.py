"""Values about which wrappers that agree with the examples do not agree with each other."""

from collections import Counter
from collections.abc import Iterator, Sequence

from unweave.choose.readings import found_on
from unweave.page import Page, Span
from unweave.wrapper import Wrapper


def disputed(wrappers: Sequence[Wrapper], page: Page, name: str) -> Iterator[tuple[Span, float]]:
    """Each value of a field that some find on the page and others do not, with the share of those in the minority.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> page = Page("<b>Emma</b><i>Kim</i>")
    >>> learned = [LR().learn([Example.from_values(page, [{"name": name}])]) for name in ("Emma", "Kim")]
    >>> [(page.text(span), doubt) for span, doubt in disputed(learned, page, "name")]
    [('Emma', 0.5), ('Kim', 0.5)]
    """
    found = [(found_on(wrapper, page) or {}).get(name, ()) for wrapper in wrappers]
    counts = Counter(span for spans in found for span in spans)
    for span, count in sorted(counts.items()):
        if doubt := min(count, len(wrappers) - count) / len(wrappers):
            yield span, doubt
