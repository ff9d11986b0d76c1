"""The lexicon of attributes, by domain."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute
from perdure.text.claims.lexicon import (
    family,
    habits,
    health,
    home,
    identity,
    money,
    plans,
    project,
    routine,
    software,
    talk,
    tastes,
    things,
    travel,
    work,
)

ATTRIBUTES: tuple[Attribute, ...] = (
    *travel.ATTRIBUTES,
    *money.ATTRIBUTES,
    *routine.ATTRIBUTES,
    *software.ATTRIBUTES,
    *identity.ATTRIBUTES,
    *home.ATTRIBUTES,
    *work.ATTRIBUTES,
    *family.ATTRIBUTES,
    *health.ATTRIBUTES,
    *tastes.ATTRIBUTES,
    *habits.ATTRIBUTES,
    *plans.ATTRIBUTES,
    *things.ATTRIBUTES,
    *project.ATTRIBUTES,
    *talk.ATTRIBUTES,
)
