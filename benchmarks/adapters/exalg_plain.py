"""The plain algorithm of the paper, for the EXALG scorer."""

from unweave.page import Page
from unweave.templates import Exalg
from unweave.templates.report import columns_of


def discover(pages: list[str]) -> list[dict[str, list[str]]]:
    """The columns of each page."""
    read = [Page(text, name=str(number), html=True) for number, text in enumerate(pages)]
    wrapper = Exalg().discover(read)
    return [columns_of(wrapper.extract(page)[0]) for page in read]
