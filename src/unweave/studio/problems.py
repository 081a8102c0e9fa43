"""Problems of the studio: a stable code, a sentence, and what would help."""

from typing import Any

from unweave.errors import UnweaveError

STATUS = {
    **dict.fromkeys(("bad_json", "bad_request", "bad_name"), 400),
    "no_token": 401,
    **dict.fromkeys(("bad_host", "bad_origin", "outside_folders"), 403),
    "not_found": 404,
    "method_not_allowed": 405,
    **dict.fromkeys(
        (
            "stale",
            "value_differs",
            "not_in_source",
            "read_only",
            "has_labels",
            "has_pages",
            "not_extracted",
            "other_type",
            "busy",
        ),
        409,
    ),
    "too_large": 413,
    "not_json": 415,
    **dict.fromkeys(
        (
            "not_supported",
            "bad_regex",
            "cannot_learn",
            "cannot_export",
            "lossy",
            "bad_page",
            "refused_url",
            "fetch_failed",
            "bad_examples",
        ),
        422,
    ),
    "internal": 500,
}
"""The HTTP status of each code."""


class StudioProblem(UnweaveError):
    """A request that cannot be done; ``code`` is one of ``STATUS``, ``extra`` goes into the answer beside the error.

    >>> problem = StudioProblem("value_differs", "the unit has the text 'Kim', not 'Emma'", "reload the page view")
    >>> problem.status, problem.to_dict()["error"]["code"]
    (409, 'value_differs')
    """

    code: str
    message: str
    hint: str
    extra: dict[str, Any]

    def __init__(self, code: str, message: str, hint: str = "", **extra: Any) -> None:
        super().__init__(message, code=code, hint=hint, extra=extra)
        self.message = message

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]

    def to_dict(self) -> dict[str, Any]:
        """The answer."""
        return {"error": {"code": self.code, "message": self.message, "hint": self.hint}, **self.extra}
