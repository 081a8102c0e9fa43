"""Made collections of unlabelled pages, of today's and of older templates, each with what is to be found on its pages.

Legend

    site        a function that makes one page from a source of random choices: its HTML, and the values of each field
    collection  the pages of one site, made with one seed, and for each field its values on each page
    variant     what differs from page to page beside the values: a row that is absent, a link inside a value, an
                advertisement, one more item

Values are what a reader sees: white space collapsed, the texts of inner links included.
"""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from unweave.page import Page

Values = dict[str, list[str]]
TAG = re.compile(r"<[^>]*>")


def _listed(words: str) -> list[str]:
    return words.split()


FIRST = _listed("Ada Boris Clara Dmitri Elsa Farid Greta Hugo Ines Jonas Katya Lars Mona Nils Olga Pavel Rosa Sven")
LAST = _listed("Abel Brandt Castro Dietz Egger Frost Gruber Hahn Ibsen Jensen Keller Lorenz Moreau Novak Orsi Petit")
NOUNS = _listed("""
anchor basin candle dagger ember feather garden harbour island jacket kettle lantern meadow needle
orchard pepper quarry ribbon saddle timber umbrella valley willow yard zipper barley copper drift
""")
KINDS = _listed("amber bitter crimson dusty early frozen gentle hollow icy jagged keen little misty narrow old pale")
TOWNS = _listed("Aalen Bergen Cadiz Derby Evora Fulda Ghent Hull Izmir Jena Kiel Lille Mainz Narvik Oulu Porto")
VERBS = _listed("bring carry drop fold gather heat join keep lift mix pour rest stir turn wash wrap")


class Collection(NamedTuple):
    """The pages of a made site, and for each field the values on each page."""

    pages: list[Page]
    values: dict[str, list[list[str]]]


def collection(site: Callable[[Random], tuple[str, Values]], seed: int, count: int = 14) -> Collection:
    """So many pages of a site."""
    random = Random(f"{site.__name__} {seed}")  # pages are made, nothing is kept secret
    made = [site(random) for _ in range(count)]
    pages = [Page(source, name=f"{site.__name__}{number}.html") for number, (source, _) in enumerate(made)]
    return Collection(pages, {field: [values[field] for _, values in made] for field in made[0][1]})


def shown(markup: str) -> str:
    """What a reader sees of a piece of markup."""
    return " ".join(TAG.sub(" ", markup.replace("</a>.", "</a> .")).split()).replace(" .", ".").replace(" ,", ",")


def _person(random: Random) -> str:
    return f"{random.choice(FIRST)} {random.choice(LAST)}"


def _people(random: Random, most: int) -> list[str]:
    count = random.randint(1, most)
    return [" ".join(names) for names in zip(random.sample(FIRST, count), random.sample(LAST, count), strict=True)]


def _title(random: Random) -> str:
    return f"The {random.choice(KINDS)} {random.choice(NOUNS)} of {random.choice(TOWNS)} {random.randint(2, 99)}"


def _sentence(random: Random, *, link: bool = False) -> str:
    noun = random.choice(NOUNS)
    inner = f'<a href="/g/{noun}">{noun}</a>' if link else noun
    return (
        f"{random.choice(VERBS).capitalize()} the {random.choice(KINDS)} {inner} for {random.randint(2, 90)} minutes."
    )


def _maybe(random: Random, share: float, text: str) -> str:
    return text if random.random() < share else ""


def _advertisement(random: Random) -> str:
    kinds = [
        "",
        f"<div class=ad><span>Sponsored</span> <b>{_title(random)}</b></div>",
        f"<div class=ad><a href=/ad/{random.randint(1, 999)}><img src=/a{random.randint(1, 999)}.png></a></div>",
    ]
    return random.choice(kinds)


