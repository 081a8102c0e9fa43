"""The vote of text and scripts: a field that is shown in the text, and is in the data of scripts as well.

Legend

    data path   where the data has the shown values: offers.price, in the object with "@type" "Product"
    voter       the path as one more voter of the field, beside the rules for its text
    doubted     a page on which the data says something else than what won

Rules and data rest on different things, so they seldom fail alike. The path votes on the unlabelled pages like a rule,
and in the wrapper that is learned (``program.DataVote``); there only if the data has the values in the form of the
text, and the field is no nested one. Where it says the same on all pages, the field is surer; where it does not, it is
never called high, and the pages are counted. A path that mostly says something else is left out: it found the shown
text by chance.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from unweave.choose.consensus import trust
from unweave.choose.evidence import FieldEvidence
from unweave.choose.methods import EMBEDDED
from unweave.choose.voters import FieldVoter
from unweave.embedded.voting import VotingPath
from unweave.engine.data import as_shown, voted_values
from unweave.engine.data_words import in_words
from unweave.page import Page
from unweave.page.address import base_of
from unweave.page.embedded_document import EmbeddedValue
from unweave.program import DataPath, DataVote
from unweave.rules import RulesWrapper
from unweave.tuning import DATA_LEAST_TRUST, DATA_WEIGHT, TRUST_EXPONENT
from unweave.values.comparison import TypedComparison
from unweave.values.types import ValueType


def data_voter(voting: VotingPath, voters: Sequence[FieldVoter], pages: Sequence[Page]) -> FieldVoter:
    """A data path as a voter; a text that differs from that of another voter by typography alone is the same.

    Where the path has a type, what is equal after conversion by it is the same.

    >>> page = Page('<h1>Emma’s</h1><script>s = {"name": "Emma&#39;s"}</script>')
    >>> rule = FieldVoter("rules", "the h1", (("Emma’s",),))
    >>> data_voter(VotingPath(DataPath("title", ("name",))), [rule], [page]).values
    (('Emma’s',),)
    """
    found = [voted_values(page.embedded.documents, voting.path, many=voting.many) for page in pages]
    known = [{text: text for one in voters for text in one.values[at]} for at in range(len(pages))]
    if voting.type is None:
        texts = [["".join(value.shown.split()) for value in values] for values in found]
        values = tuple(map(as_shown, texts, known))
    else:
        written = [dict(_written(voters, at, page)) for at, page in enumerate(pages)]
        every = zip(pages, found, written, strict=True)
        values = tuple(_as_converted(voting.type, page, some, known) for page, some, known in every)
    spans = tuple(tuple(value.span for value in some) for some in found)
    return FieldVoter(EMBEDDED, in_words(voting.path), values, DATA_WEIGHT, spans=spans)


def _written(voters: Sequence[FieldVoter], at: int, page: Page) -> Iterator[tuple[str, str]]:
    """The texts that voters find on a page, as they are written there, with what they are in the vote."""
    for span in dict.fromkeys(span for one in voters if one.spans for span in one.spans[at]):
        yield page.text(span), "".join(page.text(span).split())


def _as_converted(
    kind: ValueType, page: Page, values: Sequence[EmbeddedValue], known: Mapping[str, str]
) -> tuple[str, ...]:
    """Values of the data, each once; for one that is equal to a known text after conversion, what that stands for."""
    compared = TypedComparison(kind, base_of(page))
    by_key = {key: voted for text, voted in known.items() if (key := compared.of_text(text)) is not None}
    return tuple(dict.fromkeys(by_key.get(compared.of_data(value.shown), value.shown) for value in values))


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
    wrapper: RulesWrapper, data: Mapping[str, VotingPath], evidence: Mapping[str, FieldEvidence]
) -> RulesWrapper:
    """The wrapper with the votes of the data, weighed by the trust in each.

    Where the data has the values in another form, they would not be what was shown: then there is no vote.
    """
    names = [name for name, one in data.items() if name in wrapper.schema.names and one.type is None]
    names = [name for name in names if name in evidence and may_vote(wrapper, name)]
    votes = (data_vote(data[name].path, evidence[name]) for name in names)
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
