"""Text: one analyzer for every index, the token estimate, dates, passages and the privacy guard."""
