"""Attribute values as data: links and images beside the texts."""

from unweave.page import Page
from unweave.templates import Discover
from unweave.templates.arrangement import side_by_side
from unweave.templates.columns import TemplateColumn
from unweave.templates.selectors import TextSelector

Author = tuple[str, str]
BOOKS: list[tuple[str, Author, list[str]]] = [
    ("Emma", ("Austen", "/a1"), ["Persuasion", "Middlemarch"]),
    ("Kim", ("Kipling", "/a2"), ["Lord Jim"]),
    ("Dune", ("Herbert", "/a3"), ["Solaris", "Foundation", "Neuromancer"]),
    ("Walden", ("Thoreau", "/a4"), ["Nature", "Typee"]),
]


def book_page(title: str, author: Author, like: list[str]) -> Page:
    """A page with a link, an image, a list of links, and links of the template."""
    others = "".join(f"<li><a href='/b/{other}?x=1&amp;y=2'>{other}</a>" for other in like)
    return Page(
        f"<h1>{title}</h1><img class=cover src='/i/{title}.png'>"
        f"<p>By <a class=by href={author[1]}>{author[0]}</a></p><h2>More like this</h2><ul>{others}</ul>"
        "<a href=/home>Home</a>"
    )


PAGES = [book_page(*book) for book in BOOKS]


def expected(title: str, author: Author, like: list[str]) -> dict[str, object]:
    return {
        "h1": title,
        "by": author[0],
        "by_link": author[1],
        "list_1": [{"more_like_this": other, "more_like_this_link": f"/b/{other}?x=1&y=2"} for other in like],
        "cover_image": f"/i/{title}.png",
    }


def test_links_come_behind_their_texts_and_images_by_themselves() -> None:
    """What is the same on all pages is template; a list of links has both, the text and the target."""
    wrapper = Discover(runs=False).largest(PAGES)
    assert [wrapper.extract(page)[0].to_dict() for page in PAGES] == [expected(*book) for book in BOOKS]


def test_unseen_pages_give_their_links() -> None:
    """The wrapper is for the rest of the site."""
    new = ("Ulysses", ("Joyce", "/a5"), ["Emma"])
    assert Discover(runs=False).largest(PAGES).extract(book_page(*new))[0].to_dict() == expected(*new)


def test_attributes_can_be_turned_off_or_chosen() -> None:
    """Without them there are texts only, the same as with them; others can be named."""
    assert Discover(runs=False, attributes=()).largest(PAGES).schema.names == ("h1", "by", "more_like_this")
    assert Discover(runs=False, attributes=("src",)).largest(PAGES).schema.names == (
        "h1",
        "by",
        "more_like_this",
        "cover_image",
    )


def test_attributes_do_not_replace_texts() -> None:
    """The limit is for texts; of attributes there may be a fifteenth of it in addition."""
    wrapper, texts = Discover(limit=15).largest(PAGES), Discover(limit=15, attributes=()).largest(PAGES)
    assert [column.attribute for column in wrapper.columns if column.attribute] == ["src"]
    assert [column.selector for column in wrapper.columns if not column.attribute] == [
        c.selector for c in texts.columns
    ]


def test_a_value_is_the_source_of_the_attribute() -> None:
    """A span like any other, without quotes."""
    span = Discover(runs=False).largest(PAGES).extract(PAGES[0])[0].span("cover_image")
    assert span is not None
    assert PAGES[0][span] == "/i/Emma.png"


def test_a_column_without_texts_comes_last() -> None:
    """Columns of one selector stay together."""
    title, part = TemplateColumn("", TextSelector("a")), TemplateColumn("", TextSelector("a"), words=("x",), slot=0)
    link, image = (
        TemplateColumn("", TextSelector("a@href"), attribute="href"),
        TemplateColumn("", TextSelector("img@src"), attribute="src"),
    )
    assert side_by_side([title, part, TemplateColumn("", TextSelector("p"))], [image, link]) == [
        title,
        part,
        link,
        TemplateColumn("", TextSelector("p")),
        image,
    ]