def recipe(random: Random) -> tuple[str, Values]:
    """A recipe of today: ingredients with quantity and unit apart, steps with links, an advertisement between steps."""
    title, author = _title(random), _person(random)
    minutes, serves = f"{random.randint(5, 90)} min", f"{random.randint(1, 12)}"
    names = random.sample(NOUNS, random.randint(3, 7))
    amounts = [f"{random.randint(1, 9)}" for _ in names]
    items = "".join(
        f'<li class="ing"><span class="qty">{amount}</span> <span class="name">{name}</span></li>'
        for amount, name in zip(amounts, names, strict=True)
    )
    steps = [_sentence(random, link=random.random() < 0.3) for _ in range(random.randint(2, 6))]
    at = random.randrange(len(steps))
    listed = "".join(f"<li>{step}</li>{_advertisement(random) if n == at else ''}" for n, step in enumerate(steps))
    note = _sentence(random) if random.random() < 0.5 else ""
    source = f"""<body><nav><a href=/>Home</a> <a href=/r>Recipes</a></nav><main><h1 class="title">{title}</h1>
<p class="by">By <a href="/u/{author[:3]}" class="author">{author}</a></p>
<div class="facts"><div class="fact"><span>Time</span><span class="v">{minutes}</span></div>
<div class="fact"><span>Serves</span><span class="v">{serves}</span></div></div>
<h2>Ingredients</h2><ul class="ings">{items}</ul><h2>Method</h2><ol class="steps">{listed}</ol>
{f'<div class="note"><h3>Note</h3><p>{note}</p></div>' if note else ""}</main><footer>All recipes tested</footer>"""
    return source, {
        "title": [title],
        "author": [author],
        "time": [minutes],
        "serves": [serves],
        "amount": amounts,
        "name": names,
        "step": [shown(step) for step in steps],
        "note": [note] if note else [],
    }


def house(random: Random) -> tuple[str, Values]:
    """A house for sale: a definition list of which any row may be absent, values that are links on some pages."""
    street, price = (
        f"{random.randint(1, 99)} {random.choice(NOUNS).capitalize()} Street",
        f"${random.randint(90, 999)},000",
    )
    optional = {
        "Bedrooms": f"{random.randint(1, 6)}",
        "Heating": random.choice(["Gas", "Oil", "Wood", "Heat pump"]),
        "Year built": f"{random.randint(1890, 2020)}",
        "Lot": f"{random.randint(200, 2000)} m2",
    }
    rows = {name: value for name, value in optional.items() if random.random() < 0.75}
    town, agent = random.choice(TOWNS), _person(random)
    linked = f"<a href=/t/{town}>{town}</a>" if random.random() < 0.5 else town
    listed = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows.items())
    features = random.sample(["Balcony", "Garage", "Cellar", "Garden", "Lift", "Pool"], random.randint(0, 4))
    items = "".join(f"<li>{one}</li>" for one in features)
    source = f"""<body><header><a href=/>Homes</a></header><h1>{street}</h1><p class=price>{price}</p>
{_advertisement(random)}<dl class=facts><dt>Town</dt><dd>{linked}</dd>{listed}<dt>Agent</dt><dd>{agent}</dd></dl>
{f"<section class=features><h2>Features</h2><ul>{items}</ul></section>" if features else ""}<p>Contact us</p>"""
    return source, {
        "street": [street],
        "price": [price],
        "town": [town],
        "agent": [agent],
        **{name: [rows[name]] if name in rows else [] for name in optional},
        "feature": features,
    }


def card(random: Random) -> tuple[str, Values]:
    """A card of a library of 2003: a table without classes, several authors in lines, optional rows."""
    title, authors = _title(random), _people(random, 3)
    place, year = random.choice(TOWNS), f"{random.randint(1900, 2003)}"
    series = _title(random) if random.random() < 0.6 else ""
    subjects = random.sample(["History", "Botany", "Law", "Music", "Physics", "Travel"], random.randint(1, 3))
    row = "<tr><td bgcolor=#eeeeee><b>{}:</b></td><td><font size=2>{}</font></td></tr>\n".format
    rows = [
        row("Title", f"<i>{title}</i>"),
        row("Author" + "s" * (len(authors) > 1), "<br>".join(authors)),
        row("Series", series) if series else "",
        row("Published", f"{place}, {year}"),
        row("Subjects", " -- ".join(f"<a href=/s?{one}>{one}</a>" for one in subjects)),
        row("Shelf", shelf := f"{random.choice('ABCDEF')}{random.randint(10, 99)}.{random.randint(100, 999)}"),
    ]
    source = f"""<body bgcolor=white><center><img src=/logo.gif><br>[<a href=/q>New search</a>] [<a href=/h>Help</a>]
</center><hr>
<table border=0 width=90%>{"".join(rows)}</table><hr><font size=1>University library</font>"""
    return source, {
        "title": [title],
        "author": authors,
        "series": [series] if series else [],
        "published": [f"{place}, {year}"],
        "subject": subjects,
        "shelf": [shelf],
    }


