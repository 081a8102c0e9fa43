"""Every number that was chosen by measuring: what it means, why it has this value, and what it is worth.

Technical constants (patterns, names, sizes of buffers) are where they are used. The worth of a number is what leaving
it at a plain default costs on sites that did not choose it. Where a text gives a figure, that was measured, and the
text says on which sites. Where it gives none, the number was set by what it means, and only the whole that it belongs
to was measured. Numbers that bound time or memory ("at most", "so many are tried") are apart, at the end.
"""

# --- engine ---

FULLER = 0.5
"""The part of the heaviest answer's votes with which a fuller one wins, where several values are wanted."""

TEST_COST, LABEL_COST, EVERY_TEXT_COST = 2, 8, 30
"""How many times as long as a selector alone it takes to test the few nodes that a selector finds, to find the nodes
beside a label, and to test every text of a page. Measured on the public SWDE sites. Only time depends on them, and
which of two equally heavy answers is preferred."""

# --- page ---

SIGNATURE_SIZE = 128
"""How many shingles a page signature has: a kilobyte in a wrapper file; similarities are right to about 0.04."""
SIGNATURE_LEAST = 20
"""Pages that have fewer shingles in common are not compared with others: they are too small to tell."""
SIGNATURE_OTHER_SITE = 0.45
"""A page is taken for one of another site if its similarity is below this share of what training pages have among
themselves. Chosen after looking at all 40 sites of SWDE, the recipes and the lists, so none of these was kept apart:
from one page, pages of a SWDE site have 0.71 or more, pages of two sites at most 0.32, two parts of one shop aside.
With it, 0 of 280 pages of the same site and 2 of 75 of the recipes are taken for others; of other sites, 1,519 of 1,520
and 9,384 of 9,384 are recognized as another site or type."""
SIGNATURE_OTHER_TYPE = 0.67
"""It is taken for another page type below this share, where there is one labelled page.

Two pairs of page types of one shop are public: books and cameras of two shops. In two folds, each with one shop and
half of the SWDE sites: halfway between the most similar page of the other type and the least similar page of the own
type is 0.66 and 0.70. With the limit of the other fold 47 of 52 pages of another type are recognized, and 1 of 400 of
the own type is taken for another; with this value 49 of 52 and none."""
SIGNATURE_OTHER_TYPE_SEVERAL = 0.8
"""The same where several labelled pages show how much pages of one type vary. In the same folds 0.79 and 0.82: 52 of 52
are recognized from three pages and none of 400 is taken for another type."""

# --- data in scripts ---

DATA_WEIGHT = 2.0
"""The weight of what the data in scripts says, in a vote with rules for the text; a rule has about 0.2 to 1.5.

Recipes, one labelled page, attributes whose label is in the data. On every second site (244 attributes) the mean F1 is
0.966 without the vote, 0.972 with any weight from 0.5 to 2, and 0.968 with 6. On the others (241) 2 gives 0.978 instead
of 0.977. The largest of those weights: where the data disagrees, it should be seen."""
DATA_LEAST_TRUST = 0.5
"""A path in the data votes if it says what won on this share of the unlabelled pages on which it says anything."""

EMBEDDED_COVERED = 0.9
"""The data of scripts has the list that a page shows if it has this share of the rows found by text: of these a few may
be wrong."""

# --- summaries ---

OFTEN_EMPTY = 0.1
"""A field that is empty in a larger share of the records gets a warning."""
CONTESTED_SHARE = 0.1
"""A field is contested on a page where the rules against its value have this share of the trusted weight (``votes``).

Chosen on every second SWDE site. There 0.1, 0.15, 0.2 and 0.3 warn of 11, 10, 9 and 9 of 13 imperfect fields from one
labelled page, and of 8, 7, 6 and 6 of 64 perfect ones; from three of 6, 5, 5 and 5 of 8, and of 9, 9, 8 and 7 of 69.
On the other sites 0.1 warns of 9 of 11 and 3 of 69, and of 7 of 8 and 7 of 72. What the trust is worth: without it the
best limit was 0.3, which warns of 7 of 11 and 3 of 69, and of 5 of 8 and 3 of 72. These figures were printed beside
those of the half that chose. See ``benchmarks/field_warnings.py``."""
ODD_SHARE = 0.2
"""Values of another kind than most are odd if they are at most this share of the others: more are no exception."""
MANY_RECORDS = 5
"""A page with more than so many times the records of any labelled page gets a warning: lists vary, but not so much."""

# --- records ---

JOINED_VALUE_LENGTH = 8
"""From how many characters on a value is also searched with no tag read as white space. Shorter ones would be found in
what only looks like one word: "12" on ``<li>1<li>2``."""

ORDER_BACKWARD_COST = 0.5
"""Cost of a value on the other side of the anchor than the record names it. Records often name fields in the order of
the page, but need not: it decides between places that are about equally near."""

ORDER_CONTEXT_COST = 4.0
"""Cost of a place in a context that no other value of the field has. It outweighs being 16 times as far from the
record's other values, and not more: where a page shows each text twice, nearness decides."""

ORDER_DISTANCE_COST = 0.03
"""Cost of each doubling of the distance from the next record. It decides only between places that are alike."""

ORDER_PART_OF_TEXT_COST = 3.0
"""Cost of a place that is only a part of a text, or an attribute: texts of headings and sentences repeat values."""

RECORD_BETWEEN_COST = 6.0
"""Cost of a position with another record between the record's values: more than that of a rare context, since records
are disjoint."""

ORDER_ROUNDS = 2
"""How often the positions of records are chosen: the second round knows where the other records are."""

# --- values ---
BOUNDARY_SEVERAL_SUPPORT = 0.5
"""How much a text without labels counts for a boundary that fits several of its positions; one that fits once counts 1.

Half: it is there, but which position is meant is open. Chosen on the part fields of the lists, where it raised the F1
from 0.900 to 0.924; on the wien sites it changes nothing (``benchmarks/parts.py``).
"""

BOUNDARY_LEFT_TOKENS = 3
"""How many tokens before a boundary may describe it. More gives no better boundary, and the search is exponential."""

BOUNDARY_RIGHT_TOKENS = 2
"""How many tokens after a boundary may describe it. Fewer than before it: a label precedes its value."""

