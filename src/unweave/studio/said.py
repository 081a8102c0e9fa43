"""Examples -> events: the statements of an examples file as statements of a project."""

from collections.abc import Iterator
from typing import Any

from unweave.records import Example
from unweave.records.grouping import spans_of
from unweave.studio.commands import check_type
from unweave.studio.pages import StudioPage
from unweave.studio.project import Project
from unweave.studio.statements import of_type


def labels_of_example(project: Project, page: StudioPage, example: Example) -> Iterator[dict[str, Any]]:
    """The events that say what an example says; fields that do not exist yet are made.

    A value that may be at several places is taken at the first one.
    """
    ids = project.ids
    shown = list(dict.fromkeys([*example.schema.names, *example.rejected]))
    made = [name for name in shown if name not in ids]
    for name in shown:
        if name in ids:
            check_type(project, page, ids[name])
    kind = of_type(project.page_type(page.id))
    new = [{"field": f"f{project.seq + 1}_{number}", "name": name, **kind} for number, name in enumerate(made)]
    ids = {**ids, **{one["name"]: one["field"] for one in new}}
    rows = []
    for record in example.records:
        spans = [(name, span) for name in record for span in record.spans(name)]
        values = [[ids[name], *span] for name, span in spans if name in ids]
        rows.append(values)
    labels: list[list[Any]] = [[page.id, *value, 1] for values in rows for value in values]
    labels += [[page.id, ids[name], *span, -1] for name, spans in example.rejected.items() for span in spans]
    count = sum(len(list(spans_of(record))) for record in example.records)
    event: dict[str, Any] = {
        "type": "import",
        "page": page.id,
        "labels": labels,
        "new_fields": new,
        "sentence": f"took over {count} values of {page.name} from an examples file",
    }
    if len(example.records) > 1 and any(len(values) > 1 for values in rows):
        event["rows"] = [values for values in rows if values]
    if labels or new:
        yield event
    if example.status == "complete" and len(example.records) > 1:
        yield {"type": "page_status", "page": page.id, "status": "complete", "sentence": f"{page.name} is complete"}
