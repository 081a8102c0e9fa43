"""The constraints hold if and only if execution gives the label back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from brute.lessons import flat_lessons, nests
from brute.wrappers import nested_result, result
from unweave.delimiters.candidates import Gap
from unweave.delimiters.constraints import agrees, levels_agree, right_delimiter_ends_values
from unweave.delimiters.execution import rows
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.nest import Nest
from unweave.page import Span
from unweave.program import Cut, Scan


def part(text: str, *, side: str = "") -> st.SearchStrategy[str]:
    """A part of a text: any, or one at its beginning or end."""
    if not text:
        return st.just("?")
    ends = st.integers(1, len(text))
    if side == "prefix":
        return ends.map(lambda end: text[:end])
    if side == "suffix":
        return ends.map(lambda end: text[-end:])
    return st.tuples(st.integers(0, len(text) - 1), ends).map(lambda cut: text[cut[0] : max(cut)] or text[cut[0]])


@st.composite
def candidates(draw: st.DrawFn, lessons: list[Lesson]) -> Scan:
    """A scan of any flat class, its delimiters drawn from the first page that has records."""
    lesson = lessons[0]
    cuts = tuple(
        Cut(
            f"f{at}",
            draw(part(draw(st.sampled_from(lesson.lefts[at])).text, side="suffix")),
            draw(part(draw(st.sampled_from(lesson.rights[at]))[1].text, side="prefix")),
        )
        for at in range(len(lesson.rows[0]))
    )
    framed, opened = draw(st.booleans()), draw(st.booleans())
    return Scan(
        cuts,
        head=draw(part(lesson.head.text)) if framed else "",
        tail=draw(part(lesson.tail.text)) if framed else "",
        opening=draw(part(lesson.lefts[0][0].text)) if opened else "",
        closing=draw(st.just("") | part(lesson.tail.text)) if opened else "",
    )


def in_class(scan: Scan, lesson: Lesson) -> bool:
    """Whether every delimiter lies within the gaps it belongs to, as the classes are bounded."""
    inside = all(
        all(gap.text.endswith(cut.left) for gap in lesson.lefts[at])
        and all(gap.text.startswith(cut.right) for _, gap in lesson.rights[at])
        for at, cut in enumerate(scan.cuts)
    )
    opened = all(scan.opening in gap.text for gap in lesson.lefts[0]) if lesson.rows else True
    closed = all(scan.closing in gap.text for gap in (*lesson.between, lesson.tail))
    return inside and opened and closed and scan.head in lesson.head.text and scan.tail in lesson.tail.text


@settings(max_examples=1000, deadline=None)
@given(data=st.data(), lessons=flat_lessons(size=4))
def test_flat_constraints_say_what_execution_does(data: st.DataObject, lessons: list[Lesson]) -> None:
    """Whatever satisfies them reproduces the label; whatever is in the class and reproduces it satisfies them."""
    scan = data.draw(candidates(lessons))
    for lesson in lessons:
        reproduces = result(lesson.source, scan) == list(lesson.rows)
        assert not agrees(scan, lesson) or reproduces
        assert not (reproduces and in_class(scan, lesson)) or agrees(scan, lesson)


@settings(max_examples=500, deadline=None)
@given(data=st.data(), shown=nests())
def test_nested_constraints_say_what_execution_does(data: st.DataObject, shown: list[Nest]) -> None:
    """The same for hierarchies, with and without head and tail."""
    nest = shown[0]
    lefts = [
        data.draw(part(next(step.gap.text for step in nest.steps if step.level == level), side="suffix"))
        for level in range(1, nest.depth + 1)
    ]
    rights = [data.draw(part(places[0][1].text, side="prefix")) for places in nest.rights]
    framed = data.draw(st.booleans())
    head, tail = (data.draw(part(gap.text)) if framed else "" for gap in (nest.head, nest.tail))
    cuts = tuple(Cut(f"f{at}", *cut) for at, cut in enumerate(zip(lefts, rights, strict=True)))
    within = all(right_delimiter_ends_values(cut.right, places) for cut, places in zip(cuts, nest.rights, strict=True))
    bounded = head in nest.head.text and tail in nest.tail.text
    inside = all(step.gap.text.endswith(lefts[step.level - 1]) for step in nest.steps if step.level)
    found = nested_result(nest.source, Scan(cuts, head, tail, nested=True))
    if bounded and inside and within:
        assert levels_agree(lefts, nest, head, tail) == (found == list(nest.values))


def test_a_right_delimiter_found_across_the_end_of_its_value_is_refused() -> None:
    """The value xab, the gap abab: ``abab`` is a prefix of the gap and not in the value, but is found too early."""
    page = "[xababab"
    scan = Scan((Cut("a", "[", "abab"),))
    assert list(rows(page, scan)) == [(Span(1, 2),)]
    assert not agrees(scan, Lesson("p", page, ((Span(1, 4),),)))
    assert not right_delimiter_ends_values("abab", [(Span(1, 4), Gap(page, 4, 8))])
