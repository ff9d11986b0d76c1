"""The guard: what must not be stored is found, and a marker put in its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from perdure.text.privacy.accounts import bank_cards, ibans
from perdure.text.privacy.contacts import emails, phones
from perdure.text.privacy.finding import Finding, mask, merge, unmask
from perdure.text.privacy.identity import identity_numbers, passports
from perdure.text.privacy.issued import address_passwords, header_credentials, issued_keys, private_keys
from perdure.text.privacy.labelled import labelled_secrets
from perdure.text.privacy.page import Page
from perdure.text.privacy.policy import STRICT, PrivacyPolicy

Rule = Callable[[Page], Iterator[Finding]]

SECRETS: tuple[Rule, ...] = (
    private_keys,
    issued_keys,
    header_credentials,
    address_passwords,
    labelled_secrets,
    identity_numbers,
    bank_cards,
    ibans,
    passports,
)
CONTACTS: tuple[Rule, ...] = (emails, phones)

OWN_ID = re.compile(
    r"(?<![A-Za-z0-9_])(?:ent|id|imp|job|mem|rec|rev|ses|snap|tok)_[0-9A-HJKMNP-TV-Z]{26}(?![A-Za-z0-9_])"
)
"""An id of Perdure's own. Its letters and digits are drawn by lot, so that any of them may spell `PWD` or the number of a card."""

ROUNDS = 8
"""A marker brings the words around it closer to each other, so masked text is read again until nothing new turns up:
two rounds for nearly every text, and never more than this, whatever a text was built to do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Guarded:
    """What may be stored, and where in the original text something was taken out."""

    text: str
    findings: tuple[Finding, ...] = ()


def guard(text: str, policy: PrivacyPolicy = STRICT) -> Guarded:
    """The text with every secret (and, unless the policy keeps them, contact) replaced by a marker such as `[password removed]`."""
    findings: tuple[Finding, ...] = ()
    masked = text
    for _ in range(ROUNDS):
        found = find(masked, policy)
        if not found:
            break
        findings = merge((*findings, *unmask(found, findings)))
        masked = mask(text, findings)
    return Guarded(text=masked, findings=findings)


def find(text: str, policy: PrivacyPolicy = STRICT) -> tuple[Finding, ...]:
    """What must not be stored, in one reading of the text."""
    page = Page.of(OWN_ID.sub(_blank, text) if "_" in text else text)
    rules = SECRETS if policy.keep_contacts else SECRETS + CONTACTS
    found = [finding for rule in rules for finding in rule(page)]
    if not found:
        return ()
    return merge(Finding(page.places[one.start], page.places[one.end - 1] + 1, one.type) for one in found)


def _blank(found: re.Match[str]) -> str:
    """As long as an id, and nothing that any rule takes for a secret."""
    return "x" * len(found[0])
