"""Asked records: what the old wrapper asks of the elements that its records are (``retagged``).

Legend

    asked       AskedRecord("li", "ol", ("row",), (("data-kind", "case"),)): records are items of numbered lists with a
                class and an attribute
    values      texts that look like values: only elements with some are records, and the head of a table is none

A list that has become a table has lost the classes and attributes of its items. Those around values are known from good
pages; those of the items themselves only the wrapper asks for.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from unweave.regions.wrapper import RegionsWrapper
from unweave.values.profile import Counts, FieldProfile
from unweave.verify.order import is_whole
from unweave.wrapper import Wrapper, parts_of


class AskedRecord(NamedTuple):
    """The tag of records, that of what is around them, their classes and attributes, and the fields that they have."""

    tag: str = ""
    holder: str = ""
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    fields: Mapping[str, FieldProfile] = {}

    def has_values(self, texts: Sequence[str]) -> bool:
        """Whether some texts look like values of all fields whose look tells anything, and there is one.

        >>> from unweave.values import described
        >>> AskedRecord(fields={"price": described(["$5", "$7", "$9"])}).has_values(["Emma", "$8"])
        True
        """
        whole = [known for known in self.fields.values() if is_whole(known)]
        telling = [known for known in whole if known.features.get("shape", Counts()).is_telling]
        return bool(telling) and all(known.fitting(texts) for known in telling)

    def fits(self, field: str, text: str) -> bool:
        """Whether a text looks like a value of a field, as far as this is known."""
        known = self.fields.get(field)
        return known is None or not is_whole(known) or known.fits(text)

    def named(self, name: str) -> str:
        """The name of an element, with the classes of records.

        >>> AskedRecord("li", classes=("row",)).named("li.new")
        'li.new.row'
        """
        return ".".join([name, *(one for one in self.classes if one not in name.split("."))])


NOTHING_ASKED = AskedRecord()


def asked_record(wrapper: Wrapper) -> AskedRecord:
    """What a wrapper of lists asks of the elements that its records are; of others, only its fields.

    >>> from unweave.regions.boundaries import Boundary, NodeTest
    >>> from unweave.records import Schema
    >>> boundary = Boundary(("html", "body", "ol", "li"), (NodeTest("attribute", "data-kind=case"),))
    >>> asked_record(RegionsWrapper(Schema(()), boundary, {}))[:4]
    ('li', 'ol', (), (('data-kind', 'case'),))
    """
    for one in (part for part in parts_of(wrapper) if isinstance(part, RegionsWrapper)):
        *_, holder, tag = ("", *one.boundary.path)
        tests = [(test.kind, test.value) for test in one.boundary.tests]
        pairs = [value.partition("=") for kind, value in tests if kind == "attribute"]
        return AskedRecord(
            tag,
            holder,
            tuple(value for kind, value in tests if kind == "class"),
            tuple((name, value) for name, _, value in pairs),
            wrapper.origin.site_profile.fields,
        )
    return AskedRecord(fields=wrapper.origin.site_profile.fields)