def life(random: Random) -> tuple[str, Values]:
    """A person's page of 2003: labels in bold inside one paragraph, lines that come and go, one value in italics."""
    name = _person(random)
    born, died = f"{random.randint(1, 28)} May {random.randint(1800, 1900)}, {random.choice(TOWNS)}", ""
    if random.random() < 0.6:
        died = f"{random.randint(1, 28)} June {random.randint(1901, 1999)}"
    trade = random.choice(["Painter", "Chemist", "Sailor", "Composer", "Printer"])
    work = _title(random)
    school = f"School of {random.choice(TOWNS)}" if random.random() < 0.5 else ""
    lines = [
        f"<b>Born:</b> {born}",
        f"<b>Died:</b> {died}" if died else "",
        f"<b>Trade:</b> {f'<a href=/t/{trade}>{trade}</a>' if random.random() < 0.5 else trade}",
        f"<b>School:</b> {school}" if school else "",
        f"<b>Known for:</b> <i>{work}</i>",
    ]
    source = f"""<body><table width=100%><tr><td><a href=/>Index</a></td><td align=right>Lives</td></tr></table>
<h2>{name}</h2><p>{"<br>".join(filter(None, lines))}</p><p><a href=/all>Back to all lives</a></p>"""
    return source, {
        "name": [name],
        "born": [born],
        "died": [died] if died else [],
        "trade": [trade],
        "school": [school] if school else [],
        "work": [work],
    }


def thread(random: Random) -> tuple[str, Values]:
    """A thread of a forum: posts with author, date and text, some with a quotation and some with a signature."""
    title, posts, values = _title(random), "", {"author": [], "date": [], "text": []}  # type: ignore[var-annotated]
    for _ in range(random.randint(2, 6)):
        author, date, text = _person(random), f"{random.randint(1, 28)}.{random.randint(1, 12)}.2011", _sentence(random)
        quoted = _maybe(random, 0.3, f"<blockquote>{_sentence(random)}</blockquote>")
        signature = _maybe(random, 0.4, f'<div class="sig">{random.choice(TOWNS)} rules</div>')
        posts += f"""<div class="post"><div class="head"><a class="user" href="/u/{random.randint(1, 99)}">{author}</a>
<span class="date">{date}</span></div>{quoted}<div class="body">{text}</div>{signature}</div>"""
        values["author"].append(author)
        values["date"].append(date)
        values["text"].append(text)
    views = f"{random.randint(10, 9999)}"
    source = f"""<body><div id="nav"><a href=/>Board</a> &raquo; <a href=/f>Forum</a></div><h1>{title}</h1>
<p class="views">Views: {views}</p><div id="posts">{posts}</div>{_advertisement(random)}<p>Powered by boards</p>"""
    return source, {"title": [title], "views": [f"Views: {views}"], **values}