BOUNDARY_ORDER = (
    "end | nothing",
    "nothing | nothing",
    "mark | <number>",
    "space | <number>",
    "<mark> | <number>",
    "nothing | <number>",
    "end | <number>",
    "nothing | <number>, counted",
    "mark | nothing",
    "end | <word>",
    "<mark> | nothing",
    "space | <number>, counted",
    "nothing | <word>",
    "nothing | nothing, counted",
    "<mark> | nothing, counted",
    "space | nothing",
    "mark | <word>",
    "<mark> | <word>",
    "mark | nothing, counted",
    "nothing | <word>, counted",
    "<mark> | <word>, counted",
    "<word> | nothing",
    "space | nothing, counted",
    "nothing | <mark>",
    "end | <mark>",
    "nothing | exact, counted",
    "nothing | <mark>, counted",
    "space | <word>",
    "end | exact",
    "nothing | exact",
    "space | <word>, counted",
    "word | nothing",
    "<word> | nothing, counted",
    "<mark> | exact",
    "mark | exact",
    "space | exact",
    "<word> | exact",
    "word | exact",
)
"""Which patterns of boundaries are preferred (``unweave.values.boundaries``), the best first; all others come last.

Learned by ``benchmarks/parts.py`` from the 14 wien sites and the 19 sites with lists that have part fields: in how many
of a field's other texts the boundaries of a pattern are right that one or two examples allow, each site counted once.
A pattern that fewer than five sites have is left out. Orders learned without the tested site do as well: F1 0.997 on
the wien sites, 0.923 on the lists.
"""

# --- engine: guarded scans ---

GUARD_PAGES = 3
"""Pages that a guarded scan is learned from at least: two pages may share strings that others do not have."""
GUARD_LENGTH = 2
"""How many times as long as the longest known value a value may be, plus ``GUARD_SLACK``."""
GUARD_SLACK = 20
"""Characters by which a value may always be longer: the longest of a few short values says little."""

# --- targets ---

EXPORT_AGREEMENT = 0.9
"""The share of the pages on which an inexact expression must give the wrapper's values.

An exact expression says what a rule says; an inexact one, such as CSS ``:contains()``, only comes near it. One odd page
in ten does not rule it out, more do.
"""

EXPORT_POSITION_COST = 40
"""What a position costs in an exported path, in letters.

Of the paths that are right on all pages the shortest is written. ``td[2]`` is shorter than ``td[@class='price']`` and
breaks when a column is added, so that a class or a label is worth about so many letters more. Set by judgement, not by
measuring: on eight SWDE sites, with the XPath chosen on three pages, 14 gave the right values on 98.1 % of the other
pages and 40 on 97.3 %, but another change was made between the two runs.
"""
EXPORT_BARE_COST = 12
"""What a tag alone costs in an exported path, in letters: ``//b`` finds more on the next page than ``//b[@id='x']``."""
EXPORT_ELEMENT_COST = 8
"""What a path to an element costs against one to its text: people want the text, and ``/text()`` gives it."""

# --- rules ---
# Chosen on the SWDE and recipe sites (``benchmarks/swde.py``); about a dozen settings were tried. ``docs/rules.md`` has
# the figures.

RULE_WEIGHTS = (3.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0, 0.6, 0.6, 0.6, 0.4, 0.3)
"""The weight of a rule's vote by the rank of its builder in the bias; the last one also holds for all later ranks.
Texts changed in 5 % of the cases over four months, ids in 13 %, classes in 20 %, absolute paths in 46 %. Against equal
weights they are worth 0.4 and 1.2 points of F1 on SWDE sites that did not choose them, from one and three pages
(``benchmarks/folds.py``, every second site).

Weights estimated from what rules of one labelled page find on the other pages (the likelihood of the right answer, if
each answer has the sum of its rules' weights as logarithm of its odds; five folds by site) are no better on the sites
left out: 0.980 to 0.982 on SWDE, 0.961 to 0.964 on recipes. Estimated on SWDE they give 0.958 on recipes, estimated on
recipes 0.962 on SWDE; these give 0.983 and 0.967. So they stay, but for one: headings got the weight 0 on both. The
comparison (``benchmarks/weights.py``) is of rules alone, before those that rest on other rows' labels were left out."""

RULE_LABEL_PAGES = 2
"""A text on so many training pages is a label: where it is absent, the value is absent."""

RULE_OWN_VALUE_LENGTH = 4
"""A value of so many letters or more makes a text that contains it one page's own: ``id="green-bean-casserole"``."""

RULE_LABEL_LENGTH = 60
"""A longer text, seen on one page, is no label but prose."""

RULE_LABEL_LEVELS = 4
"""So many levels of the path are conjoined with a label, a text after the value or a column header."""

RULE_ROW_LEVELS = 6
"""The row that begins with the label is at most so many levels above the value."""

RULE_ATTRIBUTE_LENGTH = 60
"""Longer attribute values are data."""

RULE_SAMPLE_TAGS = 3
"""Of the tags around a value the innermost so many, and the outermost, each give a sample."""

RULE_WORDS_BEFORE = 8
"""How many words the text before a value may have for the chain builder of ``builders``; the paper's number is lost."""

RULE_UNLIKELY_WEIGHT = 0.3
"""The part of its weight that a rule for an unlikely candidate of an ambiguous value has. Likely candidates as a whole
are worth 3.5 points of F1 on recipe sites that did not choose them (``benchmarks/folds.py``, every eighth site)."""

RULE_PANEL_SHARE = 0.25
"""The share of the votes, of the whole bias or of another panel, that a panel needs. Without it, one rule that finds
all values is taken even if many rules find most of them: worth 0.33 points of F1 in folds of 207 recipe sites (five
cases differ), nothing on SWDE. The double of it alters none of these."""

RULE_EXCEPTION_TARGETS = 3
"""An exception needs so many right nodes: what distinguishes one node from two others may be chance. Exceptions
are worth 0.27 points of F1 in folds of 207 recipe sites (five cases differ), nothing on SWDE. From two nodes on they
give the same."""

RULE_SIMILARITY_DEPTH = 2.0
"""Similarity of two candidates: for paths of equal length."""

RULE_SIMILARITY_POSITION = 0.5
"""For each level with the same position; the same tag and the same attributes count 1."""

RULE_SIMILARITY_LABEL = 3
"""For the same text before both; the same text after both counts 1."""

RULE_NEAR_FACTOR = 2
"""A candidate is nearest to the other values if all others of the same depth are more than so many times as far."""

RULE_PROSE = (4, 40)
"""A candidate is in prose if its line has so many times as many characters, and so many more."""

RULE_NAME_WORDS = 2
"""A field name of fewer words is not looked for on the page: labels of one word were wrong as often as right."""

RULE_NAME_LEVELS = 3
"""So many elements around a candidate are searched for the words of the field name."""

RULE_KNOWN_LABELS = 2
"""So many texts, and at least half, must occur on another page for all texts of the same path to be labels."""

RULE_LABEL_ROWS = 3
"""So many rows of one form, label and value, show on one page which texts are labels. It is needed where other pages
lack a field (``tests/rules/test_template_labels.py``); SWDE has hardly a page like this, and its F1 stays the same."""

RULE_LABEL_POSITIONS = 2
"""Positions of so many innermost levels distinguish labels from values in tables whose cells are all alike. It is worth
nothing on SWDE and recipes, which have hardly a page like this (``folds.py``, 40 and 104 sites: no case differs);
without it the value of the next row is taken for a missing one in tables of ``td`` and rows of two ``span``
(``tests/rules/test_template_labels.py``)."""

