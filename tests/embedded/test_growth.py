"""Learning and extraction from large scripts: what is done grows as the script does."""

import json
from collections import Counter
from collections.abc import Callable
from types import ModuleType

import pytest

from steps import growth, steps
from unweave import Example, Page, learn
from unweave.embedded import wrapper
from unweave.engine.data import data_rows
from unweave.page import embedded
from unweave.program import DataPath, DataPaths


def _book(number: int) -> dict[str, object]:
    return {"title": f"Book {number}", "by": {"name": f"Caf\u00e9 {number}"}, "price": number / 4, "tags": ["a", "b"]}


def _script(state: object) -> str:
    return f"<p>Books</p><script>window.STATE = {json.dumps(state)}</script>"


def _in_string(state: object) -> str:
    return f"<p>Books</p><script>window.STATE = JSON.parse({json.dumps(json.dumps(state))})</script>"


def _learned(source: str) -> Callable[[], object]:
    shown = [{"title": f"Book {at}", "by": f"Caf\u00e9 {at}", "price": f"{at / 4}"} for at in (1, 2)]

    def run() -> object:
        page = Page(source)
        return learn([Example.from_values(page, shown, status="partial")]).extract(page)

    return run


@pytest.mark.parametrize("write", [_script, _in_string])
def test_learning_from_a_list(write: Callable[[object], str]) -> None:
    """A list of twice the length takes about twice the steps, until its records are extracted."""
    assert growth(lambda size: _learned(write({"books": [_book(at) for at in range(size + 3)]})), 100) < 2.2


def test_values_above_the_records() -> None:
    """What all records share is looked up once, however many members are beside it."""
    paths = DataPaths((DataPath("title", ("title",)), DataPath("shop", ("shop",), up=1)), DataPath("", (None,)))

    def prepare(size: int) -> Callable[[], object]:
        entities = {f"book {at}": _book(at) for at in range(size)} | {"shop": "Acme"}
        documents = Page(_script(entities)).embedded.documents
        return lambda: data_rows(documents, paths)

    assert growth(prepare, 200) < 2.2
    [row] = data_rows(Page(_script({"b": _book(1), "shop": "A"})).embedded.documents, paths)  # "A" is no record
    assert [value.text for value in row["shop"]] == ["A"]


def test_texts_of_values_are_looked_up_one_by_one() -> None:
    """The text at one place does not take reading all the others."""

    def prepare(size: int) -> Callable[[], object]:
        page = Page(_script([_book(at) for at in range(size)]))
        [value] = page.embedded.find("Caf\u00e9 1")
        return lambda: page.text(value.span)

    assert growth(prepare, 200) < 1.2


@pytest.mark.parametrize("item", ["[{}]", "[{}, -1]", '{{"a": {}}}'])
def test_references_that_lead_to_large_items(item: str) -> None:
    """References of Nuxt to one large item, which has as many references, are cut in time."""

    def prepare(size: int) -> Callable[[], object]:
        many = item.format(", ".join(["1"] * size) if item[0] == "[" else "1")
        source = f'<script type="application/json" id="__NUXT_DATA__">[{many}, {many}]</script>'
        return lambda: Page(source, html=True).embedded.documents

    assert growth(prepare, 300) < 2.2


def test_a_list_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learning, its checks and extraction look for the records of a page once, and read its scripts once."""
    calls: Counter[str] = Counter()

    def counted(module: ModuleType, name: str) -> None:
        function = getattr(module, name)

        def run(*given: object) -> object:
            calls[name] += 1
            return function(*given)

        monkeypatch.setattr(module, name, run)

    counted(embedded, "documents_of")
    counted(wrapper, "data_rows")
    page = Page(_script({"books": [_book(at) for at in range(9)]}))
    learned = learn([Example.from_values(page, [{"title": "Book 1"}, {"title": "Book 2"}], status="partial")])
    assert [len(learned.extract(page)) for _ in range(2)] == [9, 9]
    assert calls == {"documents_of": 1, "data_rows": 1}


def test_a_value_that_many_objects_have() -> None:
    """Whether a path gives the shown value is known from its first one: steps per object are those of reading them."""

    def prepare(size: int) -> Callable[[], object]:
        items = [{"unit": "kg", "number": at} for at in range(size)]
        page = Page(f"<h1>Tea</h1>{_script(items)}")
        example = Example.from_values(page, [{"title": "Tea", "unit": "kg"}])
        return lambda: learn([example])

    per_object = (steps(prepare(600)) - steps(prepare(200))) / 400
    assert per_object < 300
