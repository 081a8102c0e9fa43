"""Pages of our own to try things on: generated from templates with a fixed seed, each with its true records."""

from unweave.demo.folder import BOOKS, COUNTRIES, DISTRACTED, LESSONS, Lesson, lay_out
from unweave.demo.pages import book_pages, country_pages, shelf_pages
from unweave.demo.recognizers import lay_out_recognizers

__all__ = [
    "BOOKS",
    "COUNTRIES",
    "DISTRACTED",
    "LESSONS",
    "Lesson",
    "book_pages",
    "country_pages",
    "lay_out",
    "lay_out_recognizers",
    "shelf_pages",
]
