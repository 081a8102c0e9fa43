"""Rules in words: "the text after 'Brand:' in <td class=price>".

Legend

    phrase      one condition in words: "that is a price", "in the column 'Name'", "under the heading 'Facts'"
    path        a condition on another node: "in the <td>", "after 'Brand:'", "two texts after 'Brand:'"
    exception   a negated condition: "but not with class=note"
"""

from collections.abc import Iterator, Sequence

from unweave.program import Condition, Selection, Step

_PHRASES = {
    "contains": "with {!r} inside",
    "kind": "that is a {}",
    "column": "in the column {!r}",
    "begins": "beginning with {!r}",
    "left": "right behind {!r} in the source",
    "right": "right before {!r} in the source",
}
_DISTANCES = ("", "", "two texts ", "three texts ")


def describe(selection: Selection) -> str:
    """A rule as a noun phrase.

    >>> from unweave.rules.elementary.text_builders import has_label
    >>> describe(Selection("brand", (Step("descendant", "#text", (has_label("Brand:", 1),)),)))
    "the text after 'Brand:'"
    """
    concept = selection.steps[0]
    taken = f"the {selection.take[1:]} of " if selection.take.startswith("@") else ""
    phrases = [taken + _node(concept.tag, concept.conditions), *_phrases(concept.conditions)]
    cut = [f"of it what follows {selection.left!r}"] * bool(selection.left)
    cut += [f"of it what is before {selection.right!r}"] * bool(selection.right)
    return ", ".join([" ".join(phrases), *cut])


def _node(tag: str, conditions: Sequence[Condition]) -> str:
    name = "text" if tag == "#text" else f"<{tag}>" if tag else "element"
    attributes = "".join(f" {_attribute(one)}" for one in conditions if _is_attribute(one) and not one.negated)
    position = "".join(_position(one) for one in conditions if one.property.startswith("nth"))
    return f"the {position}" + (f"<{tag or '*'}{attributes}>" if attributes else name)


def _is_attribute(condition: Condition) -> bool:
    return condition.property in {"class", "attribute"}


def _attribute(condition: Condition) -> str:
    return f"class={condition.value}" if condition.property == "class" else f"{condition.name}={condition.value}"


def _position(condition: Condition) -> str:
    return f"{ordinal(int(condition.value))} {'last ' if condition.property == 'nth-from-end' else ''}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th.

    >>> ordinal(2), ordinal(11)
    ('2nd', '11th')
    """
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _phrases(conditions: Sequence[Condition]) -> Iterator[str]:
    for one in conditions:
        if one.negated and (_is_attribute(one) or one.steps):
            yield f"but not {_exception(one)}"
        elif one.property == "has" and one.steps[-1].axis == "preceding-sibling":
            yield f"in the group that begins with {_text_in(one.steps[-1])!r}"
        elif one.property == "has":
            yield _path(one.steps)
        elif one.property in _PHRASES:
            yield _PHRASES[one.property].format(one.value)


def _exception(condition: Condition) -> str:
    """What is excepted: an attribute, or an element around the node or inside it."""
    if not condition.steps:
        return f"with {_attribute(condition)}"
    step = condition.steps[0]
    return f"{'in' if step.axis == 'ancestor' else 'with'} {_node(step.tag, step.conditions)}"


def _path(steps: Sequence[Step]) -> str:
    step = steps[0]
    text = _text_in(step)
    count = next((int(one.value) for one in step.conditions if one.property == "position"), 1)
    match step.axis, step.tag:
        case "preceding", "#text" if not text:
            return f"after {_level(step)}"
        case "preceding", "#text":
            return f"{_DISTANCES[count]}after {text!r}"
        case "following", "#text":
            return f"before {text!r}"
        case "preceding", _:
            return f"under the heading {text!r}"
        case "ancestor", _:
            return f"somewhere in {_level(step)}"
    return " ".join(f"in {_level(one)}" for one in steps)


def _text_in(step: Step) -> str:
    return next((one.value for one in step.conditions if one.property == "text"), "")


def _level(step: Step) -> str:
    return " ".join([_node(step.tag, step.conditions), *_phrases(step.conditions)])
