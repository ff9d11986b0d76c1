"""The lexicon of attributes, by domain."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute
from perdure.text.claims.lexicon import (
    family,
    habits,
    health,
    home,
    identity,
    plans,
    project,
    talk,
    tastes,
    things,
    work,
)

ATTRIBUTES: tuple[Attribute, ...] = (
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
