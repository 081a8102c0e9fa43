"""Whether a site has changed, in a few lines at the end of a run."""

from collections.abc import Mapping

from unweave.cli.messages import counted, escape_controls
from unweave.verify.drift import Verdict


def drift_lines(verdict: Verdict | None, wrapper: str) -> list[str]:
    """Whether the site has changed, by some pages of the run; what is wrong and how to see more where it has.

    >>> drift_lines(Verdict("ok", pages=20, records=20, good_pages=9), "W.json")
    ['Compared with 9 pages known before: ok (20 pages checked)']
    """
    if verdict is None:
        return []
    advice = f"  more: unweave check {wrapper} INPUT..."
    told = [f"Compared with {_compared(verdict)}", *_evidence(verdict), *([] if verdict.status == "ok" else [advice])]
    return list(map(escape_controls, told))


def wrappers_drift_lines(verdicts: Mapping[str, Verdict]) -> list[str]:
    r"""The same for several wrappers, of routes or of page types: those that still fit are counted, the others named.

    >>> ok, changed = Verdict("ok", pages=20, records=20, good_pages=9), Verdict("drifted", pages=5, records=0)
    >>> print(*wrappers_drift_lines({"book": ok, "film": changed}), sep="\n")
    1 of 2 wrappers reads its pages as before (20 pages checked)
    film: compared with 0 pages known before: drifted (5 pages checked)
      more: unweave check with this wrapper
    """
    if not verdicts:
        return []
    fine = [one for one in verdicts.values() if one.status == "ok"]
    checked = counted(sum(one.pages for one in fine), "page")
    reads = "reads its pages" if len(fine) == 1 else "read their pages"
    told = [f"{len(fine):,} of {counted(len(verdicts), 'wrapper')} {reads} as before ({checked} checked)"]
    for name, verdict in verdicts.items():
        if verdict.status != "ok":
            told += [f"{name}: compared with {_compared(verdict)}", *_evidence(verdict)]
            told += ["  more: unweave check with this wrapper"]
    return list(map(escape_controls, told))


def _compared(verdict: Verdict) -> str:
    known = counted(verdict.good_pages, "page")
    return f"{known} known before: {verdict.status} ({counted(verdict.pages, 'page')} checked)"


def _evidence(verdict: Verdict) -> list[str]:
    """What is wrong, in a few lines; nothing where all is well."""
    if verdict.status == "ok":
        return []
    wrong = [f"  {one.name}: {'; '.join(one.evidence[:1])}" for one in verdict.fields if one.status != "ok"]
    return [*(f"  {text}" for text in verdict.evidence[:2]), *wrong]
