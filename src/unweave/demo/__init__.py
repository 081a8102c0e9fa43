"""Pages to try unweave on: generated from templates with a fixed seed, each with its true records."""

from unweave.demo.folder import BOOKS, COUNTRIES, DISTRACTED, TASKS, DemoTask, write_demo, write_recognizers
from unweave.demo.pages import book_pages, country_pages, shelf_pages

__all__ = [
    "BOOKS",
    "COUNTRIES",
    "DISTRACTED",
    "TASKS",
    "DemoTask",
    "book_pages",
    "country_pages",
    "shelf_pages",
    "write_demo",
    "write_recognizers",
]
