"""What failed once is not executed again: a prediction must be what execution would do."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.wrappers import nested_result, result
from unweave.delimiters import LR, DelimiterWrapper
from unweave.delimiters.failures import FailureCache
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.program import Cut, Scan
from unweave.records import Example, Record

sources = st.text("abc", max_size=24)
strings = st.text("abc", min_size=1, max_size=3)


@st.composite
def scans(draw: st.DrawFn, *, kind: str) -> Scan:
    """A scan of a class, over three letters; its cuts may be those of M-LR."""
    optional = [kind == "m-lr" and draw(st.booleans()) for _ in range(2)]
    cuts = tuple(
        Cut(f"f{at}", draw(strings), draw(strings), draw(strings) if lacking else "")
        for at, lacking in enumerate(optional)
    )
    scan = Scan(cuts, nested=kind.startswith("n-"))
    if "h" in kind:
        scan = replace(scan, head=draw(strings), tail=draw(strings))
    return replace(scan, opening=draw(strings), closing=draw(st.text("abc", max_size=2))) if "oc" in kind else scan


def outcome(source: str, scan: Scan) -> object:
    """What execution gives; None when it fails."""
    return nested_result(source, scan) if scan.nested else result(source, scan)


@settings(max_examples=400, deadline=None)
@given(
    kind=st.sampled_from(["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt", "m-lr"]),
    source=sources,
    data=st.data(),
)
def test_a_scan_predicted_to_do_the_same_does_the_same(kind: str, source: str, data: st.DataObject) -> None:
    """Whatever is executed instead of it, in every class, whether it fits or not."""
    done = data.draw(scans(kind=kind))
    memory = FailureCache()
    memory.add(done, source)
    assert memory.predicts(done)
    for other in data.draw(st.lists(scans(kind=kind), max_size=12)):
        mixed = _mixed(done, other, data)
        assert not memory.predicts(mixed) or outcome(source, mixed) == outcome(source, done)


def _mixed(one: Scan, other: Scan, data: st.DataObject) -> Scan:
    """A scan of which most parts are those of the one, some of the other where it has them too."""
    chosen = data.draw(st.sets(st.integers(0, 9), max_size=3))
    cuts = tuple(
        Cut(
            mine.field,
            theirs.left if 4 + 3 * at in chosen else mine.left,
            theirs.right if 5 + 3 * at in chosen else mine.right,
            theirs.missing if mine.missing and theirs.missing and 6 + 3 * at in chosen else mine.missing,
        )
        for at, (mine, theirs) in enumerate(zip(one.cuts, other.cuts, strict=True))
    )
    names = ("head", "tail", "opening", "closing")
    frame = {name: getattr(other if at in chosen else one, name) for at, name in enumerate(names)}
    return replace(one, cuts=cuts, **frame)


def test_a_refusal_executes_few_of_the_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of combinations fail for the same few reasons."""
    executed: list[Scan] = []
    extract = DelimiterWrapper.extract

    def counted(wrapper: DelimiterWrapper, page: Page) -> list[Record]:
        executed.append(wrapper.scan)
        return extract(wrapper, page)

    monkeypatch.setattr(DelimiterWrapper, "extract", counted)
    page = Page("".join(f'<li class="it"><b class="t">{at}</b> by <i>x{at}</i>, </li>' for at in range(6)), name="p")
    shown = [{"a": "0", "b": "x0"}, {"a": "1", "b": "x1"}]
    example = Example.from_values(page, shown, status="partial", rejected={"b": ["x3"]})
    with pytest.raises(NoConsistentWrapper, match="which was rejected"):
        LR().learn([example])
    assert len(executed) < 100
