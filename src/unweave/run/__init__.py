"""Running a wrapper over many pages: where they come from, where the records go, and the run between."""

from unweave.run.job import Problem, Summary, extract
from unweave.run.rows import Row
from unweave.run.sinks import open_sink
from unweave.run.sources import find_pages

__all__ = ["Problem", "Row", "Summary", "extract", "find_pages", "open_sink"]
