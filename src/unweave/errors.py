"""Everything that can go wrong, each error with the data to show it.

An error is built from keywords, keeps them as attributes, and puts them into one sentence:

    >>> error = DoesNotFit(page="p7.html", field="price", where=412, reason="'</b>' does not occur after it")
    >>> print(error)
    p7.html does not fit: price at 412: '</b>' does not occur after it
    >>> error.where
    412

For people it has three parts: what happened, where, and what would help. The advice is the end of the reason, from "It
would help to" on, or a note that begins so:

    >>> error = BadInput(source="p1.html", reason="the file is empty. It would help to save the page again")
    >>> error.happened, error.place, error.advice
    ('the file is empty', 'p1.html', ('save the page again',))

An error has the name of a page, not the page, so that it can be sent between processes.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

HELP = "It would help to "
"""How advice begins, at the end of a reason or in a note."""


class UnweaveError(Exception):
    """The parent of every error of this library.

    >>> issubclass(DoesNotFit, UnweaveError)
    True
    """

    def __init__(self, message: str, **data: Any) -> None:
        super().__init__(message)
        self.__dict__.update(data)

    @property
    def happened(self) -> str:
        """What happened, in one line: the reason without its advice."""
        return _before_advice(getattr(self, "reason", str(self)))

    @property
    def place(self) -> str:
        """Where it happened: a file, an option, a field; empty where that is not known."""
        return ""

    @property
    def advice(self) -> tuple[str, ...]:
        """What would help, each as the end of the sentence "It would help to"."""
        texts = [getattr(self, "reason", ""), *getattr(self, "__notes__", ())]
        return tuple(text.rpartition(HELP)[2].strip().rstrip(".") for text in texts if HELP in text)

    @property
    def technical(self) -> str:
        """Lines that come last: the reason in the words of the method, or a list; may be empty."""
        return ""

    def __reduce__(self) -> tuple[Any, ...]:
        # Subclasses take keywords, which the default pickling of exceptions does not know.
        return _rebuild, (type(self), str(self), self.__dict__)


def _rebuild(kind: type[UnweaveError], message: str, data: dict[str, Any]) -> UnweaveError:
    error = kind.__new__(kind, message)
    error.args = (message,)
    error.__dict__.update(data)
    return error


def _before_advice(reason: str) -> str:
    return (reason.rpartition(HELP)[0] if HELP in reason else reason).strip().rstrip(".")


def _joined(*parts: str | None) -> str:
    return ", ".join(part for part in parts if part)


class BadInput(UnweaveError):
    """An input cannot be used: a file, a setting, an examples file, a label.

    >>> print(BadInput(source="notes.html", reason="the file is empty"))
    notes.html: the file is empty
    >>> print(BadInput(source="ex.json", field="price", reason="the span 9-4 ends before it begins"))
    ex.json: field price: the span 9-4 ends before it begins
    """

    source: str
    reason: str
    field: str | None

    def __init__(self, *, source: str, reason: str, field: str | None = None) -> None:
        middle = f"field {field}: " if field else ""
        super().__init__(f"{source}: {middle}{reason}", source=source, reason=reason, field=field)

    @property
    def place(self) -> str:
        """The source, and the field where it is known."""
        return _joined(self.source, self.field and f"field {self.field}")


class MissingValue(NamedTuple):
    """A value that was given and is not on its page: the number of its record (0 where there is none), field and text.

    >>> MissingValue(2, "price", "$5.60").value
    '$5.60'
    """

    record: int
    field: str
    value: str


class ValueNotFound(BadInput):
    """Values of an example are not on its page; ``missing`` has all of them, ``value`` is the first.

    ``nearest`` are the texts of the page that are most similar to the first one, ``hints`` what is to be said about
    each missing value.

    >>> print(ValueNotFound(source="p1.html", field="price", value="5.5", nearest=["$5.50", "5"]))
    p1.html: field price: '5.5' is not on the page; nearest: '$5.50', '5'
    >>> missing = [MissingValue(1, "price", "5.5"), MissingValue(3, "title", "Ema")]
    >>> hints = ["", "nearest: 'Emma'"]
    >>> print(ValueNotFound(source="p1.html", field="price", value="5.5", missing=missing, hints=hints))
    p1.html: 2 values are not on the page:
      record 1, field price: '5.5'
      record 3, field title: 'Ema'; nearest: 'Emma'
    """

    value: str
    nearest: tuple[str, ...]
    missing: tuple[MissingValue, ...]
    hints: tuple[str, ...]

    def __init__(
        self,
        *,
        source: str,
        field: str,
        value: str,
        nearest: Sequence[str] = (),
        missing: Sequence[MissingValue] = (),
        hints: Sequence[str] = (),
    ) -> None:
        plain = "nearest: " + ", ".join(repr(text) for text in nearest) if nearest else ""
        hints = tuple(hints) or (plain,)
        tails = [f"; {hint}" * bool(hint) for hint in hints]
        super().__init__(source=source, field=field, reason=f"{value!r} is not on the page{tails[0]}")
        self.value = value
        self.nearest = tuple(nearest)
        self.missing = tuple(missing) or (MissingValue(0, field, value),)
        self.hints = hints
        if len(self.missing) > 1:
            lines = [f"  record {one.record}, field {one.field}: {one.value!r}" for one in self.missing]
            lines = [line + tail for line, tail in zip_longest(lines, tails, fillvalue="")]
            self.reason = "\n".join([f"{len(lines)} values are not on the page:", *lines])
            self.args = (f"{source}: {self.reason}",)

    @property
    def happened(self) -> str:
        """The value that is not on the page with its nearest texts, or how many there are."""
        return super().happened.partition(":\n")[0]

    @property
    def place(self) -> str:
        """The source; the field of a single missing value, since several are listed with theirs."""
        return self.source if len(self.missing) > 1 else super().place

    @property
    def technical(self) -> str:
        """The list of the values, where there are several."""
        return self.reason.partition(":\n")[2] if len(self.missing) > 1 else ""

    @property
    def advice(self) -> tuple[str, ...]:
        """How values are to be written; where characters of the page cannot be read, to save it in another encoding."""
        if any("\ufffd" in hint for hint in self.hints):
            return (
                *super().advice,
                "save the page as UTF-8: some of its characters are in another encoding than it says",
            )
        return (*super().advice, "write values as the page shows them, or to leave them out")


class NoConsistentWrapper(UnweaveError):
    """No wrapper of this kind agrees with the examples: which field, which page, which constraint, why.

    >>> print(NoConsistentWrapper(kind="LR", field="country", page="p1.html", constraint="l1 of the tail",
    ...     reason="every candidate for the left delimiter also occurs behind the last record"))
    no LR wrapper agrees with the examples: field country, page p1.html, l1 of the tail: every candidate
    for the left delimiter also occurs behind the last record
    """

    kind: str
    reason: str
    field: str | None
    page: str | None
    constraint: str | None

    def __init__(
        self,
        *,
        kind: str,
        reason: str,
        field: str | None = None,
        page: str | None = None,
        constraint: str | None = None,
    ) -> None:
        where = [f"field {field}"] * bool(field) + [f"page {page}"] * bool(page) + [constraint or ""] * bool(constraint)
        middle = f"{', '.join(where)}: " if where else ""
        super().__init__(
            f"no {kind} wrapper agrees with the examples: {middle}{reason}",
            kind=kind,
            field=field,
            page=page,
            constraint=constraint,
            reason=reason,
        )

    @property
    def happened(self) -> str:
        """That there is no such wrapper; the reason comes last."""
        return f"no {self.kind} wrapper agrees with the examples"

    @property
    def place(self) -> str:
        """Field and page, as far as they are known."""
        return _joined(self.field and f"field {self.field}", self.page and f"page {self.page}")

    @property
    def technical(self) -> str:
        """The constraint that cannot be met, and the reason without its advice."""
        return ": ".join(filter(None, ["The reason", self.constraint, _before_advice(self.reason)]))


class DoesNotFit(UnweaveError):
    """A page does not follow the wrapper's rules, so nothing is extracted from it.

    >>> print(DoesNotFit(page="p9.html", field="code", where=80, reason="'</i>' does not occur after it"))
    p9.html does not fit: code at 80: '</i>' does not occur after it
    """

    page: str
    field: str | None
    where: int | None
    reason: str

    def __init__(self, *, page: str, field: str | None, where: int | None, reason: str) -> None:
        place = [field] * bool(field) + [f"at {where}"] * (where is not None)
        middle = f"{' '.join(str(part) for part in place)}: " if place else ""
        super().__init__(
            f"{page or 'the page'} does not fit: {middle}{reason}",
            page=page,
            field=field,
            where=where,
            reason=reason,
        )

    @property
    def happened(self) -> str:
        """That the page does not fit; the reason comes last."""
        return "the page does not fit the wrapper"

    @property
    def place(self) -> str:
        """Page, field and position, as far as they are known."""
        at = None if self.where is None else f"character {self.where:,}"
        return _joined(self.page, self.field and f"field {self.field}", at)

    @property
    def advice(self) -> tuple[str, ...]:
        """What fits."""
        return super().advice or ("give pages of the same kind as the examples, or to learn again with this page",)

    @property
    def technical(self) -> str:
        """The reason."""
        return f"The reason: {_before_advice(self.reason)}"


class PageMissing(UnweaveError):
    """A page of a site could not be had: its address and the reason.

    >>> print(PageMissing(address="http://a.org/7", reason="it is not in the collection"))
    http://a.org/7: it is not in the collection
    """

    address: str
    reason: str

    def __init__(self, *, address: str, reason: str) -> None:
        super().__init__(f"{address}: {reason}", address=address, reason=reason)

    @property
    def place(self) -> str:
        """The address."""
        return self.address


class CannotCompile(UnweaveError):
    """A wrapper cannot be exported to a target.

    >>> print(CannotCompile(target="css", reason="CSS cannot look at text"))
    cannot write this wrapper as css: CSS cannot look at text
    """

    target: str
    reason: str

    def __init__(self, *, target: str, reason: str) -> None:
        super().__init__(f"cannot write this wrapper as {target}: {reason}", target=target, reason=reason)

    @property
    def happened(self) -> str:
        """That the wrapper cannot be written in this form; the reason comes last."""
        return f"cannot write this wrapper as {self.target}"

    @property
    def advice(self) -> tuple[str, ...]:
        """Other ways to use the wrapper."""
        return super().advice or ("choose another target, or to run the wrapper itself",)

    @property
    def technical(self) -> str:
        """The reason."""
        return f"The reason: {_before_advice(self.reason)}"


class CannotRepair(UnweaveError):
    """No new wrapper is sure enough: which field is open, on which page, and what one example would settle.

    >>> print(CannotRepair(field="price", page="p1.html", reason="nothing looks like its values"))
    cannot repair price on p1.html: nothing looks like its values
    """

    field: str | None
    page: str | None
    reason: str

    def __init__(self, *, reason: str, field: str | None = None, page: str | None = None) -> None:
        what = f"{field or 'the wrapper'}{f' on {page}' if page else ''}"
        super().__init__(f"cannot repair {what}: {reason}", field=field, page=page, reason=reason)

    @property
    def happened(self) -> str:
        """Which field cannot be repaired, and why."""
        return f"cannot repair {self.field or 'the wrapper'}: {_before_advice(self.reason)}"

    @property
    def place(self) -> str:
        """The page that an example would settle it on."""
        return self.page or ""


__all__ = [
    "BadInput",
    "CannotCompile",
    "CannotRepair",
    "DoesNotFit",
    "MissingValue",
    "NoConsistentWrapper",
    "PageMissing",
    "UnweaveError",
    "ValueNotFound",
]