def product(random: Random) -> tuple[str, Values]:
    """A shop of today: a former price on some pages, a specification in groups, related products of any number."""
    name, price = _title(random), f"{random.randint(5, 300)}.99 EUR"
    former = f"{random.randint(301, 500)}.99 EUR" if random.random() < 0.4 else ""
    old = f'<s class="former">{former}</s> ' if former else ""
    colour, weight = random.choice(["Red", "Blue", "Green", "Black"]), f"{random.randint(1, 20)} kg"
    volts = f"{random.choice([12, 24, 110, 230])} V" if random.random() < 0.5 else ""
    related = [_title(random) for _ in range(random.randint(0, 4))]
    power = f"<h3>Power</h3><table><tr><th>Voltage</th><td>{volts}</td></tr></table>" if volts else ""
    items = "".join(f'<li><a href="/p/{n}">{one}</a></li>' for n, one in enumerate(related))
    source = f"""<body><ol class="crumbs"><li><a href=/>Shop</a></li>
<li><a href=/k>{random.choice(NOUNS).title()}s</a></li></ol>
<div class="buy"><h1>{name}</h1><p class="price">{old}<span class="now">{price}</span></p>
<button>Add to cart</button></div>
<div class="spec"><h3>Body</h3><table><tr><th>Colour</th><td>{colour}</td></tr>
<tr><th>Weight</th><td>{weight}</td></tr></table>
{power}</div>{f'<div class="related"><h2>You may like</h2><ul>{items}</ul></div>' if related else ""}
<footer>Free returns</footer>"""
    return source, {
        "name": [name],
        "price": [price],
        "former": [former] if former else [],
        "colour": [colour],
        "weight": [weight],
        "volts": [volts] if volts else [],
        "related": related,
    }


def programme(random: Random) -> tuple[str, Values]:
    """A conference: days with sessions, a list in a list; some sessions have a speaker."""
    name, town = f"{random.choice(NOUNS).title()}Conf {random.randint(2001, 2024)}", random.choice(TOWNS)
    days, values = "", {"day": [], "time": [], "talk": [], "speaker": []}  # type: ignore[var-annotated]
    for number in range(random.randint(1, 3)):
        day = f"{['Monday', 'Tuesday', 'Wednesday'][number]} {random.randint(1, 28)} May"
        values["day"].append(day)
        sessions = ""
        for _ in range(random.randint(2, 4)):
            time, talk, speaker = f"{random.randint(8, 18)}:{random.randint(10, 59)}", _title(random), _person(random)
            with_speaker = random.random() < 0.7
            values["time"].append(time)
            values["talk"].append(talk)
            values["speaker"] += [speaker] * with_speaker
            sessions += f"<li><time>{time}</time> <b>{talk}</b>" + f" <em>{speaker}</em>" * with_speaker + "</li>"
        days += f"<section><h2>{day}</h2><ul>{sessions}</ul></section>"
    source = f"""<body><h1>{name}</h1><p id="where">{town}</p><div id="days">{days}</div><p>Register now</p>"""
    return source, {"name": [name], "town": [town], **values}


def album(random: Random) -> tuple[str, Values]:
    """A record of 2003: tracks in a table with a row of headings; a guest's name is a link inside a track's title."""
    title, artist, label = (
        _title(random),
        _person(random),
        f"{random.choice(NOUNS).title()} {random.choice(['Records', 'Sound', 'Music'])}",
    )
    rows, tracks, times = "", [], []
    for number in range(1, random.randint(4, 9)):
        track, time = (
            f"{random.choice(KINDS)} {random.choice(NOUNS)}".capitalize(),
            f"{random.randint(1, 9)}:{random.randint(10, 59)}",
        )
        if random.random() < 0.2:
            track += f" (with <a href=/a>{_person(random)}</a>)"
        rows += f"<tr><td>{number}</td><td>{track}</td><td>{time}</td></tr>"
        tracks.append(" ".join(TAG.sub("", track).split()))
        times.append(time)
    source = f"""<body><h1>{title}</h1><p>Artist: <a href=/x>{artist}</a><br>Label: {label}</p><table class=t>
<tr><th>No</th><th>Track</th><th>Time</th></tr>{rows}</table>{_advertisement(random)}<p>Discography</p>"""
    return source, {"title": [title], "artist": [artist], "label": [label], "track": tracks, "time": times}


