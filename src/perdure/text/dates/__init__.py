"""Time in text: the stretches it names, and whether it tells or asks when."""

from perdure.text.dates.coming import coming, inside, meant
from perdure.text.dates.mentions import asks_when, tells_time
from perdure.text.dates.reading import spans_in, stretch
from perdure.text.dates.span import Grain, Span

__all__ = ["Grain", "Span", "asks_when", "coming", "inside", "meant", "spans_in", "stretch", "tells_time"]