# --- choose ---

UNLABELLED_PAGES = 16
"""Unlabelled pages on which methods are compared. With half of them one field of 157 on the SWDE sites is worse, and
fewer of those that are high are right (decision 0030)."""

FURTHER_PAGES = 48
"""Further unlabelled pages on which only the chosen rules are run: rare kinds of page appear only among many pages."""

HELD_OUT_PAGES = 5
"""Labelled pages that are held out in turn to test rules learned from the others."""

CONSENSUS_ROUNDS = 3
"""How often the vote is repeated with weights from the round before. Without any, 0.5 points are lost on the SWDE sites
from one labelled page; one gives the F1 of three and far fewer fields that are high, two the same (decision 0030)."""

TRUST_EXPONENT = 4
"""A voter's weight is multiplied by its trust to this power: a voter that is right on half of the pages keeps 1/16.
Without trust 0.2 points are lost on the SWDE sites; with 1 F1 is the same, fewer fields are high (decision 0030)."""

TELLING_PAGES = 5
"""From this number of unlabelled pages on, what is the same on all of them is no accident: a voter that finds one text
everywhere finds template text, two rules that were right everywhere settle a vote if they agree, and confidence may be
high. Not chosen by measuring: the public collections have more pages, or one."""

CONSTANT_FACTOR = 0.1
"""The weight of a voter that finds template text is multiplied by this. No field of the SWDE sites needs it, a page of
the tests does (``tests/choose/test_constant_text.py``)."""

RULES_PER_PANEL = 5
"""Rules of a panel that are kept where unlabelled pages were at hand to compare them, one of each builder first. On
every eighth public SWDE site five give the F1 of nine and of twenty, 0.993 from three labelled pages; no site was kept
apart from the choice."""

RULES_PER_PANEL_UNCOMPARED = 20
"""Rules of a panel that are kept where there was no unlabelled page. Five of different builders give the same on most
SWDE sites, but lose where a field has several values: 0.04 of F1 on every eighth public recipe site."""

SETTLING_SHARE = 0.51
"""The weight of each of two rules that were right on all unlabelled pages, as a share of all others together: alone
neither outvotes them, together they do. On 30 public SWDE sites, none kept apart, this changes no F1 (0.9922 from one
page with unlabelled ones, 0.9928 from three); it makes a vote short."""

HIGH_WORST_SHARE = 0.75
"""High confidence needs this share of the weight behind the winner on every unlabelled page: the least one for which at
most one in fifty fields is expected to be wrong lies between 0.6 and 0.8, by counting on four fifths of the SWDE sites
with one and three labelled pages. On the others 64 and 73 % are high, and 98.0 and 99.1 % of them right; this one gives
the same (``benchmarks/learn.py`` prints the table)."""

RIGHT_UNCOMPARED = {"one page": 0.88, "pages": 0.93, "several rules": 0.7}
"""The share of the fields that are right on all unseen pages where no unlabelled page is at hand: learned from one
labelled page, from several, and where no single rule covers the examples. Counted on SWDE (40 sites, with one, three
and five labelled pages). Recipes, which did not choose them, have 91 % for one page and 67 % for several rules, on one
unseen page (69 sites)."""

LOW_MEAN_SHARE = 0.6
"""Confidence is low where the mean share of the weight behind the winner is below this."""

LOW_AGAINST = 0.3
"""Confidence is low where voters for other values have this share of the weight on some unlabelled page.

The weights are those by trust. A share of 0.1, as in ``CONTESTED_SHARE``, was tried with the rules of one labelled page
and 40 unlabelled ones: on every second SWDE site 6 instead of 4 of 8 imperfect fields would be low, and 13 instead of
10 of 69 perfect ones; on the others 6 instead of 4 of 8, and 6 instead of 1 of 72."""

CLOSE_SUPPORT = 0.02
"""Candidates for list pages whose support differs by less than this are compared by plausibility."""

OTHER_LIST_WEIGHT = 1 / 3
"""The weight of the alternative that the list under another heading is not wanted, relative to all other voters."""

LEAST_QUESTION_VALUE = 0.01
"""A question that is expected to settle less than this, counted in pages, is not asked."""

# --- places ---
# Measured by ``worth.py --part places``: the values of the first two, the last two and up to thirty records of wien
# pages are shown as texts, the fields as on the page, in reverse, and mixed. Of 375 examples 273 have every value at
# its place, and 93.1 % of the values of an example are in the mean. A step backward from record to record, and one in
# the order of the examples, had costs of their own, which were worth nothing.

PLACE_ROUNDS = 3
"""How often the places of ambiguous values are chosen again with contexts and field order from the round before.
One round is right on 263 of 375 examples instead of 273, two and six on 273."""

DISTANCE_COST = 0.15
"""Cost of twice the distance between two values of a record; a value in a unique context costs 1. Half of it costs 0.1
points; double gains 0.6, but costs 0.8 where the fields are shown as on the page."""

RECORD_DISTANCE_COST = 0.03
"""The same between the last value of a record and the first of the next. As much as in a record costs 0.2 points."""

BACKWARD_COST = 0.3
"""Cost of a value before its predecessor, in the order of the examples and then in the learned one. Without it 1.1
points are lost where the fields are shown as on the page, and 3.0 gained where they are shown in reverse."""

PART_OF_TEXT_COST = 0.5
"""Cost of a value that is not a whole text between two tags. Worth 0.1 points there. It decides where one record is
shown, since then no context is more frequent than another: "Emma" in bold, not in the sentence before."""

# --- sessions ---

SESSION_METHODS = ("tree", "rules")
"""The methods by which a session learns a single field of a list: they return while a person waits."""

SESSION_TEXT_METHODS = ("lr", "hlrt", "oclr")
"""The methods by which a session learns a field of pages that are not HTML."""

KNOWN_LABEL_SHARE = 0.5
"""A page has one record if that share of the nodes alike have labels that other pages have, too. Most lists of the wien
sites have 0 to 0.2, most tables of labels and values of the swde sites 0.7 to 1."""

KNOWN_LABEL_SHARE_IF_OWN = 0.25
"""The same where the clicked value itself has such a label: long pages have other tables beside that of the record. Of
first clicks the guess is right for 96 % on wien, 100 % on swde and 95 % on list pages; with the two numbers chosen on
other sites for 96, 88 and 96 % (``benchmarks/layout.py``)."""

# --- delimiters ---

CONTEXT_CHARACTERS = 3
"""How many characters on each side of a value are compared when an either/or cell is decided: ``<b>`` has three."""
TOKEN_COST = 2
"""What each further token of a head, tail, opening or closing costs, in grades: two tags are worth as much as one tag
with attributes."""
LABEL_WORDS = 3
"""How many words between a tag and a value make a label ("List price:"). Longer text is taken for content."""
LABEL_BLANKS = 80
"""How much white space may lie between a tag and the label."""

