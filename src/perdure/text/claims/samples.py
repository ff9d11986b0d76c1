"""A sample of every sort of value that attributes take, to put a question as a statement."""

from __future__ import annotations

from functools import cache

from perdure.text.claims.lexicon import ATTRIBUTES

_SAMPLES = {
    "address": ("12 Oak Street", "人民路12号"), "age": ("30 years old", "30岁"), "blood": ("type O", "O型"),
    "class": ("class 3", "三年级二班"), "clothing": ("size M", "M"), "code": ("AB1234", "AB1234"), "date": ("May 3", "5月3日"),
    "diet": ("vegan", "吃素"), "duration": ("3 hours", "3小时"), "email": ("a@example.org", "a@example.org"),
    "flight": ("UA123", "CA1234"), "floor": ("3rd floor", "3楼"), "food": ("peanuts", "花生"), "format": ("tables", "表格"),
    "frequency": ("3 times a week", "每周3次"), "gender": ("female", "女"), "handle": ("kestrel_42", "kestrel_42"),
    "known place": ("Lisbon", "广州"), "language": ("French", "法语"), "length": ("170 cm", "170厘米"),
    "length of text": ("short", "简短"), "marital": ("married", "已婚"), "mode": ("remote", "远程"), "moment": ("May 3", "5月3日"),
    "money": ("$900", "900元"), "name": ("Bob", "李明"), "number": ("42", "42"), "org": ("Acme", "华为"), "person": ("Bob", "李明"),
    "phone": ("13800000000", "13800000000"), "place": ("Lisbon", "广州"), "ride": ("bike", "骑车"), "role": ("engineer", "工程师"),
    "seat": ("window", "靠窗"), "shift": ("night shift", "夜班"), "spice": ("spicy", "重辣"), "status": ("done", "完成"),
    "time": ("8:00 am", "早上8点"), "weekdays": ("Monday", "周一"), "weight": ("65 kg", "65公斤"), "where": ("Lisbon", "广州"),
    "year": ("1990", "1990年"), "alcohol": ("beer", "啤酒"), "dose": ("20 mg", "20毫克"),
}  # fmt: skip
_ANYTHING = ("zebra", "斑马")

PLACES = frozenset({"place", "where", "known place", "address", "org"})
PEOPLE = frozenset({"person", "name", "text"})
LENGTHS = frozenset({"length"})
TIMES = frozenset({"date", "moment", "time", "weekdays", "year"})
AMOUNTS = frozenset(
    "number money weight length duration frequency age floor phone code handle year dose clothing".split()
)
WAYS = frozenset({"ride", "mode", "format", "length of text", "diet"})


def sample(takes: str, *, wide: bool) -> str:
    """A value of that sort, in Chinese where the statement is."""
    return _SAMPLES.get(takes, _ANYTHING)[wide]


@cache
def things() -> frozenset[str]:
    """The sorts of values that "which …" may ask for: all that are no time and no amount."""
    return (
        frozenset(attribute.takes for attribute in ATTRIBUTES)
        - TIMES
        - frozenset({"money", "weight", "length", "duration", "age"})
    )
