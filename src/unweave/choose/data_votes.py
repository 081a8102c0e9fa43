"""The vote of text and scripts: a field that is shown in the text, and is in the data of scripts as well.

Legend

    data path   where the data has the shown values: offers.price, in the object with "@type" "Product"
    voter       the path as one more voter of the field, beside the rules for its text
    doubted     a page on which the data says something else than what won

Rules and data rest on different things, so they seldom fail alike. The path votes on the unlabelled pages like a rule,
and in the wrapper that is learned (``program.DataVote``). Where it says the same on all pages, the field is surer;
where it does not, it is never called high, and the pages are counted. A path that mostly says something else is left
out: it found the shown text by chance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from unweave.choose.consensus import trust
from unweave.choose.evidence import FieldEvidence
from unweave.choose.methods import EMBEDDED
from unweave.choose.voters import FieldVoter
from unweave.engine.data import as_shown, voted_values
from unweave.engine.data_words import in_words
from unweave.page import Page
from unweave.program import DataPath, DataVote
from unweave.rules import RulesWrapper
from unweave.tuning import DATA_LEAST_TRUST, DATA_WEIGHT, TRUST_EXPONENT


def data_voter(path: DataPath, voters: Sequence[FieldVoter], pages: Sequence[Page], *, many: bool) -> FieldVoter:
    """A data path as a voter; a text that differs from that of another voter by typography alone is the same.

    >>> page = Page('<h1>Emma’s</h1><script>s = {"name": "Emma&#39;s"}</script>')
    >>> rule = FieldVoter("rules", "the h1", (("Emma’s",),))
    >>> data_voter(DataPath("title", ("name",)), [rule], [page], many=False).values
    (('Emma’s',),)
    """
    found = [voted_values(page.embedded.documents, path, many=many) for page in pages]
    texts = [["".join(value.shown.split()) for value in values] for values in found]
    known = [{text: text for one in voters for text in one.values[at]} for at in range(len(pages))]
    values = tuple(map(as_shown, texts, known))
    spans = tuple(tuple(value.span for value in some) for some in found)
    return FieldVoter(EMBEDDED, in_words(path), values, DATA_WEIGHT, spans=spans)


def is_trusted(voter: FieldVoter, won: Sequence[tuple[str, ...]]) -> bool:
    """Whether the data says what won on enough pages, of those on which it says anything.

    >>> voter = FieldVoter(EMBEDDED, "", (("Emma",), (), ("Shop",)))
    >>> is_trusted(voter, [("Emma",), ("Kim",), ("Kim",)]), is_trusted(voter, [("Kim",), ("Kim",), ("Kim",)])
    (True, False)
    """
    said = [(mine, other) for mine, other in zip(voter.values, won, strict=True) if mine]
    return not said or sum(mine == other for mine, other in said) >= DATA_LEAST_TRUST * len(said)


def doubted_pages(evidence: FieldEvidence) -> int:
    """On how many unlabelled pages the data says something else than what won.

    >>> doubted_pages(FieldEvidence())
    0
    """
    won = evidence.consensus.values if evidence.consensus else ()
    voters = [one for one in evidence.others if one.method == EMBEDDED]
    return sum(bool(mine) and mine != other for one in voters for mine, other in zip(one.values, won, strict=True))


def may_vote(wrapper: RulesWrapper, name: str) -> bool:
    """Whether data can vote with the rules of a field: they form one panel, and take the same part of texts.

    >>> from unweave.records import Field, Schema
    >>> may_vote(RulesWrapper(Schema((Field("title"),)), ()), "title")
    False
    """
    kinds = {(rule.panel, rule.left, rule.right) for rule in wrapper.of(name)}
    return len(kinds) == 1


def with_data(
    wrapper: RulesWrapper, data: Mapping[str, DataPath], evidence: Mapping[str, FieldEvidence]
) -> RulesWrapper:
    """The wrapper with the votes of the data, weighed by the trust in each."""
    names = [name for name in data if name in wrapper.schema.names and may_vote(wrapper, name)]
    votes = (data_vote(data[name], evidence[name]) for name in names if name in evidence)
    return replace(wrapper, data=tuple(one for one in votes if one is not None))


def data_vote(path: DataPath, evidence: FieldEvidence) -> DataVote | None:
    """The vote of a path in the learned wrapper; None where it was compared on unlabelled pages and is not trusted.

    >>> data_vote(DataPath("title", ("name",)), FieldEvidence()) == DataVote(DataPath("title", ("name",)), DATA_WEIGHT)
    True
    """
    if evidence.consensus is None:
        return DataVote(path, DATA_WEIGHT)
    voter = next((one for one in evidence.others if one.method == EMBEDDED), None)
    factor = trust(voter, evidence.consensus.values) ** TRUST_EXPONENT if voter is not None else 0.0
    return DataVote(path, DATA_WEIGHT * factor) if factor else None
