"""Questions to the user, and recognizers that suggest values."""

from collections.abc import Sequence

from unweave.page import Span
from unweave.session import Session
from unweave.studio.recognizing import all_kinds, checked_members, tested
from unweave.studio.studio import Answer, Given, Studio

AROUND = 40
"""So many characters before and after a value are shown with a question."""


def next_question(studio: Studio, skipped: Sequence[str], field: str | None) -> Answer:
    """The question whose answer would settle most."""
    project = studio.project
    found = project.learn(Session.questions)
    with project.ready(draft=found is None):
        asked = [
            (kind, one)
            for kind, some in (found or {}).items()
            for one in some
            if one.field in project.sessions.all[kind].wrappers and field in {None, project.ids[one.field]}
        ]
        asked.sort(key=lambda pair: -pair[1].worth)
        for number, (kind, one) in enumerate(asked):
            page, name = project.pages[project.sessions.page_id(kind, one.page)], project.ids[one.field]
            key = f"{name}:{page.id}:{one.span.start}:{one.span.end}"
            if key in skipped:
                continue
            text = page.units.reading(Span(max(0, one.span.start - 10 * AROUND), one.span.start))
            after = page.units.reading(Span(one.span.end, min(len(page.page), one.span.end + 10 * AROUND)))
            confidence = project.sessions.all[kind].wrappers[one.field].origin.confidence.get(one.field)
            return {
                "question": {
                    "id": key,
                    "field": name,
                    "page": page.id,
                    "mark": [name, "U", *one.span, page.units.target(one.span), one.text],
                    "text": one.text,
                    "before": text[-AROUND:],
                    "after": after[:AROUND],
                    "sentence": f"is {one.text!r} on {page.name} the {one.field}?",
                    "worth": round(one.worth, 4),
                    "readings": list(confidence.reasons) if confidence else [],
                },
                "left": len(asked) - number - 1,
            }
        return {"question": None, "left": 0}


def recognizers(studio: Studio) -> Answer:
    """All recognizers."""
    with studio.project.lock:
        pages = studio.project.pages.pages.values()
        return {"kinds": all_kinds(), "recognizers": studio.project.recognizers.described(pages)}


def add_recognizer(studio: Studio, given: Given) -> Answer:
    """Add a recognizer."""
    with studio.project.lock:
        members = checked_members(given, new=True)
        name = f"k{studio.project.seq + 1}"
        event = {"type": "recognizer_add", "recognizer": name, "members": members}
        delta = studio.added({"seq": studio.project.seq, **given}, lambda: event)
        return {"recognizer": _recognizer(studio, name), "delta": delta}


def change_recognizer(studio: Studio, name: str, given: Given) -> Answer:
    """Change a recognizer."""
    with studio.project.lock:
        old = studio.project.recognizers[name]
        members = checked_members(given, new=False)
        checked_members({"kind": old.kind, "regex": old.regex, **members}, new=True)
        event = {"type": "recognizer_change", "recognizer": name, "members": members}
        delta = studio.added({"seq": studio.project.seq, **given}, lambda: event)
        return {"recognizer": _recognizer(studio, name), "delta": delta}


def remove_recognizer(studio: Studio, name: str) -> Answer:
    """Remove a recognizer."""
    with studio.project.lock:
        since = studio.project.seq
        studio.project.append({"type": "recognizer_remove", "recognizer": studio.project.recognizers[name].id})
    return studio.delta(since, list(studio.project.pages.pages)[:1])


def _recognizer(studio: Studio, name: str) -> Answer:
    pages = studio.project.pages.pages.values()
    return next(one for one in studio.project.recognizers.described(pages) if one["id"] == name)


def tested_recognizer(studio: Studio, given: Given) -> Answer:
    """The hits of a recognizer that is not kept."""
    with studio.project.lock:
        return tested(given, studio.project.pages[given.get("page")])
