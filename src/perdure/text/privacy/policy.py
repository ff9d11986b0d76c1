"""What the guard may leave in a text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class PrivacyPolicy:
    """Secrets are always masked; phone numbers and e-mail addresses unless `keep_contacts`."""

    keep_contacts: bool = False


STRICT = PrivacyPolicy()
"""Masks secrets and contacts: for spaces that several people read."""

KEEP_CONTACTS = PrivacyPolicy(keep_contacts=True)
"""Masks secrets, keeps phone numbers and e-mail addresses: for a person's own space."""