def vacancy(random: Random) -> tuple[str, Values]:
    """A job of today: rows of two elements, a salary on some pages, tags, tasks in a list."""
    title, company = (
        f"{random.choice(KINDS).capitalize()} {random.choice(NOUNS)} engineer",
        f"{random.choice(LAST)} GmbH",
    )
    rows = {"Location": random.choice(TOWNS), "Type": random.choice(["Full time", "Part time", "Contract"])}
    if random.random() < 0.4:
        rows["Salary"] = f"{random.randint(40, 99)},000"
    rows["Posted"] = f"{random.randint(1, 28)} March"
    listed = "".join(
        f'<div class="row"><div class="k">{k}</div><div class="v">{v}</div></div>' for k, v in rows.items()
    )
    tags = random.sample(["Python", "Java", "Go", "Rust", "SQL", "Linux"], random.randint(1, 4))
    pills = "".join(f'<span class="pill">{tag}</span>' for tag in tags)
    tasks = [_sentence(random) for _ in range(random.randint(2, 5))]
    source = f"""<body><div class="wrap"><h1>{title}</h1><div class="co">{company}</div>{_advertisement(random)}
<div class="grid">{listed}</div><div class="pills">{pills}</div><h2>Your tasks</h2>
<ul>{"".join(f"<li>{task}</li>" for task in tasks)}</ul><a href="/apply" class="btn">Apply</a></div>"""
    return source, {
        "title": [title],
        "company": [company],
        **{name: [rows[name]] if name in rows else [] for name in ("Location", "Type", "Salary", "Posted")},
        "tag": tags,
        "task": tasks,
    }


def article(random: Random) -> tuple[str, Values]:
    """A news article: one or two authors as links, paragraphs with links and emphasis, a caption on some pages."""
    title, authors = _title(random), _people(random, 2)
    date = f"{random.randint(1, 28)} October 20{random.randint(10, 24)}"
    caption = f"Photo by {_person(random)}" if random.random() < 0.5 else ""
    paragraphs = [_sentence(random, link=random.random() < 0.3) for _ in range(random.randint(3, 6))]
    by = " and ".join(f'<a href="/by/{n}">{one}</a>' for n, one in enumerate(authors))
    figure = f"<figure><img src=/i.jpg><figcaption>{caption}</figcaption></figure>" if caption else ""
    body = "".join(f"<p>{one}</p>" for one in paragraphs)
    source = f"""<body><header><a href=/>The Courier</a></header><article><h1>{title}</h1>
<div class="byline">By {by}</div>
<time>{date}</time>{figure}<div class="text">{body}</div></article>{_advertisement(random)}<footer>Imprint</footer>"""
    return source, {
        "title": [title],
        "author": authors,
        "date": [date],
        "caption": [caption] if caption else [],
        "paragraph": [shown(one) for one in paragraphs],
    }


def species(random: Random) -> tuple[str, Values]:
    """A species of 2003: lists inside lists, the label in the same text as nothing, names in other languages."""
    latin = f"{random.choice(KINDS).capitalize()}us {random.choice(NOUNS)}ii"
    kingdom, order = random.choice(["Animalia", "Plantae", "Fungi"]), f"{random.choice(NOUNS).capitalize()}ales"
    family = f"{random.choice(NOUNS).capitalize()}idae"
    names = random.sample(NOUNS, random.randint(1, 4))
    status = random.choice(["Rare", "Common", "Extinct"]) if random.random() < 0.6 else ""
    items = "".join(f"<li>{one}" for one in names)
    shown_status = f"<p><b>Status</b>: {status}</p>" if status else ""
    source = f"""<body><h1><i>{latin}</i></h1>
<ul><li>Kingdom: <b>{kingdom}</b>
<ul><li>Order: <b>{order}</b><ul><li>Family: <b>{family}</b></ul></ul></ul>
{shown_status}<h3>Common names</h3><ul>{items}</ul><h3>Map</h3>
<img src=/maps/{random.randint(1, 99)}.gif><p>Updated weekly</p>"""
    return source, {
        "latin": [latin],
        "kingdom": [kingdom],
        "order": [order],
        "family": [family],
        "name": names,
        "status": [status] if status else [],
    }


