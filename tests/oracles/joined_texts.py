"""Which template texts belong to one role: every text is compared with every text of every role."""

from collections.abc import Iterable, Mapping

from unweave.templates.template_texts import TemplateText
from unweave.tuning import NEARLY_ALL

Pages = Mapping[TemplateText, frozenset[int]]


def joined_texts(
    often: Iterable[TemplateText], seldom: Iterable[TemplateText], pages: Pages, labelled: Mapping[TemplateText, bool]
) -> list[list[TemplateText]]:
    """The roles: a text joins the first that it fits; of the others only those that are often make a new one."""
    roles: list[list[TemplateText]] = []
    for text, is_often in [*((text, True) for text in often), *((text, False) for text in seldom)]:
        fitting = [role for role in roles if _fits(text, role, pages, labelled)]
        if fitting:
            fitting[0].append(text)
        elif is_often:
            roles.append([text])
    return roles


def _fits(text: TemplateText, role: list[TemplateText], pages: Pages, labelled: Mapping[TemplateText, bool]) -> bool:
    theirs = frozenset[int]().union(*(pages[other] for other in role))
    apart = len(pages[text] - theirs) >= NEARLY_ALL * len(pages[text])
    return apart and all(_compatible(text, other, labelled) for other in role)


def _compatible(one: TemplateText, other: TemplateText, labelled: Mapping[TemplateText, bool]) -> bool:
    if labelled[one] and labelled[other]:
        return one.text.startswith(other.text) or other.text.startswith(one.text)
    return not labelled[one] and not labelled[other]