# --- labels ---

RECOGNIZER_RATES = {
    "perfect": (0.002, 0.002),
    "incomplete": (0.4, 0.002),
    "unsound": (0.002, 0.4),
    "unreliable": (0.3, 0.3),
}
"""Per kind of recognizer, the share of the values that it misses and the share of its reports that are wrong, where
neither is declared. On the WIEN sites rates declared as 10 to 60 % instead of the true 30 % still gave 45 to 48 exact
wrappers of 48."""
LEAST_RATE = 0.002
"""The least rate of any error, declared or not: much evidence is needed against it, but not infinitely much."""
TEXTS_PER_WORD = 4
"""How many words a wrongly reported text is assumed to have at most; any word of the page may begin one."""
CONTEXT_REACH = 60
"""How many characters before and after an instance are compared."""
CONTEXT_SHARE = 0.4
"""A context that a smaller share of the expected values has is not tried."""
CONTEXT_MAJORITY = 0.85
"""The longest context that so large a share of the expected values has is tried first."""
MOSTLY_REPORTED = 0.6
"""The confidence is high where recognizers reported a larger share of the values than this, and more than five."""
PARTLY_REPORTED = 0.3
"""The confidence is medium where they reported a larger share than this."""

# --- templates ---
# Where a text says "no field", that is: no field of ten SWDE sites (every fourth, from the second on, 20 pages each),
# no attribute of the EXALG collections and of the wien sites, no field of the made collections of the tests. What is
# decided by more or less than half of the pages or texts has no number.

EXALG_SIZE = 3
"""EXALG's SizeThres: an equivalence class has at least so many dtokens. The paper's value. In discovery so many labels
that occur several times a page are template if they occur equally often on every page. No field of the public sites
needs that; pages that have one table of labels for each of two teams do."""

EXALG_SUPPORT = 0.25
"""EXALG's SupThres as a share of the pages: a dtoken occurs on at least so many. The paper takes 3 pages."""

POSITIONS_PER_TEXTS = 10
"""For so many columns of texts that are allowed one position of plain EXALG may be added, the best score first, where
columns leave no room for more. With positions 74 attributes of the EXALG collections are correct, 72 without; on the
wien sites, which no number of discovery was chosen on, 28 of 52, and 27 without. Twice as many positions give the same.
"""

CLUSTER_SIMILARITY = 0.35
"""Two pages follow one template when they share this part of the element paths of the page that has fewer.

Pages of different SWDE sites share less than a quarter, pages of one site more than a third.
"""

CLUSTER_MIN_PAGES = 4
"""A cluster with fewer pages is not discovered: on three pages data that is equal by chance passes for template."""

DISCOVER_COLUMNS = 60
"""At most so many columns of texts. SWDE sites fill about 56 of them, attributes included."""

COLUMN_SHARE = 0.15
"""A column has values on at least this share of the pages. With 0.2 no field differs, and there are 6 of 583 columns
fewer."""

FREQUENT = 0.2
"""A text on at least this share of the pages may be a label, and an id or class that so many have is part of a path:
rarer ones often contain data."""

TEXT_LIKELY = 0.75
"""From this share on a text is template unless other texts replace it on the pages without it. If there were no such
texts (``NEARLY_ALL`` instead), 10 of the 80 attributes of the EXALG collections would be lost, all of one site."""

NEARLY_ALL = 0.95
"""What holds for this share holds for all, below 1 since pages have defects. A text on so many pages is template in any
case, and expected on every page; a path, or a label, that so many of its pages have once has one value a page; labels
are followed by values, and have one order, with so few exceptions; a list has a header, or a number of its own for each
of its texts, where so many pages have the same. These were five numbers from 0.9 to 0.95; with one no field differs.
Without headers 2 of the 80 attributes of the EXALG collections are lost; without numbers 2 of them and two fields of
SWDE (1.6 points). 0.9 costs 14 of the 80, all of one site. With 1 no field of SWDE and of the EXALG collections
differs: it stays below for larger collections, in which some page lacks a text; those were not measured."""

TEXT_LABELS = 0.7
"""A path is one of labels when at least this share of its texts is frequent, and at most the rest of them is frequent
but repeated on a page: those are data with few values. With 0.5 for the first a field of a made shop is lost, and none
of a public site; without the second 1 attribute of the EXALG collections and 3 of the wien sites."""

TEXT_REPLACED = 0.6
"""A text is not replaced when pages without it have, on average, at least this many fewer texts at its path. 0.3
gives the same on every second SWDE site, 0.9 costs 0.25 points."""

NUMBERED_COUNTS = (2, 4)
"""Texts of one path are told apart by number only where a page has so many of them (least, most)."""

RUN_LONGEST = 6
"""All text behind a label is taken as one value only if it consists of at most so many text nodes. 3 and 12
give the same on every second SWDE site. Without a limit no field is lost, but ten sites have 16 columns more: whole
parts of a page as one text."""

RUN_REPEATED = 4
"""A run that is longer than this and has a path twice is a list, not a value. Without it no figure of a public site
changes, but the records of a made list get columns that have the rest of a record in one text."""

VARIETY_ENOUGH = 6
"""So many different values show that a column varies, however many pages there are. 3 and 12 give the same on every
second SWDE site."""

ATTRIBUTES_PER_TEXTS = 15
"""For so many columns of texts that are allowed there may be one column of attribute values."""

LIST_LINK_WEIGHT = 0.25
"""What a letter in a link counts, or a sign that is no letter: menus are links, pagers are numbers."""

LIST_ACROSS_PARENTS = 0.8
"""Factor on the score of a list whose records have different parents: siblings are preferred to others."""

LIST_ASIDE = 0.3
"""Factor on the score of a list inside ``nav``, ``header``, ``footer`` or ``aside``. Pages of 2005 have none of these
(``records.py --folds``: worth nothing). On 10 of the 89 pages of ``lists``, which did not choose it, the list is found
with it, and a menu without."""

LIST_FILL_TEXT = 0.4
"""An element between records that looks different is a record too from this share of the median text length on."""

LIST_OCCURS = 0.8
"""How often a region that is no record has a feature of the records, where it has the feature above that one."""

LIST_FEATURE_BITS = 7.0
"""What it takes to write a feature of a record out: one of about a hundred that a page has."""

LIST_REGULARITY_POWER = 3
"""The power of the regularity in the score of a list. 1, 2, 3 and 4 give a mean F1 of 0.928, 0.946, 0.950 and 0.946 on
all pages of ``records.py --folds``; no fold chooses another."""

LIST_RECORD_BITS = 100.0
"""A record of whose bits the model saves so many has half of the structure that one may have: about fourteen features
that all records have. 0 (no structure), 50, 100 and 200 give a mean F1 of 0.932, 0.946, 0.950 and 0.950 there. The best
of both numbers for the test beds raise the lists of courts, which did not choose them, by 4 to 8 points; the best
for these lists raise zhao3 from 0.952 to 0.969 or more."""