def club(random: Random) -> tuple[str, Values]:
    """A club: players as links with their position behind, a second list of staff on some pages."""
    name, ground = (
        f"{random.choice(TOWNS)} {random.choice(['United', 'Rovers', 'Town'])}",
        f"{random.choice(NOUNS).title()} Park",
    )
    players = [
        (_person(random), random.choice(["Goalkeeper", "Defender", "Forward"])) for _ in range(random.randint(3, 8))
    ]
    staff = [_person(random) for _ in range(random.randint(1, 3))] if random.random() < 0.5 else []
    squad = "".join(f"<li><a href=/p/{n}>{who}</a> ({what})</li>" for n, (who, what) in enumerate(players))
    team = "".join(f"<li>{one}</li>" for one in staff)
    source = f"""<body><h1>{name}</h1><div class=info>Ground: <b>{ground}</b></div><h2>Squad</h2>
<ul class=squad>{squad}</ul>
{f"<h2>Staff</h2><ul class=staff>{team}</ul>" if staff else ""}<p>Fixtures</p>"""
    return source, {
        "name": [name],
        "ground": [ground],
        "player": [who for who, _ in players],
        "position": [f"({what})" for _, what in players],
        "staff": staff,
    }


def course(random: Random) -> tuple[str, Values]:
    """A course: labels and values in one text, separated by bars; required courses as links with commas."""
    code, title = f"{random.choice(['MATH', 'HIST', 'CHEM'])} {random.randint(100, 499)}", _title(random)
    points, term = f"{random.randint(1, 6)}", random.choice(["Fall", "Spring", "Summer"])
    teacher = _person(random)
    needed = [f"{random.choice(['MATH', 'PHYS'])} {random.randint(100, 499)}" for _ in range(random.randint(0, 3))]
    links = ", ".join(f"<a href=/c/{one[-3:]}>{one}</a>" for one in needed)
    source = f"""<body><div id=top>Catalogue</div><h1>{title}</h1><h2>{code}</h2>
<p class=meta>Credits: {points} | Term: {term}</p>
<p>Taught by {teacher}</p>{f"<p class=req>Requires: {links}</p>" if needed else ""}
<p class=text>{_sentence(random)}</p><div>Print</div>"""
    return source, {
        "title": [title],
        "code": [code],
        "credits": [points],
        "term": [term],
        "teacher": [teacher],
        "needed": needed,
    }


def station(random: Random) -> tuple[str, Values]:
    """A weather station: a table of readings in the page of the station, a warning on some pages, units in brackets."""
    name, height = (
        f"{random.choice(TOWNS)} {random.choice(['North', 'South', 'Harbour'])}",
        f"{random.randint(1, 2000)}",
    )
    warning = _sentence(random) if random.random() < 0.5 else ""
    rows, times, degrees, winds = "", [], [], []
    for hour in range(random.randint(0, 2), 24, random.choice([2, 4, 6])):
        times.append(f"{hour:02d}:00")
        degrees.append(f"{random.randint(-20, 35)}.{random.randint(0, 9)}")
        winds.append(random.choice(["N", "NE", "SW", "calm"]))
        stripe = "odd" if len(times) % 2 else "even"
        rows += f"<tr class={stripe}><td>{times[-1]}</td><td>{degrees[-1]}</td><td>{winds[-1]}</td></tr>"
    banner = f"<div class=warning><strong>{warning}</strong></div>" if warning else ""
    source = f"""<body>{banner}<h1>Station {name}</h1><p>Height (m): <span>{height}</span></p>
<table><thead><tr><th>Time</th><th>Temperature</th>
<th>Wind</th></tr></thead><tbody>{rows}</tbody></table><p>No guarantee</p>"""
    return source, {
        "name": [f"Station {name}"],
        "height": [height],
        "time": times,
        "degrees": degrees,
        "wind": winds,
        "warning": [warning] if warning else [],
    }


SITES: Sequence[Callable[[Random], tuple[str, Values]]] = (
    recipe,
    house,
    card,
    life,
    thread,
    product,
    programme,
    album,
    vacancy,
    article,
    species,
    club,
    course,
    station,
)
