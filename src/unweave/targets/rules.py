"""The fast form of rules: the same vote on the parser's own tree, with as few questions as decide it.

Legend

    Column      a field: its panels of rules
    Unsure      raised where the fast form cannot tell: the page is then read by ``extract``

Rules become queries (``rules_query``) on a page parsed without positions (``rules_parse``, ``rules_sheet``). Short ways
that settle a vote are tried first: lanes (``rules_lane``), written out as functions (``rules_flat``), then scripts
(``rules_script``), both made of ways to places (``rules_guess``) and chosen by pages at hand if there are some
(``rules_trial``, ``rules_plan``). Else the heaviest for their time are asked first, and a vote ends as soon as the rest
cannot change it (``rules_vote``).

Departures from ``extract``: a text is what the tree says, which is what the source says unless the parser skipped a
stray end tag in the midst of it; and of places that say the same, letter for letter, the one that was found first is
read, which can matter only where one of them has a line break without a space.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.page.encoding import decode
from unweave.program import Selection
from unweave.records import Field
from unweave.rules.bias import called
from unweave.rules.wrapper import RulesWrapper
from unweave.targets.rules_parse import parsed
from unweave.targets.rules_sheet import Sheet, Unsure
from unweave.targets.rules_value import value_of
from unweave.targets.rules_vote import Panel, Places, voter_of
from unweave.wrapper import Wrapper

Compiled = Callable[[str | bytes], list[dict[str, Any]]]


def compile_rules(wrapper: RulesWrapper, pages: Sequence[Page] = ()) -> Compiled:
    """The wrapper as a function from a page's text (or bytes) to its record as a plain dict; CannotCompile for lists.

    Pages tell which questions are worth their time; what is found does not depend on them.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> run = compile_rules(Rules().learn([Example.from_values(page, [{"brand": "Acme"}])]))
    >>> run("<table><tr><th>Price<td>$7<tr><th>Brand<td>Bolt</table>")
    [{'brand': 'Bolt'}]
    """
    return compile_columns(wrapper, [wrapper], pages)


def compile_columns(wrapper: Wrapper, parts: Sequence[RulesWrapper], pages: Sequence[Page] = ()) -> Compiled:
    """The same for the fields of several wrappers, which together find one record."""
    if not all(part.single for part in parts):
        raise CannotCompile(target="fast", reason="rules for many records a page have no fast form")
    columns = [column for part in parts for column in _columns(part)]
    many = {each.name: each.many for each in wrapper.schema.fields}
    if many.keys() != {column.name for column in columns} or any(each.fields for each in wrapper.schema.fields):
        raise CannotCompile(target="fast", reason="nested levels have no fast form")
    _try_on(columns, pages)
    asked = {column.name: column.values for column in columns}
    fields = [(name, is_many, asked[name]) for name, is_many in many.items()]

    def run(page: str | bytes) -> list[dict[str, Any]]:
        source = page if isinstance(page, str) else decode(page)[0]
        try:
            sheet = Sheet(parsed(source))
            found = [(name, is_many, values(sheet)) for name, is_many, values in fields]
        except Unsure:
            return [record.to_dict() for record in wrapper.extract(Page(source))]
        if not any(values for _, _, values in found):
            return []
        return [{name: values if is_many else values[0] if values else None for name, is_many, values in found}]

    return run


def _try_on(columns: Sequence["Column"], pages: Sequence[Page]) -> None:
    sheets: list[Sheet] = []
    for page in pages:
        with suppress(Unsure):
            sheets.append(Sheet(parsed(page.source)))
    for panel in (panel for column in columns for panel in column.panels if sheets):
        with suppress(Unsure):
            panel.try_on(sheets)


class Column:
    """A field as the fast form sees it."""

    def __init__(self, field: Field, rules: Sequence[Selection], strange: AbstractSet[str], *, repeats: bool) -> None:
        if any(rule.left or rule.right or rule.take != "text" or len(rule.steps) != 1 for rule in rules):
            raise CannotCompile(target="fast", reason="parts of texts have no fast form")
        self.name, self.many, self.repeats = field.name, field.many, repeats
        voters = [(rule.panel, voter_of(rule)) for rule in rules]
        numbers = dict.fromkeys(number for number, _ in voters)
        self.panels = [
            Panel([voter for one, voter in voters if one == number], strange, many=field.many) for number in numbers
        ]

    def values(self, sheet: Sheet) -> list[str]:
        """The field's values on a page."""
        for lane in self.panels[0].lanes if len(self.panels) == 1 else ():
            value = lane.value(sheet)
            if value is not None:
                return [value]
        peers = self._short(sheet)
        found = [value_of(sheet, peer) for peer in (self._long(sheet) if peers is None else peers)]
        return found if self.many else found[:1]

    def _short(self, sheet: Sheet) -> Sequence[Any] | None:
        """The places by a short look; None where it does not decide."""
        found: list[Any] = []
        for panel in self.panels:
            lead = panel.lead(sheet)
            lead = panel.voted(sheet) if lead is None else lead
            if lead is None:
                return None
            found += lead
        if len(found) < 2:
            return found
        if self.repeats or not all(map(sheet.is_plain, found)):
            return None
        if len(set(map(sheet.says, found))) == 1:
            return found[:1]
        return _distinct(sheet.in_order(found), sheet)

    def _long(self, sheet: Sheet) -> list[Any]:
        """The places by the vote of all."""
        found: Places = {}
        for panel in self.panels:
            found |= panel.winner(sheet)
        peers = [found[place] for place in sorted(found)]
        return peers if self.repeats else _distinct(peers, sheet)


def _distinct(peers: Sequence[Any], sheet: Sheet) -> list[Any]:
    """The peers without those that say what an earlier one has said."""
    first: dict[str, Any] = {}
    for peer in peers:
        first.setdefault(sheet.says(peer), peer)
    return list(first.values())


def _columns(wrapper: RulesWrapper) -> list[Column]:
    return [_column(wrapper, each, wrapper.of(each.name)) for each in wrapper.schema.fields]


def _column(wrapper: RulesWrapper, field: Field, rules: Sequence[Selection]) -> Column:
    strange = frozenset(wrapper.labels) - {text for rule in rules for text in called(rule.steps[0])}
    return Column(field, rules, strange, repeats=field.name in wrapper.repeats)
