"""A site program as a Scrapy project: page objects, a spider, items, and settings with the same politeness."""

from unweave.sites.scrapy.project import scrapy_project

__all__ = ["scrapy_project"]