# --- trees ---

TREE_CONTEXT_LENGTH = 80
"""A text of more characters is never a distinguishing context: labels are short, paragraphs are data."""

TREE_ESTIMATE_WIDEST = 2
"""The largest width that is estimated without negatives (measured on result pages of fourteen sites)."""

TREE_ESTIMATE_DEEPEST = 4
"""The largest depth that is estimated without negatives."""

TREE_ESTIMATE_SLACK = 1.2
"""How many times the smallest count a simpler point may have, where parts of a text or an attribute's name already
exclude most nodes that are no values."""

# --- regions ---
# Chosen on the list pages of courts (74 pages of 33 sites whose labels are complete), records 1 and 2 shown. What each
# of them is worth there, from other records, on 35 pages of links and on changed pages: decision 0036.

# ``benchmarks/lists.py --folds`` changes these numbers one at a time and chooses in five folds by site: 0.9635 with
# what is best on the other four folds, 0.9634 with what is shipped. Costs of forms, headings and stretches
# changed nothing there and were removed.
REGION_KEPT = 0.75
"""A region is a record if its values are so plausible in the mean over its fields: three of four are enough."""
REGION_SKIPPED = 0.4
"""A region with a lower score has nothing of a record; from here to ``REGION_KEPT`` it may be one that is missed."""
REGION_DROPPED_COST = 0.05
"""What a region that is no record costs a boundary, so that a boundary which selects the records alone is preferred.

Without it record F1 is the same (0.9685 on ``lists``): what is no record is not returned anyway. But the boundary then
has no test that says what a record is.
"""
REGION_VALUES_POWER = 1 / 2
"""The power of what the records of a boundary score by their values, beside their structure: twice as many links are
not twice as good. Chosen on ``zhao1`` of ``benchmarks/link_lists.py`` and on ``lists``; on ``zhao2`` and ``zhao3``,
which did not choose it, 1 costs 2.4 and 2.1 points of record F1, and the values without structure 5.5 and 2.9.
"""
REGION_REPEATED_SHARE = 1 / 3
"""A value that so large a share of the regions have is a text of the template, where the shown values all differ."""
REGION_REPEATED_FACTOR = 0.3
"""What is left of the plausibility of such a value: a second link "more" is no record of its own. No page of ``lists``
has such links; a test does."""
REGION_CLOSE_TOTAL = 0.8
"""Boundaries whose total is at least this share of the best one are close; the outermost of them is taken."""
REGION_ALONE_SCORE = 0.8
"""A rule that only some of the shown records agree with needs so high a score over all regions. Without such rules one
page of ``lists`` loses 11 points, and a wrong value among right ones is not named."""
REGION_WORTH_VALUE = 0.5
"""A less plausible value is worth nothing to the rule that finds it: a rule that finds nothing there is as good. With
0.3 and 0.5 all figures of ``lists.py --quick`` are the same, with 0.7 record F1 falls from 0.951 to 0.948; the level of
doubt is taken, as for reserves."""
REGION_USEFUL_VALUE = 0.7
"""A further rule fills a missing value only if the value is so plausible."""
REGION_RESERVE_VALUE = 0.5
"""What the reserves of a field say on a changed page is taken only if its values are so plausible on average: the
level of doubt. Of 936 changes of 30 lists 449 are read wrong; 643 without reserves, 469 with 0.75."""
REGION_RESERVE_GAIN = 2.0
"""Reserves replace what the rules of a field find only if their values are so many times as plausible together. With 1
and 4, 448 and 449 of these changes are read wrong; 457 if reserves only speak where the rules find nothing. On
unchanged pages no figure needs them."""
REGION_ENOUGH_LIKE = 0.6
"""A value that looks so much like a shown one is as plausible as any; the likeness below it counts in proportion. With
1 two shown records give 1.8 points less on ``lists`` and 3.6 on pages of links, with 0.8 0.5 and 1.1."""
REGION_LOOK_WEIGHTS = (0.8, 0.5, 0.3, 0.4, 0.3)
"""How much a difference costs the likeness of two values: share of digits, first sign, other signs, length, words."""
REGION_ADDRESS_COST = 0.002
"""The cost per step in the order of addresses (attribute, class, path, ...): it decides between equal rules. No figure
of a public list needs it; the promises about changed tags and missing values in ``tests/regions`` do."""
REGION_PART_COST = 0.2
"""The cost of a part of a text: where a whole text agrees with the shown records, it is meant. With 0.1 the first of
the numbers in a cell is taken on one page of ``lists``, where the shown records have one number there. A text that is
all of its element in the shown records is a part of it, too: in others a word of the title may be in bold. That is
worth 0.6 and 3.2 points of record F1 on ``zhao2`` and ``zhao3`` of ``benchmarks/link_lists.py``, which did not choose
it.
"""
REGION_OPTIONAL_COST = 0.05
"""The cost of a right side that may be missing, where it never is in the shown records. Without it one page of
``lists`` fails from one shown record (1.1 points)."""

# ``benchmarks/lists.py`` chooses the two limits on each half of the sites and measures them on the other half. From the
# first two records and from the third and the seventh, 1.8 % of 168 fields called high are imperfect on the half that
# did not choose, and 11.7 % of 128 called medium; from the first two alone 1.2 % of 81 and 6.8 % of 59. With both pairs
# of records both halves choose lower limits (0.8, and none for LIST_ALIKE), which call more fields high. The shipped
# ones are more careful: 1.2 % of 163 and 9.1 % of 121, both halves together.
LIST_HIGH = 0.97
"""It speaks against a field of a list if a smaller share of its records is filled, regular or stable."""
LIST_ALIKE = 0.9
"""Fields of a list are called low if a smaller share of its records is made as the others are: a tenth may be junk."""
DOUBT_USUAL, DOUBT_RARE = 0.5, 0.3
"""A record is made differently if it lacks what all shown ones and this share of all records have, and has something
that no shown one has, and no more than this share of all.

Chosen on the lists of courts and ``zhao1``, from the first two records and from the third and the seventh: 18 pages on
which such a record is found are imperfect and 3 are not; with 0.7 and 0.3 it is 14 and 3, with 0.9 and 0.1 it is 6 and
none. On ``zhao2`` and ``zhao3``, which did not choose, 8 and 3. See decision 0035.
"""
SECOND_FAMILY_SHARE = 0.1
"""The share of the time that is left for a second family of wrappers, which confirms the records that regions find.

It is what tells *high* from *medium*, and *medium* from *low*: of the fields of ``lists`` with nothing against them,
1.6 % were imperfect where LR finds the same records, and 11 % where it does not; of those with something against them
6 % and 42 % (two records shown, three draws).
"""

SAME_RECORDS = 0.8
"""Where regions cannot learn all fields, another method's wrapper is taken if so many of its records are the same."""

# --- sites ---

