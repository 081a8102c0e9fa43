"""Run a wrapper over many pages: input pages, output files, and the run itself.

The modules are imported when their names are used: commands that only read pages need few of them.
"""

from typing import TYPE_CHECKING

from unweave.lazy_names import lazy_names

if TYPE_CHECKING:
    from unweave.run.bulk import RunProgress
    from unweave.run.existing import Update
    from unweave.run.job import RunOptions, extract
    from unweave.run.rows import OutputRow
    from unweave.run.run_directory import RunInfo, find_runs
    from unweave.run.run_summary import Problem, RunSummary, TooManyRejects
    from unweave.run.shards import SourceOptions
    from unweave.run.sinks import open_sink
    from unweave.run.sources import find_pages

_MODULES = {
    "OutputRow": "unweave.run.rows",
    "Problem": "unweave.run.run_summary",
    "RunInfo": "unweave.run.run_directory",
    "RunOptions": "unweave.run.job",
    "RunProgress": "unweave.run.bulk",
    "RunSummary": "unweave.run.run_summary",
    "SourceOptions": "unweave.run.shards",
    "TooManyRejects": "unweave.run.run_summary",
    "Update": "unweave.run.existing",
    "extract": "unweave.run.job",
    "find_pages": "unweave.run.sources",
    "find_runs": "unweave.run.run_directory",
    "open_sink": "unweave.run.sinks",
}

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

__getattr__ = lazy_names(__name__, _MODULES)
