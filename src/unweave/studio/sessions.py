"""The sessions of a project: one for each page type, since each type has fields and a wrapper of its own.

A project without page types has one session, under the name "".

    >>> sessions = TypeSessions(None)
    >>> sessions.arrange({"": {"p1": Page("<b>Emma</b>")}})
    >>> sessions.place("p1"), len(sessions.all[""].pages)
    (('', 0), 1)
"""

from collections.abc import Mapping

from unweave.page import Page
from unweave.session import Session
from unweave.wrapper import Learner


class TypeSessions:
    """The sessions by page type, and the place of each page in them."""

    def __init__(self, learner: Learner | None) -> None:
        self._learner = learner
        self._ids: dict[str, list[str]] = {}
        self._places: dict[str, tuple[str, int]] = {}
        self.all: dict[str, Session] = {}

    def arrange(self, pages: Mapping[str, Mapping[str, Page]]) -> None:
        """These pages by type from now on; a session whose pages are still there, in order, keeps what it knows."""
        self.all = {name: self._session(name, list(some.values())) for name, some in pages.items()}
        self._ids = {name: list(some) for name, some in pages.items()}
        self._places = {page: (name, at) for name, some in self._ids.items() for at, page in enumerate(some)}

    def _session(self, name: str, pages: list[Page]) -> Session:
        known = self.all.get(name)
        if known is None or [id(page) for page in known.pages] != [id(page) for page in pages[: len(known.pages)]]:
            return Session(pages, learner=self._learner)
        for page in pages[len(known.pages) :]:
            known.add_page(page)
        return known

    def place(self, page: str) -> tuple[str, int]:
        """The type of a page, and its number in the session of that type."""
        return self._places[page]

    def page_id(self, name: str, number: int) -> str:
        """The page with this number in the session of a type."""
        return self._ids[name][number]

    @property
    def is_learned(self) -> bool:
        """Whether learning is done for all that was said."""
        return all(session.is_learned or not session.state.fields for session in self.all.values())
