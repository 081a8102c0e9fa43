"""The wrapper of all delimiter classes: a scan, and the schema of the records it finds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from unweave.delimiters.execution import run_scan
from unweave.delimiters.explain import explained
from unweave.page import Page
from unweave.program import Scan
from unweave.records import Record, Schema
from unweave.wrapper import Explanation, Origin

Kind = Literal["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt", "m-lr"]


@dataclass(frozen=True, slots=True)
class DelimiterWrapper:
    """Finds delimiters and cuts out what lies between them; ``kind`` is the class it was learned in.

    >>> from unweave.program import Cut
    >>> from unweave.records import Field
    >>> scan = Scan((Cut("country", "<b>", "</b>"), Cut("code", "<i>", "</i>")))
    >>> wrapper = DelimiterWrapper(Schema((Field("country"), Field("code"))), scan)
    >>> [record.to_dict() for record in wrapper.extract(Page("<b>Congo</b> <i>242</i>"))]
    [{'country': 'Congo', 'code': '242'}]
    """

    schema: Schema
    scan: Scan
    kind: Kind = "lr"
    origin: Origin = field(default=Origin(), compare=False)

    def extract(self, page: Page) -> list[Record]:
        """The page's records, or it raises DoesNotFit with the field and where the search for it failed."""
        return list(self._records(page))

    def explain(self, page: Page | None = None) -> Explanation:
        """Its delimiters in words and, given a page, where each of them was found."""
        return explained(self.kind, self.schema, self.scan, page)

    def program(self) -> Scan:
        """The scan itself."""
        return self.scan

    def _records(self, page: Page) -> Iterator[Record]:
        """In the order of the schema, which need not be that of the page."""
        found = run_scan(self.scan, page, type=self.schema.name)
        names = self.schema.names
        if self.scan.nested or names == tuple(cut.field for cut in self.scan.cuts):
            yield from found
        else:
            yield from (Record(page, {name: one.cell(name) for name in names}, type=one.type) for one in found)
