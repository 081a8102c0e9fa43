"""The one table of method names: what ``learn(method=...)`` and ``--method`` accept.

Learners are imported when they are asked for, so that the table itself costs nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from unweave.errors import BadInput, NoConsistentWrapper
from unweave.records import Example
from unweave.wrapper import Learner, Wrapper, check_agrees, with_origin


@dataclass(frozen=True, slots=True)
class Method:
    """The name of a method, its summary, and the module and class of its learner.

    >>> METHODS["lr"].summary
    'a left and a right delimiter per field'
    """

    name: str
    summary: str
    module: str
    learner: str


EMBEDDED = "embedded"
METHODS = {
    method.name: method
    for method in (
        Method("lr", "a left and a right delimiter per field", "unweave.delimiters", "LR"),
        Method("hlrt", "LR between a head and a tail", "unweave.delimiters", "HLRT"),
        Method("oclr", "LR with an opening and a closing delimiter per record", "unweave.delimiters", "OCLR"),
        Method("hoclrt", "all of these together", "unweave.delimiters", "HOCLRT"),
        Method("m-lr", "LR with values that may be missing", "unweave.delimiters", "MLR"),
        Method("n-lr", "LR for records inside records", "unweave.delimiters", "NLR"),
        Method("n-hlrt", "the same between a head and a tail", "unweave.delimiters", "NHLRT"),
        Method("tree", "the context of a field's nodes in the tree", "unweave.trees", "KL"),
        Method("rules", "rules per field: labels, rows, attributes, positions", "unweave.rules", "Rules"),
        Method("builders", "the rule of the first consistent builder, as in the paper", "unweave.rules", "Builders"),
        Method("regions", "the regions of a list's records, a rule per field", "unweave.regions", "Regions"),
        Method(EMBEDDED, "paths in the data of scripts", "unweave.embedded", "Embedded"),
        Method("template", "columns of a template found on unlabelled pages", "unweave.templates", "LabelledColumns"),
    )
}
AUTO = "auto"
NAMES = (AUTO, *METHODS)


def learner(name: str) -> Learner:
    """The learner of that name, with its default parameters.

    >>> type(learner("lr")).__name__
    'LR'
    >>> learner("lra")
    Traceback (most recent call last):
    unweave.errors.BadInput: method: 'lra' is not known. It would help to use one of auto, lr, hlrt, oclr, hoclrt,
    m-lr, n-lr, n-hlrt, tree, rules, builders, regions, embedded, template
    """
    if name not in METHODS:
        raise BadInput(source="method", reason=f"{name!r} is not known. It would help to use one of {', '.join(NAMES)}")
    method = METHODS[name]
    made: Learner = getattr(import_module(method.module), method.learner)()
    return made


def learned_by(name: str, examples: Sequence[Example]) -> Wrapper:
    """The wrapper of the method of that name, checked against the examples; it raises NoConsistentWrapper.

    >>> from unweave.page import Page
    >>> learned_by("lr", [Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])]).origin.method
    'lr'
    """
    wrapper = learner(name).learn(examples)
    check_agrees(wrapper, examples, name)
    return with_origin(wrapper, method=name)


@dataclass(frozen=True, slots=True)
class FirstConsistent:
    """A learner that tries methods in order and takes the first that agrees with the examples.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> wrapper = FirstConsistent(("lr",)).learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> wrapper.origin.method
    'lr'
    """

    names: tuple[str, ...]

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """The wrapper of the first method that agrees; if none does, it raises the error of the first method."""
        failures: list[NoConsistentWrapper | BadInput] = []
        for name in self.names:
            try:
                return learned_by(name, examples)
            except (NoConsistentWrapper, BadInput) as failure:
                failures.append(failure)
        raise failures[0]
