"""Give one record, get all of them.

Prints:

    Congo 242
    Egypt 20
    Belize 501
    Spain 34
"""

import unweave

page = unweave.Page("""\
<html><title>Some Country Codes</title><body>
<b>Congo</b> <i>242</i><br>
<b>Egypt</b> <i>20</i><br>
<b>Belize</b> <i>501</i><br>
<b>Spain</b> <i>34</i><br>
</body></html>""")

example = unweave.Example.from_values(page, [{"country": "Congo", "code": "242"}], status="partial")
wrapper = unweave.learn([example])

for record in wrapper.extract(page):
    print(record["country"], record["code"])
