"""Discovery, with all that goes beyond the paper, for the EXALG scorer; ``$UNWEAVE_DISCOVER`` may hold settings."""

import json
import os

from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.templates import Discover, TemplateWrapper
from unweave.templates.report import columns_of


def discover(pages: list[str]) -> list[dict[str, list[str]]]:
    """The columns of each page."""
    read = [Page(text, name=str(number), html=True) for number, text in enumerate(pages)]
    wrapper = Discover(**json.loads(os.environ.get("UNWEAVE_DISCOVER", "{}"))).largest(read)
    return [values(wrapper, page) for page in read]


def values(wrapper: TemplateWrapper, page: Page) -> dict[str, list[str]]:
    """The columns of one page; none where it does not fit."""
    try:
        return columns_of(wrapper.extract(page)[0])
    except DoesNotFit:
        return {}
