"""Recognizers of a project: built-in kinds and regular expressions whose hits are suggestions, never labels.

A user's expression runs on RE2, in time linear in the text; its length is limited, and so is the number of its hits.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from time import perf_counter
from typing import Any

from unweave.errors import BadInput
from unweave.labels import Recognizer, of_kind, of_pattern
from unweave.page import Span
from unweave.studio.pages import StudioPage
from unweave.studio.problems import StudioProblem
from unweave.studio.statements import StudioField
from unweave.values.finding import kinds_to_find

LONGEST_PATTERN = 2000
MOST_HITS = 5000
SHOWN_HITS = 500


@dataclass(frozen=True, slots=True)
class StudioRecognizer:
    """A recognizer: a built-in kind or a regular expression, and the field for which it suggests values.

    >>> StudioRecognizer("k1", "year", regex="[0-9]{4}").on
    True
    """

    id: str
    name: str
    kind: str | None = None
    regex: str | None = None
    ignore_case: bool = False
    field: str | None = None
    on: bool = True

    def made(self) -> Recognizer:
        """The recognizer itself; ``bad_regex`` if its expression cannot be used."""
        try:
            if self.kind is not None:
                return of_kind(self.name, self.kind)
            if not self.regex or len(self.regex) > LONGEST_PATTERN:
                reason = f"a regular expression has 1 to {LONGEST_PATTERN} characters"
                raise StudioProblem("bad_regex", reason)
            return of_pattern(self.name, self.regex, ignore_case=self.ignore_case)
        except BadInput as error:
            raise StudioProblem("bad_regex", error.reason) from error


class Recognizers:
    """The recognizers of a project, with their hits."""

    def __init__(self) -> None:
        self.all: dict[str, StudioRecognizer] = {}
        self._hits: dict[tuple[StudioRecognizer, str], tuple[Span, ...]] = {}

    def __getitem__(self, name: str) -> StudioRecognizer:
        if name not in self.all:
            raise StudioProblem("not_found", f"there is no recognizer {name!r}")
        return self.all[name]

    def take(self, event: Mapping[str, Any]) -> None:
        """Take an event about recognizers into account."""
        name = event["recognizer"]
        if event["type"] == "recognizer_add":
            self.all[name] = StudioRecognizer(name, **event["members"])
        elif event["type"] == "recognizer_change" and name in self.all:
            self.all[name] = replace(self.all[name], **event["members"])
        elif event["type"] == "recognizer_remove":
            self.all.pop(name, None)

    def hits(self, one: StudioRecognizer, page: StudioPage) -> tuple[Span, ...]:
        """What a recognizer finds on a page; nothing if it cannot be used."""
        key = (replace(one, id="", name="", field=None, on=True), f"{page.id} {page.sha256}")
        if key not in self._hits:
            try:
                self._hits[key] = one.made()(page.page)[:MOST_HITS]
            except StudioProblem:
                self._hits[key] = ()
        return self._hits[key]

    def suggestions(
        self, page: StudioPage, fields: Collection[str] | Mapping[str, StudioField]
    ) -> dict[str, list[Span]]:
        """The suggested values of each field on a page."""
        found: dict[str, list[Span]] = {}
        for one in self.all.values():
            if one.on and one.field in fields and one.field is not None:
                found.setdefault(one.field, []).extend(self.hits(one, page))
        return found

    def described(self, pages: Iterable[StudioPage]) -> list[dict[str, Any]]:
        """All of them for the client, with their hits on these pages."""
        pages = list(pages)
        return [
            {**asdict(one), "hits": sum(len(self.hits(one, page)) for page in pages), "error": ""}
            for one in self.all.values()
        ]


def checked_members(given: Mapping[str, Any], *, new: bool) -> dict[str, Any]:
    """The members of a recognizer in a request; ``bad_request`` or ``bad_regex`` where they are wrong.

    >>> checked_members({"name": "year", "regex": "[0-9]{4}"}, new=True)
    {'name': 'year', 'regex': '[0-9]{4}'}
    """
    kinds = {"name": str, "kind": str, "regex": str, "ignore_case": bool, "field": str, "on": bool}
    found = {key: given[key] for key in kinds if key in given}
    for key, value in found.items():
        if value is not None and type(value) is not kinds[key]:
            raise StudioProblem("bad_request", f"{key!r} is {value!r}, which is no {kinds[key].__name__}")
    if new:
        found.setdefault("name", found.get("kind") or found.get("regex") or "")
        if bool(found.get("kind")) == bool(found.get("regex")):
            raise StudioProblem("bad_request", "a recognizer has either a kind or a regex")
        StudioRecognizer("", **found).made()
    return found


def tested(given: Mapping[str, Any], page: StudioPage) -> dict[str, Any]:
    """The hits of a recognizer on a page, without keeping it."""
    one = StudioRecognizer("", **checked_members(given, new=True))
    started = perf_counter()
    hits = one.made()(page.page)
    return {
        "count": len(hits),
        "ms": round(1000 * (perf_counter() - started)),
        "cut": len(hits) > SHOWN_HITS,
        "hits": [[*span, page.units.target(span), page.page.text(span)[:200]] for span in hits[:SHOWN_HITS]],
    }


def all_kinds() -> list[str]:
    """The built-in kinds.

    >>> "price" in all_kinds()
    True
    """
    return list(kinds_to_find())
