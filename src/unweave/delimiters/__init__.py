"""Wrappers made of strings: LR, HLRT, OCLR, HOCLRT, N-LR, N-HLRT and M-LR.

>>> from unweave.page import Page
>>> from unweave.records import Example
>>> page = Page("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i>")
>>> shown = [{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]
>>> wrapper = LR().learn([Example.from_values(page, shown)])
>>> [record.to_dict() for record in wrapper.extract(Page("<b>Spain</b> <i>34</i>"))]
[{'country': 'Spain', 'code': '34'}]
"""

from unweave.delimiters.execution import run_scan
from unweave.delimiters.hlrt import HLRT
from unweave.delimiters.hoclrt import HOCLRT
from unweave.delimiters.lr import LR
from unweave.delimiters.mlr import MLR
from unweave.delimiters.nhlrt import NHLRT
from unweave.delimiters.nlr import NLR
from unweave.delimiters.oclr import OCLR
from unweave.delimiters.wrapper import DelimiterWrapper

__all__ = ["HLRT", "HOCLRT", "LR", "MLR", "NHLRT", "NLR", "OCLR", "DelimiterWrapper", "run_scan"]
