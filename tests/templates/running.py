"""The paper's running example, figure 3, with texts that differ where it prints dots."""

from unweave.page import Page

Review = tuple[str, str, str]
BOOKS: list[tuple[str, list[Review]]] = [
    ("Databases", [("John", "7", "well told")]),
    ("Data Mining", [("Jeff", "2", "dull"), ("Jane", "6", "quite good")]),
    ("Query Opt.", [("John", "8", "a classic")]),
    ("Transactions", []),
]


def book_page(title: str, reviews: list[Review]) -> Page:
    """A page of the running example."""
    items = "".join(
        f"<li><b>Reviewer Name</b> {who} <b>Rating</b> {rating} <b>Text</b> {text} </li>"
        for who, rating, text in reviews
    )
    return Page(
        f"<html><body><b>Book Name</b> {title} <b>Reviews</b><ol>{items}</ol></body></html>", name=f"{title}.html"
    )


PAGES = [book_page(title, reviews) for title, reviews in BOOKS]
VALUES = [
    {"a1": title, "set1": [{"a2": who, "a3": rating, "a4": text} for who, rating, text in reviews]}
    for title, reviews in BOOKS
]
