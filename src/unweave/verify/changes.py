"""Changes: the kinds of changes that are undone (``undoing``), in the order in which they are tried.

Legend

    renamed             elements with another tag (``renamings``)
    retagged            several other tags at once, as where a table becomes a list (``retagged``)
    with_old_classes    classes with other names (``reclassed``)
    with_old_labels     labels in other words (``relabelled``)
    exchanged           cells of tables that have changed places (``columns``)
    moved_back          a block that has another place among its neighbours (``moves``)
    without_inserted    texts that have come, and are taken for values (``insertions``)

The first kind counts after which what the old wrapper reads is ok and clear. Each may take a part of the time only: on
pages that take long, the first ones would leave none for the others.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from unweave.budget import Budget, OutOfTime
from unweave.page import Page
from unweave.tuning import UNDOING_SHARE
from unweave.verify.columns import exchanged
from unweave.verify.insertions import without_inserted
from unweave.verify.moves import moved_back
from unweave.verify.reclassed import with_old_classes
from unweave.verify.relabelled import with_old_labels
from unweave.verify.renamings import renamed
from unweave.verify.retagged import retagged
from unweave.verify.undoing import UndoneReading
from unweave.wrapper import Wrapper


def undone(
    wrapper: Wrapper, pages: Sequence[Page], lost: Sequence[str], wrong: Sequence[str], budget: float
) -> UndoneReading | None:
    """What the old wrapper finds once a change is undone; None where no kind of change leads to that.

    ``wrong`` are the fields that are not read right, ``lost`` those whose values may be in other tags: where one field
    of a list is lost, so are the others.
    """
    kinds: Sequence[Callable[[], UndoneReading | None]] = (
        partial(renamed, wrapper, pages, lost),
        partial(retagged, wrapper, pages),
        partial(with_old_classes, wrapper, pages),
        partial(with_old_labels, wrapper, pages, wrong),
        partial(exchanged, wrapper, pages, wrong),
        partial(moved_back, wrapper, pages, wrong),
        partial(without_inserted, wrapper, pages, wrong),
    )
    time = Budget(budget)
    for undo in kinds:
        with suppress(OutOfTime), time.limit("undoing the change", share=UNDOING_SHARE):
            if found := undo():
                return found
    return None