NEXT_PAGE_SCORE = 1.0
"""From which score on a link leads to a neighbouring page: what a word such as "next" or ``rel="next"`` counts alone.

With 0.8, F1 on ``pagers`` falls from 0.945 to 0.905. With 1.2 it is 0.955 there, but a word alone is not enough then:
of the 93 pages of search results of zhao1, which have no address, 59 instead of 78 get a next page."""

PAGER_EVIDENCE = 0.35
"""What a step by number, a step by address, and a pager around the link count each.

More than a third of ``NEXT_PAGE_SCORE``, so that all three are enough without a word; less than a half of it, so that
an arrow (0.5) needs two of them. Without it F1 on ``pagers`` is 0.850, with 0.5 it is 0.878. With 0.33 it is 0.966:
the labels have no next page where a pager has only numbers; we give it, since the list would end otherwise."""

CONTINUING_LABEL = 0.7
"""What a label such as "older posts" or "load more" counts: one step is needed, as it gives no direction. With 0, F1 on
``pagers`` is 0.933."""

PAGER_LEVELS = 4
"""How many elements above a link may be its pager. From 2 to 6 the results on ``pagers`` are the same."""

TITLE_WITH_REL = 0.5
"""What ``rel="next"`` counts on a link whose label is a title: it mostly leads to another article, not to a page. No
page of ``pagers`` has such a link."""

SHAPE_WORDS = 4
"""How many words a segment of addresses may have and be kept in their shape: ``/item/`` and ``/list/``, but not the
names of items. Not chosen by measuring: a site has a few kinds of pages, and many pages of a kind."""

GROUP_SAME_SHAPE = 0.35
"""How similar a page must be to the first page of a group with the same shape of address (or both without any).

``benchmarks/page_types.py``: on the ten SWDE sites that chose it, purity is 1 from 0.25 to 0.6 and 0.90 with 0.2, and
all pages of a site are together from 0.25 to 0.6. On the thirty others, with 0.35, purity is 1 and all pages of a site
are together, counting a shop that SWDE has under two names as one site."""

GROUP_OTHER_SHAPE = 0.75
"""How similar it must be if no page of the group has its shape of address: the lists and the details of a site share
header and footer. SWDE pages have no addresses, so this was only set by what it means: most of the markup is the same.
"""

PAGE_TYPE_SIMILARITY = 0.4
"""How similar a page must be to the pages of a type, relative to how similar these are to each other, to be read as one
of them. Lower than ``SIGNATURE_OTHER_SITE``, which only warns: a page that is refused is a hole in the result."""

EMPTY_PAGES = 2
"""After so many next pages without a record a list has ended: a calendar goes on for ever, one empty page may be an
advertisement. Not chosen by measuring."""

NAVIGATION_SHARE = 0.9
"""A page that this share of all other pages link to is in their menu: links to it do not make a page type lead to its
type. Not chosen by measuring: a menu is on every page, and a few pages without one are allowed for."""

# --- verify ---

# Measured in six folds by site on the sites that choose (every second one of ``benchmarks/drift.py``, 42 sites): 636
# cases in which values are wrong, 2,360 in which none is (of these 1,462 samples of unchanged pages, with profiles of
# 1 to 15 good pages). *Silent* is how many of the 636 are ok, in the mean over limits at which 12 to 78 of the others
# give an alarm: 38.8 with all numbers as they are (decision 0032).
DRIFT_PRIOR = (0.05, 1.0)
"""Hits and misses that are added to those of the good pages (``verify.chance``): how much such rates differ from site
to site. One for all signals but three; those for each of 18 that were here before give 43.0 silent cases."""
DRIFT_PRIORS = {"fill": (0.02, 1.0), "shape": (0.1, 0.1), "rivals": (0.05, 8.0)}
"""The same for missing values, for unseen shapes, which some sites have often, and for rivals, which few have. With
``DRIFT_PRIOR`` in place of the first 41.3 are silent, of the second 44.1, of the third 46.3."""
RECORDS_RATE = 0.3
"""The same for pages with an unusual number of records: hits that are added. Not chosen by measuring."""
MANY_AGAINST = 3
"""A page counts as outvoted if more than so many tenths of what its rules find is something else. With 0 / 2 / 4 in
place of it 54.2 / 37.7 / 41.8 cases are silent; with 2, more where profiles have all pages (45 in place of 41)."""
ANCHOR_SHARE = 0.3
"""Surroundings are an anchor of a field if at least this share of its values had them."""
VALUES_OF_A_PAGE = 5
"""Of the values of one page at most so many count: those of one page are more alike than those of several. With 1 / 3 /
4 / 6 of them 75.9 / 44.7 / 40.1 / 37.8 cases are silent, with all of them 136.4."""
RECORDS_FACTOR = 3
"""A page with more than so many times the records of any good page, or less than this part of any, is unusual; with
twice this factor it is half as likely. That alters no case of the sites that choose, whose lists are halves of a page:
it is there for the list of 60 records of which one is found, which was ok."""
BARRIER_LENGTH = 3000
"""A page that shows more characters is no block, consent or error page, whatever words it has."""
DRIFT_MOST_SURPRISE = 4.0
"""A chance of less than one in ten thousand counts as one in ten thousand: what is less likely is no surer sign. With 3
/ 3.5 / 5 / 20 in place of it 56.5 / 51.1 / 39.9 / 49.2 cases are silent."""
DRIFT_NONE, DRIFT_WEIGHT = -4.3, 1.4
"""The logarithm of the odds of wrong values in a field where nothing is surprising, and what is added for each power of
ten (``verify.drift``). Fitted; the mean over the folds is -4.38 and 1.38. A weight for each of the nine groups of
signals, fitted as well, gives 46.2 silent cases."""
RECORDS_WEIGHT = 3.0
"""The same for pages without records, or with far fewer or more. It makes a single page without records drifted, after
one good page. From 2.2 to 3.6 no case of the sites that choose differs; with 4 there are three false alarms more on 164
unchanged pages."""
DRIFT_SUSPICIOUS, DRIFT_CERTAIN = 0.25, 0.65
"""From which probability of wrong values on a field is suspicious, and drifted: surprises of 2.3 and 3.5 in sum. The
first is the lowest limit at which unchanged pages of the sites that choose give as many alarms as before (decision
0032). From 2.1 / 2.3 / 2.5 / 2.6 on 20 / 22 / 26 / 29 of the 636 are silent, each with 8 false alarms in 898 other
cases, and with 69 / 57 / 38 / 30 in 891 samples of unchanged pages, whose profiles have few good pages."""
SUCCESSOR_MARGIN = 1.5
"""How many times the votes of any other candidate a successor must have."""
ECHO_EXCEPTIONS = 0.3
"""An echo tells the values of a field if at most this share of them has none, and as few values of other pages have
one. On the sites that choose, each judged with weights that were fitted to the others, 0.1, 0.2 and 0.3 give a recall
of 0.917, 0.923 and 0.923, and a precision of 0.974, 0.976 and 0.980 (31 of these sites)."""
WORDS_SAID = 0.75
"""The words of a value are on its page once more if this share of them is. Not chosen by measuring: three of four, so
that a number or a title may be missing."""
SUCCESSOR_TOLD = 10.0
"""A text is told from another by its echo if that makes it so many times as likely to be the value. Not chosen by
measuring. What evidence of echoes is worth: see decision 0023."""
KNOWN_EXTENT = 2
"""The values of a known record are at most so many times as many texts apart as on good pages. Not chosen by measuring:
a change that puts another text before each value doubles the distance."""
ORDER_SHARE = 0.8
"""Fields have an order if this share of the values of one are as far before those of another. Not chosen by
measuring."""
REPAIR_CHANCE = 0.005
"""A new wrapper is refused if what it finds would be so unlikely on good pages."""
REPAIR_AGREEMENT = 0.9
"""A new wrapper must find this share of the successors."""
REPAIR_MORE_RECORDS = 1.5
"""A new wrapper for a list is refused if it finds more than so many times the records that the old one still finds. Not
chosen by measuring: between the same number and twice as many."""
REPAIR_SAME = 0.98
"""Of a field of a list that is still read right, a new wrapper must find this share of the values on each page, and no
more than they are. Not chosen by measuring: from 2 % on, values count as wrong."""

