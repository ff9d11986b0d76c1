"""What the core needs from outside, as Protocols."""
