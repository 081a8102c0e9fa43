"""Every error describes in one sentence what is wrong, and has the parts of that sentence as data.

Prints:

    ValueNotFound: codes.html: field country: 'Kongo' is not on the page; nearest: 'Congo'
    NoConsistentWrapper for the field country on codes.html
    DoesNotFit at 7 of other.html: no code there
"""

import unweave

plain = unweave.Page("<b>Congo</b> <i>242</i><br><b>Spain</b> <i>34</i>", name="plain.html")
headed = unweave.Page("<h1><b>Codes</b></h1><b>Congo</b> <i>242</i><br><b>Spain</b> <i>34</i>", name="codes.html")
other = unweave.Page("<b>Togo</b> (228)", name="other.html")
records = [{"country": "Congo", "code": "242"}, {"country": "Spain", "code": "34"}]

# A value that is not on the page.
try:
    unweave.Example.from_values(headed, [{"country": "Kongo"}])
except unweave.errors.ValueNotFound as error:
    print(f"ValueNotFound: {error}")

# The heading is bold like the countries: no left delimiter occurs before the countries only.
try:
    unweave.learn([unweave.Example.from_values(headed, records)], method="lr")
except unweave.errors.NoConsistentWrapper as error:
    print(f"NoConsistentWrapper for the field {error.field} on {error.page}")

# A page that is unlike those that the wrapper was learned from.
wrapper = unweave.learn([unweave.Example.from_values(plain, records)], method="lr")
try:
    wrapper.extract(other)
except unweave.errors.DoesNotFit as error:
    print(f"DoesNotFit at {error.where} of {error.page}: no {error.field} there")