UNDOING_PAGES = 2
"""Changes that may be undone are compared on so many pages, and those that find most are read on all."""
UNDOINGS_COMPARED = 24
"""Of the changes that give most values that look as before, so many are compared by what is around the values. Not
chosen by measuring."""
UNDOINGS_CHECKED = 4
"""So many changes of a kind are checked on all pages. Not chosen by measuring: two tags, each in two ways."""
MOST_PAGES = 0.75
"""A change that is undone on at least this share of the pages is taken for what has happened; on the others it may have
another form. Not chosen by measuring."""
EXCHANGED_CELLS = 6
"""In rows of at most so many cells two may have changed places. Not chosen by measuring: 35 exchanges are tried."""
CLASSES_TRIED = 3
"""So many ways to give classes their old names are tried. Not chosen by measuring."""
RETAGGED_PAGES = 5
"""Most of so many pages must have the same other tags before texts that look like values. Not chosen by measuring."""
RETAGGINGS_TRIED = 3
"""Of the tags before texts that look like values of a field so many are tried in place of the old ones: of the most
frequent ones, and of those that differ least. Not chosen by measuring."""
UNDOING_SHARE = 0.5
"""Each kind of change may take this share of the time that is left for undoing. Not chosen by measuring."""
MOVED_LEVELS = 4
"""Of the elements around the text at an anchor so many may be beside the place of a block that has moved."""
MOVED_BLOCKS = 2
"""A block that has moved is sought so many blocks away from its old place. Not chosen by measuring."""
INSERTED_LEVELS = 4
"""With an inserted value so many elements around it may be new: a cell, a row, a table and what holds it."""
INSERTED_VALUES = 3
"""Of the values of a field in a record one of the first so many may be inserted."""

# Types of values.
TYPE_SHARE = 0.95
"""This share of the values that a wrapper finds must fit a type for it to be suggested; all shown values must. On the
labels of 809 fields of 247 sites (``benchmarks/value_types.py``), 0.8, 0.9, 0.95 and 0.99 give the same: no wrong type,
five fields without one. So it is a choice: one value in twenty may be "Sold out"."""

# === Limits of time and memory ===
#
# Not chosen by measuring quality: they bound how much is tried, read or kept, so that an answer comes in time. A larger
# value costs time; a smaller one may lose an answer that is rare. The text says what it bounds.

# --- limits: records and pages ---

SIMILAR_VALUE_WORDS = 8
"""Up to how many words a value that is not on the page is compared with as many words in a row; longer ones are
compared with whole text nodes only, which keeps an error message quick."""

COMPARED_CHARACTERS = 200
"""How many characters of a text are compared and shown when a value is not on the page: more tell nothing."""

ORDER_CANDIDATES = 400
"""How many places of a value are compared to find the position of a record. A value that occurs more often says little
about the position, and a record rarely has no rarer one."""

UNLABELLED_TEXTS = 200
"""How many texts without labels are looked at: their share is rounded to tenths, so more change nothing."""

LONGEST_VALUE = 4000
"""No value is longer, in characters."""

REGION_NESTED = 8
"""A record is inside at most so many other records: a page with a table in a table in a table, a thousand deep, would
take the square of its size."""

# --- limits: data in scripts ---

EMBEDDED_PLACES = 30
"""At most so many of the places of a text in the data of scripts are tried: "1" may be there thousands of times."""

EMBEDDED_DEPTH = 40
"""Values that are deeper in the data of scripts are not learned: a path of so many keys holds on no other page."""

EMBEDDED_CONDITIONS = 20
"""At most so many things beside a value are tried as conditions."""

EMBEDDED_RECORD_PATHS = 50
"""At most so many paths to the objects of records are tried."""

EMBEDDED_OTHER_PAGES = 10
"""On so many unlabelled pages the paths of a field are compared by whether they find anything."""

# --- limits: runs ---

CHECKED_PAGES = 100
"""So many pages of a run are checked for warnings, then few: rules take five times as long for it as for extraction."""

SIGNATURE_PAGES = 500
"""So many pages of a run are compared with the training pages, then few: about 1.4 ms for a page of 100 kB."""

DRIFT_RUN_PAGES = 20
"""So many pages of a run are checked for drift, then few: it takes about as long as ten extractions. Not chosen by
measuring."""

LOOKED_EVERY = 1000
"""Behind the first pages of a run one of so many is compared and checked for warnings (and the first page of each shard
for drift). On pages of 30 kB that is 6 microseconds a page where delimiters take 230 in all, and 12 where rules take
700; one of a hundred for comparison and warnings, of 500 for drift, was 21 and 52. A run of 100,000 pages still looks
at 100 beyond the first."""

DRIFT_RUN_MOST = 200
"""The verdict of a run is on so many pages at most, from all over it: their values are kept until its end. Not chosen
by measuring."""

DRIFT_ROUTE_LEAST = 10
"""In a run with many routes, the verdict on each wrapper is on so many pages at least: the pages of all are kept. Not
chosen by measuring."""

DRIFT_SHARD_ROUTES = 3
"""Of so many routes the first page in each shard is checked for drift. A crawl that goes from site to site has few
routes in a shard, so each site is checked; where all sites take turns, the first pages of a run have all of them."""

PROFILE_PAGES = 20
"""So many pages are described when a wrapper is learned: more take long, and good runs add theirs (``sharpened``)."""

PROFILE_VALUES = 1_000
"""So many values of a field are described on a page, at equal distances: of a list of a hundred thousand records more
take as long as learning it. A share of 1 % of them is still seen. Not chosen by measuring."""

