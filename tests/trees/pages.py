"""The paper's two example pages."""

from unweave.page import Page
from unweave.trees.outline import Outline, outlined

PAPERS = Page(
    "<html><body><h4>ParameterSearch results for <i>search term</i></h4>"
    + "".join(f"<p><b><a>title{number}</a></b> <a>author{number}</a></p>" for number in (1, 2, 3))
    + "<center><b><a>Prev</a></b> <a>1</a> 2 <a>3</a> <b><a>Next</a></b></center></body></html>",
    name="papers.html",
)
STUDENTS = Page(
    "<html><body>"
    + "".join(
        f"<ul><li>name: <b>{name}</b></li><li>supervisor: <b>{supervisor}</b></li></ul><hr>"
        for name, supervisor in (("Stefan", "Maurice"), ("Anneleen", "Hendrik"))
    )
    + "</body></html>",
    name="students.html",
)


def text(page: Page, wanted: str) -> tuple[Outline, int]:
    """The text node that shows this."""
    outline = outlined(page)
    return outline, outline.texts.index(wanted)


def texts(page: Page) -> list[tuple[Outline, int]]:
    """Every text node of the page."""
    outline = outlined(page)
    return [(outline, at) for at in outline.text_nodes()]
