"""Where spaces are kept: one folder a backend, and what the engines share."""