REPAIR_PAGES = 5
"""So many of the changed pages are learned from; the others are held out."""

SITE_LEARNING_PAGES = 12
"""How many pages of a type a wrapper of a site program is learned with, unlabelled ones included."""

# --- limits: rules ---

RULE_SEED_CANDIDATES = 6
"""So many candidates of an ambiguous value are tried; more cost time only."""

RULE_PARTNERS = 8
"""With how many other positives the first one makes a sample of two, in a rule of ``builders``; bounds the time."""

RULE_PREDICATES = 6
"""How many predicates a rule of ``builders`` may have; longer ones hardly occur, and describe one page."""

RULE_PANELS = 12
"""At most so many panels for one field."""

RULE_RECORD_TRIES = 3
"""So many candidates for the node of a record are tried, the highest first."""

# --- limits: choose and sessions ---

CONFLICT_TRIES = 4
"""How many earlier statements are left out, one after another, to find those that contradict an answer: each one means
to learn again, while a person waits."""

CANDIDATE_TIME_SHARE = 0.5
"""The share of the remaining time that one method may take, so that a slow method leaves some for the others."""

FIRST_PART = 500_000
"""The characters of a page that a list is learned from, if the page is more than twice as long: some thousands of
records tell what a record is. No page of the public collections is that long."""
FIRST_PART_DENSITY = 0.8
"""The whole of a long page must have this share of the records that it would have if all of it were like its first
part; else it is learned from as a whole. Not chosen by measuring: it costs time where it is too large."""

MOST_PLACES = 40
"""A value with more places than this is looked for only at the next ``PLACES_AHEAD`` behind each earlier place."""

PLACES_AHEAD = 4
"""See ``MOST_PLACES``."""

SESSION_LARGE_PAGE = 2500
"""A page with more nodes is large: a field of a list there is learned by the tree learner alone, which takes a tenth of
the time that comparing methods takes."""

SESSION_RECORD_QUESTIONS = 5
"""So many questions about a field of a list are asked where only tree wrappers disagree: records settle most of it."""

SESSION_HUGE_PAGE = 10_000
"""On a page with more nodes alternative tree wrappers are not compared to find a question: it would take seconds."""

DRAFT_VALUES = 1000
"""The first answer to a click has at most so many values, those nearest to it: a window shows fewer, and each costs a
twentieth of a millisecond to describe and draw."""

SESSION_SECONDS = 10.0
"""Seconds of work that learning a field may take. Marks are shown before, so that nobody waits for it; a newer
statement ends it."""

LAYOUT_PAGES = 4
"""Other pages that are compared to tell a list from a table of labels and values."""

SESSION_OTHER_PAGES = 4
"""Pages of a session without any click that are used as unlabelled pages."""

REGIONS_TIME_SHARE = 0.5
"""The share of the time that is left which regions may take."""

# --- limits: delimiters ---

SCANS_EXECUTED = range(2000, 20_000)
"""How many candidate scans are executed where the constraints do not decide: at least the first number, on short pages
up to the second."""

CHARACTERS_EXECUTED = 20_000_000
"""Between these two numbers, as many scans as read so many characters of pages: the time of a refusal stays bounded."""

SCANS_COMPARED = 40
"""How many consistent scans are compared on unlabelled pages. Each is executed on all of them."""

INTERPRETATIONS = 64
"""How many ways to decide the either/or cells are tried, best first."""

ROWS_OF_A_RECORD = 500
"""How many combinations of the either/or cells of one record are compared."""

JOINT_CHOICES = 40
"""How many choices of the jointly decided delimiters are tried before the next choice of an independent one: with
unknown cells it is mostly head and tail that fail, not the delimiters inside a record."""

HEAD_TAIL_PAIRS = 20_000
"""Up to how many pairs of head and tail all are tried. Beyond, one pair of those that are found at the same places."""

UNIQUE_AMONG = 64
"""Among how many of the best candidates for a head or tail those are preferred that occur only once on the page."""

FAILURES_BEFORE_FILTER = 20
"""After how many openings without a closing, or pairs without a tail, all closings of an opening are tested together:
the test does not pay where the first few candidates lead to an answer."""

FILTER_FRAGMENTS = 48
"""How many fragments between records are used by that test, the shortest first."""

FILTER_CHARACTERS = 600
"""How many characters of a tail are used by that test. Longer fragments are not used."""

LEFTS_BEFORE_TAILS = 8
"""N-HLRT: how many choices of left delimiters are tried before the search starts from the tails instead."""

NESTED_TAILS = 3000
"""N-HLRT: up to how many tails all are tried. Beyond, the longest and the shortest string at every position."""

GRADED_LENGTHS = 400
"""Up to which length left and right delimiters are graded. Longer ones follow in order of length."""

# --- limits: labels ---

LABELS_LISTED = 1000
"""How many labels corroboration lists. Their number grows exponentially."""

ORDERED_FIELDS = 7
"""Up to how many fields all orders are tried: 7! are 5,040."""

LABELS_TRIED = 30
"""How many labels are tried until one has a wrapper. The error reports how many there were."""

CONTEXTS_TRIED = 6
"""How many contexts of a field are tried on each side."""

CONTEXT_PAGES = 6
"""On how many pages patterns of contexts are compared; the best one is applied to all pages."""

READING_TIME_SHARE = 0.4
"""The share of the time that recognizers may take; pages that they have not read by then are left out."""

COMPARED_REPORTS = 600
"""By the part of a page with so many reports patterns of contexts are compared. Two of the 138 wien pages have more
values than this."""

ORDER_PAGES = 5
"""On how many pages orders of the fields are compared."""

SINGLE_PAGES = 10
"""From how many single pages wrappers are learned, besides all pages together."""

PARTIAL_ROWS = 3
"""How many rows of a page are shown as a partial example where no complete label has a wrapper."""

# --- limits: templates ---

LIST_PAGES = 10
"""The records of so many lists are compared with each other: they are mostly a hundred or more. A limit on time."""

EXALG_CHARACTERS = 1_500_000
"""Collections with more characters of source are not read by plain EXALG in addition to discovery: a limit on time."""

DISCOVER_SAMPLE = 60
"""A template is deduced from so many pages at most: a limit on time."""

DISCOVER_PAGES = 300
"""So many pages are clustered at most, evenly spread over all that are given: a limit on memory."""

# --- limits: trees ---

TREE_WIDEST = 16
"""The largest width that is searched. Rows that differ only in their number need a width of that number."""

TREE_DEEPEST = 10
"""The largest depth that is searched."""

TREE_PATIENCE = 20_000
"""After so many tests of a node the search takes the best solution so far."""

TREE_SECONDS = 5.0
"""The same in seconds, for very large pages."""

TREE_GROUPS = 4
"""A disjunction has at most so many languages."""

TREE_COUNT_PAGES = 4
"""Extractions are counted on so many pages: enough to prefer one language to another."""
