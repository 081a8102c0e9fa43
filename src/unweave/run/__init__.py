"""Run a wrapper over many pages: input pages, output files, and the run itself."""

from unweave.run.existing import Update
from unweave.run.job import Problem, RunSummary, extract
from unweave.run.rows import OutputRow
from unweave.run.sinks import open_sink
from unweave.run.sources import find_pages

__all__ = ["OutputRow", "Problem", "RunSummary", "Update", "extract", "find_pages", "open_sink"]
