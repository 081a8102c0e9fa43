"""A session: values are accepted and rejected, wrappers are learned, a question is asked; no input and no output.

Legend

    Click(page=0, field="title", span=Span(78, 83), wanted=True)    one statement of the user
    RecordStatement(page=0, rows=((title, price), ...))             another one: which values are one record
    SessionState                    all statements so far, and complete pages
    found                           what the current wrappers find on all pages: {("title", 0): (Span(78, 83), ...)}
    Change                          the values that the last statement has added and removed
    ValueQuestion                   the value about which an answer would settle most

The clicked values of a page are taken as rows (``rows``): values of different fields that are near each other belong to
one record, until something else is said. A field is learned by itself where a page has one record, and all fields
together where the rows are a list (``learning``); which of the two it is, is guessed from the first click (``layout``).
A person in the studio and a simulated user use the same object.

No statement is dropped. Where no wrapper agrees with all statements, the wrapper is kept that agrees with all but one,
and ``conflicts`` names the statements that contradict each other.

``Auto`` is the default learner. It also gets some of the other pages, unlabelled, and the question is computed from its
evidence. Where that leaves no question about a list, and with ``KL``, the question is the value on which alternative
tree wrappers disagree most.
"""

from unweave.records.grouping import Value
from unweave.session.learning import Superseded
from unweave.session.session import Session
from unweave.session.statements import Change, Click, ClickConflict, RecordStatement, SessionState, ValueQuestion

__all__ = [
    "Change",
    "Click",
    "ClickConflict",
    "RecordStatement",
    "Session",
    "SessionState",
    "Superseded",
    "Value",
    "ValueQuestion",
]
