"""Run a wrapper over many pages: input pages, output files, and the run itself."""

from unweave.run.bulk import RunProgress
from unweave.run.existing import Update
from unweave.run.job import RunOptions, extract
from unweave.run.rows import OutputRow
from unweave.run.run_directory import RunInfo, find_runs
from unweave.run.run_summary import Problem, RunSummary, TooManyRejects
from unweave.run.shards import SourceOptions
from unweave.run.sinks import open_sink
from unweave.run.sources import find_pages

__all__ = [
    "OutputRow",
    "Problem",
    "RunInfo",
    "RunOptions",
    "RunProgress",
    "RunSummary",
    "SourceOptions",
    "TooManyRejects",
    "Update",
    "extract",
    "find_pages",
    "find_runs",
    "open_sink",
]
