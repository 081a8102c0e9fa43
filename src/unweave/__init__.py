"""Learn a wrapper from a few values on a few pages, and get the records back.

>>> import unweave
>>> page = unweave.Page("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i><br>", name="codes.html")
>>> example = unweave.Example.from_values(page, [{"country": "Congo", "code": "242"}], status="partial")
>>> wrapper = unweave.learn([example])
>>> [record.to_dict() for record in wrapper.extract(page)]
[{'country': 'Congo', 'code': '242'}, {'country': 'Egypt', 'code': '20'}]
"""

from typing import TYPE_CHECKING

from unweave.lazy_names import lazy_names

if TYPE_CHECKING:
    from unweave import errors
    from unweave.choose import learn
    from unweave.field_types import suggest_types, with_types
    from unweave.page import Page, Span
    from unweave.records import Example, Record, Schema, read_examples, write_examples
    from unweave.run.extracted import extract, records_to_arrow, to_pandas
    from unweave.session import Session
    from unweave.sites import Pager, SiteProgram, dump_site, learn_pager, load_site, next_pages
    from unweave.sites.learning import learn_site
    from unweave.store import dump, load
    from unweave.summaries import summary
    from unweave.targets.compile import compile  # noqa: A004 - the word that users read and write
    from unweave.targets.export import export
    from unweave.templates import discover
    from unweave.verify import Gates, Verdict, check, sharpened
    from unweave.verify.repairing import repair
    from unweave.wrapper import Explanation, Learner, Origin, Wrapper

__version__ = "0.1.0"

# Public name -> its module, which is imported when the name is used.
_MODULES = {
    "Example": "unweave.records",
    "Explanation": "unweave.wrapper",
    "Gates": "unweave.verify",
    "Learner": "unweave.wrapper",
    "Origin": "unweave.wrapper",
    "Page": "unweave.page",
    "Pager": "unweave.sites",
    "Record": "unweave.records",
    "Schema": "unweave.records",
    "Session": "unweave.session",
    "SiteProgram": "unweave.sites",
    "Span": "unweave.page",
    "Wrapper": "unweave.wrapper",
    "Verdict": "unweave.verify",
    "check": "unweave.verify",
    "compile": "unweave.targets.compile",
    "discover": "unweave.templates",
    "dump": "unweave.store",
    "dump_site": "unweave.sites",
    "errors": "unweave.errors",
    "export": "unweave.targets.export",
    "extract": "unweave.run.extracted",
    "learn": "unweave.choose",
    "learn_pager": "unweave.sites",
    "learn_site": "unweave.sites.learning",
    "load": "unweave.store",
    "load_site": "unweave.sites",
    "next_pages": "unweave.sites",
    "read_examples": "unweave.records",
    "records_to_arrow": "unweave.run.extracted",
    "repair": "unweave.verify.repairing",
    "sharpened": "unweave.verify",
    "suggest_types": "unweave.field_types",
    "summary": "unweave.summaries",
    "to_pandas": "unweave.run.extracted",
    "with_types": "unweave.field_types",
    "write_examples": "unweave.records",
}

__all__ = [
    "Example",
    "Explanation",
    "Gates",
    "Learner",
    "Origin",
    "Page",
    "Pager",
    "Record",
    "Schema",
    "Session",
    "SiteProgram",
    "Span",
    "Verdict",
    "Wrapper",
    "check",
    "compile",
    "discover",
    "dump",
    "dump_site",
    "errors",
    "export",
    "extract",
    "learn",
    "learn_pager",
    "learn_site",
    "load",
    "load_site",
    "next_pages",
    "read_examples",
    "records_to_arrow",
    "repair",
    "sharpened",
    "suggest_types",
    "summary",
    "to_pandas",
    "with_types",
    "write_examples",
]

__getattr__ = lazy_names(__name__, _MODULES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
