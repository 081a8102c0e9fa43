"""Pages with many <html> and <body> tags: the parser's memory grows with their square, so they are refused."""

import subprocess
import sys

import pytest

from unweave.errors import BadInput
from unweave.page import Page

LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
from unweave.errors import BadInput
from unweave.page import Page
for tag in ("body", "HTML", "body x='>' "):
    page = Page("<p>x" + "".join(f"<{tag} a{number}=1>" for number in range(12_000)), name="p1.html")
    try:
        page.document
    except BadInput as error:
        print(error.source)
"""


def test_the_parser_is_not_asked() -> None:
    """Within a gigabyte of memory the page gives our error; the parser would need more."""
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["p1.html"] * 3


@pytest.mark.parametrize(
    "source",
    [
        "<body class=a id=b>x" * 5000,
        "".join(f"<body a{number}=1>x" for number in range(500)),
        "<p>x</p>" + "<html><body>" * 5000,
    ],
)
def test_many_pages_in_one_file_are_parsed(source: str) -> None:
    """Tags without new attributes cost nothing."""
    assert Page(source, name="p.html").document.select_one("body") is not None


@pytest.mark.parametrize("tag", ["<body a=", "<body <", "<html\n'", '<body x="', "<body/"])
def test_the_scan_is_linear(tag: str) -> None:
    """Whatever the tags look like, a page is accepted or refused soon."""
    try:
        assert Page(tag * 20_000, name="p.html").document is not None
    except BadInput as error:
        assert "too many" in error.reason  # either outcome is right
