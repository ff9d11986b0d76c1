"""The privacy guard: secrets never reach storage, contacts only where the policy keeps them.

`guard` reads a text, `guard_value` anything JSON can hold. Both are deterministic and pure, and guarding what was
guarded changes nothing. Add a rule as a generator of findings and one line in `mask.py`.
"""

from perdure.text.privacy.finding import MARKERS, Finding, Type
from perdure.text.privacy.mask import Guarded, guard
from perdure.text.privacy.policy import KEEP_CONTACTS, STRICT, PrivacyPolicy
from perdure.text.privacy.tree import guard_value

__all__ = ["KEEP_CONTACTS", "MARKERS", "STRICT", "Finding", "Guarded", "PrivacyPolicy", "Type", "guard", "guard_value"]
