"""No text of a record is a value of two fields."""

from collections.abc import Sequence

import pytest

from unweave import Example, Page, learn

House = tuple[str, str, str, str]
NAMES = ("price", "beds", "baths", "size")
HOUSES: Sequence[House] = [
    ("$349,000", "5", "", ""),
    ("$865,000", "2", "2", "3,774 sqft"),
    ("$204,000", "5", "", "2,992 sqft"),
    ("$836,000", "3", "1", "1,597 sqft"),
    ("$717,000", "1", "2", ""),
    ("$540,000", "4", "", "3,104 sqft"),
    ("$610,000", "2", "3", "1,250 sqft"),
]


def house(values: House) -> str:
    """A house: its price, and a list of what is known of it, with labels."""
    price, *others = values
    labels = zip(("Beds:", "Baths:", "Size:"), others, strict=True)
    items = "".join(f"<li><b>{label}</b> {value}</li>" for label, value in labels if value)
    return f"<div class=house><p>{price}</p><ul>{items}</ul></div>"


def learned(shown: Sequence[int]) -> list[House]:
    """All houses, learned from some of them."""
    page = Page(f"<h1>Houses</h1><main>{''.join(map(house, HOUSES))}</main><p>Contact us")
    given = [{name: value for name, value in zip(NAMES, HOUSES[at], strict=True) if value} for at in shown]
    wrapper = learn([Example.from_values(page, given, status="partial")])
    return [tuple(record.get(name) or "" for name in NAMES) for record in wrapper.extract(page)]  # type: ignore[misc]


@pytest.mark.parametrize("shown", [(0, 1), (1, 3), (3, 6)])
def test_a_value_behind_the_label_of_another_field(shown: Sequence[int]) -> None:
    """The size is not the number of baths where that is missing; equal numbers of beds and baths are two values."""
    assert learned(shown) == HOUSES


def test_parts_of_one_text_are_two_values() -> None:
    """On some rows a name and a number are in one text, on the shown ones in two: both are found everywhere."""
    rows = [(f"Case {at}", f"2{at}-10{at}", at % 3 == 2) for at in range(9)]
    cells = "".join(
        f"<tr><td><span>{name} {'' if is_one else '<i></i>'}({number} - Published)</span></td></tr>"
        for name, number, is_one in rows
    )
    page = Page(f"<table>{cells}</table>")
    given = [{"name": name, "number": number} for name, number, _ in rows[:2]]
    wrapper = learn([Example.from_values(page, given, status="partial")])
    found = [record.to_dict() for record in wrapper.extract(page)]
    assert found == [{"name": name, "number": number} for name, number, _ in rows]


OFFERS = [
    ("Oak chair", "$40", ""),
    ("Pine table", "$61", "$75"),
    ("Old lamp", "$12", "$20"),
    ("Blue rug", "$33", ""),
    ("Wide shelf", "$55", ""),
    ("Small desk", "$80", "$99"),
    ("Tall mirror", "$27", ""),
    ("Round stool", "$18", "$24"),
    ("Red sofa", "$95", ""),
]


@pytest.mark.parametrize("shown", [(0, 1), (1, 2), (2, 0), (5, 7)])
def test_the_only_price_is_no_former_one(shown: Sequence[int]) -> None:
    """A shown record without a former price tells it, or the order of the fields: the price was given before."""
    form = "<li><a href=/p><h2>{0}</h2></a><span class=p>{1}</span><a href=/cart>Add to cart</a></li>"
    prices = [f"<del>{was}</del> <ins>{now}</ins>" if was else f"<b>{now}</b>" for _, now, was in OFFERS]
    items = "".join(form.format(name, price) for (name, *_), price in zip(OFFERS, prices, strict=True))
    page = Page(f"<h1>Offers</h1><ul>{items}</ul>")
    names = ("name", "price", "was")
    given = [{name: value for name, value in zip(names, OFFERS[at], strict=True) if value} for at in shown]
    wrapper = learn([Example.from_values(page, given, status="partial")])
    assert [tuple(record.get(name) or "" for name in names) for record in wrapper.extract(page)] == OFFERS


def test_a_text_that_looks_like_no_shown_value_is_none() -> None:
    """The address of the site is missing in a shown record: the age, which has the same tags, is not taken for it."""
    rows = [("Oak", ""), ("Elm", "elm.org"), ("Ash", "ash.com"), ("Fir", ""), ("Yew", "yew.net"), ("Box", "box.dev")]
    form = (
        "<tr><td><b><a href=/t>{}</a>{}</b></td></tr><tr><td><b>by ann <i><a href=/i>{} hours ago</a></i></b></td></tr>"
    )
    sites = [f" <i>(<a href=/s>{site}</a>)</i>" * bool(site) for _, site in rows]
    body = "".join(
        form.format(title, site, 3 + at) for at, ((title, _), site) in enumerate(zip(rows, sites, strict=True))
    )
    page = Page(f"<table>{body}</table>")
    wrapper = learn(
        [Example.from_values(page, [{"title": "Oak"}, {"title": "Elm", "site": "elm.org"}], status="partial")]
    )
    assert [(record["title"], record["site"] or "") for record in wrapper.extract(page)] == rows


OFFICES = [
    ("Oak St. 1", "+49 30 1201", "+49 30 1202"),
    ("Elm St. 22", "+49 40 2301", "+49 40 2309"),
    ("Ash St. 3", "+49 89 7701", ""),
    ("Fir St. 41", "+49 69 5401", "+49 69 5455"),
    ("Yew St. 5", "+49 71 6601", ""),
    ("Box St. 6", "+49 22 1001", ""),
]


