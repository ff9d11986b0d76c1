"""Working memory: the window of a live session, its dialogue state, and how both become a prompt. Pure values and rules."""
