"""The facade's values on their way to other processes and back."""

from perdure.wire.plain import plain
from perdure.wire.values import batch, captured, distilled, outcome, page, recall, value, why_not

__all__ = ["batch", "captured", "distilled", "outcome", "page", "plain", "recall", "value", "why_not"]