@pytest.mark.parametrize("names", [("street", "phone", "fax"), ("fax", "phone", "street")])
def test_what_is_behind_a_label_is_no_value_of_another_field(names: Sequence[str]) -> None:
    """The only number of an office is behind "Phone:", so that it is no fax number, whichever field is given first."""
    form = "<address>{0}<br>Phone: {1}<br>{2}</address>"
    items = [form.format(street, phone, f"Fax: {fax}<br>" * bool(fax)) for street, phone, fax in OFFICES]
    page = Page(f"<div>{''.join(items)}</div>")
    rows = [dict(zip(("street", "phone", "fax"), office, strict=True)) for office in OFFICES]
    given = [{name: row[name] for name in names} for row in rows[:2]]
    wrapper = learn([Example.from_values(page, given, status="partial")])
    assert [{name: record.get(name) or "" for name in names} for record in wrapper.extract(page)] == rows


CASES = [
    ("16-0775", "Oliver Fence v. Gelta, Inc., Tom Hare, and Jeff Tolm", "/files/152"),
    ("16-1938", "Ann Villa v. State of Ohio", "/files/444"),
    ("17-0011", "Bernard Wihl and Pat Balek v. Shirley Camp", "/files/372"),
    ("17-1415", "In the Interest of L.M.", "/files/398"),
    ("17-0287", "State of Ohio v. Dan Ortiz", "/files/411"),
]


def test_from_one_record_the_rest_of_a_text_behind_a_label_is_left_to_other_fields() -> None:
    """One record does not tell whether the number ends at ":" or with the text: "No. 16-0775: Fence v. Gelta"."""
    form = '<h3><a href="#">Case No. {0}: <em>{1}</em></a></h3><p>Filed May 3</p><p><a href="{2}">View No. {0}</a></p>'
    page = Page("".join(form.format(*case) for case in CASES))
    rows = [dict(zip(("number", "name", "file"), case, strict=True)) for case in CASES]
    wrapper = learn([Example.from_values(page, rows[:1], status="partial")])
    assert [record.to_dict() for record in wrapper.extract(page)] == rows


FACTS = [
    ("1 Elm St", "3", "4", "2,800"),
    ("2 Oak St", "5", "1", "1,900"),
    ("3 Ash St", "6", "4", "2,600"),
    ("4 Fir St", "", "3", "1,700"),
    ("5 Yew St", "1", "2", "2,600"),
    ("6 Bay St", "5", "", "1,600"),
    ("7 Box St", "1", "", "1,900"),
    ("8 Fig St", "", "2", "1,400"),
    ("9 Nut St", "2", "2", "1,250"),
]


@pytest.mark.parametrize("shown", [(0,), (0, 1), (1, 4), (0, 3, 5)])
def test_a_number_before_its_unit_is_no_value_of_another_field(shown: Sequence[int]) -> None:
    """Of "3 ba | 1,700 sqft" the 3 is no number of beds, and neither is the 1 of 1,700."""
    names, units = ("address", "beds", "baths"), ("bd", "ba", "sqft")
    texts = (" | ".join(f"{one} {unit}" for one, unit in zip(facts, units, strict=True) if one) for _, *facts in FACTS)
    homes = zip(FACTS, texts, strict=True)
    page = Page("".join(f"<div class=home><p>{text}</p><p>{row[0]}</p></div>" for row, text in homes))
    given = [{name: value for name, value in zip(names, FACTS[at], strict=False) if value} for at in shown]
    wrapper = learn([Example.from_values(page, given, status="partial")])
    assert [tuple(record[name] or "" for name in names) for record in wrapper.extract(page)] == [
        row[:3] for row in FACTS
    ]


def test_a_rule_is_no_better_for_values_that_look_like_none() -> None:
    """Jobs without a salary have their description in its place, which is no salary; the class is a better rule."""
    jobs = [
        ("Nurse", "£25,000"),
        ("Welder", "£31,500"),
        ("Clerk", ""),
        ("Cook", "£28,000"),
        ("Guard", ""),
        ("Baker", ""),
    ]
    texts = ("We look for you.", "Nights only, in a team.", "Apply by post before the end of the month.") * 2
    rows = (
        f"<h3>{job}</h3><p class=co>Acme</p>{f'<p class=sal>{pay}</p>' if pay else ''}<p class=text>{text}</p>"
        for (job, pay), text in zip(jobs, texts, strict=True)
    )
    page = Page(f"<section>{''.join(rows)}</section>")
    given = [{"job": job, "salary": pay} for job, pay in jobs[:2]]
    wrapper = learn([Example.from_values(page, given, status="partial")])
    assert [(record["job"], record["salary"] or "") for record in wrapper.extract(page)] == jobs


def test_a_text_that_the_shown_records_have_behind_a_value_need_not_follow() -> None:
    """Both shown numbers are followed by "(Unpublished)"; the form of the number finds the others, too."""
    cases = [("Lind v. Pell", "No. 20-9609"), ("Holm v. Frost", "No. 21-7741"), ("Iyer v. Costa", "No. 24-5106")]
    cases += [("Aziz v. Vance", "No. 22-8950"), ("Prado v. Novak", "No. 23-5746")]
    rows = (
        f"<p><a>{name}</a>, {number}{' (Unpublished)' * (at < 2)} on May {at + 3}</p>"
        for at, (name, number) in enumerate(cases)
    )
    page = Page(f"<div>{''.join(rows)}</div>")
    given = [{"case": name, "number": number} for name, number in cases[:2]]
    wrapper = learn([Example.from_values(page, given, status="partial")])
    assert [(record["case"], record["number"]) for record in wrapper.extract(page)] == cases
