"""The data of the demo: countries with their calling codes, and the words of invented books."""

COUNTRIES = {
    "Albania": "355", "Algeria": "213", "Angola": "244", "Argentina": "54", "Armenia": "374", "Australia": "61",
    "Austria": "43", "Bangladesh": "880", "Belgium": "32", "Belize": "501", "Benin": "229", "Bolivia": "591",
    "Bosnia & Herzegovina": "387", "Botswana": "267", "Brazil": "55", "Bulgaria": "359", "Burundi": "257",
    "Cambodia": "855", "Cameroon": "237", "Chad": "235", "Chile": "56", "Colombia": "57", "Congo": "242",
    "Costa Rica": "506", "Croatia": "385", "Cuba": "53", "Cyprus": "357", "Côte d'Ivoire": "225", "Denmark": "45",
    "Ecuador": "593", "Egypt": "20", "Estonia": "372", "Ethiopia": "251", "Fiji": "679", "Finland": "358",
    "France": "33", "Gabon": "241", "Georgia": "995", "Germany": "49", "Ghana": "233", "Greece": "30",
    "Guatemala": "502", "Guinea": "224", "Haiti": "509", "Honduras": "504", "Hungary": "36", "Iceland": "354",
    "India": "91", "Indonesia": "62", "Iran": "98", "Iraq": "964", "Ireland": "353", "Israel": "972", "Italy": "39",
    "Japan": "81", "Jordan": "962", "Kenya": "254", "Laos": "856", "Latvia": "371", "Lebanon": "961",
    "Lesotho": "266", "Libya": "218", "Lithuania": "370", "Luxembourg": "352", "Madagascar": "261", "Malawi": "265",
    "Malaysia": "60", "Mali": "223", "Malta": "356", "Mexico": "52", "Mongolia": "976", "Morocco": "212",
    "Mozambique": "258", "Namibia": "264", "Nepal": "977", "Netherlands": "31", "New Zealand": "64",
    "Nicaragua": "505", "Norway": "47", "Oman": "968", "Pakistan": "92", "Panama": "507", "Paraguay": "595",
    "Peru": "51", "Philippines": "63", "Poland": "48", "Portugal": "351", "Qatar": "974", "Romania": "40",
    "Rwanda": "250", "Senegal": "221", "Singapore": "65", "Slovakia": "421", "Slovenia": "386", "Spain": "34",
    "Sri Lanka": "94", "Sudan": "249", "Sweden": "46", "Switzerland": "41", "São Tomé & Príncipe": "239",
    "Tanzania": "255", "Thailand": "66", "Togo": "228", "Tunisia": "216", "Turkey": "90", "Uganda": "256",
    "Uruguay": "598", "Vietnam": "84", "Yemen": "967", "Zambia": "260",
}  # fmt: skip

SHELVES = (
    "Poetry", "Crime", "Travel", "History", "Gardening", "Cookery",
    "Short Stories", "Nature", "Music", "Art & Design", "Children", "Science",
)  # fmt: skip

ADJECTIVES = (
    "Glass", "Silent", "Crooked", "Northern", "Paper", "Winter", "Salt", "Second", "Lost", "Copper", "Quiet", "Blue",
    "Wild", "Borrowed", "Hollow", "Golden", "Midnight", "Narrow", "Painted", "Restless",
)  # fmt: skip

NOUNS = (
    "Orchard", "Harbour", "Letters", "Garden", "Clock", "River", "Stair", "Atlas", "Sparrow", "Mill", "Island",
    "Bridge", "Lantern", "Map", "Weaver", "Field", "Tower", "Summer", "Door", "Choir",
)  # fmt: skip

PATTERNS = (
    "The {adjective} {noun}",
    "{adjective} {noun}",
    "{noun} & {other}",
    "My {noun} and Other Stories",
    "The {noun} Keeper's {other}",
    "How to Draw the {noun}",
    "{adjective} {noun}: A Life",
    "No {noun} in {other}town",
)

FIRST_NAMES = (
    "Ada", "Bruno", "Clara", "Dmitri", "Esmé", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Keiko", "Luca", "Maeve",
    "Noor", "Oskar", "Petra", "Quentin", "Rosa", "Søren", "Tamsin",
)  # fmt: skip

LAST_NAMES = (
    "Merrow", "Pell", "Okafor", "Lindqvist", "O'Dowd", "Vance", "Tanaka", "Brandt", "Castellano", "Whitlock", "Aziz",
    "Novak", "Hale", "Moreau", "Grigg", "Santos", "Thorne", "Ward-Ellis", "Yilmaz", "Zeller",
)  # fmt: skip

PUBLISHERS = ("Harrow & Finch", "Tidewater Press", "Five Gables", "Northlight", "Quill House", "Marten & Sons")
FORMATS = ("Paperback", "Hardback", "Audio CD", "Large print")
LANGUAGES = ("English", "French", "German", "Danish")
SERIES = ("Lighthouse Classics", "Quay Street Mysteries", "The Long Shelf")

ADVERTS = (
    "Buy two, get the third for <b>$1.00</b>!",
    "Gift cards from <b>$10.00</b>",
    "Free delivery on orders over <b>$30.00</b>",
    "New: our <i>Reader's Diary</i>, only <b>$6.75</b>",
)

OPINIONS = (
    "Could not put it down.",
    "A slow start, but the last third is worth the wait.",
    "My book club argued about it for two hours.",
    "Not for me: too many ghosts & too few jokes.",
    "I have given away three copies already.",
    "Good company on a long train ride.",
    "The maps alone are worth the price.",
)

BLURBS = (
    "A family, a house by the water, and a promise that will not keep.",
    "Everything begins with a parcel that was sent to the wrong address.",
    "The best loved of all her books, in a new and larger edition.",
    "Twelve months, twelve walks, and the people met on the way.",
)
