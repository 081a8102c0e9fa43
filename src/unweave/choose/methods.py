"""The one table of method names: what ``learn(method=...)`` and ``--method`` accept.

The learners are imported when they are asked for, so that the table itself costs nothing.
"""

from dataclasses import dataclass
from importlib import import_module

from unweave.errors import BadInput
from unweave.wrapper import Learner


@dataclass(frozen=True, slots=True)
class Method:
    """A name, what it stands for, and where its learner lives.

    >>> METHODS["lr"].summary
    'a left and a right delimiter per field'
    """

    name: str
    summary: str
    module: str
    learner: str


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
        Method("tree", "what stands around a field's nodes in the tree", "unweave.trees", "KL"),
        Method("rules", "rules per field: labels, rows, marks, places", "unweave.rules", "Rules"),
        Method("template", "columns of a template that unlabelled pages show", "unweave.templates", "Columns"),
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
    unweave.errors.BadInput: method: 'lra' is not known; there are auto, lr, hlrt, oclr, hoclrt,
    m-lr, n-lr, n-hlrt, tree, rules, template
    """
    if name not in METHODS:
        raise BadInput(source="method", reason=f"{name!r} is not known; there are {', '.join(NAMES)}")
    method = METHODS[name]
    made: Learner = getattr(import_module(method.module), method.learner)()
    return made
